/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hosts.c - hosts that a log does not name: drawn among those that were full, and only where the log allows it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/study/hidden/hidden.h"
#include "tests/unit/log_input.h"

enum { MOST = 400 };

/* A log of one stage on `nodes` hosts of one slot, n1, n2, ... */
struct made {
    struct sw_log log;
    struct sw_cluster *cl;
    struct sw_log_attempt attempt[MOST];
    struct sw_log_task task[MOST];
    struct sw_texts texts;
    struct sw_text hosts[MOST];
    char *drawn;                 /* text of them */
};

static void start(struct made *m, uint64_t nodes)
{
    memset(m, 0, sizeof *m);
    assert_int_equal(sw_cluster_make(&m->cl, nodes, 1, 1, 0, true, NULL), SW_OK);
    m->log = (struct sw_log){ .cl = m->cl, .spark = true, .own_racks = true, .attempts = m->attempt, .tasks = m->task };
}

static void end(struct made *m)
{
    sw_cluster_free(m->cl);
    sw_texts_clear(&m->texts);
    free(m->drawn);
}

static void draw(struct made *m, struct hosts *h, uint8_t replicas, double gone, uint64_t day)
{
    const struct sw_guess guess = { .replicas = replicas, .power = 1, .far_gone = gone };
    free(m->drawn);
    assert_int_equal(hosts_draw(h, &guess, &m->log, 1, day, m->hosts, &m->drawn, NULL), SW_OK);
}

static void ran(struct made *m, int node, int64_t from_us, int64_t to_us, enum sw_locality at)
{
    const size_t n = m->log.n_tasks++;
    m->log.n_attempts++;
    char name[8];
    const char *empty = sw_texts_keep(&m->texts, "", 0);
    const size_t len = (size_t)snprintf(name, sizeof name, "n%d", node);
    m->attempt[n] = (struct sw_log_attempt){ .has_launch = true, .launch_us = from_us, .locality = (uint8_t)at,
        .node = sw_texts_keep(&m->texts, name, len), .hosts = empty, .parents = empty, .task_id = empty, .rack = empty,
        .finish_us = to_us, .end_us = to_us };
    m->task[n] = (struct sw_log_task){ .last = &m->attempt[n], .done = true,
        .ran_there = at == SW_AT_NODE,
        .wish = at == SW_AT_NODE ? SW_WISH_HOSTS : SW_WISH_ANY,
        .hosts = at == SW_AT_NODE ? sw_log_text(m->attempt[n].node) : (struct sw_text){ "elsewhere", 9 } };
}

static bool is(struct sw_text text, const char *want)
{
    return text.len == strlen(want) && memcmp(text.at, want, text.len) == 0;
}

/* n1 is full from 0 to 10 s, n2 to 5 s, n3 runs far tasks at 2 s and at 6 s. The first may have preferred n1 or n2, the
 * second n1 alone. */
static void far_tasks_preferred_hosts_that_were_full(void **state)
{
    (void)state;
    struct made m;
    struct hosts *h;
    int n1 = 0, n2 = 0;
    start(&m, 4);
    ran(&m, 1, 0, 10 * S, SW_AT_NODE);
    ran(&m, 2, 0, 5 * S, SW_AT_NODE);
    ran(&m, 3, 2 * S, 3 * S, SW_AT_ANY);
    ran(&m, 3, 6 * S, 7 * S, SW_AT_ANY);
    assert_int_equal(hosts_start(&h, &m.log, true, NULL), SW_OK);
    for (uint64_t day = 0; day < 200; day++) {
        draw(&m, h, 1, 0, day);
        assert_true(is(m.hosts[0], "n1") && is(m.hosts[1], "n2") && is(m.hosts[3], "n1"));
        n1 += is(m.hosts[2], "n1");
        n2 += is(m.hosts[2], "n2");
    }
    assert_int_equal(n1 + n2, 200);
    assert_in_range(n1, 80, 180); /* n1 has the more weight: the second task shows that it is hotter */
    assert_true(n2 >= 20);
    hosts_end(h);
    end(&m);
}

