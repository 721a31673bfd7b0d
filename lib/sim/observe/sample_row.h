/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_row.h - a row of the timeline (sample_row.c). */
#ifndef LIB_SIM_OBSERVE_SAMPLE_ROW_H
#define LIB_SIM_OBSERVE_SAMPLE_ROW_H
#include "slotwise/sw_csv.h"
#include "slotwise/sw_replay.h"

/* Behind what is in the row already. */
void sample_row_put(struct sw_out *out, const struct sw_sample *s, bool one_kind);
#endif
