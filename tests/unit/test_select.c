/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_select.c - procedure KN against hand calculations, and against systems whose least mean is known. */
#include "lib/stats/sw_select.h"
#include <math.h>
#include "lib/base/sw_chance.h"
#include "tests/unit/cmocka_all.h"

static void add(struct sw_select *s, size_t system, double x)
{
    struct sw_err err;
    assert_int_equal(sw_select_add(s, system, x, &err), SW_OK);
}

static void screen(struct sw_select *s, const struct sw_select_rule *rule)
{
    struct sw_err err;
    assert_int_equal(sw_select_screen(s, rule, &err), SW_OK);
}

static struct sw_select *new_select(size_t n)
{
    struct sw_select *s;
    struct sw_err err;
    assert_int_equal(sw_select_new(&s, n, &err), SW_OK);
    return s;
}

/* Two systems, 3 first observations, confidence 0.9: eta = ((2 * 0.1)^(-2/2) - 1) / 2 = 2 and h2 = 2 * 2 * 2 = 8.
 * Differences -1, 0, 1 have the variance 1. With indifference 1 it ends above h2 * 1 / 1 = 8 observations, and at r the
 * greater mean may be above by (8 - r) / (2 r): 5/6 at 3, 1/2 at 4, 3/10 at 5. */
static void differences_are_left_as_long_as_the_paper_says(void **state)
{
    static const double first[] = { 9, 10, 11 };
    const struct sw_select_rule rule = { 3, 100, 1, 0.9 };
    struct sw_select *s = new_select(2);
    (void)state;
    for (int r = 0; r < 3; r++) {
        add(s, 0, first[r]);
        add(s, 1, 10);
    }
    screen(s, &rule);
    assert_int_equal(sw_select_state(s), SW_SELECT_ON);
    add(s, 0, 12); /* the mean of 0 is 10.5: above by 1/2, and no more */
    add(s, 1, 10);
    screen(s, &rule);
    assert_true(sw_select_is_in(s, 0));
    add(s, 0, 9.4); /* 10.28: above by 0.28 */
    add(s, 1, 10);
    screen(s, &rule);
    assert_int_equal(sw_select_state(s), SW_SELECT_ON);
    add(s, 0, 10.5); /* at 6 by (8 - 6) / 12 = 1/6, and the mean is 10.3166 */
    add(s, 1, 10);
    screen(s, &rule);
    assert_int_equal(sw_select_state(s), SW_SELECT_DONE);
    assert_int_equal(sw_select_chosen(s), 1);
    assert_int_equal(sw_select_used(s, 0), 6);
    sw_select_free(s);
}

static void equal_systems_end_above_the_bound(void **state)
{
    const struct sw_select_rule rule = { 3, 100, 1, 0.9 };
    struct sw_select *s = new_select(2);
    uint64_t r = 0;
    (void)state;
    for (; sw_select_state(s) == SW_SELECT_ON; r++) {
        add(s, 0, r < 6 ? 9 + (double)(r % 3) : 10); /* the differences are -1, 0, 1, -1, 0, 1, 0, 0, ... */
        add(s, 1, 10);
        screen(s, &rule);
    }
    assert_int_equal(r, 9); /* the first above 8 */
    sw_select_free(s);
}

static void what_is_beyond_the_slowest_is_not_looked_at(void **state)
{
    const struct sw_select_rule rule = { 2, 100, 1, 0.9 };
    struct sw_select *s = new_select(2);
    (void)state;
    for (int r = 0; r < 9; r++)
        add(s, 0, r % 2 ? 5 : 15);
    add(s, 1, 8);
    add(s, 1, 12);
    screen(s, &rule);
    assert_int_equal(sw_select_used(s, 0), 2);
    assert_int_equal(sw_select_state(s), SW_SELECT_ON);
    sw_select_free(s);
}

static void the_most_is_the_end_without_certainty(void **state)
{
    const struct sw_select_rule rule = { 3, 4, 0.01, 0.95 };
    struct sw_select *s = new_select(2);
    (void)state;
    for (int r = 0; r < 4; r++) {
        add(s, 0, 10 + r % 3);
        add(s, 1, 10.5);
    }
    screen(s, &rule);
    assert_int_equal(sw_select_state(s), SW_SELECT_UNSURE);
    assert_true(sw_select_is_in(s, 0) && sw_select_is_in(s, 1));
    sw_select_free(s);
}

/* ---- systems that are known -------------------------------------------------------------------- */

enum { SYSTEMS = 5, SEARCHES = 400 };

/* The least favourable case: system 3 is better than all others by the indifference. What a run has in common with all
 * systems has the deviation `common`, what it has for itself `own`. */
static bool finds_it(uint64_t seed, double common, double own, uint64_t *n_used)
{
    const struct sw_select_rule rule = { 10, 1000000, 1, 0.95 };
    struct sw_select *s = new_select(SYSTEMS);
    for (uint64_t r = 0; sw_select_state(s) == SW_SELECT_ON; r++) {
        struct sw_chance c = sw_chance_start(seed, 0, r, 0);
        double shared = common * sw_chance_normal(&c);
        for (size_t i = 0; i < SYSTEMS; i++)
            add(s, i, (i == 3 ? 99 : 100) + shared + own * sw_chance_normal(&c));
        screen(s, &rule);
    }
    for (size_t i = 0; i < SYSTEMS; i++)
        *n_used += sw_select_used(s, i);
    bool found = sw_select_chosen(s) == 3;
    sw_select_free(s);
    return found;
}

static int count_found(double common, double own, uint64_t *n_used)
{
    int n = 0;
    *n_used = 0;
    for (uint64_t seed = 1; seed <= SEARCHES; seed++)
        n += finds_it(seed, common, own, n_used);
    return n;
}

/* The promise is 95 %. Of 400 searches at 95 % fewer than 367 would succeed one time in 400. */
static void the_best_is_found_as_often_as_promised(void **state)
{
    uint64_t independent, shared;
    (void)state;
    assert_true(count_found(0, 3, &independent) >= 367);
    assert_true(count_found(sqrt(8), 1, &shared) >= 367); /* the same variance of each system */
    assert_true(shared < independent / 4);                /* common random numbers: a ninth of it differs */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_are_left_as_long_as_the_paper_says),
        cmocka_unit_test(equal_systems_end_above_the_bound),
        cmocka_unit_test(what_is_beyond_the_slowest_is_not_looked_at),
        cmocka_unit_test(the_most_is_the_end_without_certainty),
        cmocka_unit_test(the_best_is_found_as_often_as_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
