/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_plain.c - JSON whose texts need no unescaping, which is nearly all of a log, laid down as a tree in one pass.
 *
 * What is accepted here is a part of what yajl accepts, with the same tree. At an escape, a control character or an
 * error the text is left to yajl, which also finds the words for what is wrong.
 * tests/property/test_json_plain.c holds both against each other.
 *
 * A member that is not read is passed over to the bracket that closes it, 64 bytes at a time. Quotes and brackets are
 * bits of a word, and the parity of the quotes before a bracket says whether it stands in a text. Only brackets of its
 * own kind are counted, so damage inside such a member can pass.
 *
 * slot-trace on a Spark 3.1 log of 36.6 MB, three quarters of it Accumulables: 0.19 of the time with yajl alone.
 * Texts of the tree lie in the text that was parsed, so nothing is copied, and the text has to outlast the tree. */
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include "lib/trace/parse/json.h"
#include "lib/base/grow.h"

struct plain {
    const char *at, *end;
    struct json_tree *t;
    const struct sw_text *unread;
    uint64_t unread_marks; /* bits of mark_of() the names in unread: most other names have none of them */
};

/* ---- what is passed over ------------------------------------------------------------------------- */

struct marks { uint64_t quote, backslash, open, close; };

#ifdef __SSE2__
/* Bit i: whether byte i of sixteen equals that of `than`. */
static inline uint64_t equal_16(const char *at, __m128i than)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)at), than));
}

static inline uint64_t equal_64(const char *at, char c)
{
    __m128i than = _mm_set1_epi8(c);
    uint64_t low = equal_16(at, than) | equal_16(at + 16, than) << 16;
    return low | equal_16(at + 32, than) << 32 | equal_16(at + 48, than) << 48;
}
#else
static inline uint64_t equal_64(const char *at, char c)
{
    uint64_t bits = 0;
    for (int i = 0; i < 64; i++)
        bits |= (uint64_t)(at[i] == c) << i;
    return bits;
}
#endif

/* The bytes behind a backslash; `carry`: the first byte is one, and then: the first of the next 64 is. A backslash
 * behind a backslash is itself one of these bytes, and makes no other. */
static uint64_t escaped(uint64_t backslash, bool *carry)
{
    uint64_t of = *carry;
    *carry = false;
    for (backslash &= ~of; backslash != 0;) {
        uint64_t next = (backslash & -backslash) << 1;
        *carry = next == 0;
        of |= next;
        backslash &= (backslash - 1) & ~next;
    }
    return of;
}

/* Bit i: whether the number of bits up to i is odd. Of quotes that is whether a text is open at byte i. */
static inline uint64_t parities(uint64_t bits)
{
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    return bits ^ bits << 32;
}

/* Behind the bracket that closes the one at `at`; NULL: there is none. */
static const char *behind_bracket(const char *at, const char *end)
{
    char open = *at, close = open == '{' ? '}' : ']', rest[64];
    uint64_t inside = 0; /* all bits: the 64 bytes before ended within a text */
    bool carry = false;
    size_t depth = 0;
    /* The last block may be shorter than 64 bytes: it is filled up with blanks, which are no bracket. */
    for (bool last = false; !last; at += last ? 0 : 64) {
        const char *block = at;
        last = end - at <= 64;
        if (end - at < 64) {
            memset(rest, ' ', sizeof rest);
            block = memcpy(rest, at, (size_t)(end - at));
        }
        uint64_t backslash = equal_64(block, '\\'), quote = equal_64(block, '"');
        if (backslash != 0 || carry)
            /* A quote behind a backslash neither opens nor closes a text. */
            quote &= ~escaped(backslash, &carry);
        uint64_t text = parities(quote) ^ inside;
        /* All ones where the block ends within a text: that turns the parities of the next one. */
        inside = -(text >> 63);
        uint64_t opens = equal_64(block, open) & ~text, closes = equal_64(block, close) & ~text;
        /* The lowest bracket first. depth is back at 0 at the one that closes the first. */
        for (uint64_t both = opens | closes; both != 0; both &= both - 1) {
            depth += (opens & both & -both) != 0 ? 1 : (size_t)-1;
            if (depth == 0)
                return at + __builtin_ctzll(both) + 1;
        }
    }
    return NULL;
}

