/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heartbeat.c - a node makes a heartbeat: its free slots are offered one by one (pick.c says who launches), and
 * what waiting adds to the delay clocks of those that are skipped (H4, H5 and section 6 of docs/model.md; ES algorithms
 * 1 to 3). */
#include "lib/sim/ask.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/offer/offer.h"
#include "lib/sim/offer/pick.h"
#include "lib/sim/task/task.h"

/* Two heartbeats are made of these functions, and of each it is known at compile time whether it is of YARN's. */
#define FLATTENED inline __attribute__((always_inline))

/* ---- what the scan adds to the delay clocks of those it skipped ------------------------------------- */

static struct sw_queue_op unmarking(const struct sw_replay *r)
{
    return (struct sw_queue_op){ { 0, -r->now_us }, -1, 0, SW_WAITING_CLEAR };
}

static void unmark(struct sw_replay *r, struct sw_queue *list)
{
    const struct sw_queue_op op = unmarking(r);
    sw_queue_skip_all(list, &op);
}

static void unmark_all(struct sw_replay *r, int slot)
{
    unmark(r, &r->queues.of_kind[slot]);
    r->queues.clock[slot].marks = false;
}

/* What it means to be skipped, in the rule's delay clock. */
static struct sw_queue_op passing(const struct sw_replay *r)
{
    switch (r->opt.delay.clock) {
    case SW_COUNT_SKIPS: return (struct sw_queue_op){ { -1, 0 }, r->now_us, 0, SW_WAITING_UNCHANGED };
    case SW_SINCE_READY: return (struct sw_queue_op){ { 0, 0 }, r->now_us, r->offers.round, SW_WAITING_UNCHANGED };
    default: return (struct sw_queue_op){ { r->now_us, 0 }, r->now_us, 0, SW_WAITING_SET };
    }
}

static bool changes_something(const struct sw_replay *r, struct sw_queue *list)
{
    return list->n
           && (r->opt.delay.clock == SW_COUNT_SKIPS || r->opt.delay.clock == SW_SINCE_READY
               || !sw_queue_all_waiting(list));
}

static FLATTENED void pass_by_all(struct sw_replay *r, int slot, bool *stale)
{
    struct sw_queue *list = &r->queues.of_kind[slot];
    if (!r->queues.tnodes.lazy)
        return;
    *stale = false;
    if (changes_something(r, list)) {
        const struct sw_queue_op op = passing(r);
        sw_queue_skip_all(list, &op);
        r->queues.clock[slot].marking_offer = r->offers.number;
    }
    r->queues.clock[slot].marks = r->opt.delay.clock == SW_COUNT_HEARTBEAT_GAPS && list->n > 0;
}

/* stale: the marks of the previous heartbeat are still there. Who has one and is skipped again keeps it as it is, for
 * to take it off and to put it on at one instant is nothing; the others lose theirs. */
static FLATTENED void pass_by(struct sw_replay *r, const struct pick_stage *s, struct sw_queue_entry *entry, int class,
                    bool *stale)
{
    int slot = s->slot_kind;
    if (!r->queues.tnodes.lazy)
        return;
    bool in_front = s->in_front || sw_queue_is_first(&r->queues.of_kind[slot], entry);
    if (in_front && !*stale) {
        if (class == PREF || !is_nopref(entry)) /* else nobody reads its delay clock */
            sw_queue_load(entry);
        return;
    }
    const struct sw_queue_op op = passing(r), rest = unmarking(r);
    sw_queue_skip(entry, &op, *stale ? &rest : NULL);
    if (!in_front)
        r->queues.clock[slot].marking_offer = r->offers.number;
    r->queues.clock[slot].marks = (r->queues.clock[slot].marks && !*stale)
                         || (r->opt.delay.clock == SW_COUNT_HEARTBEAT_GAPS && !in_front);
    *stale = false;
}

