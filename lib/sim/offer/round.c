/* SPDX-License-Identifier: GPL-3.0-or-later */
/* round.c - the heartbeats of one instant, in cluster order (T3, H6, H7). */
#include "lib/base/bitset.h"
#include "lib/sim/ask.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/beats.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/offer/offer.h"
#include "lib/sim/queue/queue.h"
#include <stdlib.h>
#include <string.h>

/* The instant's periodic heartbeat is made at its turn, though it would change nothing now, if there is any other at
 * the instant: that may launch, or leave marks for it to clear. */
static bool may_matter(const struct sw_replay *r)
{
    return r->n_kicked && r->tnodes.lazy;
}

/* Into the cache: most periodic heartbeats are of hot nodes, so the next is likely to be this one's. */
static void prefetch_next_beat(const struct sw_replay *r, uint32_t from)
{
    uint32_t rank = bits_next(&r->free_and_local, from);
    if (rank == NONE)
        return;
    __builtin_prefetch(&r->node[r->node_of[rank]], 1);
    __builtin_prefetch(&r->node_index[r->node_of[rank]]);
}

static void call_periodic(struct sw_replay *r)
{
    if (r->beat_us < r->now_us)
        beats_find(r);
    if (r->beat_us > r->now_us)
        return;
    uint32_t rank = r->beat;
    bool asks = r->asking_us == r->now_us || may_matter(r) || next_beat(r) == r->now_us;
    beats_set(r, rank + 1); /* no two of an instant: H is n microseconds at least */
    if (asks) {
        if (slots_kick(r, r->node_of[rank]))
            node_index_prefetch(r, r->node_of[rank]);
        prefetch_next_beat(r, rank + 1);
    }
}

/* D9, refusal: the timer of a stage that launched in the round and was skipped in none of its scans starts again. */
static void end_round(struct sw_replay *r)
{
    for (struct stage *st = r->round_stages; st; st = st->next_in_round) {
        struct sw_queue_entry *entry = &st->entry[PREF];
        if (entry->leaf)
            sw_queue_load(entry);
        if (entry->state.passed == r->round)
            continue;
        st->level = st->closest;
        waits_restart(r, st);
        if (entry->leaf)
            sw_queue_store(entry);
    }
    r->round_stages = NULL;
    r->round++;
}

static bool has_slot_for_work(const struct sw_replay *r, const struct node *nd)
{
    return (nd->free[0] && work_waits(r, 0)) || (nd->free[1] && work_waits(r, 1));
}

/* H6 (b), (c): every node that has at its turn a free slot of a kind for which work waits, and those that were called. */
static void offer_to_all(struct sw_replay *r)
{
    r->round++;
    for (uint32_t i = 0; (i = bits_next(&r->any_free, i)) != NONE && (work_waits(r, 0) || work_waits(r, 1)); i++)
        if (r->node[i].kicked || has_slot_for_work(r, &r->node[i])) {
            r->node[i].kicked = false;
            heartbeat(r, i);
        }
    end_round(r);
}

void round_offers(struct sw_replay *r)
{
    bool all = r->offer_to_all_nodes && !r->opt.heartbeat_us;
    uint32_t n;
    if (unlikely(r->mechanisms.has.decides) && MECHANISMS_ANY(r, decides, all))
        return;
    r->offer_to_all_nodes = false;
    if (r->opt.heartbeat_us)
        call_periodic(r);
    if (unlikely((n = r->n_kicked) > 1))
        bits_sort(&r->kicked_set, r->kicked, n); /* in cluster order */
    r->n_kicked = 0;
    if (all)
        offer_to_all(r);
    for (uint32_t i = 0; i < n; i++)
        if (r->node[r->kicked[i]].kicked) {
            r->node[r->kicked[i]].kicked = false;
            heartbeat(r, r->kicked[i]);
        }
}
