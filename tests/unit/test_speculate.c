/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_speculate.c - the speculation axis: the registry, and each rule on cases worked out by hand. */
#include <string.h>
#include "lib/sched/sw_arithmetic.h"
#include "tests/unit/cmocka_all.h"
#include "slotwise/sw_sched.h"

#define S INT64_C(1000000) /* a second in microseconds */

static struct sw_speculate_rule rule_of(const char *spec)
{
    struct sw_speculate_rule rule;
    struct sw_err err = { 0 };
    if (sw_speculate_find(spec, &rule, &err) != SW_OK)
        fail_msg("%s", err.text);
    return rule;
}

static void every_rule_is_found_by_its_name(void **state)
{
    (void)state;
    for (size_t i = 0; sw_speculates[i]; i++) {
        assert_ptr_equal(rule_of(sw_speculates[i]->name).policy, sw_speculates[i]);
        assert_true(strlen(sw_speculates[i]->summary) > 0);
    }
}

/* LATE 4: a tenth of the slots, the 25th percentiles; rule C4. LATE 2.1: 0.2 and a minute; rule C3. */
static void the_papers_values_are_the_defaults(void **state)
{
    struct sw_speculate_rule late = rule_of("late"), hadoop = rule_of("hadoop");
    (void)state;
    assert_int_equal(late.cap, 100000);
    assert_int_equal(late.slow_node, 250000);
    assert_int_equal(late.slow_task, 250000);
    assert_int_equal(late.lag_us, 60 * S);
    assert_int_equal(hadoop.gap, 200000);
    assert_int_equal(hadoop.lag_us, 60 * S);
    assert_int_equal(rule_of("late:0.5,10,20,5s").slow_node, 100000);
    assert_int_equal(rule_of("late:50%,10,20,5s").cap, 500000);
}

/* LATE 4.1: 5 times slower than the mean with 90 % done, and 2 times slower with 10 % done: the second goes first. With
 * a mean task of 300 s the first has run 1350 s and has 150 s left, the second 60 s and 540 s left. */
static void the_task_that_ends_last_goes_first(void **state)
{
    const struct sw_progress a = { 900000, 1350 * S }, b = { 100000, 60 * S }, fresh = { 0, 60 * S };
    const struct sw_speculate *late = rule_of("late").policy;
    (void)state;
    assert_true(late->before(&b, &a));
    assert_false(late->before(&a, &b));
    assert_true(late->before(&fresh, &b)); /* nothing done: no end in sight */
    assert_false(late->before(&fresh, &fresh));
    assert_true(sw_progress_slower(&a, &b)); /* though b progresses faster */
}

/* LATE 3.1: the mean is 70 %, a task 2 times slower has 35 %, one 10 times slower 7 %: Hadoop's rule calls both slow,
 * and no order between them. */
static void hadoop_knows_only_slow_and_not_slow(void **state)
{
    const struct sw_stage_progress stage = { .tasks = 10, .score_sum = 7000000 };
    const struct sw_progress two = { 350000, 60 * S }, ten = { 70000, 60 * S }, just = { 500000, 60 * S },
        below = { 499999, 60 * S };
    struct sw_speculate_rule rule = rule_of("hadoop");
    (void)state;
    assert_true(rule.policy->slow(&rule, &two, &stage));
    assert_true(rule.policy->slow(&rule, &ten, &stage));
    assert_false(rule.policy->slow(&rule, &just, &stage));
    assert_true(rule.policy->slow(&rule, &below, &stage));
    assert_null(rule.policy->before);
}

/* LATE 3.2: with everything else done the mean is never above 1, so nobody above 0.8 is ever copied. */
static void hadoop_never_copies_above_eight_tenths(void **state)
{
    const struct sw_stage_progress stage = { .tasks = 1000, .score_sum = 999 * S + 800000 };
    const struct sw_progress task = { 800000, 3600 * S };
    struct sw_speculate_rule rule = rule_of("hadoop");
    (void)state;
    assert_false(rule.policy->slow(&rule, &task, &stage));
}

/* rule C4: ceil((n - 1) p / 100). */
static void percentiles_have_a_place(void **state)
{
    (void)state;
    assert_int_equal(sw_percentile_place(1, 250000), 0);
    assert_int_equal(sw_percentile_place(2, 250000), 1);
    assert_int_equal(sw_percentile_place(5, 250000), 1);
    assert_int_equal(sw_percentile_place(6, 250000), 2);
    assert_int_equal(sw_percentile_place(9, 250000), 2);
    assert_int_equal(sw_percentile_place(9, 0), 0);
    assert_int_equal(sw_percentile_place(9, 1000000), 8);
}

static void the_cap_is_a_share_of_the_slots(void **state)
{
    struct sw_speculate_rule rule = rule_of("late");
    (void)state;
    assert_true(rule.policy->has_room(&rule, 0, 1));  /* 0 < 0.1 */
    assert_true(rule.policy->has_room(&rule, 1, 11)); /* 1 < 1.1 */
    assert_false(rule.policy->has_room(&rule, 1, 10));
    assert_false(rule.policy->has_room(&rule, 0, 0));
}

static void a_node_without_history_may_copy(void **state)
{
    struct sw_speculate_rule rule = rule_of("late");
    (void)state;
    assert_true(rule.policy->may_use(&rule, 0, 5000000));
    assert_false(rule.policy->may_use(&rule, 4999999, 5000000));
    assert_true(rule.policy->may_use(&rule, 5000000, 5000000));
}

static void parameters_that_make_no_sense_are_refused(void **state)
{
    static const char *const bad[] = { "none:1", "hadoop:x", "hadoop:-0.1", "hadoop:0.2,", "hadoop:0.2,-1s",
                                       "hadoop:0.2,60s,1", "late:", "late:10%", "late:10%,25",
                                       "late:10%,25,25,", "late:10%,-1,25", "late:110%,25,25", "late:10%,25,25,60s,1",
                                       "lat", "" };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct sw_speculate_rule rule;
        struct sw_err err = { 0 };
        assert_int_equal(sw_speculate_find(bad[i], &rule, &err), SW_FAIL);
        assert_non_null(strstr(err.text, "speculate: "));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_is_found_by_its_name),
        cmocka_unit_test(the_papers_values_are_the_defaults),
        cmocka_unit_test(the_task_that_ends_last_goes_first),
        cmocka_unit_test(hadoop_knows_only_slow_and_not_slow),
        cmocka_unit_test(hadoop_never_copies_above_eight_tenths),
        cmocka_unit_test(percentiles_have_a_place),
        cmocka_unit_test(the_cap_is_a_share_of_the_slots),
        cmocka_unit_test(a_node_without_history_may_copy),
        cmocka_unit_test(parameters_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
