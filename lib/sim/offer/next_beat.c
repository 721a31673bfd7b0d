/* SPDX-License-Identifier: GPL-3.0-or-later */
/* next_beat.c - when the next heartbeat comes that may change something. Nodes with nothing to ask for cost nothing. */
#include "lib/sim/ask.h"
#include "lib/sim/nodes/beats.h"
#include "lib/sim/offer/offer.h"
#include <stdlib.h>
#include <string.h>

/* D5: while there are marks, heartbeats that count must be made even when nobody is in the list. */
static int64_t next_counting(const struct sw_replay *r)
{
    int64_t next = INT64_MAX;
    if (r->opt.delay.counting == SW_COUNT_ALL)
        return r->beats.at_us;
    if (r->opt.delay.counting == SW_COUNT_SHIPPED)
        return beats_next(r, &r->slots.any_free);
    for (int slot = 0; slot < 2; slot++)
        if (r->queues.clock[slot].marks && !r->queues.of_kind[slot].n)
            next = min_i64(next, beats_next(r, &r->slots.free_rank[slot]));
    return next;
}

/* When everybody in the list is marked, nobody may launch away from its data before this time. 0: not all are. */
int64_t next_beat_all_wait_until(const struct sw_replay *r, int slot)
{
    if (!r->queues.clock[slot].idle || r->queues.blocked[slot].n
        || (unlikely(r->mechanisms.has.waits) && ask_waits(r, slot)))
        return 0;
    return sw_queue_first_allowed(&r->queues.of_kind[slot]);
}

/* Until then a heartbeat of a node without a block of theirs changes nothing: all are skipped and stay marked, and what
 * a marked stage has waited is the time since it was marked, however many heartbeats came between. So the next one that
 * matters is that of a hot node, or the first after the earliest wait ends. */
static int64_t next_asking(const struct sw_replay *r, int slot)
{
    const struct bits *free_rank = &r->slots.free_rank[slot];
    int64_t due_us = next_beat_all_wait_until(r, slot);
    if (due_us <= r->now_us)
        return beats_next(r, free_rank);
    int64_t hot_us = beats_next(r, &r->slots.free_and_local);
    return hot_us <= due_us || due_us == SW_ALLOWED_NEVER ? hot_us
                                                          : min_i64(hot_us, beats_next_from(r, free_rank, due_us));
}

/* Of those still to be made, the next that may change something. */
int64_t next_beat(const struct sw_replay *r)
{
    int64_t next = INT64_MAX;
    if (unlikely(r->offers.full_nodes) && (work_waits(r, 0) || work_waits(r, 1))) /* Y5 */
        return r->beats.at_us;
    for (int slot = 0; slot < 2; slot++)
        if (r->slots.free_rank[slot].count && work_waits(r, slot))
            next = min_i64(next, next_asking(r, slot));
    return r->queues.clock[0].marks || r->queues.clock[1].marks ? min_i64(next, next_counting(r)) : next;
}

int64_t next_beat_until(struct sw_replay *r, int64_t until_us)
{
    return r->beats.asking_us = r->opt.heartbeat_us && r->beats.at_us <= until_us ? next_beat(r) : INT64_MAX;
}
