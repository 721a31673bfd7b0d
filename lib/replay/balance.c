/* SPDX-License-Identifier: GPL-3.0-or-later */
/* balance.c - long tasks spread over the nodes (ES 3.5.1; rule D13 of docs/model.md).
 *
 * With R replicas and L slots a node all places near a block are held by long tasks with probability phi^(RL), phi their share of the
 * slots, when they lie at random; evenly spread they leave a slot on every node while phi is below 1 - 1/L. */
#include "lib/replay/replay.h"

/* The mean is that of the nodes that have slots of the kind; what runs on others, whose slots go as tasks end (B8), is not in it. */
static void count(struct sw_replay *r, const struct attempt *a, uint32_t by)
{
    int slot = a->stage->slot;
    struct node *nd = &r->node[a->node];
    nd->n_long[slot] += by;
    if (nd->slots[slot])
        r->n_long[slot] += (uint64_t)(int32_t)by;
}

void balance_starts(struct sw_replay *r, const struct attempt *a)
{
    if (!a->stage->is_short)
        count(r, a, 1);
}

void balance_leaves(struct sw_replay *r, const struct attempt *a)
{
    if (!a->stage->is_short)
        count(r, a, -1U);
}

/* The node has slots of the kind from now on, or has none any more. */
void balance_node(struct sw_replay *r, const struct node *nd, int slot, bool has)
{
    r->n_long[slot] += has ? nd->n_long[slot] : -(uint64_t)nd->n_long[slot];
}

/* What runs of the stage changes sides with it. */
static void turn(struct sw_replay *r, struct stage *st)
{
    for (const struct attempt *a = r->oldest; a && !st->is_short; a = a->newer)
        if (a->stage == st)
            balance_leaves(r, a);
    st->is_short = !st->is_short;
    for (const struct attempt *a = r->oldest; a && !st->is_short; a = a->newer)
        if (a->stage == st)
            balance_starts(r, a);
}

/* A task of the stage is done; its attempt has left. */
void balance_done(struct sw_replay *r, struct stage *st, int64_t ran_us)
{
    st->n_ran++;
    st->ran_us += ran_us;
    if (st->is_short == ((__int128)st->n_ran * r->opt.balance_us <= st->ran_us))
        turn(r, st);
}

/* More long tasks run there than on the mean of the nodes that have slots of the kind. */
bool balance_crowds(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return !st->is_short && (uint64_t)r->node[node].n_long[st->slot] * r->n_with_slots[st->slot] > r->n_long[st->slot];
}
