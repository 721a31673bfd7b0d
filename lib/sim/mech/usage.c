/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.c - ticks of the order `usage`: what each pool runs goes into what it has used (U5 of docs/model.md). */
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"

struct list { struct records at; struct sw_usage_claimant *claimant; int64_t *sum; uint32_t cap; };

/* U7: one list of all pools, by a key of its own; else each level by usage over weight (U4). */
static bool is_flat(const struct sw_replay *r)
{
    return r->opt.order.usage_product || r->opt.order.usage_halves;
}

/* Without a row a pool is there from its first submission on, which its record has. */
static bool is_there(const struct list *list, const struct pool *p)
{
    return p->declared || *(bool *)pool_record(p, &list->at);
}

/* U7: by number. */
static void find_keys(struct sw_replay *r, struct list *list, int kind, int64_t tick)
{
    if (r->pools.n > list->cap) {
        list->cap = 2 * r->pools.n;
        list->claimant = xrealloc(list->claimant, list->cap, sizeof *list->claimant);
        list->sum = xrealloc(list->sum, list->cap + (size_t)1, sizeof *list->sum);
    }
    for (const struct pool *p = r->pools.first; p; p = p->next)
        list->claimant[p->number]
            = (struct sw_usage_claimant){ .parent = p->parent ? p->parent->number : SW_USAGE_TOP,
                                          .weight = is_there(list, p) ? p->weight : 0,
                                          .used = sw_usage_at(&r->opt.order, &p->usage[kind], tick) };
    sw_usage_keys(&r->opt.order, list->claimant, r->pools.n, list->sum);
}

/* Pools that are in no queue are given their place when they enter one. */
static void move_pools(struct sw_replay *r, struct list *list, int64_t tick)
{
    for (int kind = 0; kind < 2; kind++) {
        if (is_flat(r))
            find_keys(r, list, kind, tick);
        for (struct pool *p = r->pools.first; p; p = p->next) {
            int64_t usage = !is_flat(r) ? sw_usage_millionths(sw_usage_at(&r->opt.order, &p->usage[kind], tick))
                            : is_there(list, p) ? list->claimant[p->number].key : 0;
            if (usage == p->key_share[kind] && !r->opt.order.usage_of_entry)
                continue;
            p->key_share[kind] = usage;
            pool_keys_place(r, p, kind);
        }
    }
}

/* U5: a tick. What a pool runs now stands for the period that ends. */
static void usage_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    int64_t tick = r->now_us / r->opt.order.update_us;
    for (struct pool *p = r->pools.first; p; p = p->next)
        for (int kind = 0; kind < 2; kind++)
            sw_usage_tick(&r->opt.order, &p->usage[kind], tick, p->running[kind]);
    move_pools(r, own, tick);
    /* U5.2: until something else happens the next ticks are more of the same. */
    ticks_again(r, EV_UPDATE, r->opt.order.update_us);
    ticks_settled(r, INT64_MAX);
}

/* So many more find the same (U5.2). */
static void usage_updates_repeat(struct sw_replay *r, void *own, int64_t n)
{
    move_pools(r, own, r->now_us / r->opt.order.update_us + n);
}

/* A pool that no row names is made as its first job comes, and begins as all did. */
static void usage_job_submitted(struct sw_replay *r, void *own, struct job *job)
{
    int64_t start = sw_usage_millionths(r->opt.order.usage_start);
    *(bool *)pool_record(job->pool, own) = true;
    for (int kind = 0; kind < 2; kind++)
        job->pool->key_share[kind] = max_i64(job->pool->key_share[kind], start);
    ticks_expect(r, EV_UPDATE, r->opt.order.update_us);
}

static void usage_reset(struct sw_replay *r, void *own UNUSED)
{
    int64_t start = sw_usage_millionths(r->opt.order.usage_start);
    for (struct pool *p = r->pools.first; p; p = p->next)
        p->key_share[0] = p->key_share[1] = start;
}

const struct mechanism usage_mechanism = {
    .needs = NEEDS_POOLS, .size = sizeof(struct list), .pool_size = sizeof(bool), .reset = usage_reset,
    .event_kind = EV_UPDATE, .job_submitted = usage_job_submitted, .settles_us = ticks_update_settles_us,
    .event = usage_event, .updates_repeat = usage_updates_repeat,
};
