/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_decide.c - what studies come to, at the borders: change, leave, cannot tell. What the replays gave is made up by
 * hand; each case stands beside the sentence of sw_study.h that it follows from. */
#include <math.h>
#include "lib/study/study.h"
#include "lib/study/gangs/sw_gangs.h"
#include "tests/unit/log_input.h"

/* ---- waits ------------------------------------------------------------------------------------------ */

enum { WAITS = 3, RUNS = 24 };
/* A study of two jobs of 10 s under no wait, 1 s and 3 s: on each day 10 s, whatever distance costs. */
struct made {
    struct sw_study s;
    struct sw_log *log;
    double run_s[WAITS][RUNS + 1];
    int64_t response_us[WAITS][2];
    struct sw_tally tally[WAITS][RUNS + 1][SW_CLASSES];
    uint8_t class_of[2];
};

static void set_goal(struct made *m, size_t wait, double goal_s)
{
    for (size_t run = 0; run <= RUNS; run++)
        m->run_s[wait][run] = goal_s;
    m->s.tried[wait].change = goal_s / 10 - 1;
    m->s.tried[wait].interval = (struct sw_interval){ m->s.tried[wait].change, m->s.tried[wait].change };
}

/* On so many days it is another. */
static void set_days(struct made *m, size_t wait, size_t n, double goal_s)
{
    double sum = 0;
    for (size_t run = 0; run <= RUNS; run++) {
        if (run < n)
            m->run_s[wait][run] = goal_s;
        sum += m->run_s[wait][run] / 10 - 1;
    }
    m->s.tried[wait].change = sum / (RUNS + 1);
}

static void set_placed(struct made *m, size_t wait, uint64_t node, uint64_t any)
{
    m->s.tried[wait].recorded.placed = (struct sw_located){ node, 0, any };
}

static void make(struct made *m)
{
    static const double waits[] = { 0, 1, 3 };
    *m = (struct made){ .log = prepared("job_id,submit_s,task_id,node,launch_s,finish_s\n"
                                        "a,0,0,n1,0,10\nb,0,0,n2,0,10\n") };
    m->s = (struct sw_study){ .ask.log = m->log, .n_runs = RUNS, .most_runs = RUNS,
                              .n_prices = SW_PRICE_POOLS, .class_of = m->class_of,
                              .waits = { .family = SW_FAMILY_WAIT, .n = WAITS }, .pays = -1, .level = 0.95 };
    m->s.price[SW_PRICE_MEASURED].wanted = true;
    for (size_t i = 0; i < WAITS; i++) {
        m->s.waits.at[i] = (struct sw_candidate){ .role = i == 0 ? SW_ROLE_OWN : SW_ROLE_CANDIDATE, .node = waits[i],
                                                  .rack = waits[i] };
        m->s.price[SW_PRICE_MEASURED].tally[i] = m->tally[i];
        m->s.tried[i].last_run = RUNS;
        m->s.tried[i].run_s = m->run_s[i];
        m->s.tried[i].response_us = m->response_us[i];
        m->response_us[i][0] = m->response_us[i][1] = 10 * S;
        set_goal(m, i, 10);
        set_placed(m, i, 25, 5);
    }
    for (size_t i = 0; i < 2; i++)
        m->class_of[i] = SW_CLASS_SIZES;
}

static struct sw_answer answer_of(struct made *m)
{
    struct sw_answer a;
    struct sw_err err = { .exit = SW_EXIT_OK };
    if (sw_study_decide(&m->s, &a, &err) != SW_OK)
        fail_msg("%s", err.text);
    sw_log_free(m->log);
    return a;
}

static void assert_advice(struct made *m, enum sw_advice advice, enum sw_why why, size_t chosen)
{
    struct sw_answer a = answer_of(m);
    if (a.why != why || a.advice != advice)
        fail_msg("%s, %d: not %s, %d", sw_advice_words[a.advice], a.why, sw_advice_words[advice], why);
    assert_int_equal(a.chosen, chosen);
}

