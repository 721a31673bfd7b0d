/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demand_updates.c - what jobs and pools demand, as YARN's Fair Scheduler knows it: by its last update (rule Y18 of
 * docs/model.md). A job may run as much as it demanded then, which is a limit of its own (queue/limits.c). */
#include "lib/sim/event/event.h"
#include "lib/sim/mech/yarn/yarn_shares.h"
#include "lib/sim/queue/queue.h"

/* Y18.2: the demand of pools, cut to the maximum. */
static void know_pools(struct sw_replay *r, int kind)
{
    for (struct pool *p = r->pools.first; p; p = p->next) {
        int64_t demand = min_i64(p->demand[kind], p->max[kind]);
        bool moves = demand != p->known_demand[kind] && p->entry[kind].leaf;
        p->known_demand[kind] = demand;
        if (moves)
            pool_keys_place(r, p, kind);
    }
}

/* Y18.1: the limit of a job's own group follows its demand. */
static void know_jobs(struct sw_replay *r, int kind)
{
    for (struct job *job = r->jobs.first_active; job; job = job->next_active) {
        struct limit_group *h = job_group(job);
        int64_t demand = job->running[kind] + job->unlaunched[kind];
        if (demand == h->most[kind])
            continue;
        h->most[kind] = demand;
        limits_place_group(r, h, kind);
        pool_keys_place_up(r, job->at_pool, kind);
    }
}

static void demand_updates_event(struct sw_replay *r, void *own UNUSED, const struct event *ev UNUSED)
{
    for (int kind = 0; kind < 2; kind++) {
        know_pools(r, kind);
        know_jobs(r, kind);
    }
    yarn_shares_updated(r);
    ticks_again_unless_quiet(r, EV_UPDATE, r->opt.update_us);
}

static void demand_updates_start(struct sw_replay *r, void *own UNUSED)
{
    r->pools.by_updates = true;
}

const struct mechanism demand_updates_mechanism = {
    .event_kind = EV_UPDATE, .start = demand_updates_start, .event = demand_updates_event,
    .job_submitted = ticks_expect_update, .settles_us = ticks_update_settles_us,
};
