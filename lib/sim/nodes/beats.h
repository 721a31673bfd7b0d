/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beats.h - heartbeats as arithmetic. That of a seat in period k comes at k*H + floor(H*seat/n) (H1). A node's seat is
 * its rank, unless heartbeats drift. A set of ranks per kind of slot says which nodes have a free slot. The next
 * heartbeat that matters is its next member. */
#ifndef LIB_SIM_NODES_BEATS_H
#define LIB_SIM_NODES_BEATS_H
#include "lib/sim/nodes/drift.h"
#include "lib/sim/sim.h"

/* The first seat with a phase not below this one; n: none. It is n/H times the phase, rounded up. The product is off by
 * far less than a thousandth, so it gives the rank or the one before. */
static inline uint32_t beats_rank_from(const struct sw_replay *r, int64_t phase_us)
{
    uint32_t rank = (uint32_t)(int64_t)((double)phase_us * r->beats.ranks_per_us + 0.999);
    return rank + (r->beats.phase_us[rank] < phase_us);
}

/* The next periodic heartbeat is this seat's; seat n: the first of the next period. */
static inline void beats_set(struct sw_replay *r, uint32_t rank)
{
    r->beats.at_us = r->beats.period_us + r->beats.phase_us[rank];
    if (rank == r->cl->n_nodes) {
        r->beats.period_us = r->beats.at_us;
        rank = 0;
    }
    r->beats.rank = rank;
}

/* Moves on to the first heartbeat at this instant or later. */
static inline void beats_find(struct sw_replay *r)
{
    int64_t h = r->opt.heartbeat_us, on_us = r->now_us - r->beats.period_us;
    if (on_us >= h) {
        r->beats.period_us += on_us / h * h;
        on_us %= h;
    }
    beats_set(r, beats_rank_from(r, on_us));
}

/* The node's next heartbeat. Those of this instant are over once its round is (T3). */
static inline int64_t beats_of_node(const struct sw_replay *r, uint32_t node)
{
    int64_t h = r->opt.heartbeat_us, from_us = r->beats.at_us >= r->now_us ? r->beats.at_us : r->now_us;
    if (unlikely(r->beats.drift))
        return drift_of_node(r, node, from_us);
    int64_t at_us = r->beats.period_us + r->beats.phase_us[r->slots.rank_of[node]];
    return at_us >= from_us ? at_us : at_us + (from_us - at_us + h - 1) / h * h;
}

/* When the next member of the set heartbeats, from this seat on in the period that begins at period_us; INT64_MAX: the
 * set is empty. */
static inline int64_t beats_next_in_period(const struct sw_replay *r, const struct bits *b, int64_t period_us,
                                           uint32_t seat)
{
    if (unlikely(r->beats.drift))
        return drift_next_us(r, b, period_us, seat);
    uint32_t next = bits_next(b, seat);
    if (next == NONE) {
        period_us += r->opt.heartbeat_us;
        next = bits_next(b, 0);
    }
    return next == NONE ? INT64_MAX : period_us + r->beats.phase_us[next];
}

/* When the next member of the set heartbeats, counting from the next periodic heartbeat. */
static inline int64_t beats_next(const struct sw_replay *r, const struct bits *b)
{
    return beats_next_in_period(r, b, r->beats.period_us, r->beats.rank);
}

/* When the next member of the set heartbeats, not before from_us. */
static inline int64_t beats_next_from(const struct sw_replay *r, const struct bits *b, int64_t from_us)
{
    int64_t h = r->opt.heartbeat_us, period_us = r->beats.period_us, on_us = from_us - period_us;
    if (from_us <= r->beats.at_us)
        return beats_next(r, b);
    if (on_us >= h) {
        period_us += on_us / h * h;
        on_us %= h;
    }
    return beats_next_in_period(r, b, period_us, beats_rank_from(r, on_us));
}
#endif
