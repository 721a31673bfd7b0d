/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comment.c - passes over comments before the data, whatever its format. */
#include "lib/csv/sw_bytes.h"

/* Bytes are looked at a window at a time. A mark that the window cuts is looked at again in the next one. */
#define WINDOW ((size_t)4096)
#define LONGEST_MARK ((size_t)4)

struct scan {
    const char *closing; /* of the comment that is open; NULL: none is */
    bool any, done;
};

/* With what ends them. One to the end of its line has ended with it. */
static const struct { const char *opening, *closing; } comments[] = {
    { "#", "\n" }, { "//", "\n" }, { "/*", "*/" }, { "<!--", "-->" } };

/* Opens the comment that begins here. The length of its mark, or 0: there is none. */
static size_t open_comment(struct scan *s, const char *at, size_t n)
{
    for (size_t i = 0; i < sizeof comments / sizeof *comments; i++) {
        size_t len = strlen(comments[i].opening);
        if (n < len || memcmp(at, comments[i].opening, len) != 0)
            continue;
        /* A header may begin with #: `#n,wait_s` (sw_bytes.h). */
        if (*at == '#' && n > 1 && (at[1] == '\0' || !strchr(" \t\r\n#!", at[1])))
            return 0;
        s->closing = comments[i].closing;
        return len;
    }
    return 0;
}

/* How many of the bytes are comments and what stands between them. More may follow unless they are the last. */
static size_t scan_comments(struct scan *s, const char *at, size_t n, bool last)
{
    for (size_t used = 0;;) {
        if (s->closing) {
            size_t len = strlen(s->closing);
            const char *hit = memmem(at + used, n - used, s->closing, len);
            if (!hit)
                /* Of a closing mark that the window cuts, all but its last byte may be there. */
                return last ? n : n - used >= len ? n - (len - 1) : used;
            used = (size_t)(hit - at) + len;
            s->closing = NULL;
            s->any = true;
        }
        /* Blanks before the first comment are the data's. */
        while (s->any && used < n && at[used] != '\0' && strchr(" \t\r\n", at[used]))
            used++;
        /* Too few bytes to tell whether a comment begins here. */
        if (!last && n - used < LONGEST_MARK)
            return used;
        size_t opening = open_comment(s, at + used, n - used);
        s->done = opening == 0;
        used += opening;
        if (s->done)
            return used;
    }
}

int sw_bytes_skip_comments(struct sw_bytes *in, struct sw_err *err)
{
    struct scan s = { .done = false };
    const char *at;
    size_t n;
    if (sw_bytes_peek(in, &at, 3, &n, err) != SW_OK)
        return SW_FAIL;
    /* The byte order mark of UTF-8. */
    if (n == 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        sw_bytes_drop(in, 3);
    while (!s.done) {
        if (sw_bytes_peek(in, &at, WINDOW, &n, err) != SW_OK)
            return SW_FAIL;
        bool last = n < WINDOW;
        sw_bytes_drop(in, scan_comments(&s, at, n, last));
        s.done |= last;
    }
    return SW_OK;
}
