/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.c - every combination of the values of slot-delay's parameters, the last column varying fastest. */
#include <math.h>
#include "tools/delay/delay.h"

#define MOST_ROWS 1e8

/* A parameter that is not given has one value: its fallback. */
static size_t n_values(const struct formula_config *cfg, size_t use)
{
    size_t n = cfg->given[cfg->formula->uses[use].param].n;
    return n > 0 ? n : 1;
}

bool grid_next(struct grid *g)
{
    for (size_t use = g->cfg->formula->n_uses; use-- > 0;) {
        if (++g->at[use] < n_values(g->cfg, use))
            return true;
        g->at[use] = 0;
    }
    return false;
}

/* 0.07 x 100 nodes is 7 skips, although the product in binary lies a little above. */
static double whole_skips(double x) { return ceil(x - 1e-12 * x); }

/* NaN stands for parameters that the formula does not use, and for those without a fallback. The check may fill some
 * in. */
int grid_row(const struct grid *g, double in[SW_P_COUNT], struct sw_err *err)
{
    for (size_t p = 0; p < SW_P_COUNT; p++)
        in[p] = NAN;
    for (size_t use = 0; use < g->cfg->formula->n_uses; use++) {
        enum sw_param p = g->cfg->formula->uses[use].param;
        const struct values *v = &g->cfg->given[p];
        in[p] = v->n > 0 ? v->at[g->at[use]] : sw_params[p].fallback;
        /* Nodes are read before, as their column comes first. */
        if (v->n > 0 && v->relative[g->at[use]])
            in[p] = whole_skips(in[p] * in[SW_P_NODES]);
    }
    return g->cfg->formula->check ? g->cfg->formula->check(in, err) : SW_OK;
}

int grid_check(const struct formula_config *cfg, struct sw_err *err)
{
    /* In floating point, since the product of long lists may pass any integer. */
    double rows = 1, in[SW_P_COUNT];
    for (size_t use = 0; use < cfg->formula->n_uses; use++) {
        enum sw_param p = cfg->formula->uses[use].param;
        if (cfg->formula->uses[use].needed && cfg->given[p].n == 0)
            return sw_err_usage(err, "--%s: needed", sw_params[p].option);
        rows *= (double)n_values(cfg, use);
    }
    if (rows > MOST_ROWS)
        return sw_err_usage(err, "the lists combine to %.3g rows, more than %.0f", rows, MOST_ROWS);
    struct grid g = { cfg, { 0 } };
    do
        if (grid_row(&g, in, err) != SW_OK)
            return SW_FAIL;
    while (grid_next(&g));
    return SW_OK;
}
