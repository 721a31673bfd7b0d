/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suspension.h - tasks are suspended in the place of a kill (K7), for preemption.c. */
#ifndef LIB_SIM_MECH_SUSPENSION_H
#define LIB_SIM_MECH_SUSPENSION_H
#include "lib/sim/sim.h"

/* Whether the attempt is suspended now. False: it has to be killed. */
bool suspension_takes(struct sw_replay *r, struct attempt *a);
#endif
