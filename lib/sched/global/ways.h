/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ways.h - the assignment of least cost by successive shortest ways (ways.c). */
#ifndef LIB_SCHED_GLOBAL_WAYS_H
#define LIB_SCHED_GLOBAL_WAYS_H
#include "lib/sched/global/sw_assign.h"

/* Sets the units on each arc: of each batch to its nodes, its racks and the cluster, then from the cluster to each
 * rack, then from its rack to each node. */
SW_USE_RESULT int ways_solve(const struct sw_assign *p, uint32_t *flow, struct sw_err *err);

#endif
