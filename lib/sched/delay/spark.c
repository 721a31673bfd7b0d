/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spark.c - Spark's locality waits: a timer per stage, and two rules for what starts it again.
 *
 * Up to 3.0 every launch does. So a stage whose few preferred hosts keep launching never moves on, while the
 * rest of the cluster idles (SPARK-18886). Since 3.1 only an offer of all free resources does, and only if nothing
 * of it was refused because of a wait. The level of a stage is where its timer has brought it. */
#include "lib/sched/delay/parts.h"
#include "lib/sched/params.h"

/* D9: P, N and R are Spark's spark.locality.wait.process, .node and .rack. */
static int parse(const char *params, struct sw_delay_rule *rule, struct sw_err *err)
{
    char buf[128], *field[3];
    int64_t wait_us[3];
    if (!params || sw_params_fields(params, buf, sizeof buf, field, 3) != 3)
        return sw_err_usage(err, "--delay: spark takes P,N,R: '%s'", params ? params : "");
    for (int i = 0; i < 3; i++)
        if (sw_params_time("delay: spark", field[i], 0, &wait_us[i], err) != SW_OK)
            return SW_FAIL;
    rule->process_us = wait_us[0];
    rule->waits = (struct sw_waits){ wait_us[1], wait_us[2] };
    return SW_OK;
}

const struct sw_delay sw_delay_spark = {
    .name = "spark", .summary = "a timer per stage: N for the node, R for the rack (P for the process is passed over)",
    .params = "P,N,R", .clock = SW_SINCE_READY, .parse = parse, .allowed_at = sw_delay_wait_allowed_at,
    .launched = sw_delay_wait_launched,
};
