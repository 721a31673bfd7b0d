/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_replay_formulas.c - the replay under the assumptions of ES 3.5, beside the formulas; they share no code.
 *
 * How a job at the head of the line gets offers from uniformly random nodes: M nodes of L slots are kept full by a
 * background job of reduces, which never wait, with exponential task times. These have no memory, so whatever came
 * before, the slot that frees next is equally likely to be any of them. One probe at a time stands before the
 * background (priority, --order fifo); the next is submitted when it ends. Probe tasks have the background's times too,
 * so that they disturb nothing; probes of a single task take no time at all, which saves waiting for them: the next
 * probe's blocks lie elsewhere.
 *
 * Run as `test_replay_formulas curve` it prints the CSV behind docs/findings/replay-and-formulas.md instead. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "tests/unit/cmocka_all.h"
#include "lib/options/options.h"
#include "lib/base/sw_chance.h"
#include "slotwise/sw_model.h"
#include "slotwise/sw_replay.h"

#define MEAN_US (1000 * INT64_C(1000000)) /* long against the microsecond, so that two slots hardly ever free at once */

struct cell { uint64_t nodes, slots, replication, tasks, skips, probes; enum sw_placement placement; };
struct seen { double sum, squares; uint64_t n; int64_t last_probe_us, last_background_us; };

/* ---- the trace ---------------------------------------------------------------------------------- */

static void put_task(FILE *f, const char *head, uint64_t task, int64_t us)
{
    fprintf(f, "%s,%llu,%lld.%06lld\n", head, (unsigned long long)task, (long long)us / 1000000,
            (long long)us % 1000000);
}

/* The first probe comes when the cluster is full, each other when the one before has ended. */
static void put_probe(FILE *f, const struct cell *c, uint64_t k, struct sw_chance *dice)
{
    char head[128];
    if (k == 0)
        snprintf(head, sizeof head, "p0,1,,very_high,0,map");
    else
        snprintf(head, sizeof head, "p%llu,,p%llu,very_high,0,map", (unsigned long long)k, (unsigned long long)k - 1);
    for (uint64_t t = 0; t < c->tasks; t++)
        put_task(f, head, t, c->tasks > 1 ? sw_chance_exponential_us(dice, MEAN_US) : 0);
}

/* Enough for the looks that all probes take at most, and while the last task of each runs. */
static uint64_t background_tasks(const struct cell *c)
{
    double slots = (double)(c->nodes * c->slots), looks = (double)c->skips + 1, running = 0;
    double first_local = (double)c->nodes / (double)c->replication;
    if (looks > 4 * first_local)
        looks = 4 * first_local;
    if (c->tasks > 1)
        running = slots * (log((double)c->tasks) + 1.5);
    return (uint64_t)(2 * slots + (double)c->probes
                      * (running + looks * (c->tasks > 1 ? log((double)c->tasks) + 2 : 1)));
}

static void put_background(FILE *f, const struct cell *c, struct sw_chance *dice)
{
    uint64_t n = background_tasks(c);
    for (uint64_t t = 0; t < n; t++)
        put_task(f, "background,0,,low,0,reduce", t, sw_chance_exponential_us(dice, MEAN_US));
}

static int trace_write(const struct cell *c, uint64_t seed)
{
    struct sw_chance dice = sw_chance_start(seed, SW_CHANCE_OTHER, 0, 0);
    int fd = memfd_create("trace", 0);
    FILE *f = fdopen(dup(fd), "w");
    fputs("job_id,submit_s,after_job,priority,stage,kind,task_id,duration_s\n", f);
    put_background(f, c, &dice);
    for (uint64_t k = 0; k < c->probes; k++)
        put_probe(f, c, k, &dice);
    if (fclose(f))
        abort();
    return fd;
}

/* ---- the replay --------------------------------------------------------------------------------- */

static void on_job(void *ctx, const struct sw_result *res)
{
    struct seen *seen = ctx;
    if (res->reduces)
        return;
    double locality = (double)res->node_local / (double)res->maps;
    seen->sum += locality;
    seen->squares += locality * locality;
    seen->n++;
    seen->last_probe_us = res->finish_us;
}

static void on_attempt(void *ctx, const struct sw_attempt *a)
{
    struct seen *seen = ctx;
    if (a->kind == SW_REDUCE && a->launch_us > seen->last_background_us)
        seen->last_background_us = a->launch_us;
}

static void fill_options(struct sw_options *opt, const struct cell *c, uint64_t seed)
{
    char rule[64];
    snprintf(rule, sizeof rule, "skips:%llu", (unsigned long long)c->skips);
    options_defaults(opt);
    opt->heartbeat_us = 0;
    opt->seed = seed;
    opt->replication = c->replication;
    opt->placement = c->placement;
    if (sw_options_set(opt, "order", "fifo", NULL) != SW_OK || sw_options_set(opt, "delay", rule, NULL) != SW_OK)
        abort();
}

static void replay(const struct cell *c, uint64_t seed, struct seen *seen)
{
    struct sw_err err = { 0 };
    struct sw_options opt;
    const struct sw_replay_sink sink = { .ctx = seen, .job = on_job, .attempt = on_attempt };
    struct sw_cluster *cl;
    struct sw_csv *in;
    struct sw_trace *trace;
    struct sw_replay *r;
    char path[64];
    int fd = trace_write(c, seed);
    snprintf(path, sizeof path, "/dev/fd/%d", fd);
    fill_options(&opt, c, seed);
    if (sw_cluster_make(&cl, c->nodes, 1, c->slots, 0, true, &err) != SW_OK || sw_csv_open(&in, path, &err) != SW_OK
        || sw_trace_take(&trace, in, &err) != SW_OK || sw_replay_new(&r, cl, NULL, &opt, &sink, &err) != SW_OK
        || sw_replay_run(r, trace, &err) != SW_OK) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
    sw_replay_free(r);
    sw_trace_free(trace);
    sw_cluster_free(cl);
    close(fd);
}

