/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.c - --col: any numeric columns, counted, summed and averaged by group. Columns may be any; only submit_s is
 * looked for besides, as it says that rows are jobs. */
#include "tools/stats/stats.h"

/* Rows with a submission are jobs of a run, whose neighbours depend on each other; others are draws of their own.
 * Quantiles and batches are NULL where nothing needs them. */
struct columns {
    uint64_t rows;
    struct sw_moments m[MAX_COLUMNS];
    struct sw_quantiles *q[MAX_COLUMNS];
    struct sw_batches *b[MAX_COLUMNS];
};

static int columns_bind(struct state *s, struct sw_err *err)
{
    for (size_t c = 0; c < s->cfg->cols.n; c++)
        if (state_column(s->in, s->cfg->cols.at[c], &s->col_at[c], err) != SW_OK)
            return SW_FAIL;
    return sw_csv_find_optional(s->in, "submit_s", &s->submit_at, err);
}

/* A row counts in its group also where some of its columns are empty: each column has an n of its own. */
static int columns_row(struct state *s, struct sw_err *err)
{
    double x[MAX_COLUMNS], submit_s;
    size_t group, n = s->cfg->cols.n;
    bool in_bin;
    for (size_t c = 0; c < n; c++)
        if (state_number(s, s->col_at[c], s->cfg->cols.at[c], &x[c], err) != SW_OK)
            return SW_FAIL;
    if (state_number(s, s->submit_at, "submit_s", &submit_s, err) != SW_OK)
        return SW_FAIL;
    if (state_group(s, &group, &in_bin, err) != SW_OK || !in_bin)
        return in_bin ? SW_FAIL : SW_OK;
    struct columns *g = state_record(s, group);
    g->rows++;
    for (size_t c = 0; c < n; c++) {
        /* A NaN is passed over. */
        sw_moments_add(&g->m[c], x[c]);
        /* Quantiles are exact up to a million values of a group. */
        if (s->cfg->quantiles.n && ((!g->q[c] && !(g->q[c] = sw_quantiles_new(SW_QUANTILES_EXACT)))
                                    || sw_quantiles_add(g->q[c], x[c]) != SW_OK))
            return sw_err_memory(err);
        if (!isnan(submit_s) && ((!g->b[c] && !(g->b[c] = sw_batches_new()))
                                 || sw_batches_add(g->b[c], submit_s, x[c]) != SW_OK))
            return sw_err_memory(err);
    }
    return SW_OK;
}

static void columns_header(struct state *s, struct sw_out *out)
{
    sw_out_str(out, "n_rows");
    for (size_t c = 0; c < s->cfg->cols.n; c++) {
        const char *name = s->cfg->cols.at[c];
        put_name(out, "n_", name, "");
        put_name(out, "sum_", name, "");
        put_mean_names(out, name, &s->cfg->cols);
        put_name(out, "sd_", name, "");
        put_name(out, "min_", name, "");
        for (size_t i = 0; i < s->cfg->quantiles.n; i++)
            put_quantile_name(out, s->cfg->quantiles.at[i], name);
        put_name(out, "max_", name, "");
    }
}

/* Sums beyond the range of a double are empty fields, which put_untold() tells. */
static int columns_write(struct state *s, size_t group, struct sw_out *out, struct sw_err *err)
{
    struct columns *g = state_record(s, group);
    (void)err;
    sw_out_u64(out, g->rows);
    for (size_t c = 0; c < s->cfg->cols.n; c++) {
        sw_out_u64(out, g->m[c].n);
        s->n_beyond += g->m[c].n > 0 && !(isfinite(sw_moments_sum(&g->m[c])) && isfinite(sw_moments_mean(&g->m[c]))
                                          && (g->m[c].n < 2 || isfinite(sw_moments_sd(&g->m[c]))));
        put_sum(out, &g->m[c]);
        /* Intervals of jobs of one run are by batches, those of other rows by Student's t. */
        if (g->b[c])
            put_one_run(s, out, sw_moments_mean(&g->m[c]), sw_batches_interval(g->b[c], s->cfg->confidence));
        else
            put_mean(s, out, &g->m[c]);
        put_finite(out, sw_moments_sd(&g->m[c]));
        put_finite(out, sw_moments_min(&g->m[c]));
        for (size_t i = 0; i < s->cfg->quantiles.n; i++)
            sw_out_real(out, sw_quantiles_get(g->q[c], s->cfg->quantiles.at[i]));
        put_finite(out, sw_moments_max(&g->m[c]));
    }
    return SW_OK;
}

static void columns_clear(void *record)
{
    for (size_t c = 0; c < MAX_COLUMNS; c++) {
        sw_quantiles_free(((struct columns *)record)->q[c]);
        sw_batches_free(((struct columns *)record)->b[c]);
    }
}

const struct mode columns_mode = { sizeof(struct columns), NULL, columns_bind, columns_row, NULL, columns_header, false,
    columns_write, columns_clear, NULL };
