/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.h - lines of bytes, for formats that are not CSV. LF or CRLF; a NUL byte is an error, more than 64 MiB too. */
#ifndef SLOTWISE_LINES_H
#define SLOTWISE_LINES_H
#include "lib/csv/sw_bytes.h"
#include "lib/trace/parse/window.h"

struct lines {
    struct sw_bytes *bytes;  /* owned */
    struct sw_text line;     /* without its end; lasts until the next call */
    uint64_t number;         /* 1 for the first */
    uint64_t of_row;         /* its number, where rows are given behind the last line; else 0 */
    struct window window;
    bool skipping;           /* the line is too long, and is read to its end */
};
/* 1: the next line; 0: the end; -1: a line with a NUL byte, or one too long and passed over; -2: failed for good. */
SW_USE_RESULT int lines_next(struct lines *in, struct sw_err *err);
void lines_clear(struct lines *in);
/* An importer's line() and raw(), whose state begins with its lines. */
uint64_t lines_number(const void *state);
struct sw_text lines_raw(const void *state);
/* The first line of a file that begins with these bytes. */
struct sw_text lines_first(const char *at, size_t n);

#endif
