/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yarn_kills.c - what YARN's Fair Scheduler kills for starved jobs (rule Y13 of docs/model.md). A look chooses
 * attempts, which are killed some time later. What they leave is free when their node has told of it. So it is with the
 * Capacity Scheduler (queue_kills.c). */
#include "lib/base/arena.h"
#include "lib/base/grow.h"
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/preemption.h"
#include "lib/sim/mech/yarn/yarn_kills.h"
#include "lib/sim/nodes/beats.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/dispatch/yarn/yarn.h"
#include "lib/sim/queue/queue.h"
#include <math.h>
#include <stdlib.h>

enum { KILLED_IN_VAIN = -2 }; /* in the place of a mark */

static struct starving_job *starving_of(const struct yarn_kills *k, const struct job *job)
{
    return job_record(job, &k->at);
}

/* ---- shares (Y13.1) -------------------------------------------------------------------------------- */

/* O5's weight, four times, so that it is whole. */
static int64_t fourfold_weight(const struct job *job)
{
    return job->weight << (SW_VERY_LOW - job->priority);
}

/* Then by trace index. */
static int jobs_by_submission(const struct job *x, const struct job *y)
{
    return ORDER(x->submit_us, y->submit_us) ?: ORDER(x->place, y->place);
}

/* Pool by pool; Y13.2: in a fifo pool by fifo, else by what runs for its weight. */
static int by_turn(const void *a, const void *b)
{
    const struct job *x = *(struct job *const *)a, *y = *(struct job *const *)b;
    if (x->pool != y->pool)
        return ORDER(x->pool->number, y->pool->number);
    if (x->pool->fifo)
        return order_fifo_before(x, y) ? -1 : 1;
    return ORDER((__int128)x->running[0] * fourfold_weight(y), (__int128)y->running[0] * fourfold_weight(x))
           ?: jobs_by_submission(x, y);
}

/* Jobs of a pool stand together. */
static size_t end_of_pool(const struct yarn_kills *k, size_t i)
{
    const struct pool *p = k->jobs[i]->pool;
    while (i < k->n_jobs && k->jobs[i]->pool == p)
        i++;
    return i;
}

/* Y13.1: by weight and priority; in a fifo pool the first by submission has all. */
static void divide_pool(struct yarn_kills *k, size_t from, size_t to)
{
    const struct pool *p = k->jobs[from]->pool;
    const struct job *first = k->jobs[from];
    double weights = 0;
    for (size_t i = from; i < to; i++) {
        weights += (double)fourfold_weight(k->jobs[i]);
        first = jobs_by_submission(k->jobs[i], first) < 0 ? k->jobs[i] : first;
    }
    for (size_t i = from; i < to; i++)
        starving_of(k, k->jobs[i])->share = !p->fifo ? p->share[0] * (double)fourfold_weight(k->jobs[i]) / weights
                                            : k->jobs[i] == first ? p->share[0] : 0;
}

/* Those that have ended, too, while the ResourceManager has not heard of it. */
static void gather_ended(struct yarn_kills *k)
{
    size_t n_active = k->n_jobs;
    for (size_t i = 0; i < k->n_unheard; i++) {
        struct job *job = k->unheard[i].attempt->job;
        size_t j = job->ended ? n_active : k->n_jobs;
        while (j < k->n_jobs && k->jobs[j] != job)
            j++;
        if (job->ended && j == k->n_jobs)
            PUSH(k->jobs, k->n_jobs, k->cap_jobs, job);
    }
}

/* Y13: admitted jobs, up to the report of their last attempt. */
static void gather_jobs(struct sw_replay *r, struct yarn_kills *k)
{
    k->n_jobs = 0;
    unheard_hear(r, k);
    for (struct job *job = r->jobs.first_active; job; job = job->next_active)
        PUSH(k->jobs, k->n_jobs, k->cap_jobs, job);
    gather_ended(k);
    if (k->n_jobs > 1)
        qsort(k->jobs, k->n_jobs, sizeof *k->jobs, by_turn);
}

/* Y13.1: a pool counts while it has a job. */
static void share_out(struct sw_replay *r, struct yarn_kills *k)
{
    for (struct pool *p = r->pools.first; p; p = p->next)
        p->tasks_owed = 0;
    for (size_t i = 0; i < k->n_jobs; i++)
        k->jobs[i]->pool->tasks_owed = 1; /* it counts */
    shares_of_yarn(r);
    for (size_t i = 0, end; i < k->n_jobs; i = end) {
        end = end_of_pool(k, i);
        divide_pool(k, i, end);
    }
}

