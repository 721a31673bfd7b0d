/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_list.c - what the orders O10 to O13 and O25 to O28 share: jobs put into the list one after the other, and whom
 * limits hold back. */
#include <stdlib.h>
#include "tests/naive/naive.h"

/* Admitted and not ended. */
bool job_is_in(const struct job *j) { return j->state == SUBMITTED && j->admitted; }

/* H5, O6, O13: it has something of the kind to launch, and no limit holds it back. */
bool job_may_run(const struct run *r, int job, int kind)
{
    return job_waiting(r, job, kind) > 0 && !order_holds_back(r, job, kind);
}

/* O6: "a pool at its maximum, and all below it", under the orders that look at pools; others say it themselves. */
bool order_holds_back(const struct run *r, int job, int kind)
{
    if (r->o.order->holds_back) return r->o.order->holds_back(r, job, kind);
    for (int p = r->job[job].pool; p >= 0 && r->o.order->looks_at_pools; p = r->pool[p].parent)
        if (pool_at_maximum(r, p, kind)) return true;
    return false;
}

int list_group(const struct run *r, int kind, int group, int (*group_of)(const struct run *, int),
               bool (*before)(const struct run *, int, int, int), struct stage **out)
{
    int n = 0;
    bool *taken = naive_alloc((size_t)r->n_jobs, sizeof *taken);
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (!taken[j] && r->job[j].state == SUBMITTED && group_of(r, j) == group && job_may_run(r, j, kind) &&
                (first < 0 || before(r, kind, j, first))) first = j;
        if (first < 0) break;
        taken[first] = true;
        n += stages_of_job(&r->job[first], kind, out + n);
    }
    free(taken);
    return n;
}

static int list_jobs(const struct run *r, int kind, int pool, bool (*before)(const struct run *, int, int, int),
                     struct stage **out)
{
    int n = 0;
    bool *taken = naive_alloc((size_t)r->n_jobs, sizeof *taken);
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (!taken[j] && r->job[j].pool == pool && job_in_list(r, j, kind)
                && (first < 0 || before(r, kind, j, first))) first = j;
        if (first < 0) break;
        taken[first] = true;
        n += stages_of_job(&r->job[first], kind, out + n);
    }
    free(taken);
    return n;
}

static int pool_of(const struct run *r, int job) { return r->job[job].pool; }

static bool by_policy(const struct run *r, int kind, int a, int b)
{
    return fair_in_pool_before(r, kind, r->pool[r->job[a].pool].fifo, a, b);
}

int list_pools(const struct run *r, int kind, int parent, const struct tree *of, struct stage **out)
{
    int n = 0;
    bool *taken = naive_alloc((size_t)r->n_pools, sizeof *taken);
    for (;;) {
        int first = -1;
        for (int p = 0; p < r->n_pools; p++)
            if (!taken[p] && of->is_listed(r, kind, p, parent) && (first < 0 || of->pool_before(r, kind, p, first)))
                first = p;
        if (first < 0) break;
        taken[first] = true;
        if (pool_has_children(r, first)) n += list_pools(r, kind, first, of, out + n);
        else if (of->job_before) n += list_jobs(r, kind, first, of->job_before, out + n);
        else n += list_group(r, kind, first, pool_of, by_policy, out + n);
    }
    free(taken);
    return n;
}

bool pool_is_below(const struct run *r, int kind, int pool, int parent)
{
    return r->pool[pool].parent == parent && first_job(r, pool, kind) >= 0;
}

int list_tree(const struct run *r, int kind, int parent, struct stage **out,
              bool (*pool_before)(const struct run *, int, int, int),
              bool (*job_before)(const struct run *, int, int, int))
{
    return list_pools(r, kind, parent, &(struct tree){ pool_is_below, pool_before, job_before }, out);
}

/* O1: a group's "earliest (submit, place) job among those in the list"; -1: it has none. */
int first_of_group(const struct run *r, int kind, int group, int (*group_of)(const struct run *, int))
{
    int first = -1;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state == SUBMITTED && group_of(r, j) == group && job_may_run(r, j, kind) &&
            (first < 0 || earlier(&r->job[j], &r->job[first]))) first = j;
    return first;
}

/* "The slots of the kind in nodes that are up." */
int64_t slots_up(const struct run *r, int kind)
{
    int64_t sum = 0;
    for (int n = 0; n < r->n_nodes; n++)
        if (r->node[n].up) sum += r->node[n].slots[kind];
    return sum;
}
