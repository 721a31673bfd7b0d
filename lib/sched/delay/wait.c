/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wait.c - delay scheduling as Hadoop's Fair Scheduler has it (ES algorithm 3): wait W1 for a slot on
 * a node with the data, then W2 for one in its rack, then take any.
 *
 * A launch sets the level to the distance it was made at and the wait to 0. So a stage that launches
 * at its level keeps it without waiting again, and one that finds a closer slot goes back. */
#include "lib/sched/delay/parts.h"
#include "lib/sched/params.h"
#include <string.h>

/* D4.2: the wait from which a stage at level `now` may launch at `wanted`. */
int64_t sw_delay_wait_allowed_at(const struct sw_waits *w, enum sw_level now, enum sw_level wanted)
{
    if (wanted <= now)
        return 0;
    if (wanted == SW_LEVEL_RACK)
        return w->node;
    return now == SW_LEVEL_RACK ? w->rack : w->node + w->rack;
}

/* D4.3: the level is that of the launch, and the wait begins again. */
bool sw_delay_wait_launched(enum sw_level *now, enum sw_level at)
{
    *now = at;
    return true;
}

/* What makes a wait grow; docs/model.md D5 compares them. `offers` is another word for `asking`. */
static int parse_accounting(const char *word, struct sw_delay_rule *rule, struct sw_err *err)
{
    static const char *const words[] = { "asking", "shipped", "all", "clock" };
    if (!strcmp(word, "offers"))
        word = words[SW_COUNT_ASKING];
    for (int i = 0; i < 4; i++) {
        if (strcmp(word, words[i]))
            continue;
        rule->clock = i == 3 ? SW_SINCE_FIRST_SKIP : SW_COUNT_HEARTBEAT_GAPS;
        rule->counting = i == 3 ? SW_COUNT_ASKING : (enum sw_counting)i;
        return SW_OK;
    }
    return sw_err_usage(err, "--delay: wait: unknown accounting: '%s' (asking, shipped, all or clock)", word);
}

/* D4: without W2 it equals W1. */
static int parse(const char *params, struct sw_delay_rule *rule, struct sw_err *err)
{
    char buf[128], *field[3];
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 3) : 0;
    if (n < 1)
        return sw_err_usage(err, "--delay: wait takes W1[,W2[,asking|shipped|all|clock]]: '%s'", params ? params : "");
    if (sw_params_time("delay: wait", field[0], 0, &rule->waits.node, err) != SW_OK)
        return SW_FAIL;
    rule->waits.rack = rule->waits.node;
    if (n > 1 && sw_params_time("delay: wait", field[1], 0, &rule->waits.rack, err) != SW_OK)
        return SW_FAIL;
    return n > 2 ? parse_accounting(field[2], rule, err) : SW_OK;
}

const struct sw_delay sw_delay_wait = {
    .name = "wait",
    .summary = "wait W1 for the node, then W2 for the rack",
    .params = "W1[,W2[,asking|shipped|all|clock]]",
    .clock = SW_COUNT_HEARTBEAT_GAPS,
    .parse = parse,
    .allowed_at = sw_delay_wait_allowed_at,
    .launched = sw_delay_wait_launched,
};
