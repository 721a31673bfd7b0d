/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pareto.c - points of two quantities: scatter; and what one costs in the other: pareto, with a line of steps through
 * those that none is better than in both. */
#include "lib/plot/plot.h"
#include <math.h>
#include <stdlib.h>

enum { X, Y, Z };           /* Z where it was given, then by and panel */
struct spot { double x, y; size_t row; };
struct spots { size_t n; struct spot *at; };

/* Where by stands depends on whether there is a Z. */
static size_t by_column(const struct sw_plot *p) { return p->spec->by ? Z + !!p->spec->z : NO_COLUMN; }

/* scatter is drawn by pareto_draw(), too. */
static bool has_front(const struct sw_plot *p) { return p->spec->kind == &plot_pareto; }

/* The order of X, Y, Z and by; panel is known to the table itself. */
const struct plot_want pareto_wants[] = { { SW_PLOT_X, NULL, NUMBER, true }, { SW_PLOT_Y, NULL, NUMBER, true },
    { SW_PLOT_Z, NULL, TEXT, true }, { SW_PLOT_BY, NULL, TEXT, true, true }, { SW_PLOT_PANEL, NULL, TEXT, true },
    { 0 } };

/* ---- the front ------------------------------------------------------------------------------- */

/* Those that are best in x first; of equal ones the best in y. */
static int by_best(const void *a, const void *b, void *context)
{
    const struct sw_plot *p = context;
    const struct spot *s = a, *t = b;
    int x = (s->x > t->x) - (s->x < t->x), y = (s->y > t->y) - (s->y < t->y);
    x = p->spec->greater_x ? -x : x;
    y = p->spec->greater_y ? -y : y;
    return x != 0 ? x : y != 0 ? y : (s->row > t->row) - (s->row < t->row);
}

/* series SIZE_MAX: all series together, of which there is one front. */
static int pareto_gather(struct sw_plot *p, size_t series, struct spots *out, struct sw_err *err)
{
    const struct table *t = &p->table;
    *out = (struct spots){ 0, malloc((t->n_rows + 1) * sizeof *out->at) };
    if (!out->at)
        return sw_err_memory(err);
    for (size_t row = 0; row < t->n_rows; row++) {
        struct spot at = { table_number(t, X, row), table_number(t, Y, row), row };
        /* SIZE_MAX: a row of another panel. */
        size_t of = table_series(t, by_column(p), row);
        if (of != SIZE_MAX && (series == SIZE_MAX || of == series) && script_shows(p, at.x, at.y))
            out->at[out->n++] = at;
    }
    qsort_r(out->at, out->n, sizeof *out->at, by_best, p);
    return SW_OK;
}

/* Keeps what is better in y than all before it, which are better in x. */
static void keep_front(const struct sw_plot *p, struct spots *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        if (n == 0 || (p->spec->greater_y ? s->at[i].y > s->at[n - 1].y : s->at[i].y < s->at[n - 1].y))
            s->at[n++] = s->at[i];
    s->n = n;
}

/* ---- the script ------------------------------------------------------------------------------ */

/* Between two of the front lies what is reached by the first: a corner with its y and the other's x. */
static void write_front(struct sw_plot *p, size_t panel, const struct spots *s)
{
    char text[160];
    sw_out_printf(p->out, "$front%zu << EOD\n", panel + 1);
    for (size_t i = 0; i < s->n; i++) {
        script_row(p->out, (double[]){ s->at[i].x, s->at[i].y }, 2);
        if (i + 1 < s->n)
            script_row(p->out, (double[]){ s->at[i + 1].x, s->at[i].y }, 2);
    }
    sw_out_printf(p->out, "EOD\n");
    if (!p->spec->z)
        return;
    sw_out_printf(p->out, "$names%zu << EOD\n", panel + 1);
    for (size_t i = 0; i < s->n; i++) {
        script_number(p->out, s->at[i].x);
        sw_out_printf(p->out, "\t");
        script_number(p->out, s->at[i].y);
        table_text(&p->table, Z, s->at[i].row, text, sizeof text);
        /* The names stand in a datablock, where a tab or a line end would end the field. */
        for (char *c = text; *c; c++)
            *c = (unsigned char)*c < ' ' ? ' ' : *c;
        sw_out_printf(p->out, "\t%s\n", text);
    }
    sw_out_printf(p->out, "EOD\n");
}

