/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.c - figures of filled areas as text, for --term dumb: gnuplot's own has one character for all that is filled.
 *
 * The script prints lines, so `gnuplot` shows it like any other. */
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* All of --term dumb that has areas or boxes goes here; lines are gnuplot's own. */
bool text_wanted(const struct sw_plot *p) { return p->spec->term == SW_PLOT_DUMB; }

/* --size is in pixels, of which a character has 8. */
size_t text_width(const struct sw_plot *p)
{
    double width = p->spec->width_px / 8;
    return width >= 40 ? (size_t)width : 79;
}

void text_line(struct sw_plot *p, const char *fmt, ...)
{
    char line[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    size_t len = strlen(line);
    while (len > 0 && line[len - 1] == ' ')
        line[--len] = '\0';
    sw_out_printf(p->out, "print ");
    script_quoted(p->out, line);
    sw_out_printf(p->out, "\n");
}

/* `set print "-"` is gnuplot's standard output. */
void text_begin(struct sw_plot *p)
{
    sw_out_printf(p->out, "# slot-plot %s: `gnuplot FILE` prints it\n# %s\nset print ", p->spec->kind->name,
                  p->spec->kind->summary);
    script_quoted(p->out, p->spec->figure ? p->spec->figure : "-");
    sw_out_printf(p->out, "\n");
    if (p->spec->title)
        text_line(p, "%s", p->spec->title);
}

/* ---- bars ------------------------------------------------------------------------------------ */

/* Characters, not bytes: a byte 10xxxxxx goes on with one. */
static size_t letters(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += (*text & 0xc0) != 0x80;
    return n;
}

/* Fills with blanks up to `width` characters. cap counts bytes. */
void text_pad(char *to, size_t cap, const char *text, size_t width)
{
    size_t n = letters(text), len = strlen(text) < cap ? strlen(text) : cap - 1;
    memcpy(to, text, len);
    for (; n < width && len + 1 < cap; n++)
        to[len++] = ' ';
    to[len] = '\0';
}

/* most: a longer text counts as so many. */
size_t text_longest(const struct column *c, size_t most)
{
    char text[256];
    size_t longest = 0;
    for (size_t i = 0; i < sw_keys_count(c->keys); i++) {
        plot_table_column_key(c, i, text, sizeof text);
        longest = letters(text) > longest ? letters(text) : longest;
    }
    return longest < most ? longest : most;
}

/* What the longest bar stands for; 1 where there is none. */
static double greatest(const struct bars *b)
{
    double most = 0;
    for (size_t i = 0; i < b->n_places * b->n_series; i++)
        if (b->at[i].set)
            most = fmax(most, fabs(b->at[i].y));
    return most > 0 ? most : 1;
}

/* A row a bar: the place, the series, the bar, the value. The greatest value fills the line. */
void text_bars(struct sw_plot *p, const struct bars *b, const struct counts *counts, const struct column *places,
               const char *const *titles)
{
    size_t wide = text_longest(places, 24), series = 0;
    double most = greatest(b);
    char place[300], name[300], value[80], bar[512], count[40] = "";
    for (size_t s = 0; titles && s < b->n_series; s++)
        series = letters(titles[s]) > series ? letters(titles[s]) : series;
    series = series < 24 ? series : 24;
    /* The difference is unsigned: where the texts leave no room it is huge, and 20 is taken. */
    size_t room = text_width(p) - wide - series - 30 < 200 ? text_width(p) - wide - series - 30 : 20;
    for (size_t i = 0; i < b->n_places; i++)
        for (size_t s = 0; s < b->n_series; s++) {
            const struct bar *at = &b->at[i * b->n_series + s];
            size_t n = at->set ? (size_t)lround(fabs(at->y) / most * (double)room) : 0;
            plot_table_column_key(places, i, name, sizeof name);
            /* The place stands before the first of its bars. */
            text_pad(place, sizeof place, s ? "" : name, wide);
            text_pad(name, sizeof name, titles ? titles[s] : "", series);
            memset(bar, at->y < 0 ? '-' : '#', n);
            bar[n] = '\0';
            int len = snprintf(value, sizeof value, "%.4g", at->y);
            if (!isnan(at->lo) && !isnan(at->hi))
                snprintf(value + len, sizeof value - (size_t)len, " (%.4g to %.4g)", at->lo, at->hi);
            /* The number of jobs stands behind the first bar of the place. */
            if (counts)
                counts_text(counts, i, count, sizeof count);
            text_line(p, "%s %s |%-*s %s  %s", place, name, (int)room, bar, at->set ? value : "", s ? "" : count);
        }
}

/* ---- areas ----------------------------------------------------------------------------------- */

char text_letter(size_t i)
{
    static const char letters_of[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return i < sizeof letters_of - 1 ? letters_of[i] : '*';
}

/* "A ads  B web", in lines of the width. */
void text_legend(struct sw_plot *p, size_t n, text_name *name_of, const void *of)
{
    char line[1024] = "", name[200], item[220];
    size_t used = 0;
    for (size_t i = 0; i < n && i < 27; i++) {
        name_of(of, i, name, sizeof name);
        snprintf(item, sizeof item, "%c %s  ", text_letter(i), i < 26 ? name : "others");
        if (used > 0 && used + letters(item) > text_width(p)) {
            text_line(p, "%s", line);
            used = 0;
        }
        /* An emptied line begins with this item. */
        used = used == 0 ? (line[0] = '\0', letters(item)) : used + letters(item);
        strncat(line, item, sizeof line - strlen(line) - 1);
    }
    if (used > 0)
        text_line(p, "%s", line);
}

/* An axis below `width` characters that begin at `indent`. */
void text_axis(struct sw_plot *p, size_t indent, size_t width, double lo, double hi, const char *label)
{
    char left[40], right[40], line[512];
    memset(line, '-', width);
    line[width] = '\0';
    text_line(p, "%*s+%s", (int)indent, "", line);
    snprintf(left, sizeof left, "%.5g", lo);
    snprintf(right, sizeof right, "%.5g", hi);
    size_t middle = letters(left) + letters(right) < width ? width - letters(left) - letters(right) : 0;
    /* A copy of the label, which is left out where both numbers leave it no room. */
    text_pad(line, sizeof line, label, 0);
    if (letters(line) > middle)
        line[0] = '\0';
    size_t before = (middle - letters(line)) / 2;
    text_line(p, "%*s %s%*s%s%*s%s", (int)indent, "", left, (int)before, "", line,
              (int)(middle - letters(line) - before), "", right);
}
