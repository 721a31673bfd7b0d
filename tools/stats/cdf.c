/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cdf.c - --cdf: the empirical distribution of a column in each group. All its values are held. */
#include "lib/base/grow.h"
#include "lib/base/sw_sort.h"
#include "tools/stats/stats.h"

/* The record of a group. */
struct values { size_t n, room; double *at; };

/* --cdf is one column, so it stands at col_at[0]. */
static int cdf_bind(struct state *s, struct sw_err *err)
{
    return state_column(s->in, s->cfg->cdf, &s->col_at[0], err);
}

static int cdf_row(struct state *s, struct sw_err *err)
{
    double x;
    size_t group;
    bool in_bin;
    if (state_number(s, s->col_at[0], s->cfg->cdf, &x, err) != SW_OK || state_group(s, &group, &in_bin, err) != SW_OK)
        return SW_FAIL;
    /* A row without a size has no group, and one without a value no point. */
    if (!in_bin || isnan(x))
        return SW_OK;
    struct values *v = state_record(s, group);
    if (sw_grow(&v->at, &v->room, v->n + 1, sizeof *v->at, err) != SW_OK)
        return SW_FAIL;
    v->at[v->n++] = x;
    return SW_OK;
}

static void cdf_header(struct state *s, struct sw_out *out)
{
    sw_out_str(out, s->cfg->cdf);
    sw_out_str(out, "share");
}

/* Writes one row per point. */
static int cdf_write(struct state *s, size_t group, struct sw_out *out, struct sw_err *err)
{
    struct values *v = state_record(s, group);
    size_t *place = malloc((v->n + 1) * sizeof *place);
    if (!place)
        return sw_err_memory(err);
    /* The share of a point is that of the values up to it. */
    sw_sort_reals(v->at, v->n);
    size_t n = sw_cdf_places(v->at, v->n, s->cfg->points, place);
    for (size_t i = 0; i < n; i++) {
        put_group(s, group, out);
        sw_out_real(out, v->at[place[i]]);
        sw_out_real(out, (double)(place[i] + 1) / (double)v->n);
        sw_out_end_row(out);
    }
    free(place);
    return SW_OK;
}

static void cdf_clear(void *record) { free(((struct values *)record)->at); }

const struct mode cdf_mode = {
    sizeof(struct values), NULL, cdf_bind, cdf_row, NULL, cdf_header, true, cdf_write, cdf_clear, NULL
};
