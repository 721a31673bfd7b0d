/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clocks.c - the ends of all flows that one link limits (rule N4 of docs/model.md).
 *
 * On a congested link each flow that comes or goes changes the rates of hundreds. They change alike: so a flow's end is
 * kept by what the link will have carried to each of its flows by then, which no change moves. That is fair queueing's
 * virtual time (Demers, Keshav and Shenker 1989). All is in whole numbers, so ends are the same as flow by flow
 * (tests/unit/test_clocks.c). */
#include "lib/base/arena.h"
#include "lib/sim/mech/network/network.h"

/* The flow knows its place, by which it leaves. */
static void put_ending(struct clock *c, uint32_t i, struct ending e)
{
    c->ending[i] = e;
    e.of->ending = i;
}

/* What is carried may pass 2^64, what a flow has to go does not: so ends compare by what is to go. */
static void settle_at(struct clock *c, uint32_t i, struct ending e)
{
    uint64_t from = c->carried, to_go = e.at - from;
    for (; i > 0 && to_go < c->ending[(i - 1) / 2].at - from; i = (i - 1) / 2)
        put_ending(c, i, c->ending[(i - 1) / 2]);
    for (uint32_t k; (k = 2 * i + 1) < c->n; i = k) {
        if (k + 1 < c->n && c->ending[k + 1].at - from < c->ending[k].at - from)
            k++;
        if (c->ending[k].at - from >= to_go)
            break;
        put_ending(c, i, c->ending[k]);
    }
    put_ending(c, i, e);
}

/* What was carried at the old rate is added up first. */
void clocks_set_rate(struct clock *c, uint64_t rate, int64_t now_us)
{
    c->carried += c->rate * (uint64_t)(now_us - c->since_us);
    c->since_us = now_us;
    c->rate = rate;
}

void clocks_join(struct clock *c, struct transfer *t, int64_t now_us)
{
    RESERVE(c->ending, c->n + 1, c->cap);
    clocks_set_rate(c, c->rate, now_us); /* what is to go counts from now on, and so does not pass 2^64 */
    t->clock = c;
    settle_at(c, c->n++, (struct ending){ c->carried + t->left, t });
    if (!t->ending)
        c->ceiling = 0;
}

/* Millionths of a byte that the flow has to go. */
uint64_t clocks_left(const struct transfer *t, int64_t now_us)
{
    const struct clock *c = t->clock;
    uint64_t left = c->ending[t->ending].at - c->carried, since = c->rate * (uint64_t)(now_us - c->since_us);
    return left > since ? left - since : 0;
}

/* The last takes its place. */
void clocks_leave(struct transfer *t)
{
    struct clock *c = t->clock;
    t->clock = NULL;
    struct ending last = c->ending[--c->n];
    if (last.of != t)
        settle_at(c, t->ending, last);
}

/* The first microsecond by which a flow has all its bytes, at the rate from since_us on. */
int64_t clocks_next_us_at(const struct clock *c, uint64_t rate)
{
    uint64_t left = c->ending[0].at - c->carried, us = left / rate + (left % rate > 0);
    bool in_time = us <= (uint64_t)SW_TIME_MAX && c->since_us + (int64_t)us <= SW_TIME_MAX;
    return in_time ? c->since_us + (int64_t)us : SW_TIME_MAX + 1;
}

/* At the present rate. */
int64_t clocks_next_us(const struct clock *c)
{
    return clocks_next_us_at(c, c->rate);
}

/* A flow that has all its bytes, or NULL. */
struct transfer *clocks_ended(const struct clock *c, int64_t now_us)
{
    return c->n && !clocks_left(c->ending[0].of, now_us) ? c->ending[0].of : NULL;
}
