/* SPDX-License-Identifier: GPL-3.0-or-later */
/* siphash.c - SipHash-2-4: two rounds a word of eight bytes, little end first, and four at the end. */
#include "lib/trace/stream/siphash.h"

struct state { uint64_t v0, v1, v2, v3; };

static uint64_t rotate(uint64_t x, int b) { return x << b | x >> (64 - b); }

static void rounds(struct state *s, int n)
{
    for (; n > 0; n--) {
        s->v0 += s->v1;
        s->v2 += s->v3;
        s->v1 = rotate(s->v1, 13) ^ s->v0;
        s->v3 = rotate(s->v3, 16) ^ s->v2;
        s->v0 = rotate(s->v0, 32);
        s->v2 += s->v1;
        s->v0 += s->v3;
        s->v1 = rotate(s->v1, 17) ^ s->v2;
        s->v3 = rotate(s->v3, 21) ^ s->v0;
        s->v2 = rotate(s->v2, 32);
    }
}

static void take_word(struct state *s, uint64_t word)
{
    s->v3 ^= word;
    rounds(s, 2);
    s->v0 ^= word;
}

static uint64_t word_at(const unsigned char *at, size_t n)
{
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++)
        word |= (uint64_t)at[i] << (8 * i);
    return word;
}

uint64_t siphash(struct siphash_key key, const void *data, size_t len)
{
    const unsigned char *at = data;
    struct state s = { key.k0 ^ UINT64_C(0x736f6d6570736575), key.k1 ^ UINT64_C(0x646f72616e646f6d),
                       key.k0 ^ UINT64_C(0x6c7967656e657261), key.k1 ^ UINT64_C(0x7465646279746573) };
    size_t left = len;
    for (; left >= 8; left -= 8, at += 8)
        take_word(&s, word_at(at, 8));
    take_word(&s, (uint64_t)len << 56 | word_at(at, left)); /* the last word carries the length's low byte */
    s.v2 ^= 0xff;
    rounds(&s, 4);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}
