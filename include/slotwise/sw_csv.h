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

/* ---- bytes: a file, standard input, gzip, zstd or LZ4 blocks ------------------------------------------- */
struct sw_bytes;
/* "-" or NULL: standard input. */
SW_USE_RESULT int sw_bytes_open(struct sw_bytes **out, const char *path, struct sw_err *err);
/* The same; messages name the input so. */
SW_USE_RESULT int sw_bytes_open_as(struct sw_bytes **out, const char *path, const char *name, struct sw_err *err);
/* Up to cap bytes; *got 0 at the end. A damaged or truncated compressed stream is an error. */
SW_USE_RESULT int sw_bytes_read(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err);
/* Looks at the first bytes without consuming them (up to cap, fewer only at the end of the input). */
SW_USE_RESULT int sw_bytes_peek(struct sw_bytes *in, const char **at, size_t cap, size_t *got, struct sw_err *err);
void sw_bytes_drop(struct sw_bytes *in, size_t n);    /* passes over n of the bytes looked at */
uint64_t sw_bytes_dropped_lines(const struct sw_bytes *in); /* line ends in what was dropped */
/* Drops what may stand before the data of any format: a byte order mark, and comments. "# a note" and "// a note" end
 * with their line, and C's and XML's with their mark. "#n,wait_s" is no comment: a header may begin so. */
SW_USE_RESULT int sw_bytes_skip_comments(struct sw_bytes *in, struct sw_err *err);
/* What these first bytes are when they cannot be CSV: "a Spark event log: slot-trace reads it". Else NULL. */
const char *sw_bytes_foreign(const char *at, size_t n);
bool sw_bytes_are_json_lines(const char *at, size_t n); /* and of no log that is known: rows as JSON lines */
bool sw_bytes_ended_early(const struct sw_bytes *in); /* a read failed because the compressed data ends midway */
/* Of all inputs of the process so far, as they lie in files, packed or not: what a program can tell its progress by. */
uint64_t sw_bytes_taken(void);
const char *sw_bytes_path(const struct sw_bytes *in); /* for messages; "standard input" for "-" */
void sw_bytes_close(struct sw_bytes *in);             /* NULL is fine */

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
/* The same over bytes already open (owned by *out from here on, also when this fails). */
SW_USE_RESULT int sw_csv_take(struct sw_csv **out, struct sw_bytes *in, struct sw_err *err);
void sw_csv_close(struct sw_csv *in);
const struct sw_row *sw_csv_header(const struct sw_csv *in); /* lasts as long as the reader */
size_t sw_csv_find(const struct sw_csv *in, const char *name); /* SW_NO_COLUMN */
/* SW_FAIL: "no column 'x'", and the one that was probably meant, else the hint. */
int sw_csv_no_column(const struct sw_csv *in, const char *name, const char *hint, struct sw_err *err);
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
/* For programs, before there are threads: called for each column that the schema of an input does not have. `likely` is
 * the column that was probably meant and is not there, or NULL. SW_FAIL ends the reading. */
typedef int sw_csv_watcher(const struct sw_csv *in, const char *name, const char *likely, struct sw_err *err);
void sw_csv_watch(sw_csv_watcher *watcher);
/* Tells that a column has no effect, where the input has it. */
void sw_csv_not_used(const struct sw_csv *in, const char *name, const char *why);
const struct sw_schema *sw_csv_schema(const struct sw_csv *in); /* NULL: not bound yet */
bool sw_schema_has(const struct sw_schema *schema, const char *name);
/* 1: *record is filled in; 0: the end; -1: failed. Text points into the reader, until the next call. */
/* What R, pandas and databases write for it. */
bool sw_csv_is_unknown(struct sw_text field);
SW_USE_RESULT int sw_csv_read(struct sw_csv *in, void *record, struct sw_err *err);
const struct sw_row *sw_csv_row(const struct sw_csv *in); /* the raw row just read; .line for messages */
size_t sw_csv_n_extras(const struct sw_csv *in);
struct sw_text sw_csv_extra_name(const struct sw_csv *in, size_t i);
struct sw_text sw_csv_extra(const struct sw_csv *in, size_t i); /* of the row just read */

/* Bad rows are set aside instead of ending the run: written to `rejects` (NULL: only counted) with the
 * input's own header, up to max_bad of them; one more is an error. */
struct sw_out;
void sw_csv_tolerate(struct sw_csv *in, struct sw_out *rejects, uint64_t max_bad);
/* A caller that finds the row just read bad for a reason of its own fills err and asks: 0: set aside, go on
 * (err is cleared); -1: stop, err says why. */
SW_USE_RESULT int sw_csv_reject(struct sw_csv *in, struct sw_err *err);
uint64_t sw_csv_n_rejected(const struct sw_csv *in);

/* Several files that are read as one table. Where a column is named `file`, as one that rows are told apart by, each
 * file has a last column of that name: its path. Two files with the same jobs, which nothing tells apart, are told. */
struct sw_series;
SW_USE_RESULT int sw_series_new(struct sw_series **out, struct sw_err *err);
void sw_series_by(struct sw_series *s, const char *columns); /* "scheduler,file"; before the first file */
SW_USE_RESULT int sw_series_add(struct sw_series *s, struct sw_csv *in, struct sw_err *err); /* before its first row */
void sw_series_free(struct sw_series *s); /* NULL is fine */

/* ---- output -------------------------------------------------------------------------------- */
/* Buffered; failures are remembered and reported once, by sw_out_close(). */
/* path NULL or "-": standard output. Otherwise a temporary beside the file, renamed by sw_out_close(),
 * removed when the run fails, is killed or its pipe closes. */
