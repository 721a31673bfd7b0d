/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pools.c - makes pools, finds them by name, gives them the settings of the pools file, and frees them. pool_keys.c
 * puts them into the scheduling queue. */
#include "lib/base/arena.h"
#include "lib/base/minmax.h"
#include "lib/sim/queue/queue.h"
#include <stdlib.h>
#include <string.h>

void pool_init(struct sw_replay *r, struct pool *p)
{
    p->weight = SW_WEIGHT_ONE;
    p->max[0] = p->max[1] = p->most[0] = p->most[1] = p->max_jobs = SW_NO_LIMIT;
    p->lending = p->borrowing = SW_NO_LIMIT;
    p->max_capacity = p->user_limit = p->min_user_limit = p->am_share = p->cap = -1;
    p->wait_node_us = p->wait_rack_us = p->min_timeout_us = p->fair_timeout_us = -1;
    for (int kind = 0; kind < 2; kind++) {
        p->at_min_us[kind] = p->at_fair_us[kind] = r->now_us;
        p->entry[kind] = (struct sw_queue_entry){ .inner = &p->queue[kind], .of = p };
        sw_queue_init(&p->queue[kind], &r->queues.tnodes, &p->entry[kind]);
        p->blocked[kind] = (struct blocked){ &p->queue[kind], NONE, p, NULL };
    }
}

struct pool *pool_make(struct sw_replay *r, char *name)
{
    struct pool *p = xcalloc(1, sizeof *p + r->mechanisms.pool_size);
    pool_init(r, p);
    p->name = name;
    p->known_us = r->now_us;
    if (r->pools.n == r->pools.busy.n) {
        bits_grow(&r->pools.busy, 2 * r->pools.n + 64);
        r->pools.at = xrealloc(r->pools.at, r->pools.busy.n, sizeof *r->pools.at);
    }
    p->number = r->pools.n++;
    r->pools.at[p->number] = p;
    p->fifo = r->pools.fifo;
    if (r->pools.last)
        r->pools.last->next = p;
    else
        r->pools.first = p;
    r->pools.last = p;
    return p;
}

/* ---- by name ------------------------------------------------------------------------------------- */

#define RANKS_APART (UINT64_C(1) << 32)

static void rank_all(struct sw_replay *r)
{
    for (uint32_t i = 0; i < r->pools.n_in_order; i++)
        r->pools.in_order[i]->name_rank = (i + 1) * RANKS_APART;
    for (uint32_t i = 0; i < r->pools.n_in_order; i++)
        for (int kind = 0; kind < 2; kind++)
            if (r->pools.in_order[i]->entry[kind].leaf)
                pool_keys_place(r, r->pools.in_order[i], kind);
}

