/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select.c - procedure KN of Kim and Nelson (2001), with c = 1, for the least mean.
 *
 * With k systems, n0 first observations and confidence 1 - a:
 *     eta = ((2 a / (k - 1))^(-2 / (n0 - 1)) - 1) / 2,   h2 = 2 eta (n0 - 1),
 * S2(i, l) the variance of the n0 first differences between systems i and l, d the indifference. After r observations
 * system i is left out when its mean is above that of some l by more than
 *     W(i, l, r) = max(0, d / (2 r) (h2 S2(i, l) / d^2 - r)).
 * It ends with one system, or once r is above h2 S2(i, l) / d^2 for all that are left. */
#include "lib/stats/sw_select.h"
#include <math.h>
#include <stdlib.h>
#include "lib/base/grow.h"
#include "slotwise/sw_stats.h"

/* out: left out by the screening. used: observations that were looked at. */
struct system { double *x; size_t n, cap; uint64_t used; double sum; bool out; };
struct sw_select {
    size_t n;
    struct system *at;
    double *variance;        /* of the first differences: variance[i * n + l]; NULL: not known yet */
    uint64_t r;              /* observations that were looked at */
    enum sw_select_state state;
};

int sw_select_new(struct sw_select **out, size_t n_systems, struct sw_err *err)
{
    struct sw_select *s = *out = calloc(1, sizeof *s);
    if (!s || !(s->at = calloc(n_systems + 1, sizeof *s->at))) {
        free(s);
        *out = NULL;
        return sw_err_memory(err);
    }
    s->n = n_systems;
    return SW_OK;
}

void sw_select_free(struct sw_select *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n; i++)
        free(s->at[i].x);
    free(s->at);
    free(s->variance);
    free(s);
}

/* Observations may come to one system before others. */
int sw_select_add(struct sw_select *s, size_t system, double x, struct sw_err *err)
{
    struct system *sys = &s->at[system];
    if (sw_grow(&sys->x, &sys->cap, sys->n + 1, sizeof *sys->x, err) != SW_OK)
        return SW_FAIL;
    sys->x[sys->n++] = x;
    return SW_OK;
}

/* ---- screening ------------------------------------------------------------------------------- */

/* Of the first n differences of two systems, which have common random numbers. */
static double variance_of(const struct system *a, const struct system *b, uint64_t n)
{
    struct sw_moments m = { 0 };
    for (uint64_t r = 0; r < n; r++)
        sw_moments_add(&m, a->x[r] - b->x[r]);
    double sd = sw_moments_sd(&m);
    return sd * sd;
}

/* Both ways, so that no caller need know which is first. */
static int find_variances(struct sw_select *s, uint64_t first, struct sw_err *err)
{
    s->variance = calloc(s->n * s->n + 1, sizeof *s->variance);
    if (!s->variance)
        return sw_err_memory(err);
    for (size_t i = 0; i < s->n; i++)
        for (size_t l = 0; l < i; l++)
            s->variance[i * s->n + l] = s->variance[l * s->n + i] = variance_of(&s->at[i], &s->at[l], first);
    return SW_OK;
}

/* Observations above which the difference of the two is known well enough. */
static double enough(const struct sw_select *s, const struct sw_select_rule *rule, size_t i, size_t l)
{
    double n1 = (double)rule->first - 1, alpha = 1 - rule->confidence;
    double eta = (pow(2 * alpha / ((double)s->n - 1), -2 / n1) - 1) / 2;
    return 2 * eta * n1 * s->variance[i * s->n + l] / (rule->indifference * rule->indifference);
}

/* Over the observations that were looked at. */
static double mean_of(const struct sw_select *s, size_t i)
{
    return s->at[i].sum / (double)s->r;
}

/* A system that was left out at this r still compares, so that the order of systems does not matter. */
static bool is_beaten(const struct sw_select *s, const struct sw_select_rule *rule, const bool *in, size_t i)
{
    double r = (double)s->r;
    for (size_t l = 0; l < s->n; l++) {
        if (l == i || !in[l])
            continue;
        double width = rule->indifference / (2 * r) * (enough(s, rule, i, l) - r);
        if (mean_of(s, i) > mean_of(s, l) + fmax(0, width))
            return true;
    }
    return false;
}

/* The last condition of KN: no difference is open. */
static bool is_known(const struct sw_select *s, const struct sw_select_rule *rule)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t l = 0; l < i; l++)
            if (!s->at[i].out && !s->at[l].out && (double)s->r <= floor(enough(s, rule, i, l)))
                return false;
    return true;
}

static size_t n_in(const struct sw_select *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += !s->at[i].out;
    return n;
}

/* Observation number r is looked at when all that are in have one. */
static uint64_t fewest(const struct sw_select *s)
{
    uint64_t n = UINT64_MAX;
    for (size_t i = 0; i < s->n; i++)
        n = !s->at[i].out && s->at[i].n < n ? s->at[i].n : n;
    return n;
}

int sw_select_screen(struct sw_select *s, const struct sw_select_rule *rule, struct sw_err *err)
{
    while (s->state == SW_SELECT_ON && s->r < fewest(s)) {
        /* The next run, of all that are still in. */
        for (size_t i = 0; i < s->n; i++)
            if (!s->at[i].out) {
                s->at[i].sum += s->at[i].x[s->r];
                s->at[i].used++;
            }
        s->r++;
        if (s->r < rule->first)
            continue;
        if (!s->variance && find_variances(s, rule->first, err) != SW_OK)
            return SW_FAIL;
        /* All are compared with those that were in before. */
        bool *in = malloc(s->n + 1);
        if (!in)
            return sw_err_memory(err);
        for (size_t i = 0; i < s->n; i++)
            in[i] = !s->at[i].out;
        for (size_t i = 0; i < s->n; i++)
            s->at[i].out |= in[i] && is_beaten(s, rule, in, i);
        free(in);
        if (n_in(s) == 1 || is_known(s, rule))
            s->state = SW_SELECT_DONE;
        else if (s->r >= rule->most)
            s->state = SW_SELECT_UNSURE;
    }
    return SW_OK;
}

/* ---- what is known --------------------------------------------------------------------------- */

enum sw_select_state sw_select_state(const struct sw_select *s) { return s->state; }
bool sw_select_is_in(const struct sw_select *s, size_t system) { return !s->at[system].out; }
uint64_t sw_select_n(const struct sw_select *s, size_t system) { return s->at[system].n; }
uint64_t sw_select_used(const struct sw_select *s, size_t system) { return s->at[system].used; }
double sw_select_at(const struct sw_select *s, size_t system, uint64_t number) { return s->at[system].x[number]; }

/* (size_t)-1 only where there are no systems. */
size_t sw_select_chosen(const struct sw_select *s)
{
    size_t best = (size_t)-1;
    for (size_t i = 0; i < s->n; i++)
        if (!s->at[i].out && (best == (size_t)-1 || mean_of(s, i) < mean_of(s, best)))
            best = i;
    return best;
}
