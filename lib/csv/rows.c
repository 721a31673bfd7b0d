/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - holds the fields of a row until it is complete, or of all rows where they are sorted. Then it writes them,
 * as CSV or as JSON lines. */
#include "lib/csv/rows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"

struct field { size_t at, len; enum field_kind kind; };
struct key { size_t column; bool down; };
/* text has the fields of the rows that are held, one behind the other. */
struct rows {
    const struct sw_shape *shape;
    const struct rows_sink *sink;
    char *text;
    size_t n_text, text_cap;
    struct field *field;
    size_t n_fields, field_cap;
    bool headed, lacks_memory;
    bool sound;              /* all columns that the shape names are there */
    size_t n_columns;
    char **name;             /* of the columns, as the header has them */
    bool *is_text;           /* of each */
    size_t n_chosen, *chosen;
    struct key *key;
    char *line;              /* room for one row of JSON */
    size_t line_cap;
};

struct rows *rows_new(const struct sw_shape *shape, const struct rows_sink *sink)
{
    struct rows *r = calloc(1, sizeof *r);
    if (r)
        r->shape = shape, r->sink = sink;
    return r;
}

void rows_free(struct rows *r)
{
    if (!r)
        return;
    for (size_t i = 0; r->name && i < r->n_columns; i++)
        free(r->name[i]);
    free(r->name);
    free(r->is_text);
    free(r->text);
    free(r->field);
    free(r->chosen);
    free(r->key);
    free(r->line);
    free(r);
}

/* Digits that count, without an exponent where the number has more of them before its point. */
static size_t round_number(char *text, size_t cap, unsigned digits, const char *at, size_t len)
{
    double x;
    if (sw_num_real(at, len, &x) != SW_OK)
        return 0;
    bool large = fabs(x) >= pow(10, digits) && fabs(x) < 1e15;
    return (size_t)snprintf(text, cap, large ? "%.*f" : "%.*g", large ? 0 : (int)digits, x);
}

void rows_add(struct rows *r, enum field_kind kind, const char *at, size_t len)
{
    char text[64];
    /* Fields are counted over all rows that are held. */
    size_t column = r->n_columns ? r->n_fields % r->n_columns : 0, n;
    /* Text of a file in a column of texts stays a text in JSON, though it reads as a number. */
    if (r->headed && kind == FIELD_EITHER && r->is_text[column])
        kind = FIELD_TEXT;
    /* Whole numbers keep their digits. */
    if (r->headed && kind == FIELD_NUMBER && r->shape->digits && (memchr(at, '.', len) || memchr(at, 'e', len))
        && (n = round_number(text, sizeof text, r->shape->digits, at, len)))
        at = text, len = n;
    if (sw_grow(&r->text, &r->text_cap, r->n_text + len + 1, 1, NULL) != SW_OK
        || sw_grow(&r->field, &r->field_cap, r->n_fields + 1, sizeof *r->field, NULL) != SW_OK) {
        r->lacks_memory = true;
        return;
    }
    if (len)
        memcpy(r->text + r->n_text, at, len);
    r->field[r->n_fields++] = (struct field){ r->n_text, len, len ? kind : FIELD_EMPTY };
    r->n_text += len;
}

/* ---- columns --------------------------------------------------------------------------------- */

/* SW_NO_COLUMN: no such column. */
static size_t find_exactly(const struct rows *r, const char *name)
{
    for (size_t i = 0; i < r->n_columns; i++)
        if (strcmp(r->name[i], name) == 0)
            return i;
    return SW_NO_COLUMN;
}

/* option: for the message that an old name was taken. */
static size_t rows_find(const struct rows *r, const char *option, const char *name)
{
    char other[RENAMED_MOST];
    size_t at = find_exactly(r, name);
    for (size_t i = 0; at == SW_NO_COLUMN && renamed_column(name, &i, other);)
        if ((at = find_exactly(r, other)) != SW_NO_COLUMN)
            renamed_tell(option, name, other);
    return at;
}

static int no_column(const struct rows *r, struct sw_out *out, const char *option, const char *name)
{
    const char *near = sw_err_nearest(name, (const char *const *)r->name, r->n_columns);
    if (near)
        r->sink->refuse(out, "--%s: no column '%s' (did you mean '%s'?)", option, name, near);
    else
        r->sink->refuse(out, "--%s: no column '%s'", option, name);
    return SW_FAIL;
}

