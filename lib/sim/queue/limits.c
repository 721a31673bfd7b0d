/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.c - which scheduling queue a job's stages are in, and what keeps them out: queues by size (O11), parts of the
 * cluster that pools may have (O12), limits of users and jobs (O13).
 *
 * Jobs that share a limit form a group. When the group runs all it may, its waiting stages move to a queue that no
 * offer reads. They move back when it runs less: O(log n) for each of them. Where a pool has one user its stages stay,
 * and the pool leaves the queue above: with ten jobs waiting in a pool a million tasks take a third of the time. A job
 * without a limit pays nothing. */
#include "lib/base/arena.h"
#include "lib/sim/queue/queue.h"
#include <stdlib.h>
#include <string.h>

/* ---- how much of the cluster ------------------------------------------------------------------- */

/* O12.3 */
static void resize_pool(const struct sw_replay *r, struct pool *p)
{
    for (int kind = 0; kind < 2 && p->max_capacity >= 0; kind++) {
        p->most[kind] = min_i64(pool_keys_part_mb(r->slots.now[kind], p->max_capacity) / 1024, p->max[kind]);
    }
}

/* Millionths of a slot: what the pool is guaranteed, and at least a slot. */
static __int128 guaranteed(const struct sw_replay *r, const struct pool *p, int kind)
{
    __int128 part = (__int128)p->capacity * (int64_t)r->slots.now[kind];
    return part < MILLION ? MILLION : part;
}

static __int128 whole_slots(int64_t millionths, __int128 of)
{
    const __int128 one = (__int128)MILLION * MILLION;
    return (millionths * of + one - 1) / one;
}

/* O13.5: users with pending tasks, if any, divide what they run and one more, or have their least part. */
static __int128 divided(const struct sw_replay *r, const struct pool *p, int kind)
{
    int64_t users = 0, running = 1;
    for (const struct limit_group *h = p->groups; h; h = h->next)
        if (h->pending[kind] > 0) {
            users++;
            running += h->running[kind];
        }
    if (!users && !r->opt.am_container_us)
        return SW_NO_LIMIT;
    __int128 pool = guaranteed(r, p, kind);
    if (p->running[kind] * (__int128)MILLION >= pool)
        pool = (p->running[kind] + 1) * (__int128)MILLION;
    __int128 least = whole_slots(p->min_user_limit, pool), each = users ? (running + users - 1) / users : 0;
    return each > least ? each : least;
}

/* O13.1: one more is let through. */
static int64_t most_of_user(const struct sw_replay *r, const struct pool *p, int kind)
{
    __int128 most = SW_NO_LIMIT;
    if (p->user_limit >= 0)
        most = whole_slots(p->user_limit, guaranteed(r, p, kind));
    if (p->min_user_limit >= 0 && most > 0) {
        __int128 least = divided(r, p, kind);
        most = least < most ? least : most;
    }
    return most < SW_NO_LIMIT ? (int64_t)most + 1 : SW_NO_LIMIT;
}

static void place_group(struct sw_replay *r, struct limit_group *h, int kind);

static void place_users(struct sw_replay *r, struct pool *p, int kind)
{
    int64_t most = most_of_user(r, p, kind);
    for (struct limit_group *h = p->groups; h; h = h->next) {
        h->most[kind] = most;
        place_group(r, h, kind);
    }
}

void limits_resize(struct sw_replay *r)
{
    if (!r->opt.order.policy->by_capacity)
        return;
    for (struct pool *p = r->pools.first; p; p = p->next) {
        resize_pool(r, p);
        for (int kind = 0; kind < 2 && p->groups; kind++)
            place_users(r, p, kind);
    }
    for (struct pool *p = r->pools.first; p; p = p->next)
        for (int kind = 0; kind < 2 && !p->has_children; kind++)
            pool_keys_place_up(r, p, kind);
}

/* ---- groups -------------------------------------------------------------------------------------- */

