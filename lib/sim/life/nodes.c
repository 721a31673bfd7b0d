/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nodes.c - nodes come, change and go, as the rows of the cluster file say (B8). */
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"

/* B8: the slots of the row that holds; NULL: none does. Slots that are kept (B20) stay beside them. */
void nodes_set_slots(struct sw_replay *r, uint32_t node, const struct sw_span *span)
{
    struct node *nd = &r->slots.node[node];
    slots_count_time(r, r->now_us);
    for (int kind = 0; kind < 2; kind++) {
        uint32_t slots = slots_in_row(r, span, kind);
        slots = nd->kept[kind] > slots ? nd->kept[kind] : slots;
        r->slots.now[kind] += (uint64_t)slots - nd->slots[kind];
        if (slots != nd->slots[kind])
            MECHANISMS_TELL(r, slots_changed, node, kind, nd->slots[kind], slots);
        nd->slots[kind] = slots;
    }
    bool up = span || nd->kept[0] || nd->kept[1];
    r->slots.n_up += up - nd->up;
    nd->in_row = span;
    nd->up = up;
    MECHANISMS_TELL(r, node_changed, node);
    slots_update(r, node);
    limits_resize(r);
}

/* A row's end at the end of time never comes. */
static void expect_change(struct sw_replay *r, uint32_t node, int64_t at_us)
{
    if (at_us >= SW_TIME_MAX)
        return;
    r->n_changes++;
    events_push(&r->events, event_make(at_us, EV_CLUSTER, node, NULL));
}

/* B8, B9: its slots and its speed. */
static void span_begins(struct sw_replay *r, uint32_t node, const struct sw_span *span)
{
    struct node *nd = &r->slots.node[node];
    double before = nd->speed;
    nd->speed = span->speed;
    if (nd->up)
        stop_stretch_node(r, node, before, span->speed);
    nodes_set_slots(r, node, span);
    expect_change(r, node, span->to_us);
}

/* B8.1: a row that touches the next is a change, else it is a loss. */
static void span_ends(struct sw_replay *r, uint32_t node)
{
    const struct sw_node *spec = &r->cl->node[node];
    struct node *nd = &r->slots.node[node];
    const struct sw_span *ends = &spec->span[nd->span],
                         *next = ++nd->span < spec->n_spans ? &spec->span[nd->span] : NULL;
    bool touches = next && next->from_us == r->now_us;
    MECHANISMS_TELL(r, node, node, NODE_ROW_ENDS);
    if (touches) {
        span_begins(r, node, next);
        return;
    }
    if (!(ends->idle && r->slots.keeps_idle))
        stop_node(r, node);
    nodes_set_slots(r, node, NULL);
    if (next)
        expect_change(r, node, next->from_us);
}

/* A row of the node begins or ends. */
void nodes_change(struct sw_replay *r, uint32_t node)
{
    r->slots.offer_to_all = true;
    if (r->slots.node[node].in_row)
        span_ends(r, node);
    else
        span_begins(r, node, &r->cl->node[node].span[r->slots.node[node].span]);
}

/* An idle node that never changes is what it is at time 0, unless a mechanism counts slots from nothing. Of --alone,
 * which begins again for each job, a third of the instructions of a thousand waiting jobs went into this. */
static bool is_as_at_first(const struct sw_replay *r, const struct node *nd, const struct sw_span *first)
{
    return nd->in_row && !nd->span && first->from_us <= 0 && first->to_us >= SW_TIME_MAX && nd->speed == first->speed
           && !(nd->occupied[0] | nd->occupied[1] | nd->kept[0] | nd->kept[1]) && !nd->stale
           && !r->mechanisms.has.slots_changed && !r->mechanisms.has.node_changed && !r->opt.order.policy->by_capacity;
}

/* Sets every node to what it is at time 0. */
void nodes_begin(struct sw_replay *r)
{
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        const struct sw_span *first = r->cl->node[i].span;
        struct node *nd = &r->slots.node[i];
        if (is_as_at_first(r, nd, first))
            continue;
        if (nd->up)
            nodes_set_slots(r, i, NULL);
        nd->span = 0;
        if (first->from_us <= 0)
            span_begins(r, i, first);
        else
            expect_change(r, i, first->from_us);
    }
}
