/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draw.h - nodes that are drawn until they are different ones (B2). */
#ifndef LIB_SIM_LOCALITY_DRAW_H
#define LIB_SIM_LOCALITY_DRAW_H
#include <stdbool.h>
#include <stdint.h>
#include "lib/base/sw_chance.h"

static inline bool draw_has(const uint32_t *host, uint32_t n, uint32_t h)
{
    for (uint32_t i = 0; i < n; i++)
        if (host[i] == h)
            return true;
    return false;
}

/* A bit of 4,096 says that one of them may be the same; on as many nodes, that it is. */
static __attribute__((noinline)) void draw_many(struct sw_chance *c, uint32_t m, uint32_t from, uint32_t to,
                                                uint32_t *host)
{
    uint64_t seen[64] = { 0 };
    for (uint32_t k = 0; k < to; k++) {
        uint64_t *word, bit;
        do {
            if (k >= from)
                host[k] = (uint32_t)sw_chance_below(c, m);
            word = &seen[host[k] >> 6 & 63];
            bit = UINT64_C(1) << (host[k] & 63);
        } while (k >= from && (*word & bit) && (m <= 4096 || draw_has(host, k, host[k])));
        *word |= bit;
    }
}

/* host[from..to-1]: nodes below m that none before them is. */
static inline void draw_different(struct sw_chance *c, uint32_t m, uint32_t from, uint32_t to, uint32_t *host)
{
    enum { FEW = 16 };
    if (to > FEW) {
        draw_many(c, m, from, to, host);
        return;
    }
    for (uint32_t k = from; k < to; k++)
        do
            host[k] = (uint32_t)sw_chance_below(c, m);
        while (draw_has(host, k, host[k]));
}
#endif
