/* SPDX-License-Identifier: GPL-3.0-or-later */
/* held.c - who has a claim to which slot since when, and what each pool had when cycles ended. */
#include "lib/base/memory.h"
#include "lib/sim/dispatch/condor/negotiate.h"

int64_t *held_since(const struct negotiate *g, uint32_t node, uint32_t number)
{
    return &g->since_us[g->first[node] + number];
}

/* Pools are made as jobs come. */
const struct sw_claimed *held_by(struct negotiate *g, const struct pool *p)
{
    REACH(g->pool, p->number, g->n_pools);
    return &g->pool[p->number];
}
