/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_list_due.c - the list of order, by hand: whose wait is over, and that a look that found nobody hides nobody from
 * the next. test_list.c does the rest. */
#include "tests/unit/cmocka_all.h"
#include "lib/sched/sw_queue.h"

static struct sw_key nth(uint64_t n) { return (struct sw_key){ .den = 1, .tie = n }; }

/* By hand: three stages, due 5 in the rack and 9 anywhere. The clock reads 100 when the first two are marked, so they
 * may in the rack at 105; the third never ran. */
static void a_marked_stage_is_due_when_the_clock_has_run_that_far(void **state)
{
    (void)state;
    struct sw_queue_pool own = { .lazy = true };
    struct sw_queue_entry item[3] = { 0 };
    struct sw_queue list;
    const struct sw_queue_op mark = { .add = { 100, 0 }, .skipped_us = 100, .set = SW_WAITING_SET };
    const struct sw_queue_op unmark = { .add = { 0, -103 }, .skipped_us = -1, .set = SW_WAITING_CLEAR };
    sw_queue_init(&list, &own, NULL);
    for (uint64_t i = 0; i < 3; i++) {
        const struct sw_key key = nth(i);
        item[i] = (struct sw_queue_entry){ .state = { .rack_allowed_at = 5, .any_allowed_at = 9, .skipped_us = -1 } };
        sw_queue_insert(&list, &item[i], &key, NULL);
    }
    sw_queue_skip(&item[2], &mark, NULL);
    sw_queue_store(&item[2]);
    assert_int_equal(sw_queue_next_allowed(&list, 100), 105);
    assert_int_equal(sw_queue_next_allowed(&list, 105), 109);
    assert_int_equal(sw_queue_next_allowed(&list, 109), SW_ALLOWED_NEVER);
    assert_false(sw_queue_all_waiting(&list));
    sw_queue_skip_all(&list, &unmark); /* at 103: 3 have been added to the meter */
    sw_queue_load(&item[0]);
    assert_int_equal(item[0].state.rack_allowed_at, 2);
    assert_int_equal(item[0].state.any_allowed_at, 6);
    assert_int_equal(item[0].state.skipped_us, 100);
    assert_false(item[0].state.waiting);
    sw_queue_load(&item[2]);
    assert_int_equal(item[2].state.rack_allowed_at, 5);
    assert_int_equal(item[2].state.skipped_us, -1);
    for (int i = 0; i < 3; i++)
        sw_queue_erase(&item[i]);
    sw_queue_pool_clear(&own);
}

static bool stop(void *ctx, struct sw_queue_entry *item)
{
    (void)ctx;
    (void)item;
    return true;
}

/* By hand: a walk that finds nobody lets the next ones end at once; they may not where a due has fallen since, however
 * it came to. */
static void a_walk_finds_whom_the_one_before_could_not(void **state)
{
    (void)state;
    struct sw_queue_pool own = { .lazy = true };
    struct sw_queue_entry item[2] = { 0 };
    struct sw_queue list;
    const struct sw_queue_op mark = { .add = { 100, 0 }, .skipped_us = 100, .set = SW_WAITING_SET },
        skip = { .add = { -1, 0 }, .skipped_us = -1 };
    const struct sw_queue_op unmark = { .add = { 0, -104 }, .skipped_us = -1, .set = SW_WAITING_CLEAR };
    sw_queue_init(&list, &own, NULL);
    for (uint64_t i = 0; i < 2; i++) {
        const struct sw_key key = nth(i);
        item[i] = (struct sw_queue_entry){ .state = { .rack_allowed_at = 5, .any_allowed_at = 9, .skipped_us = -1 } };
        sw_queue_insert(&list, &item[i], &key, NULL);
    }
    assert_null(sw_queue_walk_allowed(&list, 100, stop, NULL));
    sw_queue_skip_all(&list, &mark);
    assert_null(sw_queue_walk_allowed(&list, 104, stop, NULL));
    assert_ptr_equal(sw_queue_walk_allowed(&list, 105, stop, NULL), &item[0]);
    sw_queue_skip_all(&list, &unmark); /* at 104: 1 is missing */
    assert_null(sw_queue_walk_allowed(&list, 104, stop, NULL));
    sw_queue_skip_all(&list, &skip);
    assert_ptr_equal(sw_queue_walk_allowed(&list, 104, stop, NULL), &item[0]);
    for (int i = 0; i < 2; i++) { /* both launch */
        sw_queue_load(&item[i]);
        item[i].state.rack_allowed_at = 5;
        sw_queue_store(&item[i]);
    }
    assert_null(sw_queue_walk_allowed(&list, 104, stop, NULL));
    item[1].state.rack_allowed_at = 0;
    sw_queue_store(&item[1]);
    assert_ptr_equal(sw_queue_walk_allowed(&list, 104, stop, NULL), &item[1]);
    for (int i = 0; i < 2; i++)
        sw_queue_erase(&item[i]);
    sw_queue_pool_clear(&own);
}

/* By hand: dues are what they are whatever the clock of an operation is to that of a walk, before it or behind. */
static void a_walk_finds_whom_an_operation_by_another_clock_made_due(void **state)
{
    (void)state;
    struct sw_queue_pool own = { .lazy = true };
    struct sw_queue_entry item[2] = { 0 };
    struct sw_queue list;
    const struct sw_queue_op early = { .add = { 50, 0 }, .skipped_us = 50, .set = SW_WAITING_SET };
    const struct sw_queue_op late = { .add = { 100, 0 }, .skipped_us = 100, .set = SW_WAITING_SET };
    const struct sw_queue_op keep = { .skipped_us = -1 },
        unmark = { .add = { 0, -110 }, .skipped_us = -1, .set = SW_WAITING_CLEAR };
    sw_queue_init(&list, &own, NULL);
    for (uint64_t i = 0; i < 2; i++) {
        const struct sw_key key = nth(i);
        item[i] = (struct sw_queue_entry){ .state = { .rack_allowed_at = i ? 5 : SW_ALLOWED_NEVER,
                                                      .any_allowed_at = SW_ALLOWED_NEVER, .skipped_us = -1 } };
        sw_queue_insert(&list, &item[i], &key, NULL);
    }
    assert_null(sw_queue_walk_allowed(&list, 100, stop, NULL));
    sw_queue_skip_all(&list, &early); /* now it is due at 55 */
    assert_null(sw_queue_walk_allowed(&list, 54, stop, NULL));
    assert_ptr_equal(sw_queue_walk_allowed(&list, 60, stop, NULL), &item[1]);
    sw_queue_load(&item[1]);
    item[1].state = (struct sw_wait_state){ .rack_allowed_at = 5, .any_allowed_at = SW_ALLOWED_NEVER,
                                            .skipped_us = -1 };
    sw_queue_store(&item[1]);
    sw_queue_skip_all(&list, &late); /* and now at 105 */
    assert_null(sw_queue_walk_allowed(&list, 100, stop, NULL));
    sw_queue_skip(&item[0], &keep, &unmark); /* at 110: nothing is missing */
    assert_ptr_equal(sw_queue_walk_allowed(&list, 100, stop, NULL), &item[1]);
    for (int i = 0; i < 2; i++)
        sw_queue_erase(&item[i]);
    sw_queue_pool_clear(&own);
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
