/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reasons.c - the reason of a decision, a sentence for the people who share the cluster (S11 of docs/model.md).
 *
 * A sentence is composed in one buffer of the replay. What does not fit is cut off. */
#include "lib/sim/life/life.h"
#include "lib/sim/observe/observe.h"
#include <stdio.h>

void reasons_add(struct sw_replay *r, const char *fmt, ...)
{
    struct reason *d = r->reason;
    va_list ap;
    va_start(ap, fmt);
    d->len = sentence_put(d->text, sizeof d->text, d->len, fmt, ap);
    va_end(ap);
}

/* Four numbers can be in use at a time. */
static const char *seconds(struct sw_replay *r, int64_t us)
{
    char *buf = r->reason->number[r->reason->next++ % 4];
    buf[sw_num_put_time(buf, us)] = '\0';
    return buf;
}

static const char *real(struct sw_replay *r, double x)
{
    char *buf = r->reason->number[r->reason->next++ % 4];
    snprintf(buf, sizeof r->reason->number[0], "%.4g", x);
    return buf;
}

/* ---- jobs and pools ------------------------------------------------------------------------------ */

static void say_job(struct sw_replay *r, const struct job *job)
{
    reasons_add(r, r->opt.order.policy->uses_pools ? "job %s of pool %s" : "job %s", job->id, job->pool->name);
}

/* The pool's claim: its minimum share, up to its demand. */
static int64_t entitled(const struct sw_replay *r, const struct pool *p, int kind)
{
    int64_t demand = r->pools.by_updates ? p->known_demand[kind] : min_i64(p->demand[kind], p->max[kind]);
    return min_i64(p->min[kind], demand);
}

/* O4.1: it goes before pools by running over weight. */
static bool is_needy(const struct sw_replay *r, const struct pool *p, int kind)
{
    return r->opt.order.policy->needy_first && p->running[kind] < entitled(r, p, kind);
}

/* The pool of `first`, or one above it, that comes before every pool of `st` for its minimum share; or NULL. */
static const struct pool *needy_before(const struct sw_replay *r, const struct stage *first, const struct stage *st)
{
    const struct pool *a = first->job->at_pool, *b = st->job->at_pool;
    if (!r->opt.order.policy->uses_pools)
        return NULL;
    pools_part(&a, &b);
    return a != b && is_needy(r, a, st->slot_kind) ? a : NULL;
}

/* ---- the delay clock ----------------------------------------------------------------------------------- */

/* D3, D4, D8: how far the wait of the rule has come. */
static void add_meter(struct sw_replay *r, const struct passed *had)
{
    int64_t n = had->had < 0 ? 0 : min_i64(had->had, had->needs);
    const char *what = had->level == SW_LEVEL_NODE && !r->opt.no_rack_level ? "the rack" : "any node";
    if (had->needs < 0)
        return;
    if (had->counts)
        reasons_add(r, ", let %lld of %lld offers pass before %s will do", (long long)n, (long long)had->needs, what);
    else
        reasons_add(r, ", waited %s of %s s before %s will do", seconds(r, n), seconds(r, had->needs), what);
}

/* ---- launches and skips -------------------------------------------------------------------------- */

/* By its id in the trace, else by its number. */
static void say_task(struct sw_replay *r, const struct stage *st, uint32_t task)
{
    reasons_add(r, "%s ", sw_kind_words[st->kind]);
    if (st->rows && st->rows->id)
        reasons_add(r, "%s", st->rows->id[task]);
    else
        reasons_add(r, "%lu", (unsigned long)task);
}

/* L2, and why the distance will do. */
void reasons_launch(struct sw_replay *r, const struct stage *st, uint32_t task, enum sw_locality at,
                    const struct passed *had, uint32_t before)
{
    static const char *const where[] = { "a block of it is here", "a block of it is in the rack",
                                         "none of its blocks is near", "it has no preferred node" };
    say_task(r, st, task);
    reasons_add(r, ": %s", where[at]);
    if (at == SW_AT_RACK || at == SW_AT_ANY)
        reasons_add(r, had->needs < 0                          ? ", and no delay rule refuses"
                       : st->job->pool->starved[st->slot_kind] ? ", and its pool starves: it need not wait"
                                                               : ", and it has waited for long enough");
    if (before)
        reasons_add(r, "; %lu before it %s passed by", (unsigned long)before, before == 1 ? "was" : "were");
}

