/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h - the parts of the delay axis, one file each; delays.c lists them. */
#ifndef LIB_SCHED_DELAY_PARTS_H
#define LIB_SCHED_DELAY_PARTS_H
#include "slotwise/sw_sched.h"

extern const struct sw_delay sw_delay_none, sw_delay_skips, sw_delay_wait, sw_delay_yarn,
    sw_delay_yarn_time, sw_delay_capacity, sw_delay_spark, sw_delay_adaptive;

/* The levels of ES algorithm 3, for rules that differ from it in how long they wait. */
int64_t sw_delay_wait_allowed_at(const struct sw_waits *w, enum sw_level now, enum sw_level wanted);
bool sw_delay_wait_launched(enum sw_level *now, enum sw_level at);

/* Rules whose clock is SW_COUNT_OPPORTUNITIES. */
int64_t sw_delay_yarn_allowed_at(const struct sw_waits *w, enum sw_level now, enum sw_level wanted);
bool sw_delay_yarn_launched(enum sw_level *now, enum sw_level at);

#endif
