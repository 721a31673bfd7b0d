/* SPDX-License-Identifier: GPL-3.0-or-later */
/* escape.c - see escape.h. Names with backslashes are those of one family of Rumen's files, of Hadoop 1 and of the
 * ResourceManager's log. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/jhist/escape.h"
#include "lib/base/grow.h"
#include "lib/base/sw_shown.h"

/* Most names hold no backslash and are given as they are, without a copy. */
int escape_undo(struct escape *e, struct sw_text text, struct sw_text *out, struct sw_err *err)
{
    size_t len = 0;
    *out = text;
    if (text.len == 0 || !memchr(text.at, '\\', text.len))
        return SW_OK;
    if (sw_grow(&e->buf, &e->cap, text.len, 1, err) != SW_OK)
        return SW_FAIL;
    /* A backslash at the end of the text stands for itself. */
    for (size_t i = 0; i < text.len; i++) {
        i += text.at[i] == '\\' && i + 1 < text.len;
        e->buf[len++] = text.at[i];
    }
    *out = (struct sw_text){ e->buf, len };
    return SW_OK;
}

void escape_clear(struct escape *e)
{
    free(e->buf);
}

/* Control characters, quotes and backslashes become \u00XX; all other bytes pass as they are. */
void escape_put_json(struct sw_text text, struct sw_out *out)
{
    size_t from = 0;
    sw_out_bytes(out, "\"", 1);
    for (size_t i = 0, n; i < text.len; i += n) {
        /* A character of several bytes is one step; what is no UTF-8 is stepped over byte by byte. */
        n = sw_shown_length(text.at + i, text.len - i);
        n = n > 0 ? n : 1;
        if (!sw_shown_is_control(text.at + i, n) && text.at[i] != '"' && text.at[i] != '\\')
            continue;
        sw_out_bytes(out, text.at + from, i - from);
        sw_out_printf(out, "\\u%04x", (unsigned char)text.at[i + n - 1]); /* U+0080 is c2 80, and so on */
        from = i + n;
    }
    if (text.len > from)
        sw_out_bytes(out, text.at + from, text.len - from);
    sw_out_bytes(out, "\"", 1);
}
