/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.c - options as --help shows them, in argp's order and columns. argp's own print loses a margin where its
 * buffer of 200 bytes ends. */
#include "lib/cli/layout.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { AT_SHORT = 2, AT_LONG = 6, AT_TEXT = 29, RIGHT = 79 };

/* An option with its aliases, or the heading of a group. */
struct entry { const struct argp_option *first; size_t n; int group; };

static bool is_end(const struct argp_option *o)
{
    return !o->name && !o->key && !o->doc && !o->group;
}

static bool is_heading(const struct entry *e)
{
    return !e->first->name && !e->first->key;
}

static char short_of(const struct argp_option *o)
{
    return o->key > 0 && o->key < 127 && isgraph(o->key) ? (char)o->key : 0;
}

/* ---- order ------------------------------------------------------------------------------------------ */

static int letter(const struct entry *e)
{
    char c = short_of(e->first);
    return c ? c : e->first->name ? e->first->name[0] : 0;
}

/* Groups from 0 up, then the negative ones. In a group the heading, then by letter, long names before short ones. */
static int by_group_and_name(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->group != b->group)
        return (a->group < 0) == (b->group < 0) ? a->group - b->group : b->group - a->group;
    if (!short_of(a->first) && !short_of(b->first) && a->first->name && b->first->name)
        return strcasecmp(a->first->name, b->first->name);
    int lower = tolower(letter(a)) - tolower(letter(b));
    return lower ? lower : (short_of(a->first) != 0) - (short_of(b->first) != 0);
}

/* NULL: no memory. */
static struct entry *entries_of(const struct argp_option *table, size_t *n)
{
    size_t size = 0;
    int group = 0;
    while (!is_end(&table[size]))
        size++;
    struct entry *entry = calloc(size + 1, sizeof *entry);
    *n = 0;
    for (size_t i = 0; entry && i < size; i++) {
        const struct argp_option *o = &table[i];
        if (o->flags & OPTION_ALIAS && *n > 0) {
            entry[*n - 1].n++;
            continue;
        }
        group = o->group ? o->group : !o->name && !o->key ? group + 1 : group;
        if (!(o->flags & OPTION_HIDDEN))
            entry[(*n)++] = (struct entry){ o, 1, group };
    }
    if (entry)
        qsort(entry, *n, sizeof *entry, by_group_and_name);
    return entry;
}

/* ---- print ------------------------------------------------------------------------------------------ */

/* Words from column `at` on, lines from column `margin` to RIGHT. */
static void put_words(FILE *to, const char *text, size_t at, size_t margin)
{
    for (size_t begun = at; *(text += strspn(text, " ")); ) {
        size_t len = strcspn(text, " "), blank = at > begun;
        if (at + blank + len > RIGHT && at > margin) {
            fprintf(to, "\n%*s", (int)margin, "");
            at = begun = margin;
            blank = 0;
        }
        fprintf(to, "%s%.*s", blank ? " " : "", (int)len, text);
        at += blank + len;
        text += len;
    }
    fputc('\n', to);
}

/* column: of the first name in its line. */
static size_t put_name(FILE *to, size_t at, size_t column, const char *dashes, const char *name)
{
    at += (size_t)(at == 0 ? fprintf(to, "%*s", (int)column, "") : fprintf(to, ", "));
    return at + (size_t)fprintf(to, "%s%s", dashes, name);
}

static void put_entry(FILE *to, const struct entry *e)
{
    size_t at = 0;
    const struct argp_option *o = e->first;
    for (size_t i = 0; i < e->n; i++)
        if (short_of(&o[i]))
            at = put_name(to, at, AT_SHORT, "-", (char[]){ short_of(&o[i]), 0 });
    for (size_t i = 0; i < e->n; i++) {
        at = put_name(to, at, AT_LONG, "--", o[i].name);
        if (o->arg)
            at += (size_t)fprintf(to, o->flags & OPTION_ARG_OPTIONAL ? "[=%s]" : "=%s", o->arg);
    }
    if (at >= AT_TEXT + 3) {
        fputc('\n', to);
        at = 0;
    }
    size_t gap = at < AT_TEXT ? AT_TEXT - at : 3;
    fprintf(to, "%*s", (int)gap, "");
    put_words(to, o->doc ? o->doc : "", at + gap, AT_TEXT);
}

void layout_options(const struct argp_option *table, const char *name, const char *args, const char *summary, FILE *to)
{
    size_t n;
    bool has_headings = false;
    struct entry *entry = entries_of(table, &n);
    fprintf(to, "Usage: %s [OPTION...]%s%s\n", name, args ? " " : "", args ? args : "");
    put_words(to, summary, 0, 0);
    for (size_t i = 0; entry && i < n; i++) {
        has_headings |= is_heading(&entry[i]);
        if (i == 0 || (has_headings && entry[i].group != entry[i - 1].group))
            fputc('\n', to);
        if (is_heading(&entry[i]))
            put_words(to, entry[i].first->doc, (size_t)fprintf(to, " "), 1);
        else
            put_entry(to, &entry[i]);
    }
    free(entry);
}
