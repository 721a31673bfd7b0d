/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bits.c - sets of heartbeat ranks, in which the next member is found by words of 64, and by words of words.
 * bits_put() and bits_next(), which are asked most, stand in bits.h. */
#include "lib/base/bits.h"
#include "lib/base/arena.h"

void bits_start(struct bits *b, uint32_t n)
{
    uint32_t words = (n + 63) / 64;
    *b = (struct bits){ .n = n,
                        .word = xcalloc(words + 1, sizeof *b->word),
                        .some = xcalloc(words / 64 + 1, sizeof *b->some) };
}

void bits_grow(struct bits *b, uint32_t n)
{
    /* n 0: nothing was allocated yet. */
    uint32_t before = (b->n + 63) / 64, words = (n + 63) / 64;
    b->word = xgrow(b->word, b->n ? before + 1 : 0, words + 1, sizeof *b->word);
    b->some = xgrow(b->some, b->n ? before / 64 + 1 : 0, words / 64 + 1, sizeof *b->some);
    b->n = n;
}

/* The first word from this one on that has a bit, by b->some; how many there are where none has. */
static uint32_t next_word(const struct bits *b, uint32_t from)
{
    uint32_t end = (b->n + 63) / 64, s = from >> 6;
    if (from >= end)
        return end;
    /* Bits below `from` are masked off in the first word alone. */
    uint64_t w = b->some[s] & ~UINT64_C(0) << (from & 63);
    while (!w && (++s << 6) < end)
        w = b->some[s];
    return w ? (s << 6) + (uint32_t)__builtin_ctzll(w) : end;
}

uint32_t bits_next_word(const struct bits *b, uint32_t from)
{
    uint32_t i = next_word(b, from);
    return i < (b->n + 63) / 64 ? (i << 6) + (uint32_t)__builtin_ctzll(b->word[i]) : NONE;
}

/* By insertion: for a few that is fastest. */
static void sort_few(uint32_t *number, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        uint32_t own = number[i], k = i;
        for (; k > 0 && number[k - 1] > own; k--)
            number[k] = number[k - 1];
        number[k] = own;
    }
}

/* Put into the set, and read from it word by word. Mostly there are two. */
void bits_sort(struct bits *b, uint32_t *number, uint32_t n)
{
    enum { FEW = 6 };
    if (n <= FEW) {
        sort_few(number, n);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        bit_set(b->word, number[i]);
        bit_set(b->some, number[i] >> 6);
    }
    /* Each set bit in order; the words are 0 again behind it. */
    for (uint32_t s = 0, k = 0; k < n; s++) {
        for (uint64_t some = b->some[s]; some; some &= some - 1) {
            uint32_t w = s << 6 | (uint32_t)__builtin_ctzll(some);
            for (uint64_t left = b->word[w]; left; left &= left - 1)
                number[k++] = w << 6 | (uint32_t)__builtin_ctzll(left);
            b->word[w] = 0;
        }
        b->some[s] = 0;
    }
}
