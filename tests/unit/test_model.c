/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_model.c - the formulas of delay scheduling, against the papers and against hand calculation.
 * "published" below is a number as ES (EuroSys 2010) or TR (EECS-2009-55) prints it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "lib/model/sw_formulas.h"
#include "slotwise/sw_model.h"

static void close_at(double got, double want, double tolerance, int line)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("line %d: got %.17g, want %.17g within %g", line, got, want, tolerance);
}
#define assert_close(got, want, tolerance) close_at((got), (want), (tolerance), __LINE__)

static struct sw_model_job job(uint64_t nodes, uint64_t replication, uint64_t tasks)
{
    struct sw_model_job j = { nodes, replication, tasks };
    return j;
}

/* ---- the papers' numbers -------------------------------------------------------------------- */
static void twenty_tasks_reach_95_percent_with_0_23_M_skips(void **state)
{
    (void)state;
    struct sw_model_job j = job(1000, 3, 20);
    double fraction = sw_model_skips_bound(&j, 0.95) / 1000;
    assert_close(fraction, log(2) / 3, 1e-12); /* by hand: (1-λ)N = 1 */
    assert_close(fraction, 0.231, 5e-4);
    assert_close(fraction, 0.23, 5e-3);        /* published, ES 3.5 */
    assert_close(fraction / 8, 0.0289, 5e-5);  /* of a task length at L = 8 */
    assert_close(fraction / 8, 0.028, 1e-3);   /* published, ES 3.5: 2.8 %, cut not rounded */
}

static void data_on_a_tenth_of_the_nodes(void **state)
{
    (void)state;
    struct sw_model_job j = job(10, 1, 1);     /* p = 0.1 */
    assert_close(sw_model_locality(&j, 10), 0.6513, 5e-5); /* published 65 %, ES 3.5 */
    assert_close(sw_model_locality(&j, 40), 0.9852, 5e-5); /* published 99 %: rounded up */
}

static void facebook_waits_ten_seconds_for_270_offers(void **state)
{
    (void)state;
    struct sw_model_job one = job(620, 3, 1), ten = job(620, 3, 10);
    assert_close(sw_model_launch_bound(&one, 1, 270), 0.7292, 5e-5);  /* published 73 %, ES 4.1 */
    assert_close(sw_model_locality_bound(&ten, 270), 0.9629, 5e-5);   /* published 90 % "at least" */
}

