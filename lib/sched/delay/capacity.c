/* SPDX-License-Identifier: GPL-3.0-or-later */
/* capacity.c - YARN's Capacity Scheduler counts missed scheduling opportunities (Y1 to Y3). The rack takes N of them
 * (node-locality-delay). Any node takes A more than N (rack-locality-additional-delay). Without A it takes as many as
 * tasks wait, times the share of the nodes that they name. */
#include "lib/base/minmax.h"
#include "lib/sched/delay/parts.h"
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"
#include <string.h>

static int parse_missed(const char *text, int64_t *to, struct sw_err *err)
{
    if (sw_num_i64(text, strlen(text), to) != SW_OK || *to < -1 || *to > INT32_MAX)
        return sw_err_usage(err, "--delay: capacity: not a count, nor -1: '%s'", text);
    return SW_OK;
}

/* Without A it is -1: by what the stage asks for (Y3.1). */
static int parse(const char *params, struct sw_delay_rule *rule, struct sw_err *err)
{
    char buf[128], *field[3];
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 3) : 0;
    if (n < 1)
        return sw_err_usage(err, "--delay: capacity takes N[,A[,rack|node]]: '%s'", params ? params : "");
    rule->missed[1] = -1;
    for (int i = 0; i < n && i < 2; i++)
        if (parse_missed(field[i], &rule->missed[i], err) != SW_OK)
            return SW_FAIL;
    rule->rack_keeps = n > 2 && strcmp(field[2], "node") == 0;
    if (n > 2 && !rule->rack_keeps && strcmp(field[2], "rack") != 0)
        return sw_err_usage(err, "--delay: capacity: neither rack nor node: '%s'", field[2]);
    return SW_OK;
}

/* Y1: each offer is one. */
static void offered(const struct sw_delay_rule *rule, struct sw_opportunities *o, int64_t offers, int64_t nodes,
                    int64_t now_us)
{
    (void)rule, (void)nodes, (void)now_us;
    o->count += offers;
}

/* Y2.1: the count must be above it. */
static int64_t rack_after(const struct sw_delay_rule *rule, int64_t nodes)
{
    return min_i64(nodes, rule->missed[0]);
}

/* Y2.1. */
static bool rack_will_do(const struct sw_delay_rule *rule, const struct sw_opportunities *o, int64_t nodes)
{
    return o->count > rack_after(rule, nodes);
}

/* Y3.2: a rack-local launch that Y2 does not allow is off-switch. */
static bool off_switch(const struct sw_delay_rule *rule, const struct sw_opportunities *o, int64_t nodes)
{
    return !rack_will_do(rule, o, nodes);
}

/* Y3.1: the whole number that the count must be above. Of C min(1, P/nodes) a count is above the whole part or is not
 * above it at all. */
static int64_t any_after(const struct sw_delay_rule *rule, const struct sw_asked *n)
{
    if (rule->missed[1] >= 0)
        return min_i64(n->nodes, rule->missed[0] + rule->missed[1]);
    return min_i64(n->nodes, n->nodes ? n->pending * min_i64(n->places, n->nodes) / n->nodes : 0);
}

/* Y3.1: places matter without A. */
static bool needs_places(const struct sw_delay_rule *rule) { return rule->missed[1] < 0; }

/* Y3 before Y2: what any node may have the rack may, too. */
static enum sw_level allowed(const struct sw_delay_rule *rule, const struct sw_opportunities *o,
                             const struct sw_asked *asked)
{
    if (o->count > any_after(rule, asked))
        return SW_LEVEL_ANY;
    return rack_will_do(rule, o, asked->nodes) ? SW_LEVEL_RACK : SW_LEVEL_NODE;
}

/* Y2.2. */
static void launched(const struct sw_delay_rule *rule, struct sw_opportunities *o, enum sw_level at, int64_t nodes)
{
    if (at == SW_LEVEL_NODE || (at == SW_LEVEL_RACK && rack_will_do(rule, o, nodes) && !rule->rack_keeps))
        o->count = 0;
}

/* The count that a level takes: one above the threshold. */
static int64_t needs(const struct sw_delay_rule *rule, const struct sw_opportunities *o, const struct sw_asked *asked,
                     enum sw_level to)
{
    (void)o;
    return 1 + (to == SW_LEVEL_ANY ? any_after(rule, asked) : rack_after(rule, asked->nodes));
}

static const struct sw_yarn_delay by_opportunities = {
    .revives = true, .offered = offered, .allowed = allowed, .needs_places = needs_places, .launched = launched,
    .off_switch = off_switch, .needs = needs,
};

const struct sw_delay sw_delay_capacity = {
    .name = "capacity",
    .summary = "miss more than N offers before the rack will do, and more before any will, by what a stage asks for",
    .params = "N[,A[,rack|node]]",
    .clock = SW_COUNT_OPPORTUNITIES,
    .parse = parse,
    .allowed_at = sw_delay_yarn_allowed_at,
    .launched = sw_delay_yarn_launched,
    .yarn = &by_opportunities,
};
