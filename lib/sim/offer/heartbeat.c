/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heartbeat.c - a node makes a heartbeat: its free slots are offered one by one (H4, H5 of docs/model.md). pick.c says
 * which stage launches. The stages before it are skipped, and their delay clocks advance (section 6; ES algorithms 1 to
 * 3). */
#include "lib/sim/offer/offer.h"
#include "lib/sim/task/task.h"

#define FLATTENED inline __attribute__((always_inline))

/* ---- what the scan adds to the delay clocks of those it skipped ------------------------------------- */

/* D4: the operation by which a stage loses its waiting flag. What it has waited stays. */
static struct sw_queue_op clearing(const struct sw_replay *r)
{
    return (struct sw_queue_op){ { 0, -r->now_us }, -1, SW_WAITING_CLEAR };
}

static void clear_waiting(struct sw_replay *r, struct sw_queue *list)
{
    const struct sw_queue_op op = clearing(r);
    sw_queue_skip_all(list, &op);
}

/* Nothing was skipped in this heartbeat. */
static void clear_all_waiting(struct sw_replay *r, int kind)
{
    clear_waiting(r, &r->queues.of_kind[kind]);
    r->queues.clock[kind].any_waiting = r->queues.clock[kind].idle = false;
}

/* The operation that a skip is, by the rule's delay clock. */
static struct sw_queue_op passing(const struct sw_replay *r)
{
    switch (r->opt.delay.clock) {
    case SW_COUNT_SKIPS: return (struct sw_queue_op){ { -1, 0 }, r->now_us, SW_WAITING_UNCHANGED };
    default: return (struct sw_queue_op){ { r->now_us, 0 }, r->now_us, SW_WAITING_SET };
    }
}

/* D4: a flag that is set stays set. D3: each skip counts. */
static bool changes_something(const struct sw_replay *r, struct sw_queue *list)
{
    return list->n && (r->opt.delay.clock == SW_COUNT_SKIPS || !sw_queue_all_waiting(list));
}

/* An offer that launches nothing skips all. */
static FLATTENED void pass_by_all(struct sw_replay *r, int kind, bool *stale)
{
    struct sw_queue *list = &r->queues.of_kind[kind];
    if (!r->queues.delay_clocks)
        return;
    *stale = false;
    if (changes_something(r, list)) {
        const struct sw_queue_op op = passing(r);
        sw_queue_skip_all(list, &op);
        r->queues.clock[kind].skipping_offer = r->offers.number;
    }
    r->queues.clock[kind].any_waiting = r->opt.delay.clock == SW_COUNT_HEARTBEAT_GAPS && list->n > 0;
}

/* stale: the waiting flags of the previous heartbeat are still set (D4). A stage that is skipped again keeps its flag:
 * to clear and to set it at one instant changes nothing. The other stages lose theirs. */
static FLATTENED void pass_by(struct sw_replay *r, const struct pick_stage *s, struct sw_queue_entry *entry, int class,
                    bool *stale)
{
    int kind = s->slot_kind;
    if (!r->queues.delay_clocks)
        return;
    bool in_front = s->in_front || sw_queue_is_first(&r->queues.of_kind[kind], entry);
    if (in_front && !*stale) {
        if (class == PREF || !is_nopref(entry)) /* else no rule reads its delay clock */
            sw_queue_load(entry);
        return;
    }
    const struct sw_queue_op op = passing(r), rest = clearing(r);
    sw_queue_skip(entry, &op, *stale ? &rest : NULL);
    if (!in_front)
        r->queues.clock[kind].skipping_offer = r->offers.number;
    r->queues.clock[kind].any_waiting = (r->queues.clock[kind].any_waiting && !*stale)
                         || (r->opt.delay.clock == SW_COUNT_HEARTBEAT_GAPS && !in_front);
    *stale = false;
}

/* pass_by() has loaded the entry that was found. The task may be of the stage's other entry, which is loaded here. */
static FLATTENED void load_taken(struct sw_replay *r, struct sw_queue_entry *entry, int class)
{
    struct sw_queue_entry *taken = &((struct stage *)entry->of)->entry[class];
    if (!r->queues.delay_clocks || taken == entry)
        return;
    sw_queue_store(entry);
    sw_queue_load(taken);
}

