/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.c - a node makes a heartbeat: who launches on its free slots, and what waiting adds to the others'
 * meters (H4, H5 and section 6 of docs/model.md; ES algorithms 1 to 3).
 *
 * The first stage in order that may launch here is the first of
 *   - those whose wait has run out far enough (a descent in the list of order), and
 *   - those with a block on this node (from the node's own list, or from the front of the order,
 *     whichever is shorter). */
#include "lib/replay/replay.h"
#include <assert.h>

struct search {
    struct sw_replay *r;
    uint32_t node, rack;
    int slot;
    struct sw_item *bound; /* who launches if nobody before has a block here */
    uint32_t steps;
    const struct stage *local; /* it has this task's block here */
    uint32_t local_task;
    uint32_t task;         /* --placement redraw: what was drawn */
    enum sw_locality at;
};

/* ---- who may because of its wait --------------------------------------------------------------- */

static bool is_nopref(const struct sw_item *item)
{
    const struct stage *st = item->of;
    return item == &st->item[NOPREF];
}

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
    return !SELDOM(s->r->balance) || !balance_crowds(s->r, st, s->node);
}

/* A7 */
static bool has_room(const struct search *s, const struct stage *st)
{
    return !SELDOM(s->r->room) || room_is_there(s->r, st, s->node);
}

static bool launches_by_wait(void *ctx, struct sw_item *item)
{
    struct search *s = ctx;
    if (!admit_may_start(s->r, item->of, s->node))
        return false;
    return may_anywhere(s->r, item, s->slot) || (is_near(s, item->of) && stage_rack_task(s->r, item->of, s->rack) != NONE);
}

/* ---- who may because of its blocks ------------------------------------------------------------- */

static uint32_t local_task(struct search *s, struct stage *st)
{
    if (s->local != st) {
        s->local = st;
        s->local_task = stage_local_task(st, s->node);
    }
    return s->local_task;
}

/* A walk from the front, over those that may have a block here. It is over at the one whose wait has run out. */
static bool stops_at_front(void *ctx, struct sw_item *item)
{
    struct search *s = ctx;
    struct stage *st = item->of;
    if (s->steps-- == 0)
        return true;
    if (s->bound && (item == s->bound || sw_list_before(s->bound, item)))
        return true;
    return local_task(s, st) != NONE && is_near(s, st) && has_room(s, st);
}

/* Whether the stage may launch its `task` here and stands before `best`. */
static bool is_better(struct search *s, struct stage *st, uint32_t task, const struct sw_item *best)
{
    struct sw_item *item = &st->item[PREF];
    if (st->slot != s->slot || !sw_list_holds(&s->r->list[s->slot], item) || (best && !sw_list_before(item, best)))
        return false;
    if (!is_near(s, st) || !has_room(s, st))
        return false;
    s->local = st;
    s->local_task = task;
    return true;
}

static struct sw_item *first_of_node_list(struct search *s)
{
    struct sw_replay *r = s->r;
    struct here *h = &r->here[s->node];
    struct sw_item *best = s->bound;
    for (uint32_t i = h->n; i-- > 0; ) { /* backwards: entry i may go */
        struct stage *st = here_stage(r, &h->at[i]);
        uint32_t task = st ? stage_task_at(st, h->at[i].place) : NONE;
        if (i > 1) {
            __builtin_prefetch(h->at[i - 2].at);
            __builtin_prefetch(here_stage(r, &h->at[i - 2]));
        }
        if (task == NONE)
            here_drop(r, s->node, i);
        else if (is_better(s, st, task, best))
            best = &st->item[PREF];
    }
    return best;
}

/* Who has a block here and stands before the bound: found from the front of the order, or in the node's list, whichever is the shorter
 * way. Of n stages in order of which m have a block here the first is expected after n/m. */
static struct sw_item *first_with_block(struct search *s)
{
    struct sw_replay *r = s->r;
    uint32_t m = r->here[s->node].n;
    if (!m)
        return s->bound;
    if ((uint64_t)m * m < r->n_waiting[s->slot])
        return first_of_node_list(s);
    struct sw_near near = { s->node, m };
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
    if (!admit_may_start(s->r, st, s->node))
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
    return admit_may_start(s->r, item->of, s->node);
}

/* ---- one scan ---------------------------------------------------------------------------------- */

/* What stands in the list for this node (O24). */
static struct sw_item *first_in_turn(struct search *s)
{
    struct sw_replay *r = s->r;
    struct sw_list *list = r->privates ? private_list(r, s->node, s->slot) : &r->list[s->slot];
    if (!list)
        return NULL;
    return r->opt.admit.part->splits || r->room ? sw_list_walk(list, is_admitted, s) : sw_list_first(list);
}

