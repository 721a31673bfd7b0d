/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drift.h - which node has which seat of a period, where heartbeats wander (H1.1). */
#ifndef LIB_SIM_NODES_DRIFT_H
#define LIB_SIM_NODES_DRIFT_H
#include "lib/sim/sim.h"

void drift_start(struct sw_replay *r);
void drift_end(struct sw_replay *r);
/* Of the period that begins at period_us, a multiple of H. */
uint32_t drift_rank_at(const struct sw_replay *r, int64_t period_us, uint32_t seat);
uint32_t drift_seat_of(const struct sw_replay *r, int64_t period_us, uint32_t rank);
/* The first seat not below `from` of a member of the set of ranks; NONE. */
uint32_t drift_next(const struct sw_replay *r, const struct bits *b, int64_t period_us, uint32_t from);
#endif
