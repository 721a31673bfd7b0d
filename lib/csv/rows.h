/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.h - rows that go out in another shape than they are put: JSON lines, some of the columns, another order. */
#ifndef SLOTWISE_CSV_ROWS_H
#define SLOTWISE_CSV_ROWS_H
#include <stdbool.h>
#include "lib/csv/sw_output.h"
#include "slotwise/sw_csv.h"

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

#endif
