/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.c - a node makes a heartbeat: its free slots are offered one by one (search.c says who launches), and what waiting adds
 * to the meters of those that are passed by (H4, H5 and section 6 of docs/model.md; ES algorithms 1 to 3). */
#include "lib/replay/search.h"

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
        r->acc[slot].marking_scan = r->scan;
    }
    r->acc[slot].marks = r->opt.delay.meter == SW_PER_GAP && list->n > 0;
}

/* stale: the marks of the previous heartbeat are still there. Who has one and is passed by again keeps it as it is, for to take
 * it off and to put it on at one instant is nothing; the others lose theirs. */
static void pass_by(struct sw_replay *r, const struct search *s, struct sw_item *item, int class, bool *stale)
{
    int slot = s->slot;
    if (!r->store.lazy)
        return;
    bool in_front = s->in_front || sw_list_is_first(&r->list[slot], item);
    if (in_front && !*stale) {
        if (class == PREF || !is_nopref(item)) /* else nobody reads its meter */
            sw_list_look(item);
        return;
    }
    const struct sw_list_op op = passing(r), rest = unmarking(r);
    sw_list_pass(item, &op, *stale ? &rest : NULL);
    if (!in_front)
        r->acc[slot].marking_scan = r->scan;
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

struct beat { uint32_t node; struct node *nd; uint64_t launched[2], refused[2]; bool stale[2]; };

/* All would be passed by and stay marked, as in the heartbeats that next_asking() of clock.c leaves out. */
static inline bool passes_all_again(const struct sw_replay *r, const struct beat *b, int slot)
{
    return r->acc[slot].idle && !(b->nd->free[0] && here_any(r, b->node)) && clock_all_wait_until(r, slot) > r->now_us;
}

static bool scan(struct sw_replay *r, struct beat *b, int slot)
{
    if (passes_all_again(r, b, slot)) {
        b->stale[slot] = false;
        return false;
    }
    struct search s = { .r = r, .node = b->node, .rack = b->nd->rack, .slot = slot };
    struct sw_item *item = search(&s);
    uint32_t task;
    if (!item) {
        MECHANISMS_TELL(r, saw_offer, b->node, slot, NULL, NONE, NOPREF, SW_AT_NONE);
        pass_by_all(r, slot, &b->stale[slot]);
        return false;
    }
    job_fetch(((const struct stage *)item->of)->job);
    bool failed = ((const struct stage *)item->of)->n_retry > 0;
    enum sw_locality at = closest(&s, item, &task);
    int class = failed || at == SW_AT_NONE ? NOPREF : PREF;
    MECHANISMS_TELL(r, saw_offer, b->node, slot, item, task, class, at);
    pass_by(r, &s, item, class, &b->stale[slot]);
    look_at_taken(r, item, class);
    launch(r, item->of, b->node, task, class, at);
    MECHANISMS_TELL(r, saw_launch, item->of, b->node);
    b->launched[slot]++;
    return true;
}

static inline bool is_over(const struct sw_replay *r, const struct beat *b, int slot)
{
    return slots_offered(r, b->nd, slot) <= (int64_t)b->refused[slot] || !work_waits(r, slot)
           || b->launched[slot] + b->refused[slot] >= r->opt.per_heartbeat;
}

/* H4: of two kinds (bits) the one with fewer occupied slots, maps at a tie. */
static inline int kind_to_serve(const struct node *nd, unsigned kinds)
{
    return kinds == 3 ? nd->occupied[0] > nd->occupied[1] : kinds >> 1;
}

static inline bool counts(const struct sw_replay *r, const struct node *nd, bool asks)
{
    if (r->opt.delay.counting == SW_COUNT_ASKING)
        return asks;
    return r->opt.delay.counting == SW_COUNT_ALL || nd->free[0] + nd->free[1] > 0;
}

/* D4, first half: marked stages add the time since the previous counting heartbeat; as their meters run with
 * the clock, that is to move the clock. */
static inline void settle(struct sw_replay *r, struct beat *b, int slot, bool asks)
{
    struct accounting *acc = &r->acc[slot];
    if (!r->store.lazy || (r->opt.delay.meter == SW_PER_GAP && !counts(r, b->nd, asks)))
        return;
    acc->clock_us = r->now_us;
    b->stale[slot] = acc->marks;
    for (uint32_t i = 0; acc->marks && i < r->aside[slot].n; i++)
        unmark(r, r->aside[slot].at[i]->list);
}

/* Whether there is something to serve of the kind. */
static inline bool begin(struct sw_replay *r, struct beat *b, int slot)
{
    bool asks = slots_offered(r, b->nd, slot) > 0;
    settle(r, b, slot, asks);
    return asks && work_waits(r, slot);
}

/* D4, second half: who launched in this heartbeat is not marked; marks that no scan renewed are cleared. */
static void finish(struct sw_replay *r, struct beat *b)
{
    for (struct stage *st = r->launched_stages; st; st = st->next_launched) {
        struct sw_item *item = &st->item[PREF];
        st->launched_now = false;
        if (!item->leaf || (st->launched_scan >= r->acc[st->slot].marking_scan && !item->state.marked))
            continue; /* nobody marked it after its launch */
        if (!sw_list_is_marked(item))
            continue;
        sw_list_look(item);
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
    r->acc[slot].idle = !b->launched[slot] && !r->mechanisms.has.admits && !r->mechanisms.has.fits && r->opt.placement != SW_PLACE_REDRAW
                        && (rule->meter == SW_CLOCK || (rule->meter == SW_PER_GAP && rule->counting == SW_COUNT_ASKING));
}

/* One offer of a slot of the kind; whether there may be another. */
static inline bool serve(struct sw_replay *r, struct beat *b, int slot)
{
    if (r->list[slot].n && scan(r, b, slot))
        return true;
    if (SELDOM(r->mechanisms.has.offer) && MECHANISMS_ANY(r, offer, b->node, slot)) {
        b->launched[slot]++;
        return true;
    }
    b->refused[slot]++;
    note_idle(r, b, slot);
    return r->opt.delay.meter == SW_PER_SKIP; /* D3: each slot that is left free is an offer too */
}

void heartbeat(struct sw_replay *r, uint32_t node)
{
    struct beat b = { .node = node, .nd = &r->node[node] };
    if (!b.nd->up)
        return;
    r->last_round_us = r->now_us;
    unsigned kinds = (unsigned)begin(r, &b, 0);
    kinds |= (unsigned)begin(r, &b, 1) << 1;
    while (kinds) {
        int slot = kind_to_serve(b.nd, kinds);
        if (!serve(r, &b, slot) || is_over(r, &b, slot)) /* what it launched takes nothing from the other kind */
            kinds &= ~(1U << slot);
    }
    if (r->store.lazy)
        finish(r, &b);
    if (b.nd->stale)
        node_note_stale(r, node);
}
