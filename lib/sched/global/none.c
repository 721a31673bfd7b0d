/* SPDX-License-Identifier: GPL-3.0-or-later */
/* none.c - each node chooses for itself, by order and delay. */
#include "lib/sched/global/parts.h"

static int parse(const char *params, struct sw_global_rule *rule, struct sw_err *err)
{
    (void)rule;
    return params ? sw_err_usage(err, "--global: none takes no parameters: '%s'", params) : SW_OK;
}

const struct sw_global sw_global_none = { .name = "none", .summary = "each node chooses, by order and delay",
                                          .parse = parse };
