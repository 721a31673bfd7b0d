/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_list_move.c - the list of order: many moves in a row by num, while nobody comes or goes, as those of pools that
 * share evenly. */
#include "lib/sched/sw_queue.h"
#include "tests/unit/cmocka_all.h"

#define MOST 100

static struct sw_queue_entry item[MOST];
static struct sw_queue list;
static size_t n;
static uint64_t seed;

static uint64_t below(uint64_t most)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (seed >> 33) % most;
}

struct seen { struct sw_key last; size_t n; };

static bool in_order(void *ctx, struct sw_queue_entry *it)
{
    struct seen *seen = ctx;
    const struct sw_key key = sw_queue_key(it);
    if (seen->n)
        assert_true(sw_key_cmp(&seen->last, &key) < 0);
    seen->last = key;
    seen->n++;
    return false;
}

/* After each move all stand in the order of their keys. */
static void move(size_t i, int64_t num)
{
    struct seen seen = { 0 };
    sw_queue_move_num(&item[i], num);
    assert_true(sw_queue_key(&item[i]).num == num);
    sw_queue_walk(&list, in_order, &seen);
    assert_int_equal(seen.n, n);
    sw_queue_check(&list);
}

static void one_list(size_t many, int64_t base, int64_t spread, int64_t step)
{
    struct sw_queue_pool store = { 0 };
    n = many;
    sw_queue_init(&list, &store, NULL);
    for (size_t i = 0; i < n; i++) {
        const struct sw_key key = { .num = base + (int64_t)below(spread < 200 ? (uint64_t)spread : 200),
                                    .den = 1, .tie_us = (int64_t)below(3), .tie = i };
        item[i] = (struct sw_queue_entry){ 0 };
        sw_queue_insert(&list, &item[i], &key, NULL);
    }
    for (int round = 0; round < 3000; round++) {
        size_t i = below(n);
        int64_t above = sw_queue_key(&item[i]).num - base + (int64_t)below((uint64_t)(2 * step + 1)) - step;
        if (above >= 0 && above < spread)
            move(i, base + above);
        if (round % 700 == 699) { /* and sometimes somebody comes */
            const struct sw_key key = sw_queue_key(&item[i]);
            sw_queue_erase(&item[i]);
            sw_queue_insert(&list, &item[i], &key, NULL);
        }
    }
    while (n)
        sw_queue_erase(&item[--n]);
    sw_queue_pool_clear(&store);
}

static void of_equals(void **state)
{
    (void)state;
    for (size_t many = 1; many <= 32; many++)
        one_list(many, 0, 6, 1);
}

static void in_several_leaves(void **state)
{
    (void)state;
    one_list(MOST, 0, 6, 1);
    one_list(MOST, -50, 100, 5);
}

/* Further from each other than short keys tell apart, or than they did when these were made, and where nums end. */
static void far_apart(void **state)
{
    (void)state;
    one_list(20, -1000, 600, 3);
    one_list(31, 0, 5000, 100);
    one_list(20, INT64_MIN, 400, 100);
    one_list(20, INT64_MAX - 400, 400, 100);
}

static void insert_all(struct sw_queue_pool *store, size_t many, int64_t first, int64_t gap)
{
    n = many;
    sw_queue_init(&list, store, NULL);
    for (size_t i = 0; i < n; i++) {
        const struct sw_key key = { .num = first + (int64_t)i * gap, .den = 1, .tie = i };
        item[i] = (struct sw_queue_entry){ 0 };
        sw_queue_insert(&list, &item[i], &key, NULL);
    }
}

static void erase_all(struct sw_queue_pool *store)
{
    while (n)
        sw_queue_erase(&item[--n]);
    sw_queue_pool_clear(store);
}

/* Of several leaves one sees nobody come or go for long: it keeps to places all the same, as who moves may leave it. */
static void long_inside_one_of_several_leaves(void **state)
{
    struct sw_queue_pool store = { 0 };
    (void)state;
    insert_all(&store, MOST, 0, 10);
    for (size_t i = 0; i < n; i++) {
        const int64_t num = sw_queue_key(&item[i]).num;
        for (int k = 0; k < 300; k++)
            move(i, num + k % 2);
        move(i, num + 305);
        move(i, num - 305);
        move(i, num);
    }
    erase_all(&store);
}

/* A num at one end is not near a base at the other, though their difference in 64 bits is small. */
static void from_end_to_end(void **state)
{
    struct sw_queue_pool store = { 0 };
    (void)state;
    insert_all(&store, 20, INT64_MAX - 400, 1);
    for (int k = 0; k < 300; k++)
        move(3, INT64_MAX - 350 + k % 2);
    move(3, INT64_MIN + 5);
    move(4, INT64_MIN + 3);
    erase_all(&store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_equals),
        cmocka_unit_test(in_several_leaves),
        cmocka_unit_test(far_apart),
        cmocka_unit_test(long_inside_one_of_several_leaves),
        cmocka_unit_test(from_end_to_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