/* ---- who starves (Y13.2, Y13.3) -------------------------------------------------------------------- */

/* Y13.2: it has pending tasks, and does not rest. */
static bool is_covered(const struct sw_replay *r, const struct yarn_kills *k, const struct job *job)
{
    return job->unlaunched[0] > 0 && starving_of(k, job)->rests_until_us <= r->now_us;
}

/* Y13.4: once, though it lacks its share and is owed of the minimum. */
static void note_starved(struct yarn_kills *k, struct job *job)
{
    struct starving_job *s = starving_of(k, job);
    if (s->starved)
        return;
    s->starved = true;
    PUSH(k->starved, k->n_starved, k->cap_starved, job);
}

/* Y13.2; false: the jobs behind it are left as they are. */
static bool lacks_share(const struct sw_replay *r, struct starving_job *s, const struct job *job)
{
    double due = fmin(r->opt.preempt.threshold * s->share, (double)(job->running[0] + job->unlaunched[0]));
    bool met = (double)job->running[0] >= due - 1e-6;
    s->lack = 0;
    if (met)
        s->met_us = r->now_us;
    if (met || r->now_us - s->met_us < preemption_fair_us(r, job->pool))
        return false;
    s->lack = due - (double)job->running[0];
    return true;
}

/* Y13.3: what the pool lacks of its minimum, once that has lasted for so long. */
static double lacks_minimum(struct sw_replay *r, struct pool *p)
{
    int64_t lack = min_i64(p->min[0], min_i64(p->demand[0], p->max[0])) - p->running[0];
    if (lack <= 0)
        p->at_min_us[0] = r->now_us;
    return lack > 0 && r->now_us - p->at_min_us[0] >= preemption_min_us(r, p) ? (double)lack : 0;
}

/* Y13.2, then Y13.3, of the jobs from .. to - 1. */
static void look_at_pool(struct sw_replay *r, struct yarn_kills *k, size_t from, size_t to)
{
    double by_share = 0, left;
    for (size_t i = from; i < to; i++) {
        struct starving_job *s = starving_of(k, k->jobs[i]);
        if (!is_covered(r, k, k->jobs[i]))
            continue;
        if (!lacks_share(r, s, k->jobs[i]))
            break;
        by_share += s->lack;
        note_starved(k, k->jobs[i]);
    }
    left = lacks_minimum(r, k->jobs[from]->pool) - by_share;
    for (size_t i = from; i < to; i++) {
        struct starving_job *s = starving_of(k, k->jobs[i]);
        if (!is_covered(r, k, k->jobs[i]))
            continue;
        s->owed = 0;
        if (left <= 1e-6)
            continue;
        double q = fmax(0, (double)k->jobs[i]->unlaunched[0] - s->lack);
        s->owed = q > left ? q - left : q;
        left -= q;
        note_starved(k, k->jobs[i]);
    }
}

/* ---- what is killed (Y13.4 to Y13.6) ---------------------------------------------------------------- */

/* Y13.4: what may be chosen, of each node the newest first. */
static void list_by_node(struct sw_replay *r, struct yarn_kills *k)
{
    uint32_t n = 0;
    k->newest = xrealloc(k->newest, r->cl->n_nodes, sizeof *k->newest);
    memset(k->newest, 0, r->cl->n_nodes * sizeof *k->newest);
    for (size_t i = 0; i < k->n_jobs; i++)
        starving_of(k, k->jobs[i])->n_chosen = 0;
    for (size_t i = 0; i < k->n_seen; i++) {
        const struct seen *seen = &k->seen[i];
        const struct attempt *a = seen->attempt;
        bool is_chosen = seen->ended ? seen->ended->is_chosen : a->is_ordered;
        starving_of(k, a->job)->n_chosen += is_chosen;
        if (is_chosen)
            continue;
        RESERVE(k->on_node, n + 2, k->cap_on_node);
        k->on_node[++n] = (struct on_node){ seen, k->newest[a->node] };
        k->newest[a->node] = n;
    }
    k->node = 0;
}

/* ---- what nodes keep (Y13.7) ------------------------------------------------------------------------ */

/* Slots that the node keeps for any job. */
static int64_t kept_on(const struct yarn_kills *k, uint32_t node)
{
    int64_t n = 0;
    for (size_t i = 0; i < k->n_kept; i++)
        n += k->kept[i].node == node ? k->kept[i].n : 0;
    return n;
}

