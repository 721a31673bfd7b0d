/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_out.c - what is written, and what is left behind when a run does not end well. */
#include "lib/csv/sw_output.h"
#include "slotwise/sw_csv.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include "tests/unit/cmocka_all.h"
#include "tests/unit/scratch.h"

static struct sw_out *must_open(const char *path)
{
    struct sw_out *out;
    struct sw_err err;
    assert_int_equal(sw_out_open(&out, path, &err), SW_OK);
    return out;
}

static void assert_file(const char *name, const char *expected)
{
    char *text = scratch_read(name);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void close_and_expect(struct sw_out *out, const char *expected)
{
    struct sw_err err;
    assert_int_equal(sw_out_close(out, &err), SW_OK);
    assert_file("out.csv", expected);
}

/* ---- fields ---------------------------------------------------------------------------------- */

static void fields_put_their_own_commas(void **state)
{
    (void)state;
    struct sw_out *out = must_open("out.csv");
    sw_out_header(out, (const char *const[]){ "a", "b", "c", "d", "e", "f", "g", NULL });
    sw_out_str(out, "x");
    sw_out_time(out, 12500000);
    sw_out_real(out, 0.1);
    sw_out_i64(out, -3);
    sw_out_u64(out, UINT64_MAX);
    sw_out_empty(out);
    sw_out_real(out, NAN);
    sw_out_end_row(out);
    sw_out_empty(out);
    sw_out_str(out, NULL);
    sw_out_end_row(out);
    close_and_expect(out, "a,b,c,d,e,f,g\nx,12.5,0.1,-3,18446744073709551615,,\n,\n");
}

static void text_is_quoted_when_it_must_be(void **state)
{
    (void)state;
    struct sw_out *out = must_open("out.csv");
    const char *const text[] = { "plain", "a,b", "say \"hi\"", "two\nlines", "cr\r", " blank", "tab\t", "in side",
                                 "\"" };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) sw_out_str(out, text[i]);
    sw_out_end_row(out);
    close_and_expect(out,
                     "plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\"cr\r\",\" blank\",\"tab\t\",in "
                     "side,\"\"\"\"\n");
}

/* A blank line is no row to a reader. */
static void a_row_of_one_empty_field_is_not_a_blank_line(void **state)
{
    (void)state;
    struct sw_out *out = must_open("out.csv");
    sw_out_str(out, "a");
    sw_out_end_row(out);
    sw_out_empty(out);
    sw_out_end_row(out);
    sw_out_text(out, "", 0);
    sw_out_end_row(out);
    sw_out_real(out, NAN);
    sw_out_end_row(out);
    close_and_expect(out, "a\n\"\"\n\"\"\n\"\"\n");
}

static void printed_text_is_written_as_it_stands(void **state)
{
    (void)state;
    struct sw_out *out = must_open("out.csv");
    assert_true(sw_out_is_empty(out));
    sw_out_printf(out, "%s,%d\n", "a\"b", 7);
    assert_false(sw_out_is_empty(out));
    sw_out_bytes(out, "x,y\n", 4);
    close_and_expect(out, "a\"b,7\nx,y\n");
}

/* The buffer has 65536 bytes: every kind of write meets its end somewhere in here. */
static void everything_arrives_around_the_end_of_the_buffer(void **state)
{
    (void)state;
    char text[65600], expected[66000];
    memset(text, 't', sizeof text);
    for (int len = 65470; len < 65570; len++) {
        struct sw_out *out = must_open("out.csv");
        sw_out_bytes(out, text, (size_t)len);
        sw_out_printf(out, "<%d>", 12345);
        sw_out_i64(out, INT64_MIN);
        sw_out_str(out, "a\"b");
        sw_out_end_row(out);
        sprintf(expected, "%.*s<12345>-9223372036854775808,\"a\"\"b\"\n", len, text);
        close_and_expect(out, expected);
    }
}

static void text_larger_than_the_buffer_arrives_in_order(void **state)
{
    (void)state;
    enum { N = 200000 };
    char *text = malloc(N + 1), *expected = malloc(3 * N);
    memset(text, 't', N);
    text[N] = '\0';
    struct sw_out *out = must_open("out.csv");
    sw_out_str(out, "a");
    sw_out_str(out, text);
    sw_out_printf(out, "%s", text);
    sw_out_end_row(out);
    sprintf(expected, "a,%s%s\n", text, text);
    close_and_expect(out, expected);
    free(text);
    free(expected);
}

/* ---- files ----------------------------------------------------------------------------------- */

static void a_file_appears_when_it_is_complete(void **state)
{
    (void)state;
    struct sw_err err;
    scratch_write("out.csv", "old", 3);
    struct sw_out *out = must_open("out.csv");
    sw_out_str(out, "new");
    sw_out_flush(out);
    assert_file("out.csv", "old");
    assert_int_equal(scratch_count(), 2);
    assert_int_equal(sw_out_close(out, &err), SW_OK);
    assert_file("out.csv", "new");
    assert_int_equal(scratch_count(), 1);
}