/* pass_by() has looked at the item that was found; the task may be of the stage's other one. */
static FLATTENED void look_at_taken(struct sw_replay *r, struct sw_queue_entry *entry, int class)
{
    struct sw_queue_entry *taken = &((struct stage *)entry->of)->entry[class];
    if (!r->queues.tnodes.lazy || taken == entry)
        return;
    sw_queue_store(entry);
    sw_queue_load(taken);
}

/* ---- a heartbeat --------------------------------------------------------------------------------- */

struct beat { uint32_t node; struct node *nd; uint64_t launched[2], refused[2]; bool stale[2]; uint64_t most[2]; };

/* All would be skipped and stay marked, as in the heartbeats that next_asking() of next_beat.c leaves out. */
static inline bool passes_all_again(const struct sw_replay *r, const struct beat *b, int slot)
{
    return r->queues.clock[slot].idle && !(b->nd->free[0] && node_index_any(r, b->node))
           && next_beat_all_wait_until(r, slot) > r->now_us;
}

static FLATTENED bool scan(struct sw_replay *r, struct beat *b, int slot)
{
    if (passes_all_again(r, b, slot)) {
        b->stale[slot] = false;
        return false;
    }
    struct pick_stage s = { .r = r, .node = b->node, .rack = b->nd->rack, .slot_kind = slot };
    struct sw_queue_entry *entry = pick_stage(&s);
    uint32_t task;
    if (!entry) {
        MECHANISMS_TELL(r, saw_offer, b->node, slot, NULL, NONE, NOPREF, SW_AT_NONE);
        pass_by_all(r, slot, &b->stale[slot]);
        return false;
    }
    job_prefetch(((const struct stage *)entry->of)->job);
    bool failed = ((const struct stage *)entry->of)->n_retry > 0;
    enum sw_locality at = pick_task(&s, entry, &task);
    int class = failed || at == SW_AT_NONE ? NOPREF : PREF;
    MECHANISMS_TELL(r, saw_offer, b->node, slot, entry, task, class, at);
    pass_by(r, &s, entry, class, &b->stale[slot]);
    look_at_taken(r, entry, class);
    launch(r, entry->of, b->node, task, class, at);
    MECHANISMS_TELL(r, saw_launch, entry->of, b->node);
    b->launched[slot]++;
    return true;
}

