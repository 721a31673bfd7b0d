/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line.c - y over x, a line for each series and column, with interval bars where the table has them. Points are
 * gathered series by series, thinned where they are too many, and written before the clauses that draw them. */
#include "lib/base/minmax.h"
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 60 };           /* points up to which each is marked */
enum { MANY = 4000, COLUMNS = 1000 }; /* points from which on a line is thinned, to four in each column of the figure */
/* lo and hi are y where there is no interval. row: where it stands in the table, for the order of equals. */
struct point { double x, y, lo, hi; size_t row; };
struct points { size_t n; struct point *at; bool intervals; };

static const struct plot_want line_wants[] = { { SW_PLOT_X, NULL, EITHER, true }, { 0 } };

/* Where x is text, the place of the text among those of the main table. */
static double x_of(struct sw_plot *p, const struct table *t, size_t row)
{
    char text[256];
    size_t place;
    if (p->table.column[XY_X].numbers)
        return table_number(t, XY_X, row);
    /* A text that the overlay alone has takes a place behind all others. */
    table_text(t, XY_X, row, text, sizeof text);
    return sw_keys_add(p->table.column[XY_X].keys, text, strlen(text), &place, NULL) == SW_OK ? (double)place : NAN;
}

static int by_x(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    return ORDER(p->x, q->x) ?: ORDER(p->row, q->row);
}

/* A line through two points of one x would be none. An overlay is drawn as points, so this is asked of the table
 * alone. */
static int check_distinct(const struct sw_plot *p, const struct table *t, size_t series, const struct points *pts,
                          struct sw_err *err)
{
    char name[400] = "", text[256];
    for (size_t i = 1; i < pts->n; i++) {
        if (pts->at[i].x != pts->at[i - 1].x)
            continue;
        table_text(t, XY_X, pts->at[i].row, text, sizeof text);
        if (p->spec->by)
            script_series_title(p, t, xy_by(p), series, NULL, name, sizeof name);
        return sw_err_set(err, "%s: two rows of %s%s%s at %s %s (--by or --panel names the column that tells them "
                          "apart, slot-stats --by takes their mean)",
                          strcmp(p->spec->files[0], "-") == 0 ? "standard input" : p->spec->files[0],
                          name[0] ? "series '" : "one series", name, name[0] ? "'" : "", t->column[XY_X].name, text);
    }
    return SW_OK;
}

/* Columns of pixels are equally wide on the axis, so a logarithmic one is cut by logarithms. */
static double along(const struct sw_plot *p, double x) { return p->spec->log_x ? log(x) : x; }

/* Of each column of pixels the first, the last, the least and the greatest point: a line through these covers the same
 * pixels (M4: Jugel, Jerzak, Hackenbroich and Markl, VLDB 2014). */
static void thin(struct sw_plot *p, struct points *pts)
{
    double from = along(p, pts->at[0].x), width = (along(p, pts->at[pts->n - 1].x) - from) / COLUMNS;
    size_t n = 0;
    for (size_t i = 0, end; i < pts->n; i = end) {
        size_t column = (size_t)((along(p, pts->at[i].x) - from) / width), keep[4] = { i, i, i, i };
        for (end = i; end < pts->n && (size_t)((along(p, pts->at[end].x) - from) / width) == column; end++) {
            keep[1] = pts->at[end].y < pts->at[keep[1]].y ? end : keep[1];
            keep[2] = pts->at[end].y > pts->at[keep[2]].y ? end : keep[2];
            keep[3] = end;
        }
        /* The line goes through them in order of x. */
        if (keep[1] > keep[2]) {
            size_t other = keep[1];
            keep[1] = keep[2];
            keep[2] = other;
        }
        /* One point may be several of the four. */
        for (size_t k = 0; k < 4; k++)
            if (k == 0 || keep[k] != keep[k - 1])
                pts->at[n++] = pts->at[keep[k]];
    }
    p->notes->n_thinned += pts->n - n;
    pts->n = n;
}

/* The points of a series by x. A bound that is not known is the value itself. */
static int line_gather(struct sw_plot *p, const struct table *t, size_t series, size_t y, struct points *out,
                       struct sw_err *err)
{
    *out = (struct points){ 0, malloc((t->n_rows + 1) * sizeof *out->at), false };
    if (!out->at)
        return sw_err_memory(err);
    for (size_t row = 0; row < t->n_rows; row++) {
        if (table_series(t, xy_by(p), row) != series)
            continue;
        struct point at = { x_of(p, t, row), table_number(t, XY_Y + y, row), table_low(p, t, y, row),
                            table_number(t, xy_lo(p, y) + 1, row), row };
        if (!script_shows(p, at.x, at.y))
            continue;
        out->intervals |= !isnan(at.lo) && !isnan(at.hi);
        at.lo = isnan(at.lo) || (p->spec->log_y && at.lo <= 0) ? at.y : at.lo;
        at.hi = isnan(at.hi) ? at.y : at.hi;
        out->at[out->n++] = at;
    }
    qsort(out->at, out->n, sizeof *out->at, by_x);
    /* Points of the overlay are not joined, so several at one x are no fault. */
    if (t == &p->table && check_distinct(p, t, series, out, err) != SW_OK)
        return SW_FAIL;
    /* Texts along x are too few to be thinned. */
    if (out->n > MANY && p->table.column[XY_X].numbers)
        thin(p, out);
    return SW_OK;
}

