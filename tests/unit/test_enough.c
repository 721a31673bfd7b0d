/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_enough.c - when a study has seen enough days, and enough of a wait (docs/decisions/advise.md). */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lib/options/options.h"
#include "lib/study/study.h"
#include "tests/unit/log_input.h"

enum { DAYS = 7 };

/* The own wait takes 100 s on each day; waits 1 and 2 as much as is told. */
struct made { struct sw_log log; struct sw_study s; struct sw_answer a; double run_s[3][DAYS]; };

static struct sw_answer *seen(struct made *m, const double *first_s, const double *second_s)
{
    memset(m, 0, sizeof *m);
    m->s.ask.log = &m->log;
    m->s.n_runs = DAYS - 1;
    m->s.waits.n = 3;
    for (size_t i = 0; i < 3; i++) {
        m->s.waits.at[i].role = i == 0 ? SW_ROLE_OWN : SW_ROLE_CANDIDATE;
        m->s.tried[i].run_s = m->run_s[i];
        m->s.tried[i].last_run = DAYS - 1;
        for (size_t k = 0; k < DAYS; k++)
            m->run_s[i][k] = i == 0 ? 100 : i == 1 ? first_s[k] : second_s[k];
    }
    return &m->a;
}

/* After six days, twelve, and so on; never after the last, when there is nothing to save. */
static void looks_double(void **state)
{
    (void)state;
    for (uint64_t run = 0; run <= 24; run++)
        assert_int_equal(tries_is_look(run, 24), run == 6 || run == 12);
    assert_false(tries_is_look(6, 6));
    assert_false(tries_is_look(4, 4));
}

static const double same[DAYS] = { 100, 100, 100, 100, 100, 100, 100 };
static const double slower[DAYS] = { 110, 111, 109, 110, 112, 108, 110 };

/* "Change" stands where all days gain, the mean is 2.5 deviations from zero and twice the replay's error, and no other
 * wait may be better by 1 %. */
static void a_change_stands_far_from_its_thresholds(void **state)
{
    (void)state;
    static const struct { double first_s[DAYS], error; bool rival, enough; } cases[] = {
        { { 80, 81, 79, 80, 82, 78, 80 }, 0, false, true }, { { 80, 81, 79, 80, 82, 78, 80 }, 0.12, false, false },
        { { 80, 81, 79, 80, 82, 78, 80 }, 0, true, false }, { { 80, 81, 79, 80, 82, 78, 101 }, 0, false, false },
        { { 70, 98, 75, 97, 72, 99, 80 }, 0, false, false }, /* 1.3 deviations */
        { { 99.5, 98.5, 98, 98.5, 98, 98.6, 97 }, 0, false, false } }; /* the mean may be below 1 % */
    static const double near[DAYS] = { 85, 75, 85, 75, 85, 75, 80 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made m;
        struct sw_answer *a = seen(&m, cases[i].first_s, cases[i].rival ? near : slower);
        a->why = SW_WHY_GAIN;
        a->best = 1;
        m.s.error = cases[i].error;
        assert_int_equal(decide_is_enough(&m.s, a), cases[i].enough);
    }
}

/* "Leave it" stands where no wait may gain 1 % in the mean, and no day gains 3 % or is near it; "cannot tell" where the
 * mean gains and a third of the days do not. */
static void others_stand_far_from_theirs(void **state)
{
    (void)state;
    static const struct { enum sw_why why; double first_s[DAYS]; bool enough; double error; } cases[] = {
        { SW_WHY_BEST, { 100, 100.1, 99.9, 100, 100.1, 99.9, 100 }, true, 0.049 },
        { SW_WHY_BEST, { 100, 100.1, 99.9, 100, 100.1, 99.9, 100 }, false, 0.051 }, /* of a tenth at most */
        { SW_WHY_BEST, { 103, 98, 103, 98, 103, 98, 100 }, false }, /* the bound of the mean is below -1 % */
        { SW_WHY_BEST, { 110, 110, 110, 110, 110, 110, 96 }, false }, /* a day gains 4 % */
        { SW_WHY_BEST, { 98.5, 105, 102, 102, 106, 102, 98.5 }, true }, /* the mean is 2 % slower, the deviation 2.9 */
        { SW_WHY_CHANCE, { 80, 70, 85, 101, 102, 101, 60 }, false }, /* the mean may be none */
        { SW_WHY_CHANCE, { 60, 65, 62, 64, 102, 101, 100 }, true },
        { SW_WHY_CHANCE, { 60, 65, 62, 64, 102, 101, 100 }, false, -0.1 }, /* and the mean below the error */
        { SW_WHY_CHANCE, { 60, 65, 62, 64, 63, 66, 102 }, false }, /* six of seven gain */
        { SW_WHY_CHANCE, { 97, 97, 97, 97.5, 100, 100, 100 }, false }, /* the mean may be 0.3 % */
        { SW_WHY_FEW, { 50, 150, 50, 150, 50, 150, 50 }, true }, { SW_WHY_POOR, { 80, 80, 80, 80, 80, 80, 80 }, false }
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made m;
        struct sw_answer *a = seen(&m, cases[i].first_s, same);
        a->why = cases[i].why;
        a->best = 1;
        m.s.error = cases[i].error;
        if (decide_is_enough(&m.s, a) != cases[i].enough)
            fail_msg("case %zu", i);
    }
}

