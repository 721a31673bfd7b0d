/* SPDX-License-Identifier: GPL-3.0-or-later */
/* infeasible.c - jobs that can never run, whatever the others do (J6). */
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/nodes.h"
#include <stdio.h>

enum { MAPS, REDUCES, JOBS };

/* J6.1: unfinished tasks of the kind. */
static bool has_tasks_left(const struct job *job, int kind)
{
    for (uint32_t s = 0; s < job->n_stages; s++)
        if (job->stage[s].slot_kind == kind && job->stage[s].n_done < job->stage[s].n_tasks)
            return true;
    return false;
}

/* Some node has slots of the kind now, or will have. */
static bool slots_to_come(const struct sw_replay *r, int kind)
{
    bool any = r->slots.now[kind] > 0;
    for (uint32_t i = 0; !any && i < r->cl->n_nodes; i++)
        for (uint32_t k = r->slots.node[i].span; !any && k < r->cl->node[i].n_spans; k++)
            any = slots_in_row(r, &r->cl->node[i].span[k], kind) > 0;
    return any;
}

/* J6.2, J6.3: a maximum of 0, or a part of less than a slot (O12.3). */
static bool is_shut(const struct sw_replay *r, const struct sw_pool_spec *pool, int what)
{
    if (what == JOBS)
        return !pool->max_jobs;
    bool has_part = r->opt.order.policy->by_capacity && pool->max_capacity >= 0;
    return !pool->max[what] || (has_part && pool_keys_part_mb(r->cl->total_slots[what], pool->max_capacity) < 1024);
}

/* O30: the pool's maximum is 0 now and in all rows to come. */
static bool stays_shut(const struct sw_replay *r, const struct pool *p, int what)
{
    const struct sw_pool_list *list = p->declared ? r->pools.now : NULL;
    if (!list)
        return false;
    while (list && is_shut(r, &list->at[p->number], what))
        list = list->next;
    return !list;
}

/* The job's pool, or the lowest above it, that is shut for good; NULL. */
static const struct pool *first_shut(const struct sw_replay *r, const struct job *job, int what)
{
    const struct pool *p = job->pool;
    while (p && !stays_shut(r, p, what))
        p = p->parent;
    return p;
}

/* Under O25 a job may count for another pool than its own, so maximums are not read then; at the end no job does. */
static bool heeds(const struct sw_replay *r, int what)
{
    const struct sw_order *order = r->opt.order.policy;
    return (r->pools.limited && (!order->reallocates || r->liveness.at_end))
           || (what == JOBS && (order->uses_pools || order->limits_jobs));
}

/* J6.1, J6.2. */
static bool infeasible_of_kind(const struct sw_replay *r, const struct job *job, int kind, char *why, size_t cap)
{
    const char *kind_word = r->cl->one_kind ? "" : kind ? "reduce " : "map ";
    const struct pool *shut = heeds(r, kind) ? first_shut(r, job, kind) : NULL;
    if (!slots_to_come(r, kind))
        snprintf(why, cap, "no node has %sslots any more", kind_word);
    else if (shut)
        snprintf(why, cap, "pool '%.100s' has a maximum of 0 %sslots for good", shut->name, kind_word);
    else
        return false;
    return true;
}

/* Whether the job can never run, and why not. */
bool infeasible_why(const struct sw_replay *r, const struct job *job, char *why, size_t cap)
{
    for (int kind = MAPS; kind <= REDUCES; kind++)
        if (has_tasks_left(job, kind) && infeasible_of_kind(r, job, kind, why, cap))
            return true;
    const struct pool *shut = !job->admitted && heeds(r, JOBS) ? first_shut(r, job, JOBS) : NULL;
    if (shut)
        snprintf(why, cap, "pool '%.100s' lets no jobs in for good (max_jobs 0)", shut->name);
    return shut;
}

/* There are slots of both kinds, and no pool has a maximum. */
static inline bool all_can_run(const struct sw_replay *r)
{
    return r->slots.now[MAPS] && (r->slots.now[REDUCES] || r->cl->one_kind) && !r->pools.now;
}

/* J6: the replay ends at the submission. */
static COLD int refuse_row(struct sw_replay *r, const struct job *job)
{
    const struct sw_job row = { .line = job->line };
    char why[200];
    if (!infeasible_why(r, job, why, sizeof why))
        return SW_OK;
    return sw_trace_err(r->source.trace, &row, NULL, r->err, "job '%.100s' can never run: %s", job->id, why);
}

/* With --until the run goes on, and its end counts the job. A job alone on the idle cluster (--alone) has no row. */
int infeasible_check(struct sw_replay *r, const struct job *job)
{
    return r->opt.until_us >= 0 || !r->source.trace || all_can_run(r) ? SW_OK : refuse_row(r, job);
}

/* J6 with --until: the first such job is told at the end. */
void infeasible_count(struct sw_replay *r, const struct job *job)
{
    char why[200];
    if (!infeasible_why(r, job, why, sizeof why) || r->totals.never_run++)
        return;
    snprintf(r->totals.never_why, sizeof r->totals.never_why, "'%.100s': %s", job->id, why);
}
