/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_fair_gap.c - O9, TR 4.1: pools, and in them jobs, by running - share, least first; the shares of the last
 * update, in whole millionths, so that what is equal but for rounding is a tie (O1). */
#include <stdlib.h>
#include "tests/naive/naive.h"

/* "jobs that neither run nor wait then have share 0": they have no demand */
void gap_update(struct run *r)
{
    double *pools = naive_alloc((size_t)r->n_pools, sizeof *pools),
        *jobs = naive_alloc((size_t)r->n_jobs, sizeof *jobs);
    for (int kind = 0; kind < r->n_kinds; kind++) {
        pool_shares(r, kind, pools);
        job_shares(r, kind, pools, jobs);
        for (int p = 0; p < r->n_pools; p++) r->pool[p].share[kind] = naive_round(pools[p] * 1e6);
        for (int j = 0; j < r->n_jobs; j++) r->job[j].share[kind] = naive_round(jobs[j] * 1e6);
    }
    free(pools);
    free(jobs);
}

static bool pool_before(const struct run *r, int kind, int a, int b)
{
    int64_t gap_a = pool_running(r, a, kind) * 1000000 - r->pool[a].share[kind];
    int64_t gap_b = pool_running(r, b, kind) * 1000000 - r->pool[b].share[kind];
    return gap_a != gap_b ? gap_a < gap_b : earlier(&r->job[first_job(r, a, kind)], &r->job[first_job(r, b, kind)]);
}

static bool job_before(const struct run *r, int kind, int a, int b)
{
    if (r->pool[r->job[a].pool].fifo) return fifo_before(&r->job[a], &r->job[b]);
    int64_t gap_a = job_running(r, a, kind) * 1000000 - r->job[a].share[kind];
    int64_t gap_b = job_running(r, b, kind) * 1000000 - r->job[b].share[kind];
    return gap_a != gap_b ? gap_a < gap_b : earlier(&r->job[a], &r->job[b]);
}

static int list_gap(const struct run *r, int kind, struct stage **out)
{
    return list_tree(r, kind, -1, out, pool_before, job_before);
}

const struct order_rule order_fair_gap = { "fair-gap", true, list_gap };
