/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula.h - a formula as a subcommand: its options, and a row for each combination of its parameters. */
#ifndef SLOTWISE_TOOLS_DELAY_FORMULA_H
#define SLOTWISE_TOOLS_DELAY_FORMULA_H
#include <argp.h>
#include "tools/delay/config.h"

enum { FORMULA_KEY = 0x100, FORMULA_KEYS = FORMULA_KEY + SW_P_COUNT }; /* of the parameters' options */
/* Writes an option for each parameter, and returns the place behind them. often: --help, too, has those that are given
 * most. */
struct argp_option *formula_options(struct argp_option *o, const struct sw_formula *f, bool often);
SW_USE_RESULT int formula_take(struct formula_config *cfg, int key, const char *arg, struct sw_err *err);
SW_USE_RESULT int formula_dialect(const char *option, const char *name, const struct sw_dialect **out,
                                  struct sw_err *err);
typedef int formula_put(void *context, struct sw_out *out, const double in[], struct sw_err *err);
SW_USE_RESULT int formula_rows(const struct formula_config *cfg, formula_put *put, void *context, struct sw_out *out,
                               struct sw_err *err);
void formula_clear(struct formula_config *cfg);
#endif
