/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fair.c - shares, whole slots and phases on cases worked out by hand or in a paper. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "lib/fair/sw_fair_words.h"
#include "slotwise/sw_fair.h"

enum { MAX_POOLS = 16 };
static struct sw_fair_space space;
static struct sw_fair_tree tree;
static struct sw_fair_share share[MAX_POOLS];
static struct sw_fair_level level[MAX_POOLS + 1];
static int64_t whole[MAX_POOLS];
static const uint32_t flat[MAX_POOLS] = {
    SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP,
    SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP, SW_FAIR_TOP };

/* TR section 3.1, figure 3: 100 slots. */
static const struct sw_claim tr31[] = {
    { 46, 1, 50, INFINITY }, { 18, 1, 10, INFINITY }, { 28, 1, 25, INFINITY }, { 16, 1, 15, INFINITY } };

static void solve_tree(const struct sw_claim *claim, const uint32_t *parent, size_t n, double slots,
                       enum sw_over_min over)
{
    uint32_t looped;
    assert_int_equal(sw_fair_tree_set(&tree, parent, n, &looped, NULL), SW_OK);
    assert_int_equal(sw_fair_tree_shares(&tree, claim, slots, over, &space, share, level, NULL), SW_OK);
}

static void solve(const struct sw_claim *claim, size_t n, double slots)
{
    solve_tree(claim, flat, n, slots, SW_OVER_MIN_SCALE);
}

static void close_to(double got, double want)
{
    if (fabs(got - want) > 1e-9 * fmax(1, fabs(want))) fail_msg("%.17g is not %.17g", got, want);
}

static void expect_shares(const double *want, size_t n)
{
    for (size_t i = 0; i < n; i++) close_to(share[i].share_slots, want[i]);
}

static void expect_bounds(const enum sw_bound *want, size_t n)
{
    for (size_t i = 0; i < n; i++) assert_int_equal(share[i].bound, want[i]);
}

static void expect_whole(const int64_t *want, size_t n)
{
    for (size_t i = 0; i < n; i++) assert_int_equal(whole[i], want[i]);
}

static void the_example_of_the_tr(void **state)
{
    (void)state;
    solve(tr31, 4, 100);
    expect_shares((const double[]){ 46, 14, 25, 15 }, 4); /* TR 3.1 */
    expect_bounds((const enum sw_bound[]){ SW_BOUND_DEMAND, SW_BOUND_WEIGHT, SW_BOUND_MIN, SW_BOUND_MIN }, 4);
    close_to(level[4].level, 14);
}

static void phases_of_the_example_of_the_tr(void **state)
{
    /* TR 3.1, figure 3 b-d */
    static const double want[3][4] = { { 46, 0, 0, 0 }, { 46, 10, 25, 15 }, { 46, 14, 25, 15 } };
    static const double want_water[3] = { 0, 10, 14 };
    double slots[4], water[5];
    (void)state;
    solve(tr31, 4, 100);
    for (int phase = 1; phase <= 3; phase++) {
        sw_fair_phase(tr31, flat, share, level, 4, phase, slots, water);
        for (size_t i = 0; i < 4; i++) close_to(slots[i], want[phase - 1][i]);
        close_to(water[4], want_water[phase - 1]);
    }
}

static void weights_divide_in_proportion(void **state)
{
    static const struct sw_claim c[] = { { 100, 1, 0, INFINITY }, { 100, 2, 0, INFINITY }, { 100, 0.5, 0, INFINITY } };
    (void)state;
    solve(c, 3, 70); /* by hand: R = 70 / 3.5 = 20 */
    expect_shares((const double[]){ 20, 40, 10 }, 3);
    close_to(level[3].level, 20);
}

static void shares_that_all_fit_are_demands(void **state)
{
    static const struct sw_claim c[] = { { 5, 1, 0, INFINITY }, { 7.5, 0, 0, INFINITY }, { 9, 1, 20, 4 } };
    (void)state;
    solve(c, 3, 100);
    expect_shares((const double[]){ 5, 7.5, 4 }, 3);
    assert_int_equal(share[2].bound, SW_BOUND_MAX);
    assert_true(isinf(level[3].level));
}

