/* SPDX-License-Identifier: GPL-3.0-or-later */
/* held_up.c - what tasks that are ready waited for, and how long (S14 of docs/model.md). Between two instants nothing
 * changes, so each job with such tasks has one reason until the next. */
#include "lib/sim/ask.h"
#include "lib/base/minmax.h"
#include "lib/sim/queue/queue.h"

const char *const sw_held_by_words[] = { "not-admitted", "pool-limit", "user-limit", "job-limit", "owed", "busy",
                                      "reserved", "not-lent", "no-space", "node-rule", "load-cap", "data", "offer",
                                      "decider", NULL };

struct held_up { struct records at; };
struct held_job { int64_t us[SW_HELD_N]; double task_us[SW_HELD_N]; };

/* ---- one reason ---------------------------------------------------------------------------------- */

/* S14.1: a pool above the job runs the most that it may. */
static bool at_limit(const struct sw_replay *r, const struct job *job, int kind)
{
    bool by_quota = r->opt.order.policy->by_quota; /* X6 has a reason of its own */
    for (const struct pool *p = job->at_pool; p; p = p->parent)
        if (p->running[kind] >= (by_quota ? p->max : p->most)[kind])
            return true;
    return false;
}

/* Of A7 and Z3 the first that refuses it there. */
static enum sw_held_by unfit(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    uint32_t i = 0;
    while (!r->mechanisms.at[i].of->fits
           || r->mechanisms.at[i].of->fits((struct sw_replay *)r, r->mechanisms.at[i].own, st, node))
        i++;
    return r->mechanisms.at[i].of->unfit;
}

/* The least that holds all stages of the job back on the node; SW_HELD_DATA: nothing of these. */
static enum sw_held_by on_node(const struct sw_replay *r, const struct job *job, int kind, uint32_t node)
{
    enum sw_held_by held = SW_HELD_DATA;
    const struct node *nd = &r->slots.node[node];
    if (!slots_offered(r, nd, kind) || nd->is_silent[kind])
        return SW_HELD_LOAD_CAP;
    for (const struct stage *st = job->queued_stages[kind]; st; st = st->next_queued_stage) {
        if (!stage_is_admitted(r, st, node))
            held = SW_HELD_NODE_RULE;
        else if (!stage_fits(r, st, node))
            held = unfit(r, st, node);
        else
            return SW_HELD_DATA;
    }
    return held;
}

/* S14.3: the least reason of all nodes with a free slot of the kind. */
static enum sw_held_by by_nodes(const struct sw_replay *r, const struct job *job, int kind)
{
    enum sw_held_by held = SW_HELD_LOAD_CAP;
    if (!r->mechanisms.has.admits && !r->mechanisms.has.fits && !r->mechanisms.has.slots_cap)
        return SW_HELD_DATA;
    for (uint32_t i = 0; i < r->cl->n_nodes && held != SW_HELD_DATA; i++) {
        enum sw_held_by here = r->slots.node[i].free[kind] ? on_node(r, job, kind, i) : SW_HELD_LOAD_CAP;
        held = here != SW_HELD_LOAD_CAP ? here : held;
    }
    return held;
}

/* Whether its rule makes each stage wait for a node near its data. */
static bool waits_for_data(struct sw_replay *r, const struct job *job, int kind)
{
    if (r->opt.delay.clock == SW_DELAY_NONE && !r->opt.offers)
        return false;
    for (struct stage *st = job->queued_stages[kind]; st; st = st->next_queued_stage) {
        if (st->n_unlaunched[NOPREF])
            return false;
        if (!st->entry[PREF].leaf || r->opt.delay.clock == SW_COUNT_OPPORTUNITIES)
            continue;
        sw_queue_load(&st->entry[PREF]);
        if (waits_level(r, st) == SW_LEVEL_ANY)
            return false;
    }
    return true;
}

