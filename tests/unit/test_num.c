/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_num.c - text to numbers and back. */
#include "lib/base/sw_chance.h"
#include "slotwise/sw_num.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tests/unit/cmocka_all.h"

#define N_OF(array) (sizeof(array) / sizeof *(array))

static void assert_time(const char *text, int64_t expected)
{
    int64_t us = 77;
    assert_int_equal(sw_num_time(text, strlen(text), &us), SW_OK);
    assert_int_equal(us, expected);
}

static void times_are_whole_microseconds(void **state)
{
    (void)state;
    assert_time("12.5", 12500000);
    assert_time("0", 0);
    assert_time("-3", -3000000);
    assert_time("+3.000001", 3000001);
    assert_time(".5", 500000);
    assert_time("5.", 5000000);
    assert_time("0.000001", 1);
    assert_time("00000000000000000000012.5", 12500000); /* more digits than 64 bits hold */
    assert_time("86400.123456", 86400123456);
    assert_time("12345678.5", 12345678500000);          /* eight digits are read in one go */
    assert_time("123456789.000001", 123456789000001);
}

static void times_take_an_exponent(void **state)
{
    (void)state;
    assert_time("1e3", 1000000000);
    assert_time("1.5E-3", 1500);
    assert_time("12e+0", 12000000);
    assert_time("0e999999999999", 0);
    assert_time("1e-999999999999", 0);
}

static void times_round_half_away_from_zero(void **state)
{
    (void)state;
    assert_time("0.0000005", 1);
    assert_time("-0.0000005", -1);
    assert_time("0.00000049999999999999999999", 0);
    assert_time("1.0000015", 1000002);
    assert_time("1.0000025", 1000003);  /* to even would be 1000002 */
    assert_time("5e-7", 1);
    assert_time("4e-7", 0);
    assert_time("9.9999995", 10000000);
}

static void times_end_at_their_maximum(void **state)
{
    (void)state;
    int64_t us;
    assert_time("2305843009213.693951", SW_TIME_MAX); /* 2^61 - 1 microseconds */
    assert_time("-2305843009213.693951", -SW_TIME_MAX);
    const char *const beyond[] = { "2305843009213.693952", "-2305843009213.693952", "2305843009213.6939515", "1e13",
                                   "1e300", "99999999999999999999999999", "18446744073709.551616", "9999999999999999" };
    for (size_t i = 0; i < N_OF(beyond); i++) assert_int_equal(sw_num_time(beyond[i], strlen(beyond[i]), &us), SW_FAIL);
}

static const char *const not_numbers[] = {
    "", " ", "12 ", " 12", "12.5x", "x", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e5x", "1.2.3", "--1", "+-1",
    "0x10", "nan", "inf", "-inf", "infinity", "1,5", "1_000", "12345678x", "1234567 ", "1e5.5", "\xd9\xa1", "12:30"
};

static void what_is_not_a_number_fails_everywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(not_numbers); i++) {
        const char *text = not_numbers[i];
        size_t len = strlen(text);
        int64_t a = 5;
        uint64_t b = 5;
        double c = 5;
        assert_int_equal(sw_num_time(text, len, &a), SW_FAIL);
        assert_int_equal(sw_num_i64(text, len, &a), SW_FAIL);
        assert_int_equal(sw_num_u64(text, len, &b), SW_FAIL);
        assert_int_equal(sw_num_real(text, len, &c), SW_FAIL);
        assert_false(sw_num_is_number(text, len));
        assert_true(a == 5 && b == 5 && c == 5); /* written only on success */
    }
}

static void the_length_ends_the_text(void **state)
{
    (void)state;
    int64_t us;
    uint64_t n;
    double x;
    assert_int_equal(sw_num_time("12.59", 4, &us), SW_OK);
    assert_int_equal(us, 12500000);
    assert_int_equal(sw_num_u64("123456789", 3, &n), SW_OK);
    assert_int_equal(n, 123);
    assert_int_equal(sw_num_real("1e22", 3, &x), SW_OK);
    assert_true(x == 100);
    assert_int_equal(sw_num_u64("12\0" "3", 4, &n), SW_FAIL);
}

