/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plan.c - rule G5: when nodes have so many free slots for so long, with numbers worked out by hand; and the words
 * of --backfill and --switches (rules G4, G8). */
#include "tests/unit/cmocka_all.h"
#include "lib/base/memory.h"
#include "lib/sched/backfill/plan.h"
#include "slotwise/sw_num.h"
#include <string.h>

static int body(void *ctx)
{
    ((void (*)(void))ctx)();
    return SW_OK;
}

static void under_guard(void (*test)(void))
{
    struct memory m;
    struct sw_err err;
    memset(&m, 0, sizeof m);
    assert_int_equal(memory_guard(&m, body, (void *)test, &err), SW_OK);
    memory_clear(&m);
}

static int64_t earliest(struct plan *p, int64_t from, struct plan_ask ask)
{
    return plan_earliest(p, from, &ask);
}

static int64_t opens(const struct plan *p, int64_t from, int64_t width, int64_t length)
{
    return plan_opens(p, 0, from, &(struct plan_ask){ 1, width, length });
}

/* 1 slot at 0, 3 from 10 on; a reservation of 2 in [20, 30). */
static void one_node(void)
{
    struct plan p;
    plan_start(&p, 1);
    plan_begin(&p, 0, 1, 0, 1);
    plan_add(&p, &(uint32_t){ 0 }, 1, 10, 2);
    plan_take(&p, &(uint32_t){ 0 }, 1, 20, 30, 2);
    assert_int_equal(opens(&p, 0, 1, 1000), 0);
    assert_int_equal(opens(&p, 0, 2, 10), 10);  /* to 20, when the reservation begins */
    assert_int_equal(opens(&p, 0, 2, 11), 30);
    assert_int_equal(opens(&p, 12, 3, 8), 12);
    assert_int_equal(opens(&p, 13, 3, 8), 30);
    assert_int_equal(opens(&p, 0, 4, 1), PLAN_NEVER);
    assert_int_equal(opens(&p, 40, 3, INT64_MAX / 2), 40);
    assert_true(plan_serves(&p, 0, 10, &(struct plan_ask){ 1, 2, 10 }));
    assert_false(plan_serves(&p, 0, 10, &(struct plan_ask){ 1, 2, 11 }));
    assert_false(plan_serves(&p, 0, 9, &(struct plan_ask){ 1, 2, 1 }));
    assert_true(plan_serves(&p, 0, 30, &(struct plan_ask){ 1, 3, INT64_MAX / 2 }));
}

/* Of three nodes of a slot n0 is free now and reserved in [5, 50), n1 comes free at 8, n2 at 20. */
static void three_nodes(void)
{
    static const uint32_t last[] = { 1, 2 };
    struct plan p;
    plan_start(&p, 3);
    plan_begin(&p, 0, 1, 0, 1);
    plan_begin(&p, 1, 2, 0, 0);
    plan_take(&p, &(uint32_t){ 0 }, 1, 5, 50, 1);
    plan_add(&p, &(uint32_t){ 1 }, 1, 8, 1);
    plan_add(&p, &(uint32_t){ 2 }, 1, 20, 1);
    assert_int_equal(earliest(&p, 0, (struct plan_ask){ 1, 1, 5 }), 0);
    assert_int_equal(earliest(&p, 0, (struct plan_ask){ 1, 1, 6 }), 8);
    assert_int_equal(earliest(&p, 0, (struct plan_ask){ 2, 1, 5 }), 20); /* at 8 n0 has closed */
    assert_int_equal(earliest(&p, 30, (struct plan_ask){ 2, 1, 1 }), 30);
    assert_int_equal(earliest(&p, 0, (struct plan_ask){ 3, 1, 1 }), 50);
    assert_int_equal(earliest(&p, 0, (struct plan_ask){ 4, 1, 1 }), PLAN_NEVER);
    /* n0 is free to 5 and from 50 on, n1 from 8, n2 from 20. At 50 all serve; n0 does at 0, too, so it goes last. */
    const struct plan_ask one = { 1, 1, 5 };
    int64_t slots[3];
    assert_int_equal(plan_n_serving(&p, 0, &one), 1);
    assert_int_equal(plan_n_serving(&p, 1, &one), 0);
    assert_int_equal(plan_n_serving(&p, 20, &one), 2);
    plan_free_all(&p, 20, &one, slots);
    assert_true(slots[0] == 0 && slots[1] == 1 && slots[2] == 1);
    plan_reserve(&p, NULL, 0, 50, 0, &(struct plan_ask){ 2, 1, 5 });
    assert_true(plan_free(&p, 0, 50) == 1 && plan_free(&p, 1, 50) == 0 && plan_free(&p, 2, 54) == 0);
    assert_true(plan_free(&p, 1, 49) == 1 && plan_free(&p, 1, 55) == 1);
    plan_reserve(&p, NULL, 0, 60, 0, &(struct plan_ask){ 3, 1, 5 });
    assert_true(plan_free(&p, 0, 60) == 0 && plan_free(&p, 1, 60) == 0 && plan_free(&p, 2, 60) == 0);
    plan_reserve(&p, last, 2, 70, 0, &one);
    assert_true(plan_free(&p, 0, 70) == 1 && plan_free(&p, 1, 70) == 0 && plan_free(&p, 2, 70) == 1);
    plan_reserve(&p, NULL, 0, 72, 0, &one); /* n0 now has a slot for 5, and n1 none then */
    assert_true(plan_free(&p, 0, 72) == 1 && plan_free(&p, 1, 72) == 0 && plan_free(&p, 2, 72) == 0);
}

static void test_one_node(void **state)
{
    (void)state;
    under_guard(one_node);
}

static void test_three_nodes(void **state)
{
    (void)state;
    under_guard(three_nodes);
}

static void test_words(void **state)
{
    struct sw_gang_rule rule = { .reservations = SW_BLOCKED_ENDS };
    struct sw_err err;
    (void)state;
    assert_int_equal(sw_backfill_find("easy", &rule, &err), SW_OK);
    assert_int_equal(rule.reservations, 1);
    assert_int_equal(sw_backfill_find("easy:7", &rule, &err), SW_OK);
    assert_int_equal(rule.reservations, 7);
    assert_int_equal(sw_backfill_find("skip", &rule, &err), SW_OK);
    assert_int_equal(rule.reservations, 0);
    assert_int_equal(sw_backfill_find("none", &rule, &err), SW_OK);
    assert_int_equal(rule.reservations, SW_BLOCKED_ENDS);
    assert_int_not_equal(sw_backfill_find("easy:", &rule, &err), SW_OK);
    assert_int_equal(sw_switches_find("1@5m,first", &rule, &err), SW_OK);
    assert_int_equal(rule.switches_us, 300 * SW_US_PER_S);
    assert_int_equal(rule.switches, 1);
    assert_true(rule.since_first);
    assert_int_equal(sw_switches_find("1@300s", &rule, &err), SW_OK);
    assert_false(rule.since_first);
    assert_int_equal(sw_switches_find("12@2h", &rule, &err), SW_OK);
    assert_int_equal(rule.switches, 12);
    assert_int_equal(rule.switches_us, 7200 * SW_US_PER_S);
    assert_int_not_equal(sw_switches_find("1@", &rule, &err), SW_OK);
    assert_int_not_equal(sw_switches_find("1@5s,last", &rule, &err), SW_OK);
    assert_int_not_equal(sw_switches_find("", &rule, &err), SW_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_one_node), cmocka_unit_test(test_three_nodes),
                                        cmocka_unit_test(test_words) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
