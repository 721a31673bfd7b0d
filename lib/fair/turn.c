/* SPDX-License-Identifier: GPL-3.0-or-later */
/* turn.c - whole slots one at a time, in the order of Hadoop's fair scheduler (docs/model.md O4).
 *
 * From an empty cluster and with nothing ending, all pools reach e before any goes past it. Which child a parent's
 * next slot goes to depends only on how many its children have. So each set of siblings is dealt with alone, in two
 * or three rounds. A round takes the least of the keys k / weight, k = running .. limit - 1, of all pools. A pool's
 * keys rise, so any state in which no pool has more than it ends with leads to the same end. So most slots are
 * counted in one go, and a heap deals the last few. */
#include <math.h>
#include "slotwise/sw_fair.h"

/* running / weight compared without division. A weight is whole: millionths, or the slots of a minimum. */
static bool turn_before(const struct sw_turn *a, const struct sw_turn *b)
{
    __int128 left = (__int128)a->running * b->weight, right = (__int128)b->running * a->weight;
    return left != right ? left < right : a->rank < b->rank;
}

/* The heap has the pool whose turn it is on top. */
static void sift(const struct sw_turn *turn, uint32_t *heap, size_t n, size_t at)
{
    uint32_t moving = heap[at];
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && turn_before(&turn[heap[child + 1]], &turn[heap[child]]))
            child++;
        if (!turn_before(&turn[heap[child]], &turn[moving]))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moving;
}

/* Deals `slots` one by one. */
static void deal_each(struct sw_turn *turn, uint32_t *heap, size_t n, __int128 slots)
{
    size_t n_heap = 0;
    for (size_t i = 0; i < n; i++)
        if (turn[i].running < turn[i].limit)
            heap[n_heap++] = (uint32_t)i;
    for (size_t i = n_heap / 2; i-- > 0;)
        sift(turn, heap, n_heap, i);
    for (; slots > 0 && n_heap > 0; slots--) {
        struct sw_turn *next = &turn[heap[0]];
        if (++next->running == next->limit)
            heap[0] = heap[--n_heap];
        if (n_heap > 0)
            sift(turn, heap, n_heap, 0);
    }
}

/* How many slots pool t has when all keys below `level` are taken; the factor outweighs the rounding of the product. */
static int64_t reached(const struct sw_turn *t, double level, double factor)
{
    double n = ceil((double)t->weight * level * factor);
    if (n >= (double)t->limit)
        return t->limit;
    return n > (double)t->running ? (int64_t)n : t->running;
}

/* A product of two doubles is off by less than a part in 10^15. */
static const double above_rounding = 1 + 1e-14, below_rounding = 1 - 1e-14;

/* So many slots are dealt when all keys below `level` are taken, counted too high rather than too low. */
static __int128 dealt_below(const struct sw_turn *turn, size_t n, double level)
{
    __int128 sum = 0;
    for (size_t i = 0; i < n; i++)
        if (turn[i].limit > turn[i].running)
            sum += reached(&turn[i], level, above_rounding) - turn[i].running;
    return sum;
}

/* Takes all keys below the highest level at which they surely are among the first `slots`; the count taken. */
static __int128 deal_many(struct sw_turn *turn, size_t n, __int128 slots)
{
    double low = 0, high = 0;
    for (size_t i = 0; i < n; i++)
        /* No key is above the greatest limit / weight. */
        high = fmax(high, (double)turn[i].limit / (double)turn[i].weight);
    /* Until the halves cannot be told apart as doubles. */
    for (double mid; mid = low + (high - low) / 2, mid > low && mid < high;)
        if (dealt_below(turn, n, mid) <= slots)
            low = mid;
        else
            high = mid;
    __int128 taken = 0;
    for (size_t i = 0; i < n; i++) {
        if (turn[i].limit <= turn[i].running)
            continue;
        /* Counted too low rather than too high: deal_each() deals the rest in order. */
        int64_t to = reached(&turn[i], low, below_rounding);
        taken += to - turn[i].running;
        turn[i].running = to;
    }
    return taken;
}

/* One round; returns the slots that are left. Counting costs some 60 looks at each pool. */
static __int128 deal(struct sw_turn *turn, uint32_t *heap, size_t n, __int128 slots)
{
    __int128 wanted = 0;
    for (size_t i = 0; i < n; i++)
        wanted += turn[i].limit > turn[i].running ? turn[i].limit - turn[i].running : 0;
    __int128 dealt = slots < wanted ? slots : wanted, left = dealt;
    /* Below that the heap is cheaper. */
    if (dealt > 64 * (__int128)n)
        left -= deal_many(turn, n, dealt);
    deal_each(turn, heap, n, left);
    return slots - dealt;
}

/* Up to e by running / e; then by running / weight; then, as equals, the pools of weight 0. */
enum round { BELOW_MIN, BY_WEIGHT, WITHOUT_WEIGHT, N_ROUNDS };

static void set_round(struct sw_turn *t, enum round round, const struct sw_claim *claim,
                      const struct sw_fair_share *share)
{
    int64_t e = (int64_t)fmin(claim->min_slots, share->demand_slots);
    bool mine = round == BELOW_MIN || (claim->weight == 0) == (round == WITHOUT_WEIGHT);
    /* A pool that is not in this round has its limit where it stands. */
    t->limit = round == BELOW_MIN ? e : mine ? (int64_t)share->demand_slots : t->running;
    t->weight = round == BELOW_MIN ? (e > 0 ? e : 1) : claim->weight > 0 ? llround(claim->weight * 1e6) : 1;
}

/* p: a pool, or n for the top. whole[]: slots of each pool. */
static void deal_level(const struct sw_fair_tree *tree, size_t p, int64_t total, const struct sw_claim *claim,
                       const struct sw_fair_share *share, const uint32_t *rank, struct sw_fair_space *space,
                       int64_t *whole)
{
    const uint32_t *pool = tree->order + tree->first[p];
    size_t n = tree->n_children[p];
    __int128 left = total;
    for (size_t c = 0; c < n; c++)
        /* rank NULL: ties by input order. */
        space->turn[c] = (struct sw_turn){ .rank = rank ? rank[pool[c]] : pool[c] };
    for (int round = 0; round < N_ROUNDS; round++) {
        for (size_t c = 0; c < n; c++)
            set_round(&space->turn[c], round, &claim[pool[c]], &share[pool[c]]);
        left = deal(space->turn, space->heap, n, left);
    }
    for (size_t c = 0; c < n; c++)
        whole[pool[c]] = space->turn[c].running;
}

int sw_fair_in_turn(const struct sw_fair_tree *tree, const struct sw_claim *claim, const struct sw_fair_share *share,
                    const uint32_t *rank, double total_slots, struct sw_fair_space *space, int64_t *whole_slots,
                    struct sw_err *err)
{
    if (sw_fair_reserve(space, tree->n, err) != SW_OK)
        return SW_FAIL;
    deal_level(tree, tree->n, (int64_t)total_slots, claim, share, rank, space, whole_slots);
    for (size_t k = 0; k < tree->n; k++) {
        size_t p = tree->order[k];
        deal_level(tree, p, whole_slots[p], claim, share, rank, space, whole_slots);
    }
    return SW_OK;
}
