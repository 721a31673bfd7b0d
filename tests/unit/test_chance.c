/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_chance.c - the generator against published numbers, the deviates against their distributions.
 *
 * Seeds are fixed, so a test that passes once passes always; the bounds are five standard errors. */
#include "lib/base/sw_chance.h"
#include <math.h>
#include <string.h>
#include "slotwise/sw_num.h"
#include "tests/unit/cmocka_all.h"

#define N 200000

static void mixer_gives_the_reference_numbers_of_splitmix64(void **state)
{
    (void)state;
    /* Seed 1234567; from Vigna's splitmix64.c, as listed on Rosetta Code, "Pseudo-random numbers/Splitmix64". */
    const uint64_t expected[] = { UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                  UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                  UINT64_C(16408922859458223821) };
    struct sw_chance c = { 1234567 };
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(sw_mix64(1234567 + i * UINT64_C(0x9e3779b97f4a7c15)), expected[i]);
        assert_int_equal(sw_chance_u64(&c), expected[i]);
    }
}

static void names_are_hashed_by_fnv_1a(void **state)
{
    (void)state;
    /* Test vectors of draft-eastlake-fnv, appendix C. */
    assert_int_equal(sw_chance_name("", 0), sw_mix64(UINT64_C(0xcbf29ce484222325)));
    assert_int_equal(sw_chance_name("a", 1), sw_mix64(UINT64_C(0xaf63dc4c8601ec8c)));
    assert_int_equal(sw_chance_name("foobar", 6), sw_mix64(UINT64_C(0x85944171f73967e8)));
    assert_int_equal(sw_chance_name("foobarbaz", 6), sw_mix64(UINT64_C(0x85944171f73967e8)));
}

/* Every part of the name leads to another stream, and the same name to the same one. */
static void a_stream_depends_on_its_name_alone(void **state)
{
    (void)state;
    struct sw_chance a = sw_chance_start(1, SW_CHANCE_MAP_TIME, 7, 3);
    assert_int_equal(a.state, sw_chance_start(1, SW_CHANCE_MAP_TIME, 7, 3).state);
    assert_int_not_equal(a.state, sw_chance_start(2, SW_CHANCE_MAP_TIME, 7, 3).state);
    assert_int_not_equal(a.state, sw_chance_start(1, SW_CHANCE_REDUCE_TIME, 7, 3).state);
    assert_int_not_equal(a.state, sw_chance_start(1, SW_CHANCE_MAP_TIME, 8, 3).state);
    assert_int_not_equal(a.state, sw_chance_start(1, SW_CHANCE_MAP_TIME, 7, 4).state);
    assert_int_not_equal(a.state, sw_chance_start(1, SW_CHANCE_MAP_TIME, 3, 7).state);
}

/* Streams of neighbouring tasks are as good as one stream: mean 1/2, variance 1/12, no correlation. */
static void first_draws_of_neighbouring_streams_are_uniform(void **state)
{
    (void)state;
    double sum = 0, squares = 0, products = 0, before = 0.5;
    for (uint64_t task = 0; task < N; task++) {
        struct sw_chance c = sw_chance_start(1, SW_CHANCE_PLACEMENT, 99, task);
        double u = sw_chance_uniform(&c);
        sum += u;
        squares += (u - 0.5) * (u - 0.5);
        products += (u - 0.5) * (before - 0.5);
        before = u;
    }
    assert_true(fabs(sum / N - 0.5) < 5 * sqrt(1.0 / 12 / N));
    assert_true(fabs(squares / N - 1.0 / 12) < 5 * sqrt(1.0 / 180 / N)); /* E (u-1/2)^4 - 1/144 = 1/180 */
    assert_true(fabs(products / N) < 5 / 12.0 / sqrt(N));
}

/* x ^ (x >> n), backwards: the upper n bits are as they were, and give the next n. */
static uint64_t unshift(uint64_t x, int n)
{
    uint64_t y = x;
    for (int known = n; known < 64; known += n) y = x ^ (y >> n);
    return y;
}

