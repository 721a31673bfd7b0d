/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_bytes.h - the bytes of an input: a file, standard input, gzip, zstd or LZ4 blocks. */
#ifndef SLOTWISE_SW_BYTES_H
#define SLOTWISE_SW_BYTES_H
#include "slotwise/sw_csv.h"

struct sw_bytes;
/* "-" or NULL: standard input. */
SW_USE_RESULT int sw_bytes_open(struct sw_bytes **out, const char *path, struct sw_err *err);
/* The same; messages name the input so. */
SW_USE_RESULT int sw_bytes_open_as(struct sw_bytes **out, const char *path, const char *name, struct sw_err *err);
/* Up to cap bytes; *got 0 at the end. A damaged or truncated compressed stream is an error. */
SW_USE_RESULT int sw_bytes_read(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err);
/* All of an input, *n (or NULL) bytes and a NUL behind them. To be freed. */
SW_USE_RESULT int sw_bytes_whole(const char *path, char **text, size_t *n, struct sw_err *err);
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

/* The same over bytes already open (owned by *out from here on, also when this fails). */
SW_USE_RESULT int sw_csv_take(struct sw_csv **out, struct sw_bytes *in, struct sw_err *err);
#endif
