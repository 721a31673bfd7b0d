/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quota.c - quotas first, then the surplus by priority and weight, in a hierarchy (docs/model.md, section 21).
 * Quotas and limits are real slots; `rounds` asks for whole ones (X3). */
#include <math.h>
#include <stdlib.h>
#include "slotwise/sw_fair.h"

const char *const sw_quota_bound_words[] = { "demand", "quota", "limit", "weight", NULL };

/* What is known of a pool while its level is divided. */
struct sharing {
    const struct sw_quota_claim *claim;
    struct sw_quota_share *share;
    struct sw_fair_space *space;
    bool rounds;
};

/* X1.1, X2: from the children up. */
static void raise_claims(const struct sw_fair_tree *tree, const struct sw_quota_claim *claim,
                         struct sw_quota_share *share)
{
    /* Children stand behind their parents in the order, so backwards all children are done. */
    for (size_t k = tree->n; k-- > 0;) {
        size_t p = tree->order[k];
        double demand = 0, quota = 0, kept = 0;
        for (size_t i = 0; i < tree->n_children[p]; i++) {
            const struct sw_quota_share *child = &share[tree->order[tree->first[p] + i]];
            demand += fmax(child->demand_slots, child->kept_slots);
            quota += child->quota_slots;
            kept += child->kept_slots;
        }
        struct sw_quota_share *s = &share[p];
        const struct sw_quota_claim *c = &claim[p];
        /* NaN: the pool has no quota of its own. */
        s->quota_slots = isnan(c->quota_slots) ? quota : c->quota_slots;
        s->most_slots = fmin(c->limit_slots, s->quota_slots + c->borrowing_limit);
        s->asked_slots = tree->n_children[p] ? demand : c->demand_slots;
        s->demand_slots = fmin(s->asked_slots, s->most_slots);
        s->kept_slots = fmax(kept, s->quota_slots - c->lending_limit);
    }
}

/* The pool has its d of X1.1. */
static bool is_at_most(const struct sw_quota_share *s)
{
    return s->share_slots >= s->demand_slots;
}

/* X1.3: the water of level.c does it, with no minimums. *left is what the next priority has. */
static int give_by_weight(struct sharing *g, const struct sw_turn *pool, size_t n, double *left, struct sw_err *err)
{
    struct sw_claim *claim = g->space->claim;
    for (size_t i = 0; i < n; i++) {
        const struct sw_quota_share *s = &g->share[pool[i].rank];
        double weight = g->claim[pool[i].rank].weight;
        /* X1.3: a pool of weight 0 gets none of the surplus. */
        claim[i] = (struct sw_claim){ weight > 0 ? fmax(0, s->demand_slots - s->share_slots) : 0, weight, 0, INFINITY };
    }
    if (sw_fair_shares(claim, n, *left, SW_OVER_MIN_KEEP, g->space, g->space->share, NULL, err) != SW_OK)
        return SW_FAIL;
    bool all = true;
    for (size_t i = 0; i < n; i++) {
        struct sw_quota_share *s = &g->share[pool[i].rank];
        double more = g->space->share[i].share_slots;
        all &= more >= claim[i].demand_slots;
        /* Full pools have exactly their demand, whatever rounding says. */
        if (more >= claim[i].demand_slots && claim[i].demand_slots > 0)
            s->share_slots = s->demand_slots;
        else
            s->share_slots += more;
        *left -= more;
    }
    *left = all ? *left : 0; /* what is left then is rounding */
    return SW_OK;
}

/* X3.3: P, not below 0; without a k the weight itself. `weights`: of those that lack something. */
static double fair_part(const struct sw_quota_claim *c, double weights)
{
    double norm = c->weight / weights;
    return c->usage_weight > 0 ? fmax(0, norm + c->usage_weight * (norm - c->usage)) : c->weight;
}

/* W of X3.1 and sum P of X3.3, over pools that lack something. */
static double sum_of_parts(const struct sharing *g, const struct sw_turn *pool, size_t n, double *weights)
{
    double parts = 0;
    *weights = 0;
    for (size_t i = 0; i < n; i++)
        if (!is_at_most(&g->share[pool[i].rank]))
            *weights += g->claim[pool[i].rank].weight;
    for (size_t i = 0; i < n && *weights > 0; i++)
        if (!is_at_most(&g->share[pool[i].rank]) && g->claim[pool[i].rank].weight > 0)
            parts += fair_part(&g->claim[pool[i].rank], *weights);
    return parts;
}

