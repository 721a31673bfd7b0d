/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opportunities.c - what stages keep under YARN's rules of delay: the offers that reached them (Y1 to Y7 of
 * docs/model.md). Each stage's is its own.
 *
 * An offer of a free slot goes through the queue until a stage launches. An offer of a full node (Y5) reaches every
 * queued stage and launches nothing. So it is one skip of the whole queue, which the stages' wait states count.
 * settle_full() moves a stage's from there to its count: before this is read, and before what a step depends on
 * changes. */
#include "lib/sim/ask.h"
#include "lib/sim/dispatch/yarn/yarn.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/observe/observe.h"
#include "lib/sim/offer/offer.h"

struct opportunity {         /* of a stage */
    struct sw_opportunities at;
    int64_t skipped_us;      /* 1 + the first offer that skipped it since its last launch (D7); 0: none */
    uint32_t places;         /* hosts and racks that its tasks name (Y3.1) */
    uint32_t node;           /* of its last launch, and the heartbeat: what was launched in it (Y3.3) */
    uint64_t beat;
    bool local, near;        /* node-local; node- or rack-local */
    uint32_t n_far;          /* rack-local and off-switch, less those whose ask for the rack was taken (Y3.4) */
    int64_t full_offers;     /* of those in its wait state, as many are settled */
    bool has_failed;         /* it has a failed task to launch: full nodes do not count (Y1.1) */
};
struct opportunities {
    struct yarn yarn;
    bool crowded;            /* D13 */
    enum sw_locality launched_at; /* by the offer that is being made; NONE: without preference */
    int64_t n_up;            /* nodes at the offers of full nodes that are to be settled */
    bool counts_full;        /* the offers of full nodes are counted, all at once */
    int64_t due_us;          /* by times: an offer of a full node makes no step before it */
    uint64_t n_released;     /* up to then (blocked.c): stages behind a limit were not looked at */
};

static struct opportunity *opportunity_of(const struct opportunities *own, const struct stage *st)
{
    return stage_record(st, &own->yarn.at);
}

/* Y1.1 */
static bool is_opportunity(const struct stage *st)
{
    return st->n_unlaunched[PREF] && !st->n_retry;
}

/* The offers of full nodes so far that reached the stage (Y5). Their skips were from a wait that began at 0. */
static int64_t full_offers(struct stage *st)
{
    struct sw_queue_entry *entry = &st->entry[PREF];
    if (entry->leaf)
        sw_queue_load(entry);
    return -entry->state.any_allowed_at;
}

/* Counts the offers of full nodes since the last call. */
static void settle_full(struct sw_replay *r, const struct opportunities *own, struct stage *st)
{
    struct opportunity *o = opportunity_of(own, st);
    if (!r->offers.full_nodes || r->opt.delay.policy->yarn->due_us)
        return;
    int64_t all = full_offers(st), offers = all - o->full_offers;
    o->full_offers = all;
    if (offers && !o->has_failed)
        r->opt.delay.policy->yarn->offered(&r->opt.delay, &o->at, offers, own->n_up, r->now_us);
}

/* Y3.3: of the node that makes a heartbeat, and its rack. */
static uint32_t brought_to_0(struct sw_replay *r, const struct opportunity *o, struct stage *st)
{
    if (o->beat != r->offers.beat)
        return 0;
    uint32_t rack = r->slots.node[o->node].rack;
    uint32_t n = o->local && choose_local(r, st, o->node) == NONE;
    return n + (o->near && !o->n_far && choose_at_place(st, choose_racks(r, st), rack) == NONE);
}

/* Y3.1: C and P. */
static struct sw_asked asked_for(struct sw_replay *r, const struct opportunity *o, struct stage *st)
{
    struct sw_asked n = { r->slots.n_up, (int64_t)st->n_unlaunched[PREF] + st->n_unlaunched[NOPREF] - st->n_retry, 0 };
    if (yarn_needs_places(r))
        n.places = o->places - brought_to_0(r, o, st);
    return n;
}