static void no_wait_leaves_small_jobs_remote(void **state)
{
    (void)state;
    static const struct { uint64_t tasks; double percent; } rows[] = { { 3, 5.9 }, { 10, 15.4 }, { 100, 75.5 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sw_model_job j = job(100, 3, rows[i].tasks); /* mean over K of 1-(1-K/M)^R, one look */
        assert_close(100 * sw_model_locality(&j, 1), rows[i].percent, 0.05);
    }
}

static void long_tasks_rarely_hold_all_slots_near_a_block(void **state)
{
    (void)state;
    assert_close(sw_model_blocked(0.8, 18), 0.018, 5e-5);  /* R = 3, L = 6 */
    assert_true(sw_model_blocked(0.8, 18) < 0.02);         /* published, ES 3.5.1 */
}

static void a_local_slot_frees_within_a_quarter_of_a_task(void **state)
{
    (void)state;
    assert_close(sw_model_frees(15, 60, 15), 0.9866, 5e-5); /* published 98.6 %, TR 4.2 */
    assert_close(sw_model_frees(60, 60, 15), 1, 0);
    assert_close(sw_model_frees(90, 60, 15), 1, 0);
}

static void sticky_slots_as_in_figure_3(void **state)
{
    (void)state;
    static const double jobs[] = { 5, 10, 15, 20, 30, 50 }, slots[] = { 1, 4, 6, 8 };
    static const double percent[4][6] = { /* 1-(1-f)^(RL), R = 3; ES figure 3 draws these */
        { 48.8, 27.1, 18.7, 14.3, 9.7, 5.9 },
        { 93.1, 71.8, 56.3, 46.0, 33.4, 21.5 },
        { 98.2, 85.0, 71.1, 60.3, 45.7, 30.5 },
        { 99.5, 92.0, 80.9, 70.8, 55.7, 38.4 } };
    for (size_t l = 0; l < 4; l++)
        for (size_t n = 0; n < 6; n++)
            assert_close(100 * sw_model_sticky(1 / jobs[n], 3 * slots[l]), percent[l][n], 0.05);
}

static void ten_jobs_on_a_hundred_slots_exactly(void **state)
{
    (void)state;
    /* 1 - C(90,3)/C(100,3) = 1 - 117480/161700, by hand */
    assert_close(sw_model_sticky_exact(100, 1, 3, 10), 1 - 117480.0 / 161700, 1e-14);
    assert_close(100 * sw_model_sticky(0.1, 3), 27.10, 5e-3);
    /* 2 slots a node, 5 nodes, R = 2, 3 held: 1 - C(6,3)/C(10,3) = 1 - 20/120 */
    assert_close(sw_model_sticky_exact(5, 2, 2, 3), 5.0 / 6, 1e-14);
    assert_close(sw_model_sticky_exact(5, 2, 2, 7), 1, 0); /* only 6 slots are away from the block */
    assert_close(sw_model_sticky_exact(5, 2, 2, 0), 0, 0);
}

static void the_gain_has_the_sign_of_cost_minus_gap(void **state)
{
    (void)state;
    assert_close(sw_model_gain(10, 5, 10), 5 * (1 - exp(-2)), 1e-12); /* TR 4.3.1: w = 2t is 0.86 of the most */
    assert_close(sw_model_gain(11, 10, 20), 0.86, 5e-3);              /* published, TR 4.3.1 */
    assert_true(sw_model_gain(3, 5, 10) < 0);
    assert_close(sw_model_gain(5, 5, 10), 0, 0);
    assert_close(sw_model_gain(10, 5, 0), 0, 0);
}

static void a_share_takes_F_T_over_S(void **state)
{
    (void)state;
    assert_close(sw_model_startup(270, 3100 / 27.1, 3100), 270 / 27.1, 1e-12); /* ES 3.2: 271 maps in 10 s at 27.1/s */
    assert_close(sw_model_startup(0, 20, 100), 0, 0);
}

/* Shares that ES's exponentials guarantee at R = 3 to jobs of 3, 20 and 200 tasks, for the default of YARN's capacity
 * scheduler (40), 0.23 M, M, and Facebook's 270; computed apart from this program, to two decimals. */
static void guarantees_of_four_rules_of_thumb(void **state)
{
    (void)state;
    static const uint64_t tasks[] = { 3, 20, 200 };
    static const struct { uint64_t nodes; double skips, share[3]; } rows[] = {
        { 100, 40, { 0.86, 0.98, 1.00 } },  { 100, 23, { 0.71, 0.95, 1.00 } },     { 100, 100, { 0.98, 1.00, 1.00 } },
        { 620, 40, { 0.31, 0.77, 0.98 } },  { 620, 142.6, { 0.71, 0.95, 1.00 } },  { 620, 620, { 0.98, 1.00, 1.00 } },
        { 1000, 40, { 0.21, 0.64, 0.96 } }, { 1000, 230, { 0.71, 0.95, 1.00 } },   { 620, 270, { 0.88, 0.98, 1.00 } } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t n = 0; n < 3; n++) {
            struct sw_model_job j = job(rows[i].nodes, 3, tasks[n]);
            double sum = 0;
            for (uint64_t k = 1; k <= tasks[n]; k++)
                sum += sw_model_launch_bound(&j, k, rows[i].skips);
            assert_close(sum / (double)tasks[n], rows[i].share[n], 5.1e-3);
        }
}

/* ---- hand calculation ----------------------------------------------------------------------- */
static void algorithm_2_has_one_look_more_than_skips(void **state)
{
    (void)state;
    struct sw_model_job one = job(2, 1, 1);
    assert_close(sw_model_locality_algorithm(&one, 0), 0.5, 1e-15);
    assert_close(sw_model_locality_algorithm(&one, 1), 0.75, 1e-15);
    assert_close(sw_model_locality(&one, 0), 0, 0);
    assert_close(sw_model_locality(&one, 1), 0.5, 1e-15);
}

/* M = 3, R = 1, N = 2, D = 1. With two left p = 5/9, h = 1-(4/9)^2 = 65/81. With one left p = 1/3, h = 5/9, and the
 * launch is local with 65/81 5/9 + 16/81 1/3 = 373/729. Mean: (585+373)/1458. Skips: with two left q = 4/9 of one;
 * with one left 65/81 of q = 2/3. */
static void algorithm_2_by_hand(void **state)
{
    (void)state;
    struct sw_model_job two = job(3, 1, 2);
    assert_close(sw_model_locality_algorithm(&two, 1), 958.0 / 1458, 1e-15);
    assert_close(sw_model_skips_mean(&two, 1), (4.0 / 9 + 65.0 / 81 * 2 / 3) / 2, 1e-15);
    assert_close(sw_model_skips_mean(&two, 0), 0, 0);
}

/* The chain over (tasks left, skip count), solved backwards in Python in double precision. */
static void algorithm_2_against_a_chain_in_python(void **state)
{
    (void)state;
    struct sw_model_job twenty = job(100, 3, 20), ten = job(100, 3, 10), wide = job(620, 3, 10);
    assert_close(sw_model_locality_algorithm(&twenty, 23), 0.931310701632281, 1e-12);
    assert_close(sw_model_locality_algorithm(&ten, 5), 0.4008647473452531, 1e-12);
    assert_close(sw_model_locality_algorithm(&wide, 270), 0.952944521237233, 1e-12);
}

static void replicas_everywhere_are_always_local(void **state)
{
    (void)state;
    struct sw_model_job j = job(3, 3, 5), lone = job(1, 1, 4);
    assert_close(sw_model_locality_algorithm(&j, 0), 1, 0);
    assert_close(sw_model_skips_mean(&j, 7), 0, 0);
    assert_close(sw_model_locality_algorithm(&lone, 0), 1, 0);
    assert_close(sw_model_locality(&lone, 1), 1, 0);
}

static void more_tasks_than_nodes_cap_K_over_M_at_one(void **state)
{
    (void)state;
    struct sw_model_job j = job(2, 1, 4); /* K = 1: 1/2, K = 2, 3, 4: 1 */
    assert_close(sw_model_locality(&j, 1), 3.5 / 4, 1e-15);
}

static void bounds_start_at_zero_and_end_at_one(void **state)
{
    (void)state;
    struct sw_model_job j = job(1000000, 3, 1000000);
    assert_close(sw_model_locality_bound(&j, 0), 0, 0);
    assert_close(sw_model_locality_bound(&j, 1e9), 1, 1e-15);
    assert_close(sw_model_locality(&j, 1e9), 1, 1e-15);
    assert_close(sw_model_locality_algorithm(&j, 1e9), 1, 1e-15);
    struct sw_model_job rare = job(1000000000, 1, 1);
    assert_close(sw_model_locality(&rare, 1) * 1e9, 1, 1e-12);           /* small chances keep their digits */
    assert_close(sw_model_locality_algorithm(&rare, 0) * 1e9, 1, 1e-12);
}

static void least_skips_by_hand(void **state)
{
    (void)state;
    uint64_t n = 99;
    struct sw_model_job j = job(10, 1, 1); /* 1 - 0.9^D >= 0.65: D = 9.96; algorithm 2 looks once more */
    assert_int_equal(sw_model_skips_least(&j, sw_model_locality, 0.65, &n, NULL), SW_OK);
    assert_int_equal(n, 10);
    assert_int_equal(sw_model_skips_least(&j, sw_model_locality_algorithm, 0.65, &n, NULL), SW_OK);
    assert_int_equal(n, 9);
    struct sw_model_job half = job(2, 1, 1); /* 1 - 2^-D is 0.75 and 0.5 exactly */
    assert_int_equal(sw_model_skips_least(&half, sw_model_locality, 0.75, &n, NULL), SW_OK);
    assert_int_equal(n, 2);
    assert_int_equal(sw_model_skips_least(&half, sw_model_locality_algorithm, 0.5, &n, NULL), SW_OK);
    assert_int_equal(n, 0);
}

static void jobs_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct sw_err err = { SW_EXIT_OK, "" };
    struct sw_model_job crowded = job(2, 3, 1), none = job(0, 1, 1), idle = job(2, 1, 0), fine = job(3, 3, 1);
    assert_int_equal(sw_model_job_check(&crowded, &err), SW_FAIL);
    assert_string_equal(err.text, "replication: 3 replicas do not fit on 2 nodes");
    assert_int_equal(err.exit, SW_EXIT_USAGE);
    assert_int_equal(sw_model_job_check(&none, &err), SW_FAIL);
    assert_int_equal(sw_model_job_check(&idle, &err), SW_FAIL);
    assert_int_equal(sw_model_job_check(&fine, &err), SW_OK);
}

