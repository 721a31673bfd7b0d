/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hadoop.c - Hadoop's own speculation (LATE 2.1): a task that has run for a minute and whose score is 0.2 below the
 * mean of its kind in the job is a straggler; all stragglers are equally slow, and the closest to the node is copied.
 *
 * The mean takes in tasks that are done and those not yet launched. So no attempt above 0.8 is ever copied, and once
 * some reduces are through, all that still copy fall behind (LATE 3.2). */
#include "lib/sched/params.h"
#include "lib/sched/speculate/parts.h"
#include "slotwise/sw_num.h"
#include <math.h>
#include <string.h>

/* C3: 0.2 and a minute unless given. */
static int parse(const char *params, struct sw_speculate_rule *rule, struct sw_err *err)
{
    char buf[128], *field[3];
    double gap = 0.2;
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 3) : 0;
    rule->lag_us = 60 * SW_US_PER_S;
    rule->since_job = n == 3 && !strcmp(field[2], "job");
    if (n < 0 || (n > 0 && (sw_num_fraction(field[0], &gap) != SW_OK || gap < 0 || gap > 1))
        || (n > 1 && (sw_num_duration(field[1], &rule->lag_us) != SW_OK || rule->lag_us < 0))
        || (n > 2 && !rule->since_job))
        return sw_err_usage(err, "--speculate: hadoop takes gap[,lag[,job]], a share of the work and a time: '%s'",
                            params);
    rule->gap = llround(gap * SW_SCORE_ONE);
    return SW_OK;
}

/* C3.1: both sides times the number of tasks. */
static bool slow(const struct sw_speculate_rule *rule, const struct sw_progress *task,
                 const struct sw_stage_progress *stage)
{
    return task->score * stage->tasks < stage->score_sum - rule->gap * stage->tasks;
}

/* It copies any number. */
static bool has_room(const struct sw_speculate_rule *rule, int64_t copies, int64_t slots)
{
    (void)rule, (void)copies, (void)slots;
    return true;
}

const struct sw_speculate sw_speculate_hadoop = {
    .name = "hadoop", .summary = "copy a task whose progress is 0.2 below the mean of its kind, after a minute",
    .params = "[:gap[,lag[,job]]]", .by_job = true, .parse = parse, .slow = slow, .has_room = has_room,
};
