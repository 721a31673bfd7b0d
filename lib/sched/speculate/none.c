/* SPDX-License-Identifier: GPL-3.0-or-later */
/* none.c - no speculation: a straggler is waited for. */
#include "lib/sched/speculate/parts.h"

static int parse(const char *params, struct sw_speculate_rule *rule, struct sw_err *err)
{
    (void)rule;
    return params ? sw_err_usage(err, "--speculate: none takes no parameters: '%s'", params) : SW_OK;
}

const struct sw_speculate sw_speculate_none = { .name = "none", .summary = "wait for stragglers", .parse = parse };
