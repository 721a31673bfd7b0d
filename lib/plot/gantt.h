/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gantt.h - shared by gantt.c and gantt_sum.c: the attempts, by node and lane. */
#ifndef SLOTWISE_PLOT_GANTT_H
#define SLOTWISE_PLOT_GANTT_H
#include "lib/plot/plot.h"

enum { GANTT_NODE = 0, GANTT_BY = 3 };  /* columns */
enum { GANTT_BANDS = 20 };              /* at most */
struct stay { size_t node, series, row, lane; double from_s, to_s; };
struct band { size_t first_lane, n_lanes; };
struct gantt {
    size_t n, n_nodes, n_lanes;
    struct stay *at;
    struct band *band;      /* of each node, by its place */
    double *free_s, from_s, to_s;
    size_t *node, *place;   /* node[place] is the number of a name, place[number] where it stands */
};
/* Draws sums in the place of attempts, also as text. */
SW_USE_RESULT int gantt_sum(struct sw_plot *p, const struct gantt *c, struct sw_err *err);
#endif