/* The inverse of an odd number modulo 2^64: Newton's steps double the bits that are right. */
static uint64_t inverse(uint64_t a)
{
    uint64_t x = a;
    for (int i = 0; i < 6; i++) x *= 2 - a * x;
    return x;
}

/* The state that makes the generator put out z. */
static struct sw_chance before(uint64_t z)
{
    z = unshift(z, 31) * inverse(UINT64_C(0x94d049bb133111eb));
    z = unshift(z, 27) * inverse(UINT64_C(0xbf58476d1ce4e5b9));
    struct sw_chance c = { unshift(z, 30) - UINT64_C(0x9e3779b97f4a7c15) };
    return c;
}

static void uniform_is_never_0_and_never_1(void **state)
{
    (void)state;
    struct sw_chance lowest = before(0), highest = before(UINT64_MAX), again = highest;
    assert_int_equal(sw_chance_u64(&again), UINT64_MAX);
    assert_true(sw_chance_uniform(&lowest) == 0x1p-53);
    assert_true(sw_chance_uniform(&highest) == 1 - 0x1p-53);
}

static void below_is_even(void **state)
{
    (void)state;
    struct sw_chance c = { 5 };
    int count[10] = { 0 };
    for (int i = 0; i < N; i++) count[sw_chance_below(&c, 10)]++;
    for (int i = 0; i < 10; i++) assert_true(fabs(count[i] - N / 10.0) < 5 * sqrt(N * 0.1 * 0.9));
    assert_int_equal(sw_chance_below(&c, 1), 0);
}

static void normal_has_its_moments(void **state)
{
    (void)state;
    struct sw_chance c = { 6 };
    double sum = 0, squares = 0;
    int beyond_two = 0;
    for (int i = 0; i < N; i++) {
        double z = sw_chance_normal(&c);
        sum += z;
        squares += z * z;
        beyond_two += fabs(z) > 2;
    }
    double p = 0.0455002639; /* 2 (1 - Phi(2)), any table of the normal distribution */
    assert_true(fabs(sum / N) < 5 / sqrt(N));
    assert_true(fabs(squares / N - 1) < 5 * sqrt(2.0 / N));
    assert_true(fabs(beyond_two - N * p) < 5 * sqrt(N * p * (1 - p)));
}

/* Log-normal with mean m: median m exp(-sigma^2/2), variance m^2 (exp(sigma^2) - 1). */
static void lognormal_keeps_the_mean(void **state)
{
    (void)state;
    struct sw_chance c = { 7 };
    const double sigma = 0.8, mean = 20e6;
    double sum = 0, median = mean * exp(-sigma * sigma / 2);
    int below = 0;
    for (int i = 0; i < N; i++) {
        int64_t us = sw_chance_lognormal_us(&c, (int64_t)mean, sigma);
        assert_true(us >= 0);
        sum += (double)us;
        below += (double)us < median;
    }
    assert_true(fabs(sum / N - mean) < 5 * mean * sqrt((exp(sigma * sigma) - 1) / N));
    assert_true(fabs(below - N / 2.0) < 5 * sqrt(N / 4.0));
}

/* Task by task they are what the stream of each gives alone, also where the last batch is not full. */
static void lognormals_of_a_job_are_those_of_its_tasks(void **state)
{
    (void)state;
    const double sigma[] = { 0.2, 1.5, 6 };
    uint64_t job = sw_chance_job(13, SW_CHANCE_MAP_TIME, 14);
    uint32_t us[1000], n_long = 0;
    for (size_t n = 0; n <= 1000; n += n < 130 ? 1 : 290)
        for (int k = 0; k < 3; k++) {
            us[n ? n - 1 : 0] = 1;
            sw_chance_lognormals_us(job, n, 60000000, sigma[k], us);
            for (size_t i = 0; i < n; i++) {
                struct sw_chance c = sw_chance_task(job, i);
                int64_t alone_us = sw_chance_lognormal_us(&c, 60000000, sigma[k]);
                assert_int_equal(us[i], alone_us < SW_CHANCE_LONG ? alone_us : SW_CHANCE_LONG);
                n_long += us[i] == SW_CHANCE_LONG;
            }
        }
    assert_true(n_long > 0);
}

