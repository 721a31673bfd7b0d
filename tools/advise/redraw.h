/* SPDX-License-Identifier: GPL-3.0-or-later */
/* redraw.h - a log's tasks as they might have come: other tasks of a stage have its preferred hosts. */
#ifndef SLOTWISE_TOOLS_ADVISE_REDRAW_H
#define SLOTWISE_TOOLS_ADVISE_REDRAW_H
#include "tools/replay/recorded.h"

/* A random permutation within each stage (Fisher and Yates). How many tasks prefer which host stays as it was. */
void redraw_hosts(struct recorded *r, uint64_t seed, uint64_t run);
/* A time up to which jobs may come later: the median gap between their submissions, 1 s at least, 60 s at most. */
SW_USE_RESULT int redraw_jitter(const struct recorded *r, int64_t *jitter_us, struct sw_err *err);
#endif
