/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cdf.c - the empirical distribution of a column, a step curve for each series. Datablocks are numbered from 1:
 * series by series, panel by panel, then those of the overlay. */
#include "lib/base/sw_sort.h"
#include "lib/plot/plot.h"
#include "lib/stats/sw_results.h"
#include <math.h>
#include <stdlib.h>

/* Columns: x, and behind it those that --by and --panel name. */
enum { X, FIRST_SERIES };
enum { POINTS = 2000 }; /* a curve, at most: more than a figure can show */

static size_t by_column(const struct sw_plot *p) { return p->spec->by ? FIRST_SERIES : NO_COLUMN; }

static const struct plot_want cdf_wants[] = { { SW_PLOT_X, NULL, NUMBER, true }, { SW_PLOT_BY, NULL, TEXT, true, true },
    { SW_PLOT_PANEL, NULL, TEXT, true }, { 0 } };

/* The values of a series that the figure can show, in order. script_shows() counts what it leaves out, so this is
 * asked once for each series. */
static size_t cdf_gather(struct sw_plot *p, const struct table *t, size_t series, double *x)
{
    size_t n = 0;
    for (size_t row = 0; row < t->n_rows; row++)
        if (table_series(t, by_column(p), row) == series && script_shows(p, table_number(t, X, row), 1))
            x[n++] = table_number(t, X, row);
    sw_sort_reals(x, n);
    return n;
}

/* Returns the number of values; with none there is no datablock. x and place have room for all rows. */
static size_t write_series(struct sw_plot *p, const struct table *t, size_t series, size_t block, double *x,
                           size_t *place)
{
    size_t n = cdf_gather(p, t, series, x);
    if (n > 0) {
        /* Each point is (x, share of the values <= x); the curve starts at share 0.
         * At most POINTS places of x[], each the last one of a run of equal values. */
        size_t n_places = sw_cdf_places(x, n, POINTS, place);
        double start[2] = { x[0], 0 };
        sw_out_printf(p->out, "$data%zu << EOD\n", block);
        script_row(p->out, start, 2);
        for (size_t i = 0; i < n_places; i++) {
            double at[2] = { x[place[i]], (double)(place[i] + 1) / (double)n };
            script_row(p->out, at, 2);
        }
        sw_out_printf(p->out, "EOD\n");
    }
    return n;
}

/* first: the number of the table's first datablock. */
static int write_blocks(struct sw_plot *p, const struct table *t, size_t first, size_t *n_drawn, struct sw_err *err)
{
    double *x = malloc((t->n_rows + 1) * sizeof *x);
    size_t *place = malloc((t->n_rows + 1) * sizeof *place);
    if (x && place)
        for (size_t s = 0; s < table_n_series(t, by_column(p)); s++)
            *n_drawn += write_series(p, t, s, first + s, x, place) > 0;
    bool memory = x && place;
    free(x);
    free(place);
    return memory ? SW_OK : sw_err_memory(err);
}

/* Whether the series has a datablock, without counting in the notes again. */
static bool has_any(const struct sw_plot *p, const struct table *t, size_t series)
{
    for (size_t row = 0; row < t->n_rows; row++) {
        double x = table_number(t, X, row);
        if (table_series(t, by_column(p), row) == series && !isnan(x) && (!p->spec->log_x || x > 0))
            return true;
    }
    return false;
}

static void write_step_clauses(struct sw_plot *p, const struct table *t, size_t first, bool alone)
{
    char title[320];
    for (size_t s = 0, n = 0; s < table_n_series(t, by_column(p)); s++) {
        if (!has_any(p, t, s))
            continue;
        script_series_title(p, t, by_column(p), s, NULL, title, sizeof title);
        /* The overlay's clauses follow those of the table, which has begun the list. */
        sw_out_printf(p->out, "%s$data%zu using 1:2 with steps lt %zu", n++ || first > 1 ? ", \\\n     " : "plot ",
                      first + s, first + s);
        if (t == &p->overlay)
            sw_out_printf(p->out, " lc rgb '#000000' lw 1");
        sw_out_printf(p->out, alone ? " notitle" : " title ");
        /* A curve that is alone needs no key. */
        if (!alone)
            script_quoted(p->out, title[0] ? title : t == &p->overlay ? script_overlay_name(p) : "table");
    }
}

