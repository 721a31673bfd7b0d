/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.c - lines of bytes, for formats that are not CSV. The window holds one line or more. A line that has no end
 * yet is read on, and too long a one is passed over in pieces. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/parse/lines.h"

/* A longer line is passed over to its end and told as one that cannot be read. */
#define LONGEST ((size_t)64 << 20)

/* What was kept of it is forgotten, so that memory does not follow the line. */
static int end_skipping(struct lines *in, struct sw_err *err)
{
    in->skipping = false;
    in->number++;
    in->line = (struct sw_text){ "", 0 };
    return sw_err_data(err, sw_bytes_path(in->bytes), in->number, NULL, "line longer than 64 MiB");
}

/* Without its end, LF or CRLF. `skip` is 1 for the LF behind it, 0 at the end of the input. */
static int give_line(struct lines *in, size_t len, size_t skip, struct sw_err *err)
{
    in->line = (struct sw_text){ in->window.buf + in->window.at, len };
    in->window.at += len + skip;
    in->number++;
    if (in->line.len > 0 && in->line.at[in->line.len - 1] == '\r')
        in->line.len--;
    /* Behind a NUL a C text would end, and words behind it would go unseen. */
    if (in->line.len > 0 && memchr(in->line.at, '\0', in->line.len))
        return sw_err_data(err, sw_bytes_path(in->bytes), in->number, NULL, "NUL byte");
    return 1;
}

int lines_next(struct lines *in, struct sw_err *err)
{
    size_t seen = 0;
    /* Comments in front of the data are lines, too. */
    if (in->number == 0)
        in->number = sw_bytes_dropped_lines(in->bytes);
    for (;;) {
        size_t len = in->window.len - in->window.at; /* 0 before anything was read */
        const char *lf = len > seen ? memchr(in->window.buf + in->window.at + seen, '\n', len - seen) : NULL;
        /* The end of a line that was too long. */
        if (lf && in->skipping) {
            in->window.at = (size_t)(lf - in->window.buf) + 1;
            return end_skipping(in, err);
        }
        if (lf)
            return give_line(in, (size_t)(lf - in->window.buf) - in->window.at, 1, err);
        if (in->window.ended && in->skipping) {
            in->window.at = in->window.len;
            return end_skipping(in, err);
        }
        if (in->window.ended)
            return len > 0 ? give_line(in, len, 0, err) : 0;
        in->skipping |= len > LONGEST;
        if (in->skipping)
            in->window.at = in->window.len;
        /* What was searched has no LF in it. */
        seen = in->skipping ? 0 : len;
        if (window_more(&in->window, in->bytes, in->number + 1, "line is too long", err) != SW_OK)
            return -2;
    }
}

void lines_clear(struct lines *in)
{
    sw_bytes_close(in->bytes);
    free(in->window.buf);
}

void lines_close(void *state) { lines_clear(state); }

/* Rows that are made once all lines are read name the line that each came from. */
uint64_t lines_number(const void *state)
{
    const struct lines *in = state;
    return in->of_row > 0 ? in->of_row : in->number;
}

struct sw_text lines_raw(const void *state) { return ((const struct lines *)state)->line; }

/* 9e15 is below 2^53, up to which a double holds each whole number. */
bool lines_whole(struct sw_text text, int64_t *out)
{
    double x;
    if (sw_num_i64(text.at, text.len, out) == SW_OK)
        return true;
    if (sw_num_real(text.at, text.len, &x) != SW_OK || !(x > -9e15 && x < 9e15) || x != (double)(int64_t)x)
        return false;
    *out = (int64_t)x;
    return true;
}

/* Without its CR. For sniffing, where `n` may end midway. */
struct sw_text lines_first(const char *at, size_t n)
{
    const char *end = n > 0 ? memchr(at, '\n', n) : NULL;
    size_t len = end ? (size_t)(end - at) : n;
    return (struct sw_text){ at, len - (len > 0 && at[len - 1] == '\r') };
}
