/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.h - a formula's rows: its parameters, and what it gives. */
#ifndef SLOTWISE_TOOLS_DELAY_ROWS_H
#define SLOTWISE_TOOLS_DELAY_ROWS_H
#include "tools/delay/config.h"

void rows_put_columns(const struct sw_formula *f, struct sw_out *out); /* more columns can follow */
/* The config as context: formula_put */
int rows_put(void *cfg, struct sw_out *out, const double in[], struct sw_err *err);
void rows_put_params(struct sw_out *out, const struct sw_formula *f, const double in[]);
void rows_put_answer(struct sw_out *out, const struct sw_formula *f, const struct sw_model_answer *a);
/* Twelve digits: further ones depend on the processor's exp() and log(), and no formula here is that accurate. */
void rows_put_result(struct sw_out *out, double x);
#endif
