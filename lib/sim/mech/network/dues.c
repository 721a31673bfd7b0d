/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dues.c - the heap of what begins and ends next on the network: transfers, and the clocks of links. */
#include "lib/base/arena.h"
#include "lib/sim/mech/network/network.h"

/* N4: clocks before flows, for what ends by a clock then stands in line with the rest; flows by launch. */
static bool due_before(const struct due *a, const struct due *b)
{
    if (a->at_us != b->at_us)
        return a->at_us < b->at_us;
    return a->is_clock != b->is_clock ? a->is_clock : a->order < b->order;
}

/* It knows its place. */
static void put_due(struct network *net, uint32_t i, struct due *d)
{
    net->heap[i] = d;
    d->place = i;
}

/* Moves up or down from place i to where it belongs. */
static void settle_at(struct network *net, uint32_t i, struct due *d)
{
    for (; i > 0 && due_before(d, net->heap[(i - 1) / 2]); i = (i - 1) / 2)
        put_due(net, i, net->heap[(i - 1) / 2]);
    for (uint32_t k; (k = 2 * i + 1) < net->n; i = k) {
        if (k + 1 < net->n && due_before(net->heap[k + 1], net->heap[k]))
            k++;
        if (!due_before(net->heap[k], d))
            break;
        put_due(net, i, net->heap[k]);
    }
    put_due(net, i, d);
}

/* It may be there already, with another time. */
void dues_expect(struct network *net, struct due *d, int64_t at_us)
{
    d->at_us = at_us;
    if (d->place != NONE) {
        settle_at(net, d->place, d);
        return;
    }
    RESERVE(net->heap, net->n + 1, net->cap);
    settle_at(net, net->n++, d);
}

void dues_expect_no_more(struct network *net, struct due *d)
{
    if (d->place == NONE)
        return;
    struct due *last = net->heap[--net->n];
    if (last != d)
        settle_at(net, d->place, last);
    d->place = NONE;
}

void dues_expect_clock(struct network *net, struct clock *c, uint64_t ceiling)
{
    c->ceiling = ceiling;
    if (c->n)
        dues_expect(net, &c->due, clocks_next_us_at(c, ceiling));
    else
        dues_expect_no_more(net, &c->due);
}

/* A change gives 25 links another level, and what is due at them another time. So a clock is due earlier than its first
 * end, by what a rate a sixteenth higher makes, and is looked at again by then. Changes of level that are less cost no
 * move in the heap: 2.31 G instructions in place of 2.48 G for a tenth of a million tasks on racks of 1 Gbit/s. */
static uint64_t ceiling_of(const struct clock *c)
{
    return c->rate + c->rate / 16;
}

void dues_expect_clock_roughly(struct network *net, struct clock *c)
{
    if (!c->n)
        dues_expect_no_more(net, &c->due);
    else if (c->rate > c->ceiling || c->due.place == NONE)
        dues_expect_clock(net, c, ceiling_of(c));
}

/* Brings the first that is due to its time. */
void dues_find_first(struct network *net)
{
    while (net->n && net->heap[0]->is_clock) {
        struct clock *c = (struct clock *)net->heap[0];
        int64_t end_us = clocks_next_us(c), next_us = INT64_MAX;
        if (c->due.at_us == end_us)
            return;
        for (uint32_t i = 1; i < 3 && i < net->n; i++)
            next_us = net->heap[i]->at_us < next_us ? net->heap[i]->at_us : next_us;
        bool far = end_us > next_us && clocks_next_us_at(c, ceiling_of(c)) > next_us;
        dues_expect_clock(net, c, far ? ceiling_of(c) : c->rate);
    }
}
