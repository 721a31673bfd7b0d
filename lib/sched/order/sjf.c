/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sjf.c - shortest job first, by its number of tasks (TR 7.2). */
#include "lib/sched/order/parts.h"

/* O9.1. */
static void fewest_tasks(const struct sw_job_view *job, struct sw_key *key)
{
    sw_key_whole(0, job->tasks, key);
}

const struct sw_order sw_order_sjf = {
    .name = "sjf", .summary = "the job with the fewest tasks; pools are not looked at", .job_key = fewest_tasks,
};
