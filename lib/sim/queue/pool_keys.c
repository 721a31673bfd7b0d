/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool_keys.c - the counts, keys and places of pools in the scheduling queue (section 5 of docs/model.md). */
#include "lib/sim/queue/pool_keys.h"
#include "lib/sim/queue/queue.h"
#include <assert.h>

static struct sw_queue *list_above(struct sw_replay *r, const struct pool *p, int slot)
{
    return p->parent ? &p->parent->queue[slot] : &r->queues.of_kind[slot];
}

static inline void pool_key(const struct sw_replay *r, const struct pool *p, int slot, struct sw_key *key)
{
    struct sw_pool_view view = { .running = p->running[slot], .demand = min_i64(p->demand[slot], p->max[slot]),
                                 .min = p->min[slot], .max = p->max[slot], .weight = p->weight,
                                 .pending = p->demand[slot] - p->running[slot], .allocated = p->allocated[slot],
                                 .share = p->key_share[slot],
                                 .capacity = p->capacity };
    r->opt.order.policy->pool_key(&view, key);
}

/* O6: a pool is in the queue above while stages wait in it and it is below its maximum. */
static inline void place(struct sw_replay *r, struct pool *p, int slot)
{
    bool waits = p->queue[slot].n > 0, in = waits && p->running[slot] < p->most[slot];
    struct sw_queue_entry *entry = &p->entry[slot];
    struct sw_key key;
    bool aside = waits && !in;
    if (aside != (p->blocked[slot].place != NONE)) {
        blocked_set(r, &p->blocked[slot], slot, aside);
        if (in)
            blocked_released(r, p, slot);
    }
    if (!in) {
        if (entry->leaf)
            sw_queue_erase(entry);
        return;
    }
    pool_key(r, p, slot, &key);
    sw_queue_earliest(&p->queue[slot], &key.tie_us, &key.tie);
    if (entry->leaf) {
        sw_queue_move(entry, &key);
        return;
    }
    entry->key = key;
    sw_queue_insert(list_above(r, p, slot), entry);
    r->queues.clock[slot].idle = false;
}

void pool_keys_rekey(struct sw_replay *r, struct pool *p, int slot)
{
    struct sw_queue_entry *entry = &p->entry[slot];
    struct sw_key key = { .tie_us = entry->key.tie_us, .tie = entry->key.tie };
    pool_key(r, p, slot, &key);
    if (key.rank == entry->key.rank && key.den == entry->key.den)
        sw_queue_move_num(entry, key.num);
    else
        sw_queue_move(entry, &key);
}

void pool_keys_place(struct sw_replay *r, struct pool *p, int slot)
{
    place(r, p, slot);
}

void pool_keys_place_up(struct sw_replay *r, struct pool *p, int slot)
{
    for (; p; p = p->parent)
        pool_keys_place(r, p, slot);
}

void pool_keys_count(struct pool *p, int slot, int64_t running, int64_t demand)
{
    pool_keys_add(p, slot, running, demand);
}
