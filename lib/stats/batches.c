/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batches.c - the interval of a mean of one run, whose neighbours depend on each other.
 *
 * Jobs that are submitted one after the other wait for each other, so their responses are no independent draws. The
 * means of 20 batches of neighbours nearly are, in a run that is long enough. Student's interval of these means is
 * corrected for what is left of their correlation and for their skewness: means of waits lean to the right. */
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdlib.h>
#include "lib/base/minmax.h"
#include "lib/base/sw_sort.h"
#include "slotwise/sw_stats.h"

enum { BATCHES = 20, FEWEST = 100 };
#define MOST_CORRELATED 0.5     /* von Neumann's ratio below 1: far from independent, which has 2 */
#define MOST_OF_ONE 0.5         /* share of one value in the sum of all squared deviations */

/* Neighbours that have been put together: their sum, and where the first of them stands. */
struct clump { double at, sum; uint64_t n, place; };
struct sw_batches {
    struct clump *clump;
    size_t n, room;
    struct sw_moments all;
};

/* NULL: out of memory. */
struct sw_batches *sw_batches_new(void) { return calloc(1, sizeof(struct sw_batches)); }

void sw_batches_free(struct sw_batches *b)
{
    if (!b)
        return;
    free(b->clump);
    free(b);
}

static int clumps_by_place(const void *a, const void *b)
{
    const struct clump *x = a, *y = b;
    return ORDER(x->at, y->at) ?: ORDER(x->place, y->place);
}

static void sort_clumps(struct sw_batches *b)
{
    if (b->n > 0)
        qsort(b->clump, b->n, sizeof *b->clump, clumps_by_place);
}

/* Puts neighbours together, two and two. */
static void halve(struct sw_batches *b)
{
    size_t n = 0;
    sort_clumps(b);
    for (size_t i = 0; i < b->n; i += 2) {
        struct clump c = b->clump[i];
        if (i + 1 < b->n) {
            c.sum += b->clump[i + 1].sum;
            c.n += b->clump[i + 1].n;
        }
        b->clump[n++] = c;
    }
    b->n = n;
}

int sw_batches_add(struct sw_batches *b, double at, double x)
{
    /* What is not known is left out. */
    if (isnan(x))
        return SW_OK;
    /* Beyond SW_BATCHES_KEPT neighbours stand together, and quantiles can be told no more. */
    if (b->n == SW_BATCHES_KEPT)
        halve(b);
    if (b->n == b->room) {
        size_t room = b->room ? 2 * b->room : 64;
        struct clump *more = reallocarray(b->clump, room, sizeof *more);
        if (!more)
            return SW_FAIL;
        b->clump = more;
        b->room = room;
    }
    /* Without a time values stay in the order in which they come. */
    b->clump[b->n++] = (struct clump){ isnan(at) ? 0 : at, x, 1, b->all.n };
    sw_moments_add(&b->all, x);
    return SW_OK;
}

/* As equal as clumps allow, in order. */
static void find_means(struct sw_batches *b, double mean[BATCHES])
{
    uint64_t done = 0;
    size_t i = 0;
    sort_clumps(b);
    for (size_t batch = 0; batch < BATCHES; batch++) {
        /* Ends of batches as near to k n / 20 as whole numbers come, without a product that may be too large. */
        const uint64_t until = b->all.n / BATCHES * (batch + 1) + b->all.n % BATCHES * (batch + 1) / BATCHES;
        struct clump c = { 0 };
        for (; i < b->n && (done < until || c.n == 0); i++) {
            c.sum += b->clump[i].sum;
            c.n += b->clump[i].n;
            done += b->clump[i].n;
        }
        mean[batch] = c.n > 0 ? c.sum / (double)c.n : NAN;
    }
}

/* Of the sample, without bias for normal values. */
static double skewness(const double mean[BATCHES], const struct sw_moments *m)
{
    const double k = BATCHES, average = sw_moments_mean(m), variance = m->m2 / (k - 1);
    double cubes = 0;
    for (size_t i = 0; i < BATCHES; i++)
        cubes += gsl_pow_3(mean[i] - average);
    return k / ((k - 1) * (k - 2)) * cubes / pow(variance, 1.5);
}

/* Willink (2005): the quantile t of a skewed mean; beta is its skewness / 6. */
static double skewed(double t, double beta)
{
    return fabs(beta) < 1e-3 ? t : (cbrt(1 + 6 * beta * (t - beta)) - 1) / (2 * beta);
}

