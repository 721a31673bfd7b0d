/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.c - whole lines without quotes, CRs and NULs, split here: libcsv looks at every byte, this at 64 together where
 * there is SSE2, else at eight.
 *
 * The rows are libcsv's: fields end at commas, lose the blanks around them, and a line of blanks is no row. Nothing is
 * copied: the fields lie where the bytes do. */
#include "lib/csv/reader.h"
#include "lib/csv/text.h"
#include <endian.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define EACH_BYTE UINT64_C(0x0101010101010101)

static inline uint64_t eight_bytes(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return le64toh(word); /* the first byte lowest */
}

/* Fewer than eight, and zeros. */
static uint64_t last_bytes(const char *at, size_t n)
{
    char eight[8] = { 0 };
    memcpy(eight, at, n);
    return eight_bytes(eight);
}

/* The top bit of each byte that is c. Adding 0x7f to seven bits sets the eighth unless they are 0,
 * and carries nothing over. */
static inline uint64_t where_equal(uint64_t word, unsigned char c)
{
    const uint64_t low = 0x7f * EACH_BYTE;
    uint64_t x = word ^ c * EACH_BYTE;
    return ~(((x & low) + low) | x | low);
}

/* Blanks are spaces and tabs, as libcsv has it. */
static struct sw_text trim(const char *at, const char *end)
{
    while (at < end && text_is_blank(*at))
        at++;
    while (at < end && text_is_blank(end[-1]))
        end--;
    return (struct sw_text){ at, (size_t)(end - at) };
}

/* The field up to `stop`. Few have blanks at an end, which are below the other characters of text. */
static inline struct sw_text field_between(const char *at, const char *stop)
{
    /* Control characters, too, send a field to trim(), which leaves them. */
    if (at < stop && ((unsigned char)at[0] <= ' ' || (unsigned char)stop[-1] <= ' '))
        return trim(at, stop);
    return (struct sw_text){ at, (size_t)(stop - at) };
}

/* A line ends behind *last, its last field: unless it is all there is, and empty, it is a row. */
static struct sw_text *end_line(struct batch *b, struct sw_text *last)
{
    bool blank = last->len == 0 && last == b->field + b->open.first;
    b->n_fields = (size_t)(last - b->field) + !blank;
    sw_batch_end_row(CSV_LF, b);
    return b->field + b->n_fields;
}

#ifdef __SSE2__
/* Which of 16 bytes are commas or line ends, and which are no greater than the blank. */
static inline void marks_of_16(const char *at, uint64_t *stops, uint64_t *low)
{
    const __m128i bytes = _mm_loadu_si128((const __m128i *)at);
    const __m128i commas = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(CSV_COMMA));
    const __m128i ends = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(CSV_LF));
    *stops = (uint32_t)_mm_movemask_epi8(_mm_or_si128(commas, ends));
    *low = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ')), bytes));
}

/* Bit i is for byte i. */
static inline void marks_of_64(const char *at, uint64_t *stops, uint64_t *low)
{
    uint64_t s[4], l[4];
    marks_of_16(at, &s[0], &l[0]);
    marks_of_16(at + 16, &s[1], &l[1]);
    marks_of_16(at + 32, &s[2], &l[2]);
    marks_of_16(at + 48, &s[3], &l[3]);
    *stops = s[0] | s[1] << 16 | s[2] << 32 | s[3] << 48;
    *low = l[0] | l[1] << 16 | l[2] << 32 | l[3] << 48;
}

/* As many whole blocks of 64 bytes as there are; *start: where the field that is open begins. Where a block has no
 * blanks, and those before it since that field began, no field is asked for them. */
static inline const char *split_blocks(struct batch *b, struct sw_text **next, const char **start, const char *at,
                                       const char *end)
{
    struct sw_text *to = *next;
    const char *from = *start;
    for (bool blanks = false; end - at >= 64; at += 64) {
        uint64_t stops, low;
        marks_of_64(at, &stops, &low);
        bool here = low & ~stops;
        /* Each turn takes the lowest bit: the next comma or line end. */
        for (blanks |= here; stops; stops &= stops - 1) {
            const char *stop = at + __builtin_ctzll(stops);
            *to = blanks ? field_between(from, stop) : (struct sw_text){ from, (size_t)(stop - from) };
            to = *stop == CSV_LF ? end_line(b, to) : to + 1;
            from = stop + 1;
        }
        /* Blanks before the field that is open do not matter to it. */
        blanks = here || (blanks && from < at);
    }
    *next = to;
    *start = from;
    return at;
}
#endif

void sw_batch_split(struct batch *b, const char *at, size_t len)
{
    const char *start = at, *end = at + len;
    struct sw_text *next = b->field + b->n_fields;
#ifdef __SSE2__
    at = split_blocks(b, &next, &start, at, end);
#endif
    /* What is left, or all of it without SSE2, eight bytes at a time. The top bit of a byte stands at 8 i + 7. */
    for (; at < end; at += 8) {
        uint64_t word = end - at >= 8 ? eight_bytes(at) : last_bytes(at, (size_t)(end - at));
        for (uint64_t stops = where_equal(word, CSV_COMMA) | where_equal(word, CSV_LF); stops; stops &= stops - 1) {
            const char *stop = at + __builtin_ctzll(stops) / 8;
            *next = field_between(start, stop);
            next = *stop == CSV_LF ? end_line(b, next) : next + 1;
            start = stop + 1;
        }
    }
}
