/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heat.c - a value for each pair of x and y, as shades: light is low, dark is high, in grey too. Values of rows
 * with the same x and y lie on one another: the last one is seen. */
#include "lib/base/minmax.h"
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { X, Y, Z };
enum { FEW_CELLS = 150 }; /* up to here each shows its number */

static const struct plot_want heat_wants[] = { { SW_PLOT_X, NULL, EITHER, true }, { SW_PLOT_Y, NULL, EITHER, true },
    { SW_PLOT_Z, NULL, NUMBER, true }, { 0 } };

/* The order of a column's distinct texts along its axis: by number where all are, else as they came. */
struct rank { double x; size_t id; };
static int heat_by_number(const void *a, const void *b)
{
    const struct rank *p = a, *q = b;
    return ORDER(p->x, q->x) ?: ORDER(p->id, q->id);
}

/* place[id] is where a text stands along the axis. NULL: no memory. The caller frees it. */
static size_t *rank_column(const struct table *t, size_t column)
{
    const struct column *c = &t->column[column];
    size_t n = sw_keys_count(c->keys), *place = malloc((n + 1) * sizeof *place);
    struct rank *r = malloc((n + 1) * sizeof *r);
    if (place && r) {
        /* All rows of a text have its number, so any of them will do. */
        for (size_t row = 0; row < t->n_rows; row++)
            r[c->id[row]] = (struct rank){ c->numbers ? c->x[row] : 0, c->id[row] };
        qsort(r, n, sizeof *r, heat_by_number);
        for (size_t i = 0; i < n; i++)
            place[r[i].id] = i;
    } else {
        free(place);
        place = NULL;
    }
    free(r);
    return place;
}

/* What stands beside the cells, in pixels, and how many names an axis has at most. */
enum { BESIDE_PX = 220 /* the names of y, and the scale of shades */, MOST_TICS = 30 };

/* The height of the names along x where they stand upright, as they have no room beside each other; else 0. */
static double turned_px(const struct sw_plot *p)
{
    const struct column *c = &p->table.column[X];
    /* Those shown are each `every`-th, as in axis_tics(). */
    size_t n = sw_keys_count(c->keys), shown = n / (n / MOST_TICS + 1) + 1, longest = 0, len;
    for (size_t i = 0; i < n; i++) {
        (void)sw_keys_text(c->keys, i, &len);
        longest = len > longest ? len : longest;
    }
    double px = (double)(longest + 1) * LETTER_PX;
    return px > (script_width_px(p) - BESIDE_PX) / (double)(shown < n ? shown : n) ? px : 0;
}

/* At most MOST_TICS names, evenly spaced. */
static void axis_tics(struct sw_plot *p, char axis, size_t column, const size_t *place)
{
    const struct column *c = &p->table.column[column];
    char text[128];
    size_t n = sw_keys_count(c->keys), every = n / MOST_TICS + 1, shown = 0;
    sw_out_printf(p->out, "set %ctics (", axis);
    for (size_t i = 0; i < n; i++) {
        if (place[i] % every)
            continue;
        plot_table_column_key(c, i, text, sizeof text);
        sw_out_printf(p->out, shown++ ? ", " : "");
        script_tic(p->out, text);
        sw_out_printf(p->out, " %zu", place[i]);
    }
    const char *turn = axis == 'x' && turned_px(p) > 0 ? " rotate by 90 right" : "";
    sw_out_printf(p->out, ")%s\nset %crange [-0.5:%g]\n", turn, axis, (double)n - 0.5);
}

/* The least and the greatest value that is known. */
static void limits(const struct table *t, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (size_t row = 0; row < t->n_rows; row++) {
        double z = table_number(t, Z, row);
        *lo = isnan(z) ? *lo : fmin(*lo, z);
        *hi = isnan(z) ? *hi : fmax(*hi, z);
    }
}

