/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pick.c - which stage launches at a free slot of a node, and which task (H5, L2, section 6 of docs/model.md; ES
 * algorithms 1 to 3).
 *
 * The first stage in order that may launch here is the first of
 *   - those whose wait has run out far enough (a descent in the scheduling queue), and
 *   - those with a block on this node (from the node's own list, or from the front of the order,
 *     whichever is shorter). */
#include "lib/base/bits.h"
#include "lib/sim/offer/offer.h"

/* ---- who may because of its wait --------------------------------------------------------------- */

/* A7 */
static bool is_open(const struct pick_stage *s, const struct stage *st)
{
    return stage_fits(s->r, st, s->node);
}

/* D4.2: its wait lets it launch anywhere, or in this rack. */
static bool launches_by_wait(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    if (!stage_may_start(s->r, entry->of, s->node))
        return false;
    return pick_anywhere(s->r, entry, s->slot_kind)
           || (pick_near(s, entry->of) && choose_in_rack(s->r, entry->of, s->rack) != NONE);
}

/* ---- who may because of its blocks ------------------------------------------------------------- */

/* entry->of, of a stage with data somewhere. The entry itself is not read: it may be far away in memory. */
static inline struct stage *stage_with_data(struct sw_queue_entry *entry)
{
    return (struct stage *)((char *)entry - offsetof(struct stage, entry[PREF]));
}

/* A step of a walk from the front, over stages that may have a block here. It ends at the stage whose wait has run
 * out. */
static bool stops_at_front(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    struct stage *st = stage_with_data(entry);
    if (s->steps-- == 0)
        return true;
    if (s->bound && (entry == s->bound || sw_queue_before(s->bound, entry)))
        return true;
    return pick_local(s, st) != NONE && pick_near(s, st) && is_open(s, st);
}

/* Whether the stage, if it has a task here, may launch it and stands before `best`. */
static inline bool is_better(const struct pick_stage *s, const struct stage *st, const struct sw_queue_entry *best)
{
    const struct sw_queue_entry *entry = &st->entry[PREF];
    if (st->slot_kind != s->slot_kind || !pick_in_order(s, entry) || (best && !sw_queue_before(entry, best)))
        return false;
    return pick_near(s, st) && is_open(s, st);
}

/* The queue entry of entry i of the node's list, if it may launch and stands before `best`. Its place in the order is
 * read last. */
static inline struct sw_queue_entry *with_task(struct pick_stage *s, struct stage *st, uint32_t i,
                                               struct sw_queue_entry *best)
{
    uint32_t task = node_index_task(st, &s->r->locality.of_node[s->node].at[i]);
    if (task == NONE) {
        node_index_drop(s->r, s->node, i);
        return best;
    }
    s->local = st;
    s->local_task = task;
    return &st->entry[PREF];
}

/* The first of the stages in the dense index. Their places in the order are read last. */
static struct sw_queue_entry *first_of_noted(struct pick_stage *s, struct sw_queue_entry *best)
{
    struct sw_replay *r = s->r;
    for (uint32_t w = 0; w < DENSE_COLUMNS / 64; w++)
        for (uint64_t left = r->locality.of_node[s->node].dense[w]; left; left &= left - 1) {
            struct stage *st = r->locality.dense.column[64 * w + (uint32_t)__builtin_ctzll(left)].of;
            if (is_better(s, st, best) && pick_local(s, st) != NONE)
                best = &st->entry[PREF];
        }
    return best;
}

static struct sw_queue_entry *first_of_node_list(struct pick_stage *s)
{
    struct sw_replay *r = s->r;
    struct node_index *h = &r->locality.of_node[s->node];
    struct sw_queue_entry *best = s->bound;
    for (uint32_t i = h->n; i-- > 0; )
        __builtin_prefetch(node_index_stage(r, &h->at[i]));
    for (uint32_t i = h->n; i-- > 0; ) { /* backwards: entry i may go */
        struct stage *st = node_index_stage(r, &h->at[i]);
        if (!st || !node_index_has_left(st, &h->at[i]))
            node_index_drop(r, s->node, i);
        else if (is_better(s, st, best))
            best = with_task(s, st, i, best);
    }
    return first_of_noted(s, best);
}

/* The first stage with a block here that stands before the bound. It is found from the front of the order or in the
 * node's list, whichever is shorter. If m of n stages have a block here, the first is expected after n/m. An entry of
 * the order costs, with the tree nodes on the way, as much as four entries of a short list. A long one is not in the
 * cache, stages and keys neither, and costs more than sixteen times as much: with 100,000 jobs waiting on 1,000 nodes
 * that choice takes 0.36 of the time, with 300,000 0.11. */
