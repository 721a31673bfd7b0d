/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.c - what pools have used, which decays (U5 to U9): ticks over the counts that the sweep keeps. */
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

/* ---- one list (U7 to U9) ------------------------------------------------------------------------------ */

/* With a row, or a job that has been submitted. */
static bool is_there(const struct audit *a, uint32_t pool)
{
    return (a->pools && pool < a->pools->n) || a->pool[pool].first_submit_us <= a->tick_us;
}

/* The weights of the pools beside it, itself included. */
static double share_of(const struct audit *a, uint32_t pool)
{
    int64_t all = 0;
    for (uint32_t p = 0; p < a->n_pools; p++)
        all += a->pool[p].parent == a->pool[pool].parent && is_there(a, p) ? a->pool[p].weight : 0;
    return all && is_there(a, pool) ? (double)a->pool[pool].weight / (double)all : 0;
}

static double norm_of(const struct audit *a, uint32_t pool)
{
    double norm = 1;
    uint32_t up = a->pool[pool].parent;
    if (up != NONE)
        norm = norm_of(a, up);
    return share_of(a, pool) * norm;
}

/* U3.1 */
static double effective_of(const struct audit *a, uint32_t pool, int kind, double all)
{
    double used = all > 0 ? (double)millionths(slots_of(a, &a->pool[pool].usage[kind])) / all : 0;
    uint32_t up = a->pool[pool].parent;
    return up == NONE ? used : used + (effective_of(a, up, kind, all) - used) * share_of(a, pool);
}

static void find_key(struct audit *a, uint32_t pool, int kind, double all)
{
    double norm = norm_of(a, pool), used = (double)a->pool[pool].slot_s[kind], key = 4e12;
    if (norm > 0)
        key = (a->rules.by_product ? effective_of(a, pool, kind, all) : used) / norm;
    a->pool[pool].list_key[kind] = is_there(a, pool) ? millionths(key > 4e12 ? 4e12 : key) : 0;
}

static void find_keys(struct audit *a)
{
    for (int kind = 0; kind < 2; kind++) {
        double all = 0;
        for (uint32_t p = 0; p < a->n_pools; p++)
            if (a->pool[p].parent == NONE)
                all += (double)millionths(slots_of(a, &a->pool[p].usage[kind]));
        for (uint32_t p = 0; p < a->n_pools; p++)
            find_key(a, p, kind, all);
    }
}

/* U9: at that tick. */
static void grow(struct audit *a, int64_t at_us)
{
    int64_t life_us = a->rules.half_life_us, multiple_us = (at_us - 1) / life_us * life_us;
    bool halves = multiple_us > 0 && multiple_us >= at_us - a->rules.interval_us;
    for (uint32_t p = 0; p < a->n_pools; p++)
        for (int kind = 0; kind < 2; kind++) {
            int64_t *used = &a->pool[p].slot_s[kind];
            *used = max_i64(*used, 1) + a->pool[p].running[kind] * (a->rules.interval_us / SW_US_PER_S);
            *used = halves ? max_i64(*used / 2, 1) : *used;
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
        for (int kind = 0; kind < 2; kind++) {
            a->pool[p].usage[kind] = (struct usage){ 0 };
            a->pool[p].slot_s[kind] = a->pool[p].list_key[kind] = 0;
        }
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
    for (int64_t i = 0; i < n && a->rules.by_halves; i++)
        grow(a, a->next_update_us + i * a->rules.interval_us);
    a->tick_us = a->next_update_us + (n - 1) * a->rules.interval_us;
    if (a->rules.by_product || a->rules.by_halves)
        find_keys(a);
    a->next_update_us += n * a->rules.interval_us;
}

/* The one at this instant. clear: the instant has one round; else it is not said what the tick saw of it. */
void audit_usage_at(struct audit *a, bool clear)
{
    if (a->rules.order == ORDER_USAGE && a->next_update_us == a->now_us && !clear && a->now_us < a->blind_us)
        a->blind_us = a->now_us;
    audit_usage_until(a, a->now_us + 1);
}