static FLATTENED bool is_over(const struct sw_replay *r, const struct beat *b, int slot, bool yarn)
{
    return (slots_offered(r, b->nd, slot) <= (int64_t)b->refused[slot] && !(yarn && r->offers.full_nodes))
           || !work_waits(r, slot)
           || b->launched[slot] + b->refused[slot] >= (yarn ? b->most[slot] : r->opt.per_heartbeat);
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

/* D4, first half: marked stages add the time since the previous counting heartbeat; as their delay clocks run with
 * the clock, that is to move the clock. */
static FLATTENED void settle(struct sw_replay *r, struct beat *b, int slot, bool asks)
{
    struct accounting *acc = &r->queues.clock[slot];
    if (!r->queues.tnodes.lazy || (r->opt.delay.clock == SW_COUNT_HEARTBEAT_GAPS && !counts(r, b->nd, asks)))
        return;
    acc->clock_us = r->now_us;
    b->stale[slot] = acc->marks;
    for (uint32_t i = 0; acc->marks && i < r->queues.blocked[slot].n; i++)
        unmark(r, r->queues.blocked[slot].at[i]->list);
}

/* Whether there is something to serve of the kind. */
static FLATTENED bool begin(struct sw_replay *r, struct beat *b, int slot, bool yarn)
{
    int64_t offered = slots_offered(r, b->nd, slot);
    bool asks = offered > 0;
    if (yarn)
        b->most[slot] = r->opt.half_per_heartbeat ? (uint64_t)offered / 2 + 1 : r->opt.per_heartbeat; /* Y8 */
    settle(r, b, slot, asks);
    return (asks || (yarn && r->offers.full_nodes && b->nd->slots[slot])) && work_waits(r, slot);
}

/* D4, second half: who launched in this heartbeat is not marked; marks that no scan renewed are cleared. */
static FLATTENED void finish(struct sw_replay *r, struct beat *b)
{
    for (struct stage *st = r->offers.launched; st; st = st->next_launched) {
        struct sw_queue_entry *entry = &st->entry[PREF];
        st->launched_now = false;
        if (!entry->leaf
            || (st->launched_offer >= r->queues.clock[st->slot_kind].marking_offer && !entry->state.waiting))
            continue; /* nobody marked it after its launch */
        if (!sw_queue_is_waiting(entry))
            continue;
        sw_queue_load(entry);
        entry->state.waiting = false;
        entry->state.rack_allowed_at -= r->now_us;
        entry->state.any_allowed_at -= r->now_us;
        sw_queue_store(entry);
    }
    r->offers.launched = NULL;
    for (int slot = 0; slot < 2; slot++)
        if (b->stale[slot])
            unmark_all(r, slot);
}

/* next_beat.c can leave out heartbeats while this holds. Not when blocks are drawn again at each scan. */
static void note_idle(struct sw_replay *r, const struct beat *b, int slot)
{
    const struct sw_delay_rule *rule = &r->opt.delay;
    r->queues.clock[slot].idle = !b->launched[slot] && !r->mechanisms.has.admits && !r->mechanisms.has.fits
                        && r->opt.placement != SW_PLACE_REDRAW
                        && (rule->clock == SW_SINCE_FIRST_SKIP
                            || (rule->clock == SW_COUNT_HEARTBEAT_GAPS && rule->counting == SW_COUNT_ASKING));
}

/* One offer of a slot of the kind; whether there may be another. */
static FLATTENED bool serve(struct sw_replay *r, struct beat *b, int slot, bool yarn)
{
    if (yarn && r->offers.full_nodes && slots_offered(r, b->nd, slot) <= 0) {
        MECHANISMS_TELL(r, full, slot); /* Y5 */
        return false;
    }
    if (r->queues.of_kind[slot].n && scan(r, b, slot))
        return true;
    if (unlikely(r->mechanisms.has.offer) && MECHANISMS_ANY(r, offer, b->node, slot)) {
        b->launched[slot]++;
        return true;
    }
    b->refused[slot]++;
    note_idle(r, b, slot);
    return r->opt.delay.clock == SW_COUNT_SKIPS; /* D3: each slot that is left free is an offer too */
}

/* yarn: a constant, so that other heartbeats pay nothing for Y4, Y5 and Y8. */
static FLATTENED void make(struct sw_replay *r, uint32_t node, bool yarn)
{
    struct beat b = { .node = node, .nd = &r->slots.node[node] };
    if (!b.nd->up)
        return;
    r->offers.round_us = r->now_us;
    if (yarn)
        r->offers.off_switch_left = r->opt.off_switch;
    unsigned kinds = (unsigned)begin(r, &b, 0, yarn);
    kinds |= (unsigned)begin(r, &b, 1, yarn) << 1;
    while (kinds && !(yarn && !r->offers.off_switch_left)) {
        int slot = kind_to_serve(b.nd, kinds);
        if (!serve(r, &b, slot, yarn) || is_over(r, &b, slot, yarn)) /* takes nothing from the other kind */
            kinds &= ~(1U << slot);
    }
    if (r->queues.tnodes.lazy)
        finish(r, &b);
    if (b.nd->stale)
        slots_flush_stale(r, node);
}

static __attribute__((noinline)) void make_of_yarn(struct sw_replay *r, uint32_t node)
{
    make(r, node, true);
}

void heartbeat(struct sw_replay *r, uint32_t node)
{
    if (unlikely(r->offers.by_yarn))
        make_of_yarn(r, node);
    else
        make(r, node, false);
}