static void maximum_wins_over_minimum(void **state)
{
    static const struct sw_claim c[] = { { 50, 1, 30, 20 }, { 50, 1, 0, INFINITY } };
    (void)state;
    solve(c, 2, 60);
    expect_shares((const double[]){ 20, 40 }, 2);
}

static void water_stops_exactly_at_a_bend(void **state)
{
    static const struct sw_claim c[] = { { 10, 1, 0, INFINITY }, { 10, 1, 0, INFINITY }, { 20, 1, 10, INFINITY } };
    (void)state;
    solve(c, 3, 30);
    expect_shares((const double[]){ 10, 10, 10 }, 3);
    assert_int_equal(share[0].bound, SW_BOUND_DEMAND);
    assert_int_equal(share[2].bound, SW_BOUND_MIN);
}

static void minimums_that_just_fit_leave_nothing_to_weights(void **state)
{
    static const struct sw_claim c[] = { { 50, 1, 20, INFINITY }, { 50, 1, 40, INFINITY }, { 10, 1, 30, INFINITY } };
    (void)state;
    solve(c, 3, 70);
    expect_shares((const double[]){ 20, 40, 10 }, 3);
    close_to(level[3].level, 20); /* where the emptiest bucket stands */
    assert_int_equal(share[0].bound, SW_BOUND_MIN);
}

static void minimums_that_do_not_fit_are_scaled(void **state)
{
    static const struct sw_claim c[] = { { 100, 1, 60, INFINITY }, { 100, 1, 60, INFINITY }, { 100, 9, 0, INFINITY } };
    (void)state;
    solve(c, 3, 60); /* ES section 4: down evenly; by hand 60 / 120 */
    expect_shares((const double[]){ 30, 30, 0 }, 3);
    close_to(level[3].min_slots, 120);
    close_to(share[0].min_slots, 30);
    assert_int_equal(share[0].bound, SW_BOUND_MIN);
    assert_int_equal(share[2].bound, SW_BOUND_WEIGHT);
}

static void minimums_that_do_not_fit_are_kept_on_request(void **state)
{
    static const struct sw_claim c[] = { { 100, 1, 60, INFINITY }, { 30, 1, 60, INFINITY }, { 100, 9, 0, INFINITY } };
    (void)state;
    solve_tree(c, flat, 3, 60, SW_OVER_MIN_KEEP);
    expect_shares((const double[]){ 60, 30, 0 }, 3);
}

static void no_slots_are_shared_as_none(void **state)
{
    (void)state;
    solve(tr31, 4, 0);
    expect_shares((const double[]){ 0, 0, 0, 0 }, 4);
    solve(tr31, 0, 10);
    close_to(level[0].demand_slots, 0);
}

static void weight_zero_is_served_when_the_others_are_full(void **state)
{
    static const struct sw_claim c[] = { { 30, 0, 0, INFINITY }, { 10, 1, 0, INFINITY }, { 30, 0, 8, INFINITY },
                                         { 2, 0, 0, INFINITY } };
    (void)state;
    solve(c, 4, 18); /* by hand: the minimum of 8 stands, 10 left for positive weight */
    expect_shares((const double[]){ 0, 10, 8, 0 }, 4);
    solve(c, 4, 42); /* 32 left for equals that ask for 30, 30, 2 */
    expect_shares((const double[]){ 15, 10, 15, 2 }, 4);
    close_to(level[4].zero_level, 15);
    assert_true(isinf(level[4].level));
}

static void weights_far_apart_keep_their_digits(void **state)
{
    static const struct sw_claim c[] =
        { { 1e9, 1e9, 0, INFINITY }, { 1e9, 1e-6, 0, INFINITY }, { 1e9, 1e-6, 0, INFINITY } };
    (void)state;
    solve(c, 3, 1e9 + 2); /* by hand: the first is full at R = 1, then 2 among equals */
    expect_shares((const double[]){ 1e9, 1, 1 }, 3);
}