/* What was missing here, and who was served instead. */
void reasons_skip(struct sw_replay *r, const struct stage *st, const struct passed *had, const struct stage *instead)
{
    reasons_add(r, had->crowded ? "more long tasks run here than on the mean of the nodes"
                            : had->level == SW_LEVEL_NODE ? "no local block" : "no block in the rack");
    add_meter(r, had);
    if (!instead) {
        reasons_add(r, "; the slot stayed free");
        return;
    }
    const struct pool *needy = needy_before(r, instead, st);
    reasons_add(r, "; ");
    if (needy)
        reasons_add(r, "pool %s %lld below its minimum share of %lld was served instead, by job %s", needy->name,
                    (long long)(entitled(r, needy, st->slot_kind) - needy->running[st->slot_kind]),
                    (long long)needy->min[st->slot_kind], instead->job->id);
    else if (instead->job == st->job)
        reasons_add(r, "its stage %llu", (unsigned long long)instead->name);
    else
        say_job(r, instead->job);
    if (!needy)
        reasons_add(r, " was served instead");
}

/* R11: where the task was found. */
void reasons_round_launch(struct sw_replay *r, const struct stage *st, uint32_t task, enum sw_locality at)
{
    static const char *const where[] = { "its data is on this host", "its data is in the rack, which its wait allows",
                                         "its data is not near, and its wait allows any executor",
                                         "it has no preferred host", "its data is with this executor" };
    say_task(r, st, task);
    reasons_add(r, ": %s", where[at]);
}

/* R14 */
void reasons_round_skip(struct sw_replay *r, const struct in_round *got)
{
    reasons_add(r, got->level ? "no data in the rack of an executor that was offered"
                              : "no data near an executor that was offered");
    if (got->left_us >= 0)
        reasons_add(r, ", waits %s s more before it may go farther", seconds(r, got->left_us));
    reasons_add(r, got->served ? "; the round launched others" : "; the round launched nothing");
}

/* ---- whose turn it was --------------------------------------------------------------------------- */

/* What a job or pool is ordered by. */
struct standing { int64_t running, weight; double share; bool used; }; /* used: by share, which is its usage (U4) */

/* As the order has it: running tasks, with its share or weight, or usage. */
static void add_standing(struct sw_replay *r, const struct standing *s)
{
    if (s->used)
        reasons_add(r, "%s", real(r, s->share));
    else
        reasons_add(r, "%lld", (long long)s->running);
    if (r->opt.order.policy->stands_by == SW_BY_GAP)
        reasons_add(r, " of its share of %s", real(r, s->share));
    else if (r->opt.order.policy->stands_by >= SW_BY_RUNNING_OVER_WEIGHT && s->weight != SW_WEIGHT_ONE)
        reasons_add(r, " with weight %s", real(r, (double)s->weight / (double)SW_WEIGHT_ONE));
}

/* Only submission decides between the two (O1). */
static bool stand_alike(const struct sw_replay *r, const struct standing *a, const struct standing *b)
{
    if (a->used)
        return a->share * (double)b->weight == b->share * (double)a->weight;
    switch (r->opt.order.policy->stands_by) {
    case SW_BY_GAP: return (double)a->running - a->share == (double)b->running - b->share;
    case SW_BY_USAGE:
    case SW_BY_RUNNING_OVER_WEIGHT: return (__int128)a->running * b->weight == (__int128)b->running * a->weight;
    default: return a->running == b->running;
    }
}

static struct standing pool_standing(const struct pool *p, int kind)
{
    return (struct standing){ p->running[kind], p->weight, p->share[kind] };
}

static struct standing job_standing(const struct sw_replay *r, const struct job *job, int kind)
{
    static const int64_t quarters[] = { 16, 8, 4, 2, 1 }; /* O5 */
    return (struct standing){ job->running[kind], job->weight * quarters[job->priority] / 4,
                              r->queues.keeps_shares ? job_shares(job)->share[kind] : 0 };
}

/* O4.1: by its minimum share. */
static void needy_pools_differ(struct sw_replay *r, const struct pool *a, const struct pool *b, int kind)
{
    if (is_needy(r, b, kind))
        reasons_add(r, "pool %s runs %lld of the %lld it has a minimum share for, pool %s %lld of %lld", a->name,
                    (long long)a->running[kind], (long long)entitled(r, a, kind), b->name, (long long)b->running[kind],
                    (long long)entitled(r, b, kind));
    else
        reasons_add(r, "pool %s is %lld below its minimum share of %lld", a->name,
                    (long long)(entitled(r, a, kind) - a->running[kind]), (long long)a->min[kind]);
}

