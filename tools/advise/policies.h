/* SPDX-License-Identifier: GPL-3.0-or-later */
/* policies.h - the waits that are tried on a log: its own, and others of the same rule. */
#ifndef SLOTWISE_TOOLS_ADVISE_POLICIES_H
#define SLOTWISE_TOOLS_ADVISE_POLICIES_H
#include "slotwise/sw_sched.h"

/* The rule by which a system waits, and the unit of its numbers. Whatever does not wait at all is tried with the waits
 * of the paper's algorithm 3. */
enum family { FAMILY_WAIT, FAMILY_SPARK, FAMILY_YARN, FAMILY_YARN_TIME, FAMILY_CAPACITY };
enum policy_role {
    POLICY_OWN,           /* the log's own wait */
    POLICY_CANDIDATE,     /* may be advised */
    POLICY_LEVEL,         /* one level's wait alone is dropped: shows what each level costs; may be advised */
    POLICY_SHOWN          /* Spark without any wait: what is cached counts for nothing in a replay; never advised */
};
struct policy {
    enum policy_role role;
    double process, node, rack;  /* seconds, shares of the nodes, or offers missed */
    char rule[120];              /* as --delay has it */
    char text[48];               /* "3s 3s 3s" */
    struct sw_delay_rule delay;
};
enum { POLICIES_MOST = 18 };
struct policies { enum family family; size_t n; struct policy at[POLICIES_MOST]; }; /* at[0] is the log's own */

/* nodes: of the cluster; task_s: of a task at its data. Waits of a tenth of a second are for tasks below one, and waits
 * of a minute for tasks of half of one. */
SW_USE_RESULT int policies_make(struct policies *p, const struct sw_delay_rule *own, uint64_t nodes, double task_s,
                                struct sw_err *err);
const char *policies_unit(enum family family); /* "s", "of the nodes", "offers" */
double policies_wait(const struct policy *p);  /* the longer of the waits for the node and for the rack */
#endif
