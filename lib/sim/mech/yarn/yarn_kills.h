/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yarn_kills.h - what YARN's schedulers kill (Y13, Y14 of docs/model.md). */
#ifndef LIB_SIM_MECH_YARN_KILLS_H
#define LIB_SIM_MECH_YARN_KILLS_H
#include "lib/sim/sim.h"

/* Of a job. lack, owed: by Y13.2 and Y13.3. */
struct starving_job { int64_t met_us, rests_until_us, n_chosen; double share, lack, owed; bool starved; };
struct left_slot { int64_t at_us; uint32_t node, epoch; };
/* Slots that a node keeps for a job. */
struct kept { struct job *job; uint32_t node, n; };
/* An attempt that has ended and of which its node has not told (H2.2): for the ResourceManager it runs, unless it was
 * killed in vain (Y14.6). */
struct unheard { struct attempt *attempt; int64_t report_us; bool is_chosen, is_in_vain; };
struct seen { struct attempt *attempt; struct unheard *ended; }; /* ended NULL: it runs */
struct on_node { const struct seen *seen; uint32_t next; };
/* Y14.2 */
struct part { double guarantee, use, wish, most, part, owes; bool asks; };
struct yarn_kills {
    struct records at;
    struct job **jobs;           /* of a look, by pool and in Y13.2's order */
    size_t n_jobs, cap_jobs;
    int64_t look_us;             /* the last that was made */
    struct job **starved;
    size_t n_starved, cap_starved;
    struct left_slot *left;      /* slots of killed attempts of which their nodes have not told */
    size_t n_left, cap_left;
    struct kept *kept;           /* in the order of choice */
    size_t n_kept, cap_kept;
    struct unheard *unheard;     /* by launch, once they are looked at */
    size_t n_unheard, cap_unheard;
    struct seen *seen;           /* all that run for the ResourceManager, by launch */
    size_t n_seen, cap_seen;
    struct on_node *on_node;     /* of these, the newest of a node first; 0: the last */
    size_t cap_on_node;
    uint32_t *newest, node;      /* of each node; the first that has any to choose */
    struct part *parts;          /* of pools, by number (Y14) */
    struct seen *chosen;         /* in a round */
    size_t n_chosen, cap_chosen;
};

/* unheard.c */
void unheard_add(struct sw_replay *r, struct yarn_kills *k, struct attempt *a);
void unheard_hear(const struct sw_replay *r, struct yarn_kills *k); /* those of which it has heard leave */
void unheard_see(struct sw_replay *r, struct yarn_kills *k); /* leaves in `seen` what runs for the ResourceManager */
struct unheard *unheard_find(const struct sw_replay *r, struct yarn_kills *k, const struct attempt *a);
/* queue_kills.c */
void queue_kills_round(struct sw_replay *r, struct yarn_kills *k); /* leaves in `chosen` those that are to be killed */
#endif
