/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.c - ticks of the order `usage`: what each pool runs goes into what it has used (U5 of docs/model.md). */
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"

/* Pools that are in no queue are given their place when they enter one. */
static void move_pool(struct sw_replay *r, struct pool *p, int kind, int64_t tick)
{
    int64_t usage = sw_usage_millionths(sw_usage_at(&r->opt.order, &p->usage[kind], tick));
    if (usage == p->key_share[kind] && !r->opt.order.usage_of_entry)
        return;
    p->key_share[kind] = usage;
    pool_keys_place(r, p, kind);
}

static void move_pools(struct sw_replay *r, int64_t tick)
{
    for (struct pool *p = r->pools.first; p; p = p->next)
        for (int kind = 0; kind < 2; kind++)
            move_pool(r, p, kind, tick);
}

static int usage_event(struct sw_replay *r, void *own, const struct event *ev)
{
    int64_t tick = r->now_us / r->opt.order.update_us;
    (void)own;
    (void)ev;
    for (struct pool *p = r->pools.first; p; p = p->next)
        for (int kind = 0; kind < 2; kind++)
            sw_usage_tick(&r->opt.order, &p->usage[kind], tick, p->running[kind]);
    move_pools(r, tick);
    ticks_again(r, EV_UPDATE, r->opt.order.update_us);
    ticks_settled(r, INT64_MAX);
    return SW_OK;
}

/* So many more find the same (U5.2). */
static void usage_updates_repeat(struct sw_replay *r, void *own, int64_t n)
{
    (void)own;
    move_pools(r, r->now_us / r->opt.order.update_us + n);
}

/* A pool that no row names is made as its first job comes, and begins as all did. */
static void usage_job_submitted(struct sw_replay *r, void *own, struct job *job)
{
    int64_t start = sw_usage_millionths(r->opt.order.usage_start);
    (void)own;
    for (int kind = 0; kind < 2; kind++)
        job->pool->key_share[kind] = max_i64(job->pool->key_share[kind], start);
    ticks_expect(r, EV_UPDATE, r->opt.order.update_us);
}

static void usage_reset(struct sw_replay *r, void *own)
{
    int64_t start = sw_usage_millionths(r->opt.order.usage_start);
    (void)own;
    for (struct pool *p = r->pools.first; p; p = p->next)
        for (int kind = 0; kind < 2; kind++) {
            p->usage[kind] = (struct sw_usage){ 0 };
            p->key_share[kind] = start;
        }
}

static int64_t usage_settles_us(struct sw_replay *r, void *own)
{
    (void)own;
    return ticks_several_us(r, EV_UPDATE, r->opt.order.update_us);
}

static bool usage_wanted(const struct sw_replay *r)
{
    return r->opt.order.policy->by_usage;
}

const struct mechanism usage_mechanism = {
    .name = "usage", .wanted = usage_wanted, .needs = NEEDS_POOLS, .reset = usage_reset, .event_kind = EV_UPDATE,
    .job_submitted = usage_job_submitted, .settles_us = usage_settles_us,
    .event = usage_event, .updates_repeat = usage_updates_repeat,
};
