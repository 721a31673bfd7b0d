/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stats.c - moments, quantiles, intervals, bins, keys and gains against hand calculations. */
#include "lib/stats/sw_results.h"
#include "slotwise/sw_stats.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tests/unit/cmocka_all.h"

#define N_OF(array) (sizeof(array) / sizeof *(array))

static void assert_close(double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("got %.17g, expected %.17g", got, expected);
}

static struct sw_moments moments_of(const double *x, size_t n)
{
    struct sw_moments m = { 0 };
    for (size_t i = 0; i < n; i++)
        sw_moments_add(&m, x[i]);
    return m;
}

/* Mean 5, squared deviations 9+1+1+1+0+0+4+16 = 32; t(0.975, 7) = 2.364624 (any t table). */
static const double eight[] = { 2, 4, 4, 4, 5, 5, 7, 9 };

static void mean_and_deviation_of_eight_numbers(void **state)
{
    (void)state;
    struct sw_moments m = moments_of(eight, 8);
    assert_close(sw_moments_mean(&m), 5, 0);
    assert_close(sw_moments_sum(&m), 40, 0);
    assert_close(sw_moments_sd(&m), sqrt(32.0 / 7), 1e-15);
    assert_close(sw_moments_min(&m), 2, 0);
    assert_close(sw_moments_max(&m), 9, 0);
}

static void interval_is_students_t(void **state)
{
    (void)state;
    struct sw_moments m = moments_of(eight, 8);
    struct sw_interval i = sw_moments_interval(&m, 0.95);
    double half = 2.364624 * sqrt(32.0 / 7) / sqrt(8);
    assert_close(i.lo, 5 - half, 1e-6);
    assert_close(i.hi, 5 + half, 1e-6);
}

static void one_value_has_no_interval_and_no_deviation(void **state)
{
    (void)state;
    struct sw_moments m = moments_of(eight, 1);
    assert_true(isnan(sw_moments_sd(&m)));
    assert_true(isnan(sw_moments_interval(&m, 0.95).lo));
    assert_close(sw_moments_mean(&m), 2, 0);
}

static void nothing_has_no_mean(void **state)
{
    (void)state;
    struct sw_moments m = { 0 };
    assert_true(isnan(sw_moments_mean(&m)));
    assert_true(isnan(sw_moments_sum(&m)));
    assert_true(isnan(sw_moments_max(&m)));
    assert_true(isnan(sw_moments_jain(&m)));
}

static void not_known_is_left_out(void **state)
{
    (void)state;
    const double x[] = { 1, NAN, 3 };
    struct sw_moments m = moments_of(x, 3);
    assert_int_equal(m.n, 2);
    assert_close(sw_moments_mean(&m), 2, 0);
}

/* Neumaier's (1974) own example, which Kahan's sum gets wrong: 1 + 1e100 + 1 - 1e100 = 2. */
static void sum_keeps_what_rounding_drops(void **state)
{
    (void)state;
    const double x[] = { 1, 1e100, 1, -1e100 };
    struct sw_moments m = moments_of(x, 4);
    assert_close(sw_moments_sum(&m), 2, 0);
}

/* Welford's reason: the deviation of 1e9 + {4, 7, 13, 16} is that of {4, 7, 13, 16}, sqrt(30). */
static void deviation_survives_a_large_mean(void **state)
{
    (void)state;
    const double x[] = { 1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16 };
    struct sw_moments m = moments_of(x, 4);
    assert_close(sw_moments_sd(&m), sqrt(30), 1e-9);
}

static void merged_moments_are_those_of_all(void **state)
{
    (void)state;
    struct sw_moments a = moments_of(eight, 3), b = moments_of(eight + 3, 5), none = { 0 };
    sw_moments_merge(&a, &b);
    sw_moments_merge(&a, &none);
    sw_moments_merge(&none, &a);
    assert_int_equal(none.n, 8);
    assert_close(sw_moments_mean(&none), 5, 1e-15);
    assert_close(sw_moments_sd(&none), sqrt(32.0 / 7), 1e-14);
    assert_close(sw_moments_min(&none), 2, 0);
}

static double jain(const double *x, size_t n)
{
    struct sw_moments m = { 0 };
    for (size_t i = 0; i < n; i++)
        sw_moments_add(&m, x[i]);
    return sw_moments_jain(&m);
}

