/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script.c - the pieces that every script is made of. Texts are quoted here and nowhere else, since what a table
 * says must not become a command. */
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include "lib/base/sw_shown.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* In a text between ' nothing has a meaning but ''. gnuplot reads that as one ' behind a character which is none, and
 * elsewhere as the end. There the text is ended, and a ' by its number joined to it. percent: how a % is put. */
static void put_quoted(struct sw_out *out, const char *text, const char *percent)
{
    bool open = false, joins = false;
    for (size_t left = strlen(text), n; left > 0; text += n, left -= n) {
        n = sw_shown_length(text, left);
        bool plain = n > 0 && !sw_shown_is_control(text, n) && !sw_shown_turns(text, n), quote = *text == '\'';
        n = n > 0 ? n : 1;
        if (quote && !open) {
            sw_out_printf(out, "%ssprintf('%%c',39)", joins ? "." : ""); /* "'" confuses what looks for macros */
            joins = true;
            continue;
        }
        if (!open)
            sw_out_printf(out, "%s'", joins ? "." : "");
        open = joins = true;
        if (!plain)
            sw_out_bytes(out, " ", 1);
        else if (quote)
            sw_out_bytes(out, "''", 2);
        else if (*text == '%')
            sw_out_bytes(out, percent, strlen(percent));
        else
            sw_out_bytes(out, text, n);
        if (quote && text[1] == '\'') {
            sw_out_bytes(out, "'", 1);
            open = false;
        }
    }
    sw_out_printf(out, "%s", open ? "'" : joins ? "" : "''");
}

void script_quoted(struct sw_out *out, const char *text) { put_quoted(out, text, "%"); }
void script_tic(struct sw_out *out, const char *text) { put_quoted(out, text, "%%"); }

/* The shortest text that reads back as the same number. */
void script_number(struct sw_out *out, double x)
{
    char text[SW_NUM_MAX];
    if (isnan(x))
        sw_out_bytes(out, "NaN", 3);
    else
        sw_out_bytes(out, text, sw_num_put_real(text, x));
}

void script_row(struct sw_out *out, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        script_number(out, x[i]);
        sw_out_bytes(out, i + 1 < n ? "\t" : "\n", 1);
    }
}

/* svg counts in pixels; png has twice as many; pdf is in inches of 120 pixels; dumb in characters. */
static void put_terminal(struct sw_plot *p, double w, double h)
{
    switch (p->spec->term) {
    case SW_PLOT_SVG: sw_out_printf(p->out, "set terminal svg size %.0f,%.0f @sw_svg\n", w, h); break;
    case SW_PLOT_PNG: sw_out_printf(p->out, "set terminal pngcairo size %.0f,%.0f @sw_png\n", 2 * w, 2 * h); break;
    case SW_PLOT_PDF:
        sw_out_printf(p->out, "set terminal pdfcairo size %.2fin,%.2fin @sw_pdf\n", w / 120, h / 120);
        break;
    case SW_PLOT_TIKZ: sw_out_printf(p->out, "set terminal tikz size %.2fin,%.2fin\n", w / 120, h / 120); break;
    case SW_PLOT_EPSLATEX:
        sw_out_printf(p->out, "set terminal epslatex color size %.2fin,%.2fin\n", w / 120, h / 120);
        break;
    case SW_PLOT_KEEP: break;
    case SW_PLOT_DUMB:
        sw_out_printf(p->out, "set terminal dumb size %.0f,%.0f @sw_dumb\nunset grid\n", fmax(79, w / 8),
                      fmax(24, h / 18));
        break;
    }
}

/* U+0900 to U+0FFF, and from U+2E80: scripts of South and East Asia, and pictures. Gnuplot's font has none. */
static bool has_rare_letters(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if ((at[0] == 0xe0 && at[1] >= 0xa4) || at[0] > 0xe2 || (at[0] == 0xe2 && at[1] >= 0xba))
            return true;
    return false;
}

