/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quota.c - Kueue, KAI and Volcano: pools below their quota first, then what is above quotas by priority and weight.
 * Limits on lending and borrowing keep pools out; they are no matter of keys. */
#include "lib/sched/order/parts.h"
#include "lib/sched/sw_arithmetic.h"

/* X5: above quotas the task to come counts, as in Kueue's share with the workload and KAI's with the job. */
static void below_quota_first(const struct sw_pool_view *pool, struct sw_key *key)
{
    bool below = pool->running < pool->min;
    key->rank = below ? INT64_MIN : 2 * -pool->priority + (pool->weight == 0);
    key->num = below ? pool->running : pool->running + 1 - pool->min;
    key->den = below ? pool->min : pool->weight > 0 ? pool->weight : 1;
}

const struct sw_order sw_order_quota = {
    .name = "quota", .summary = "pools below their quota first; then what is above quotas by priority and weight",
    .uses_pools = true, .weighs_jobs = true, .by_quota = true, .follows_running = true, .stands_by = SW_BY_QUOTA,
    .job_key = sw_key_fair_weighted, .pool_key = below_quota_first,
};
