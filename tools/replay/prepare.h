/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prepare.h - what slot-replay --validate replays, as it follows from what was recorded. */
#ifndef SLOTWISE_TOOLS_REPLAY_PREPARE_H
#define SLOTWISE_TOOLS_REPLAY_PREPARE_H
#include "tools/replay/recorded.h"

/* Attempts cannot have held a slot that another was launched on. */
SW_USE_RESULT int prepare_trim(struct recorded *r, const struct sw_cluster *cl, struct sw_err *err);
void prepare_times(struct recorded *r);
/* Where tasks would have liked to run; `shown`: tasks at a distance have hosts that the log does not name (Spark). */
void prepare_wishes(struct recorded *r, bool shown);
SW_USE_RESULT int prepare_drivers(struct recorded *r, struct sw_err *err);
/* The trace that slot-replay reads. */
void prepare_put_tasks(const struct recorded *r, struct sw_out *out);
/* The cluster record of the nodes that attempts ran on. */
SW_USE_RESULT int prepare_put_nodes(const struct recorded *r, const struct sw_slots_given *slots, struct sw_out *out,
                                    struct sw_err *err);
/* Rows of nodes that are never there, for what the log does not name, behind those of a recorded cluster. */
void prepare_put_elsewhere(const struct recorded *r, struct sw_out *out);
#endif
