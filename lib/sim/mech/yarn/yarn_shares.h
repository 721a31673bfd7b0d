/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yarn_shares.h - shares of pools and jobs as YARN's Fair Scheduler knows them (Y13.1, Y16.4 of docs/model.md). */
#ifndef LIB_SIM_MECH_YARN_SHARES_H
#define LIB_SIM_MECH_YARN_SHARES_H
#include "lib/sim/sim.h"

double yarn_shares_of_pool(struct sw_replay *r, const struct pool *p);
double yarn_shares_of_job(struct sw_replay *r, const struct job *job);
void yarn_shares_updated(struct sw_replay *r); /* Y18.4: from here on shares are of this update */
#endif
