/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preemption.c - the periodic check for starved pools, and the kills for them (rules K1-K4 of docs/model.md). */
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/preemption.h"
#include "lib/sim/nodes/beats.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"
#include <stdio.h>

/* ---- starved pools ------------------------------------------------------------------------------- */

/* K7.2 */
static int64_t demand_of(const struct pool *p, int kind)
{
    return p->demand[kind] - p->n_suspended[kind];
}

/* K2, K3: how the pool stands, by its clocks and timeouts. */
static struct sw_starving starving(const struct sw_replay *r, const struct pool *p, int kind)
{
    return (struct sw_starving){
        .running = p->running[kind], .demand = min_i64(demand_of(p, kind), p->max[kind]), .min = p->min[kind],
        .share = p->share[kind],
        .below_min_us = r->now_us - p->at_min_us[kind], .below_fair_us = r->now_us - p->at_fair_us[kind],
        .min_timeout_us = preemption_min_us(r, p), .fair_timeout_us = preemption_fair_us(r, p) };
}

/* D12: stages of a pool that starves need not wait. */
static inline void set_starved(struct sw_replay *r, struct pool *p, int kind, bool starved)
{
    if (p->starved[kind] != starved)
        waits_waive(r, p, kind, starved);
}

/* K2, E7.2: a check, or an update, that finds the pool at its share sets its clock. */
static void set_clocks(struct sw_replay *r, struct pool *p, int kind)
{
    const struct sw_preempt_rule *rule = &r->opt.preempt;
    int64_t early_us = r->opt.update_us > 0; /* an update finds it starved at its timeout, a check past it */
    if (p->running[kind] >= demand_of(p, kind)) { /* most pools of a day with few jobs: all that is wanted runs */
        p->at_min_us[kind] = p->at_fair_us[kind] = r->now_us;
        /* Where a timeout is 0 an update finds each pool at it. */
        set_starved(r, p, kind, early_us && (!preemption_min_us(r, p) || !preemption_fair_us(r, p)));
        return;
    }
    struct sw_starving st = starving(r, p, kind);
    int64_t min = st.min < st.demand ? st.min : st.demand;
    if (st.running >= min)
        p->at_min_us[kind] = r->now_us;
    if (!rule->policy->below_fair(rule, &st))
        p->at_fair_us[kind] = r->now_us;
    st = starving(r, p, kind);
    set_starved(r, p, kind,
                st.below_min_us + early_us > st.min_timeout_us || st.below_fair_us + early_us > st.fair_timeout_us);
}

/* K3. E8.2: what is under an order for the pool counts as killed. */
static int64_t tasks_owed(struct sw_replay *r, struct pool *p, int kind)
{
    const struct sw_preempt_rule *rule = &r->opt.preempt;
    if (!r->opt.update_us)
        set_clocks(r, p, kind);
    if (p->running[kind] >= demand_of(p, kind))
        return 0;
    struct sw_starving st = starving(r, p, kind);
    return rule->policy->tasks_to_preempt(rule, &st) - p->n_ordered_for[kind];
}

/* ---- victims ------------------------------------------------------------------------------------- */

/* K4.3: whether one task less leaves the job or pool at its share or above. K4.1: whether the pool runs more than its
 * share. Sums of shares are exact but for rounding. */
static bool can_spare(const struct sw_replay *r, int64_t running, double share)
{
    return r->opt.preempt.tr ? (double)(running - 1) >= share - 1e-9 : (double)running > share + 1e-6;
}

static bool is_above(const struct pool *above, const struct pool *p)
{
    while (p && p != above)
        p = p->parent;
    return p == above;
}

/* E8: its node has made a heartbeat since its launch. */
static bool has_status(const struct sw_replay *r, const struct attempt *a)
{
    return r->now_us - a->launch_us >= 2 * r->opt.heartbeat_us
           || drift_of_node(r, a->node, a->launch_us + 1) <= r->now_us;
}

/* K4: pools that hold the starved one, too, lose nothing by it. */
static bool may_be_killed(const struct sw_replay *r, const struct attempt *a, int kind, const struct pool *starved)
{
    const struct job *job = a->job;
    if (a->stage->slot_kind != kind || job->pool == starved
        || (r->opt.preempt.tr && !can_spare(r, job->running[kind], job_shares(job)->share[kind])))
        return false;
    if (unlikely(r->opt.hadoop_1) && (a->is_ordered || !has_status(r, a)))
        return false;
    for (const struct pool *p = job->pool; p && !is_above(p, starved); p = p->parent)
        if (!can_spare(r, p->running[kind] - p->n_ordered[kind], p->share[kind]))
            return false;
    return true;
}

/* K6: pool names last as long as the replay, those of jobs do not. */
static void note_owed(struct sw_replay *r, const struct pool *p, int64_t tasks)
{
    if (!r->totals.owed.pool) {
        r->totals.owed.pool = p->name;
        r->totals.owed.at_us = r->now_us;
        r->totals.owed.tasks = tasks;
    }
    r->totals.owed.checks++;
}

enum { FOR_EVER = 1000 };

