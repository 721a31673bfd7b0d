/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.c - rows to records: columns bound by name, fields turned into values, and what is said of a bad one. */
#include "lib/csv/reader.h"
#include "lib/csv/text.h"
#include "slotwise/sw_num.h"
#include <assert.h>
#include <stdlib.h>

/* record.known has a bit for each column of a schema. */
#define KNOWN_MAX 64

/* ---- binding --------------------------------------------------------------------------------- */

/* A column is bound to the field that has its name; its bit is that of its place in the schema. */
static int bind_columns(struct sw_csv *in, const struct sw_schema *schema, struct sw_err *err)
{
    in->n_bound = 0;
    for (size_t i = 0; i < schema->n_columns; i++) {
        const struct sw_column *column = &schema->columns[i];
        size_t field = sw_csv_find(in, column->name);
        if (field != SW_NO_COLUMN) {
            in->bound[in->n_bound++] = (struct bound){ column, field, UINT64_C(1) << i, column->type, column->flags,
                                                       column->offset };
        }
        else if (column->flags & SW_NEEDED) {
            const char *near = reader_nearest(in, column->name);
            return sw_err_data(err, sw_csv_path(in), in->header.line, column->name, "the column is missing%s%s%s",
                               near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
        }
    }
    return SW_OK;
}

/* NULL: the field is no column of the schema. */
static const struct bound *bound_to(const struct sw_csv *in, size_t field)
{
    for (size_t i = 0; i < in->n_bound; i++)
        if (in->bound[i].field == field)
            return &in->bound[i];
    return NULL;
}

/* One for all inputs of the process: programs tell people, the library prints nothing. */
static sw_csv_watcher *watcher;

void sw_csv_watch(sw_csv_watcher *called)
{
    watcher = called;
}

void sw_csv_not_used(const struct sw_csv *in, const char *name, const char *why)
{
    if (sw_csv_find(in, name) != SW_NO_COLUMN)
        sw_tell("%s:%llu: column '%s' has no effect %s", sw_csv_path(in), (unsigned long long)in->header.line, name,
                why);
}

/* Of the schema's columns that are not there, the one that was probably meant. */
static const char *likely_column(const struct sw_csv *in, const char *name)
{
    const char *absent[KNOWN_MAX];
    size_t n = 0;
    for (size_t i = 0; i < in->schema->n_columns; i++)
        if (sw_csv_find(in, in->schema->columns[i].name) == SW_NO_COLUMN)
            absent[n++] = in->schema->columns[i].name;
    return sw_err_nearest(name, absent, n);
}

/* Columns that are neither bound nor known to the schema may be misspelt. */
static int tell_unknown(const struct sw_csv *in, struct sw_err *err)
{
    for (size_t i = 0; watcher && i < in->header.n; i++) {
        const char *name = in->header.field[i].at; /* NUL behind each */
        if (!bound_to(in, i) && !sw_schema_has(in->schema, name)
            && watcher(in, name, likely_column(in, name), err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* Columns that look like the one that is not there go to the watcher. */
int sw_csv_find_optional(const struct sw_csv *in, const char *name, size_t *at, struct sw_err *err)
{
    *at = sw_csv_find(in, name);
    for (size_t i = 0; watcher && *at == SW_NO_COLUMN && i < in->header.n; i++) {
        const char *typed = in->header.field[i].at;
        if (sw_err_is_slip(typed, name) && watcher(in, typed, name, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

const struct sw_schema *sw_csv_schema(const struct sw_csv *in)
{
    return in->schema;
}

bool sw_schema_has(const struct sw_schema *schema, const char *name)
{
    size_t i = 0;
    while (i < schema->n_columns && strcmp(schema->columns[i].name, name) != 0)
        i++;
    return i < schema->n_columns;
}

int sw_csv_bind(struct sw_csv *in, const struct sw_schema *schema, struct sw_err *err)
{
    assert(schema->n_columns <= KNOWN_MAX && schema->record_size >= sizeof(uint64_t));
    free(in->bound);
    free(in->extra);
    in->bound = calloc(schema->n_columns + 1, sizeof *in->bound);
    in->extra = calloc(in->header.n + 1, sizeof *in->extra);
    in->n_extras = 0;
    if (!in->bound || !in->extra)
        return sw_err_memory(err);
    in->schema = schema;
    if (bind_columns(in, schema, err) != SW_OK)
        return SW_FAIL;
    /* Carried through: columns outside the schema, and those of it that are also handed on as they are. */
    for (size_t i = 0; i < in->header.n; i++) {
        const struct bound *b = bound_to(in, i);
        if (!b || b->flags & SW_CARRIED)
            in->extra[in->n_extras++] = i;
    }
    return tell_unknown(in, err);
}

size_t sw_csv_n_extras(const struct sw_csv *in)
{
    return in->n_extras;
}

struct sw_text sw_csv_extra_name(const struct sw_csv *in, size_t i)
{
    return in->header.field[in->extra[i]];
}

struct sw_text sw_csv_extra(const struct sw_csv *in, size_t i)
{
    return in->now.field[in->extra[i]];
}

/* ---- values ---------------------------------------------------------------------------------- */

static int find_word(const char *const *words, struct sw_text t, int32_t *index)
{
    for (int32_t i = 0; words[i]; i++)
        if (strncmp(words[i], t.at, t.len) == 0 && words[i][t.len] == '\0') {
            *index = i;
            return SW_OK;
        }
    return SW_FAIL;
}

/* The value goes to the member of the record at `to`. A text points into the row. */
static int read_field(const struct sw_column *column, struct sw_text t, char *to)
{
    bool not_negative = column->flags & SW_NOT_NEGATIVE;
    int status = SW_FAIL;
    switch (column->type) {
    case SW_TEXT: *(struct sw_text *)to = t; return SW_OK;
    case SW_TIME:
        status = sw_num_time(t.at, t.len, (int64_t *)to);
        return status == SW_OK && not_negative && *(int64_t *)to < 0 ? SW_FAIL : status;
    case SW_COUNT: return sw_num_u64(t.at, t.len, (uint64_t *)to);
    case SW_INT:
        status = sw_num_i64(t.at, t.len, (int64_t *)to);
        return status == SW_OK && not_negative && *(int64_t *)to < 0 ? SW_FAIL : status;
    case SW_REAL:
        status = sw_num_real(t.at, t.len, (double *)to);
        return status == SW_OK && not_negative && *(double *)to < 0 ? SW_FAIL : status;
    case SW_WORD: return find_word(column->words, t, (int32_t *)to);
    }
    return status;
}

/* ---- what is wrong with a field -------------------------------------------------------------- */

#define QUOTED_MAX 60 /* of the offending text */

static int unknown_word(const struct sw_csv *in, const struct sw_column *column, const char *text, struct sw_err *err)
{
    size_t n = 0;
    while (column->words[n])
        n++;
    const char *near = sw_err_nearest(text, column->words, n);
    uint64_t line = in->now.line;
    if (near)
        return sw_err_data(err, sw_csv_path(in), line, column->name, "unknown word: '%s' (did you mean '%s'?)", text,
                           near);
    return sw_err_data(err, sw_csv_path(in), line, column->name, "unknown word: '%s'", text);
}

/* From 2^53 on all doubles are whole. */
static bool is_whole_number(struct sw_text t)
{
    double x;
    return sw_num_real(t.at, t.len, &x) != SW_OK || x != x || x >= 0x1p53 || x <= -0x1p53 || x == (double)(int64_t)x;
}

/* t is no value of the column's type; this says why. */
static const char *complaint(const struct sw_column *column, struct sw_text t)
{
    if (!sw_num_is_number(t.at, t.len))
        return "not a number";
    bool negative = t.at[0] == '-';
    if (negative && (column->type == SW_COUNT || column->flags & SW_NOT_NEGATIVE))
        return "is negative";
    if ((column->type == SW_COUNT || column->type == SW_INT) && !is_whole_number(t))
        return "not a whole number";
    return "out of range";
}

/* Words of R, pandas and databases for what is not known. */
bool sw_csv_is_unknown(struct sw_text field)
{
    static const char *const words[] = { "", "NA", "NaN", "nan", "null", "NULL", "N/A", "None", NULL };
    return text_is_among(field, words);
}

/* The text is cut for the message. */
static int bad_field(const struct sw_csv *in, const struct sw_column *column, struct sw_text t, struct sw_err *err)
{
    char text[QUOTED_MAX + 4];
    size_t len = t.len < QUOTED_MAX ? t.len : QUOTED_MAX;
    memcpy(text, t.at, len);
    strcpy(text + len, t.len > QUOTED_MAX ? "..." : "");
    if (column->type == SW_WORD)
        return unknown_word(in, column, text, err);
    return sw_err_data(err, sw_csv_path(in), in->now.line, column->name, "%s: '%s'%s", complaint(column, t), text,
                       sw_csv_is_unknown(t) ? " (what is not known is an empty field; R: na=\"\")" : "");
}

/* ---- records --------------------------------------------------------------------------------- */

/* Members without a field keep the schema's defaults, or 0. */
static void set_defaults(const struct sw_schema *schema, void *record)
{
    if (schema->defaults)
        memcpy(record, schema->defaults, schema->record_size);
    else
        memset(record, 0, schema->record_size);
}

/* A whole number of up to eight digits, as most are. */
static inline bool short_count(struct sw_text t, uint64_t *out)
{
    uint64_t x = 0;
    if (t.len > 8)
        return false;
    for (size_t i = 0; i < t.len; i++) {
        unsigned digit = (unsigned char)t.at[i] - (unsigned)'0';
        if (digit > 9)
            return false;
        x = 10 * x + digit;
    }
    *out = x;
    return true;
}

/* Texts and short whole numbers, without a call. */
static inline bool convert_quickly(enum sw_type type, struct sw_text t, char *to)
{
    uint64_t x;
    if (type == SW_TEXT) {
        *(struct sw_text *)to = t;
        return true;
    }
    if (type == SW_WORD || !short_count(t, &x))
        return false;
    if (type == SW_REAL)
        *(double *)to = (double)(int64_t)x;
    else
        *(uint64_t *)to = type == SW_TIME ? x * SW_US_PER_S : x;
    return true;
}

static int fill_record(const struct sw_csv *in, char *record, struct sw_err *err)
{
    const struct sw_text *field = in->now.field;
    uint64_t known = 0;
    set_defaults(in->schema, record);
    for (const struct bound *b = in->bound, *end = b + in->n_bound; b < end; b++) {
        struct sw_text t = field[b->field];
        /* An empty field leaves its bit 0 and the default. */
        if (t.len == 0) {
            if (!(b->flags & SW_NOT_EMPTY))
                continue;
            return sw_err_data(err, sw_csv_path(in), in->now.line, b->column->name, "is empty");
        }
        if (!convert_quickly(b->type, t, record + b->offset) && read_field(b->column, t, record + b->offset) != SW_OK)
            return bad_field(in, b->column, t, err);
        known |= b->bit;
        /* In a column of texts NA may be a name, so it is only told. */
        if (b->type == SW_TEXT && t.len == 2 && t.at[0] == 'N' && t.at[1] == 'A')
            sw_tell("%s: 'NA' is a name in column '%s' (what is not known is an empty field; R: na=\"\")",
                    sw_csv_path(in), b->column->name);
    }
    /* known is the first member of each record. */
    *(uint64_t *)(void *)record = known;
    return SW_OK;
}

int sw_csv_read(struct sw_csv *in, void *record, struct sw_err *err)
{
    struct sw_row row;
    int status;
    assert(in->schema);
    /* Rows whose fields are no values of their columns are set aside or end the reading. */
    while ((status = sw_csv_next(in, &row, err)) > 0) {
        if (fill_record(in, record, err) == SW_OK)
            break;
        if (sw_csv_reject(in, err) != SW_OK)
            return SW_FAIL;
    }
    return status;
}
