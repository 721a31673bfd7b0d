/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mechanisms.c - the dispatchers, mechanisms and observers that a replay may have, one line each (CONTRIBUTING.md adds
 * one). */
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

extern const struct observer decisions_observer, timeline_observer, held_up_observer;

extern const struct dispatcher outside_dispatcher;
extern const struct dispatcher quincy_dispatcher, moves_dispatcher, gang_dispatcher, spark_dispatcher,
    offer_rounds_dispatcher, negotiate_dispatcher, hod_dispatcher, opportunities_dispatcher, yarn_dispatcher,
    heartbeat_dispatcher;

/* The order matters where several take one callback: the network settles before an instant's end is judged (N3, A8),
 * and what was evicted comes back before room is freed (A8). */
static const struct mechanism *const mechanisms[] = {
    &cores_mechanism,        /* B21, before the network, whose reads go as fast as their node, and before cpac */
    &network_mechanism,      /* N1-N9 */
    &off_switch_mechanism,   /* Y4, before what a launch changes */
    &yarn_shares_mechanism,  /* Y13.1, before those that ask for shares */
    &reserve_mechanism,      /* Y16 */
    &masters_mechanism,      /* Y19, Y20 */
    &am_limit_mechanism,     /* Y21 */
    &failures_mechanism,     /* F1-F3 */
    &balance_mechanism,      /* D13 */
    &cpac_mechanism,         /* A1-A4 */
    &speculation_mechanism,  /* C1-C6 */
    &evict_mechanism,        /* A8, A9 */
    &disk_mechanism,         /* A6, A7 */
    &sizes_mechanism,        /* Z1-Z5 */
    &load_cap_mechanism,     /* H8 */
    &lending_mechanism,      /* X6 */
    &lending_whole_mechanism, /* X6.1 */
    &lo_cheng_mechanism,     /* O25, O26 */
    &fair_updates_mechanism, /* O9 */
    &deficit_mechanism,      /* O10 */
    &usage_mechanism,        /* U4-U6 */
    &windows_mechanism,      /* U11 */
    &quota_usage_mechanism,  /* X7 */
    &multifactor_mechanism,  /* G12 */
    &preempt_mechanism,      /* G14 */
    &timeouts_mechanism,     /* E9 */
    &updates_mechanism,      /* E7; before preemption, whose clocks they set */
    &demand_updates_mechanism, /* Y18 */
    &preemption_mechanism,   /* K1-K6, E8 */
    &suspension_mechanism,   /* K7 */
    &yarn_kills_mechanism,   /* Y13 */
    &give_back_mechanism,    /* Y9, Y10 */
    &admission_mechanism,    /* V1-V7 */
    &pool_updates_mechanism, /* O30, O31 */
    &seen_waits_mechanism,   /* D21 */
    &idle_slots_mechanism,   /* B20 */
    &alone_mechanism,        /* S5 */
    NULL
};

/* Who decides: the first that is wanted. */
static const struct dispatcher *const dispatchers[] = {
    &outside_dispatcher,     /* W1-W6 */
    &moves_dispatcher,       /* Q7, with Q1-Q5 */
    &quincy_dispatcher,      /* Q1-Q6 */
    &gang_dispatcher,        /* G1-G14 */
    &spark_dispatcher,       /* R1-R18 */
    &offer_rounds_dispatcher, /* M1-M7 */
    &negotiate_dispatcher,   /* P1-P7 */
    &hod_dispatcher,         /* O20-O24 */
    &opportunities_dispatcher, /* Y1-Y7 */
    &yarn_dispatcher,        /* Y4, Y8, Y15, E6, H4.3: YARN's heartbeats with other waits, or none */
    &heartbeat_dispatcher,   /* sections 3 to 6; always wanted */
    NULL
};

static const struct observer *const observers[] = {
    &decisions_observer,     /* S9-S11 */
    &timeline_observer,      /* S1, T4 */
    &held_up_observer,       /* S14 */
    NULL
};

static const struct parts parts = { mechanisms, dispatchers, observers };

int sw_replay_new(struct sw_replay **out, const struct sw_cluster *cl, const struct sw_pool_list *pools,
                  const struct sw_options *opt, const struct sw_replay_sink *sink, struct sw_err *err)
{
    return run_new(out, &parts, cl, pools, opt, sink, err);
}
