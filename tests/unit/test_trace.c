/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_trace.c - the stream of jobs: what a jobs row and the rows of a tasks file become, and what is refused. */
#include "lib/trace/stream/sw_stream.h"
#include "tests/unit/trace_input.h"

#define J "job_id,submit_s,maps,map_s"
#define T "job_id,submit_s,stage,parents,kind,task_id,duration_s"

/* ---- jobs files ------------------------------------------------------------------------------------ */

static void a_jobs_row_becomes_maps_and_reduces(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, "user,job_id,submit_s,weight,priority,maps,map_s,map_sigma,reduces,copy_s,reduce_s,pool,"
                  "input_id,input_bytes\n"
                  "ann,j1,1.5,0.25,high,3,12.5,0.5,2,4,5,ads,f,99\n");
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_true(text_is(job.job_id, "j1") && text_is(job.user, "ann") && text_is(job.pool, "ads")
                && text_is(job.input_id, "f"));
    assert_int_equal(job.submit_us, 1500000);
    assert_int_equal(job.weight, SW_WEIGHT_ONE / 4);
    assert_int_equal(job.priority, SW_HIGH);
    assert_int_equal(job.line, 2);
    assert_int_equal(job.input_bytes, 99);
    assert_true(job.mapreduce);
    assert_int_equal(job.n_stages, 2);
    assert_int_equal(job.stages[0].kind, SW_MAP);
    assert_int_equal(job.stages[0].n_tasks, 3);
    assert_int_equal(job.stages[0].mean_us, 12500000);
    assert_true(job.stages[0].sigma == 0.5);
    assert_null(job.stages[0].tasks);
    assert_int_equal(job.stages[1].kind, SW_REDUCE);
    assert_int_equal(job.stages[1].n_tasks, 2);
    assert_int_equal(job.stages[1].copy_us, 4000000);
    assert_int_equal(job.stages[1].mean_us, 5000000);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 0);
    shut(&o);
}

static void fields_not_given_have_the_documented_defaults(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, J "\nj,0,1,1\n");
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_true(text_is(job.pool, "default") && text_is(job.user, ""));
    assert_int_equal(job.priority, SW_NORMAL);
    assert_int_equal(job.weight, SW_WEIGHT_ONE);
    assert_int_equal(job.stages[1].n_tasks, 0);
    shut(&o);
}

static void after_job_stands_in_for_submit(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, J ",after_job,think_s\na,5,1,1,,\nb,,1,1,a,2.5\nc,1,1,1,b,\nd,5,1,1,,\n");
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_true(text_is(job.after_job, "a"));
    assert_int_equal(job.think_us, 2500000);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1); /* its submit_s of 1 is not used, so it is in order */
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_int_equal(job.place, 3);
    shut(&o);
}

static void bad_jobs_rows_are_refused_with_line_and_column(void **state)
{
    (void)state;
    assert_bad("", " empty: no header row");
    assert_bad("job_id,submit_s,maps\na,0,1\n", "1: map_s: the column is missing (did you mean 'maps'?)");
    assert_bad(J "\na,0,0,1\n", "2: maps: job has no tasks");
    assert_bad(J "\na,,1,1\n", "2: submit_s: is empty, and no after_job is given");
    assert_bad(J "\na,0,1,\n", "2: map_s: is empty");
    assert_bad(J "\na,0,1,12.5x\n", "2: map_s: not a number: '12.5x'");
    assert_bad(J "\na,-1,1,1\n", "2: submit_s: is negative: '-1'");
    assert_bad(J "\na,1e30,1,1\n", "2: submit_s: out of range: '1e30'");
    assert_bad(J "\na,0,100000001,1\n", "2: maps: out of range, at most 100000000");
    assert_bad(J ",reduces\na,0,1,1,100000001\n", "2: reduces: out of range, at most 100000000");
    assert_bad(J ",weight\na,0,1,1,0\n", "2: weight: not above 0");
    assert_bad(J ",weight\na,0,1,1,-1\n", "2: weight: not above 0");
    assert_bad(J ",weight\na,0,1,1,2e9\n", "2: weight: out of range, at most 1000000000");
    assert_bad(J ",weight\na,0,1,1,1e-7\n", "2: weight: out of range, at least 0.000001");
    assert_bad(J ",map_sigma\na,0,1,1,21\n", "2: map_sigma: out of range, at most 20");
    assert_bad(J "\na,5,1,1\nb,4,1,1\n", "3: submit_s: rows are not in order of submit_s (use --sort)");
}

