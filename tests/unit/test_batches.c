/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_batches.c - the interval of a mean of one run: by hand, and how often it holds a mean that is known. */
#include <math.h>
#include <stdlib.h>
#include "lib/base/sw_chance.h"
#include "slotwise/sw_stats.h"
#include "tests/unit/cmocka_all.h"

static void assert_close(double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("got %.17g, expected %.17g", got, expected);
}

static struct sw_run_interval interval_of(const double *x, size_t n)
{
    struct sw_batches *b = sw_batches_new();
    assert_non_null(b);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(sw_batches_add(b, (double)i, x[i]), SW_OK);
    struct sw_run_interval out = sw_batches_interval(b, 0.95);
    sw_batches_free(b);
    return out;
}

/* 20 batches of 5, whose means are 4 and 6 in turn. Squared deviations 20, no skewness, neighbours below 0:
 * 5 -+ t(0.975, 19) sqrt(20 / 19 / 20) = 5 -+ 2.093024 x 0.229416 (t from a table). */
static void twenty_batches_by_hand(void **state)
{
    (void)state;
    double x[100];
    for (size_t i = 0; i < 100; i++)
        x[i] = i / 5 % 2 == 0 ? 4 : 6;
    struct sw_run_interval out = interval_of(x, 100);
    assert_int_equal(out.why, SW_RUN_TOLD);
    assert_close(out.mean.lo, 5 - 2.093024 * 0.229416, 1e-5);
    assert_close(out.mean.hi, 5 + 2.093024 * 0.229416, 1e-5);
}

/* Batch means 0 0 3 0 0 3 ...: mean 0.9, s^2 = (14 x 0.81 + 6 x 4.41) / 19 = 1.989474,
 * cubes 14 (-0.729) + 6 x 9.261 = 45.36,
 * skewness 20/(19 x 18) x 45.36 / 1.989474^1.5 = 0.945300, beta = 0.9453 / (6 sqrt 20) = 0.0352292,
 * unit = sqrt(1.989474 / 20). Steps: 13 of 9 in 19, so the correlation is 1 - 117 / (2 x 37.8) < 0. G is Willink's. */
static void a_skewed_mean_leans_to_the_right(void **state)
{
    (void)state;
    double x[100];
    for (size_t i = 0; i < 100; i++)
        x[i] = i / 5 % 3 == 2 ? 3 : 0;
    const double beta = 0.0352292, t = 2.093024, unit = 0.315394;
    struct sw_run_interval out = interval_of(x, 100);
    assert_int_equal(out.why, SW_RUN_TOLD);
    assert_close(out.mean.lo, 0.9 - (cbrt(1 + 6 * beta * (t - beta)) - 1) / (2 * beta) * unit, 1e-5);
    assert_close(out.mean.hi, 0.9 - (cbrt(1 + 6 * beta * (-t - beta)) - 1) / (2 * beta) * unit, 1e-5);
    assert_true(out.mean.hi - 0.9 > 0.9 - out.mean.lo);
}

/* Means 4 4 6 6 4 4 ...: squared deviations 20, steps 9 x 4, so the correlation is 1 - 36/40 = 0.1 and the variance
 * times 1.1/0.9. */
static void what_is_left_of_the_correlation_widens(void **state)
{
    (void)state;
    double x[100];
    for (size_t i = 0; i < 100; i++)
        x[i] = i / 10 % 2 == 0 ? 4 : 6;
    struct sw_run_interval out = interval_of(x, 100);
    assert_int_equal(out.why, SW_RUN_TOLD);
    assert_close(out.mean.hi - 5, 2.093024 * 0.229416 * sqrt(1.1 / 0.9), 1e-5);
}