/* What the script will say of one datablock, once all are written. few: each point is marked. */
struct clause { char title[320]; bool intervals, few, overlay; size_t block, colour; };
struct clauses { size_t n; struct clause at[2 * MOST_COLOURS * SW_PLOT_MAX_Y]; };
/* What has been written, in all panels. */
struct figure { size_t n_blocks; struct extent x, y; };

/* Puts the overlay's name before the title: --overlay's, else that of the file up to its first dot. */
static void overlay_title(const struct sw_plot *p, char *title, size_t cap)
{
    const char *base = strrchr(p->spec->overlay, '/');
    base = base ? base + 1 : p->spec->overlay;
    size_t len = p->spec->overlay_name ? strlen(base = p->spec->overlay_name) : strcspn(base, ".");
    len = len < cap ? len : cap - 1;
    /* What the title had moves behind the name and ": ", as far as there is room. */
    memmove(title + len + 2, title, strlen(title) + 1 < cap - len - 2 ? strlen(title) + 1 : 1);
    memcpy(title, base, len);
    memcpy(title + len, title[len + 2] ? ": " : "", title[len + 2] ? 2 : 1);
}

static int add_series(struct sw_plot *p, const struct table *t, size_t series, size_t y, struct figure *f,
                      struct clauses *c, struct sw_err *err)
{
    struct points pts;
    int status = line_gather(p, t, series, y, &pts, err);
    if (status == SW_OK && pts.n > 0 && c->n < sizeof c->at / sizeof *c->at) {
        /* A series has one colour in all panels; one of the overlay is black whatever its number. */
        struct clause *new = &c->at[c->n++];
        *new = (struct clause){ "", pts.intervals, pts.n <= FEW, t == &p->overlay, ++f->n_blocks,
                                t == &p->overlay ? f->n_blocks : y * table_n_series(t, xy_by(p)) + series + 1 };
        /* The label of y says nothing that the axis does not, unless there are several y. */
        script_series_title(p, t, xy_by(p), series, p->spec->n_y > 1 || !p->spec->by ? p->spec->y[y] : NULL,
                            new->title, sizeof new->title);
        if (t == &p->overlay)
            overlay_title(p, new->title, sizeof new->title);
        sw_out_printf(p->out, "$data%zu << EOD\n", new->block);
        for (size_t i = 0; i < pts.n; i++) {
            double x[4] = { pts.at[i].x, pts.at[i].y, pts.at[i].lo, pts.at[i].hi };
            /* Where no point has an interval the columns are left out. */
            script_row(p->out, x, pts.intervals ? 4 : 2);
        }
        sw_out_printf(p->out, "EOD\n");
        for (size_t i = 0; i < pts.n; i++) {
            panels_add(&f->x, pts.at[i].x);
            panels_add(&f->y, pts.at[i].y);
            panels_add(&f->y, pts.at[i].lo);
            panels_add(&f->y, pts.at[i].hi);
        }
    }
    free(pts.at);
    return status;
}

/* In the order of the colours: all series of the first y, then those of the next. */
static int add_table(struct sw_plot *p, const struct table *t, struct figure *f, struct clauses *c,
                     struct sw_err *err)
{
    for (size_t y = 0; y < p->spec->n_y; y++)
        for (size_t s = 0; s < table_n_series(t, xy_by(p)); s++)
            if (add_series(p, t, s, y, f, c, err) != SW_OK)
                return SW_FAIL;
    return SW_OK;
}

/* Points of an overlay are not joined: they are there to be compared with the lines. */
static const char *style_of(const struct clause *c)
{
    if (c->overlay)
        return c->intervals ? "using 1:2:3:4 with yerrorbars" : "using 1:2 with points";
    if (c->intervals)
        return "using 1:2:3:4 with yerrorlines";
    return c->few ? "using 1:2 with linespoints" : "using 1:2 with lines";
}

static void put_clause(struct sw_plot *p, const struct clause *at, const char *title)
{
    sw_out_printf(p->out, "$data%zu %s lt %zu", at->block, style_of(at), at->colour);
    if (at->overlay)
        sw_out_printf(p->out, " lc rgb '#000000' ps 1.2 lw 1.5");
    sw_out_printf(p->out, title ? " title " : " notitle");
    if (title)
        script_quoted(p->out, title);
}

/* ---- one figure, or panels ------------------------------------------------------------------- */

