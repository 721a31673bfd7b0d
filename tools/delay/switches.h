/* SPDX-License-Identifier: GPL-3.0-or-later */
/* switches.h - recommend, of jobs that start all at once: how long they wait for nodes of one switch. The study of
 * slot-advise --width decides. */
#ifndef SLOTWISE_TOOLS_DELAY_SWITCHES_H
#define SLOTWISE_TOOLS_DELAY_SWITCHES_H
#include "tools/delay/decide.h"

/* given: by enum decide_given. Whether it asks for that, by --width or a preset that has one; others of its options are
 * then allowed. */
SW_USE_RESULT int switches_asked(const struct sw_cli *cli, const char *const *given, bool *asked, struct sw_err *err);
/* A row for all jobs and for each size of job, at each price of crossing switches. runs 0: by the size of the log. */
SW_USE_RESULT int switches_recommend(const struct sw_cli *cli, const char *const *given, uint64_t runs,
                                     struct sw_err *err);
#endif
