/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prices.c - what distance cost the tasks of a log, and the factors that the study replays it with. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/log/measure.h"
#include "lib/study/study.h"

/* ---- what was cached ---------------------------------------------------------------------------------- */

struct timed { bool cached; double s; };

static bool is_cached(const struct sw_task_row *row)
{
    return row->locality == SW_AT_PROCESS;
}

static double median_of(const struct timed *t, size_t n, bool cached, double *room, uint64_t *n_of)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        if (t[i].cached == cached)
            room[k++] = t[i].s;
    *n_of = k;
    sw_sort(room, k);
    return k > 0 ? sw_quantile_sorted(room, k, 0.5) : NAN;
}

/* Of the stages that had tasks both at the process and elsewhere. A stage's tasks stand together. */
static int measure_cached(struct sw_study *s, struct sw_err *err)
{
    const struct sw_log *log = s->ask.log;
    struct timed *t = calloc(log->n_tasks + 1, sizeof *t);
    double *room = calloc(log->n_tasks + 1, sizeof *room);
    size_t n = 0;
    for (size_t i = 0, next; t && room && i < log->n_tasks; i = next) {
        size_t from = n;
        bool has[2] = { false, false };
        for (next = i; next < log->n_tasks && log->tasks[next].job == log->tasks[i].job
                       && log->tasks[next].last->row.stage == log->tasks[i].last->row.stage; next++) {
            const struct sw_task_row *row = &log->tasks[next].last->row;
            if (!log->tasks[next].done || !log_knows(row, SW_TASK_LOCALITY) || row->locality == SW_AT_NONE)
                continue;
            t[n++] = (struct timed){ is_cached(row), study_seconds(log->tasks[next].time_us) };
            has[is_cached(row)] = true;
        }
        n = has[0] && has[1] ? n : from;
    }
    if (t && room) {
        s->cached_s = median_of(t, n, true, room, &s->n_cached);
        s->uncached_s = median_of(t, n, false, room, &s->n_uncached);
    }
    bool had_room = t && room;
    free(t);
    free(room);
    return had_room ? SW_OK : sw_err_memory(err);
}

/* ---- what distance cost ---------------------------------------------------------------------------------- */

/* The factor a replay is to use: no gain rests on a penalty that cannot be told from none. */
static double cost_of(const struct sw_ratio *penalty)
{
    return penalty->tells && penalty->lo > 1 ? penalty->value : 1;
}

/* The part of a remote task's excess that a task in the rack has; all of it where the log cannot tell. */
static double rack_part(const struct sw_study *s)
{
    const struct sw_ratio *rack = &s->penalty_rack, *any = &s->penalty_any;
    if (!rack->tells || !any->tells || any->value <= 1.02)
        return 1;
    return fmin(1, fmax(0, (rack->value - 1) / (any->value - 1)));
}

/* The most that a measured factor allows; where nothing was measured, ten times the task. */
static double most_of(const struct sw_ratio *of, double otherwise)
{
    return isnan(of->hi) ? otherwise : fmin(SW_PRICE_GREATEST, fmax(1, of->hi));
}

static double least_of(const struct sw_ratio *of, double value)
{
    return value > 1 ? fmax(1, of->lo) : 1;
}

static void set_price(struct sw_study *s, size_t i, double rack, double any)
{
    s->price[i].wanted = true;
    s->price[i].rack = rack;
    s->price[i].any = fmax(rack, any);
    if (s->n_prices <= i)
        s->n_prices = i + 1;
}

/* The pools of which two have factors that cannot be one. */
static void price_pools(struct sw_study *s, struct measure *m)
{
    double least_hi = INFINITY, most_lo = 0;
    size_t n = SW_PRICE_POOLS;
    for (size_t i = 0; i < sw_keys_count(m->pools) && n < SW_PRICES; i++) {
        struct sw_ratio any = estimate_penalty(m, MEASURE_ANY, (uint32_t)i);
        struct sw_ratio rack = estimate_penalty(m, MEASURE_RACK, (uint32_t)i);
        size_t len;
        const char *name = sw_keys_text(m->pools, i, &len);
        if ((!any.tells && !rack.tells) || len == 0 || len >= sizeof s->price->pool)
            continue;
        least_hi = fmin(least_hi, any.tells ? any.hi : rack.hi);
        most_lo = fmax(most_lo, any.tells ? any.lo : rack.lo);
        memcpy(s->price[n].pool, name, len);
        set_price(s, n++, cost_of(&rack), any.tells ? cost_of(&any) : cost_of(&rack));
    }
    if (least_hi < most_lo)
        return;
    for (size_t i = SW_PRICE_POOLS; i < n; i++)
        s->price[i].wanted = false;
}

static void set_prices(struct sw_study *s, struct measure *m)
{
    struct sw_study_price *of = s->price;
    if (!isnan(s->ask.remote_cost_s)) {
        double any = 1 + s->ask.remote_cost_s / s->local_s;
        set_price(s, SW_PRICE_MEASURED, 1 + (any - 1) * rack_part(s), any);
        return;
    }
    set_price(s, SW_PRICE_MEASURED, cost_of(&s->penalty_rack), cost_of(&s->penalty_any));
    double most_any = most_of(&s->penalty_any, most_of(&s->penalty_rack, SW_PRICE_GREATEST));
    set_price(s, SW_PRICE_MOST, most_of(&s->penalty_rack, most_any), most_any);
    set_price(s, SW_PRICE_LEAST, least_of(&s->penalty_rack, of->rack), least_of(&s->penalty_any, of->any));
    of[SW_PRICE_MOST].wanted = of[SW_PRICE_MOST].rack > of->rack || of[SW_PRICE_MOST].any > of->any;
    of[SW_PRICE_LEAST].wanted = of[SW_PRICE_LEAST].rack < of->rack || of[SW_PRICE_LEAST].any < of->any;
    price_pools(s, m);
}

/* Of all tasks: a log need not say how attempts ended. */
static double mean_time_s(const struct sw_log *log)
{
    struct sw_moments m = { 0 };
    for (size_t i = 0; i < log->n_tasks; i++)
        if (log->tasks[i].done)
            sw_moments_add(&m, study_seconds(log->tasks[i].time_us));
    return sw_moments_mean(&m);
}

int prices_set(struct sw_study *s, struct measure *m, struct sw_err *err)
{
    s->penalty_rack = estimate_penalty(m, MEASURE_RACK, MEASURE_ALL);
    s->penalty_any = estimate_penalty(m, MEASURE_ANY, MEASURE_ALL);
    s->local_s = measure_mean_s(m, true);
    if (isnan(s->local_s))
        s->local_s = measure_mean_s(m, false);
    if (isnan(s->local_s))
        s->local_s = sw_moments_mean(&m->mean_s);
    if (isnan(s->local_s))
        s->local_s = mean_time_s(s->ask.log);
    set_prices(s, m);
    return measure_cached(s, err);
}
