/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.c - the same days under Spark's other order: FAIR for a log made under FIFO, and FIFO for one of FAIR. It
 * is replayed under the own wait on all days, beside the measured costs, as a price of its own. */
#include <math.h>
#include <stdlib.h>
#include "lib/log/log.h"
#include "lib/study/study.h"

/* Jobs that never meet go in any order. */
static bool jobs_meet(const struct sw_log *log)
{
    /* A job that comes before all earlier ones have ended meets one of them. */
    int64_t last_us = INT64_MIN;
    for (size_t i = 0; i < log->n_jobs; i++) {
        if (log->jobs[i].submit_us < last_us)
            return true;
        last_us = log->jobs[i].end_us > last_us ? log->jobs[i].end_us : last_us;
    }
    return false;
}

/* FAIR without a file has one pool a name; up to 3.3.1 it is fifo inside, so that one pool alone is FIFO. */
static bool is_told_apart(const struct sw_log *log)
{
    if (log->own->fair_default)
        return true;
    for (size_t i = 1; i < log->n_jobs; i++)
        if (!sw_text_same(log->jobs[i].pool, log->jobs[0].pool))
            return true;
    return false;
}

int order_find(struct sw_study *s, struct sw_err *err)
{
    const struct sw_log *log = s->ask.log;
    struct sw_other_order *o = &s->other;
    o->fair = !log->fair;
    o->none = !log->offers || !log->order == log->fair || (s->ask.pools && !log->fifo_pools) ? SW_ORDER_NOT_ASKED
              : !jobs_meet(log) ? SW_ORDER_NEVER_MET : !is_told_apart(log) ? SW_ORDER_ONE_POOL : SW_ORDER_TRIED;
    if (o->none != SW_ORDER_TRIED)
        return SW_OK;
    if (!(o->opt = malloc(sizeof *o->opt)))
        return sw_err_memory(err);
    *o->opt = *s->opt;
    o->wanted = true;
    /* Spark's FAIR is the policy hfs, with the pools of policy_pools(). */
    if ((o->fair ? sw_order_find("hfs", &o->opt->order, err) : sw_order_find("fifo", &o->opt->order, err)) != SW_OK)
        return SW_FAIL;
    if (!(o->response_us = calloc(log->n_jobs + 1, sizeof *o->response_us)))
        return sw_err_memory(err);
    for (size_t i = 0; i < log->n_jobs; i++)
        /* -1: not done. */
        o->response_us[i] = -1;
    s->price[SW_PRICE_ORDER] = (struct sw_study_price){ .wanted = true, .first = SW_PRICE_ORDER };
    if (s->n_prices <= SW_PRICE_ORDER)
        s->n_prices = SW_PRICE_ORDER + 1;
    return o->fair ? policy_pools(log, &o->pools, err) : SW_OK;
}

void order_free(struct sw_other_order *o)
{
    free(o->opt);
    free(o->response_us);
    sw_pools_free(o->pools);
}

/* ---- what it came to -------------------------------------------------------------------------------- */

static struct sw_gained gained_of(const struct sw_study *s, size_t class)
{
    struct sw_gained g = { 0 };
    struct sw_moments m = { 0 };
    double sum[2] = { 0, 0 };
    for (uint64_t run = 0; run <= s->n_runs; run++) {
        const struct sw_tally *own = &s->price[SW_PRICE_MEASURED].tally[0][run][class];
        const struct sw_tally *other = &s->price[SW_PRICE_ORDER].tally[0][run][class];
        if (own->jobs == 0 || other->jobs == 0 || own->sum_s <= 0 || other->sum_s <= 0)
            continue;
        const double own_s = own->sum_s / (double)own->jobs, other_s = other->sum_s / (double)other->jobs;
        sum[0] += own_s;
        sum[1] += other_s;
        sw_moments_add(&m, log(other_s / own_s));
    }
    /* One day has no spread, so nothing is told: jobs is 0. */
    if (m.n < 2)
        return g;
    g.jobs = s->price[SW_PRICE_MEASURED].tally[0][0][class].jobs;
    g.response_s[0] = sum[0] / (double)m.n;
    g.response_s[1] = sum[1] / (double)m.n;
    g.change = g.response_s[1] / g.response_s[0] - 1;
    /* That of a day, of logarithms, as goals_interval() has it. */
    const double half = sw_moments_t(0.5 + s->level / 2, (double)(m.n - 1)) * sw_moments_sd(&m)
                        * sqrt(1 + 1 / (double)m.n);
    g.interval = (struct sw_interval){ expm1(m.mean - half), expm1(m.mean + half) };
    return g;
}

/* On the day that was alone, so without an interval. */
static struct sw_gained gained_of_pool(const struct sw_study *s, struct sw_text pool)
{
    const struct sw_log *log = s->ask.log;
    struct sw_gained g = { .interval = { NAN, NAN } };
    double sum[2] = { 0, 0 };
    for (size_t i = 0; i < log->n_jobs; i++) {
        const int64_t own = s->tried[0].response_us[i], other = s->other.response_us[i];
        if (!sw_text_same(log->jobs[i].pool, pool) || !sw_log_counts(&log->jobs[i]) || own < 0 || other < 0)
            continue;
        g.jobs++;
        sum[0] += study_seconds(own);
        sum[1] += study_seconds(other);
    }
    g.response_s[0] = sum[0] / (double)g.jobs;
    g.response_s[1] = sum[1] / (double)g.jobs;
    g.change = sum[1] / sum[0] - 1;
    return g;
}

struct sw_gained sw_study_gained(const struct sw_study *s) { return gained_of(s, SW_CLASS_ALL); }
struct sw_gained sw_study_gained_of_size(const struct sw_study *s, size_t bin)
{
    return gained_of(s, SW_CLASS_SIZES + bin);
}

size_t sw_study_gained_of_pools(const struct sw_study *s, struct sw_gained *out, struct sw_text *pool, size_t most)
{
    const struct sw_log *log = s->ask.log;
    size_t n = 0;
    for (size_t i = 0; i < log->n_jobs; i++) {
        /* Jobs without a pool are in none. */
        bool known = log->jobs[i].pool.len == 0;
        for (size_t k = 0; k < n && !known; k++)
            known = sw_text_same(pool[k], log->jobs[i].pool);
        if (known || n == most)
            continue;
        pool[n] = log->jobs[i].pool;
        out[n] = gained_of_pool(s, pool[n]);
        /* A pool of which no job counts is written over by the next. */
        n += out[n].jobs > 0;
    }
    /* One pool alone has no other beside it. */
    return n > 1 ? n : 0;
}