/* Every block on two hosts: a near task's own and another; a far task's are full, both. */
static void replicas_differ(void **state)
{
    (void)state;
    struct made m;
    struct hosts *h;
    start(&m, 4);
    ran(&m, 1, 0, 10 * S, SW_AT_NODE);
    ran(&m, 2, 0, 10 * S, SW_AT_NODE);
    ran(&m, 3, 2 * S, 3 * S, SW_AT_ANY);
    assert_int_equal(hosts_start(&h, &m.log, true, NULL), SW_OK);
    for (uint64_t day = 0; day < 50; day++) {
        draw(&m, h, 2, 0, day);
        assert_true(m.hosts[0].len == 5 && memcmp(m.hosts[0].at, "n1|n", 4) == 0 && m.hosts[0].at[4] != '1');
        assert_true(is(m.hosts[2], "n1|n2") || is(m.hosts[2], "n2|n1"));
    }
    hosts_end(h);
    end(&m);
}

/* Both far tasks began while every host but their own was free. Guessed to be on no executor's host, their data is
 * where the log has it; guessed to be on one, it may be on any, as nothing says on which. While no host was full two
 * tasks of three went far: (2 + 1) / (3 + 1) beside a guess of 1, and (2 + 0) / (3 + 1) beside 0. The variances are 2 *
 * 0.75 * 0.25 / 3 + 0.07^2 and 2 * 0.5 * 0.5 / 3 + 0.07^2. */
static void nobody_was_full(void **state)
{
    (void)state;
    struct made m;
    struct hosts *h;
    start(&m, 3);
    ran(&m, 1, 0, 1 * S, SW_AT_NODE);
    ran(&m, 3, 2 * S, 3 * S, SW_AT_ANY);
    ran(&m, 2, 5 * S, 6 * S, SW_AT_ANY);
    assert_int_equal(hosts_start(&h, &m.log, true, NULL), SW_OK);
    const struct hosts_count count = hosts_count(h);
    assert_int_equal(count.n_far, 2);
    assert_near(guesses_free_distance(&count, 1), 0.25 * 0.25 / (0.125 + 0.0049), 1e-9);
    assert_near(guesses_free_distance(&count, 0), 0.5 * 0.5 / (1.0 / 6 + 0.0049), 1e-9);
    draw(&m, h, 1, 1, 0);
    assert_true(is(m.hosts[1], "elsewhere") && is(m.hosts[2], "elsewhere"));
    draw(&m, h, 1, 0, 0);
    assert_true(m.hosts[1].len == 2 && m.hosts[1].at[0] == 'n');
    hosts_end(h);
    end(&m);
}

/* Drawn for all tasks, whatever the log says: 100 on n1 and 300 on n2 of three hosts, so of 400 tasks 1 + 100 of 403
 * prefer n1 in the mean, and with their squares 101^2 of 101^2 + 301^2 + 1. A quarter is gone, if guessed so. */
static void all_data_is_drawn_by_a_guess(void **state)
{
    (void)state;
    struct made m;
    struct hosts *h;
    static const struct { struct sw_guess guess; double n1; } cases[] = {
        { { .replicas = 1, .power = 1 }, 101.0 / 403 }, { { .replicas = 1, .power = 2 }, 10201.0 / 100803 },
        { { .replicas = 1, .power = 1, .gone = 0.25 }, 0.75 * 101.0 / 403 } };
    start(&m, 3);
    for (int i = 0; i < MOST - 1; i++)
        ran(&m, i < 100 ? 1 : 2, 10 * S * i, 10 * S * i + S, SW_AT_NODE);
    ran(&m, 3, 9000 * S, 9001 * S, SW_AT_ANY); /* while none was full */
    assert_int_equal(hosts_start(&h, &m.log, true, NULL), SW_OK);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        uint64_t n1 = 0, n_gone = 0, all_gone = 0;
        for (uint64_t day = 0; day < 20; day++) {
            free(m.drawn);
            assert_int_equal(hosts_draw_all(h, &cases[k].guess, 1, day, m.hosts, &m.drawn, &n_gone, NULL), SW_OK);
            all_gone += n_gone;
            for (size_t i = 0; i < MOST; i++)
                n1 += is(m.hosts[i], "n1");
        }
        /* four standard deviations of 8,000 draws */
        assert_near((double)n1 / (20 * MOST), cases[k].n1, 4 * sqrt(cases[k].n1 / (20 * MOST)));
        assert_near((double)all_gone / (20 * MOST), cases[k].guess.gone, 4 * 0.0049);
    }
    hosts_end(h);
    end(&m);
}

