/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fair_updates.c - keys that follow shares, which are computed every so often (rule O9 of docs/model.md). */
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"
#include <math.h>

/* Most want nothing now. */
static int64_t millionths(double share)
{
    return share > 0 ? llround(share * 1e6) : 0;
}

/* Many in a row have the same. */
static void move_jobs(struct sw_replay *r, int slot)
{
    double slots = 0;
    int64_t share = 0;
    for (struct job *job = r->jobs.first_active; job; job = job->next_active) {
        if (job->share[slot] != slots) {
            slots = job->share[slot];
            share = millionths(slots);
        }
        if (share == job->key_share[slot])
            continue;
        job->key_share[slot] = share;
        keys_follow(r, job, slot);
    }
}

static void move_pools(struct sw_replay *r, int slot)
{
    for (struct pool *p = r->pools.first; p; p = p->next) {
        int64_t share = millionths(p->share[slot]);
        if (share == p->key_share[slot])
            continue;
        p->key_share[slot] = share;
        pool_keys_place(r, p, slot);
    }
}

/* Checks and samples work out shares, too; keys are made from those of the last update (O9). Who has the same share as
 * before stands where it should. */
static void shares_for_keys(struct sw_replay *r, int slot)
{
    shares_compute(r, slot, -1);
    shares_of_jobs(r, slot);
    move_jobs(r, slot);
    move_pools(r, slot);
}

static int fair_updates_event(struct sw_replay *r, void *own, const struct event *ev)
{
    (void)ev;
    bool *had = own;
    for (int slot = 0; slot < 2; slot++) {
        bool any = r->queues.runnable[slot] > 0;
        if (r->cl->total_slots[slot] && (any || had[slot])) /* else all had no share, and have none */
            shares_for_keys(r, slot);
        had[slot] = any;
    }
    ticks_again(r, EV_UPDATE, r->opt.order.update_us);
    ticks_settled(r, INT64_MAX);
    return SW_OK;
}

static void fair_updates_reset(struct sw_replay *r, void *own)
{
    bool *had = own;
    (void)r;
    had[0] = had[1] = false;
}

static void fair_updates_job_submitted(struct sw_replay *r, void *own, struct job *job)
{
    (void)own;
    (void)job;
    ticks_expect(r, EV_UPDATE, r->opt.order.update_us);
}

static bool fair_updates_wanted(const struct sw_replay *r)
{
    return r->opt.order.update_us && r->opt.order.policy->share == SW_SHARE_CAPPED;
}

const struct mechanism fair_updates_mechanism = {
    .name = "fair updates", .wanted = fair_updates_wanted, .size = 2 * sizeof(bool), /* who wanted something at the last */
    .reset = fair_updates_reset, .event_kind = EV_UPDATE, .event = fair_updates_event,
    .job_submitted = fair_updates_job_submitted
};
