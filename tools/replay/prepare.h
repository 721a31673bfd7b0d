/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prepare.h - what slot-replay --validate replays, from what was recorded. */
#ifndef SLOTWISE_TOOLS_REPLAY_PREPARE_H
#define SLOTWISE_TOOLS_REPLAY_PREPARE_H
#include "tools/replay/recorded.h"

/* Ends an attempt no later than the launch of another attempt on its slot. */
SW_USE_RESULT int prepare_trim(struct recorded *r, const struct sw_cluster *cl, struct sw_err *err);
void prepare_times(struct recorded *r);
/* Of finished jobs that began late though a slot for their tasks was free all the while: the time before their first
 * launch is a set-up. It is a master's, a set-up task's, or that of jobs the log does not hold, and no policy's. */
SW_USE_RESULT int prepare_setups(struct recorded *r, const struct sw_cluster *cl, struct sw_err *err);
/* Finds the preferred hosts of tasks. `shown`: a task at a distance has preferred hosts, though the log does not
 * name them (Spark). */
void prepare_wishes(struct recorded *r, bool shown);
SW_USE_RESULT int prepare_drivers(struct recorded *r, struct sw_err *err);
/* Writes the trace that slot-replay reads. */
void prepare_put_tasks(const struct recorded *r, struct sw_out *out);
/* Writes the cluster record of the nodes that attempts ran on. */
SW_USE_RESULT int prepare_put_nodes(const struct recorded *r, const struct sw_slots_given *slots, struct sw_out *out,
                                    struct sw_err *err);
/* Adds rows after those of a recorded cluster: nodes that are never there, for hosts that the log does not name.
 * executors: the cluster has the column host. */
void prepare_put_elsewhere(const struct recorded *r, bool executors, struct sw_out *out);
#endif
