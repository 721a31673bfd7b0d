/* SPDX-License-Identifier: GPL-3.0-or-later */
/* locality.c - where maps ran, as stacked shares of a whole, a bar for each bin and a panel for each series. */
#include "plot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { X, NODE, RACK, OFF, BY };
enum { PANELS = 9, N_LEVELS = 3 };
static const char *const titles[N_LEVELS] = { "on the node", "in the rack", "off the rack" };
static const char *const fills[N_LEVELS] = { "#0072b2", "#b7dff5", "#d55e00" };

static int locality_want(struct sw_plot *p, const struct sw_csv *header, struct sw_err *err)
{
    (void)header;
    (void)err;
    plot_want(p, p->spec->x ? p->spec->x : "bin", TEXT, true);
    plot_want(p, "node_local", NUMBER, true);
    plot_want(p, "rack_local", NUMBER, true);
    plot_want(p, "off_rack", NUMBER, true);
    if (p->spec->by != NULL)
        plot_want(p, p->spec->by, TEXT, true);
    return SW_OK;
}

/* One level of one panel; columns: place, from, to, in percent. Shares and counts alike become shares. */
static size_t write_level(struct sw_plot *p, size_t panel, size_t level)
{
    const struct table *t = &p->table;
    size_t n = 0;
    sw_out_printf(p->out, "$panel%zu_%zu << EOD\n", panel + 1, level + 1);
    for (size_t row = 0; row < t->n_rows; row++) {
        double sum = table_number(t, NODE, row) + table_number(t, RACK, row) + table_number(t, OFF, row), from = 0;
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

static void write_clauses(struct sw_plot *p, size_t panel)
{
    for (size_t level = 0; level < N_LEVELS; level++) {
        sw_out_printf(p->out,
                      "%s$panel%zu_%zu using 1:2:($1-0.4):($1+0.4):2:3 with boxxyerror lt 1 lw 0.7 fc rgb '%s' ",
                      level ? ", \\\n     " : "plot ", panel + 1, level + 1, fills[level]);
        if (panel == 0)
            sw_out_printf(p->out, "title '%s'", titles[level]);
        else
            sw_out_printf(p->out, "notitle");
    }
    sw_out_printf(p->out, "\n");
}

static int write_data(struct sw_plot *p, size_t n, double width_px, struct sw_err *err)
{
    size_t n_bars = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t level = 0; level < N_LEVELS; level++)
            n_bars += write_level(p, i, level);
    script_category_tics(p, &p->table.column[X], width_px);
    sw_out_printf(p->out, "set yrange [0:100]\n");
    return n_bars ? SW_OK : plot_nothing(p, err);
}

static int draw_one(struct sw_plot *p, struct sw_err *err)
{
    script_begin(p, 0);
    if (write_data(p, 1, plot_width_px(p) - 90, err) != SW_OK)
        return SW_FAIL;
    script_title(p);
    script_axis(p, 'x', p->spec->xlabel, p->table.column[X].name);
    script_axis(p, 'y', p->spec->ylabel ? p->spec->ylabel : "maps (%)", "");
    write_clauses(p, 0);
    return SW_OK;
}

static int draw_panels(struct sw_plot *p, size_t n, struct sw_err *err)
{
    char title[320];
    struct panels pn = panels_make(p, n, &p->table.column[X], true);
    script_begin(p, pn.height_px);
    if (write_data(p, n, pn.place_px, err) != SW_OK)
        return SW_FAIL;
    script_panels_begin(p, &pn);
    for (size_t i = 0; i < n; i++) {
        series_title(p, &p->table, BY, i, NULL, title, sizeof title);
        script_panel(p, &pn, i, title, p->table.column[X].name, "maps (%)");
        write_clauses(p, i);
    }
    script_panels_end(p);
    return SW_OK;
}

static int locality_draw(struct sw_plot *p, struct sw_err *err)
{
    size_t n = table_n_series(&p->table, BY);
    if (n > PANELS)
        return sw_err_set(err, "%zu values of '%s' are more panels than a figure can show (%d)", n,
                          p->spec->by, PANELS);
    return n == 1 ? draw_one(p, err) : draw_panels(p, n, err);
}

const struct sw_plot_kind plot_locality = { "locality",
    "where maps ran: shares on the node, in the rack and off it, a panel for each series",
    "bin (or -x), node_local, rack_local, off_rack: the rows of slot-stats --by bins", SW_PLOT_X | SW_PLOT_BY, 0, 720,
    432, locality_want, locality_draw };