/* U7 */
static bool in_one_list(const struct sw_replay *r)
{
    return r->opt.order.usage_product || r->opt.order.usage_halves;
}

/* U7: by keys of one list. */
static void keys_differ(struct sw_replay *r, const struct pool *a, const struct pool *b, int kind)
{
    reasons_add(r, "by what it has used and its share pool %s stands at %s", a->name,
                real(r, (double)a->key_share[kind] / 1e6));
    reasons_add(r, ", pool %s at %s", b->name, real(r, (double)b->key_share[kind] / 1e6));
    if (a->key_share[kind] == b->key_share[kind])
        reasons_add(r, ", and its earliest job came first");
}

/* X5: below the quota, above it, or by a share (X7.2). */
static void add_over_quota(struct sw_replay *r, const struct pool *p, int kind)
{
    int64_t over = p->running[kind] - p->min[kind];
    if (over >= 0 && r->opt.order.usage_weight > 0) {
        reasons_add(r, "%lld with a share of %s", (long long)p->running[kind],
                    real(r, (double)p->key_share[kind] / 1e6));
        return;
    }
    reasons_add(r, "%lld %s its quota of %lld", (long long)(over < 0 ? p->running[kind] : over),
                over < 0 ? "of" : "above", (long long)p->min[kind]);
    if (over >= 0 && p->weight != SW_WEIGHT_ONE)
        reasons_add(r, " with weight %s", real(r, (double)p->weight / (double)SW_WEIGHT_ONE));
}

/* X7.2 */
static bool over_share(const struct sw_replay *r, const struct pool *p, int kind)
{
    return r->opt.order.usage_weight > 0 && p->running[kind] * SW_WEIGHT_ONE > p->key_share[kind];
}

/* X5, X7.2 */
static void quotas_differ(struct sw_replay *r, const struct pool *a, const struct pool *b, int kind)
{
    bool below = a->running[kind] < a->min[kind] || over_share(r, a, kind) != over_share(r, b, kind);
    if (!below && a->priority != b->priority) {
        reasons_add(r, "above its quota pool %s has priority %lld, pool %s %lld", a->name, (long long)a->priority,
                    b->name, (long long)b->priority);
        return;
    }
    reasons_add(r, "pool %s runs ", a->name);
    add_over_quota(r, a, kind);
    reasons_add(r, ", pool %s ", b->name);
    add_over_quota(r, b, kind);
}

/* U11.1 */
static void targets_differ(struct sw_replay *r, const struct pool *a, const struct pool *b, int kind)
{
    const struct pool *const both[] = { a, b };
    for (int i = 0; i < 2; i++) {
        reasons_add(r, i ? ", pool %s %s %%" : "pool %s has used %s %%", both[i]->name,
                    real(r, (double)both[i]->key_share[kind] / 1e6));
        reasons_add(r, " with a target of %s", real(r, (double)both[i]->weight / 1e6));
    }
}

/* By what the order compares, in the order in which it does. */
static void pools_differ(struct sw_replay *r, const struct pool *a, const struct pool *b, int kind)
{
    struct standing x = pool_standing(a, kind), y = pool_standing(b, kind);
    if (in_one_list(r)) {
        keys_differ(r, a, b, kind);
        return;
    }
    if (is_needy(r, a, kind)) {
        needy_pools_differ(r, a, b, kind);
        return;
    }
    if (r->opt.order.policy->stands_by == SW_BY_QUOTA) {
        quotas_differ(r, a, b, kind);
        return;
    }
    if (r->opt.order.policy->by_windows) {
        targets_differ(r, a, b, kind);
        return;
    }
    if (r->opt.order.policy->stands_by == SW_BY_ITS_OWN) {
        reasons_add(r, "pool %s goes before pool %s by order %s", a->name, b->name, r->opt.order.policy->name);
        return;
    }
    if (r->opt.order.policy->stands_by == SW_BY_USAGE) {
        x = (struct standing){ .weight = a->weight, .share = (double)a->key_share[kind] / 1e6, .used = true };
        y = (struct standing){ .weight = b->weight, .share = (double)b->key_share[kind] / 1e6, .used = true };
    }
    reasons_add(r, x.used ? "pool %s has used " : "pool %s runs ", a->name);
    add_standing(r, &x);
    reasons_add(r, ", pool %s ", b->name);
    add_standing(r, &y);
    if (stand_alike(r, &x, &y))
        reasons_add(r, r->opt.order.policy->ties == SW_TIES_BY_NAME ? ", and it is first by name"
                                                                    : ", and its earliest job came first");
}

