/* SPDX-License-Identifier: GPL-3.0-or-later */
/* capacity.c - YARN's Capacity Scheduler: the pool that runs least of what it is guaranteed is next, first come first
 * served inside. What limits pools and users (max_capacity, user_limit) keeps them out of the list;
 * it is no matter of keys. */
#include "lib/sched/order/parts.h"
#include "lib/sched/sw_arithmetic.h"

/* O12: running over capacity; those of capacity 0 are last. */
static void least_of_its_guarantee(const struct sw_pool_view *pool, struct sw_key *key)
{
    sw_key_ratio(pool->running, pool->capacity, key);
}

const struct sw_order sw_order_capacity = {
    .name = "capacity",
    .summary = "the pool that runs least of its guaranteed part of the cluster; limits of pools and users",
    .uses_pools = true, .weighs_jobs = true, .ties = SW_TIES_BY_CAPACITY, .by_capacity = true, .follows_running = true,
    .job_key = sw_key_fair_weighted, .pool_key = least_of_its_guarantee,
};
