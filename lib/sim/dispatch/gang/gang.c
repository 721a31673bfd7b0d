/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gang.c - jobs that start all at once (--width): what they take and give back, how long they run, when a cycle comes.
 *
 * A gang's tasks are attempts of the core, of one slot each; the other slots are taken and given back here. */
#include "lib/sim/dispatch/gang/gang.h"
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"
#include <string.h>

#define YEAR_US (INT64_C(365) * 86400 * SW_US_PER_S)

/* ---- jobs ------------------------------------------------------------------------------------------------ */

/* G10.1 */
static int64_t asked_cpu_time(const struct sw_job *spec, uint64_t tasks)
{
    __int128 us = (__int128)spec->limit_us * (spec->cpus > tasks ? spec->cpus : tasks);
    return spec->limit_us < 0 ? -1 : us > INT64_MAX ? INT64_MAX : (int64_t)us;
}

/* G1.1, G1.2, G5.2 */
static void gang_job_made(struct sw_replay *r, void *own, struct job *job, const struct sw_job *spec)
{
    struct gang_job *j = gang_of(own, job);
    int64_t width = spec->width > 0 && spec->width < INT32_MAX ? (int64_t)spec->width : spec->width ? INT32_MAX : 1;
    j->width = r->opt.gang.width == SW_WIDTH_NODES ? (int64_t)r->cl->node[0].span[0].slots[0] : width;
    j->partition = sw_cluster_partition(r->cl, spec->partition);
    j->estimate_us = spec->limit_us < 0 ? YEAR_US : max_i64(spec->limit_us, 1);
    j->launch_us = -1;
    if (!r->opt.order.policy->by_points)
        job->asks = asked_cpu_time(spec, job_tasks(job));
    j->fits_racks = r->opt.gang.switches_us > 0 && starts_fits_racks(r, own, job);
    r->totals.without_limit += spec->limit_us < 0;
    for (uint32_t s = 0; s < job->n_stages; s++) {
        struct gang_stage *gs = gang_stage_of(own, &job->stage[s]);
        gs->since_us = gs->wait_ends_us = -1;
        job->stage[s].at_once = job->stage[s].n_tasks * j->width;
    }
}

/* G1.3 */
static int gang_job_check(struct sw_replay *r, void *own, struct job *job, const struct sw_job *spec)
{
    uint32_t n = 0, tasks = job->stage[0].n_tasks;
    int64_t width = gang_of(own, job)->width, slots = tasks * width;
    const struct sw_partition *p = gang_of(own, job)->partition;
    if (r->cl->n_partitions && !p)
        return sw_trace_err(r->source.trace, spec, "partition", r->err, "is not in the file of --partitions: '%.*s'",
                            (int)spec->partition.len, spec->partition.at), SW_FAIL;
    for (uint32_t i = 0; i < r->cl->n_nodes && n < tasks; i++)
        n += r->cl->node[i].span[0].slots[0] >= width && (!p || p->has[i]);
    if (n < tasks)
        return sw_trace_err(r->source.trace, spec, NULL, r->err,
                            "the job asks for %u nodes of %llu slots, and %s%s has %u", tasks,
                            (unsigned long long)(width < INT32_MAX ? (uint64_t)width : spec->width),
                            p ? "partition " : "the cluster", p ? p->name : "", n), SW_FAIL;
    for (const struct pool *q = pool_get(r, spec->pool); q && r->opt.order.policy->uses_pools; q = q->parent)
        if (slots > q->max[0])
            return sw_trace_err(r->source.trace, spec, "pool", r->err,
                                "the job asks for %lld slots, and '%s' may run %lld", (long long)slots, q->name,
                                (long long)q->max[0]), SW_FAIL;
    return SW_OK;
}

static void gang_job_freed(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    xfree(gang_of(own, job)->node);
}

/* ---- the wait for few racks (G8) -------------------------------------------------------------------------- */

/* G1.4: demand is in slots. */
static void gang_stage(struct sw_replay *r, void *own, struct stage *st, enum stage_news what, int class UNUSED)
{
    struct gang *g = own;
    if (what != STAGE_READY)
        return;
    keys_recount(r, st->job, 0, 0, (int64_t)st->n_tasks * (gang_of(g, st->job)->width - 1));
    g->oldest_us = min_i64(g->oldest_us, st->job->submit_us);
    if (gang_waits(r, g, st) && !r->opt.gang.since_first)
        members_wait(r, g, st, r->now_us);
}

/* ---- launches (G7) --------------------------------------------------------------------------------------- */

