/* SPDX-License-Identifier: GPL-3.0-or-later */
/* offers.c - resource offers (Nexus, Mesos): a node goes to the pool that runs least for its weight. The pool decides
 * what to launch there, first come first served unless its row says fair.
 *
 * Which node is offered to which pool is the replay's (lib/sim/dispatch/mesos/offer_rounds.c). Here is how often, and
 * for how long a declined node is not. */
#include "lib/sched/order/parts.h"
#include "lib/sched/params.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_num.h"

/* M2.1, M6.1: a second and five, as Mesos has them. */
static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    char buf[128], *field[2] = { NULL };
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 2) : 0;
    rule->offer_us = SW_US_PER_S;
    rule->filter_us = 5 * SW_US_PER_S;
    if (!params)
        return SW_OK;
    if (n < 1)
        return sw_err_usage(err, "--order: offers takes INTERVAL[,FILTER]: '%s'", params);
    if (sw_params_time("order: offers", field[0], 0, &rule->offer_us, err) != SW_OK)
        return SW_FAIL;
    if (!rule->offer_us)
        rule->filter_us = 0;
    if (n > 1 && sw_params_time("order: offers", field[1], 0, &rule->filter_us, err) != SW_OK)
        return SW_FAIL;
    if (!rule->offer_us && rule->filter_us)
        return sw_err_usage(err, "--order: offers: with interval 0 the filter is 0, too: '%s'", params);
    return SW_OK;
}

/* M4.1 without what is offered. */
static void least_for_its_weight(const struct sw_pool_view *pool, struct sw_key *key)
{
    sw_key_ratio(pool->running, pool->weight, key);
}

const struct sw_order sw_order_offers = {
    .name = "offers", .summary = "nodes are offered to the pool that runs least for its weight; it may decline them",
    .params = "[:INTERVAL[,FILTER]]", .uses_pools = true, .offers_nodes = true, .follows_running = true,
    .stands_by = SW_BY_RUNNING_OVER_WEIGHT, .parse = parse, .job_key = sw_key_fair_weighted,
    .pool_key = least_for_its_weight,
};
