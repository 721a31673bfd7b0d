/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_lo_cheng.c - Lo and Cheng's modified fair scheduler and adaptive delay, against the paper's table and by
 * hand. */
#include <string.h>
#include "lib/sched/sw_arithmetic.h"
#include "tests/unit/cmocka_all.h"
#include "slotwise/sw_sched.h"

#define S INT64_C(1000000)

static struct sw_order_rule modified_fair(void)
{
    struct sw_order_rule rule = { 0 };
    struct sw_err err = { 0 };
    assert_int_equal(sw_order_find("modified-fair", &rule, &err), SW_OK);
    return rule;
}

/* ---- LC table 3, copied from the paper; "None" of its first column is `any` -------------------- */

static const char *const priorities[] = { "VERY_HIGH", "HIGH", "NORMAL", "LOW", "VERY_LOW" };
static const struct { enum sw_level from, to; const char *becomes[5]; } table_3[] = {
    { SW_LEVEL_NODE, SW_LEVEL_NODE, { "VERY_HIGH", "HIGH", "NORMAL", "LOW", "VERY_LOW" } },
    { SW_LEVEL_NODE, SW_LEVEL_RACK, { "HIGH", "NORMAL", "LOW", "VERY_LOW", "LOW" } },
    { SW_LEVEL_NODE, SW_LEVEL_ANY, { "NORMAL", "LOW", "VERY_LOW", "VERY_LOW", "LOW" } },
    { SW_LEVEL_RACK, SW_LEVEL_NODE, { "HIGH", "VERY_HIGH", "HIGH", "NORMAL", "LOW" } },
    { SW_LEVEL_RACK, SW_LEVEL_RACK, { "VERY_HIGH", "HIGH", "NORMAL", "LOW", "VERY_LOW" } },
    { SW_LEVEL_RACK, SW_LEVEL_ANY, { "HIGH", "NORMAL", "LOW", "VERY_LOW", "LOW" } },
    { SW_LEVEL_ANY, SW_LEVEL_NODE, { "HIGH", "NORMAL", "LOW", "VERY_LOW", "LOW" } },
    { SW_LEVEL_ANY, SW_LEVEL_RACK, { "HIGH", "VERY_HIGH", "HIGH", "NORMAL", "LOW" } },
    { SW_LEVEL_ANY, SW_LEVEL_ANY, { "VERY_HIGH", "HIGH", "NORMAL", "LOW", "VERY_LOW" } },
};
/* By the text of 3.5: two levels up; where the scale ends, as the table does at its other end. */
static const char *const any_to_node[5] = { "HIGH", "VERY_HIGH", "VERY_HIGH", "HIGH", "NORMAL" };

/* rule O29 */
static void priorities_move_as_in_lc_table_3(void **state)
{
    (void)state;
    struct sw_order_rule rule = modified_fair();
    for (int printed = 0; printed < 2; printed++)
        for (int i = 0; i < 9; i++)
            for (int p = 0; p < 5; p++) {
                bool misprint = table_3[i].from == SW_LEVEL_ANY && table_3[i].to == SW_LEVEL_NODE;
                rule.lc_table_printed = printed;
                enum sw_priority becomes =
                    rule.policy->moved(&rule, (enum sw_priority)p, table_3[i].from, table_3[i].to);
                assert_string_equal(priorities[becomes], misprint && !printed ? any_to_node[p] : table_3[i].becomes[p]);
            }
}

/* ---- LC 3.1, 3.2 ------------------------------------------------------------------------------- */

/* rule O25: "if each slave node has four map slots on average, the threshold value is 0.25". */
static void small_jobs_share_up_to_one_in_map_slots_a_node(void **state)
{
    (void)state;
    assert_true(sw_lc_shares(2, 8, 32, 8));   /* 0.25 */
    assert_false(sw_lc_shares(3, 8, 32, 8));  /* 0.375 */
    assert_false(sw_lc_shares(5, 5, 32, 8));  /* experiment A: all of one size */
    assert_true(sw_lc_shares(1, 5, 16, 8));   /* experiment B: one of five sizes, 0.2 of at most 0.5 */
    assert_true(sw_lc_shares(5, 5, 8, 8));    /* one slot a node: 1 of at most 1 */
    assert_true(sw_lc_shares(2, 3, 12, 8));   /* 1.5 slots a node: 2/3 is the threshold itself */
    assert_false(sw_lc_shares(0, 0, 32, 8));  /* nobody is in */
}

/* rule O26: "four in map tasks and two in reduce tasks, this sharedPool gets two map slots and one reduce slots". */
static void pools_are_given_slots_by_what_they_have_pending(void **state)
{
    (void)state;
    assert_int_equal(sw_lc_shared_slots(4, 32), 2);
    assert_int_equal(sw_lc_shared_slots(2, 32), 1);
    assert_int_equal(sw_lc_shared_slots(5, 32), 3);
    assert_int_equal(sw_lc_shared_slots(0, 32), 0);
    assert_int_equal(sw_lc_shared_slots(99, 32), 32);
    assert_int_equal(sw_lc_pool_slots(30, 10, 40, 100), 7); /* 7.5 */
    assert_int_equal(sw_lc_pool_slots(30, 10, 40, 6), 6);
    assert_int_equal(sw_lc_pool_slots(30, 1, 40, 100), 0);
    assert_int_equal(sw_lc_pool_slots(30, 0, 0, 100), 0);
}