/* Y3.4: the ResourceManager has an ask for the node's rack still, and it may be taken. */
static bool takes_rack_ask(const struct sw_replay *r, const struct opportunity *o, enum sw_locality at)
{
    const struct sw_yarn_delay *yarn = r->opt.delay.policy->yarn;
    return at == SW_AT_ANY && o->beat == r->offers.beat && o->n_far > 0
           && !yarn->off_switch(&r->opt.delay, &o->at, r->slots.n_up);
}

/* At what distance the launch is for the ResourceManager. */
static enum sw_locality note_distance(struct sw_replay *r, struct opportunity *o, uint32_t node, enum sw_locality at,
                                    bool crowded)
{
    const struct sw_yarn_delay *yarn = r->opt.delay.policy->yarn;
    bool off = at == SW_AT_RACK && yarn->off_switch && yarn->off_switch(&r->opt.delay, &o->at, r->slots.n_up);
    if (o->beat != r->offers.beat) {
        o->local = o->near = false;
        o->n_far = 0;
    }
    o->beat = r->offers.beat;
    o->node = node;
    if (!crowded && takes_rack_ask(r, o, at)) {
        o->n_far--;
        at = SW_AT_RACK;
    }
    o->local |= at == SW_AT_NODE;
    o->near |= at == SW_AT_NODE || (at == SW_AT_RACK && !off);
    o->n_far += off;
    return at;
}

/* ---- an offer ------------------------------------------------------------------------------------ */

/* Y7: when the first timer makes a step. */
static COLD void note_due(struct sw_replay *r, const struct opportunity *o)
{
    struct opportunities *k = r->dispatch.own;
    k->due_us = min_i64(k->due_us, r->opt.delay.policy->yarn->due_us(&r->opt.delay, &o->at));
}

/* Y1.1: one opportunity. */
static inline void count_offer(struct sw_replay *r, struct opportunity *o)
{
    const struct sw_delay_rule *rule = &r->opt.delay;
    rule->policy->yarn->offered(rule, &o->at, 1, r->slots.n_up, r->now_us);
    if (unlikely(rule->policy->yarn->due_us))
        note_due(r, o);
}

/* Y1, Y2, Y6: an offer reaches the stage; how far it may go. */
static enum sw_level opportunities_reached(struct sw_replay *r, void *own, struct stage *st)
{
    const struct sw_delay_rule *rule = &r->opt.delay;
    struct opportunity *o = opportunity_of(own, st);
    settle_full(r, own, st);
    if (!is_opportunity(st))
        return SW_LEVEL_ANY;
    count_offer(r, o);
    const struct sw_asked n = asked_for(r, o, st);
    return rule->policy->yarn->allowed(rule, &o->at, &n);
}

/* D7. */
static void opportunities_skipped(struct sw_replay *r, void *own, struct stage *st)
{
    struct opportunity *o = opportunity_of(own, st);
    if (!o->skipped_us)
        o->skipped_us = 1 + r->now_us;
}

/* The launch that an offer is about to make. */
static void note_offer(struct sw_replay *r, struct opportunities *k, const struct sight *s)
{
    bool of_data = s->entry && s->class == PREF;
    k->crowded = of_data && stage_is_crowded(r, s->entry->of, s->node);
    k->launched_at = !of_data ? SW_AT_NONE : k->crowded ? SW_AT_ANY : s->at; /* D13: far from its data where crowded */
}

/* Y2.2, Y6.2: what the launch makes of count and level. D7: the wait is over. */
static void has_launched(struct sw_replay *r, struct opportunities *k, struct stage *st, uint32_t node)
{
    struct opportunity *o = opportunity_of(k, st);
    if (k->launched_at == SW_AT_NONE)
        return;
    enum sw_locality at = note_distance(r, o, node, k->launched_at, k->crowded);
    r->opt.delay.policy->yarn->launched(&r->opt.delay, &o->at, (enum sw_level)at, r->slots.n_up);
    if (o->skipped_us)
        st->job->result.waited_us += r->now_us - (o->skipped_us - 1);
    o->skipped_us = 0;
}

