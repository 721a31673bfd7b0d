/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_err.c - the shape of messages, and which name is near enough to be proposed. */
#include "slotwise/sw_err.h"
#include <errno.h>
#include <string.h>
#include "tests/unit/cmocka_all.h"

static void data_error_names_file_line_and_column(void **state)
{
    (void)state;
    struct sw_err err;
    assert_int_equal(sw_err_data(&err, "jobs.csv", 482, "submit_s", "not a number: '%s'", "12.5x"), SW_FAIL);
    assert_string_equal(err.text, "jobs.csv:482: submit_s: not a number: '12.5x'");
    assert_int_equal(err.exit, SW_EXIT_FAILED);
}

static void parts_that_are_not_known_are_left_out(void **state)
{
    (void)state;
    struct sw_err err;
    sw_err_data(&err, "jobs.csv", 0, NULL, "empty");
    assert_string_equal(err.text, "jobs.csv: empty");
    sw_err_data(&err, "jobs.csv", 7, NULL, "NUL byte");
    assert_string_equal(err.text, "jobs.csv:7: NUL byte");
    sw_err_data(&err, "jobs.csv", 0, "maps", "is empty");
    assert_string_equal(err.text, "jobs.csv: maps: is empty");
}

static void a_dash_reads_standard_input(void **state)
{
    (void)state;
    struct sw_err err;
    sw_err_data(&err, "-", 3, NULL, "x");
    assert_string_equal(err.text, "standard input:3: x");
    sw_err_data(&err, NULL, 3, NULL, "x");
    assert_string_equal(err.text, "standard input:3: x");
}

static void the_systems_reason_begins_in_lower_case(void **state)
{
    (void)state;
    struct sw_err err;
    errno = ENOSPC;
    assert_int_equal(sw_err_io(&err, "out.csv", NULL), SW_FAIL);
    assert_string_equal(err.text, "out.csv: no space left on device");
    errno = ENOENT;
    sw_err_io(&err, "jobs.csv", "cannot open");
    assert_string_equal(err.text, "jobs.csv: cannot open: no such file or directory");
}

static void a_usage_error_deserves_status_2(void **state)
{
    (void)state;
    struct sw_err err;
    assert_int_equal(sw_err_usage(&err, "%s: not a count: '%s'", "--slots", "ten"), SW_FAIL);
    assert_string_equal(err.text, "--slots: not a count: 'ten'");
    assert_int_equal(err.exit, SW_EXIT_USAGE);
}

/* The library names options, the command line has dashes. What a user typed stays as it is. */
static void options_get_their_dashes_on_the_command_line(void **state)
{
    (void)state;
    struct sw_err err;
    char text[80];
    sw_err_usage(&err, "--%s: not with --order %s: '%s'", "delay", "hod", "--wat");
    assert_string_equal(err.text, "delay: not with order hod: '--wat'");
    assert_int_equal(err.n_options, 2);
    assert_int_equal(err.option_at[1], 16);
    assert_string_equal(sw_err_for_command_line(&err, text, sizeof text), "--delay: not with --order hod: '--wat'");
    assert_string_equal(sw_err_for_command_line(&err, text, 10), "--delay: ");
    sw_err_usage(&err, "--%s: one column -- no more", "y");
    assert_string_equal(sw_err_for_command_line(&err, text, sizeof text), "-y: one column -- no more");
    sw_err_set(&err, "no --option here");
    assert_string_equal(sw_err_for_command_line(&err, text, sizeof text), "no --option here");
}

static void a_later_failure_replaces_the_text(void **state)
{
    (void)state;
    struct sw_err err;
    sw_err_usage(&err, "the first, and longer, message");
    sw_err_set(&err, "second");
    assert_string_equal(err.text, "second");
    assert_int_equal(err.exit, SW_EXIT_FAILED);
}

static void a_long_message_is_cut(void **state)
{
    (void)state;
    static char path[3000];
    struct sw_err err;
    memset(path, 'a', sizeof path - 1);
    sw_err_data(&err, path, 1, "maps", "not a number: '%s'", path);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
}

static void nobody_has_to_listen(void **state)
{
    (void)state;
    assert_int_equal(sw_err_set(NULL, "x"), SW_FAIL);
    assert_int_equal(sw_err_data(NULL, "p", 1, "c", "x"), SW_FAIL);
    assert_int_equal(sw_err_io(NULL, "p", NULL), SW_FAIL);
    assert_int_equal(sw_err_usage(NULL, "x"), SW_FAIL);
    assert_int_equal(sw_err_memory(NULL), SW_FAIL);
}

static const char *nearest(const char *typed)
{
    static const char *const names[] = { "map", "submit_s", "high", "normal", "fair", "fair-gap", "fifo" };
    return sw_err_nearest(typed, names, sizeof names / sizeof *names);
}

static void nearest_name_is_within_a_third_of_its_length(void **state)
{
    (void)state;
    assert_string_equal(nearest("maps"), "map");       /* 1 edit, 4 / 3 = 1 allowed */
    assert_string_equal(nearest("hgih"), "high");      /* a swap of neighbours is one edit */
    assert_string_equal(nearest("nromla"), "normal");  /* 2 edits, 6 / 3 = 2 allowed */
    assert_string_equal(nearest("fairgap"), "fair-gap");
    assert_null(nearest("fiof_"));                     /* 2 edits, 5 / 3 = 1 allowed */
    assert_null(nearest("spark"));
    assert_null(nearest(""));
}

static void case_and_dashes_do_not_count_as_edits(void **state)
{
    (void)state;
    assert_string_equal(nearest("SUBMIT_S"), "submit_s");
    assert_string_equal(nearest("submit-s"), "submit_s");
    assert_string_equal(nearest("FIFO"), "fifo");
}

static void the_nearer_of_two_wins_and_then_the_first(void **state)
{
    (void)state;
    static const char *const names[] = { "abcdex", "abcdeg", "abcdeh" };
    assert_string_equal(sw_err_nearest("abcdeg", names, 3), "abcdeg");
    assert_string_equal(sw_err_nearest("abcdez", names, 3), "abcdex");
    assert_null(sw_err_nearest("abcdez", names, 0));
}

static void very_long_names_are_not_compared(void **state)
{
    (void)state;
    char name[300];
    const char *names[] = { name };
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_null(sw_err_nearest(name, names, 1));
    assert_null(sw_err_nearest("xxx", names, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_error_names_file_line_and_column),
        cmocka_unit_test(parts_that_are_not_known_are_left_out),
        cmocka_unit_test(a_dash_reads_standard_input),
        cmocka_unit_test(the_systems_reason_begins_in_lower_case),
        cmocka_unit_test(a_usage_error_deserves_status_2),
        cmocka_unit_test(options_get_their_dashes_on_the_command_line),
        cmocka_unit_test(a_later_failure_replaces_the_text),
        cmocka_unit_test(a_long_message_is_cut),
        cmocka_unit_test(nobody_has_to_listen),
        cmocka_unit_test(nearest_name_is_within_a_third_of_its_length),
        cmocka_unit_test(case_and_dashes_do_not_count_as_edits),
        cmocka_unit_test(the_nearer_of_two_wins_and_then_the_first),
        cmocka_unit_test(very_long_names_are_not_compared),
    };
    return cmocka_run_group_tests_name("err", tests, NULL, NULL);
}