/* ---- a heartbeat --------------------------------------------------------------------------------- */

/* An offer would skip all stages, and their waiting flags would stay set. next_asking() of next_beat.c leaves such
 * heartbeats out. */
static inline bool passes_all_again(const struct sw_replay *r, const struct beat *b, int kind)
{
    return r->queues.clock[kind].idle && !(b->nd->free[0] && node_index_any(r, b->node))
           && next_beat_all_wait_until(r, kind) > r->now_us;
}

/* Of the stage that was picked, the task that is closest. */
static FLATTENED void launch_picked(struct sw_replay *r, struct pick_stage *s, uint32_t node, int kind,
                                    struct sw_queue_entry *entry, bool *stale)
{
    uint32_t task;
    job_prefetch(((const struct stage *)entry->of)->job);
    bool failed = ((const struct stage *)entry->of)->n_retry > 0;
    enum sw_locality at = pick_task(s, entry, &task);
    int class = failed || at == SW_AT_NONE ? NOPREF : PREF;
    OFFERS_SEE(r, SAW_OFFER, .node = node, .kind = kind, .entry = entry, .task = task, .class = class, .at = at);
    pass_by(r, s, entry, class, stale);
    load_taken(r, entry, class);
    launch(r, entry->of, node, task, class, at);
    OFFERS_SEE(r, SAW_LAUNCH, .stage = entry->of, .node = node);
}

/* H5: one offer. Whether it launched. */
static FLATTENED bool scan_queue(struct sw_replay *r, struct beat *b, int kind)
{
    if (passes_all_again(r, b, kind)) {
        b->stale[kind] = false;
        return false;
    }
    struct pick_stage s = { .r = r, .node = b->node, .rack = b->nd->rack, .slot_kind = kind };
    r->offers.number++;
    struct sw_queue_entry *entry = unlikely(r->offers.pick) ? r->offers.pick(&s) : pick_stage(&s);
    if (!entry) {
        OFFERS_SEE(r, SAW_OFFER, .node = b->node, .kind = kind, .at = SW_AT_NONE);
        pass_by_all(r, kind, &b->stale[kind]);
        return false;
    }
    launch_picked(r, &s, b->node, kind, entry, &b->stale[kind]);
    b->launched[kind]++;
    return true;
}

/* H4.2, H4.3. */
static inline bool is_over(const struct sw_replay *r, const struct beat *b, int kind)
{
    return slots_offered(r, b->nd, kind) <= (int64_t)b->refused[kind] || !work_waits(r, kind)
           || b->launched[kind] + b->refused[kind] >= r->opt.per_heartbeat;
}

/* H4: of two kinds (bits) the one with fewer occupied slots, maps at a tie. */
static inline int kind_to_serve(const struct node *nd, unsigned kinds)
{
    return kinds == 3 ? nd->occupied[0] > nd->occupied[1] : (int)(kinds >> 1);
}

/* D5.1. */
static inline bool counts(const struct sw_replay *r, const struct node *nd, bool asks)
{
    if (r->opt.delay.counting == SW_COUNT_ASKING)
        return asks;
    return r->opt.delay.counting == SW_COUNT_ALL || nd->free[0] + nd->free[1] > 0;
}

/* D4, first half: stages with the waiting flag add the time since the previous counting heartbeat. Their delay clocks
 * run with clock_us, so moving clock_us adds it to all of them. */
static FLATTENED void settle_clock(struct sw_replay *r, struct beat *b, int kind, bool asks)
{
    struct accounting *acc = &r->queues.clock[kind];
    if (!r->queues.delay_clocks || (r->opt.delay.clock == SW_COUNT_HEARTBEAT_GAPS && !counts(r, b->nd, asks)))
        return;
    acc->clock_us = r->now_us;
    b->stale[kind] = acc->any_waiting;
    for (uint32_t i = 0; acc->any_waiting && i < r->queues.blocked[kind].n; i++)
        clear_waiting(r, r->queues.blocked[kind].at[i]->list);
}

