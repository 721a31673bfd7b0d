/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yarn.c - what YARN's schedulers do for applications and queues that starve (rules Y13, Y14 of docs/model.md). */
#include "lib/sched/params.h"
#include "lib/sched/preempt/parts.h"
#include "slotwise/sw_num.h"
#include <string.h>

/* Y13: F is 0.5 and W 15 s unless given. */
static int parse(const char *params, struct sw_preempt_rule *rule, struct sw_err *err)
{
    char buf[128], *field[4] = { NULL, NULL, "0.5", "15s" };
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 4) : 0;
    if (n < 2 || sw_num_real(field[2], strlen(field[2]), &rule->threshold) != SW_OK || rule->threshold < 0)
        return sw_err_usage(err, "--preempt: yarn takes Tmin,Tfair[,F[,W]]: '%s'", params ? params : "");
    if (kill_timeout(field[0], &rule->min_us, err) != SW_OK || kill_timeout(field[1], &rule->fair_us, err) != SW_OK)
        return SW_FAIL;
    return sw_params_time("preempt", field[3], 0, &rule->wait_us, err);
}

/* Y14. */
static int parse_capacity(const char *params, struct sw_preempt_rule *rule, struct sw_err *err)
{
    return sw_params_time("preempt", params ? params : "15s", 0, &rule->wait_us, err);
}

const struct sw_preempt sw_preempt_yarn = {
    .name = "yarn",
    .summary = "as YARN's Fair Scheduler 3: kill tasks of jobs over their share for one below F of its own",
    .params = "Tmin,Tfair[,F[,W]]", .parse = parse, .looks = SW_LOOKS_YARN, .look_every_us = SW_US_PER_S / 2,
};

const struct sw_preempt sw_preempt_capacity = {
    .name = "capacity",
    .summary = "as YARN's Capacity Scheduler: each round kill a few tasks of pools over their capacity",
    .params = "[:W]", .parse = parse_capacity, .looks = SW_LOOKS_CAPACITY, .look_every_us = 3 * SW_US_PER_S,
};
