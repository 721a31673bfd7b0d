/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fromlog.h - what logs tell of the parameters of formulas. */
#ifndef SLOTWISE_TOOLS_DELAY_FROMLOG_H
#define SLOTWISE_TOOLS_DELAY_FROMLOG_H
#include "lib/log/measure.h"
#include "tools/delay/config.h"

/* Measures all files as one log. cluster: a cluster CSV with the slots over time; NULL: as the log recorded them.
 * `busy` as in estimate_sweep(). */
SW_USE_RESULT int fromlog_measure(struct measure *m, const char *const files[], size_t n_files, const char *cluster,
                                  double busy, const struct sw_cli *cli, struct sw_err *err);
void fromlog_warn(const struct sw_cli *cli, const struct sw_trace *t); /* of a log that is damaged */
struct log_rates fromlog_rates(const struct measure *m);
/* Unless the parameter is given, or the log does not tell it (NaN). */
SW_USE_RESULT int fromlog_set(struct formula_config *cfg, enum sw_param p, double x, struct sw_err *err);
/* convert: nodes and release rate, unless they are given or follow from what is. */
SW_USE_RESULT int fromlog_convert(struct formula_config *cfg, const struct sw_cli *cli, struct sw_err *err);
#endif
