/* SPDX-License-Identifier: GPL-3.0-or-later */
/* none.c - no preemption: slots change hands as tasks end. */
#include "lib/sched/preempt/parts.h"

static int parse(const char *params, struct sw_preempt_rule *rule, struct sw_err *err)
{
    (void)rule;
    return params ? sw_err_usage(err, "--preempt: none takes no parameters: '%s'", params) : SW_OK;
}

const struct sw_preempt sw_preempt_none = { .name = "none", .summary = "wait for tasks to end", .parse = parse };