/* Columns: x, y, value, and the ink that can be read on its shade. */
static size_t write_cells(struct sw_plot *p, const size_t *x_at, const size_t *y_at, double lo, double hi)
{
    const struct table *t = &p->table;
    size_t n = 0;
    sw_out_printf(p->out, "$data << EOD\n");
    for (size_t row = 0; row < t->n_rows; row++) {
        double z = table_number(t, Z, row);
        if (!script_shows(p, 1, z))
            continue;
        /* White on the darker 45 % of the scale, else ink. */
        double cell[4] = { (double)x_at[t->column[X].id[row]], (double)y_at[t->column[Y].id[row]], z,
                           z > lo + 0.55 * (hi - lo) ? 0xffffff : 0x222222 };
        script_row(p->out, cell, 4);
        n++;
    }
    sw_out_printf(p->out, "EOD\n");
    return n;
}

/* A figure whose names stand upright is that much higher. */
static void write_heat(struct sw_plot *p, const size_t *x_at, const size_t *y_at, double lo, double hi)
{
    char label[160];
    script_begin(p, p->spec->kind->height_px + turned_px(p));
    size_t n = write_cells(p, x_at, y_at, lo, hi);
    script_labels(p, p->spec->x, p->spec->y[0]);
    sw_plot_label(p->spec->z, label, sizeof label);
    sw_out_printf(p->out, "set cblabel ");
    script_quoted(p->out, label);
    /* From light to dark at each step, so that grey keeps the order. One value for all needs a scale, too. */
    sw_out_printf(p->out, " offset 1,0 textcolor rgb sw_ink\nset palette defined (0 '#fff7d6', 1 '#f3c969', 2 "
                          "'#5fa8a0', 3 '#1d5b8a', 4 '#0b1f45')\n"
                          "set cbrange [%.17g:%.17g]\nunset grid\nunset key\n", lo, hi > lo ? hi : lo + 1);
    axis_tics(p, 'x', X, x_at);
    axis_tics(p, 'y', Y, y_at);
    /* boxxyerror reads x, y, the edges of the cell, and behind them the colour. */
    sw_out_printf(p->out, "plot $data using 1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):3 with boxxyerror fs solid 1 "
                          "noborder lc palette");
    if (n <= FEW_CELLS)
        sw_out_printf(p->out, ", \\\n     $data using 1:2:(sprintf('%%.3g', $3)):4 with labels tc rgb variable");
    sw_out_printf(p->out, "\n");
}

/* ---- text: numbers, or characters where they have no room -------------------------------------- */

/* The name that stands at this place of the axis. */
static void text_names(const struct sw_plot *p, size_t column, const size_t *place, size_t at, char *text, size_t cap)
{
    const struct column *c = &p->table.column[column];
    text[0] = '\0';
    for (size_t i = 0; i < sw_keys_count(c->keys); i++)
        if (place[i] == at)
            plot_table_column_key(c, i, text, cap);
}

/* width 1: a shade for each value, from light to dark, in the place of its number. */
static void heat_put_row(struct sw_plot *p, const double *z, size_t n, size_t width, const char *name, double lo,
                         double hi)
{
    static const char shades[] = ".:-=+*#%@";
    char line[1024];
    size_t used = (size_t)snprintf(line, sizeof line, "%s |", name);
    for (size_t i = 0; i < n && used + width + 2 < sizeof line; i++) {
        if (width > 1)
            used += isnan(z[i]) ? (size_t)sprintf(line + used, " %*s", (int)width, "")
                                : (size_t)sprintf(line + used, " %*.3g", (int)width, z[i]);
        else
            /* 8.999, so that the greatest value has the last of nine shades. */
            line[used++] = isnan(z[i]) ? ' ' : shades[hi > lo ? (size_t)((z[i] - lo) / (hi - lo) * 8.999) : 0];
        line[used] = '\0';
    }
    text_line(p, "%s", line);
}

