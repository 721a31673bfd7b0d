/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fair_updates.c - keys that follow shares, which are computed at regular updates (rule O9 of docs/model.md). */
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"
#include <math.h>

/* Most jobs have no demand now. */
static int64_t millionths(double share)
{
    return share > 0 ? llround(share * 1e6) : 0;
}

/* Checks and samples compute shares, too. Keys are made from the shares of the last update (O9). */
static void shares_for_keys(struct sw_replay *r, int slot)
{
    shares_compute(r, slot, -1);
    shares_of_jobs(r, slot);
    for (struct pool *p = r->pools.first; p; p = p->next)
        p->key_share[slot] = millionths(p->share[slot]);
    for (struct job *job = r->jobs.first; job; job = job->next)
        job->key_share[slot] = millionths(job->share[slot]);
}

static int fair_updates_event(struct sw_replay *r, void *own, const struct event *ev)
{
    (void)own;
    (void)ev;
    for (int slot = 0; slot < 2; slot++) {
        if (r->opt.order.policy->share == SW_SHARE_CAPPED)
            shares_for_keys(r, slot);
        if (r->cl->total_slots[slot])
            keys_rekey_all(r, slot);
    }
    ticks_again(r, EV_UPDATE, r->opt.order.update_us);
    return SW_OK;
}

static void fair_updates_job_submitted(struct sw_replay *r, void *own, struct job *job)
{
    (void)own;
    (void)job;
    ticks_expect(r, EV_UPDATE, r->opt.order.update_us);
}

static bool fair_updates_wanted(const struct sw_replay *r)
{
    const struct sw_order *order = r->opt.order.policy;
    return r->opt.order.update_us && !order->reallocates && order->share != SW_SHARE_BY_WEIGHT;
}

const struct mechanism fair_updates_mechanism = {
    .name = "fair updates", .wanted = fair_updates_wanted, .event_kind = EV_UPDATE, .event = fair_updates_event,
    .job_submitted = fair_updates_job_submitted
};
