/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_swim.c - SWIM rows: the rules that make counts and times of bytes, and what is refused. */
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/stream/sw_stream.h"
#include "tests/unit/trace_input.h"

#define M (UINT64_C(1) << 20)

static const struct sw_job_row *first_row(struct opened *o, struct sw_job *job)
{
    assert_non_null(o->t);
    sw_trace_keep_rows(o->t);
    assert_int_equal(sw_trace_next(o->t, job, &o->err), 1);
    return job->job_row;
}

/* By hand: 300 MiB in blocks of 128 MiB are 3 maps of 100 MiB, 2 s each at 50 MiB/s, and 1 s to start. 2.5 GiB are 3
 * reduces of 853 1/3 MiB: 17.0666... s to copy, as long to compute, and 1 s to start. */
static void counts_and_times_follow_from_bytes(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, "job7\t10\t3\t314572800\t2684354560\t5\n");
    const struct sw_job_row *row = first_row(&o, &job);
    assert_string_equal(sw_trace_format(o.t)->name, "swim");
    assert_true(text_is(job.job_id, "job7"));
    assert_int_equal(job.submit_us, 10000000);
    assert_int_equal(row->maps, 3);
    assert_int_equal(row->map_us, 3000000);
    assert_int_equal(row->reduces, 3);
    assert_int_equal(row->copy_us, 17066667);
    assert_int_equal(row->reduce_us, 18066667);
    assert_true(row->map_sigma == 0.3 && row->reduce_sigma == 0.3);
    assert_int_equal(row->output_bytes, 5);
    shut(&o);
}

static void no_input_is_one_map_and_no_shuffle_no_reduce(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, "job0\t0\t0\t0\t0\t0\n");
    const struct sw_job_row *row = first_row(&o, &job);
    assert_int_equal(row->maps, 1);
    assert_int_equal(row->map_us, 1000000);
    assert_int_equal(row->reduces, 0);
    shut(&o);
}

/* Counts at block +- 1 byte; a petabyte is 2^50 / 2^27 = 8388608 blocks. */
static void blocks_are_rounded_up(void **state)
{
    static const struct { uint64_t bytes, maps; } cases[] = {
        { 1, 1 }, { 128 * M - 1, 1 }, { 128 * M, 1 }, { 128 * M + 1, 2 }, { UINT64_C(1) << 50, 8388608 } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct opened o;
        struct sw_job job;
        char text[128];
        snprintf(text, sizeof text, "job0\t0\t0\t%llu\t0\t0\n", (unsigned long long)cases[i].bytes);
        open_text(&o, text);
        assert_int_equal(first_row(&o, &job)->maps, cases[i].maps);
        shut(&o);
    }
}

static void the_rules_can_be_changed(void **state)
{
    struct opened o = { .input.rules = { .block_bytes = 64 * M, .bytes_per_reduce = 256 * M, .map_rate = 10 * M,
                                         .copy_rate = 20 * M,
                                         .reduce_rate = 40 * M, .startup_us = 500000, .sigma = 0, .seed = 1 } };
    struct sw_job job;
    const char *text = "job0\t0\t0\t134217728\t536870912\t0\n"; /* 128 MiB, 512 MiB */
    (void)state;
    open_bytes(&o, text, strlen(text));
    const struct sw_job_row *row = first_row(&o, &job);
    assert_int_equal(row->maps, 2);
    assert_int_equal(row->map_us, 6900000);    /* 0.5 + 64/10 */
    assert_int_equal(row->reduces, 2);
    assert_int_equal(row->copy_us, 12800000);  /* 256/20 */
    assert_int_equal(row->reduce_us, 6900000); /* 0.5 + 256/40 */
    shut(&o);
}

static void paths_of_longer_rows_name_the_input(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, "job0\t0\t0\t1\t1\t1\tpathA\t\t\r\njob1\t0\t0\t1\t1\t1\tpathB\tout\n");
    assert_true(text_is(first_row(&o, &job)->input_id, "pathA"));
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1); /* the last line has 8 fields */
    assert_true(text_is(job.input_id, "pathB"));
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 0);
    shut(&o);
}

