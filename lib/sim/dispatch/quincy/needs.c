/* SPDX-License-Identifier: GPL-3.0-or-later */
/* needs.c - under share=fair: the waiting job that is farthest below its share (rule Q4).
 *
 * The jobs of a pool that have tasks waiting are a heap by their gap, share less running. A launch and an end change
 * one gap. Shares change a pool at a time (shares_divided()). Which pool has the neediest job is asked of all pools,
 * as their limits decide who takes part. To compare all jobs at each decision took 12 times the instructions of hfs
 * with a thousand waiting.
 *
 * Invariant: the heaps have each job that has tasks waiting. Its gap is by its count of now, and after needs_refresh()
 * by its share of now. The debug build walks the queue to compare (wants.c). */
#include "lib/base/arena.h"
#include "lib/sim/dispatch/quincy/quincy.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"
#include <math.h>

struct need { int64_t gap; struct job *job; };
struct needs_of_pool { struct need *at; size_t cap; uint32_t n; uint64_t divided; };

/* 1 + its place; 0: it is not there. */
static uint32_t *place_in_heap(const struct global *g, const struct job *job, int kind)
{
    struct quincy_job *of = job_record(job, &g->at);
    return &of->need[kind];
}

/* Q4.1: share less running, in millionths of a slot. */
int64_t needs_gap(const struct job *job, int kind)
{
    return llround(job_shares(job)->share[kind] * 1e6) - INT64_C(1000000) * job->running[kind];
}

/* ---- a heap ---------------------------------------------------------------------------------------- */

/* Q4.1, Q4.2: the larger gap, ties in fifo order. */
static bool is_needier(const struct need *a, const struct need *b)
{
    return a->gap != b->gap ? a->gap > b->gap : order_fifo_before(a->job, b->job);
}

/* The job knows its place. */
static void put_need(const struct global *g, struct needs_of_pool *h, int kind, uint32_t i, struct need x)
{
    h->at[i] = x;
    *place_in_heap(g, x.job, kind) = 1 + i;
}

/* Where x belongs between i and the top. */
static uint32_t rise_need(const struct global *g, struct needs_of_pool *h, int kind, uint32_t i, struct need x)
{
    for (; i > 0 && is_needier(&x, &h->at[(i - 1) / 2]); i = (i - 1) / 2)
        put_need(g, h, kind, i, h->at[(i - 1) / 2]);
    return i;
}

/* From i down to where x belongs. */
static void sink(const struct global *g, struct needs_of_pool *h, int kind, uint32_t i, struct need x)
{
    for (uint32_t child; (child = 2 * i + 1) < h->n; i = child) {
        child += child + 1 < h->n && is_needier(&h->at[child + 1], &h->at[child]);
        if (!is_needier(&h->at[child], &x))
            break;
        put_need(g, h, kind, i, h->at[child]);
    }
    put_need(g, h, kind, i, x);
}

/* Another need stands at this place, or the same with another gap. */
static void set_need(const struct global *g, struct needs_of_pool *h, int kind, uint32_t i, struct need x)
{
    sink(g, h, kind, rise_need(g, h, kind, i, x), x);
}

/* The last takes its place. */
static void drop_need(const struct global *g, struct needs_of_pool *h, int kind, uint32_t i)
{
    struct need last = h->at[--h->n];
    *place_in_heap(g, h->at[i].job, kind) = 0;
    if (i < h->n)
        set_need(g, h, kind, i, last);
}

/* ---- of each pool ----------------------------------------------------------------------------------- */

/* Pools are made as jobs come. */
static struct needs_of_pool *heap_of(struct global *g, const struct pool *p, int kind)
{
    struct needs *all = &g->needs[kind];
    REACH(all->of_pool, p->number, all->n_pools);
    return &all->of_pool[p->number];
}

/* The job enters or leaves the heap of its pool, or has another gap there. */
void needs_follow(struct sw_replay *r UNUSED, void *own, struct job *job, int kind)
{
    struct global *g = own;
    struct needs_of_pool *h = heap_of(g, job->pool, kind);
    uint32_t place = *place_in_heap(g, job, kind);
    bool waits = job->unlaunched[kind] > 0;
    if (!waits && !place)
        return;
    g->needs[kind].n_jobs += (uint64_t)waits - (place > 0);
    if (!waits) {
        drop_need(g, h, kind, place - 1);
        return;
    }
    if (!place) {
        RESERVE(h->at, h->n + 1, h->cap);
        place = ++h->n;
    }
    set_need(g, h, kind, place - 1, (struct need){ needs_gap(job, kind), job });
}

/* Only pools whose shares were divided again have other gaps: their heaps are made again. */
void needs_refresh(struct sw_replay *r, struct global *g)
{
    struct needs *all = &g->needs[g->kind];
    if (all->n_jobs < 2)
        return; /* one job alone gets all that it can use */
    uint64_t shares = shares_refresh(r, g->kind);
    if (shares == all->shares)
        return;
    all->shares = shares;
    for (const struct pool *p = r->pools.first; p; p = p->next) {
        struct needs_of_pool *h = heap_of(g, p, g->kind);
        uint64_t divided = shares_divided(r, p, g->kind);
        if (h->divided != divided) {
            for (uint32_t i = 0; i < h->n; i++)
                h->at[i].gap = needs_gap(h->at[i].job, g->kind);
            for (uint32_t i = h->n / 2; i-- > 0;)
                sink(g, h, g->kind, i, h->at[i]);
        }
        h->divided = divided;
    }
}

/* Q4.2: neither it nor a pool above it is at its maximum, with what has been handed out. */
bool needs_have_room(const struct pool *p, int kind)
{
    for (; p; p = p->parent)
        if (p->running[kind] + p->handed >= p->max[kind])
            return false;
    return true;
}

/* Q4.1: the neediest of all pools that have room. */
struct job *needs_first(const struct sw_replay *r, const struct global *g)
{
    const struct needs *all = &g->needs[g->kind];
    const struct need *best = NULL;
    for (const struct pool *p = r->pools.first; p; p = p->next) {
        const struct needs_of_pool *h = p->number < all->n_pools ? &all->of_pool[p->number] : NULL;
        if (h && h->n && (!best || is_needier(h->at, best)) && needs_have_room(p, g->kind))
            best = h->at;
    }
    return best ? best->job : NULL;
}

/* A slot is a million less gap. */
void needs_hand(struct global *g, struct job *job, bool all)
{
    struct needs_of_pool *h = heap_of(g, job->pool, g->kind);
    struct need x = { h->at[0].gap - 1000000, job };
    g->needs[g->kind].n_jobs -= all;
    if (all)
        drop_need(g, h, g->kind, 0);
    else
        set_need(g, h, g->kind, 0, x);
}
