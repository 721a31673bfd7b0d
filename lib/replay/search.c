/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.c - who launches at a free slot of a node, and which task (H5, L2 and section 6 of docs/model.md; ES algorithms 1 to 3).
 *
 * The first stage in order that may launch here is the first of
 *   - those whose wait has run out far enough (a descent in the list of order), and
 *   - those with a block on this node (from the node's own list, or from the front of the order,
 *     whichever is shorter). */
#include "lib/replay/search.h"
#include <assert.h>

/* ---- who may because of its wait --------------------------------------------------------------- */

static bool reached(const struct sw_replay *r, const struct sw_item *item, int slot, int64_t due)
{
    return due <= (item->state.marked ? r->acc[slot].clock_us : 0);
}

static bool may_anywhere(const struct sw_replay *r, const struct sw_item *item, int slot)
{
    return is_nopref(item) || reached(r, item, slot, item->state.due_any);
}

/* D13 */
static bool is_near(const struct search *s, const struct stage *st)
{
    return !stage_is_crowded(s->r, st, s->node);
}

/* A7 */
static bool has_room(const struct search *s, const struct stage *st)
{
    return stage_fits(s->r, st, s->node);
}

static bool launches_by_wait(void *ctx, struct sw_item *item)
{
    struct search *s = ctx;
    if (!stage_may_start(s->r, item->of, s->node))
        return false;
    return may_anywhere(s->r, item, s->slot) || (is_near(s, item->of) && stage_rack_task(s->r, item->of, s->rack) != NONE);
}

/* ---- who may because of its blocks ------------------------------------------------------------- */

static uint32_t local_task(struct search *s, struct stage *st)
{
    if (s->local != st) {
        s->local = st;
        s->local_task = stage_local_task(s->r, st, s->node);
        if (st->column && s->local_task == NONE && st->seat)
            here_unnote(s->r, st, s->node);
    }
    return s->local_task;
}

/* item->of, of a stage with data somewhere, without a look into the item. */
static inline struct stage *stage_with_data(struct sw_item *item)
{
    return (struct stage *)((char *)item - offsetof(struct stage, item[PREF]));
}

/* A walk from the front, over those that may have a block here. It is over at the one whose wait has run out. */
static bool stops_at_front(void *ctx, struct sw_item *item)
{
    struct search *s = ctx;
    struct stage *st = stage_with_data(item);
    if (s->steps-- == 0)
        return true;
    if (s->bound && (item == s->bound || sw_list_before(s->bound, item)))
        return true;
    return local_task(s, st) != NONE && is_near(s, st) && has_room(s, st);
}

/* Whether the item is in order. Where no pool and no holder is set aside, whoever stands in a list is. */
static inline bool is_in_order(const struct search *s, const struct sw_item *item)
{
    const struct sw_replay *r = s->r;
    bool held = item->leaf && (!r->aside[s->slot].n || sw_list_holds(&r->list[s->slot], item));
    assert(held == sw_list_holds(&r->list[s->slot], item));
    return held;
}

/* Whether the stage, if it has a task here, may launch it and stands before `best`. */
static inline bool is_better(const struct search *s, const struct stage *st, const struct sw_item *best)
{
    const struct sw_item *item = &st->item[PREF];
    if (st->slot != s->slot || !is_in_order(s, item) || (best && !sw_list_before(item, best)))
        return false;
    return is_near(s, st) && has_room(s, st);
}

/* Of entry i of the node's list, before `best` in order; its place is read only now. */
static inline struct sw_item *with_task(struct search *s, struct stage *st, uint32_t i, struct sw_item *best)
{
    uint32_t task = here_task(st, &s->r->here[s->node].at[i]);
    if (task == NONE) {
        here_drop(s->r, s->node, i);
        return best;
    }
    s->local = st;
    s->local_task = task;
    return &st->item[PREF];
}

/* Of the stages of the table; their places are read last. */
static struct sw_item *first_of_noted(struct search *s, struct sw_item *best)
{
    struct sw_replay *r = s->r;
    for (uint32_t w = 0; w < COLUMNS / 64; w++)
        for (uint64_t left = r->here[s->node].noted[w]; left; left &= left - 1) {
            struct stage *st = r->table.column[64 * w + (uint32_t)__builtin_ctzll(left)].of;
            if (is_better(s, st, best) && local_task(s, st) != NONE)
                best = &st->item[PREF];
        }
    return best;
}

static struct sw_item *first_of_node_list(struct search *s)
{
    struct sw_replay *r = s->r;
    struct here *h = &r->here[s->node];
    struct sw_item *best = s->bound;
    for (uint32_t i = h->n; i-- > 0; )
        __builtin_prefetch(here_stage(r, &h->at[i]));
    for (uint32_t i = h->n; i-- > 0; ) { /* backwards: entry i may go */
        struct stage *st = here_stage(r, &h->at[i]);
        if (!st || !here_left(st, &h->at[i]))
            here_drop(r, s->node, i);
        else if (is_better(s, st, best))
            best = with_task(s, st, i, best);
    }
    return first_of_noted(s, best);
}

/* Who has a block here and stands before the bound: found from the front of the order, or in the node's list, whichever is the shorter
 * way. Of n stages in order of which m have a block here the first is expected after n/m, and
 * the nodes of the tree on the way to them cost as much as four times as many entries of the node's list. */
