/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stats.c - what is always so of summaries, over random values with a fixed seed. */
#include "lib/base/sw_chance.h"
#include "lib/base/sw_sort.h"
#include "lib/stats/sw_results.h"
#include "slotwise/sw_stats.h"
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>
#include "tests/unit/cmocka_all.h"

enum { ROUNDS = 200, MOST = 400 };

static struct sw_chance stream(uint64_t round) { return sw_chance_start(1, SW_CHANCE_OTHER, round, 0); }

/* Magnitudes over many octaves, some equal, some zero, some below zero. */
static size_t draw(struct sw_chance *c, double *x)
{
    size_t n = 1 + (size_t)sw_chance_below(c, MOST);
    for (size_t i = 0; i < n; i++) {
        double size = exp(10 * sw_chance_normal(c));
        x[i] = sw_chance_below(c, 8) == 0 ? 0 : sw_chance_below(c, 3) == 0 ? -size : size;
        if (i && sw_chance_below(c, 5) == 0)
            x[i] = x[i - 1];
    }
    return n;
}

static struct sw_quantiles *filled(const double *x, size_t n, uint64_t exact)
{
    struct sw_quantiles *q = sw_quantiles_new(exact);
    assert_non_null(q);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(sw_quantiles_add(q, x[i]), SW_OK);
    return q;
}

static void exact_quantiles_agree_with_gsl(void **state)
{
    (void)state;
    double x[MOST + 1];
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sw_chance c = stream(round);
        size_t n = draw(&c, x);
        struct sw_quantiles *q = filled(x, n, SW_QUANTILES_EXACT);
        gsl_sort(x, 1, n);
        for (double p = 0; p <= 1; p += 0.125) {
            double expected = gsl_stats_quantile_from_sorted_data(x, 1, n, p);
            assert_true(fabs(sw_quantiles_get(q, p) - expected) <= 1e-12 * (fabs(x[0]) + fabs(x[n - 1])));
        }
        sw_quantiles_free(q);
    }
}

/* At a whole position the answer is one order statistic, and the bound is on its value. */
static void histogram_order_statistics_are_within_the_error(void **state)
{
    (void)state;
    double x[MOST + 1];
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sw_chance c = stream(round);
        size_t n = draw(&c, x);
        struct sw_quantiles *rough = filled(x, n, 0);
        sw_sort_reals(x, n);
        for (size_t i = 0; n > 1 && i < n; i++) {
            double p = (double)i / (double)(n - 1), h = (double)(n - 1) * p;
            if (h != (double)i)
                continue;
            assert_true(fabs(sw_quantiles_get(rough, p) - x[i]) <= SW_QUANTILES_ERROR * fabs(x[i]) * (1 + 1e-12));
        }
        sw_quantiles_free(rough);
    }
}

static void quantiles_rise_and_stay_between_the_ends(void **state)
{
    (void)state;
    double x[MOST + 1];
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sw_chance c = stream(round);
        size_t n = draw(&c, x);
        struct sw_quantiles *q = filled(x, n, round % 2 ? 0 : SW_QUANTILES_EXACT);
        double before = sw_quantiles_get(q, 0), top = sw_quantiles_get(q, 1);
        for (double p = 0; p <= 1; p += 1.0 / 64) {
            assert_true(sw_quantiles_get(q, p) >= before && sw_quantiles_get(q, p) <= top);
            before = sw_quantiles_get(q, p);
        }
        sw_quantiles_free(q);
    }
}

static void order_and_splitting_do_not_change_quantiles(void **state)
{
    (void)state;
    double x[MOST + 1];
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sw_chance c = stream(round);
        size_t n = draw(&c, x), cut = (size_t)sw_chance_below(&c, n + 1);
        uint64_t exact = round % 3 == 0 ? 0 : round % 3 == 1 ? n / 2 : SW_QUANTILES_EXACT;
        struct sw_quantiles *whole = filled(x, n, exact), *a = filled(x + cut, n - cut, exact),
            *b = filled(x, cut, exact);
        assert_int_equal(sw_quantiles_merge(a, b), SW_OK);
        assert_int_equal(sw_quantiles_n(a), n);
        for (double p = 0; p <= 1; p += 0.0625)
            assert_true(sw_quantiles_get(a, p) == sw_quantiles_get(whole, p));
        sw_quantiles_free(whole);
        sw_quantiles_free(a);
        sw_quantiles_free(b);
    }
}