/* "More than the replay's own error, on nine days of ten", and by 1 %. `lost` of 25 days lose 5 %: with two 23 gain.
 * With three the mean of the logarithms is -0.0393, their deviation 0.0332, and t(0.9, 24) = 1.318 brings the end of 80
 * % to +0.5 %. One job gains so many seconds more than the mean, one as many less: of the ratio's logarithm, -0.0513,
 * the deviation over jobs is 2 x 0.43 / 19 = 0.0453, and 2 x 0.55 / 19 = 0.0579; t(0.84, 24) = 1.016 of it have to stay
 * below zero. "Too far off": above 10 %, unless the gain is greater still. NaN: no job to compare. */
static void a_gain_counts_beyond_error_chance_and_one_percent(void **state)
{
    (void)state;
    static const struct {
        double goal_s, error;
        size_t lost;
        double apart_s;
        enum sw_advice advice;
        enum sw_why why;
    } cases[] = {
        { 9.5, 0.01, 0, 0, SW_ADVICE_CHANGE, SW_WHY_GAIN },
        { 9.5, 0.01, 2, 0, SW_ADVICE_CHANGE, SW_WHY_GAIN },
        { 9.5, 0.01, 3, 0, SW_ADVICE_CANNOT_TELL, SW_WHY_CHANCE },
        { 9.5, 0.01, 0, 0.43, SW_ADVICE_CHANGE, SW_WHY_GAIN },
        { 9.5, 0.01, 0, 0.55, SW_ADVICE_CANNOT_TELL, SW_WHY_CHANCE },
        { 9.5, 0.0499, 0, 0, SW_ADVICE_CHANGE, SW_WHY_GAIN },
        { 9.5, -0.0501, 0, 0, SW_ADVICE_CANNOT_TELL, SW_WHY_ERROR },
        { 9.5, 0.1, 0, 0, SW_ADVICE_CANNOT_TELL, SW_WHY_ERROR },
        { 9.5, 0.1001, 0, 0, SW_ADVICE_CANNOT_TELL, SW_WHY_POOR },
        { 9.5, -0.1001, 0, 0, SW_ADVICE_CANNOT_TELL, SW_WHY_POOR },
        { 9.5, NAN, 0, 0, SW_ADVICE_CANNOT_TELL, SW_WHY_POOR },
        { 7.5, 0.2, 0, 0, SW_ADVICE_CHANGE, SW_WHY_GAIN },
        { 9.89, 0, 0, 0, SW_ADVICE_CHANGE, SW_WHY_GAIN },
        { 9.91, 0, 0, 0, SW_ADVICE_LEAVE, SW_WHY_ALIKE } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made m;
        make(&m);
        set_goal(&m, 1, cases[i].goal_s);
        set_days(&m, 1, cases[i].lost, 10.5);
        m.s.error = cases[i].error;
        for (int k = 0; k < 2; k++)
            m.response_us[1][k] = (int64_t)((cases[i].goal_s + (k == 0 ? -1 : 1) * cases[i].apart_s) * S);
        assert_advice(&m, cases[i].advice, cases[i].why, cases[i].advice == SW_ADVICE_CHANGE ? 1 : 0);
    }
}

/* "One day of six and more gains 3 % with another wait, though the mean does not": four of 25 days do. What nothing
 * measured is said to decide where tasks move. */
static void what_gains_on_a_sixth_of_the_days_is_not_left(void **state)
{
    (void)state;
    static const struct { size_t n; double gain_s; bool costs; enum sw_why why; } cases[] = {
        { 4, 9.6, false, SW_WHY_CHANCE }, { 4, 9.6, true, SW_WHY_DISTANCE }, { 3, 9.6, false, SW_WHY_ALIKE },
        { 4, 9.71, false, SW_WHY_ALIKE } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made m;
        make(&m);
        set_goal(&m, 1, 10.05);
        set_days(&m, 1, cases[i].n, cases[i].gain_s);
        m.s.tried[1].costs_decide = cases[i].costs;
        assert_advice(&m, cases[i].why == SW_WHY_ALIKE ? SW_ADVICE_LEAVE : SW_ADVICE_CANNOT_TELL, cases[i].why, 0);
    }
}

/* 14 days gain 10 % and 11 lose 5 %. If these are the days with the data of far tasks where no executor is, that is
 * what the log has to tell. */
