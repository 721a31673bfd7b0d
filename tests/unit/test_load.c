/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_load.c - rule S13: whether jobs kept ahead of slots, against hand calculations. */
#include "lib/stats/sw_results.h"
#include "slotwise/sw_stats.h"
#include <math.h>
#include <string.h>
#include "tests/unit/cmocka_all.h"

enum { JOBS = 40 };
typedef double response_fn(int job);

/* Jobs 10 s apart; 100 s makespan for every 100 s of slots unless told otherwise. */
static struct sw_load_answer judge(response_fn *response_s, int n, struct sw_load_slots slots, double makespan_s)
{
    struct sw_load *l = sw_load_new();
    struct sw_load_answer a;
    assert_non_null(l);
    for (int i = n - 1; i >= 0; i--) /* in any order */
        assert_int_equal(sw_load_add(l, 10.0 * i, response_s(i)), SW_OK);
    assert_int_equal(sw_load_judge(l, &slots, 1, makespan_s, false, &a), SW_OK);
    sw_load_free(l);
    return a;
}

static double even(int job) { return 5 + job % 2; }
static double rising(int job) { return 5 + job; }
static double slightly_rising(int job) { return 100 + job; }
static double falling(int job) { return 100 - job; }
static double never(int job) { return job < 35 ? 5 + job : INFINITY; }

/* 40 jobs from 0 to 390 s: the span is 390 * 40 / 39 = 400 s. 2 slots over 500 s are 1000 s, of which 600 were taken:
 * 600 / (2 * 400) = 0.75. */
static void load_is_work_over_slots_while_jobs_came(void **state)
{
    (void)state;
    struct sw_load_answer a = judge(even, JOBS, (struct sw_load_slots){ 600, 1000 }, 500);
    assert_float_equal(a.offered, 0.75, 1e-12);
    assert_int_equal(a.verdict, SW_LOAD_STABLE);
}

/* 900 / (2 * 400) = 1.125, and 900 of 1000 taken. */
static void more_than_the_slots_can_do_is_overloaded(void **state)
{
    (void)state;
    struct sw_load_answer a = judge(even, JOBS, (struct sw_load_slots){ 900, 1000 }, 500);
    assert_float_equal(a.offered, 1.125, 1e-12);
    assert_int_equal(a.verdict, SW_LOAD_OVERLOADED);
}

/* 4000 s makespan: 2 slots are 8000 s. 1000 / (2 * 400) = 1.25, but 1 of 8 taken. */
static void a_burst_onto_free_slots_tells_nothing(void **state)
{
    (void)state;
    struct sw_load_answer a = judge(even, JOBS, (struct sw_load_slots){ 1000, 8000 }, 4000);
    assert_float_equal(a.offered, 1.25, 1e-12);
    assert_int_equal(a.verdict, SW_LOAD_CANNOT_TELL);
}

/* Batches of four jobs. Medians 6.5, 10.5, ..., 42.5: all 45 pairs rise. The last 12 jobs have 38.5, the first 10.5. */
static void rising_responses_are_a_backlog(void **state)
{
    (void)state;
    assert_int_equal(judge(rising, JOBS, (struct sw_load_slots){ 600, 1000 }, 500).verdict, SW_LOAD_BACKLOGGED);
}

/* The last 12 have 133.5, the first 105.5: 1.27 times. */
static void a_slight_rise_is_none(void **state)
{
    (void)state;
    assert_int_equal(judge(slightly_rising, JOBS, (struct sw_load_slots){ 600, 1000 }, 500).verdict, SW_LOAD_STABLE);
    assert_int_equal(judge(falling, JOBS, (struct sw_load_slots){ 600, 1000 }, 500).verdict, SW_LOAD_STABLE);
}

static void jobs_that_did_not_end_count_as_the_longest_and_leave_the_load_open(void **state)
{
    (void)state;
    struct sw_load_answer a = judge(never, JOBS, (struct sw_load_slots){ 900, 1000 }, 500);
    assert_true(isnan(a.offered));
    assert_int_equal(a.verdict, SW_LOAD_BACKLOGGED);
}

static void nineteen_jobs_cannot_tell(void **state)
{
    (void)state;
    assert_int_equal(judge(rising, 19, (struct sw_load_slots){ 900, 1000 }, 500).verdict, SW_LOAD_CANNOT_TELL);
    assert_int_equal(judge(rising, 20, (struct sw_load_slots){ 900, 1000 }, 500).verdict, SW_LOAD_OVERLOADED);
}

static void all_at_once_has_no_rate(void **state)
{
    (void)state;
    struct sw_load_slots slots[] = { { 900, 1000 }, { 0, 0 } };
    struct sw_load *l = sw_load_new();
    struct sw_load_answer a;
    assert_non_null(l);
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(sw_load_add(l, 7, 1 + i), SW_OK);
    assert_int_equal(sw_load_judge(l, slots, 2, 500, false, &a), SW_OK);
    assert_true(isnan(a.offered));
    assert_int_equal(a.verdict, SW_LOAD_OVERLOADED);
    assert_int_equal(sw_load_judge(l, slots, 2, 500, true, &a), SW_OK); /* a closed loop has none either */
    assert_true(isnan(a.offered));
    sw_load_free(l);
}

/* rule S13.4: 400,000 jobs are more than 4 times what is kept. */
static void many_jobs_are_thinned_and_judged_alike(void **state)
{
    (void)state;
    for (int up = 0; up < 2; up++) {
        struct sw_load *l = sw_load_new();
        struct sw_load_answer a;
        assert_non_null(l);
        for (int i = 0; i < 400000; i++)
            assert_int_equal(sw_load_add(l, i, up ? 1 + i : 1 + i % 7), SW_OK);
        assert_int_equal(sw_load_judge(l, &(struct sw_load_slots){ 600, 1000 }, 1, 400000, false, &a), SW_OK);
        assert_int_equal(a.verdict, up ? SW_LOAD_BACKLOGGED : SW_LOAD_STABLE);
        assert_float_equal(a.offered, 0.6, 1e-12);
        sw_load_free(l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(load_is_work_over_slots_while_jobs_came),
        cmocka_unit_test(more_than_the_slots_can_do_is_overloaded),
        cmocka_unit_test(a_burst_onto_free_slots_tells_nothing),
        cmocka_unit_test(rising_responses_are_a_backlog),
        cmocka_unit_test(a_slight_rise_is_none),
        cmocka_unit_test(jobs_that_did_not_end_count_as_the_longest_and_leave_the_load_open),
        cmocka_unit_test(nineteen_jobs_cannot_tell),
        cmocka_unit_test(all_at_once_has_no_rate),
        cmocka_unit_test(many_jobs_are_thinned_and_judged_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