/* O1. */
static void came_first(struct sw_replay *r, const struct job *a, const struct job *b)
{
    reasons_add(r,
                a->submit_us < b->submit_us ? "it was submitted first, at %s"
                                            : "of two submitted at %s it is first in the trace",
                seconds(r, a->submit_us));
}

/* Of one pool, or where pools are not looked at. */
static void jobs_differ(struct sw_replay *r, const struct job *a, const struct job *b, int kind)
{
    const struct sw_order *order = r->opt.order.policy;
    struct standing x = job_standing(r, a, kind), y = job_standing(r, b, kind);
    bool fifo = order->job_key == sw_key_fifo || (order->uses_pools && a->at_pool->fifo);
    if (fifo && a->priority != b->priority) {
        reasons_add(r, "its priority is %s, not %s", sw_priority_words[a->priority], sw_priority_words[b->priority]);
    } else if (fifo) {
        came_first(r, a, b);
    } else if (order->stands_by == SW_BY_ITS_OWN) {
        reasons_add(r, "it goes first by order %s", order->name);
    } else if (stand_alike(r, &x, &y)) {
        came_first(r, a, b);
    } else {
        reasons_add(r, "it runs ");
        add_standing(r, &x);
        reasons_add(r, ", this one ");
        add_standing(r, &y);
    }
}

/* O11 */
static void queues_differ(struct sw_replay *r, const struct pool *a, const struct pool *b, int kind)
{
    struct standing x = pool_standing(a, kind), y = pool_standing(b, kind);
    reasons_add(r, "the queue of jobs of its size runs ");
    add_standing(r, &x);
    reasons_add(r, ", this one's ");
    add_standing(r, &y);
    if (stand_alike(r, &x, &y))
        reasons_add(r, ", and its earliest job came first");
}

/* S9.4: why `first` goes before the stage. */
void reasons_turn(struct sw_replay *r, const struct stage *st, const struct stage *first)
{
    const struct pool *a = first->job->at_pool, *b = st->job->at_pool;
    say_job(r, first->job);
    reasons_add(r, " was served: ");
    if (r->opt.order.policy->uses_pools && !in_one_list(r))
        pools_part(&a, &b);
    if (first->job == st->job)
        reasons_add(r, "its stage %llu goes before stage %llu", (unsigned long long)first->name,
                    (unsigned long long)st->name);
    else if (r->opt.order.policy->uses_pools && a != b)
        pools_differ(r, a, b, st->slot_kind);
    else if (job_mlq(first->job) != job_mlq(st->job))
        queues_differ(r, job_mlq(first->job), job_mlq(st->job), st->slot_kind);
    else
        jobs_differ(r, first->job, st->job, st->slot_kind);
}

/* ---- limits ------------------------------------------------------------------------------------------ */

/* S9.5: O6, O13, X6 or U11.2. */
void reasons_held(struct sw_replay *r, const struct blocked *by, int kind)
{
    static const char *const kinds[] = { "map ", "reduce " };
    int64_t running = by->pool ? by->pool->running[kind] : by->group->running[kind];
    if (by->pool && by->pool->held[kind] && r->opt.order.policy->by_quota) {
        reasons_add(r, "no more slots are free than the %lld of quotas that are not lent",
                    (long long)r->pools.unlent[kind]);
        return;
    }
    if (by->pool && by->pool->held[kind]) {
        reasons_add(r, "pool %s is held: it has used %s %% of all", by->pool->name,
                    real(r, (double)by->pool->key_share[kind] / 1e6));
        reasons_add(r, ", more than its cap of %s", real(r, (double)by->pool->cap / 1e6));
        return;
    }
    if (by->pool)
        reasons_add(r, "pool %s runs ", by->pool->name);
    else if (by->group->pool)
        reasons_add(r, "user '%s' runs ", by->group->user);
    else
        reasons_add(r, "it runs ");
    reasons_add(r, "%lld %stask%s", (long long)running, r->cl->one_kind ? "" : kinds[kind], running == 1 ? "" : "s");
    if (r->pools.by_updates && !by->pool)
        reasons_add(r, ", all it had asked for by the last update");
    else if (by->pool || !by->group->pool)
        reasons_add(r, ", its maximum");
    else
        reasons_add(r, " in pool %s, the most a user may", by->group->pool->name);
}

/* ---- nothing to launch --------------------------------------------------------------------------- */

