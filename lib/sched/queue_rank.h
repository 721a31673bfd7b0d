/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue_rank.h - which entries of a tree node come before another, asked of all its cells at once. queue.h has the
 * outline.
 *
 * With SSE2, which every x86-64 has, that takes some twenty instructions and no branch. Elsewhere a loop does it. */
#ifndef LIB_SCHED_QUEUE_RANK_H
#define LIB_SCHED_QUEUE_RANK_H
#include <assert.h>
#include "lib/sched/queue.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

static inline mask32 loop_cells_before(const tnode *nd, int16_t rank)
{
    mask32 before = 0;
    for (int cell = 0; cell < FAN; cell++)
        before |= (mask32)(nd->node_rank[cell] < rank) << cell;
    return before;
}

static inline int16_t loop_least_rank(const tnode *nd, mask32 of)
{
    int16_t first = NOWHERE;
    while (of) {
        int16_t own = nd->node_rank[pop_lowest(&of)];
        first = own < first ? own : first;
    }
    return first;
}

#ifdef __SSE2__
_Static_assert(FAN == 32, "four vectors of eight");

static inline mask32 cells_before(const tnode *nd, int16_t rank)
{
    const __m128i *of = (const __m128i *)nd->node_rank, than = _mm_set1_epi16(rank);
    __m128i low = _mm_packs_epi16(_mm_cmplt_epi16(of[0], than), _mm_cmplt_epi16(of[1], than));
    __m128i high = _mm_packs_epi16(_mm_cmplt_epi16(of[2], than), _mm_cmplt_epi16(of[3], than));
    mask32 before = (mask32)_mm_movemask_epi8(low) | (mask32)_mm_movemask_epi8(high) << 16;
    assert(before == loop_cells_before(nd, rank));
    return before;
}

static inline int16_t least_of_eight(__m128i m)
{
    m = _mm_min_epi16(m, _mm_shuffle_epi32(m, _MM_SHUFFLE(1, 0, 3, 2)));
    m = _mm_min_epi16(m, _mm_shuffle_epi32(m, _MM_SHUFFLE(2, 3, 0, 1)));
    m = _mm_min_epi16(m, _mm_srli_epi32(m, 16));
    return (int16_t)_mm_extract_epi16(m, 0);
}

/* The ranks of eight cells; NOWHERE for those that are not in `of`. */
static inline __m128i ranks_in(__m128i rank, __m128i of, __m128i bits)
{
    __m128i out = _mm_cmpeq_epi16(_mm_and_si128(of, bits), _mm_setzero_si128());
    return _mm_or_si128(rank, _mm_srli_epi16(out, 1));
}

static inline int16_t least_rank(const tnode *nd, mask32 of)
{
    const __m128i *at = (const __m128i *)nd->node_rank, low = _mm_set1_epi16((int16_t)of),
                  high = _mm_set1_epi16((int16_t)(of >> 16));
    const __m128i first_8 = _mm_set_epi16(128, 64, 32, 16, 8, 4, 2, 1), next_8 = _mm_slli_epi16(first_8, 8);
    __m128i m = _mm_min_epi16(ranks_in(at[0], low, first_8), ranks_in(at[1], low, next_8));
    m = _mm_min_epi16(m, _mm_min_epi16(ranks_in(at[2], high, first_8), ranks_in(at[3], high, next_8)));
    int16_t least = least_of_eight(m);
    assert(least == loop_least_rank(nd, of));
    return least;
}

static inline int16_t least_of_all(const tnode *nd)
{
    const __m128i *at = (const __m128i *)nd->node_rank;
    return least_of_eight(_mm_min_epi16(_mm_min_epi16(at[0], at[1]), _mm_min_epi16(at[2], at[3])));
}
#else
static inline mask32 cells_before(const tnode *nd, int16_t rank) { return loop_cells_before(nd, rank); }
static inline int16_t least_rank(const tnode *nd, mask32 of) { return loop_least_rank(nd, of); }
static inline int16_t least_of_all(const tnode *nd) { return loop_least_rank(nd, nd->taken); }
#endif

static inline int first_of_all(const tnode *nd)
{
    return nd->cell[least_of_all(nd) % FAN];
}

/* The first of some cells, at least one. */
static inline int first_cell(const tnode *nd, mask32 of)
{
    return of & (of - 1) ? nd->cell[least_rank(nd, of) % FAN] : __builtin_ctz(of);
}

/* Removes the first of some cells, and returns it. */
static inline int take_first(const tnode *nd, mask32 *of)
{
    int cell = first_cell(nd, *of);
    *of &= ~bit(cell);
    return cell;
}

/* Whether the cell is the first of its tree node. Many queues hold one entry. */
static inline bool is_first_in(const tnode *nd, int cell)
{
    return nd->n == 1 || (nd->moves_until_packed ? !nd->node_rank[cell] : !cells_before(nd, nd->node_rank[cell]));
}

static inline void stand_at(tnode *nd, int place, int cell)
{
    nd->cell[place] = (uint8_t)cell;
    nd->node_rank[cell] = (int16_t)place;
}
#endif