static struct sw_queue_entry *first_with_block(struct pick_stage *s)
{
    enum { SHORT = 64 };
    struct sw_replay *r = s->r;
    uint32_t m = r->locality.of_node[s->node].n + r->locality.of_node[s->node].n_dense;
    if (!m || (s->bound && sw_queue_is_first(&r->queues.of_kind[s->slot_kind], s->bound)))
        return s->bound;
    if ((m < SHORT ? 1 : UINT64_C(16)) * m * m < 4 * r->queues.n_waiting[s->slot_kind])
        return first_of_node_list(s);
    struct sw_location near = { s->node, m, r->locality.of_node[s->node].dense };
    s->steps = m;
    struct sw_queue_entry *front = sw_queue_walk_local(&r->queues.of_kind[s->slot_kind], &near, stops_at_front, s);
    if (!front || s->steps == UINT32_MAX) /* it gave up; or stages of the node's list have nothing left here */
        return first_of_node_list(s);
    return s->bound && sw_queue_before(s->bound, front) ? s->bound : front;
}

/* A2, O24, A7. */
static bool is_admitted(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    return stage_may_start(s->r, entry->of, s->node);
}

/* O24 */
struct sw_queue *pick_queue(struct sw_replay *r, uint32_t node, int kind)
{
    if (unlikely(r->dispatch.of->queue))
        return DISPATCH(r, queue, NULL, node, kind);
    return &r->queues.of_kind[kind];
}

/* ---- one scan ---------------------------------------------------------------------------------- */

/* The first in order of the queue that holds for this node (O24). */
static struct sw_queue_entry *first_in_turn(struct pick_stage *s)
{
    struct sw_replay *r = s->r;
    struct sw_queue *list = pick_queue(r, s->node, s->slot_kind);
    if (!list)
        return NULL;
    return r->mechanisms.has.admits || r->mechanisms.has.fits ? sw_queue_walk(list, is_admitted, s)
                                                              : sw_queue_first(list);
}

/* A stage without preferred hosts waits for nothing, so if it is the first in order the search ends. Reduces that wait
 * mostly are the first. */
static struct sw_queue_entry *first_without_preference(struct pick_stage *s)
{
    struct sw_queue_entry *first = sw_queue_first(&s->r->queues.of_kind[s->slot_kind]);
    s->in_front = first && is_nopref(first) && stage_may_start(s->r, first->of, s->node);
    return s->in_front ? first : NULL;
}

/* H5: the first in order that may launch here; NULL: none. */
struct sw_queue_entry *pick_stage(struct pick_stage *s)
{
    struct sw_replay *r = s->r;
    if (r->opt.delay.clock == SW_DELAY_NONE)
        return first_in_turn(s);
    struct sw_queue_entry *first = r->queues.n_nopref[s->slot_kind] ? first_without_preference(s) : NULL;
    if (first)
        return first;
    s->bound = sw_queue_walk_allowed(&r->queues.of_kind[s->slot_kind], r->queues.clock[s->slot_kind].clock_us,
                                     launches_by_wait, s);
    return first_with_block(s);
}

/* L2: the closest task that the stage's wait allows. A task that failed comes before all others (F2). */
enum sw_locality pick_task(struct pick_stage *s, struct sw_queue_entry *entry, uint32_t *task)
{
    struct sw_replay *r = s->r;
    struct stage *st = entry->of;
    if (unlikely(s->has_drawn)) {
        *task = s->task;
        return s->at;
    }
    if (unlikely(st->n_retry)) {
        *task = unlaunched_retry_pop(st);
        return choose_distance(r, st, *task, s->node);
    }
    bool held = is_nopref(entry) && !pick_near(s, st); /* it launches one without preference, or none */
    if (!held && (*task = pick_local(s, st)) != NONE)
        return SW_AT_NODE;
    if (st->n_unlaunched[NOPREF] && !(unlikely(r->offers.by_hadoop) && st->n_unlaunched[PREF])) { /* E3 */
        *task = unlaunched_first(st, NOPREF);
        return SW_AT_NONE;
    }
    if ((*task = choose_in_rack(r, st, s->rack)) != NONE)
        return SW_AT_RACK;
    *task = unlaunched_first(st, PREF);
    return SW_AT_ANY;
}