/* ---- recommendations ------------------------------------------------------------------------ */
static struct sw_model_question facebook(uint64_t tasks, double remote_cost_s)
{
    struct sw_model_question q = { job(620, 3, tasks), 31, 0.95, 27, NAN, remote_cost_s };
    return q;
}

/* For one task waiting pays when the remote cost exceeds the mean gap between local offers, t = M/(R r). TR 4.3.1 */
static void one_task_breaks_even_at_the_gap_between_local_offers(void **state)
{
    (void)state;
    struct sw_model_advice a;
    double gap_s = 620 / (3 * 27.0);
    struct sw_model_question over = facebook(1, gap_s * 1.001), under = facebook(1, gap_s * 0.999);
    assert_int_equal(sw_model_recommend(&over, &a, NULL), SW_OK);
    assert_close(a.break_even_s, gap_s, 1e-9);
    assert_int_equal(a.verdict, SW_WAIT);
    assert_int_equal(sw_model_recommend(&under, &a, NULL), SW_OK);
    assert_int_equal(a.verdict, SW_DO_NOT_WAIT);
    assert_true(a.gain_s < 0);
}

static void advice_reaches_the_locality_asked_for(void **state)
{
    (void)state;
    struct sw_model_advice a;
    struct sw_model_question q = facebook(20, 10);
    assert_int_equal(sw_model_recommend(&q, &a, NULL), SW_OK);
    assert_int_equal(a.skips, 185);      /* algorithm 2 as a Markov chain in Python; the bound asks for 144 */
    assert_close(a.w1_s, 185 / 27.0, 1e-12);
    assert_true(a.locality >= 0.95);
    assert_int_equal(a.rack_skips, 12);  /* the same chain at M = 31, R = 2; the bound asks for 11 */
    assert_int_equal(a.verdict, SW_WAIT);
}

