/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yarn.c - YARN's Fair Scheduler: missed scheduling opportunities as a fraction of the nodes, one level at a
 * time (yarn.scheduler.fair.locality.threshold.node and .rack).
 *
 * F is taken in whole millionths. More than F nodes, strictly: the least whole count is floor(F nodes) + 1. As the
 * count starts again at each step, anywhere is allowed once both counts have been missed. Either threshold negative
 * switches waiting off. */
#include "lib/base/million.h"
#include "lib/sched/delay/parts.h"
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"
#include <math.h>

static int parse(const char *params, struct sw_delay_rule *rule, struct sw_err *err)
{
    char buf[128], *field[2];
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 2) : 0;
    if (n != 2)
        return sw_err_usage(err, "--delay: yarn takes F1,F2: '%s'", params ? params : "");
    for (int i = 0; i < 2; i++) {
        if (sw_num_fraction(field[i], &rule->fraction[i]) != SW_OK)
            return sw_err_usage(err, "--delay: yarn: not a number: '%s'", field[i]);
        rule->fraction[i] = fmin(rule->fraction[i], 1.0);
    }
    if (rule->fraction[0] < 0 || rule->fraction[1] < 0)
        rule->meter = SW_PER_NOTHING;
    return SW_OK;
}

static void settle(struct sw_delay_rule *rule, uint64_t nodes)
{
    rule->waits.node = llround(rule->fraction[0] * 1e6) * (int64_t)nodes / MILLION + 1;
    rule->waits.rack = llround(rule->fraction[1] * 1e6) * (int64_t)nodes / MILLION + 1;
}

static int64_t due(const struct sw_waits *d, enum sw_level now, enum sw_level wanted)
{
    if (wanted <= now)
        return 0;
    if (wanted == SW_LEVEL_RACK)
        return d->node;
    return now == SW_LEVEL_RACK ? d->rack : d->node + d->rack;
}

static bool launched(enum sw_level *now, enum sw_level at)
{
    if (at >= *now)
        return false;
    *now = at;
    return true;
}

const struct sw_delay sw_delay_yarn = {
    .name = "yarn",
    .summary = "miss more than F1 x nodes offers before the rack will do, then F2 x nodes before any will",
    .params = "F1,F2",
    .meter = SW_PER_SKIP, .climbs = true, .parse = parse, .settle = settle, .due = due, .launched = launched,
};
