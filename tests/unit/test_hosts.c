/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hosts.c - hosts that a log does not name: drawn among those that were full, and only where the log allows it. */
#include <stdio.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/study/study.h"
#include "tests/unit/cmocka_all.h"

enum { MOST = 400 };
#define S INT64_C(1000000)

/* A log of one stage on `nodes` hosts of one slot, n1, n2, ... */
struct made {
    struct sw_log log;
    struct sw_cluster *cl;
    struct sw_log_attempt attempt[MOST];
    struct sw_log_task task[MOST];
    char node[MOST][8];
    struct sw_text hosts[MOST];
};

static void start(struct made *m, uint64_t nodes)
{
    memset(m, 0, sizeof *m);
    assert_int_equal(sw_cluster_make(&m->cl, nodes, 1, 1, 0, true, NULL), SW_OK);
    m->log = (struct sw_log){ .cl = m->cl, .spark = true, .own_racks = true, .attempts = m->attempt, .tasks = m->task };
}

static void ran(struct made *m, int node, int64_t from_us, int64_t to_us, enum sw_locality at)
{
    const size_t n = m->log.n_tasks++;
    m->log.n_attempts++;
    snprintf(m->node[n], sizeof m->node[n], "n%d", node);
    m->attempt[n] = (struct sw_log_attempt){ .end_us = to_us,
        .row = { .known = UINT64_C(1) << SW_TASK_LAUNCH, .node = { m->node[n], strlen(m->node[n]) },
                 .launch_us = from_us, .finish_us = to_us, .locality = at } };
    m->task[n] = (struct sw_log_task){ .last = &m->attempt[n], .done = true,
        .wish = at == SW_AT_NODE ? SW_WISH_HOSTS : SW_WISH_ANY,
        .hosts = at == SW_AT_NODE ? m->attempt[n].row.node : (struct sw_text){ "elsewhere", 9 } };
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
    assert_int_equal(hosts_start(&h, &m.log, NULL), SW_OK);
    for (uint64_t day = 0; day < 200; day++) {
        assert_int_equal(hosts_draw(h, 1, 1, day, m.hosts, NULL), SW_OK);
        assert_true(is(m.hosts[0], "n1") && is(m.hosts[1], "n2") && is(m.hosts[3], "n1"));
        n1 += is(m.hosts[2], "n1");
        n2 += is(m.hosts[2], "n2");
    }
    assert_int_equal(n1 + n2, 200);
    assert_in_range(n1, 80, 180); /* n1 has the more weight: the second task shows that it is hotter */
    assert_true(n2 >= 20);
    hosts_end(h);
    sw_cluster_free(m.cl);
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
    assert_int_equal(hosts_start(&h, &m.log, NULL), SW_OK);
    for (uint64_t day = 0; day < 50; day++) {
        assert_int_equal(hosts_draw(h, 2, 1, day, m.hosts, NULL), SW_OK);
        assert_true(m.hosts[0].len == 5 && memcmp(m.hosts[0].at, "n1|n", 4) == 0 && m.hosts[0].at[4] != '1');
        assert_true(is(m.hosts[2], "n1|n2") || is(m.hosts[2], "n2|n1"));
    }
    hosts_end(h);
    sw_cluster_free(m.cl);
}

/* Both far tasks began while every host but their own was free: their data was on none of them. */
static void nobody_was_full(void **state)
{
    (void)state;
    struct made m;
    struct hosts *h;
    start(&m, 3);
    ran(&m, 1, 0, 1 * S, SW_AT_NODE);
    ran(&m, 3, 2 * S, 3 * S, SW_AT_ANY);
    ran(&m, 2, 5 * S, 6 * S, SW_AT_ANY);
    assert_int_equal(hosts_start(&h, &m.log, NULL), SW_OK);
    assert_true(hosts_are_told(h));
    assert_int_equal(hosts_draw(h, 1, 1, 0, m.hosts, NULL), SW_OK);
    assert_true(is(m.hosts[1], "elsewhere") && is(m.hosts[2], "elsewhere"));
    hosts_end(h);
    sw_cluster_free(m.cl);
}

/* Ten tasks of 120 went far, each while n1 was full, and n near ones began while no host was: none of their data was
 * elsewhere, so 3 / n of all data at most is. Told is a log in which that is less than a third of 10 / 120: from n =
 * 109 on. */
static void what_the_near_tasks_tell(void **state)
{
    (void)state;
    for (int n = 108; n <= 109; n++) {
        struct made m;
        struct hosts *h;
        start(&m, 3);
        for (int i = 0; i < 100; i++)
            ran(&m, 1, 10 * S * i, 10 * S * i + S, SW_AT_NODE);
        for (int i = 0; i < 10; i++) {
            ran(&m, 1, 5000 * S + 10 * S * i, 5002 * S + 10 * S * i, SW_AT_NODE);
            ran(&m, 3, 5001 * S + 10 * S * i, 5003 * S + 10 * S * i, SW_AT_ANY);
        }
        for (int i = 0; i < 110 - n; i++) /* these begin while n3 is full */
            m.attempt[i].row.launch_us = 5001 * S + 500000 + i;
        assert_int_equal(hosts_start(&h, &m.log, NULL), SW_OK);
        assert_true(hosts_are_told(h) == (n >= 109));
        hosts_end(h);
        sw_cluster_free(m.cl);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_tasks_preferred_hosts_that_were_full),
        cmocka_unit_test(replicas_differ),
        cmocka_unit_test(nobody_was_full),
        cmocka_unit_test(what_the_near_tasks_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
