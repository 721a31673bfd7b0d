/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.c - the reason of a decision, a sentence for the people who share the cluster (S11 of docs/model.md).
 *
 * A sentence is put together in one buffer of the replay; what goes past its end is cut off. */
#include "lib/replay/why.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void why_add(struct sw_replay *r, const char *fmt, ...)
{
    struct reason *d = r->reason;
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(d->text + d->len, sizeof d->text - d->len, fmt, ap);
    va_end(ap);
    d->len += n > 0 ? (size_t)n : 0;
    if (d->len >= sizeof d->text)
        d->len = sizeof d->text - 1;
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

/* ---- who is who ---------------------------------------------------------------------------------- */

static void add_job(struct sw_replay *r, const struct job *job)
{
    why_add(r, r->opt.order.part->uses_pools ? "job %s of pool %s" : "job %s", job->id, job->pool->name);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* What the pool is entitled to at once: its minimum share, as far as it has use for it. */
static int64_t entitled(const struct pool *p, int slot)
{
    return least(p->min[slot], least(p->demand[slot], p->max[slot]));
}

static bool is_needy(const struct sw_replay *r, const struct pool *p, int slot)
{
    return r->opt.order.part->needy_first && p->running[slot] < entitled(p, slot);
}

static int depth(const struct pool *p)
{
    int n = 0;
    for (; p; p = p->parent)
        n++;
    return n;
}

/* Climbs from two pools to where their paths part; to the same pool when one is the other. */
static void part(const struct pool **a, const struct pool **b)
{
    int da = depth(*a), db = depth(*b);
    for (; da > db; da--)
        *a = (*a)->parent;
    for (; db > da; db--)
        *b = (*b)->parent;
    while (*a != *b && (*a)->parent != (*b)->parent) {
        *a = (*a)->parent;
        *b = (*b)->parent;
    }
}

/* The pool of `first`, or one above it, that goes before every pool of `st` for its minimum share; or NULL. */
static const struct pool *needy_before(const struct sw_replay *r, const struct stage *first, const struct stage *st)
{
    const struct pool *a = first->job->at_pool, *b = st->job->at_pool;
    if (!r->opt.order.part->uses_pools)
        return NULL;
    part(&a, &b);
    return a != b && is_needy(r, a, st->slot) ? a : NULL;
}

/* ---- the meter ----------------------------------------------------------------------------------- */

static void add_meter(struct sw_replay *r, const struct passed *had)
{
    int64_t n = had->had < 0 ? 0 : least(had->had, had->needs);
    const char *what = had->level == SW_LEVEL_NODE && !r->opt.no_rack_level ? "the rack" : "any node";
    if (had->needs < 0)
        return;
    if (r->opt.delay.meter == SW_PER_SKIP)
        why_add(r, ", let %lld of %lld offers pass before %s will do", (long long)n, (long long)had->needs, what);
    else
        why_add(r, ", waited %s of %s s before %s will do", seconds(r, n), seconds(r, had->needs), what);
}

/* ---- launches and skips -------------------------------------------------------------------------- */

static void add_task(struct sw_replay *r, const struct stage *st, uint32_t task)
{
    why_add(r, "%s ", sw_kind_words[st->kind]);
    if (st->task_id)
        why_add(r, "%s", st->task_id[task]);
    else
        why_add(r, "%lu", (unsigned long)task);
}

void why_launch(struct sw_replay *r, const struct stage *st, uint32_t task, enum sw_locality at, const struct passed *had, uint32_t before)
{
    static const char *const where[] = { "a block of it is here", "a block of it is in the rack", "none of its blocks is near", "it has no preferred node" };
    add_task(r, st, task);
    why_add(r, ": %s", where[at]);
    if (at == SW_AT_RACK || at == SW_AT_ANY)
        why_add(r, had->needs < 0 ? ", and no delay rule refuses" : st->job->pool->starved[st->slot] ? ", and its pool starves: it need not wait"
                                                                                                     : ", and it has waited for long enough");
    if (before)
        why_add(r, "; %lu before it %s passed by", (unsigned long)before, before == 1 ? "was" : "were");
}

void why_skip(struct sw_replay *r, const struct stage *st, const struct passed *had, const struct stage *instead)
{
    why_add(r, had->crowded ? "more long tasks run here than on the mean of the nodes"
                            : had->level == SW_LEVEL_NODE ? "no local block" : "no block in the rack");
    add_meter(r, had);
    if (!instead) {
        why_add(r, "; the slot stayed free");
        return;
    }
    const struct pool *needy = needy_before(r, instead, st);
    why_add(r, "; ");
    if (needy)
        why_add(r, "pool %s %lld below its minimum share of %lld was served instead, by job %s", needy->name,
                (long long)(entitled(needy, st->slot) - needy->running[st->slot]), (long long)needy->min[st->slot], instead->job->id);
    else if (instead->job == st->job)
        why_add(r, "its stage %llu", (unsigned long long)instead->name);
    else
        add_job(r, instead->job);
    if (!needy)
        why_add(r, " was served instead");
}

/* ---- whose turn it was --------------------------------------------------------------------------- */

/* What a job or pool stands by. */
struct standing { int64_t running, weight; double share; };

static void add_standing(struct sw_replay *r, const struct standing *s)
{
    why_add(r, "%lld", (long long)s->running);
    if (r->opt.order.part->stands_by == SW_BY_GAP)
        why_add(r, " of its share of %s", real(r, s->share));
    else if (r->opt.order.part->stands_by == SW_BY_RUNNING_OVER_WEIGHT && s->weight != SW_WEIGHT_ONE)
        why_add(r, " with weight %s", real(r, (double)s->weight / (double)SW_WEIGHT_ONE));
}

/* Neither goes before the other but by who came first (O1). */
static bool stand_alike(const struct sw_replay *r, const struct standing *a, const struct standing *b)
{
    switch (r->opt.order.part->stands_by) {
    case SW_BY_GAP: return (double)a->running - a->share == (double)b->running - b->share;
    case SW_BY_RUNNING_OVER_WEIGHT: return (__int128)a->running * b->weight == (__int128)b->running * a->weight;
    default: return a->running == b->running;
    }
}

static struct standing of_pool(const struct pool *p, int slot)
{
    return (struct standing){ p->running[slot], p->weight, p->share[slot] };
}

static struct standing of_job(const struct job *job, int slot)
{
    static const int64_t quarters[] = { 16, 8, 4, 2, 1 }; /* O5 */
    return (struct standing){ job->running[slot], job->weight * quarters[job->priority] / 4, job->share[slot] };
}

static void needy_pools_differ(struct sw_replay *r, const struct pool *a, const struct pool *b, int slot)
{
    if (is_needy(r, b, slot))
        why_add(r, "pool %s runs %lld of the %lld it has a minimum share for, pool %s %lld of %lld", a->name, (long long)a->running[slot],
                (long long)entitled(a, slot), b->name, (long long)b->running[slot], (long long)entitled(b, slot));
    else
        why_add(r, "pool %s is %lld below its minimum share of %lld", a->name, (long long)(entitled(a, slot) - a->running[slot]),
                (long long)a->min[slot]);
}

static void pools_differ(struct sw_replay *r, const struct pool *a, const struct pool *b, int slot)
{
    struct standing x = of_pool(a, slot), y = of_pool(b, slot);
    if (is_needy(r, a, slot)) {
        needy_pools_differ(r, a, b, slot);
        return;
    }
    if (r->opt.order.part->stands_by == SW_BY_ITS_OWN) {
        why_add(r, "pool %s goes before pool %s by order %s", a->name, b->name, r->opt.order.part->name);
        return;
    }
    why_add(r, "pool %s runs ", a->name);
    add_standing(r, &x);
    why_add(r, ", pool %s ", b->name);
    add_standing(r, &y);
    if (stand_alike(r, &x, &y))
        why_add(r, ", and its earliest job came first");
}

static void came_first(struct sw_replay *r, const struct job *a, const struct job *b)
{
    why_add(r, a->submit_us < b->submit_us ? "it was submitted first, at %s" : "of two submitted at %s it is first in the trace", seconds(r, a->submit_us));
}

static void jobs_differ(struct sw_replay *r, const struct job *a, const struct job *b, int slot)
{
    const struct sw_order *order = r->opt.order.part;
    struct standing x = of_job(a, slot), y = of_job(b, slot);
    bool fifo = order->job_key == sw_key_fifo || (order->uses_pools && a->at_pool->fifo);
    if (fifo && a->priority != b->priority) {
        why_add(r, "its priority is %s, not %s", sw_priority_words[a->priority], sw_priority_words[b->priority]);
    } else if (fifo) {
        came_first(r, a, b);
    } else if (order->stands_by == SW_BY_ITS_OWN) {
        why_add(r, "it goes first by order %s", order->name);
    } else if (stand_alike(r, &x, &y)) {
        came_first(r, a, b);
    } else {
        why_add(r, "it runs ");
        add_standing(r, &x);
        why_add(r, ", this one ");
        add_standing(r, &y);
    }
}

/* O11 */
static void queues_differ(struct sw_replay *r, const struct pool *a, const struct pool *b, int slot)
{
    struct standing x = of_pool(a, slot), y = of_pool(b, slot);
    why_add(r, "the queue of jobs of its size runs ");
    add_standing(r, &x);
    why_add(r, ", this one's ");
    add_standing(r, &y);
    if (stand_alike(r, &x, &y))
        why_add(r, ", and its earliest job came first");
}

void why_turn(struct sw_replay *r, const struct stage *st, const struct stage *first)
{
    const struct pool *a = first->job->at_pool, *b = st->job->at_pool;
    add_job(r, first->job);
    why_add(r, " was served: ");
    if (r->opt.order.part->uses_pools)
        part(&a, &b);
    if (first->job == st->job)
        why_add(r, "its stage %llu goes before stage %llu", (unsigned long long)first->name, (unsigned long long)st->name);
    else if (r->opt.order.part->uses_pools && a != b)
        pools_differ(r, a, b, st->slot);
    else if (first->job->queue != st->job->queue)
        queues_differ(r, first->job->queue, st->job->queue, st->slot);
    else
        jobs_differ(r, first->job, st->job, st->slot);
}

/* ---- limits ------------------------------------------------------------------------------------------ */

void why_held(struct sw_replay *r, const struct aside *by, int slot)
{
    static const char *const kinds[] = { "map ", "reduce " };
    int64_t running = by->pool ? by->pool->running[slot] : by->holder->running[slot];
    if (by->pool)
        why_add(r, "pool %s runs ", by->pool->name);
    else if (by->holder->pool)
        why_add(r, "user '%s' runs ", by->holder->user);
    else
        why_add(r, "it runs ");
    why_add(r, "%lld %stask%s", (long long)running, r->cl->one_kind ? "" : kinds[slot], running == 1 ? "" : "s");
    if (by->pool || !by->holder->pool)
        why_add(r, ", its maximum");
    else
        why_add(r, " in pool %s, the most a user may", by->holder->pool->name);
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
void why_no_task(struct sw_replay *r, const struct job *job)
{
    const struct stage *st = job->stage;
    const char *between = " waits for stage ";
    while (st->ready)
        st++;
    if (job->mapreduce) {
        why_add(r, "its reduces wait for %llu of its %llu maps to be done (%llu are)", (unsigned long long)maps_before_reduces(r, job->result.maps),
                (unsigned long long)job->result.maps, (unsigned long long)job->maps_done);
        return;
    }
    why_add(r, "stage %llu", (unsigned long long)st->name);
    for (uint32_t i = 0; i < job->n_stages; i++)
        if (job->stage[i].n_done < job->stage[i].n_tasks && is_parent(&job->stage[i], st)) {
            why_add(r, "%s%llu", between, (unsigned long long)job->stage[i].name);
            between = ", ";
        }
}

/* ---- room for map output ----------------------------------------------------------------------------------- */

void why_evicted(struct sw_replay *r, const struct job *job)
{
    why_add(r, "nothing can go on for want of room, so its %llu bytes of map output are deleted; it waits until another job has ended",
            (unsigned long long)job->held_bytes);
}

/* ---- copies and kills --------------------------------------------------------------------------------------- */

void why_copied(struct sw_replay *r, const struct attempt *a)
{
    add_task(r, a->stage, a->task);
    why_add(r, " on %s is slow by --speculate %s, %s s after its launch", r->cl->node[a->node].name, r->opt.speculate.part->name,
            seconds(r, r->now_us - a->launch_us));
}

/* K3: the part that asks for the tasks that are due is the one that counts. */
void why_killed(struct sw_replay *r, const struct attempt *a, const struct pool *p)
{
    int slot = a->stage->slot;
    int64_t min_timeout_us = p->min_timeout_us >= 0 ? p->min_timeout_us : r->opt.preempt.min_us;
    int64_t min = entitled(p, slot), fair = least((int64_t)p->share[slot], least(p->demand[slot], p->max[slot]));
    bool for_min = r->now_us - p->at_min_us[slot] > min_timeout_us && min - p->running[slot] == p->tasks_due;
    add_task(r, a->stage, a->task);
    why_add(r, ", %s s old, killed for pool %s: %lld below its %s share of %s for %s s", seconds(r, r->now_us - a->launch_us), p->name,
            (long long)((for_min ? min : fair) - p->running[slot]), for_min ? "minimum" : "fair",
            real(r, for_min ? (double)p->min[slot] : p->share[slot]), seconds(r, r->now_us - (for_min ? p->at_min_us[slot] : p->at_fair_us[slot])));
}
