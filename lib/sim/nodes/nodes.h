/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nodes.h - the slots of nodes, and their heartbeats. */
#ifndef LIB_SIM_NODES_NODES_H
#define LIB_SIM_NODES_NODES_H
#include "lib/sim/sim.h"
#include "lib/sim/event/event.h"

/* slots.c */
void clock_count_slots(struct sw_replay *r, int64_t until_us);
void clock_start(struct sw_replay *r);
void clock_end(struct sw_replay *r);
void node_note_free_of(struct sw_replay *r, uint32_t node, int slot);
void node_note_here(struct sw_replay *r, uint32_t node, bool some); /* whether something that waits has a block there */
void node_note_free(struct sw_replay *r, uint32_t node); /* whether it asks for work may have changed */
void node_note_stale(struct sw_replay *r, uint32_t node);
void clock_reset(struct sw_replay *r);

/* With heartbeats out of band whoever frees a slot calls the node, whose heartbeat mostly takes it again: then the sets never
 * hear of it. Nobody needs to know in between, as a node that is called is asked anyhow. */
static inline void node_note_free_later(struct sw_replay *r, uint32_t node, int slot, bool changed)
{
    if (r->late_bits)
        r->node[node].stale ^= (uint8_t)(changed << slot);
    else if (changed)
        node_note_free_of(r, node, slot);
}
static inline void node_take_slot(struct sw_replay *r, uint32_t node, int slot)
{
    struct node *nd = &r->node[node];
    nd->occupied[slot]++;
    node_note_free_later(r, node, slot, !--nd->free[slot]);
}
static inline void node_free_slot(struct sw_replay *r, uint32_t node, int slot)
{
    struct node *nd = &r->node[node];
    if (nd->occupied[slot]-- > nd->slots[slot] || !nd->up)
        return; /* a slot that is gone */
    node_note_free_later(r, node, slot, !nd->free[slot]++);
}
/* An out-of-band heartbeat at this instant (H2). False: it has been called already. */
static inline bool node_call(struct sw_replay *r, uint32_t node)
{
    if (r->node[node].called)
        return false;
    r->node[node].called = true;
    r->called[r->n_called++] = node;
    return true;
}
/* A1: a node that has reduce slots takes reducers instead. NULL: no row holds. */
static inline uint32_t node_slots_in(const struct sw_replay *r, const struct sw_span *span, int slot)
{
    uint32_t slots = span ? span->slots[slot] : 0;
    return slot == 1 && slots && r->reducers ? r->reducers : slots;
}
#endif