static void a_header_alone_is_an_empty_trace(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, J "\n");
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 0);
    shut(&o);
}

static void bad_rows_are_set_aside_up_to_max_bad(void **state)
{
    struct opened o = { .input = { .rules = SW_IMPORT_RULES_DEFAULT, .tolerate = true, .max_bad = 2 } };
    struct sw_job job;
    const char *text = J "\na,0,0,1\nb,1,1,1\nc,x,1,1\nd,2,1,1\ne,1,1,1\n";
    (void)state;
    open_bytes(&o, text, strlen(text));
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_true(text_is(job.job_id, "b"));
    assert_int_equal(job.place, 0); /* places count jobs, not rows */
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_true(text_is(job.job_id, "d"));
    assert_int_equal(sw_trace_n_rejected(o.t), 2);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), SW_FAIL); /* e is out of order, and the third */
    shut(&o);
}

/* ---- tasks files ----------------------------------------------------------------------------------- */

static void one_stage_of_maps_and_one_of_reduces_are_mapreduce(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, T ",copy_s,hosts\n"
                  "j,3,7,4,reduce,r0,9,2,\nj,,4,,map,m1,1,,n1|n2\nj,,4,,map,m0,2,,\nk,3,0,,map,0,1,,\n");
    assert_true(sw_trace_is_tasks(o.t));
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_true(job.mapreduce);
    assert_int_equal(job.n_stages, 2);
    assert_int_equal(job.stages[0].stage, 4);
    assert_int_equal(job.stages[0].n_tasks, 2);
    assert_true(text_is(job.stages[0].tasks[0].task_id, "m1") && text_is(job.stages[0].tasks[0].hosts, "n1|n2"));
    assert_int_equal(job.stages[0].tasks[1].duration_us, 2000000);
    assert_int_equal(job.stages[1].stage, 7);
    assert_int_equal(job.stages[1].tasks[0].copy_us, 2000000);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_true(job.mapreduce);
    assert_int_equal(job.stages[0].n_tasks, 1);
    assert_int_equal(job.stages[1].n_tasks, 0);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 0);
    shut(&o);
}

static void stages_come_by_number_with_parents_as_places(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, T "\nj,0,30,20|10|20,task,a,1\nj,,10,40,task,a,1\nj,,20,,task,a,1\nj,,40,20,task,a,1\n");
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_false(job.mapreduce);
    assert_int_equal(job.n_stages, 4); /* 10 20 30 40 at places 0 1 2 3 */
    assert_int_equal(job.stages[0].n_parents, 1);
    assert_int_equal(job.stages[0].parents[0], 3);
    assert_int_equal(job.stages[1].n_parents, 0);
    assert_int_equal(job.stages[2].n_parents, 2); /* a parent named twice is one */
    assert_int_equal(job.stages[2].parents[0], 0);
    assert_int_equal(job.stages[2].parents[1], 1);
    assert_int_equal(job.stages[3].parents[0], 1);
    shut(&o);
}

static void the_last_done_attempt_is_the_task(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, "job_id,submit_s,kind,task_id,duration_s,launch_s,finish_s,outcome,hosts\n"
                  "j,0,map,a,,1,3,failed,n1\nj,,map,a,,4,9,done,n2\nj,,map,b,7,,,killed,\nj,,map,a,,5,6,superseded,n3\n"
                  "j,,map,b,,,,running,\n");
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_int_equal(job.stages[0].n_tasks, 2);
    assert_int_equal(job.stages[0].tasks[0].duration_us, 5000000); /* 9 - 4 */
    assert_true(text_is(job.stages[0].tasks[0].hosts, "n2"));
    assert_int_equal(job.stages[0].tasks[1].duration_us, 7000000); /* the last that has a time */
    shut(&o);
}

static void tasks_without_id_are_counted(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, "job_id,submit_s,duration_s\nj,0,1\nj,0,2\n");
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_int_equal(job.stages[0].kind, SW_TASK);
    assert_true(text_is(job.stages[0].tasks[1].task_id, "1"));
    shut(&o);
}

