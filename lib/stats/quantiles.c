/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantiles.c - exact quantiles while the values fit, then a histogram with buckets in proportion.
 *
 * A bucket is the exponent of a double and the top 9 bits of its fraction, read from its bytes: no
 * logarithm is taken, so nothing hangs on libm. A bucket of [a, a (1 + 2^-9)] at most, answered by its
 * middle, is off by at most 2^-10 of any value in it. */
#include "lib/base/grow.h"
#include "lib/stats/sw_results.h"
#include "slotwise/sw_stats.h"
#include "lib/base/sw_sort.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DROP_BITS = 52 - 9, N_ALL = 1 << 20 /* 2^11 exponents of 2^9 buckets */ };

struct side {             /* the counts of one sign, by magnitude; grows at both ends */
    uint64_t *count;
    size_t first, n;      /* count[0] is bucket `first` */
};

struct sw_quantiles {
    uint64_t n, exact;
    double min, max;
    double *value;        /* n of them while exact */
    size_t room;
    bool sorted, spilled;
    uint64_t zeros;
    struct side above, below; /* of zero */
};

struct sw_quantiles *sw_quantiles_new(uint64_t exact)
{
    struct sw_quantiles *q = calloc(1, sizeof *q);
    if (q)
        q->exact = exact;
    return q;
}

void sw_quantiles_free(struct sw_quantiles *q)
{
    if (!q)
        return;
    free(q->value);
    free(q->above.count);
    free(q->below.count);
    free(q);
}

/* The bits of a positive double rise with it, so buckets are in order. */
static size_t bucket_of(double magnitude)
{
    uint64_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    return (size_t)(bits >> DROP_BITS);
}

static double bucket_middle(size_t bucket)
{
    uint64_t low = (uint64_t)bucket << DROP_BITS, high = (uint64_t)(bucket + 1) << DROP_BITS;
    double from, to;
    memcpy(&from, &low, sizeof from);
    memcpy(&to, &high, sizeof to);
    return from + (to - from) / 2;
}

/* Makes room for `bucket`, with a quarter to spare towards it, so that growing stays linear. */
static int side_grow(struct side *s, size_t bucket)
{
    size_t first = s->n ? s->first : bucket, end = s->n ? s->first + s->n : bucket;
    size_t spare = 512 + s->n / 4;
    if (bucket < first || s->n == 0)
        first = bucket > spare ? bucket - spare : 0;
    if (bucket >= end)
        end = bucket + spare < N_ALL ? bucket + spare : N_ALL;
    uint64_t *count = calloc(end - first, sizeof *count);
    if (!count)
        return SW_FAIL;
    if (s->n)
        memcpy(count + (s->first - first), s->count, s->n * sizeof *count);
    free(s->count);
    *s = (struct side){ count, first, end - first };
    return SW_OK;
}

static int side_add(struct side *s, size_t bucket, uint64_t times)
{
    if ((bucket < s->first || bucket >= s->first + s->n) && side_grow(s, bucket) != SW_OK)
        return SW_FAIL;
    s->count[bucket - s->first] += times;
    return SW_OK;
}

/* Subnormal numbers count as 0: their buckets have no fixed width. */
static int pour(struct sw_quantiles *q, double x)
{
    if (fabs(x) < 0x1p-1022) {
        q->zeros++;
        return SW_OK;
    }
    return side_add(x > 0 ? &q->above : &q->below, bucket_of(fabs(x)), 1);
}

/* From here on there are counts only, and new values join them. */
static int spill(struct sw_quantiles *q)
{
    for (uint64_t i = 0; i < q->n; i++)
        if (pour(q, q->value[i]) != SW_OK)
            return SW_FAIL;
    free(q->value);
    q->value = NULL;
    q->room = 0;
    q->spilled = true;
    return SW_OK;
}

int sw_quantiles_add(struct sw_quantiles *q, double x)
{
    /* Infinities have no place in order. */
    if (!isfinite(x))
        return SW_OK;
    /* The value after the last that may be exact. */
    if (!q->spilled && q->n >= q->exact && spill(q) != SW_OK)
        return SW_FAIL;
    if ((q->spilled ? pour(q, x) : sw_grow(&q->value, &q->room, q->n + 1, sizeof *q->value, NULL)) != SW_OK)
        return SW_FAIL;
    if (!q->spilled) {
        q->value[q->n] = x;
        q->sorted = false;
    }
    q->min = q->n ? fmin(q->min, x) : x;
    q->max = q->n ? fmax(q->max, x) : x;
    q->n++;
    return SW_OK;
}

