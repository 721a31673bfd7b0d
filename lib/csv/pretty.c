/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pretty.c - rows laid out for people to read. Rows come as the CSV that sw_out put, are read back into cells, and
 * are aligned. */
#include "lib/csv/rows.h"
#include "lib/base/grow.h"
#include "lib/base/sw_shown.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In columns of a screen: its width, where texts are folded, and what stands between columns. */
enum { SCREEN = 100, FOLD = 40, GAP = 2 };

struct cell { char *text; bool number; };
struct table {
    struct cell *cell;  /* row by row; the first row is the header */
    size_t rows, columns, cap;
    bool failed;        /* no memory */
};

/* ---- reading what sw_out wrote ---------------------------------------------------------------- */

/* 12345.678 is 12346, 0.123456 is 0.1235; counts stay whole. Takes the text, and returns it or another. */
static char *four_digits(char *text, bool *number)
{
    char *end, digits[48];
    double x = strtod(text, &end);
    *number = end > text && *end == '\0' && isfinite(x);
    if (!*number || !text[strcspn(text, ".eE")])
        return text;
    snprintf(digits, sizeof digits, fabs(x) >= 1e4 && fabs(x) < 1e15 ? "%.0f" : "%.4g", x);
    free(text);
    return strdup(digits);
}

/* The field at *at, which is moved behind it; a comma or the end of a line comes next. */
static char *read_field(const char **at, const char *end)
{
    char *text = malloc((size_t)(end - *at) + 1), *to = text;
    const char *from = *at;
    bool quoted = from < end && *from == '"';
    if (!text)
        return NULL;
    for (from += quoted; from < end; from++) {
        /* A quoted field ends at its quote, and a doubled quote is one. */
        if (quoted ? *from == '"' : *from == ',' || *from == '\n') {
            if (!quoted || from + 1 >= end || from[1] != '"')
                break;
            from++;
        }
        *to++ = *from;
    }
    *to = '\0';
    *at = from + (quoted && from < end);
    grow_fit(&text, (size_t)(to - text) + 1, 1);
    return text;
}

/* Takes the text, also where it fails. */
static bool pretty_add(struct table *t, size_t i, char *text)
{
    t->failed = !text || sw_grow(&t->cell, &t->cap, i + 1, sizeof *t->cell, NULL) != SW_OK;
    if (t->failed) {
        free(text);
        return false;
    }
    bool number;
    /* What people read has no control characters. */
    sw_shown_clean(text, strlen(text));
    t->cell[i].text = four_digits(text, &number);
    t->cell[i].number = number;
    t->failed = !t->cell[i].text;
    return !t->failed;
}

/* False: no table, or no memory. */
static bool read_table(struct table *t, const char *at, const char *end)
{
    size_t n = 0, in_row = 0;
    while (at < end) {
        if (!pretty_add(t, n, read_field(&at, end)))
            break;
        n++, in_row++;
        if (at < end && *at == ',') {
            at++;
            continue;
        }
        if (at >= end || *at != '\n')
            break;
        at++;
        /* The header says how many fields each row has. */
        if (t->rows++ == 0)
            t->columns = in_row;
        if (in_row != t->columns)
            break;
        in_row = 0;
    }
    /* Every row complete, and nothing behind them. */
    bool whole = !t->failed && at == end && t->rows > 0 && n == t->rows * t->columns;
    for (size_t i = 0; !whole && i < n; i++)
        free(t->cell[i].text);
    if (!whole)
        free(t->cell), t->cell = NULL;
    return whole;
}

/* ---- laying it out ---------------------------------------------------------------------------- */

/* The table, or the table on its side: what is a line of it. */
struct view { const struct table *t; bool side; size_t lines, fields, fold; size_t *width; bool *right; };

static const struct cell *cell_at(const struct view *v, size_t line, size_t field)
{
    return &v->t->cell[v->side ? field * v->t->columns + line : line * v->t->columns + field];
}

