/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bits.h - sets of numbers below n: a bit each, and a bit for each word that is not 0. */
#ifndef LIB_BASE_BITS_H
#define LIB_BASE_BITS_H
#include <stdbool.h>
#include <stdint.h>

#define NONE UINT32_MAX

static inline bool bit_get(const uint64_t *w, uint32_t i) { return w[i >> 6] >> (i & 63) & 1; }
static inline void bit_set(uint64_t *w, uint32_t i) { w[i >> 6] |= UINT64_C(1) << (i & 63); }

struct bits { uint64_t *word, *some; uint32_t n, count; };
void bits_start(struct bits *b, uint32_t n);
void bits_grow(struct bits *b, uint32_t n); /* numbers below n; the members stay */
/* n different ones that may be members: ascending; the set stays empty */
void bits_sort(struct bits *empty, uint32_t *number, uint32_t n);
uint32_t bits_next_word(const struct bits *b, uint32_t from); /* the first member in word `from` or behind it; NONE */

static inline void bits_put(struct bits *b, uint32_t i, bool on)
{
    uint64_t *w = &b->word[i >> 6], *some = &b->some[i >> 12];
    if (bit_get(b->word, i) == on)
        return;
    *w ^= UINT64_C(1) << (i & 63);
    *some = (*some & ~(UINT64_C(1) << (i >> 6 & 63))) | (uint64_t)(*w != 0) << (i >> 6 & 63);
    b->count += on ? 1 : -1U;
}

/* The first member not below `from`; NONE when there is none. */
static inline uint32_t bits_next(const struct bits *b, uint32_t from)
{
    if (from >= b->n)
        return NONE;
    uint64_t w = b->word[from >> 6] & ~UINT64_C(0) << (from & 63);
    return w ? (from & ~63U) + (uint32_t)__builtin_ctzll(w) : bits_next_word(b, (from >> 6) + 1);
}
#endif
