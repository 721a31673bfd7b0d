/* SPDX-License-Identifier: GPL-3.0-or-later */
/* off_switch.c - a heartbeat ends with so many off-switch launches (Y4 of docs/model.md). */
#include "lib/sim/ask.h"
#include "lib/sim/dispatch/yarn/yarn.h"

static void off_switch_offered(struct sw_replay *r, void *own UNUSED, const struct sight *of)
{
    if (of->what != SAW_OFFER || !of->entry)
        return;
    const struct stage *st = of->entry->of;
    bool far = of->class == NOPREF || stage_is_crowded(r, st, of->node) || opportunities_far(r, st, of->at);
    r->offers.off_switch_left -= far;
}

/* Copies are in no offer that a stage takes. */
static void off_switch_launched(struct sw_replay *r, void *own UNUSED, struct attempt *a)
{
    r->offers.off_switch_left -= a->is_backup && a->locality >= SW_AT_ANY;
}

const struct mechanism off_switch_mechanism = {
    .needs = NEEDS_REPLICAS, .offered = off_switch_offered, .launched = off_switch_launched,
};