/* height_px: what the kind works out; --size goes before it. */
void script_begin(struct sw_plot *p, double height_px)
{
    const struct sw_plot_spec *s = p->spec;
    double h = height_px > 0 ? height_px : s->kind->height_px;
    sw_out_printf(p->out, "# slot-plot %s: `gnuplot FILE` draws it\n", s->kind->name);
    sw_out_bytes(p->out, sw_plot_style, strlen(sw_plot_style));
    sw_out_printf(p->out, "# %s\n", s->kind->summary);
    put_terminal(p, s->width_px > 0 ? s->width_px : s->kind->width_px, s->height_px > 0 ? s->height_px : h);
    /* SVG leaves letters to the reader's fonts. */
    if (s->term == SW_PLOT_PNG || s->term == SW_PLOT_PDF) {
        /* Letters that the font of a picture lacks are told of. */
        char text[256];
        for (size_t i = 0; i < p->table.n_columns; i++) {
            const struct column *c = &p->table.column[i];
            for (size_t k = 0; c->keys && k < sw_keys_count(c->keys); k++) {
                plot_table_column_key(c, k, text, sizeof text);
                p->notes->n_letters += has_rare_letters(text);
            }
        }
    }
    if (s->figure) {
        sw_out_printf(p->out, "set output ");
        script_quoted(p->out, s->figure);
        sw_out_printf(p->out, "\n");
    }
}

const char *script_overlay_name(const struct sw_plot *p)
{
    return p->spec->overlay_name ? p->spec->overlay_name : "overlay";
}

void script_title(struct sw_plot *p)
{
    if (!p->spec->title)
        return;
    sw_out_printf(p->out, "set title ");
    script_quoted(p->out, p->spec->title);
    sw_out_printf(p->out, "\n");
}

void script_axis(struct sw_plot *p, char axis, const char *given, const char *column)
{
    char label[160];
    if (!given)
        sw_plot_label(column, label, sizeof label);
    sw_out_printf(p->out, "set %clabel ", axis);
    script_quoted(p->out, given ? given : label);
    sw_out_printf(p->out, "\n");
}

/* Several columns on one axis: the unit they share. */
const char *script_y(const struct sw_plot_spec *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_y; i++) {
        size_t len = strlen(s->y[i]);
        n += len > 2 && strcmp(s->y[i] + len - 2, "_s") == 0;
    }
    return s->n_y < 2 ? s->y[0] : n == s->n_y ? "seconds" : "value";
}

/* The kind gives the columns where it has other ones than x and y[]. */
void script_labels(struct sw_plot *p, const char *x, const char *y)
{
    script_title(p);
    script_axis(p, 'x', p->spec->xlabel, x);
    script_axis(p, 'y', p->spec->ylabel, y ? y : script_y(p->spec));
}

/* Text has no room for lines along x. */
void script_logs(struct sw_plot *p)
{
    if (p->spec->log_x)
        sw_out_printf(p->out, p->spec->term == SW_PLOT_DUMB ? "set logscale x\n" : "set logscale x\nset grid xtics\n");
    if (p->spec->log_y)
        sw_out_printf(p->out, "set logscale y\n");
}

double script_width_px(const struct sw_plot *p)
{
    return p->spec->width_px > 0 ? p->spec->width_px : p->spec->kind->width_px;
}

enum { BESIDE_KEY_PX = 190 /* margins, and the sample before the text */ };

/* Cut at a whole character of UTF-8, three dots in its place. What would only be cut by three characters or fewer
 * stays. */
