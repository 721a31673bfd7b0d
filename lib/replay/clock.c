/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.c - heartbeats and free slots (section 2 of docs/model.md).
 *
 * Heartbeats are arithmetic: that of a rank in period k comes at k*H + floor(H*rank/n). A set of ranks per kind of slot
 * says which nodes have a free one, so the next heartbeat that asks is the next member of that set. Nodes
 * with nothing to ask for cost nothing. Without a period the rank is the cluster order. */
#include "lib/replay/replay.h"
#include <stdlib.h>
#include <string.h>

/* ---- nodes and their slots ------------------------------------------------------------------- */

static void rank_nodes(struct sw_replay *r)
{
    uint32_t n = r->cl->n_nodes;
    r->rank_of = xcalloc(n, sizeof *r->rank_of);
    r->node_of = xcalloc(n, sizeof *r->node_of);
    struct sw_chance c = sw_chance_start(r->opt.seed, SW_CHANCE_PHASE, 0, 0);
    if (r->opt.heartbeat_us)
        sw_chance_permutation(&c, r->rank_of, n);
    for (uint32_t i = 0; i < n; i++) {
        if (!r->opt.heartbeat_us)
            r->rank_of[i] = i;
        r->node_of[r->rank_of[i]] = i;
    }
    if (!r->opt.heartbeat_us)
        return;
    r->phase_us = xcalloc(n + (size_t)1, sizeof *r->phase_us);
    for (uint64_t rank = 0; rank <= n; rank++)
        r->phase_us[rank] = (int64_t)((uint64_t)r->opt.heartbeat_us * rank / n); /* H n < 2^63: check_options() */
    r->ranks_per_us = n / (double)r->opt.heartbeat_us;
}

/* Hot are the nodes with a free slot and something waiting that has a block there. here.c puts and takes what begins or ends to wait. */
static void note_hot(struct sw_replay *r, uint32_t rank)
{
    bits_put(&r->hot, rank, bit_get(r->free_rank[0].word, rank) && bit_get(r->some_here.word, rank));
}

/* What is free follows from slots and what is occupied, while the node is up. */
void node_note_free(struct sw_replay *r, uint32_t node)
{
    struct node *nd = &r->node[node];
    for (int slot = 0; slot < 2; slot++) {
        nd->free[slot] = nd->up && nd->slots[slot] > nd->occupied[slot] ? nd->slots[slot] - nd->occupied[slot] : 0;
        bits_put(&r->free_rank[slot], r->rank_of[node], nd->free[slot] > 0 && (!SELDOM(r->mechanisms.has.asks) || hooks_ask(r, nd, slot)));
    }
    bits_put(&r->any_free, r->rank_of[node], nd->free[0] + nd->free[1] > 0);
    note_hot(r, r->rank_of[node]);
    nd->stale = 0;
}

/* The first or the last free slot of the kind came or went, perhaps of the other kind, too. */
void node_note_free_of(struct sw_replay *r, uint32_t node, int slot)
{
    const struct node *nd = &r->node[node];
    uint32_t rank = r->rank_of[node];
    bits_put(&r->free_rank[slot], rank, nd->free[slot] > 0 && (!SELDOM(r->mechanisms.has.asks) || hooks_ask(r, nd, slot)));
    bits_put(&r->any_free, rank, nd->free[0] + nd->free[1] > 0);
    if (slot == 0)
        note_hot(r, rank);
}

void node_note_stale(struct sw_replay *r, uint32_t node)
{
    uint8_t stale = r->node[node].stale;
    r->node[node].stale = 0;
    for (int slot = 0; slot < 2; slot++)
        if (stale & 1 << slot)
            node_note_free_of(r, node, slot);
}

void clock_start(struct sw_replay *r)
{
    uint32_t n = r->cl->n_nodes;
    rank_nodes(r);
    r->node = xlines(n * sizeof *r->node);
    memset(r->node, 0, n * sizeof *r->node);
    r->rack_of = xrealloc(NULL, n, sizeof *r->rack_of);
    for (uint32_t i = 0; i < n; i++)
        r->node[i].rack = r->rack_of[i] = r->cl->node[i].rack;
    r->called = xcalloc(n, sizeof *r->called);
    bits_start(&r->free_rank[0], n);
    bits_start(&r->free_rank[1], n);
    bits_start(&r->any_free, n);
    bits_start(&r->hot, n);
    bits_start(&r->called_set, n);
    r->late_bits = r->opt.heartbeat_us && r->opt.out_of_band && !r->mechanisms.has.asks;
}

