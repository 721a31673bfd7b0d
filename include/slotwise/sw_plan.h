/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_plan.h - the free slots of each node over time, as expected: what backfill plans with (G5 of docs/model.md).
 *
 * A plan knows no jobs and no clock. Its memory is that of the guard it is used under (lib/base/memory.h). */
#ifndef SLOTWISE_SW_PLAN_H
#define SLOTWISE_SW_PLAN_H
#include <stdbool.h>
#include <stdint.h>
#include "slotwise/sw_sched.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SW_PLAN_NEVER INT64_MAX
struct sw_plan_node;
struct sw_plan {
    uint32_t n_nodes;
    struct sw_plan_node *node;
    int64_t *opens;                /* room for one time a node */
};
struct sw_plan_ask {               /* so many nodes with so many free slots each, for so long */
    uint32_t nodes;
    int64_t width, length_us;
};
void sw_plan_start(struct sw_plan *p, uint32_t n_nodes);
void sw_plan_end(struct sw_plan *p);
/* The node has so many slots free now, and keeps them. */
void sw_plan_begin(struct sw_plan *p, uint32_t node, int64_t now_us, int64_t free_slots);
/* So many more (or fewer) from then on, or between two times. Not before sw_plan_begin()'s. */
void sw_plan_add(struct sw_plan *p, uint32_t node, int64_t from_us, int64_t slots);
void sw_plan_take(struct sw_plan *p, uint32_t node, int64_t from_us, int64_t to_us, int64_t slots);
/* The earliest time at or after from_us from which the node has the slots for so long; SW_PLAN_NEVER. */
int64_t sw_plan_opens(const struct sw_plan *p, uint32_t node, int64_t from_us, const struct sw_plan_ask *ask);
/* The same of ask->nodes of these nodes (NULL: of all). */
int64_t sw_plan_earliest(const struct sw_plan *p, const uint32_t *nodes, uint32_t n, int64_t from_us,
                         const struct sw_plan_ask *ask);

#ifdef __cplusplus
}
#endif
#endif
