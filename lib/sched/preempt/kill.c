/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kill.c - the two timeouts (TR 3.2, ES 4). A pool that has been below its minimum share for Tmin gets tasks killed
 * for it, up to that share. A pool below its fair share for Tfair gets them up to the fair share.
 *
 * Each timeout brings its own part, as in Hadoop: past Tmin alone nothing beyond the minimum is taken. */
#include "lib/base/minmax.h"
#include "lib/sched/preempt/parts.h"
#include "lib/sched/params.h"
#include <math.h>
#include <string.h>

int kill_timeout(const char *text, int64_t *us, struct sw_err *err)
{
    if (!strcmp(text, "never")) {
        *us = SW_NEVER_US;
        return SW_OK;
    }
    return sw_params_time("preempt", text, 0, us, err);
}

/* K1. */
static int parse(const char *params, struct sw_preempt_rule *rule, struct sw_err *err)
{
    char buf[128], *field[3];
    size_t len = params ? strlen(params) : sizeof buf;
    int n = 0;
    if (len < sizeof buf) {
        memcpy(buf, params, len + 1);
        for (char *save, *f = strtok_r(buf, ",", &save); f && n < 3; f = strtok_r(NULL, ",", &save))
            field[n++] = f;
    }
    rule->tr = n == 3 && !strcmp(field[2], "tr");
    if (n < 2 || (n == 3 && !rule->tr && strcmp(field[2], "half")))
        return sw_err_usage(err, "--preempt: kill and suspend take Tmin,Tfair[,half|tr]: '%s'", params ? params : "");
    return kill_timeout(field[0], &rule->min_us, err) == SW_OK ? kill_timeout(field[1], &rule->fair_us, err) : SW_FAIL;
}

/* K2.1: half the share for Tfair's clock; with `tr` all of it. */
static bool below_fair(const struct sw_preempt_rule *rule, const struct sw_starving *p)
{
    int64_t owed = min_i64((int64_t)floor(p->share * (rule->tr ? 1.0 : 0.5)), p->demand);
    return p->running < owed;
}

/* K3: by the timeout that asks for more. */
static int64_t owed(const struct sw_preempt_rule *rule, const struct sw_starving *p)
{
    int64_t tasks = 0, lacks_min = min_i64(p->min, p->demand) - p->running;
    int64_t lacks_fair = min_i64((int64_t)floor(p->share), p->demand) - p->running;
    (void)rule;
    if (p->below_min_us > p->min_timeout_us && lacks_min > tasks)
        tasks = lacks_min;
    if (p->below_fair_us > p->fair_timeout_us && lacks_fair > tasks)
        tasks = lacks_fair;
    return tasks;
}

const struct sw_preempt sw_preempt_kill = {
    .name = "kill", .summary = "kill the newest tasks of pools over their share for one that starved past its timeout",
    .params = "Tmin,Tfair[,half|tr]", .parse = parse, .below_fair = below_fair, .tasks_to_preempt = owed,
};

/* K7: who starves, and who gives way, is as above. */
const struct sw_preempt sw_preempt_suspend = {
    .name = "suspend", .summary = "as kill, but maps and tasks keep their node and go on there when a slot is left",
    .params = "Tmin,Tfair[,half|tr]", .parse = parse, .below_fair = below_fair, .tasks_to_preempt = owed,
    .suspends = true,
};
