/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put.c - records written by the same tables that they are read by. */
#include "slotwise/sw_trace.h"

void sw_schema_put_header(const struct sw_schema *schema, struct sw_out *out)
{
    for (size_t i = 0; i < schema->n_columns; i++)
        if (!(schema->columns[i].flags & SW_CARRIED))
            sw_out_str(out, schema->columns[i].name);
}

static void put_value(const struct sw_column *column, const void *at, struct sw_out *out)
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

void sw_schema_put(const struct sw_schema *schema, const void *record, struct sw_out *out)
{
    uint64_t known = *(const uint64_t *)record;
    for (const struct sw_column *c = schema->columns, *end = c + schema->n_columns; c < end; c++, known >>= 1)
        if (c->flags & SW_CARRIED)
            continue;
        else if (known & 1)
            put_value(c, (const char *)record + c->offset, out);
        else
            sw_out_empty(out);
}
