/* SPDX-License-Identifier: GPL-3.0-or-later */
/* round.c - the heartbeats of one instant, in cluster order (T3, H6, H7). */
#include "lib/base/bits.h"
#include "lib/sim/nodes/beats.h"
#include "lib/sim/offer/offer.h"
#include <stdlib.h>
#include <string.h>

/* Whether the instant's periodic heartbeat is made at its turn, though it would change nothing now. It is if there is
 * another at the instant: that may launch, or set waiting flags that this one clears. */
static bool may_matter(const struct sw_replay *r)
{
    return r->slots.n_kicked && r->queues.delay_clocks;
}

/* Prefetches the next node with data: most periodic heartbeats that are made are of such nodes. */
static void prefetch_next_beat(const struct sw_replay *r, uint32_t from)
{
    uint32_t rank = bits_next(&r->slots.free_and_local, from);
    if (rank == NONE)
        return;
    __builtin_prefetch(&r->slots.node[r->slots.node_of[rank]], 1);
    __builtin_prefetch(&r->locality.of_node[r->slots.node_of[rank]]);
}

/* H1: the periodic heartbeat of this instant, if it may matter. */
static void call_periodic(struct sw_replay *r)
{
    if (r->beats.at_us < r->now_us)
        beats_find(r);
    if (r->beats.at_us > r->now_us)
        return;
    uint32_t seat = r->beats.rank, rank = unlikely(r->beats.drift) ? drift_rank_at(r, seat) : seat;
    bool asks = r->beats.asking_us == r->now_us || may_matter(r) || next_beat(r) == r->now_us;
    beats_set(r, seat + 1); /* no two at one instant: the interval H is n microseconds at least */
    if (asks) {
        if (slots_kick(r, r->slots.node_of[rank]))
            node_index_prefetch(r, r->slots.node_of[rank]);
        prefetch_next_beat(r, rank + 1);
    }
}

/* H6: a free slot of a kind of which work waits. */
static bool has_slot_for_work(const struct sw_replay *r, const struct node *nd)
{
    return (nd->free[0] && work_waits(r, 0)) || (nd->free[1] && work_waits(r, 1));
}

/* T3: each once. */
static inline void beat_if_kicked(struct sw_replay *r, uint32_t node, void (*beat)(struct sw_replay *, uint32_t))
{
    if (!r->slots.node[node].kicked)
        return;
    r->slots.node[node].kicked = false;
    beat(r, node);
}

/* H6 (b), (c): every node heartbeats that has, at its turn, a free slot for waiting work. Kicked nodes do, too, also
 * those that run more than they have slots now (B8). Returns how many of the kicked nodes are done. Inlined,
 * it would take registers from all rounds. */
static __attribute__((noinline)) uint32_t offer_to_all(struct sw_replay *r, uint32_t n_kicked,
                                                       void (*beat)(struct sw_replay *, uint32_t))
{
    uint32_t done = 0;
    for (uint32_t i = 0; work_waits(r, 0) || work_waits(r, 1); i++) {
        if ((i = bits_next(&r->slots.any_free, i)) == NONE)
            break;
        for (; done < n_kicked && r->slots.kicked[done] < i; done++)
            beat_if_kicked(r, r->slots.kicked[done], beat);
        if (r->slots.node[i].kicked || has_slot_for_work(r, &r->slots.node[i])) {
            r->slots.node[i].kicked = false;
            beat(r, i);
        }
    }
    return done;
}

/* T3, H6, H7. */
void round_heartbeats(struct sw_replay *r, void (*beat)(struct sw_replay *, uint32_t))
{
    bool all = r->slots.offer_to_all && !r->opt.heartbeat_us;
    uint32_t n;
    r->slots.offer_to_all = false;
    if (r->opt.heartbeat_us)
        call_periodic(r);
    if (unlikely((n = r->slots.n_kicked) > 1))
        bits_sort(&r->slots.kicked_set, r->slots.kicked, n); /* in cluster order */
    r->slots.n_kicked = 0;
    for (uint32_t i = all ? offer_to_all(r, n, beat) : 0; i < n; i++)
        beat_if_kicked(r, r->slots.kicked[i], beat);
}

void round_shuffle(const struct sw_replay *r, uint32_t *node, uint32_t *was, uint32_t n)
{
    struct sw_chance c = sw_chance_start(r->opt.seed, SW_CHANCE_OFFERS, (uint64_t)r->now_us, r->attempts.serial);
    memcpy(was, node, n * sizeof *was);
    sw_chance_permutation(&c, node, n);
    for (uint32_t i = 0; i < n; i++)
        node[i] = was[node[i]];
}
