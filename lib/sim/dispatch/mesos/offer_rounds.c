/* SPDX-License-Identifier: GPL-3.0-or-later */
/* offer_rounds.c - an allocator offers nodes to pools in rounds, and each pool answers (M1 to M7 of docs/model.md).
 *
 * A round first makes all its offers. A pool then answers each of its own with a heartbeat of that node. Its queue
 * is the pool's, and its slots are those of the offer. */
#include "lib/base/arena.h"
#include "lib/base/bits.h"
#include "lib/sim/dispatch/each.h"
#include "lib/sim/dispatch/mesos/offer_waits.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/offer/offer.h"
#include <string.h>

struct of_pool {
    int64_t offered;         /* slots, in this round */
    int64_t counted;         /* those of them that the order of pools counts: not of the node whose turn it is */
    uint64_t n_offers, n_counted; /* since the beginning (M4.2) */
    int64_t *until_us;       /* by slots of each node: up to then a filter matches an offer of so many; or NULL */
    bool has_filters;
};
struct offer { struct pool *pool; uint32_t node; int64_t slots; };
struct offer_rounds {
    struct offer_waits waits; /* the first: the waits' callbacks get this record as theirs */
    struct of_pool *pool;    /* by number */
    uint32_t n_pools;
    struct pool **wanting;   /* those that may be offered something in this round: a heap by goes_before(), and behind
                                it those that the node whose turn it is has been through, the last one first */
    uint32_t n_wanting, n_left; /* n_left: in the heap */
    bool nested;             /* one of them is below another pool */
    uint64_t *first, n_slots; /* first: of each node in until_us */
    struct offer *offer;     /* of this round */
    size_t n, cap;
    uint32_t *node, *shuffled; /* of this round */
    bool *grew;              /* nodes that have more slots than before the instant */
    uint32_t *grown, n_grown;
    int64_t last_us;         /* of rounds; -1: none yet */
    bool revived;
    struct pool *answers;    /* NULL: none does */
    int64_t most;            /* slots that the node may occupy by its answer */
};

static struct of_pool *offers_to(struct offer_rounds *k, const struct pool *p) { return &k->pool[p->number]; }

/* Pools are made as jobs come. */
static void note_pools(const struct sw_replay *r, struct offer_rounds *k)
{
    if (r->pools.n <= k->n_pools)
        return;
    k->pool = xgrow(k->pool, k->n_pools, r->pools.n, sizeof *k->pool);
    k->wanting = xrealloc(k->wanting, r->pools.n, sizeof *k->wanting);
    k->n_pools = r->pools.n;
}

/* ---- filters (M6) ---------------------------------------------------------------------------------- */

/* M6.1: up to when a filter of the pool matches offers of so many slots of the node. */
static int64_t *filter_at(const struct offer_rounds *k, const struct of_pool *p, uint32_t node, int64_t slots)
{
    return &p->until_us[k->first[node] + (uint64_t)slots - 1];
}

/* It matches offers of fewer slots, too. With interval 0 it matches all, and make_round() forgets it (M6.2). */
static void add_filter(const struct sw_replay *r, struct offer_rounds *k, struct of_pool *p, uint32_t node,
                       int64_t slots)
{
    const struct sw_order_rule *rule = &r->opt.order;
    int64_t until_us = r->now_us + max_i64(rule->filter_us, rule->offer_us);
    if (!rule->filter_us && rule->offer_us)
        return;
    if (!rule->offer_us)
        slots = (int64_t)(k->first[node + 1] - k->first[node]);
    if (!p->until_us)
        p->until_us = xcalloc(k->n_slots, sizeof *p->until_us);
    if (!p->has_filters)
        memset(p->until_us, 0xff, k->n_slots * sizeof *p->until_us); /* -1: never */
    p->has_filters = true;
    for (int64_t *at = filter_at(k, p, node, slots), *from = filter_at(k, p, node, 1); at >= from; at--)
        *at = max_i64(*at, until_us);
}

/* M7: its filters are forgotten, and a round of all nodes comes (M2.2). */
static void revive(const struct sw_replay *r, struct offer_rounds *k, const struct pool *p)
{
    note_pools(r, k);
    offers_to(k, p)->has_filters = false;
    k->revived = true;
}

