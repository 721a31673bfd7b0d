/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots.c - the slots of nodes, the sets of nodes with free ones, and the nodes that heartbeat at this instant (section
 * 2 of docs/model.md). */
#include "lib/base/arena.h"
#include "lib/base/bits.h"
#include "lib/sim/ask.h"
#include "lib/sim/nodes/drift.h"
#include "lib/sim/nodes/nodes.h"
#include <stdlib.h>
#include <string.h>

static void rank_nodes(struct sw_replay *r)
{
    uint32_t n = r->cl->n_nodes;
    r->slots.rank_of = xcalloc(n, sizeof *r->slots.rank_of);
    r->slots.node_of = xcalloc(n, sizeof *r->slots.node_of);
    struct sw_chance c = sw_chance_start(r->opt.seed, SW_CHANCE_PHASE, 0, 0);
    if (r->opt.heartbeat_us)
        sw_chance_permutation(&c, r->slots.rank_of, n);
    for (uint32_t i = 0; i < n; i++) {
        if (!r->opt.heartbeat_us)
            r->slots.rank_of[i] = i;
        r->slots.node_of[r->slots.rank_of[i]] = i;
    }
    if (!r->opt.heartbeat_us)
        return;
    r->beats.phase_us = xcalloc(n + (size_t)1, sizeof *r->beats.phase_us);
    for (uint64_t rank = 0; rank <= n; rank++)
        r->beats.phase_us[rank] = (int64_t)((uint64_t)r->opt.heartbeat_us * rank / n); /* H n < 2^63: check_options() */
    r->beats.ranks_per_us = n / (double)r->opt.heartbeat_us;
    drift_start(r);
}

/* A node is in free_and_local when it has a free slot of kind 0 and a replica of a waiting task. node_index.c updates
 * has_local. */
static void update_free_and_local(struct sw_replay *r, uint32_t rank)
{
    bits_put(&r->slots.free_and_local, rank,
             bit_get(r->slots.free_rank[0].word, rank) && bit_get(r->slots.has_local.word, rank));
}

/* Free slots follow from slots and occupied ones, while the node is up. */
void slots_update(struct sw_replay *r, uint32_t node)
{
    struct node *nd = &r->slots.node[node];
    for (int kind = 0; kind < 2; kind++) {
        r->slots.n_free[kind] -= nd->free[kind];
        nd->free[kind] = nd->up && nd->slots[kind] > nd->occupied[kind] ? nd->slots[kind] - nd->occupied[kind] : 0;
        r->slots.n_free[kind] += nd->free[kind];
        bits_put(&r->slots.free_rank[kind], r->slots.rank_of[node],
                 nd->free[kind] > 0 && !nd->is_silent[kind]);
    }
    bits_put(&r->slots.any_free, r->slots.rank_of[node], nd->free[0] + nd->free[1] > 0);
    update_free_and_local(r, r->slots.rank_of[node]);
    nd->stale = 0;
}

bool slots_answer(struct sw_replay *r)
{
    bool any = r->slots.offer_to_all || r->slots.n_kicked;
    for (uint32_t i = 0; i < r->slots.n_kicked; i++)
        r->slots.node[r->slots.kicked[i]].kicked = false;
    r->slots.n_kicked = 0;
    r->slots.offer_to_all = false;
    return any;
}

/* The first or last free slot came or went, of one kind or both. */
void slots_update_kind(struct sw_replay *r, uint32_t node, int kind)
{
    const struct node *nd = &r->slots.node[node];
    uint32_t rank = r->slots.rank_of[node];
    bits_put(&r->slots.free_rank[kind], rank,
             nd->free[kind] > 0 && !nd->is_silent[kind]);
    bits_put(&r->slots.any_free, rank, nd->free[0] + nd->free[1] > 0);
    if (kind == 0)
        update_free_and_local(r, rank);
}

void slots_flush_stale(struct sw_replay *r, uint32_t node)
{
    uint8_t stale = r->slots.node[node].stale;
    r->slots.node[node].stale = 0;
    for (int kind = 0; kind < 2; kind++)
        if (stale & 1 << kind)
            slots_update_kind(r, node, kind);
}

void slots_note_local(struct sw_replay *r, uint32_t node, bool some)
{
    uint32_t rank = r->slots.rank_of[node];
    bits_put(&r->slots.has_local, rank, some);
    if (bit_get(r->slots.free_rank[0].word, rank)) /* else it is not among them, before and now */
        bits_put(&r->slots.free_and_local, rank, some);
}

void slots_start(struct sw_replay *r)
{
    uint32_t n = r->cl->n_nodes;
    rank_nodes(r);
    r->slots.node = xalloc_aligned(n * sizeof *r->slots.node);
    memset(r->slots.node, 0, n * sizeof *r->slots.node);
    r->slots.rack_of = xrealloc(NULL, n + (size_t)1, sizeof *r->slots.rack_of);
    for (uint32_t i = 0; i < n; i++)
        r->slots.node[i].rack = r->slots.rack_of[i] = r->cl->node[i].rack;
    r->slots.kicked = xcalloc(n, sizeof *r->slots.kicked);
    bits_start(&r->slots.free_rank[0], n);
    bits_start(&r->slots.free_rank[1], n);
    bits_start(&r->slots.any_free, n);
    bits_start(&r->slots.free_and_local, n);
    bits_start(&r->slots.kicked_set, n);
    r->slots.late_bits = r->opt.heartbeat_us && r->opt.out_of_band && !r->opt.hadoop_1
                         && !r->opt.order.policy->private_nodes;
}

/* Counts the slot time until now (S3). */
void slots_count_time(struct sw_replay *r, int64_t until_us)
{
    if (r->slots.since_us < 0 || until_us <= r->slots.since_us)
        return;
    for (int kind = 0; kind < 2; kind++)
        r->totals.slot_us[kind] += (double)r->slots.now[kind] * (double)(until_us - r->slots.since_us);
    r->slots.since_us = until_us;
}

void slots_reset(struct sw_replay *r)
{
    r->slots.offer_to_all = true;
    r->beats.rank = 0;
    r->beats.at_us = r->beats.period_us = 0;
    r->beats.asking_us = INT64_MAX;
}

uint32_t slots_most(const struct sw_node *node)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < node->n_spans; i++)
        most = node->span[i].slots[0] > most ? node->span[i].slots[0] : most;
    return most;
}

uint64_t *slots_before(const struct sw_cluster *cl)
{
    uint64_t *before = xcalloc(cl->n_nodes + (size_t)1, sizeof *before);
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        before[i + 1] = before[i] + slots_most(&cl->node[i]);
    return before;
}
