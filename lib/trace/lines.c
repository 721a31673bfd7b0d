/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.c - lines of bytes, for formats that are not CSV. */
#include <stdlib.h>
#include <string.h>
#include "lines.h"

#define BLOCK ((size_t)1 << 16)
#define LONGEST ((size_t)1 << 32)

static int read_more(struct lines *in, struct sw_err *err)
{
    size_t got;
    if (in->at > 0)
        memmove(in->buf, in->buf + in->at, in->len - in->at);
    in->len -= in->at;
    in->at = 0;
    if (in->cap - in->len < BLOCK) {
        size_t cap = in->cap < 2 * BLOCK ? 2 * BLOCK : in->cap * 2;
        char *grown = cap > LONGEST ? NULL : realloc(in->buf, cap);
        if (grown == NULL)
            return cap > LONGEST ? sw_err_data(err, sw_bytes_path(in->bytes), in->number + 1, NULL, "line is too long")
                                 : sw_err_memory(err);
        in->buf = grown;
        in->cap = cap;
    }
    if (sw_bytes_read(in->bytes, in->buf + in->len, in->cap - in->len, &got, err) != SW_OK)
        return SW_FAIL;
    in->len += got;
    in->ended = got == 0;
    return SW_OK;
}

static int give(struct lines *in, size_t len, size_t skip, struct sw_err *err)
{
    in->line = (struct sw_text){ in->buf + in->at, len };
    in->at += len + skip;
    in->number++;
    if (in->line.len > 0 && in->line.at[in->line.len - 1] == '\r')
        in->line.len--;
    if (in->line.len > 0 && memchr(in->line.at, '\0', in->line.len) != NULL)
        return sw_err_data(err, sw_bytes_path(in->bytes), in->number, NULL, "NUL byte");
    return 1;
}

int lines_next(struct lines *in, struct sw_err *err)
{
    size_t seen = 0;
    for (;;) {
        size_t len = in->len - in->at; /* 0 before anything was read */
        const char *lf = len > seen ? memchr(in->buf + in->at + seen, '\n', len - seen) : NULL;
        if (lf != NULL)
            return give(in, (size_t)(lf - in->buf) - in->at, 1, err);
        if (in->ended)
            return len > 0 ? give(in, len, 0, err) : 0;
        seen = len;
        if (read_more(in, err) != SW_OK)
            return -2;
    }
}

void lines_clear(struct lines *in)
{
    sw_bytes_close(in->bytes);
    free(in->buf);
}
