/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_options.c - the values that options take, and what is said of those they do not. */
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include <math.h>
#include <stdlib.h>
#include "tests/unit/cmocka_all.h"

#define N_OF(array) (sizeof(array) / sizeof *(array))

static void assert_usage(int status, const struct sw_err *err, const char *expected)
{
    assert_int_equal(status, SW_FAIL);
    assert_int_equal(err->exit, SW_EXIT_USAGE);
    assert_string_equal(err->text, expected);
}

static void a_duration_is_not_negative(void **state)
{
    (void)state;
    struct sw_err err;
    int64_t us = 0;
    assert_int_equal(sw_opt_duration("--wait", "250ms", &us, &err), SW_OK);
    assert_int_equal(us, 250000);
    assert_usage(sw_opt_duration("--wait", "-1s", &us, &err), &err, "--wait: is negative: '-1s'");
    assert_usage(sw_opt_duration("--wait", "3x", &us, &err), &err, "--wait: not a duration (250ms 3s 5m 2h): '3x'");
    assert_usage(sw_opt_duration("--wait", "1e300", &us, &err), &err, "--wait: out of range: '1e300'");
    assert_int_equal(us, 250000);
}

static void counts_have_bounds(void **state)
{
    (void)state;
    struct sw_err err;
    uint64_t n = 0;
    assert_int_equal(sw_opt_count("--slots", "1e3", 1, 1000, &n, &err), SW_OK);
    assert_int_equal(n, 1000);
    assert_usage(sw_opt_count("--slots", "ten", 1, 1000, &n, &err), &err, "--slots: not a count: 'ten'");
    assert_usage(sw_opt_count("--slots", "0", 1, 1000, &n, &err), &err, "--slots: must be at least 1: '0'");
    assert_usage(sw_opt_count("--slots", "1001", 1, 1000, &n, &err), &err, "--slots: must be at most 1000: '1001'");
    assert_int_equal(n, 1000);
}

static void sizes_reals_and_fractions_say_what_they_want(void **state)
{
    (void)state;
    struct sw_err err;
    uint64_t bytes;
    double x = 0;
    assert_int_equal(sw_opt_size("--block-size", "128M", &bytes, &err), SW_OK);
    assert_int_equal(bytes, 134217728);
    assert_usage(sw_opt_size("--block-size", "128Q", &bytes, &err), &err,
                 "--block-size: not a size (64K 128M 1G): '128Q'");
    assert_int_equal(sw_opt_real("--load", "0.8", 0, 1, &x, &err), SW_OK);
    assert_true(x == 0.8);
    assert_usage(sw_opt_real("--load", "1.5", 0, 1, &x, &err), &err, "--load: must be at most 1: '1.5'");
    assert_usage(sw_opt_real("--load", "-0.5", 0.25, 1, &x, &err), &err, "--load: must be at least 0.25: '-0.5'");
    assert_usage(sw_opt_real("--load", "x", 0, 1, &x, &err), &err, "--load: not a number: 'x'");
    assert_usage(sw_opt_real("--load", "1e999", 0, 1, &x, &err), &err, "--load: out of range: '1e999'");
    assert_int_equal(sw_opt_fraction("--locality", "95%", 0, 1, &x, &err), SW_OK);
    assert_true(x == 0.95);
    assert_usage(sw_opt_fraction("--locality", "y%", 0, 1, &x, &err), &err,
                 "--locality: not a fraction (0.95 or 95%): 'y%'");
    assert_usage(sw_opt_fraction("--locality", "101%", 0, 1, &x, &err), &err, "--locality: must be at most 1: '101%'");
}