/* M7: a stage becomes ready. */
static void offer_rounds_stage(struct sw_replay *r, void *own, struct stage *st, enum stage_news what, int class UNUSED)
{
    if (what == STAGE_READY)
        revive(r, own, st->job->pool);
}

/* M7: a task returns. */
static void offer_rounds_task_back(struct sw_replay *r, void *own, struct stage *st, uint32_t task UNUSED)
{
    revive(r, own, st->job->pool);
}

/* ---- offers (M4) ----------------------------------------------------------------------------------- */

/* Of a/over and b/under. M4.1: weight 0 comes last, and then the number decides. */
static int compare_ratio(int64_t a, int64_t over, int64_t b, int64_t under)
{
    if (over == under)
        return ORDER(a, b);
    if (!over || !under)
        return ORDER(!over, !under);
    return ORDER((__int128)a * under, (__int128)b * over);
}

/* Of two pools side by side. */
static int compare_pools(struct offer_rounds *k, const struct pool *a, const struct pool *b)
{
    const struct of_pool *x = offers_to(k, a), *y = offers_to(k, b);
    return compare_ratio(a->running[0] + x->counted, a->weight, b->running[0] + y->counted, b->weight)
           ?: ORDER(x->n_counted, y->n_counted) ?: ORDER(a->name_rank, b->name_rank);
}

/* Of two pools that take jobs: the pools side by side that they are, or are below. */
static bool goes_before(struct offer_rounds *k, const struct pool *a, const struct pool *b)
{
    if (k->nested)
        pools_part(&a, &b);
    return compare_pools(k, a, b) < 0;
}

/* The heap has a hole at i, for p. */
static void sink(struct offer_rounds *k, uint32_t i, struct pool *p)
{
    for (uint32_t child; (child = 2 * i + 1) < k->n_left; i = child) {
        child += child + 1 < k->n_left && goes_before(k, k->wanting[child + 1], k->wanting[child]);
        if (goes_before(k, p, k->wanting[child]))
            break;
        k->wanting[i] = k->wanting[child];
    }
    k->wanting[i] = p;
}

/* p stands behind the heap at i. */
static void rise_pool(struct offer_rounds *k, uint32_t i, struct pool *p)
{
    for (; i && goes_before(k, p, k->wanting[(i - 1) / 2]); i = (i - 1) / 2)
        k->wanting[i] = k->wanting[(i - 1) / 2];
    k->wanting[i] = p;
}

static void make_heap(struct offer_rounds *k)
{
    k->n_left = k->n_wanting;
    for (uint32_t i = k->n_wanting / 2; i-- > 0;)
        sink(k, i, k->wanting[i]);
}

/* Nothing is launched while offers are made, so these stay the same for all nodes. */
static void find_wanting(struct sw_replay *r, struct offer_rounds *k)
{
    k->n_wanting = 0;
    k->nested = false;
    FOR_BUSY_POOLS(r, p)
        if (!p->has_children && p->queue[0].n) {
            k->wanting[k->n_wanting++] = p;
            k->nested |= !!p->parent;
        }
    make_heap(k);
}

/* M4.3: the first in order leaves the heap, and stands behind it until the node's turn is over. */
static struct pool *next_pool(struct offer_rounds *k)
{
    if (!k->n_left)
        return NULL;
    struct pool *first = k->wanting[0], *last = k->wanting[--k->n_left];
    k->wanting[k->n_left] = first;
    if (k->n_left)
        sink(k, 0, last);
    return first;
}

/* M4.3 */
static int64_t room(struct offer_rounds *k, const struct pool *p, int64_t most)
{
    for (; p; p = p->parent)
        most = min_i64(most, p->most[0] - p->running[0] - offers_to(k, p)->offered);
    return most;
}

/* M4.2: it counts for the pools above, too. */
static void make_offer(struct offer_rounds *k, struct pool *pool, uint32_t node, int64_t slots)
{
    PUSH(k->offer, k->n, k->cap, (struct offer){ pool, node, slots });
    for (const struct pool *p = pool; p; p = p->parent) {
        offers_to(k, p)->offered += slots;
        offers_to(k, p)->n_offers++;
    }
}