static void merged_moments_agree_with_those_of_all(void **state)
{
    (void)state;
    double x[MOST + 1];
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sw_chance c = stream(round);
        size_t n = draw(&c, x), cut = (size_t)sw_chance_below(&c, n + 1);
        struct sw_moments all = { 0 }, part[2] = { { 0 }, { 0 } };
        for (size_t i = 0; i < n; i++) {
            sw_moments_add(&all, x[i]);
            sw_moments_add(&part[i >= cut], x[i]);
        }
        sw_moments_merge(&part[0], &part[1]);
        assert_int_equal(part[0].n, n);
        assert_true(fabs(part[0].m2 - all.m2) <= 1e-9 * all.m2);
        assert_true(fabs(sw_moments_sum(&part[0]) - sw_moments_sum(&all)) <= 1e-12 * (fabs(all.max) + fabs(all.min)));
    }
}

/* Of 4,000 samples of five normals some 95 % have intervals that hold the mean; the standard error of that
 * share is sqrt(0.95 * 0.05 / 4000) = 0.0034, of which four are allowed. */
static void intervals_hold_the_mean_as_often_as_they_say(void **state)
{
    (void)state;
    struct sw_chance c = stream(99);
    int held = 0;
    for (int round = 0; round < 4000; round++) {
        struct sw_moments m = { 0 };
        for (int i = 0; i < 5; i++)
            sw_moments_add(&m, 3 + 2 * sw_chance_normal(&c));
        struct sw_interval at = sw_moments_interval(&m, 0.95);
        held += at.lo <= 3 && 3 <= at.hi;
    }
    assert_true(fabs(held / 4000.0 - 0.95) < 4 * 0.0034);
}

static double jain(const double *x, size_t n)
{
    struct sw_moments m = { 0 };
    for (size_t i = 0; i < n; i++)
        sw_moments_add(&m, x[i]);
    return sw_moments_jain(&m);
}

static void jains_index_is_between_one_nth_and_one(void **state)
{
    (void)state;
    double x[MOST + 1];
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sw_chance c = stream(round);
        size_t n = draw(&c, x);
        for (size_t i = 0; i < n; i++)
            x[i] = fabs(x[i]);
        double index = jain(x, n);
        assert_true(index >= (1 - 1e-9) / (double)n && index <= 1 + 1e-12);
        for (size_t i = 0; i < n; i++)
            x[i] *= 8; /* exact, so equal to the last bit */
        assert_true(jain(x, n) == index);
    }
}

static void every_size_is_in_the_bin_whose_label_holds_it(void **state)
{
    (void)state;
    static const char *const bins[] = { "tr", "es", "7", "1,2,3", "10,1000" };
    for (size_t k = 0; k < sizeof bins / sizeof *bins; k++) {
        struct sw_bins b;
        assert_int_equal(sw_bins_parse("--bins", bins[k], &b, NULL), SW_OK);
        size_t before = 0;
        for (unsigned x = 0; x < 5000; x++) {
            size_t bin = sw_bins_of(&b, x);
            assert_true(bin >= before && bin <= b.n + 1);
            assert_true(bin == 0 ? x < 1 : bin > b.n ? x > b.upper[b.n - 1] : x <= b.upper[bin - 1]);
            assert_true(bin < 2 || x > b.upper[bin - 2]);
            before = bin;
        }
    }
}

static void cdf_points_count_the_values_at_most_as_large(void **state)
{
    (void)state;
    double x[MOST + 1];
    size_t place[MOST + 1];
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sw_chance c = stream(round);
        size_t n = draw(&c, x), points = round % 2 ? 2 + (size_t)sw_chance_below(&c, 30) : 0;
        sw_sort_reals(x, n);
        size_t n_places = sw_cdf_places(x, n, points, place);
        assert_true(n_places >= 1 && (points == 0 || n_places <= points));
        assert_true(place[n_places - 1] == n - 1 && x[place[0]] == x[0]);
        for (size_t i = 0; i < n_places; i++) {
            size_t count = 0;
            for (size_t j = 0; j < n; j++)
                count += x[j] <= x[place[i]];
            assert_int_equal(count, place[i] + 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_quantiles_agree_with_gsl),
        cmocka_unit_test(histogram_order_statistics_are_within_the_error),
        cmocka_unit_test(quantiles_rise_and_stay_between_the_ends),
        cmocka_unit_test(order_and_splitting_do_not_change_quantiles),
        cmocka_unit_test(merged_moments_agree_with_those_of_all),
        cmocka_unit_test(intervals_hold_the_mean_as_often_as_they_say),
        cmocka_unit_test(jains_index_is_between_one_nth_and_one),
        cmocka_unit_test(every_size_is_in_the_bin_whose_label_holds_it),
        cmocka_unit_test(cdf_points_count_the_values_at_most_as_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