static void words_name_the_nearest_or_all(void **state)
{
    (void)state;
    static const char *const words[] = { "fifo", "fair", "hfs", NULL };
    struct sw_err err;
    size_t i = 9;
    bool yes = false;
    assert_int_equal(sw_opt_word("--order", "hfs", words, &i, &err), SW_OK);
    assert_int_equal(i, 2);
    assert_usage(sw_opt_word("--order", "fiar", words, &i, &err), &err,
                 "--order: unknown word: 'fiar' (did you mean 'fair'?)");
    assert_usage(sw_opt_word("--order", "quincy", words, &i, &err), &err,
                 "--order: unknown word: 'quincy' (one of fifo, fair, hfs)");
    assert_int_equal(i, 2);
    assert_int_equal(sw_opt_yesno("--out-of-band", "yes", &yes, &err), SW_OK);
    assert_true(yes);
    assert_int_equal(sw_opt_yesno("--out-of-band", "no", &yes, &err), SW_OK);
    assert_false(yes);
    assert_usage(sw_opt_yesno("--out-of-band", "Y", &yes, &err), &err, "--out-of-band: neither yes nor no: 'Y'");
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void assert_list(const char *arg, enum sw_unit unit, const double *expected, size_t n)
{
    struct sw_list list;
    struct sw_err err = { SW_EXIT_OK, "" };
    assert_int_equal(sw_opt_list("--x", arg, unit, -INFINITY, INFINITY, &list, &err), SW_OK);
    assert_int_equal(list.n, n);
    for (size_t i = 0; i < n; i++) assert_true(list.at[i] == expected[i]);
    free(list.at);
}
#define LIST(arg, unit, ...) assert_list(arg, unit, (double[]){ __VA_ARGS__ }, N_OF(((double[]){ __VA_ARGS__ })))

static void lists_and_ranges_mix(void **state)
{
    (void)state;
    LIST("7", SW_UNIT_REAL, 7);
    LIST("1,2,5", SW_UNIT_REAL, 1, 2, 5);
    LIST("0:2:0.5", SW_UNIT_REAL, 0, 0.5, 1, 1.5, 2);
    LIST("9,0:1:1,8", SW_UNIT_REAL, 9, 0, 1, 8);
    LIST("95%,0.5:1:25%", SW_UNIT_FRACTION, 0.95, 0.5, 0.75, 1);
    LIST("250ms,1m,0s:2s:1s", SW_UNIT_SECONDS, 0.25, 60, 0, 1, 2);
    LIST("1e3,2:6:2", SW_UNIT_COUNT, 1000, 2, 4, 6);
}

static void a_range_includes_its_end_when_it_is_reached(void **state)
{
    (void)state;
    LIST("0:10:3", SW_UNIT_REAL, 0, 3, 6, 9);
    LIST("0:0.3:0.1", SW_UNIT_REAL, 0, 0.1, 0.2, 0.3); /* 3 * 0.1 is 0.30000000000000004 in binary */
    LIST("3:1:-1", SW_UNIT_REAL, 3, 2, 1);
    LIST("5:5:1", SW_UNIT_REAL, 5);
    struct sw_list list;
    struct sw_err err;
    assert_int_equal(sw_opt_list("--x", "0:10:0.5", SW_UNIT_REAL, 0, 10, &list, &err), SW_OK);
    assert_int_equal(list.n, 21);
    assert_true(list.at[20] == 10);
    free(list.at);
    assert_int_equal(sw_opt_list("--x", "0:999999:1", SW_UNIT_COUNT, 0, 1e6, &list, &err), SW_OK);
    assert_int_equal(list.n, 1000000);
    free(list.at);
}

static void bad_lists_are_refused(void **state)
{
    (void)state;
    const struct { const char *arg, *message; } cases[] = {
        { "", "--x: a value is missing" }, { "1,,2", "--x: a value is missing" }, { "1,", "--x: a value is missing" },
        { "1,b", "--x: not a number: 'b'" }, { "10:0", "--x: the step leads away from the end: '10:0'" },
        { "0:1:2:3", "--x: not from:to:step: '0:1:2:3'" }, { "0::1", "--x: not a number: ''" },
        { "0:1:0", "--x: the step is 0: '0:1:0'" }, { "1:0:1", "--x: the step leads away from the end: '1:0:1'" },
        { "0:1:1e-9", "--x: more than a million values: '0:1:1e-9'" }, { "-1", "--x: must be at least 0: '-1'" },
        { "1,101", "--x: must be at most 100: '101'" }, { "90:110:10", "--x: must be at most 100: '90:110:10'" },
        { "0:100:0.0002,0:100:0.0002,1", "--x: more than a million values" },
        { "1111111111111111111111111111111111111111111111111111111111111111",
            "--x: not a number: '11111111111111111111...'" } };
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct sw_list list = { 1, NULL };
        struct sw_err err;
        assert_usage(sw_opt_list("--x", cases[i].arg, SW_UNIT_REAL, 0, 100, &list, &err), &err, cases[i].message);
        assert_true(list.n == 0 && !list.at);
    }
}

static void labels_are_names_and_values(void **state)
{
    (void)state;
    struct sw_err err;
    struct sw_labels labels = { 0 };
    const char *text = "wait=3,delay=\"wait:5s,10s\",said=\"a \"\"b\"\"\",none=";
    assert_int_equal(sw_opt_labels("--label", text, &labels, &err), SW_OK);
    assert_int_equal(sw_opt_labels("--label", "load=0.8=x", &labels, &err), SW_OK);
    const char *const expected[] = { "wait", "3", "delay", "wait:5s,10s", "said", "a \"b\"", "none", "",
                                     "load", "0.8=x" };
    assert_int_equal(labels.n, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(labels.name[i], expected[2 * i]);
        assert_string_equal(labels.value[i], expected[2 * i + 1]);
    }
    assert_usage(sw_opt_labels("--label", "wait=4", &labels, &err), &err, "--label: 'wait' is given twice");
    assert_usage(sw_opt_labels("--label", "x=\"1", &labels, &err), &err, "--label: a quote is not closed: '\"1'");
    assert_usage(sw_opt_labels("--label", "x=\"1\"2", &labels, &err), &err,
                 "--label: text behind a closing quote: '\"1\"2'");
    assert_int_equal(labels.n, 5);
    sw_labels_clear(&labels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_duration_is_not_negative),
        cmocka_unit_test(counts_have_bounds),
        cmocka_unit_test(sizes_reals_and_fractions_say_what_they_want),
        cmocka_unit_test(words_name_the_nearest_or_all),
        cmocka_unit_test(lists_and_ranges_mix),
        cmocka_unit_test(a_range_includes_its_end_when_it_is_reached),
        cmocka_unit_test(bad_lists_are_refused),
        cmocka_unit_test(labels_are_names_and_values),
    };
    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
