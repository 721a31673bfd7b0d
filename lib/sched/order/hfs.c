/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hfs.c - the Hadoop Fair Scheduler's order (ES 4.1): pools below their minimum share first, the
 * others by running tasks over weight; inside a pool the same over jobs, or first come first served. */
#include "lib/base/minmax.h"
#include "lib/sched/order/parts.h"
#include "lib/sched/sw_arithmetic.h"
#include <math.h>
#include <string.h>

enum { NEEDY, OTHERS, WEIGHTLESS };

const int64_t sw_priority_quarters[] = { 16, 8, 4, 2, 1 };

/* O4.1: running over weight, in whole numbers: ratios compare exactly (O7). */
void sw_key_ratio(int64_t running, int64_t weight, struct sw_key *key)
{
    key->rank = weight > 0 ? OTHERS : WEIGHTLESS;
    key->num = running;
    key->den = weight > 0 ? weight : 1;
}

/* O5. */
void sw_key_fair_weighted(const struct sw_job_view *job, struct sw_key *key)
{
    sw_key_ratio(job->running, job->weight * sw_priority_quarters[job->priority], key);
}

/* What the pool is entitled to at once: its minimum share, as far as it has use for it. */
static int64_t entitled(const struct sw_pool_view *pool)
{
    return min_i64(pool->min, pool->demand);
}

/* O4.1: below what it is entitled to by running over that, else by running over weight. */
static void by_fraction_of_minimum(const struct sw_pool_view *pool, struct sw_key *key)
{
    if (pool->running >= entitled(pool)) {
        sw_key_ratio(pool->running, pool->weight, key);
        return;
    }
    key->rank = NEEDY;
    key->num = pool->running;
    key->den = entitled(pool);
}

/* Bits of a double that is not negative rise with it. */
static int64_t rising_bits(double x)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* O4.4: running/weight of those without a weight is above all. */
static void by_fraction_then_weight(const struct sw_pool_view *pool, struct sw_key *key)
{
    by_fraction_of_minimum(pool, key);
    key->tie_us = key->rank != NEEDY  ? 0
                  : pool->weight > 0 ? rising_bits((double)pool->running / (double)pool->weight)
                                     : rising_bits(INFINITY) + pool->running;
}

/* ES 4.1 in its own words: ties among the needy go to the one that lacks most. */
static void by_lack(const struct sw_pool_view *pool, struct sw_key *key)
{
    by_fraction_of_minimum(pool, key);
    if (key->rank != NEEDY)
        return;
    key->num = pool->running - entitled(pool);
    key->den = 1;
}

const struct sw_order sw_order_hfs = {
    .name = "hfs", .summary = "pools below their minimum share first, by running/minimum; then by running/weight",
    .uses_pools = true, .ties = SW_TIES_BY_NAME, .needy_first = true, .stands_by = SW_BY_RUNNING_OVER_WEIGHT,
    .follows_running = true, .weighs_jobs = true,
    .num_is_running = true, .job_key = sw_key_fair_weighted, .pool_key = by_fraction_of_minimum,
};

const struct sw_order sw_order_hfs_yarn = {
    .name = "hfs:yarn", .summary = "as hfs, but pools with the same part of their minimum go on by running/weight",
    .uses_pools = true, .ties = SW_TIES_BY_NAME, .needy_first = true, .stands_by = SW_BY_RUNNING_OVER_WEIGHT,
    .follows_running = true, .weighs_jobs = true,
    .num_is_running = true, .job_key = sw_key_fair_weighted, .pool_key = by_fraction_then_weight,
};

const struct sw_order sw_order_hfs_lack = {
    .name = "hfs:lack", .summary = "as hfs, but of pools below their minimum the one that lacks most slots",
    .uses_pools = true, .needy_first = true, .stands_by = SW_BY_RUNNING_OVER_WEIGHT, .follows_running = true,
    .weighs_jobs = true,
    .num_is_running = true, .job_key = sw_key_fair_weighted, .pool_key = by_lack,
};
