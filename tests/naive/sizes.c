/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sizes.c - Z1 to Z5: CPUs and memory that tasks take of their nodes; the order by dominant shares. */
#include "tests/naive/naive.h"

/* Z4 */
void sizes_check(const struct run *r, const struct job *j)
{
    for (int n = 0; n < r->n_nodes; n++)
        if (j->size[0] <= r->node[n].size[0] && j->size[1] <= r->node[n].size[1]) return;
    naive_fail("no node has room for a task");
}

/* Z2, Z3 */
bool sizes_fit(const struct run *r, const struct stage *s, int node)
{
    for (int i = 0; i < 2; i++) {
        int64_t left = r->node[node].size[i];
        if (left == NO_LIMIT) continue;
        for (int k = 0; k < r->n_attempts; k++)
            if (r->attempt[k].node == node && r->attempt[k].phase != OVER) left -= r->job[r->attempt[k].job].size[i];
        if (left < r->job[s->job].size[i]) return false;
    }
    return true;
}

/* Z5: of what the jobs that are in the pool, or are the job, take; in 10^-12 parts, cut. */
static int64_t dominant(const struct run *r, int pool, int job)
{
    int64_t most = 0;
    for (int i = 0; i < 2; i++) {
        __int128 used = 0, all = 0;
        for (int n = 0; n < r->n_nodes; n++)
            if (r->node[n].up && r->node[n].size[i] != NO_LIMIT) all += r->node[n].size[i];
        for (int j = 0; j < r->n_jobs; j++) {
            bool is_in = j == job;
            for (int p = r->job[j].pool; p >= 0 && job < 0; p = r->pool[p].parent) is_in |= p == pool;
            if (is_in) used += (__int128)r->job[j].size[i] * job_running(r, j, 0);
        }
        if (all > 0 && used * 1000000000000 / all > most) most = (int64_t)(used * 1000000000000 / all);
    }
    return most;
}

static bool pool_before(const struct run *r, int kind, int a, int b)
{
    int c = compare_ratio(dominant(r, a, -1), r->pool[a].weight, dominant(r, b, -1), r->pool[b].weight);
    return c ? c < 0 : earlier(&r->job[first_job(r, a, kind)], &r->job[first_job(r, b, kind)]);
}

static bool job_before(const struct run *r, int kind, int a, int b)
{
    static const int64_t factor[] = { 16, 8, 4, 2, 1 };
    const struct job *ja = &r->job[a], *jb = &r->job[b];
    (void)kind;
    if (r->pool[ja->pool].fifo) return fifo_before(ja, jb);
    int c = compare_ratio(dominant(r, -1, a), ja->weight * factor[ja->priority], dominant(r, -1, b),
                          jb->weight * factor[jb->priority]);
    return c ? c < 0 : earlier(ja, jb);
}

static int list_drf(const struct run *r, int kind, struct stage **out)
{
    return list_tree(r, kind, -1, out, pool_before, job_before);
}

const struct order_rule order_drf = { "drf", true, list_drf };
