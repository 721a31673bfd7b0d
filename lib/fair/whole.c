/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whole.c - whole slots by largest remainder, from the top of the tree down. Each set of siblings divides the whole
 * slots of its parent, so no slot is lost on the way down. */
#include <gsl/gsl_sort.h>
#include <math.h>
#include "slotwise/sw_fair.h"

/* Shares on a grid of 2^-46 of the total, so that thirds that differ in their last bit are equal. A power of two:
 * no fraction with a small denominator lies half way between two points of the grid. */
static double grid_steps(double total_slots)
{
    return ldexp(1, 46 - ilogb(fmax(total_slots, 1)));
}

static double on_grid(double slots, double steps)
{
    return round(slots * steps) / steps;
}

/* The fraction of a share, -1 for a pool that has all it asks for and can take no more. */
static double fraction(const struct sw_fair_share *s, double steps)
{
    double share = on_grid(s->share_slots, steps);
    return floor(share) < s->demand_slots ? share - floor(share) : -1;
}

/* One slot each to the n_left largest fractions: those above the n_left-th, then its equals in order. */
static void give_rest(const struct sw_fair_share *share, const uint32_t *pool, size_t n, size_t n_left, double steps,
                      double *sorted, int64_t *whole)
{
    for (size_t c = 0; c < n; c++)
        sorted[c] = fraction(&share[pool[c]], steps);
    gsl_sort(sorted, 1, n);
    double last = sorted[n - n_left];
    size_t n_equal = 0;
    /* As many of those that tie at the last place as there are places for. */
    for (size_t c = n - n_left; c < n && sorted[c] == last; c++)
        n_equal++;
    for (size_t c = 0; c < n; c++) {
        double mine = fraction(&share[pool[c]], steps);
        bool gets = mine > last || (mine == last && n_equal > 0);
        if (mine == last && n_equal > 0)
            n_equal--;
        if (gets && mine >= 0)
            whole[pool[c]]++;
    }
}

/* p: a pool, or n for the top. */
static void round_level(const struct sw_fair_tree *tree, size_t p, int64_t slots, const struct sw_fair_share *share,
                        double steps, double *sorted, int64_t *whole)
{
    const uint32_t *pool = tree->order + tree->first[p];
    size_t n = tree->n_children[p];
    /* First the whole part of each share. */
    for (size_t c = 0; c < n; c++) {
        whole[pool[c]] = (int64_t)floor(on_grid(share[pool[c]].share_slots, steps));
        slots -= whole[pool[c]]; /* below 0 only where minimums that do not fit were kept */
    }
    if (slots > 0 && n > 0)
        give_rest(share, pool, n, (size_t)slots < n ? (size_t)slots : n, steps, sorted, whole);
}

/* What the top level divides: min(total, sum of d), a whole number. */
static int64_t top_slots(const struct sw_fair_tree *tree, const struct sw_fair_share *share, double total_slots)
{
    long double demand = 0;
    for (size_t c = 0; c < tree->n_children[tree->n]; c++)
        demand += share[tree->order[c]].demand_slots;
    return (int64_t)fminl(total_slots, demand);
}

int sw_fair_largest_remainder(const struct sw_fair_tree *tree, const struct sw_fair_share *share, double total_slots,
                              struct sw_fair_space *space, int64_t *whole_slots, struct sw_err *err)
{
    double steps = grid_steps(total_slots);
    if (sw_fair_reserve(space, tree->n, err) != SW_OK)
        return SW_FAIL;
    /* bend: room for the fractions of a level. */
    round_level(tree, tree->n, top_slots(tree, share, total_slots), share, steps, space->bend, whole_slots);
    for (size_t k = 0; k < tree->n; k++) {
        size_t p = tree->order[k];
        round_level(tree, p, whole_slots[p], share, steps, space->bend, whole_slots);
    }
    return SW_OK;
}
