/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow.h - minimum cost flow with whole numbers, by GLPK. flow.c is the one place that sees its header. */
#ifndef LIB_SCHED_GLOBAL_FLOW_H
#define LIB_SCHED_GLOBAL_FLOW_H
#include "slotwise/sw_assign.h"

struct arc { uint32_t from, to; int32_t low, cap, cost, flow; };
struct net {
    int32_t *supply;         /* of each vertex; all of them add up to 0 */
    struct arc *arc;
    uint32_t n_vertices;
    size_t n_arcs, cap_arcs;
};
/* Sets the flow of each arc. A flow there is: the caller has seen to it. */
SW_USE_RESULT int flow_solve(struct net *net, enum sw_solver solver, struct sw_err *err);

#endif
