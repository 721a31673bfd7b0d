/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yarn.c - heartbeats by the rules of YARN (Y4, Y5, Y8), of Hadoop 1 (E6) and of H4.3: how many launches a heartbeat
 * has, of which kind, and what a full node's does. */
#include "lib/sim/dispatch/each.h"
#include "lib/sim/dispatch/yarn/yarn.h"
#include "lib/sim/offer/offer.h"

/* ---- a heartbeat ---------------------------------------------------------------------------------------- */

/* Y5: it offers a slot that it does not have. */
static inline bool is_full(const struct sw_replay *r, const struct node *nd, int kind)
{
    return r->offers.full_nodes && slots_offered(r, nd, kind) <= 0;
}

/* Y8, E6 */
static inline uint64_t most_launches(const struct sw_replay *r, const struct node *nd, int kind)
{
    uint64_t most = r->opt.half_per_heartbeat ? (uint64_t)slots_offered(r, nd, kind) / 2 + 1 : r->opt.per_heartbeat;
    return kind == 1 && r->offers.maps_first && most > 1 ? 1 : most;
}

/* H4.2, H4.3, with Y5: a full node goes on. */
static inline bool offers_end(const struct sw_replay *r, const struct beat *b, int kind, uint64_t most)
{
    return (slots_offered(r, b->nd, kind) <= (int64_t)b->refused[kind] && !r->offers.full_nodes) || !work_waits(r, kind)
           || b->launched[kind] + b->refused[kind] >= most;
}

/* H4, E6 */
static inline int kind_to_serve(const struct sw_replay *r, const struct node *nd, unsigned kinds)
{
    if (r->offers.maps_first)
        return kinds == 2;
    return kinds == 3 ? nd->occupied[0] > nd->occupied[1] : (int)(kinds >> 1);
}

/* The kinds that may be served after a launch: Y4, E6.1, H4.3. */
static inline unsigned left_to_serve(const struct sw_replay *r, const struct beat *b)
{
    if (r->opt.one_per_heartbeat && b->launched[0] + b->launched[1])
        return 0;
    if (r->offers.off_switch_left)
        return 3;
    return r->offers.maps_first ? 2 : 0;
}

/* H4: kind by kind, until neither may be served. */
static inline void offer_slots(struct sw_replay *r, struct beat *b)
{
    uint64_t most[2];
    unsigned kinds = 0;
    for (int kind = 0; kind < 2; kind++) {
        most[kind] = most_launches(r, b->nd, kind);
        /* Full nodes may make offers, too (Y5). No delay clocks run where they do. */
        bool begins = r->offers.full_nodes ? b->nd->slots[kind] && work_waits(r, kind) : heartbeat_begin(r, b, kind);
        kinds |= (unsigned)begins << kind;
    }
    while (kinds) {
        int kind = kind_to_serve(r, b->nd, kinds);
        bool more = false;
        if (is_full(r, b->nd, kind))
            MECHANISMS_TELL(r, full, b->node, kind); /* Y5 */
        else
            more = heartbeat_serve(r, b, kind);
        if (!more || offers_end(r, b, kind, most[kind])) /* takes nothing from the other kind */
            kinds &= ~(1U << kind);
        kinds &= left_to_serve(r, b);
    }
    heartbeat_end(r, b);
}

/* One node's heartbeat. Y13.7, Y16.2: what a node keeps for jobs goes first. */
static void beat_by_rules(struct sw_replay *r, uint32_t node)
{
    struct beat b = { .node = node, .nd = &r->slots.node[node] };
    if (!b.nd->up)
        return;
    r->offers.round_us = r->now_us;
    r->offers.beat++;
    r->offers.off_switch_left = r->opt.off_switch;
    if (!unlikely(r->mechanisms.has.kept) || !MECHANISMS_ANY(r, kept, node))
        offer_slots(r, &b);
    else if (b.nd->stale)
        slots_flush_stale(r, node);
}

/* An offer that only one job, or one stage of it, is asked. */
bool yarn_offer_to(struct sw_replay *r, uint32_t node, struct job *job, const struct stage *st)
{
    const struct node *nd = &r->slots.node[node];
    struct pick_stage s = { .r = r, .node = node, .rack = nd->rack, .slot_kind = 0 };
    struct sw_queue_entry *entry = slots_offered(r, nd, 0) > 0 ? each_of_job(&s, job, st) : NULL;
    if (is_full(r, nd, 0)) {
        for (uint32_t i = 0; i < job->n_stages; i++)
            if (job->stage[i].entry[PREF].leaf && sw_queue_holds(&r->queues.of_kind[0], &job->stage[i].entry[PREF]))
                DISPATCH(r, reached, &job->stage[i]);
    }
    if (entry)
        heartbeat_launch(&s, entry);
    return entry;
}

/* ---- which heartbeats ------------------------------------------------------------------------------------ */

/* Y4, Y8, E6, Y13, Y14, Y16, Y19: of these a heartbeat knows more than that of heartbeat.c. */
bool yarn_has_rules(const struct sw_replay *r)
{
    const struct sw_options *opt = &r->opt;
    return opt->half_per_heartbeat || opt->one_per_heartbeat || opt->off_switch != UINT64_MAX || r->offers.maps_first
           || opt->reservable >= 0 || opt->am_container_us || opt->preempt.policy->looks != SW_LOOKS_NONE;
}

/* The plain heartbeat is faster. */
heartbeat_of *yarn_beat(const struct sw_replay *r)
{
    return yarn_has_rules(r) || r->offers.full_nodes || (r->dispatch.of->reached && yarn_needs_places(r))
               ? beat_by_rules
               : heartbeat;
}

void yarn_start(struct sw_replay *r, void *own)
{
    struct yarn *y = own;
    each_choose(r, own);
    y->beat = yarn_beat(r);
    if (r->opt.continuous_us)
        continuous_start(r, &y->continuous);
}

void yarn_reset(struct sw_replay *r UNUSED, void *own)
{
    continuous_reset(&((struct yarn *)own)->continuous);
}

void yarn_round(struct sw_replay *r, void *own)
{
    struct yarn *y = own;
    round_heartbeats(r, y->beat);
    if (r->opt.continuous_us)
        continuous_round(r, &y->continuous, y->beat);
}

int64_t yarn_next_us(struct sw_replay *r, void *own, int64_t until_us)
{
    int64_t next_us = next_beat_us(r, own, until_us);
    return r->opt.continuous_us ? min_i64(next_us, continuous_next_us(r, &((struct yarn *)own)->continuous)) : next_us;
}

const struct dispatcher yarn_dispatcher = {
    .told = { .size = sizeof(struct yarn), .start = yarn_start, .reset = yarn_reset },
    .round = yarn_round, .next_us = yarn_next_us, .by_heartbeats = true,
};
