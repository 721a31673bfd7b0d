/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows.c - pools by what they have used in windows of time, each of which counts less than the one after it: Maui's
 * and Moab's fairshare (U11 of docs/model.md). */
#include "lib/sched/order/parts.h"
#include "lib/sched/params.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_num.h"
#include <string.h>

/* U10, U11. */
static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    struct sw_windows *w = &rule->windows;
    char buf[128], *field[4] = { NULL };
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 4) : 0;
    int64_t depth = 0;
    if (n < 3)
        return sw_err_usage(err, "--order: windows takes INTERVAL,DEPTH,DECAY[,PERIOD]: '%s'", params ? params : "");
    if (sw_params_time("order: windows", field[0], 1, &w->interval_us, err) != SW_OK
        || (n > 3 && sw_params_time("order: windows", field[3], 1, &rule->update_us, err) != SW_OK))
        return SW_FAIL;
    if (sw_num_i64(field[1], strlen(field[1]), &depth) != SW_OK || depth < 1 || depth > SW_MAX_WINDOWS)
        return sw_err_usage(err, "--order: windows: not a depth from 1 to %d: '%s'", SW_MAX_WINDOWS, field[1]);
    if (sw_num_real(field[2], strlen(field[2]), &w->decay) != SW_OK || !(w->decay >= 0 && w->decay <= 1))
        return sw_err_usage(err, "--order: windows: not a decay from 0 to 1: '%s'", field[2]);
    w->depth = (uint32_t)depth;
    return SW_OK;
}

/* U11.1: per cent less the target, in millionths. */
static void least_beyond_target(const struct sw_pool_view *pool, struct sw_key *key)
{
    sw_key_whole(0, pool->share - pool->weight, key);
}

const struct sw_order sw_order_windows = {
    .name = "windows", .summary = "the pool that has used least beyond its target, by windows of time; others are held",
    .params = "INTERVAL,DEPTH,DECAY[,PERIOD]", .uses_pools = true, .by_windows = true, .follows_running = true,
    .update_us = 30 * SW_US_PER_S, .parse = parse, .job_key = sw_key_fair_weighted, .pool_key = least_beyond_target,
};
