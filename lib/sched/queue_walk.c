/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue_walk.c - walks through the scheduling queue, and questions about its order. queue.h has the outline. */
#include "lib/sched/queue_rank.h"
#include <limits.h>

struct sw_queue_entry *sw_queue_first(const struct sw_queue *list)
{
    const tnode *nd = list->root;
    while (nd) {
        int cell = first_of_all(nd);
        if (nd->fact[IS_STAGE] & bit(cell))
            return nd->item[cell];
        nd = nd->below[cell];
    }
    return NULL;
}

bool sw_queue_is_first(const struct sw_queue *list, const struct sw_queue_entry *item)
{
    int cell = (int)item->cell;
    for (const tnode *nd = item->leaf; is_first_in(nd, cell); nd = above(nd, &cell))
        if (!nd->up && nd->list == list)
            return true;
    return false;
}

void sw_queue_earliest(const struct sw_queue *list, int64_t *tie_us, uint64_t *tie)
{
    const struct sw_queue_entry *owner = list->owner;
    const struct tie *first = owner && owner->leaf ? &owner->leaf->earliest[owner->cell] : earliest_in(list->root);
    assert(!tie_before(first, earliest_in(list->root)) && !tie_before(earliest_in(list->root), first));
    *tie_us = first->us;
    *tie = first->number;
}

static struct sw_queue_entry *walk(const tnode *nd, sw_queue_visit *visit, void *ctx)
{
    struct sw_queue_entry *found = NULL;
    for (mask32 left = nd ? nd->taken : 0; left && !found; ) {
        int cell = take_first(nd, &left);
        if (!(nd->fact[IS_STAGE] & bit(cell)))
            found = walk(nd->below[cell], visit, ctx);
        else if (visit(ctx, nd->item[cell]))
            found = nd->item[cell];
    }
    return found;
}

struct sw_queue_entry *sw_queue_walk(const struct sw_queue *list, sw_queue_visit *visit, void *ctx)
{
    return walk(list->root, visit, ctx);
}

/* Of an inner tree node, the entry before the first whose key is behind: it may have some below. */
static int first_behind(const tnode *nd, const struct sw_key *key)
{
    const int more = !nd->is_leaf;
    int i = 0;
    while (i + more < nd->n && key_cmp(nd, nd->cell[i + more], key) <= 0)
        i++;
    return i;
}

static struct sw_queue_entry *walk_behind(tnode *nd, const struct sw_key *key, sw_queue_visit *visit, void *ctx)
{
    struct sw_queue_entry *found = NULL;
    queue_move_to_places(nd);
    for (int i = first_behind(nd, key); i < nd->n && !found; i++) {
        int cell = nd->cell[i];
        if (!nd->is_leaf)
            found = walk_behind(nd->below[cell], key, visit, ctx);
        else if (!(nd->fact[IS_STAGE] & bit(cell)))
            found = walk(nd->below[cell], visit, ctx);
        else if (visit(ctx, nd->item[cell]))
            found = nd->item[cell];
    }
    return found;
}

struct sw_queue_entry *sw_queue_walk_behind(struct sw_queue *list, const struct sw_key *key, sw_queue_visit *visit,
                                            void *ctx)
{
    return list->root ? walk_behind(list->root, key, visit, ctx) : NULL;
}

/* A dense column decides for a stage that has one. Its location filter is not read. */
static inline mask32 has_column(const tnode *nd, int cell, const struct sw_location *near)
{
    unsigned column = nd->dense_column[cell] - 1U;
    return near->dense[column / 64] >> column % 64 & 1;
}

/* Of eight cells from this one on: those whose word has the bit. */
static inline mask32 eight_with(const uint64_t *word, int cell, uint32_t bit_of_word)
{
    mask32 with = 0;
#ifdef __SSE2__
    const __m128i to_top = _mm_cvtsi32_si128(63 - (int)bit_of_word);
    for (int k = 0; k < 8; k += 2) {
        const __m128i two = _mm_sll_epi64(_mm_loadu_si128((const __m128i *)(word + cell + k)), to_top);
        with |= (mask32)_mm_movemask_pd(_mm_castsi128_pd(two)) << k;
    }
#else
    for (int k = 0; k < 8; k++)
        with |= (mask32)(word[cell + k] >> bit_of_word & 1) << k;
#endif
    return with << cell;
}

/* The cells whose location filter has the bit, and perhaps some that are free or no stage's. One word of each is
 * asked, and they lie side by side: of a full leaf four lines of the cache. */
static inline mask32 filters_with(const tnode *nd, uint32_t bit_of_filter)
{
    const uint64_t *word = nd->location[bit_of_filter / 64];
    mask32 with = 0;
    for (int cell = 0, end = FAN - __builtin_clz(nd->taken); cell < end; cell += 8)
        with |= eight_with(word, cell, bit_of_filter % 64);
    return with;
}

/* Of these cells those whose filter has the place's second bit. */
static inline mask32 second_too(const tnode *nd, mask32 cells, uint32_t place)
{
    const uint32_t second = sw_location_second(place);
    mask32 with = 0;
    for (mask32 left = cells; left; ) {
        int cell = pop_lowest(&left);
        with |= (mask32)(nd->location[second / 64][cell] >> second % 64 & 1) << cell;
    }
    return with;
}

