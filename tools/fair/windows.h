/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows.h - slot-fair --rule windows: usage by windows of time, as Maui and Moab add it up (U10 of docs/model.md). */
#ifndef SLOTWISE_TOOLS_FAIR_WINDOWS_H
#define SLOTWISE_TOOLS_FAIR_WINDOWS_H
#include "tools/fair/case.h"

int windows_check_row(const struct sw_csv *in, const struct fair_row *row, struct sw_err *err);
/* Of a text that has been checked; what stands behind its end is 0. */
void windows_read(struct sw_text text, double to[SW_FAIR_WINDOWS]);
void windows_row(struct sw_out *out, const struct sw_windows_claim *claim, double percent);
void windows_explain(struct sw_out *out, const struct config *cfg, const struct fair_case *c);
#endif