static void there_is_none_where_batches_do_not_cure_it(void **state)
{
    (void)state;
    double x[200];
    for (size_t i = 0; i < 200; i++)
        x[i] = (double)(i % 7);
    assert_int_equal(interval_of(x, 99).why, SW_RUN_SHORT);
    assert_true(isnan(interval_of(x, 99).mean.lo));
    assert_int_equal(interval_of(x, 100).why, SW_RUN_TOLD);
    x[150] = 10000;
    assert_int_equal(interval_of(x, 200).why, SW_RUN_ONE_VALUE);
    for (size_t i = 0; i < 200; i++) /* a queue that grows */
        x[i] = (double)i;
    assert_int_equal(interval_of(x, 200).why, SW_RUN_DEPENDS);
    assert_true(isnan(interval_of(x, 200).mean.lo));
}

static void equal_values_have_no_width(void **state)
{
    (void)state;
    double x[100];
    for (size_t i = 0; i < 100; i++)
        x[i] = 3;
    struct sw_run_interval out = interval_of(x, 100);
    assert_int_equal(out.why, SW_RUN_TOLD);
    assert_true(out.mean.lo == 3 && out.mean.hi == 3);
}

/* slot-replay writes jobs as they end. */
static void places_decide_not_the_order_of_rows(void **state)
{
    (void)state;
    double x[120];
    struct sw_batches *b = sw_batches_new();
    for (size_t i = 0; i < 120; i++)
        x[i] = (double)(i * i % 31);
    for (size_t i = 0; i < 120; i++) /* 7 has no divisor in common with 120 */
        assert_int_equal(sw_batches_add(b, (double)(i * 7 % 120), x[i * 7 % 120]), SW_OK);
    struct sw_run_interval out = sw_batches_interval(b, 0.95), want = interval_of(x, 120);
    assert_close(out.mean.lo, want.mean.lo, 1e-12);
    assert_close(out.mean.hi, want.mean.hi, 1e-12);
    sw_batches_free(b);
}

/* As many again as are kept apart: 4 and 6 in turn in 20 spans, with the interval of twenty_batches_by_hand(). */
static void neighbours_are_put_together_beyond_what_is_kept(void **state)
{
    (void)state;
    const size_t n = 20 * 131072;
    struct sw_batches *b = sw_batches_new();
    for (size_t i = 0; i < n; i++)
        assert_int_equal(sw_batches_add(b, (double)i, i / 131072 % 2 == 0 ? 4 : 6), SW_OK);
    struct sw_run_interval out = sw_batches_interval(b, 0.95);
    assert_close(out.mean.hi, 5 + 2.093024 * 0.229416, 1e-5);
    sw_batches_free(b);
}

/* 1 to 100 in four runs of 25, of which 14, 12, 13 and 11 are at most 50.5: shares 0.56, 0.48, 0.52, 0.44, mean 0.5,
 * sd sqrt(0.008 / 3) = 0.0516398; 3.182446 x 0.0516398 / 2 = 0.0821699. R-7 of 1..100: 1 + 99 x share. */
static void a_median_over_four_runs(void **state)
{
    (void)state;
    static const int low[] = { 14, 12, 13, 11 };
    struct sw_batches *b = sw_batches_new();
    int next_low = 1, next_high = 51;
    for (int run = 0; run < 4; run++)
        for (int i = 0; i < 25; i++)
            assert_int_equal(sw_batches_add(b, run, i < low[run] ? next_low++ : next_high++), SW_OK);
    struct sw_run_interval out;
    assert_int_equal(sw_batches_quantile(b, 0.5, true, 0.95, &out), SW_OK);
    assert_int_equal(out.why, SW_RUN_TOLD);
    assert_close(out.mean.lo, 1 + 99 * (0.5 - 0.0821699), 1e-4);
    assert_close(out.mean.hi, 1 + 99 * (0.5 + 0.0821699), 1e-4);
    sw_batches_free(b);
}

/* ---- how often it holds ------------------------------------------------------------------------------------ */

static double draw(struct sw_chance *c) { return -log(sw_chance_uniform(c)); }

