/* SPDX-License-Identifier: GPL-3.0-or-later */
/* level.c - the shares of one set of siblings (TR section 3.1 and appendix A; weights: ES section 4).
 *
 * T(R) = sum of min(d, max(w R, m)) rises with R and bends at m/w and d/w. The bends are sorted, the piece
 * with T(R) = S is found by halving, and on that piece R is solved for. Every T is worked out afresh from
 * terms that are not negative: a running sum would lose digits when weights differ by many powers of ten. */
#include <assert.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>
#include "slotwise/sw_fair.h"

/* The pools that the water is poured on: those of positive weight, or later those of weight 0 as equals. */
struct pour {
    const struct sw_claim *claim;
    struct sw_fair_share *share;
    size_t n;
    bool zero;
    const uint32_t *times;      /* how often each is there; NULL: once */
};

/* A pool takes part while it can have more than its minimum. */
static bool is_in_pour(const struct pour *p, size_t i)
{
    return (p->claim[i].weight == 0) == p->zero && p->share[i].min_slots < p->share[i].demand_slots;
}

static double pour_weight(const struct pour *p, size_t i)
{
    return p->zero ? 1 : p->claim[i].weight;
}

static inline uint32_t times(const struct pour *p, size_t i)
{
    return p->times ? p->times[i] : 1;
}

/* The level at which pool i rises above its minimum, and the one at which it is full. */
static double leaves_min(const struct pour *p, size_t i) { return p->share[i].min_slots / pour_weight(p, i); }
static double fills(const struct pour *p, size_t i) { return p->share[i].demand_slots / pour_weight(p, i); }

/* What fmin() and fmax() say of numbers, in line. */
static inline double least(double a, double b) { return a < b ? a : b; }
static inline double most(double a, double b) { return a > b ? a : b; }

/* T(R) without the pools that are not in the pour. Sums are long double, since weights may differ by 10^15. */
static long double filled_slots(const struct pour *p, double level)
{
    long double sum = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (!is_in_pour(p, i))
            continue;
        double slots = least(p->share[i].demand_slots, most(pour_weight(p, i) * level, p->share[i].min_slots));
        sum += (long double)times(p, i) * slots;
    }
    return sum;
}

/* The first few are kept in order, each once: jobs that share a pool are much alike. */
enum { FEW = 16 };
static size_t add_bend(double *bend, size_t n, double at)
{
    size_t i = n;
    while (n < FEW && i > 0 && bend[i - 1] >= at)
        if (bend[--i] == at)
            return n;
    memmove(bend + i + 1, bend + i, (n - i) * sizeof *bend);
    bend[i] = at;
    return n + 1;
}

/* Two bends for each pool, so bend[] has room for 2 n. */
static size_t sort_bends(const struct pour *p, double *bend)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (!is_in_pour(p, i))
            continue;
        n = add_bend(bend, n, leaves_min(p, i));
        n = add_bend(bend, n, fills(p, i));
    }
    if (n > FEW)
        gsl_sort(bend, 1, n);
    return n;
}

/* R on the piece that starts at bend `from`: what is left after the pools that do not move, by weight. Where
 * none moves, T is flat and the highest R, the end of the piece, is meant. */
static double solve_piece(const struct pour *p, double from, double to, long double slots)
{
    long double weights = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (!is_in_pour(p, i))
            continue;
        if (fills(p, i) <= from)
            slots -= (long double)times(p, i) * p->share[i].demand_slots;
        else if (leaves_min(p, i) > from)
            slots -= (long double)times(p, i) * p->share[i].min_slots;
        else
            weights += (long double)times(p, i) * pour_weight(p, i);
    }
    return weights > 0 ? fmin(to, fmax(from, (double)(slots / weights))) : to;
}

