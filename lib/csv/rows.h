/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.h - what the writers of rows share: rows in other shapes, laid out tables, and files that appear when they are
 * whole. */
#ifndef SLOTWISE_CSV_ROWS_H
#define SLOTWISE_CSV_ROWS_H
#include <stdbool.h>
#include <stddef.h>
#include "lib/csv/sw_output.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_err.h"

/* ---- rows.c ----------------------------------------------------------------------------------------------- */
/* Rows that go out in another shape than they are put: JSON lines, some of the columns, another order. */
/* FIELD_EITHER: text of a file, which is a number where it reads as one. */
enum field_kind { FIELD_EMPTY, FIELD_TEXT, FIELD_NUMBER, FIELD_EITHER };

/* Where rows go: out.c. */
struct rows_sink {
    void (*text)(struct sw_out *out, const char *at, size_t len); /* a field of CSV */
    void (*end_row)(struct sw_out *out);
    void (*raw)(struct sw_out *out, const void *at, size_t len);
    void (*refuse)(struct sw_out *out, const char *fmt, ...) SW_PRINTF(2, 3); /* nothing goes out, for this reason */
    void (*no_memory)(struct sw_out *out);
};
struct rows;
/* Both last as long; NULL: out of memory. */
struct rows *rows_new(const struct sw_shape *shape, const struct rows_sink *sink);
void rows_free(struct rows *r);
/* The columns of another output, whose header is complete; a header of its own does not come. */
SW_USE_RESULT int rows_take_names(struct rows *r, const struct rows *from);
void rows_add(struct rows *r, enum field_kind kind, const char *at, size_t len);
/* A row is complete, the first of them the header. Writes it, unless all are held back to be sorted. */
void rows_end(struct rows *r, struct sw_out *out);
void rows_close(struct rows *r, struct sw_out *out); /* writes what is held back */

/* json.c */
bool json_is_number(const char *at, size_t len);
/* The text between quotes at to[], which has room for JSON_MOST(len). Returns its length; 0: it is not UTF-8. */
#define JSON_MOST(len) (6 * (len) + 2)
size_t json_put_text(char *to, const char *at, size_t len);

/* ---- out_row ---------------------------------------------------------------------------------------------- */
/* Several fields of a row put one behind the other, each with its comma behind it. What sw_out_u64() and the others
 * ask for each field is asked once. With all columns slot-trace takes 0.86 of the instructions. */
/* Where the first goes: there is room for so many numbers or short texts. NULL: they have to be put one by one, as the
 * row has another shape, a label in front, or is the header. */
char *out_row_begin(struct sw_out *out, size_t n_fields);
/* A text that is short and needs no quotes, without its comma. Returns its end; NULL: it is not such a text. */
char *out_row_text(char *to, const char *at, size_t len);
/* So many fields, one at least, end at `to`. */
void out_row_end(struct sw_out *out, const char *to, size_t n_fields);

/* ---- pretty.c --------------------------------------------------------------------------------------------- */
/* The CSV as a table of aligned columns, numbers to four digits, long texts folded; one that is wider than 100 columns
 * stands on its side, a line for each of its columns, where that is narrower. What is no CSV table comes back as it is.
 * The caller frees it; NULL: no memory. */
char *pretty_table(const char *csv, size_t n, size_t *len);

/* ---- temporary.c ------------------------------------------------------------------------------------------ */
/* Files that take their name when they are complete, and vanish when the run does not get there. */
struct temporary;
/* Makes .NAME.XXXXXX beside `path`, open for writing as *fd. Fails with errno set. */
SW_USE_RESULT int sw_temporary_make(struct temporary **out, const char *path, int *fd);
/* Gives the file its name; fails with errno set, and the temporary is gone. Frees t. */
SW_USE_RESULT int sw_temporary_keep(struct temporary *t);
/* One that a killed run left beside `path`: its path, to be freed, or NULL. */
char *sw_temporary_left_behind(const char *path);
/* planned.c: what the links that begin at the path lead to, which is not there; to be freed. NULL: no memory. */
char *sw_temporary_end_of_links(const char *path);
void sw_temporary_drop(struct temporary *t); /* removes the file, frees t; NULL is fine */

/* ---- renamed.c -------------------------------------------------------------------------------------------- */
/* Columns by the names that they had before: taken with a warning for one release (docs/formats). */
enum { RENAMED_MOST = 128 };
/* The next name, from *i (0 at first) on, by which a column that is asked for as `name` may be in a table: its name of
 * before, or, where that is asked for, the one of now. false: there are no more. */
bool renamed_column(const char *name, size_t *i, char other[RENAMED_MOST]);
/* Says that column `name` was taken to be `other`. `where` "file.csv:" or "--columns:". */
void renamed_tell(const char *where, const char *name, const char *other);
#endif