/* a(weight 3, min 0) over a1, a2; b(weight 1, max 20) over b1 with more demand than that. */
static void hierarchy_cuts_demand_on_the_way_up(void **state)
{
    static const struct sw_claim c[] = { { 0, 3, 0, INFINITY }, { 50, 1, 0, INFINITY }, { 50, 2, 0, 10 },
                                         { 0, 1, 0, 20 },       { 90, 1, 0, INFINITY }, { 90, 1, 0, INFINITY } };
    static const uint32_t parent[] = { SW_FAIR_TOP, 0, 0, SW_FAIR_TOP, 3, SW_FAIR_TOP };
    (void)state;
    solve_tree(c, parent, 6, 100, SW_OVER_MIN_SCALE);
    /* by hand: demands 60, 20, 90 of weight 3, 1, 1; R = 20: 60, 20, 20; in a: 10 is a2's maximum */
    expect_shares((const double[]){ 60, 50, 10, 20, 20, 20 }, 6);
    close_to(share[0].demand_slots, 60);
    close_to(level[0].total_slots, 60);
    assert_int_equal(share[2].bound, SW_BOUND_MAX);
    assert_int_equal(share[3].bound, SW_BOUND_MAX);
}

static void minimum_of_a_child_counts_inside_its_parent_only(void **state)
{
    static const struct sw_claim c[] = { { 0, 1, 0, INFINITY }, { 80, 1, 30, INFINITY }, { 80, 1, 0, INFINITY },
                                         { 80, 1, 0, INFINITY } };
    static const uint32_t parent[] = { SW_FAIR_TOP, 0, 0, SW_FAIR_TOP };
    (void)state;
    solve_tree(c, parent, 4, 80, SW_OVER_MIN_SCALE);
    expect_shares((const double[]){ 40, 30, 10, 40 }, 4);
}

static void a_pool_among_its_ancestors_is_found(void **state)
{
    static const uint32_t parent[] = { SW_FAIR_TOP, 4, 0, 1, 3 };
    uint32_t looped;
    struct sw_err err;
    (void)state;
    assert_int_equal(sw_fair_tree_set(&tree, parent, 5, &looped, &err), SW_FAIL);
    assert_int_equal(looped, 1);
    assert_string_equal(err.text, "pool 1 is among its own ancestors");
}

static void remainder_goes_to_the_largest_fractions_then_in_input_order(void **state)
{
    static const struct sw_claim equal[] = { { 50, 1, 0, INFINITY }, { 50, 1, 0, INFINITY }, { 50, 1, 0, INFINITY } };
    static const struct sw_claim c[] = { { 99, 1, 0, INFINITY }, { 99, 2, 0, INFINITY }, { 99, 3, 0, INFINITY },
                                         { 99, 1, 0, INFINITY } };
    (void)state;
    solve(equal, 3, 100);
    assert_int_equal(sw_fair_largest_remainder(&tree, share, 100, &space, whole, NULL), SW_OK);
    expect_whole((const int64_t[]){ 34, 33, 33 }, 3);
    solve(c, 4, 20); /* by hand: 2.857 5.714 8.571 2.857 */
    assert_int_equal(sw_fair_largest_remainder(&tree, share, 20, &space, whole, NULL), SW_OK);
    expect_whole((const int64_t[]){ 3, 6, 8, 3 }, 4);
}

/* Thirds of pools whose shares are of different size are equal fractions, though not in their last bits. */
static void equal_fractions_of_unequal_shares_tie(void **state)
{
    static const struct sw_claim c[] = { { 999, 1, 0, INFINITY }, { 999, 4, 0, INFINITY }, { 999, 1, 0, INFINITY },
                                         { 999, 6, 0, 0.0 } };
    (void)state;
    solve(c, 4, 200); /* by hand: 33 1/3, 133 1/3, 33 1/3 */
    assert_int_equal(sw_fair_largest_remainder(&tree, share, 200, &space, whole, NULL), SW_OK);
    expect_whole((const int64_t[]){ 34, 133, 33, 0 }, 4);
}

