/* SPDX-License-Identifier: GPL-3.0-or-later */
/* convert.h - slot-delay convert: the same wait in other dialects. */
#ifndef SLOTWISE_TOOLS_DELAY_CONVERT_H
#define SLOTWISE_TOOLS_DELAY_CONVERT_H
#include "tools/delay/config.h"

extern const struct sw_formula convert_formula;   /* its rows come from convert_put() */

/* A row for each system of --to. */
/* Columns that a LOG adds: the value at its release rate under load and over all, which are a range. */
void convert_put_header(const struct config *cfg, struct sw_out *out);
int convert_put(const struct config *cfg, struct sw_out *out, const double in[], struct sw_err *err);
#endif
