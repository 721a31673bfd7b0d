/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bars.c - bars side by side, a group for each x, with whiskers for intervals. The grid of bars is that of gains.c,
 * too. With --panel each panel has a grid, all of the same places. */
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a grid of bars, also for gains ------------------------------------------------------------ */

/* The caller frees it with bars_free(), also after a failure. */
int bars_new(struct bars *b, size_t n_places, size_t n_series, struct sw_err *err)
{
    *b = (struct bars){ n_places, n_series, calloc(n_places * n_series + 1, sizeof *b->at) };
    return b->at ? SW_OK : sw_err_memory(err);
}

void bars_free(struct bars *b) { free(b->at); }

int bars_set(struct sw_plot *p, struct bars *b, size_t row, size_t x, size_t place, size_t series, struct bar bar,
             struct sw_err *err)
{
    struct bar *at = &b->at[place * b->n_series + series];
    char text[128];
    table_text(&p->table, x, row, text, sizeof text);
    if (at->set)
        return sw_err_set(err, "%s: two rows for the bar at '%s' (name the column that tells them apart with --by)",
                          strcmp(p->spec->files[0], "-") == 0 ? "standard input" : p->spec->files[0], text);
    /* A bar that cannot be drawn is counted in the notes and stays unset. */
    if (!script_shows(p, 1, bar.y))
        return SW_OK;
    *at = bar;
    at->set = true;
    /* No logarithmic axis reaches 0: such an interval begins at its bar. */
    if (p->spec->log_y && bar.lo <= 0)
        at->lo = bar.y;
    return SW_OK;
}

bool bars_any(const struct bars *b)
{
    for (size_t i = 0; i < b->n_places * b->n_series; i++)
        if (b->at[i].set)
            return true;
    return false;
}

/* In units of the axis. The bars of a place fill 0.8 of it, and 0.2 are the gap to the next place. */
static double bar_width(const struct bars *b) { return 0.8 / (double)b->n_series; }

/* From the middle of the place to the middle of the series' bar. */
static double offset(const struct bars *b, size_t series)
{
    return ((double)series - ((double)b->n_series - 1) / 2) * bar_width(b);
}

/* A millionth of a place is not seen. So the script does not depend on the last bits of a sum. */
static double rounded_place(double x) { return round(x * 1e6) / 1e6; }

/* Columns: middle, height, lo, hi. Without an interval lo and hi are NaN. */
void bars_data(struct sw_plot *p, const struct bars *b, const char *name)
{
    for (size_t s = 0; s < b->n_series; s++) {
        sw_out_printf(p->out, "$%s%zu << EOD\n", name, s + 1);
        for (size_t i = 0; i < b->n_places; i++) {
            const struct bar *at = &b->at[i * b->n_series + s];
            double x[4] = { rounded_place((double)i + offset(b, s)), at->y, at->lo, at->hi };
            if (at->set)
                script_row(p->out, x, 4);
        }
        sw_out_printf(p->out, "EOD\n");
    }
}

/* From 0 up, unless a bar or an interval is below it. */
static void put_y_range(struct sw_plot *p, const struct bars *b)
{
    bool below = false;
    for (size_t i = 0; i < b->n_places * b->n_series; i++)
        below |= b->at[i].set && (b->at[i].y < 0 || b->at[i].lo < 0);
    /* A logarithmic axis has no 0. */
    if (p->spec->log_y)
        return;
    sw_out_printf(p->out, below ? "set xzeroaxis lt 1 lc rgb sw_ink lw 1\n" : "set yrange [0:*]\n");
}

/* Whether it has a bar, and one with an interval. */
static bool series_shown(const struct bars *b, size_t s, bool *intervals)
{
    bool any = false;
    *intervals = false;
    for (size_t i = 0; i < b->n_places; i++) {
        const struct bar *at = &b->at[i * b->n_series + s];
        any |= at->set;
        *intervals |= at->set && !isnan(at->lo) && !isnan(at->hi);
    }
    return any;
}

/* Behind a "plot " and clauses of one's own. A series without bars here is in the key all the same. */
static void clauses_behind(struct sw_plot *p, const struct bars *b, const char *name, const char *const *titles)
{
    const char *lead = "";
    bool intervals;
    for (size_t s = 0; s < b->n_series; s++) {
        if (!series_shown(b, s, &intervals) && !(titles && p->spec->panel))
            continue;
        double w = bar_width(b);
        sw_out_printf(p->out, "%s$%s%zu using ", lead, name, s + 1);
        /* boxxyerror reads x, y, and the box from x to x, from y to y: it hangs from 1 or stands on 1. */
        if (b->from_one)
            sw_out_printf(p->out, "1:2:($1-%.4g):($1+%.4g):($2<1?$2:1):($2<1?1:$2) with boxxyerror", w / 2, w / 2);
        else
            sw_out_printf(p->out, "1:2:(%.4g) with boxes", w);
        sw_out_printf(p->out, " lt 1 lw 1");
        script_fill(p, s);
        sw_out_printf(p->out, " border lc rgb sw_edge");
        lead = ", \\\n     ";
        sw_out_printf(p->out, titles ? " title " : " notitle");
        if (titles)
            script_quoted(p->out, titles[s]);
        /* vectors read x, y, dx, dy. Two heads of 90 degrees make the whisker's ends. */
        if (intervals)
            sw_out_printf(p->out, "%s$%s%zu using 1:3:(0):($4-$3) with vectors heads size graph 0.008,90 lt 1 lc rgb "
                                  "sw_ink lw 1.2 notitle", lead, name, s + 1);
    }
}

