/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drift.h - the heartbeats of nodes where they wander (H1.1). */
#ifndef LIB_SIM_NODES_DRIFT_H
#define LIB_SIM_NODES_DRIFT_H
#include "lib/sim/sim.h"

void drift_start(struct sw_replay *r);
/* Who has this seat in the period that has begun, where heartbeats drift. */
uint32_t drift_rank_at(const struct sw_replay *r, uint32_t seat);
/* The node's first heartbeat not before from_us, whether heartbeats drift or not. */
int64_t drift_of_node(const struct sw_replay *r, uint32_t node, int64_t from_us);
/* Where they do: the first heartbeat of a member of the set of ranks, from this seat on in the period that begins at
 * period_us; INT64_MAX: the set is empty. */
int64_t drift_next_us(const struct sw_replay *r, const struct bits *b, int64_t period_us, uint32_t from);
#endif
