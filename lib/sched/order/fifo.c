/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fifo.c - Hadoop's first scheduler: five priorities, then first come, first served (TR 2.1). */
#include "lib/sched/order/parts.h"
#include "lib/sched/sw_arithmetic.h"

/* O2: priority; ties go by submission (O1). */
void sw_key_fifo(const struct sw_job_view *job, struct sw_key *key)
{
    sw_key_whole((int64_t)job->priority, 0, key);
}

const struct sw_order sw_order_fifo = {
    .name = "fifo", .summary = "by priority, then by submission; pools are not looked at",
    .job_key = sw_key_fifo,
};