/* NULL: none. */
static struct kept *kept_for(struct yarn_kills *k, uint32_t node, const struct job *job)
{
    for (size_t i = 0; i < k->n_kept; i++)
        if (k->kept[i].node == node && k->kept[i].job == job)
            return &k->kept[i];
    return NULL;
}

/* Y13.7: one more. */
static void keep_slot(struct yarn_kills *k, uint32_t node, struct job *job)
{
    struct kept *slots = kept_for(k, node, job);
    if (slots) {
        slots->n++;
        return;
    }
    PUSH(k->kept, k->n_kept, k->cap_kept, (struct kept){ job, node, 1 });
}

/* Without those of `job`, and those of which none are left. */
static void drop_kept(struct yarn_kills *k, const struct job *job)
{
    size_t n = 0;
    for (size_t i = 0; i < k->n_kept; i++)
        if (k->kept[i].job != job && k->kept[i].n > 0)
            k->kept[n++] = k->kept[i];
    k->n_kept = n;
}

/* Y13.7: before a heartbeat's other offers each job that the node keeps slots for is offered its free ones. */
static bool yarn_kills_kept(struct sw_replay *r, void *own, uint32_t node)
{
    struct yarn_kills *k = own;
    for (size_t i = 0; i < k->n_kept; i++) {
        struct kept *slots = &k->kept[i];
        if (slots->node != node)
            continue;
        const struct starving_job *s = starving_of(k, slots->job);
        bool below = (double)slots->job->running[0] < s->share - 1e-6;
        if (slots->job->ended || s->lack + s->owed <= 0 || !(below || s->owed > 0))
            slots->n = 0;
        while (slots->n > 0 && yarn_offer_to(r, node, slots->job, NULL))
            ; /* its launch counts down */
    }
    if (k->n_kept > 0)
        drop_kept(k, NULL);
    return false;
}

/* With heartbeats the ResourceManager takes it for running until its node has told. */
static void yarn_kills_ended(struct sw_replay *r, void *own, struct attempt *a)
{
    if (r->opt.heartbeat_us && !r->opt.out_of_band)
        unheard_add(r, own, a);
}

static void yarn_kills_job_ended(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    drop_kept(own, job);
}

/* Y13.4: without it, and what is chosen of it, its job still runs its share. */
static bool may_go(const struct yarn_kills *k, const struct attempt *a)
{
    const struct starving_job *s = starving_of(k, a->job);
    return (double)(a->job->running[0] - s->n_chosen - 1) >= s->share - 1e-6;
}

/* The attempt leaves its node's list. NULL: a free slot is there, or none may go any more: *over. */
static const struct seen *choose_seen(struct sw_replay *r, struct yarn_kills *k, bool *over)
{
    for (; k->node < r->cl->n_nodes; k->node++)
        for (uint32_t *at = &k->newest[k->node]; *at; at = &k->on_node[*at].next) {
            const struct seen *seen = k->on_node[*at].seen;
            if (may_go(k, seen->attempt)) {
                *at = k->on_node[*at].next;
                return seen;
            }
            if (r->slots.node[k->node].free[0] > kept_on(k, k->node))
                return NULL;
        }
    *over = true;
    return NULL;
}

/* Y13.6: it is killed W later. */
static void order(struct sw_replay *r, struct yarn_kills *k, const struct seen *seen, struct job *for_job)
{
    struct attempt *a = seen->attempt;
    starving_of(k, a->job)->n_chosen++;
    keep_slot(k, a->node, for_job);
    if (seen->ended)
        seen->ended->is_chosen = true;
    else {
        a->ordered_for = for_job->pool;
        pool_keys_order(a, 1);
    }
    events_push(&r->events, event_make(r->now_us + r->opt.preempt.wait_us, EV_ORDER, a->serial, a));
}

/* Y13.4: the least first, and of equals the one found last. */
static size_t next_starved(const struct yarn_kills *k)
{
    size_t best = 0;
    for (size_t i = 1; i < k->n_starved; i++) {
        const struct starving_job *s = starving_of(k, k->starved[i]), *t = starving_of(k, k->starved[best]);
        if (s->lack + s->owed <= t->lack + t->owed)
            best = i;
    }
    return best;
}