/* A rank between those of its neighbours. Where there is none left, all get new ones. */
static void rank_by_name(struct sw_replay *r, struct pool *p)
{
    struct pools *ps = &r->pools;
    uint32_t low = 0, high = ps->n_in_order;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (strcmp(ps->in_order[mid]->name, p->name) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    if (ps->n_in_order == ps->cap_in_order) {
        ps->cap_in_order = 2 * ps->cap_in_order + 8;
        ps->in_order = xrealloc(ps->in_order, ps->cap_in_order, sizeof *ps->in_order);
    }
    memmove(ps->in_order + low + 1, ps->in_order + low, (ps->n_in_order++ - low) * sizeof *ps->in_order);
    ps->in_order[low] = p;
    uint64_t before = low ? ps->in_order[low - 1]->name_rank : 0;
    uint64_t behind = low + 1 < ps->n_in_order ? ps->in_order[low + 1]->name_rank : before + 2 * RANKS_APART;
    p->name_rank = before + (behind - before) / 2;
    if (p->name_rank == before)
        rank_all(r);
}

static struct pool *pool_new(struct sw_replay *r, char *name)
{
    struct pool *p = pool_make(r, name);
    rank_by_name(r, p);
    p->fifo &= !(r->pools.fair_default && !strcmp(name, "default"));
    xnames_add(&r->pools.by_name, p->name, strlen(p->name), p);
    return p;
}

static bool is_named(const struct pool *p, struct sw_text name)
{
    return !memcmp(p->name, name.at, name.len) && !p->name[name.len];
}

/* Mostly it is the one asked for before, which is known without a hash. */
struct pool *pool_get(struct sw_replay *r, struct sw_text name)
{
    if (!name.len)
        name = (struct sw_text){ "default", 7 };
    struct pool *p = r->pools.found;
    if (p && strlen(p->name) >= name.len && is_named(p, name))
        return p;
    p = sw_names_find(&r->pools.by_name, name.at, name.len);
    return r->pools.found = p ? p : pool_new(r, xcopy(name.at, name.len));
}

/* X4 */
static void declare_quota(struct pool *p, const struct sw_pool_spec *spec)
{
    memcpy(p->min, spec->quota, sizeof p->min);
    p->priority = spec->priority;
    p->lending = spec->lending;
    p->borrowing = spec->borrowing;
    for (int kind = 0; kind < 2; kind++)
        p->max[kind] = min_i64(spec->limit[kind], min_i64(spec->quota[kind] + spec->borrowing, SW_NO_LIMIT));
}

void pool_declare(const struct sw_replay *r, struct pool *p, const struct sw_pool_spec *spec)
{
    p->declared = true;
    p->fifo = spec->fifo || (p->fifo && !spec->fair);
    p->weight = spec->weight;
    p->capacity = spec->capacity;
    p->max_capacity = spec->max_capacity;
    p->cap = spec->cap;
    p->user_limit = spec->user_limit;
    p->min_user_limit = spec->min_user_limit;
    p->am_share = spec->am_share;
    memcpy(p->min, spec->min, sizeof p->min);
    memcpy(p->max, spec->max, sizeof p->max);
    if (r->opt.order.policy->by_quota)
        declare_quota(p, spec);
    for (int kind = 0; kind < 2; kind++)
        p->most[kind] = p->held[kind] ? 0 : p->max[kind];
    p->max_jobs = spec->max_jobs;
    p->nodes = spec->nodes;
    p->wait_node_us = spec->wait_node_us;
    p->wait_rack_us = spec->wait_rack_us;
    p->min_timeout_us = spec->min_timeout_us;
    p->fair_timeout_us = spec->fair_timeout_us;
}

int pools_start(struct sw_replay *r, const struct sw_pool_list *declared)
{
    struct pool **made = declared ? xcalloc(declared->n + 1, sizeof *made) : NULL;
    for (uint32_t i = 0; declared && i < declared->n; i++) {
        const char *name = declared->at[i].name;
        made[i] = pool_get(r, (struct sw_text){ name, strlen(name) });
        pool_declare(r, made[i], &declared->at[i]);
    }
    for (uint32_t i = 0; declared && i < declared->n; i++) {
        if (declared->at[i].parent == SW_NO_POOL)
            continue;
        made[i]->parent = made[declared->at[i].parent];
        made[i]->parent->has_children = true;
        made[i]->sibling = made[i]->parent->first_child;
        made[i]->parent->first_child = made[i];
    }
    xfree(made);
    return SW_OK;
}

void pools_reset(struct sw_replay *r)
{
    shares_forget(r);
    for (struct pool *p = r->pools.first; p; p = p->next) {
        memset(p + 1, 0, r->mechanisms.pool_size);
        p->starved[0] = p->starved[1] = false;
        p->n_ordered[0] = p->n_ordered[1] = p->n_ordered_for[0] = p->n_ordered_for[1] = 0;
        /* What mechanisms keep here: suspended tasks (K7), and what their updates and ticks made of keys. */
        for (int kind = 0; kind < 2; kind++) {
            p->n_suspended[kind] = p->allocated[kind] = p->known_demand[kind] = p->key_share[kind] = 0;
            p->usage[kind] = (struct sw_usage){ 0 };
            p->used[kind] = 0;
            p->most[kind] = p->held[kind] ? p->max[kind] : p->most[kind];
            p->held[kind] = false;
        }
        if (r->pools.declared && p->number < r->pools.declared->n)
            p->known_us = r->pools.declared->at[p->number].first_us;
    }
}
