/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c - see table.h. Fields are places in the line. No quoting is known. */
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include "lib/trace/parse/table.h"

/* `in` is the table's from here on. next_file() lets the lines of several files be one table. */
int table_start(struct table *t, struct sw_bytes *in, const struct sw_import_rules *rules, char separator)
{
    t->lines.bytes = in;
    t->side = rules->side;
    t->damage = &t->side->damage;
    t->separator = separator;
    return SW_OK;
}

void table_clear(struct table *t) { lines_clear(&t->lines); }

/* Runs of blanks and tabs stand between fields, and leading ones give no empty field. */
static size_t split_blanks(struct sw_text line, struct sw_text *field, size_t max)
{
    size_t n = 0;
    const char *at = line.at, *end = line.at + line.len;
    for (;;) {
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        const char *from = at;
        while (at < end && *at != ' ' && *at != '\t')
            at++;
        if (at == from)
            return n;
        if (n++ < max)
            field[n - 1] = (struct sw_text){ from, (size_t)(at - from) };
    }
}

/* The number of fields, also of those beyond max, so that callers can tell a line of another form. */
size_t table_split(struct sw_text line, char separator, struct sw_text *field, size_t max)
{
    size_t n = 0;
    const char *at = line.at, *end = line.at + line.len;
    if (separator == ' ')
        return split_blanks(line, field, max);
#ifdef __SSE2__ /* sixteen bytes at once, while there are as many */
    const __m128i wanted = _mm_set1_epi8(separator);
    const char *next = at;
    for (; end - next >= 16; next += 16) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)next);
        unsigned found = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted));
        for (; found; found &= found - 1) {
            const char *stop = next + __builtin_ctz(found);
            if (n++ < max)
                field[n - 1] = (struct sw_text){ at, (size_t)(stop - at) };
            at = stop + 1;
        }
    }
#endif
    /* What is left, or all of it without SSE2. */
    for (;;) {
        const char *stop = at < end ? memchr(at, separator, (size_t)(end - at)) : NULL;
        if (n++ < max)
            field[n - 1] = (struct sw_text){ at, (size_t)((stop ? stop : end) - at) };
        if (!stop)
            return n;
        at = stop + 1;
    }
}

/* The next file takes the place of the one that has ended. */
static int go_on_in_next(struct table *t, struct sw_err *err)
{
    struct sw_bytes *in;
    int got = t->side->next_file(t->side->context, &in, err);
    if (got != 1)
        return got == 0 ? 0 : -2;
    sw_bytes_close(t->lines.bytes);
    t->lines.bytes = in;
    t->lines.number = 0;
    t->lines.window.at = t->lines.window.len = 0;
    t->lines.window.ended = false;
    return 1;
}

/* A line that cannot be read is damage of the log, and counted as such. */
int table_next(struct table *t, struct sw_err *err)
{
    int got;
    while ((got = lines_next(&t->lines, err)) == 0)
        if ((got = go_on_in_next(t, err)) != 1)
            return got;
    if (got == -1)
        table_note(t, SW_DAMAGE_UNREADABLE);
    if (got == 1 && t->separator)
        t->n = table_split(t->lines.line, t->separator, t->field, TABLE_MAX_FIELDS);
    return got;
}

/* Tables whose lines are out of order have to be in memory before their first row. */
int table_gather(struct table *t, int (*line)(void *, struct sw_err *), int (*start)(void *, struct sw_err *),
                 void *state, struct sw_err *err)
{
    int got;
    while ((got = table_next(t, err)) == 1)
        if ((got = line(state, err)) < 0)
            return got;
    if (got < 0)
        return got;
    return start(state, err) == SW_OK ? 1 : -2;
}

/* A field that the line does not have is as an empty one. */
struct sw_text table_field(const struct table *t, size_t i)
{
    return i < t->n && i < TABLE_MAX_FIELDS ? t->field[i] : (struct sw_text){ "", 0 };
}

void table_note(struct table *t, enum sw_damage_kind kind)
{
    sw_damage_note(t->damage, kind, sw_bytes_path(t->lines.bytes), t->lines.number);
}

/* Damage with a message: the line stays out, and what the field was stands in it. */
int table_bad(struct table *t, const char *column, struct sw_text field, const char *message, struct sw_err *err)
{
    table_note(t, SW_DAMAGE_UNREADABLE);
    sw_err_data(err, sw_bytes_path(t->lines.bytes), t->lines.number, column, "%s: '%.*s'", message,
                (int)(field.len < 60 ? field.len : 60), field.at);
    return -1;
}

int table_int(struct table *t, size_t i, const char *column, int64_t missing, int64_t *out, struct sw_err *err)
{
    struct sw_text field = table_field(t, i);
    *out = missing;
    return field.len == 0 || lines_whole(field, out) ? SW_OK : table_bad(t, column, field, "not a whole number", err);
}
