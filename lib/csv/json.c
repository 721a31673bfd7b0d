/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - numbers and texts as JSON has them (RFC 8259). */
#include "lib/csv/rows.h"
#include <stdio.h>

static size_t digits(const char *at, size_t len)
{
    size_t n = 0;
    while (n < len && at[n] >= '0' && at[n] <= '9') n++;
    return n;
}

/* No sign in front but '-', no zero in front of digits, digits on both sides of the point. */
bool json_is_number(const char *at, size_t len)
{
    size_t i = len > 0 && at[0] == '-', n = digits(at + i, len - i);
    if (n == 0 || (n > 1 && at[i] == '0')) return false;
    i += n;
    if (i < len && at[i] == '.') {
        n = digits(at + i + 1, len - i - 1);
        if (n == 0) return false;
        i += n + 1;
    }
    if (i < len && (at[i] == 'e' || at[i] == 'E')) {
        i += i + 1 < len && (at[i + 1] == '+' || at[i + 1] == '-') ? 2 : 1;
        n = digits(at + i, len - i);
        if (n == 0) return false;
        i += n;
    }
    return i == len;
}

/* The bytes of the character that begins here, at most left; 0: it is none (RFC 3629). */
static size_t utf8_length(const unsigned char *at, size_t left)
{
    static const struct { unsigned char first, last, least, most; size_t n; } ranges[] = {
        { 0x00, 0x7f, 0, 0, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
        { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
        { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 } };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (at[0] < ranges[i].first || at[0] > ranges[i].last) continue;
        size_t n = ranges[i].n;
        if (n > left || (n > 1 && (at[1] < ranges[i].least || at[1] > ranges[i].most))) return 0;
        for (size_t k = 2; k < n; k++)
            if (at[k] >> 6 != 2) return 0;
        return n;
    }
    return 0;
}

static size_t put_escape(char *to, unsigned char c)
{
    static const char *const shorts[256] = { ['"'] = "\\\"", ['\\'] = "\\\\", ['\n'] = "\\n", ['\r'] = "\\r",
                                             ['\t'] = "\\t" };
    if (shorts[c]) return (size_t)sprintf(to, "%s", shorts[c]);
    return (size_t)sprintf(to, "\\u%04x", c);
}

size_t json_put_text(char *to, const char *at, size_t len)
{
    const unsigned char *from = (const unsigned char *)at;
    char *start = to;
    *to++ = '"';
    for (size_t i = 0, n; i < len; i += n) {
        n = utf8_length(from + i, len - i);
        if (n == 0) return 0;
        if (from[i] < ' ' || from[i] == '"' || from[i] == '\\') to += put_escape(to, from[i]);
        else for (size_t k = 0; k < n; k++) *to++ = at[i + k];
    }
    *to++ = '"';
    return (size_t)(to - start);
}