static void where_the_data_lay_can_decide(void **state)
{
    (void)state;
    for (int gone = 0; gone < 2; gone++) {
        struct made m;
        make(&m);
        set_goal(&m, 1, 10.5);
        m.s.hidden = true;
        m.s.n_guesses = 2;
        m.s.guess[0] = (struct sw_guess){ .weight = 0.5 };
        m.s.guess[1] = (struct sw_guess){ .weight = 0.5, .far_gone = gone };
        m.s.tried[1].change = 0;
        for (size_t run = 0; run <= RUNS; run++) {
            const double goal_s = guesses_of_day(&m.s, run) == m.s.guess ? 9 : 10.5;
            m.run_s[1][run] = goal_s;
            m.s.tried[1].change += (m.run_s[1][run] / 10 - 1) / (RUNS + 1);
        }
        assert_advice(&m, SW_ADVICE_CANNOT_TELL, gone ? SW_WHY_HIDDEN : SW_WHY_CHANCE, 0);
    }
}

/* Fewer than 30 tasks decide nothing; none is another thing. */
static void tasks_that_prefer_hosts_are_needed(void **state)
{
    (void)state;
    static const struct { uint64_t n; enum sw_advice advice; enum sw_why why; } cases[] = {
        { 30, SW_ADVICE_CHANGE, SW_WHY_GAIN }, { 29, SW_ADVICE_CANNOT_TELL, SW_WHY_FEW },
        { 1, SW_ADVICE_CANNOT_TELL, SW_WHY_FEW }, { 0, SW_ADVICE_CANNOT_TELL, SW_WHY_NO_PREFERENCE } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made m;
        make(&m);
        set_goal(&m, 1, 9.5);
        for (size_t k = 0; k < WAITS; k++)
            set_placed(&m, k, cases[i].n, 0);
        assert_advice(&m, cases[i].advice, cases[i].why, cases[i].n == 30 ? 1 : 0);
    }
}

static void without_a_job_nothing_can_be_told(void **state)
{
    (void)state;
    struct made m;
    make(&m);
    set_goal(&m, 1, 9.5);
    m.response_us[0][0] = m.response_us[1][1] = -1;
    assert_advice(&m, SW_ADVICE_CANNOT_TELL, SW_WHY_NO_JOB, 0);
}

/* "Others lose", or "the waits make no difference": all within 1 %, of waits up to 10 s. */
static void a_wait_is_left_if_others_lose(void **state)
{
    (void)state;
    static const struct { double node_s, goal_s; enum sw_why why; } cases[] = {
        { 3, 10.11, SW_WHY_BEST }, { 3, 10.09, SW_WHY_ALIKE }, { 10, 10.5, SW_WHY_BEST }, { 30, 10.5, SW_WHY_ALIKE } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made m;
        make(&m);
        m.s.waits.at[2].node = m.s.waits.at[2].rack = cases[i].node_s;
        set_goal(&m, 2, cases[i].goal_s);
        assert_advice(&m, SW_ADVICE_LEAVE, cases[i].why, 0);
    }
}

/* A wait that would gain 3 % if executors had stayed that left while tasks waited: what is left then is not told. */
static void executors_that_left_can_decide(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct made m;
        make(&m);
        m.s.kept = (struct sw_kept){ .n = 2, .wait = 1, .change = i == 0 ? -0.031 : -0.029 };
        assert_advice(&m, i == 0 ? SW_ADVICE_CANNOT_TELL : SW_ADVICE_LEAVE,
                      i == 0 ? SW_WHY_EXECUTORS : SW_WHY_ALIKE, 0);
    }
}

/* "Of those within half of what counts as a difference, the nearest to the log's own": half of 1 %. What is only shown
 * is never advised; one level's wait dropped may be, unless the log does not show what racks do: where it names none
 * and no task ran off the nodes of its data, or none beyond what is then taken for one rack. */