static void remainders_add_up_inside_parents(void **state)
{
    static const struct sw_claim c[] = { { 0, 1, 0, INFINITY }, { 9, 1, 0, INFINITY }, { 9, 1, 0, INFINITY },
                                         { 9, 1, 0, INFINITY } };
    static const uint32_t parent[] = { SW_FAIR_TOP, 0, 0, SW_FAIR_TOP };
    (void)state;
    solve_tree(c, parent, 4, 7, SW_OVER_MIN_SCALE); /* by hand: 3.5 (1.75 1.75) 3.5 */
    assert_int_equal(sw_fair_largest_remainder(&tree, share, 7, &space, whole, NULL), SW_OK);
    expect_whole((const int64_t[]){ 4, 2, 2, 3 }, 4);
}

static void in_turn_serves_minimums_first_and_breaks_ties_by_rank(void **state)
{
    static const struct sw_claim c[] = { { 10, 1, 0, INFINITY }, { 10, 1, 4, INFINITY }, { 10, 1, 2, INFINITY } };
    static const uint32_t rank[] = { 0, 2, 1 };
    (void)state;
    solve(c, 3, 5);
    /* by hand, running/e of the 2nd and 3rd: 3rd(0/2, rank 1) 2nd(0/4) 2nd(1/4) 3rd(1/2) 2nd(2/4) */
    assert_int_equal(sw_fair_in_turn(&tree, c, share, rank, 5, &space, whole, NULL), SW_OK);
    expect_whole((const int64_t[]){ 0, 3, 2 }, 3);
    /* then 2nd to 4, then by running/weight: 1st 0, 1, then 1st and 3rd at 2 by rank: 1st */
    assert_int_equal(sw_fair_in_turn(&tree, c, share, rank, 9, &space, whole, NULL), SW_OK);
    expect_whole((const int64_t[]){ 3, 4, 2 }, 3);
}

/* On an empty cluster each is at 0 / weight, so all tie, and the first slots go round. */
static void in_turn_differs_from_the_real_share_when_slots_are_few(void **state)
{
    static const struct sw_claim c[] = { { 99, 1000, 0, INFINITY }, { 99, 1, 0, INFINITY }, { 99, 1, 0, INFINITY } };
    (void)state;
    solve(c, 3, 3);
    assert_int_equal(sw_fair_in_turn(&tree, c, share, NULL, 3, &space, whole, NULL), SW_OK);
    expect_whole((const int64_t[]){ 1, 1, 1 }, 3);
    assert_int_equal(sw_fair_in_turn(&tree, c, share, NULL, 60, &space, whole, NULL), SW_OK);
    expect_whole((const int64_t[]){ 58, 1, 1 }, 3);
}

static void in_turn_deals_a_thousand_million_slots(void **state)
{
    static const struct sw_claim c[] = { { 4e9, 1, 0, INFINITY }, { 4e9, 2, 0, INFINITY }, { 4e9, 0, 0, INFINITY },
                                         { 7, 0, 5, INFINITY } };
    (void)state;
    solve(c, 4, 1e9); /* by hand: 5 by minimum, the rest 1 : 2; 999,999,995 = 3 * 333,333,331 + 2 */
    assert_int_equal(sw_fair_in_turn(&tree, c, share, NULL, 1e9, &space, whole, NULL), SW_OK);
    expect_whole((const int64_t[]){ 333333332, 666666663, 0, 5 }, 4);
}

static char told[4096];
static void keep_text(void *to, const char *text, size_t len)
{
    (void)to;
    strncat(told, text, len);
}

static const char *letter(const void *of, size_t i)
{
    static const char *const names[] = { "a", "b", "c", "d" };
    (void)of;
    return names[i];
}

static void the_sentences_carry_the_numbers(void **state)
{
    struct sw_fair_account account = { &tree, tr31, share, level, NULL, false, SW_OVER_MIN_SCALE, letter, NULL };
    (void)state;
    solve(tr31, 4, 100);
    told[0] = '\0';
    sw_fair_explain(&account, keep_text, NULL);
    assert_non_null(strstr(told, "R = (100 - 86) / 1 = 14"));
    assert_non_null(strstr(told, "a: demand 46, weight 1, minimum 50 (counts as 46). It gets 46, all it asks for."));
}

