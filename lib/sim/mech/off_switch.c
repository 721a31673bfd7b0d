/* SPDX-License-Identifier: GPL-3.0-or-later */
/* off_switch.c - a heartbeat ends with so many off-switch launches (Y4 of docs/model.md). */
#include "lib/sim/ask.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/sim.h"

static void off_switch_saw_offer(struct sw_replay *r, void *own, uint32_t node, int kind, struct sw_queue_entry *entry,
                                 uint32_t task, int class, enum sw_locality at)
{
    (void)own, (void)kind, (void)task;
    if (!entry)
        return;
    bool far = class == NOPREF || (at == SW_AT_ANY && !r->dispatch.of->far) || stage_is_crowded(r, entry->of, node)
               || (at >= SW_AT_RACK && r->dispatch.of->far && DISPATCH(r, far, entry->of, at));
    r->offers.off_switch_left -= far;
}

static void off_switch_saw_copy(struct sw_replay *r, void *own, const struct attempt *a, uint32_t node)
{
    (void)own;
    r->offers.off_switch_left -= choose_distance(r, a->stage, a->task, node) >= SW_AT_ANY;
}

static bool off_switch_wanted(const struct sw_replay *r)
{
    return r->opt.off_switch != UINT64_MAX && r->opt.heartbeat_us;
}

const struct mechanism off_switch_mechanism = {
    .name = "off-switch", .wanted = off_switch_wanted, .needs = NEEDS_REPLICAS, .saw_offer = off_switch_saw_offer,
    .saw_copy = off_switch_saw_copy,
};
