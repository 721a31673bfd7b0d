/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_clocks.c - the clock of a link beside its flows carried one by one (rule N4). */
#include "tests/unit/cmocka_all.h"
#include "lib/base/memory.h"
#include "lib/sim/mech/network/network.h"
#include "lib/base/sw_chance.h"
#include <stdlib.h>

enum { MOST_FLOWS = 30 };
struct alone { struct transfer *of; uint64_t left; }; /* as carried by itself */

static void carry_all(struct alone *flow, uint32_t n, uint64_t rate, int64_t us)
{
    for (uint32_t i = 0; i < n; i++) {
        uint64_t carried = rate * (uint64_t)us;
        flow[i].left -= carried < flow[i].left ? carried : flow[i].left;
    }
}

/* The first microsecond by which one of them has all its bytes. */
static int64_t first_end(const struct alone *flow, uint32_t n, uint64_t rate, int64_t now_us)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < n; i++)
        least = flow[i].left < least ? flow[i].left : least;
    uint64_t us = (least + rate - 1) / rate;
    return us > (uint64_t)(SW_TIME_MAX - now_us) ? SW_TIME_MAX + 1 : now_us + (int64_t)us;
}

static void compare(const struct clock *c, const struct alone *flow, uint32_t n, int64_t now_us)
{
    assert_int_equal(c->n, n);
    for (uint32_t i = 0; i < n; i++)
        assert_true(clocks_left(flow[i].of, now_us) == flow[i].left);
    if (n)
        assert_int_equal(clocks_next_us(c), first_end(flow, n, c->rate, now_us));
}

static void take_out(struct alone *flow, uint32_t *n, uint32_t i)
{
    clocks_leave(flow[i].of);
    free(flow[i].of);
    flow[i] = flow[--*n];
}

static void join(struct sw_chance *r, struct clock *c, struct alone *flow, uint32_t *n, int64_t now_us)
{
    uint64_t sizes[] = { 1000, UINT64_C(1) << 40, NETWORK_MOST * MILLIONTHS };
    struct transfer *t = calloc(1, sizeof *t);
    t->left = 1 + sw_chance_below(r, sizes[sw_chance_below(r, 3)]);
    flow[(*n)++] = (struct alone){ t, t->left };
    clocks_join(c, t, now_us);
}

static void end_those_done(struct clock *c, struct alone *flow, uint32_t *n, int64_t now_us)
{
    for (struct transfer *t; (t = clocks_ended(c, now_us));) {
        uint32_t i = 0;
        while (flow[i].of != t)
            i++;
        assert_true(flow[i].left == 0);
        take_out(flow, n, i);
    }
    for (uint32_t i = 0; i < *n; i++)
        assert_true(flow[i].left > 0);
}

/* Flows come, end and are halted while the rate changes. What each has to go, and when the first ends, is what it is
 * flow by flow, with sizes at which what is carried passes 2^64. */
static void flows_end_as_one_by_one(void **state)
{
    (void)state;
    for (uint64_t round = 0; round < 300; round++) {
        struct sw_chance r = sw_chance_start(round, SW_CHANCE_OTHER, 0, 0);
        struct clock c = { .rate = 1 + sw_chance_below(&r, 1000) };
        struct alone flow[MOST_FLOWS];
        uint32_t n = 0;
        int64_t now_us = 0;
        for (int step = 0; step < 100; step++) {
            int64_t end_us = n ? clocks_next_us(&c) : now_us + 5, us = 1 + (int64_t)sw_chance_below(&r, 1000);
            bool ends = end_us < SW_TIME_MAX / 2 && (sw_chance_below(&r, 2) || now_us + us > end_us);
            int64_t to_us = ends ? end_us : now_us + us;
            carry_all(flow, n, c.rate, to_us - now_us);
            now_us = to_us;
            end_those_done(&c, flow, &n, now_us);
            if (n && sw_chance_below(&r, 8) == 0)
                take_out(flow, &n, (uint32_t)sw_chance_below(&r, n));
            if (sw_chance_below(&r, 2))
                clocks_set_rate(&c, 1 + sw_chance_below(&r, round % 2 ? 10 : UINT64_C(1) << 40), now_us);
            if (n < MOST_FLOWS)
                join(&r, &c, flow, &n, now_us);
            compare(&c, flow, n, now_us);
        }
        while (n)
            take_out(flow, &n, 0);
        xfree(c.ending);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(flows_end_as_one_by_one) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
