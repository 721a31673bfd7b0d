/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gains.c - the gain, the greatest and the least over a base run in each bin, a panel for each series (TR figure 10).
 * The axis is one of logarithms around 1: half as long and twice as long look alike. */
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Columns, in the order of gains_wants. */
enum { X, MEAN, MAX, LO, HI, N_GAIN, N_JOBS, MIN, BY };
enum { N_BARS = 3 };
static const double LEAST = 0.01;  /* of an interval where the least gain is not known */
static const char *const titles[N_BARS] = { "gain", "greatest gain", "least gain" };

static const struct plot_want gains_wants[] = { { SW_PLOT_X, "bin", TEXT, true }, { 0, "gain", NUMBER, true },
    { 0, "max_gain", NUMBER, true }, { 0, "gain_lo", NUMBER }, { 0, "gain_hi", NUMBER }, { 0, "n_gain", NUMBER },
    { 0, "jobs", NUMBER }, { 0, "min_gain", NUMBER }, { SW_PLOT_BY, NULL, TEXT, true }, { 0 } };

/* A mean and its interval cannot be less than the least gain. On an axis of logarithms no interval reaches 0. */
static int gains_fill(struct sw_plot *p, struct bars *b, struct counts *n, size_t panel, struct sw_err *err)
{
    const struct table *t = &p->table;
    for (size_t row = 0; row < t->n_rows; row++) {
        if (table_series(t, BY, row) != panel)
            continue;
        double lo = table_number(t, LO, row), least = table_number(t, MIN, row);
        /* Jobs that have a gain are what the bar stands for; jobs are those of the bin. */
        counts_set(n, t->column[X].id[row], table_number(t, t->column[N_GAIN].present ? N_GAIN : N_JOBS, row));
        struct bar mean = { table_number(t, MEAN, row), fmax(lo, isnan(least) ? LEAST : least),
                            table_number(t, HI, row), true };
        struct bar min = { least, NAN, NAN, true };
        struct bar max = { table_number(t, MAX, row), NAN, NAN, true };
        if (bars_set(p, b, row, X, t->column[X].id[row], 0, mean, err) != SW_OK
            || bars_set(p, b, row, X, t->column[X].id[row], 1, max, err) != SW_OK
            || (t->column[MIN].present && bars_set(p, b, row, X, t->column[X].id[row], 2, min, err) != SW_OK))
            return SW_FAIL;
    }
    return SW_OK;
}

/* A line at 1 is what the gains are compared with: there nothing was gained. */
static void write_gain_clauses(struct sw_plot *p, const struct bars *b, const struct counts *n, size_t panel,
                               double width_px)
{
    char name[32];
    snprintf(name, sizeof name, "panel%zu_", panel + 1);
    bars_clauses(p, b, name, panel == 0 ? titles : NULL);
    counts_clause(p, n, name, width_px);
    sw_out_printf(p->out, ", \\\n     1 with lines lt 1 lc rgb sw_ink lw 1 dt (4,4) notitle\n");
}

/* From at most 1 to at least 1. */
static struct extent extent_of(const struct bars *b, size_t n)
{
    struct extent e = { 1, 1 };
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < b[i].n_places * b[i].n_series; j++) {
            const struct bar *at = &b[i].at[j];
            if (at->set)
                e.hi = fmax(e.hi, fmax(at->y, at->hi));
            if (at->set && at->y > 0)
                e.lo = fmin(e.lo, fmin(at->y, at->lo));
        }
    return e;
}

/* room: a factor, as the axis is logarithmic. Counts stand that much above the greatest bar. */
static void write_gains(struct sw_plot *p, const struct bars *b, const struct counts *counts, size_t n,
                        double width_px)
{
    char name[32];
    const struct extent e = extent_of(b, n);
    double most = e.hi, least = e.lo, above = 0;
    double room = pow(1.1 * most / least, n > 1 ? 0.16 : 0.1); /* counts stand upright in narrow panels */
    for (size_t i = 0; i < n; i++)
        above = counts_any(&counts[i]) ? 1 : above;
    for (size_t i = 0; i < n; i++) {
        snprintf(name, sizeof name, "panel%zu_", i + 1);
        bars_data(p, &b[i], name);
        counts_data(p, &counts[i], name, room * most);
    }
    /* Tics at 1, 2 and 5 times the powers of ten, for a factor between them is what the figure is about. */
    sw_out_printf(p->out, "set logscale y\n"
                          "set ytics (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)\n");
    script_category_tics(p, &p->table.column[X], width_px);
    sw_out_printf(p->out, "set yrange [%.6g:%.6g]\n", least / 1.1,
                  (above > 0 ? pow(room, n > 1 ? 2.6 : 2) : 1.1) * most);
}

/* One y axis for all panels, so write_gains() sets it once. */
static void write_gain_panels(struct sw_plot *p, const struct bars *b, const struct counts *counts, size_t n)
{
    char title[320];
    struct panels pn = panels_make(p, n, &p->table.column[X], 1);
    script_begin(p, pn.height_px);
    write_gains(p, b, counts, n, pn.place_px);
    panels_begin(p, &pn);
    for (size_t i = 0; i < n; i++) {
        script_series_title(p, &p->table, BY, i, NULL, title, sizeof title);
        panels_one(p, &pn, i, title, p->table.column[X].name, "gain");
        write_gain_clauses(p, &b[i], &counts[i], i, pn.place_px);
    }
    panels_end(p);
}

/* The texts of the places, with how many there are. */
static void write_gain_text(struct sw_plot *p, const struct bars *b, const struct counts *counts, size_t n)
{
    char title[320];
    text_begin(p);
    text_line(p, "gain (base / response) by %s, with the greatest and the least of a job",
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

/* b[i] and counts[i] are those of panel i. The caller frees them. */
static int draw_gains(struct sw_plot *p, struct bars *b, struct counts *counts, size_t n, struct sw_err *err)
{
    size_t n_any = 0, n_places = sw_keys_count(p->table.column[X].keys);
    size_t n_bars = p->table.column[MIN].present ? N_BARS : N_BARS - 1;
    for (size_t i = 0; i < n; i++) {
        if (bars_new(&b[i], n_places, n_bars, err) != SW_OK || counts_new(&counts[i], n_places, err) != SW_OK
            || gains_fill(p, &b[i], &counts[i], i, err) != SW_OK)
            return SW_FAIL;
        /* Each panel must have a bar, for a panel is a series that was asked for. */
        b[i].from_one = true;
        n_any += bars_any(&b[i]);
    }
    if (n_any < n)
        return plot_table_nothing(p, err);
    if (text_wanted(p))
        write_gain_text(p, b, counts, n);
    else if (n == 1) {
        script_begin(p, 0);
        write_gains(p, b, counts, 1, script_width_px(p) - 90);
        script_labels(p, p->table.column[X].name, "gain");
        write_gain_clauses(p, b, counts, 0, script_width_px(p) - 90);
    } else
        write_gain_panels(p, b, counts, n);
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
    int status = draw_gains(p, b, counts, n, err);
    for (size_t i = 0; i < n; i++) {
        bars_free(&b[i]);
        counts_free(&counts[i]);
    }
    return status;
}

const struct sw_plot_kind plot_gains = { "gains",
    "mean, greatest and least gain over a base run in each bin, a panel for each series",
    "bin (or -x), gain, max_gain; min_gain, gain_lo, gain_hi, n_gain: the rows of slot-stats --compare",
    SW_PLOT_X | SW_PLOT_BY | SW_PLOT_LOG_Y, 0, 720, 432, gains_wants, NULL, gains_draw,
    "slot-stats --bins tr --compare" };
