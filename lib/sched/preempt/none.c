/* SPDX-License-Identifier: GPL-3.0-or-later */
/* none.c - no preemption: slots change hands as tasks end. */
#include "lib/sched/preempt/parts.h"

const struct sw_preempt sw_preempt_none = { .name = "none", .summary = "wait for tasks to end" };
