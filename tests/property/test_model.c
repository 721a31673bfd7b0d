/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_model.c - what is always so of the formulas: algorithm 2 played by dice and by exhaustion meets its
 * recursion; more skips never hurt; bounds bound; least skips are least; the registry is in order. */
#include <gsl/gsl_rng.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "lib/model/sw_formulas.h"
#include "slotwise/sw_model.h"

#define RUNS 4000

static const uint64_t some_nodes[] = { 5, 20, 60 }, some_replicas[] = { 1, 3 }, some_tasks[] = { 1, 4, 12 };
static const double some_skips[] = { 0, 1, 5, 20 };

typedef void visit_fn(const struct sw_model_job *job, double skips, void *data);

static void for_each(visit_fn *visit, void *data)
{
    for (size_t m = 0; m < 3; m++)
        for (size_t r = 0; r < 2; r++)
            for (size_t n = 0; n < 3; n++)
                for (size_t d = 0; d < 4; d++) {
                    struct sw_model_job job = { some_nodes[m], some_replicas[r], some_tasks[n] };
                    visit(&job, some_skips[d], data);
                }
}

/* ---- algorithm 2 by dice -------------------------------------------------------------------- */
/* Does node 0, who asks, hold one of R distinct replicas of a block drawn just now? By rejection. */
static int block_is_here(gsl_rng *dice, uint64_t nodes, uint64_t replication)
{
    unsigned long drawn[8];
    int here = 0;
    for (uint64_t i = 0; i < replication;) {
        drawn[i] = gsl_rng_uniform_int(dice, nodes);
        uint64_t same = 0;
        while (same < i && drawn[same] != drawn[i])
            same++;
        if (same == i)
            here |= drawn[i++] == 0;
    }
    return here;
}

static int has_local(gsl_rng *dice, const struct sw_model_job *job, uint64_t left)
{
    int local = 0;
    for (uint64_t k = 0; k < left; k++)
        local |= block_is_here(dice, job->nodes, job->replication);
    return local;
}

/* ES algorithm 2 line by line, for one job at the head of the line. */
static double play(gsl_rng *dice, const struct sw_model_job *job, double allowed, double *skipped)
{
    uint64_t left = job->tasks, n_local = 0, skipcount = 0;
    while (left > 0)
        if (has_local(dice, job, left))
            left--, n_local++, skipcount = 0;
        else if ((double)skipcount >= allowed)
            left--;
        else
            skipcount++, (*skipped)++;
    return (double)n_local / (double)job->tasks;
}

struct tally { double sum, squares; };
static void tally_add(struct tally *t, double x) { t->sum += x, t->squares += x * x; }

/* Within three standard errors of the mean of RUNS draws; what never happened may have a chance of 3 in RUNS. */
static void tally_meets(const struct tally *t, double want, const char *what, const struct sw_model_job *job,
                        double skips)
{
    double mean = t->sum / RUNS, variance = fmax(t->squares / RUNS - mean * mean, 1.0 / RUNS);
    if (fabs(mean - want) > 3 * sqrt(variance / RUNS))
        fail_msg("%s, M=%d R=%d N=%d D=%g: played %.6g, formula %.6g", what, (int)job->nodes, (int)job->replication,
                 (int)job->tasks, skips, mean, want);
}

static void meet_dice(const struct sw_model_job *job, double skips, void *data)
{
    struct tally local = { 0, 0 }, passed = { 0, 0 };
    for (int i = 0; i < RUNS; i++) {
        double skipped = 0;
        tally_add(&local, play(data, job, skips, &skipped));
        tally_add(&passed, skipped / (double)job->tasks);
    }
    tally_meets(&local, sw_model_locality_algorithm(job, skips), "locality", job, skips);
    tally_meets(&passed, sw_model_skips_mean(job, skips), "skips", job, skips);
}

static void algorithm_2_played_by_dice(void **state)
{
    (void)state;
    gsl_rng *dice = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(dice, 3);
    for_each(meet_dice, dice);
    gsl_rng_free(dice);
}

/* ---- algorithm 2 by exhaustion ----------------------------------------------------------------- */
/* Over all placements of `left` blocks as sets of nodes (bit masks): in what share of them has node 0 a block? */
static double share_with_block(unsigned nodes, int replication, uint64_t left)
{
    double sets = 0, away = 0, none = 1;
    for (unsigned set = 0; set < 1u << nodes; set++)
        if (__builtin_popcount(set) == replication)
            sets++, away += !(set & 1);
    while (left-- > 0)
        none *= away / sets;
    return 1 - none;
}

/* Expected local launches with `left` tasks and this skip count. */
static double expect(unsigned nodes, int replication, uint64_t left, int skipcount, int allowed)
{
    if (left == 0)
        return 0;
    double p = share_with_block(nodes, replication, left);
    double otherwise = skipcount >= allowed ? expect(nodes, replication, left - 1, skipcount, allowed)
                                            : expect(nodes, replication, left, skipcount + 1, allowed);
    return p * (1 + expect(nodes, replication, left - 1, 0, allowed)) + (1 - p) * otherwise;
}

static void algorithm_2_by_exhaustion(void **state)
{
    (void)state;
    for (unsigned nodes = 2; nodes <= 5; nodes++)
        for (int replication = 1; replication <= (int)nodes; replication++)
            for (uint64_t tasks = 1; tasks <= 4; tasks++)
                for (int allowed = 0; allowed <= 3; allowed++) {
                    struct sw_model_job job = { nodes, (uint64_t)replication, tasks };
                    double want = expect(nodes, replication, tasks, 0, allowed) / (double)tasks;
                    assert_true(fabs(sw_model_locality_algorithm(&job, allowed) - want) < 1e-13);
                }
}