static void bad_tasks_rows_are_refused_with_line_and_column(void **state)
{
    (void)state;
    assert_bad(T "\nj,0,0,,map,a,1\nj,,0,,map,a,2\n", "3: task_id: repeated in its stage");
    assert_bad(T "\nj,0,0,,map,a,1\nj,1,0,,map,b,2\n", "3: submit_s: differs from the job's first row");
    assert_bad(T ",pool\nj,0,0,,map,a,1,x\nj,,0,,map,b,2,y\n", "3: pool: differs from the job's first row");
    assert_bad(T "\nj,0,0,,map,a,1\nj,,0,,reduce,b,2\n", "3: kind: differs from the stage's first row");
    assert_bad(T "\nj,0,0,,task,a,1\nj,,1,0,task,a,1\nj,,1,2,task,b,1\n",
               "4: parents: differs from the stage's first row");
    assert_bad(T "\nj,0,0,5,task,a,1\n", "2: parents: job has no stage '5'");
    assert_bad(T "\nj,0,0,1|x,task,a,1\nj,,1,,task,a,1\n", "2: parents: not stage numbers like 0|1: '1|x'");
    assert_bad(T "\nj,0,0,1,task,a,1\nj,,1,2,task,a,1\nj,,2,1,task,a,1\n", "2: parents: stages wait for each other");
    assert_bad(T "\nj,0,3,3,task,a,1\n", "2: parents: stages wait for each other");
    assert_bad(T "\nj,0,0,,map,a,\n", "2: duration_s: is not known, nor launch_s and finish_s");
    assert_bad(T ",launch_s,finish_s\nj,0,0,,map,a,,5,4\n", "2: finish_s: before launch_s");
    assert_bad(T ",outcome\nj,0,0,,map,a,,lost\n", "2: duration_s: is not known of any attempt at the task");
    assert_bad(T "\nj,,0,,map,a,1\n", "2: submit_s: is empty, and no after_job is given");
    assert_bad(T "\nj,0,0,,mapp,a,1\n", "2: kind: unknown word: 'mapp' (did you mean 'map'?)");
}

/* ---- order ------------------------------------------------------------------------------------------ */

static void assert_order(const char *text, const char *expected)
{
    struct opened o;
    struct sw_job job;
    char order[256] = "";
    open_text(&o, text);
    assert_int_equal(sw_trace_sort(o.t, &o.err), SW_OK);
    for (uint64_t place = 0; sw_trace_next(o.t, &job, &o.err) == 1; place++) {
        strncat(order, job.job_id.at, job.job_id.len);
        assert_int_equal(job.place, place);
    }
    assert_string_equal(order, expected);
    shut(&o);
}

static void sorting_keeps_ties_in_file_order_and_chains_behind_their_job(void **state)
{
    (void)state;
    assert_order(J "\na,3,1,1\nb,1,1,1\nc,3,1,1\nd,2,1,1\n", "bdac");
    assert_order(J ",after_job\nx,,1,1,b\na,3,1,1,\ny,,1,1,x\nz,,1,1,b\nb,1,1,1,\n", "bxyza");
    assert_order(J ",after_job\nx,,1,1,nobody\na,3,1,1,\np,,1,1,q\nq,,1,1,p\n", "axpq");
    /* of two jobs named b the last that stands before counts */
    assert_order(J ",after_job\nb,5,1,1,\nx,,1,1,b\nb,6,1,1,\ny,,1,1,b\na,1,1,1,\n", "abxby");
}

static void sorting_keeps_tasks_and_rows(void **state)
{
    struct opened o;
    struct sw_job job;
    (void)state;
    open_text(&o, T ",note\nb,2,0,,map,m,1,hello\nb,,0,,map,n,4,world\na,1,0,,map,m,2,x\n");
    sw_trace_keep_rows(o.t);
    assert_int_equal(sw_trace_sort(o.t, &o.err), SW_OK);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_true(text_is(job.job_id, "a"));
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_int_equal(job.stages[0].tasks[1].duration_us, 4000000);
    assert_int_equal(job.n_task_rows, 2);
    assert_true(text_is(job.task_rows[1].task_id, "n"));
    assert_int_equal(job.n_extras, 1);
    assert_true(text_is(job.extras[1], "world"));
    shut(&o);
}

/* What a kept row says outlasts the reader's buffer, which the rows behind it fill again. */
static void kept_rows_keep_partition_and_qos(void **state)
{
    enum { N = 20000 };
    struct opened o;
    struct sw_job job;
    char word[32];
    (void)state;
    char *text = malloc(N * 64);
    assert_non_null(text);
    int at = sprintf(text, T ",partition,qos\n");
    for (int i = 0; i < N; i++)
        at += sprintf(text + at, "j%d,%d,0,,map,m,1,part-%d,qos-%d\n", i, i, i, i % 7);
    open_text(&o, text);
    free(text);
    sw_trace_keep_rows(o.t);
    assert_int_equal(sw_trace_hold(o.t, &o.err), SW_OK);
    for (int i = 0; i < N; i++) {
        assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
        snprintf(word, sizeof word, "part-%d", i);
        assert_true(text_is(job.task_rows[0].partition, word));
        snprintf(word, sizeof word, "qos-%d", i % 7);
        assert_true(text_is(job.task_rows[0].qos, word));
    }
    shut(&o);
}

