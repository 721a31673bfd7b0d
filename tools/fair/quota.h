/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quota.h - slot-fair --rule quota: shares by quota and surplus (section 21 of docs/model.md). */
#ifndef SLOTWISE_TOOLS_FAIR_QUOTA_H
#define SLOTWISE_TOOLS_FAIR_QUOTA_H
#include "tools/fair/case.h"

int quota_check_row(const struct sw_csv *in, const struct fair_row *row, bool whole, struct sw_err *err);
/* Fills in share and whole (with `rounds`) of the case. The tree and the claims are there. */
int quota_solve(struct fair_case *c, bool rounds, double usage_weight, struct sw_err *err);
/* The case in sentences; c->only: the pools that have one, where cfg->about is given. */
void quota_explain(struct sw_out *out, const struct config *cfg, const struct fair_case *c);
/* A column that counts under this rule alone and is in the file; NULL: none. */
const char *quota_stray_column(const struct sw_csv *in);
#endif