void clock_reset(struct sw_replay *r)
{
    r->call_all = true;
    r->beat = 0;
    r->beat_us = r->period_us = 0;
    r->asking_us = INT64_MAX;
    rows_begin(r);
}

void clock_end(struct sw_replay *r)
{
    bits_end(&r->free_rank[0]);
    bits_end(&r->free_rank[1]);
    bits_end(&r->any_free);
    bits_end(&r->hot);
    bits_end(&r->called_set);
    free(r->node);
    free(r->called);
    free(r->rack_of);
    free(r->rank_of);
    free(r->node_of);
    free(r->phase_us);
}

/* An out-of-band heartbeat at this instant (H2). */
void node_call(struct sw_replay *r, uint32_t node)
{
    if (r->node[node].called)
        return;
    r->node[node].called = true;
    r->called[r->n_called++] = node;
    __builtin_prefetch(r->here[node].at);
    table_fetch(r, node);
}

/* ---- the period ------------------------------------------------------------------------------ */

/* The first rank with a phase not below this one; n: none. That is n/H times the phase, rounded up. The product is off by far less than
 * a thousandth, so what is made of it here is the rank or the one before. */
static uint32_t rank_from(const struct sw_replay *r, int64_t phase_us)
{
    uint32_t rank = (uint32_t)(int64_t)((double)phase_us * r->ranks_per_us + 0.999);
    return rank + (r->phase_us[rank] < phase_us);
}

/* rank n: the first of the next period. */
static void set_beat(struct sw_replay *r, uint32_t rank)
{
    r->beat_us = r->period_us + r->phase_us[rank];
    if (rank == r->cl->n_nodes) {
        r->period_us = r->beat_us;
        rank = 0;
    }
    r->beat = rank;
}

/* The first heartbeat not before this instant, which has come after the one that was to be the next. */
static void find_beat(struct sw_replay *r)
{
    int64_t h = r->opt.heartbeat_us, on_us = r->now_us - r->period_us;
    if (on_us >= h) {
        r->period_us += on_us / h * h;
        on_us %= h;
    }
    set_beat(r, rank_from(r, on_us));
}

/* Those of an instant are over once its round is (T3). */
int64_t clock_node_beat(const struct sw_replay *r, uint32_t node)
{
    int64_t h = r->opt.heartbeat_us, from_us = r->beat_us >= r->now_us ? r->beat_us : r->now_us;
    int64_t at_us = r->period_us + r->phase_us[r->rank_of[node]];
    return at_us >= from_us ? at_us : at_us + (from_us - at_us + h - 1) / h * h;
}

/* When the next member of the set makes its heartbeat, from this rank on in the period that begins then; INT64_MAX: there is none. */
static inline int64_t next_in_period(const struct sw_replay *r, const struct bits *b, int64_t period_us, uint32_t rank)
{
    uint32_t next = bits_next(b, rank);
    if (next == NONE) {
        period_us += r->opt.heartbeat_us;
        next = bits_next(b, 0);
    }
    return next == NONE ? INT64_MAX : period_us + r->phase_us[next];
}

/* Of those still to be made. */
static int64_t next_member(const struct sw_replay *r, const struct bits *b)
{
    return next_in_period(r, b, r->period_us, r->beat);
}

/* And not before this time. */
static int64_t next_member_from(const struct sw_replay *r, const struct bits *b, int64_t from_us)
{
    int64_t h = r->opt.heartbeat_us, period_us = r->period_us, on_us = from_us - period_us;
    if (from_us <= r->beat_us)
        return next_member(r, b);
    if (on_us >= h) {
        period_us += on_us / h * h;
        on_us %= h;
    }
    return next_in_period(r, b, period_us, rank_from(r, on_us));
}

static inline int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* D5: while there are marks, heartbeats that count must be made even when nobody is in the list. */
static int64_t next_counting(const struct sw_replay *r)
{
    int64_t next = INT64_MAX;
    if (r->opt.delay.counting == SW_COUNT_ALL)
        return r->beat_us;
    if (r->opt.delay.counting == SW_COUNT_SHIPPED)
        return next_member(r, &r->any_free);
    for (int slot = 0; slot < 2; slot++)
        if (r->acc[slot].marks && !r->list[slot].n)
            next = sooner(next, next_member(r, &r->free_rank[slot]));
    return next;
}

