/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heartbeat.c - nodes decide one by one, at their heartbeats (sections 3 to 6 of docs/model.md): the dispatcher of a
 * replay that asks for no other. */
#include "lib/sim/dispatch/each.h"
#include "lib/sim/dispatch/heartbeat.h"
#include "lib/sim/offer/offer.h"

/* H6 (c) and H7: without a period, what makes refused slots be offered again. */
static inline int64_t next_offer(struct sw_replay *r)
{
    int64_t next = INT64_MAX;
    bool skip = r->opt.delay.clock == SW_COUNT_SKIPS;
    bool gaps = r->opt.delay.clock == SW_COUNT_HEARTBEAT_GAPS;
    if (r->opt.heartbeat_us || !r->queues.delay_clocks)
        return next;
    for (int kind = 0; kind < 2; kind++) {
        if (!r->queues.of_kind[kind].n || !r->slots.free_rank[kind].count)
            continue;
        if (skip || gaps)
            next = min_i64(next, r->offers.round_us + r->opt.revive_us);
        if (!skip) /* a slot may free at that very instant */
            next = min_i64(next, sw_queue_next_allowed(&r->queues.of_kind[kind], r->now_us));
    }
    return next >= SW_ALLOWED_NEVER / 2 ? INT64_MAX : next;
}

/* No periodic heartbeat comes at an instant that has had its own. */
int64_t heartbeat_next_us(struct sw_replay *r, void *own, int64_t until_us)
{
    int64_t beat_us = until_us == r->now_us ? INT64_MAX : next_beat_until(r, until_us);
    (void)own;
    return min_i64(beat_us, next_offer(r));
}

static void heartbeat_round(struct sw_replay *r, void *own)
{
    (void)own;
    round_heartbeats(r, heartbeat);
}

static int heartbeat_start(struct sw_replay *r, void *own, struct sw_err *err)
{
    (void)own, (void)err;
    each_choose(r);
    return SW_OK;
}

static bool heartbeat_wanted(const struct sw_replay *r)
{
    (void)r;
    return true;
}

const struct dispatcher heartbeat_dispatcher = {
    .told = { .name = "heartbeat", .wanted = heartbeat_wanted, .start = heartbeat_start },
    .round = heartbeat_round, .next_us = heartbeat_next_us, .by_heartbeats = true,
};
