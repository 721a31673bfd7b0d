/* SPDX-License-Identifier: GPL-3.0-or-later */
/* minmax.h - the lesser and the greater of two numbers, a pair for each type, and a sum with a bound.
 * For double there are fmin() and fmax().
 *
 * The type is in the name, for a macro would compare a negative number with an unsigned one and say nothing. */
#ifndef LIB_BASE_MINMAX_H
#define LIB_BASE_MINMAX_H
#include <stddef.h>
#include <stdint.h>

static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline uint64_t min_u64(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t max_u64(uint64_t a, uint64_t b) { return a > b ? a : b; }
static inline uint32_t min_u32(uint32_t a, uint32_t b) { return a < b ? a : b; }
static inline uint32_t max_u32(uint32_t a, uint32_t b) { return a > b ? a : b; }
static inline size_t min_size(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t max_size(size_t a, size_t b) { return a > b ? a : b; }

/* -1, 0 or 1, as qsort() has it. Of several keys each stands behind ?: of the one before it. */
#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Their sum, at most INT64_MAX. Neither is negative. */
static inline int64_t sum_i64(int64_t a, int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }

/* The first place from lo on, before hi, of which `before` is not true; hi: it is true of all. Behind it it is true of
 * none. */
#define FIRST_NOT(place, lo, hi, before)                                                                               \
    ({                                                                                                                 \
        size_t lo_ = (lo), hi_ = (hi);                                                                                 \
        while (lo_ < hi_) {                                                                                            \
            size_t place = lo_ + (hi_ - lo_) / 2;                                                                      \
            if (before)                                                                                                \
                lo_ = place + 1;                                                                                       \
            else                                                                                                       \
                hi_ = place;                                                                                           \
        }                                                                                                              \
        lo_;                                                                                                           \
    })
#endif