/* X3.1: one round. Whether there is to be another. */
static bool one_round(struct sharing *g, const struct sw_turn *pool, size_t n, double *left)
{
    double weights, all = *left, parts = sum_of_parts(g, pool, n, &weights);
    bool again = false;
    for (size_t i = 0; i < n && *left > 0 && parts > 0; i++) {
        struct sw_quota_share *s = &g->share[pool[i].rank];
        const struct sw_quota_claim *c = &g->claim[pool[i].rank];
        double lacks = s->demand_slots - s->share_slots;
        if (lacks <= 0 || c->weight <= 0)
            continue;
        double part = all * fair_part(c, weights) / parts;
        if (part <= 0)
            continue;
        /* X3: whole slots are cut. Without them X3.3 goes on with fractions. */
        double more = lacks <= part ? lacks : g->rounds ? floor(part) : part;
        s->share_slots = lacks <= part ? s->demand_slots : s->share_slots + more;
        *left -= more;
        /* X3.1: a pool that lacked less than its part leaves some to the others. */
        again |= lacks < part;
        /* part_slots: what was cut off, by which X3.2 goes. */
        if (lacks <= part)
            s->part_slots = 0;
        else if (part > more)
            s->part_slots = part - more;
    }
    return again && *left > 0;
}

/* Ascending `running`, which holds what they go by, then as the input has them. */
static int by_running_then_rank(const void *a, const void *b)
{
    const struct sw_turn *x = a, *y = b;
    if (x->running != y->running)
        return x->running < y->running ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* X3.2: the largest part that was cut off first, compared in steps of 2^-46. */
static void give_rest(struct sharing *g, struct sw_turn *pool, size_t n, double *left)
{
    for (size_t i = 0; i < n; i++)
        pool[i].running = -(int64_t)ldexp(g->share[pool[i].rank].part_slots, 46);
    qsort(pool, n, sizeof *pool, by_running_then_rank);
    for (size_t i = 0; i < n && *left > 0 && pool[i].running < 0; i++) {
        double more = fmin(1, *left);
        g->share[pool[i].rank].share_slots += more;
        *left -= more;
    }
}

/* Pools stand by priority, so those of one stand together. */
static size_t end_of_priority(const struct sharing *g, const struct sw_turn *pool, size_t n, size_t begin)
{
    size_t end = begin;
    while (end < n && g->claim[pool[end].rank].priority == g->claim[pool[begin].rank].priority)
        end++;
    return end;
}

/* X1.3: priority by priority, until nothing is left. */
static int divide_surplus(struct sharing *g, struct sw_turn *pool, size_t n, double left, struct sw_err *err)
{
    qsort(pool, n, sizeof *pool, by_running_then_rank);
    for (size_t i = 0, end; i < n && left > 0; i = end) {
        end = end_of_priority(g, pool, n, i);
        /* X3.3 makes rounds, too, with fractions of slots. */
        bool rounds = g->rounds || g->claim[pool[i].rank].usage_weight > 0;
        if (!rounds && give_by_weight(g, pool + i, end - i, &left, err) != SW_OK)
            return SW_FAIL;
        while (rounds && one_round(g, pool + i, end - i, &left))
            ;
        if (g->rounds)
            give_rest(g, pool + i, end - i, &left);
    }
    return SW_OK;
}

/* What holds the share where it is, for the words of sw_quota_bound_words. */
static void name_bound(struct sw_quota_share *s)
{
    if (s->share_slots >= s->demand_slots)
        s->bound = s->asked_slots > s->most_slots ? SW_BOUND_MAX : SW_BOUND_DEMAND;
    else
        s->bound = s->share_slots > s->quota_slots ? SW_BOUND_WEIGHT : SW_BOUND_MIN;
}

/* X1: what p, n the top, has is divided among its children. */
static int divide_quota(struct sharing *g, const struct sw_fair_tree *tree, size_t p, double total, struct sw_err *err)
{
    const uint32_t *child = tree->order + tree->first[p];
    size_t n = tree->n_children[p];
    struct sw_turn *pool = g->space->turn;
    double left = total;
    for (size_t i = 0; i < n; i++) {
        struct sw_quota_share *s = &g->share[child[i]];
        s->share_slots = fmin(s->demand_slots, s->quota_slots);
        s->part_slots = 0;
        /* X1.2: what a pool keeps and does not use is no surplus. */
        left -= fmax(s->share_slots, s->kept_slots);
        /* By priority, the highest first: `running` holds its negative. */
        pool[i] = (struct sw_turn){ .running = -(int64_t)g->claim[child[i]].priority, .rank = child[i] };
    }
    if (left > 0 && divide_surplus(g, pool, n, left, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++)
        name_bound(&g->share[child[i]]);
    return SW_OK;
}

int sw_fair_quota_shares(const struct sw_fair_tree *tree, const struct sw_quota_claim *claim, double total_slots,
                         bool rounds, struct sw_fair_space *space, struct sw_quota_share *share, struct sw_err *err)
{
    struct sharing g = { claim, share, space, rounds };
    if (sw_fair_reserve(space, tree->n, err) != SW_OK)
        return SW_FAIL;
    raise_claims(tree, claim, share);
    if (divide_quota(&g, tree, tree->n, total_slots, err) != SW_OK)
        return SW_FAIL;
    for (size_t k = 0; k < tree->n; k++)
        if (divide_quota(&g, tree, tree->order[k], share[tree->order[k]].share_slots, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}
