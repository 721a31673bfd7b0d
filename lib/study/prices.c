/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prices.c - what distance cost the tasks of a log, and the factors that the study replays it with. Days draw from
 * a posterior of the factors; pools are replayed at what was measured of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_sort.h"
#include "lib/log/log.h"
#include "lib/log/measure.h"
#include "lib/study/study.h"

/* ---- what was cached ---------------------------------------------------------------------------------- */

struct timed { bool cached; double s; };

static bool is_cached(const struct sw_log_attempt *row)
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
    sw_sort_reals(room, k);
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
                       && log->tasks[next].last->stage == log->tasks[i].last->stage; next++) {
            const struct sw_log_attempt *row = log->tasks[next].last;
            if (!log->tasks[next].done || !row->has_locality || row->locality == SW_AT_NONE)
                continue;
            t[n++] = (struct timed){ is_cached(row), study_seconds(log->tasks[next].time_us) };
            has[is_cached(row)] = true;
        }
        /* Stages that had one sort alone are taken back. */
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

/* What a task takes longer off its data, before the log has said anything: log-normal, half of all clusters below 0.4
 * of its time, and 19 of 20 between 0.05 and 3.5 (docs/decisions/price-of-distance.md). */
#define PRIOR_MEDIAN 0.4
#define PRIOR_SIGMA 1.1
/* Of data that executors hold in memory: elsewhere it is read again or computed. */
#define CACHED_MEDIAN 1.5
#define CACHED_SIGMA 1.2
#define STEP 0.0125              /* of the grid, in sigmas */
#define LEAST_SD 0.005           /* of the logarithm of a factor that was measured */
#define OF_RACK 0.5              /* of what a task takes longer beyond its rack, in it, where only one is measured */

/* The factor below which a share `at` of the posterior is: prior and what was measured, on a grid. */
double prices_quantile(const struct sw_ratio *of, bool cached, double at)
{
    const double median = cached ? CACHED_MEDIAN : PRIOR_MEDIAN, sigma = cached ? CACHED_SIGMA : PRIOR_SIGMA;
    enum { N = 801 };
    double log_w[N], w[N], most = -INFINITY, sum = 0;
    const bool measured = !isnan(of->lo);
    /* 3.92 deviations are the width of an interval at 95 %. */
    const double sd = fmax(LEAST_SD, (log(of->hi) - log(of->lo)) / 3.92);
    for (int i = 0; i < N; i++) {
        /* The grid spans five sigmas on each side of the median. */
        const double z = (i - N / 2) * STEP, excess = median * exp(sigma * z);
        const double off = measured ? (log1p(excess) - log(of->value)) / sd : 0;
        log_w[i] = -0.5 * (z * z + off * off);
        most = fmax(most, log_w[i]);
    }
    for (int i = 0; i < N; i++)
        sum += w[i] = exp(log_w[i] - most);
    int i = 0;
    /* Within its cell the share is taken along a line. */
    for (at *= sum; i < N - 1 && (at -= w[i]) > 0; i++)
        ;
    const double z = (i - N / 2 + (w[i] > 0 ? at / w[i] + 0.5 : 0)) * STEP;
    return fmin(SW_PRICE_GREATEST, 1 + median * exp(sigma * z));
}

/* In the rack and beyond at one place of their posteriors; a level that was not measured costs by the one that was. */
static struct sw_cost cost_at(const struct sw_study *s, double at)
{
    const struct sw_ratio *rack = &s->penalty_rack, *any = &s->penalty_any;
    const bool told = !isnan(s->ask.remote_cost_s), has_rack = !told && !isnan(rack->lo);
    const double in_rack = has_rack ? prices_quantile(rack, s->cached, at) : NAN;
    struct sw_cost c;
    if (s->ask.price_given)
        return (struct sw_cost){ .rack = s->ask.opt->penalty_rack,
                                 .any = fmax(s->ask.opt->penalty_rack, s->ask.opt->penalty_off) };
    /* Seconds that are told become a factor on a task at its data. */
    if (told)
        c.any = 1 + s->ask.remote_cost_s / s->local_s;
    /* Only the rack was measured. */
    else if (has_rack && isnan(any->lo))
        c.any = 1 + (in_rack - 1) / OF_RACK;
    else
        c.any = prices_quantile(any, s->cached, at);
    c.rack = has_rack ? in_rack : 1 + OF_RACK * (c.any - 1);
    /* Farther away is never cheaper. */
    c.any = fmax(c.any, c.rack);
    return c;
}

