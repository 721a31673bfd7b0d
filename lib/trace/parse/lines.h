/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.h - lines of a text, and the window of bytes that they are cut from. */
#ifndef SLOTWISE_TRACE_PARSE_LINES_H
#define SLOTWISE_TRACE_PARSE_LINES_H
#include <stdbool.h>
#include "lib/csv/sw_bytes.h"
#include "slotwise/sw_csv.h"

/* ---- window.c --------------------------------------------------------------------------------------------- */
struct window {
    char *buf;
    size_t at, len, cap;     /* buf[at..len-1] is not given out yet */
    bool ended;
};
/* Reads another block behind what is there. One thing that fills 512 MiB fails with `too_large`, at `line`. */
SW_USE_RESULT int window_more(struct window *w, struct sw_bytes *in, uint64_t line, const char *too_large,
                              struct sw_err *err);

/* ---- lines.c ---------------------------------------------------------------------------------------------- */
/* Lines of bytes, for formats that are not CSV. LF or CRLF; a NUL byte is an error, more than 64 MiB too. */
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
/* Of an importer whose state begins with its lines: its close(), line() and raw(). */
void lines_close(void *state);
uint64_t lines_number(const void *state);
struct sw_text lines_raw(const void *state);
/* The first byte that is no white space; NUL: there is none. */
static inline char lines_first_byte(const char *at, size_t n)
{
    size_t i = 0;
    while (i < n && (at[i] == ' ' || at[i] == '\t' || at[i] == '\r' || at[i] == '\n'))
        i++;
    return i < n ? at[i] : '\0';
}
/* A whole number, also with a fraction of zeros or an exponent, as other programs write what they hold as reals. */
SW_USE_RESULT bool lines_whole(struct sw_text text, int64_t *out);
/* The first line of a file that begins with these bytes. */
struct sw_text lines_first(const char *at, size_t n);
#endif