static void names_keep_their_places(void **state)
{
    struct sw_fair_names names = { 0 };
    size_t place;
    bool known;
    uint32_t rank[300];
    char text[8];
    (void)state;
    for (int i = 0; i < 300; i++) {
        size_t len = (size_t)snprintf(text, sizeof text, "p%d", 999 - i);
        assert_int_equal(sw_fair_names_add(&names, text, len, &place, &known, NULL), SW_OK);
        assert_int_equal(place, i);
        assert_false(known);
    }
    assert_int_equal(sw_fair_names_add(&names, "p990", 4, &place, &known, NULL), SW_OK);
    assert_true(known);
    assert_int_equal(place, 9);
    assert_false(sw_fair_names_find(&names, "p", 1, &place));
    assert_int_equal(sw_fair_names_rank(&names, &space, rank, NULL), SW_OK);
    assert_int_equal(rank[0], 299);
    sw_fair_names_clear(&names);
    assert_false(sw_fair_names_find(&names, "p990", 4, &place));
}

/* Demands of 3 and 4 fit into 10: nobody gets more than it asks for. */
static void whole_slots_of_what_fits_are_the_demands(void **state)
{
    (void)state;
    solve((const struct sw_claim[]){ { 3, 1, 0, INFINITY }, { 4, 1, 0, INFINITY } }, 2, 10);
    assert_int_equal(sw_fair_largest_remainder(&tree, share, 10, &space, whole, NULL), SW_OK);
    expect_whole((const int64_t[]){ 3, 4 }, 2);
}

/* The water of phase 3 is the level itself, to the last bit, whatever slots / weight rounds to. */
static void the_last_water_is_the_level(void **state)
{
    double slots[3], water[4];
    (void)state;
    for (int weight = 1; weight < 400; weight++) {
        solve((const struct sw_claim[]){ { 1e6, weight, 0, INFINITY }, { 1e6, 1, 0, INFINITY },
                                         { 1e6, 7, 0, INFINITY } }, 3, 10);
        sw_fair_phase((const struct sw_claim[]){ { 1e6, weight, 0, INFINITY }, { 1e6, 1, 0, INFINITY },
                                                 { 1e6, 7, 0, INFINITY } }, flat, share, level, 3, 3, slots, water);
        assert_true(water[3] == level[3].level);
    }
}

static void *exactly(const void *of, size_t size)
{
    void *copy = malloc(size);
    assert_non_null(copy);
    return memcpy(copy, of, size);
}

/* Blocks that end behind the last pool, so that a checker of memory sees one read or written too many. */
static void nothing_behind_the_last_pool_is_touched(void **state)
{
    static const uint32_t parents[] = { SW_FAIR_TOP, SW_FAIR_TOP, 0, 0, 1 }, ranks[] = { 4, 3, 2, 1, 0 };
    static const struct sw_claim claims[] = { { 0, 3, 0, INFINITY }, { 0, 1, 0, INFINITY }, { 5, 1, 1, INFINITY },
                                              { 5, 2, 0, INFINITY }, { 5, 1, 0, INFINITY } };
    static const int64_t eight[] = { 6, 2, 2, 4, 2 };
    struct sw_fair_tree t = { 0 };
    struct sw_fair_space room = { 0 };
    uint32_t looped, *parent = exactly(parents, sizeof parents), *rank = exactly(ranks, sizeof ranks);
    struct sw_claim *claim = exactly(claims, sizeof claims);
    struct sw_fair_share *s = exactly(share, 5 * sizeof *s);
    struct sw_fair_level *l = exactly(level, 6 * sizeof *l);
    int64_t *w = exactly(whole, 5 * sizeof *w);
    double *slots = malloc(5 * sizeof *slots), *water = malloc(6 * sizeof *water);
    (void)state;
    assert_true(slots != NULL && water != NULL);
    assert_int_equal(sw_fair_tree_set(&t, parent, 5, &looped, NULL), SW_OK);
    assert_int_equal(sw_fair_tree_shares(&t, claim, 8, SW_OVER_MIN_SCALE, &room, s, l, NULL), SW_OK);
    for (int phase = 1; phase <= 3; phase++) sw_fair_phase(claim, parent, s, l, 5, phase, slots, water);
    assert_int_equal(sw_fair_largest_remainder(&t, s, 8, &room, w, NULL), SW_OK);
    for (int i = 0; i < 5; i++) assert_int_equal(w[i], eight[i]);
    assert_int_equal(sw_fair_in_turn(&t, claim, s, rank, 8, &room, w, NULL), SW_OK);
    for (int i = 0; i < 5; i++) assert_int_equal(w[i], eight[i]);
    free(parent), free(rank), free(claim), free(s), free(l), free(w), free(slots), free(water);
    sw_fair_tree_clear(&t);
    sw_fair_space_clear(&room);
}

