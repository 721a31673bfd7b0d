/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - numbers and texts as JSON has them (RFC 8259). For both ways: jsonl.c asks whether a value is a number,
 * rows.c puts texts. */
#include "lib/base/sw_shown.h"
#include "lib/csv/rows.h"
#include "lib/csv/text.h"
#include <stdio.h>

/* No sign in front but '-', no zero in front of digits, digits on both sides of the point. */
bool json_is_number(const char *at, size_t len)
{
    const struct sw_text text = { at, len };
    size_t i = len > 0 && at[0] == '-', n = text_digits(text, i);
    if (n == 0 || (n > 1 && at[i] == '0'))
        return false;
    i += n;
    if (i < len && at[i] == '.') {
        n = text_digits(text, i + 1);
        if (n == 0)
            return false;
        i += n + 1;
    }
    if (i < len && (at[i] == 'e' || at[i] == 'E')) {
        i += i + 1 < len && (at[i + 1] == '+' || at[i + 1] == '-') ? 2 : 1;
        n = text_digits(text, i);
        if (n == 0)
            return false;
        i += n;
    }
    return i == len;
}

/* The short form where JSON has one, else four digits. Returns the length. */
static size_t put_escape(char *to, unsigned char c)
{
    static const char *const shorts[256] = { ['"'] = "\\\"", ['\\'] = "\\\\", ['\n'] = "\\n", ['\r'] = "\\r",
                                             ['\t'] = "\\t" };
    if (shorts[c])
        return (size_t)sprintf(to, "%s", shorts[c]);
    return (size_t)sprintf(to, "\\u%04x", c);
}

size_t json_put_text(char *to, const char *at, size_t len)
{
    const unsigned char *from = (const unsigned char *)at;
    char *start = to;
    *to++ = '"';
    for (size_t i = 0, n; i < len; i += n) {
        /* 0: not UTF-8, which JSON must be. */
        n = sw_shown_length(at + i, len - i);
        if (n == 0)
            return 0;
        if (sw_shown_is_control(at + i, n))
            to += put_escape(to, from[i + n - 1]); /* U+0080 is c2 80, and so on */
        else if (from[i] == '"' || from[i] == '\\')
            to += put_escape(to, from[i]);
        else
            for (size_t k = 0; k < n; k++)
                *to++ = at[i + k];
    }
    *to++ = '"';
    return (size_t)(to - start);
}
