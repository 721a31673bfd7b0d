/* SPDX-License-Identifier: GPL-3.0-or-later */
/* locality.c - where maps ran, as stacked shares of a whole, a bar for each bin and a panel for each series. */
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Columns, in the order of locality_wants. The levels stand behind one another. */
enum { X, NODE, RACK, OFF, JOBS, BY };
enum { N_LEVELS = 3 };
static const char *const titles[N_LEVELS] = { "on the node", "in the rack", "off the rack" };
/* Neighbours differ in lightness, so that grey tells them apart. */
static const char *const fills[N_LEVELS] = { "#0072b2", "#b7dff5", "#d55e00" };

static const struct plot_want locality_wants[] = { { SW_PLOT_X, "bin", TEXT, true }, { 0, "share_node", NUMBER, true },
    { 0, "share_rack", NUMBER, true }, { 0, "share_any", NUMBER, true }, { 0, "jobs", NUMBER },
    { SW_PLOT_BY, NULL, TEXT, true }, { 0 } };

/* One level of one panel; columns: place, from, to, in percent. Shares and counts alike become shares. */
static size_t write_level(struct sw_plot *p, size_t panel, size_t level)
{
    const struct table *t = &p->table;
    size_t n = 0;
    sw_out_printf(p->out, "$panel%zu_%zu << EOD\n", panel + 1, level + 1);
    for (size_t row = 0; row < t->n_rows; row++) {
        double sum = table_number(t, NODE, row) + table_number(t, RACK, row) + table_number(t, OFF, row), from = 0;
        /* A bin without maps has no bar; NaN is not above 0 either. */
        if (table_series(t, BY, row) != panel || !(sum > 0))
            continue;
        for (size_t i = 0; i < level; i++)
            from += table_number(t, NODE + i, row);
        double bar[3] = { (double)t->column[X].id[row], 100 * from / sum,
                          100 * (from + table_number(t, NODE + level, row)) / sum };
        script_row(p->out, bar, 3);
        n++;
    }
    sw_out_printf(p->out, "EOD\n");
    return n;
}

/* The caller frees the counts, also after a failure. */
static int count_jobs(const struct sw_plot *p, struct counts *c, size_t panel, struct sw_err *err)
{
    const struct table *t = &p->table;
    if (counts_new(c, sw_keys_count(t->column[X].keys), err) != SW_OK)
        return SW_FAIL;
    for (size_t row = 0; row < t->n_rows; row++)
        if (table_series(t, BY, row) == panel)
            counts_set(c, t->column[X].id[row], table_number(t, JOBS, row));
    return SW_OK;
}

static void write_level_clauses(struct sw_plot *p, const struct counts *c, size_t panel, double width_px)
{
    char name[32];
    for (size_t level = 0; level < N_LEVELS; level++) {
        /* boxxyerror reads x, y, and the edges of the box. */
        sw_out_printf(p->out,
                      "%s$panel%zu_%zu using 1:2:($1-0.4):($1+0.4):2:3 with boxxyerror lt 1 lw 0.7 fc rgb '%s' ",
                      level ? ", \\\n     " : "plot ", panel + 1, level + 1, fills[level]);
        /* The key stands once, above the first panel. */
        if (panel == 0)
            sw_out_printf(p->out, "title '%s'", titles[level]);
        else
            sw_out_printf(p->out, "notitle");
    }
    snprintf(name, sizeof name, "panel%zu_", panel + 1);
    counts_clause(p, c, name, width_px);
    sw_out_printf(p->out, "\n");
}

static int write_levels(struct sw_plot *p, const struct counts *counts, size_t n, double width_px, struct sw_err *err)
{
    size_t n_bars = 0;
    bool any = false;
    char name[32];
    for (size_t i = 0; i < n; i++) {
        for (size_t level = 0; level < N_LEVELS; level++)
            n_bars += write_level(p, i, level);
        snprintf(name, sizeof name, "panel%zu_", i + 1);
        /* Counts stand at 104 %, just above the bars. */
        counts_data(p, &counts[i], name, 104);
        any |= counts_any(&counts[i]);
    }
    bool narrow = width_px / (double)counts[0].n_places < 42;
    script_category_tics(p, &p->table.column[X], width_px);
    /* Room above 100 % for the counts, more where they stand upright. */
    sw_out_printf(p->out, "set yrange [0:%d]\nset ytics 0,20,100\n", !any ? 100 : narrow ? 130 : 110);
    return n_bars ? SW_OK : plot_table_nothing(p, err);
}

