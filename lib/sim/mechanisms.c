/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mechanisms.c - the optional mechanisms and the observers of a replay, one line each (CONTRIBUTING.md adds one). */
#include "lib/sim/engine.h"
#include <stdlib.h>

extern const struct mechanism network_mechanism, failures_mechanism, balance_mechanism, cpac_mechanism,
    speculation_mechanism, evict_mechanism, disk_mechanism, load_cap_mechanism, hod_mechanism, lo_cheng_mechanism,
    fair_updates_mechanism, deficit_mechanism, updates_mechanism, timeouts_mechanism, preemption_mechanism,
    quincy_mechanism, spark_mechanism, yarn_kills_mechanism, continuous_mechanism, reserve_mechanism,
    pool_updates_mechanism, opportunities_mechanism, off_switch_mechanism, give_back_mechanism, idle_slots_mechanism,
    offer_waits_mechanism, offer_rounds_mechanism, usage_mechanism, gang_mechanism, negotiate_mechanism,
    multifactor_mechanism, admission_mechanism, lending_mechanism,
    alone_mechanism, cores_mechanism, decisions_observer, timeline_observer, held_up_observer;

/* The order matters where several take one callback: the network settles before an instant's end is judged (N3, A8),
 * and what was evicted comes back before room is freed (A8). */
const struct mechanism *const mechanisms_all[] = {
    &cores_mechanism,        /* B21, before the network, whose reads go as fast as their node, and before cpac */
    &network_mechanism,      /* N1-N9 */
    &off_switch_mechanism,   /* Y4, before what a launch changes */
    &opportunities_mechanism, /* Y1-Y3, Y5-Y7 */
    &reserve_mechanism,      /* Y16 */
    &continuous_mechanism,   /* Y15, before the observers of an instant's offers */
    &failures_mechanism,     /* F1-F3 */
    &balance_mechanism,      /* D13 */
    &cpac_mechanism,         /* A1-A4 */
    &speculation_mechanism,  /* C1-C6 */
    &evict_mechanism,        /* A8, A9 */
    &disk_mechanism,         /* A6, A7 */
    &load_cap_mechanism,     /* H8 */
    &hod_mechanism,          /* O20-O24 */
    &lending_mechanism,      /* X6 */
    &lo_cheng_mechanism,     /* O25, O26 */
    &fair_updates_mechanism, /* O9 */
    &deficit_mechanism,      /* O10 */
    &usage_mechanism,        /* U4-U6 */
    &multifactor_mechanism,  /* G12, before gangs, whose ends it counts as they were */
    &timeouts_mechanism,     /* E9 */
    &updates_mechanism,      /* E7; before preemption, whose clocks they set */
    &preemption_mechanism,   /* K1-K6, E8 */
    &yarn_kills_mechanism,   /* Y13 */
    &give_back_mechanism,    /* Y9, Y10 */
    &quincy_mechanism,       /* Q1-Q6 */
    &gang_mechanism,         /* G1-G8 */
    &admission_mechanism,    /* V1-V7 */
    &pool_updates_mechanism, /* O30, O31 */
    &idle_slots_mechanism,   /* B20 */
    &spark_mechanism,        /* R1-R18; behind idle slots, whose nodes go at the end of an instant */
    &offer_waits_mechanism,  /* M5: section 6 where pools answer offers */
    &offer_rounds_mechanism, /* M1-M7; behind idle slots, too */
    &negotiate_mechanism,    /* P1-P7; behind idle slots, too */
    &alone_mechanism,        /* S5 */
    &decisions_observer,     /* S9-S11 */
    &timeline_observer,      /* S1, T4 */
    &held_up_observer,       /* S14 */
    NULL
};

int sw_replay_new(struct sw_replay **out, const struct sw_cluster *cl, const struct sw_pool_list *pools,
                  const struct sw_options *opt, const struct sw_replay_sink *sink, struct sw_err *err)
{
    return run_new(out, mechanisms_all, cl, pools, opt, sink, err);
}
