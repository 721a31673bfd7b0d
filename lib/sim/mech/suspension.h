/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suspension.h - tasks are suspended in the place of a kill (K7), for preemption.c. */
#ifndef LIB_SIM_MECH_SUSPENSION_H
#define LIB_SIM_MECH_SUSPENSION_H
#include "lib/sim/sim.h"

/* K7.1: whether attempts of the stage are suspended, not killed. */
static inline bool suspension_takes(const struct sw_replay *r, const struct stage *st)
{
    return r->opt.preempt.policy->suspends && st->kind != SW_REDUCE;
}
void suspension_add(struct sw_replay *r, struct attempt *a);
#endif