struct sw_run_interval sw_batches_interval(struct sw_batches *b, double level)
{
    struct sw_run_interval out = { { NAN, NAN }, SW_RUN_SHORT };
    double mean[BATCHES], average = sw_moments_mean(&b->all);
    struct sw_moments m = { 0 };
    if (b->all.n < FEWEST)
        return out;
    /* The value that is farthest from the mean. */
    const double furthest = fmax(b->all.max - average, average - b->all.min);
    find_means(b, mean);
    for (size_t i = 0; i < BATCHES; i++)
        sw_moments_add(&m, mean[i]);
    /* 1 - d^2 / (2 s^2) of von Neumann (1941): the correlation of neighbours, but for the two ends. */
    double steps = 0;
    for (size_t i = 1; i < BATCHES; i++)
        steps += (mean[i] - mean[i - 1]) * (mean[i] - mean[i - 1]);
    const double r = m.m2 > 0 ? 1 - steps / (2 * m.m2) : 0;
    /* Why there is no interval: batches depend on each other, or one value alone makes the spread. */
    out.why = r > MOST_CORRELATED ? SW_RUN_DEPENDS : furthest * furthest > MOST_OF_ONE * b->all.m2 ? SW_RUN_ONE_VALUE
                                                                                                  : SW_RUN_TOLD;
    if (b->all.min == b->all.max) {
        out.mean = (struct sw_interval){ average, average };
        out.why = SW_RUN_TOLD;
    }
    if (out.why != SW_RUN_TOLD || b->all.min == b->all.max)
        return out;
    /* (1 + r) / (1 - r): what correlated neighbours take from the batches' number. */
    const double left = r > 0 ? (1 + r) / (1 - r) : 1, k = BATCHES;
    const double unit = sqrt(left * m.m2 / (k - 1) / k), beta = m.m2 > 0 ? skewness(mean, &m) / (6 * sqrt(k)) : 0;
    const double t = sw_moments_t(0.5 + level / 2, k - 1);
    out.mean.lo = average - skewed(t, beta) * unit;
    out.mean.hi = average - skewed(-t, beta) * unit;
    return out;
}

/* ---- quantiles, by order statistics ------------------------------------------------------------------------- */

/* The share that is not above `most`, of all values in batches, or of those of each place. */
static int find_share(const struct sw_batches *b, double most, bool by_place_alone, double level,
                      struct sw_run_interval *share)
{
    struct sw_batches *below = sw_batches_new();
    struct sw_moments of_places = { 0 };
    /* Places are values of one time, as of one run; they stand together after the sort. */
    bool room = below;
    for (size_t i = 0, n = 0, n_below = 0; room && i < b->n; i++) {
        const bool is_below = b->clump[i].sum <= most;
        room = sw_batches_add(below, b->clump[i].at, is_below) == SW_OK;
        n++;
        n_below += is_below;
        if (i + 1 < b->n && b->clump[i + 1].at == b->clump[i].at)
            continue;
        sw_moments_add(&of_places, (double)n_below / (double)n);
        n = n_below = 0;
    }
    if (room && by_place_alone)
        *share = (struct sw_run_interval){ sw_moments_interval(&of_places, level), SW_RUN_TOLD };
    else if (room)
        *share = sw_batches_interval(below, level);
    sw_batches_free(below);
    return room ? SW_OK : SW_FAIL;
}

int sw_batches_quantile(struct sw_batches *b, double p, bool by_place_alone, double level, struct sw_run_interval *out)
{
    *out = (struct sw_run_interval){ { NAN, NAN }, SW_RUN_SHORT };
    /* Values that were put together have no quantiles any more. */
    if (b->n == 0 || b->n < b->all.n)
        return SW_OK;
    double *x = malloc(b->n * sizeof *x);
    if (!x)
        return SW_FAIL;
    sort_clumps(b);
    for (size_t i = 0; i < b->n; i++)
        x[i] = b->clump[i].sum;
    sw_sort_reals(x, b->n);
    int status = find_share(b, sw_quantile_sorted(x, b->n, p), by_place_alone, level, out);
    if (status == SW_OK) {
        /* Woodruff (1952): the share of values up to the quantile has an interval, and the quantiles of its ends are
         * the interval of the quantile. One value above all others leaves no share to go by. */
        const struct sw_interval ends = out->mean;
        const bool inside = ends.lo >= 0 && ends.hi <= 1 && ends.lo < ends.hi;
        if (out->why == SW_RUN_ONE_VALUE || (out->why == SW_RUN_TOLD && !inside))
            out->why = SW_RUN_SHORT;
        out->mean = (struct sw_interval){ NAN, NAN };
        if (out->why == SW_RUN_TOLD)
            out->mean = (struct sw_interval){ sw_quantile_sorted(x, b->n, ends.lo),
                                              sw_quantile_sorted(x, b->n, ends.hi) };
    }
    free(x);
    return status;
}