static void advice_says_when_it_cannot_tell(void **state)
{
    (void)state;
    struct sw_model_advice a;
    struct sw_model_question unknown = facebook(20, NAN), slow = facebook(20, 10), local = facebook(5, 10);
    assert_int_equal(sw_model_recommend(&unknown, &a, NULL), SW_OK);
    assert_int_equal(a.verdict, SW_CANNOT_TELL);
    slow.task_time_s = 5;                /* W1 is 6.9 s */
    assert_int_equal(sw_model_recommend(&slow, &a, NULL), SW_OK);
    assert_int_equal(a.verdict, SW_CANNOT_TELL);
    local.job = job(3, 3, 5), local.racks = 1;
    assert_int_equal(sw_model_recommend(&local, &a, NULL), SW_OK);
    assert_int_equal(a.verdict, SW_DO_NOT_WAIT);
    assert_int_equal(a.skips + a.rack_skips, 0);
}

/* ---- dialects ------------------------------------------------------------------------------- */
static double read_as(const char *dialect, const char *text)
{
    double skips = -1;
    assert_int_equal(sw_dialect_read(sw_dialect_find(dialect), text, 620, 27, &skips, NULL), SW_OK);
    return skips;
}

static void ten_seconds_are_270_skips(void **state)
{
    (void)state;
    assert_close(read_as("wait", "10"), 270, 1e-9);         /* published, ES 4.1 */
    assert_close(read_as("spark", "10s"), 270, 1e-9);
    assert_close(read_as("spark", "10000"), 270, 1e-9);     /* Spark's bare numbers are milliseconds */
    assert_close(read_as("hadoop1", "10000"), 270, 1e-9);
    assert_close(read_as("yarn-time", "10000"), 270, 1e-9);
    assert_close(read_as("yarn-time", "-1"), 0, 0);         /* off */
    assert_close(read_as("yarn-capacity", "270"), 270, 0);
    assert_close(read_as("yarn-fair", "0.5"), 310, 1e-9);
    assert_close(read_as("yarn-fair", "-1"), 0, 0);         /* off */
    assert_close(read_as("yarn-fair", "1.2"), 620, 0);      /* YARN takes more than 1 for 1 */
    assert_close(read_as("yarn-capacity", "6000"), 620, 0); /* cut to the node count */
}