/* Which columns go out, in this order: those of --columns, or all. */
static int find_chosen(struct rows *r, struct sw_out *out)
{
    const struct sw_shape *s = r->shape;
    r->n_chosen = s->n_columns ? s->n_columns : r->n_columns;
    r->chosen = calloc(r->n_chosen + 1, sizeof *r->chosen);
    if (!r->chosen)
        return r->sink->no_memory(out), SW_FAIL;
    for (size_t i = 0; i < r->n_chosen; i++) {
        r->chosen[i] = s->n_columns ? rows_find(r, "--columns:", s->columns[i]) : i;
        if (r->chosen[i] == SW_NO_COLUMN)
            return no_column(r, out, "columns", s->columns[i]);
        for (size_t k = 0; k < i; k++)
            if (r->chosen[k] == r->chosen[i]) {
                r->sink->refuse(out, "--columns: '%s' is given twice", s->columns[i]);
                return SW_FAIL;
            }
    }
    return SW_OK;
}

/* Columns to sort by; a minus in front turns the order. */
static int find_keys(struct rows *r, struct sw_out *out)
{
    const struct sw_shape *s = r->shape;
    r->key = calloc(s->n_sort + 1, sizeof *r->key);
    if (!r->key)
        return r->sink->no_memory(out), SW_FAIL;
    for (size_t i = 0; i < s->n_sort; i++) {
        r->key[i].down = s->sort[i][0] == '-';
        r->key[i].column = rows_find(r, "--sort:", s->sort[i] + r->key[i].down);
        if (r->key[i].column == SW_NO_COLUMN)
            return no_column(r, out, "sort", s->sort[i] + r->key[i].down);
    }
    return SW_OK;
}

/* Asked once for each column, and not for each value. */
static int find_texts(struct rows *r)
{
    r->is_text = calloc(r->n_columns + 1, sizeof *r->is_text);
    for (size_t i = 0; r->is_text && i < r->n_columns; i++)
        r->is_text[i] = r->shape->is_text && r->shape->is_text(r->name[i]);
    return r->is_text ? SW_OK : SW_FAIL;
}

static int keep_names(struct rows *r, struct sw_out *out)
{
    r->name = calloc(r->n_fields + 1, sizeof *r->name);
    if (!r->name)
        return r->sink->no_memory(out), SW_FAIL;
    for (size_t i = 0; i < r->n_fields; i++, r->n_columns++) {
        r->name[i] = strndup(r->text + r->field[i].at, r->field[i].len);
        if (!r->name[i])
            return r->sink->no_memory(out), SW_FAIL;
    }
    /* The header's fields have become names, and rows come in their place. */
    r->n_fields = r->n_text = 0;
    if (find_texts(r) != SW_OK)
        return r->sink->no_memory(out), SW_FAIL;
    r->sound = find_chosen(r, out) == SW_OK && find_keys(r, out) == SW_OK;
    return r->sound ? SW_OK : SW_FAIL;
}

