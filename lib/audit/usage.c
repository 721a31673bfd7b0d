/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.c - what pools have used, which decays (U5, U6): ticks over the counts that the sweep keeps. */
#include "lib/audit/audit.h"
#include <math.h>

/* U5.2: 2^(-k PERIOD/HALFLIFE) */
static double left_of(const struct audit *a, int64_t ticks)
{
    return exp2(-(double)ticks * (double)a->rules.interval_us / (double)a->rules.half_life_us);
}

/* U5.3 */
static double slots_of(const struct audit *a, const struct usage *u)
{
    double running = (double)u->running, now = running + (u->before - running) * left_of(a, u->ticks);
    return now > a->rules.usage_start ? now : a->rules.usage_start;
}

static int64_t millionths(double slots)
{
    return (int64_t)floor(slots * 1e6 + 0.5);
}

/* Of a pool, now. */
int64_t audit_usage_of(const struct audit *a, uint32_t pool, int kind)
{
    const struct usage *u = &a->pool[pool].usage[kind];
    int64_t more = a->pool[pool].running[kind] - u->running, used = millionths(slots_of(a, u));
    return used + (a->rules.counts_entries && more > 0 ? more * millionths(1 - left_of(a, 1)) : 0);
}

static void tick(struct audit *a)
{
    for (uint32_t p = 0; p < a->n_pools; p++)
        for (int kind = 0; kind < 2; kind++) {
            struct usage *u = &a->pool[p].usage[kind];
            if (u->running != a->pool[p].running[kind])
                *u = (struct usage){ slots_of(a, u), a->pool[p].running[kind], 0 };
            u->ticks++;
        }
}

/* The first tick is later than the first submission. */
void audit_usage_start(struct audit *a)
{
    if (a->rules.order != ORDER_USAGE)
        return;
    a->next_update_us = NEVER;
    for (uint32_t j = 0; j < a->n_jobs; j++)
        if (a->job[j].submit_us < NEVER)
            a->next_update_us = min_i64(a->next_update_us, (a->job[j].submit_us / a->rules.interval_us + 1)
                                                               * a->rules.interval_us);
    for (uint32_t p = 0; p < a->n_pools; p++)
        a->pool[p].usage[0] = a->pool[p].usage[1] = (struct usage){ 0 };
}

/* Ticks before at_us, between which nothing changes: of many, all but the first find the same. */
void audit_usage_until(struct audit *a, int64_t at_us)
{
    if (a->rules.order != ORDER_USAGE || a->next_update_us >= at_us)
        return;
    int64_t n = (at_us - a->next_update_us + a->rules.interval_us - 1) / a->rules.interval_us;
    tick(a);
    for (uint32_t p = 0; p < a->n_pools; p++)
        for (int kind = 0; kind < 2; kind++)
            a->pool[p].usage[kind].ticks += n - 1;
    a->next_update_us += n * a->rules.interval_us;
}

/* The one at this instant. clear: the instant has one round; else it is not said what the tick saw of it. */
void audit_usage_at(struct audit *a, bool clear)
{
    if (a->rules.order == ORDER_USAGE && a->next_update_us == a->now_us && !clear && a->now_us < a->blind_us)
        a->blind_us = a->now_us;
    audit_usage_until(a, a->now_us + 1);
}