/* n1 had 3 of 8 near tasks, n2 2, n3 2, n4 1: half of them are on the first two. */
static void the_hot_hosts_are_the_fewest_with_half(void **state)
{
    (void)state;
    static const int ran_on[] = { 4, 3, 3, 2, 2, 1, 1, 1 };
    struct made m;
    struct hosts *h;
    bool *hot;
    start(&m, 4);
    for (int i = 0; i < 8; i++)
        ran(&m, ran_on[i], 10 * S * i, 10 * S * i + S, SW_AT_NODE);
    assert_int_equal(hosts_start(&h, &m.log, true, NULL), SW_OK);
    assert_int_equal(hosts_mark_hot(h, &hot, NULL), SW_OK);
    assert_true(hot[0] && hot[1] && !hot[2] && !hot[3]);
    free(hot);
    hosts_end(h);
    end(&m);
}

/* Hosts n1 and n2 are full, n3 in the rack of n1 runs a far task: in the rack of its data that was on n1, beyond it on
 * n2. */
static void a_far_task_tells_of_racks(void **state)
{
    (void)state;
    for (int in_rack = 0; in_rack < 2; in_rack++) {
        struct made m;
        struct hosts *h;
        uint32_t *rack_of = calloc(3, sizeof *rack_of);
        start(&m, 3);
        ran(&m, 1, 0, 10 * S, SW_AT_NODE);
        ran(&m, 2, 0, 10 * S, SW_AT_NODE);
        ran(&m, 3, 2 * S, 3 * S, in_rack ? SW_AT_RACK : SW_AT_ANY);
        if (in_rack)
            m.task[2].wish = SW_WISH_RACK;
        assert_int_equal(hosts_start(&h, &m.log, true, NULL), SW_OK);
        rack_of[1] = 1;
        hosts_set_racks(h, rack_of);
        for (uint64_t day = 0; day < 20; day++) {
            draw(&m, h, 1, 0, day);
            assert_true(is(m.hosts[2], in_rack ? "n1" : "n2"));
        }
        hosts_end(h);
        end(&m);
    }
}

/* Under a wait of 3 s: two at 4 s, 3 s after the launch before; one 1 s after them did not wait; one 6.1 s after that
 * waited twice: 3 + 3 + 6.1 s. A near task that late is none. */
static void far_tasks_that_waited_are_counted(void **state)
{
    (void)state;
    struct made m;
    struct sw_log_job job = { 0 };
    struct sw_held held;
    start(&m, 3);
    m.log.jobs = &job;
    ran(&m, 1, 0, 9 * S, SW_AT_NODE);
    ran(&m, 1, 1 * S, 9 * S, SW_AT_NODE);
    ran(&m, 3, 4 * S, 9 * S, SW_AT_ANY);
    ran(&m, 3, 4 * S + 50000, 9 * S, SW_AT_ANY);
    ran(&m, 3, 5 * S + 50000, 9 * S, SW_AT_ANY);
    ran(&m, 3, 11 * S + 150000, 19 * S, SW_AT_ANY);
    ran(&m, 1, 14 * S + 150000, 19 * S, SW_AT_NODE);
    for (size_t i = 0; i < m.log.n_attempts; i++)
        m.attempt[i].has_locality = true;
    assert_int_equal(waits_count_held(&m.log, 3, &held, NULL), SW_OK);
    assert_int_equal(held.n, 3);
    assert_near(held.seconds, 12.1, 1e-6);
    end(&m);
}

/* ---- guesses ---------------------------------------------------------------------------------------- */

/* 40 launches a quarter, 30 near, beside 20: shares with one and two more of 31/42 and 21/42. The pooled share is
 * 51/82, the variance 2 * 51/82 * 31/82 * (1/40 + 1/40) + 0.02^2. Hot ones alike count nothing. */