/* Where nothing measured the cost of distance its draws are all wanted: no few days show how far they reach. */
static void open_costs_take_all_days(void **state)
{
    (void)state;
    struct made m;
    struct sw_answer *a = seen(&m, slower, slower);
    a->why = SW_WHY_BEST;
    assert_true(decide_is_enough(&m.s, a) && decide_is_enough_of(&m.s, a, 1));
    m.s.tried[1].costs_decide = true;
    assert_false(decide_is_enough(&m.s, a) || decide_is_enough_of(&m.s, a, 1));
    assert_true(decide_is_enough_of(&m.s, a, 2));
}

/* FAIR beside FIFO: "cannot tell" of it stands where its mean is within 0.6 of half of its interval, a gain or a loss
 * beyond 1.2 of it. By t of 6 degrees half is 2.447 sqrt(8/7) = 2.616 deviations. */
static void the_other_order_stands_too(void **state)
{
    (void)state;
    static const struct { double mean; bool enough; } cases[] = { { 0, true }, { 1.5, true }, { 1.65, false },
                                                                  { -3.05, false }, { -3.2, true } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sw_tally tally[2][DAYS][SW_CLASSES] = { { { { 0 } } } };
        struct made m;
        struct sw_answer *a = seen(&m, same, same);
        a->why = SW_WHY_ALIKE;
        m.s.most_runs = DAYS - 1;
        m.s.level = 0.95;
        m.s.other.wanted = true;
        m.s.price[SW_PRICE_MEASURED].tally[0] = tally[0];
        m.s.price[SW_PRICE_ORDER].tally[0] = tally[1];
        for (size_t k = 0; k < DAYS; k++) { /* a deviation of 0.1: three days above the mean, three below */
            const double off = k == 6 ? 0 : k % 2 ? 0.1 : -0.1;
            tally[0][k][SW_CLASS_ALL] = (struct sw_tally){ .sum_s = 10, .jobs = 1 };
            tally[1][k][SW_CLASS_ALL] = (struct sw_tally){ .sum_s = 10 * exp(0.1 * cases[i].mean + off), .jobs = 1 };
        }
        if (decide_is_enough(&m.s, a) != cases[i].enough)
            fail_msg("case %zu", i);
    }
}

/* Where another surely gains, a wait is left that is surely 1 % worse than that. Where none does, one that surely gains
 * nothing. Never the own one and the best. */
static void a_wait_is_left_that_others_beat(void **state)
{
    (void)state;
    static const double gains[DAYS] = { 80, 81, 79, 80, 82, 78, 80 }, worse[DAYS] = { 83, 84, 82, 83, 85, 81, 83 },
                        alike[DAYS] = { 81, 80, 80, 81, 81, 79, 80 };
    struct made m;
    struct sw_answer *a = seen(&m, gains, worse);
    a->best = 1;
    assert_true(decide_is_enough_of(&m.s, a, 2));
    assert_false(decide_is_enough_of(&m.s, a, 1));
    assert_false(decide_is_enough_of(&m.s, a, 0));
    a = seen(&m, gains, alike);
    a->best = 1;
    assert_false(decide_is_enough_of(&m.s, a, 2));
    m.s.waits.at[2].role = SW_ROLE_SHOWN;
    assert_true(decide_is_enough_of(&m.s, a, 2));
    a = seen(&m, slower, worse);
    assert_true(decide_is_enough_of(&m.s, a, 1));
    assert_false(decide_is_enough_of(&m.s, a, 2)); /* it gains */
    static const double once[DAYS] = { 130, 130, 130, 130, 130, 130, 96 };
    a = seen(&m, once, same);
    assert_false(decide_is_enough_of(&m.s, a, 1)); /* one day of three might gain as much */
}