/* Y13.5. */
static int64_t rest_us(const struct sw_replay *r)
{
    return r->opt.preempt.wait_us + 10 * SW_US_PER_S + (r->opt.heartbeat_us ? 0 : 50000);
}

/* Y13.4: one attempt for each whole slot that it lacks or is owed. */
static void kill_for(struct sw_replay *r, struct yarn_kills *k, struct job *job)
{
    struct starving_job *s = starving_of(k, job);
    bool over = false;
    for (int64_t n = (int64_t)floor(s->lack + s->owed + 1e-6); n > 0 && !over; n--) {
        const struct seen *seen = choose_seen(r, k, &over);
        if (seen)
            order(r, k, seen, job);
    }
    s->starved = false;
    s->rests_until_us = r->now_us + rest_us(r);
}

/* Looks were left out in whole turns, at the ends of which jobs rested as they did at the last look. */
static void rest_on(struct sw_replay *r, struct yarn_kills *k)
{
    for (struct job *job = r->jobs.first_active; job && r->quiet.left_out_us; job = job->next_active)
        if (starving_of(k, job)->rests_until_us > k->look_us)
            starving_of(k, job)->rests_until_us += r->quiet.left_out_us;
    r->quiet.left_out_us = r->quiet.turn_us = 0;
    k->look_us = r->now_us;
}

/* While jobs rest, looks that find the same again are told from others by whole turns (ticks.c). */
static void set_turn(struct sw_replay *r, const struct yarn_kills *k)
{
    int64_t every_us = r->opt.preempt.policy->look_every_us;
    for (size_t i = 0; i < k->n_jobs; i++)
        if (starving_of(k, k->jobs[i])->rests_until_us > r->now_us)
            r->quiet.turn_us = (rest_us(r) + every_us - 1) / every_us * every_us;
}

/* Y13.1: what nodes keep goes by shares, which a look works out though the cluster is not full. */
static void look_for_starved(struct sw_replay *r, struct yarn_kills *k)
{
    rest_on(r, k);
    int64_t running = 0;
    for (const struct pool *p = r->pools.first; p; p = p->next)
        running += p->parent ? 0 : p->running[0];
    bool full = 10 * running > 8 * (int64_t)r->slots.now[0];
    if (!full && !k->n_kept)
        return;
    gather_jobs(r, k);
    share_out(r, k);
    if (!full)
        return;
    k->n_starved = 0;
    for (struct pool *p = r->pools.first; p; p = p->next)
        if (!p->tasks_owed)
            p->at_min_us[0] = r->now_us;
    for (size_t i = 0, end; i < k->n_jobs; i = end) {
        end = end_of_pool(k, i);
        look_at_pool(r, k, i, end);
    }
    if (k->n_starved > 0) {
        unheard_see(r, k);
        list_by_node(r, k);
    }
    while (k->n_starved > 0) {
        size_t i = next_starved(k);
        kill_for(r, k, k->starved[i]);
        memmove(&k->starved[i], &k->starved[i + 1], (--k->n_starved - i) * sizeof *k->starved);
    }
    set_turn(r, k);
}

/* Y13.6: with heartbeats the slot is free a period after the heartbeat that tells of it. */
static void kill_now(struct sw_replay *r, struct yarn_kills *k, struct attempt *a)
{
    uint32_t node = a->node;
    preemption_note_killed(r, a);
    OBSERVERS_SEE(r, SAW_KILL, .attempt = a, .pool = a->is_ordered ? a->ordered_for : NULL,
                  .for_what = a->is_ordered ? FOR_STARVED : FOR_GUARANTEE);
    stop_attempt(r, a, SW_KILLED);
    if (!r->opt.heartbeat_us) {
        slots_free(r, node, 0);
        slots_kick(r, node);
        return;
    }
    PUSH(k->left, k->n_left, k->cap_left,
         (struct left_slot){ beats_of_node(r, node) + r->opt.heartbeat_us, node, r->slots.node[node].epoch });
}

/* Y14.6: its job runs it no more, for the ResourceManager alone. */
static void kill_in_vain(struct sw_replay *r, const struct yarn_kills *k, struct unheard *ended)
{
    *(int64_t *)attempt_record(ended->attempt, &k->at) = KILLED_IN_VAIN;
    ended->is_in_vain = true;
    keys_recount(r, ended->attempt->job, 0, -1, 0);
}

