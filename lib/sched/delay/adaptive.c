/* SPDX-License-Identifier: GPL-3.0-or-later */
/* adaptive.c - Lo and Cheng's delay (LC 3.4): as long for the node, and for the rack,
 * as launches there have waited on average.
 *
 * LC keeps a pair of counters, TimeCount and NumberCount, for each of the two; while a pair is empty its wait is the
 * first one, 3 s unless given. A stage's waits are set when its timer is. */
#include "lib/sched/delay/parts.h"
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"

/* The first wait, until a launch has taught another. */
static int parse(const char *params, struct sw_delay_rule *rule, struct sw_err *err)
{
    rule->first_us = 3 * SW_US_PER_S;
    if (params && sw_params_time("delay: adaptive", params, 0, &rule->first_us, err) != SW_OK)
        return SW_FAIL;
    rule->waits = (struct sw_waits){ rule->first_us, rule->first_us };
    return SW_OK;
}

/* D20.2: a run begins without launches. */
static void settle(struct sw_delay_rule *rule, uint64_t nodes)
{
    (void)nodes;
    rule->waits = (struct sw_waits){ rule->first_us, rule->first_us };
    for (int i = 0; i < 2; i++)
        rule->time_count_us[i] = rule->number_count[i] = 0;
}

/* D20.2: the mean wait of the launches at that locality, cut to microseconds. */
static void learn(struct sw_delay_rule *rule, enum sw_level at, int64_t waited_us)
{
    if (at == SW_LEVEL_ANY)
        return;
    rule->time_count_us[at] += waited_us;
    int64_t average_us = rule->time_count_us[at] / ++rule->number_count[at];
    *(at == SW_LEVEL_NODE ? &rule->waits.node : &rule->waits.rack) = average_us;
}

const struct sw_delay sw_delay_adaptive = {
    .name = "adaptive",
    .summary = "wait for the node, then for the rack, as long as launches there waited on average",
    .params = "[:T]",
    .clock = SW_SINCE_FIRST_SKIP,
    .parse = parse,
    .settle = settle,
    .learn = learn,
    .allowed_at = sw_delay_wait_allowed_at,
    .launched = sw_delay_wait_launched,
};