/* Y1.3: what returns keeps the rest. Its wait state starts again. */
static void has_returned(struct opportunity *o, struct stage *st)
{
    if (st->entry[PREF].leaf)
        return;
    o->skipped_us = 0;
    o->full_offers = st->entry[PREF].state.any_allowed_at = st->entry[PREF].state.rack_allowed_at = 0;
}

/* The launch that an offer makes, when it is over, or a task that returns. Timers may be others then. */
static void opportunities_offered(struct sw_replay *r, void *own, const struct sight *s)
{
    struct opportunities *k = own;
    if (s->what == SAW_OFFER) {
        note_offer(r, k, s);
        return;
    }
    k->due_us = 0;
    settle_full(r, k, s->stage);
    opportunity_of(k, s->stage)->has_failed = s->stage->n_retry > 0;
    if (s->what == SAW_LAUNCH)
        has_launched(r, k, s->stage, s->node);
    else
        has_returned(opportunity_of(k, s->stage), s->stage);
}

/* Y3.2, Y3.4 */
bool opportunities_far(const struct sw_replay *r, const struct stage *st, enum sw_locality at)
{
    const struct sw_yarn_delay *yarn = r->opt.delay.policy->yarn;
    if (r->dispatch.of != &opportunities_dispatcher || at < SW_AT_RACK)
        return at == SW_AT_ANY;
    const struct opportunity *o = opportunity_of(r->dispatch.own, st);
    if (at == SW_AT_ANY)
        return !takes_rack_ask(r, o, at);
    return yarn->off_switch && yarn->off_switch(&r->opt.delay, &o->at, r->slots.n_up);
}

/* ---- Y5: full nodes ------------------------------------------------------------------------------ */

struct full { struct sw_replay *r; struct opportunities *own; };

/* Y5: an opportunity of each queued stage. */
static bool visit_full(void *ctx, struct sw_queue_entry *entry)
{
    const struct full *k = ctx;
    if (is_opportunity(entry->of))
        count_offer(k->r, opportunity_of(k->own, entry->of));
    return false;
}

/* Y5: of counts, one skip of the whole queue. Of timers, a walk when one of them may make a step. */
static void opportunities_full(struct sw_replay *r, void *own, uint32_t node UNUSED, int kind)
{
    const struct sw_queue_op skip = { { -1, 0 }, -1, SW_WAITING_UNCHANGED };
    struct opportunities *k = own;
    if (k->counts_full)
        sw_queue_skip_all(&r->queues.of_kind[kind], &skip);
    else if (r->opt.reservable < 0 /* else reserve.c goes through the queue */
             && (r->now_us >= k->due_us || k->n_released != r->queues.blocked[kind].n_released)) {
        k->due_us = INT64_MAX;
        k->n_released = r->queues.blocked[kind].n_released;
        sw_queue_walk(&r->queues.of_kind[kind], visit_full, &(struct full){ r, k });
    }
}

/* Y3.1: the hosts and racks that its tasks name. */
static void opportunities_stage(struct sw_replay *r, void *own, struct stage *st, enum stage_news what,
                                int class UNUSED)
{
    if (what == STAGE_READY && st->n_unlaunched[PREF] && yarn_needs_places(r))
        opportunity_of(own, st)->places = choose_count_places(r, st);
    else if (what == STAGE_QUEUED)
        ((struct opportunities *)own)->due_us = 0;
}

/* What was offered before counts by the nodes that were up then. */
static void opportunities_node_changed(struct sw_replay *r, void *own, uint32_t node UNUSED)
{
    struct opportunities *k = own;
    k->due_us = 0;
    if (k->n_up == r->slots.n_up)
        return;
    for (struct job *job = r->jobs.first; job; job = job->next)
        for (uint32_t s = 0; s < job->n_stages; s++)
            settle_full(r, k, &job->stage[s]);
    k->n_up = r->slots.n_up;
}

/* ---- further offers without a period ------------------------------------------------------------- */