/* Accounts a and b of 3 and 1 shares; a's users have 1 and 2 shares and used 6 and 2, b's one user used 8. By hand:
 * fair tree (U2): a stands at 3*16 / (4*8) = 1.5, b at 0.5; in a the users at 8/18 and 16/6.
 * Classic (U3): norm shares 1/4, 1/2, 1/4; usage 6/16 + (8/16 - 6/16)/3 = 5/12, then 3/8 and 1/2. */
static void usage_of_two_accounts(void **state)
{
    static const uint32_t parents[] = { SW_FAIR_TOP, SW_FAIR_TOP, 0, 0, 1 };
    static const struct sw_usage_claim claims[] = { { 3, 0, false }, { 1, 0, false }, { 1, 6, false },
                                                    { 2, 2, false }, { 1, 8, false } };
    static const double fs[] = { 1.5, 0.5, 8.0 / 18, 16.0 / 6, 1 }, rank[] = { 0, 0, 2, 3, 1 };
    struct sw_fair_tree t = { 0 };
    uint32_t looped, *parent = exactly(parents, sizeof parents);
    struct sw_usage_claim *claim = exactly(claims, sizeof claims);
    struct sw_usage_share *s = malloc(5 * sizeof *s);
    (void)state;
    assert_non_null(s);
    assert_int_equal(sw_fair_tree_set(&t, parent, 5, &looped, NULL), SW_OK);
    assert_int_equal(sw_fair_usage_tree(&t, parent, claim, s, NULL), SW_OK);
    for (int i = 0; i < 5; i++) close_to(s[i].level_fs, fs[i]);
    for (int i = 2; i < 5; i++) close_to(s[i].fairshare, rank[i] / 3);
    assert_int_equal(sw_fair_usage_classic(&t, parent, claim, s, NULL), SW_OK);
    close_to(s[2].fairshare, exp2(-(5.0 / 12) / 0.25));
    close_to(s[3].fairshare, exp2(-(3.0 / 8) / 0.5));
    close_to(s[4].fairshare, exp2(-(1.0 / 2) / 0.25));
    free(parent), free(claim), free(s);
    sw_fair_tree_clear(&t);
}

/* ---- two resources ---- */
static void assert_dominant(const struct sw_dominant_claim *claim, size_t n, double slots, double memory,
                            const double *tasks, const int *bound)
{
    struct sw_dominant_share got[3];
    sw_fair_dominant(claim, n, (const double[]){ slots, memory }, got);
    for (size_t i = 0; i < n; i++) {
        assert_true(fabs(got[i].tasks - tasks[i]) < 1e-9);
        assert_int_equal(got[i].bound, bound[i]);
    }
}

/* NSDI 2011, 4.1: <9 CPU, 18 GB>, A's tasks <1, 4>, B's <3, 1>: three tasks and two, both with 2/3. */
static void dominant_shares_of_the_drf_paper(void **state)
{
    (void)state;
    struct sw_dominant_claim claim[] = { { INFINITY, 1, { 1, 4 } }, { INFINITY, 1, { 3, 1 } } };
    struct sw_dominant_share both[2];
    assert_dominant(claim, 2, 9, 18, (const double[]){ 3, 2 },
                    (const int[]){ SW_DOMINANT_SLOTS, SW_DOMINANT_SLOTS });
    sw_fair_dominant(claim, 2, (const double[]){ 9, 18 }, both);
    assert_true(fabs(both[0].dominant - 2.0 / 3) < 1e-12 && fabs(both[1].dominant - 2.0 / 3) < 1e-12);
    /* twice the weight for A: 9x tasks and 3x, memory 36x + 3x = 18 at x = 6/13, slots 18x at 1/2 */
    claim[0].weight = 2;
    assert_dominant(claim, 2, 9, 18, (const double[]){ 54.0 / 13, 18.0 / 13 },
                    (const int[]){ SW_DOMINANT_MEMORY, SW_DOMINANT_MEMORY });
}

