/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gains.c - the gain and the greatest gain over a base run in each bin, a panel for each series (TR figure 10). */
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { X, MEAN, MAX, LO, HI, N_GAIN, N_JOBS, BY };
static const char *const titles[] = { "gain", "greatest gain" };

static int gains_want(struct sw_plot *p, const struct sw_csv *header, struct sw_err *err)
{
    (void)header;
    (void)err;
    plot_table_want(p, p->spec->x ? p->spec->x : "bin", TEXT, true);
    plot_table_want(p, "gain", NUMBER, true);
    plot_table_want(p, "max_gain", NUMBER, true);
    plot_table_want(p, "gain_lo", NUMBER, false);
    plot_table_want(p, "gain_hi", NUMBER, false);
    plot_table_want(p, "n_gain", NUMBER, false);
    plot_table_want(p, "jobs", NUMBER, false);
    if (p->spec->by)
        plot_table_want(p, p->spec->by, TEXT, true);
    return SW_OK;
}

/* An interval that reaches below zero is cut there: a gain cannot. */
static int fill(struct sw_plot *p, struct bars *b, struct counts *n, size_t panel, struct sw_err *err)
{
    const struct table *t = &p->table;
    for (size_t row = 0; row < t->n_rows; row++) {
        if (table_series(t, BY, row) != panel)
            continue;
        double lo = table_number(t, LO, row);
        counts_set(n, t->column[X].id[row], table_number(t, t->column[N_GAIN].present ? N_GAIN : N_JOBS, row));
        struct bar mean = { table_number(t, MEAN, row), lo < 0 ? 0 : lo, table_number(t, HI, row), true };
        struct bar max = { table_number(t, MAX, row), NAN, NAN, true };
        if (bars_set(p, b, row, X, t->column[X].id[row], 0, mean, err) != SW_OK
            || bars_set(p, b, row, X, t->column[X].id[row], 1, max, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

static void write_clauses(struct sw_plot *p, const struct bars *b, const struct counts *n, size_t panel,
                          double width_px)
{
    char name[32];
    snprintf(name, sizeof name, "panel%zu_", panel + 1);
    bars_clauses(p, b, name, panel == 0 ? titles : NULL);
    counts_clause(p, n, name, width_px);
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

static void write_data(struct sw_plot *p, const struct bars *b, const struct counts *counts, size_t n,
                       double width_px)
{
    char name[32];
    double most = greatest(b, n), above = 0;
    for (size_t i = 0; i < n; i++)
        above = counts_any(&counts[i]) ? 1 : above;
    for (size_t i = 0; i < n; i++) {
        snprintf(name, sizeof name, "panel%zu_", i + 1);
        bars_data(p, &b[i], name);
        counts_data(p, &counts[i], name, p->spec->log_y ? 1.15 * most : 1.1 * most);
    }
    script_logs(p);
    script_category_tics(p, &p->table.column[X], width_px);
    sw_out_printf(p->out, "set yrange [%s:%.6g]\n", p->spec->log_y ? "*" : "0",
                  (above > 0 ? p->spec->log_y ? 1.4 : 1.2 : 1.05) * most);
}

static void write_one(struct sw_plot *p, const struct bars *b, const struct counts *counts)
{
    script_begin(p, 0);
    write_data(p, b, counts, 1, script_width_px(p) - 90);
    script_title(p);
    script_axis(p, 'x', p->spec->xlabel, p->table.column[X].name);
    script_axis(p, 'y', p->spec->ylabel, "gain");
    write_clauses(p, b, counts, 0, script_width_px(p) - 90);
}

static void write_panels(struct sw_plot *p, const struct bars *b, const struct counts *counts, size_t n)
{
    char title[320];
    struct panels pn = panels_make(p, n, &p->table.column[X], true);
    script_begin(p, pn.height_px);
    write_data(p, b, counts, n, pn.place_px);
    panels_begin(p, &pn);
    for (size_t i = 0; i < n; i++) {
        script_series_title(p, &p->table, BY, i, NULL, title, sizeof title);
        panels_one(p, &pn, i, title, p->table.column[X].name, "gain");
        write_clauses(p, &b[i], &counts[i], i, pn.place_px);
    }
    panels_end(p);
}

/* The texts of the places, with how many there are. */
static void write_text(struct sw_plot *p, const struct bars *b, const struct counts *counts, size_t n)
{
    char title[320];
    text_begin(p);
    text_line(p, "gain (base / response) by %s, with the greatest gain of a job",
              strcmp(p->table.column[X].name, "bin") == 0 ? "job size (maps)" : p->table.column[X].name);
    for (size_t i = 0; i < n; i++) {
        if (n > 1) {
            script_series_title(p, &p->table, BY, i, NULL, title, sizeof title);
            text_line(p, "%s", "");
            text_line(p, "%s", title);
        }
        text_bars(p, &b[i], &counts[i], &p->table.column[X], titles);
    }
}

static int draw_all(struct sw_plot *p, struct bars *b, struct counts *counts, size_t n, struct sw_err *err)
{
    size_t n_any = 0, n_places = sw_keys_count(p->table.column[X].keys);
    for (size_t i = 0; i < n; i++) {
        if (bars_new(&b[i], n_places, 2, err) != SW_OK || counts_new(&counts[i], n_places, err) != SW_OK
            || fill(p, &b[i], &counts[i], i, err) != SW_OK)
            return SW_FAIL;
        n_any += bars_any(&b[i]);
    }
    if (n_any < n)
        return plot_table_nothing(p, err);
    if (text_wanted(p))
        write_text(p, b, counts, n);
    else if (n == 1)
        write_one(p, b, counts);
    else
        write_panels(p, b, counts, n);
    return SW_OK;
}

static int gains_draw(struct sw_plot *p, struct sw_err *err)
{
    struct bars b[MOST_PANELS] = { 0 };
    struct counts counts[MOST_PANELS] = { 0 };
    size_t n = table_n_series(&p->table, BY);
    if (n > MOST_PANELS)
        return sw_err_set(err, "%zu values of '%s' are more panels than a figure can show (%d)", n,
                          p->spec->by, MOST_PANELS);
    int status = draw_all(p, b, counts, n, err);
    for (size_t i = 0; i < n; i++) {
        bars_free(&b[i]);
        counts_free(&counts[i]);
    }
    return status;
}

const struct sw_plot_kind plot_gains = { "gains",
    "mean and greatest gain over a base run in each bin, a panel for each series",
    "bin (or -x), gain, max_gain; gain_lo, gain_hi, n_gain: the rows of slot-stats --compare",
    SW_PLOT_X | SW_PLOT_BY | SW_PLOT_LOG_Y, 0, 720, 432, gains_want, gains_draw };
