/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hod.c - Hadoop On Demand (TR 2.1): each job or pool has a private set of nodes; first come, first served, for the
 * nodes and on them.
 *
 * Who gets which nodes is the replay's (lib/sim/dispatch/hod.c); here is what is asked for. */
#include "lib/sched/order/parts.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_num.h"
#include <stdio.h>
#include <string.h>

/* O20, O21.4. */
static int parse_hod_word(const char *word, struct sw_order_rule *rule, struct sw_err *err)
{
    if (!strcmp(word, "per-rack"))
        rule->per_rack = true;
    else if (!strcmp(word, "pool") || !strcmp(word, "job"))
        rule->by_pool = word[0] == 'p';
    else
        return sw_err_usage(err, "--order: hod: unknown word: '%s' (per-rack, pool or job)", word);
    return SW_OK;
}

/* O20.1: n nodes for each tenant, which is a job unless `pool` says otherwise. */
static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    char word[64];
    size_t len = params ? strcspn(params, ",") : 0;
    if (!len || sw_num_u64(params, len, &rule->nodes) != SW_OK || !rule->nodes)
        return sw_err_usage(err, "--order: hod takes n[,per-rack][,job|pool], n nodes, at least 1: '%s'",
                            params ? params : "");
    for (const char *at = params + len; *at; at += len) {
        len = strcspn(++at, ",");
        snprintf(word, sizeof word, "%.*s", (int)len, at);
        if (parse_hod_word(word, rule, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

const struct sw_order sw_order_hod = {
    .name = "hod", .summary = "each job, or pool, has n nodes of its own; by priority, then by submission",
    .params = "n[,per-rack][,job|pool]", .private_nodes = true, .parse = parse, .job_key = sw_key_fifo,
};