/* Jain, Chiu and Hawe (1984): k of n users with equal parts and the others with nothing give k / n. */
static void jains_index_of_k_among_n(void **state)
{
    (void)state;
    const double x[] = { 5, 5, 5, 0, 0, 0, 0, 0, 0, 0 }, zeros[] = { 0, 0 };
    assert_close(jain(x, 10), 0.3, 1e-15);
    assert_close(jain(x, 3), 1, 0);
    assert_close(jain(zeros, 2), 1, 0);
}

/* R's default: quantile(1:10, c(0, .25, .5, .95, 1)) prints 1, 3.25, 5.5, 9.55, 10. */
static void quantiles_are_type_7(void **state)
{
    (void)state;
    struct sw_quantiles *q = sw_quantiles_new(SW_QUANTILES_EXACT);
    for (int i = 10; i > 0; i--)
        assert_int_equal(sw_quantiles_add(q, i), SW_OK);
    assert_close(sw_quantiles_get(q, 0), 1, 0);
    assert_close(sw_quantiles_get(q, 0.25), 3.25, 1e-14);
    assert_close(sw_quantiles_get(q, 0.5), 5.5, 1e-14);
    assert_close(sw_quantiles_get(q, 0.95), 9.55, 1e-14);
    assert_close(sw_quantiles_get(q, 1), 10, 0);
    assert_int_equal(sw_quantiles_add(q, 1000), SW_OK); /* after a look, still open */
    assert_close(sw_quantiles_get(q, 1), 1000, 0);
    sw_quantiles_free(q);
}

static void no_values_have_no_quantile(void **state)
{
    (void)state;
    struct sw_quantiles *q = sw_quantiles_new(10);
    assert_int_equal(sw_quantiles_add(q, NAN), SW_OK);
    assert_int_equal(sw_quantiles_add(q, INFINITY), SW_OK);
    assert_true(isnan(sw_quantiles_get(q, 0.5)));
    assert_int_equal(sw_quantiles_n(q), 0);
    sw_quantiles_free(q);
}

/* 1..100000: the quantile at p is 1 + 99999 p. */
static void histogram_is_within_its_stated_error(void **state)
{
    (void)state;
    struct sw_quantiles *q = sw_quantiles_new(1000);
    for (int i = 1; i <= 100000; i++)
        assert_int_equal(sw_quantiles_add(q, i), SW_OK);
    assert_false(sw_quantiles_are_exact(q));
    for (double p = 0; p <= 1; p += 0.01)
        assert_close(sw_quantiles_get(q, p) / (1 + 99999 * p), 1, SW_QUANTILES_ERROR);
    assert_close(sw_quantiles_get(q, 0), 1, 0);
    assert_close(sw_quantiles_get(q, 1), 100000, 0);
    sw_quantiles_free(q);
}

static void histogram_starts_past_the_exact_count(void **state)
{
    (void)state;
    struct sw_quantiles *q = sw_quantiles_new(8);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(sw_quantiles_add(q, eight[i]), SW_OK);
    assert_true(sw_quantiles_are_exact(q));
    assert_int_equal(sw_quantiles_add(q, 3), SW_OK);
    assert_false(sw_quantiles_are_exact(q));
    assert_int_equal(sw_quantiles_n(q), 9);
    sw_quantiles_free(q);
}

static void histogram_takes_both_signs_zero_and_any_size(void **state)
{
    (void)state;
    const double x[] = { -1e300, -1e-300, 0, 1e-320, 1e300 }; /* 1e-320 counts as zero */
    struct sw_quantiles *q = sw_quantiles_new(0);
    for (size_t i = 0; i < N_OF(x); i++)
        assert_int_equal(sw_quantiles_add(q, x[i]), SW_OK);
    assert_close(sw_quantiles_get(q, 0) / -1e300, 1, 0);
    assert_close(sw_quantiles_get(q, 0.25) / -1e-300, 1, SW_QUANTILES_ERROR);
    assert_close(sw_quantiles_get(q, 0.5), 0, 0);
    assert_close(sw_quantiles_get(q, 0.75), 0, 0);
    assert_close(sw_quantiles_get(q, 1) / 1e300, 1, 0);
    sw_quantiles_free(q);
}

static void merged_quantiles_are_those_of_all(void **state)
{
    (void)state;
    struct sw_quantiles *a = sw_quantiles_new(100), *b = sw_quantiles_new(2);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(sw_quantiles_add(i < 4 ? a : b, eight[i]), SW_OK);
    assert_int_equal(sw_quantiles_merge(a, b), SW_OK); /* b has spilled, so a does */
    assert_int_equal(sw_quantiles_n(a), 8);
    assert_close(sw_quantiles_get(a, 0), 2, 0);
    assert_close(sw_quantiles_get(a, 1), 9, 0);
    assert_close(sw_quantiles_get(a, 0.5), 4.5, 4.5 * SW_QUANTILES_ERROR);
    sw_quantiles_free(a);
    sw_quantiles_free(b);
}

