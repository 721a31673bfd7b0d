/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mechanisms.c - the dispatchers, mechanisms and observers that a replay may have, one line each (CONTRIBUTING.md adds
 * one). */
#include "lib/options/special.h"
#include "lib/sim/engine.h"

extern const struct mechanism network_mechanism, failures_mechanism, balance_mechanism, cpac_mechanism,
    speculation_mechanism, evict_mechanism, disk_mechanism, load_cap_mechanism, lo_cheng_mechanism,
    demand_updates_mechanism, fair_updates_mechanism, deficit_mechanism, updates_mechanism,
    timeouts_mechanism, preemption_mechanism, suspension_mechanism,
    yarn_kills_mechanism, yarn_shares_mechanism, reserve_mechanism, masters_mechanism, am_limit_mechanism,
    pool_updates_mechanism, off_switch_mechanism, give_back_mechanism,
    idle_slots_mechanism, usage_mechanism, windows_mechanism, quota_usage_mechanism, multifactor_mechanism,
    admission_mechanism, lending_mechanism, lending_whole_mechanism, seen_waits_mechanism, alone_mechanism,
    cores_mechanism, sizes_mechanism, preempt_mechanism;

extern const struct mechanism decisions_observer, timeline_observer, held_up_observer;

extern const struct dispatcher outside_dispatcher;
extern const struct dispatcher quincy_dispatcher, moves_dispatcher, gang_dispatcher, spark_dispatcher,
    offer_rounds_dispatcher, negotiate_dispatcher, hod_dispatcher, opportunities_dispatcher, yarn_dispatcher,
    heartbeat_dispatcher;
extern bool yarn_has_rules(const struct sw_replay *r); /* lib/sim/dispatch/yarn/yarn.c */

/* Pools that keep slots and do not lend them (X4). */
static bool lending_is_limited(const struct sw_replay *r)
{
    for (const struct sw_pool_list *list = r->pools.declared; list; list = list->next)
        for (uint32_t i = 0; i < list->n; i++)
            if (list->at[i].lending < SW_NO_LIMIT)
                return r->opt.order.policy->by_quota;
    return false;
}

/* Each is in the replay that its condition holds for. The order matters where several take one callback: the network
 * settles before an instant's end is judged (N3, A8), and what was evicted comes back before room is freed (A8). */
static void choose_mechanisms(struct sw_replay *r)
{
    const struct sw_options *opt = &r->opt;
    const struct sw_order *order = opt->order.policy;
    const struct sw_preempt *preempt = opt->preempt.policy;
    const struct sw_delay *delay = opt->delay.policy;
    const bool whole = opt->gang.width != SW_WIDTH_NONE, lends = lending_is_limited(r),
        room = special_room_is_limited(opt, r->cl), refuses = opt->delay.clock != SW_DELAY_NONE;
    const struct { const struct mechanism *of; bool wanted; } all[] = {
        /* B21: before the network, whose reads go as fast as their node, and before cpac */
        { &cores_mechanism, opt->cores || opt->host_cores },
        { &network_mechanism, opt->network.node_rate > 0 }, /* N1-N9 */
        /* Y4: before what a launch changes */
        { &off_switch_mechanism, opt->off_switch != UINT64_MAX && opt->heartbeat_us },
        /* Y13.1: before those that ask for shares */
        { &yarn_shares_mechanism, opt->reservable >= 0 || (opt->am_container_us && order->needy_first) },
        { &reserve_mechanism, opt->reservable >= 0 }, /* Y16 */
        { &masters_mechanism, opt->am_container_us > 0 }, /* Y19, Y20 */
        /* Y21 */
        { &am_limit_mechanism, opt->am_container_us && order->by_capacity && opt->heartbeat_us && !opt->continuous_us },
        { &failures_mechanism, opt->failure_rate > 0 }, /* F1-F3 */
        { &balance_mechanism, opt->balance_us > 0 }, /* D13 */
        { &cpac_mechanism, opt->admit.policy->splits }, /* A1-A4 */
        { &speculation_mechanism, opt->speculate.policy->slow }, /* C1-C6 */
        { &evict_mechanism, room }, /* A8, A9 */
        { &disk_mechanism, room }, /* A6, A7 */
        { &sizes_mechanism, special_sizes_are_limited(opt, r->cl) }, /* Z1-Z5 */
        { &load_cap_mechanism, opt->load_cap >= 0 }, /* H8 */
        { &lending_mechanism, lends && !whole }, /* X6 */
        { &lending_whole_mechanism, lends && whole }, /* X6.1 */
        { &lo_cheng_mechanism, order->reallocates }, /* O25, O26 */
        { &fair_updates_mechanism, order->share == SW_SHARE_CAPPED && opt->order.update_us }, /* O9 */
        { &deficit_mechanism, order->share == SW_SHARE_BY_WEIGHT && opt->order.update_us }, /* O10 */
        { &usage_mechanism, order->by_usage }, /* U4-U6 */
        { &windows_mechanism, order->by_windows }, /* U11 */
        { &quota_usage_mechanism, opt->order.usage_weight > 0 }, /* X7 */
        { &multifactor_mechanism, order->by_points }, /* G12 */
        { &preempt_mechanism, preempt->gangs != SW_PREEMPT_NO_GANGS }, /* G14 */
        { &timeouts_mechanism, opt->hadoop_1 && !preempt->tasks_to_preempt && refuses }, /* E9 */
        /* E7: before preemption, whose clocks they set */
        { &updates_mechanism, opt->hadoop_1 && opt->update_us > 0 },
        { &demand_updates_mechanism, !opt->hadoop_1 && opt->update_us > 0 && order->needy_first }, /* Y18 */
        { &preemption_mechanism, preempt->tasks_to_preempt }, /* K1-K6, E8 */
        { &suspension_mechanism, preempt->suspends }, /* K7 */
        { &yarn_kills_mechanism, preempt->looks != SW_LOOKS_NONE }, /* Y13 */
        { &give_back_mechanism, opt->gives_back && r->cl->one_kind }, /* Y9, Y10 */
        { &admission_mechanism, opt->admission.n > 0 }, /* V1-V7 */
        { &pool_updates_mechanism, r->pools.declared && r->pools.declared->next }, /* O30, O31 */
        { &seen_waits_mechanism, delay->sees && delay->follows && refuses && !opt->global.policy->decides }, /* D21 */
        /* B20: with hod virtual clusters return nodes by themselves, so there the end of a row is a loss */
        { &idle_slots_mechanism, r->cl->keeps && !order->private_nodes },
        { &alone_mechanism, opt->alone }, /* S5 */
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].wanted)
            mechanisms_enter(r, all[i].of);
}