/* K6: the attempt that was killed most often is told at the end. The thousandth of one task ends the replay. */
void preemption_note_killed(struct sw_replay *r, const struct attempt *a)
{
    if (a->number + UINT64_C(1) <= r->totals.killed_attempt)
        return;
    r->totals.killed_attempt = a->number + UINT64_C(1);
    snprintf(r->totals.killed_job, sizeof r->totals.killed_job, "%s", a->job->id);
    if (r->totals.killed_attempt < FOR_EVER || r->opt.until_us >= 0)
        return;
    r->broken = true;
    sw_err_set(r->err, "--preempt: of a task of job '%s' attempt %d was killed: kills are undone and made again for "
               "ever (--until ends such a replay)", a->job->id, FOR_EVER);
}

/* K4.1: the newest launch first, as many as the pool is owed. */
static void kill_newest(struct sw_replay *r, int kind, struct pool *for_pool, int64_t tasks)
{
    for (struct attempt *a = r->attempts.newest, *older; a && tasks > 0; a = older) {
        older = a->older;
        if (!may_be_killed(r, a, kind, for_pool))
            continue;
        bool suspends = suspension_takes(r, a->stage);
        OBSERVERS_SEE(r, SAW_KILL, .attempt = a, .pool = for_pool,
                      .for_what = suspends ? FOR_CLAIM_SUSPENDED : FOR_CLAIM);
        tasks--;
        if (r->opt.update_us) {
            /* E8.1: its node hears of it at its next heartbeat. */
            preemption_note_killed(r, a);
            a->ordered_for = for_pool;
            pool_keys_order(a, 1);
            events_push(&r->events, event_make(beats_of_node(r, a->node), EV_ORDER, a->serial, a));
            continue;
        }
        a->killed_for = for_pool->name;
        if (suspends) {
            suspension_add(r, a);
            continue;
        }
        preemption_note_killed(r, a);
        stop_at_once(r, a, SW_KILLED);
    }
    if (tasks > 0 && !r->slots.free_rank[kind].count) {
        note_owed(r, for_pool, tasks);
        for_pool->owed_now[kind] = tasks;
    }
}

/* ---- a check ------------------------------------------------------------------------------------- */

/* K4: what each pool is owed is found before the first kill. */
static void check_kind(struct sw_replay *r, int kind)
{
    shares_refresh(r, kind);
    for (struct pool *p = r->pools.first; p; p = p->next)
        p->tasks_owed = p->has_children ? 0 : tasks_owed(r, p, kind), p->owed_now[kind] = 0;
    for (struct pool *p = r->pools.first; p; p = p->next)
        if (p->tasks_owed > 0)
            kill_newest(r, kind, p, p->tasks_owed);
}

static void preemption_event(struct sw_replay *r, void *own UNUSED, const struct event *ev UNUSED)
{
    for (int kind = 0; kind < 2; kind++)
        if (r->cl->total_slots[kind])
            check_kind(r, kind);
    ticks_again_unless_quiet(r, EV_PREEMPT, r->opt.preempt_every_us);
}

/* E7.2: an update sets clocks as a check does, and kills nothing. */
bool preemption_updated(struct sw_replay *r)
{
    const bool preempts = r->opt.preempt.policy->tasks_to_preempt;
    for (int kind = 0; kind < 2 && preempts; kind++) {
        if (!r->cl->total_slots[kind])
            continue;
        shares_refresh(r, kind);
        for (struct pool *p = r->pools.first; p; p = p->next)
            if (!p->has_children)
                set_clocks(r, p, kind);
    }
    return preempts;
}

/* A pool with no waiting tasks cannot be starved, so its clocks start at this submission. */
static void preemption_job_submitted(struct sw_replay *r, void *own UNUSED, struct job *job)
{
    struct pool *p = job->pool;
    ticks_expect(r, EV_PREEMPT, r->opt.preempt_every_us);
    for (int kind = 0; kind < 2 && !r->opt.update_us; kind++)
        if (demand_of(p, kind) == p->running[kind])
            p->at_min_us[kind] = p->at_fair_us[kind] = r->now_us;
}

/* A timeout so long never passes within a replay. */
static int64_t unless_never(int64_t timeout_us)
{
    return timeout_us < SW_TIME_MAX / 4 ? timeout_us : 0;
}

/* K2: the clocks stand still where nothing happens. So a pool that is ever past its timeout is so after the longest. */
int64_t preemption_longest_us(const struct sw_replay *r)
{
    int64_t most_us = max_i64(unless_never(r->opt.preempt.min_us), unless_never(r->opt.preempt.fair_us));
    for (const struct pool *p = r->pools.first; p; p = p->next)
        most_us = max_i64(most_us, max_i64(unless_never(p->min_timeout_us), unless_never(p->fair_timeout_us)));
    return most_us;
}

static int64_t preemption_settles_us(struct sw_replay *r, void *own UNUSED)
{
    int64_t several_us = ticks_several_us(r, EV_PREEMPT, r->opt.preempt_every_us);
    return several_us ? several_us + preemption_longest_us(r) + 2 * r->opt.heartbeat_us : 0;
}

const struct mechanism preemption_mechanism = {
    .needs = NEEDS_RETURNS | NEEDS_LAUNCHES | NEEDS_POOLS | NEEDS_SHARES, .event_kind = EV_PREEMPT,
    .event = preemption_event, .job_submitted = preemption_job_submitted, .settles_us = preemption_settles_us,
};