static int draw_one_cdf(struct sw_plot *p, struct sw_err *err)
{
    size_t n_series = table_n_series(&p->table, by_column(p)), n_drawn = 0;
    script_begin(p, 0);
    if (write_blocks(p, &p->table, 1, &n_drawn, err) != SW_OK)
        return SW_FAIL;
    /* A table of which nothing can be drawn is an error, an overlay of which nothing can be drawn is not. */
    if (n_drawn == 0)
        return plot_table_nothing(p, err);
    if (p->spec->overlay && write_blocks(p, &p->overlay, 1 + n_series, &n_drawn, err) != SW_OK)
        return SW_FAIL;
    script_labels(p, p->spec->x, "cumulative share");
    script_logs(p);
    sw_out_printf(p->out, "set yrange [0:1]\n");
    write_step_clauses(p, &p->table, 1, n_drawn == 1);
    if (p->spec->overlay)
        write_step_clauses(p, &p->overlay, 1 + n_series, false);
    sw_out_printf(p->out, "\n");
    return SW_OK;
}

/* ---- panels ---------------------------------------------------------------------------------- */

static void write_cdf_panel(struct sw_plot *p, const struct panels *pn, size_t i)
{
    size_t n_series = table_n_series(&p->table, by_column(p));
    char title[320];
    p->table.panel_now = i;
    panel_title(p, i, title, sizeof title);
    panels_one(p, pn, i, title, p->spec->x, "cumulative share");
    /* `plot NaN` draws the frame of a panel without curves. The first panel has the key of all series, with lines
     * that lie nowhere. */
    sw_out_printf(p->out, "plot NaN notitle");
    for (size_t s = 0; s < n_series && i == 0 && pn->key; s++) {
        script_series_title(p, &p->table, by_column(p), s, NULL, title, sizeof title);
        sw_out_printf(p->out, ", \\\n     NaN with lines lt %zu title ", s + 1);
        script_quoted(p->out, title);
    }
    for (size_t s = 0; s < n_series; s++)
        if (has_any(p, &p->table, s))
            sw_out_printf(p->out, ", \\\n     $data%zu using 1:2 with steps lt %zu notitle", i * n_series + s + 1,
                          s + 1);
    sw_out_printf(p->out, "\n");
}

/* All panels have one x axis, over the values of all. */
static int draw_panels(struct sw_plot *p, struct sw_err *err)
{
    size_t n_series = table_n_series(&p->table, by_column(p)), n_drawn = 0;
    struct extent x = { NAN, NAN }; /* of all panels */
    for (size_t row = 0; row < p->table.n_rows; row++) {
        double value = table_number(&p->table, X, row);
        if (!isnan(value) && !(p->spec->log_x && value <= 0))
            panels_add(&x, value);
    }
    struct panels pn;
    if (panels_of(p, NULL, n_series > 1, &pn, err) != SW_OK)
        return SW_FAIL;
    script_begin(p, pn.height_px);
    for (size_t i = 0; i < pn.n; i++) {
        p->table.panel_now = i;
        if (write_blocks(p, &p->table, 1 + i * n_series, &n_drawn, err) != SW_OK)
            return SW_FAIL;
    }
    if (n_drawn == 0)
        return plot_table_nothing(p, err);
    script_logs(p);
    panels_put_extent(p, 'x', &x, p->spec->log_x, false);
    sw_out_printf(p->out, "set yrange [0:1]\n");
    panels_begin(p, &pn);
    for (size_t i = 0; i < pn.n; i++)
        write_cdf_panel(p, &pn, i);
    panels_end(p);
    return SW_OK;
}

/* The number of series is checked for one figure and for panels alike, since colours are by series. */
static int cdf_draw(struct sw_plot *p, struct sw_err *err)
{
    if (plot_table_check_series(p, table_n_series(&p->table, by_column(p)), err) != SW_OK)
        return SW_FAIL;
    return p->spec->panel ? draw_panels(p, err) : draw_one_cdf(p, err);
}

const struct sw_plot_kind plot_cdf = { "cdf", "the share of rows with at most this much, a curve for each series", "-x",
    SW_PLOT_X | SW_PLOT_BY | SW_PLOT_LOG_X | SW_PLOT_OVERLAY | SW_PLOT_PANEL, SW_PLOT_X, 720, 432, cdf_wants, NULL,
    cdf_draw };