static inline mask32 cells_with_first(const tnode *nd, const struct sw_location *near)
{
    return filters_with(nd, sw_location_first(near->place)) & nd->taken;
}

/* Of those the ones that a walk visits. A dense column decides for a stage that has one. */
static inline mask32 cells_with(const tnode *nd, const struct sw_location *near, mask32 first)
{
    mask32 with = second_too(nd, first & ~nd->with_dense, near->place);
    for (mask32 left = nd->with_dense; left; ) {
        int cell = pop_lowest(&left);
        with |= has_column(nd, cell, near) << cell;
    }
    return with;
}

static inline bool no_column_is_there(const tnode *nd, const struct sw_location *near)
{
    return nd->with_dense == nd->taken && !((nd->dense[0] & near->dense[0]) | (nd->dense[1] & near->dense[1]));
}

static struct sw_queue_entry *walk_near(tnode *nd, struct sw_location *near, sw_queue_visit *visit, void *ctx);

static inline struct sw_queue_entry *visit_near(tnode *nd, int cell, struct sw_location *near,
                                                sw_queue_visit *visit, void *ctx)
{
    if (!(nd->fact[IS_STAGE] & bit(cell)))
        return walk_near(nd->below[cell], near, visit, ctx);
    return visit(ctx, nd->item[cell]) ? nd->item[cell] : NULL;
}

static inline mask32 places_of(const tnode *nd, mask32 cells)
{
    mask32 places = 0;
    while (cells)
        places |= bit(nd->node_rank[pop_lowest(&cells)]);
    return places;
}

/* Nothing below has the bit, so no walk for it goes there again until something comes. */
static inline void clear_above(const tnode *nd, uint32_t bit_of_filter)
{
    if (nd->up)
        nd->up->location[bit_of_filter / 64][nd->cell_above] &= ~(UINT64_C(1) << bit_of_filter % 64);
}

static inline mask32 places_near(tnode *nd, const struct sw_location *near)
{
    if (nd->is_leaf && !nd->fact[IS_STAGE])
        return bits_below(nd->n);
    mask32 first = cells_with_first(nd, near);
    if (!first)
        clear_above(nd, sw_location_first(near->place));
    mask32 with = cells_with(nd, near, first);
    if (!with && nd->is_leaf && nd->up && nd->gone > nd->n / 4) /* read in vain, as most of the next times */
        sum_locations(nd);
    return places_of(nd, with);
}

static inline struct sw_queue_entry *walk_places_near(tnode *nd, struct sw_location *near, sw_queue_visit *visit,
                                                      void *ctx)
{
    struct sw_queue_entry *found = NULL;
    for (mask32 left = places_near(nd, near); left && near->nodes && !found; )
        found = visit_near(nd, nd->cell[pop_lowest(&left)], near, visit, ctx);
    return found;
}

/* These cells, and the first of them in order, if there are any. */
struct with { mask32 cells; int first; };

enum { WITHOUT = 1 << 24 }; /* added to a rank and its cell */

/* Every stage has a dense column, and no filter is asked. */
static inline struct with columns_near(const tnode *nd, const struct sw_location *near)
{
    struct with with = { 0 };
    int least = INT_MAX;
    for (mask32 left = nd->taken; left; ) {
        int cell = pop_lowest(&left);
        mask32 has = has_column(nd, cell, near);
        int own = nd->node_rank[cell] * FAN + cell + (int)(has ^ 1) * WITHOUT;
        with.cells |= has << cell;
        least = own < least ? own : least;
    }
    with.first = least % FAN;
    return with;
}

static inline struct sw_queue_entry *walk_short_near(tnode *nd, struct sw_location *near, sw_queue_visit *visit,
                                                     void *ctx)
{
    struct with with = { nd->taken, 0 };
    if (nd->with_dense == nd->taken)
        with = columns_near(nd, near);
    else if (nd->fact[IS_STAGE] && (with.cells = cells_with(nd, near, cells_with_first(nd, near))))
        with.first = first_cell(nd, with.cells);
    else if (!nd->fact[IS_STAGE])
        with.first = first_of_all(nd);
    while (with.cells && near->nodes) {
        struct sw_queue_entry *found = visit_near(nd, with.first, near, visit, ctx);
        if (found)
            return found;
        with.cells &= ~bit(with.first);
        if (with.cells)
            with.first = first_cell(nd, with.cells);
    }
    return NULL;
}

static struct sw_queue_entry *walk_near(tnode *nd, struct sw_location *near, sw_queue_visit *visit, void *ctx)
{
    if (!near->nodes)
        return NULL;
    near->nodes--;
    if (no_column_is_there(nd, near))
        return NULL;
    return nd->moves_until_packed ? walk_places_near(nd, near, visit, ctx) : walk_short_near(nd, near, visit, ctx);
}