/* ---- LC 3.3 ------------------------------------------------------------------------------------ */

static int before(struct sw_key a, struct sw_key b) { return sw_key_cmp(&a, &b) < 0; }

static struct sw_key pool(int64_t running, int64_t min, int64_t pending, int64_t weight, int64_t allocated)
{
    const struct sw_pool_view view = { .running = running, .min = min, .pending = pending, .demand = running + pending,
                                       .max = 100,
                                       .weight = weight, .allocated = allocated };
    struct sw_key key = { 0 };
    modified_fair().policy->pool_key(&view, &key);
    return key;
}

/* rule O27: allocation left, then sufficient resource by (5), then insufficient by (6). */
static void pools_go_by_allocation_then_sufficiency(void **state)
{
    (void)state;
    assert_true(before(pool(3, 4, 9, S, 9), pool(2, 2, 9, S, 9)));  /* 3/4 before 2/2: both have sufficient resource */
    assert_true(before(pool(2, 2, 9, S, 9), pool(1, 0, 9, S, 9)));  /* 2 <= 2 before 1 > 0 */
    /* one task pending: the minimum 3 is tuned to 1, and 2 are more */
    assert_true(before(pool(1, 1, 1, S, 9), pool(2, 3, 1, S, 9)));
    assert_true(before(pool(3, 0, 9, 2 * S, 9), pool(2, 0, 9, S, 9))); /* 3/2 before 2/1 */
    /* below its allocation before one that has none */
    assert_true(before(pool(9, 0, 9, S, 99), pool(0, 0, 9, 0, 0)));
    assert_true(before(pool(1, 0, 9, S, 0), pool(1, 0, 9, 0, 0)));     /* weight 0 last */
    assert_true(before(pool(0, 0, 9, 0, 0), pool(1, 0, 9, S, 0)));     /* 0/0 is sufficient */
}

static struct sw_key job(enum sw_priority priority, int64_t pending, int64_t running)
{
    const struct sw_job_view view =
        { .running = running, .demand = running + pending, .weight = S, .priority = priority };
    struct sw_key key = { 0 };
    modified_fair().policy->job_key(&view, &key);
    return key;
}

/* rule O28: priority, a high (1), a low (2). */
static void jobs_go_by_priority_then_pending_then_running(void **state)
{
    (void)state;
    assert_true(before(job(SW_HIGH, 1, 9), job(SW_NORMAL, 1000000000, 0)));
    assert_true(before(job(SW_LOW, 5, 9), job(SW_LOW, 4, 0)));
    assert_true(before(job(SW_LOW, 5, 1), job(SW_LOW, 5, 2)));
    struct sw_key a = job(SW_LOW, 5, 2), b = job(SW_LOW, 5, 2);
    assert_int_equal(sw_key_cmp(&a, &b), 0);
}

/* ---- LC 3.4 ------------------------------------------------------------------------------------ */

static void waits_are(const struct sw_delay_rule *rule, int64_t node_us, int64_t rack_us)
{
    assert_int_equal(rule->waits.node, node_us);
    assert_int_equal(rule->waits.rack, rack_us);
}

/* rule D20 */
static void waits_are_the_average_of_what_launches_waited(void **state)
{
    (void)state;
    struct sw_delay_rule rule;
    struct sw_err err = { 0 };
    assert_int_equal(sw_delay_find("adaptive", &rule, &err), SW_OK);
    rule.policy->settle(&rule, 8);
    waits_are(&rule, 3 * S, 3 * S);
    rule.policy->learn(&rule, SW_LEVEL_NODE, 0);
    waits_are(&rule, 0, 3 * S);
    rule.policy->learn(&rule, SW_LEVEL_NODE, 4 * S);     /* 4 s / 2 */
    rule.policy->learn(&rule, SW_LEVEL_RACK, 5 * S + 1); /* 5.000001 s / 1 */
    waits_are(&rule, 2 * S, 5 * S + 1);
    rule.policy->learn(&rule, SW_LEVEL_NODE, 1 * S);     /* 5 s / 3, rounded down */
    rule.policy->learn(&rule, SW_LEVEL_ANY, 99 * S);
    waits_are(&rule, 1666666, 5 * S + 1);
    rule.policy->settle(&rule, 8);
    waits_are(&rule, 3 * S, 3 * S);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(priorities_move_as_in_lc_table_3),
        cmocka_unit_test(small_jobs_share_up_to_one_in_map_slots_a_node),
        cmocka_unit_test(pools_are_given_slots_by_what_they_have_pending),
        cmocka_unit_test(pools_go_by_allocation_then_sufficiency),
        cmocka_unit_test(jobs_go_by_priority_then_pending_then_running),
        cmocka_unit_test(waits_are_the_average_of_what_launches_waited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
