/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_drivers.c - which job of a Spark application follows which: chains, threads, the clock, pools. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/base/sw_chance.h"
#include "tests/unit/cmocka_all.h"

enum { MOST = 64, NONE = -1 };
#define MS INT64_C(1000)

/* Jobs by submission, in milliseconds, of one application; "a/0", "a/1", ... */
struct jobs { struct sw_log log; struct sw_log_job job[MOST]; char id[MOST][8]; };

static void add(struct jobs *j, const char *pool, int64_t submit_ms, int64_t end_ms)
{
    const size_t n = j->log.n_jobs++;
    snprintf(j->id[n], sizeof j->id[n], "a/%zu", n);
    j->job[n] = (struct sw_log_job){ .id = { j->id[n], strlen(j->id[n]) }, .pool = { pool, strlen(pool) },
                                     .submit_us = submit_ms * MS, .end_us = end_ms * MS, .complete = true };
}

static void find(struct jobs *j)
{
    j->log.spark = true;
    j->log.jobs = j->job;
    assert_int_equal(drivers_find(&j->log, NULL), SW_OK);
}

static void assert_after(const struct jobs *j, const int *after)
{
    for (size_t i = 0; i < j->log.n_jobs; i++)
        if ((int)j->job[i].after != after[i])
            fail_msg("job %zu follows %d, not %d", i, (int)j->job[i].after, after[i]);
}

static void a_chain(void **state)
{
    (void)state;
    struct jobs j = { .log = { 0 } };
    for (int i = 0; i < 5; i++)
        add(&j, "p", 1050 * i, 1050 * i + 1000);
    find(&j);
    assert_after(&j, (const int[]){ NONE, 0, 1, 2, 3 });
}

/* Jobs of two threads overlap all the time; each follows the one of its own thread. */
static void two_threads(void **state)
{
    (void)state;
    struct jobs j = { .log = { 0 } };
    add(&j, "p", 0, 10000);      /* a */
    add(&j, "p", 5, 7000);       /* b */
    add(&j, "p", 7020, 15000);   /* b, after 1 */
    add(&j, "p", 10020, 18000);  /* a, after 0 */
    add(&j, "p", 15030, 16000);  /* b, after 2 */
    add(&j, "p", 16040, 30000);  /* b, after 4 */
    add(&j, "p", 18010, 19000);  /* a, after 3 */
    find(&j);
    assert_after(&j, (const int[]){ NONE, NONE, 1, 0, 2, 4, 3 });
}

/* One each 2 s, of 1.2 to 1.9 s: none is open when the next starts, and none is followed. */
static void the_clock_without_overlap(void **state)
{
    (void)state;
    static const int took_ms[] = { 1200, 1900, 1500, 1300, 1800, 1400, 1700, 1250 };
    static const int off_ms[] = { 0, 10, -15, 5, 20, -10, 0, 15 };
    struct jobs j = { .log = { 0 } };
    for (int i = 0; i < 8; i++)
        add(&j, "p", 2000 * i + off_ms[i] + 20, 2000 * i + off_ms[i] + 20 + took_ms[i]);
    find(&j);
    assert_after(&j, (const int[]){ NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE });
}

static void the_clock_with_overlap(void **state)
{
    (void)state;
    struct jobs j = { .log = { 0 } };
    for (int i = 0; i < 8; i++)
        add(&j, "p", 2000 * i, 2000 * i + 3300 + 100 * (i % 3));
    find(&j);
    assert_after(&j, (const int[]){ NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE });
}

/* A driver that works 1 s, give or take 50 ms, between jobs of 1 to 10 s; the third job has a second one beside it. */
static void a_driver_that_pauses(void **state)
{
    (void)state;
    struct jobs j = { .log = { 0 } };
    add(&j, "p", 0, 1000);
    add(&j, "p", 2000, 12000);
    add(&j, "p", 13050, 16000);
    add(&j, "p", 13500, 15000);
    add(&j, "p", 16950, 24000);
    add(&j, "p", 25000, 27000);
    add(&j, "p", 28020, 33000);
    find(&j);
    assert_after(&j, (const int[]){ NONE, 0, 1, 1, 2, 4, 5 });
}

/* Two that begin in one instant, after the end of one, both follow it. */
static void jobs_side_by_side(void **state)
{
    (void)state;
    struct jobs j = { .log = { 0 } };
    add(&j, "p", 0, 1000);
    add(&j, "p", 1020, 4000);
    add(&j, "p", 1030, 3000);
    add(&j, "p", 4010, 5000);
    add(&j, "p", 5020, 6000);
    find(&j);
    assert_after(&j, (const int[]){ NONE, 0, 0, 1, 3 });
}

/* A chain in one pool and users by the clock in another. */
static void pools_part_a_chain_from_users(void **state)
{
    (void)state;
    struct jobs j = { .log = { 0 } };
    add(&j, "etl", 0, 3000);
    add(&j, "user", 500, 2990);
    add(&j, "user", 2500, 5000);
    add(&j, "etl", 3030, 6000);
    add(&j, "user", 4500, 7100);
    add(&j, "etl", 6010, 9000);
    add(&j, "user", 6500, 9500);
    find(&j);
    assert_after(&j, (const int[]){ NONE, NONE, NONE, 0, NONE, 3, NONE });
}