static void counts_are_whole_and_fit(void **state)
{
    (void)state;
    uint64_t n;
    const struct { const char *text; uint64_t value; } good[] = {
        { "0", 0 }, { "1e6", 1000000 }, { "18446744073709551615", UINT64_MAX }, { "000000000000000000000000012", 12 },
        { "123456789012345678", 123456789012345678 }, { "12.0", 12 }, { "1.5e1", 15 }, { "-0", 0 } };
    const char *const bad[] = { "18446744073709551616", "1e20", "-1", "1.5", "1e-1", "0.0000000000000000000000001" };
    for (size_t i = 0; i < N_OF(good); i++) {
        assert_int_equal(sw_num_u64(good[i].text, strlen(good[i].text), &n), SW_OK);
        assert_int_equal(n, good[i].value);
    }
    for (size_t i = 0; i < N_OF(bad); i++) assert_int_equal(sw_num_u64(bad[i], strlen(bad[i]), &n), SW_FAIL);
}

static void integers_reach_both_ends(void **state)
{
    (void)state;
    int64_t n;
    assert_int_equal(sw_num_i64("9223372036854775807", 19, &n), SW_OK);
    assert_true(n == INT64_MAX);
    assert_int_equal(sw_num_i64("-9223372036854775808", 20, &n), SW_OK);
    assert_true(n == INT64_MIN);
    assert_int_equal(sw_num_i64("9223372036854775808", 19, &n), SW_FAIL);
    assert_int_equal(sw_num_i64("-9223372036854775809", 20, &n), SW_FAIL);
    assert_int_equal(sw_num_i64("-12", 3, &n), SW_OK);
    assert_int_equal(n, -12);
    assert_int_equal(sw_num_i64("-1.5", 4, &n), SW_FAIL);
}

/* The hexadecimal forms are exact; the decimal ones lie on or beside the middle between two doubles. */
static void reals_are_rounded_correctly(void **state)
{
    (void)state;
    const struct { const char *text; double value; } cases[] = {
        { "0.1", 0x1.999999999999ap-4 },
        { "9007199254740993", 0x1p53 },                       /* 2^53 + 1: a tie, to even */
        { "9007199254740993.00000000000000000001", 0x1.0000000000001p53 },
        { "9007199254740995", 0x1.0000000000002p53 },         /* 2^53 + 3: a tie, to even */
        { "2.4703282292062327e-324", 0 },                     /* 2^-1075 = 2.47032822920623272...e-324 */
        { "2.4703282292062328e-324", 0x1p-1074 },
        { "2.2250738585072011e-308", 0x0.fffffffffffffp-1022 }, /* once hung PHP and Java */
        { "1.7976931348623158e308", DBL_MAX },                /* below the middle between DBL_MAX and 2^1024 */
        { "123456789012345678901234567890", 0x1.8ee90ff6c373ep96 },
        { "1e22", 1e22 }, { "1e23", 0x1.52d02c7e14af6p76 },   /* 10^23 is no double: the one below it is nearer */
        { "-0.3", -0x1.3333333333333p-2 }, { "5.", 5 }, { ".5", 0.5 }, { "+7", 7 }, { "1e-400", 0 },
        { "0e400", 0 }, { "12345678901234567890e-10", 0x1.26580b487e6b7p30 } };
    for (size_t i = 0; i < N_OF(cases); i++) {
        double x = -1;
        assert_int_equal(sw_num_real(cases[i].text, strlen(cases[i].text), &x), SW_OK);
        assert_true(x == cases[i].value);
    }
}

static void reals_beyond_the_largest_fail(void **state)
{
    (void)state;
    double x;
    const char *const beyond[] = { "1.7976931348623159e308", "1e309", "-1e999999", "1e99999999999999999999" };
    for (size_t i = 0; i < N_OF(beyond); i++) {
        assert_int_equal(sw_num_real(beyond[i], strlen(beyond[i]), &x), SW_FAIL);
        assert_true(sw_num_is_number(beyond[i], strlen(beyond[i])));
    }
}

static void assert_real_text(double x, const char *expected)
{
    char text[SW_NUM_MAX + 1];
    size_t len = sw_num_put_real(text, x);
    text[len] = '\0';
    assert_string_equal(text, expected);
}

/* The digits are those of Python's repr(), which is an independent shortest printer (David Gay's). */
static void reals_print_shortest(void **state)
{
    (void)state;
    assert_real_text(0, "0");
    assert_real_text(-0.0, "-0");
    assert_real_text(1, "1");
    assert_real_text(-2.5, "-2.5");
    assert_real_text(0.1, "0.1");
    assert_real_text(0.1 + 0.2, "0.30000000000000004");
    assert_real_text(1.0 / 3, "0.3333333333333333");
    assert_real_text(2.0 / 3, "0.6666666666666666");
    assert_real_text(27.1, "27.1");
    assert_real_text(0.0001, "0.0001");
    assert_real_text(0.00001, "1e-05");
    assert_real_text(123456.789, "123456.789");
    assert_real_text(999999999999999, "999999999999999");
    assert_real_text(1e15, "1e+15");
    assert_real_text(9007199254740992, "9007199254740992");
    assert_real_text(1e300, "1e+300");
    assert_real_text(DBL_MAX, "1.7976931348623157e+308");
    assert_real_text(DBL_MIN, "2.2250738585072014e-308");
    assert_real_text(0x1p-1074, "5e-324");
    assert_real_text(0x1p-44, "5.684341886080802e-14");
    assert_real_text(-0x1p-44, "-5.684341886080802e-14");
    assert_real_text(5e-320, "5e-320");
}