static void gang_launched(struct sw_replay *r, void *own, struct attempt *a)
{
    int64_t more = gang_of(own, a->job)->width - 1;
    slots_take_more(r, a->node, 0, (uint32_t)more);
    keys_recount(r, a->job, 0, more, -more);
}

static bool gang_runs(struct sw_replay *r, void *own, struct attempt *a)
{
    launch_end_at(r, a, gang_of(own, a->job)->end_us);
    return true;
}

/* G14.8: it may be launched again. */
static void gang_stopped(struct sw_replay *r, void *own, struct attempt *a, enum phase was UNUSED)
{
    int64_t more = gang_of(own, a->job)->width - 1;
    members_leave(own, a->job);
    slots_free_more(r, a->node, 0, (uint32_t)more);
    keys_recount(r, a->job, 0, -more, more);
    finish_count_busy(r, 0, more, r->now_us - a->launch_us);
}

static void gang_ended(struct sw_replay *r, void *own, struct attempt *a)
{
    int64_t more = gang_of(own, a->job)->width - 1;
    members_leave(own, a->job);
    slots_free_more(r, a->node, 0, (uint32_t)more);
    keys_recount(r, a->job, 0, -more, 0);
    finish_count_busy(r, 0, more, a->end_us - a->launch_us);
}

/* ---- when a cycle comes (G3) ----------------------------------------------------------------------------- */

static void gang_round(struct sw_replay *r, void *own)
{
    struct gang *g = own;
    if (unlikely(g->preempt))
        preempt_graces(r, g);
    if (slots_answer(r))
        cycle_make(r, g);
    while (unlikely(g->preempt) && slots_answer(r)) /* G14.9 */
        cycle_make(r, g);
}

static int64_t gang_next_us(struct sw_replay *r, void *own, int64_t until_us UNUSED)
{
    struct gang *g = own;
    while (g->first && gang_stage_of(g, g->first)->wait_ends_us <= r->now_us)
        members_wait_over(g, g->first);
    int64_t next_us = min_i64(g->first ? gang_stage_of(g, g->first)->wait_ends_us : INT64_MAX, starving_next(r, g));
    return unlikely(g->preempt) ? min_i64(next_us, preempt_next(r, g)) : next_us;
}

/* ---- making and freeing ---------------------------------------------------------------------------------- */

static void gang_start(struct sw_replay *r, void *own)
{
    struct gang *g = own;
    uint32_t n = r->cl->n_nodes;
    r->locality.no_blocks = true;
    for (uint32_t i = 0; i < n; i++)
        g->most_slots = r->cl->node[i].span[0].slots[0] > g->most_slots ? r->cl->node[i].span[0].slots[0]
                                                                       : g->most_slots;
    plan_start(&g->plan, n);
    plan_start(&g->held, n);
    g->free = xcalloc(n, sizeof *g->free);
    g->with = xcalloc(g->most_slots + 1, sizeof *g->with);
    g->at_least = xcalloc(g->most_slots + 1, sizeof *g->at_least);
    g->opens = xcalloc(n, sizeof *g->opens);
    g->open = xcalloc(n, sizeof *g->open);
    g->left = xcalloc(n, sizeof *g->left);
    g->freed = xcalloc(n, sizeof *g->freed);
    g->closed = xcalloc(n, sizeof *g->closed);
    g->shut = xcalloc(r->cl->n_partitions + 1, sizeof *g->shut);
    choice_start(r, g);
}

static void gang_reset(struct sw_replay *r, void *own)
{
    struct gang *g = own;
    if (r->source.trace) /* else one job runs alone (S5) */
        sw_trace_gangs(r->source.trace);
    g->preempt = mechanisms_own(r, &preempt_mechanism);
    g->running = NULL;
    g->first = g->last = NULL;
    g->cycle = 0;
    memset(g->shut, 0, r->cl->n_partitions * sizeof *g->shut);
    memset(g->closed, 0, r->cl->n_nodes * sizeof *g->closed);
    g->cycle_us = -1;
    g->oldest_us = INT64_MAX;
    g->starved = g->launched = false;
}

const struct dispatcher gang_dispatcher = {
    .told = { .needs = NEEDS_ENDS | NEEDS_WHOLE_RECORD, .size = sizeof(struct gang),
              .job_size = sizeof(struct gang_job), .stage_size = sizeof(struct gang_stage), .start = gang_start,
              .reset = gang_reset, .job_made = gang_job_made, .job_check = gang_job_check,
              .job_freed = gang_job_freed, .stage = gang_stage, .launched = gang_launched, .runs = gang_runs,
              .ended = gang_ended, .stopped = gang_stopped },
    .round = gang_round, .next_us = gang_next_us,
};