SW_USE_RESULT int sw_out_open(struct sw_out **out, const char *path, struct sw_err *err);
/* Flushes and renames; frees out in any case. "no space left on device" is seen here at the latest. */
SW_USE_RESULT int sw_out_close(struct sw_out *out, struct sw_err *err);
void sw_out_abandon(struct sw_out *out); /* frees and leaves nothing behind; NULL is fine */
/* A file in TMPDIR or /tmp that has no name, so that nothing can be left of it. It lasts until *fd is closed; until
 * then it is opened, to be written or read, by `path`. */
enum { SW_NAMELESS_MAX = 32 };
SW_USE_RESULT int sw_out_nameless(int *fd, char path[SW_NAMELESS_MAX], struct sw_err *err);
/* The path of what a run that was killed left of this file beside it, to be freed, or NULL. What a run still writes is
 * not meant. */
char *sw_out_left_behind(const char *path);
/* For programs, before anything is read: the run will write this file, or into this folder. It is then no input:
 * sw_bytes_open() fails for it, and so does a second output there. Devices and pipes may be both. "-": the standard
 * output. */
SW_USE_RESULT int sw_out_plan(const char *path, struct sw_err *err);
/* It has been read already: no output may be planned there. */
SW_USE_RESULT int sw_out_spare(const char *path, struct sw_err *err);
/* Whether a file, by its descriptor (or with -1 by its path), is one that the run will write. */
bool sw_out_is_planned(int fd, const char *path);
int sw_out_failed(const struct sw_out *out); /* nonzero once a write failed: a long run may stop early */
void sw_out_no_memory(struct sw_out *out); /* for a caller that could not make what it would have put */
bool sw_out_is_empty(const struct sw_out *out); /* nothing was written so far */
void sw_out_flush(struct sw_out *out);
/* For programs: from here on signals that end the process remove temporaries before. SIGXFSZ is ignored. */
void sw_out_guard_signals(void);
/* For programs of several threads, which hold these signals back in all and wait for them in one: removes temporaries
 * and ends the process by the signal. */
void sw_out_die(int number);

void sw_out_bytes(struct sw_out *out, const void *at, size_t len);
void sw_out_printf(struct sw_out *out, const char *fmt, ...) SW_PRINTF(2, 3);
/* The same for readers. Names come from outside, and their control characters are shown as '?'. Of newlines one stays,
 * which ends the format. */
void sw_out_sentence(struct sw_out *out, const char *fmt, ...) SW_PRINTF(2, 3);
/* Fields put their own commas; text is quoted when it must be. */
void sw_out_text(struct sw_out *out, const char *at, size_t len);
void sw_out_str(struct sw_out *out, const char *text); /* NULL: empty */
void sw_out_time(struct sw_out *out, int64_t us);
void sw_out_real(struct sw_out *out, double x);        /* NaN: empty */
void sw_out_i64(struct sw_out *out, int64_t x);
void sw_out_u64(struct sw_out *out, uint64_t x);
void sw_out_empty(struct sw_out *out);
void sw_out_end_row(struct sw_out *out);               /* LF */
/* Columns in front of those that are put: names[] before the first row, values[] before each other. There are n of
 * each, borrowed as long as `out` lasts; names NULL: the first row is like the others. sw_out_close() then fails, and
 * nothing is written, when the first row has such a column itself, or when what is written are no rows. */
void sw_out_label(struct sw_out *out, size_t n, const char *const *names, const char *const *values);
/* Text of a file, put as it stands: in JSON lines a number where it reads as one. The labels are put so, too. */
void sw_out_field(struct sw_out *out, const char *at, size_t len);

/* Rows of another shape than CSV as it is put. */
enum sw_format { SW_FORMAT_CSV, SW_FORMAT_JSONL /* an object a line; what is not known is null */ };
struct sw_shape {
    enum sw_format format;
    size_t n_columns, n_sort;
    const char *const *columns; /* these, in this order; n_columns 0: all */
    const char *const *sort;    /* by these: numbers, then texts, then what is not known; "-wait_s": downwards */
    unsigned digits;            /* of numbers that are not whole; 0: as many as read back exactly */
    bool (*is_text)(const char *column); /* whose values are texts in JSON, also where they read as numbers; or NULL */
};
/* Before the first row; the lists are borrowed as long as `out` lasts. All zero is CSV. sw_out_close() fails, and
 * nothing is written, when a column is not there, or when what is written are no rows. */
SW_USE_RESULT int sw_out_shape(struct sw_out *out, const struct sw_shape *shape, struct sw_err *err);
/* The rows of `out` have the shape and the columns of those of another output, whose header is complete. They have no
 * header of their own and are not sorted. */
SW_USE_RESULT int sw_out_rows_of(struct sw_out *out, const struct sw_out *other, struct sw_err *err);
/* What sw_out_bytes() puts from here on are such rows, labels included. */
void sw_out_rows_come(struct sw_out *out);
/* A line that readers pass over; before the header. */
void sw_out_comment(struct sw_out *out, const char *text);
/* Rows are held, and sw_out_close() writes them as a table for people: columns aligned, numbers to four digits, long
 * texts folded; a table wider than 100 columns stands on its side where that is narrower. Text that is no rows goes out
 * as it is. */
void sw_out_pretty(struct sw_out *out);
/* A whole header row from a NULL-terminated list. */
void sw_out_header(struct sw_out *out, const char *const *names);

#ifdef __cplusplus
}
#endif
#endif
