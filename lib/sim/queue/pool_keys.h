/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool_keys.h - what each launch and each end changes in pools. */
#ifndef LIB_SIM_QUEUE_POOL_KEYS_H
#define LIB_SIM_QUEUE_POOL_KEYS_H
#include <assert.h>
#include "lib/sim/queue/queue.h"

void pool_keys_rekey(struct sw_replay *r, struct pool *p, int slot);

/* Moves the pool in its queue when its running tasks have changed, and its waiting stages have not. False: it may have
 * to enter or leave the queue. */
static inline bool pool_keys_move(struct sw_replay *r, struct pool *p, int slot)
{
    struct sw_queue_entry *entry = &p->entry[slot];
    if (!entry->leaf)
        return !p->queue[slot].n;
    assert(p->queue[slot].n);
    if (unlikely(p->running[slot] >= p->most[slot]))
        return false;
    if (r->opt.order.policy->num_is_running && !p->min[slot])
        sw_queue_move_num(entry, p->running[slot]);
    else
        pool_keys_rekey(r, p, slot);
    return true;
}

static inline void pool_keys_add(struct pool *p, int slot, int64_t running, int64_t demand)
{
    for (; p; p = p->parent) {
        int64_t before = p->demand[slot];
        p->running[slot] += running;
        p->demand[slot] += demand;
        if (unlikely(p->parent)) /* the pool above sees demand up to the maximum */
            demand = min_i64(p->demand[slot], p->max[slot]) - min_i64(before, p->max[slot]);
    }
}
#endif