struct sw_queue_entry *sw_queue_walk_local(const struct sw_queue *list, struct sw_location *near, sw_queue_visit *visit,
                                           void *ctx)
{
    return list->root ? walk_near(list->root, near, visit, ctx) : NULL;
}

bool sw_queue_holds(const struct sw_queue *top, const struct sw_queue_entry *item)
{
    while (item && item->leaf && item->leaf->list != top)
        item = item->leaf->list->owner;
    return item && item->leaf;
}

static int above_pools(const struct sw_queue *list)
{
    int depth = 0;
    for (; list->owner && list->owner->leaf; list = list->owner->leaf->list)
        depth++;
    return depth;
}

bool sw_queue_before(const struct sw_queue_entry *a, const struct sw_queue_entry *b)
{
    int da = above_pools(a->leaf->list), db = above_pools(b->leaf->list);
    for (; da > db; da--)
        a = a->leaf->list->owner;
    for (; db > da; db--)
        b = b->leaf->list->owner;
    while (a->leaf->list != b->leaf->list) {
        a = a->leaf->list->owner;
        b = b->leaf->list->owner;
    }
    if (a->leaf == b->leaf)
        return a->leaf->node_rank[a->cell] < a->leaf->node_rank[b->cell];
    const struct sw_key of_a = sw_queue_key(a), of_b = sw_queue_key(b);
    return sw_key_cmp(&of_a, &of_b) < 0;
}

/* ---- the invariants ------------------------------------------------------------------------- */

/* The cell's bits are right. An operation that is not pending is a stage's own record, or none. */
static inline __attribute__((unused)) bool holds_what_it_says(const tnode *nd, int cell)
{
    const struct sw_queue_op own = op_in(nd, cell), *op = &own;
    bool pending = nd->pending & bit(cell), is_stage = nd->fact[IS_STAGE] & bit(cell);
    if (is_stage)
        return !pending;
    return pending
           || (op->set == SW_WAITING_UNCHANGED && op->skipped_us < 0 && !op->add[0] && !op->add[1]);
}

/* A cell's rank is what its kind of rank says. */
static inline __attribute__((unused)) bool stands_right(const tnode *nd, int cell, int place)
{
    int own = nd->node_rank[cell];
    if (nd->cell[own % FAN] != cell)
        return false;
    return nd->moves_until_packed ? own == place : !nd->odd && !nd->up && own / FAN == nd->num[cell] - nd->packed_base;
}

static inline void check_entry(const tnode *nd, int cell, const struct sw_key *key)
{
    const struct sw_queue_entry *item = nd->item[cell];
    assert(item->leaf == nd && (int)item->cell == cell);
    assert(item->inner ? !(nd->with_dense & bit(cell)) : nd->dense_column[cell] == item->dense);
    assert(item->inner || (nd->with_dense >> cell & 1) == (item->dense > 0));
    assert(!item->dense || nd->dense[(item->dense - 1) / 64] >> (item->dense - 1) % 64 & 1);
    assert((nd->odd >> cell & 1) == (key->rank != nd->rank || key->den != nd->den));
    assert(!item->inner || nd->below[cell] == item->inner->root);
    if (item->inner)
        sw_queue_check(item->inner);
    (void)key;
}

/* Of a tree node below. */
static inline __attribute__((unused)) bool has_locations(const tnode *nd, int cell)
{
    uint64_t missing = 0;
    for (mask32 left = nd->below[cell]->taken; left; ) {
        int c = pop_lowest(&left);
        for (int w = 0; w < SW_LOCATION_BITS / 64; w++)
            missing |= nd->below[cell]->location[w][c] & ~nd->location[w][cell];
    }
    return !missing;
}

static size_t check(const tnode *nd)
{
    size_t n = 0;
    int place = 0, before = -1;
    assert(nd->n == __builtin_popcount(nd->taken) && cells_before(nd, NOWHERE) == nd->taken);
    for (mask32 left = nd->taken; left; place++) {
        int cell = take_first(nd, &left);
        const struct sw_key key = key_in(nd, cell);
        assert(stands_right(nd, cell, place) && holds_what_it_says(nd, cell));
        assert(before < 0 || key_cmp(nd, before, &key) < 0);
        before = cell;
        if (nd->is_leaf) {
            check_entry(nd, cell, &key);
            n++;
        } else {
            const tnode *down = nd->below[cell];
            assert(down->up == nd && down->cell_above == cell && !key_cmp(down, down->cell[0], &key));
            assert(has_locations(nd, cell));
            n += check(down);
        }
    }
    (void)before;
    return n;
}

void sw_queue_check(const struct sw_queue *list)
{
    queue_settle(list->pool);
    size_t n = list->root ? check(list->root) : 0;
    assert(n == list->n);
    for (mask32 left = n && list->pool->lazy && !list->owner ? list->root->taken : 0; left; ) {
        int cell = pop_lowest(&left);
        assert(!(list->root->fact[NOT_WAITING] & bit(cell))
               || list->root->due[0][cell].rack >= list->low_us - list->as_of_us);
        assert(!(list->root->fact[WAITING] & bit(cell)) || list->root->due[1][cell].rack >= list->low_us);
        (void)cell;
    }
    (void)n;
}
