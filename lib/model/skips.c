/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skips.c - how many skips a locality takes: the formulas of locality.c turned round. */
#include <assert.h>
#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include "slotwise/sw_model.h"

#define SW_SKIPS_MAX 9007199254740992.0 /* 2^53: beyond, doubles miss whole numbers */

/* The inequality of ES 3.5, with the bracket that the published text misses:
 * D >= -(M/R) ln[ (1-λ)N / (1 + (1-λ)N) ] = (M/R) ln(1 + 1/((1-λ)N)). */
double sw_model_skips_bound(const struct sw_model_job *job, double locality)
{
    assert(locality > 0 && locality < 1);
    double scale = (double)job->nodes / (double)job->replication;
    return scale * log1p(1 / ((1 - locality) * (double)job->tasks));
}

struct search { const struct sw_model_job *job; sw_model_curve *curve; double locality; };

/* Above 0 where the skips are enough. */
static double excess(double skips, void *params)
{
    const struct search *s = params;
    return s->curve(s->job, skips) - s->locality;
}

/* The last digits of exp() and log() depend on the processor; a locality that is met exactly shall count as met. */
static bool enough(const struct search *s, double skips)
{
    return s->curve(s->job, skips) >= s->locality - 4 * DBL_EPSILON;
}

/* Brent's method on the continuous extension, to within a quarter of a skip. lo is too few, hi enough. Whatever
 * goes wrong, hi is an answer that skips_settle() can start from. */
static double continuous_root(struct search *s, double lo, double hi)
{
    gsl_function f = { excess, s };
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    if (!solver)
        return hi;
    double root = hi;
    int status = gsl_root_fsolver_set(solver, &f, lo, hi);
    for (int i = 0; i < 100 && status == GSL_SUCCESS; i++) {
        if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS)
            break;
        root = gsl_root_fsolver_root(solver);
        if (gsl_root_test_interval(gsl_root_fsolver_x_lower(solver), gsl_root_fsolver_x_upper(solver), 0.25,
                                   1e-15) == GSL_SUCCESS)
            break;
    }
    gsl_root_fsolver_free(solver);
    return root;
}

/* The least whole number that is enough, near the guess: widen to a bracket of whole numbers, then halve it. */
static double skips_settle(const struct search *s, double guess)
{
    double hi = ceil(guess), step = 1;
    while (!enough(s, hi))
        hi += step, step *= 2;
    double lo = hi - 1;
    for (step = 1; lo >= 0 && enough(s, lo); step *= 2)
        hi = lo, lo -= step;
    while (hi - lo > 1) {
        double middle = floor((lo + hi) / 2);
        if (middle >= 0 && !enough(s, middle))
            lo = middle;
        else
            hi = middle;
    }
    return hi < 0 ? 0 : hi;
}

int sw_model_skips_least(const struct sw_model_job *job, sw_model_curve *curve, double locality, uint64_t *skips,
                         struct sw_err *err)
{
    assert(locality > 0 && locality < 1);
    struct search s = { job, curve, locality };
    double hi = ceil(sw_model_skips_bound(job, locality));
    *skips = 0;
    if (enough(&s, 0))
        return SW_OK;
    /* The bound is not always enough (ES footnote 4). */
    while (hi < SW_SKIPS_MAX && !enough(&s, hi))
        hi *= 2;
    if (hi >= SW_SKIPS_MAX)
        return sw_err_set(err, "no number of skips reaches a locality of %.17g", locality);
    *skips = (uint64_t)skips_settle(&s, continuous_root(&s, 0, hi));
    return SW_OK;
}
