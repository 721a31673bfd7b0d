/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put.c - records written by the same tables that they are read by. Quick where it can be: most rows are numbers
 * and short plain texts, which go into one piece of the output's buffer. */
#include "lib/trace/record/sw_records.h"
#include "slotwise/sw_trace.h"
#include "slotwise/sw_num.h"
#include "lib/csv/rows.h"
#include <math.h>
#include <string.h>

/* Carried columns are written as extras, behind the record (convert.c). */
void sw_schema_put_header(const struct sw_schema *schema, struct sw_out *out)
{
    for (size_t i = 0; i < schema->n_columns; i++)
        if (!(schema->columns[i].flags & SW_CARRIED))
            sw_out_str(out, schema->columns[i].name);
}

/* The long way, which quotes and takes texts of any length. */
static void put_column(const struct sw_column *column, const void *at, struct sw_out *out)
{
    const struct sw_text *text = at;
    switch (column->type) {
    case SW_TEXT: sw_out_text(out, text->at, text->len); break;
    case SW_TIME: sw_out_time(out, *(const int64_t *)at); break;
    case SW_COUNT: sw_out_u64(out, *(const uint64_t *)at); break;
    case SW_INT: sw_out_i64(out, *(const int64_t *)at); break;
    case SW_REAL: sw_out_real(out, *(const double *)at); break;
    case SW_WORD: sw_out_str(out, column->words[*(const int32_t *)at]); break;
    }
}

/* The value at `to`. NULL: it is a text that is long or needs quotes. */
static inline char *value_at(char *to, const struct sw_column *column, const void *at)
{
    const struct sw_text *text = at;
    switch (column->type) {
    case SW_TEXT: return out_row_text(to, text->at, text->len);
    case SW_TIME: return to + sw_num_put_time(to, *(const int64_t *)at);
    case SW_COUNT: return to + sw_num_put_u64(to, *(const uint64_t *)at);
    case SW_INT: return to + sw_num_put_i64(to, *(const int64_t *)at);
    /* NaN is an empty field. */
    case SW_REAL: return isnan(*(const double *)at) ? to : to + sw_num_put_real(to, *(const double *)at);
    case SW_WORD: break;
    }
    const char *word = column->words[*(const int32_t *)at];
    return out_row_text(to, word, strlen(word));
}

/* Columns from the first on, up to one whose value has to be put by itself. Returns how many, of all, those that are
 * not written included. */
static size_t put_plain(const struct sw_schema *schema, size_t first, uint64_t known, const char *record,
                        struct sw_out *out)
{
    const struct sw_column *c = schema->columns + first, *end = schema->columns + schema->n_columns;
    char *to = out_row_begin(out, schema->n_columns - first);
    size_t n = 0;
    if (!to)
        return 0;
    for (known >>= first; c < end; c++, known >>= 1) {
        if (c->flags & SW_CARRIED)
            continue;
        /* A column that is not known is an empty field. */
        if (known & 1) {
            char *next = value_at(to, c, record + c->offset);
            if (!next)
                break;
            to = next;
        }
        *to++ = ',';
        n++;
    }
    if (n)
        out_row_end(out, to, n);
    return (size_t)(c - schema->columns) - first;
}

/* Rows alternate between the two ways, column by column. */
void sw_schema_put(const struct sw_schema *schema, const void *record, struct sw_out *out)
{
    uint64_t known = *(const uint64_t *)record;
    for (size_t i = 0; i < schema->n_columns; ) {
        const struct sw_column *c;
        i += put_plain(schema, i, known, record, out);
        if (i == schema->n_columns)
            return;
        c = &schema->columns[i];
        if (!(c->flags & SW_CARRIED) && known >> i & 1)
            put_column(c, (const char *)record + c->offset, out);
        else if (!(c->flags & SW_CARRIED))
            sw_out_empty(out);
        i++;
    }
}

/* Which columns a table has is a matter of flags: those left out are marked as carried, which no header names. */
struct sw_schema sw_schema_some(const struct sw_schema *of, uint64_t which, struct sw_column *column)
{
    struct sw_schema some = *of;
    memcpy(column, of->columns, of->n_columns * sizeof *column);
    for (size_t i = 0; i < of->n_columns; i++)
        column[i].flags = which >> i & 1 ? column[i].flags & ~(unsigned)SW_CARRIED : column[i].flags | SW_CARRIED;
    some.columns = column;
    return some;
}
