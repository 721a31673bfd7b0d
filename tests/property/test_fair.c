/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fair.c - what is so of every division, on thousands of random cases; and slow, independent witnesses:
 * water poured by bisection on its level, and slots handed out one at a time to whoever is first in line. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "lib/base/sw_chance.h"
#include "slotwise/sw_fair.h"

enum { MAX_POOLS = 12, N_CASES = 4000 };
struct problem {
    size_t n;
    double slots;
    struct sw_claim claim[MAX_POOLS];
    uint32_t parent[MAX_POOLS];
};
struct answer {
    struct sw_fair_share share[MAX_POOLS];
    struct sw_fair_level level[MAX_POOLS + 1];
};

static struct sw_fair_space space;
static struct sw_fair_tree tree;

/* ---- random problems ------------------------------------------------------------------------ */
static double draw_slots(struct sw_chance *c, bool whole, uint64_t most)
{
    double x = (double)sw_chance_below(c, most + 1);
    return whole ? x : x + (double)sw_chance_below(c, 4) / 4;
}

static double draw_weight(struct sw_chance *c)
{
    static const double weights[] = { 0, 1, 1, 1, 2, 0.5, 3, 0.001, 1000 };
    uint64_t k = sw_chance_below(c, 11);
    return k < 9 ? weights[k] : (double)(1 + sw_chance_below(c, 5000000)) / 1e6;
}

static struct sw_claim draw_claim(struct sw_chance *c, bool whole, uint64_t most)
{
    struct sw_claim claim = { draw_slots(c, whole, most), draw_weight(c), 0, INFINITY };
    if (sw_chance_below(c, 2)) claim.min_slots = draw_slots(c, whole, most / 2);
    if (sw_chance_below(c, 4) == 0) claim.max_slots = draw_slots(c, whole, most);
    return claim;
}

/* In a random order of the pools, each hangs below the top or below one that came before it. */
static void draw_tree(struct sw_chance *c, struct problem *p)
{
    uint32_t place[MAX_POOLS], parent[MAX_POOLS];
    sw_chance_permutation(c, place, (uint32_t)p->n);
    for (uint32_t k = 0; k < p->n; k++) {
        uint64_t above = sw_chance_below(c, k + 1);
        parent[place[k]] = above == k ? SW_FAIR_TOP : place[above];
    }
    memcpy(p->parent, parent, p->n * sizeof *parent);
}

static struct problem draw(uint64_t number, bool whole, bool deep)
{
    struct sw_chance c = sw_chance_start(1, SW_CHANCE_OTHER, number, whole + 2 * (uint64_t)deep);
    struct problem p = { .n = 1 + sw_chance_below(&c, MAX_POOLS) };
    uint64_t most = sw_chance_below(&c, 3) ? 60 : 1000;
    p.slots = draw_slots(&c, whole, sw_chance_below(&c, 8) ? most * p.n / 2 : 2 * most * p.n);
    for (size_t i = 0; i < p.n; i++) {
        p.claim[i] = draw_claim(&c, whole, most);
        p.parent[i] = SW_FAIR_TOP;
    }
    if (deep) draw_tree(&c, &p);
    return p;
}

static struct answer solve(const struct problem *p)
{
    struct answer a;
    uint32_t looped;
    assert_int_equal(sw_fair_tree_set(&tree, p->parent, p->n, &looped, NULL), SW_OK);
    assert_int_equal(sw_fair_tree_shares(&tree, p->claim, p->slots, SW_OVER_MIN_SCALE, &space, a.share, a.level, NULL),
                     SW_OK);
    return a;
}

static void check(bool holds, uint64_t number, const char *what)
{
    if (!holds) fail_msg("case %llu: %s", (unsigned long long)number, what);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-6 * fmax(1e-3, fmax(fabs(a), fabs(b)));
}

static double d_of(const struct sw_claim *c) { return fmin(c->demand_slots, c->max_slots); }
static double m_of(const struct sw_claim *c) { return fmin(c->min_slots, d_of(c)); }

static double sum_of(const struct problem *p, double (*what)(const struct sw_claim *))
{
    double sum = 0;
    for (size_t i = 0; i < p->n; i++) sum += what(&p->claim[i]);
    return sum;
}