/* The highest R with T(R) = T(0) + spare, for 0 <= spare < T(infinity) - T(0). bend: room for all bends. */
static double find_level(const struct pour *p, double *bend, long double spare)
{
    size_t n = sort_bends(p, bend), low = 0, high = n;
    long double slots = spare + filled_slots(p, 0);
    if (spare <= 0)
        return bend[0]; /* where the emptiest stands */
    while (high - low > 1) { /* T(bend[low]) <= slots < T(bend[high]) */
        size_t mid = low + (high - low) / 2;
        if (filled_slots(p, bend[mid]) <= slots)
            low = mid;
        else
            high = mid;
    }
    return solve_piece(p, bend[low], high < n ? bend[high] : bend[low], slots);
}

/* ---- claims that are alike -----------------------------------------------------------------------
 *
 * Of jobs that share a pool most weigh 1 and want one of a few whole numbers. Each number is then read once for all
 * that want it. Sums of whole numbers are exact in any order, so the level is the same to the last bit. With a thousand
 * jobs waiting fair-tr takes 0.82 of the instructions. */

/* last: where the claim before this one stands, which the next is mostly like. */
struct alike { struct sw_claim claim[FEW]; struct sw_fair_share share[FEW]; uint32_t times[FEW]; size_t n, last; };

/* False: it is not such a claim, or there are more than FEW kinds of them. */
static bool add_alike(struct alike *a, const struct sw_claim *claim, const struct sw_fair_share *share)
{
    size_t i = 0;
    double d = share->demand_slots, m = share->min_slots;
    if (claim->weight == 1 && a->n && a->share[a->last].demand_slots == d && a->share[a->last].min_slots == m) {
        a->times[a->last]++;
        return true;
    }
    if (claim->weight != 1 || d >= (1u << 31) || d != (double)(uint32_t)d || m != (double)(uint32_t)m)
        return false;
    while (i < a->n && (a->share[i].demand_slots != d || a->share[i].min_slots != m))
        i++;
    if (i == FEW)
        return false;
    if (i == a->n) {
        a->claim[i] = (struct sw_claim){ .weight = 1 };
        a->share[i] = (struct sw_fair_share){ .demand_slots = d, .min_slots = m };
        a->times[a->n++] = 0;
    }
    a->times[i]++;
    a->last = i;
    return true;
}

static bool are_alike(const struct pour *p, struct alike *a)
{
    a->n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (is_in_pour(p, i) && !add_alike(a, &p->claim[i], &p->share[i]))
            return false;
    return true;
}

/* Pools of weight 0 are few, and are poured on one by one. */
static double find_level_of_all(const struct pour *p, double *bend, long double spare)
{
    struct alike a;
    if (p->n <= FEW || p->zero || !are_alike(p, &a))
        return find_level(p, bend, spare);
    struct pour few = { .claim = a.claim, .share = a.share, .n = a.n, .times = a.times };
    return find_level(&few, bend, spare);
}

/* The same divisions as the bends, so that a pool stands on the same side of R here and there. */
static void set_shares(const struct pour *p, double level)
{
    for (size_t i = 0; i < p->n; i++) {
        struct sw_fair_share *s = &p->share[i];
        if (!is_in_pour(p, i))
            continue;
        if (fills(p, i) <= level)
            s->share_slots = s->demand_slots;
        else if (leaves_min(p, i) < level)
            s->share_slots = fmin(s->demand_slots, fmax(s->min_slots, pour_weight(p, i) * level));
        /* A pool without a minimum is never held by it. */
        bool at_min = s->min_slots > 0 && leaves_min(p, i) >= level;
        s->bound = at_min ? SW_BOUND_MIN : SW_BOUND_WEIGHT;
    }
}

/* Who is full, is full by demand or by maximum. A share that misses d by rounding is d. */
static void set_bounds(const struct pour *p)
{
    for (size_t i = 0; i < p->n; i++) {
        struct sw_fair_share *s = &p->share[i];
        if (s->share_slots < s->demand_slots * (1 - 1e-14))
            continue;
        s->share_slots = s->demand_slots;
        s->bound = p->claim[i].demand_slots <= p->claim[i].max_slots ? SW_BOUND_DEMAND : SW_BOUND_MAX;
    }
}

