/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_parts.c - days of a large log are of parts of it (docs/decisions/advise.md, "Large logs"). */
#include <stdlib.h>
#include "lib/study/study.h"
#include "tests/unit/log_input.h"

enum { JOBS = 3000, TASKS_OF_JOB = 50 };
struct made { struct sw_log log; struct sw_study s; };

/* Jobs of 50 tasks, each done a second after it came. */
static void make(struct made *m, size_t n_jobs)
{
    *m = (struct made){ .log = { .jobs = calloc(n_jobs, sizeof *m->log.jobs), .n_jobs = n_jobs,
                                 .n_tasks = n_jobs * TASKS_OF_JOB } };
    for (size_t i = 0; i < n_jobs; i++)
        m->log.jobs[i] = (struct sw_log_job){
            .submit_us = (int64_t)i * S, .end_us = ((int64_t)i + 1) * S, .complete = true,
            .first_task = (uint32_t)i * TASKS_OF_JOB, .n_tasks = TASKS_OF_JOB, .after = UINT32_MAX
        };
    m->s.ask.log = &m->log;
}

/* Of more than 100,000 tasks, where no end of all is the goal, and of more than twenty jobs to 50,000 tasks. */
static void large_logs_alone_have_parts(void **state)
{
    (void)state;
    struct made m;
    bool is_end = false;
    make(&m, JOBS);
    assert_true(days_have_parts(&m.log, is_end));
    is_end = true;
    assert_false(days_have_parts(&m.log, is_end));
    is_end = false;
    m.log.n_jobs = 80;
    assert_false(days_have_parts(&m.log, is_end));
    m.log.n_jobs = 81;
    assert_true(days_have_parts(&m.log, is_end));
    m.log.n_jobs = 2000;
    m.log.n_tasks = 100000;
    assert_false(days_have_parts(&m.log, is_end));
    free(m.log.jobs);
}

/* 50,000 of 150,000 tasks are 1,000 jobs, with the 100 before and behind that there are. Day 1 begins 0.7549 of the way
 * from task 0 to 100,000: at job 1510, whose first task is 75,500. Day 4 is at 0.0195, task 1951: job 40, whose first
 * is 2000, with 40 before it. */
static void a_day_is_of_a_part_with_what_stands_around_it(void **state)
{
    (void)state;
    static const struct { uint64_t run; size_t from, first; } days[] = { { 1, 1510, 1410 }, { 4, 40, 0 } };
    struct made m;
    make(&m, JOBS);
    for (size_t i = 0; i < 2; i++) {
        const struct part part = days_part(&m.log, days[i].run);
        assert_int_equal(part.from, days[i].from);
        assert_int_equal(part.to, days[i].from + 1000);
        assert_int_equal(part.log.first_job, days[i].first);
        assert_int_equal(part.log.n_jobs, days[i].from + 1100);
        assert_int_equal(tasks_of(&part.log).from, days[i].first * TASKS_OF_JOB);
        assert_int_equal(tasks_of(&part.log).to, (days[i].from + 1100) * TASKS_OF_JOB);
    }
    free(m.log.jobs);
}

/* Twenty jobs that count are in it. One in 100 does: from 1510 on 14, from 1600 to 2900, and six before, from 1000. */
static void a_part_has_jobs_that_count(void **state)
{
    (void)state;
    struct made m;
    size_t n = 0;
    make(&m, JOBS);
    for (size_t i = 0; i < JOBS; i++)
        m.log.jobs[i].complete = i % 100 == 0;
    const struct part part = days_part(&m.log, 1);
    for (size_t i = part.from; i < part.to; i++)
        n += sw_log_counts(&m.log.jobs[i]);
    assert_int_equal(n, 20);
    assert_int_equal(part.to, JOBS);
    assert_int_equal(part.from, 1000);
    free(m.log.jobs);
}

/* On the day that was the part's jobs took 2 s and all of them 3. On another they took 2.5: so all took 3.75. */
static void a_part_stands_for_the_whole(void **state)
{
    (void)state;
    struct made m;
    struct sw_err err;
    make(&m, JOBS);
    const struct part part = days_part(&m.log, 1);
    int64_t *took_us = calloc(JOBS, sizeof *took_us);
    for (size_t i = 0; i < JOBS; i++)
        took_us[i] = part.from <= i && i < part.to ? 2 * S : 100 * S;
    m.s.tried[1].response_us = took_us;
    m.s.tried[1].recorded.mean_s = 3;
    m.s.tried[1].recorded.p95_s = 6;
    struct sw_day_outcome o = { .mean_s = 2.5, .p95_s = 4 };
    assert_int_equal(days_to_whole(&part, &m.s.tried[1], &o, &err), SW_OK);
    assert_near(o.mean_s, 3.75, 1e-9);
    assert_near(o.p95_s, 12, 1e-9);
    free(took_us);
    free(m.log.jobs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_logs_alone_have_parts),
        cmocka_unit_test(a_day_is_of_a_part_with_what_stands_around_it),
        cmocka_unit_test(a_part_has_jobs_that_count),
        cmocka_unit_test(a_part_stands_for_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