static void an_abandoned_file_leaves_nothing_behind(void **state)
{
    (void)state;
    scratch_write("out.csv", "old", 3);
    struct sw_out *out = must_open("out.csv");
    sw_out_str(out, "new");
    sw_out_abandon(out);
    sw_out_abandon(NULL);
    assert_file("out.csv", "old");
    assert_int_equal(scratch_count(), 1);
}

static void the_umask_decides_the_mode(void **state)
{
    (void)state;
    struct sw_err err;
    struct stat st;
    mode_t before = umask(027);
    struct sw_out *out = must_open("out.csv");
    assert_int_equal(sw_out_close(out, &err), SW_OK);
    assert_int_equal(umask(before), 027);
    assert_int_equal(stat("out.csv", &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
}

static void a_symbolic_link_stays_one(void **state)
{
    (void)state;
    struct sw_err err;
    struct stat st;
    scratch_write("real.csv", "old", 3);
    assert_int_equal(symlink("real.csv", "link.csv"), 0);
    struct sw_out *out = must_open("link.csv");
    sw_out_str(out, "new");
    assert_int_equal(sw_out_close(out, &err), SW_OK);
    assert_int_equal(lstat("link.csv", &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_file("real.csv", "new");
}

static void a_directory_that_is_not_there_is_named(void **state)
{
    (void)state;
    struct sw_out *out;
    struct sw_err err;
    assert_int_equal(sw_out_open(&out, "no/such.csv", &err), SW_FAIL);
    assert_null(out);
    assert_string_equal(err.text, "no/such.csv: cannot create: no such file or directory");
    assert_int_equal(err.exit, SW_EXIT_FAILED);
}

static void a_full_disk_is_reported_once_by_close(void **state)
{
    (void)state;
    struct sw_err err = { SW_EXIT_OK, "" };
    struct sw_out *out = must_open("/dev/full");
    sw_out_str(out, "x");
    assert_int_equal(sw_out_failed(out), 0);
    sw_out_flush(out);
    assert_int_equal(sw_out_failed(out), ENOSPC);
    sw_out_str(out, "more");
    assert_int_equal(sw_out_close(out, &err), SW_FAIL);
    assert_string_equal(err.text, "/dev/full: no space left on device");
    assert_int_equal(err.exit, SW_EXIT_FAILED);
    assert_int_equal(access("/dev/full", F_OK), 0); /* written to, not replaced */
}

static void a_fifo_is_written_to(void **state)
{
    (void)state;
    struct sw_err err;
    char got[10] = "";
    struct stat st;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    struct sw_out *out = must_open("pipe");
    sw_out_str(out, "hello");
    assert_int_equal(sw_out_close(out, &err), SW_OK);
    assert_int_equal(read(reader, got, sizeof got), 5);
    assert_string_equal(got, "hello");
    close(reader);
    assert_int_equal(stat("pipe", &st), 0);
    assert_true(S_ISFIFO(st.st_mode));
}

/* ---- in a process of its own ----------------------------------------------------------------- */

/* Runs `body` in a child with the signals guarded; returns its wait status. */
static int in_child(void (*body)(void))
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        sw_out_guard_signals();
        body();
        _exit(99);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void open_and_raise(int number)
{
    struct sw_out *a, *b;
    if (sw_out_open(&a, "a.csv", NULL) != SW_OK || sw_out_open(&b, "b.csv", NULL) != SW_OK) _exit(98);
    sw_out_str(a, "x");
    sw_out_flush(a);
    if (scratch_count() != 2) _exit(97);
    raise(number);
}

static void be_interrupted(void) { open_and_raise(SIGINT); }
static void be_terminated(void) { open_and_raise(SIGTERM); }
static void be_hung_up(void) { open_and_raise(SIGHUP); }

static void signals_remove_temporaries_and_still_kill(void **state)
{
    (void)state;
    const struct { void (*body)(void); int number; } cases[] = {
        { be_interrupted, SIGINT }, { be_terminated, SIGTERM }, { be_hung_up, SIGHUP } };
    for (size_t i = 0; i < 3; i++) {
        int status = in_child(cases[i].body);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), cases[i].number);
        assert_int_equal(scratch_count(), 0);
    }
}

static void write_to_a_closed_pipe(void)
{
    struct sw_out *file, *out;
    int ends[2];
    if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0) _exit(98);
    close(ends[0]);
    if (sw_out_open(&file, "a.csv", NULL) != SW_OK || sw_out_open(&out, NULL, NULL) != SW_OK) _exit(97);
    sw_out_str(out, "x");
    sw_out_flush(out);
}

static void a_closed_pipe_kills_quietly_and_removes_temporaries(void **state)
{
    (void)state;
    int status = in_child(write_to_a_closed_pipe);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
    assert_int_equal(scratch_count(), 0);
    signal(SIGPIPE, SIG_IGN); /* as a parent may leave it */
    status = in_child(write_to_a_closed_pipe);
    signal(SIGPIPE, SIG_DFL);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
    assert_int_equal(scratch_count(), 0);
}

static void ignored_hang_up(void)
{
    struct sw_out *out;
    struct sw_err err;
    if (sw_out_open(&out, "out.csv", NULL) != SW_OK) _exit(98);
    raise(SIGHUP);
    sw_out_str(out, "still here");
    _exit(sw_out_close(out, &err) == SW_OK ? 0 : 97);
}

static void nohup_is_respected(void **state)
{
    (void)state;
    signal(SIGHUP, SIG_IGN);
    int status = in_child(ignored_hang_up);
    signal(SIGHUP, SIG_DFL);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_file("out.csv", "still here");
}

static void leave_by_exit(void)
{
    struct sw_out *out;
    if (sw_out_open(&out, "a.csv", NULL) != SW_OK) _exit(98);
    sw_out_str(out, "x");
    sw_out_flush(out);
    exit(3);
}

static void exit_removes_temporaries(void **state)
{
    (void)state;
    int status = in_child(leave_by_exit);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    assert_int_equal(scratch_count(), 0);
}

static void to_standard_output(void)
{
    struct sw_out *out;
    struct sw_err err;
    int fd = open("captured", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const char *const names[] = { NULL, "-", "/dev/stdout" };
    if (dup2(fd, STDOUT_FILENO) < 0) _exit(98);
    for (int i = 0; i < 3; i++) {
        if (sw_out_open(&out, names[i], &err) != SW_OK) _exit(97);
        sw_out_i64(out, i);
        sw_out_end_row(out);
        if (sw_out_close(out, &err) != SW_OK) _exit(96);
    }
    _exit(0);
}

static void standard_output_has_three_names_and_is_never_replaced(void **state)
{
    (void)state;
    int status = in_child(to_standard_output);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_file("captured", "0\n1\n2\n");
    assert_int_equal(scratch_count(), 1);
}

static const char *const label_names[] = { "wait", "load" }, *const label_values[] = { "3", "a,b" };

static void labels_stand_in_front_of_each_row(void **state)
{
    (void)state;
    struct sw_out *out = must_open("out.csv");
    sw_out_label(out, 2, label_names, label_values);
    sw_out_header(out, (const char *const[]){ "job_id", "x", NULL });
    sw_out_i64(out, 7);
    sw_out_empty(out);
    sw_out_end_row(out);
    sw_out_empty(out);
    sw_out_real(out, 0.5);
    sw_out_end_row(out);
    close_and_expect(out, "wait,load,job_id,x\n3,\"a,b\",7,\n3,\"a,b\",,0.5\n");
}

static void a_label_that_is_a_column_holds_all_back(void **state)
{
    (void)state;
    struct sw_err err;
    struct sw_out *out = must_open("out.csv");
    sw_out_label(out, 2, label_names, label_values);
    sw_out_header(out, (const char *const[]){ "job_id", "load", NULL });
    sw_out_i64(out, 7);
    sw_out_i64(out, 1);
    sw_out_end_row(out);
    assert_int_equal(sw_out_close(out, &err), SW_FAIL);
    assert_int_equal(err.exit, SW_EXIT_USAGE);
    assert_string_equal(err.text, "label: the output has a column 'load' of its own");
    assert_int_equal(scratch_count(), 0);
}

static void labels_do_not_go_with_text(void **state)
{
    (void)state;
    struct sw_err err;
    struct sw_out *out = must_open("out.csv");
    sw_out_label(out, 2, label_names, label_values);
    sw_out_printf(out, "a sentence\n");
    assert_int_equal(sw_out_close(out, &err), SW_FAIL);
    assert_string_equal(err.text, "label: only for rows, and this output has none");
    assert_int_equal(scratch_count(), 0);
}

#define scratch_test(name) cmocka_unit_test_teardown(name, scratch_empty)

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(fields_put_their_own_commas),
        scratch_test(text_is_quoted_when_it_must_be),
        scratch_test(a_row_of_one_empty_field_is_not_a_blank_line),
        scratch_test(printed_text_is_written_as_it_stands),
        scratch_test(everything_arrives_around_the_end_of_the_buffer),
        scratch_test(text_larger_than_the_buffer_arrives_in_order),
        scratch_test(a_file_appears_when_it_is_complete),
        scratch_test(an_abandoned_file_leaves_nothing_behind),
        scratch_test(the_umask_decides_the_mode),
        scratch_test(a_symbolic_link_stays_one),
        scratch_test(a_directory_that_is_not_there_is_named),
        scratch_test(a_full_disk_is_reported_once_by_close),
        scratch_test(a_fifo_is_written_to),
        scratch_test(signals_remove_temporaries_and_still_kill),
        scratch_test(a_closed_pipe_kills_quietly_and_removes_temporaries),
        scratch_test(nohup_is_respected),
        scratch_test(exit_removes_temporaries),
        scratch_test(standard_output_has_three_names_and_is_never_replaced),
        scratch_test(labels_stand_in_front_of_each_row),
        scratch_test(a_label_that_is_a_column_holds_all_back),
        scratch_test(labels_do_not_go_with_text),
    };
    return cmocka_run_group_tests_name("out", tests, scratch_enter, scratch_leave);
}