static void the_nearest_of_the_best_waits_is_advised(void **state)
{
    (void)state;
    static const struct {
        double first_s, second_s;
        enum sw_role role;
        size_t best;
        bool unnamed;
        uint64_t off, drawn_racks;
    } cases[] = {
        { 9.54, 9.5, SW_ROLE_CANDIDATE, 1, false, 0, 0 }, { 9.56, 9.5, SW_ROLE_CANDIDATE, 2, true, 0, 0 },
        { 9.5, 9.5, SW_ROLE_CANDIDATE, 1, false, 0, 0 }, { 9.56, 9.5, SW_ROLE_LEVEL, 2, false, 0, 0 },
        { 9.56, 9.5, SW_ROLE_LEVEL, 1, true, 0, 0 }, { 9.56, 9.5, SW_ROLE_LEVEL, 2, true, 1, 0 },
        { 9.56, 9.5, SW_ROLE_LEVEL, 1, true, 1, 1 }, { 9.56, 9.5, SW_ROLE_LEVEL, 2, true, 1, 2 },
        { 9.56, 5, SW_ROLE_SHOWN, 1, false, 0, 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made m;
        make(&m);
        set_goal(&m, 1, cases[i].first_s);
        set_goal(&m, 2, cases[i].second_s);
        m.s.waits.at[2].role = cases[i].role;
        m.log->spark = cases[i].unnamed;
        m.s.back.recorded.any = cases[i].off;
        m.s.n_racks = cases[i].drawn_racks;
        assert_advice(&m, SW_ADVICE_CHANGE, SW_WHY_GAIN, cases[i].best);
    }
}

/* Slower by more than 5 %; the worst by more than 1 %. */
static void jobs_that_lose_are_counted(void **state)
{
    (void)state;
    struct made m;
    make(&m);
    set_goal(&m, 1, 9.5);
    m.response_us[1][0] = 10 * S + 3 * S / 5;
    m.response_us[1][1] = 8 * S;
    struct sw_answer a = answer_of(&m);
    assert_int_equal(a.n_jobs, 2);
    assert_int_equal(a.n_slower, 1);
    assert_int_equal(a.worst, 0);
    assert_int_equal(a.most_gained, 1);
    assert_near(a.least, -0.05, 1e-9);
    assert_near(a.most, 0, 1e-9);
    assert_near(a.to, 3, 0);
}

/* ---- classes ---------------------------------------------------------------------------------------- */

static void set_tally(struct made *m, size_t wait, double mean_s)
{
    const struct sw_tally both = { .sum_s = 2 * mean_s, .jobs = 2, .near = 1, .placed = 2 };
    for (uint64_t run = 0; run <= RUNS; run++)
        for (size_t class = SW_CLASS_ALL; class <= SW_CLASS_SIZES; class++)
            m->s.price[SW_PRICE_MEASURED].tally[wait][run][class] = both;
}

/* A wait pays a class if it gains 1 % and more than the error. It does not if it gains less than that, for sure less
 * than 2 %. "No class is told more boldly than all jobs are." */
static void a_wait_pays_a_class_or_not(void **state)
{
    (void)state;
    static const struct { double mean_s, error; enum sw_advice advice; enum sw_pays pays; } cases[] = {
        { 9.89, 0, SW_ADVICE_CHANGE, SW_PAYS }, { 9.89, 0, SW_ADVICE_CANNOT_TELL, SW_PAYS_UNSURE },
        { 9.89, 0.0111, SW_ADVICE_CHANGE, SW_PAYS_UNSURE }, { 9.91, 0, SW_ADVICE_LEAVE, SW_PAYS_NOT },
        { 12, 0, SW_ADVICE_LEAVE, SW_PAYS_NOT } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made m;
        struct sw_err err;
        struct sw_class classes[SW_CLASSES_MOST];
        size_t n;
        make(&m);
        m.s.error = cases[i].error;
        for (size_t wait = 0; wait < WAITS; wait++)
            set_tally(&m, wait, wait == 1 ? cases[i].mean_s : 10);
        const struct sw_answer a = { .advice = cases[i].advice, .best = 1 };
        assert_int_equal(sw_study_classes(&m.s, &a, classes, &n, &err), SW_OK);
        assert_int_equal(n, 1); /* both jobs are of one size */
        assert_int_equal(classes[0].wait, 1);
        assert_near(classes[0].response_s[0], 10, 1e-9);
        assert_near(classes[0].response_s[1], cases[i].mean_s, 1e-9);
        assert_near(classes[0].change, cases[i].mean_s / 10 - 1, 1e-9);
        assert_int_equal(classes[0].pays, cases[i].pays);
        sw_log_free(m.log);
    }
}

/* ---- jobs that start all at once ---------------------------------------------------------------------- */

/* No wait, and one of a minute, where crossing switches costs nothing or doubles the time: 10 s on each day. */
struct gangs {
    struct sw_gangs s;
    struct sw_cluster cl;
    struct sw_gangs_tally tally[2 * 2 * (RUNS + 1) * SW_GANGS_CLASSES];
};

static struct sw_gangs_tally *gangs_tally(struct gangs *g, size_t price, size_t wait, uint64_t run)
{
    return &g->tally[((price * 2 + wait) * (RUNS + 1) + run) * SW_GANGS_CLASSES + SW_GANGS_ALL];
}

static void gangs_set(struct gangs *g, size_t price, double change)
{
    for (uint64_t run = 0; run <= RUNS; run++)
        gangs_tally(g, price, 1, run)->sum_s = 10 * (1 + change);
}

static void gangs_make(struct gangs *g)
{
    *g = (struct gangs){ .cl.n_racks = 2 };
    g->s = (struct sw_gangs){ .ask.cl = &g->cl, .n_jobs = 100, .n_several = 60, .n_across = 30, .largest_rack = 10,
                              .n_runs = RUNS, .n_waits = 2, .n_prices = 2, .wait = { { .us = 0 }, { .us = 60 * S } },
                              .price = { 1, 2 }, .tally = g->tally, .level = 0.95 };
    for (size_t price = 0; price < 2; price++)
        for (size_t wait = 0; wait < 2; wait++)
            for (uint64_t run = 0; run <= RUNS; run++)
                *gangs_tally(g, price, wait, run) = (struct sw_gangs_tally){ .sum_s = 10, .jobs = 1 };
}

/* "By its interval, by 1 % and by more than the replay's error." */
static void a_wait_for_one_switch_pays_at_a_price_or_not(void **state)
{
    (void)state;
    static const struct { double change, error; enum sw_gangs_pays pays; } cases[] = {
        { -0.011, 0, SW_GANGS_GAINS }, { -0.009, 0, SW_GANGS_ALIKE }, { 0.009, 0, SW_GANGS_ALIKE },
        { 0.011, 0, SW_GANGS_LOSES }, { -0.011, -0.012, SW_GANGS_UNSURE }, { 0.011, 0.012, SW_GANGS_LOSES },
        { -0.011, NAN, SW_GANGS_GAINS } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gangs g;
        gangs_make(&g);
        gangs_set(&g, 0, cases[i].change);
        g.s.error = cases[i].error;
        assert_int_equal(sw_gangs_decide_pays(&g.s, 0, 1, 0), cases[i].pays);
    }
    struct gangs g; /* -10 % on one day, and nothing on the others: mean -3.3 %, but it may be chance */
    gangs_make(&g);
    gangs_tally(&g, 0, 1, 1)->sum_s = 9;
    assert_int_equal(sw_gangs_decide_pays(&g.s, 0, 1, 0), SW_GANGS_UNSURE);
}

static void gangs_are_advised_what_gains_at_every_price(void **state)
{
    (void)state;
    static const struct {
        double at_1, at_2, error; enum sw_advice advice; enum sw_gangs_why why; size_t chosen, at;
    } cases[] = {
        { -0.05, -0.05, 0.01, SW_ADVICE_CHANGE, SW_GANGS_GAIN, 1, 0 },
        { 0.05, -0.05, 0.01, SW_ADVICE_CANNOT_TELL, SW_GANGS_PRICE, 0, 1 },
        { -0.05, -0.05, 0.0501, SW_ADVICE_CANNOT_TELL, SW_GANGS_ERROR, 0, 0 },
        { -0.05, -0.05, 0.1001, SW_ADVICE_CANNOT_TELL, SW_GANGS_POOR, 0, 0 },
        { -0.2, -0.2, 0.15, SW_ADVICE_CHANGE, SW_GANGS_GAIN, 1, 0 },
        { -0.05, -0.05, NAN, SW_ADVICE_CANNOT_TELL, SW_GANGS_NO_WITNESS, 0, 0 },
        { -0.009, -0.009, 0, SW_ADVICE_LEAVE, SW_GANGS_BEST, 0, 0 },
        { 0.05, 0.05, 0, SW_ADVICE_LEAVE, SW_GANGS_BEST, 0, 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gangs g;
        struct sw_gangs_answer a;
        gangs_make(&g);
        gangs_set(&g, 0, cases[i].at_1);
        gangs_set(&g, 1, cases[i].at_2);
        g.s.error = cases[i].error;
        sw_gangs_decide(&g.s, &a);
        assert_int_equal(a.advice, cases[i].advice);
        assert_int_equal(a.why, cases[i].why);
        assert_int_equal(a.chosen, cases[i].chosen);
        assert_int_equal(a.at, cases[i].at);
    }
    struct gangs g;
    struct sw_gangs_answer a;
    gangs_make(&g); /* -10 % on two days of three, and as much lost on the day that was */
    gangs_set(&g, 0, -0.1);
    gangs_tally(&g, 0, 1, 0)->sum_s = 11;
    sw_gangs_decide(&g.s, &a);
    assert_int_equal(a.why, SW_GANGS_CHANCE);
}

/* +5 % where crossing costs nothing, -5 % where it doubles the time: even half way; it does not gain at 1, and does at
 * 2. */
static void gangs_are_even_between_two_prices(void **state)
{
    (void)state;
    struct gangs g;
    struct sw_gangs_answer a;
    gangs_make(&g);
    gangs_set(&g, 0, 0.05);
    gangs_set(&g, 1, -0.05);
    sw_gangs_decide(&g.s, &a);
    assert_true(isnan(a.even[0]));
    assert_near(a.even[1], 1.5, 1e-9);
    assert_near(a.even_lo[1], 1, 0);
    assert_near(a.even_hi[1], 2, 0);
}

static void gangs_that_have_no_choice_decide_nothing(void **state)
{
    (void)state;
    static const struct {
        uint64_t n_jobs, n_racks, largest_rack, n_several, n_too_wide, n_across; enum sw_gangs_why why;
    } cases[] = {
        { 100, 2, 10, 60, 30, 30, SW_GANGS_GAIN }, { 0, 2, 10, 60, 30, 30, SW_GANGS_LACKS },
        { 100, 1, 10, 60, 30, 30, SW_GANGS_ONE_RACK }, { 100, 2, 1, 60, 30, 30, SW_GANGS_NO_RACK },
        { 100, 2, 10, 0, 0, 30, SW_GANGS_NO_GANG }, { 100, 2, 10, 60, 31, 30, SW_GANGS_FEW },
        { 100, 2, 10, 60, 30, 29, SW_GANGS_NOTHING_TO_DO } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gangs g;
        struct sw_gangs_answer a;
        gangs_make(&g);
        gangs_set(&g, 0, -0.05);
        gangs_set(&g, 1, -0.05);
        g.cl.n_racks = (uint32_t)cases[i].n_racks;
        g.s.n_jobs = cases[i].n_jobs;
        g.s.largest_rack = cases[i].largest_rack;
        g.s.n_several = cases[i].n_several;
        g.s.n_too_wide = cases[i].n_too_wide;
        g.s.n_across = cases[i].n_across;
        sw_gangs_decide(&g.s, &a);
        assert_int_equal(a.why, cases[i].why);
        assert_int_equal(a.advice, i == 0 ? SW_ADVICE_CHANGE : SW_ADVICE_CANNOT_TELL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gain_counts_beyond_error_chance_and_one_percent),
        cmocka_unit_test(what_gains_on_a_sixth_of_the_days_is_not_left),
        cmocka_unit_test(where_the_data_lay_can_decide),
        cmocka_unit_test(tasks_that_prefer_hosts_are_needed),
        cmocka_unit_test(without_a_job_nothing_can_be_told),
        cmocka_unit_test(a_wait_is_left_if_others_lose),
        cmocka_unit_test(executors_that_left_can_decide),
        cmocka_unit_test(the_nearest_of_the_best_waits_is_advised),
        cmocka_unit_test(jobs_that_lose_are_counted),
        cmocka_unit_test(a_wait_pays_a_class_or_not),
        cmocka_unit_test(a_wait_for_one_switch_pays_at_a_price_or_not),
        cmocka_unit_test(gangs_are_advised_what_gains_at_every_price),
        cmocka_unit_test(gangs_are_even_between_two_prices),
        cmocka_unit_test(gangs_that_have_no_choice_decide_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