void bars_clauses(struct sw_plot *p, const struct bars *b, const char *name, const char *const *titles)
{
    sw_out_printf(p->out, "plot ");
    clauses_behind(p, b, name, titles);
}

/* ---- the kind ------------------------------------------------------------------------------------ */

/* plot_table_want_xy() adds the columns behind x. */
static const struct plot_want bars_wants[] = { { SW_PLOT_X, NULL, TEXT, true }, { 0 } };

/* A series is a text of --by and a column y, n_y series a text. */
static int bars_fill(struct sw_plot *p, struct bars *b, struct sw_err *err)
{
    const struct table *t = &p->table;
    for (size_t row = 0; row < t->n_rows; row++)
        for (size_t y = 0; y < p->spec->n_y; y++) {
            struct bar bar = { table_number(t, XY_Y + y, row), table_low(p, t, y, row),
                               table_number(t, xy_lo(p, y) + 1, row), true };
            size_t series = table_series(t, xy_by(p), row) * p->spec->n_y + y;
            /* A row of another panel. */
            if (table_series(t, xy_by(p), row) == SIZE_MAX)
                continue;
            if (bars_set(p, b, row, XY_X, t->column[XY_X].id[row], series, bar, err) != SW_OK)
                return SW_FAIL;
        }
    return SW_OK;
}

/* A point over the bar of the same x (and series): x where the overlay's text is in the table. */
static size_t overlay_data(struct sw_plot *p, const struct bars *b)
{
    const struct table *t = &p->overlay;
    char text[256];
    size_t n = 0;
    sw_out_printf(p->out, "$overlay << EOD\n");
    for (size_t row = 0; row < t->n_rows; row++) {
        table_text(t, XY_X, row, text, sizeof text);
        /* A text that the table does not have has no place on the axis. Without --by the point stands in the
         * middle. */
        size_t place = sw_keys_find(p->table.column[XY_X].keys, text, strlen(text)), series = (size_t)-1;
        if (p->spec->by && t->column[xy_by(p)].present) {
            table_text(t, xy_by(p), row, text, sizeof text);
            series = sw_keys_find(p->table.column[xy_by(p)].keys, text, strlen(text));
        }
        /* size_t -1: sw_keys_find() found none. */
        if (place == (size_t)-1 || !script_shows(p, 1, table_number(t, XY_Y, row)))
            continue;
        double off = series == (size_t)-1 ? 0 : offset(b, series * p->spec->n_y);
        double at[2] = { rounded_place((double)place + off), table_number(t, XY_Y, row) };
        script_row(p->out, at, 2);
        n++;
    }
    sw_out_printf(p->out, "EOD\n");
    return n;
}

/* bars_draw() allows as many. */
struct titles { char text[64][160]; const char *at[64]; };

/* A title points into its text, so the struct must not be copied. */
static void find_titles(const struct sw_plot *p, size_t n_series, struct titles *t)
{
    for (size_t s = 0; s < n_series; s++) {
        script_series_title(p, &p->table, xy_by(p), s / p->spec->n_y, p->spec->y[s % p->spec->n_y], t->text[s],
                            sizeof t->text[s]);
        t->at[s] = t->text[s];
    }
}

static void write_plot(struct sw_plot *p, const struct bars *b)
{
    struct titles titles;
    size_t n_overlay;
    find_titles(p, b->n_series, &titles);
    script_begin(p, 0);
    bars_data(p, b, "data");
    n_overlay = p->spec->overlay ? overlay_data(p, b) : 0;
    script_labels(p, p->spec->x, NULL);
    script_logs(p);
    script_category_tics(p, &p->table.column[XY_X], script_width_px(p) - 90);
    put_y_range(p, b);
    /* One series needs no key. */
    bars_clauses(p, b, "data", b->n_series > 1 || n_overlay ? titles.at : NULL);
    if (n_overlay) {
        sw_out_printf(p->out, ", \\\n     $overlay using 1:2 with points pt 2 ps 1.3 lw 2 lc rgb '#000000' title ");
        script_quoted(p->out, script_overlay_name(p));
    }
    sw_out_printf(p->out, "\n");
}

/* ---- text, and panels ------------------------------------------------------------------------ */

