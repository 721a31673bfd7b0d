/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree.c - shares in a hierarchy: demands go up, shares come down (docs/model.md S1; TR 3.1, appendix A). */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include "slotwise/sw_fair.h"

/* One block, cut up; what was in it need not be kept. */
static int reserve(struct sw_fair_tree *tree, size_t n, struct sw_err *err)
{
    /* One more than pools: the top is at n. */
    if (n < tree->cap)
        return SW_OK;
    size_t cap = n + n / 2 + 8;
    sw_fair_tree_clear(tree);
    tree->order = malloc(4 * cap * sizeof *tree->order);
    if (!tree->order)
        return sw_err_memory(err);
    tree->first = tree->order + cap;
    tree->n_children = tree->first + cap;
    tree->next = tree->n_children + cap;
    tree->cap = cap;
    return SW_OK;
}

/* Lists of children in input order: first[p] is the first of them, next[i] the one after i. */
static void link_children(struct sw_fair_tree *tree, const uint32_t *parent)
{
    size_t n = tree->n;
    for (size_t p = 0; p <= n; p++) {
        tree->first[p] = SW_FAIR_TOP;
        tree->n_children[p] = 0;
    }
    /* Backwards, so that the lists are in input order. */
    for (size_t i = n; i-- > 0;) {
        size_t p = parent[i] == SW_FAIR_TOP ? n : parent[i];
        assert(p <= n);
        tree->next[i] = tree->first[p];
        tree->first[p] = (uint32_t)i;
        tree->n_children[p]++;
    }
}

/* Turns the list of p's children into a run at the end of order[]; returns the new end. */
static size_t lay_out(struct sw_fair_tree *tree, size_t p, size_t end)
{
    uint32_t i = tree->first[p];
    tree->first[p] = (uint32_t)end;
    for (; i != SW_FAIR_TOP; i = tree->next[i])
        tree->order[end++] = i;
    return end;
}

/* The first pool in input order from which the way up leads back to it. There is one: lay_out() did not reach all
 * pools. */
static uint32_t find_loop(const struct sw_fair_tree *tree, const uint32_t *parent)
{
    for (size_t i = 0; i < tree->n; i++) {
        uint32_t at = parent[i];
        for (size_t steps = 0; steps < tree->n && at != SW_FAIR_TOP && at != i; steps++)
            at = parent[at];
        if (at == i)
            return (uint32_t)i;
    }
    return SW_FAIR_TOP;
}

/* order[]: level by level, children of a pool behind one another. Pools in a loop are never reached. */
int sw_fair_tree_set(struct sw_fair_tree *tree, const uint32_t *parent, size_t n, uint32_t *looped, struct sw_err *err)
{
    *looped = SW_FAIR_TOP;
    if (reserve(tree, n, err) != SW_OK)
        return SW_FAIL;
    tree->n = n;
    link_children(tree, parent);
    size_t end = lay_out(tree, n, 0);
    for (size_t k = 0; k < end; k++)
        end = lay_out(tree, tree->order[k], end);
    if (end == n)
        return SW_OK;
    *looped = find_loop(tree, parent);
    return sw_err_set(err, "pool %zu is among its own ancestors", (size_t)*looped);
}

void sw_fair_tree_clear(struct sw_fair_tree *tree)
{
    free(tree->order);
    *tree = (struct sw_fair_tree){ 0 };
}

/* Claims in the order of the tree; an inner pool asks for what its children ask for, each cut to its maximum.
 * Claims are sorted as order[], so that siblings stand together for sw_fair_shares(). */
static void raise_demands(const struct sw_fair_tree *tree, const struct sw_claim *claim, struct sw_claim *sorted)
{
    for (size_t k = tree->n; k-- > 0;) {
        size_t p = tree->order[k], begin = tree->first[p], end = begin + tree->n_children[p];
        long double demand = 0;
        for (size_t c = begin; c < end; c++)
            demand += fmin(sorted[c].demand_slots, sorted[c].max_slots);
        sorted[k] = claim[p];
        if (begin < end)
            sorted[k].demand_slots = (double)demand;
    }
}