static void assert_time_text(int64_t us, const char *expected)
{
    char text[SW_NUM_MAX + 1];
    size_t len = sw_num_put_time(text, us);
    text[len] = '\0';
    assert_string_equal(text, expected);
}

static void times_print_without_idle_zeros(void **state)
{
    (void)state;
    assert_time_text(0, "0");
    assert_time_text(12500000, "12.5");
    assert_time_text(-3000000, "-3");
    assert_time_text(1, "0.000001");
    assert_time_text(-1, "-0.000001");
    assert_time_text(10, "0.00001");
    assert_time_text(100000000, "100");
    assert_time_text(86400123456, "86400.123456");
    assert_time_text(INT64_MIN, "-9223372036854.775808");
    assert_time_text(INT64_MAX, "9223372036854.775807");
}

static void integers_print_at_both_ends(void **state)
{
    (void)state;
    char text[SW_NUM_MAX];
    assert_int_equal(sw_num_put_i64(text, INT64_MIN), 20);
    assert_memory_equal(text, "-9223372036854775808", 20);
    assert_int_equal(sw_num_put_u64(text, UINT64_MAX), 20);
    assert_memory_equal(text, "18446744073709551615", 20);
    assert_int_equal(sw_num_put_i64(text, 0), 1);
    assert_memory_equal(text, "0", 1);
}

static void durations_take_units(void **state)
{
    (void)state;
    const struct { const char *text; int64_t us; } good[] = {
        { "250ms", 250000 }, { "3s", 3000000 }, { "5m", 300000000 }, { "2h", INT64_C(7200000000) },
        { "1.5h", INT64_C(5400000000) }, { "1d", INT64_C(86400000000) }, { "10us", 10 }, { "3", 3000000 },
        { "0.5", 500000 }, { "1e3ms", 1000000 }, { "-1s", -1000000 }, { "0.4us", 0 }, { "1.1h", INT64_C(3960000000) } };
    const char *const bad[] = { "", "s", "3x", "3 s", "3sec", "ms", "3S", "1e30h", "nan", "3s3s", "1e" };
    int64_t us;
    for (size_t i = 0; i < N_OF(good); i++) {
        assert_int_equal(sw_num_duration(good[i].text, &us), SW_OK);
        assert_int_equal(us, good[i].us);
    }
    for (size_t i = 0; i < N_OF(bad); i++) assert_int_equal(sw_num_duration(bad[i], &us), SW_FAIL);
}

static void sizes_are_powers_of_1024(void **state)
{
    (void)state;
    const struct { const char *text; uint64_t bytes; } good[] = {
        { "64M", 67108864 }, { "64K", 65536 }, { "1G", 1073741824 }, { "2T", UINT64_C(2199023255552) },
        { "64MB", 67108864 },
        { "64MiB", 67108864 }, { "100", 100 }, { "100B", 100 }, { "1.5K", 1536 }, { "0", 0 }, { "1e3", 1000 } };
    const char *const bad[] = { "", "M", "-1K", "-1", "1X", "1 M", "1e30T", "1m", "1.5", "1iB" };
    uint64_t bytes;
    for (size_t i = 0; i < N_OF(good); i++) {
        assert_int_equal(sw_num_size(good[i].text, &bytes), SW_OK);
        assert_int_equal(bytes, good[i].bytes);
    }
    for (size_t i = 0; i < N_OF(bad); i++) assert_int_equal(sw_num_size(bad[i], &bytes), SW_FAIL);
}

static void a_percentage_is_the_same_double_as_the_fraction(void **state)
{
    (void)state;
    double x, y;
    assert_int_equal(sw_num_fraction("95%", &x), SW_OK);
    assert_int_equal(sw_num_fraction("0.95", &y), SW_OK);
    assert_true(x == 0.95 && y == 0.95);
    assert_int_equal(sw_num_fraction("27.1%", &x), SW_OK);
    assert_true(x == 0.271);
    assert_int_equal(sw_num_fraction("150%", &x), SW_OK);
    assert_true(x == 1.5);
    assert_int_equal(sw_num_fraction("%", &x), SW_FAIL);
    assert_int_equal(sw_num_fraction("", &x), SW_FAIL);
    assert_int_equal(sw_num_fraction("95 %", &x), SW_FAIL);
}

