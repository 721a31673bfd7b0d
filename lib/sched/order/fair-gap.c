/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fair-gap.c - the job farthest below its fair share (TR 4.1), pools first where there are any.
 *
 * Shares are those of lib/fair at the last update; between updates the gap follows what runs. */
#include "lib/base/million.h"
#include "lib/sched/order/parts.h"

/* O9.2: running less share, in millionths of a slot. */
static void gap(int64_t running, int64_t share, struct sw_key *key)
{
    sw_key_whole(0, running * MILLION - share, key);
}

static void job_gap(const struct sw_job_view *job, struct sw_key *key)
{
    gap(job->running, job->share, key);
}

static void pool_gap(const struct sw_pool_view *pool, struct sw_key *key)
{
    gap(pool->running, pool->share, key);
}

const struct sw_order sw_order_fair_gap = {
    .name = "fair-gap", .summary = "the pool, and in it the job, farthest below its fair share",
    .uses_pools = true, .follows_running = true, .stands_by = SW_BY_GAP, .update_us = 500000, .share = SW_SHARE_CAPPED,
    .job_key = job_gap, .pool_key = pool_gap,
};
