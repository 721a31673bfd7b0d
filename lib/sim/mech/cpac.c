/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpac.c - reduces whose shuffling and computing are admitted apart (TR 5.2; rules A1-A4 of docs/model.md).
 *
 * A node keeps the reduces that are on it, in order of launch. One that has copied all computes at once if the
 * rule allows it, else it stands in the node's queue, in order of the end of its shuffling, then of launch. */
#include "lib/sim/observe/reasons.h"
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>

struct cpac_node { struct attempt *reduces, *queue; int64_t computing; };
struct cpac { struct cpac_node *node; };

static void count(const struct cpac_node *nd, const struct job *job, int64_t *shuffling, int64_t *running)
{
    *shuffling = *running = 0;
    for (const struct attempt *a = nd->reduces; a; a = a->next_here) {
        *running += a->job == job;
        *shuffling += a->job == job && (a->phase == SHUFFLING || a->phase == SHUFFLE_ENDS);
    }
}

/* A2 */
static bool cpac_admits(struct sw_replay *r, void *own, const struct stage *st, uint32_t node)
{
    const struct cpac *c = own;
    int64_t shuffling, running;
    if (st->kind != SW_REDUCE)
        return true;
    count(&c->node[node], st->job, &shuffling, &running);
    return r->opt.admit.policy->may_start(&r->opt.admit, shuffling, running);
}

static bool cpac_says_why(struct sw_replay *r, void *own, const struct stage *st, uint32_t node)
{
    if (cpac_admits(r, own, st, node))
        return false;
    reasons_add(r, "as many of its reducers are on this node as --admit allows");
    return true;
}

static void cpac_launched(struct sw_replay *r, void *own, struct attempt *a)
{
    struct cpac_node *nd = &((struct cpac *)own)->node[a->node];
    (void)r;
    if (a->stage->kind != SW_REDUCE)
        return;
    a->next_here = nd->reduces;
    nd->reduces = a;
}

static void compute(struct sw_replay *r, struct cpac_node *nd, struct attempt *a)
{
    nd->computing++;
    launch_compute(r, a, r->now_us);
}

/* The end of shuffling is known; then it asks to compute. */
static bool cpac_copied(struct sw_replay *r, void *own, struct attempt *a, int64_t at_us)
{
    (void)own;
    a->phase = SHUFFLE_ENDS;
    a->end_us = at_us;
    events_push(&r->events, event_of(a, EV_SHUFFLED));
    return true;
}

/* It has copied all. */
static int cpac_event(struct sw_replay *r, void *own, const struct event *ev)
{
    struct attempt *a = ev->of;
    struct cpac_node *nd = &((struct cpac *)own)->node[a->node];
    if (!attempt_is_due(a, ev, SHUFFLE_ENDS))
        return SW_OK;
    if (r->opt.out_of_band || !r->opt.heartbeat_us)
        slots_kick(r, a->node); /* A4: another of the job may start to copy here */
    if (r->opt.admit.policy->may_compute(&r->opt.admit, nd->computing)) {
        compute(r, nd, a);
        return SW_OK;
    }
    struct attempt **at = &nd->queue;
    while (*at && ((*at)->end_us < r->now_us || (*at)->serial < a->serial))
        at = &(*at)->next_queued;
    a->phase = QUEUED;
    a->next_queued = *at;
    *at = a;
    return SW_OK;
}

static void unlink_from(struct attempt **list, struct attempt *a, bool queue)
{
    while (*list && *list != a)
        list = queue ? &(*list)->next_queued : &(*list)->next_here;
    if (*list)
        *list = queue ? a->next_queued : a->next_here;
}

/* It leaves the node, done or not; was: its phase until now. */
static void cpac_stopped(struct sw_replay *r, void *own, struct attempt *a, enum phase was)
{
    struct cpac_node *nd = &((struct cpac *)own)->node[a->node];
    if (a->stage->kind != SW_REDUCE)
        return;
    unlink_from(&nd->reduces, a, false);
    if (was == QUEUED)
        unlink_from(&nd->queue, a, true);
    if (was != RUNNING)
        return;
    r->totals.computing_us += r->now_us - a->compute_us;
    nd->computing--;
    struct attempt *next = nd->queue;
    if (next && r->opt.admit.policy->may_compute(&r->opt.admit, nd->computing)) {
        nd->queue = next->next_queued;
        compute(r, nd, next);
    }
}

static void cpac_ended(struct sw_replay *r, void *own, struct attempt *a)
{
    cpac_stopped(r, own, a, RUNNING);
}

/* No reduce goes on to compute there. */
static void cpac_node_goes(struct sw_replay *r, void *own, uint32_t node)
{
    (void)r;
    ((struct cpac *)own)->node[node].queue = NULL;
}

static int cpac_start(struct sw_replay *r, void *own, struct sw_err *err)
{
    struct cpac *c = own;
    (void)err;
    c->node = xcalloc(r->cl->n_nodes, sizeof *c->node);
    r->slots.reducers = (uint32_t)r->opt.admit.reducers;
    return SW_OK;
}

static void cpac_report(struct sw_replay *r, void *own)
{
    (void)own;
    r->totals.computing_slot_us = r->totals.slot_us[1] * (double)r->opt.admit.computing / (double)r->opt.admit.reducers;
}

static void cpac_stop(struct sw_replay *r, void *own)
{
    (void)r;
    xfree(((struct cpac *)own)->node);
}

static bool cpac_wanted(const struct sw_replay *r)
{
    return r->opt.admit.policy->splits;
}

const struct mechanism cpac_mechanism = {
    .name = "cpac", .wanted = cpac_wanted, .needs = NEEDS_ENDS | NEEDS_OWN_ENDS, .size = sizeof(struct cpac),
    .start = cpac_start, .report = cpac_report, .stop = cpac_stop, .event_kind = EV_SHUFFLED, .event = cpac_event,
    .launched = cpac_launched, .copied = cpac_copied, .ended = cpac_ended, .stopped = cpac_stopped, .node_goes =
    cpac_node_goes, .admits = cpac_admits, .says_why = cpac_says_why
};
