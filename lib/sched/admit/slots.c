/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots.c - Hadoop's admission: a reduce that has a slot copies and computes as it likes. */
#include "lib/sched/admit/parts.h"

static int parse(const char *params, struct sw_admit_rule *rule, struct sw_err *err)
{
    (void)rule;
    return params ? sw_err_usage(err, "--admit: slots takes no parameters: '%s'", params) : SW_OK;
}

const struct sw_admit sw_admit_slots = { .name = "slots", .summary = "a slot is all a reduce needs", .parse = parse };
