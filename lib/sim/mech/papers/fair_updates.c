/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fair_updates.c - keys that follow shares, which are computed at regular updates (rule O9 of docs/model.md). */
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"

/* At the last update: whether there was demand; the shares that keys are made of. */
struct fair_updates { bool had[2]; uint64_t shares[2]; };

/* llround() without a call. Most jobs have no demand now. */
static int64_t millionths(double share)
{
    double at = share > 0 ? share * 1e6 : 0;
    int64_t cut = (int64_t)at;
    return cut + (at - (double)cut >= 0.5);
}

/* Many in a row have the same. */
static void move_jobs(struct sw_replay *r, int kind)
{
    double slots = 0;
    int64_t share = 0;
    for (struct job *job = r->jobs.first_active; job; job = job->next_active) {
        if (job_shares(job)->share[kind] != slots) {
            slots = job_shares(job)->share[kind];
            share = millionths(slots);
        }
        if (share == job_shares(job)->key_share[kind])
            continue;
        job_shares(job)->key_share[kind] = share;
        keys_follow(r, job, kind);
    }
}

/* The same of pools. */
static void move_pools(struct sw_replay *r, int kind)
{
    FOR_BUSY_POOLS(r, p) {
        int64_t share = millionths(p->share[kind]);
        if (share == p->key_share[kind])
            continue;
        p->key_share[kind] = share;
        pool_keys_place(r, p, kind);
    }
}

/* Checks and samples work out shares, too; keys are made from those of the last update (O9). Who has the same share as
 * before stands where it should. */
static void shares_for_keys(struct sw_replay *r, struct fair_updates *u, int kind)
{
    uint64_t shares = shares_refresh(r, kind);
    if (shares == u->shares[kind])
        return;
    u->shares[kind] = shares;
    move_jobs(r, kind);
    move_pools(r, kind);
}

/* O9.4: an update. It uses the state after the submissions of its instant. */
static void fair_updates_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    struct fair_updates *u = own;
    for (int kind = 0; kind < 2; kind++) {
        bool any = r->queues.runnable[kind] > 0;
        if (r->cl->total_slots[kind] && (any || u->had[kind])) /* else all had no share, and have none */
            shares_for_keys(r, u, kind);
        u->had[kind] = any;
    }
    ticks_again_unless_quiet(r, EV_UPDATE, r->opt.order.update_us);
    ticks_settled(r, INT64_MAX);
}

const struct mechanism fair_updates_mechanism = {
    .needs = NEEDS_SHARES | NEEDS_ZEROS, .size = sizeof(struct fair_updates), .event_kind = EV_UPDATE,
    .settles_us = ticks_update_settles_us, .event = fair_updates_event, .job_submitted = ticks_expect_update,
};
