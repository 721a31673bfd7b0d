/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_columns.c - a log whose tasks a replay borrows as columns is replayed as one whose tasks it copies; uses of
 * slots are its rows of attempts. */
#include <stdio.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/options/options.h"
#include "slotwise/sw_replay.h"
#include "tests/unit/log_input.h"

enum { JOBS = 8, TASKS = 6, MOST = 2 * JOBS * TASKS };

struct seen {
    struct sw_result job[JOBS];
    struct sw_use use[MOST];
    size_t n_jobs, n_uses;
};

static void take_job(void *context, const struct sw_result *result)
{
    struct seen *s = context;
    assert_true(s->n_jobs < JOBS);
    s->job[s->n_jobs++] = *result;
}

static void add_use(struct seen *s, struct sw_use use)
{
    assert_true(s->n_uses < MOST);
    s->use[s->n_uses++] = use;
}

static void take_use(void *context, const struct sw_use *use) { add_use(context, *use); }

/* Jobs are called by their places, nodes by theirs: "3", "n4". */
static void take_attempt(void *context, const struct sw_attempt *a)
{
    add_use(context, (struct sw_use){ .ready_us = a->ready_us, .launch_us = a->launch_us, .finish_us = a->finish_us,
        .place = (uint64_t)(a->job_id[0] - '0'), .stage = a->stage, .node = (uint64_t)(a->node[1] - '1'),
        .kind = a->kind, .locality = a->locality });
}

static void run(struct seen *s, struct sw_trace *trace, const struct sw_log *log, const struct sw_options *opt,
                bool uses)
{
    struct sw_replay_sink sink = { .ctx = s, .job = take_job, .attempt = uses ? NULL : take_attempt,
                                   .used = uses ? take_use : NULL };
    struct sw_replay *r;
    struct sw_err err;
    memset(s, 0, sizeof *s);
    if (sw_replay_new(&r, log->cl, NULL, opt, &sink, &err) != SW_OK || sw_replay_run(r, trace, &err) != SW_OK)
        fail_msg("%s", err.text);
    sw_replay_free(r);
    sw_trace_free(trace);
}

enum { NUMBERS = 17 };

/* Without the padding of the struct, which says nothing. */
static void numbers_of(const struct sw_result *r, int64_t to[NUMBERS])
{
    const int64_t all[NUMBERS] = { r->submit_us, r->finish_us, r->alone_us, r->first_launch_us, (int64_t)r->maps,
        (int64_t)r->reduces, (int64_t)r->map_tasks_run, (int64_t)r->node_local, (int64_t)r->rack_local,
        (int64_t)r->off_rack, (int64_t)r->no_preference, (int64_t)r->killed, (int64_t)r->speculated, r->wasted_us,
        r->waited_us, (int64_t)r->outcome, (int64_t)r->place };
    memcpy(to, all, sizeof all);
}

static void assert_same(const struct seen *a, const struct seen *b)
{
    assert_int_equal(a->n_jobs, JOBS);
    assert_int_equal(b->n_jobs, JOBS);
    assert_int_equal(a->n_uses, b->n_uses);
    for (size_t j = 0; j < JOBS; j++) {
        int64_t x[NUMBERS], y[NUMBERS];
        numbers_of(&a->job[j], x);
        numbers_of(&b->job[j], y);
        assert_memory_equal(x, y, sizeof x);
    }
    for (size_t i = 0; i < a->n_uses; i++) {
        const struct sw_use *x = &a->use[i], *y = &b->use[i];
        assert_int_equal(x->ready_us, y->ready_us);
        assert_int_equal(x->launch_us, y->launch_us);
        assert_int_equal(x->finish_us, y->finish_us);
        assert_int_equal(x->place, y->place);
        assert_int_equal(x->stage, y->stage);
        assert_int_equal(x->node, y->node);
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->locality, y->locality);
    }
}

/* Four nodes in two racks. Some tasks prefer two nodes, some a node that is not there besides, some none; some were
 * taken in the rack of their data. Every second job has reduces, which copy. */
static struct sw_log *made(void)
{
    static char text[20000];
    size_t at = (size_t)snprintf(text, sizeof text, "job_id,submit_s,stage,kind,task_id,duration_s,copy_s,hosts,node,"
                                 "rack,locality,launch_s,finish_s,outcome\n");
    for (int job = 0; job < JOBS; job++)
        for (int i = 0; i < TASKS * (1 + job % 2); i++) {
            static const char *const hosts[] = { "n1|n3", "n4|n9|n4", "", "n2", "n9" };
            const bool reduce = i >= TASKS;
            const int node = 1 + (job + i) % 4;
            const char *locality = reduce || i % 5 == 2 ? "none" : i % 5 == 3 ? "rack" : "node";
            const int launch_s = 5 * job + 20 * reduce;
            at += (size_t)snprintf(text + at, sizeof text - at, "%d,%d,%d,%s,%d,%d,%d,%s,n%d,r%d,%s,%d,%d,done\n",
                                   job, 5 * job, reduce, reduce ? "reduce" : "map", i % TASKS, 7 + i, reduce ? 3 : 0,
                                   reduce ? "" : hosts[i % 5], node, 1 + (node > 2), locality, launch_s,
                                   launch_s + 7 + i);
        }
    return log_of(text);
}

