/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.h - slot-delay's parameters as typed, and every combination of them. A part of tools/slot-delay.c. */
#ifndef SLOTWISE_TOOLS_DELAY_GRID_H
#define SLOTWISE_TOOLS_DELAY_GRID_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_cli.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_model.h"

#define SW_ROWS_MOST 1e8

/* The values of one parameter. A relative one counts in nodes ("0.23x"). */
struct values { size_t n; double *at; bool *relative; };
struct config {
    const struct sw_formula *formula;
    struct values given[SW_P_COUNT];
    const struct sw_dialect *emit;                      /* recommend */
    char *from; const struct sw_dialect *from_dialect;  /* convert; from is the value after the colon */
    const struct sw_dialect *to[16]; size_t n_to;
    /* recommend LOG: the interval of a measured remote cost, or why there is none. */
    bool judge_interval; double cost_lo_s, cost_hi_s; const char *cannot_tell;
};

/* ---- values --------------------------------------------------------------------------------- */
static int values_add(struct values *v, const struct sw_list *list, bool relative, struct sw_err *err)
{
    double *at = realloc(v->at, (v->n + list->n) * sizeof *at);
    v->at = at != NULL ? at : v->at;
    bool *flags = realloc(v->relative, (v->n + list->n) * sizeof *flags);
    v->relative = flags != NULL ? flags : v->relative;
    if (at == NULL || flags == NULL)
        return sw_err_memory(err);
    for (size_t i = 0; i < list->n; i++, v->n++)
        v->at[v->n] = list->at[i], v->relative[v->n] = relative;
    return SW_OK;
}

static void values_clear(struct values *v)
{
    free(v->at);
    free(v->relative);
    *v = (struct values){ 0, NULL, NULL };
}

static int add_list(struct values *v, const char *option, const char *arg, enum sw_unit unit, double min, double max,
                    bool relative, struct sw_err *err)
{
    struct sw_list list;
    if (sw_opt_list(option, arg, unit, min, max, &list, err) != SW_OK)
        return SW_FAIL;
    int status = values_add(v, &list, relative, err);
    free(list.at);
    return status;
}

/* "40", "0.23x", "0.1x:1x:0.1x": counts, or multiples of the node count. */
static int add_skips(struct values *v, const char *option, char *piece, double max, struct sw_err *err)
{
    bool relative = strchr(piece, 'x') != NULL;
    char *to = piece, typed[64];
    snprintf(typed, sizeof typed, "%s", piece);
    for (const char *from = piece; *from != '\0'; from++)
        if (*from != 'x' || (from[1] != '\0' && from[1] != ':'))
            *to++ = *from;
    *to = '\0';
    int status = add_list(v, option, piece, relative ? SW_UNIT_REAL : SW_UNIT_COUNT, 0, max, relative, err);
    return status != SW_OK && relative ? sw_err_usage(err, "%s: not a multiple of the nodes: '%s'", option, typed) : status;
}

static int take_skips(struct values *v, const char *option, const char *arg, double max, struct sw_err *err)
{
    char *copy = strdup(arg), *rest = copy, *piece;
    int status = copy == NULL ? sw_err_memory(err) : SW_OK;
    while (status == SW_OK && (piece = strsep(&rest, ",")) != NULL)
        status = add_skips(v, option, piece, max, err);
    free(copy);
    return status;
}

static int take_param(struct config *cfg, enum sw_param p, const char *arg, struct sw_err *err)
{
    static const enum sw_unit units[] = { [SW_PARAM_COUNT] = SW_UNIT_COUNT, [SW_PARAM_FRACTION] = SW_UNIT_FRACTION,
                                          [SW_PARAM_SECONDS] = SW_UNIT_SECONDS, [SW_PARAM_REAL] = SW_UNIT_REAL };
    const struct sw_param_row *row = &sw_params[p];
    char option[64];
    snprintf(option, sizeof option, "--%s", row->option);
    values_clear(&cfg->given[p]);
    if (row->unit == SW_PARAM_SKIPS)
        return take_skips(&cfg->given[p], option, arg, row->max, err);
    return add_list(&cfg->given[p], option, arg, units[row->unit], row->min, row->max, false, err);
}

/* ---- the grid: every combination of the values, the last column varying fastest --------------- */
struct grid { const struct config *cfg; size_t at[SW_P_COUNT]; };

static size_t n_values(const struct config *cfg, size_t use)
{
    size_t n = cfg->given[cfg->formula->uses[use].param].n;
    return n > 0 ? n : 1;
}

static bool grid_next(struct grid *g)
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

static int grid_row(const struct grid *g, double in[SW_P_COUNT], struct sw_err *err)
{
    for (size_t p = 0; p < SW_P_COUNT; p++)
        in[p] = NAN;
    for (size_t use = 0; use < g->cfg->formula->n_uses; use++) {
        enum sw_param p = g->cfg->formula->uses[use].param;
        const struct values *v = &g->cfg->given[p];
        in[p] = v->n > 0 ? v->at[g->at[use]] : sw_params[p].fallback;
        if (v->n > 0 && v->relative[g->at[use]])
            in[p] = whole_skips(in[p] * in[SW_P_NODES]);
    }
    return g->cfg->formula->check != NULL ? g->cfg->formula->check(in, err) : SW_OK;
}

/* Everything is checked before the first row is written. */
static int grid_check(const struct config *cfg, struct sw_err *err)
{
    double rows = 1, in[SW_P_COUNT];
    for (size_t use = 0; use < cfg->formula->n_uses; use++) {
        enum sw_param p = cfg->formula->uses[use].param;
        if (cfg->formula->uses[use].needed && cfg->given[p].n == 0)
            return sw_err_usage(err, "--%s: needed", sw_params[p].option);
        rows *= (double)n_values(cfg, use);
    }
    if (rows > SW_ROWS_MOST)
        return sw_err_usage(err, "the lists combine to %.3g rows, more than %.0f", rows, SW_ROWS_MOST);
    struct grid g = { cfg, { 0 } };
    do
        if (grid_row(&g, in, err) != SW_OK)
            return SW_FAIL;
    while (grid_next(&g));
    return SW_OK;
}

#endif
