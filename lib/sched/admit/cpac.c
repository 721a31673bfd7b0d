/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpac.c - compute phase admission control (TR 5.2): a node runs more reducers than it lets compute. So small jobs find
 * a slot beside the shuffling reducers of a large one, and shuffling overlaps with computing.
 *
 * A node runs at most maxReducers, and at most maxComputing of them compute. Of one job at most maxComputing shuffle
 * there, so that a large job does not take the slots before its maps are done. */
#include "lib/sched/admit/parts.h"
#include "slotwise/sw_num.h"
#include <string.h>

static int parse(const char *params, struct sw_admit_rule *rule, struct sw_err *err)
{
    char buf[128];
    size_t len = params ? strlen(params) : sizeof buf;
    uint64_t value[3] = { 0, 0, SW_UNLIMITED };
    int n = 0;
    if (len < sizeof buf) {
        memcpy(buf, params, len + 1);
        for (char *save, *f = strtok_r(buf, ",", &save); f; f = strtok_r(NULL, ",", &save), n++)
            if (n == 3 || sw_num_u64(f, strlen(f), &value[n]) != SW_OK || !value[n] || value[n] > 65535)
                return sw_err_usage(err, "--admit: cpac: not maxReducers,maxComputing[,cap]: '%s'", params);
    }
    if (n < 2 || value[1] > value[0])
        return sw_err_usage(err, "--admit: cpac takes maxReducers,maxComputing[,cap], the first not less than the "
                                 "second: '%s'", params ? params : "");
    rule->reducers = (int64_t)value[0];
    rule->computing = (int64_t)value[1];
    rule->per_job = (int64_t)value[2];
    return SW_OK;
}

/* A2. */
static bool may_start(const struct sw_admit_rule *rule, int64_t shuffling, int64_t running)
{
    return shuffling < rule->computing && running < rule->per_job;
}

/* A3. */
static bool may_compute(const struct sw_admit_rule *rule, int64_t computing)
{
    return computing < rule->computing;
}

const struct sw_admit sw_admit_cpac = {
    .name = "cpac", .summary = "maxReducers on a node, maxComputing of them computing",
    .params = "maxReducers,maxComputing[,cap]",
    .splits = true, .parse = parse, .may_start = may_start, .may_compute = may_compute,
};