static bool is_parent(const struct stage *parent, const struct stage *st)
{
    for (uint32_t i = 0; i < parent->n_children; i++)
        if (parent->child[i] == st->number)
            return true;
    return false;
}

/* The first of its stages that is not ready, and what that waits for. */
void reasons_no_task(struct sw_replay *r, const struct job *job)
{
    const struct stage *st = job->stage;
    const char *between = " waits for stage ";
    while (st->ready)
        st++;
    if (job->mapreduce) {
        reasons_add(r, "its reduces wait for %llu of its %llu maps to be done (%llu are)",
                    (unsigned long long)finish_maps_before_reduces(r, job->result.maps),
                    (unsigned long long)job->result.maps, (unsigned long long)job->maps_done);
        return;
    }
    reasons_add(r, "stage %llu", (unsigned long long)st->name);
    for (uint32_t i = 0; i < job->n_stages; i++)
        if (job->stage[i].n_done < job->stage[i].n_tasks && is_parent(&job->stage[i], st)) {
            reasons_add(r, "%s%llu", between, (unsigned long long)job->stage[i].name);
            between = ", ";
        }
}

/* ---- room for map output ----------------------------------------------------------------------------------- */

void reasons_evicted(struct sw_replay *r, const struct job *job)
{
    reasons_add(r,
                "nothing can go on for want of room, so its %llu bytes of map output are deleted; it waits until "
                "another job has ended",
                (unsigned long long)job->held_bytes);
}

/* ---- copies and kills --------------------------------------------------------------------------------------- */

void reasons_backup(struct sw_replay *r, const struct attempt *a)
{
    say_task(r, a->stage, a->task);
    reasons_add(r, " on %s is slow by --speculate %s, %s s after its launch", r->cl->node[a->node].name,
                r->opt.speculate.policy->name, seconds(r, r->now_us - a->launch_us));
}

/* K3: the timeout that asks for more tasks is the reason. */
static void add_claim(struct sw_replay *r, int kind, const struct pool *p)
{
    int64_t min_timeout_us = p->min_timeout_us >= 0 ? p->min_timeout_us : r->opt.preempt.min_us;
    int64_t min = entitled(r, p, kind), fair = min_i64((int64_t)p->share[kind], min_i64(p->demand[kind], p->max[kind]));
    bool for_min = r->now_us - p->at_min_us[kind] > min_timeout_us && min - p->running[kind] == p->tasks_owed;
    reasons_add(r, " for pool %s: %lld below its %s share of %s for %s s", p->name,
                (long long)((for_min ? min : fair) - p->running[kind]), for_min ? "minimum" : "fair",
                real(r, for_min ? (double)p->min[kind] : p->share[kind]),
                seconds(r, r->now_us - (for_min ? p->at_min_us[kind] : p->at_fair_us[kind])));
}

/* S9.7: for what. */
void reasons_killed(struct sw_replay *r, const struct sight *s)
{
    const struct attempt *a = s->attempt;
    static const char *const why[] = {
        [FOR_CLAIM] = "killed", [FOR_CLAIM_SUSPENDED] = "suspended", [FOR_STARVED] = "killed for pool ",
        [FOR_GUARANTEE] = "killed: its queue uses more than it is guaranteed, and others lack theirs",
        [FOR_PLACEMENT] = "killed: all tasks together cost less with another one here",
        [FOR_OWN_MAPS] = "given back: ", [FOR_START] = "preempted for job ",
    };
    say_task(r, a->stage, a->task);
    reasons_add(r, ", %s s old, %s", seconds(r, r->now_us - a->launch_us), why[s->for_what]);
    if (s->for_what <= FOR_CLAIM_SUSPENDED)
        add_claim(r, a->stage->slot_kind, s->pool);
    else if (s->for_what == FOR_STARVED)
        reasons_add(r, "%s, which has a job below its minimum or fair share", s->pool->name);
    else if (s->for_what == FOR_START)
        reasons_add(r, "%s, which cannot start beside it", s->for_id);
    else if (s->for_what == FOR_OWN_MAPS)
        reasons_add(r, "%lu maps of its job wait, none runs, and there is no slot for one",
                    (unsigned long)a->job->stage[0].n_unlaunched[PREF] + a->job->stage[0].n_unlaunched[NOPREF]);
}

void reasons_resumed(struct sw_replay *r, const struct attempt *a)
{
    say_task(r, a->stage, a->task);
    reasons_add(r, ": it was suspended here, and goes on for %s s", seconds(r, a->end_us - r->now_us));
}
