/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sort.c - sorting by digits, beside qsort(). */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_chance.h"
#include "lib/base/sw_sort.h"
#include "tests/unit/cmocka_all.h"

enum { MOST = 5000 };

/* Any number, small whole numbers of both signs, numbers that share their digits, and the ends of the line. */
static double some_real(struct sw_chance *c, int style)
{
    static const double ends[] = { DBL_MAX, -DBL_MAX, DBL_MIN, -DBL_MIN, 0x1p-1074, -0x1p-1074, 0, -1, 1, INFINITY,
                                   -INFINITY };
    uint64_t bits = sw_chance_u64(c);
    double any;
    memcpy(&any, &bits, sizeof any);
    if (style == 0) return isnan(any) ? 0.5 : any;
    if (style == 1) return (double)((int64_t)(bits >> 40) - (1 << 23));
    if (style == 2) return 1e6 + (double)(bits >> 61);
    return ends[(bits >> 32) % 11];
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void reals_are_sorted_as_by_comparisons(void **state)
{
    (void)state;
    static double x[MOST], expected[MOST];
    struct sw_chance c = sw_chance_start(1, SW_CHANCE_OTHER, 0, 0);
    for (int round = 0; round < 400; round++) {
        size_t n = (size_t)sw_chance_below(&c, MOST) + 1;
        for (size_t i = 0; i < n; i++) x[i] = expected[i] = some_real(&c, round % 4);
        qsort(expected, n, sizeof *expected, by_value);
        sw_sort_reals(x, n);
        assert_memory_equal(x, expected, n * sizeof *x);
    }
    sw_sort_reals(x, 0);
}

static void negative_zero_comes_before_zero(void **state)
{
    (void)state;
    double x[1000];
    for (size_t n = 2; n <= 1000; n += 998) { /* by comparisons, and by digits */
        for (size_t i = 0; i < n; i++) x[i] = i % 2 ? -0.0 : 0.0;
        sw_sort_reals(x, n);
        for (size_t i = 0; i < n; i++) assert_int_equal(signbit(x[i]) != 0, i < n / 2);
    }
}

static void records_with_equal_keys_stay_in_their_order(void **state)
{
    (void)state;
    static struct { uint32_t place; char name[4]; uint64_t key; } r[MOST];
    struct sw_chance c = sw_chance_start(2, SW_CHANCE_OTHER, 0, 0);
    for (uint32_t i = 0; i < MOST; i++)
        r[i].place = i, r[i].key = sw_chance_below(&c, 50) << 30 | sw_chance_below(&c, 3);
    assert_int_equal(sw_sort_records(r, MOST, sizeof *r, offsetof(__typeof__(*r), key)), SW_OK);
    for (uint32_t i = 1; i < MOST; i++)
        assert_true(r[i - 1].key < r[i].key || (r[i - 1].key == r[i].key && r[i - 1].place < r[i].place));
}

/* Twelve bytes: the key of every second record is not aligned. */
static void records_of_three_words_are_sorted_as_others(void **state)
{
    (void)state;
    static struct { uint32_t key[2], place; } r[MOST];
    struct sw_chance c = sw_chance_start(3, SW_CHANCE_OTHER, 0, 0);
    uint64_t before = 0, key;
    for (uint32_t i = 0; i < MOST; i++) {
        r[i].place = i;
        r[i].key[0] = (uint32_t)sw_chance_below(&c, 50);
        r[i].key[1] = (uint32_t)sw_chance_below(&c, 3);
    }
    assert_int_equal(sw_sort_records(r, MOST, sizeof *r, 0), SW_OK);
    for (uint32_t i = 0; i < MOST; before = key, i++) {
        memcpy(&key, r[i].key, sizeof key);
        assert_true(i == 0 || before < key || (before == key && r[i - 1].place < r[i].place));
    }
}

static void signed_keys_are_sorted_by_value(void **state)
{
    (void)state;
    struct { int64_t key; char name[8]; } r[] = { { 3, "c" }, { -1, "a" }, { INT64_MAX, "d" }, { 3, "cc" },
                                                  { INT64_MIN, "min" }, { 0, "b" } };
    const int64_t expected[] = { INT64_MIN, -1, 0, 3, 3, INT64_MAX };
    assert_int_equal(sw_sort_records_signed(r, 6, sizeof *r, 0), SW_OK);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(r[i].key, expected[i]);
    assert_string_equal(r[3].name, "c");
    assert_string_equal(r[4].name, "cc");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reals_are_sorted_as_by_comparisons),
        cmocka_unit_test(negative_zero_comes_before_zero),
        cmocka_unit_test(records_with_equal_keys_stay_in_their_order),
        cmocka_unit_test(records_of_three_words_are_sorted_as_others),
        cmocka_unit_test(signed_keys_are_sorted_by_value),
    };
    return cmocka_run_group_tests_name("sort", tests, NULL, NULL);
}
