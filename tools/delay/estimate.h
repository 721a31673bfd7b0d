/* SPDX-License-Identifier: GPL-3.0-or-later */
/* estimate.h - what a recorded trace can tell about waiting: how fast slots are released, what distance costs. */
#ifndef SLOTWISE_TOOLS_DELAY_ESTIMATE_H
#define SLOTWISE_TOOLS_DELAY_ESTIMATE_H
#include "tools/delay/measure.h"

/* Fills in how long at least `busy` of the slots were taken, and how many attempts ended in that time. */
void estimate_sweep(struct measure *m, double busy);

/* Ratio of task times at a level to those at the node, within stages. */
struct estimate_ratio {
    double value, lo, hi;             /* NaN: cannot tell */
    uint64_t n_stages, n_node, n_level; /* stages that have tasks of both levels, and their tasks */
    bool over_stages, tells;
    const char *why;                  /* the reason when `tells` is false */
};
struct estimate_ratio estimate_penalty(struct measure *m, enum measure_level level, uint32_t pool); /* or MEASURE_ALL */
/* Counts the stages that read blocks, and those of them whose mean task is shorter than wait_s. */
void estimate_short_stages(struct measure *m, double wait_s, uint64_t *n_short, uint64_t *n_stages);
#endif