static void pools_are_drawn_from_the_id_alone(void **state)
{
    struct opened a = { .input.rules = SW_IMPORT_RULES_DEFAULT }, b = a;
    const char *one = "job5\t0\t0\t1\t1\t1\n", *two = "job4\t0\t0\t1\t1\t1\njob5\t9\t9\t2\t2\t2\n";
    struct sw_job job, other;
    (void)state;
    a.input.rules.n_pools = b.input.rules.n_pools = 1000;
    open_bytes(&a, one, strlen(one));
    open_bytes(&b, two, strlen(two));
    first_row(&a, &job);
    first_row(&b, &other);
    assert_true(job.pool.len != other.pool.len || memcmp(job.pool.at, other.pool.at, job.pool.len) != 0);
    assert_int_equal(sw_trace_next(b.t, &other, &b.err), 1);
    assert_int_equal(job.pool.len, other.pool.len);
    assert_memory_equal(job.pool.at, other.pool.at, job.pool.len);
    shut(&a);
    shut(&b);
}

static void bad_lines_are_refused(void **state)
{
    (void)state;
    assert_bad("job0\t0\t0\t1\t1\t1\njob1\t0\t0\t1\t1\n", "2: not 6, 8 or 9 tab separated fields");
    assert_bad("job0\t0\t0\t1\t1\t1\njob1\t0\t0\t1\t1\t1\t7\n", "2: not 6, 8 or 9 tab separated fields");
    assert_bad("job0\t0\t0\t1\t1\t1\njob1\t0\t0\t1\t1\t1\t7\t8\t9\t10\n", "2: not 6, 8 or 9 tab separated fields");
    assert_bad("job0\t0\t0\t1\t1\t1\n\n", "2: not 6, 8 or 9 tab separated fields");
    assert_bad("job0\t0\t0\t1\t-1\t1\n", "1: shuffle_bytes: not a count of bytes: '-1'");
    assert_bad("job0\t0\t0\t1\t1\tx\n", "1: output_bytes: not a count of bytes: 'x'");
    assert_bad("job0\t0\t0\t99999999999999999999999\t1\t1\n",
               "1: input_bytes: not a count of bytes: '99999999999999999999999'");
    assert_bad("job0\t-3\t0\t1\t1\t1\n", "1: submit_s: is negative: '-3'");
    assert_bad("job0\t0\tx\t1\t1\t1\n", "1: gap_s: not a time in seconds: 'x'");
    assert_bad("job0\t5\t0\t1\t1\t1\njob1\t4\t0\t1\t1\t1\n",
               "2: submit_s: rows are not in order of submit_s (use --sort)");
    assert_bad("job0\t0\t0\t18000000000000000000\t1\t1\n", "1: maps: out of range, at most 100000000");
}

static void bad_lines_are_set_aside(void **state)
{
    struct opened o = { .input = { .rules = SW_IMPORT_RULES_DEFAULT, .tolerate = true, .max_bad = 1 } };
    struct sw_job job;
    const char *text = "job0\t0\t0\t1\t1\t1\nx\njob1\t0\t0\t1\t1\t1\ny\n";
    (void)state;
    open_bytes(&o, text, strlen(text));
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_int_equal(job.line, 3);
    assert_int_equal(sw_trace_n_rejected(o.t), 1);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), SW_FAIL);
    shut(&o);
}

static void a_line_cut_anywhere_is_read_or_refused(void **state)
{
    const char *text = "job0\t0\t0\t1\t1\t1\njob1\t5\t5\t268435456\t1\t1\tp\to\n";
    (void)state;
    for (size_t cut = 0; cut <= strlen(text); cut++) {
        struct opened o = { .input = { .from = sw_importer_find("swim"), .rules = SW_IMPORT_RULES_DEFAULT } };
        struct sw_job job;
        int got;
        open_bytes(&o, text, cut);
        while ((got = sw_trace_next(o.t, &job, &o.err)) == 1)
            assert_true(job.stages[0].n_tasks > 0);
        assert_true(got == 0 || strstr(o.err.text, o.path) != NULL);
        shut(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_and_times_follow_from_bytes),
        cmocka_unit_test(no_input_is_one_map_and_no_shuffle_no_reduce),
        cmocka_unit_test(blocks_are_rounded_up),
        cmocka_unit_test(the_rules_can_be_changed),
        cmocka_unit_test(paths_of_longer_rows_name_the_input),
        cmocka_unit_test(pools_are_drawn_from_the_id_alone),
        cmocka_unit_test(bad_lines_are_refused),
        cmocka_unit_test(bad_lines_are_set_aside),
        cmocka_unit_test(a_line_cut_anywhere_is_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
