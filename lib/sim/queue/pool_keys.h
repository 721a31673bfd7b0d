/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool_keys.h - what each launch and each end changes in pools. */
#ifndef LIB_SIM_QUEUE_POOL_KEYS_H
#define LIB_SIM_QUEUE_POOL_KEYS_H
#include <assert.h>
#include "lib/sim/queue/queue.h"

void pool_keys_rekey(struct sw_replay *r, struct pool *p, int kind);

/* Moves the pool in its queue when its running tasks have changed, and its waiting stages have not. False: it may have
 * to enter or leave the queue. */
static inline bool pool_keys_move(struct sw_replay *r, struct pool *p, int kind)
{
    struct sw_queue_entry *entry = &p->entry[kind];
    if (!entry->leaf)
        return !p->queue[kind].n;
    assert(p->queue[kind].n);
    if (unlikely(p->running[kind] >= p->most[kind]))
        return false;
    if (r->opt.order.policy->num_is_running && !p->min[kind])
        sw_queue_move_num(entry, p->running[kind]);
    else
        pool_keys_rekey(r, p, kind);
    return true;
}

static inline void pool_keys_add(struct pool *p, int kind, int64_t running, int64_t demand)
{
    for (; p; p = p->parent) {
        int64_t before = p->demand[kind];
        p->running[kind] += running;
        p->demand[kind] += demand;
        if (unlikely(p->parent)) /* the pool above sees demand up to the maximum */
            demand = min_i64(p->demand[kind], p->max[kind]) - min_i64(before, p->max[kind]);
    }
}
#endif