/* e is the extent of both axes. The pass behind the series is for the front. */
static int write_spots(struct sw_plot *p, size_t panel, struct extent e[2], size_t *n, struct sw_err *err)
{
    size_t n_series = table_n_series(&p->table, by_column(p));
    struct spots s;
    p->table.panel_now = panel;
    for (size_t k = 0; k < n_series + has_front(p); k++) {
        struct sw_plot_notes notes = *p->notes;
        int status = pareto_gather(p, k < n_series ? k : SIZE_MAX, &s, err);
        if (status == SW_OK && k == n_series) {
            *p->notes = notes; /* each was told of with its series */
            keep_front(p, &s);
            write_front(p, panel, &s);
        } else if (status == SW_OK) {
            sw_out_printf(p->out, "$data%zu << EOD\n", panel * n_series + k + 1);
            for (size_t i = 0; i < s.n; i++) {
                script_row(p->out, (double[]){ s.at[i].x, s.at[i].y }, 2);
                panels_add(&e[0], s.at[i].x);
                panels_add(&e[1], s.at[i].y);
            }
            sw_out_printf(p->out, "EOD\n");
            *n += s.n;
        }
        free(s.at);
        if (status != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

static void write_spot_clauses(struct sw_plot *p, size_t panel, bool titles)
{
    size_t n_series = table_n_series(&p->table, by_column(p));
    char title[320];
    sw_out_printf(p->out, "plot ");
    if (has_front(p))
        sw_out_printf(p->out, "$front%zu using 1:2 with lines lt 1 lc rgb sw_ink lw 1.5 %s, \\\n     ",
                      panel + 1, titles ? "title 'best'" : "notitle");
    for (size_t s = 0; s < n_series; s++) {
        sw_out_printf(p->out, "%s$data%zu using 1:2 with points lt %zu", s ? ", \\\n     " : "",
                      panel * n_series + s + 1, s + 1);
        /* A title is empty where there is one series. */
        script_series_title(p, &p->table, by_column(p), s, NULL, title, sizeof title);
        sw_out_printf(p->out, titles && title[0] ? " title " : " notitle");
        if (titles && title[0])
            script_quoted(p->out, title);
    }
    /* Every second row of the front is a point, those between are corners. So circles are drawn around the points
     * alone. */
    if (has_front(p))
        sw_out_printf(p->out, ", \\\n     $front%zu using 1:2 every 2 with points lt 1 lc rgb sw_ink pt 6 ps 1.4"
                              " notitle", panel + 1);
    if (p->spec->z)
        /* Names stand on the side away from what is better. */
        sw_out_printf(p->out, ", \\\n     $names%zu using 1:2:3 with labels %s offset %s tc rgb sw_ink notitle",
                      panel + 1, p->spec->greater_x ? "right" : "left", p->spec->greater_x ? "-0.9,0.6" : "0.9,0.6");
    sw_out_printf(p->out, "\n");
}

/* All panels have both axes in common. */
int pareto_draw(struct sw_plot *p, struct sw_err *err)
{
    struct extent e[2] = { { NAN, NAN }, { NAN, NAN } };
    struct panels pn = { .n = 1 };
    size_t n = 0;
    if (plot_table_check_series(p, table_n_series(&p->table, by_column(p)), err) != SW_OK
        || (p->spec->panel && panels_of(p, NULL, true, &pn, err) != SW_OK))
        return SW_FAIL;
    script_begin(p, pn.height_px);
    for (size_t i = 0; i < pn.n; i++)
        if (write_spots(p, i, e, &n, err) != SW_OK)
            return SW_FAIL;
    if (n == 0)
        return plot_table_nothing(p, err);
    script_logs(p);
    panels_put_extent(p, 'x', &e[0], p->spec->log_x, false);
    panels_put_extent(p, 'y', &e[1], p->spec->log_y, false);
    if (p->spec->panel) {
        char title[320];
        panels_begin(p, &pn);
        for (size_t i = 0; i < pn.n; i++) {
            panel_title(p, i, title, sizeof title);
            panels_one(p, &pn, i, title, p->spec->x, p->spec->y[0]);
            write_spot_clauses(p, i, i == 0);
        }
        panels_end(p);
        return SW_OK;
    }
    script_labels(p, p->spec->x, p->spec->y[0]);
    write_spot_clauses(p, 0, true);
    return SW_OK;
}

const struct sw_plot_kind plot_pareto = { "pareto", "points, and a line through those that none is better than in both",
    "-x, -y; -z for their names", SW_PLOT_X | SW_PLOT_Y | SW_PLOT_Z | SW_PLOT_BY | SW_PLOT_LOG_X | SW_PLOT_LOG_Y
        | SW_PLOT_PANEL | SW_PLOT_GREATER, SW_PLOT_X | SW_PLOT_Y, 720, 432, pareto_wants, NULL, pareto_draw };
