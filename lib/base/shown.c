/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shown.c - see sw_shown.h. RFC 3629 has the ranges of bytes; what is in none is no UTF-8. */
#include "lib/base/sw_shown.h"
#include <string.h>

size_t sw_shown_length(const char *text, size_t left)
{
    /* First bytes, what the second may be, and how many there are. */
    static const struct { unsigned char first, last, least, most; size_t n; } ranges[] = {
        { 0x00, 0x7f, 0, 0, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
        { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
        { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 } };
    const unsigned char *at = (const unsigned char *)text;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (left == 0 || at[0] < ranges[i].first || at[0] > ranges[i].last)
            continue;
        size_t n = ranges[i].n;
        if (n > left || (n > 1 && (at[1] < ranges[i].least || at[1] > ranges[i].most)))
            return 0;
        /* Bytes behind the second are 80 to bf. */
        for (size_t k = 2; k < n; k++)
            if (at[k] >> 6 != 2)
                return 0;
        return n;
    }
    return 0;
}

bool sw_shown_is_control(const char *text, size_t n)
{
    const unsigned char *at = (const unsigned char *)text;
    return n == 1 ? at[0] < ' ' || at[0] == 0x7f : n == 2 && at[0] == 0xc2 && at[1] < 0xa0;
}

/* U+202A to U+202E and U+2066 to U+2069. What turns the direction of text makes a message read as another. */
bool sw_shown_turns(const char *text, size_t n)
{
    const unsigned char *at = (const unsigned char *)text;
    return n == 3 && at[0] == 0xe2
           && ((at[1] == 0x80 && at[2] >= 0xaa && at[2] <= 0xae) || (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
}

/* A byte that is no UTF-8 may be a control character of an 8-bit terminal. */
bool sw_shown_hides(const char *at, size_t left, size_t *n)
{
    size_t len = sw_shown_length(at, left);
    *n = len > 0 ? len : 1;
    return len > 0 ? sw_shown_is_control(at, len) || sw_shown_turns(at, len) : (unsigned char)at[0] < 0xa0;
}

void sw_shown_clean(char *text, size_t len)
{
    for (size_t i = 0, n; i < len; i += n)
        if (sw_shown_hides(text + i, len - i, &n))
            memset(text + i, '?', n);
}
