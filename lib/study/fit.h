/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit.h - a replay of a log beside the log. */
#ifndef LIB_STUDY_FIT_H
#define LIB_STUDY_FIT_H
#include "slotwise/sw_replay.h"
#include "slotwise/sw_study.h"

/* Compares job responses and makespan under a model, of the own model recorded locality, too. *response_s: recorded,
 * of the jobs that it brings to an end; left as it is where there are none. */
SW_USE_RESULT int fit_jobs(struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log model,
                           const struct sw_totals *totals, double *response_s, struct sw_err *err);
/* Whether another model can be told from the own one. */
enum sw_told fit_tell(const struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log other);
#endif