static void write_bar_text(struct sw_plot *p, const struct bars *b, size_t n)
{
    struct titles titles;
    char title[320], y[160], x[160];
    find_titles(p, b->n_series, &titles);
    text_begin(p);
    sw_plot_label(p->spec->y[0], y, sizeof y);
    sw_plot_label(p->spec->x, x, sizeof x);
    /* Several columns y have no label in common. */
    text_line(p, "%s by %s", p->spec->ylabel ? p->spec->ylabel : p->spec->n_y > 1 ? "values" : y,
              p->spec->xlabel ? p->spec->xlabel : x);
    for (size_t i = 0; i < n; i++) {
        if (p->spec->panel) {
            panel_title(p, i, title, sizeof title);
            text_line(p, "%s", "");
            text_line(p, "%s", title);
        }
        text_bars(p, &b[i], NULL, &p->table.column[XY_X], b->n_series > 1 ? titles.at : NULL);
    }
}

/* All panels have one y axis, over the bars and the intervals of all. */
static int write_bar_panels(struct sw_plot *p, const struct bars *b, struct sw_err *err)
{
    struct titles titles;
    struct panels pn;
    struct extent y = { NAN, NAN }; /* of all panels */
    for (size_t i = 0; i < table_n_panels(&p->table); i++)
        for (size_t k = 0; k < b[i].n_places * b[i].n_series; k++)
            if (b[i].at[k].set) {
                panels_add(&y, b[i].at[k].y);
                panels_add(&y, b[i].at[k].lo);
                panels_add(&y, b[i].at[k].hi);
            }
    char title[320], name[32];
    if (panels_of(p, &p->table.column[XY_X], b->n_series > 1, &pn, err) != SW_OK)
        return SW_FAIL;
    find_titles(p, b->n_series, &titles);
    script_begin(p, pn.height_px);
    for (size_t i = 0; i < pn.n; i++) {
        snprintf(name, sizeof name, "panel%zu_", i + 1);
        bars_data(p, &b[i], name);
    }
    script_logs(p);
    script_category_tics(p, &p->table.column[XY_X], pn.place_px);
    panels_put_extent(p, 'y', &y, p->spec->log_y, true);
    panels_begin(p, &pn);
    for (size_t i = 0; i < pn.n; i++) {
        snprintf(name, sizeof name, "panel%zu_", i + 1);
        panel_title(p, i, title, sizeof title);
        panels_one(p, &pn, i, title, p->spec->x, script_y(p->spec));
        /* `plot NaN` draws the frame of a panel without bars, and begins the list of clauses for others. */
        sw_out_printf(p->out, "plot NaN notitle, \\\n     ");
        clauses_behind(p, &b[i], name, i == 0 && b->n_series > 1 ? titles.at : NULL);
        sw_out_printf(p->out, "\n");
    }
    panels_end(p);
    return SW_OK;
}

/* b[i] is the grid of panel i. draw_bars() leaves freeing to its caller. */
static int draw_bars(struct sw_plot *p, struct bars *b, size_t n, size_t n_series, struct sw_err *err)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        p->table.panel_now = i;
        if (bars_new(&b[i], sw_keys_count(p->table.column[XY_X].keys), n_series, err) != SW_OK
            || bars_fill(p, &b[i], err) != SW_OK)
            return SW_FAIL;
        any |= bars_any(&b[i]);
    }
    if (!any)
        return plot_table_nothing(p, err);
    if (text_wanted(p))
        write_bar_text(p, b, n);
    else if (p->spec->panel)
        return write_bar_panels(p, b, err);
    else
        write_plot(p, b);
    return SW_OK;
}

static int bars_draw(struct sw_plot *p, struct sw_err *err)
{
    /* Limits of what can be told apart and drawn, before memory is taken for it. */
    size_t n_series = table_n_series(&p->table, xy_by(p)) * p->spec->n_y, n = table_n_panels(&p->table);
    if (n_series > 64)
        return sw_err_set(err, "%zu bars at each '%s' are more than a figure can show (64)", n_series, p->spec->x);
    size_t n_bars = sw_keys_count(p->table.column[XY_X].keys) * n_series;
    if (n_bars > MOST_BARS)
        return sw_err_set(err, "%zu bars are more than a figure can show (%d): slot-stats --bins puts rows together, "
                          "cdf and scatter draw each", n_bars, MOST_BARS);
    struct bars *b = calloc(n + 1, sizeof *b);
    if (!b)
        return sw_err_memory(err);
    int status = draw_bars(p, b, n, n_series, err);
    for (size_t i = 0; i < n; i++)
        bars_free(&b[i]);
    free(b);
    return status;
}

const struct sw_plot_kind plot_bars = { "bars", "bars of y side by side at each x, with whiskers for intervals",
    "-x, -y; NAME_lo and NAME_hi of each y",
    SW_PLOT_X | SW_PLOT_Y | SW_PLOT_MANY_Y | SW_PLOT_BY | SW_PLOT_LOG_Y | SW_PLOT_OVERLAY
        | SW_PLOT_PANEL, SW_PLOT_X | SW_PLOT_Y, 720,
    432, bars_wants, plot_table_want_xy, bars_draw };