static void cdf_shows_the_last_of_equal_values(void **state)
{
    (void)state;
    const double x[] = { 1, 1, 2, 3, 3, 3 };
    size_t place[6];
    assert_int_equal(sw_cdf_places(x, 6, 0, place), 3);
    assert_int_equal(place[0], 1);
    assert_int_equal(place[1], 2);
    assert_int_equal(place[2], 5);
}

static void thinned_cdf_keeps_the_ends(void **state)
{
    (void)state;
    double x[100];
    size_t place[100];
    for (size_t i = 0; i < 100; i++)
        x[i] = (double)i;
    assert_int_equal(sw_cdf_places(x, 100, 3, place), 3);
    assert_int_equal(place[0], 0);
    assert_int_equal(place[1], 49);
    assert_int_equal(place[2], 99);
}

static void assert_bin(const char *bins, double x, const char *expected)
{
    struct sw_bins b;
    struct sw_err err = { 0 };
    char label[48];
    assert_int_equal(sw_bins_parse("--bins", bins, &b, &err), SW_OK);
    sw_bins_label(&b, sw_bins_of(&b, x), label);
    assert_string_equal(label, expected);
}

/* TR table 2 prints 1-25, 25-50, 50-100, ...; we let a bound belong to the bin that it ends. */
static void tr_bins_are_those_of_table_2(void **state)
{
    (void)state;
    assert_bin("tr", 1, "1-25");
    assert_bin("tr", 25, "1-25");
    assert_bin("tr", 26, "26-50");
    assert_bin("tr", 100, "51-100");
    assert_bin("tr", 101, "101-200");
    assert_bin("tr", 400, "201-400");
    assert_bin("tr", 800, "401-800");
    assert_bin("tr", 1600, "801-1600");
    assert_bin("tr", 3200, "1601-3200");
    assert_bin("tr", 3201, ">3200");
    assert_bin("tr", 0, "<1");
}

/* EuroSys'10 table 2: 1, 2, 3-20, 21-60, 61-150, 151-300, 301-500, 501-1500, >= 1501. */
static void es_bins_are_those_of_table_2(void **state)
{
    (void)state;
    assert_bin("es", 1, "1");
    assert_bin("es", 2, "2");
    assert_bin("es", 3, "3-20");
    assert_bin("es", 60, "21-60");
    assert_bin("es", 61, "61-150");
    assert_bin("es", 300, "151-300");
    assert_bin("es", 500, "301-500");
    assert_bin("es", 1500, "501-1500");
    assert_bin("es", 1501, ">=1501");
}

static void bins_of_ones_own_take_fractions(void **state)
{
    (void)state;
    assert_bin("10,100", 10, "1-10");
    assert_bin("10,100", 10.5, "11-100");
    assert_bin("10,100", 100.5, ">100");
    assert_bin("1", 1, "1");
}

static void bins_that_do_not_rise_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = { "", "10,10", "10,5", "0,5", "a", "10,", "10,,20", "-1,2", "1.5" };
    struct sw_bins b;
    for (size_t i = 0; i < N_OF(bad); i++) {
        struct sw_err err = { 0 };
        assert_int_equal(sw_bins_parse("--bins", bad[i], &b, &err), SW_FAIL);
        assert_int_equal(err.exit, SW_EXIT_USAGE);
    }
}

/* 10 s became 5 s (gain 2) and 20 s became 40 s (gain 0.5): mean 1.25, of the sums 30/45 = 2/3, mean difference 7.5 s.
 * base - 2/3 value is 20/3 and -20/3: their deviation is sqrt(2) 20/3, so the interval is
 * 2/3 -+ t(0.975, 1) (20/3) / 22.5 with t = 12.7062047. */
static void gain_is_base_over_value(void **state)
{
    (void)state;
    struct sw_gains g = { 0 };
    sw_gains_add(&g, 10, 5);
    sw_gains_add(&g, 20, 40);
    assert_close(sw_moments_mean(&g.gain), 1.25, 1e-15);
    assert_close(sw_gains_total(&g), 2.0 / 3, 1e-15);
    struct sw_interval i = sw_gains_total_interval(&g, 0.95);
    assert_close(i.lo, 2.0 / 3 - 12.706204736432095 * 20 / 3 / 22.5, 1e-9);
    assert_close(i.hi, 2.0 / 3 + 12.706204736432095 * 20 / 3 / 22.5, 1e-9);
    assert_close(sw_moments_mean(&g.diff), 7.5, 0);
    assert_close(sw_moments_max(&g.gain), 2, 0);
}