static void borrowed_tasks_are_replayed_as_copied_ones(void **state)
{
    static const struct { const char *placement; bool no_rack_level; } options[] = {
        { "trace", false }, { "uniform", false }, { "trace", true }
    };
    (void)state;
    struct sw_log *log = made();
    prepare(log, &(struct sw_log_given){ .map_slots = 1, .reduce_slots = 1, .kinds_given = true });
    assert_int_equal(log->cl->n_nodes, 4);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        struct sw_options opt;
        struct sw_err err;
        struct seen one, other;
        struct sw_trace *trace;
        struct log_columns *columns;
        options_defaults(&opt);
        opt.penalty_rack = 1.5;
        opt.penalty_off = 3;
        opt.no_rack_level = options[i].no_rack_level;
        assert_int_equal(sw_options_set(&opt, "delay", "wait:4s,4s", &err), SW_OK);
        assert_int_equal(sw_options_set(&opt, "placement", options[i].placement, &err), SW_OK);
        assert_int_equal(sw_log_trace(&trace, log, NULL, &err), SW_OK);
        run(&one, trace, log, &opt, false);
        assert_int_equal(columns_make(&columns, log, NULL, log->cl, &err), SW_OK);
        for (int uses = 0; uses < 2; uses++) {
            assert_int_equal(source_columns(&trace, log, columns, &err), SW_OK);
            run(&other, trace, log, &opt, uses);
            assert_same(&one, &other);
        }
        columns_free(columns);
    }
    sw_log_free(log);
}

/* Jobs 2 to 5 alone, of the columns of all. */
static void columns_of_a_log_serve_for_a_part(void **state)
{
    (void)state;
    struct sw_log *log = made();
    prepare(log, &(struct sw_log_given){ .map_slots = 1, .reduce_slots = 1, .kinds_given = true });
    struct sw_log part = *log;
    part.first_job = 2;
    part.n_jobs = 6;
    part.n_tasks = log->jobs[6].first_task;
    struct log_columns *of[2];
    struct sw_err err;
    assert_int_equal(columns_make(&of[0], log, NULL, log->cl, &err), SW_OK);
    assert_int_equal(columns_make(&of[1], &part, NULL, log->cl, &err), SW_OK);
    for (int i = 0; i < 2; i++) {
        struct sw_trace *copied, *lent;
        struct sw_job a, b;
        assert_int_equal(sw_log_trace(&copied, &part, NULL, &err), SW_OK);
        assert_int_equal(source_columns(&lent, &part, of[i], &err), SW_OK);
        while (sw_trace_next(copied, &a, &err) == 1) {
            assert_int_equal(sw_trace_next(lent, &b, &err), 1);
            assert_int_equal(a.place, b.place);
            assert_int_equal(a.n_stages, b.n_stages);
            for (uint32_t k = 0; k < a.n_stages; k++) {
                const struct sw_task_columns *c = b.stages[k].columns;
                assert_int_equal(a.stages[k].n_tasks, b.stages[k].n_tasks);
                for (uint64_t t = 0; t < a.stages[k].n_tasks; t++) {
                    const struct sw_task_spec *task = &a.stages[k].tasks[t];
                    assert_int_equal(c->duration_us[t], task->duration_us);
                    assert_int_equal(c->copy_us ? c->copy_us[t] : 0, task->copy_us);
                    assert_int_equal(c->recorded[t], task->recorded);
                    assert_true(c->first[t + 1] - c->first[t] <= (task->hosts.len > 0 ? 2 : 0));
                    if (task->hosts.len > 0 && sw_text_is(task->hosts, "n2"))
                        assert_string_equal(log->cl->node[c->host[c->first[t]]].name, "n2");
                }
            }
        }
        assert_int_equal(sw_trace_next(lent, &b, &err), 0);
        sw_trace_free(copied);
        sw_trace_free(lent);
        columns_free(of[i]);
    }
    sw_log_free(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(borrowed_tasks_are_replayed_as_copied_ones),
        cmocka_unit_test(columns_of_a_log_serve_for_a_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
