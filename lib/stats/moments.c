/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moments.c - running sums, means and deviations, and what follows from them alone. */
#include "lib/stats/sw_results.h"
#include "slotwise/sw_stats.h"
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Neumaier's variant of Kahan's sum: `lost` collects what rounding dropped from the smaller operand. */
static void sum_add(struct sw_moments *m, double x)
{
    double sum = m->sum + x;
    m->lost += fabs(m->sum) >= fabs(x) ? (m->sum - sum) + x : (x - sum) + m->sum;
    m->sum = sum;
}

void sw_moments_add(struct sw_moments *m, double x)
{
    if (isnan(x))
        return;
    if (m->n == 0 || x < m->min)
        m->min = x;
    if (m->n == 0 || x > m->max)
        m->max = x;
    m->n++;
    /* Welford: m2 is the sum of squares around the mean so far. */
    double off = x - m->mean;
    m->mean += off / (double)m->n;
    m->m2 += off * (x - m->mean);
    sum_add(m, x);
}

/* m2 = m2_a + m2_b + (mean_b - mean_a)^2 n_a n_b / (n_a + n_b) */
void sw_moments_merge(struct sw_moments *into, const struct sw_moments *from)
{
    if (from->n == 0)
        return;
    if (into->n == 0) {
        *into = *from;
        return;
    }
    double n_a = (double)into->n, n_b = (double)from->n, off = from->mean - into->mean;
    into->m2 += from->m2 + off * off * n_a * n_b / (n_a + n_b);
    into->mean += off * n_b / (n_a + n_b);
    into->n += from->n;
    into->min = fmin(into->min, from->min);
    into->max = fmax(into->max, from->max);
    /* The sum comes with what it has lost. */
    sum_add(into, from->sum);
    sum_add(into, from->lost);
}

double sw_moments_sum(const struct sw_moments *m) { return m->n ? m->sum + m->lost : NAN; }
double sw_moments_mean(const struct sw_moments *m) { return m->n ? (m->sum + m->lost) / (double)m->n : NAN; }
double sw_moments_sd(const struct sw_moments *m) { return m->n > 1 ? sqrt(m->m2 / (double)(m->n - 1)) : NAN; }
double sw_moments_min(const struct sw_moments *m) { return m->n ? m->min : NAN; }
double sw_moments_max(const struct sw_moments *m) { return m->n ? m->max : NAN; }

/* (sum x)^2 / (n sum x^2) = mean^2 / (mean^2 + m2/n) */
double sw_moments_jain(const struct sw_moments *m)
{
    if (m->n == 0)
        return NAN;
    /* Equal values have 1 exactly. */
    if (m->min == m->max)
        return 1;
    double square = m->mean * m->mean;
    return square / (square + m->m2 / (double)m->n);
}

/* The last digits of GSL's depend on whether it was compiled for a processor that multiplies and adds in one step.
 * So 13 digits are kept. */
double sw_moments_t(double p, double degrees)
{
    char text[32];
    snprintf(text, sizeof text, "%.12e", gsl_cdf_tdist_Pinv(p, degrees));
    return strtod(text, NULL);
}

struct sw_interval sw_moments_interval(const struct sw_moments *m, double level)
{
    struct sw_interval both = { NAN, NAN };
    if (m->n < 2)
        return both;
    double mean = sw_moments_mean(m);
    double t = sw_moments_t(0.5 + level / 2, (double)(m->n - 1));
    double half = m->m2 > 0 ? t * sw_moments_sd(m) / sqrt((double)m->n) : 0;
    both.lo = mean - half;
    both.hi = mean + half;
    return both;
}

void sw_gains_add(struct sw_gains *g, double base, double value)
{
    if (isnan(base) || isnan(value))
        return;
    sw_moments_add(&g->base, base);
    sw_moments_add(&g->value, value);
    sw_moments_add(&g->diff, value - base);
    /* A ratio needs both above 0. */
    if (base > 0 && value > 0)
        sw_moments_add(&g->gain, base / value);
}

double sw_gains_total(const struct sw_gains *g)
{
    double value = sw_moments_mean(&g->value);
    return value > 0 ? sw_moments_mean(&g->base) / value : NAN;
}

/* The variance of base - gain value, whose covariance follows from the variance of value - base. */
struct sw_interval sw_gains_total_interval(const struct sw_gains *g, double level)
{
    struct sw_interval both = { NAN, NAN };
    double gain = sw_gains_total(g), n = (double)g->base.n;
    if (g->base.n < 2 || isnan(gain))
        return both;
    /* var(value - base) = var(value) + var(base) - 2 cov. */
    double covariance = (g->base.m2 + g->value.m2 - g->diff.m2) / 2;
    double m2 = fmax(0, g->base.m2 + gain * gain * g->value.m2 - 2 * gain * covariance);
    double half = sw_moments_t(0.5 + level / 2, n - 1) * sqrt(m2 / (n - 1) / n) / sw_moments_mean(&g->value);
    both.lo = gain - half;
    both.hi = gain + half;
    return both;
}

/* A value that is not known takes no time either. */
void sw_time_mean_add(struct sw_time_mean *t, double value, double held_s)
{
    if (isnan(value))
        return;
    t->area += value * held_s;
    t->span_s += held_s;
}

double sw_time_mean_get(const struct sw_time_mean *t) { return t->span_s > 0 ? t->area / t->span_s : NAN; }
