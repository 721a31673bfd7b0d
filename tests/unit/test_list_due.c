/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_list_due.c - the list of order, by hand: whose wait is over, and that a look that found nobody hides nobody from the next. test_list.c does
 * the rest. */
#include "cmocka_all.h"
#include "slotwise/sw_list.h"

static struct sw_key nth(uint64_t n) { return (struct sw_key){ .den = 1, .tie = n }; }

/* By hand: three stages, due 5 in the rack and 9 anywhere. The clock reads 100 when the first two are marked, so they
 * may in the rack at 105; the third never ran. */
static void a_marked_stage_is_due_when_the_clock_has_run_that_far(void **state)
{
    (void)state;
    struct sw_list_store own = { .lazy = true };
    struct sw_item item[3] = { 0 };
    struct sw_list list;
    const struct sw_list_op mark = { .add = { 100, 0 }, .skipped_us = 100, .set = SW_MARK };
    const struct sw_list_op unmark = { .add = { 0, -103 }, .skipped_us = -1, .set = SW_UNMARK };
    sw_list_init(&list, &own, NULL);
    for (uint64_t i = 0; i < 3; i++) {
        item[i] = (struct sw_item){ .key = nth(i), .state = { .due_rack = 5, .due_any = 9, .skipped_us = -1 } };
        sw_list_insert(&list, &item[i]);
    }
    sw_list_pass(&item[2], &mark, NULL);
    sw_list_put(&item[2]);
    assert_int_equal(sw_list_next_due(&list, 100), 105);
    assert_int_equal(sw_list_next_due(&list, 105), 109);
    assert_int_equal(sw_list_next_due(&list, 109), SW_DUE_NEVER);
    assert_false(sw_list_all_marked(&list));
    sw_list_pass_all(&list, &unmark); /* at 103: 3 have been added to the meter */
    sw_list_look(&item[0]);
    assert_int_equal(item[0].state.due_rack, 2);
    assert_int_equal(item[0].state.due_any, 6);
    assert_int_equal(item[0].state.skipped_us, 100);
    assert_false(item[0].state.marked);
    sw_list_look(&item[2]);
    assert_int_equal(item[2].state.due_rack, 5);
    assert_int_equal(item[2].state.skipped_us, -1);
    for (int i = 0; i < 3; i++)
        sw_list_erase(&item[i]);
    sw_list_store_clear(&own);
}

static bool stop(void *ctx, struct sw_item *item)
{
    (void)ctx;
    (void)item;
    return true;
}

/* By hand: a walk that finds nobody lets the next ones end at once; they may not where a due has fallen since, however it came to. */
static void a_walk_finds_whom_the_one_before_could_not(void **state)
{
    (void)state;
    struct sw_list_store own = { .lazy = true };
    struct sw_item item[2] = { 0 };
    struct sw_list list;
    const struct sw_list_op mark = { .add = { 100, 0 }, .skipped_us = 100, .set = SW_MARK }, skip = { .add = { -1, 0 }, .skipped_us = -1 };
    const struct sw_list_op unmark = { .add = { 0, -104 }, .skipped_us = -1, .set = SW_UNMARK };
    sw_list_init(&list, &own, NULL);
    for (uint64_t i = 0; i < 2; i++) {
        item[i] = (struct sw_item){ .key = nth(i), .state = { .due_rack = 5, .due_any = 9, .skipped_us = -1 } };
        sw_list_insert(&list, &item[i]);
    }
    assert_null(sw_list_walk_due(&list, 100, stop, NULL));
    sw_list_pass_all(&list, &mark);
    assert_null(sw_list_walk_due(&list, 104, stop, NULL));
    assert_ptr_equal(sw_list_walk_due(&list, 105, stop, NULL), &item[0]);
    sw_list_pass_all(&list, &unmark); /* at 104: 1 is missing */
    assert_null(sw_list_walk_due(&list, 104, stop, NULL));
    sw_list_pass_all(&list, &skip);
    assert_ptr_equal(sw_list_walk_due(&list, 104, stop, NULL), &item[0]);
    for (int i = 0; i < 2; i++) { /* both launch */
        sw_list_look(&item[i]);
        item[i].state.due_rack = 5;
        sw_list_put(&item[i]);
    }
    assert_null(sw_list_walk_due(&list, 104, stop, NULL));
    item[1].state.due_rack = 0;
    sw_list_put(&item[1]);
    assert_ptr_equal(sw_list_walk_due(&list, 104, stop, NULL), &item[1]);
    for (int i = 0; i < 2; i++)
        sw_list_erase(&item[i]);
    sw_list_store_clear(&own);
}

/* By hand: dues are what they are whatever the clock of an operation is to that of a walk, before it or behind. */
static void a_walk_finds_whom_an_operation_by_another_clock_made_due(void **state)
{
    (void)state;
    struct sw_list_store own = { .lazy = true };
    struct sw_item item[2] = { 0 };
    struct sw_list list;
    const struct sw_list_op early = { .add = { 50, 0 }, .skipped_us = 50, .set = SW_MARK };
    const struct sw_list_op late = { .add = { 100, 0 }, .skipped_us = 100, .set = SW_MARK };
    const struct sw_list_op keep = { .skipped_us = -1 }, unmark = { .add = { 0, -110 }, .skipped_us = -1, .set = SW_UNMARK };
    sw_list_init(&list, &own, NULL);
    for (uint64_t i = 0; i < 2; i++) {
        item[i] = (struct sw_item){ .key = nth(i), .state = { .due_rack = i ? 5 : SW_DUE_NEVER, .due_any = SW_DUE_NEVER, .skipped_us = -1 } };
        sw_list_insert(&list, &item[i]);
    }
    assert_null(sw_list_walk_due(&list, 100, stop, NULL));
    sw_list_pass_all(&list, &early); /* now it is due at 55 */
    assert_null(sw_list_walk_due(&list, 54, stop, NULL));
    assert_ptr_equal(sw_list_walk_due(&list, 60, stop, NULL), &item[1]);
    sw_list_look(&item[1]);
    item[1].state = (struct sw_item_state){ .due_rack = 5, .due_any = SW_DUE_NEVER, .skipped_us = -1 };
    sw_list_put(&item[1]);
    sw_list_pass_all(&list, &late); /* and now at 105 */
    assert_null(sw_list_walk_due(&list, 100, stop, NULL));
    sw_list_pass(&item[0], &keep, &unmark); /* at 110: nothing is missing */
    assert_ptr_equal(sw_list_walk_due(&list, 100, stop, NULL), &item[1]);
    for (int i = 0; i < 2; i++)
        sw_list_erase(&item[i]);
    sw_list_store_clear(&own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_marked_stage_is_due_when_the_clock_has_run_that_far),
        cmocka_unit_test(a_walk_finds_whom_the_one_before_could_not),
        cmocka_unit_test(a_walk_finds_whom_an_operation_by_another_clock_made_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