static struct limit_group *group_new(struct sw_replay *r, struct pool *pool)
{
    struct limit_group *h = xcalloc(1, sizeof *h);
    h->pool = pool;
    for (int kind = 0; kind < 2; kind++) {
        sw_queue_init(&h->held[kind], &r->queues.tnodes, NULL);
        h->blocked[kind] = (struct blocked){ &h->held[kind], NONE, NULL, h };
        h->most[kind] = pool ? most_of_user(r, pool, kind) : r->pools.by_updates ? 0 : r->opt.order.task_cap;
    }
    return h;
}

static struct limit_group *group_of_user(struct sw_replay *r, struct pool *pool, const char *user)
{
    size_t len = strlen(user);
    struct limit_group *h = sw_names_find(&pool->users, user, len);
    if (h)
        return h;
    h = group_new(r, pool);
    h->user = xcopy(user, len);
    h->next = pool->groups;
    pool->groups = h;
    xnames_add(&pool->users, h->user, len, h);
    return h;
}

static void leave_pool(struct limit_group *h)
{
    struct limit_group **at = &h->pool->groups;
    while (*at != h)
        at = &(*at)->next;
    *at = h->next;
    sw_names_remove(&h->pool->users, h->user, strlen(h->user));
}

static void group_free(struct sw_replay *r, struct limit_group *h)
{
    if (h->pool)
        leave_pool(h);
    for (int kind = 0; kind < 2; kind++) {
        if (h->is_blocked[kind] && !h->is_aside[kind])
            h->pool->group_holds[kind] = false;
        assert(!h->held[kind].n);
        blocked_set(r, &h->blocked[kind], kind, false);
    }
    xfree(h->user);
    xfree(h);
}

/* Whether the pool limits users now or in a later row: the limit may come while its jobs are in the system. */
static bool limits_users(const struct sw_replay *r, const struct pool *pool)
{
    const struct sw_pool_list *list = pool->number < (r->pools.declared ? r->pools.declared->n : 0) ? r->pools.declared
                                                                                                    : NULL;
    for (; list; list = list->next)
        if (list->at[pool->number].user_limit >= 0 || list->at[pool->number].min_user_limit >= 0)
            return true;
    return false;
}

static struct limit_group *group_for(struct sw_replay *r, struct job *job)
{
    if (r->opt.order.task_cap < SW_UNLIMITED || r->pools.by_updates)
        return group_new(r, NULL);
    if (r->opt.order.policy->by_capacity && limits_users(r, job->pool))
        return group_of_user(r, job->pool, job_user(job));
    return NULL;
}

static bool move_stages(struct sw_replay *r, struct job *job, int kind)
{
    struct sw_queue *to = limits_queue_of(r, job, kind);
    bool moved = false;
    if (job->has_queue && job->own->entry[kind].leaf)
        sw_queue_transfer(to, &job->own->entry[kind]);
    if (job->has_queue)
        return job->own->entry[kind].leaf;
    for (uint32_t s = 0; s < job->n_stages; s++)
        for (int class = PREF; class <= NOPREF; class++)
            if (job->stage[s].slot_kind == kind && job->stage[s].entry[class].leaf) {
                sw_queue_transfer(to, &job->stage[s].entry[class]);
                moved = true;
            }
    return moved;
}

/* The stages move out of the pool's queue, or back. */
static void put_aside(struct sw_replay *r, struct limit_group *h, int kind, bool aside)
{
    h->is_aside[kind] = aside;
    for (struct job *job = h->jobs; job; job = job->limits->next_held)
        if (move_stages(r, job, kind) && !aside)
            blocked_released(r, r->opt.order.policy->uses_pools ? job->at_pool : NULL, kind);
    h->blocked[kind].list = &h->held[kind];
}

/* The stages stay in the pool's queue, which no other group has a part in. */
static void hold_pool(struct sw_replay *r, struct limit_group *h, int kind, bool holds)
{
    h->pool->group_holds[kind] = holds;
    h->blocked[kind].list = &h->pool->queue[kind];
    if (!holds && h->pool->queue[kind].n)
        blocked_released(r, h->pool, kind);
}

static bool is_only_group(const struct limit_group *h)
{
    return h->pool && h->pool->groups == h && !h->next && !h->pool->has_children;
}