/* When everybody in the list is marked, nobody may launch away from its data before this time. 0: not all are. */
int64_t clock_all_wait_until(const struct sw_replay *r, int slot)
{
    if (!r->acc[slot].idle || r->aside[slot].n || (SELDOM(r->mechanisms.has.waits) && hooks_wait(r, slot)))
        return 0;
    return sw_list_least_due(&r->list[slot]);
}

/* Until then a heartbeat of a node without a block of theirs changes nothing: all are passed by and stay marked, and what a marked stage
 * has waited is the time since it was marked, however many heartbeats came between. So the next one that matters is that of a hot
 * node, or the first after the earliest wait ends. */
static int64_t next_asking(const struct sw_replay *r, int slot)
{
    const struct bits *free_rank = &r->free_rank[slot];
    int64_t due_us = clock_all_wait_until(r, slot);
    if (due_us <= r->now_us)
        return next_member(r, free_rank);
    int64_t hot_us = next_member(r, &r->hot);
    return hot_us <= due_us || due_us == SW_DUE_NEVER ? hot_us : sooner(hot_us, next_member_from(r, free_rank, due_us));
}

/* Of those still to be made, the next that may change something. */
static int64_t next_beat(const struct sw_replay *r)
{
    int64_t next = INT64_MAX;
    for (int slot = 0; slot < 2; slot++)
        if (r->free_rank[slot].count && work_waits(r, slot))
            next = sooner(next, next_asking(r, slot));
    return r->acc[0].marks || r->acc[1].marks ? sooner(next, next_counting(r)) : next;
}

int64_t clock_next_beat(struct sw_replay *r, int64_t until_us)
{
    return r->asking_us = r->opt.heartbeat_us && r->beat_us <= until_us ? next_beat(r) : INT64_MAX;
}

/* ---- a round: the heartbeats of one instant, in cluster order (T3) ----------------------------- */

/* The instant's periodic heartbeat is made at its turn, though it would change nothing now, if there is any other at the
 * instant: that may launch, or leave marks for it to clear. */
static bool may_matter(const struct sw_replay *r)
{
    return r->n_called && r->store.lazy;
}

/* Into the cache: most periodic heartbeats are of hot nodes, so the next is likely to be this one's. */
static void fetch_hot(const struct sw_replay *r, uint32_t from)
{
    uint32_t rank = bits_next(&r->hot, from);
    if (rank == NONE)
        return;
    __builtin_prefetch(&r->node[r->node_of[rank]], 1);
    __builtin_prefetch(&r->here[r->node_of[rank]]);
}

static void call_periodic(struct sw_replay *r)
{
    if (r->beat_us < r->now_us)
        find_beat(r);
    if (r->beat_us > r->now_us)
        return;
    uint32_t rank = r->beat;
    bool asks = r->asking_us == r->now_us || may_matter(r) || next_beat(r) == r->now_us;
    set_beat(r, rank + 1); /* no two of an instant: H is n microseconds at least */
    if (asks) {
        node_call(r, r->node_of[rank]);
        fetch_hot(r, rank + 1);
    }
}

/* D9, refusal: the timer of a stage that launched in the round and was passed by in none of its scans starts again. */
static void end_round(struct sw_replay *r)
{
    for (struct stage *st = r->round_stages; st; st = st->next_in_round) {
        struct sw_item *item = &st->item[PREF];
        if (item->leaf)
            sw_list_look(item);
        if (item->state.passed == r->round)
            continue;
        st->level = st->closest;
        stage_set_due(r, st);
        if (item->leaf)
            sw_list_put(item);
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
        if (r->node[i].called || has_slot_for_work(r, &r->node[i])) {
            r->node[i].called = false;
            heartbeat(r, i);
        }
    end_round(r);
}

void clock_round(struct sw_replay *r)
{
    bool all = r->call_all && !r->opt.heartbeat_us;
    uint32_t n;
    if (SELDOM(r->mechanisms.has.decides) && MECHANISMS_ANY(r, decides, all))
        return;
    r->call_all = false;
    if (r->opt.heartbeat_us)
        call_periodic(r);
    if (SELDOM((n = r->n_called) > 1))
        bits_sort(&r->called_set, r->called, n); /* in cluster order */
    r->n_called = 0;
    if (all)
        offer_to_all(r);
    for (uint32_t i = 0; i < n; i++)
        if (r->node[r->called[i]].called) {
            r->node[r->called[i]].called = false;
            heartbeat(r, r->called[i]);
        }
}
