/* SPDX-License-Identifier: GPL-3.0-or-later */
/* negotiate.c - HTCondor's claims to slots, kept for the pool's further tasks (P3). When cycles of negotiation come
 * (P2), and what they make of usage (P5). */
#include "lib/base/memory.h"
#include "lib/base/minmax.h"
#include "lib/sim/dispatch/condor/negotiate.h"
#include "lib/sim/nodes/nodes.h"
#include <stdlib.h>
#include <string.h>

/* ---- claims (P3) ------------------------------------------------------------------------------------- */

/* P3: the match makes a claim, if the slot has none. */
static void negotiate_launched(struct sw_replay *r, void *own, struct attempt *a)
{
    struct negotiate *g = own;
    ((struct negotiate_attempt *)attempt_record(a, &g->at))->number = g->number;
    if (*negotiate_since(g, a->node, g->number) < 0)
        *negotiate_since(g, a->node, g->number) = r->now_us;
}

/* P3: the slot frees. With its node the claim ends at once. */
static void negotiate_left(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct negotiate *g = own;
    uint32_t number = ((const struct negotiate_attempt *)attempt_record(a, &g->at))->number;
    if (g->losing) {
        *negotiate_since(g, a->node, number) = -1;
        return;
    }
    PUSH(g->freed, g->n_freed, g->cap_freed, (struct freed){ a->job->pool, a->node, number });
}

static void negotiate_node(struct sw_replay *r UNUSED, void *own, uint32_t node UNUSED, enum node_news what)
{
    ((struct negotiate *)own)->losing = what == NODE_LOSES;
}

/* P3.2: in cluster order, those of a node by number. */
static int by_slot(const void *a, const void *b)
{
    const struct freed *x = a, *y = b;
    return ORDER(x->node, y->node) ?: ORDER(x->number, y->number);
}

/* A claim that ended with its node has no beginning. */
static void keep_claims(struct sw_replay *r, struct negotiate *g)
{
    if (g->n_freed > 1)
        qsort(g->freed, g->n_freed, sizeof *g->freed, by_slot);
    for (size_t i = 0; i < g->n_freed; i++) {
        const struct freed *f = &g->freed[i];
        int64_t *since_us = negotiate_since(g, f->node, f->number);
        if (*since_us >= 0 && r->now_us - *since_us <= r->opt.order.claim_us && r->slots.node[f->node].free[0]
            && match_has_next(f->pool))
            match_launch(r, g, f->pool, f->node, f->number);
        else
            *since_us = -1;
    }
    g->n_freed = 0;
}

/* ---- cycles (P2, P5) --------------------------------------------------------------------------------- */

/* P2.1: a cycle is asked for. */
static void negotiate_stage(struct sw_replay *r, void *own, struct stage *st UNUSED, enum stage_news what,
                            int class UNUSED)
{
    struct negotiate *g = own;
    if (what == STAGE_READY && g->asked_us < 0)
        g->asked_us = r->now_us;
}

/* P2, P2.1, P2.2: INTERVAL after the last, or when one is asked for, DELAY after the last at the earliest. */
static int64_t next_cycle(const struct sw_replay *r, const struct negotiate *g)
{
    int64_t asked_us = INT64_MAX;
    if (g->asked_us >= 0)
        asked_us = g->last_us < 0 ? g->asked_us : max_i64(g->asked_us, g->last_us + r->opt.order.cycle_delay_us);
    return g->last_us < 0 ? asked_us : min_i64(asked_us, g->last_us + r->opt.order.cycle_us);
}

/* P5: usage takes in what each pool has claims to now. */
static void end_cycle(struct sw_replay *r, struct negotiate *g, int64_t at_us)
{
    for (struct pool *p = r->pools.first; p; p = p->next)
        sw_negotiate_cycle_ends(&r->opt.order, negotiate_claimed(g, p), at_us, p->running[0]);
    g->last_us = at_us;
    g->asked_us = -1;
}

/* Cycles before that time find nothing to match. All behind the first that nothing asked for find the claims that it
 * found, so they are left out (P5.1): a log's empty year costs what an empty hour does. */
static void negotiate_time_passes(struct sw_replay *r, void *own, int64_t until_us)
{
    struct negotiate *g = own;
    int64_t every_us = r->opt.order.cycle_us;
    bool asked = true;
    while (asked && next_cycle(r, g) < until_us) {
        asked = g->asked_us >= 0;
        end_cycle(r, g, next_cycle(r, g));
    }
    if (g->last_us >= 0 && g->last_us + every_us < until_us)
        g->last_us += (until_us - 1 - g->last_us) / every_us * every_us;
}

/* P2.3: claims first, then the cycle that is due. */
static void negotiate_round(struct sw_replay *r, void *own)
{
    struct negotiate *g = own;
    (void)slots_answer(r);
    keep_claims(r, g);
    if (next_cycle(r, g) == r->now_us) {
        spins_make(r, g);
        end_cycle(r, g, r->now_us);
    }
}

static int64_t negotiate_next_us(struct sw_replay *r, void *own, int64_t until_us UNUSED)
{
    return r->slots.free_rank[0].count && r->queues.of_kind[0].n ? next_cycle(r, own) : INT64_MAX;
}

/* An offer that is told to observers is of the pool's own queue. */
static struct sw_queue *negotiate_queue(struct sw_replay *r, void *own, const struct job *job, uint32_t node UNUSED,
                                        int kind)
{
    const struct negotiate *g = own;
    if (job)
        return NULL;
    return g->negotiating ? &g->negotiating->queue[kind] : &r->queues.of_kind[kind];
}

/* ---- making and freeing --------------------------------------------------------------------------------- */

/* Slots are numbered by node, as many as a node ever has. */
static void negotiate_start(struct sw_replay *r, void *own)
{
    struct negotiate *g = own;
    g->first = slots_before(r->cl);
    g->since_us = xcalloc(g->first[r->cl->n_nodes] + 1, sizeof *g->since_us);
    match_start(r, g);
}

static void negotiate_reset(struct sw_replay *r, void *own)
{
    struct negotiate *g = own;
    memset(g->since_us, 0xff, (g->first[r->cl->n_nodes] + 1) * sizeof *g->since_us); /* -1 */
    g->n_freed = 0;
    g->last_us = g->asked_us = -1;
    g->losing = false;
    g->negotiating = NULL;
}

const struct dispatcher negotiate_dispatcher = {
    .told = { .needs = NEEDS_POOLS | NEEDS_ENDS | NEEDS_HOSTS, .size = sizeof(struct negotiate),
              .attempt_size = sizeof(struct negotiate_attempt), .pool_size = sizeof(struct sw_claimed),
              .start = negotiate_start, .reset = negotiate_reset, .launched = negotiate_launched,
              .left = negotiate_left, .node = negotiate_node, .stage = negotiate_stage,
              .time_passes = negotiate_time_passes },
    .round = negotiate_round, .next_us = negotiate_next_us, .queue = negotiate_queue,
};
