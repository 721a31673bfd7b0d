/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prices.c - see prices.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tools/advise/prices.h"

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
int prices_cached(struct study *s, struct sw_err *err)
{
    const struct recorded *rec = &s->back->log.rec;
    struct timed *t = calloc(rec->n_tasks + 1, sizeof *t);
    double *room = calloc(rec->n_tasks + 1, sizeof *room);
    size_t n = 0;
    for (size_t i = 0, next; t && room && i < rec->n_tasks; i = next) {
        size_t from = n;
        bool has[2] = { false, false };
        for (next = i; next < rec->n_tasks && rec->tasks[next].job == rec->tasks[i].job
                       && rec->tasks[next].last->row.stage == rec->tasks[i].last->row.stage; next++) {
            const struct sw_task_row *row = &rec->tasks[next].last->row;
            if (!rec->tasks[next].done || (row->known >> SW_TASK_LOCALITY & 1) == 0 || row->locality == SW_AT_NONE)
                continue;
            t[n++] = (struct timed){ is_cached(row), (double)rec->tasks[next].time_us / (double)SW_US_PER_S };
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
static double cost_of(const struct estimate_ratio *penalty)
{
    return penalty->tells && penalty->lo > 1 ? penalty->value : 1;
}

/* The part of a remote task's excess that a task in the rack has; all of it where the log cannot tell. */
static double rack_part(const struct study *s)
{
    const struct estimate_ratio *rack = &s->penalty_rack, *any = &s->penalty_any;
    if (!rack->tells || !any->tells || any->value <= 1.02)
        return 1;
    return fmin(1, fmax(0, (rack->value - 1) / (any->value - 1)));
}

/* The most that a measured factor allows; where nothing was measured, ten times the task. */
static double most_of(const struct estimate_ratio *of, double otherwise)
{
    return isnan(of->hi) ? otherwise : fmin(STUDY_GREATEST, fmax(1, of->hi));
}

static double least_of(const struct estimate_ratio *of, double value)
{
    return value > 1 ? fmax(1, of->lo) : 1;
}

static void set_price(struct study *s, size_t i, double rack, double any)
{
    s->price[i].wanted = true;
    s->price[i].rack = rack;
    s->price[i].any = fmax(rack, any);
    if (s->n_prices <= i)
        s->n_prices = i + 1;
}

/* The pools of which two have factors that cannot be one. */
static void price_pools(struct study *s)
{
    double least_hi = INFINITY, most_lo = 0;
    size_t n = STUDY_POOLS;
    for (size_t i = 0; i < sw_keys_count(s->measured.pools) && n < STUDY_PRICES; i++) {
        struct estimate_ratio any = estimate_penalty(&s->measured, MEASURE_ANY, (uint32_t)i);
        struct estimate_ratio rack = estimate_penalty(&s->measured, MEASURE_RACK, (uint32_t)i);
        size_t len;
        const char *name = sw_keys_text(s->measured.pools, i, &len);
        if ((!any.tells && !rack.tells) || len == 0 || len >= sizeof s->price->pool)
            continue;
        least_hi = fmin(least_hi, any.tells ? any.hi : rack.hi);
        most_lo = fmax(most_lo, any.tells ? any.lo : rack.lo);
        memcpy(s->price[n].pool, name, len);
        set_price(s, n++, cost_of(&rack), any.tells ? cost_of(&any) : cost_of(&rack));
    }
    if (least_hi < most_lo)
        return;
    for (size_t i = STUDY_POOLS; i < n; i++)
        s->price[i].wanted = false;
}

static void price(struct study *s)
{
    struct price *of = s->price;
    if (s->cost_given) {
        double any = 1 + s->remote_cost_s / s->local_s;
        set_price(s, STUDY_MEASURED, 1 + (any - 1) * rack_part(s), any);
        return;
    }
    set_price(s, STUDY_MEASURED, cost_of(&s->penalty_rack), cost_of(&s->penalty_any));
    double most_any = most_of(&s->penalty_any, most_of(&s->penalty_rack, STUDY_GREATEST));
    set_price(s, STUDY_MOST, most_of(&s->penalty_rack, most_any), most_any);
    set_price(s, STUDY_LEAST, least_of(&s->penalty_rack, of->rack), least_of(&s->penalty_any, of->any));
    of[STUDY_MOST].wanted = of[STUDY_MOST].rack > of->rack || of[STUDY_MOST].any > of->any;
    of[STUDY_LEAST].wanted = of[STUDY_LEAST].rack < of->rack || of[STUDY_LEAST].any < of->any;
    price_pools(s);
}

int prices_measure(struct study *s, struct sw_err *err)
{
    const char *const files[] = { s->file, NULL };
    const struct measure_input in = { .files = files, .n_files = 1, .cluster = s->cfg->cluster_file };
    if (!s->is_measured && measure_read(&s->measured, &in, s->cli, err) != SW_OK)
        return SW_FAIL;
    estimate_sweep(&s->measured, 0.95);
    s->penalty_rack = estimate_penalty(&s->measured, MEASURE_RACK, MEASURE_ALL);
    s->penalty_any = estimate_penalty(&s->measured, MEASURE_ANY, MEASURE_ALL);
    s->local_s = measure_mean_s(&s->measured, true);
    if (isnan(s->local_s))
        s->local_s = measure_mean_s(&s->measured, false);
    if (isnan(s->local_s))
        s->local_s = sw_moments_mean(&s->measured.mean_s);
    price(s);
    return SW_OK;
}
