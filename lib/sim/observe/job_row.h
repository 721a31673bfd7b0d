/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job_row.h - a job's row of results. */
#ifndef LIB_SIM_OBSERVE_JOB_ROW_H
#define LIB_SIM_OBSERVE_JOB_ROW_H
#include "slotwise/sw_replay.h"

void job_row_put(struct sw_out *out, const struct sw_result *res); /* behind what is in the row already */
int64_t job_row_response_us(const struct sw_result *res);          /* -1: it has not ended */
double job_row_slowdown(const struct sw_result *res);              /* NaN: not known */
#endif