void script_fit_key(const struct sw_plot *p, char *title, size_t cap)
{
    double room_px = fmax(script_width_px(p) - BESIDE_KEY_PX, 12 * LETTER_PX);
    size_t most = (size_t)(room_px / LETTER_PX), n = 0, left = strlen(title), len;
    for (char *at = title; *at; at += len, left -= len, n++) {
        len = sw_shown_length(at, left);
        len = len ? len : 1;
        /* Three more bytes and the end must fit. */
        if (n + 3 == most && left > 3 && strlen(at) > 3 && (size_t)(at - title) + 4 <= cap) {
            const char *rest = at;
            size_t more = 0;
            for (size_t k; *rest; rest += k, more++)
                k = sw_shown_length(rest, strlen(rest)), k = k ? k : 1;
            if (more <= 3)
                return;
            strcpy(at, "...");
            p->notes->n_shortened++;
            return;
        }
    }
}

/* Colours come again after eight series. In grey the hatching tells a series from its neighbours. */
void script_fill(struct sw_plot *p, size_t series)
{
    static const unsigned hatch[] = { 0, 4, 2, 5 }; /* solid, and three of gnuplot's patterns */
    unsigned pattern = hatch[series % (sizeof hatch / sizeof *hatch)];
    sw_out_printf(p->out, " fc rgb sw_fill[%zu] fs ", series % 8 + 1);
    sw_out_printf(p->out, pattern ? "pattern %u" : "solid 1", pattern);
}

/* The letters of the longest text when the tics must stand upright, else 0. */
static size_t upright_letters(const struct column *c, double width_px)
{
    size_t n = sw_keys_count(c->keys), longest = 0, len;
    for (size_t i = 0; i < n; i++) {
        (void)sw_keys_text(c->keys, i, &len);
        longest = len > longest ? len : longest;
    }
    return (double)(n * (longest + 1) * LETTER_PX) > width_px ? longest : 0;
}

/* Upright texts have room for 30 letters at most. One line of texts takes 18 px. */
double script_category_tics_px(const struct column *c, double width_px)
{
    size_t letters = upright_letters(c, width_px);
    return letters ? (double)(letters < 30 ? letters : 30) * LETTER_PX + 4 : 18;
}

/* Each text stands at its number, from 0 on. */
void script_category_tics(struct sw_plot *p, const struct column *c, double width_px)
{
    size_t n = sw_keys_count(c->keys);
    char text[256];
    sw_out_printf(p->out, "set xtics (");
    for (size_t i = 0; i < n; i++) {
        plot_table_column_key(c, i, text, sizeof text);
        script_tic(p->out, text);
        sw_out_printf(p->out, " %zu%s", i, i + 1 < n ? ", " : "");
    }
    sw_out_printf(p->out, ")%s\nset xrange [-0.6:%g]\n", upright_letters(c, width_px) ? " rotate by 90 right" : "",
                  (double)n - 0.4);
}

/* A number alone says little: "tasks 100". */
static void series_name(const struct column *by, size_t series, char *name, size_t cap)
{
    char label[160], text[160];
    plot_table_column_key(by, series, text, sizeof text);
    sw_plot_label(by->name, label, sizeof label);
    if (by->numbers && text[0])
        snprintf(name, cap, "%s %s", label, text);
    else
        snprintf(name, cap, "%s", text);
}

void script_series_title(const struct sw_plot *p, const struct table *t, size_t by, size_t series, const char *y,
                         char *title, size_t cap)
{
    char label[160] = "", name[400] = "";
    if (by < t->n_columns && t->column[by].present)
        series_name(&t->column[by], series, name, sizeof name);
    if (y)
        sw_plot_label(y, label, sizeof label);
    if (name[0] && p->spec->n_y > 1)
        snprintf(title, cap, "%s, %s", name, label);
    else
        snprintf(title, cap, "%s", name[0] ? name : label);
    script_fit_key(p, title, cap);
}

/* What is left out is counted, so that a warning can say so. */
bool script_shows(struct sw_plot *p, double x, double y)
{
    if (isnan(x) || isnan(y)) {
        p->notes->n_unknown++;
        return false;
    }
    if ((p->spec->log_x && x <= 0) || (p->spec->log_y && y <= 0)) {
        p->notes->n_not_positive++;
        return false;
    }
    return true;
}

