/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spread.c - quantiles of numbers and of mixtures of log-normal task times. `numbers` are kept one by one. A
 * `spread` is a list of parts, each n tasks of one mean time and sigma. So a job of 10^8 tasks costs as much as one
 * of one. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/base/sw_sort.h"
#include "lib/trace/report/spread.h"

int spread_numbers_add(struct numbers *s, double x, struct sw_err *err)
{
    if (sw_grow(&s->x, &s->cap, s->n + 1, sizeof *s->x, err) != SW_OK)
        return SW_FAIL;
    s->x[s->n++] = x;
    s->sorted = false;
    return SW_OK;
}

/* n > 0. */
double spread_numbers_mean(const struct numbers *s)
{
    return gsl_stats_mean(s->x, 1, s->n);
}

double spread_numbers_quantile(struct numbers *s, double q)
{
    if (!s->sorted)
        sw_sort_reals(s->x, s->n);
    s->sorted = true;
    /* The rank of the least number that a share q stays within. 1e-9 takes off what the product may be too large
     * by. */
    double rank = ceil(q * (double)s->n - 1e-9);
    return s->x[rank < 1 ? 0 : (size_t)rank - 1];
}

int spread_add(struct spread *s, int64_t mean_us, double sigma, uint64_t n, struct sw_err *err)
{
    /* Tasks of a job come one behind the other and are often alike. */
    struct spread_part *last = s->n > 0 ? &s->at[s->n - 1] : NULL;
    s->n_tasks += n;
    s->merged = false;
    if (last && last->mean_us == mean_us && last->sigma == sigma) {
        last->n += n;
        return SW_OK;
    }
    if (sw_grow(&s->at, &s->cap, s->n + 1, sizeof *s->at, err) != SW_OK)
        return SW_FAIL;
    s->at[s->n++] = (struct spread_part){ mean_us, sigma + 0.0, n }; /* -0 becomes 0 */
    return SW_OK;
}

/* Rounded to the nearest microsecond. */
int64_t spread_mean(const struct spread *s)
{
    __int128 sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += (__int128)s->at[i].mean_us * (__int128)s->at[i].n;
    return (int64_t)((sum + (__int128)(s->n_tasks / 2)) / (__int128)s->n_tasks);
}

static int by_mean_and_sigma(const void *a, const void *b)
{
    const struct spread_part *x = a, *y = b;
    if (x->mean_us != y->mean_us)
        return x->mean_us < y->mean_us ? -1 : 1;
    return (x->sigma > y->sigma) - (x->sigma < y->sigma);
}

/* With its top bit turned, a time's bits are a key in its order; those of a sigma, never below 0,
 * are one as they stand. */
static void turn_top_bits(struct spread *s)
{
    for (size_t i = 0; i < s->n; i++)
        s->at[i].mean_us ^= INT64_MIN;
}

/* Equal parts become one, in order of time. */
static void merge(struct spread *s)
{
    size_t kept = 0;
    if (s->merged)
        return;
    /* By time, and by sigma among equal times. */
    turn_top_bits(s);
    bool sorted = sw_sort_records(s->at, s->n, sizeof *s->at, offsetof(struct spread_part, sigma)) == SW_OK
                  && sw_sort_records(s->at, s->n, sizeof *s->at, offsetof(struct spread_part, mean_us)) == SW_OK;
    turn_top_bits(s);
    /* Out of memory for sorting by digits: the order is the same. */
    if (!sorted)
        qsort(s->at, s->n, sizeof *s->at, by_mean_and_sigma);
    for (size_t i = 1; i < s->n; i++)
        if (by_mean_and_sigma(&s->at[i], &s->at[kept]) == 0)
            s->at[kept].n += s->at[i].n;
        else
            s->at[++kept] = s->at[i];
    s->n = kept + 1;
    s->merged = true;
}

/* P(T <= exp(l)) of a part: T = mean exp(sigma z - sigma^2/2), as sw_chance_lognormal_us() draws it. */
static double part_below(const struct spread_part *p, double l)
{
    /* Time 0 has no logarithm and is below all others. */
    double middle = log((double)p->mean_us) - p->sigma * p->sigma / 2;
    if (p->mean_us <= 0)
        return 1;
    if (p->sigma == 0)
        return l >= middle;
    return gsl_cdf_ugaussian_P((l - middle) / p->sigma);
}

/* Bisection on the logarithm of the time, from 1 us to the end of time: 48 halvings of 42 leave 1.5e-13. */
static int64_t quantile_of_mixture(const struct spread *s, double q)
{
    double low = 0, high = log((double)SW_TIME_MAX);
    for (int i = 0; i < 48; i++) {
        double middle = (low + high) / 2, sum = 0;
        for (size_t k = 0; k < s->n; k++)
            sum += (double)s->at[k].n * part_below(&s->at[k], middle);
        if (sum / (double)s->n_tasks >= q)
            high = middle;
        else
            low = middle;
    }
    return llround(exp(high) / 1000) * 1000;
}

int64_t spread_quantile(struct spread *s, double q)
{
    merge(s);
    for (size_t i = 0; i < s->n; i++)
        if (s->at[i].sigma > 0)
            return quantile_of_mixture(s, q);
    /* Without any spread the quantile is one of the times. */
    uint64_t seen = 0;
    for (size_t i = 0; i < s->n; i++) {
        seen += s->at[i].n;
        if ((double)seen >= q * (double)s->n_tasks)
            return s->at[i].mean_us;
    }
    /* The sums of doubles may end below q by rounding. */
    return s->at[s->n - 1].mean_us;
}
