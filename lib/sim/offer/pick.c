/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pick.c - which stage launches at a free slot of a node, and which task (H5, L2, section 6 of docs/model.md; ES
 * algorithms 1 to 3).
 *
 * The first stage in order that may launch here is the first of
 *   - those whose wait has run out far enough (a descent in the scheduling queue), and
 *   - those with a block on this node (from the node's own list, or from the front of the order,
 *     whichever is shorter). */
#include "lib/base/bits.h"
#include "lib/sim/ask.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/offer/pick.h"
#include <assert.h>

/* ---- who may because of its wait --------------------------------------------------------------- */

static bool reached(const struct sw_replay *r, const struct sw_queue_entry *entry, int kind, int64_t allowed_at)
{
    return allowed_at <= (entry->state.waiting ? r->queues.clock[kind].clock_us : 0);
}

static bool may_anywhere(const struct sw_replay *r, const struct sw_queue_entry *entry, int kind)
{
    return is_nopref(entry) || reached(r, entry, kind, entry->state.any_allowed_at);
}

/* D13 */
static bool is_near(const struct pick_stage *s, const struct stage *st)
{
    return !stage_is_crowded(s->r, st, s->node);
}

/* A7 */
static bool is_open(const struct pick_stage *s, const struct stage *st)
{
    return stage_fits(s->r, st, s->node);
}

static bool launches_by_wait(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    if (!stage_may_start(s->r, entry->of, s->node))
        return false;
    return may_anywhere(s->r, entry, s->slot_kind)
           || (is_near(s, entry->of) && choose_in_rack(s->r, entry->of, s->rack) != NONE);
}

/* ---- who may because of its blocks ------------------------------------------------------------- */

static uint32_t local_task(struct pick_stage *s, struct stage *st)
{
    if (s->local != st) {
        s->local = st;
        s->local_task = choose_local(s->r, st, s->node);
        if (st->column && s->local_task == NONE && st->handle)
            node_index_clear(s->r, st, s->node);
    }
    return s->local_task;
}

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
    return local_task(s, st) != NONE && is_near(s, st) && is_open(s, st);
}

/* Whether the entry may launch by its place in the order. Where no pool and no limit group is blocked, each queued
 * entry may. */
static inline bool is_in_order(const struct pick_stage *s, const struct sw_queue_entry *entry)
{
    const struct sw_replay *r = s->r;
    bool held = entry->leaf
                && (!r->queues.blocked[s->slot_kind].n || sw_queue_holds(&r->queues.of_kind[s->slot_kind], entry));
    assert(held == sw_queue_holds(&r->queues.of_kind[s->slot_kind], entry));
    return held;
}