/* S14.1 to S14.4, in this order. */
static enum sw_held_by held_by(struct sw_replay *r, const struct job *job, int kind)
{
    const struct limit_group *group = job_group(job);
    if (group && group->is_blocked[kind] && r->pools.by_updates)
        return SW_HELD_OFFER;
    if (group && group->is_blocked[kind])
        return group->pool ? SW_HELD_USER_LIMIT : SW_HELD_JOB_LIMIT;
    if (r->opt.order.policy->uses_pools && at_limit(r, job, kind))
        return SW_HELD_POOL_LIMIT;
    if (!r->slots.free_rank[kind].count)
        return job->at_pool->owed_now[kind] > 0 ? SW_HELD_OWED : SW_HELD_BUSY;
    if (r->opt.decide.n || r->opt.decide.by)
        return SW_HELD_DECIDER;
    if (r->opt.gang.width != SW_WIDTH_NONE)
        return r->slots.n_free[kind] < job->unlaunched[kind]     ? SW_HELD_BUSY
             : !stage_fits(r, job->queued_stages[kind], 0) ? SW_HELD_NOT_LENT : SW_HELD_RESERVED;
    if (job->at_pool->held[kind]) /* X6 */
        return SW_HELD_NOT_LENT;
    enum sw_held_by held = by_nodes(r, job, kind);
    return held != SW_HELD_DATA || waits_for_data(r, job, kind) ? held : SW_HELD_OFFER;
}

/* ---- time ---------------------------------------------------------------------------------------- */

/* Of the job, and of its tasks. */
static void add_held(struct held_job *of, enum sw_held_by held, int64_t us, int64_t tasks)
{
    of->us[held] += us;
    of->task_us[held] += (double)us * (double)tasks;
}

/* The tasks that will be ready when it is admitted. */
static int64_t first_tasks(const struct job *job)
{
    int64_t n = 0;
    for (uint32_t s = 0; s < job->n_stages; s++)
        n += job->stage[s].parents_left ? 0 : (int64_t)job->stage[s].n_tasks;
    return n;
}

/* `unlaunched` has slots where a task takes several (G1.4). */
static int64_t ready_tasks(const struct sw_replay *r, const struct job *job, int kind)
{
    return r->opt.gang.width == SW_WIDTH_NONE ? job->unlaunched[kind] : (int64_t)job->stage[0].n_tasks;
}

/* From now until then nothing changes. */
static void held_up_time_passes(struct sw_replay *r, void *own, int64_t until_us)
{
    int64_t us = until_us - r->now_us;
    if (r->opt.until_us >= 0 && until_us > r->opt.until_us)
        us = r->opt.until_us - r->now_us;
    for (struct job *job = us > 0 ? r->jobs.first : NULL; job; job = job->next) {
        struct held_job *of = job_record(job, own);
        if (!job->submitted || job->ended)
            continue;
        if (!job->admitted)
            add_held(of, SW_HELD_NOT_ADMITTED, us, first_tasks(job));
        for (int kind = 0; kind < 2; kind++)
            if (job->unlaunched[kind] > 0)
                add_held(of, held_by(r, job, kind), us, ready_tasks(r, job, kind));
    }
}

/* S14: a row for each reason that the job had. */
static void held_up_job_row(struct sw_replay *r, void *own, const struct job *job, struct sw_result *res)
{
    const struct held_job *of = job_record(job, own);
    for (int i = 0; i < SW_HELD_N; i++)
        if (of->us[i] > 0)
            r->sink.held(r->sink.ctx, &(struct sw_held_up){ .job_id = res->job_id, .pool = res->pool,
                                                            .user = res->user, .held = (enum sw_held_by)i,
                                                            .us = of->us[i], .task_s = of->task_us[i] / 1e6 });
}

const struct mechanism held_up_observer = {
    .size = sizeof(struct held_up), .job_size = sizeof(struct held_job), .job_row = held_up_job_row,
    .time_passes = held_up_time_passes,
};
