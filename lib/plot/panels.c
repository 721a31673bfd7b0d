/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panels.c - figures side by side with the same axes. Kinds with --panel, and those that draw a panel for each
 * series, give their data; this gives frames, axes and key. */
#include "lib/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Left of the panels stand labels and numbers of y, below them those of x. PANEL_PX is the height of one. */
enum { LEFT_PX = 86, RIGHT_PX = 14, GAP_PX = 22, TITLE_PX = 30, KEY_PX = 34, KEY_ROW_PX = 21, SAMPLE_PX = 70,
       LABEL_PX = 52, PANEL_PX = 190 };

/* Rows of a key with a text for each series: as many beside each other as the longest has room for. */
static size_t key_rows(struct sw_plot *p, double width_px)
{
    const struct table *t = &p->table;
    size_t by = 0, longest = 1, n = 0;
    /* script_series_title() counts what it cuts, and will do so again. */
    uint64_t told = p->notes->n_shortened; /* when they are written */
    char title[320];
    while (by < t->n_columns && !t->column[by].series)
        by++;
    for (size_t y = 0; y < p->spec->n_y; y++)
        for (size_t s = 0; s < table_n_series(t, by); s++, n++) {
            script_series_title(p, t, by, s, p->spec->n_y > 1 ? p->spec->y[y] : NULL, title, sizeof title);
            longest = strlen(title) > longest ? strlen(title) : longest;
        }
    p->notes->n_shortened = told;
    size_t beside = (size_t)(width_px / (double)(SAMPLE_PX + LETTER_PX * longest));
    return beside ? (n + beside - 1) / beside : n;
}

static double key_px(const struct panels *pn)
{
    return pn->key_rows ? KEY_PX + KEY_ROW_PX * (double)(pn->key_rows - 1) : 0;
}

/* Up to three stand beside each other; four are two by two. */
struct panels panels_make(const struct sw_plot *p, size_t n, const struct column *places, size_t rows)
{
    size_t across = n < 4 ? n : n == 4 ? 2 : 3, down = (n + across - 1) / across;
    double width_px = script_width_px(p), place_px = (width_px - LEFT_PX - RIGHT_PX) / (double)across - GAP_PX;
    /* Numbers take one line of 18 px. */
    double tics_px = places ? script_category_tics_px(places, place_px) : 18;
    struct panels pn = { n, across, down, width_px, 0, tics_px, place_px, places, rows > 0, rows };
    pn.height_px = (p->spec->title ? TITLE_PX : 0) + key_px(&pn) + (double)down * (PANEL_PX + TITLE_PX) +
                   tics_px + LABEL_PX;
    if (p->spec->height_px > 0)
        pn.height_px = p->spec->height_px;
    return pn;
}

/* gnuplot takes margins and gaps as parts of the figure, from the left and from below. */
void panels_begin(struct sw_plot *p, const struct panels *pn)
{
    double above_px = (p->spec->title ? TITLE_PX : 0) + key_px(pn) + TITLE_PX;
    sw_out_printf(p->out, "set multiplot layout %zu,%zu margins %.4f,%.4f,%.4f,%.4f spacing %.4f,%.4f",
                  pn->down, pn->across,
                  LEFT_PX / pn->width_px, 1 - RIGHT_PX / pn->width_px, (pn->tics_px + LABEL_PX) / pn->height_px,
                  1 - above_px / pn->height_px, GAP_PX / pn->width_px, (TITLE_PX + GAP_PX / 2) / pn->height_px);
    if (p->spec->title) {
        sw_out_printf(p->out, " title ");
        script_quoted(p->out, p->spec->title);
    }
    sw_out_printf(p->out, "\n");
    /* One key for all panels, between the title and the first row of them. */
    if (pn->key)
        sw_out_printf(p->out, "set key at screen 0.5,%.4f center top vertical maxrows %zu\n",
                      1 - (p->spec->title ? TITLE_PX : 4) / pn->height_px, pn->key_rows);
    else
        sw_out_printf(p->out, "unset key\n");
}