static void other_systems_have_no_driver(void **state)
{
    (void)state;
    struct jobs j = { .log = { 0 } };
    add(&j, "p", 0, 1000);
    add(&j, "p", 1010, 2000);
    j.log.jobs = j.job;
    assert_int_equal(drivers_find(&j.log, NULL), SW_OK);
    assert_after(&j, (const int[]){ NONE, NONE });
}

/* ---- users who think ----------------------------------------------------------------------------------- */

enum kind { USERS, AT_RANDOM, CLOCK, BURSTS, KINDS };
enum { ASKED = 60, WORLDS = 400 };

static int by_start(const void *a, const void *b)
{
    const struct sw_log_job *x = a, *y = b;
    return (x->submit_us > y->submit_us) - (x->submit_us < y->submit_us);
}

/* Responses are exponential, 3 s. Four users think 2 s, exponential, too, so 4 jobs come each 5 s. The others come as
 * often. */
static void draw(struct jobs *j, enum kind kind, uint64_t world)
{
    struct sw_chance c = sw_chance_start(world, SW_CHANCE_OTHER, kind, 0);
    int64_t user_us[4] = { 0 }, at_us = 0;
    *j = (struct jobs){ .log = { 0 } };
    for (int i = 0; i < ASKED; i++) {
        const int64_t took_us = sw_chance_exponential_us(&c, 3000 * MS);
        const int64_t gap_us = sw_chance_exponential_us(&c, 1250 * MS);
        int next = 0;
        for (int k = 1; k < 4; k++)
            next = user_us[k] < user_us[next] ? k : next;
        if (kind == USERS) {
            user_us[next] += sw_chance_exponential_us(&c, 2000 * MS);
            at_us = user_us[next];
            user_us[next] += took_us;
        } else
            at_us += kind == CLOCK ? 1200 * MS + gap_us / 12 : kind == AT_RANDOM ? gap_us
                     : i % 5 > 0 ? gap_us / 20 : 6250 * MS;
        add(j, "p", at_us / MS, (at_us + took_us) / MS + 1);
    }
    qsort(j->job, j->log.n_jobs, sizeof *j->job, by_start);
}

/* Of 400 worlds of each kind 393, 2, 8 and 0. Without RATIO 8 of those at random are told, and 5 of the bursts. By
 * chance one order of forty is the best. */
static void users_who_think_are_told(void **state)
{
    (void)state;
    size_t told[KINDS] = { 0 }, right = 0;
    struct jobs j;
    for (enum kind kind = USERS; kind < KINDS; kind++)
        for (uint64_t world = 1; world <= WORLDS; world++) {
            uint32_t job[ASKED];
            draw(&j, kind, world);
            j.log.jobs = j.job;
            for (uint32_t i = 0; i < ASKED; i++)
                job[i] = i;
            const size_t n = crowd_count(&j.log, job, ASKED, NULL);
            told[kind] += n > 0;
            right += kind == USERS && n >= 4 && n <= 6;
        }
    if (told[USERS] < 380 || right < 380 || told[AT_RANDOM] > 5 || told[CLOCK] > 12 || told[BURSTS] > 2)
        fail_msg("told: %zu (%zu rightly), %zu, %zu, %zu", told[USERS], right, told[AT_RANDOM], told[CLOCK],
                 told[BURSTS]);
}

/* The first of each user come by the clock. Then each start follows the end that has waited longest. */
static void a_start_of_a_user_follows_an_end(void **state)
{
    (void)state;
    struct jobs j = { .log = { 0 } };
    draw(&j, USERS, 1);
    find(&j);
    size_t n = 0;
    int64_t last_us = INT64_MIN;
    for (size_t i = 0; i < j.log.n_jobs; i++)
        if (j.job[i].after != UINT32_MAX) {
            n++;
            assert_true(j.job[j.job[i].after].end_us <= j.job[i].submit_us);
            assert_true(j.job[j.job[i].after].end_us >= last_us);
            last_us = j.job[j.job[i].after].end_us;
        }
    assert_true(j.log.n_users >= 4);
    assert_true(n >= ASKED - j.log.n_users);
}

/* One start of four comes at once after an end, so a program submits them. */
static void a_program_is_no_crowd(void **state)
{
    (void)state;
    struct jobs j;
    draw(&j, USERS, 1);
    for (size_t i = 4; i < j.log.n_jobs; i += 4)
        j.job[i].submit_us = j.job[i - 1].end_us = j.job[i - 1].submit_us > j.job[i].submit_us - 50 * MS
                                                       ? j.job[i].submit_us : j.job[i].submit_us - 50 * MS;
    find(&j);
    assert_int_equal(j.log.n_users, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain),
        cmocka_unit_test(two_threads),
        cmocka_unit_test(the_clock_without_overlap),
        cmocka_unit_test(the_clock_with_overlap),
        cmocka_unit_test(a_driver_that_pauses),
        cmocka_unit_test(jobs_side_by_side),
        cmocka_unit_test(users_who_think_are_told),
        cmocka_unit_test(a_start_of_a_user_follows_an_end),
        cmocka_unit_test(a_program_is_no_crowd),
        cmocka_unit_test(pools_part_a_chain_from_users),
        cmocka_unit_test(other_systems_have_no_driver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
