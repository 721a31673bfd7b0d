/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yarn.c - YARN's Fair Scheduler: missed scheduling opportunities as a share of the nodes, one level at a time
 * (yarn.scheduler.fair.locality.threshold.node and .rack; Y1, Y5, Y6), or, under continuous scheduling, times
 * (locality-delay-node-ms and -rack-ms; Y7). */
#include "lib/base/million.h"
#include "lib/base/minmax.h"
#include "lib/sched/delay/parts.h"
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"
#include <math.h>

/* Waits are the stage's own (Y1): lib/sim/dispatch/yarn/opportunities.c asks struct sw_yarn_delay. */
int64_t sw_delay_yarn_allowed_at(const struct sw_waits *w, enum sw_level now, enum sw_level wanted)
{
    (void)w, (void)now, (void)wanted;
    return 0;
}

/* So are launches. */
bool sw_delay_yarn_launched(enum sw_level *now, enum sw_level at)
{
    (void)now, (void)at;
    return false;
}

/* Y6.1, Y7.1: steps are made as offers come. */
static enum sw_level allowed(const struct sw_delay_rule *rule, const struct sw_opportunities *o,
                             const struct sw_asked *asked)
{
    (void)rule, (void)asked;
    return o->level;
}

/* A launch closer than the level sets it; nothing else changes (Y6.2, Y7.2). */
static void launched(const struct sw_delay_rule *rule, struct sw_opportunities *o, enum sw_level at, int64_t nodes)
{
    (void)rule, (void)nodes;
    if (at < o->level)
        o->level = at;
}

/* ---- by opportunities ---------------------------------------------------------------------------- */

/* D8: with F1 or F2 negative it is as `none`; F above 1 is 1. */
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
    if (rule->fraction[0] < 0 || rule->fraction[1] < 0) {
        rule->policy = &sw_delay_none;
        rule->clock = SW_DELAY_NONE;
    }
    return SW_OK;
}

/* More than F nodes, strictly; F in whole millionths. */
static int64_t needs(const struct sw_delay_rule *rule, const struct sw_opportunities *o, const struct sw_asked *asked,
                     enum sw_level to)
{
    (void)o;
    return llround(rule->fraction[to == SW_LEVEL_ANY] * 1e6) * asked->nodes / MILLION + 1;
}

/* The first opportunity is at level node whatever the count. Opportunities between two steps are counted at once. */
static void offered(const struct sw_delay_rule *rule, struct sw_opportunities *o, int64_t offers, int64_t nodes,
                    int64_t now_us)
{
    const struct sw_asked asked = { .nodes = nodes };
    (void)now_us;
    if (!o->offered) {
        o->offered = true;
        o->count++;
        offers--;
    }
    while (o->level != SW_LEVEL_ANY && offers) {
        int64_t until_step = max_i64(1, needs(rule, o, &asked, o->level + 1) - o->count);
        if (offers < until_step)
            break;
        offers -= until_step;
        o->level++;
        o->count = 0;
    }
    o->count += offers;
}

static const struct sw_yarn_delay by_opportunities = {
    .full_nodes = true, .revives = true, .offered = offered, .allowed = allowed, .launched = launched, .needs = needs,
};

const struct sw_delay sw_delay_yarn = {
    .name = "yarn",
    .summary = "miss more than F1 x nodes offers before the rack will do, then F2 x nodes before any will",
    .params = "F1,F2",
    .clock = SW_COUNT_OPPORTUNITIES,
    .parse = parse,
    .allowed_at = sw_delay_yarn_allowed_at,
    .launched = sw_delay_yarn_launched,
    .yarn = &by_opportunities,
};

/* ---- by times ------------------------------------------------------------------------------------ */

/* Y7. */
static int parse_times(const char *params, struct sw_delay_rule *rule, struct sw_err *err)
{
    char buf[128], *field[2];
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 2) : 0;
    int64_t us[2];
    if (n != 2)
        return sw_err_usage(err, "--delay: yarn-time takes T1,T2: '%s'", params ? params : "");
    for (int i = 0; i < 2; i++)
        if (sw_params_time("delay: yarn-time", field[i], 0, &us[i], err) != SW_OK)
            return SW_FAIL;
    rule->waits = (struct sw_waits){ us[0], us[1] };
    return SW_OK;
}

/* The comparison of milliseconds is strict. */
static int64_t needs_us(const struct sw_delay_rule *rule, const struct sw_opportunities *o,
                        const struct sw_asked *asked, enum sw_level to)
{
    (void)o, (void)asked;
    return (to == SW_LEVEL_ANY ? rule->waits.rack : rule->waits.node) + SW_US_PER_S / 1000;
}

/* When an offer makes the next step; INT64_MAX: there is none. */
static int64_t due_us(const struct sw_delay_rule *rule, const struct sw_opportunities *o)
{
    return !o->offered || o->level == SW_LEVEL_ANY ? INT64_MAX : o->since_us + needs_us(rule, o, NULL, o->level + 1);
}

/* Y7.1: the first starts the timer; a later one makes at most one step, and restarts it. */
static void offered_in_time(const struct sw_delay_rule *rule, struct sw_opportunities *o, int64_t offers, int64_t nodes,
                            int64_t now_us)
{
    (void)offers, (void)nodes;
    if (o->offered && now_us < due_us(rule, o))
        return;
    if (o->offered)
        o->level++;
    o->offered = true;
    o->since_us = now_us;
}

static const struct sw_yarn_delay by_times = {
    .offered = offered_in_time, .allowed = allowed, .launched = launched, .due_us = due_us, .needs = needs_us,
};

const struct sw_delay sw_delay_yarn_time = {
    .name = "yarn-time",
    .summary = "more than T1 from the first offer before the rack will do, then T2 before any will",
    .params = "T1,T2",
    .clock = SW_COUNT_OPPORTUNITIES,
    .parse = parse_times,
    .allowed_at = sw_delay_yarn_allowed_at,
    .launched = sw_delay_yarn_launched,
    .yarn = &by_times,
};
