/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep.c - slots that were let go for being idle stay while they are needed (B20). */
#include "lib/replay/replay.h"

static bool is_needed(const struct sw_replay *r, int slot)
{
    return work_waits(r, slot) || r->n_set_up;
}

static void keep_slots(struct sw_replay *r, struct node *nd, const uint32_t kept[2])
{
    r->n_keeping += (kept[0] || kept[1]) - (nd->kept[0] || nd->kept[1]);
    nd->kept[0] = kept[0];
    nd->kept[1] = kept[1];
}

/* Private clusters give nodes back by themselves, so there a row that ends is a loss. */
bool keep_leaves_idle(const struct sw_replay *r, const struct sw_span *ends)
{
    return ends->idle && !r->privates;
}

/* Its row ends, and `next` takes its place or nothing. */
void keep_needed(struct sw_replay *r, struct node *nd, const struct sw_span *ends, const struct sw_span *next)
{
    uint32_t kept[2] = { 0, 0 };
    for (int slot = 0; slot < 2 && keep_leaves_idle(r, ends); slot++) {
        uint32_t left = node_slots_in(r, next, slot);
        if (nd->slots[slot] > left && (nd->occupied[slot] > left || is_needed(r, slot)))
            kept[slot] = nd->slots[slot];
    }
    keep_slots(r, nd, kept);
}

void keep_nothing(struct sw_replay *r, struct node *nd)
{
    keep_slots(r, nd, (uint32_t[2]){ 0, 0 });
}

static void let_go(struct sw_replay *r, uint32_t node)
{
    struct node *nd = &r->node[node];
    const struct sw_span *row = nd->in_row ? &r->cl->node[node].span[nd->span] : NULL;
    uint32_t kept[2];
    for (int slot = 0; slot < 2; slot++)
        kept[slot] = nd->occupied[slot] > node_slots_in(r, row, slot) || is_needed(r, slot) ? nd->kept[slot] : 0;
    if (kept[0] == nd->kept[0] && kept[1] == nd->kept[1])
        return;
    keep_slots(r, nd, kept);
    node_set_slots(r, node, row);
}

void keep_let_go(struct sw_replay *r)
{
    if (r->events.n && r->events.at[0].at_us == r->now_us)
        return; /* the instant goes on */
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (r->node[i].kept[0] || r->node[i].kept[1])
            let_go(r, i);
}
