/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cput.c - the job that asks for the least CPU time (G10): pbs_sched's shortest_job_first, queues by priority. */
#include "lib/sched/order/parts.h"

/* Behind all of its priority: what asks for nothing known. */
static void least_asked(const struct sw_job_view *job, struct sw_key *key)
{
    sw_key_whole(2 * (int64_t)job->priority + (job->asks < 0), job->asks < 0 ? 0 : job->asks, key);
}

const struct sw_order sw_order_cput = {
    .name = "cput", .summary = "with --width: priority, then the least CPU time asked for; pools are not looked at",
    .by_request = true, .job_key = least_asked,
};
