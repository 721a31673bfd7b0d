/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lo_cheng.c - the updates of order modified-fair (LC 3.1, 3.2; O25, O26 of docs/model.md): which jobs are small and
 * share a pool, and how many slots each pool gets. */
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"

struct lo_cheng {
    struct pool *shared;       /* LC's sharedPool */
    bool on;
    uint64_t min_maps;         /* of the last update */
};

struct census { uint64_t min_maps, min_reduces; int64_t jobs, small; };

/* O25.4: the shared pool is fifo, and takes jobs of other pools. */
static void lo_cheng_start(struct sw_replay *r, void *own)
{
    struct lo_cheng *c = own;
    c->shared = pool_make(r, xcopy("sharedPool", 10));
    c->shared->fifo = c->shared->takes_others = true;
    bits_put(&r->pools.busy, c->shared->number, true);
}

static void lo_cheng_reset(struct sw_replay *r UNUSED, void *own)
{
    ((struct lo_cheng *)own)->on = false;
}

/* O25.3: small while the shared pool is on. */
static bool is_small(const struct lo_cheng *c, const struct job *job)
{
    return c->on && job->result.maps <= c->min_maps;
}

/* A small job that comes between two updates enters the shared pool at once. */
static void lo_cheng_job_entered(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    const struct lo_cheng *c = own;
    if (is_small(c, job))
        job->at_pool = c->shared;
}

/* ---- small jobs -------------------------------------------------------------------------------- */

/* O25.1, O26.1: the least number of maps of the active jobs, the jobs that have it, and the least reduces of these. */
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

/* O25.4: what it runs and wants counts for the pool that it is in. */
static void count_all(struct job *job, int sign)
{
    for (int kind = 0; kind < 2; kind++)
        pool_keys_count(job->at_pool, kind, sign * job->running[kind],
                        sign * (job->running[kind] + job->unlaunched[kind]));
}

/* Moves the job's stages with their waits. Stages that a maximum held back may now be offered slots (H6 b). */
static void move_to_pool(struct sw_replay *r, struct job *job, struct pool *to)
{
    uint32_t n = 2 * job->n_stages;
    bool *queued_stages = xcalloc(n, sizeof *queued_stages);
    for (uint32_t i = 0; i < n; i++)
        if ((queued_stages[i] = job->stage[i / 2].entry[i % 2].leaf))
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

/* ---- allocations of pools ---------------------------------------------------------------------- */

/* O26.2: demand that does not run. */
static int64_t pending(const struct pool *p, int kind)
{
    return p->demand[kind] - p->running[kind];
}

/* O26.1, O26.2: the shared pool keeps what it got when it was turned on. The others divide the rest by what they have
 * pending. */
static void allocate(struct sw_replay *r, struct lo_cheng *c, int kind, uint64_t smallest)
{
    int64_t *shared = &c->shared->allocated[kind], slots = (int64_t)r->slots.now[kind], all = 0;
    if (!c->on)
        *shared = 0;
    else if (!*shared)
        *shared = sw_lc_shared_slots((int64_t)smallest, slots);
    FOR_BUSY_POOLS(r, p)
        all += p == c->shared ? 0 : pending(p, kind);
    FOR_BUSY_POOLS(r, p) {
        if (pool_keys_is_empty(p, kind) && !pending(p, kind) && p != c->shared) { /* most pools, most of the time */
            p->allocated[kind] = 0;
            continue;
        }
        if (p != c->shared)
            p->allocated[kind] = sw_lc_pool_slots(slots > *shared ? slots - *shared : 0, pending(p, kind), all,
                                                  p->max[kind]);
        pool_keys_place(r, p, kind);
    }
}

/* O25.2: whether the shared pool is on until the next update. */
static void lo_cheng_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    struct lo_cheng *c = own;
    struct census now = take_census(r);
    c->min_maps = now.min_maps;
    c->on = !r->opt.order.lc_unclassed && sw_lc_shares(now.small, now.jobs, (int64_t)r->slots.now[0], r->slots.n_up);
    /* Small jobs move to the shared pool, others back to their own. */
    for (struct job *job = r->jobs.first_active; job; job = job->next_active) {
        struct pool *to = is_small(c, job) ? c->shared : job->pool;
        if (job->at_pool != to)
            move_to_pool(r, job, to);
    }
    if (!r->opt.order.lc_unallocated) {
        allocate(r, c, 0, now.min_maps);
        allocate(r, c, 1, now.min_reduces);
    }
    ticks_again(r, EV_UPDATE, r->opt.order.update_us);
    ticks_settled(r, INT64_MAX);
}

const struct mechanism lo_cheng_mechanism = {
    .size = sizeof(struct lo_cheng), .start = lo_cheng_start, .reset = lo_cheng_reset, .event_kind = EV_UPDATE,
    .settles_us = ticks_update_settles_us, .event = lo_cheng_event, .job_submitted = ticks_expect_update,
    .job_entered = lo_cheng_job_entered,
};
