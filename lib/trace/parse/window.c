/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.c - the part of an input that is in memory: it grows until what is looked for is whole in it. What was
 * given out is dropped first, so that memory follows the longest piece. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/parse/lines.h"

#define BLOCK ((size_t)1 << 16)
#define LARGEST ((size_t)1 << 29)

/* Room for a block at least, and twice as much each time that it does not do. */
static int window_make_room(struct window *w, struct sw_bytes *in, uint64_t line, const char *too_large,
                            struct sw_err *err)
{
    size_t cap = w->cap < 2 * BLOCK ? 2 * BLOCK : w->cap * 2;
    if (w->cap - w->len >= BLOCK)
        return SW_OK;
    if (cap > LARGEST)
        return sw_err_data(err, sw_bytes_path(in), line, NULL, "%s", too_large);
    char *grown = realloc(w->buf, cap);
    if (!grown)
        return sw_err_memory(err);
    w->buf = grown;
    w->cap = cap;
    return SW_OK;
}

int window_more(struct window *w, struct sw_bytes *in, uint64_t line, const char *too_large, struct sw_err *err)
{
    /* What is in use moves to the front; pointers into the window hold no longer. */
    size_t got;
    if (w->at > 0)
        memmove(w->buf, w->buf + w->at, w->len - w->at);
    w->len -= w->at;
    w->at = 0;
    if (window_make_room(w, in, line, too_large, err) != SW_OK)
        return SW_FAIL;
    if (sw_bytes_read(in, w->buf + w->len, w->cap - w->len, &got, err) != SW_OK)
        return SW_FAIL;
    w->len += got;
    /* No byte is the end, so one more call comes behind the last block. */
    w->ended = got == 0;
    return SW_OK;
}
