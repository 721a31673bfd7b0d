/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vary.c - B12: speeds spread around what the cluster says; B13: stragglers, which are slow for a while. */
#include <stdlib.h>
#include "tests/naive/naive.h"

/* B12: "multiplied by a factor drawn log-normally around the mean 1 from the stream (seed, speed, 0, i), in whole
 * millionths, at least one". */
static double factor_of(const struct run *r, int node)
{
    struct sw_chance c = sw_chance_start(r->o.seed, SW_CHANCE_SPEED, 0, (uint64_t)node);
    int64_t millionths = sw_chance_lognormal_us(&c, MILLION, r->o.speed_sigma);
    return (double)(millionths > 1 ? millionths : 1) / 1e6;
}

/* B13: "the round(SHARE n) nodes i with pi(i) below that number, pi the permutation of (seed, speed, 1)". */
static void choose_stragglers(struct run *r)
{
    uint32_t *pi = naive_alloc((size_t)r->n_nodes, sizeof *pi);
    struct sw_chance c = sw_chance_start(r->o.seed, SW_CHANCE_SPEED, 1, 0);
    int64_t n = naive_round(r->o.stragglers * r->n_nodes);
    sw_chance_permutation(&c, pi, (uint32_t)r->n_nodes);
    for (int i = 0; i < r->n_nodes; i++) r->node[i].straggles = pi[i] < n;
    free(pi);
}

void vary_cluster(struct run *r)
{
    for (int i = 0; i < r->n_nodes && r->o.speed_sigma > 0; i++)
        for (int k = 0; k < r->node[i].n_rows; k++) r->node[i].row[k].speed *= factor_of(r, i);
    if (r->o.stragglers > 0) choose_stragglers(r);
}

/* B13: "from FROM to TO (from 0 for good)". */
double vary_speed(const struct run *r, const struct node *n, double of_row)
{
    bool slow = n->straggles && r->o.slow_from_us <= r->now_us && r->now_us < r->o.slow_to_us;
    return slow ? of_row * r->o.slow_speed : of_row;
}
