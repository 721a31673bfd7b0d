/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of a replay that make no sense are refused by sw_replay_new(), whoever set them. */
#include <string.h>
#include "tests/unit/cmocka_all.h"
#include "slotwise/sw_replay.h"
#include "slotwise/sw_trace.h"

static struct sw_cluster *cluster;

static int make(void **state)
{
    struct sw_err err;
    (void)state;
    return sw_cluster_make(&cluster, 4, 2, 1, 1, false, &err);
}

static int drop(void **state)
{
    (void)state;
    sw_cluster_free(cluster);
    return 0;
}

static int status_of(const struct sw_replay_options *opt, struct sw_err *err)
{
    struct sw_replay *r;
    int status = sw_replay_new(&r, cluster, NULL, opt, NULL, err);
    sw_replay_free(r);
    return status;
}

static void refused(const struct sw_replay_options *opt, const char *text)
{
    struct sw_err err = { .exit = SW_EXIT_OK };
    assert_int_equal(status_of(opt, &err), SW_FAIL);
    assert_int_equal(err.exit, SW_EXIT_USAGE);
    assert_string_equal(err.text, text);
}

static struct sw_replay_options defaults(void)
{
    struct sw_replay_options opt;
    sw_replay_defaults(&opt);
    return opt;
}

/* One past each end of each range, and the ends. */
static void every_range_has_two_ends(void **state)
{
    (void)state;
    for (const struct sw_range *range = sw_ranges; range->option; range++) {
        struct sw_err err;
        for (int end = 0; end < 2; end++) {
            struct sw_replay_options in = defaults(), out = in;
            int64_t whole = end ? range->most : range->least, beyond = end ? whole + 1 : whole - 1;
            double real = end ? range->most_real : range->least_real, far = end ? 2 * real : real - 1e-3;
            bool is_real = range->type == SW_RANGE_REAL;
            memcpy((char *)&in + range->offset, is_real ? (void *)&real : (void *)&whole, 8);
            memcpy((char *)&out + range->offset, is_real ? (void *)&far : (void *)&beyond, 8);
            int status = status_of(&in, &err); /* it may be refused for how it goes with others */
            assert_true(status == SW_OK || !strstr(err.text, "out of range"));
            if (!is_real && beyond == range->none)
                continue;
            assert_int_equal(status_of(&out, &err), SW_FAIL);
            assert_non_null(strstr(err.text, ": out of range, "));
            assert_int_equal(strncmp(err.text, range->option, strlen(range->option)), 0);
        }
    }
}

/* These three were a read of NULL, a smashed stack and silence. */
static void known_offenders(void **state)
{
    (void)state;
    struct sw_replay_options opt = defaults();
    opt.replication = 0;
    refused(&opt, "replication: out of range, 1 to 255: '0'");
    opt.replication = 1000;
    opt.placement = SW_PLACE_REDRAW;
    refused(&opt, "replication: out of range, 1 to 255: '1000'");
    opt = defaults();
    opt.slowstart = -5;
    refused(&opt, "slowstart: out of range, 0 to 1000000: '-5'");
    opt = defaults();
    opt.per_heartbeat = 0;
    refused(&opt, "per-heartbeat: out of range, 1 to 1000000: '0'");
    opt = defaults();
    opt.delay.policy = NULL;
    refused(&opt, "delay: no policy (sw_replay_defaults sets them)");
    opt = defaults();
    opt.placement = (enum sw_placement)4;
    refused(&opt, "placement: unknown: '4'");
}

static void clusters_of_nothing_are_refused(void **state)
{
    struct sw_cluster *cl;
    struct sw_err err;
    (void)state;
    assert_int_equal(sw_cluster_make(&cl, 0, 0, 1, 1, false, &err), SW_FAIL);
    assert_string_equal(err.text, "nodes: out of range, 1 to 10000000: '0'");
    assert_int_equal(sw_cluster_make(&cl, 2, 0, 1, 1, false, &err), SW_FAIL);
    assert_string_equal(err.text, "racks: out of range, at least 1: '0'");
    assert_int_equal(sw_cluster_make(&cl, 2, 1, 65536, 1, false, &err), SW_FAIL);
    assert_string_equal(err.text, "slots: more than 65535 slots on a node");
}

/* Eleven stages of 10^8 tasks each are more than 2^30 together. */
static int one_large_job(void *ctx, struct sw_job *job, struct sw_err *err)
{
    static struct sw_stage_spec stage[11];
    int *n = ctx;
    (void)err;
    if ((*n)++)
        return 0;
    for (uint64_t s = 0; s < 11; s++)
        stage[s] = (struct sw_stage_spec){ .stage = s, .kind = SW_MAP, .n_tasks = 100000000, .mean_us = 1 };
    job->job_id = (struct sw_text){ "large", 5 };
    job->stages = stage;
    job->n_stages = 11;
    job->mapreduce = false;
    return 1;
}

static void a_job_has_so_many_tasks_at_most(void **state)
{
    struct sw_replay *r;
    struct sw_trace *t;
    struct sw_err err;
    const struct sw_replay_options opt = defaults();
    int n = 0;
    (void)state;
    assert_int_equal(sw_trace_from(&t, one_large_job, &n, "mine", &err), SW_OK);
    assert_int_equal(sw_replay_new(&r, cluster, NULL, &opt, NULL, &err), SW_OK);
    assert_int_equal(sw_replay_run(r, t, &err), SW_FAIL);
    assert_string_equal(err.text, "mine:1: more than 1073741824 tasks in a job");
    sw_replay_free(r);
    sw_trace_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_range_has_two_ends),
        cmocka_unit_test(known_offenders),
        cmocka_unit_test(clusters_of_nothing_are_refused),
        cmocka_unit_test(a_job_has_so_many_tasks_at_most),
    };
    return cmocka_run_group_tests(tests, make, drop);
}
