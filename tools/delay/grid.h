/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.h - every combination of the values of slot-delay's parameters, the last column varying fastest. */
#ifndef SLOTWISE_TOOLS_DELAY_GRID_H
#define SLOTWISE_TOOLS_DELAY_GRID_H
#include "tools/delay/config.h"

struct grid { const struct formula_config *cfg; size_t at[SW_P_COUNT]; };

/* Checks every combination, so that an error comes before the first row is written. */
int grid_check(const struct formula_config *cfg, struct sw_err *err);
int grid_row(const struct grid *g, double in[SW_P_COUNT], struct sw_err *err);
bool grid_next(struct grid *g);   /* false: that was the last */
#endif
