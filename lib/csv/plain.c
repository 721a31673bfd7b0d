/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.c - whole lines without quotes, CRs and NULs, split here: libcsv looks at every byte, this at eight together.
 *
 * The rows are libcsv's: fields end at commas, lose the blanks around them, and a line of blanks is no row. Nothing is
 * copied: the fields lie where the bytes do. */
#include "lib/csv/reader.h"
#include <endian.h>
#include <string.h>

#define EACH_BYTE UINT64_C(0x0101010101010101)

static inline uint64_t eight_bytes(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return le64toh(word); /* the first byte lowest */
}

/* The top bit of each byte that is c. Adding 0x7f to seven bits sets the eighth unless they are 0, and carries nothing over. */
static inline uint64_t where_equal(uint64_t word, unsigned char c)
{
    const uint64_t low = 0x7f * EACH_BYTE;
    uint64_t x = word ^ c * EACH_BYTE;
    return ~(((x & low) + low) | x | low);
}

static inline bool is_blank(char c)
{
    return c == CSV_SPACE || c == CSV_TAB;
}

static struct sw_text trim(const char *at, const char *end)
{
    while (at < end && is_blank(*at)) at++;
    while (at < end && is_blank(end[-1])) end--;
    return (struct sw_text){ at, (size_t)(end - at) };
}

/* A field ends at `stop`, a comma or an LF. Few have blanks at an end: both are below the other characters of text. */
static inline void end_field(struct batch *b, const char *at, const char *stop)
{
    struct sw_text f = { at, (size_t)(stop - at) };
    if (f.len && ((unsigned char)at[0] <= ' ' || (unsigned char)stop[-1] <= ' ')) f = trim(at, stop);
    bool blank_line = *stop == CSV_LF && f.len == 0 && b->n_fields == b->open.first;
    if (!blank_line) b->field[b->n_fields++] = f;
    if (*stop == CSV_LF) sw_batch_end_row(CSV_LF, b);
}

void sw_batch_split(struct batch *b, const char *at, size_t len)
{
    const char *field = at, *end = at + len;
    for (; end - at >= 8; at += 8) {
        uint64_t word = eight_bytes(at), stops = where_equal(word, CSV_COMMA) | where_equal(word, CSV_LF);
        for (; stops; stops &= stops - 1) {
            const char *stop = at + __builtin_ctzll(stops) / 8;
            end_field(b, field, stop);
            field = stop + 1;
        }
    }
    for (; at < end; at++) {
        if (*at != CSV_COMMA && *at != CSV_LF) continue;
        end_field(b, field, at);
        field = at + 1;
    }
}
