/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_modified_fair.c - O25 to O29, LC 3.1 to 3.3 and 3.5. Small jobs are in a pool of their own, which is number
 * n_pools here. */
#include <stdlib.h>
#include "tests/naive/naive.h"

static int shared_pool(const struct run *r) { return r->n_pools; }

/* "its maps (tasks of kinds map and task, in all stages)", or its reduces */
static int64_t size_of(const struct job *j, bool reduces)
{
    int64_t n = 0;
    for (int s = 0; s < j->n_stages; s++)
        if ((j->stage[s].kind == SW_REDUCE) == reduces) n += j->stage[s].n_tasks;
    return n;
}

/* "What a job runs and has waiting counts for the pool that it is in, and moves with it." */
static int pool_of(const struct run *r, int job)
{
    return r->job[job].in_shared ? shared_pool(r) : r->job[job].pool;
}

static int64_t running_in(const struct run *r, int kind, int pool)
{
    int64_t running = 0;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state >= SUBMITTED && pool_of(r, j) == pool) running += job_running(r, j, kind);
    return running;
}

static int64_t pending_in(const struct run *r, int kind, int pool)
{
    int64_t pending = 0;
    for (int j = 0; j < r->n_jobs; j++)
        if (pool_of(r, j) == pool) pending += job_waiting(r, j, kind);
    return pending;
}

/* ---- O25: classes ---------------------------------------------------------------------------------- */

static int64_t least_size(const struct run *r)
{
    int64_t least = NO_LIMIT;
    for (int j = 0; j < r->n_jobs; j++)
        if (job_is_in(&r->job[j]) && size_of(&r->job[j], false) < least) least = size_of(&r->job[j], false);
    return least;
}

static bool is_small(const struct run *r, const struct job *j)
{
    return job_is_in(j) && size_of(j, false) <= r->min_job_size;
}

/* "somebody is in and (small jobs map slots) <= (jobs in nodes)" */
static bool shared_is_on(const struct run *r)
{
    int64_t in = 0, small = 0, nodes = 0;
    for (int j = 0; j < r->n_jobs; j++) {
        in += job_is_in(&r->job[j]);
        small += is_small(r, &r->job[j]);
    }
    for (int n = 0; n < r->n_nodes; n++) nodes += r->node[n].up;
    return in > 0 && small * slots_up(r, 0) <= in * nodes;
}

static void set_classes(struct run *r)
{
    r->min_job_size = least_size(r);
    r->shared_on = !r->o.no_classes && shared_is_on(r);
    for (int j = 0; j < r->n_jobs; j++) {
        bool was = r->job[j].in_shared;
        if (job_is_in(&r->job[j])) r->job[j].in_shared = r->shared_on && is_small(r, &r->job[j]);
        /* "a look that moves a job is followed by heartbeats as in H6 (b)" */
        if (r->job[j].in_shared != was) r->work_came = true;
    }
}

/* "A job admitted between two looks" */
void modified_fair_admits(const struct run *r, struct job *j)
{
    j->in_shared = r->shared_on && is_small(r, j);
}

/* ---- O26: allocations ------------------------------------------------------------------------------ */

/* m: "minJobSize for map slots and the least number of reduces of the small jobs for reduce slots" */
static int64_t least_of_small(const struct run *r, int kind)
{
    int64_t least = NO_LIMIT;
    if (kind == 0) return r->min_job_size;
    for (int j = 0; j < r->n_jobs; j++)
        if (is_small(r, &r->job[j]) && size_of(&r->job[j], true) < least) least = size_of(&r->job[j], true);
    return least;
}

static void allocate_shared(struct run *r, int kind)
{
    int64_t *has = &r->shared_allocation[kind], slots = slots_up(r, kind);
    if (!r->shared_on) *has = 0;
    else if (*has == 0) {
        *has = (least_of_small(r, kind) + 1) / 2;
        if (*has > slots) *has = slots;
    }
}

static void allocate(struct run *r, int kind)
{
    int64_t sum = 0, left;
    allocate_shared(r, kind);
    left = slots_up(r, kind) - r->shared_allocation[kind];
    for (int p = 0; p < r->n_pools; p++) sum += pending_in(r, kind, p);
    for (int p = 0; p < r->n_pools; p++) {
        int64_t part = sum > 0 && left > 0 ? left * pending_in(r, kind, p) / sum : 0;
        r->pool[p].allocation[kind] = part < r->pool[p].max[kind] ? part : r->pool[p].max[kind];
    }
}

void modified_fair_look(struct run *r)
{
    set_classes(r);
    for (int kind = 0; kind < r->n_kinds && !r->o.no_alloc; kind++) allocate(r, kind);
}

/* ---- O27, O28: the list ---------------------------------------------------------------------------- */

/* O6; "the shared pool ... no maximum" */
static bool holds_back(const struct run *r, int job, int kind)
{
    int p = pool_of(r, job);
    return p != shared_pool(r) && running_in(r, kind, p) >= r->pool[p].max[kind];
}

/* What O27 compares of a pool. */
struct standing { int64_t running, allocation, m, weight; };

static struct standing stand(const struct run *r, int kind, int pool)
{
    bool shared = pool == shared_pool(r);
    int64_t pending = pending_in(r, kind, pool), min = shared ? 0 : pool_minimum(r, pool, kind);
    return (struct standing){ running_in(r, kind, pool), shared ? r->shared_allocation[kind]
                              : r->pool[pool].allocation[kind],
                              min < pending ? min : pending, shared ? MILLION : r->pool[pool].weight };
}

