/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.h - columns and sentences of slot-fair's rules of usage. */
#ifndef SLOTWISE_TOOLS_FAIR_USAGE_H
#define SLOTWISE_TOOLS_FAIR_USAGE_H
#include "tools/fair/case.h"

void usage_row(struct sw_out *out, enum rule rule, const struct sw_usage_share *share);
/* The case in sentences; c->only: the pools that have one, where cfg->about is given. */
void usage_explain(struct sw_out *out, const struct config *cfg, const struct fair_case *c);
#endif
