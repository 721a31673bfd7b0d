/* SPDX-License-Identifier: GPL-3.0-or-later */
/* negotiate.c - HTCondor's negotiation: cycles, claims that are kept, priorities by usage that decays (P1 to P7).
 *
 * Who gets which slot in a cycle is the replay's (lib/sim/dispatch/condor). Here are its numbers, and the arithmetic of
 * priorities and of slices of the pie. */
#include "lib/sched/order/parts.h"
#include "lib/sched/params.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_num.h"
#include <math.h>
#include <string.h>

/* ---- arithmetic ---------------------------------------------------------------------------------- */

/* Without claims since the beginning it is START from any time on. */
double sw_negotiate_usage(const struct sw_order_rule *rule, const struct sw_claimed *c, int64_t at_us)
{
    double claims = (double)c->claims;
    double left = exp2(-(double)(at_us - c->since_us) / (double)rule->half_life_us);
    double usage = claims + (c->slots - claims) * left;
    return usage > rule->usage_start ? usage : rule->usage_start;
}

/* P5.1: usage is worked out again when the claims are others. */
void sw_negotiate_cycle_ends(const struct sw_order_rule *rule, struct sw_claimed *c, int64_t at_us, int64_t claims)
{
    if (claims == c->claims)
        return;
    c->slots = sw_negotiate_usage(rule, c, at_us);
    c->since_us = at_us;
    c->claims = claims;
}

/* P5.2. */
double sw_negotiate_priority(double usage, int64_t weight)
{
    return usage * 1e6 / (double)(weight > 0 ? weight : 1);
}

/* P6.1: limits of the submitters, and their sum. */
double sw_negotiate_pie(struct sw_slice *slice, size_t n, int64_t slots)
{
    double worst = 0, factor = 0, pie = 0;
    for (size_t i = 0; i < n; i++)
        worst = slice[i].priority > worst ? slice[i].priority : worst;
    for (size_t i = 0; i < n; i++)
        factor += worst / slice[i].priority;
    for (size_t i = 0; i < n; i++) {
        double share = worst / (slice[i].priority * factor), limit = share * (double)slots - (double)slice[i].claims;
        slice[i].limit = limit > 0 ? limit : 0;
        pie += slice[i].limit;
    }
    return pie;
}

/* P6.3. */
bool sw_negotiate_permits(double limit, double pie, int64_t made)
{
    return (double)(made + 1) <= limit || (!made && limit > 0 && pie >= 0.99);
}

/* ---- the rule ------------------------------------------------------------------------------------ */

/* Above 0, unless `or_none`. */
static int parse_time(const char *text, bool or_none, int64_t *us, struct sw_err *err)
{
    if (sw_params_time("order: negotiate", text, 0, us, err) != SW_OK)
        return SW_FAIL;
    return *us || or_none ? SW_OK : sw_err_usage(err, "--order: negotiate: not a time above 0: '%s'", text);
}

/* P3.1. */
static int parse_life(const char *text, int64_t *us, struct sw_err *err)
{
    if (strcmp(text, "forever"))
        return parse_time(text, true, us, err);
    *us = SW_TIME_MAX;
    return SW_OK;
}

/* P5. */
static int parse_start(const char *text, struct sw_order_rule *rule, struct sw_err *err)
{
    if (sw_num_real(text, strlen(text), &rule->usage_start) != SW_OK || !(rule->usage_start >= 1e-6)
        || rule->usage_start > 1e6)
        return sw_err_usage(err, "--order: negotiate: not a number of slots, 0.000001 to 1000000: '%s'", text);
    return SW_OK;
}

/* P2, P3.1, P5, in the order of the option. */
static int parse_fields(char *const *field, int n, struct sw_order_rule *rule, struct sw_err *err)
{
    if ((n > 0 && parse_time(field[0], false, &rule->cycle_us, err) != SW_OK)
        || (n > 1 && parse_time(field[1], true, &rule->cycle_delay_us, err) != SW_OK)
        || (n > 2 && parse_life(field[2], &rule->claim_us, err) != SW_OK)
        || (n > 3 && parse_time(field[3], false, &rule->half_life_us, err) != SW_OK)
        || (n > 4 && parse_start(field[4], rule, err) != SW_OK))
        return SW_FAIL;
    return SW_OK;
}

/* HTCondor's own numbers, unless given. */
static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    char buf[128], *field[5] = { NULL };
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 5) : 0;
    rule->cycle_us = 60 * SW_US_PER_S;
    rule->cycle_delay_us = 20 * SW_US_PER_S;
    rule->claim_us = 1200 * SW_US_PER_S;
    rule->half_life_us = 86400 * SW_US_PER_S;
    rule->usage_start = 0.5;
    if (params && n < 1)
        return sw_err_usage(err, "--order: negotiate takes INTERVAL[,DELAY[,WORKLIFE[,HALFLIFE[,START]]]]: '%s'",
                            params);
    if (parse_fields(field, n, rule, err) != SW_OK)
        return SW_FAIL;
    if (n == 1 && rule->cycle_delay_us > rule->cycle_us)
        rule->cycle_delay_us = rule->cycle_us;
    if (rule->cycle_delay_us > rule->cycle_us)
        return sw_err_usage(err, "--order: negotiate: the delay is above the interval: '%s'", params);
    return SW_OK;
}

/* The queue of all pools is of no use here: each is asked for its own. */
static void any(const struct sw_pool_view *pool, struct sw_key *key)
{
    (void)pool;
    sw_key_whole(0, 0, key);
}

const struct sw_order sw_order_negotiate = {
    .name = "negotiate", .summary = "HTCondor: cycles that divide the slots by users' priorities; claims are kept",
    .params = "[:INTERVAL[,DELAY[,WORKLIFE[,HALFLIFE[,START]]]]]", .uses_pools = true, .negotiates = true,
    .stands_by = SW_BY_RUNNING_OVER_WEIGHT, .parse = parse, .job_key = sw_key_fair_weighted, .pool_key = any,
    .follows_running = true,
};
