/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spread.h - quantiles: of plain numbers, and of task times of which only mean and sigma per job are known. */
#ifndef SLOTWISE_SPREAD_H
#define SLOTWISE_SPREAD_H
#include <stdbool.h>
#include "slotwise/sw_num.h"

struct numbers { double *x; size_t n, cap; bool sorted; };
SW_USE_RESULT int spread_numbers_add(struct numbers *s, double x, struct sw_err *err);
double spread_numbers_mean(const struct numbers *s);
/* The least of them that a share q stays within: always one of the numbers, so counts stay whole. n > 0. */
double spread_numbers_quantile(struct numbers *s, double q);

/* A mixture: n tasks whose times are log-normal with this mean and sigma (0: all alike). */
struct spread {
    struct spread_part { int64_t mean_us; double sigma; uint64_t n; } *at;
    size_t n, cap;
    uint64_t n_tasks;
    bool merged;
};
SW_USE_RESULT int spread_add(struct spread *s, int64_t mean_us, double sigma, uint64_t n, struct sw_err *err);
int64_t spread_mean(const struct spread *s);
/* The least time that a share q of the tasks stays within: exact when every sigma is 0, else of the mixture's
 * distribution, in whole milliseconds. */
int64_t spread_quantile(struct spread *s, double q);

#endif