/* Behind the text that begins at `at`. */
static const char *behind_text(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\' && ++at == end)
            return NULL;
    return at < end ? at + 1 : NULL;
}

/* A name's length and first byte as one of 64 bits: a name that has none of the wanted bits is no wanted one. */
static inline uint64_t mark_of(struct sw_text name)
{
    return UINT64_C(1) << ((name.len + 5 * (unsigned char)name.at[0]) & 63);
}

static bool is_unread(const struct plain *p, struct sw_text key)
{
    if (key.len == 0 || (p->unread_marks & mark_of(key)) == 0)
        return false;
    for (const struct sw_text *u = p->unread; u->len > 0; u++)
        if (sw_text_same(*u, key))
            return true;
    return false;
}

/* False: the value must be read after all. */
static bool pass_over(struct plain *p)
{
    char c = p->at < p->end ? *p->at : '\0';
    const char *behind = c == '[' || c == '{' ? behind_bracket(p->at, p->end)
                         : c == '"'           ? behind_text(p->at, p->end)
                                              : NULL;
    if (behind)
        p->at = behind;
    return behind;
}

/* ---- what is read --------------------------------------------------------------------------------- */
/* Each function begins at the first byte of what it reads, and leaves p->at behind the last. */

/* NUL stands for the end; within the text it is none of what may follow, so it ends the reading as well. */
static inline char next_char(struct plain *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
        p->at++;
    return p->at < p->end ? *p->at : '\0';
}

/* yajl takes no control characters in a text either, and has the words for it. */
static inline bool ends_text(char c) { return c == '"' || c == '\\' || (unsigned char)c < 0x20; }

/* Of a text: where it ends, or is not plain. */
static inline const char *text_end(const char *at, const char *end)
{
#ifdef __SSE2__
    const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), control = _mm_set1_epi8(0x1f);
    for (; end - at >= 16; at += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)at);
        __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash));
        /* min(v, 0x1f) == v: a byte up to 0x1f. */
        int bits = _mm_movemask_epi8(_mm_or_si128(marks, _mm_cmpeq_epi8(_mm_min_epu8(v, control), v)));
        if (bits != 0)
            return at + __builtin_ctz((unsigned)bits);
    }
#endif
    /* The last bytes, or all of them without SSE2. */
    while (at < end && !ends_text(*at))
        at++;
    return at;
}

/* A text with an escape is not plain: its value is not what stands there. */
static inline bool read_text(struct plain *p, struct sw_text *out)
{
    const char *at = p->at + 1, *end = text_end(at, p->end);
    if (end == p->end || *end != '"')
        return false;
    *out = (struct sw_text){ at, (size_t)(end - at) };
    p->at = end + 1;
    return true;
}

/* Each value takes the name that was read before it; elements of an array have none. */
static inline bool json_plain_put(struct plain *p, enum json_kind kind, struct sw_text text)
{
    struct json_tree *t = p->t;
    if (t->n == JSON_MOST || (t->n == t->cap && sw_grow(&t->node, &t->cap, t->n + 1, sizeof *t->node, NULL) != SW_OK))
        return false;
    t->node[t->n++] = (struct json_node){ .kind = kind, .span = 1, .key = t->key, .text = text };
    t->key = (struct sw_text){ "", 0 };
    return true;
}

/* p->at is at the bracket. */
static bool open_container(struct plain *p, char c)
{
    struct json_tree *t = p->t;
    if (sw_grow(&t->open, &t->cap_open, t->depth + 1, sizeof *t->open, NULL) != SW_OK)
        return false;
    t->open[t->depth++] = (uint32_t)t->n;
    p->at++;
    return json_plain_put(p, c == '{' ? JSON_OBJECT : JSON_ARRAY, (struct sw_text){ "", 0 });
}

