/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gains.c - the gain and the greatest gain over a base run in each bin, a panel for each series (TR figure 10). */
#include "plot.h"
#include <math.h>
#include <stdio.h>

enum { X, MEAN, MAX, LO, HI, BY };
static const char *const titles[] = { "gain", "greatest gain" };

static int gains_want(struct sw_plot *p, const struct sw_csv *header, struct sw_err *err)
{
    (void)header;
    (void)err;
    plot_want(p, p->spec->x ? p->spec->x : "bin", TEXT, true);
    plot_want(p, "gain", NUMBER, true);
    plot_want(p, "max_gain", NUMBER, true);
    plot_want(p, "gain_lo", NUMBER, false);
    plot_want(p, "gain_hi", NUMBER, false);
    if (p->spec->by != NULL)
        plot_want(p, p->spec->by, TEXT, true);
    return SW_OK;
}

/* An interval that reaches below zero is cut there: a gain cannot. */
static int fill(struct sw_plot *p, struct bars *b, size_t panel, struct sw_err *err)
{
    const struct table *t = &p->table;
    for (size_t row = 0; row < t->n_rows; row++) {
        if (table_series(t, BY, row) != panel)
            continue;
        double lo = table_number(t, LO, row);
        struct bar mean = { table_number(t, MEAN, row), lo < 0 ? 0 : lo, table_number(t, HI, row), true };
        struct bar max = { table_number(t, MAX, row), NAN, NAN, true };
        if (bars_set(p, b, row, X, t->column[X].id[row], 0, mean, err) != SW_OK
            || bars_set(p, b, row, X, t->column[X].id[row], 1, max, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

static void write_clauses(struct sw_plot *p, const struct bars *b, size_t panel)
{
    char name[32];
    snprintf(name, sizeof name, "panel%zu_", panel + 1);
    bars_clauses(p, b, name, panel == 0 ? titles : NULL);
    sw_out_printf(p->out, ", \\\n     1 with lines lt 1 lc rgb sw_ink lw 1 dt (4,4) notitle\n");
}

static double greatest(const struct bars *b, size_t n)
{
    double most = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < b[i].n_places * b[i].n_series; j++)
            if (b[i].at[j].set)
                most = fmax(most, fmax(b[i].at[j].y, isnan(b[i].at[j].hi) ? 0 : b[i].at[j].hi));
    return most;
}

enum { PANELS = 9 };

static void write_data(struct sw_plot *p, const struct bars *b, size_t n, double width_px)
{
    char name[32];
    for (size_t i = 0; i < n; i++) {
        snprintf(name, sizeof name, "panel%zu_", i + 1);
        bars_data(p, &b[i], name);
    }
    script_logs(p);
    script_category_tics(p, &p->table.column[X], width_px);
    sw_out_printf(p->out, "set yrange [%s:%.6g]\n", p->spec->log_y ? "*" : "0", 1.05 * greatest(b, n));
}

static void write_one(struct sw_plot *p, const struct bars *b)
{
    script_begin(p, 0);
    write_data(p, b, 1, plot_width_px(p) - 90);
    script_title(p);
    script_axis(p, 'x', p->spec->xlabel, p->table.column[X].name);
    script_axis(p, 'y', p->spec->ylabel, "gain");
    write_clauses(p, b, 0);
}

static void write_panels(struct sw_plot *p, const struct bars *b, size_t n)
{
    char title[320];
    struct panels pn = panels_make(p, n, &p->table.column[X], true);
    script_begin(p, pn.height_px);
    write_data(p, b, n, pn.place_px);
    script_panels_begin(p, &pn);
    for (size_t i = 0; i < n; i++) {
        series_title(p, &p->table, BY, i, NULL, title, sizeof title);
        script_panel(p, &pn, i, title, p->table.column[X].name, "gain");
        write_clauses(p, &b[i], i);
    }
    script_panels_end(p);
}

static int gains_draw(struct sw_plot *p, struct sw_err *err)
{
    struct bars b[PANELS] = { 0 };
    size_t n = table_n_series(&p->table, BY), n_any = 0;
    int status = SW_OK;
    if (n > PANELS)
        return sw_err_set(err, "%zu values of '%s' are more panels than a figure can show (%d)", n,
                          p->spec->by, PANELS);
    for (size_t i = 0; i < n && status == SW_OK; i++) {
        status = bars_new(&b[i], sw_keys_count(p->table.column[X].keys), 2, err);
        if (status == SW_OK)
            status = fill(p, &b[i], i, err);
        n_any += status == SW_OK && bars_any(&b[i]);
    }
    if (status == SW_OK && n_any < n)
        status = plot_nothing(p, err);
    if (status == SW_OK && n == 1)
        write_one(p, b);
    else if (status == SW_OK)
        write_panels(p, b, n);
    for (size_t i = 0; i < n; i++)
        bars_free(&b[i]);
    return status;
}

const struct sw_plot_kind plot_gains = { "gains",
    "mean and greatest gain over a base run in each bin, a panel for each series",
    "bin (or -x), gain, max_gain; gain_lo, gain_hi: the rows of slot-stats --compare",
    SW_PLOT_X | SW_PLOT_BY | SW_PLOT_LOG_Y, 0, 720, 432, gains_want, gains_draw };
