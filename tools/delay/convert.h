/* SPDX-License-Identifier: GPL-3.0-or-later */
/* convert.h - slot-delay convert: the same wait in other dialects. */
#ifndef SLOTWISE_TOOLS_DELAY_CONVERT_H
#define SLOTWISE_TOOLS_DELAY_CONVERT_H
#include "tools/delay/config.h"

extern const struct sw_formula convert_formula;   /* its rows come from convert_put() */

/* Columns that a LOG adds: the value at its release rate under load and over all, which are a range. */
void convert_put_names(const struct formula_config *cfg, struct sw_out *out);
/* A row for each system of --dialect. The config as context: formula_put */
int convert_put(void *cfg, struct sw_out *out, const double in[], struct sw_err *err);
#endif