/* ---- what is so of every division ----------------------------------------------------------- */
static void shares_add_up_and_stay_within_bounds(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES; k++) {
        struct problem p = draw(k, false, false);
        struct answer a = solve(&p);
        double sum = 0;
        bool fit = sum_of(&p, m_of) <= p.slots;
        for (size_t i = 0; i < p.n; i++) {
            double share = a.share[i].share_slots;
            sum += share;
            check(share >= 0 && share <= d_of(&p.claim[i]), k, "a share above demand or maximum");
            check(!fit || share >= m_of(&p.claim[i]), k, "a share below a minimum that fits");
        }
        check(near(sum, fmin(p.slots, sum_of(&p, d_of))), k, "shares do not add up");
    }
}

static void doubling_all_weights_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES; k++) {
        struct problem p = draw(k, false, true);
        struct answer a = solve(&p);
        for (size_t i = 0; i < p.n; i++) p.claim[i].weight *= 2;
        struct answer b = solve(&p);
        for (size_t i = 0; i < p.n; i++) check(a.share[i].share_slots == b.share[i].share_slots, k, "a share changed");
    }
}

static void order_of_pools_does_not_matter(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES; k++) {
        struct problem p = draw(k, false, false), q = p;
        for (size_t i = 0; i < p.n; i++) q.claim[p.n - 1 - i] = p.claim[i];
        struct answer a = solve(&p), b = solve(&q);
        for (size_t i = 0; i < p.n; i++)
            check(near(a.share[i].share_slots, b.share[p.n - 1 - i].share_slots), k, "a share changed");
    }
}

/* Max-min: who is below d cannot be raised without lowering a pool that is not richer by weight: every pool
 * above its minimum has at most the share / weight of every pool below its d. */
static void nothing_can_be_moved_to_a_poorer_pool(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES; k++) {
        struct problem p = draw(k, false, false);
        struct answer a = solve(&p);
        for (size_t i = 0; i < p.n; i++)
            for (size_t j = 0; j < p.n; j++) {
                double share_i = a.share[i].share_slots, share_j = a.share[j].share_slots;
                bool poor = share_i < d_of(&p.claim[i]) - 1e-6, rich = share_j > a.share[j].min_slots + 1e-6;
                if (!poor || !rich) continue;
                double left = share_j * p.claim[i].weight, right = share_i * p.claim[j].weight;
                bool both_zero = p.claim[i].weight == 0 && p.claim[j].weight == 0;
                check(both_zero ? share_j <= share_i + 1e-6 : left <= right + 1e-6 * fmax(1, right), k,
                      "a poorer pool could have more");
            }
    }
}

/* bound_by names what would have to change: see enum sw_bound. */
static void bounds_say_what_is_so(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES; k++) {
        struct problem p = draw(k, false, false);
        struct answer a = solve(&p);
        for (size_t i = 0; i < p.n; i++) {
            const struct sw_fair_share *s = &a.share[i];
            const struct sw_claim *c = &p.claim[i];
            if (s->bound == SW_BOUND_DEMAND) check(s->share_slots == c->demand_slots, k, "not its demand");
            if (s->bound == SW_BOUND_MAX)
                check(s->share_slots == c->max_slots && c->max_slots < c->demand_slots, k, "not its maximum");
            if (s->bound == SW_BOUND_MIN)
                check(s->share_slots == s->min_slots && c->min_slots > 0, k, "not its minimum");
            if (s->bound == SW_BOUND_WEIGHT && c->weight > 0)
                check(near(s->share_slots, c->weight * a.level[p.n].level), k, "not by weight");
        }
    }
}

/* ---- hierarchy ------------------------------------------------------------------------------ */
/* Each pool wrapped in a parent that takes over its weight, minimum and maximum. */
static void trivial_parents_change_nothing(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES; k++) {
        struct problem p = draw(k, false, false), q = { 0 };
        p.n = (p.n + 1) / 2;
        q.n = 2 * p.n;
        q.slots = p.slots;
        for (size_t i = 0; i < p.n; i++) {
            q.claim[2 * i] = p.claim[i];
            q.claim[2 * i + 1] = (struct sw_claim){ p.claim[i].demand_slots, 1, 0, INFINITY };
            q.parent[2 * i] = SW_FAIR_TOP;
            q.parent[2 * i + 1] = (uint32_t)(2 * i);
        }
        struct answer a = solve(&p), b = solve(&q);
        for (size_t i = 0; i < p.n; i++)
            check(near(a.share[i].share_slots, b.share[2 * i].share_slots)
                  && near(a.share[i].share_slots, b.share[2 * i + 1].share_slots),
                  k, "a share changed");
    }
}