/* M4.3, M4.4: a node's free slots go to the pools in order, as far as their maximums and filters let them. */
static void offer_node(const struct sw_replay *r, struct offer_rounds *k, uint32_t node)
{
    size_t from = k->n;
    int64_t left = r->slots.node[node].free[0];
    for (struct pool *p; left > 0 && (p = next_pool(k)); ) {
        const struct of_pool *o = offers_to(k, p);
        int64_t slots = room(k, p, left);
        if (slots <= 0 || (o->has_filters && r->now_us <= *filter_at(k, o, node, slots)))
            continue;
        make_offer(k, p, node, slots);
        left -= slots;
    }
    /* From the next node's turn on they count. */
    for (size_t i = from; i < k->n; i++)
        for (const struct pool *p = k->offer[i].pool; p; p = p->parent) {
            offers_to(k, p)->counted = offers_to(k, p)->offered;
            offers_to(k, p)->n_counted = offers_to(k, p)->n_offers;
        }
    /* What a pool was offered moves those beside a pool above it, too. */
    bool offered = from < k->n;
    if (offered && k->nested)
        make_heap(k);
    for (; k->n_left < k->n_wanting; k->n_left++)
        rise_pool(k, k->n_left, k->wanting[k->n_left]);
}

/* The next round begins with none. */
static void forget_offers(struct offer_rounds *k)
{
    for (size_t i = 0; i < k->n; i++)
        for (const struct pool *p = k->offer[i].pool; p; p = p->parent)
            offers_to(k, p)->offered = offers_to(k, p)->counted = 0;
    k->n = 0;
}

/* ---- answers (M5) ------------------------------------------------------------------------------------ */

static struct sw_queue *offer_rounds_queue(struct sw_replay *r, void *own, const struct job *job, uint32_t node UNUSED,
                                           int kind)
{
    struct offer_rounds *k = own;
    if (job)
        return NULL;
    return k->answers ? &k->answers->queue[kind] : &r->queues.of_kind[kind];
}

/* M5: an answer launches on the offered slots alone. */
static int64_t offer_rounds_slots_cap(struct sw_replay *r UNUSED, void *own, const struct node *nd, int kind)
{
    const struct offer_rounds *k = own;
    return k->answers ? k->most : (int64_t)nd->occupied[kind] + nd->free[kind];
}

/* D3: what is left of an offer that launched nothing is one slot less. */
static void answer(struct sw_replay *r, struct offer_rounds *k, const struct offer *o)
{
    const struct node *nd = &r->slots.node[o->node];
    bool by_skips = r->opt.delay.policy->clock == SW_COUNT_SKIPS;
    int64_t before = nd->occupied[0], left;
    k->answers = o->pool;
    k->most = before + o->slots;
    do
        heartbeat(r, o->node);
    while (by_skips && --k->most > (int64_t)nd->occupied[0]);
    k->answers = NULL;
    left = o->slots - ((int64_t)nd->occupied[0] - before);
    if (left > 0)
        add_filter(r, k, offers_to(k, o->pool), o->node, left);
}

/* ---- rounds (M2, M3) ---------------------------------------------------------------------------------- */

/* M3 to M6. With interval 0 rounds of the same nodes go on until nothing is offered (M6.2). */
static void make_round(struct sw_replay *r, struct offer_rounds *k, uint32_t n)
{
    note_pools(r, k);
    if (r->opt.order.offer_us)
        round_shuffle(r, k->node, k->shuffled, n);
    /* M6.2: with interval 0 what was declined is known for this round alone. */
    for (uint32_t i = 0; i < k->n_pools && !r->opt.order.offer_us; i++)
        k->pool[i].has_filters = false;
    do {
        forget_offers(k);
        find_wanting(r, k);
        for (uint32_t i = 0; i < n; i++)
            offer_node(r, k, k->node[i]);
        for (size_t i = 0; i < k->n; i++)
            answer(r, k, &k->offer[i]);
    } while (!r->opt.order.offer_us && k->n);
    forget_offers(k);
}

/* M3: nodes with a free slot. */
static uint32_t gather_all(const struct sw_replay *r, struct offer_rounds *k)
{
    uint32_t n = 0;
    for (uint32_t i = 0; (i = bits_next(&r->slots.free_rank[0], i)) != NONE; i++)
        k->node[n++] = i;
    return n;
}

/* In cluster order those of the list that have a free slot. */
static uint32_t gather_some(struct sw_replay *r, struct offer_rounds *k, uint32_t *list, uint32_t n_list)
{
    uint32_t n = 0;
    if (n_list > 1)
        bits_sort(&r->slots.kicked_set, list, n_list);
    for (uint32_t i = 0; i < n_list; i++)
        if (r->slots.node[list[i]].free[0])
            k->node[n++] = list[i];
    return n;
}

