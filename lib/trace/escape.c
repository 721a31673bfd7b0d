/* SPDX-License-Identifier: GPL-3.0-or-later */
/* escape.c - see escape.h. */
#include <stdlib.h>
#include <string.h>
#include "escape.h"
#include "lib/base/grow.h"

int escape_undo(struct escape *e, struct sw_text text, struct sw_text *out, struct sw_err *err)
{
    size_t len = 0;
    *out = text;
    if (text.len == 0 || memchr(text.at, '\\', text.len) == NULL)
        return SW_OK;
    if (sw_grow(&e->buf, &e->cap, text.len, 1, err) != SW_OK)
        return SW_FAIL;
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

void escape_put_json(struct sw_text text, struct sw_out *out)
{
    size_t from = 0;
    sw_out_bytes(out, "\"", 1);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        sw_out_bytes(out, text.at + from, i - from);
        sw_out_printf(out, "\\u%04x", c);
        from = i + 1;
    }
    if (text.len > from)
        sw_out_bytes(out, text.at + from, text.len - from);
    sw_out_bytes(out, "\"", 1);
}
