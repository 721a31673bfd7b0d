/* SPDX-License-Identifier: GPL-3.0-or-later */
/* idle_slots.c - slots that were released as idle stay while they are needed (B20: dynamic allocation). */
#include "lib/sim/ask.h"
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/nodes.h"

struct idle_slots { uint32_t n_keeping; /* nodes that keep slots */ };

/* B20.1: work waits for slots of the kind, or a stage is being set up. */
static bool is_needed(const struct sw_replay *r, int kind)
{
    bool waits = r->opt.am_container_us ? r->queues.of_kind[kind].n > 0 : work_waits(r, kind); /* Y21.4: looks alone */
    return waits || r->jobs.n_set_up;
}

/* Slots of each kind that stay; 0: none. */
static void keep_slots(struct idle_slots *k, struct node *nd, const uint32_t kept[2])
{
    k->n_keeping += (kept[0] || kept[1]) ? 1 : 0;
    k->n_keeping -= (nd->kept[0] || nd->kept[1]) ? 1 : 0;
    nd->kept[0] = kept[0];
    nd->kept[1] = kept[1];
}

/* A row ends, and another follows at once or not. A row that continues at another speed (B13) keeps nothing. */
static void idle_slots_node(struct sw_replay *r, void *own, uint32_t node, enum node_news what)
{
    const struct sw_node *spec = &r->cl->node[node];
    struct node *nd = &r->slots.node[node];
    uint32_t kept[2] = { 0, 0 };
    if (what != NODE_ROW_ENDS)
        return;
    const struct sw_span *ends = &spec->span[nd->span - 1], *next = ends + 1;
    if (nd->span == spec->n_spans || next->from_us > r->now_us)
        next = NULL;
    for (int kind = 0; kind < 2 && ends->idle && !ends->goes_on; kind++) {
        uint32_t left = slots_in_row(r, next, kind);
        if (nd->slots[kind] > left && (nd->occupied[kind] > left || is_needed(r, kind)))
            kept[kind] = nd->slots[kind];
    }
    if (!ends->goes_on)
        keep_slots(own, nd, kept);
}

static void idle_slots_reset(struct sw_replay *r, void *own)
{
    r->slots.keeps_idle = true;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        keep_slots(own, &r->slots.node[i], (uint32_t[2]){ 0, 0 });
}

/* B20.2: per kind, what nothing occupies or needs any more. */
static void let_go_unneeded(struct sw_replay *r, struct idle_slots *k, uint32_t node)
{
    struct node *nd = &r->slots.node[node];
    const struct sw_span *row = nd->in_row ? &r->cl->node[node].span[nd->span] : NULL;
    uint32_t kept[2];
    for (int kind = 0; kind < 2; kind++)
        kept[kind] = nd->occupied[kind] > slots_in_row(r, row, kind) || is_needed(r, kind) ? nd->kept[kind] : 0;
    if (kept[0] == nd->kept[0] && kept[1] == nd->kept[1])
        return;
    keep_slots(k, nd, kept);
    nodes_set_slots(r, node, row);
}

static bool idle_slots_instant_ends(struct sw_replay *r, void *own)
{
    struct idle_slots *k = own;
    if (!k->n_keeping || (r->events.n && r->events.at[0].at_us == r->now_us))
        return true; /* the instant goes on */
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (r->slots.node[i].kept[0] || r->slots.node[i].kept[1])
            let_go_unneeded(r, k, i);
    return true;
}

const struct mechanism idle_slots_mechanism = {
    .size = sizeof(struct idle_slots), .reset = idle_slots_reset, .node = idle_slots_node,
    .instant_ends = idle_slots_instant_ends,
};