static int write_one(struct sw_plot *p, struct clauses *c, struct sw_err *err)
{
    struct figure f = { 0, { NAN, NAN }, { NAN, NAN } };
    script_begin(p, 0);
    if (add_table(p, &p->table, &f, c, err) != SW_OK)
        return SW_FAIL;
    /* A table of which nothing can be drawn is an error, an overlay of which nothing can be drawn is not. */
    if (c->n == 0)
        return plot_table_nothing(p, err);
    if (p->spec->overlay && add_table(p, &p->overlay, &f, c, err) != SW_OK)
        return SW_FAIL;
    script_labels(p, p->spec->x, NULL);
    script_logs(p);
    if (!p->table.column[XY_X].numbers)
        script_category_tics(p, &p->table.column[XY_X], script_width_px(p) - 90);
    for (size_t i = 0; i < c->n; i++) {
        sw_out_printf(p->out, i ? ", \\\n     " : "plot ");
        put_clause(p, &c->at[i], c->n > 1 ? c->at[i].title : NULL);
    }
    sw_out_printf(p->out, "\n");
    return SW_OK;
}

/* A series may be in any of the panels: the first has all in its key. */
static void write_key(struct sw_plot *p)
{
    char title[320];
    for (size_t y = 0; y < p->spec->n_y; y++)
        for (size_t s = 0; s < table_n_series(&p->table, xy_by(p)); s++) {
            script_series_title(p, &p->table, xy_by(p), s, p->spec->n_y > 1 ? p->spec->y[y] : NULL, title,
                                sizeof title);
            sw_out_printf(p->out, "%sNaN with linespoints lt %zu title ", y + s ? ", \\\n     " : "plot ",
                          y * table_n_series(&p->table, xy_by(p)) + s + 1);
            script_quoted(p->out, title);
        }
}

static void write_line_panel(struct sw_plot *p, const struct panels *pn, const struct clauses *c, size_t i)
{
    char title[320];
    panel_title(p, i, title, sizeof title);
    panels_one(p, pn, i, title, p->spec->x, script_y(p->spec));
    if (i == 0 && pn->key)
        write_key(p);
    for (size_t k = 0; k < c->n; k++) {
        sw_out_printf(p->out, k || (i == 0 && pn->key) ? ", \\\n     " : "plot ");
        put_clause(p, &c->at[k], NULL);
    }
    /* A panel without points has its frame all the same. */
    sw_out_printf(p->out, c->n || (i == 0 && pn->key) ? "\n" : "plot NaN notitle\n");
}

/* All panels have both axes in common. */
static int write_line_panels(struct sw_plot *p, struct clauses *c, struct sw_err *err)
{
    const struct column *x = &p->table.column[XY_X];
    size_t n_series = table_n_series(&p->table, xy_by(p)) * p->spec->n_y;
    struct figure f = { 0, { NAN, NAN }, { NAN, NAN } };
    struct panels pn;
    if (panels_of(p, x->numbers ? NULL : x, n_series > 1, &pn, err) != SW_OK)
        return SW_FAIL;
    script_begin(p, pn.height_px);
    for (size_t i = 0; i < pn.n; i++) {
        p->table.panel_now = i;
        if (add_table(p, &p->table, &f, &c[i], err) != SW_OK)
            return SW_FAIL;
    }
    if (f.n_blocks == 0)
        return plot_table_nothing(p, err);
    script_logs(p);
    panels_put_extent(p, 'y', &f.y, p->spec->log_y, false);
    if (x->numbers)
        panels_put_extent(p, 'x', &f.x, p->spec->log_x, false);
    else
        script_category_tics(p, x, pn.place_px);
    panels_begin(p, &pn);
    for (size_t i = 0; i < pn.n; i++)
        write_line_panel(p, &pn, &c[i], i);
    panels_end(p);
    return SW_OK;
}

/* A list of clauses for each panel; without panels there is one. */
static int line_draw(struct sw_plot *p, struct sw_err *err)
{
    size_t n = table_n_panels(&p->table);
    struct clauses *c = calloc(n < MOST_PANELS ? MOST_PANELS : n, sizeof *c);
    if (!c)
        return sw_err_memory(err);
    int status = plot_table_check_series(p, table_n_series(&p->table, xy_by(p)) * p->spec->n_y, err);
    if (status == SW_OK)
        status = p->spec->panel ? write_line_panels(p, c, err) : write_one(p, c, err);
    free(c);
    return status;
}

const struct sw_plot_kind plot_line = { "line", "y over x, with bars for intervals where the table has them",
    "-x, -y; NAME_lo and NAME_hi of each y",
    SW_PLOT_X | SW_PLOT_Y | SW_PLOT_MANY_Y | SW_PLOT_BY | SW_PLOT_LOG_X | SW_PLOT_LOG_Y | SW_PLOT_OVERLAY
        | SW_PLOT_PANEL,
    SW_PLOT_X | SW_PLOT_Y, 720, 432, line_wants, plot_table_want_xy, line_draw };