/* Whether the stage, if it has a task here, may launch it and stands before `best`. */
static inline bool is_better(const struct pick_stage *s, const struct stage *st, const struct sw_queue_entry *best)
{
    const struct sw_queue_entry *entry = &st->entry[PREF];
    if (st->slot_kind != s->slot_kind || !is_in_order(s, entry) || (best && !sw_queue_before(entry, best)))
        return false;
    return is_near(s, st) && is_open(s, st);
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
            if (is_better(s, st, best) && local_task(s, st) != NONE)
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
 * the order costs, with the tree nodes on the way, as much as four entries of the node's list. */
static struct sw_queue_entry *first_with_block(struct pick_stage *s)
{
    struct sw_replay *r = s->r;
    uint32_t m = r->locality.of_node[s->node].n + r->locality.of_node[s->node].n_dense;
    if (!m || (s->bound && sw_queue_is_first(&r->queues.of_kind[s->slot_kind], s->bound)))
        return s->bound;
    if ((uint64_t)m * m < 4 * r->queues.n_waiting[s->slot_kind])
        return first_of_node_list(s);
    struct sw_location near = { s->node, m, r->locality.of_node[s->node].dense };
    s->steps = m;
    struct sw_queue_entry *front = sw_queue_walk_local(&r->queues.of_kind[s->slot_kind], &near, stops_at_front, s);
    if (!front || s->steps == UINT32_MAX) /* it gave up; or stages of the node's list have nothing left here */
        return first_of_node_list(s);
    return s->bound && sw_queue_before(s->bound, front) ? s->bound : front;
}

/* ---- redraw: every block is drawn again whenever it is looked for (B6) -------------------------- */

static bool launches_when_redrawn(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    struct stage *st = entry->of;
    s->at = SW_AT_ANY;
    if (!stage_may_start(s->r, st, s->node))
        return false;
    if (is_nopref(entry))
        return true;
    sw_queue_load(entry);
    bool anywhere = s->r->opt.delay.clock == SW_DELAY_NONE || may_anywhere(s->r, entry, s->slot_kind);
    bool in_rack = reached(s->r, entry, s->slot_kind, entry->state.rack_allowed_at), near = is_near(s, st);
    s->task = unlaunched_first(st, PREF);
    s->at = redraw_closest(s->r, st, s->node, anywhere || in_rack, &s->task);
    return anywhere || (near && (s->at == SW_AT_NODE || (s->at == SW_AT_RACK && in_rack)));
}

/* ---- YARN's rules: each stage keeps its own wait, and an offer counts for all that it reaches (Y1) --- */

/* Whether the stage has a task that it may launch here, up to the level (L2). */
static inline __attribute__((always_inline)) bool has_task_within(struct pick_stage *s, struct sw_queue_entry *entry,
                                                                  enum sw_level level)
{
    struct stage *st = entry->of;
    bool near = is_near(s, st);
    if (unlikely(s->r->opt.placement == SW_PLACE_REDRAW) && !is_nopref(entry)) {
        s->task = unlaunched_first(st, PREF);
        s->at = redraw_closest(s->r, st, s->node, true, &s->task);
        return level == SW_LEVEL_ANY || (near && (enum sw_level)s->at <= level);
    }
    return st->n_unlaunched[NOPREF] || level == SW_LEVEL_ANY
           || (near && (local_task(s, st) != NONE
                        || (level == SW_LEVEL_RACK && choose_in_rack(s->r, st, s->rack) != NONE)));
}

/* Tasks of a stage without preference stand before those with one, so the stage comes twice at most, in a row. */
static bool takes_opportunity(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    struct sw_replay *r = s->r;
    struct stage *st = entry->of;
    if (st == s->last)
        return false;
    s->last = st;
    enum sw_level level = r->mechanisms.on.reached[0].call(r, r->mechanisms.on.reached[0].own, st);
    if (!stage_is_admitted(r, st, s->node))
        return false;
    if (stage_fits(r, st, s->node) && has_task_within(s, entry, level))
        return true;
    if (st->n_unlaunched[PREF])
        MECHANISMS_TELL(r, skipped, st);
    return false;
}

static bool is_admitted(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    return stage_may_start(s->r, entry->of, s->node);
}

/* O24 */
struct sw_queue *pick_queue(struct sw_replay *r, uint32_t node, int kind)
{
    if (unlikely(r->mechanisms.has.queue_for))
        return r->mechanisms.on.queue_for[0].call(r, r->mechanisms.on.queue_for[0].own, node, kind);
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

/* An offer that asks every stage in order: under YARN's rules, or where replicas are redrawn. */
static __attribute__((noinline)) struct sw_queue_entry *first_that_says_yes(struct pick_stage *s)
{
    struct sw_replay *r = s->r;
    return sw_queue_walk(pick_queue(r, s->node, s->slot_kind),
                         r->mechanisms.has.reached ? takes_opportunity : launches_when_redrawn, s);
}

struct sw_queue_entry *pick_stage(struct pick_stage *s)
{
    struct sw_replay *r = s->r;
    r->offers.number++;
    if (unlikely(r->offers.asks_each))
        return first_that_says_yes(s);
    if (r->opt.delay.clock == SW_DELAY_NONE)
        return first_in_turn(s);
    struct sw_queue_entry *first = r->queues.n_nopref[s->slot_kind] ? first_without_preference(s) : NULL;
    if (first)
        return first;
    s->bound = sw_queue_walk_allowed(&r->queues.of_kind[s->slot_kind], r->queues.clock[s->slot_kind].clock_us,
                                     launches_by_wait, s);
    return first_with_block(s);
}

/* Y13.7: as above, of the job's stages alone, or of one of them. */
struct sw_queue_entry *pick_of_job(struct pick_stage *s, struct job *job, const struct stage *st)
{
    struct sw_replay *r = s->r;
    r->offers.number++;
    for (uint32_t i = 0; i < job->n_stages; i++)
        for (int class = 0; class < 2; class++) {
            struct sw_queue_entry *entry = &job->stage[i].entry[class == 0 ? NOPREF : PREF];
            if ((!st || st == &job->stage[i]) && job->stage[i].slot_kind == s->slot_kind && is_in_order(s, entry)
                && (r->mechanisms.has.reached ? takes_opportunity(s, entry) : is_admitted(s, entry)))
                return entry;
        }
    return NULL;
}

/* Y16.1 */
static bool would_launch(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    struct sw_replay *r = s->r;
    struct stage *st = entry->of;
    uint32_t task;
    if (st == s->last)
        return false;
    s->last = st;
    enum sw_level level = r->mechanisms.has.reached ? MECHANISM_CALL(r, reached, 0, st) : SW_LEVEL_ANY;
    if (!stage_may_start(r, st, s->node) || !(st->n_retry || has_task_within(s, entry, level)))
        return false;
    return s->takes(s, st, st->n_retry ? SW_AT_ANY : pick_task(s, entry, &task));
}

struct sw_queue_entry *pick_for_full(struct pick_stage *s)
{
    return sw_queue_walk(&s->r->queues.of_kind[s->slot_kind], would_launch, s);
}

/* L2: the closest task that the stage's wait allows. A task that failed comes before all others (F2). */
enum sw_locality pick_task(struct pick_stage *s, struct sw_queue_entry *entry, uint32_t *task)
{
    struct sw_replay *r = s->r;
    struct stage *st = entry->of;
    if (unlikely(r->opt.placement == SW_PLACE_REDRAW) && !is_nopref(entry)) {
        *task = s->task;
        return s->at;
    }
    if (unlikely(st->n_retry)) {
        *task = unlaunched_retry_pop(st);
        return choose_distance(r, st, *task, s->node);
    }
    bool held = is_nopref(entry) && !is_near(s, st); /* it launches one without preference, or none */
    if (!held && (*task = local_task(s, st)) != NONE)
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
