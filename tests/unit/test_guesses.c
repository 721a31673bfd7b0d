/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_guesses.c - guesses of how data lay: which are replayed, which are left, and that the study's own days have to
 * meet the log, too (docs/decisions/hidden-hosts.md). */
#include <stdio.h>
#include <stdlib.h>
#include "lib/options/options.h"
#include "lib/study/hidden/hidden.h"
#include "tests/unit/log_input.h"

static struct trial of(struct sw_guess *guess, uint64_t n_days, double apart)
{
    return (struct trial){ .guess = guess, .n_days = n_days, .apart = apart };
}

/* Of 0.5 and 0.0625 beforehand: the second weighs less than a thousandth of the first from 2 ln 1000 - 2 ln 8 on, which
 * is 9.657. Of those without a day the one that may come nearest is next, and none that is ruled out. */
static void a_guess_that_cannot_weigh_is_not_replayed(void **state)
{
    (void)state;
    struct sw_guess g[4] = { { .replicas = 1, .power = 1, .weight = 0.5, .near = 0.5 },
                             { .replicas = 2, .power = 1, .gone = 0.1, .weight = 0.0625 },
                             { .replicas = 3, .power = 1, .gone = 0.1, .weight = 0.0625 },
                             { .replicas = 1, .power = 2, .weight = 0.5 } };
    struct trials all = { .n = 4, .near = 0.5, .at = { of(&g[0], 0, 2), of(&g[1], 0, 11.66), of(&g[2], 0, 11.65),
                                                       of(&g[3], 0, 3) } };
    assert_ptr_equal(guesses_next(&all, NULL), &all.at[0]);
    all.at[0].n_days = 1;
    assert_ptr_equal(guesses_next(&all, NULL), &all.at[3]);
    all.at[3] = of(&g[3], 1, 15.82); /* 2 + 13.816 is the most */
    assert_ptr_equal(guesses_next(&all, NULL), &all.at[2]);
    all.at[2].n_days = 1;
    assert_null(guesses_next(&all, NULL));
    guesses_leave_out(&all);
    assert_int_equal(all.n, 2);
    assert_ptr_equal(all.at[0].guess, &g[0]);
    assert_ptr_equal(all.at[1].guess, &g[2]);
}

/* With a tenth gone 40 % ran near their data, of 60 recorded, and that is ruled out. So is all that has more gone of
 * the same copies and heat, and nothing else. With 70 % near it is the other way round. */
static void too_few_near_rules_out_more_that_is_gone(void **state)
{
    (void)state;
    static const struct { double near; size_t next[3]; } cases[] = { { 0.4, { 0, 3, 4 } }, { 0.7, { 2, 3, 4 } } };
    for (size_t k = 0; k < 2; k++) {
        struct sw_guess g[6] = { { .replicas = 1, .power = 1, .gone = 0.05 },
            { .replicas = 1, .power = 1, .gone = 0.1, .near = cases[k].near },
            { .replicas = 1, .power = 1, .gone = 0.2 },
            { .replicas = 2, .power = 1, .gone = 0.2 }, { .replicas = 1, .power = 2, .gone = 0.05 },
            { .replicas = 3, .power = 1, .near = 0.6 } };
        struct trials all = { .n = 6, .near = 0.6 };
        for (size_t i = 0; i < 6; i++) {
            g[i].weight = 0.1;
            all.at[i] = of(&g[i], i == 1 || i == 5, i == 1 ? 100 : i == 5 ? 1 : (double)i);
        }
        for (size_t i = 0; i < 3; i++) {
            struct trial *t = guesses_next(&all, NULL);
            assert_ptr_equal(t, &all.at[cases[k].next[i]]);
            *t = of(t->guess, 1, 2);
            t->guess->near = 0.6;
        }
        assert_null(guesses_next(&all, NULL));
    }
}

/* 0.5 exp(0), 0.25 exp(-1) and 0.25 exp(-8) of their sum; the last is below a thousandth. */
static void weights_are_likelihoods(void **state)
{
    (void)state;
    struct sw_guess g[3] = { { .weight = 0.5 }, { .weight = 0.25 }, { .weight = 0.25 } };
    struct trials all = { .n = 3, .at = { of(&g[0], 1, 3), of(&g[1], 1, 5), of(&g[2], 1, 19) } };
    guesses_weigh(&all);
    assert_int_equal(all.n, 2);
    assert_near(g[0].weight, 0.844518, 1e-6);
    assert_near(g[1].weight, 0.155340, 1e-6);
}

/* 400 hosts of a slot, a job for each: on every fourth three tasks of 10 s ran one after the other, on the others one.
 * Data drawn anew puts two tasks of a job on one host about once a day, however many copies there are: all guesses are
 * as far off. Days that keep those hosts meet the 15 s of a job with one copy, and bring 10 s with two or three. */
static void days_that_keep_hosts_have_to_meet_the_log(void **state)
{
    (void)state;
    enum { JOBS = 400, CAP = 80 * 2 * JOBS };
    char *text = malloc(CAP);
    size_t at = (size_t)snprintf(text, CAP, "job_id,submit_s,task_id,kind,node,launch_s,finish_s,locality\n");
    for (int i = 0; i < JOBS; i++)
        for (int k = 0; k < (i % 4 == 0 ? 3 : 1); k++)
            at += (size_t)snprintf(text + at, CAP - at, "j%03d,%d,%d,map,n%d,%d,%d,node\n", i, i * 40, k, i,
                                   i * 40 + k * 10, i * 40 + k * 10 + 10);
    struct sw_log *log = prepared(text);
    struct sw_err err = { .exit = SW_EXIT_OK };
    struct sw_options opt;
    struct sw_study s;
    options_defaults(&opt);
    assert_int_equal(sw_options_set(&opt, "heartbeat", "0", &err), SW_OK);
    assert_int_equal(sw_options_set(&opt, "delay", "wait:300s,300s", &err), SW_OK);
    const struct sw_study_ask ask = { .log = log, .opt = &opt, .remote_cost_s = NAN, .n_runs = 1, .threads = 1 };
    if (sw_study_run(&s, &ask, &err) != SW_OK)
        fail_msg("%s", err.text);
    assert_true(s.hidden && s.n_guesses > 0);
    for (size_t i = 0; i < s.n_guesses; i++)
        assert_int_equal(s.guess[i].replicas, 1);
    assert_near(s.tried[0].recorded.mean_s, 15, 1e-9);
    sw_study_clear(&s);
    sw_log_free(log);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guess_that_cannot_weigh_is_not_replayed),
        cmocka_unit_test(too_few_near_rules_out_more_that_is_gone),
        cmocka_unit_test(weights_are_likelihoods),
        cmocka_unit_test(days_that_keep_hosts_have_to_meet_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
