/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool_keys.h - what each launch and each end changes in pools (pool_keys.c). */
#ifndef LIB_SIM_QUEUE_POOL_KEYS_H
#define LIB_SIM_QUEUE_POOL_KEYS_H
#include <assert.h>
#include "lib/sim/queue/queue.h"

void rekey_pool(struct sw_replay *r, struct pool *p, int slot);

/* Puts the pool where it belongs when what it runs has changed, and not who waits. False: it may have to come or to go. */
static inline bool place_again(struct sw_replay *r, struct pool *p, int slot)
{
    struct sw_item *item = &p->item[slot];
    if (!item->leaf)
        return !p->list[slot].n;
    assert(p->list[slot].n);
    if (SELDOM(p->running[slot] >= p->most[slot]))
        return false;
    if (r->opt.order.part->num_is_running && !p->min[slot])
        sw_list_move_num(item, p->running[slot]);
    else
        rekey_pool(r, p, slot);
    return true;
}

static inline void count_pools(struct pool *p, int slot, int64_t running, int64_t demand)
{
    for (; p; p = p->parent) {
        int64_t before = p->demand[slot];
        p->running[slot] += running;
        p->demand[slot] += demand;
        if (SELDOM(p->parent)) /* it sees this cut to the maximum */
            demand = min_i64(p->demand[slot], p->max[slot]) - min_i64(before, p->max[slot]);
    }
}
#endif