static void a_pair_with_a_zero_has_no_gain(void **state)
{
    (void)state;
    struct sw_gains g = { 0 };
    sw_gains_add(&g, 10, 0);
    sw_gains_add(&g, 0, 10);
    sw_gains_add(&g, NAN, 1);
    assert_int_equal(g.gain.n, 0);
    assert_int_equal(g.diff.n, 2);
    assert_close(sw_gains_total(&g), 1, 0);
}

/* 2 for 3 s, then 10 for 1 s: 16 / 4. */
static void time_mean_weighs_by_how_long(void **state)
{
    (void)state;
    struct sw_time_mean t = { 0 };
    assert_true(isnan(sw_time_mean_get(&t)));
    sw_time_mean_add(&t, 2, 3);
    sw_time_mean_add(&t, 10, 1);
    sw_time_mean_add(&t, NAN, 9);
    assert_close(sw_time_mean_get(&t), 4, 0);
}

static void locality_is_a_share_of_the_maps_with_hosts(void **state)
{
    (void)state;
    struct sw_job_summary s = { 0 };
    double a[SW_JF_N], b[SW_JF_N];
    for (int f = 0; f < SW_JF_N; f++)
        a[f] = b[f] = NAN;
    a[SW_JF_NODE_LOCAL] = 6, a[SW_JF_RACK_LOCAL] = 1, a[SW_JF_OFF_RACK] = 1, a[SW_JF_SUBMIT] = 5, a[SW_JF_FINISH] = 20;
    b[SW_JF_NODE_LOCAL] = 0, b[SW_JF_RACK_LOCAL] = 0, b[SW_JF_OFF_RACK] = 2, b[SW_JF_SUBMIT] = 10, b[SW_JF_FINISH] = 12;
    assert_int_equal(sw_job_summary_add(&s, a), SW_OK);
    assert_true(isnan(sw_moments_mean(&s.field[SW_JF_RESPONSE])));
    assert_int_equal(sw_job_summary_add(&s, b), SW_OK);
    assert_int_equal(s.jobs, 2);
    assert_close(sw_job_summary_locality(&s, SW_JF_NODE_LOCAL), 0.6, 1e-15);
    assert_close(sw_job_summary_locality(&s, SW_JF_OFF_RACK), 0.3, 1e-15);
}

static void no_maps_with_hosts_have_no_locality(void **state)
{
    (void)state;
    struct sw_job_summary s = { 0 };
    double a[SW_JF_N] = { 0 };
    assert_int_equal(sw_job_summary_add(&s, a), SW_OK);
    assert_true(isnan(sw_job_summary_locality(&s, SW_JF_NODE_LOCAL)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mean_and_deviation_of_eight_numbers),
        cmocka_unit_test(interval_is_students_t),
        cmocka_unit_test(one_value_has_no_interval_and_no_deviation),
        cmocka_unit_test(nothing_has_no_mean),
        cmocka_unit_test(not_known_is_left_out),
        cmocka_unit_test(sum_keeps_what_rounding_drops),
        cmocka_unit_test(deviation_survives_a_large_mean),
        cmocka_unit_test(merged_moments_are_those_of_all),
        cmocka_unit_test(jains_index_of_k_among_n),
        cmocka_unit_test(quantiles_are_type_7),
        cmocka_unit_test(no_values_have_no_quantile),
        cmocka_unit_test(histogram_is_within_its_stated_error),
        cmocka_unit_test(histogram_starts_past_the_exact_count),
        cmocka_unit_test(histogram_takes_both_signs_zero_and_any_size),
        cmocka_unit_test(merged_quantiles_are_those_of_all),
        cmocka_unit_test(cdf_shows_the_last_of_equal_values),
        cmocka_unit_test(thinned_cdf_keeps_the_ends),
        cmocka_unit_test(tr_bins_are_those_of_table_2),
        cmocka_unit_test(es_bins_are_those_of_table_2),
        cmocka_unit_test(bins_of_ones_own_take_fractions),
        cmocka_unit_test(bins_that_do_not_rise_are_refused),
        cmocka_unit_test(gain_is_base_over_value),
        cmocka_unit_test(a_pair_with_a_zero_has_no_gain),
        cmocka_unit_test(time_mean_weighs_by_how_long),
        cmocka_unit_test(locality_is_a_share_of_the_maps_with_hosts),
        cmocka_unit_test(no_maps_with_hosts_have_no_locality),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