static void courses_are_apart_by_their_shares(void **state)
{
    (void)state;
    const struct course a = { .n = { 40, 40, 40, 40 }, .near = { 30, 30, 30, 30 }, .hot = 60 };
    struct course b = a;
    const double off = 31.0 / 42 - 21.0 / 42, variance = 2 * 51.0 / 82 * 31.0 / 82 * (1.0 / 40 + 1.0 / 40) + 0.0004;
    assert_near(guesses_course_distance(&a, &b), 0, 1e-12);
    b.near[3] = 20;
    b.hot = 55; /* of 110, as 60 of 120 */
    assert_near(guesses_course_distance(&a, &b), off * off / variance, 1e-4);
    b = a;
    b.hot = 90;
    assert_true(guesses_course_distance(&a, &b) > 3);
}

/* Half of the weight of copies and heat is on no data elsewhere, a sixteenth on each share of it; a log without far
 * tasks has none elsewhere. */
static void half_of_the_weight_is_on_no_data_elsewhere(void **state)
{
    (void)state;
    for (int far = 0; far < 2; far++) {
        struct made m;
        struct hosts *h;
        struct sw_study s = { 0 };
        start(&m, 3);
        ran(&m, 1, 0, 10 * S, SW_AT_NODE);
        if (far)
            ran(&m, 3, 2 * S, 3 * S, SW_AT_ANY);
        assert_int_equal(hosts_start(&h, &m.log, true, NULL), SW_OK);
        guesses_list(&s, hosts_count(h).n_far > 0);
        double sum = 0;
        for (size_t i = 0; i < s.n_guesses; i++) {
            assert_near(s.guess[i].weight, s.guess[i].gone == 0 ? 0.5 : 0.0625, 1e-12);
            sum += s.guess[i].replicas == 2 && s.guess[i].power == 1 ? s.guess[i].weight : 0;
        }
        assert_near(sum, far ? 1 : 0.5, 1e-12);
        hosts_end(h);
        end(&m);
    }
}

/* All tasks near: a goal of exp(0.1) times is two deviations of 0.05 off. Half of them: 0.05 + 0.25. Free slots of 19 s
 * beside 9, and 1 s of the 100 of work: log 2 of 0.5. */
static void goal_and_free_slots_tell_guesses_apart(void **state)
{
    (void)state;
    const struct sw_day_outcome recorded = { .free_s = 9, .used_s = 100 };
    assert_near(guesses_distance(exp(0.1), 1, 1, 9, &recorded), 4, 1e-9);
    assert_near(guesses_distance(exp(0.3), 1, 0.5, 9, &recorded), 1, 1e-9);
    assert_near(guesses_distance(1, 1, 1, 19, &recorded), 4 * log(2) * log(2), 1e-9);
}

/* Of ten days seven have the one and three the other; run 0 has the likelier. */
static void days_take_the_guesses_in_turns(void **state)
{
    (void)state;
    struct sw_study s = { .n_runs = 10, .n_guesses = 2, .guess = { { .weight = 0.3 }, { .weight = 0.7 } } };
    int n = 0;
    for (uint64_t run = 1; run <= 10; run++)
        n += guesses_of_day(&s, run) == &s.guess[1];
    assert_int_equal(n, 7);
    assert_ptr_equal(guesses_of_day(&s, 0), &s.guess[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_tasks_preferred_hosts_that_were_full),
        cmocka_unit_test(replicas_differ),
        cmocka_unit_test(nobody_was_full),
        cmocka_unit_test(all_data_is_drawn_by_a_guess),
        cmocka_unit_test(the_hot_hosts_are_the_fewest_with_half),
        cmocka_unit_test(a_far_task_tells_of_racks),
        cmocka_unit_test(far_tasks_that_waited_are_counted),
        cmocka_unit_test(courses_are_apart_by_their_shares),
        cmocka_unit_test(half_of_the_weight_is_on_no_data_elsewhere),
        cmocka_unit_test(goal_and_free_slots_tell_guesses_apart),
        cmocka_unit_test(days_take_the_guesses_in_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
