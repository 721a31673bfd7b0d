/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preemption.h - clocks of starved pools, for updates.c. */
#ifndef LIB_SIM_MECH_PREEMPTION_H
#define LIB_SIM_MECH_PREEMPTION_H
#include "lib/sim/sim.h"

bool preemption_updated(struct sw_replay *r); /* E7: an update sets them; whether there is preemption */
#endif