/* ---- cut anywhere ------------------------------------------------------------------------------------ */

/* A file cut at any byte is read to its end or refused with a message that names it. */
static void assert_safe_at_every_cut(const char *text)
{
    for (size_t cut = 0; cut <= strlen(text); cut++) {
        struct opened o = { .input.rules = SW_IMPORT_RULES_DEFAULT };
        struct sw_job job;
        int got = SW_FAIL;
        open_bytes(&o, text, cut);
        while (o.t != NULL && (got = sw_trace_next(o.t, &job, &o.err)) == 1)
            assert_true(job.n_stages > 0 && job.job_id.len > 0);
        assert_true(got == 0 ? o.err.text[0] == '\0' : strstr(o.err.text, o.path) != NULL);
        shut(&o);
    }
}

static void a_file_cut_at_any_byte_is_read_or_refused(void **state)
{
    (void)state;
    assert_safe_at_every_cut(J ",pool,after_job\na,0,3,1.5,\"x,\"\"y\",\nb,1,2,2,p,\nc,,1,1,,b\n");
    assert_safe_at_every_cut(T ",hosts\nj,0,0,,map,m0,1,n1|n2\nj,,1,0,reduce,r0,9,\n"
                             "k,1,2,1,task,t,1,\nk,,1,,task,t,1,\n");
}

static void a_nul_byte_is_refused(void **state)
{
    struct opened o = { .input.rules = SW_IMPORT_RULES_DEFAULT };
    struct sw_job job;
    static const char text[] = J "\na,0,1,1\nb\0,0,1,1\n";
    (void)state;
    open_bytes(&o, text, sizeof text - 1);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), 1);
    assert_int_equal(sw_trace_next(o.t, &job, &o.err), SW_FAIL);
    assert_non_null(strstr(o.err.text, ":3:"));
    shut(&o);
}

/* ---- jobs of a caller's ------------------------------------------------------------------------------ */

struct made { int n; const char *wrong; struct sw_stage_spec stage[2]; };

/* The second of three jobs is wrong in the way that is asked for. */
static int make_job(void *ctx, struct sw_job *job, struct sw_err *err)
{
    static const uint32_t itself = 1;
    struct made *m = ctx;
    const char *wrong = m->n == 1 ? m->wrong : "";
    if (m->n == 3)
        return 0;
    job->job_id = (struct sw_text){ "job", 3 };
    job->submit_us = 10 * m->n++;
    sw_job_mapreduce(job, m->stage, 2, 5, 1, 7);
    if (strcmp(wrong, "name") == 0) job->job_id.len = 0;
    if (strcmp(wrong, "order") == 0) job->submit_us = -1;
    if (strcmp(wrong, "weight") == 0) job->weight = 0;
    if (strcmp(wrong, "priority") == 0) job->priority = (enum sw_priority)5;
    if (strcmp(wrong, "tasks") == 0) m->stage[0].n_tasks = m->stage[1].n_tasks = 0;
    if (strcmp(wrong, "time") == 0) m->stage[1].mean_us = -1;
    if (strcmp(wrong, "parent") == 0) m->stage[1].parents = &itself;
    if (strcmp(wrong, "mine") == 0) return sw_err_set(err, "my own");
    return 1;
}

static void jobs_come_from_a_function(void **state)
{
    (void)state;
    struct made m = { .wrong = "" };
    struct sw_trace *t;
    struct sw_job job;
    struct sw_err err = { SW_EXIT_OK, "" };
    assert_int_equal(sw_trace_from(&t, make_job, &m, "mine", &err), SW_OK);
    assert_int_equal(sw_trace_sort(t, &err), SW_OK);
    for (uint64_t i = 0; i < 3; i++) {
        assert_int_equal(sw_trace_next(t, &job, &err), 1);
        assert_int_equal(job.place, i);
        assert_int_equal(job.submit_us, 10 * i);
        assert_int_equal(job.weight, SW_WEIGHT_ONE);
        assert_int_equal(job.priority, SW_NORMAL);
        assert_memory_equal(job.pool.at, "default", 7);
        assert_int_equal(job.stages[1].n_parents, 1);
    }
    assert_int_equal(sw_trace_next(t, &job, &err), 0);
    sw_trace_free(t);
}

