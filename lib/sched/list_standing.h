/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_standing.h - who comes before whom in a node of the list of order, asked of all of its cells at once. list.h has the outline.
 *
 * With SSE2, which every x86-64 has, that is some twenty instructions and no branch; elsewhere a loop says it. */
#ifndef LIB_SCHED_LIST_STANDING_H
#define LIB_SCHED_LIST_STANDING_H
#include <assert.h>
#include "lib/sched/list.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

static inline some loop_cells_before(const node *nd, int16_t standing)
{
    some before = 0;
    for (int cell = 0; cell < FAN; cell++)
        before |= (some)(nd->standing[cell] < standing) << cell;
    return before;
}

static inline int16_t loop_least_standing(const node *nd, some of)
{
    int16_t first = NOWHERE;
    while (of) {
        int16_t own = nd->standing[next_of(&of)];
        first = own < first ? own : first;
    }
    return first;
}

#ifdef __SSE2__
_Static_assert(FAN == 32, "four vectors of eight");

static inline some cells_before(const node *nd, int16_t standing)
{
    const __m128i *of = (const __m128i *)nd->standing, than = _mm_set1_epi16(standing);
    __m128i low = _mm_packs_epi16(_mm_cmplt_epi16(of[0], than), _mm_cmplt_epi16(of[1], than));
    __m128i high = _mm_packs_epi16(_mm_cmplt_epi16(of[2], than), _mm_cmplt_epi16(of[3], than));
    some before = (some)_mm_movemask_epi8(low) | (some)_mm_movemask_epi8(high) << 16;
    assert(before == loop_cells_before(nd, standing));
    return before;
}

static inline int16_t least_of_eight(__m128i m)
{
    m = _mm_min_epi16(m, _mm_shuffle_epi32(m, _MM_SHUFFLE(1, 0, 3, 2)));
    m = _mm_min_epi16(m, _mm_shuffle_epi32(m, _MM_SHUFFLE(2, 3, 0, 1)));
    m = _mm_min_epi16(m, _mm_srli_epi32(m, 16));
    return (int16_t)_mm_extract_epi16(m, 0);
}

/* Of eight cells those that are in `of`, the others being nowhere. */
static inline __m128i standings_in(__m128i standing, __m128i of, __m128i bits)
{
    __m128i out = _mm_cmpeq_epi16(_mm_and_si128(of, bits), _mm_setzero_si128());
    return _mm_or_si128(standing, _mm_srli_epi16(out, 1));
}

static inline int16_t least_standing(const node *nd, some of)
{
    const __m128i *at = (const __m128i *)nd->standing, low = _mm_set1_epi16((int16_t)of), high = _mm_set1_epi16((int16_t)(of >> 16));
    const __m128i first_8 = _mm_set_epi16(128, 64, 32, 16, 8, 4, 2, 1), next_8 = _mm_slli_epi16(first_8, 8);
    __m128i m = _mm_min_epi16(standings_in(at[0], low, first_8), standings_in(at[1], low, next_8));
    m = _mm_min_epi16(m, _mm_min_epi16(standings_in(at[2], high, first_8), standings_in(at[3], high, next_8)));
    int16_t least = least_of_eight(m);
    assert(least == loop_least_standing(nd, of));
    return least;
}

static inline int16_t least_of_all(const node *nd)
{
    const __m128i *at = (const __m128i *)nd->standing;
    return least_of_eight(_mm_min_epi16(_mm_min_epi16(at[0], at[1]), _mm_min_epi16(at[2], at[3])));
}
#else
static inline some cells_before(const node *nd, int16_t standing) { return loop_cells_before(nd, standing); }
static inline int16_t least_standing(const node *nd, some of) { return loop_least_standing(nd, of); }
static inline int16_t least_of_all(const node *nd) { return loop_least_standing(nd, nd->taken); }
#endif

static inline int first_of_all(const node *nd)
{
    return nd->cell[least_of_all(nd) % FAN];
}

/* The first of some, who are not none. */
static inline int first_cell(const node *nd, some of)
{
    return of & (of - 1) ? nd->cell[least_standing(nd, of) % FAN] : __builtin_ctz(of);
}

/* Likewise; it leaves them. */
static inline int take_first(const node *nd, some *of)
{
    int cell = first_cell(nd, *of);
    *of &= ~bit(cell);
    return cell;
}

/* Whether nobody in the node comes before the cell. Many lists hold one. */
static inline bool is_first_in(const node *nd, int cell)
{
    return nd->n == 1 || (nd->till_short ? !nd->standing[cell] : !cells_before(nd, nd->standing[cell]));
}

static inline void stand_at(node *nd, int place, int cell)
{
    nd->cell[place] = (uint8_t)cell;
    nd->standing[cell] = (int16_t)place;
}
#endif