static struct sw_item *search(struct search *s)
{
    struct sw_replay *r = s->r;
    r->scan++;
    if (SELDOM(r->opt.placement == SW_PLACE_REDRAW))
        return sw_list_walk(&r->list[s->slot], launches_when_redrawn, s);
    if (r->opt.delay.meter == SW_PER_NOTHING)
        return first_in_turn(s);
    s->bound = sw_list_walk_due(&r->list[s->slot], r->acc[s->slot].clock_us, launches_by_wait, s);
    return first_with_block(s);
}

/* L2: the closest task that the stage's wait allows; before all, one that failed (F2). */
static enum sw_locality closest(struct search *s, struct sw_item *item, uint32_t *task)
{
    struct sw_replay *r = s->r;
    struct stage *st = item->of;
    if (SELDOM(r->opt.placement == SW_PLACE_REDRAW) && !is_nopref(item)) {
        *task = s->task;
        return s->at;
    }
    if (SELDOM(st->n_retry)) {
        *task = fail_next(st);
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

/* ---- what the scan adds to the meters of those it passed by ------------------------------------- */

static struct sw_list_op unmarking(const struct sw_replay *r)
{
    return (struct sw_list_op){ { 0, -r->now_us }, -1, 0, SW_UNMARK };
}

static void unmark(struct sw_replay *r, struct sw_list *list)
{
    const struct sw_list_op op = unmarking(r);
    sw_list_pass_all(list, &op);
}

static void unmark_all(struct sw_replay *r, int slot)
{
    unmark(r, &r->list[slot]);
    r->acc[slot].marks = false;
}

/* What it means to be passed by, in the rule's meter. */
static struct sw_list_op passing(const struct sw_replay *r)
{
    switch (r->opt.delay.meter) {
    case SW_PER_SKIP: return (struct sw_list_op){ { -1, 0 }, r->now_us, 0, SW_KEEP };
    case SW_TIMER: return (struct sw_list_op){ { 0, 0 }, r->now_us, r->round, SW_KEEP };
    default: return (struct sw_list_op){ { r->now_us, 0 }, r->now_us, 0, SW_MARK };
    }
}

static bool changes_something(const struct sw_replay *r, struct sw_list *list)
{
    return list->n && (r->opt.delay.meter == SW_PER_SKIP || r->opt.delay.meter == SW_TIMER || !sw_list_all_marked(list));
}

static void pass_by_all(struct sw_replay *r, int slot, bool *stale)
{
    struct sw_list *list = &r->list[slot];
    if (!r->store.lazy)
        return;
    *stale = false;
    if (changes_something(r, list)) {
        const struct sw_list_op op = passing(r);
        sw_list_pass_all(list, &op);
    }
    r->acc[slot].marks = r->opt.delay.meter == SW_PER_GAP && list->n > 0;
}

/* stale: the marks of the previous heartbeat are still there. Who has one and is passed by again keeps it as it is, for to take
 * it off and to put it on at one instant is nothing; the others lose theirs. */
static void pass_by(struct sw_replay *r, int slot, struct sw_item *item, bool *stale)
{
    if (!r->store.lazy)
        return;
    bool in_front = sw_list_first(&r->list[slot]) == item;
    if (in_front && !*stale) {
        sw_list_look(item);
        return;
    }
    const struct sw_list_op op = passing(r), rest = unmarking(r);
    sw_list_pass(item, &op, *stale ? &rest : NULL);
    r->acc[slot].marks = (r->acc[slot].marks && !*stale) || (r->opt.delay.meter == SW_PER_GAP && !in_front);
    *stale = false;
}

/* pass_by() has looked at the item that was found; the task may be of the stage's other one. */
static void look_at_taken(struct sw_replay *r, struct sw_item *item, int class)
{
    struct sw_item *taken = &((struct stage *)item->of)->item[class];
    if (!r->store.lazy || taken == item)
        return;
    sw_list_put(item);
    sw_list_look(taken);
}

/* ---- a heartbeat --------------------------------------------------------------------------------- */

struct beat { uint32_t node; uint64_t launched[2], refused[2]; bool stale[2], over[2]; };

static bool scan(struct sw_replay *r, struct beat *b, int slot)
{
    struct search s = { .r = r, .node = b->node, .rack = r->node[b->node].rack, .slot = slot };
    struct sw_item *item = search(&s);
    uint32_t task;
    if (!item) {
        if (SELDOM(r->decide))
            decide_scan(r, b->node, slot, NULL, NONE, NOPREF, SW_AT_NONE);
        pass_by_all(r, slot, &b->stale[slot]);
        return false;
    }
    bool failed = ((const struct stage *)item->of)->n_retry > 0;
    enum sw_locality at = closest(&s, item, &task);
    int class = failed || at == SW_AT_NONE ? NOPREF : PREF;
    if (SELDOM(r->decide))
        decide_scan(r, b->node, slot, item, task, class, at);
    pass_by(r, slot, item, &b->stale[slot]);
    look_at_taken(r, item, class);
    launch(r, item->of, b->node, task, class, at);
    if (SELDOM(r->decide))
        decide_launched(r, item->of, b->node);
    b->launched[slot]++;
    return true;
}

static inline bool is_over(const struct sw_replay *r, const struct beat *b, int slot)
{
    return b->over[slot] || slots_offered(r, &r->node[b->node], slot) <= (int64_t)b->refused[slot] || !work_waits(r, slot)
           || b->launched[slot] + b->refused[slot] >= r->opt.per_heartbeat;
}

/* Whether there is nothing more to serve. */
static inline bool check_over(const struct sw_replay *r, struct beat *b)
{
    b->over[0] = is_over(r, b, 0);
    b->over[1] = is_over(r, b, 1);
    return b->over[0] && b->over[1];
}

/* H4: of two kinds the one with fewer occupied slots, maps at a tie. */
static int kind_to_serve(const struct sw_replay *r, const struct beat *b)
{
    const struct node *nd = &r->node[b->node];
    if (b->over[0] || b->over[1])
        return b->over[0] ? 1 : 0;
    return nd->occupied[0] <= nd->occupied[1] ? 0 : 1;
}

static bool counts(const struct sw_replay *r, uint32_t node, int slot)
{
    const struct node *nd = &r->node[node];
    switch (r->opt.delay.counting) {
    case SW_COUNT_ALL: return true;
    case SW_COUNT_SHIPPED: return nd->free[0] + nd->free[1] > 0;
    default: return slots_offered(r, nd, slot) > 0;
    }
}

/* D4, first half: marked stages add the time since the previous counting heartbeat; as their meters run with
 * the clock, that is to move the clock. */
static void settle(struct sw_replay *r, struct beat *b)
{
    for (int slot = 0; slot < 2; slot++)
        if (r->opt.delay.meter == SW_CLOCK || r->opt.delay.meter == SW_TIMER || counts(r, b->node, slot)) {
            r->acc[slot].clock_us = r->now_us;
            b->stale[slot] = r->acc[slot].marks;
            for (uint32_t i = 0; b->stale[slot] && i < r->aside[slot].n; i++)
                unmark(r, r->aside[slot].at[i]->list);
        }
}

/* D4, second half: who launched in this heartbeat is not marked; marks that no scan renewed are cleared. */
static void finish(struct sw_replay *r, struct beat *b)
{
    for (struct stage *st = r->launched_stages; st; st = st->next_launched) {
        struct sw_item *item = &st->item[PREF];
        st->launched_now = false;
        if (r->opt.delay.meter != SW_PER_GAP || !item->leaf || (st->launched_scan == r->scan && !item->state.marked))
            continue; /* nobody marked it after its launch */
        sw_list_look(item);
        if (!item->state.marked)
            continue;
        item->state.marked = false;
        item->state.due_rack -= r->now_us;
        item->state.due_any -= r->now_us;
        sw_list_put(item);
    }
    r->launched_stages = NULL;
    for (int slot = 0; slot < 2; slot++)
        if (b->stale[slot])
            unmark_all(r, slot);
}

/* clock.c can leave out heartbeats while this holds. Not when blocks are drawn anew at each scan. */
static void note_idle(struct sw_replay *r, const struct beat *b, int slot)
{
    const struct sw_delay_rule *rule = &r->opt.delay;
    r->acc[slot].idle = !b->launched[slot] && !r->opt.admit.part->splits && !r->room && r->opt.placement != SW_PLACE_REDRAW
                        && (rule->meter == SW_CLOCK || (rule->meter == SW_PER_GAP && rule->counting == SW_COUNT_ASKING));
}

void heartbeat(struct sw_replay *r, uint32_t node)
{
    struct beat b = { .node = node };
    if (!r->node[node].up)
        return;
    r->last_round_us = r->now_us;
    if (r->store.lazy)
        settle(r, &b);
    while (!check_over(r, &b)) {
        int slot = kind_to_serve(r, &b);
        if (r->list[slot].n && scan(r, &b, slot))
            continue;
        if (SELDOM(r->speculation) && speculate(r, node, slot)) {
            b.launched[slot]++;
            continue;
        }
        b.refused[slot]++;
        note_idle(r, &b, slot);
        b.over[slot] = r->opt.delay.meter != SW_PER_SKIP; /* D3: each slot that is left free is an offer too */
    }
    if (r->store.lazy)
        finish(r, &b);
    if (r->node[node].stale)
        node_note_stale(r, node);
}