static void write_as(const char *dialect, double skips, uint64_t nodes, const char *want)
{
    char text[64];
    assert_int_equal(sw_dialect_write(sw_dialect_find(dialect), skips, nodes, 27, text, sizeof text, NULL), SW_OK);
    assert_string_equal(text, want);
}

static void skips_in_every_dialect(void **state)
{
    (void)state;
    write_as("spark", 270, 620, "10000ms");
    write_as("hadoop1", 270, 620, "10000");
    write_as("yarn-time", 270, 620, "10000");
    write_as("yarn-capacity", 142.6, 620, "143");
    write_as("yarn-capacity", 1000, 620, "620");
    write_as("yarn-fair", 24, 100, "0.24");
    write_as("yarn-fair", 143, 620, "0.231");  /* 143.2 of 620 nodes: more than 143 missed, so 143 skips */
    write_as("yarn-fair", 0.07 * 100, 100, "0.07");
    write_as("yarn-fair", 620, 620, "1");
    write_as("yarn-fair", 1000, 620, "1");
    write_as("wait", 270, 620, "10");
    write_as("skips", 0, 0, "0");
}

/* What each system's own reader says of a text: JavaUtils.timeStringAs, Configuration.getFloat, getInt, getLong. */
static void systems_read_their_own_values(void **state)
{
    (void)state;
    static const struct { const char *dialect, *text; bool accepts; } cases[] = {
        { "spark", "3s", true }, { "spark", "300ms", true }, { "spark", "3000", true }, { "spark", "2min", true },
        { "spark", "0.3s", false }, { "spark", "3 s", false }, { "spark", "3sec", false }, { "spark", "", false },
        { "spark", "s", false }, { "spark", "1e3ms", false },
        { "yarn-fair", "0.25", true }, { "yarn-fair", "-1", true },
        { "yarn-fair", "25%", false }, { "yarn-fair", "1.5", false }, { "yarn-capacity", "40", true },
        { "yarn-capacity", "-1", true }, { "yarn-capacity", "2.5", false }, { "hadoop1", "5000", true },
        { "yarn-time", "5s", false },
        { "hadoop1", "5s", false }, { "hadoop-0.20", "0.3", false } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (sw_dialect_find(cases[i].dialect)->accepts(cases[i].text) != cases[i].accepts)
            fail_msg("%s: '%s'", cases[i].dialect, cases[i].text);
}

/* Whatever is written for a system, it reads: waits from 0 to a day, skips from 0 to 10^7, on 1 to 5,000 nodes. */
static void what_is_written_is_read(void **state)
{
    (void)state;
    static const double waits[] = { 0, 1e-7, 0.0004, 0.001, 0.0015, 0.3, 0.5, 1, 1.5, 2.999, 3, 59.9996, 60, 86400 };
    static const double skips[] = { 0, 0.2, 1, 7, 40.5, 1e3, 1e7 };
    static const uint64_t nodes[] = { 1, 3, 7, 100, 333, 5000 };
    char text[64];
    for (const struct sw_dialect *const *d = sw_dialects; *d; d++) {
        if (!(*d)->accepts)
            continue;
        for (size_t i = 0; (*d)->unit == SW_DIALECT_MS && i < sizeof waits / sizeof *waits; i++) {
            sw_dialect_write_time(*d, waits[i], text, sizeof text);
            if (!(*d)->accepts(text) || (waits[i] > 0 && strspn(text, "0") > 0))
                fail_msg("%s: %g s is written '%s'", (*d)->name, waits[i], text);
        }
        for (size_t i = 0; i < sizeof skips / sizeof *skips; i++)
            for (size_t k = 0; k < sizeof nodes / sizeof *nodes; k++) {
                assert_int_equal(sw_dialect_write(*d, skips[i], nodes[k], 27, text, sizeof text, NULL), SW_OK);
                if (!(*d)->accepts(text))
                    fail_msg("%s: %g skips are written '%s'", (*d)->name, skips[i], text);
            }
        assert_true(!(*d)->off || (*d)->accepts((*d)->off));
    }
}

static void dialects_name_what_they_lack(void **state)
{
    (void)state;
    double skips;
    struct sw_err err = { SW_EXIT_OK, "" };
    assert_int_equal(sw_dialect_read(sw_dialect_find("spark"), "3s", 620, NAN, &skips, &err), SW_FAIL);
    assert_non_null(strstr(err.text, "release-rate:"));
    assert_int_equal(sw_dialect_read(sw_dialect_find("yarn-fair"), "0.1", 0, 27, &skips, &err), SW_FAIL);
    assert_non_null(strstr(err.text, "nodes:"));
    assert_int_equal(sw_dialect_read(sw_dialect_find("spark"), "soon", 620, 27, &skips, &err), SW_FAIL);
    assert_non_null(strstr(err.text, "'soon'"));
    assert_int_equal(sw_dialect_read(sw_dialect_find("spark"), "-3s", 620, 27, &skips, &err), SW_FAIL);
    assert_null(sw_dialect_find("mesos"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_tasks_reach_95_percent_with_0_23_M_skips),
        cmocka_unit_test(data_on_a_tenth_of_the_nodes),
        cmocka_unit_test(facebook_waits_ten_seconds_for_270_offers), cmocka_unit_test(no_wait_leaves_small_jobs_remote),
        cmocka_unit_test(long_tasks_rarely_hold_all_slots_near_a_block),
        cmocka_unit_test(a_local_slot_frees_within_a_quarter_of_a_task),
        cmocka_unit_test(sticky_slots_as_in_figure_3), cmocka_unit_test(ten_jobs_on_a_hundred_slots_exactly),
        cmocka_unit_test(the_gain_has_the_sign_of_cost_minus_gap), cmocka_unit_test(a_share_takes_F_T_over_S),
        cmocka_unit_test(guarantees_of_four_rules_of_thumb), cmocka_unit_test(algorithm_2_has_one_look_more_than_skips),
        cmocka_unit_test(algorithm_2_by_hand), cmocka_unit_test(algorithm_2_against_a_chain_in_python),
        cmocka_unit_test(replicas_everywhere_are_always_local),
        cmocka_unit_test(more_tasks_than_nodes_cap_K_over_M_at_one),
        cmocka_unit_test(bounds_start_at_zero_and_end_at_one),
        cmocka_unit_test(least_skips_by_hand), cmocka_unit_test(jobs_that_cannot_be_are_refused),
        cmocka_unit_test(one_task_breaks_even_at_the_gap_between_local_offers),
        cmocka_unit_test(advice_reaches_the_locality_asked_for),
        cmocka_unit_test(advice_says_when_it_cannot_tell), cmocka_unit_test(ten_seconds_are_270_skips),
        cmocka_unit_test(skips_in_every_dialect), cmocka_unit_test(systems_read_their_own_values),
        cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(dialects_name_what_they_lack) };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