/* Where cells are one character wide, the first and the last name stand at the ends. */
static void put_tics(struct sw_plot *p, const size_t *x_at, size_t n, size_t width, size_t indent)
{
    char line[1024] = "", name[160];
    size_t used = 0;
    for (size_t i = 0; i < n && used + width + 2 < sizeof line; i++) {
        text_names(p, X, x_at, i, name, sizeof name);
        used += (size_t)snprintf(line + used, sizeof line - used, " %*.*s", (int)width, (int)width, name);
    }
    if (width > 1) {
        text_line(p, "%*s  %s", (int)indent, "", line);
        return;
    }
    text_names(p, X, x_at, 0, name, sizeof name);
    used = (size_t)snprintf(line, sizeof line, "%s", name);
    text_names(p, X, x_at, n - 1, name, sizeof name);
    if (used + strlen(name) < n)
        snprintf(line + used, sizeof line - used, "%*s", (int)(n - used), name);
    text_line(p, "%*s  %s", (int)indent, "", line);
}

/* z[y * nx + x], NaN where no row says. Rows are written from the top, the greatest y first. */
static int write_heat_text(struct sw_plot *p, const size_t *x_at, const size_t *y_at, double lo, double hi,
                           struct sw_err *err)
{
    const struct table *t = &p->table;
    size_t nx = sw_keys_count(t->column[X].keys), ny = sw_keys_count(t->column[Y].keys);
    size_t indent = text_longest(&t->column[Y], 16), width = text_longest(&t->column[X], 12);
    double *z = malloc((nx * ny + 1) * sizeof *z);
    char name[300], text[160], label[3][160];
    if (!z)
        return sw_err_memory(err);
    width = width < 8 ? 8 : width;
    /* Numbers are given up where they make the line 20 characters wider than it should be. */
    if (indent + 2 + nx * (width + 1) > text_width(p) + 20)
        width = 1;
    for (size_t i = 0; i < nx * ny; i++)
        z[i] = NAN;
    for (size_t row = 0; row < t->n_rows; row++)
        z[y_at[t->column[Y].id[row]] * nx + x_at[t->column[X].id[row]]] = table_number(t, Z, row);
    text_begin(p);
    sw_plot_label(p->spec->z, label[Z], sizeof label[Z]);
    sw_plot_label(p->spec->x, label[X], sizeof label[X]);
    sw_plot_label(p->spec->y[0], label[Y], sizeof label[Y]);
    text_line(p, "%s, by %s (rows) and %s", label[Z], label[Y], label[X]);
    for (size_t y = ny; y-- > 0;) {
        text_names(p, Y, y_at, y, text, sizeof text);
        text_pad(name, sizeof name, text, indent);
        heat_put_row(p, z + y * nx, nx, width, name, lo, hi);
    }
    put_tics(p, x_at, nx, width, indent);
    if (width == 1)
        text_line(p, "%*s  from . %.4g to @ %.4g", (int)indent, "", lo, hi);
    free(z);
    return SW_OK;
}

static int heat_draw(struct sw_plot *p, struct sw_err *err)
{
    double lo, hi;
    limits(&p->table, &lo, &hi);
    if (lo > hi)
        return plot_table_nothing(p, err);
    size_t *x_at = rank_column(&p->table, X), *y_at = rank_column(&p->table, Y);
    bool memory = x_at && y_at;
    int status = memory ? SW_OK : sw_err_memory(err);
    if (memory && text_wanted(p))
        status = write_heat_text(p, x_at, y_at, lo, hi, err);
    else if (memory)
        write_heat(p, x_at, y_at, lo, hi);
    free(x_at);
    free(y_at);
    return status;
}

const struct sw_plot_kind plot_heat = { "heat", "a value for each pair of x and y as a shade", "-x, -y, -z",
    SW_PLOT_X | SW_PLOT_Y | SW_PLOT_Z, SW_PLOT_X | SW_PLOT_Y | SW_PLOT_Z, 720, 480, heat_wants, NULL, heat_draw };
