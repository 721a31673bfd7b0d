/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panels.c - figures side by side with the same axes. */
#include "lib/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEFT_PX = 86, RIGHT_PX = 14, GAP_PX = 22, TITLE_PX = 30, KEY_PX = 34, KEY_ROW_PX = 21, SAMPLE_PX = 70,
       LABEL_PX = 52, PANEL_PX = 190 };

/* Rows of a key with a text for each series: as many beside each other as the longest has room for. */
static size_t key_rows(struct sw_plot *p, double width_px)
{
    const struct table *t = &p->table;
    size_t by = 0, longest = 1, n = 0;
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

struct panels panels_make(const struct sw_plot *p, size_t n, const struct column *places, size_t rows)
{
    size_t across = n < 4 ? n : n == 4 ? 2 : 3, down = (n + across - 1) / across;
    double width_px = script_width_px(p), place_px = (width_px - LEFT_PX - RIGHT_PX) / (double)across - GAP_PX;
    double tics_px = places ? script_category_tics_px(places, place_px) : 18;
    struct panels pn = { n, across, down, width_px, 0, tics_px, place_px, places, rows > 0, rows };
    pn.height_px = (p->spec->title ? TITLE_PX : 0) + key_px(&pn) + (double)down * (PANEL_PX + TITLE_PX) +
                   tics_px + LABEL_PX;
    if (p->spec->height_px > 0)
        pn.height_px = p->spec->height_px;
    return pn;
}

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
    if (pn->key)
        sw_out_printf(p->out, "set key at screen 0.5,%.4f center top vertical maxrows %zu\n",
                      1 - (p->spec->title ? TITLE_PX : 4) / pn->height_px, pn->key_rows);
    else
        sw_out_printf(p->out, "unset key\n");
}

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
    if (!pn->places)
        sw_out_printf(p->out, bottom ? "set format x '%%h'\n" : "set format x ''\n");
    else if (bottom)
        script_category_tics(p, pn->places, pn->place_px);
    else
        sw_out_printf(p->out, "set xtics 0,1 norotate format ''\n");
}

void panels_end(struct sw_plot *p) { sw_out_printf(p->out, "unset multiplot\n"); }

/* ---- --panel --------------------------------------------------------------------------------- */

int panels_of(struct sw_plot *p, const struct column *places, bool key, struct panels *pn, struct sw_err *err)
{
    size_t n = table_n_panels(&p->table);
    if (n > MOST_PANELS)
        return sw_err_set(err, "%zu values of '%s' are more panels than a figure can show (%d)", n, p->spec->panel,
                          MOST_PANELS);
    *pn = panels_make(p, n, places, key ? key_rows(p, script_width_px(p)) : 0);
    return SW_OK;
}

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

void panels_add(struct extent *e, double x)
{
    e->lo = isnan(e->lo) ? x : fmin(e->lo, x);
    e->hi = isnan(e->hi) ? x : fmax(e->hi, x);
}

/* 1, 2 or 5 times a power of ten, at least x. */
static double round_step(double x)
{
    double power = pow(10, floor(log10(x)));
    return x <= power ? power : x <= 2 * power ? 2 * power : x <= 5 * power ? 5 * power : 10 * power;
}

void panels_put_extent(struct sw_plot *p, char axis, const struct extent *e, bool log, bool from_zero)
{
    double room = e->hi > e->lo ? 0.04 * (e->hi - e->lo) : fabs(e->hi) * 0.04 + 1e-6;
    double lo = from_zero && e->lo >= 0 ? 0 : e->lo - room, hi = e->hi + room;
    if (log)
        lo = e->lo / 1.1, hi = e->hi * 1.1;
    sw_out_printf(p->out, "set %crange [%.6g:%.6g]\n", axis, lo, hi);
    if (axis == 'x' && p->spec->panel && !log)
        sw_out_printf(p->out, "set xtics %.6g\n", round_step((hi - lo) / 4));
}