/* Each day another place of the posterior, all of them evenly (the golden ratio's multiples); run 0 its median. */
int prices_draw(struct sw_study *s, struct sw_err *err)
{
    if (!(s->cost = calloc(s->most_runs + 1, sizeof *s->cost)))
        return sw_err_memory(err);
    for (uint64_t run = 0; run <= s->most_runs; run++)
        s->cost[run] = cost_at(s, run == 0 ? 0.5 : fmod((double)run * 0.6180339887498949, 1));
    return SW_OK;
}

/* The factor that a pool's replays use: no gain rests on a penalty that cannot be told from none. */
static double cost_of(const struct sw_ratio *penalty)
{
    return penalty->tells && penalty->lo > 1 ? penalty->value : 1;
}

static void set_price(struct sw_study *s, size_t i, double rack, double any)
{
    s->price[i].wanted = true;
    s->price[i].rack = rack;
    s->price[i].any = fmax(rack, any);
    /* An earlier pool with the same factors does the replays for both. */
    size_t first = i < SW_PRICE_POOLS ? i : SW_PRICE_POOLS;
    while (first < i && (s->price[first].rack != rack || s->price[first].any != s->price[i].any))
        first++;
    s->price[i].first = first;
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
        /* Nothing was measured, or the name is none that can be kept. */
        if ((!any.tells && !rack.tells) || len == 0 || len >= sizeof s->price->pool)
            continue;
        least_hi = fmin(least_hi, any.tells ? any.hi : rack.hi);
        most_lo = fmax(most_lo, any.tells ? any.lo : rack.lo);
        memcpy(s->price[n].pool, name, len);
        set_price(s, n++, cost_of(&rack), any.tells ? cost_of(&any) : cost_of(&rack));
    }
    /* An interval ends below where another begins: these two cannot be one. */
    if (least_hi < most_lo)
        return;
    for (size_t i = SW_PRICE_POOLS; i < n; i++)
        s->price[i].wanted = false;
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

static struct sw_ratio penalty_of(struct measure *m, enum measure_level level)
{
    const struct sw_ratio of = estimate_penalty(m, level, MEASURE_ALL);
    const struct sw_ratio few = isnan(of.value) ? estimate_penalty_by_few(m, level) : of;
    return isnan(few.value) ? of : few;
}

int prices_set(struct sw_study *s, struct measure *m, struct sw_err *err)
{
    s->penalty_rack = penalty_of(m, MEASURE_RACK);
    s->penalty_any = penalty_of(m, MEASURE_ANY);
    /* At its node, else wherever it read blocks, else of attempts that were done, else of all tasks. */
    s->local_s = measure_mean_s(m, true);
    if (isnan(s->local_s))
        s->local_s = measure_mean_s(m, false);
    if (isnan(s->local_s))
        s->local_s = sw_moments_mean(&m->mean_s);
    if (isnan(s->local_s))
        s->local_s = mean_time_s(s->ask.log);
    const struct sw_cost c = cost_at(s, 0.5);
    set_price(s, SW_PRICE_MEASURED, c.rack, c.any);
    if (s->ask.by_pool && !s->ask.price_given && isnan(s->ask.remote_cost_s)) /* by the caller */
        price_pools(s, m);
    return measure_cached(s, err);
}
