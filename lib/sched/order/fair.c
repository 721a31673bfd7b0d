/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fair.c - naive fair sharing (ES algorithm 1): the job with the fewest running tasks is next. */
#include "lib/sched/order/parts.h"

/* O3. */
static void fewest_running(const struct sw_job_view *job, struct sw_key *key)
{
    sw_key_whole(0, job->running, key);
}

const struct sw_order sw_order_fair = {
    .name = "fair", .summary = "the job with the fewest running tasks; pools are not looked at",
    .follows_running = true, .num_is_running = true, .stands_by = SW_BY_RUNNING, .job_key = fewest_running,
};
