/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.h - slot-delay's rows, and the configuration lines of recommend. */
#ifndef SLOTWISE_TOOLS_DELAY_ROWS_H
#define SLOTWISE_TOOLS_DELAY_ROWS_H
#include "tools/delay/config.h"

void rows_put_header(const struct config *cfg, struct sw_out *out);
int rows_put(const struct config *cfg, struct sw_out *out, const double in[], struct sw_err *err);
void rows_put_params(struct sw_out *out, const struct sw_formula *f, const double in[]);
/* Twelve digits: further ones depend on the processor's exp() and log(), and no formula here is that accurate. */
void rows_put_result(struct sw_out *out, double x);

/* recommend --emit: configuration lines instead of rows. A verdict against waiting emits no wait. */
int rows_put_settings(const struct config *cfg, struct sw_out *out, const double in[], struct sw_err *err);
#endif
