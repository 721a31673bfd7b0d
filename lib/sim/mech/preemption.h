/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preemption.h - what preemption, its updates and suspension offer each other. */
#ifndef LIB_SIM_MECH_PREEMPTION_H
#define LIB_SIM_MECH_PREEMPTION_H
#include "lib/sim/sim.h"

/* E7, for updates.c: an update sets the clocks of starved pools. Whether there is preemption. */
bool preemption_updated(struct sw_replay *r);
/* suspension.c, K7: whether the attempt is suspended now. False: it has to be killed. */
bool suspension_takes(struct sw_replay *r, struct attempt *a);
#endif
