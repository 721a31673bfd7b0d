/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsonl.c - JSON lines as rows (RFC 8259, an object a line).
 *
 * Values are numbers, texts, or null, which is an empty field. Other objects have some of the keys of the first, in any
 * order. A leading object whose key is "#" is a comment. The first line is read twice: for the header, and as a
 * row. */
#include "lib/csv/reader.h"
#include <stdio.h>
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/csv/rows.h"

/* A longer line is no row, but something else in one piece (ROW_MAX of batch.c is as much). */
#define LINE_MAX ((size_t)64 << 20)

struct member { struct sw_text key, value; };
struct jsonl {
    char *line;              /* the line, and behind it room for its texts without escapes */
    size_t n_line, line_cap;
    bool again;              /* the line is still to be a row */
    struct member *member;
    size_t n_members, member_cap;
    struct sw_text *key;     /* those of the first object, for its row */
    size_t key_cap;
    char fault[160];
};

int jsonl_new(struct jsonl **out, struct sw_err *err)
{
    *out = calloc(1, sizeof **out);
    return *out ? SW_OK : sw_err_memory(err);
}

void jsonl_free(struct jsonl *j)
{
    if (!j)
        return;
    free(j->line);
    free(j->member);
    free(j->key);
    free(j);
}

const char *jsonl_fault(const struct jsonl *j)
{
    return j->fault;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Adds to the line. Behind it stays as much room again for its texts, which without escapes are no longer. */
static int keep_bytes(struct sw_csv *in, const char *at, size_t len, struct sw_err *err)
{
    struct jsonl *j = in->json;
    if (j->n_line + len > LINE_MAX)
        return sw_err_data(err, sw_bytes_path(in->bytes), in->batch.line, NULL, "line longer than 64 MiB");
    if (sw_grow(&j->line, &j->line_cap, 2 * (j->n_line + len) + 2, 1, err) != SW_OK)
        return SW_FAIL;
    if (len)
        memcpy(j->line + j->n_line, at, len);
    j->n_line += len;
    return SW_OK;
}

/* The next line without its end. 1: there is one; 0: the input has ended. */
static int jsonl_line(struct sw_csv *in, struct sw_err *err)
{
    in->json->n_line = 0;
    /* A line may lie in several blocks. */
    for (;;) {
        const char *at = in->block + in->block_at, *end;
        size_t left = in->block_len - in->block_at;
        end = left ? memchr(at, '\n', left) : NULL;
        if (keep_bytes(in, at, end ? (size_t)(end - at) : left, err) != SW_OK)
            return SW_FAIL;
        in->block_at += end ? (size_t)(end - at) + 1 : left;
        if (end)
            return 1;
        if (sw_csv_block(in, err) != SW_OK)
            return SW_FAIL;
        /* The last line may lack its end. */
        if (in->ended)
            return in->json->n_line > 0;
    }
}

static bool is_blank_line(const char *at, size_t len)
{
    while (len && (at[len - 1] == ' ' || at[len - 1] == '\t' || at[len - 1] == '\r'))
        len--;
    return len == 0;
}

/* A line that is not blank. */
static int next_line(struct sw_csv *in, struct sw_err *err)
{
    int got;
    do {
        got = jsonl_line(in, err);
        if (got > 0)
            in->batch.line++;
    } while (got > 0 && is_blank_line(in->json->line, in->json->n_line));
    return got;
}

/* ---- one object ------------------------------------------------------------------------------ */

/* at, end: what is left of the line. to: where the next text without escapes goes. */
struct scan { const char *at, *end; char *to; struct jsonl *j; };

/* Keeps what is wrong for jsonl_fault(), with the text where it is given, cut to 60 bytes. */
static bool wrong(struct jsonl *j, const char *what, const char *at, size_t len)
{
    snprintf(j->fault, sizeof j->fault, at ? "%s: '%.*s'" : "%s", what, (int)(len < 60 ? len : 60), at ? at : "");
    return false;
}

static void skip_blanks(struct scan *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' || *s->at == '\r'))
        s->at++;
}

static bool jsonl_take(struct scan *s, char c)
{
    skip_blanks(s);
    if (s->at == s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

/* Four digits in either case. */
static bool hex(struct scan *s, unsigned *code)
{
    *code = 0;
    if (s->end - s->at < 4)
        return false;
    for (int i = 0; i < 4; i++, s->at++) {
        /* The digits stand twice in the string, so the low four bits of the place are the value. */
        const char *digits = "0123456789abcdef0123456789ABCDEF", *hit = *s->at ? strchr(digits, *s->at) : NULL;
        if (!hit)
            return false;
        *code = *code << 4 | (unsigned)((hit - digits) & 15);
    }
    return true;
}

/* As one to four bytes of UTF-8. */
static void put_utf8(struct scan *s, unsigned code)
{
    if (code < 0x80)
        *s->to++ = (char)code;
    else if (code < 0x800)
        *s->to++ = (char)(0xc0 | code >> 6), *s->to++ = (char)(0x80 | (code & 0x3f));
    else {
        if (code < 0x10000)
            *s->to++ = (char)(0xe0 | code >> 12);
        else
            *s->to++ = (char)(0xf0 | code >> 18), *s->to++ = (char)(0x80 | (code >> 12 & 0x3f));
        *s->to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *s->to++ = (char)(0x80 | (code & 0x3f));
    }
}

/* Behind "\u": a character beyond the first 65,536 comes as two halves. A NUL is refused, for no text may have one. */
static bool unicode(struct scan *s)
{
    unsigned code, low;
    if (!hex(s, &code) || code == 0)
        return false;
    if (code >= 0xd800 && code < 0xdc00) {
        if (s->end - s->at < 6 || s->at[0] != '\\' || s->at[1] != 'u')
            return false;
        s->at += 2;
        if (!hex(s, &low) || low < 0xdc00 || low > 0xdfff)
            return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000)
        return false;
    put_utf8(s, code);
    return true;
}

/* Behind a backslash. Pairs of what stands there and what it means. */
static bool escape(struct scan *s)
{
    static const char of[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    char c = s->at < s->end ? *s->at++ : '\0';
    if (c == 'u')
        return unicode(s);
    for (const char *p = of; *p; p += 2)
        if (*p == c) {
            *s->to++ = p[1];
            return true;
        }
    return false;
}

/* Behind its first quote. */
static bool text(struct scan *s, struct sw_text *out)
{
    const char *start = s->at - 1;
    out->at = s->to;
    while (s->at < s->end && *s->at != '"') {
        /* RFC 8259: control characters only as escapes. */
        bool plain = (unsigned char)*s->at >= ' ' && *s->at != '\\';
        if (plain)
            *s->to++ = *s->at++;
        else if (*s->at++ != '\\' || !escape(s))
            return wrong(s->j, "not a text of JSON", start, (size_t)(s->end - start));
    }
    if (s->at == s->end)
        return wrong(s->j, "quote not closed", start, (size_t)(s->end - start));
    s->at++;
    out->len = (size_t)(s->to - out->at);
    return true;
}

/* What is no text ends at a comma, a brace or a blank. */
static bool value(struct scan *s, struct sw_text *out)
{
    if (jsonl_take(s, '"'))
        return text(s, out);
    const char *start = s->at;
    /* Lists and objects have no place in a row. */
    if (start < s->end && (*start == '{' || *start == '['))
        return wrong(s->j, "values are numbers and texts, not objects and lists", start, (size_t)(s->end - start));
    while (s->at < s->end && !strchr(",} \t\r", *s->at))
        s->at++;
    *out = (struct sw_text){ start, (size_t)(s->at - start) };
    /* true and false stay texts. */
    if (sw_text_is(*out, "null"))
        out->len = 0;
    else if (!sw_text_is(*out, "true") && !sw_text_is(*out, "false") && !json_is_number(start, out->len))
        return wrong(s->j, "neither a number nor a text", start, out->len);
    return true;
}

static const char unended[] = "an object that does not end on its line";

/* "name": value. */
static bool member(struct scan *s, struct sw_err *err)
{
    struct jsonl *j = s->j;
    struct member m;
    if (!jsonl_take(s, '"') && s->at == s->end)
        return wrong(j, unended, j->line, j->n_line);
    /* Behind the quote, or at something else. */
    if (s->at[-1] != '"')
        return wrong(j, "no name in quotes", s->at, (size_t)(s->end - s->at));
    if (!text(s, &m.key))
        return false;
    if (!jsonl_take(s, ':'))
        return wrong(j, "no ':' behind", m.key.at, m.key.len);
    skip_blanks(s);
    if (!value(s, &m.value))
        return false;
    /* Objects have few members, so each is compared with all before it. */
    for (size_t i = 0; i < j->n_members; i++)
        if (sw_text_same(j->member[i].key, m.key))
            return wrong(j, "a name comes twice", m.key.at, m.key.len);
    if (sw_grow(&j->member, &j->member_cap, j->n_members + 1, sizeof m, err) != SW_OK)
        return false;
    j->member[j->n_members++] = m;
    return true;
}

/* False: the line is no object of numbers and texts, or there is no memory. */
static bool jsonl_parse(struct jsonl *j, struct sw_err *err)
{
    struct scan s = { j->line, j->line + j->n_line, j->line + j->n_line, j };
    j->n_members = 0;
    j->fault[0] = '\0';
    /* As in CSV: no field may have one. */
    if (memchr(j->line, '\0', j->n_line))
        return wrong(j, "NUL byte", NULL, 0);
    if (!jsonl_take(&s, '{'))
        return wrong(j, "not an object of JSON on a line of its own", j->line, j->n_line);
    if (!jsonl_take(&s, '}'))
        do
            if (!member(&s, err))
                return false;
        while (jsonl_take(&s, ','));
    /* Without members the brace has been taken above. */
    if (j->n_members && !jsonl_take(&s, '}'))
        return wrong(j, s.at == s.end ? unended : "no ',' between members", s.at == s.end ? j->line : s.at,
                     s.at == s.end ? j->n_line : (size_t)(s.end - s.at));
    skip_blanks(&s);
    return s.at == s.end || wrong(j, "text behind the object", s.at, (size_t)(s.end - s.at));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_comment(const struct jsonl *j)
{
    return j->n_members == 1 && j->member[0].key.len == 1 && j->member[0].key.at[0] == '#';
}

int jsonl_header(struct sw_csv *in, struct sw_row *row, struct sw_err *err)
{
    struct jsonl *j = in->json;
    int got;
    /* Comments may stand before the first row. */
    do {
        got = next_line(in, err);
        if (got < 0)
            return SW_FAIL;
        if (got == 0)
            return sw_err_data(err, sw_bytes_path(in->bytes), 0, NULL, "empty: no row");
        if (!jsonl_parse(j, err))
            return j->fault[0] ? sw_err_data(err, sw_bytes_path(in->bytes), in->batch.line, NULL,
                                             "JSON of no log that is known here, and no row: %s", j->fault) : SW_FAIL;
    } while (is_comment(j));
    if (j->n_members == 0)
        return sw_err_data(err, sw_bytes_path(in->bytes), in->batch.line, NULL, "an object without members");
    if (sw_grow(&j->key, &j->key_cap, j->n_members, sizeof *j->key, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < j->n_members; i++)
        j->key[i] = j->member[i].key;
    /* The row's fields are the keys; the values come with the first call of jsonl_next(). */
    *row = (struct sw_row){ j->n_members, j->key, in->batch.line };
    j->again = true;
    return SW_OK;
}

/* As a rule it stands where it stood in the first row. */
static size_t find_key(const struct sw_csv *in, struct sw_text key, size_t guess)
{
    if (guess < in->header.n && sw_text_same(in->header.field[guess], key))
        return guess;
    size_t i = 0;
    while (i < in->header.n && !sw_text_same(in->header.field[i], key))
        i++;
    return i;
}

/* In the order of the header; a member that is missing is an empty field. */
static bool put_members(struct sw_csv *in, struct sw_text *field)
{
    const struct jsonl *j = in->json;
    for (size_t i = 0; i < in->header.n; i++)
        field[i] = (struct sw_text){ "", 0 };
    for (size_t i = 0; i < j->n_members; i++) {
        struct sw_text key = j->member[i].key;
        size_t at = find_key(in, key, i);
        if (at == in->header.n)
            return wrong(in->json, "a name that the first row does not have", key.at, key.len);
        field[at] = j->member[i].value;
    }
    return true;
}

int jsonl_next(struct sw_csv *in, struct sw_err *err)
{
    struct jsonl *j = in->json;
    struct batch *b = &in->batch;
    int got = j->again ? 1 : next_line(in, err);
    j->again = false;
    if (got <= 0)
        return got;
    if (sw_batch_room(b, in->header.n, err) != SW_OK)
        return SW_FAIL;
    /* A batch has one row, whose fields begin at 0. */
    struct mark *m = &b->row[b->n_rows++];
    *m = (struct mark){ .line = b->line, .first = 0, .n = in->header.n, .fault_line = b->line };
    bool sound = jsonl_parse(j, err);
    if (!sound && !j->fault[0])
        return SW_FAIL;
    /* A faulty row has its line for a field, so that --rejects can show it. */
    if (!sound || !put_members(in, b->field)) {
        m->fault = FAULT_JSON;
        m->n = 1;
        b->field[0] = (struct sw_text){ j->line, j->n_line };
    }
    return SW_OK;
}
