/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_stream.c - finds where one object ends and the next begins. So each can be parsed by itself, named by its line,
 * and left out when it is damaged. Objects are not cut at lines: Rumen prints them over many. So braces are
 * counted, outside of texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/parse/json.h"

/* These are given out, and their lines counted. `at` moves, the window stays until the next reading. */
static void pass_bytes(struct json_stream *in, size_t n)
{
    const char *at = in->window.buf + in->window.at, *end = at + n;
    while ((at = memchr(at, '\n', (size_t)(end - at)))) {
        in->next_line++;
        at++;
    }
    in->window.at += n;
}

/* Looks for `what` from in->window.at on, reading as needed; its place behind in->window.at, or what is left when there
 * is none. */
static int json_stream_find(struct json_stream *in, const char *what, size_t *place, bool *found, struct sw_err *err)
{
    size_t n = strlen(what);
    /* What has been looked through is not looked through again, but for n - 1 bytes that may begin a hit. */
    for (size_t seen = 0;;) {
        size_t left = in->window.len - in->window.at;
        const char *hit = left > seen ? memmem(in->window.buf + in->window.at + seen, left - seen, what, n) : NULL;
        *found = hit;
        *place = hit ? (size_t)(hit - in->window.buf) - in->window.at : left;
        if (hit || in->window.ended)
            return SW_OK;
        seen = left >= n ? left - n + 1 : 0;
        if (window_more(&in->window, in->bytes, in->next_line, "object of more than 512 MiB", err) != SW_OK)
            return SW_FAIL;
    }
}

/* White space, comments, and what holds the elements of an array together. False: at something else, or at the end. */
static int skip_between(struct json_stream *in, struct sw_err *err)
{
    for (;;) {
        /* Two bytes tell a comment from a slash. */
        if (in->window.len - in->window.at < 2 && !in->window.ended) {
            if (window_more(&in->window, in->bytes, in->next_line, "object of more than 512 MiB", err) != SW_OK)
                return SW_FAIL;
            continue;
        }
        if (in->window.at == in->window.len)
            return SW_OK;
        char c = in->window.buf[in->window.at];
        /* Commas and brackets between objects are those of an array of all. Blanks may as well be missing. */
        if (strchr(" \t\r\n,[]", c) && c != '\0')
            pass_bytes(in, 1);
        else if (c == '/' && in->window.len - in->window.at > 1 && in->window.buf[in->window.at + 1] == '*') {
            size_t place;
            bool found;
            if (json_stream_find(in, "*/", &place, &found, err) != SW_OK)
                return SW_FAIL;
            pass_bytes(in, place + (found ? 2 : 0));
        } else
            return SW_OK;
    }
}

/* Where the scan stands, so that it goes on when more has been read. */
struct scan { size_t depth; bool quoted, escaped; };

/* Goes on over buf[from..]; where the object ends, or 0 when its end is not there yet. */
static size_t scan_object(const struct json_stream *in, size_t from, struct scan *s)
{
    for (size_t i = from; i < in->window.len; i++) {
        char c = in->window.buf[i];
        if (s->escaped)
            s->escaped = false;
        else if (s->quoted) {
            s->escaped = c == '\\';
            s->quoted = c != '"';
        } else if (c == '"')
            s->quoted = true;
        else if (c == '{' || c == '[')
            s->depth++;
        /* Brackets of both kinds count alike: whether they fit is for the parser to say. */
        else if ((c == '}' || c == ']') && --s->depth == 0)
            return i + 1;
    }
    return 0;
}

/* Reads on until the object is whole, or the input ends inside of it. */
static int find_end(struct json_stream *in, size_t *len, struct sw_err *err)
{
    struct scan s = { 0 };
    for (size_t seen = 0;;) {
        size_t end = scan_object(in, in->window.at + seen, &s);
        *len = (end > 0 ? end : in->window.len) - in->window.at;
        in->cut = end == 0;
        if (end > 0 || in->window.ended)
            return SW_OK;
        seen = in->window.len - in->window.at;
        if (window_more(&in->window, in->bytes, in->next_line, "object of more than 512 MiB", err) != SW_OK)
            return SW_FAIL;
    }
}

/* The row is lost, but its bytes are passed: the next call is behind it. */
static int json_stream_bad(struct json_stream *in, const char *message, struct sw_err *err)
{
    sw_err_data(err, sw_bytes_path(in->bytes), in->line, NULL, "%s", message);
    return -1;
}

/* in->raw lies in the window, which moves at the next call only. */
static int give_object(struct json_stream *in, size_t len, struct sw_err *err)
{
    char why[200], message[256];
    in->raw = (struct sw_text){ in->window.buf + in->window.at, len };
    pass_bytes(in, len);
    if (in->cut)
        return json_stream_bad(in, "input ends inside a JSON object", err);
    if (json_parse(&in->tree, in->raw, why, sizeof why) == SW_OK)
        return 1;
    /* -1 of sw_err_memory() becomes -2: failed for good. */
    if (why[0] == '\0')
        return sw_err_memory(err) - 1;
    snprintf(message, sizeof message, "not JSON: %s", why);
    return json_stream_bad(in, message, err);
}

int json_stream_next(struct json_stream *in, struct sw_err *err)
{
    size_t len;
    in->cut = false;
    /* Lines of comments that were dropped in front are counted, so that messages name those of the file. */
    if (in->next_line == 0)
        in->next_line = 1 + sw_bytes_dropped_lines(in->bytes);
    if (skip_between(in, err) != SW_OK)
        return -2;
    in->line = in->next_line;
    if (in->window.at == in->window.len)
        return 0;
    /* Something else than an object: it is passed over up to the end of its line. */
    if (in->window.buf[in->window.at] != '{') {
        size_t place;
        bool found;
        if (json_stream_find(in, "\n", &place, &found, err) != SW_OK)
            return -2;
        in->raw = (struct sw_text){ in->window.buf + in->window.at, place };
        pass_bytes(in, place);
        return json_stream_bad(in, "not a JSON object", err);
    }
    return find_end(in, &len, err) == SW_OK ? give_object(in, len, err) : -2;
}

void json_stream_clear(struct json_stream *in)
{
    sw_bytes_close(in->bytes);
    free(in->window.buf);
    json_clear(&in->tree);
}

/* A comment before the first object may be as long as what is looked at. */
bool json_stream_sniff(const char *at, size_t n, const char *const *members)
{
    size_t i = 0;
    /* An array of all objects may stand around them. */
    while (i < n && at[i] != '\0' && strchr(" \t\r\n[", at[i]))
        i++;
    bool comment = n - i >= 2 && memcmp(at + i, "/*", 2) == 0;
    if (i == n || (at[i] != '{' && !comment))
        return false;
    /* Members are looked for in what was read, not parsed, as the first object may be longer than that. */
    for (; *members; members++)
        if (memmem(at + i, n - i, *members, strlen(*members)))
            return true;
    return false;
}

void json_stream_close(void *state) { json_stream_clear(state); }

uint64_t json_stream_line(const void *state) { return ((const struct json_stream *)state)->line; }

struct sw_text json_stream_raw(const void *state) { return ((const struct json_stream *)state)->raw; }

int json_stream_note(struct json_stream *in, struct sw_damage *damage, struct sw_err *err)
{
    int got = json_stream_next(in, err);
    if (got == -1)
        sw_damage_note(damage, in->cut ? SW_DAMAGE_CUT_SHORT : SW_DAMAGE_UNREADABLE, sw_bytes_path(in->bytes),
                       in->line);
    return got;
}
