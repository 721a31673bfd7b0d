/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool_keys.c - pools as the scheduling queue sees them: their counts, keys and places (section 5 of docs/model.md). */
#include "lib/sim/queue/pool_keys.h"
#include "lib/sim/queue/queue.h"
#include <assert.h>

static struct sw_list *list_above(struct sw_replay *r, const struct pool *p, int slot)
{
    return p->parent ? &p->parent->list[slot] : &r->list[slot];
}

static inline void pool_key(const struct sw_replay *r, const struct pool *p, int slot, struct sw_key *key)
{
    struct sw_pool_view view = { .running = p->running[slot], .demand = min_i64(p->demand[slot], p->max[slot]),
                                 .min = p->min[slot], .max = p->max[slot], .weight = p->weight,
                                 .pending = p->demand[slot] - p->running[slot], .allocated = p->allocated[slot],
                                 .share = p->key_share[slot],
                                 .capacity = p->capacity };
    r->opt.order.part->pool_key(&view, key);
}

/* O6: a pool stands in the list above it while somebody in it waits and it is below its maximum. */
static inline void place(struct sw_replay *r, struct pool *p, int slot)
{
    bool waits = p->list[slot].n > 0, in = waits && p->running[slot] < p->most[slot];
    struct sw_item *item = &p->item[slot];
    struct sw_key key;
    bool aside = waits && !in;
    if (aside != (p->aside[slot].place != NONE)) {
        set_aside(r, &p->aside[slot], slot, aside);
        if (in)
            limit_lets_go(r, p, slot);
    }
    if (!in) {
        if (item->leaf)
            sw_list_erase(item);
        return;
    }
    pool_key(r, p, slot, &key);
    sw_list_earliest(&p->list[slot], &key.tie_us, &key.tie);
    if (item->leaf) {
        sw_list_move(item, &key);
        return;
    }
    item->key = key;
    sw_list_insert(list_above(r, p, slot), item);
    r->acc[slot].idle = false;
}

void rekey_pool(struct sw_replay *r, struct pool *p, int slot)
{
    struct sw_item *item = &p->item[slot];
    struct sw_key key = { .tie_us = item->key.tie_us, .tie = item->key.tie };
    pool_key(r, p, slot, &key);
    if (key.rank == item->key.rank && key.den == item->key.den)
        sw_list_move_num(item, key.num);
    else
        sw_list_move(item, &key);
}

void pool_place(struct sw_replay *r, struct pool *p, int slot)
{
    place(r, p, slot);
}

void pools_place(struct sw_replay *r, struct pool *p, int slot)
{
    for (; p; p = p->parent)
        pool_place(r, p, slot);
}

void pools_count(struct pool *p, int slot, int64_t running, int64_t demand)
{
    count_pools(p, slot, running, demand);
}
