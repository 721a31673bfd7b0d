/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lo_cheng.c - the looks of order modified-fair (LC 3.1, 3.2; O25, O26 of docs/model.md): which jobs are small and
 * share a pool, and how many slots each pool is given. */
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"
#include <stdlib.h>

struct classes {
    struct pool *shared;       /* LC's sharedPool */
    bool on;
    uint64_t min_maps;         /* of the last look */
};

struct census { uint64_t min_maps, min_reduces; int64_t jobs, small; };

static int lo_cheng_start(struct sw_replay *r, void *own, struct sw_err *err)
{
    struct classes *c = own;
    (void)err;
    c->shared = pool_make(r, xcopy("sharedPool", 10));
    c->shared->fifo = true;
    return SW_OK;
}

static void lo_cheng_reset(struct sw_replay *r, void *own)
{
    ((struct classes *)own)->on = false;
    for (struct pool *p = r->pools.first; p; p = p->next)
        p->allocated[0] = p->allocated[1] = 0;
}

static bool is_small(const struct classes *c, const struct job *job)
{
    return c->on && job->result.maps <= c->min_maps;
}

static void lo_cheng_job_entered(struct sw_replay *r, void *own, struct job *job)
{
    const struct classes *c = own;
    (void)r;
    if (is_small(c, job))
        job->at_pool = c->shared;
}

static void lo_cheng_job_submitted(struct sw_replay *r, void *own, struct job *job)
{
    (void)own;
    (void)job;
    ticks_expect(r, EV_UPDATE, r->opt.order.update_us);
}

/* ---- who is small ------------------------------------------------------------------------------ */

static struct census take_census(const struct sw_replay *r)
{
    struct census c = { .min_maps = UINT64_MAX, .min_reduces = UINT64_MAX };
    for (const struct job *job = r->jobs.first_active; job; job = job->next_active) {
        c.jobs++;
        if (job->result.maps < c.min_maps) {
            c.min_maps = job->result.maps;
            c.min_reduces = job->result.reduces;
            c.small = 0;
        }
        if (job->result.maps > c.min_maps)
            continue;
        c.small++;
        if (job->result.reduces < c.min_reduces)
            c.min_reduces = job->result.reduces;
    }
    return c;
}

static void count_all(struct job *job, int sign)
{
    for (int slot = 0; slot < 2; slot++)
        pool_keys_count(job->at_pool, slot, sign * job->running[slot],
                        sign * (job->running[slot] + job->unlaunched[slot]));
}

/* Its stages go over with their waits. What a maximum held back may wait now (H6 b). */
static void move(struct sw_replay *r, struct job *job, struct pool *to)
{
    uint32_t n = 2 * job->n_stages;
    bool *queued_stages = xcalloc(n, sizeof *queued_stages);
    for (uint32_t i = 0; i < n; i++)
        if ((queued_stages[i] = job->stage[i / 2].entry[i % 2].leaf != NULL))
            keys_dequeue(r, &job->stage[i / 2], (int)(i % 2));
    count_all(job, -1);
    job->at_pool = to;
    count_all(job, 1);
    for (uint32_t i = 0; i < n; i++)
        if (queued_stages[i])
            keys_enqueue(r, &job->stage[i / 2], (int)(i % 2));
    xfree(queued_stages);
    r->slots.offer_to_all = true;
}

static void classify(struct sw_replay *r, struct classes *c)
{
    for (struct job *job = r->jobs.first_active; job; job = job->next_active) {
        struct pool *to = is_small(c, job) ? c->shared : job->pool;
        if (job->at_pool != to)
            move(r, job, to);
    }
}

/* ---- what pools are given ---------------------------------------------------------------------- */

static int64_t pending(const struct pool *p, int slot)
{
    return p->demand[slot] - p->running[slot];
}

static void allocate(struct sw_replay *r, struct classes *c, int slot, uint64_t smallest)
{
    int64_t *shared = &c->shared->allocated[slot], slots = (int64_t)r->slots.now[slot], all = 0;
    if (!c->on)
        *shared = 0;
    else if (!*shared)
        *shared = sw_lc_shared_slots((int64_t)smallest, slots);
    for (const struct pool *p = r->pools.first; p; p = p->next)
        all += p == c->shared ? 0 : pending(p, slot);
    for (struct pool *p = r->pools.first; p; p = p->next) {
        if (p != c->shared)
            p->allocated[slot] = sw_lc_pool_slots(slots > *shared ? slots - *shared : 0, pending(p, slot), all,
                                                  p->max[slot]);
        pool_keys_place(r, p, slot);
    }
}

static int lo_cheng_event(struct sw_replay *r, void *own, const struct event *ev)
{
    struct classes *c = own;
    struct census now = take_census(r);
    (void)ev;
    c->min_maps = now.min_maps;
    c->on = sw_lc_shares(now.small, now.jobs, (int64_t)r->slots.now[0], r->slots.n_up);
    classify(r, c);
    allocate(r, c, 0, now.min_maps);
    allocate(r, c, 1, now.min_reduces);
    ticks_again(r, EV_UPDATE, r->opt.order.update_us);
    ticks_settled(r, INT64_MAX);
    return SW_OK;
}

static bool lo_cheng_wanted(const struct sw_replay *r)
{
    return r->opt.order.policy->reallocates;
}

const struct mechanism lo_cheng_mechanism = {
    .name = "lo-cheng", .wanted = lo_cheng_wanted, .size = sizeof(struct classes), .start = lo_cheng_start, .reset
    = lo_cheng_reset, .event_kind = EV_UPDATE, .event = lo_cheng_event, .job_submitted = lo_cheng_job_submitted,
    .job_entered = lo_cheng_job_entered
};
