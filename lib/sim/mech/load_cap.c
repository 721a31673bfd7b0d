/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load_cap.c - Hadoop's CapBasedLoadManager: while fewer tasks are runnable than the cluster has slots, each node takes
 * only its part of them. So tasks are spread over all nodes (H8). */
#include "lib/sim/sim.h"

/* E5: of each pool no more than its maximum; what pools hold back of their children's is held back once. */
static int64_t runnable(const struct sw_replay *r, int kind)
{
    int64_t sum = r->queues.runnable[kind];
    if (!r->opt.hadoop_1 || !r->opt.order.policy->uses_pools)
        return sum;
    for (const struct pool *p = r->pools.first; p; p = p->next)
        sum -= max_i64(p->demand[kind] - p->max[kind], 0);
    return sum;
}

/* ⌈slots · min(1, runnable / all slots + x)⌉, exactly. With nothing runnable there is no cap. */
static int64_t load_cap_slots(struct sw_replay *r, void *own UNUSED, const struct node *nd, int kind)
{
    const __int128 all = (__int128)(int64_t)r->slots.now[kind] * MILLION;
    int64_t wanted = runnable(r, kind);
    __int128 load = (__int128)wanted * MILLION + (__int128)r->opt.load_cap * (int64_t)r->slots.now[kind];
    if (!wanted || load >= all)
        return nd->slots[kind];
    return (int64_t)((nd->slots[kind] * load + all - 1) / all);
}

const struct mechanism load_cap_mechanism = {
    .slots_cap = load_cap_slots,
};
