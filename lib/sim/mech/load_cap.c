/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load_cap.c - Hadoop's CapBasedLoadManager: while fewer tasks are runnable than the cluster has slots, each node takes
 * only its part of them. So tasks are spread over all nodes (H8). */
#include "lib/sim/sim.h"

/* ⌈slots · min(1, runnable / all slots + x)⌉, exactly. With nothing runnable there is no cap. */
static int64_t load_cap_slots(struct sw_replay *r, void *own, const struct node *nd, int kind)
{
    (void)own;
    const __int128 all = (__int128)(int64_t)r->slots.now[kind] * MILLION;
    __int128 load = (__int128)r->queues.runnable[kind] * MILLION
                    + (__int128)r->opt.load_cap * (int64_t)r->slots.now[kind];
    if (!r->queues.runnable[kind] || load >= all)
        return nd->slots[kind];
    return (int64_t)((nd->slots[kind] * load + all - 1) / all);
}

static bool load_cap_wanted(const struct sw_replay *r)
{
    return r->opt.load_cap >= 0;
}

const struct mechanism load_cap_mechanism = {
    .name = "load cap", .wanted = load_cap_wanted, .slots_cap = load_cap_slots
};
