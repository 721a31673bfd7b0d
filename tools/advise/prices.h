/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prices.h - what distance cost the tasks of a log, and the factors that the study replays it with. */
#ifndef TOOLS_ADVISE_PRICES_H
#define TOOLS_ADVISE_PRICES_H
#include "tools/advise/study.h"

/* Measures the log, unless it is measured, and sets the prices: as measured, the most and the least that the log
 * allows, and those of pools that differ. Fails for a log that cannot be read. */
SW_USE_RESULT int prices_measure(struct study *s, struct sw_err *err);
/* The median times of cached tasks and of others, in stages that had both. Fails for want of memory. */
SW_USE_RESULT int prices_cached(struct study *s, struct sw_err *err);
#endif