struct soonest { struct sw_replay *r; const struct opportunities *own; int64_t us; };

/* Y7.2: the next step of a stage's timer. */
static bool visit_timer(void *ctx, struct sw_queue_entry *entry)
{
    struct soonest *k = ctx;
    const struct sw_delay_rule *rule = &k->r->opt.delay;
    const struct stage *st = entry->of;
    if (!st->n_unlaunched[PREF])
        return false;
    int64_t due_us = rule->policy->yarn->due_us(rule, &opportunity_of(k->own, st)->at);
    if (due_us > k->r->now_us)
        k->us = min_i64(k->us, due_us);
    return false;
}

/* H7, H6 (c), Y15.1. */
static int64_t next_offer(struct sw_replay *r, const struct opportunities *own)
{
    const struct sw_yarn_delay *yarn = r->opt.delay.policy->yarn;
    struct soonest k = { r, own, INT64_MAX };
    int64_t every_us = r->opt.continuous_us;
    for (int kind = 0; kind < 2; kind++) {
        if (!r->queues.of_kind[kind].n || !r->slots.free_rank[kind].count)
            continue;
        if (yarn->revives)
            k.us = min_i64(k.us, r->offers.round_us + r->opt.revive_us);
        if (yarn->due_us)
            sw_queue_walk(&r->queues.of_kind[kind], visit_timer, &k);
    }
    return every_us && k.us < INT64_MAX - every_us ? (k.us + every_us - 1) / every_us * every_us : k.us;
}

/* Without a period offers come by themselves; with one the heartbeats bring them. */
static int64_t opportunities_next_us(struct sw_replay *r, void *own, int64_t until_us)
{
    int64_t next_us = yarn_next_us(r, own, until_us);
    return r->opt.heartbeat_us && !r->opt.continuous_us ? next_us : min_i64(next_us, next_offer(r, own));
}

/* ---- for observers ------------------------------------------------------------------------------- */

static bool opportunities_stands(struct sw_replay *r, void *own, struct stage *st, struct passed *had)
{
    const struct sw_delay_rule *rule = &r->opt.delay;
    struct opportunity *o = opportunity_of(own, st);
    if (!is_opportunity(st))
        return false;
    settle_full(r, own, st);
    const struct sw_asked n = asked_for(r, o, st);
    had->wait_us = o->skipped_us ? r->now_us - (o->skipped_us - 1) : 0;
    had->level = rule->policy->yarn->allowed(rule, &o->at, &n);
    bool for_any = had->level != SW_LEVEL_NODE || r->opt.no_rack_level;
    had->needs = rule->policy->yarn->needs(rule, &o->at, &n, for_any ? SW_LEVEL_ANY : SW_LEVEL_RACK);
    had->had = rule->policy->yarn->due_us ? r->now_us - o->at.since_us : o->at.count;
    had->counts = !rule->policy->yarn->due_us;
    return true;
}

/* ---- */

/* Y5: full nodes offer under `yarn` and continuous scheduling. Their skips are counted lazily. */
static void opportunities_start(struct sw_replay *r, void *own)
{
    ((struct opportunities *)own)->counts_full = !r->opt.delay.policy->yarn->due_us && r->opt.reservable < 0;
    r->offers.full_nodes |= (r->opt.delay.policy->yarn->full_nodes || r->opt.continuous_us) && r->opt.heartbeat_us;
    r->queues.tnodes.lazy |= r->offers.full_nodes;
    yarn_start(r, own);
}

const struct dispatcher opportunities_dispatcher = {
    .told = { .size = sizeof(struct opportunities), .stage_size = sizeof(struct opportunity),
              .start = opportunities_start, .reset = yarn_reset, .full = opportunities_full,
              .offered = opportunities_offered, .stage = opportunities_stage,
              .node_changed = opportunities_node_changed },
    .round = yarn_round, .next_us = opportunities_next_us, .reached = opportunities_reached,
    .skipped = opportunities_skipped, .stands = opportunities_stands, .by_heartbeats = true,
};