/* ---- order ---------------------------------------------------------------------------------- */
static void rises(const struct sw_model_job *job, double skips, void *data)
{
    (void)data;
    assert_true(sw_model_locality(job, skips + 1) >= sw_model_locality(job, skips));
    assert_true(sw_model_locality_bound(job, skips + 1) >= sw_model_locality_bound(job, skips));
    assert_true(sw_model_locality_algorithm(job, skips + 1) >= sw_model_locality_algorithm(job, skips));
    assert_true(sw_model_skips_mean(job, skips + 1) >= sw_model_skips_mean(job, skips));
    assert_true(sw_model_skips_mean(job, skips) <= skips);
}

static void more_skips_never_hurt(void **state)
{
    (void)state;
    for_each(rises, NULL);
}

static void bounded(const struct sw_model_job *job, double skips, void *data)
{
    (void)data;
    double locality = sw_model_locality(job, skips), sum = 0;
    for (uint64_t k = 1; k <= job->tasks; k++)
        sum += sw_model_launch_bound(job, k, skips);
    assert_true(locality <= 1 && locality + 1e-12 >= sum / (double)job->tasks);
    assert_true(sum / (double)job->tasks + 1e-12 >= sw_model_locality_bound(job, skips));
}

/* l(D) >= its exponential form >= the closed form (ES 3.5). */
static void the_bound_lies_below_the_mean(void **state)
{
    (void)state;
    for_each(bounded, NULL);
}

static void least(const struct sw_model_job *job, sw_model_curve *curve, double locality)
{
    uint64_t n;
    assert_int_equal(sw_model_skips_least(job, curve, locality, &n, NULL), SW_OK);
    assert_true(curve(job, (double)n) >= locality - 1e-15);
    if (n > 0)
        assert_true(curve(job, (double)(n - 1)) < locality);
}

static void least_for_each(const struct sw_model_job *job, double skips, void *data)
{
    static const double targets[] = { 1e-9, 0.3, 0.5, 0.95, 0.999, 1 - 1e-12 };
    (void)skips, (void)data;
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        least(job, sw_model_locality, targets[i]);
        least(job, sw_model_locality_algorithm, targets[i]);
        double bound = sw_model_skips_bound(job, targets[i]);
        assert_true(fabs(sw_model_locality_bound(job, bound) - targets[i]) < 1e-9);
    }
}

static void least_skips_are_enough_and_one_fewer_is_not(void **state)
{
    (void)state;
    for_each(least_for_each, NULL);
    struct sw_model_job wide = { 1000000000, 1, 1 }, large = { 1000, 3, 1000000 };
    least_for_each(&wide, 0, NULL);
    least_for_each(&large, 0, NULL);
}

/* Whether the job draws its slots or the block its nodes is the same to both. */
static void exact_sticky_slots_are_symmetric(void **state)
{
    (void)state;
    for (uint64_t held = 1; held <= 50; held++)
        for (uint64_t r = 1; r <= 20; r++) {
            double a = sw_model_sticky_exact(50, 1, r, held), b = sw_model_sticky_exact(50, 1, held, r);
            assert_true(fabs(a - b) < 1e-14);
            assert_true(a + 1e-14 >= sw_model_sticky((double)held / 50, (double)r)); /* without return finds more */
        }
}

/* ---- registries ----------------------------------------------------------------------------- */
static void every_formula_is_in_order(void **state)
{
    (void)state;
    for (const struct sw_formula *const *f = sw_formulas; *f != NULL; f++) {
        assert_ptr_equal(sw_formula_find((*f)->name), *f);
        assert_true((*f)->summary[0] != '\0' && (*f)->n_uses > 0 && (*f)->eval != NULL);
        size_t n = 0;
        while ((*f)->results[n] != NULL)
            n++;
        assert_true(n >= 1 && n <= SW_MODEL_RESULTS);
    }
    for (size_t p = 0; p < SW_P_COUNT; p++)
        assert_true(sw_params[p].option != NULL && sw_params[p].column != NULL && sw_params[p].min < sw_params[p].max);
}

static void every_dialect_reads_what_it_writes(void **state)
{
    (void)state;
    for (const struct sw_dialect *const *d = sw_dialects; *d != NULL; d++)
        for (uint64_t nodes = 7; nodes <= 20000; nodes = nodes * 3 + 1)
            for (uint64_t skips = 0; skips <= nodes; skips += 1 + nodes / 13) {
                char text[64];
                double back;
                assert_ptr_equal(sw_dialect_find((*d)->name), *d);
                assert_int_equal(sw_dialect_write(*d, (double)skips, nodes, 27, text, sizeof text, NULL), SW_OK);
                assert_int_equal(sw_dialect_read(*d, text, nodes, 27, &back, NULL), SW_OK);
                /* a millisecond is 0.027 of a skip */
                assert_true(back >= (double)skips - 1e-6 && back < (double)skips + 0.5);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(algorithm_2_played_by_dice), cmocka_unit_test(algorithm_2_by_exhaustion),
        cmocka_unit_test(more_skips_never_hurt), cmocka_unit_test(the_bound_lies_below_the_mean),
        cmocka_unit_test(least_skips_are_enough_and_one_fewer_is_not),
        cmocka_unit_test(exact_sticky_slots_are_symmetric),
        cmocka_unit_test(every_formula_is_in_order), cmocka_unit_test(every_dialect_reads_what_it_writes) };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
