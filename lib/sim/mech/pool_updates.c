/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool_updates.c - rows of the pools file that take effect while the replay runs, as when Hadoop reloads its allocation
 * file (O30, O31). */
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/queue/queue.h"

/* O30: lists of all pools are chained by time. */
static void expect_next(struct sw_replay *r)
{
    if (!r->pools.now->next)
        return;
    r->n_changes++;
    events_push(&r->events, event_make(r->pools.now->next->from_us, EV_POOLS, 0, NULL));
}

/* A pool's demand as the pool above counts it (O4.2). */
static int64_t wanted(const struct pool *p, int kind)
{
    return p->demand[kind] < p->max[kind] ? p->demand[kind] : p->max[kind];
}

/* Declared pools are the first, in the order of the list. */
static void set_all(struct sw_replay *r)
{
    struct pool *p = r->pools.first;
    for (uint32_t i = 0; i < r->pools.now->n; i++, p = p->next) {
        /* The pool above sees demand up to the maximum. */
        int64_t before[2] = { wanted(p, 0), wanted(p, 1) };
        pool_declare(r, p, &r->pools.now->at[i]);
        for (int kind = 0; kind < 2; kind++)
            pool_keys_count(p->parent, kind, 0, wanted(p, kind) - before[kind]);
    }
}

static void pool_updates_reset(struct sw_replay *r, void *own UNUSED)
{
    set_all(r);
    limits_resize(r);
    expect_next(r);
}

static void pool_updates_event(struct sw_replay *r, void *own UNUSED, const struct event *ev UNUSED)
{
    r->n_changes--;
    r->pools.now = r->pools.now->next;
    set_all(r);
    limits_resize(r);
    /* All pools are placed again, from the leaves up. */
    for (struct pool *p = r->pools.first; p && r->opt.order.policy->uses_pools; p = p->next)
        for (int kind = 0; kind < 2 && !p->has_children; kind++)
            pool_keys_place_up(r, p, kind);
    /* Waits that count heartbeats go by the pools' shares. */
    for (struct job *job = r->jobs.first; job; job = job->next)
        for (uint32_t s = 0; s < job->n_stages; s++)
            if (job->stage[s].ready && r->opt.delay.policy->clock == SW_COUNT_HEARTBEAT_GAPS)
                (void)waits_change(r, &job->stage[s]);
    admit_job_all(r);
    r->queues.clock[0].idle = r->queues.clock[1].idle = false;
    r->slots.offer_to_all = true; /* H6 (b) */
    expect_next(r);
}

const struct mechanism pool_updates_mechanism = {
    .reset = pool_updates_reset, .event_kind = EV_POOLS, .event = pool_updates_event,
};
