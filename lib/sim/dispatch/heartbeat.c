/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heartbeat.c - nodes decide one by one, at their heartbeats (sections 3 to 6 of docs/model.md): the dispatcher of a
 * replay that asks for no other. */
#include "lib/sim/dispatch/each.h"
#include "lib/sim/offer/offer.h"

static void heartbeat_round(struct sw_replay *r, void *own UNUSED)
{
    round_heartbeats(r, heartbeat);
}

const struct dispatcher heartbeat_dispatcher = {
    .told = { .start = each_choose },
    .round = heartbeat_round, .next_us = next_beat_us, .by_heartbeats = true,
};