/* "pools with running <= m, ..., by running/m, 0 where m is 0; then those with more, by running/weight, weight 0
 * last" */
static int compare_standings(const struct standing *a, const struct standing *b)
{
    bool below_a = a->running < a->allocation, below_b = b->running < b->allocation;
    bool within_a = a->running <= a->m, within_b = b->running <= b->m;
    if (below_a != below_b) return below_a ? -1 : 1;
    if (within_a != within_b) return within_a ? -1 : 1;
    if (within_a) return compare_ratio(a->running, a->m ? a->m : 1, b->running, b->m ? b->m : 1);
    return compare_ratio(a->running, a->weight, b->running, b->weight);
}

/* O25.6: "pools in each group as under O4", with e = min(min share, demand). */
static int compare_unsorted(const struct run *r, int kind, int a, int b)
{
    struct standing s[2] = { stand(r, kind, a), stand(r, kind, b) };
    int pool[2] = { a, b };
    int64_t e[2];
    for (int i = 0; i < 2; i++) {
        bool shared = pool[i] == shared_pool(r);
        int64_t min = shared ? 0 : pool_minimum(r, pool[i], kind), demand = s[i].running + pending_in(r, kind, pool[i]);
        e[i] = min < demand ? min : demand;
    }
    bool below_a = s[0].running < s[0].allocation, below_b = s[1].running < s[1].allocation;
    bool needy_a = s[0].running < e[0], needy_b = s[1].running < e[1];
    if (below_a != below_b) return below_a ? -1 : 1;
    if (needy_a != needy_b) return needy_a ? -1 : 1;
    if (needy_a) return compare_ratio(s[0].running, e[0], s[1].running, e[1]);
    return compare_ratio(s[0].running, s[0].weight, s[1].running, s[1].weight);
}

static bool pool_before(const struct run *r, int kind, int a, int b)
{
    struct standing at_a = stand(r, kind, a), at_b = stand(r, kind, b);
    int c = r->o.no_sort ? compare_unsorted(r, kind, a, b) : compare_standings(&at_a, &at_b);
    if (c) return c < 0;
    /* "O1 where LC draws lots" */
    return earlier(&r->job[first_of_group(r, kind, a, pool_of)], &r->job[first_of_group(r, kind, b, pool_of)]);
}

/* O28: "by priority; most pending; fewest running; O1. In a fifo pool as O2"; "the shared pool is fifo". */
static bool before(const struct run *r, int kind, int a, int b)
{
    const struct job *ja = &r->job[a], *jb = &r->job[b];
    int pool = pool_of(r, a);
    int64_t pending_a = job_waiting(r, a, kind), pending_b = job_waiting(r, b, kind);
    int64_t running_a = job_running(r, a, kind), running_b = job_running(r, b, kind);
    if (pool == shared_pool(r) || r->pool[pool].fifo) return fifo_before(ja, jb);
    if (r->o.no_sort) return fair_in_pool_before(r, kind, false, a, b);
    if (ja->priority != jb->priority) return ja->priority < jb->priority;
    if (pending_a != pending_b) return pending_a > pending_b;
    if (running_a != running_b) return running_a < running_b;
    return earlier(ja, jb);
}

static int list_modified_fair(const struct run *r, int kind, struct stage **out)
{
    int n = 0;
    bool *taken = naive_alloc((size_t)r->n_pools + 1, sizeof *taken);
    for (;;) {
        int first = -1;
        for (int p = 0; p <= r->n_pools; p++)
            if (!taken[p] && first_of_group(r, kind, p, pool_of) >= 0 && (first < 0 || pool_before(r, kind, p, first)))
                first = p;
        if (first < 0) break;
        taken[first] = true;
        n += list_group(r, kind, first, pool_of, before, out + n);
    }
    free(taken);
    return n;
}

/* ---- O29: priorities ------------------------------------------------------------------------------- */

enum { V_HIGH, HIGH, NORMAL, LOW, V_LOW };

/* Rows from node, rack, any, each to node, rack, any. */
static const int8_t table_3[3][3][5] = {
    { { V_HIGH, HIGH, NORMAL, LOW, V_LOW }, { HIGH, NORMAL, LOW, V_LOW, LOW }, { NORMAL, LOW, V_LOW, V_LOW, LOW } },
    { { HIGH, V_HIGH, HIGH, NORMAL, LOW }, { V_HIGH, HIGH, NORMAL, LOW, V_LOW }, { HIGH, NORMAL, LOW, V_LOW, LOW } },
    { { HIGH, V_HIGH, V_HIGH, HIGH, NORMAL }, { HIGH, V_HIGH, HIGH, NORMAL, LOW },
        { V_HIGH, HIGH, NORMAL, LOW, V_LOW } } };
static const int8_t printed[5] = { HIGH, NORMAL, LOW, V_LOW, LOW }; /* any to node */

void priority_moves(const struct run *r, struct job *j, enum sw_locality at)
{
    if (at == SW_AT_NONE || r->o.no_priority) return; /* "others than those of these distances ... do not count" */
    const int8_t *row = j->last_at >= 0 ? table_3[j->last_at][at] : NULL;
    if (r->o.as_printed && j->last_at == SW_AT_ANY && at == SW_AT_NODE) row = printed;
    if (row) j->priority = (enum sw_priority)row[j->priority]; /* "the first moves nothing" */
    j->last_at = (int)at;
}

const struct order_rule order_modified_fair = { "modified-fair", true, list_modified_fair, holds_back };