static int side_merge(struct side *into, const struct side *from)
{
    for (size_t i = 0; i < from->n; i++)
        if (from->count[i] && side_add(into, from->first + i, from->count[i]) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

int sw_quantiles_merge(struct sw_quantiles *into, const struct sw_quantiles *from)
{
    assert(into != from);
    if (from->spilled) {
        /* Buckets are added to buckets. */
        if (!into->spilled && spill(into) != SW_OK)
            return SW_FAIL;
        if (side_merge(&into->above, &from->above) != SW_OK || side_merge(&into->below, &from->below) != SW_OK)
            return SW_FAIL;
        into->zeros += from->zeros;
        into->min = into->n ? fmin(into->min, from->min) : from->min;
        into->max = into->n ? fmax(into->max, from->max) : from->max;
        into->n += from->n;
        return SW_OK;
    }
    for (uint64_t i = 0; i < from->n; i++)
        if (sw_quantiles_add(into, from->value[i]) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

uint64_t sw_quantiles_n(const struct sw_quantiles *q) { return q->n; }
bool sw_quantiles_are_exact(const struct sw_quantiles *q) { return !q->spilled; }

/* The bucket that holds the value of this rank, counted from the greatest magnitude when `down`. */
static double side_at(const struct side *s, uint64_t rank, bool down)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t at = down ? s->n - 1 - i : i;
        if (rank < s->count[at])
            return bucket_middle(s->first + at);
        rank -= s->count[at];
    }
    return NAN; /* not reached: the caller's rank is below the sum of the counts */
}

/* Below 0 the greatest magnitude comes first. */
static double order_statistic(const struct sw_quantiles *q, uint64_t rank)
{
    uint64_t n_below = 0;
    for (size_t i = 0; i < q->below.n; i++)
        n_below += q->below.count[i];
    double x = 0;
    if (rank < n_below)
        x = -side_at(&q->below, rank, true);
    else if (rank >= n_below + q->zeros)
        x = side_at(&q->above, rank - n_below - q->zeros, false);
    /* The ends are known exactly, and no bucket's middle is beyond them. */
    return rank == 0 ? q->min : rank == q->n - 1 ? q->max : fmax(q->min, fmin(q->max, x));
}

/* a + part (b - a), never past b. GSL's (1 - part) a + part b can leave the interval by a rounding: the quantiles of
 * equal values would not all be that value. */
static double between(double a, double b, double part) { return fmin(b, a + part * (b - a)); }

/* Between neighbours in order, h = (n - 1) p (the method of R's type 7). */
double sw_quantiles_get(struct sw_quantiles *q, double p)
{
    if (q->n == 0)
        return NAN;
    if (q->spilled) {
        double h = (double)(q->n - 1) * p;
        uint64_t low = (uint64_t)h;
        double a = order_statistic(q, low);
        if (low + 1 >= q->n)
            return a;
        return between(a, order_statistic(q, low + 1), h - (double)low);
    }
    if (!q->sorted)
        sw_sort_reals(q->value, q->n);
    q->sorted = true;
    return sw_quantile_sorted(q->value, q->n, p);
}

double sw_quantile_sorted(const double *x, size_t n, double p)
{
    if (n == 0)
        return NAN;
    double h = (double)(n - 1) * p;
    size_t low = (size_t)h;
    return low + 1 < n ? between(x[low], x[low + 1], h - (double)low) : x[n - 1];
}

/* The distinct values, or where there are too many, those at ranks k (n-1)/(points-1). */
size_t sw_cdf_places(const double *x, size_t n, size_t points, size_t *place)
{
    size_t n_places = 0, n_thin = 0;
    for (size_t i = 0; i < n; i++) /* the last of each run of equals */
        if (i + 1 == n || x[i + 1] != x[i])
            place[n_places++] = i;
    if (points == 0 || n_places <= points)
        return n_places;
    /* Equal ranks give equal places, which are shown once. */
    for (size_t k = 0, i = 0; k < points; k++) {
        size_t rank = (size_t)((unsigned __int128)k * (n - 1) / (points - 1));
        while (i < n_places && place[i] < rank)
            i++;
        if (n_thin == 0 || place[n_thin - 1] != place[i])
            place[n_thin++] = place[i];
    }
    return n_thin;
}
