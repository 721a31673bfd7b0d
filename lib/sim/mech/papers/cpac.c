/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpac.c - reduces whose shuffling and computing are admitted apart (TR 5.2; rules A1-A4 of docs/model.md).
 *
 * A node keeps a column of its reduces. One that has finished its shuffle computes if the rule allows it.
 * Otherwise it waits in the node's queue, in the order of the shuffles' ends, then of launch. */
#include "lib/sim/observe/observe.h"
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/task/task.h"
#include <assert.h>

/* A reduce on a node. A column, as attempts lie anywhere, and A2 counts at each launch. */
struct cpac_reduce {
    const struct job *job;
    struct attempt *of;
    bool copies;               /* its phase is SHUFFLING or SHUFFLE_ENDS */
};
struct cpac_node { struct cpac_reduce *reduce; struct attempt *queue; uint32_t n, cap; int64_t computing; };
struct cpac { struct records at; struct cpac_node *node; };
struct cpac_attempt { struct attempt *next_queued; }; /* in its node's queue */

static inline struct cpac_attempt *cpac_attempt(const struct cpac *c, const struct attempt *a)
{
    return attempt_record(a, &c->at);
}

/* A2: the job's reduces on the node, and those of them that shuffle. */
static void count_reduces(const struct cpac *c, uint32_t node, const struct job *job, int64_t *shuffling,
                          int64_t *running)
{
    const struct cpac_node *nd = &c->node[node];
    *shuffling = *running = 0;
    for (uint32_t i = 0; i < nd->n; i++) {
        const struct cpac_reduce *a = &nd->reduce[i];
        assert(a->copies == (a->of->phase == SHUFFLING || a->of->phase == SHUFFLE_ENDS));
        *running += a->job == job;
        *shuffling += (a->job == job) & a->copies;
    }
}

/* A2 */
static bool cpac_admits(struct sw_replay *r, void *own, const struct stage *st, uint32_t node)
{
    const struct cpac *c = own;
    int64_t shuffling, running;
    if (st->kind != SW_REDUCE)
        return true;
    count_reduces(c, node, st->job, &shuffling, &running);
    return r->opt.admit.policy->may_start(&r->opt.admit, shuffling, running);
}

static bool cpac_says_why(struct sw_replay *r, void *own, const struct stage *st, uint32_t node)
{
    if (cpac_admits(r, own, st, node))
        return false;
    reasons_add(r, "as many of its reducers are on this node as --admit allows");
    return true;
}

/* It shuffles from its launch on. */
static void cpac_launched(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct cpac *c = own;
    if (a->stage->kind != SW_REDUCE)
        return;
    struct cpac_node *nd = &c->node[a->node];
    PUSH(nd->reduce, nd->n, nd->cap, (struct cpac_reduce){ a->job, a, true });
}

/* The reduce is on the node. */
static struct cpac_reduce *on_node(const struct cpac_node *nd, const struct attempt *a)
{
    struct cpac_reduce *at = nd->reduce;
    while (at->of != a)
        at++;
    return at;
}

/* A3: it computes from now on. */
static void compute(struct sw_replay *r, struct cpac_node *nd, struct attempt *a)
{
    nd->computing++;
    launch_compute(r, a, r->now_us);
}

/* The end of its shuffle is known. It will then ask to compute. */
static bool cpac_copied(struct sw_replay *r, void *own UNUSED, struct attempt *a, int64_t at_us)
{
    a->phase = SHUFFLE_ENDS;
    a->end_us = at_us;
    events_push(&r->events, event_of(r, a, EV_SHUFFLED));
    return true;
}

/* Its shuffle has ended. */
static void cpac_event(struct sw_replay *r, void *own, const struct event *ev)
{
    struct attempt *a = ev->of;
    struct cpac *c = own;
    struct cpac_node *nd = &c->node[a->node];
    if (!attempt_is_due(r, a, ev, SHUFFLE_ENDS))
        return;
    on_node(nd, a)->copies = false;
    if (r->opt.out_of_band || !r->opt.heartbeat_us)
        slots_kick(r, a->node); /* A4: another reduce of the job may start here */
    if (r->opt.admit.policy->may_compute(&r->opt.admit, nd->computing)) {
        compute(r, nd, a);
        return;
    }
    struct attempt **at = &nd->queue;
    while (*at && ((*at)->end_us < r->now_us || (*at)->serial < a->serial))
        at = &cpac_attempt(c, *at)->next_queued;
    a->phase = QUEUED;
    cpac_attempt(c, a)->next_queued = *at;
    *at = a;
}

/* The reduce leaves the node, done or not. was: its phase until now. */
static void cpac_stopped(struct sw_replay *r, void *own, struct attempt *a, enum phase was)
{
    struct cpac *c = own;
    struct cpac_node *nd = &c->node[a->node];
    if (a->stage->kind != SW_REDUCE)
        return;
    *on_node(nd, a) = nd->reduce[--nd->n];
    if (was == QUEUED) {
        /* It waits for no core any more. */
        struct attempt **at = &nd->queue;
        while (*at && *at != a)
            at = &cpac_attempt(c, *at)->next_queued;
        if (*at)
            *at = cpac_attempt(c, a)->next_queued;
    }
    if (was != RUNNING)
        return;
    r->totals.computing_us = sum_i64(r->totals.computing_us, r->now_us - a->compute_us);
    nd->computing--;
    /* A3: the first of the queue takes its place. */
    struct attempt *next = nd->queue;
    if (next && r->opt.admit.policy->may_compute(&r->opt.admit, nd->computing)) {
        nd->queue = cpac_attempt(c, next)->next_queued;
        compute(r, nd, next);
    }
}

static void cpac_ended(struct sw_replay *r, void *own, struct attempt *a)
{
    cpac_stopped(r, own, a, RUNNING);
}

/* The node is lost: none of its reduces will compute. */
static void cpac_node(struct sw_replay *r UNUSED, void *own, uint32_t node, enum node_news what)
{
    if (what == NODE_LOSES)
        ((struct cpac *)own)->node[node].queue = NULL;
}

/* A1: a node with reduce slots takes R reducers instead. */
static void cpac_start(struct sw_replay *r, void *own)
{
    struct cpac *c = own;
    c->node = xcalloc(r->cl->n_nodes, sizeof *c->node);
    r->slots.reducers = (uint32_t)r->opt.admit.reducers;
}

/* A5: of a node's R slots C may compute at a time. */
static void cpac_report(struct sw_replay *r, void *own UNUSED)
{
    r->totals.computing_slot_us = r->totals.slot_us[1] * (double)r->opt.admit.computing / (double)r->opt.admit.reducers;
}

const struct mechanism cpac_mechanism = {
    .needs = NEEDS_ENDS | NEEDS_OWN_ENDS, .size = sizeof(struct cpac), .attempt_size = sizeof(struct cpac_attempt),
    .start = cpac_start, .report = cpac_report, .event_kind = EV_SHUFFLED, .event = cpac_event,
    .launched = cpac_launched, .copied = cpac_copied, .ended = cpac_ended, .stopped = cpac_stopped, .node = cpac_node,
    .admits = cpac_admits, .says_why = cpac_says_why,
};