/* Minimums first: everyone has m. */
static void give_minimums(const struct pour *p, struct sw_fair_level *level)
{
    long double demand = 0, min = 0;
    for (size_t i = 0; i < p->n; i++) {
        const struct sw_claim *c = &p->claim[i];
        struct sw_fair_share *s = &p->share[i];
        assert(c->demand_slots >= 0 && c->weight >= 0 && c->min_slots >= 0 && c->max_slots >= 0);
        s->demand_slots = least(c->demand_slots, c->max_slots);
        s->min_slots = least(c->min_slots, s->demand_slots);
        s->bound = s->min_slots > 0 ? SW_BOUND_MIN : SW_BOUND_WEIGHT;
        demand += s->demand_slots;
        min += s->share_slots = s->min_slots;
    }
    level->demand_slots = (double)demand;
    level->min_slots = (double)min;
}

/* ES 4: all by one factor. */
static void scale_mins(const struct pour *p, long double factor)
{
    for (size_t i = 0; i < p->n; i++)
        p->share[i].share_slots = p->share[i].min_slots = (double)(p->share[i].min_slots * factor);
}

/* All that the pools of one kind may still take. */
static long double thirst(const struct pour *p)
{
    long double sum = 0;
    for (size_t i = 0; i < p->n; i++)
        if (is_in_pour(p, i))
            sum += (long double)p->share[i].demand_slots - p->share[i].min_slots;
    return sum;
}

/* `spare` slots beyond the minimums, for the pools of positive weight, and what they leave for the rest. R is
 * INFINITY where all of a kind are full. */
static void pour_all(struct pour *p, long double spare, double *bend, struct sw_fair_level *level)
{
    for (int zero = 0; zero <= 1; zero++) {
        double *at = zero ? &level->zero_level : &level->level;
        p->zero = zero;
        long double wanted = thirst(p);
        *at = spare < wanted ? find_level_of_all(p, bend, spare) : INFINITY;
        set_shares(p, *at);
        if (spare < wanted)
            return;
        spare -= wanted;
    }
}

/* Enough for all: the water would rise for ever. Most updates of a day with few jobs are so. */
static void give_all(const struct pour *p, struct sw_fair_level *level)
{
    level->level = level->zero_level = INFINITY;
    for (size_t i = 0; i < p->n; i++)
        p->share[i].share_slots = p->share[i].demand_slots;
    set_bounds(p);
}

/* What is said of the arguments in sw_fair.h is not checked again. */
int sw_fair_shares(const struct sw_claim *claim, size_t n, double total_slots, enum sw_over_min over,
                   struct sw_fair_space *space, struct sw_fair_share *share, struct sw_fair_level *level,
                   struct sw_err *err)
{
    struct sw_fair_level own;
    struct pour p = { .claim = claim, .share = share, .n = n };
    if (sw_fair_reserve(space, n, err) != SW_OK)
        return SW_FAIL;
    /* level NULL: the caller does not want it. */
    if (!level)
        level = &own;
    *level = (struct sw_fair_level){ .total_slots = total_slots };
    give_minimums(&p, level);
    if (total_slots >= level->demand_slots) {
        give_all(&p, level);
        return SW_OK;
    }
    /* Minimums that do not fit leave nothing to divide by weight. */
    bool over_full = level->min_slots > total_slots;
    if (over_full && over == SW_OVER_MIN_SCALE)
        scale_mins(&p, (long double)total_slots / level->min_slots);
    /* Sums that agree in double leave nothing over, whatever their last bits say. */
    long double spare = over_full ? 0 : (long double)total_slots - level->min_slots;
    pour_all(&p, spare, space->bend, level);
    set_bounds(&p);
    return SW_OK;
}
