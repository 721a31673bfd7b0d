/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quota.c - Kueue, KAI and Volcano: pools below their quota first, then what is above quotas by priority and weight.
 * Limits on lending and borrowing keep pools out; they are no matter of keys. */
#include "lib/sched/order/parts.h"
#include "lib/sched/params.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_num.h"
#include <string.h>

/* Whether the pool is below its quota, and so before all that are not; the key says so. */
static bool goes_first(const struct sw_pool_view *pool, struct sw_key *key)
{
    key->rank = INT64_MIN;
    key->num = pool->running;
    key->den = pool->min;
    return pool->running < pool->min;
}

/* X5: above quotas the task to come counts, as in Kueue's share with the workload and KAI's with the job. */
static void below_quota_first(const struct sw_pool_view *pool, struct sw_key *key)
{
    if (goes_first(pool, key))
        return;
    key->rank = 2 * -pool->priority + (pool->weight == 0);
    key->num = pool->running + 1 - pool->min;
    key->den = pool->weight > 0 ? pool->weight : 1;
}

const struct sw_order sw_order_quota = {
    .name = "quota", .summary = "pools below their quota first; then what is above quotas by priority and weight",
    .uses_pools = true, .weighs_jobs = true, .by_quota = true, .follows_running = true, .stands_by = SW_BY_QUOTA,
    .job_key = sw_key_fair_weighted, .pool_key = below_quota_first,
};

/* X7: K, HALFLIFE and a period of a second. */
static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    char buf[128], *field[3] = { NULL };
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 3) : 0;
    if (n < 2)
        return sw_err_usage(err, "--order: quota-usage takes K,HALFLIFE[,PERIOD]: '%s'", params ? params : "");
    if (sw_num_real(field[0], strlen(field[0]), &rule->usage_weight) != SW_OK
        || !(rule->usage_weight > 0 && rule->usage_weight <= 1e6))
        return sw_err_usage(err, "--order: quota-usage: not a K above 0, up to 1000000: '%s'", field[0]);
    if (sw_params_time("order: quota-usage", field[1], 1, &rule->half_life_us, err) != SW_OK
        || (n > 2 && sw_params_time("order: quota-usage", field[2], 1, &rule->update_us, err) != SW_OK))
        return SW_FAIL;
    return SW_OK;
}

/* X7.2 */
static void below_share_first(const struct sw_pool_view *pool, struct sw_key *key)
{
    const int64_t over = INT64_C(1) << 40;
    if (goes_first(pool, key))
        return;
    key->rank = 2 * -pool->priority + (pool->share == 0) + (pool->running * SW_WEIGHT_ONE > pool->share ? over : 0);
    key->num = pool->running + 1;
    key->den = pool->share > 0 ? pool->share : 1;
}

const struct sw_order sw_order_quota_usage = {
    .name = "quota-usage", .summary = "quota, where the surplus is shared by weight and by usage, which decays",
    .params = "K,HALFLIFE[,PERIOD]", .uses_pools = true, .weighs_jobs = true, .by_quota = true,
    .follows_running = true, .stands_by = SW_BY_QUOTA, .update_us = SW_US_PER_S, .parse = parse,
    .job_key = sw_key_fair_weighted, .pool_key = below_share_first,
};
