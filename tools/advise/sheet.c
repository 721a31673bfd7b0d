/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet.c - see sheet.h. Pages are built of these pieces, so that each is written once for both forms. Text is
 * wrapped here; HTML is left to the browser. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "tools/advise/sheet.h"

/* The man page promises 100 columns. */
enum { COLUMNS = 100 };

/* ---- paragraphs ---------------------------------------------------------------------------------- */

static size_t shown_width(const char *at, size_t n)
{
    size_t width = 0;
    for (size_t i = 0; i < n; i++)
        width += ((unsigned char)at[i] & 0xc0) != 0x80; /* UTF-8: one column a character */
    return width;
}

/* To the next blank at which a line may break: "5 %" stays together. */
static size_t word_length(const char *word)
{
    size_t n = strcspn(word, " ");
    while (word[n] == ' ' && word[n + 1] == '%')
        n += 1 + strcspn(word + n + 1, " ");
    return n;
}

/* A word that is longer than a line stands alone. */
static void put_wrapped(struct sw_out *out, size_t indent, const char *head, const char *text)
{
    size_t at = indent;
    sw_out_printf(out, "%-*s", (int)indent, head);
    for (const char *word = text; *word != '\0';) {
        size_t n = word_length(word), width = shown_width(word, n);
        if (at > indent && at + 1 + width > COLUMNS) {
            sw_out_printf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (at > indent) {
            sw_out_bytes(out, " ", 1);
            at++;
        }
        /* A log's names reach a terminal here: its control characters do not. */
        sw_out_sentence(out, "%.*s", (int)n, word);
        at += width;
        word += n + strspn(word + n, " ");
    }
    sw_out_bytes(out, "\n", 1);
}

void sheet_title(const struct sheet *s, const struct words *w)
{
    if (s->html)
        html_put_element(s->out, "h1", "", w->at);
    else
        put_wrapped(s->out, 0, "", w->at);
}

void sheet_answer(const struct sheet *s, const struct words *w)
{
    if (s->html)
        html_put_element(s->out, "p", "answer", w->at);
    else
        sheet_section(s, "ANSWER", NULL, w);
}

void sheet_section(const struct sheet *s, const char *head, const char *title, const struct words *w)
{
    if (w->n == 0)
        return;
    if (!s->html)
        sw_out_bytes(s->out, "\n", 1);
    sheet_note(s, head, title, w);
}

void sheet_note(const struct sheet *s, const char *head, const char *title, const struct words *w)
{
    if (!s->html)
        put_wrapped(s->out, SHEET_INDENT, head, w->at);
    else if (w->n > 0) {
        html_put_element(s->out, "h2", "", title);
        html_put_element(s->out, "p", "", w->at);
    }
}

void sheet_more(const struct sheet *s, const struct words *w)
{
    if (s->html)
        html_put_element(s->out, "p", "", w->at);
    else
        put_wrapped(s->out, SHEET_INDENT, "", w->at);
}

/* ---- tables -------------------------------------------------------------------------------------- */

/* t->n_columns is set before the first cell, as it says how many cells there is room for. */
void sheet_cell(struct sheet_table *t, const char *fmt, ...)
{
    va_list args;
    if (t->n == SHEET_ROWS * t->n_columns)
        return;
    va_start(args, fmt);
    vsnprintf(t->cell[t->n].text, sizeof t->cell->text, fmt, args);
    va_end(args);
    t->n++;
}

/* Ids of applications differ in their last digits. */
void sheet_name(struct sheet_table *t, struct sw_text name)
{
    enum { MOST = 34, MARK = 3 };
    size_t cut = name.len > MOST ? name.len - (MOST - MARK) : 0;
    /* A character of several bytes is cut as a whole. */
    while (cut > 0 && cut < name.len && ((unsigned char)name.at[cut] & 0xc0) == 0x80)
        cut++;
    sheet_cell(t, "%s%.*s", cut > 0 ? "..." : "", (int)(name.len - cut), name.at + cut);
}

/* Columns of the widest cell. */
static size_t width_of(const struct sheet_table *t, size_t column)
{
    size_t width = 0;
    for (size_t i = column; i < t->n; i += t->n_columns) {
        const size_t of = shown_width(t->cell[i].text, strlen(t->cell[i].text));
        width = of > width ? of : width;
    }
    return width;
}

/* The first row is the head, and the first cell of each other row is a heading, too. */
static void put_html(const struct sheet *s, const char *title, const struct sheet_table *t)
{
    html_put_element(s->out, "h2", "", title);
    sw_out_printf(s->out, "<div class=\"wide\"><table>\n<thead>\n");
    for (size_t i = 0; i < t->n; i++) {
        const size_t column = i % t->n_columns;
        if (column == 0)
            sw_out_printf(s->out, "<tr>");
        html_put_element(s->out, column == 0 || i < t->n_columns ? "th" : "td", "", t->cell[i].text);
        if (column + 1 == t->n_columns)
            sw_out_printf(s->out, i + 1 == t->n_columns ? "</tr></thead>\n<tbody>\n" : "</tr>\n");
    }
    sw_out_printf(s->out, "</tbody></table></div>\n");
}

void sheet_table(const struct sheet *s, const char *head, const char *title, const struct sheet_table *t)
{
    /* A table that has its head alone is left out. */
    if (t->n <= t->n_columns)
        return;
    if (s->html)
        put_html(s, title, t);
    else {
        sw_out_printf(s->out, "\n%s\n", head);
        for (size_t i = 0; i < t->n; i++) {
            const size_t column = i % t->n_columns;
            const char *text = t->cell[i].text;
            /* printf() counts bytes, of which a character may have several. */
            const int width = (int)(width_of(t, column) + strlen(text) - shown_width(text, strlen(text)));
            sw_out_sentence(s->out, column == 0 ? "%*s%-*s" : "%*s%*s", 2, "", width, text);
            if (column + 1 == t->n_columns)
                sw_out_bytes(s->out, "\n", 1);
        }
    }
}