/* B <3, 1> and C <0, 2> of half its weight: at a level of 1 B has 3 tasks and all 9 slots, C 4.5. 6 GB are left: 3
 * more. */
static void a_resource_that_is_left_goes_to_who_needs_no_other(void **state)
{
    (void)state;
    struct sw_dominant_claim claim[] = { { INFINITY, 1, { 3, 1 } }, { INFINITY, 0.5, { 0, 2 } } };
    assert_dominant(claim, 2, 9, 18, (const double[]){ 3, 7.5 },
                    (const int[]){ SW_DOMINANT_SLOTS, SW_DOMINANT_MEMORY });
}

/* A asks for one task: B has (9 - 1) / 3. A pool whose tasks take nothing has its demand. */
static void a_demand_that_is_met_leaves_its_part(void **state)
{
    (void)state;
    struct sw_dominant_claim claim[] = { { 1, 1, { 1, 4 } }, { INFINITY, 1, { 3, 1 } }, { 7, 1, { 0, 0 } } };
    assert_dominant(claim, 3, 9, 18, (const double[]){ 1, 8.0 / 3, 7 },
                    (const int[]){ SW_DOMINANT_DEMAND, SW_DOMINANT_SLOTS, SW_DOMINANT_DEMAND });
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_tr),
        cmocka_unit_test(phases_of_the_example_of_the_tr),
        cmocka_unit_test(weights_divide_in_proportion),
        cmocka_unit_test(shares_that_all_fit_are_demands),
        cmocka_unit_test(maximum_wins_over_minimum),
        cmocka_unit_test(water_stops_exactly_at_a_bend),
        cmocka_unit_test(minimums_that_just_fit_leave_nothing_to_weights),
        cmocka_unit_test(minimums_that_do_not_fit_are_scaled),
        cmocka_unit_test(minimums_that_do_not_fit_are_kept_on_request),
        cmocka_unit_test(no_slots_are_shared_as_none),
        cmocka_unit_test(weight_zero_is_served_when_the_others_are_full),
        cmocka_unit_test(weights_far_apart_keep_their_digits),
        cmocka_unit_test(hierarchy_cuts_demand_on_the_way_up),
        cmocka_unit_test(minimum_of_a_child_counts_inside_its_parent_only),
        cmocka_unit_test(a_pool_among_its_ancestors_is_found),
        cmocka_unit_test(remainder_goes_to_the_largest_fractions_then_in_input_order),
        cmocka_unit_test(equal_fractions_of_unequal_shares_tie),
        cmocka_unit_test(remainders_add_up_inside_parents),
        cmocka_unit_test(in_turn_serves_minimums_first_and_breaks_ties_by_rank),
        cmocka_unit_test(in_turn_differs_from_the_real_share_when_slots_are_few),
        cmocka_unit_test(in_turn_deals_a_thousand_million_slots),
        cmocka_unit_test(the_sentences_carry_the_numbers),
        cmocka_unit_test(names_keep_their_places),
        cmocka_unit_test(whole_slots_of_what_fits_are_the_demands),
        cmocka_unit_test(the_last_water_is_the_level),
        cmocka_unit_test(nothing_behind_the_last_pool_is_touched),
        cmocka_unit_test(usage_of_two_accounts),
        cmocka_unit_test(dominant_shares_of_the_drf_paper),
        cmocka_unit_test(a_resource_that_is_left_goes_to_who_needs_no_other),
        cmocka_unit_test(a_demand_that_is_met_leaves_its_part),
    };
    int failed = cmocka_run_group_tests_name("fair", tests, NULL, NULL);
    sw_fair_space_clear(&space);
    sw_fair_tree_clear(&tree);
    return failed;
}