/* Y14.5: what has ended is killed in vain (Y14.6). */
static void round_of_queues(struct sw_replay *r, struct yarn_kills *k)
{
    gather_jobs(r, k);
    unheard_see(r, k);
    queue_kills_round(r, k);
    for (size_t i = 0; i < k->n_chosen; i++)
        if (k->chosen[i].ended)
            kill_in_vain(r, k, k->chosen[i].ended);
        else
            kill_now(r, k, k->chosen[i].attempt);
}

static void yarn_kills_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    if (r->opt.preempt.policy->looks == SW_LOOKS_YARN)
        look_for_starved(r, own);
    else
        round_of_queues(r, own);
    ticks_again_unless_quiet(r, EV_PREEMPT, r->opt.preempt.policy->look_every_us);
}

static void yarn_kills_attempt(struct sw_replay *r, void *own, struct attempt *a, const struct attempt_news *is)
{
    struct yarn_kills *k = own;
    if (is->what == ATTEMPT_COMMITTED && *(int64_t *)attempt_record(a, &k->at) == KILLED_IN_VAIN)
        keys_count(r, a->job, 0, 1, 0);
    if (is->what != ATTEMPT_KILL_DUE)
        return;
    struct unheard *ended = unheard_find(r, k, a);
    if (ended)
        kill_in_vain(r, k, ended);
    if (a->phase == OVER)
        return;
    a->killed_for = a->ordered_for->name;
    kill_now(r, k, a);
}

static int64_t yarn_kills_next_us(struct sw_replay *r UNUSED, void *own)
{
    const struct yarn_kills *k = own;
    int64_t next_us = INT64_MAX;
    for (size_t i = 0; i < k->n_left; i++)
        next_us = min_i64(next_us, k->left[i].at_us);
    return next_us;
}

/* Behind all looks, as reports (T2.5). */
static void yarn_kills_before_offers(struct sw_replay *r, void *own)
{
    struct yarn_kills *k = own;
    for (size_t i = k->n_left; i-- > 0;) {
        const struct left_slot slot = k->left[i];
        if (slot.at_us > r->now_us)
            continue;
        k->left[i] = k->left[--k->n_left];
        if (slot.epoch == r->slots.node[slot.node].epoch)
            slots_free(r, slot.node, 0);
        if (r->slots.node[slot.node].stale)
            slots_flush_stale(r, slot.node);
    }
}

/* Y14.5: no mark. */
static void yarn_kills_launched(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct yarn_kills *k = own;
    struct kept *slots = k->n_kept > 0 ? kept_for(k, a->node, a->job) : NULL;
    if (slots && slots->n > 0)
        slots->n--;
    *(int64_t *)attempt_record(a, &k->at) = -1;
}

static void yarn_kills_job_submitted(struct sw_replay *r, void *own, struct job *job)
{
    starving_of(own, job)->met_us = r->now_us;
    ticks_expect(r, EV_PREEMPT, r->opt.preempt.policy->look_every_us);
}

static void yarn_kills_reset(struct sw_replay *r UNUSED, void *own)
{
    struct yarn_kills *k = own;
    k->n_left = k->n_kept = k->n_unheard = 0;
}

static int64_t yarn_kills_settles_us(struct sw_replay *r, void *own UNUSED)
{
    const struct sw_preempt_rule *rule = &r->opt.preempt;
    int64_t several_us = ticks_several_us(r, EV_PREEMPT, rule->policy->look_every_us);
    if (!several_us)
        return 0;
    return several_us + preemption_longest_us(r) + 2 * rule->wait_us + 2 * r->opt.heartbeat_us + 11 * SW_US_PER_S;
}

const struct mechanism yarn_kills_mechanism = {
    .needs = NEEDS_RETURNS | NEEDS_LAUNCHES | NEEDS_POOLS | NEEDS_SHARES | NEEDS_WHOLE_RECORD,
    .size = sizeof(struct yarn_kills), .job_size = sizeof(struct starving_job), .attempt_size = sizeof(int64_t),
    .launched = yarn_kills_launched, .kept = yarn_kills_kept, .ended = yarn_kills_ended,
    .job_ended = yarn_kills_job_ended, .event_kind = EV_PREEMPT, .event = yarn_kills_event,
    .attempt = yarn_kills_attempt, .next_us = yarn_kills_next_us, .before_offers = yarn_kills_before_offers,
    .job_submitted = yarn_kills_job_submitted,
    .settles_us = yarn_kills_settles_us, .reset = yarn_kills_reset,
};
