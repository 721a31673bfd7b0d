/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.c - pools by what they have used, which decays with a half-life: HTCondor's user priorities, Slurm's Fair Tree,
 * Kueue's admission fair sharing (U4 to U6 of docs/model.md). */
#include "lib/sched/order/parts.h"
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"
#include <math.h>
#include <string.h>

/* ---- arithmetic ---------------------------------------------------------------------------------- */

static double above(const struct sw_order_rule *rule, double slots)
{
    return slots > rule->usage_start ? slots : rule->usage_start;
}

static double left_after(const struct sw_order_rule *rule, int64_t ticks)
{
    return exp2(-(double)ticks * (double)rule->update_us / (double)rule->half_life_us);
}

double sw_usage_at(const struct sw_order_rule *rule, const struct sw_usage *u, int64_t tick)
{
    double running = (double)u->running;
    return above(rule, running + (u->slots - running) * left_after(rule, tick - u->tick));
}

void sw_usage_tick(const struct sw_order_rule *rule, struct sw_usage *u, int64_t tick, int64_t running)
{
    if (running == u->running)
        return;
    u->slots = sw_usage_at(rule, u, tick - 1);
    u->tick = tick - 1;
    u->running = running;
}

int64_t sw_usage_millionths(double slots)
{
    return (int64_t)floor(slots * 1e6 + 0.5);
}

/* ---- the rule ------------------------------------------------------------------------------------ */

static int parse_time(const char *text, int64_t *us, struct sw_err *err)
{
    if (sw_num_duration(text, us) != SW_OK || *us <= 0 || *us > SW_TIME_MAX)
        return sw_err_usage(err, "--order: usage: not a time above 0: '%s'", text);
    return SW_OK;
}

static int parse_start(const char *text, struct sw_order_rule *rule, struct sw_err *err)
{
    if (sw_num_real(text, strlen(text), &rule->usage_start) != SW_OK || !(rule->usage_start >= 0)
        || rule->usage_start > 1e6)
        return sw_err_usage(err, "--order: usage: not a number of slots up to 1000000: '%s'", text);
    return SW_OK;
}

static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    char buf[128], *field[4] = { NULL };
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 4) : 0;
    if (n < 1)
        return sw_err_usage(err, "--order: usage takes HALFLIFE[,PERIOD[,START[,entry]]]: '%s'", params ? params : "");
    if (parse_time(field[0], &rule->half_life_us, err) != SW_OK
        || (n > 1 && parse_time(field[1], &rule->update_us, err) != SW_OK)
        || (n > 2 && parse_start(field[2], rule, err) != SW_OK))
        return SW_FAIL;
    if (n > 3 && strcmp(field[3], "entry"))
        return sw_err_usage(err, "--order: usage: unknown word: '%s' (entry)", field[3]);
    if (n > 3)
        rule->usage_of_entry = sw_usage_millionths(1 - left_after(rule, 1));
    return SW_OK;
}

static void least_used(const struct sw_pool_view *pool, struct sw_key *key)
{
    sw_key_ratio(pool->usage, pool->weight, key);
}

const struct sw_order sw_order_usage = {
    .name = "usage", .summary = "the pool that has used least for its weight, by usage that decays",
    .params = "HALFLIFE[,PERIOD[,START[,entry]]]", .uses_pools = true, .by_usage = true, .follows_running = true,
    .stands_by = SW_BY_USAGE, .update_us = 300 * SW_US_PER_S, .parse = parse, .job_key = sw_key_fair_weighted,
    .pool_key = least_used,
};