static void place_group(struct sw_replay *r, struct limit_group *h, int kind)
{
    bool holds = h->running[kind] >= h->most[kind];
    if (holds == h->is_blocked[kind])
        return;
    h->is_blocked[kind] = holds;
    if (holds ? is_only_group(h) : !h->is_aside[kind])
        hold_pool(r, h, kind, holds);
    else
        put_aside(r, h, kind, holds);
    blocked_set(r, &h->blocked[kind], kind, holds);
    r->queues.clock[kind].idle = false;
}

/* O13: called when what the group runs or has to run, or what it may run, has changed. The caller updates the pool's
 * place. */
void limits_place_group(struct sw_replay *r, struct limit_group *h, int kind)
{
    if (unlikely(h->pool && h->pool->min_user_limit >= 0))
        place_users(r, h->pool, kind);
    else
        place_group(r, h, kind);
}

/* A second user has come to the pool. */
static void no_longer_only(struct sw_replay *r, struct pool *pool)
{
    struct limit_group *first = pool->groups->next; /* the new one stands before it */
    for (int kind = 0; kind < 2; kind++)
        if (pool->group_holds[kind]) {
            put_aside(r, first, kind, true);
            pool->group_holds[kind] = false;
        }
}

void limits_count(struct job *job, int kind, int64_t running, int64_t demand)
{
    if (job->limits->mlq)
        pool_keys_count(job->limits->mlq, kind, running, demand);
    if (!job->limits->group)
        return;
    job->limits->group->running[kind] += running;
    job->limits->group->pending[kind] += demand - running;
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

struct sw_queue *limits_queue_of(struct sw_replay *r, const struct job *job, int kind)
{
    struct sw_queue *own = unlikely(r->dispatch.of->queue) ? DISPATCH(r, queue, job, NONE, kind) : NULL;
    if (own)
        return own;
    const struct job_limits *limits = job->limits;
    if (limits && limits->group && limits->group->is_aside[kind])
        return &limits->group->held[kind];
    if (limits && limits->mlq)
        return &limits->mlq->queue[kind];
    return r->opt.order.policy->uses_pools ? &job->at_pool->queue[kind] : &r->queues.of_kind[kind];
}

void limits_join(struct sw_replay *r, struct job *job)
{
    struct limit_group *h = group_for(r, job);
    if (!h && !r->queues.mlq)
        return;
    if (h && h->pool && h->next && !h->jobs)
        no_longer_only(r, h->pool);
    struct job_limits *limits = job->limits = arena_alloc(&r->arena, sizeof *limits);
    *limits = (struct job_limits){ .group = h };
    if (r->queues.mlq)
        limits->mlq = &r->queues.mlq[sw_mlq_queue(&r->opt.order, (int64_t)job_tasks(job))];
    job->limited = true;
    if (!h)
        return;
    limits->next_held = h->jobs;
    if (h->jobs)
        h->jobs->limits->prev_held = job;
    h->jobs = job;
}

void limits_leave(struct sw_replay *r, struct job *job)
{
    struct job_limits *own = job->limits;
    struct limit_group *h = job_group(job);
    if (!h) {
        arena_free(&r->arena, own, sizeof *own);
        return;
    }
    if (own->prev_held)
        own->prev_held->limits->next_held = own->next_held;
    else
        h->jobs = own->next_held;
    if (own->next_held)
        own->next_held->limits->prev_held = own->prev_held;
    for (int kind = 0; kind < 2; kind++)
        h->pending[kind] -= job->unlaunched[kind];
    if (!h->jobs)
        group_free(r, h);
    arena_free(&r->arena, own, sizeof *own);
}

/* ---- queues ---------------------------------------------------------------------------------------- */

void limits_start(struct sw_replay *r)
{
    const struct sw_order_rule *rule = &r->opt.order;
    if (!rule->n_queues)
        return;
    r->queues.mlq = xcalloc(rule->n_queues, sizeof *r->queues.mlq);
    for (uint32_t k = 0; k < rule->n_queues; k++) {
        pool_init(r, &r->queues.mlq[k]);
        r->queues.mlq[k].weight = rule->queue_weight[k];
    }
}
