/* SPDX-License-Identifier: GPL-3.0-or-later */
/* next_beat.c - when the next heartbeat comes that may change something. A node without a free slot costs nothing. */
#include "lib/sim/nodes/beats.h"
#include "lib/sim/offer/offer.h"
#include <stdlib.h>
#include <string.h>

/* D5: while waiting flags are set, heartbeats that count must be made even when no stage is queued. */
static int64_t next_counting(const struct sw_replay *r)
{
    int64_t next = INT64_MAX;
    if (r->opt.delay.counting == SW_COUNT_ALL)
        return r->beats.at_us;
    if (r->opt.delay.counting == SW_COUNT_SHIPPED)
        return beats_next(r, &r->slots.any_free);
    for (int kind = 0; kind < 2; kind++)
        if (r->queues.clock[kind].any_waiting && !r->queues.of_kind[kind].n)
            next = min_i64(next, beats_next(r, &r->slots.free_rank[kind]));
    return next;
}

/* The first time at which a stage may launch away from its data, where all queued stages have the waiting flag. 0: not
 * all have it. */
int64_t next_beat_all_wait_until(const struct sw_replay *r, int kind)
{
    if (!r->queues.clock[kind].idle || r->queues.blocked[kind].n
        || (unlikely(r->mechanisms.has.spare) && mechanisms_wait(r, kind)))
        return 0;
    return sw_queue_first_allowed(&r->queues.of_kind[kind]);
}

/* Until then a heartbeat of a node without a block of theirs changes nothing: it skips all stages, and their flags stay
 * set. What such a stage has waited is the time since its flag was set, however many heartbeats came between. So the
 * next heartbeat that matters is of a node with data (has_local), or the first after the earliest wait ends. */
static int64_t next_asking(const struct sw_replay *r, int kind)
{
    const struct bits *free_rank = &r->slots.free_rank[kind];
    int64_t due_us = next_beat_all_wait_until(r, kind);
    if (due_us <= r->now_us)
        return beats_next(r, free_rank);
    int64_t hot_us = beats_next(r, &r->slots.free_and_local);
    return hot_us <= due_us || due_us == SW_ALLOWED_NEVER ? hot_us
                                                          : min_i64(hot_us, beats_next_from(r, free_rank, due_us));
}

/* The time of the next heartbeat that may change something. */
int64_t next_beat(const struct sw_replay *r)
{
    int64_t next = INT64_MAX;
    if (unlikely(r->offers.full_nodes) && (work_waits(r, 0) || work_waits(r, 1) || r->offers.n_reserved)) /* Y5 */
        return r->beats.at_us;
    for (int kind = 0; kind < 2; kind++)
        if (r->slots.free_rank[kind].count && work_waits(r, kind))
            next = min_i64(next, next_asking(r, kind));
    return r->queues.clock[0].any_waiting || r->queues.clock[1].any_waiting ? min_i64(next, next_counting(r)) : next;
}

/* INT64_MAX: none up to then. */
int64_t next_beat_until(struct sw_replay *r, int64_t until_us)
{
    return r->beats.asking_us = r->opt.heartbeat_us && r->beats.at_us <= until_us ? next_beat(r) : INT64_MAX;
}

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
int64_t next_beat_us(struct sw_replay *r, void *own UNUSED, int64_t until_us)
{
    int64_t beat_us = until_us == r->now_us ? INT64_MAX : next_beat_until(r, until_us);
    return min_i64(beat_us, next_offer(r));
}
