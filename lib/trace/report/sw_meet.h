/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_meet.h - which pools of a recorded trace met: ran tasks on the same nodes. Pools that never met did not compete.
 * No replay that gives all nodes to both can say how one would fare beside the other. */
#ifndef SLOTWISE_SW_MEET_H
#define SLOTWISE_SW_MEET_H
#include "slotwise/sw_trace.h"

struct sw_meet;
SW_USE_RESULT int sw_meet_new(struct sw_meet **out, struct sw_err *err);
void sw_meet_free(struct sw_meet *m); /* NULL is fine */
/* A task of the pool ran on the node. */
SW_USE_RESULT int sw_meet_add(struct sw_meet *m, struct sw_text pool, struct sw_text node, struct sw_err *err);
/* Every recorded attempt that the trace reads from here on. `m` must outlive the trace; NULL: none. */
void sw_trace_watch(struct sw_trace *t, struct sw_meet *m);

/* Of pool's tasks so few ran on nodes where a task of other ever ran. */
struct sw_meet_pair {
    struct sw_text pool, other;   /* as long as the sw_meet lasts and nothing is added */
    uint64_t tasks, met;          /* of pool */
    size_t nodes, all_nodes;      /* those of other, of all in the trace */
};
/* The pairs that hardly met, those that chance would have let meet most often first; *n of them, at most `most` in
 * out[]. A pair hardly met when less than a tenth as many tasks of pool met other as if they ran anywhere. By that
 * measure SW_MEET_FEWEST would have to, and other has as many tasks. A pair is told once,
 * for the side that met less. */
#define SW_MEET_FEWEST 20
void sw_meet_apart(const struct sw_meet *m, struct sw_meet_pair *out, size_t most, size_t *n);
#endif