static inline const char *digits_end(const char *at, const char *end)
{
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

/* -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? What JSON allows, no more: 01, .5 and 1. are left to yajl, which
 * refuses them. */
static bool read_number(struct plain *p)
{
    const char *from = p->at, *whole = from + (*from == '-'), *end = digits_end(whole, p->end), *part;
    if (end == whole || (*whole == '0' && end - whole > 1))
        return false;
    if (end < p->end && *end == '.') {
        part = end + 1;
        if ((end = digits_end(part, p->end)) == part)
            return false;
    }
    if (end < p->end && (*end == 'e' || *end == 'E')) {
        part = end + 1;
        part += part < p->end && (*part == '+' || *part == '-');
        if ((end = digits_end(part, p->end)) == part)
            return false;
    }
    p->at = end;
    return json_plain_put(p, JSON_NUMBER, (struct sw_text){ from, (size_t)(end - from) });
}

/* A word is not ended by a blank: what follows has to be a comma or a bracket, which read_behind() sees. */
static bool read_literal(struct plain *p)
{
    static const struct { const char *word; size_t len; enum json_kind kind; } words[]
        = { { "true", 4, JSON_TRUE }, { "false", 5, JSON_FALSE }, { "null", 4, JSON_NULL } };
    for (size_t i = 0; i < 3; i++)
        if ((size_t)(p->end - p->at) >= words[i].len && memcmp(p->at, words[i].word, words[i].len) == 0) {
            p->at += words[i].len;
            return json_plain_put(p, words[i].kind, (struct sw_text){ "", 0 });
        }
    return false;
}

/* c is the first byte. */
static bool read_scalar(struct plain *p, char c)
{
    struct sw_text text;
    if (c == '"')
        return read_text(p, &text) && json_plain_put(p, JSON_STRING, text);
    return c == '-' || (c >= '0' && c <= '9') ? read_number(p) : read_literal(p);
}

/* What comes next in the text. A loop over these steps, without recursion, so that no depth ends the stack. */
enum step { AT_VALUE, BEHIND_VALUE, NOT_PLAIN };

/* A member's name and colon, and the value when it is not read. */
static enum step read_key(struct plain *p)
{
    struct sw_text key;
    if (next_char(p) != '"' || !read_text(p, &key) || next_char(p) != ':')
        return NOT_PLAIN;
    p->at++;
    next_char(p);
    /* The name of what is passed over goes into no node. */
    if (is_unread(p, key) && pass_over(p))
        return BEHIND_VALUE;
    p->t->key = key;
    return AT_VALUE;
}

/* A value. An empty container has no first member: its bracket is then read by read_behind(). */
static enum step read_next(struct plain *p)
{
    char c = next_char(p);
    if (c != '{' && c != '[')
        return read_scalar(p, c) ? BEHIND_VALUE : NOT_PLAIN;
    if (!open_container(p, c))
        return NOT_PLAIN;
    char next = next_char(p);
    if (next == (c == '{' ? '}' : ']'))
        return BEHIND_VALUE;
    return c == '{' ? read_key(p) : AT_VALUE;
}

/* A comma, or the brackets that close here and what follows them. */
static enum step read_behind(struct plain *p)
{
    struct json_tree *t = p->t;
    struct json_node *in = &t->node[t->open[t->depth - 1]];
    bool object = in->kind == JSON_OBJECT;
    char c = next_char(p);
    if (c != ',' && c != (object ? '}' : ']'))
        return NOT_PLAIN;
    p->at++;
    if (c == ',')
        return object ? read_key(p) : AT_VALUE;
    in->span = (uint32_t)(t->n - t->open[--t->depth]);
    return BEHIND_VALUE;
}

bool json_plain_parse(struct json_tree *t, struct sw_text text, const struct sw_text *unread)
{
    struct plain p = { .at = text.at, .end = text.at + text.len, .t = t, .unread = unread };
    for (const struct sw_text *u = unread; u && u->len > 0; u++)
        p.unread_marks |= mark_of(*u);
    /* The tree's own text buffer stays unused, as texts lie in `text`. */
    t->n = t->depth = 0;
    t->key = (struct sw_text){ "", 0 };
    enum step step = AT_VALUE;
    do
        step = step == AT_VALUE ? read_next(&p) : read_behind(&p);
    while (step == AT_VALUE || (step == BEHIND_VALUE && t->depth > 0));
    /* Behind the value only white space may stand. */
    return step == BEHIND_VALUE && next_char(&p) == '\0' && p.at == p.end;
}
