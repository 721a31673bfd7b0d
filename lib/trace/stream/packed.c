/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed.c - records of a schema in few bytes, while many of them wait: what is not as in the schema's defaults. In
 * front of the fields stand which of them the record knows, and which follow. The form is known to one process
 * only: it is no format of a file. packed_get() gives back what packed_put() was given, columns that are not known
 * included. */
#include <string.h>
#include "lib/trace/stream/trace_private.h"

enum { MOST_NUMBER = 10 };  /* bytes of 64 bits */

/* The eighth bit of a byte says that another one follows. */
char *packed_put_u64(char *to, uint64_t x)
{
    for (; x >= 0x80; x >>= 7)
        *to++ = (char)(x | 0x80);
    *to++ = (char)x;
    return to;
}

const char *packed_get_u64(const char *at, uint64_t *x)
{
    uint64_t byte;
    int shift = 0;
    *x = 0;
    do {
        byte = (unsigned char)*at++;
        *x |= (byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    return at;
}

char *packed_put_text(char *to, struct sw_text text)
{
    to = packed_put_u64(to, text.len);
    if (text.len > 0)
        memcpy(to, text.at, text.len);
    return to + text.len;
}

const char *packed_get_text(const char *at, struct sw_text *text)
{
    uint64_t len;
    at = packed_get_u64(at, &len);
    *text = (struct sw_text){ at, (size_t)len };
    return at + len;
}

/* Small numbers below zero are few bytes, too. The sign becomes the lowest bit: 0, -1, 1, -2 are 0, 1, 2, 3. */
static uint64_t folded(int64_t x) { return (uint64_t)x << 1 ^ (uint64_t)(x >> 63); }
static int64_t unfolded(uint64_t x) { return (int64_t)(x >> 1 ^ -(x & 1)); }

/* Texts are compared by what they say. All other values are compared by their bytes, also reals: NaN and -0 stay as
 * they are. */
static bool is_default(const struct sw_column *c, const char *record, const char *defaults)
{
    const char *a = record + c->offset, *b = defaults + c->offset;
    if (c->type == SW_TEXT)
        return sw_text_same(*(const struct sw_text *)(const void *)a, *(const struct sw_text *)(const void *)b);
    return c->type == SW_WORD ? !memcmp(a, b, sizeof(int32_t)) : !memcmp(a, b, sizeof(int64_t)); /* in line */
}

/* An upper bound, found without packing: two numbers for `known` and `given`, then each column at its longest. */
size_t packed_most(const struct sw_schema *schema, const void *record)
{
    size_t most = 2 * MOST_NUMBER;
    for (size_t i = 0; i < schema->n_columns; i++) {
        const struct sw_column *c = &schema->columns[i];
        const void *at = (const char *)record + c->offset;
        most += MOST_NUMBER + (c->type == SW_TEXT ? ((const struct sw_text *)at)->len : 0);
    }
    return most;
}

static char *put_field(const struct sw_column *c, const void *at, char *to)
{
    switch (c->type) {
    case SW_TEXT: return packed_put_text(to, *(const struct sw_text *)at);
    case SW_TIME:
    case SW_INT: return packed_put_u64(to, folded(*(const int64_t *)at));
    case SW_COUNT: return packed_put_u64(to, *(const uint64_t *)at);
    case SW_WORD: return packed_put_u64(to, folded(*(const int32_t *)at));
    default: memcpy(to, at, sizeof(double)); return to + sizeof(double);
    }
}

static const char *get_field(const struct sw_column *c, const char *at, void *to)
{
    uint64_t x;
    if (c->type == SW_TEXT)
        return packed_get_text(at, to);
    if (c->type == SW_REAL) {
        memcpy(to, at, sizeof(double));
        return at + sizeof(double);
    }
    at = packed_get_u64(at, &x);
    if (c->type == SW_COUNT)
        *(uint64_t *)to = x;
    else if (c->type == SW_WORD)
        *(int32_t *)to = (int32_t)unfolded(x);
    else
        *(int64_t *)to = unfolded(x);
    return at;
}

char *packed_put(const struct sw_schema *schema, const void *record, char *to)
{
    uint64_t given = 0, known;
    memcpy(&known, record, sizeof known);
    /* `given` is not `known`: a field may be known and have its default value. */
    for (size_t i = 0; i < schema->n_columns; i++)
        given |= (uint64_t)!is_default(&schema->columns[i], record, schema->defaults) << i;
    to = packed_put_u64(packed_put_u64(to, known), given);
    for (; given; given &= given - 1) {
        const struct sw_column *c = &schema->columns[__builtin_ctzll(given)];
        to = put_field(c, (const char *)record + c->offset, to);
    }
    return to;
}

/* Texts point into the packed bytes, which must outlast the record. */
const char *packed_get(const struct sw_schema *schema, const char *at, void *record)
{
    uint64_t known, given;
    at = packed_get_u64(packed_get_u64(at, &known), &given);
    memcpy(record, schema->defaults, schema->record_size);
    memcpy(record, &known, sizeof known);
    for (; given; given &= given - 1) {
        const struct sw_column *c = &schema->columns[__builtin_ctzll(given)];
        at = get_field(c, at, (char *)record + c->offset);
    }
    return at;
}
