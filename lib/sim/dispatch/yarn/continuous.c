/* SPDX-License-Identifier: GPL-3.0-or-later */
/* continuous.c - rounds of offers beside the heartbeats, as YARN's Fair Scheduler makes under continuous scheduling
 * (Y15 of docs/model.md). A round that launches nothing has reached every stage. The next would change nothing before
 * something else happens or a stage's timer is up, which opportunities.c tells: rounds until then are left out. */
#include "lib/base/arena.h"
#include "lib/base/bits.h"
#include "lib/sim/ask.h"
#include "lib/sim/dispatch/yarn/yarn.h"
#include "lib/sim/nodes/nodes.h"
#include <stdlib.h>

/* Y15.2: the most free slots first. */
static int by_room(const void *a, const void *b)
{
    const struct room *x = a, *y = b;
    return ORDER(y->free, x->free);
}

/* Y15.2. The set goes by the turn of heartbeats. */
static size_t choose_nodes(const struct sw_replay *r, struct continuous *k)
{
    size_t n = 0;
    for (uint32_t i = 0; (i = bits_next(&r->slots.any_free, i)) != NONE; i++) {
        uint32_t node = r->slots.node_of[i], free_slots = r->slots.node[node].free[0];
        if (k->place[free_slots] == NONE) {
            k->place[free_slots] = (uint32_t)n;
            k->at[n++] = (struct room){ node, free_slots };
        } else if (node < k->at[k->place[free_slots]].node)
            k->at[k->place[free_slots]].node = node;
    }
    for (size_t i = 0; i < n; i++)
        k->place[k->at[i].free] = NONE;
    qsort(k->at, n, sizeof *k->at, by_room);
    return n;
}

/* Y15.1: there is something to offer, and something to launch or a node that is reserved. */
static bool work_for_free_slots(const struct sw_replay *r)
{
    return (work_waits(r, 0) || r->offers.n_reserved) && r->slots.free_rank[0].count;
}

/* Y15.1: at a multiple of P, once an instant. */
void continuous_round(struct sw_replay *r, struct continuous *k, heartbeat_of *beat)
{
    uint64_t launches = r->totals.launches;
    k->changed = true;
    if (r->now_us % r->opt.continuous_us || r->now_us == k->round_us)
        return;
    k->round_us = r->now_us;
    if (!work_for_free_slots(r))
        return;
    size_t n = choose_nodes(r, k);
    for (size_t i = 0; i < n; i++)
        beat(r, k->at[i].node);
    k->changed = r->totals.launches != launches;
}

/* Where the last round changed nothing, and nothing has happened since, none comes. */
int64_t continuous_next_us(struct sw_replay *r, const struct continuous *k)
{
    int64_t every_us = r->opt.continuous_us;
    return k->changed && work_for_free_slots(r) ? (r->now_us / every_us + 1) * every_us : INT64_MAX;
}

/* Y15.2: a node for each number of free slots. */
void continuous_start(struct sw_replay *r, struct continuous *k)
{
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        k->most = max_u32(k->most, slots_most(&r->cl->node[i]));
    k->at = xcalloc(r->cl->n_nodes, sizeof *k->at);
    k->place = xcalloc(k->most + 1, sizeof *k->place);
    for (uint32_t i = 0; i <= k->most; i++)
        k->place[i] = NONE;
}

void continuous_reset(struct continuous *k)
{
    k->round_us = -1;
    k->changed = false;
}
