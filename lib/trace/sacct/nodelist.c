/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nodelist.c - Slurm's lists of nodes: d07n07s02,k10n[01-03,7] are five. Brackets may stand anywhere in a name,
 * several times, and hold numbers, ranges and words. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/sacct/sacct.h"

/* More brackets in one name, and names of more than 255 bytes, are left out. */
enum { MOST_BRACKETS = 8 };

struct expand {
    int (*each)(void *, struct sw_text, struct sw_err *);
    void *ctx;
    struct sw_err *err;
    size_t n, depth;          /* calls so far, and brackets opened: bounds on what a hostile list can cost */
    char name[256];
};

/* name[0 .. at - 1] is complete; what is left of the pattern may hold brackets. */
static int nodelist_put(struct expand *e, size_t at, struct sw_text rest);

/* The name so far, these digits, and what stands behind the bracket. */
static int put_one(struct expand *e, size_t at, const char *digits, size_t n, struct sw_text behind)
{
    if (at + n >= sizeof e->name)
        return SW_OK;
    memcpy(e->name + at, digits, n);
    e->depth++;
    int status = nodelist_put(e, at + n, behind);
    e->depth--;
    return status;
}

/* At most 18, so that the number stays in its type. */
static bool all_digits(const char *at, size_t n)
{
    size_t i = 0;
    while (i < n && isdigit((unsigned char)at[i]))
        i++;
    return n > 0 && n <= 18 && i == n;
}

/* 07-12 keeps its zeros; what is no range is a word. */
static int expand_range(struct expand *e, size_t at, const char *text, size_t n, struct sw_text behind)
{
    const char *dash = memchr(text, '-', n);
    size_t width = dash ? (size_t)(dash - text) : 0;
    if (!dash || !all_digits(text, width) || !all_digits(dash + 1, n - width - 1))
        return put_one(e, at, text, n, behind);
    char number[24];
    unsigned long long from = strtoull(text, NULL, 10), to = strtoull(dash + 1, NULL, 10);
    for (unsigned long long i = from; i <= to && e->n < SACCT_MOST_NODES; i++) {
        int len = snprintf(number, sizeof number, "%0*llu", (int)width, i);
        if (put_one(e, at, number, (size_t)len, behind) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* One pattern: up to the first bracket it is plain, and each part inside gives a name, or the next bracket's. */
static int nodelist_put(struct expand *e, size_t at, struct sw_text rest)
{
    const char *open = rest.len > 0 ? memchr(rest.at, '[', rest.len) : NULL;
    const char *close = open ? memchr(open, ']', rest.len - (size_t)(open - rest.at)) : NULL;
    size_t plain = close ? (size_t)(open - rest.at) : rest.len;
    if (e->n++ >= SACCT_MOST_NODES || e->depth > MOST_BRACKETS || at + plain >= sizeof e->name)
        return SW_OK;
    memcpy(e->name + at, rest.at, plain);
    at += plain;
    if (!close)
        return at > 0 ? e->each(e->ctx, (struct sw_text){ e->name, at }, e->err) : SW_OK;
    struct sw_text behind = { close + 1, rest.len - (size_t)(close + 1 - rest.at) };
    for (const char *p = open + 1; p <= close && e->n < SACCT_MOST_NODES;) {
        const char *comma = memchr(p, ',', (size_t)(close - p));
        const char *end = comma ? comma : close;
        if (expand_range(e, at, p, (size_t)(end - p), behind) != SW_OK)
            return SW_FAIL;
        p = end + 1;
    }
    return SW_OK;
}

/* Commas outside of brackets stand between patterns. */
int sacct_nodelist_each(struct sw_text list, int (*each)(void *, struct sw_text, struct sw_err *), void *ctx,
                        struct sw_err *err)
{
    struct expand e = { .each = each, .ctx = ctx, .err = err };
    if (list.len > 0 && !memchr(list.at, ',', list.len)) /* one pattern, most often one name */
        return nodelist_put(&e, 0, list);
    for (size_t at = 0; at < list.len;) {
        size_t end = at, depth = 0;
        for (; end < list.len && (list.at[end] != ',' || depth > 0); end++)
            depth = list.at[end] == '[' ? depth + 1 : list.at[end] == ']' && depth > 0 ? depth - 1 : depth;
        if (nodelist_put(&e, 0, (struct sw_text){ list.at + at, end - at }) != SW_OK)
            return SW_FAIL;
        at = end + 1;
    }
    return SW_OK;
}