/* Divides what p has among its children. p: a pool, or n for the top. */
static int divide_among(const struct sw_fair_tree *tree, size_t p, double total_slots, enum sw_over_min over,
                        struct sw_fair_space *space, struct sw_fair_share *share, struct sw_fair_level *level,
                        struct sw_err *err)
{
    size_t begin = tree->first[p], n = tree->n_children[p];
    if (level)
        level[p] = (struct sw_fair_level){ .total_slots = total_slots };
    if (n == 0)
        return SW_OK;
    if (sw_fair_shares(space->claim + begin, n, total_slots, over, space, space->share + begin,
                       level ? &level[p] : NULL, err) != SW_OK)
        return SW_FAIL;
    for (size_t c = begin; c < begin + n; c++)
        share[tree->order[c]] = space->share[c];
    return SW_OK;
}

int sw_fair_tree_shares(const struct sw_fair_tree *tree, const struct sw_claim *claim, double total_slots,
                        enum sw_over_min over, struct sw_fair_space *space, struct sw_fair_share *share,
                        struct sw_fair_level *level, struct sw_err *err)
{
    if (sw_fair_reserve(space, tree->n, err) != SW_OK)
        return SW_FAIL;
    raise_demands(tree, claim, space->claim);
    if (divide_among(tree, tree->n, total_slots, over, space, share, level, err) != SW_OK)
        return SW_FAIL;
    /* Parents before children: a pool's own share is there when it is divided. */
    for (size_t k = 0; k < tree->n; k++) {
        size_t p = tree->order[k];
        if (divide_among(tree, p, share[p].share_slots, over, space, share, level, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* What YARN's ComputeFairShares makes of the claims: a pool that counts would take all there is. Y11.1: a pool
 * counts with a demand above 0, or with a child that counts. */
static void claim_all(const struct sw_fair_tree *tree, const struct sw_claim *claim, bool steady, double total_slots,
                      struct sw_fair_space *space)
{
    /* More than any division can give, so that demand never ends a share. */
    double most = total_slots;
    for (size_t i = 0; i < tree->n; i++)
        most += claim[i].min_slots;
    for (size_t k = tree->n; k-- > 0;) {
        size_t p = tree->order[k], begin = tree->first[p], end = begin + tree->n_children[p];
        bool asks = steady || (begin == end && claim[p].demand_slots > 0);
        for (size_t c = begin; c < end; c++)
            asks |= space->heap[c];
        space->heap[k] = asks;
        space->claim[k] = claim[p];
        /* Y11.3: a maximum below the minimum is raised to it. */
        space->claim[k].max_slots = fmax(claim[p].max_slots, claim[p].min_slots);
        /* Y11.3: a pool of weight 0 gets its minimum alone. */
        space->claim[k].demand_slots = !asks ? 0 : claim[p].weight > 0 ? most : claim[p].min_slots;
    }
}

int sw_fair_yarn_shares(const struct sw_fair_tree *tree, const struct sw_claim *claim, bool steady, double total_slots,
                        struct sw_fair_space *space, struct sw_fair_share *share, struct sw_err *err)
{
    if (sw_fair_reserve(space, tree->n, err) != SW_OK)
        return SW_FAIL;
    claim_all(tree, claim, steady, total_slots, space);
    if (divide_among(tree, tree->n, total_slots, SW_OVER_MIN_KEEP, space, share, NULL, err) != SW_OK)
        return SW_FAIL;
    for (size_t k = 0; k < tree->n; k++) {
        size_t p = tree->order[k];
        /* It asked for its minimum only, which is no demand. */
        if (claim[p].weight == 0 && space->heap[k])
            share[p].bound = claim[p].min_slots > 0 ? SW_BOUND_MIN : SW_BOUND_WEIGHT;
        if (divide_among(tree, p, share[p].share_slots, SW_OVER_MIN_KEEP, space, share, NULL, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}