static struct sw_item *first_with_block(struct search *s)
{
    struct sw_replay *r = s->r;
    uint32_t m = r->here[s->node].n + r->here[s->node].n_noted;
    if (!m || (s->bound && sw_list_is_first(&r->list[s->slot], s->bound)))
        return s->bound;
    if ((uint64_t)m * m < 4 * r->n_waiting[s->slot])
        return first_of_node_list(s);
    struct sw_near near = { s->node, m, r->here[s->node].noted };
    s->steps = m;
    struct sw_item *front = sw_list_walk_near(&r->list[s->slot], &near, stops_at_front, s);
    if (!front || s->steps == UINT32_MAX) /* gave up; or those of the node's list have nothing left here, and go */
        return first_of_node_list(s);
    return s->bound && sw_list_before(s->bound, front) ? s->bound : front;
}

/* ---- redraw: every block is drawn anew whenever it is looked for (B6) -------------------------- */

static void draw_again(struct search *s, struct stage *st)
{
    uint32_t host[256];
    bool in_rack = false;
    for (uint32_t t = 0; t < st->n_tasks; t++) {
        if (bit_get(st->launched, t))
            continue;
        blocks_draw_one(s->r, st, t, s->r->scan, host);
        for (uint32_t k = 0; k < s->r->opt.replication && s->at != SW_AT_NODE; k++) {
            bool here = host[k] == s->node, rack = s->r->cl->node[host[k]].rack == s->rack && !s->r->opt.no_rack_level;
            if (here || (rack && !in_rack))
                s->task = t;
            in_rack |= rack;
            s->at = here ? SW_AT_NODE : in_rack ? SW_AT_RACK : SW_AT_ANY;
        }
        if (s->at == SW_AT_NODE)
            return;
    }
}

static bool launches_when_redrawn(void *ctx, struct sw_item *item)
{
    struct search *s = ctx;
    struct stage *st = item->of;
    s->at = SW_AT_ANY;
    if (!stage_may_start(s->r, st, s->node))
        return false;
    if (is_nopref(item))
        return true;
    s->task = stage_next_task(st, PREF);
    draw_again(s, st);
    bool near = is_near(s, st);
    if ((near && s->at == SW_AT_NODE) || s->r->opt.delay.meter == SW_PER_NOTHING)
        return true;
    sw_list_look(item);
    return may_anywhere(s->r, item, s->slot)
           || (near && s->at == SW_AT_RACK && reached(s->r, item, s->slot, item->state.due_rack));
}

static bool is_admitted(void *ctx, struct sw_item *item)
{
    struct search *s = ctx;
    return stage_may_start(s->r, item->of, s->node);
}

/* O24 */
struct sw_list *offer_queue(struct sw_replay *r, uint32_t node, int slot)
{
    if (SELDOM(r->mechanisms.has.queue_for))
        return r->mechanisms.on.queue_for[0].call(r, r->mechanisms.on.queue_for[0].own, node, slot);
    return &r->list[slot];
}

/* ---- one scan ---------------------------------------------------------------------------------- */

/* What stands in the list for this node (O24). */
static struct sw_item *first_in_turn(struct search *s)
{
    struct sw_replay *r = s->r;
    struct sw_list *list = offer_queue(r, s->node, s->slot);
    if (!list)
        return NULL;
    return r->mechanisms.has.admits || r->mechanisms.has.fits ? sw_list_walk(list, is_admitted, s) : sw_list_first(list);
}

/* A stage without preferred hosts waits for nothing, so if it is the first in order, as reduces mostly are where they wait, no more is asked. */
static struct sw_item *first_without_preference(struct search *s)
{
    struct sw_item *first = sw_list_first(&s->r->list[s->slot]);
    s->in_front = first && is_nopref(first) && stage_may_start(s->r, first->of, s->node);
    return s->in_front ? first : NULL;
}

struct sw_item *search(struct search *s)
{
    struct sw_replay *r = s->r;
    r->scan++;
    if (SELDOM(r->opt.placement == SW_PLACE_REDRAW))
        return sw_list_walk(&r->list[s->slot], launches_when_redrawn, s);
    if (r->opt.delay.meter == SW_PER_NOTHING)
        return first_in_turn(s);
    struct sw_item *first = r->n_nopref[s->slot] ? first_without_preference(s) : NULL;
    if (first)
        return first;
    s->bound = sw_list_walk_due(&r->list[s->slot], r->acc[s->slot].clock_us, launches_by_wait, s);
    return first_with_block(s);
}

/* L2: the closest task that the stage's wait allows; before all, one that failed (F2). */
enum sw_locality closest(struct search *s, struct sw_item *item, uint32_t *task)
{
    struct sw_replay *r = s->r;
    struct stage *st = item->of;
    if (SELDOM(r->opt.placement == SW_PLACE_REDRAW) && !is_nopref(item)) {
        *task = s->task;
        return s->at;
    }
    if (SELDOM(st->n_retry)) {
        *task = stage_retry_next(st);
        return stage_distance(r, st, *task, s->node);
    }
    bool held = is_nopref(item) && !is_near(s, st); /* it launches one without preference, or none */
    if (!held && (*task = local_task(s, st)) != NONE)
        return SW_AT_NODE;
    if (st->n_unlaunched[NOPREF]) {
        *task = stage_next_task(st, NOPREF);
        return SW_AT_NONE;
    }
    if ((*task = stage_rack_task(r, st, s->rack)) != NONE)
        return SW_AT_RACK;
    *task = stage_next_task(st, PREF);
    return SW_AT_ANY;
}
