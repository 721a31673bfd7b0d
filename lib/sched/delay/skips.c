/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skips.c - simple delay scheduling (ES algorithm 2 and 3.6): a stage skips slots away from its data. It
 * skips D1 before it takes one in the right rack, and D2 more before it takes any.
 *
 * The count is tested before it is raised, so D skips are D+1 offers. Only a node-local launch
 * sets it back: after D skips the preferred nodes are probably blocked, and waiting more is no use (ES 3.5.1). */
#include "lib/sched/delay/parts.h"
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"
#include <math.h>
#include <string.h>

/* "270", or "0.23x": times the number of nodes, known later, rounded up. */
static int parse_skips(const char *text, int64_t *out, double *fraction, struct sw_err *err)
{
    size_t len = strlen(text);
    uint64_t n;
    if (len > 1 && text[len - 1] == 'x' && sw_num_real(text, len - 1, fraction) == SW_OK && *fraction >= 0
        && *fraction < 1e6)
        return SW_OK;
    *fraction = -1;
    if (sw_num_u64(text, len, &n) != SW_OK || n > INT64_C(1) << 40)
        return sw_err_usage(err, "--delay: skips: not a count: '%s'", text);
    *out = (int64_t)n;
    return SW_OK;
}

/* Shares of the nodes become counts when the cluster is known. */
static void settle(struct sw_delay_rule *rule, uint64_t nodes)
{
    if (rule->fraction[0] >= 0)
        rule->waits.node = (int64_t)ceil(rule->fraction[0] * (double)nodes - 1e-9);
    if (rule->fraction[1] >= 0)
        rule->waits.rack = (int64_t)ceil(rule->fraction[1] * (double)nodes - 1e-9);
}

static int parse(const char *params, struct sw_delay_rule *rule, struct sw_err *err)
{
    char buf[128], *field[2];
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 2) : 0;
    if (n < 1)
        return sw_err_usage(err, "--delay: skips takes D1 or D1,D2, counts or shares of the nodes as 0.23x: '%s'",
                            params ? params : "");
    rule->waits.rack = 0;
    rule->fraction[1] = -1;
    if (parse_skips(field[0], &rule->waits.node, &rule->fraction[0], err) != SW_OK)
        return SW_FAIL;
    return n == 2 ? parse_skips(field[1], &rule->waits.rack, &rule->fraction[1], err) : SW_OK;
}

/* D3.1: skips ≥ D1 for the rack, ≥ D1 + D2 for any node. The level does not matter. */
static int64_t allowed_at(const struct sw_waits *d, enum sw_level now, enum sw_level wanted)
{
    (void)now;
    return wanted == SW_LEVEL_NODE ? 0 : wanted == SW_LEVEL_RACK ? d->node : d->node + d->rack;
}

/* D3.3: a node-local launch sets skips to 0. */
static bool launched(enum sw_level *now, enum sw_level at)
{
    (void)now;
    return at == SW_LEVEL_NODE;
}

const struct sw_delay sw_delay_skips = {
    .name = "skips",
    .summary = "let D1 slots pass before the rack will do, D2 more before any will",
    .params = "D1[,D2]",
    .clock = SW_COUNT_SKIPS,
    .parse = parse,
    .settle = settle,
    .allowed_at = allowed_at,
    .launched = launched,
};
