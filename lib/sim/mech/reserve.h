/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reserve.h - what updates of YARN's Fair Scheduler tell reservations. */
#ifndef LIB_SIM_MECH_RESERVE_H
#define LIB_SIM_MECH_RESERVE_H
#include "lib/sim/sim.h"

extern const struct mechanism reserve_mechanism;

void reserve_updated(struct sw_replay *r); /* Y18.4: shares are of this update */
#endif
