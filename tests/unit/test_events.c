/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_events.c - the event queue gives events in the order of their keys, as a heap does, however they are spread over
 * time. */
#include <string.h>
#include "tests/unit/cmocka_all.h"
#include "lib/base/memory.h"
#include "lib/sim/event/event.h"
#include "lib/sim/event/heap.h"
#include "lib/base/sw_chance.h"

struct both { struct event_queue queue; struct event_heap heap; struct sw_chance c; int64_t now_us; uint64_t number; };

static uint64_t below(struct both *b, uint64_t n) { return (sw_chance_u64(&b->c) >> 8) % n; }

static void push(struct both *b, int64_t at_us)
{
    struct event ev = event_make(at_us, (enum event_kind)below(b, EVENT_KINDS), b->number++ & 0xffff, NULL);
    events_push(&b->queue, ev);
    heap_push(&b->heap, ev);
    assert_int_equal(b->queue.n, b->heap.n);
}

static void pop(struct both *b)
{
    assert_memory_equal(&b->queue.at[0], &b->heap.at[0], sizeof(struct event));
    struct event a = events_pop(&b->queue), same = heap_pop(&b->heap);
    assert_memory_equal(&a, &same, sizeof a);
    assert_int_equal(b->queue.n, b->heap.n);
    b->now_us = a.at_us;
}

static void end(struct both *b)
{
    while (b->heap.n > 0) pop(b);
    events_end(&b->queue);
    xfree(b->heap.at);
}

/* Steps of a few microseconds, of a millisecond, of none at all, of days, and to the last instant there is. */
static int64_t step(struct both *b, int spread)
{
    switch (spread) {
    case 0: return (int64_t)below(b, 50);
    case 1: return (int64_t)below(b, 2000000);
    case 2: return below(b, 3) > 0 ? 0 : (int64_t)below(b, 3000);
    case 3: return (int64_t)(below(b, 20) > 0 ? below(b, 1000) : below(b, UINT64_C(1) << 40));
    default: return below(b, 1000) > 0 ? (int64_t)below(b, 100000) : 2 * SW_TIME_MAX - b->now_us;
    }
}

static void order_is_that_of_a_heap(void **state)
{
    (void)state;
    for (int spread = 0; spread < 5; spread++)
        for (size_t pending = 1; pending <= 10000; pending *= 10) {
            struct both b = { .c = sw_chance_start(1, SW_CHANCE_OTHER, (uint64_t)spread, pending) };
            for (size_t i = 0; i < pending; i++) push(&b, step(&b, spread));
            for (size_t i = 0; i < 30000; i++) {
                pop(&b);
                push(&b, b.now_us < SW_TIME_MAX ? b.now_us + step(&b, spread) : b.now_us);
            }
            end(&b);
        }
}

/* Its width and number of pages follow what it holds. */
static void it_grows_and_shrinks(void **state)
{
    (void)state;
    struct both b = { .c = sw_chance_start(2, SW_CHANCE_OTHER, 0, 0) };
    for (int round = 0; round < 12; round++) {
        for (size_t i = 0, n = below(&b, 30000); i < n; i++) push(&b, b.now_us + step(&b, round % 4));
        for (size_t n = below(&b, 1 + b.heap.n); n > 0; n--) pop(&b);
    }
    end(&b);
}

/* As at the start of another run: time begins anew. */
static void cleared_it_is_as_new(void **state)
{
    (void)state;
    struct both b = { .c = sw_chance_start(3, SW_CHANCE_OTHER, 0, 0) };
    for (int round = 0; round < 20; round++) {
        events_clear(&b.queue);
        b.heap.n = 0;
        b.now_us = 0;
        for (size_t i = 0; i < 500; i++) push(&b, step(&b, round % 5));
        for (size_t i = 0; i < 20 * (size_t)round; i++) pop(&b);
    }
    end(&b);
}

/* An attempt's end may stand there twice, with one key. */
static void twins_are_both_given(void **state)
{
    (void)state;
    for (size_t n = 2; n < 60; n++) {
        struct event_queue q = { 0 };
        struct event ev = event_make(5000000, EV_END, 7, NULL);
        events_push(&q, event_make(0, EV_END, 1, NULL));
        for (size_t i = 0; i < n; i++) events_push(&q, ev);
        events_pop(&q);
        for (size_t i = 0; i < n; i++) {
            struct event got = events_pop(&q);
            assert_memory_equal(&got, &ev, sizeof ev);
        }
        assert_int_equal(q.n, 0);
        events_end(&q);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_that_of_a_heap), cmocka_unit_test(it_grows_and_shrinks),
        cmocka_unit_test(cleared_it_is_as_new), cmocka_unit_test(twins_are_both_given) };
    return cmocka_run_group_tests_name("events", tests, NULL, NULL);
}
