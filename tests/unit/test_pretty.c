/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pretty.c - rows laid out to be read, by hand. */
#include "lib/csv/sw_output.h"
#include "slotwise/sw_csv.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/cmocka_all.h"
#include "tests/unit/scratch.h"

static struct sw_out *open_pretty(void)
{
    struct sw_err err = { 0 };
    struct sw_out *out;
    assert_int_equal(sw_out_open(&out, "table", &err), SW_OK);
    sw_out_pretty(out);
    return out;
}

static void assert_closes_to(struct sw_out *out, const char *expected)
{
    struct sw_err err = { 0 };
    assert_int_equal(sw_out_close(out, &err), SW_OK);
    char *text = scratch_read("table");
    assert_string_equal(text, expected);
    free(text);
}

static void put_row(struct sw_out *out, const char *name, double x, uint64_t n)
{
    sw_out_str(out, name);
    sw_out_real(out, x);
    sw_out_u64(out, n);
    sw_out_end_row(out);
}

/* The widest of each column: "long, name", -1.5e-07, 1234567; two blanks between. */
static void columns_are_aligned_and_numbers_have_four_digits(void **state)
{
    (void)state;
    struct sw_out *out = open_pretty();
    sw_out_header(out, (const char *const[]){ "name", "x", "count", NULL });
    put_row(out, "a", 0.123456, 1234567);
    put_row(out, "long, name", 98765.4321, 0);
    put_row(out, "", NAN, 7);
    put_row(out, "\"q\"", -1.5e-7, 12);
    assert_closes_to(out, "name               x    count\n"
                          "a             0.1235  1234567\n"
                          "long, name     98765        0\n"
                          "-                  -        7\n"
                          "\"q\"         -1.5e-07       12\n");
}

/* Ten columns of 12 letters and 9 gaps are 138 wide; on their side 12 + 2 + 2. */
static void a_wide_table_stands_on_its_side(void **state)
{
    (void)state;
    struct sw_out *out = open_pretty();
    char expected[512] = "", name[32];
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "column_no_%02d", i);
        sw_out_str(out, name);
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s  %d\n", name, i + 10);
    }
    sw_out_end_row(out);
    for (int i = 0; i < 10; i++) sw_out_i64(out, i + 10);
    sw_out_end_row(out);
    assert_closes_to(out, expected);
}

/* 40 letters a line, between words where there are any; letters of several bytes are one. */
static void long_texts_are_folded(void **state)
{
    (void)state;
    struct sw_out *out = open_pretty();
    sw_out_header(out, (const char *const[]){ "n", "why", NULL });
    sw_out_i64(out, 1);
    sw_out_str(out, "no wait shortens the mean response by one part in a hundred");
    sw_out_end_row(out);
    sw_out_i64(out, 2);
    sw_out_str(out, "\xc3\xa4\xc3\xb6");
    sw_out_end_row(out);
    assert_closes_to(out, "n  why\n"
                          "1  no wait shortens the mean response by\n"
                          "   one part in a hundred\n"
                          "2  \xc3\xa4\xc3\xb6\n");
}

static void text_and_nothing_stay_as_they_are(void **state)
{
    (void)state;
    struct sw_out *out = open_pretty();
    sw_out_printf(out, "a,b\n");
    sw_out_printf(out, "Sentences, with commas.\n");
    assert_closes_to(out, "a,b\nSentences, with commas.\n");
    assert_closes_to(open_pretty(), "");
    out = open_pretty();
    sw_out_bytes(out, "ragged,row\none\n", 15); /* no table */
    assert_closes_to(out, "ragged,row\none\n");
}

static void more_than_a_buffer_is_held(void **state)
{
    (void)state;
    struct sw_out *out = open_pretty();
    size_t lines = 0;
    sw_out_header(out, (const char *const[]){ "name", "x", "n", NULL });
    for (int i = 0; i < 20000; i++) put_row(out, "row", i / 7.0, (uint64_t)i);
    struct sw_err err = { 0 };
    assert_int_equal(sw_out_close(out, &err), SW_OK);
    char *text = scratch_read("table"), *end = text + strlen(text);
    for (char *at = text, *nl; at < end; at = nl + 1, lines++) {
        nl = strchr(at, '\n');
        assert_int_equal(nl - at, strlen("name") + 2 + strlen("0.1429") + 2 + strlen("19999"));
    }
    assert_int_equal(lines, 20001);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_aligned_and_numbers_have_four_digits),
        cmocka_unit_test(a_wide_table_stands_on_its_side),
        cmocka_unit_test(long_texts_are_folded),
        cmocka_unit_test(text_and_nothing_stay_as_they_are),
        cmocka_unit_test(more_than_a_buffer_is_held),
    };
    return cmocka_run_group_tests_name("pretty", tests, scratch_enter, scratch_leave);
}