/* At ties, beside them, and where a double has no more room for a fraction; the C library is the witness. */
static void rounding_is_llround(void **state)
{
    (void)state;
    for (int power = -2; power < 62; power++)
        for (int64_t near = -9; near <= 9; near++) {
            double x = ldexp(1, power) + (double)near / 4, next = nextafter(x, INFINITY),
                last = nextafter(x, -INFINITY);
            for (int sign = -1; sign <= 1; sign += 2) {
                assert_int_equal(sw_num_round(sign * x), llround(sign * x));
                assert_int_equal(sw_num_round(sign * next), llround(sign * next));
                assert_int_equal(sw_num_round(sign * last), llround(sign * last));
            }
        }
}

/* Digits in any place of a word, with and without a point and something that is neither. */
static size_t some_number(struct sw_chance *c, char *text)
{
    size_t len = 1 + (size_t)sw_chance_below(c, 20), point = (size_t)sw_chance_below(c, 24),
        odd = (size_t)sw_chance_below(c, 60);
    for (size_t i = 0; i < len; i++) text[i] = (char)('0' + sw_chance_below(c, 10));
    if (point < len) text[point] = '.';
    if (odd < len) text[odd] = "./:-x \xb0"[sw_chance_below(c, 7)];
    return len;
}

/* An exponent of 0 says nothing new, but no number that has one is read quickly. */
static void what_is_read_quickly_is_what_is_read_slowly(void **state)
{
    (void)state;
    struct sw_chance c = sw_chance_start(1, SW_CHANCE_OTHER, 0, 0);
    char text[24];
    for (int i = 0; i < 500000; i++) {
        size_t len = some_number(&c, text);
        int64_t us = 7, slow_us = 7;
        uint64_t n = 7, slow_n = 7;
        double x = 7, slow_x = 7;
        memcpy(text + len, "e0", 2);
        assert_int_equal(sw_num_time(text, len, &us), sw_num_time(text, len + 2, &slow_us));
        assert_int_equal(sw_num_u64(text, len, &n), sw_num_u64(text, len + 2, &slow_n));
        assert_int_equal(sw_num_real(text, len, &x), sw_num_real(text, len + 2, &slow_x));
        assert_true(us == slow_us && n == slow_n && x == slow_x);
    }
}

/* Beside printf(), on both sides of every power of ten and of two. */
static void whole_numbers_are_written_as_by_printf(void **state)
{
    (void)state;
    uint64_t ten_to = 1;
    for (int i = 0; i < 84; i++) {
        uint64_t middle = i < 20 ? ten_to : UINT64_C(1) << (i - 20);
        for (uint64_t x = middle - 2; x != middle + 3; x++) {
            char expected[24], text[SW_NUM_MAX];
            size_t len = sw_num_put_u64(text, x);
            assert_int_equal(len, sprintf(expected, "%" PRIu64, x));
            assert_memory_equal(text, expected, len);
        }
        ten_to *= 10;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_whole_microseconds),
        cmocka_unit_test(times_take_an_exponent),
        cmocka_unit_test(times_round_half_away_from_zero),
        cmocka_unit_test(times_end_at_their_maximum),
        cmocka_unit_test(what_is_not_a_number_fails_everywhere),
        cmocka_unit_test(the_length_ends_the_text),
        cmocka_unit_test(counts_are_whole_and_fit),
        cmocka_unit_test(integers_reach_both_ends),
        cmocka_unit_test(reals_are_rounded_correctly),
        cmocka_unit_test(reals_beyond_the_largest_fail),
        cmocka_unit_test(reals_print_shortest),
        cmocka_unit_test(times_print_without_idle_zeros),
        cmocka_unit_test(integers_print_at_both_ends),
        cmocka_unit_test(durations_take_units),
        cmocka_unit_test(sizes_are_powers_of_1024),
        cmocka_unit_test(a_percentage_is_the_same_double_as_the_fraction),
        cmocka_unit_test(rounding_is_llround),
        cmocka_unit_test(what_is_read_quickly_is_what_is_read_slowly),
        cmocka_unit_test(whole_numbers_are_written_as_by_printf),
    };
    return cmocka_run_group_tests_name("num", tests, NULL, NULL);
}