/* Characters, of which one may be several bytes. */
static size_t length(const char *text, size_t bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

/* How many bytes of the text go into one line of this width: up to a blank, or as many as there is room for. */
static size_t fold(const char *text, size_t width)
{
    size_t at = 0, blank = 0, n = 0;
    for (; text[at] && n < width; n++) {
        if (text[at] == ' ')
            blank = at;
        for (at++; ((unsigned char)text[at] & 0xc0) == 0x80;)
            at++;
    }
    if (!text[at] || text[at] == ' ')
        return at;
    return blank > 0 ? blank : at;
}

/* An empty cell shows as `-`. Numbers are not folded. */
static size_t cell_width(const struct view *v, const struct cell *c)
{
    size_t n = *c->text ? length(c->text, strlen(c->text)) : 1;
    return !c->number && n > v->fold ? v->fold : n;
}

static bool measure_columns(struct view *v)
{
    v->width = calloc(v->fields + 1, sizeof *v->width);
    v->right = calloc(v->fields + 1, sizeof *v->right);
    if (!v->width || !v->right)
        return false;
    for (size_t f = 0; f < v->fields; f++) {
        /* On its side no column has values of one kind, so all of them stand at the left. */
        v->right[f] = !v->side && v->lines > 1;
        for (size_t line = 0; line < v->lines; line++) {
            const struct cell *c = cell_at(v, line, f);
            size_t n = cell_width(v, c);
            if (n > v->width[f])
                v->width[f] = n;
            /* The header itself is text and does not count. */
            if (line > 0 && *c->text && !c->number)
                v->right[f] = false;
        }
    }
    return true;
}

static size_t total(const struct view *v)
{
    size_t n = 0;
    for (size_t f = 0; f < v->fields; f++)
        n += v->width[f] + (f > 0 ? GAP : 0);
    return n;
}

/* Blanks are held back, so that no line ends in one. */
static void pretty_put(FILE *to, size_t *held, const char *text, size_t bytes)
{
    if (bytes == 0)
        return;
    fprintf(to, "%*s", (int)*held, "");
    *held = 0;
    fwrite(text, 1, bytes, to);
}

/* A line of cells takes as many lines as its longest text; rest[f] is what is left of each. */
static void put_line(const struct view *v, size_t line, const char **rest, FILE *to)
{
    bool more = true;
    for (size_t f = 0; f < v->fields; f++) {
        rest[f] = cell_at(v, line, f)->text;
        if (!*rest[f])
            rest[f] = "-";
    }
    /* The first lines of all cells, then the second ones, as long as any has one. */
    while (more) {
        size_t held = 0;
        more = false;
        for (size_t f = 0; f < v->fields; f++) {
            size_t bytes = fold(rest[f], v->width[f]), n = length(rest[f], bytes);
            held += (f > 0 ? GAP : 0) + (v->right[f] ? v->width[f] - n : 0);
            pretty_put(to, &held, rest[f], bytes);
            held += v->right[f] ? 0 : v->width[f] - n;
            rest[f] += bytes;
            while (*rest[f] == ' ')
                rest[f]++;
            more |= *rest[f] != '\0';
        }
        fputc('\n', to);
    }
}

static bool put_view(const struct view *v, FILE *to)
{
    const char **rest = calloc(v->fields + 1, sizeof *rest);
    if (!rest)
        return false;
    for (size_t line = 0; line < v->lines; line++)
        put_line(v, line, rest, to);
    free(rest);
    return true;
}

/* fold_at: at how many columns texts are folded. */
static struct view view_of(const struct table *t, bool side, size_t fold_at)
{
    return (struct view){ .t = t, .side = side, .fold = fold_at, .lines = side ? t->columns : t->rows,
                          .fields = side ? t->rows : t->columns };
}

static void view_clear(struct view *v)
{
    free(v->width);
    free(v->right);
}

/* On its side the names take some room, and the rows share the rest of a screen. */
static size_t fold_on_side(const struct table *t)
{
    size_t names = 0, room;
    for (size_t c = 0; c < t->columns; c++) {
        size_t n = strlen(t->cell[c].text);
        names = n > names ? n : names;
    }
    room = t->rows > 1 && SCREEN > names ? (SCREEN - names) / (t->rows - 1) : 0;
    return room > GAP + FOLD / 2 ? room - GAP : FOLD / 2;
}

char *pretty_table(const char *csv, size_t n, size_t *len)
{
    struct table t = { 0 };
    char *text = NULL;
    if (n == 0 || !read_table(&t, csv, csv + n)) {
        /* What is no table is copied as it is. */
        text = t.failed ? NULL : malloc(n + 1);
        if (text && n)
            memcpy(text, csv, n);
        *len = n;
        return text;
    }
    struct view up = view_of(&t, false, FOLD), side = view_of(&t, true, fold_on_side(&t));
    FILE *to = open_memstream(&text, len);
    /* Both ways are measured; the one on its side is taken where the other is too wide and it is not wider. */
    bool done = to && measure_columns(&up) && measure_columns(&side);
    if (done)
        done = put_view(total(&up) > SCREEN && total(&side) < total(&up) ? &side : &up, to);
    /* fclose() completes the text, and may fail for want of memory. */
    if (to && (fclose(to) != 0 || !done)) {
        free(text);
        text = NULL;
    }
    view_clear(&up);
    view_clear(&side);
    for (size_t i = 0; i < t.rows * t.columns && t.cell; i++)
        free(t.cell[i].text);
    free(t.cell);
    return text;
}
