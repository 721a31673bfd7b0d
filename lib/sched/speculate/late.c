/* SPDX-License-Identifier: GPL-3.0-or-later */
/* late.c - Longest Approximate Time to End (LATE 4): of the tasks that progress slowly, copy the one that would end
 * last, on a node that is not slow itself, while few copies run.
 *
 * Time left is estimated as (1 - score) / rate, rate = score / time since launch. */
#include "lib/base/million.h"
#include "lib/sched/params.h"
#include "lib/sched/speculate/parts.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_num.h"
#include <math.h>
#include <string.h>

/* "10%" or "0.1". */
static bool is_share(const char *text, int64_t *millionths)
{
    double share;
    if (sw_num_fraction(text, &share) != SW_OK || share < 0 || share > 1)
        return false;
    *millionths = llround(share * 1e6);
    return true;
}

/* A percentile, 0 to 100. */
static bool is_percentile(const char *text, int64_t *millionths)
{
    double p;
    if (sw_num_real(text, strlen(text), &p) != SW_OK || !(p >= 0 && p <= 100))
        return false;
    *millionths = llround(p * 1e4);
    return true;
}

/* C4: cap, slownode, slowtask and lag. */
static bool read_fields(char **field, int n, struct sw_speculate_rule *rule)
{
    return (n == 3 || n == 4) && is_share(field[0], &rule->cap) && is_percentile(field[1], &rule->slow_node)
           && is_percentile(field[2], &rule->slow_task)
           && (n == 3 || (sw_num_duration(field[3], &rule->lag_us) == SW_OK && rule->lag_us >= 0));
}

/* C4: LATE's own numbers, unless given. */
static int parse(const char *params, struct sw_speculate_rule *rule, struct sw_err *err)
{
    char buf[128], *field[4];
    rule->cap = 100000;
    rule->slow_node = rule->slow_task = 250000;
    rule->lag_us = 60 * SW_US_PER_S;
    if (!params)
        return SW_OK;
    if (!read_fields(field, sw_params_fields(params, buf, sizeof buf, field, 4), rule))
        return sw_err_usage(err, "--speculate: late takes cap,slownode,slowtask[,lag], a share of the slots, two "
                                 "percentiles and a time: '%s'", params);
    return SW_OK;
}

/* C4.3. */
static bool slow(const struct sw_speculate_rule *rule, const struct sw_progress *task,
                 const struct sw_stage_progress *stage)
{
    (void)rule;
    return sw_progress_slower(task, &stage->bar);
}

/* (1 - a) t / a > (1 - b) u / b, for scores a and b after t and u; nothing done yet is the longest of all. */
static bool ends_later(const struct sw_progress *a, const struct sw_progress *b)
{
    if (!a->score || !b->score)
        return !a->score && b->score;
    return (__int128)(SW_SCORE_ONE - a->score) * a->age_us * b->score
        > (__int128)(SW_SCORE_ONE - b->score) * b->age_us * a->score;
}

/* C4.2: a node that has done nothing yet is not slow. */
static bool may_use(const struct sw_speculate_rule *rule, int64_t done, int64_t bar)
{
    (void)rule;
    return done == 0 || done >= bar;
}

/* C4.1. */
static bool has_room(const struct sw_speculate_rule *rule, int64_t copies, int64_t slots)
{
    return copies * MILLION < rule->cap * slots;
}

const struct sw_speculate sw_speculate_late = {
    .name = "late", .summary = "copy the slow task that would end last, on a node that is not slow, a few at a time",
    .params = "[:cap,slownode,slowtask[,lag]]", .rates = true,
    .parse = parse, .slow = slow, .before = ends_later, .may_use = may_use, .has_room = has_room,
};
