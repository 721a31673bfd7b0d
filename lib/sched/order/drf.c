/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drf.c - dominant resource fairness (Ghodsi and others, NSDI 2011, algorithm 1): the pool, and in it the job, that has
 * the least dominant share for its weight. */
#include "lib/sched/order/parts.h"

/* Z5.2: its weight is O5's. */
static void job_by_share(const struct sw_job_view *job, struct sw_key *key)
{
    sw_key_ratio(job->share, job->weight * sw_priority_quarters[job->priority], key);
}

/* Z5: dominant share over weight. */
static void pool_by_share(const struct sw_pool_view *pool, struct sw_key *key)
{
    sw_key_ratio(pool->share, pool->weight, key);
}

const struct sw_order sw_order_drf = {
    .name = "drf",
    .summary = "the pool, and in it the job, with the least dominant share of CPUs and memory for its weight",
    .uses_pools = true, .weighs_jobs = true, .by_dominant = true, .follows_running = true, .stands_by = SW_BY_ITS_OWN,
    .job_key = job_by_share, .pool_key = pool_by_share,
};
