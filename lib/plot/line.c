/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line.c - y over x, a line for each series and column, with interval bars where the table has them. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { X, Y0 };              /* then lo and hi of each y, then by */
enum { FEW = 60 };           /* points up to which each is marked */
struct point { double x, y, lo, hi; size_t row; };
struct points { size_t n; struct point *at; bool intervals; };

static size_t lo_column(const struct sw_plot *p, size_t y) { return Y0 + p->spec->n_y + 2 * y; }
static size_t by_column(const struct sw_plot *p) { return Y0 + 3 * p->spec->n_y; }

static int line_want(struct sw_plot *p, const struct sw_csv *header, struct sw_err *err)
{
    (void)header;
    (void)err;
    plot_want(p, p->spec->x, EITHER, true);
    for (size_t i = 0; i < p->spec->n_y; i++)
        plot_want(p, p->spec->y[i], NUMBER, true);
    for (size_t i = 0; i < p->spec->n_y; i++) {
        plot_want_interval(p, p->spec->y[i], "_lo");
        plot_want_interval(p, p->spec->y[i], "_hi");
    }
    if (p->spec->by != NULL)
        plot_want(p, p->spec->by, TEXT, true);
    return SW_OK;
}

/* Where x is text, the place of the text among those of the main table. */
static double place_of(struct sw_plot *p, const struct table *t, size_t row)
{
    char text[256];
    size_t place;
    if (p->table.column[X].numbers)
        return table_number(t, X, row);
    table_text(t, X, row, text, sizeof text);
    return sw_keys_add(p->table.column[X].keys, text, strlen(text), &place, NULL) == SW_OK ? (double)place : NAN;
}

static int by_x(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->row > q->row) - (p->row < q->row);
}

static int gather(struct sw_plot *p, const struct table *t, size_t series, size_t y, struct points *out,
                  struct sw_err *err)
{
    *out = (struct points){ 0, malloc((t->n_rows + 1) * sizeof *out->at), false };
    if (out->at == NULL)
        return sw_err_memory(err);
    for (size_t row = 0; row < t->n_rows; row++) {
        if (table_series(t, by_column(p), row) != series)
            continue;
        struct point at = { place_of(p, t, row), table_number(t, Y0 + y, row), table_number(t, lo_column(p, y), row),
                            table_number(t, lo_column(p, y) + 1, row), row };
        if (!plot_shows(p, at.x, at.y))
            continue;
        out->intervals |= !isnan(at.lo) && !isnan(at.hi);
        at.lo = isnan(at.lo) || (p->spec->log_y && at.lo <= 0) ? at.y : at.lo;
        at.hi = isnan(at.hi) ? at.y : at.hi;
        out->at[out->n++] = at;
    }
    qsort(out->at, out->n, sizeof *out->at, by_x);
    return SW_OK;
}

struct clause { char title[320]; bool intervals, few, overlay; size_t block, colour; };
struct clauses { size_t n; struct clause at[256]; };

static void write_block(struct sw_plot *p, size_t block, const struct points *pts)
{
    sw_out_printf(p->out, "$data%zu << EOD\n", block);
    for (size_t i = 0; i < pts->n; i++) {
        double x[4] = { pts->at[i].x, pts->at[i].y, pts->at[i].lo, pts->at[i].hi };
        script_row(p->out, x, pts->intervals ? 4 : 2);
    }
    sw_out_printf(p->out, "EOD\n");
}

static void overlay_title(const struct sw_plot *p, char *title, size_t cap)
{
    const char *base = strrchr(p->spec->overlay, '/');
    base = base ? base + 1 : p->spec->overlay;
    size_t len = strcspn(base, ".");
    len = len < cap ? len : cap - 1;
    memmove(title + len + 2, title, strlen(title) + 1 < cap - len - 2 ? strlen(title) + 1 : 1);
    memcpy(title, base, len);
    memcpy(title + len, title[len + 2] ? ": " : "", title[len + 2] ? 2 : 1);
}

static int add_series(struct sw_plot *p, const struct table *t, size_t series, size_t y, struct clauses *c,
                      struct sw_err *err)
{
    struct points pts;
    if (gather(p, t, series, y, &pts, err) != SW_OK)
        return SW_FAIL;
    if (pts.n > 0 && c->n < sizeof c->at / sizeof *c->at) {
        struct clause *new = &c->at[c->n];
        *new = (struct clause){ "", pts.intervals, pts.n <= FEW, t == &p->overlay, c->n + 1, c->n + 1 };
        series_title(p, t, by_column(p), series, p->spec->n_y > 1 || p->spec->by == NULL ? p->spec->y[y] : NULL,
                     new->title, sizeof new->title);
        if (t == &p->overlay)
            overlay_title(p, new->title, sizeof new->title);
        write_block(p, ++c->n, &pts);
    }
    free(pts.at);
    return SW_OK;
}

static int add_table(struct sw_plot *p, const struct table *t, struct clauses *c, struct sw_err *err)
{
    for (size_t y = 0; y < p->spec->n_y; y++)
        for (size_t s = 0; s < table_n_series(t, by_column(p)); s++)
            if (add_series(p, t, s, y, c, err) != SW_OK)
                return SW_FAIL;
    return SW_OK;
}

static const char *style_of(const struct clause *c)
{
    if (c->overlay)
        return c->intervals ? "using 1:2:3:4 with yerrorbars" : "using 1:2 with points";
    if (c->intervals)
        return "using 1:2:3:4 with yerrorlines";
    return c->few ? "using 1:2 with linespoints" : "using 1:2 with lines";
}

static void write_clauses(struct sw_plot *p, const struct clauses *c)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct clause *at = &c->at[i];
        sw_out_printf(p->out, "%s$data%zu %s lt %zu", i ? ", \\\n     " : "plot ", at->block, style_of(at), at->colour);
        if (at->overlay)
            sw_out_printf(p->out, " lc rgb '#000000' ps 1.2 lw 1.5");
        if (c->n == 1) {
            sw_out_printf(p->out, " notitle");
        } else {
            sw_out_printf(p->out, " title ");
            script_quoted(p->out, at->title);
        }
    }
    sw_out_printf(p->out, "\n");
}

static int write_line(struct sw_plot *p, struct clauses *c, struct sw_err *err)
{
    script_begin(p, 0);
    if (add_table(p, &p->table, c, err) != SW_OK)
        return SW_FAIL;
    if (c->n == 0)
        return plot_nothing(p, err);
    if (p->spec->overlay != NULL && add_table(p, &p->overlay, c, err) != SW_OK)
        return SW_FAIL;
    script_title(p);
    script_axis(p, 'x', p->spec->xlabel, p->spec->x);
    script_y_axis(p);
    script_logs(p);
    if (!p->table.column[X].numbers)
        script_category_tics(p, &p->table.column[X], plot_width_px(p) - 90);
    write_clauses(p, c);
    return SW_OK;
}

static int line_draw(struct sw_plot *p, struct sw_err *err)
{
    struct clauses *c = calloc(1, sizeof *c);
    if (c == NULL)
        return sw_err_memory(err);
    int status = write_line(p, c, err);
    free(c);
    return status;
}

const struct sw_plot_kind plot_line = { "line", "y over x, with bars for intervals where the table has them",
    "-x, -y; NAME_lo and NAME_hi of each y",
    SW_PLOT_X | SW_PLOT_Y | SW_PLOT_MANY_Y | SW_PLOT_BY | SW_PLOT_LOG_X | SW_PLOT_LOG_Y | SW_PLOT_OVERLAY,
    SW_PLOT_X | SW_PLOT_Y, 720, 432, line_want, line_draw };
