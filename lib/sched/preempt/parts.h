/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h - the parts of the preemption axis, one file each; preempts.c lists them. */
#ifndef LIB_SCHED_PREEMPT_PARTS_H
#define LIB_SCHED_PREEMPT_PARTS_H
#include "slotwise/sw_sched.h"

extern const struct sw_preempt sw_preempt_none, sw_preempt_kill, sw_preempt_suspend, sw_preempt_yarn,
    sw_preempt_capacity, sw_preempt_partition_prio, sw_preempt_qos;

/* A timeout, or never. */
SW_USE_RESULT int kill_timeout(const char *text, int64_t *us, struct sw_err *err);

#endif
