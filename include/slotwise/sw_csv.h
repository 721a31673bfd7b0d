/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_csv.h - rows and typed columns over libcsv, and the output streams they are written to. JSON lines (an object a
 * line, of numbers and texts) are read and written in the place of CSV.
 *
 * Input: RFC 4180, LF or CRLF, a header row of names, columns found by name in any order; comments may stand
 * before it. Files compressed with gzip or zstd are recognised by their first bytes. Rows stream: memory follows the
 * longest row. NUL bytes, a quote left open at the end and a row with the wrong number of fields are
 * errors with their line. Knows nothing of any particular record; schemas are in lib/trace. */
#ifndef SLOTWISE_SW_CSV_H
#define SLOTWISE_SW_CSV_H
#include <stdbool.h>
#include <string.h>
#include "slotwise/sw_err.h"
#include "slotwise/sw_num.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sw_text { const char *at; size_t len; }; /* borrowed bytes, no NUL promised */
static inline bool sw_text_same(struct sw_text a, struct sw_text b)
{
    return a.len == b.len && (!a.len || !memcmp(a.at, b.at, a.len));
}
static inline bool sw_text_is(struct sw_text text, const char *word)
{
    return text.len == strlen(word) && (!text.len || !memcmp(text.at, word, text.len));
}

/* ---- rows ---------------------------------------------------------------------------------- */
struct sw_csv;
struct sw_row {
    size_t n;
    const struct sw_text *field; /* n of them; last until the next call */
    uint64_t line;               /* where the row starts; the header is line 1 */
};
#define SW_NO_COLUMN ((size_t)-1)

/* Opens and reads the header. An empty file is an error ("no header row"); a repeated or empty column
 * name too. The caller owns *out. */
SW_USE_RESULT int sw_csv_open(struct sw_csv **out, const char *path, struct sw_err *err);
void sw_csv_close(struct sw_csv *in);
const struct sw_row *sw_csv_header(const struct sw_csv *in); /* lasts as long as the reader */
size_t sw_csv_find(const struct sw_csv *in, const char *name); /* SW_NO_COLUMN */
const char *sw_csv_path(const struct sw_csv *in);
/* 1: a row; 0: the end; -1: failed (or the row was bad and rejects are not on). */
SW_USE_RESULT int sw_csv_next(struct sw_csv *in, struct sw_row *row, struct sw_err *err);

/* ---- typed records ------------------------------------------------------------------------- */
enum sw_type {
    SW_TEXT,  /* struct sw_text */
    SW_TIME,  /* int64_t microseconds */
    SW_COUNT, /* uint64_t, whole and not negative */
    SW_INT,   /* int64_t */
    SW_REAL,  /* double, finite */
    SW_WORD   /* one of a closed list of words: int32_t index into words[] */
};
enum sw_column_flag { SW_NEEDED = 1, SW_NOT_NEGATIVE = 2, SW_NOT_EMPTY = 4,
                      SW_CARRIED = 8 /* read into the record, but an extra too, and written as one */ };
struct sw_column {
    const char *name;
    enum sw_type type;
    unsigned flags;
    size_t offset;              /* of the value in the record */
    const char *summary;        /* the line in slotwise-csv(5) */
    const char *const *words;   /* SW_WORD: NULL-terminated */
};
/* A record starts with `uint64_t known`: bit i is set when column i was there and not empty. At most 64
 * columns. A field that is empty or absent keeps its default: zero, or its value in the record `defaults`. */
struct sw_schema {
    const char *name;
    const struct sw_column *columns;
    size_t n_columns, record_size;
    const void *defaults;
};
/* Looks up every column of the schema; an absent SW_NEEDED column is an error that names it and the nearest
 * name in the header. Columns not in the schema are kept, in input order, as "extras". */
SW_USE_RESULT int sw_csv_bind(struct sw_csv *in, const struct sw_schema *schema, struct sw_err *err);
/* 1: *record is filled in; 0: the end; -1: failed. Text points into the reader, until the next call. */
SW_USE_RESULT int sw_csv_read(struct sw_csv *in, void *record, struct sw_err *err);
const struct sw_row *sw_csv_row(const struct sw_csv *in); /* the raw row just read; .line for messages */
size_t sw_csv_n_extras(const struct sw_csv *in);
struct sw_text sw_csv_extra_name(const struct sw_csv *in, size_t i);
struct sw_text sw_csv_extra(const struct sw_csv *in, size_t i); /* of the row just read */

/* Bad rows are set aside instead of ending the run: written to `rejects` (NULL: only counted) with the
 * input's own header, up to max_bad of them; one more is an error. */
struct sw_out;
void sw_csv_tolerate(struct sw_csv *in, struct sw_out *rejects, uint64_t max_bad);
uint64_t sw_csv_n_rejected(const struct sw_csv *in);

/* ---- output -------------------------------------------------------------------------------- */
/* Buffered; failures are remembered and reported once, by sw_out_close(). */
/* path NULL or "-": standard output. Otherwise a temporary beside the file, renamed by sw_out_close(),
 * removed when the run fails, is killed or its pipe closes. */
SW_USE_RESULT int sw_out_open(struct sw_out **out, const char *path, struct sw_err *err);
/* Flushes and renames; frees out in any case. "no space left on device" is seen here at the latest. */
SW_USE_RESULT int sw_out_close(struct sw_out *out, struct sw_err *err);
void sw_out_abandon(struct sw_out *out); /* frees and leaves nothing behind; NULL is fine */
int sw_out_failed(const struct sw_out *out); /* nonzero once a write failed: a long run may stop early */

void sw_out_bytes(struct sw_out *out, const void *at, size_t len);
void sw_out_printf(struct sw_out *out, const char *fmt, ...) SW_PRINTF(2, 3);
/* Fields put their own commas; text is quoted when it must be. */
void sw_out_text(struct sw_out *out, const char *at, size_t len);
void sw_out_str(struct sw_out *out, const char *text); /* NULL: empty */
void sw_out_time(struct sw_out *out, int64_t us);
void sw_out_real(struct sw_out *out, double x);        /* NaN: empty */
void sw_out_i64(struct sw_out *out, int64_t x);
void sw_out_u64(struct sw_out *out, uint64_t x);
void sw_out_empty(struct sw_out *out);
void sw_out_end_row(struct sw_out *out);               /* LF */

/* A whole header row from a NULL-terminated list. */
void sw_out_header(struct sw_out *out, const char *const *names);

#ifdef __cplusplus
}
#endif
#endif
