/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load_cap.c - H8: a cap on what a node takes by the load of the cluster. */
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

int set_load_cap(struct options *o, const char *arg, struct sw_err *err)
{
    double x;
    if (sw_opt_fraction("--load-cap", arg, 0, 1, &x, err)) return SW_FAIL;
    o->load_cap = naive_round(x * 1e6);
    return SW_OK;
}

/* "running + ready unlaunched tasks of the kind, of all jobs that are admitted (of ended ones what still runs)" */
static int64_t runnable(const struct run *r, int kind)
{
    int64_t sum = 0;
    for (int p = 0; p < r->n_pools && r->o.hadoop && r->o.order == &order_hfs; p++) /* E5 */
        if (r->pool[p].parent == -1) sum += pool_demand(r, p, kind);
    if (r->o.hadoop && r->o.order == &order_hfs) return sum;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state >= SUBMITTED) sum += job_running(r, j, kind) + job_waiting(r, j, kind);
    return sum;
}

/* The least whole number not below s min(1, R/S + x). */
static int64_t cap(const struct run *r, int node, int kind)
{
    int64_t s = r->node[node].slots[kind], of_all = 0, n = 0, wanted = runnable(r, kind);
    for (int k = 0; k < r->n_nodes; k++) of_all += r->node[k].slots[kind];
    if (wanted == 0) return s;
    while (n < s && (__int128)n * of_all * MILLION < (__int128)s * wanted * MILLION + (__int128)s * of_all
           * r->o.load_cap) n++;
    return n;
}

int64_t node_offers(const struct run *r, int node, int kind)
{
    int64_t free = node_free(r, node, kind) - r->n_kept; /* M5 */
    if (r->o.load_cap == UNSET) return free;
    int64_t below = cap(r, node, kind) - node_occupied(r, node, kind);
    return below < free ? below : free;
}
