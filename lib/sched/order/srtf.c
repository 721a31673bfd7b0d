/* SPDX-License-Identifier: GPL-3.0-or-later */
/* srtf.c - shortest remaining time first, by tasks not yet done (TR 5.4). */
#include "lib/sched/order/parts.h"

/* O9.1. */
static void fewest_tasks_left(const struct sw_job_view *job, struct sw_key *key)
{
    sw_key_whole(0, job->tasks_left, key);
}

const struct sw_order sw_order_srtf = {
    .name = "srtf", .summary = "the job with the fewest tasks left to do; pools are not looked at",
    .follows_running = true, .follows_done = true, .job_key = fewest_tasks_left,
};