/* What the other output has chosen is chosen here, and sorting is the other's own affair. */
int rows_take_names(struct rows *r, const struct rows *from)
{
    r->name = calloc(from->n_columns + 1, sizeof *r->name);
    r->chosen = calloc(from->n_chosen + 1, sizeof *r->chosen);
    if (!r->name || !r->chosen)
        return SW_FAIL;
    for (; r->n_columns < from->n_columns; r->n_columns++)
        if (!(r->name[r->n_columns] = strdup(from->name[r->n_columns])))
            return SW_FAIL;
    memcpy(r->chosen, from->chosen, from->n_chosen * sizeof *r->chosen);
    r->n_chosen = from->n_chosen;
    r->headed = r->sound = true;
    return find_texts(r);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* An empty field is not known: null. */
static size_t put_json_value(const struct rows *r, const struct field *f, char *to)
{
    const char *at = r->text + f->at;
    if (f->kind == FIELD_EMPTY)
        return (size_t)(stpcpy(to, "null") - to);
    if (f->kind == FIELD_TEXT || !json_is_number(at, f->len))
        return json_put_text(to, at, f->len);
    memcpy(to, at, f->len);
    return f->len;
}

/* The longest that the row can become, so that put_json() asks for no room. */
static bool make_line(struct rows *r, const struct field *row)
{
    size_t need = 3;
    for (size_t i = 0; i < r->n_chosen; i++)
        need += JSON_MOST(strlen(r->name[r->chosen[i]])) + JSON_MOST(row[r->chosen[i]].len) + 6;
    return sw_grow(&r->line, &r->line_cap, need, 1, NULL) == SW_OK;
}

static void put_json(struct rows *r, const struct field *row, struct sw_out *out)
{
    if (!make_line(r, row)) {
        r->sink->no_memory(out);
        return;
    }
    char *to = r->line;
    for (size_t i = 0; i < r->n_chosen; i++) {
        const char *name = r->name[r->chosen[i]];
        const struct field *f = &row[r->chosen[i]];
        *to++ = i ? ',' : '{';
        size_t n = json_put_text(to, name, strlen(name)), m = 0;
        if (n) {
            to += n;
            *to++ = ':';
            m = put_json_value(r, f, to);
        }
        /* A name or a text that is not UTF-8. */
        if (m == 0) {
            r->sink->refuse(out, "--format: not UTF-8, which JSON has to be: '%.*s'",
                            n ? (int)f->len : (int)strlen(name), n ? r->text + f->at : name);
            return;
        }
        to += m;
    }
    *to++ = '}';
    *to++ = '\n';
    r->sink->raw(out, r->line, (size_t)(to - r->line));
}

/* One row, whose fields stand behind one another. */
static void rows_put_row(struct rows *r, const struct field *row, struct sw_out *out)
{
    if (r->shape->format == SW_FORMAT_JSONL)
        put_json(r, row, out);
    else {
        for (size_t i = 0; i < r->n_chosen; i++)
            r->sink->text(out, r->text + row[r->chosen[i]].at, row[r->chosen[i]].len);
        r->sink->end_row(out);
    }
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Numbers, then texts, then what is not known. */
static int rank(const struct rows *r, const struct field *f, double *x)
{
    if (f->len == 0)
        return 2;
    return sw_num_real(r->text + f->at, f->len, x) == SW_OK ? 0 : 1;
}

static int compare_fields(const struct rows *r, const struct field *a, const struct field *b, bool down)
{
    double x = 0, y = 0;
    int ranks[2] = { rank(r, a, &x), rank(r, b, &y) }, order = 0;
    if (ranks[0] != ranks[1])
        return ranks[0] < ranks[1] ? -1 : 1;
    if (ranks[0] == 0)
        order = (x > y) - (x < y);
    if (ranks[0] == 1) {
        size_t len = a->len < b->len ? a->len : b->len;
        order = memcmp(r->text + a->at, r->text + b->at, len);
        if (order == 0)
            order = (a->len > b->len) - (a->len < b->len);
    }
    return down ? -order : order;
}

static int compare_rows(const void *a, const void *b, void *context)
{
    const struct rows *r = context;
    const struct field *x = *(const struct field *const *)a, *y = *(const struct field *const *)b;
    for (size_t i = 0; i < r->shape->n_sort; i++) {
        size_t column = r->key[i].column;
        int order = compare_fields(r, &x[column], &y[column], r->key[i].down);
        if (order != 0)
            return order;
    }
    /* Equal rows stay in the order in which they came. */
    return (x > y) - (x < y);
}

/* Rows are sorted by pointers to their first fields. */
static void put_sorted(struct rows *r, struct sw_out *out)
{
    size_t n = r->n_columns ? r->n_fields / r->n_columns : 0;
    const struct field **row = malloc((n + 1) * sizeof *row);
    if (!row) {
        r->sink->no_memory(out);
        return;
    }
    for (size_t i = 0; i < n; i++)
        row[i] = r->field + i * r->n_columns;
    qsort_r(row, n, sizeof *row, compare_rows, r);
    for (size_t i = 0; i < n; i++)
        rows_put_row(r, row[i], out);
    free(row);
}

/* ---- rows ------------------------------------------------------------------------------------ */

void rows_end(struct rows *r, struct sw_out *out)
{
    if (r->lacks_memory) {
        r->sink->no_memory(out);
        return;
    }
    /* The first row is the header. JSON lines have none. */
    if (!r->headed) {
        r->headed = true;
        if (keep_names(r, out) == SW_OK && r->shape->format == SW_FORMAT_CSV) {
            for (size_t i = 0; i < r->n_chosen; i++)
                r->sink->text(out, r->name[r->chosen[i]], strlen(r->name[r->chosen[i]]));
            r->sink->end_row(out);
        }
        return;
    }
    /* Held until rows_close(). */
    if (r->sound && r->shape->n_sort)
        return;
    if (r->sound)
        rows_put_row(r, r->field, out);
    /* Room for the next row. */
    r->n_fields = r->n_text = 0;
}

void rows_close(struct rows *r, struct sw_out *out)
{
    if (r->sound && r->shape->n_sort && !r->lacks_memory)
        put_sorted(r, out);
}