/* Mean locality of the probes and its standard error. */
static double measure(const struct cell *c, uint64_t seed, double *error)
{
    struct seen seen = { 0 };
    replay(c, seed, &seen);
    double n = (double)seen.n, mean = seen.sum / n;
    if (seen.n != c->probes || seen.last_background_us < seen.last_probe_us) {
        fprintf(stderr, "the background ended before the probes\n");
        abort();
    }
    *error = sqrt((seen.squares / n - mean * mean) / (n - 1));
    return mean;
}

static double formula(const struct cell *c)
{
    return sw_model_locality_algorithm(&(struct sw_model_job){ c->nodes, c->replication, c->tasks }, (double)c->skips);
}

/* ---- the tests ---------------------------------------------------------------------------------- */

static void meets_the_formula(const struct cell *c)
{
    double error, mean = measure(c, 7, &error), want = formula(c);
    double own = sqrt(want * (1 - want) / (double)(c->probes * c->tasks)); /* where all or none were local */
    if (fabs(mean - want) > 3 * fmax(error, own))
        fail_msg("M=%llu L=%llu R=%llu N=%llu D=%llu: %.4f +- %.4f is not %.4f", (unsigned long long)c->nodes,
                 (unsigned long long)c->slots, (unsigned long long)c->replication, (unsigned long long)c->tasks,
                 (unsigned long long)c->skips, mean, error, want);
}

/* rule D3, ES 3.5: D skips are D+1 looks, each at a uniformly random node. */
static void one_task_meets_algorithm_2(void **state)
{
    static const uint64_t nodes[] = { 10, 40 }, slots[] = { 1, 4 }, replication[] = { 1, 3 },
        skips[] = { 0, 2, 10, 40 };
    (void)state;
    for (size_t i = 0; i < 32; i++)
        meets_the_formula(&(struct cell){ nodes[i & 1], slots[i >> 1 & 1], replication[i >> 2 & 1], 1, skips[i >> 3],
                                          2500,
                                          SW_PLACE_UNIFORM });
}

/* rule B6: with blocks drawn anew at every look the looks are independent, which the recursion assumes. */
static void several_tasks_meet_it_when_blocks_are_redrawn(void **state)
{
    static const uint64_t tasks[] = { 2, 5, 20 }, slots[] = { 1, 3 }, skips[] = { 0, 2, 10 };
    (void)state;
    for (size_t i = 0; i < 18; i++)
        meets_the_formula(&(struct cell){ 20, slots[i & 1], i % 4 < 2 ? 1 : 3, tasks[i / 6], skips[i / 2 % 3], 400,
                                          SW_PLACE_REDRAW });
}

/* The finding: with blocks drawn once it falls one to three points short near N = M/2. */
static void blocks_drawn_once_fall_short_near_half_the_nodes(void **state)
{
    const struct cell c = { 20, 1, 3, 10, 2, 4000, SW_PLACE_UNIFORM };
    double error, mean = measure(&c, 7, &error), short_by = formula(&c) - mean;
    (void)state;
    if (short_by < 0.01 || short_by > 0.03)
        fail_msg("short by %.4f +- %.4f", short_by, error);
}

/* ---- the curve ----------------------------------------------------------------------------------- */

static void print_cell(const struct cell *c)
{
    struct sw_model_job job = { c->nodes, c->replication, c->tasks };
    double error, mean = measure(c, 7, &error);
    printf("%llu,%llu,%llu,%llu,%llu,%s,%llu,%.4f,%.4f,%.4f,%.4f\n", (unsigned long long)c->nodes,
           (unsigned long long)c->slots,
           (unsigned long long)c->replication, (unsigned long long)c->tasks, (unsigned long long)c->skips,
           c->placement == SW_PLACE_REDRAW ? "redraw" : "uniform", (unsigned long long)c->probes, mean, error,
           formula(c),
           sw_model_locality(&job, (double)c->skips));
}

/* N from 1 to 2M; about as many probe tasks in every row. */
static int curve(void)
{
    static const uint64_t tasks[] = { 1, 2, 4, 7, 10, 15, 20, 30, 40, 80 }, skips[] = { 0, 2, 5, 10 };
    puts("nodes,slots_per_node,replication,tasks,skips,placement,probes,locality_replay,"
         "standard_error,locality_algorithm,locality");
    for (uint64_t replication = 1; replication <= 3; replication += 2)
        for (size_t d = 0; d < 4; d++)
            for (size_t n = 0; n < sizeof tasks / sizeof *tasks; n++)
                for (int redraw = 0; redraw < 2; redraw++)
                    print_cell(&(struct cell){ 40, 1, replication, tasks[n], skips[d], 300 + 8000 / tasks[n],
                                               redraw ? SW_PLACE_REDRAW : SW_PLACE_UNIFORM });
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_task_meets_algorithm_2),
        cmocka_unit_test(several_tasks_meet_it_when_blocks_are_redrawn),
        cmocka_unit_test(blocks_drawn_once_fall_short_near_half_the_nodes),
    };
    if (argc > 1 && !strcmp(argv[1], "curve"))
        return curve();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