static int draw_one_panel(struct sw_plot *p, const struct counts *counts, struct sw_err *err)
{
    script_begin(p, 0);
    if (write_levels(p, counts, 1, script_width_px(p) - 90, err) != SW_OK)
        return SW_FAIL;
    script_labels(p, p->table.column[X].name, "maps (%)");
    write_level_clauses(p, counts, 0, script_width_px(p) - 90);
    return SW_OK;
}

static int draw_panels(struct sw_plot *p, const struct counts *counts, size_t n, struct sw_err *err)
{
    char title[320];
    struct panels pn = panels_make(p, n, &p->table.column[X], 1);
    script_begin(p, pn.height_px);
    if (write_levels(p, counts, n, pn.place_px, err) != SW_OK)
        return SW_FAIL;
    panels_begin(p, &pn);
    for (size_t i = 0; i < n; i++) {
        script_series_title(p, &p->table, BY, i, NULL, title, sizeof title);
        panels_one(p, &pn, i, title, p->table.column[X].name, "maps (%)");
        write_level_clauses(p, &counts[i], i, pn.place_px);
    }
    panels_end(p);
    return SW_OK;
}

/* ---- text ------------------------------------------------------------------------------------ */

enum { BAR = 50 };

/* Ends are rounded, not lengths, so that the bar is full whatever the shares. */
static void put_bar(struct sw_plot *p, size_t row, const char *place, const char *count)
{
    const struct table *t = &p->table;
    double x[N_LEVELS], sum = 0, from = 0;
    char bar[BAR + 1];
    for (size_t i = 0; i < N_LEVELS; i++)
        sum += x[i] = table_number(t, NODE + i, row);
    if (!(sum > 0)) {
        text_line(p, "%s |%*s|                %s", place, BAR, "", count);
        return;
    }
    for (size_t i = 0, at = 0; i < N_LEVELS; i++) {
        from += x[i];
        for (; at < (size_t)lround(BAR * from / sum); at++)
            bar[at] = "#+."[i];
    }
    bar[BAR] = '\0';
    text_line(p, "%s |%s| %3.0f %3.0f %3.0f %%  %s", place, bar, 100 * x[0] / sum, 100 * x[1] / sum, 100 * x[2] / sum,
              count);
}

/* A bin that this panel has no row for is a line without a bar. */
static void text_panel(struct sw_plot *p, const struct counts *c, size_t panel)
{
    const struct table *t = &p->table;
    char place[300], name[160], count[40];
    for (size_t i = 0; i < c->n_places; i++) {
        size_t row = 0;
        while (row < t->n_rows && (t->column[X].id[row] != i || table_series(t, BY, row) != panel))
            row++;
        plot_table_column_key(&t->column[X], i, name, sizeof name);
        text_pad(place, sizeof place, name, text_longest(&t->column[X], 16));
        counts_text(c, i, count, sizeof count);
        if (row < t->n_rows)
            put_bar(p, row, place, count);
        else
            text_line(p, "%s |%*s|                %s", place, BAR, "", count);
    }
}

static int draw_text(struct sw_plot *p, const struct counts *counts, size_t n)
{
    char title[320];
    text_begin(p);
    text_line(p, "maps by %s: # on the node  + in the rack  . off the rack",
              strcmp(p->table.column[X].name, "bin") == 0 ? "job size" : p->table.column[X].name);
    for (size_t i = 0; i < n; i++) {
        if (n > 1) {
            script_series_title(p, &p->table, BY, i, NULL, title, sizeof title);
            text_line(p, "%s", "");
            text_line(p, "%s", title);
        }
        text_panel(p, &counts[i], i);
    }
    return SW_OK;
}

static int locality_draw(struct sw_plot *p, struct sw_err *err)
{
    struct counts counts[MOST_PANELS] = { 0 };
    size_t n = table_n_series(&p->table, BY);
    int status = SW_OK;
    if (n > MOST_PANELS)
        return sw_err_set(err, "%zu values of '%s' are more panels than a figure can show (%d)", n,
                          p->spec->by, MOST_PANELS);
    /* A panel for each series of --by, or one. */
    for (size_t i = 0; i < n && status == SW_OK; i++)
        status = count_jobs(p, &counts[i], i, err);
    if (status == SW_OK)
        status = text_wanted(p) ? draw_text(p, counts, n) : n == 1 ? draw_one_panel(p, counts, err)
                                                                   : draw_panels(p, counts, n, err);
    for (size_t i = 0; i < n; i++)
        counts_free(&counts[i]);
    return status;
}

const struct sw_plot_kind plot_locality = { "locality",
    "where maps ran: shares on the node, in the rack and off it, a panel for each series",
    "bin (or -x), share_node, share_rack, share_any; jobs: the rows of slot-stats --by bins", SW_PLOT_X | SW_PLOT_BY, 0,
    720, 432, locality_wants, NULL, locality_draw,
    "slot-stats --bins tr" };
