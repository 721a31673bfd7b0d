/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sentence.c - the few conversions that a reason needs: %s, %lu, %lld and %llu. vsnprintf() gets a format from the
 * first other one on.
 *
 * A replay with --decisions composes one or two sentences a task. With vsnprintf() for all they and their rows took 1.5
 * times the instructions, of a twentieth of a million tasks. */
#include "lib/sim/observe/observe.h"
#include "slotwise/sw_num.h"
#include <stdio.h>
#include <string.h>

struct text { char *buf; size_t cap, len; };

/* As much as there is room for. */
static void put_text_part(struct text *t, const char *at, size_t n)
{
    size_t room = t->cap - 1 - t->len;
    n = n < room ? n : room;
    memcpy(t->buf + t->len, at, n);
    t->len += n;
}

static void add_u64(struct text *t, uint64_t x)
{
    char number[SW_NUM_MAX];
    put_text_part(t, number, sw_num_put_u64(number, x));
}

size_t sentence_put(char *buf, size_t cap, size_t len, const char *fmt, va_list ap)
{
    struct text t = { buf, cap, len };
    for (const char *at; (at = strchr(fmt, '%')); ) {
        put_text_part(&t, fmt, (size_t)(at - fmt));
        fmt = at;
        if (!strncmp(at, "%s", 2)) {
            const char *text = va_arg(ap, const char *);
            put_text_part(&t, text, strlen(text));
            fmt += 2;
        } else if (!strncmp(at, "%lu", 3)) {
            add_u64(&t, va_arg(ap, unsigned long));
            fmt += 3;
        } else if (!strncmp(at, "%lld", 4)) {
            int64_t x = va_arg(ap, long long);
            char number[SW_NUM_MAX];
            put_text_part(&t, number, sw_num_put_i64(number, x));
            fmt += 4;
        } else if (!strncmp(at, "%llu", 4)) {
            add_u64(&t, va_arg(ap, unsigned long long));
            fmt += 4;
        } else {
            /* Any other conversion is printf's. */
            size_t room = t.cap - t.len;
            int n = vsnprintf(t.buf + t.len, room, fmt, ap);
            t.len += n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
            return t.len;
        }
    }
    put_text_part(&t, fmt, strlen(fmt));
    t.buf[t.len] = '\0';
    return t.len;
}