/* y is labelled in the first column of panels, x in the lowest panel of each column. */
void panels_one(struct sw_plot *p, const struct panels *pn, size_t i, const char *title, const char *xcolumn,
                const char *ycolumn)
{
    sw_out_printf(p->out, "set title ");
    script_quoted(p->out, title);
    sw_out_printf(p->out, " offset 0,-0.4\n");
    if (i % pn->across == 0)
        script_axis(p, 'y', p->spec->ylabel, ycolumn);
    sw_out_printf(p->out, i % pn->across == 0 ? "set format y '%%h'\n" : "set ylabel ''\nset format y ''\n");
    if (i + pn->across >= pn->n)
        script_axis(p, 'x', p->spec->xlabel, xcolumn);
    else
        sw_out_printf(p->out, "set xlabel ''\n");
    bool bottom = i + pn->across >= pn->n;
    /* A panel above another has tics without texts. */
    if (!pn->places)
        sw_out_printf(p->out, bottom ? "set format x '%%h'\n" : "set format x ''\n");
    else if (bottom)
        script_category_tics(p, pn->places, pn->place_px);
    else
        sw_out_printf(p->out, "set xtics 0,1 norotate format ''\n");
}

void panels_end(struct sw_plot *p) { sw_out_printf(p->out, "unset multiplot\n"); }

/* ---- --panel --------------------------------------------------------------------------------- */

/* places NULL: x is a number. key: the figure has one. */
int panels_of(struct sw_plot *p, const struct column *places, bool key, struct panels *pn, struct sw_err *err)
{
    size_t n = table_n_panels(&p->table);
    if (n > MOST_PANELS)
        return sw_err_set(err, "%zu values of '%s' are more panels than a figure can show (%d)", n, p->spec->panel,
                          MOST_PANELS);
    *pn = panels_make(p, n, places, key ? key_rows(p, script_width_px(p)) : 0);
    return SW_OK;
}

/* A number alone says little, so it has its column's label before it. */
void panel_title(const struct sw_plot *p, size_t i, char *title, size_t cap)
{
    const struct column *c = &p->table.column[p->table.panel];
    char text[160], label[160];
    plot_table_column_key(c, i, text, sizeof text);
    sw_plot_label(c->name, label, sizeof label);
    if (c->numbers)
        snprintf(title, cap, "%s %s", label, text);
    else
        snprintf(title, cap, "%s", text);
}

/* NaN leaves the extent as it is, and the first value makes it. */
void panels_add(struct extent *e, double x)
{
    e->lo = isnan(e->lo) ? x : fmin(e->lo, x);
    e->hi = isnan(e->hi) ? x : fmax(e->hi, x);
}

/* 1, 2 or 5 times a power of ten, at least x. For steps of tics. */
static double round_step(double x)
{
    double power = pow(10, floor(log10(x)));
    return x <= power ? power : x <= 2 * power ? 2 * power : x <= 5 * power ? 5 * power : 10 * power;
}

/* 4 % of room at both ends; on a logarithmic axis a tenth. One value alone has an extent, too. */
void panels_put_extent(struct sw_plot *p, char axis, const struct extent *e, bool log, bool from_zero)
{
    double room = e->hi > e->lo ? 0.04 * (e->hi - e->lo) : fabs(e->hi) * 0.04 + 1e-6;
    double lo = from_zero && e->lo >= 0 ? 0 : e->lo - room, hi = e->hi + room;
    if (log)
        lo = e->lo / 1.1, hi = e->hi * 1.1;
    sw_out_printf(p->out, "set %crange [%.6g:%.6g]\n", axis, lo, hi);
    /* About four tics to a panel, for gnuplot's own run together in narrow ones. */
    if (axis == 'x' && p->spec->panel && !log)
        sw_out_printf(p->out, "set xtics %.6g\n", round_step((hi - lo) / 4));
}