/* M2: all nodes at a multiple of the interval or where a pool revives, else those that have more slots than before. */
static uint32_t gather_nodes(struct sw_replay *r, struct offer_rounds *k, bool all)
{
    bool due = k->revived || (r->now_us != k->last_us && r->now_us % max_i64(r->opt.order.offer_us, 1) == 0);
    if (!r->opt.order.offer_us) {
        /* H7 goes by heartbeats that were made for whatever reason. */
        bool any = all && r->slots.free_rank[0].count && r->queues.of_kind[0].n;
        for (uint32_t i = 0; i < r->slots.n_kicked; i++)
            any |= r->slots.node[r->slots.kicked[i]].up;
        if (any)
            r->offers.round_us = r->now_us;
        return all ? gather_all(r, k) : gather_some(r, k, r->slots.kicked, r->slots.n_kicked);
    }
    return due ? gather_all(r, k) : gather_some(r, k, k->grown, k->n_grown);
}

static void offer_rounds_round(struct sw_replay *r, void *own)
{
    struct offer_rounds *k = own;
    uint32_t n = gather_nodes(r, k, r->slots.offer_to_all);
    (void)slots_answer(r);
    while (k->n_grown)
        k->grew[k->grown[--k->n_grown]] = false;
    k->revived = false;
    k->last_us = r->now_us;
    if (n)
        make_round(r, k, n);
}

/* M2.1, M2.4: the next multiple of the interval; with interval 0 the next end of a wait. */
static int64_t offer_rounds_next_us(struct sw_replay *r, void *own, int64_t until_us UNUSED)
{
    int64_t every_us = r->opt.order.offer_us;
    if (!every_us)
        return offer_waits_next_us(r, own);
    if (!r->slots.free_rank[0].count || !r->queues.of_kind[0].n)
        return INT64_MAX;
    return (r->now_us / every_us + 1) * every_us;
}

/* M2.3: nodes that have more slots than before the instant. */
static void offer_rounds_slots_changed(struct sw_replay *r UNUSED, void *own, uint32_t node, int kind, uint32_t before,
                                       uint32_t now)
{
    struct offer_rounds *k = own;
    if (kind || now <= before || k->grew[node])
        return;
    k->grew[node] = true;
    k->grown[k->n_grown++] = node;
}

/* ---- making and freeing --------------------------------------------------------------------------------- */

static void offer_rounds_start(struct sw_replay *r, void *own)
{
    struct offer_rounds *k = own;
    uint32_t n = r->cl->n_nodes;
    each_choose(r, own);
    k->first = slots_before(r->cl);
    k->n_slots = k->first[n];
    k->node = xcalloc(n, sizeof *k->node);
    k->shuffled = xcalloc(n, sizeof *k->shuffled);
    k->grew = xcalloc(n, sizeof *k->grew);
    k->grown = xcalloc(n, sizeof *k->grown);
}

static void offer_rounds_reset(struct sw_replay *r, void *own)
{
    struct offer_rounds *k = own;
    for (uint32_t i = 0; i < k->n_pools; i++) {
        struct of_pool *p = &k->pool[i];
        *p = (struct of_pool){ .until_us = p->until_us };
    }
    memset(k->grew, 0, r->cl->n_nodes * sizeof *k->grew);
    k->n = 0;
    k->n_grown = 0;
    k->last_us = -1;
    k->revived = false;
    k->answers = NULL;
}

const struct dispatcher offer_rounds_dispatcher = {
    .told = { .needs = NEEDS_POOLS, .size = sizeof(struct offer_rounds), .stage_size = sizeof(struct offer_wait),
              .start = offer_rounds_start, .reset = offer_rounds_reset, .stage = offer_rounds_stage,
              .task_back = offer_rounds_task_back, .slots_cap = offer_rounds_slots_cap,
              .slots_changed = offer_rounds_slots_changed, .offered = offer_waits_offered },
    .round = offer_rounds_round, .next_us = offer_rounds_next_us, .queue = offer_rounds_queue,
    .reached = offer_waits_reached, .skipped = offer_waits_skipped, .stands = offer_waits_stands,
};
