/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nodes.h - the slots of nodes, and their heartbeats. */
#ifndef LIB_SIM_NODES_NODES_H
#define LIB_SIM_NODES_NODES_H
#include "lib/sim/sim.h"
#include "lib/sim/event/event.h"

/* slots.c */
void slots_count_time(struct sw_replay *r, int64_t until_us);
void slots_start(struct sw_replay *r);
void slots_update_kind(struct sw_replay *r, uint32_t node, int kind);
/* some: a waiting task has a replica there */
void slots_note_local(struct sw_replay *r, uint32_t node, bool some);
void slots_update(struct sw_replay *r, uint32_t node); /* its free slots may have changed */
void slots_flush_stale(struct sw_replay *r, uint32_t node);
void slots_reset(struct sw_replay *r);

/* With heartbeats out of band a freed slot kicks the node, and its heartbeat mostly takes the slot again. So the sets
 * are updated after the heartbeat, if at all. They are not read in between, as a kicked node heartbeats in any case. */
static inline void slots_update_later(struct sw_replay *r, uint32_t node, int kind, bool changed)
{
    if (r->slots.late_bits)
        r->slots.node[node].stale ^= (uint8_t)(changed << kind);
    else if (changed)
        slots_update_kind(r, node, kind);
}
static inline void slots_take(struct sw_replay *r, uint32_t node, int kind)
{
    struct node *nd = &r->slots.node[node];
    nd->occupied[kind]++;
    r->slots.n_free[kind]--;
    slots_update_later(r, node, kind, !--nd->free[kind]);
}
static inline void slots_free(struct sw_replay *r, uint32_t node, int kind)
{
    struct node *nd = &r->slots.node[node];
    if (nd->occupied[kind]-- > nd->slots[kind] || !nd->up)
        return; /* a slot that is gone */
    r->slots.n_free[kind]++;
    slots_update_later(r, node, kind, !nd->free[kind]++);
}
/* The same of several: a free node that is up has them, or has given them to attempts. */
static inline void slots_take_more(struct sw_replay *r, uint32_t node, int kind, uint32_t n)
{
    struct node *nd = &r->slots.node[node];
    nd->occupied[kind] += n;
    r->slots.n_free[kind] -= n;
    nd->free[kind] -= n;
    slots_update_later(r, node, kind, n > 0 && !nd->free[kind]);
}
static inline void slots_free_more(struct sw_replay *r, uint32_t node, int kind, uint32_t n)
{
    struct node *nd = &r->slots.node[node];
    nd->occupied[kind] -= n;
    r->slots.n_free[kind] += n;
    nd->free[kind] += n;
    slots_update_later(r, node, kind, n > 0 && nd->free[kind] == n);
}
/* The node heartbeats at this instant, out of band (H2). False: it was kicked before. */
static inline bool slots_kick(struct sw_replay *r, uint32_t node)
{
    if (r->slots.node[node].kicked)
        return false;
    r->slots.node[node].kicked = true;
    r->slots.kicked[r->slots.n_kicked++] = node;
    return true;
}
/* No node heartbeats at this instant: the dispatcher decides for all of them. Whether any would have, one or all. */
bool slots_answer(struct sw_replay *r);
uint32_t slots_most(const struct sw_node *node); /* of kind 0 that it ever has */
/* Of each node how many that is of those before it, and behind the last of all. */
uint64_t *slots_before(const struct sw_cluster *cl);
/* Slots in a row of the cluster file; NULL: no row holds. A1: a node with reduce slots has reducers instead. */
static inline uint32_t slots_in_row(const struct sw_replay *r, const struct sw_span *span, int kind)
{
    uint32_t slots = span ? span->slots[kind] : 0;
    return kind == 1 && slots && r->slots.reducers ? r->slots.reducers : slots;
}
#endif