/* A parent has what its children have together: its demand is cut to theirs. */
static void children_add_up_to_their_parent(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES; k++) {
        struct problem p = draw(k, false, true);
        struct answer a = solve(&p);
        double sum[MAX_POOLS] = { 0 };
        bool inner[MAX_POOLS] = { false };
        for (size_t i = 0; i < p.n; i++) {
            if (p.parent[i] == SW_FAIR_TOP) continue;
            sum[p.parent[i]] += a.share[i].share_slots;
            inner[p.parent[i]] = true;
        }
        for (size_t i = 0; i < p.n; i++)
            check(!inner[i] || near(sum[i], a.share[i].share_slots), k, "children do not add up");
    }
}

/* ---- the slow witness: bisection on the level ------------------------------------------------ */
static double at_level(const struct sw_claim *c, double m, double level, bool zero)
{
    if ((c->weight == 0) != zero) return zero ? d_of(c) : m;
    return fmin(d_of(c), fmax(m, (zero ? 1 : c->weight) * level));
}

static void by_bisection(const struct problem *p, double *share)
{
    double mins = sum_of(p, m_of), scale = mins > p->slots ? p->slots / mins : 1;
    double target = fmin(p->slots, sum_of(p, d_of));
    for (int zero = 0; zero <= 1; zero++) { /* positive weights up to any level; if that is not enough, the zeros */
        double low = 0, high = 1e12, sum = 0;
        for (int step = 0; step < 200; step++) {
            double mid = (low + high) / 2;
            sum = 0;
            for (size_t i = 0; i < p->n; i++) sum += at_level(&p->claim[i], scale * m_of(&p->claim[i]), mid, zero);
            if (sum < target) low = mid;
            else high = mid;
        }
        for (size_t i = 0; i < p->n; i++) share[i] = at_level(&p->claim[i], scale * m_of(&p->claim[i]), high, zero);
        if (sum >= target * (1 - 1e-9)) return;
    }
}

static void bisection_agrees(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES; k++) {
        struct problem p = draw(k, false, false);
        struct answer a = solve(&p);
        double share[MAX_POOLS];
        by_bisection(&p, share);
        for (size_t i = 0; i < p.n; i++)
            check(near(a.share[i].share_slots, share[i]), k, "bisection finds another share");
    }
}

/* The same, where each level of a tree is a problem of its own. */
static void bisection_agrees_level_by_level(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES; k++) {
        struct problem p = draw(k, false, true);
        struct answer a = solve(&p);
        for (size_t parent = 0; parent <= p.n; parent++) {
            struct problem q = { .slots = parent == p.n ? p.slots : a.share[parent].share_slots };
            size_t pool[MAX_POOLS];
            double share[MAX_POOLS];
            for (size_t i = 0; i < p.n; i++) {
                if (p.parent[i] != (parent == p.n ? SW_FAIR_TOP : parent)) continue;
                pool[q.n] = i;
                q.claim[q.n] = p.claim[i];
                q.claim[q.n++].demand_slots = a.share[i].demand_slots;
            }
            by_bisection(&q, share);
            for (size_t i = 0; i < q.n; i++)
                check(near(a.share[pool[i]].share_slots, share[i]), k, "bisection finds another share");
        }
    }
}

/* ---- whole slots ---------------------------------------------------------------------------- */
static void largest_remainder_is_within_one_slot(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES; k++) {
        struct problem p = draw(k, true, true);
        struct answer a = solve(&p);
        int64_t whole[MAX_POOLS];
        double top = 0, sum = 0, sums[MAX_POOLS] = { 0 };
        bool inner[MAX_POOLS] = { false };
        assert_int_equal(sw_fair_largest_remainder(&tree, a.share, p.slots, &space, whole, NULL), SW_OK);
        for (size_t i = 0; i < p.n; i++) {
            check(fabs((double)whole[i] - a.share[i].share_slots) < 1 + 1e-9, k,
                  "more than one slot from the real share");
            check((double)whole[i] <= a.share[i].demand_slots, k, "more than its demand");
            if (p.parent[i] == SW_FAIR_TOP) top += a.share[i].demand_slots, sum += (double)whole[i];
            else sums[p.parent[i]] += (double)whole[i], inner[p.parent[i]] = true;
        }
        check(sum == fmin(p.slots, top), k, "whole slots do not add up");
        for (size_t i = 0; i < p.n; i++)
            check(!inner[i] || sums[i] == (double)whole[i], k, "a parent's whole slots are not its children's");
    }
}