/* Whether the node has a free slot of the kind and work for it waits. */
static FLATTENED bool begin_kind(struct sw_replay *r, struct beat *b, int kind)
{
    bool asks = slots_offered(r, b->nd, kind) > 0;
    settle_clock(r, b, kind, asks);
    return asks && work_waits(r, kind);
}

/* D4, second half: a stage that launched in this heartbeat loses its waiting flag. So do stages that no offer
 * skipped. */
static FLATTENED void finish(struct sw_replay *r, struct beat *b)
{
    for (struct stage *st = r->offers.launched; st; st = st->next_launched) {
        struct sw_queue_entry *entry = &st->entry[PREF];
        st->launched_now = false;
        if (!entry->leaf
            || (st->launched_offer >= r->queues.clock[st->slot_kind].skipping_offer && !entry->state.waiting))
            continue; /* no offer skipped it after its launch */
        if (!sw_queue_is_waiting(entry))
            continue;
        sw_queue_load(entry);
        entry->state.waiting = false;
        entry->state.rack_allowed_at -= r->now_us;
        entry->state.any_allowed_at -= r->now_us;
        sw_queue_store(entry);
    }
    r->offers.launched = NULL;
    for (int kind = 0; kind < 2; kind++)
        if (b->stale[kind])
            clear_all_waiting(r, kind);
}

/* Notes that all stages wait, for as long as next_beat.c can leave out heartbeats. It cannot when replicas are redrawn
 * at each offer. */
static void note_idle(struct sw_replay *r, const struct beat *b, int kind)
{
    const struct sw_delay_rule *rule = &r->opt.delay;
    r->queues.clock[kind].idle = !b->launched[kind] && !r->mechanisms.has.admits && !r->mechanisms.has.fits
                        && r->opt.placement != SW_PLACE_REDRAW
                        && (rule->clock == SW_SINCE_FIRST_SKIP
                            || (rule->clock == SW_COUNT_HEARTBEAT_GAPS && rule->counting == SW_COUNT_ASKING));
}

/* Makes one offer of a slot of the kind. Returns whether there may be another. */
static FLATTENED bool serve(struct sw_replay *r, struct beat *b, int kind)
{
    if (r->queues.of_kind[kind].n && scan_queue(r, b, kind))
        return true;
    if (unlikely(r->mechanisms.has.spare) && MECHANISMS_ANY(r, spare, b->node, kind)) {
        b->launched[kind]++;
        return true;
    }
    b->refused[kind]++;
    note_idle(r, b, kind);
    return r->opt.delay.clock == SW_COUNT_SKIPS; /* D3: each slot that is left free is an offer too */
}

/* D4, and the sets of free nodes, where they are updated late. */
static FLATTENED void end_beat(struct sw_replay *r, struct beat *b)
{
    if (r->queues.delay_clocks)
        finish(r, b);
    if (b->nd->stale)
        slots_flush_stale(r, b->node);
}

/* H4: one node's, by the plain rules. */
void heartbeat(struct sw_replay *r, uint32_t node)
{
    struct beat b = { .node = node, .nd = &r->slots.node[node] };
    if (!b.nd->up)
        return;
    r->offers.round_us = r->now_us;
    unsigned kinds = (unsigned)begin_kind(r, &b, 0);
    kinds |= (unsigned)begin_kind(r, &b, 1) << 1;
    while (kinds) {
        int kind = kind_to_serve(b.nd, kinds);
        if (!serve(r, &b, kind) || is_over(r, &b, kind)) /* takes nothing from the other kind */
            kinds &= ~(1U << kind);
    }
    end_beat(r, &b);
}

/* ---- the steps of a heartbeat, for dispatchers whose heartbeats go by other rules ---------------------- */

bool heartbeat_begin(struct sw_replay *r, struct beat *b, int kind)
{
    return begin_kind(r, b, kind);
}

bool heartbeat_serve(struct sw_replay *r, struct beat *b, int kind)
{
    return serve(r, b, kind);
}

void heartbeat_launch(struct pick_stage *s, struct sw_queue_entry *entry)
{
    bool stale = false;
    launch_picked(s->r, s, s->node, s->slot_kind, entry, &stale);
}

void heartbeat_end(struct sw_replay *r, struct beat *b)
{
    end_beat(r, b);
}