static void without_sigma_nothing_is_drawn(void **state)
{
    (void)state;
    struct sw_chance c = { 8 };
    assert_int_equal(sw_chance_lognormal_us(&c, 123, 0), 123);
    assert_int_equal(c.state, 8);
}

static void huge_deviates_stay_in_range(void **state)
{
    (void)state;
    struct sw_chance c = { 9 };
    for (int i = 0; i < 1000; i++) {
        int64_t us = sw_chance_lognormal_us(&c, SW_TIME_MAX, 50);
        assert_true(us >= 0 && us <= SW_TIME_MAX);
        us = sw_chance_exponential_us(&c, SW_TIME_MAX);
        assert_true(us >= 0 && us <= SW_TIME_MAX);
    }
}

/* P(X > mean) = 1/e, and mean = standard deviation. */
static void exponential_has_its_mean(void **state)
{
    (void)state;
    struct sw_chance c = { 10 };
    double sum = 0, p = exp(-1), mean = 30e6;
    int beyond = 0;
    for (int i = 0; i < N; i++) {
        int64_t us = sw_chance_exponential_us(&c, (int64_t)mean);
        sum += (double)us;
        beyond += (double)us > mean;
    }
    assert_true(fabs(sum / N - mean) < 5 * mean / sqrt(N));
    assert_true(fabs(beyond - N * p) < 5 * sqrt(N * p * (1 - p)));
}

static void permutations_of_three_are_equally_frequent(void **state)
{
    (void)state;
    struct sw_chance c = { 11 };
    int count[27] = { 0 }, kinds = 0;
    uint32_t p[3];
    for (int i = 0; i < 60000; i++) {
        sw_chance_permutation(&c, p, 3);
        count[p[0] * 9 + p[1] * 3 + p[2]]++;
    }
    for (int i = 0; i < 27; i++) {
        if (!count[i]) continue;
        kinds++;
        assert_true(fabs(count[i] - 10000.0) < 5 * sqrt(60000 / 6.0 * 5 / 6));
    }
    assert_int_equal(kinds, 6);
}

static void a_permutation_holds_everything_once(void **state)
{
    (void)state;
    struct sw_chance c = { 12 };
    uint32_t p[1000];
    char seen[1000] = { 0 };
    sw_chance_permutation(&c, p, 1000);
    for (int i = 0; i < 1000; i++) seen[p[i]]++;
    for (int i = 0; i < 1000; i++) assert_int_equal(seen[i], 1);
    sw_chance_permutation(&c, p, 0);
    sw_chance_permutation(&c, p, 1);
    assert_int_equal(p[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixer_gives_the_reference_numbers_of_splitmix64),
        cmocka_unit_test(names_are_hashed_by_fnv_1a),
        cmocka_unit_test(a_stream_depends_on_its_name_alone),
        cmocka_unit_test(first_draws_of_neighbouring_streams_are_uniform),
        cmocka_unit_test(uniform_is_never_0_and_never_1),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(normal_has_its_moments),
        cmocka_unit_test(lognormal_keeps_the_mean),
        cmocka_unit_test(lognormals_of_a_job_are_those_of_its_tasks),
        cmocka_unit_test(without_sigma_nothing_is_drawn),
        cmocka_unit_test(huge_deviates_stay_in_range),
        cmocka_unit_test(exponential_has_its_mean),
        cmocka_unit_test(permutations_of_three_are_equally_frequent),
        cmocka_unit_test(a_permutation_holds_everything_once),
    };
    return cmocka_run_group_tests_name("chance", tests, NULL, NULL);
}
