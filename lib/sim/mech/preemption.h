/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preemption.h - what preemption, that of YARN, updates and suspension offer each other. */
#ifndef LIB_SIM_MECH_PREEMPTION_H
#define LIB_SIM_MECH_PREEMPTION_H
#include "lib/sim/sim.h"

/* K2, K3: the timeouts of a pool, its own or the rule's. */
static inline int64_t preemption_min_us(const struct sw_replay *r, const struct pool *p)
{
    return p->min_timeout_us >= 0 ? p->min_timeout_us : r->opt.preempt.min_us;
}
static inline int64_t preemption_fair_us(const struct sw_replay *r, const struct pool *p)
{
    return p->fair_timeout_us >= 0 ? p->fair_timeout_us : r->opt.preempt.fair_us;
}
int64_t preemption_longest_us(const struct sw_replay *r); /* of all timeouts that ever pass */
/* E7, for updates.c: an update sets the clocks of starved pools. Whether there is preemption. */
bool preemption_updated(struct sw_replay *r);
/* K6: of an attempt that is to be killed. The thousandth of a task breaks the replay. */
void preemption_note_killed(struct sw_replay *r, const struct attempt *a);
/* K7.1: whether attempts of the stage are suspended, not killed. */
static inline bool suspension_takes(const struct sw_replay *r, const struct stage *st)
{
    return r->opt.preempt.policy->suspends && st->kind != SW_REDUCE;
}
void suspension_add(struct sw_replay *r, struct attempt *a); /* suspension.c */
#endif