/* Who decides: the first that is wanted. */
static const struct dispatcher *choose_dispatcher(const struct sw_replay *r)
{
    const struct sw_options *opt = &r->opt;
    const struct sw_order *order = opt->order.policy;
    const struct { const struct dispatcher *of; bool wanted; } all[] = {
        { &outside_dispatcher, opt->decide.by || opt->decide.n }, /* W1-W6 */
        { &moves_dispatcher, opt->global.moves }, /* Q7, with Q1-Q5 */
        { &quincy_dispatcher, opt->global.policy->decides }, /* Q1-Q6 */
        { &gang_dispatcher, opt->gang.width != SW_WIDTH_NONE }, /* G1-G14 */
        { &spark_dispatcher, opt->offers != SW_OFFERS_HEARTBEAT }, /* R1-R18 */
        { &offer_rounds_dispatcher, order->offers_nodes }, /* M1-M7 */
        { &negotiate_dispatcher, order->negotiates }, /* P1-P7 */
        { &hod_dispatcher, order->private_nodes }, /* O20-O24 */
        /* Y1-Y7 */
        { &opportunities_dispatcher, opt->delay.clock == SW_COUNT_OPPORTUNITIES && opt->delay.policy->yarn },
        /* Y4, Y8, Y15, E6, H4.3: YARN's heartbeats with other waits, or none */
        { &yarn_dispatcher, yarn_has_rules(r) || opt->continuous_us },
        { &heartbeat_dispatcher, true }, /* sections 3 to 6 */
    };
    size_t i = 0;
    while (!all[i].wanted)
        i++;
    return all[i].of;
}

/* The dispatcher is told after all mechanisms, and observers come last. */
static void choose_all(struct sw_replay *r)
{
    choose_mechanisms(r);
    mechanisms_enter_dispatcher(r, choose_dispatcher(r));
    if (r->sink.decision)
        mechanisms_enter(r, &decisions_observer); /* S9-S11 */
    if (r->opt.every_us > 0)
        mechanisms_enter(r, &timeline_observer); /* S1, T4 */
    if (r->sink.held)
        mechanisms_enter(r, &held_up_observer); /* S14 */
}

int sw_replay_new(struct sw_replay **out, const struct sw_cluster *cl, const struct sw_pool_list *pools,
                  const struct sw_options *opt, const struct sw_replay_sink *sink, struct sw_err *err)
{
    return run_new(out, &(struct making){ NULL, choose_all, cl, pools, opt, sink, err });
}