/* The naive scheduler: for every slot, walk down from the top; at each level scan all children for the first in
 * line. */
struct line { const struct problem *p; const struct answer *a; const uint32_t *rank; int64_t running[MAX_POOLS]; };

/* Negative: i goes first. Ratios as docs/model.md O4 has them, in long double; equal within rounding is equal. */
static int in_line(const struct line *l, size_t i, size_t j)
{
    long double run_i = l->running[i], run_j = l->running[j];
    long double e_i = fmin(l->p->claim[i].min_slots, l->a->share[i].demand_slots);
    long double e_j = fmin(l->p->claim[j].min_slots, l->a->share[j].demand_slots);
    bool needy_i = run_i < e_i, needy_j = run_j < e_j;
    long double w_i = l->p->claim[i].weight, w_j = l->p->claim[j].weight;
    if (needy_i != needy_j) return needy_i ? -1 : 1;
    if (!needy_i && (w_i == 0) != (w_j == 0)) return w_j == 0 ? -1 : 1;
    long double key_i = needy_i ? run_i / fmaxl(e_i, 1) : w_i == 0 ? run_i : run_i / w_i;
    long double key_j = needy_i ? run_j / fmaxl(e_j, 1) : w_j == 0 ? run_j : run_j / w_j;
    if (fabsl(key_i - key_j) > 1e-15L * fmaxl(key_i, key_j)) return key_i < key_j ? -1 : 1;
    return l->rank[i] < l->rank[j] ? -1 : 1;
}

static size_t first_in_line(const struct line *l, uint32_t parent)
{
    size_t first = MAX_POOLS;
    for (size_t i = 0; i < l->p->n; i++)
        if (l->p->parent[i] == parent && (double)l->running[i] < l->a->share[i].demand_slots
            && (first == MAX_POOLS || in_line(l, i, first) < 0))
            first = i;
    return first;
}

static void hand_out(struct line *l, double slots)
{
    for (double k = 0; k < slots; k++) {
        size_t at = first_in_line(l, SW_FAIR_TOP);
        if (at == MAX_POOLS) return;
        for (; at != MAX_POOLS; at = first_in_line(l, (uint32_t)at)) l->running[at]++;
    }
}

static void in_turn_is_the_naive_loop(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < N_CASES / 4; k++) {
        struct problem p = draw(k, true, k % 2);
        struct answer a = solve(&p);
        struct sw_chance c = sw_chance_start(1, SW_CHANCE_OTHER, k, 9);
        uint32_t rank[MAX_POOLS];
        int64_t whole[MAX_POOLS];
        sw_chance_permutation(&c, rank, (uint32_t)p.n);
        struct line l = { .p = &p, .a = &a, .rank = rank };
        assert_int_equal(sw_fair_in_turn(&tree, p.claim, a.share, rank, p.slots, &space, whole, NULL), SW_OK);
        hand_out(&l, p.slots);
        for (size_t i = 0; i < p.n; i++) check(whole[i] == l.running[i], k, "the naive loop ends elsewhere");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_add_up_and_stay_within_bounds),
        cmocka_unit_test(doubling_all_weights_changes_nothing),
        cmocka_unit_test(order_of_pools_does_not_matter),
        cmocka_unit_test(nothing_can_be_moved_to_a_poorer_pool),
        cmocka_unit_test(bounds_say_what_is_so),
        cmocka_unit_test(trivial_parents_change_nothing),
        cmocka_unit_test(children_add_up_to_their_parent),
        cmocka_unit_test(bisection_agrees),
        cmocka_unit_test(bisection_agrees_level_by_level),
        cmocka_unit_test(largest_remainder_is_within_one_slot),
        cmocka_unit_test(in_turn_is_the_naive_loop),
    };
    int failed = cmocka_run_group_tests_name("fair, always", tests, NULL, NULL);
    sw_fair_space_clear(&space);
    sw_fair_tree_clear(&tree);
    return failed;
}