/* A wait that was left is compared over the days that it has, and is not advised. */
static void a_wait_that_was_left_has_fewer_days(void **state)
{
    (void)state;
    static const double gains[DAYS] = { 80, 80, 80, 80, 80, 80, 80 };
    struct made m;
    seen(&m, gains, same);
    assert_true(decide_may_advise(&m.s, 1));
    m.run_s[1][6] = 0;
    m.s.tried[1].last_run = 5;
    m.s.tried[1].left = true;
    assert_false(decide_may_advise(&m.s, 1));
    assert_int_equal(sw_study_days_that_gain(&m.s, 1), 6);
    assert_near(goals_interval(&m.s, 1, 0.95).hi, 0.8 * exp(2.5705818 * hypot(0.0025, 0.1 * log(0.8))) - 1, 1e-9);
}

/* A task beyond the rack takes twice as long in pool p, exactly, and four times in q. So each is replayed at its own
 * factor: on the day that was under all waits, then under its best one and none. */
static void a_pool_is_replayed_under_its_best_wait(void **state)
{
    (void)state;
    char text[8000];
    struct sw_cluster *cl;
    struct sw_err err = { .exit = SW_EXIT_OK };
    struct sw_options opt;
    struct sw_study s;
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "job_id,pool,submit_s,task_id,kind,hosts,node,launch_s,finish_s,outcome,locality\n");
    for (int i = 0; i < 64; i++) {
        const int pool = i / 32, far = i % 32 / 16, took_s = far ? 20 << pool : 10;
        at += (size_t)snprintf(text + at, sizeof text - at, "j%d,%c,%d,%d,map,n1,n%d,%d,%d,done,%s\n", pool, 'p' + pool,
                               pool * 100, i, 1 + far, pool * 100, pool * 100 + took_s, far ? "any" : "node");
    }
    assert_int_equal(sw_cluster_make(&cl, 2, 2, 16, 0, true, &err), SW_OK);
    struct sw_log *log = log_of(text);
    prepare(log, &(struct sw_log_given){ .cluster = cl });
    options_defaults(&opt);
    assert_int_equal(sw_options_set(&opt, "heartbeat", "0", &err), SW_OK);
    assert_int_equal(sw_options_set(&opt, "placement", "trace", &err), SW_OK);
    const struct sw_study_ask ask = { .log = log, .opt = &opt, .remote_cost_s = NAN, .by_pool = true,
                                      .n_runs = 2, .threads = 1 };
    if (sw_study_run(&s, &ask, &err) != SW_OK)
        fail_msg("%s", err.text);
    for (size_t pool = SW_PRICE_POOLS; pool < SW_PRICE_POOLS + 2; pool++) {
        assert_true(s.price[pool].wanted);
        const size_t best = s.price[pool].best;
        assert_true(best > 0 && best < s.waits.n);
        for (size_t wait = 0; wait < s.waits.n; wait++)
            for (uint64_t run = 0; run <= 2; run++)
                assert_int_equal(s.price[pool].tally[wait][run][SW_CLASS_ALL].jobs,
                                 run == 0 || wait == best || wait == s.waits.none);
    }
    sw_study_clear(&s);
    /* Nobody asks: no replay is made for a pool. */
    struct sw_study_ask unasked = ask;
    unasked.by_pool = false;
    assert_int_equal(sw_study_run(&s, &unasked, &err), SW_OK);
    for (size_t pool = SW_PRICE_POOLS; pool < SW_PRICES; pool++)
        assert_false(s.price[pool].wanted);
    sw_study_clear(&s);
    sw_log_free(log);
    sw_cluster_free(cl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_double),
        cmocka_unit_test(a_change_stands_far_from_its_thresholds),
        cmocka_unit_test(others_stand_far_from_theirs),
        cmocka_unit_test(open_costs_take_all_days),
        cmocka_unit_test(the_other_order_stands_too),
        cmocka_unit_test(a_wait_is_left_that_others_beat),
        cmocka_unit_test(a_pool_is_replayed_under_its_best_wait),
        cmocka_unit_test(a_wait_that_was_left_has_fewer_days),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
