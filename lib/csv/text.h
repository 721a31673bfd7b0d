/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h - small questions to borrowed texts. */
#ifndef SLOTWISE_CSV_TEXT_H
#define SLOTWISE_CSV_TEXT_H
#include <strings.h>
#include "slotwise/sw_csv.h"

static inline struct sw_text text_of(const char *word) { return (struct sw_text){ word, strlen(word) }; }

static inline bool text_is_blank(char c) { return c == ' ' || c == '\t'; }

/* The part up to the first `end`, which *rest is then behind; all where there is none. False: nothing is left. */
static inline bool text_cut(struct sw_text *rest, char end, struct sw_text *part)
{
    const char *stop = rest->len > 0 ? memchr(rest->at, end, rest->len) : NULL;
    if (rest->len == 0)
        return false;
    *part = (struct sw_text){ rest->at, stop ? (size_t)(stop - rest->at) : rest->len };
    rest->at += part->len + !!stop;
    rest->len -= part->len + !!stop;
    return true;
}

static inline bool text_is_anycase(struct sw_text text, const char *word)
{
    return text.len == strlen(word) && (text.len == 0 || strncasecmp(text.at, word, text.len) == 0);
}

static inline bool text_begins(struct sw_text text, const char *with)
{
    size_t n = strlen(with);
    return text.len >= n && memcmp(text.at, with, n) == 0;
}

static inline bool bytes_begin(const char *at, size_t n, const char *with)
{
    return text_begins((struct sw_text){ at, n }, with);
}

/* Without these characters at both ends. */
static inline struct sw_text text_trimmed(struct sw_text text, const char *of)
{
    for (; text.len > 0 && memchr(of, *text.at, strlen(of)); text.at++)
        text.len--;
    while (text.len > 0 && memchr(of, text.at[text.len - 1], strlen(of)))
        text.len--;
    return text;
}

static inline size_t text_digits(struct sw_text text, size_t from) /* how many stand there */
{
    size_t n = 0;
    while (from + n < text.len && text.at[from + n] >= '0' && text.at[from + n] <= '9')
        n++;
    return n;
}

static inline bool text_is_among(struct sw_text text, const char *const *words) /* which end in NULL */
{
    while (*words && !sw_text_is(text, *words))
        words++;
    return *words;
}

#endif