static void a_function_s_jobs_are_checked(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        { "name", "mine:2: job_id: is empty" },
        { "order", "mine:2: submit_us: submit_us or think_us is negative or out of range" },
        { "weight", "mine:2: weight: out of range, 1 to 1e15 millionths" },
        { "priority", "mine:2: priority: is none" },
        { "tasks", "mine:2: stages: job has no tasks" },
        { "time", "mine:2: stages: a time is negative or out of range" },
        { "parent", "mine:2: parents: a parent does not stand before its child" },
        { "mine", "my own" } };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct made m = { .wrong = wrong[i][0] };
        struct sw_trace *t;
        struct sw_job job;
        struct sw_err err = { SW_EXIT_OK, "" };
        assert_int_equal(sw_trace_from(&t, make_job, &m, "mine", &err), SW_OK);
        assert_int_equal(sw_trace_next(t, &job, &err), 1);
        assert_int_equal(sw_trace_next(t, &job, &err), -1);
        assert_string_equal(err.text, wrong[i][1]);
        sw_trace_free(t);
    }
}

/* ---- one trace, read several times -------------------------------------------------------------------- */

static void next_is(struct sw_trace *t, const char *job_id, uint64_t place, int64_t submit_us)
{
    struct sw_job job;
    assert_int_equal(sw_trace_next(t, &job, NULL), 1);
    assert_memory_equal(job.job_id.at, job_id, job.job_id.len);
    assert_int_equal(job.place, place);
    assert_int_equal(job.submit_us, submit_us);
}

static void a_held_trace_is_read_by_each_of_its_shares(void **state)
{
    (void)state;
    struct opened o;
    struct sw_job job;
    struct sw_trace *one, *other;
    open_text(&o, J "\na,1,1,1\nb,2,1,1\nc,3,1,1\n");
    assert_int_equal(sw_trace_hold(o.t, &o.err), SW_OK);
    assert_int_equal(sw_trace_share(&one, o.t, &o.err), SW_OK);
    assert_int_equal(sw_trace_share(&other, o.t, &o.err), SW_OK);
    next_is(one, "a", 0, 1000000);
    next_is(one, "b", 1, 2000000);
    next_is(other, "a", 0, 1000000);
    next_is(one, "c", 2, 3000000);
    assert_int_equal(sw_trace_next(one, &job, NULL), 0);
    next_is(other, "b", 1, 2000000);
    sw_trace_free(one);
    next_is(other, "c", 2, 3000000);
    sw_trace_free(other);
    shut(&o);
}

static void holding_keeps_the_order_of_the_file_and_checks_it(void **state)
{
    (void)state;
    struct opened o;
    open_text(&o, J "\na,3,1,1\nb,1,1,1\n");
    assert_int_equal(sw_trace_hold(o.t, &o.err), SW_FAIL);
    assert_non_null(strstr(o.err.text, "rows are not in order of submit_s (use --sort)"));
    shut(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_come_from_a_function),
        cmocka_unit_test(a_function_s_jobs_are_checked),
        cmocka_unit_test(a_jobs_row_becomes_maps_and_reduces),
        cmocka_unit_test(fields_not_given_have_the_documented_defaults),
        cmocka_unit_test(after_job_stands_in_for_submit),
        cmocka_unit_test(bad_jobs_rows_are_refused_with_line_and_column),
        cmocka_unit_test(a_header_alone_is_an_empty_trace),
        cmocka_unit_test(bad_rows_are_set_aside_up_to_max_bad),
        cmocka_unit_test(one_stage_of_maps_and_one_of_reduces_are_mapreduce),
        cmocka_unit_test(stages_come_by_number_with_parents_as_places),
        cmocka_unit_test(the_last_done_attempt_is_the_task),
        cmocka_unit_test(tasks_without_id_are_counted),
        cmocka_unit_test(bad_tasks_rows_are_refused_with_line_and_column),
        cmocka_unit_test(sorting_keeps_ties_in_file_order_and_chains_behind_their_job),
        cmocka_unit_test(sorting_keeps_tasks_and_rows),
        cmocka_unit_test(kept_rows_keep_partition_and_qos),
        cmocka_unit_test(a_held_trace_is_read_by_each_of_its_shares),
        cmocka_unit_test(holding_keeps_the_order_of_the_file_and_checks_it),
        cmocka_unit_test(a_file_cut_at_any_byte_is_read_or_refused),
        cmocka_unit_test(a_nul_byte_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
