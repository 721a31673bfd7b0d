/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.h - the five modes of slot-stats, each in a file of its own. */
#ifndef SLOTWISE_TOOLS_STATS_MODES_H
#define SLOTWISE_TOOLS_STATS_MODES_H
#include "tools/stats/state.h"

extern const struct mode jobs_mode;      /* the default */
extern const struct mode columns_mode;   /* --col */
extern const struct mode cdf_mode;       /* --cdf */
extern const struct mode gains_mode;     /* --compare */
extern const struct mode timeline_mode;  /* --timeline */
#endif