/* Box and Muller. */
static double normal(struct sw_chance *c)
{
    double far = sqrt(2 * draw(c));
    return far * cos(2 * acos(-1) * sw_chance_uniform(c));
}

/* M/M/1: one job a second, 0.9 s of service, starting empty. The mean response is 0.9 / (1 - 0.9) = 9 s. */
static struct sw_run_interval queue(uint64_t seed, size_t n)
{
    struct sw_chance s = sw_chance_start(seed, SW_CHANCE_OTHER, 0, 0);
    struct sw_batches *b = sw_batches_new();
    double wait = 0, at = 0;
    for (size_t i = 0; i < n; i++) {
        double service = 0.9 * draw(&s), gap = draw(&s);
        assert_int_equal(sw_batches_add(b, at, wait + service), SW_OK);
        at += gap;
        wait = fmax(0, wait + service - gap);
    }
    struct sw_run_interval out = sw_batches_interval(b, 0.95);
    sw_batches_free(b);
    return out;
}

static bool holds(struct sw_run_interval i, double mean) { return i.mean.lo <= mean && mean <= i.mean.hi; }

static void a_queue_at_load_nine_tenths(void **state)
{
    (void)state;
    int held = 0, told = 0;
    for (uint64_t seed = 1; seed <= 60; seed++)
        held += holds(queue(seed, 100000), 9);
    assert_in_range(held, 54, 60);
    held = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct sw_run_interval i = queue(seed, 10000);
        told += i.why == SW_RUN_TOLD;
        held += holds(i, 9);
    }
    assert_true(held >= 80 * told / 100 && told >= 80);
}

/* The 95th percentile of exponential draws of mean 1 is ln 20. Of 100 values five lie beyond it: nothing to go by. */
static void a_high_quantile(void **state)
{
    (void)state;
    int held = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct sw_chance s = sw_chance_start(seed, SW_CHANCE_OTHER, 1, 0);
        struct sw_batches *b = sw_batches_new();
        struct sw_run_interval out;
        for (size_t i = 0; i < 1000; i++)
            assert_int_equal(sw_batches_add(b, (double)i, draw(&s)), SW_OK);
        assert_int_equal(sw_batches_quantile(b, 0.95, false, 0.95, &out), SW_OK);
        held += holds(out, log(20));
        assert_int_equal(sw_batches_quantile(b, 0.9999, false, 0.95, &out), SW_OK);
        assert_int_equal(out.why, SW_RUN_SHORT);
        sw_batches_free(b);
    }
    assert_in_range(held, 180, 198);
}

/* x' = 0.9 x + a normal draw, around 5: the variance of the mean is 19 times that of independent values. */
static void neighbours_that_depend_on_each_other(void **state)
{
    (void)state;
    int held = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct sw_chance s = sw_chance_start(seed, SW_CHANCE_OTHER, 0, 0);
        double x[4000], at = normal(&s) / sqrt(1 - 0.81);
        for (size_t i = 0; i < 4000; i++) {
            x[i] = 5 + at;
            at = 0.9 * at + normal(&s);
        }
        held += holds(interval_of(x, 4000), 5);
    }
    assert_in_range(held, 180, 198);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_batches_by_hand),
        cmocka_unit_test(a_skewed_mean_leans_to_the_right),
        cmocka_unit_test(what_is_left_of_the_correlation_widens),
        cmocka_unit_test(there_is_none_where_batches_do_not_cure_it),
        cmocka_unit_test(equal_values_have_no_width),
        cmocka_unit_test(places_decide_not_the_order_of_rows),
        cmocka_unit_test(neighbours_are_put_together_beyond_what_is_kept),
        cmocka_unit_test(a_median_over_four_runs),
        cmocka_unit_test(a_high_quantile),
        cmocka_unit_test(a_queue_at_load_nine_tenths),
        cmocka_unit_test(neighbours_that_depend_on_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
