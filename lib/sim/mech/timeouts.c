/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timeouts.c - Hadoop 1's timeouts of pools, without preemption: once they have passed no job waits for its data
 * (E9). */
#include "lib/sim/queue/queue.h"

struct timeouts { int64_t next_us; };

/* The first instant at which a timeout of its first row has passed; INT64_MAX: none ever has. */
static int64_t over_us(const struct sw_replay *r, const struct pool *p)
{
    int64_t least_us = INT64_MAX;
    if (!p->declared)
        return least_us;
    const struct sw_pool_spec *spec = &r->pools.declared->at[p->number];
    if (spec->min_timeout_us >= 0)
        least_us = spec->min_timeout_us + 1;
    if (spec->fair_timeout_us >= 0)
        least_us = min_i64(least_us, spec->fair_timeout_us + 1);
    return least_us;
}

static void timeouts_reset(struct sw_replay *r, void *own)
{
    struct timeouts *t = own;
    t->next_us = INT64_MAX;
    for (const struct pool *p = r->pools.first; p; p = p->next)
        t->next_us = min_i64(t->next_us, over_us(r, p));
}

static int64_t timeouts_next_us(struct sw_replay *r UNUSED, void *own)
{
    return ((struct timeouts *)own)->next_us;
}

/* Of the pools whose timeout has passed at this instant waits are waived for good. */
static void timeouts_happen(struct sw_replay *r, void *own)
{
    struct timeouts *t = own;
    if (t->next_us > r->now_us)
        return;
    t->next_us = INT64_MAX;
    for (struct pool *p = r->pools.first; p; p = p->next) {
        int64_t us = over_us(r, p);
        for (int kind = 0; kind < 2 && us == r->now_us; kind++)
            waits_waive(r, p, kind, true);
        if (us > r->now_us)
            t->next_us = min_i64(t->next_us, us);
    }
}

const struct mechanism timeouts_mechanism = {
    .size = sizeof(struct timeouts), .reset = timeouts_reset, .next_us = timeouts_next_us, .happen = timeouts_happen,
};
