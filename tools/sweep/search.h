/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.h - slot-sweep --minimize, --maximize and --until: values that are searched for, and not all run. */
#ifndef SLOTWISE_TOOLS_SWEEP_SEARCH_H
#define SLOTWISE_TOOLS_SWEEP_SEARCH_H
#include "tools/sweep/sweep.h"

/* --until 'COLUMN<=LIMIT' or '>='. */
SW_USE_RESULT int search_until(struct search *q, const char *arg, struct sw_err *err);
/* --indifference X or X% */
SW_USE_RESULT int search_indifference(struct search *q, const char *arg, struct sw_err *err);
SW_USE_RESULT int search_run(struct sweep *s, struct sw_err *err);
void search_clear(struct search *q);
#endif
