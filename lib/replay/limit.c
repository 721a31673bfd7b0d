/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limit.c - where a job's stages stand in the lists of order, and what keeps them out: queues by size (O11), parts of the cluster
 * that pools may have (O12), limits of users and jobs (O13).
 *
 * Jobs that share a limit have a holder. When it runs all it may, what waits of them moves to a list of its own that no scan goes
 * through, and back when it runs less: O(log n) for each stage that waits there. Who has no such limit pays nothing. */
#include "lib/replay/replay.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MILLION INT64_C(1000000)

/* ---- lists set aside --------------------------------------------------------------------------- */

/* Marks in these are cleared like all others (D4). */
void set_aside(struct sw_replay *r, struct aside *a, int slot, bool on)
{
    if ((a->place != NONE) == on)
        return;
    if (on) {
        MECHANISMS_TELL(r, saw_limit, slot);
        if (r->aside[slot].n == r->aside[slot].cap) {
            r->aside[slot].cap = 2 * r->aside[slot].cap + 8;
            r->aside[slot].at = xrealloc(r->aside[slot].at, r->aside[slot].cap, sizeof *r->aside[slot].at);
        }
        a->place = r->aside[slot].n;
        r->aside[slot].at[r->aside[slot].n++] = a;
        return;
    }
    struct aside *last = r->aside[slot].at[--r->aside[slot].n];
    r->aside[slot].at[a->place] = last;
    last->place = a->place;
    a->place = NONE;
}

/* H6 (b): a limit holds back no longer who waits in p (NULL: whatever the pool). Those above may. */
void limit_lets_go(struct sw_replay *r, const struct pool *p, int slot)
{
    for (; p; p = p->parent)
        if (p->running[slot] >= p->most[slot])
            return;
    r->call_all = true;
}

/* ---- how much of the cluster ------------------------------------------------------------------- */

static int64_t at_least_one(__int128 slots)
{
    return slots < 1 ? 1 : slots > SW_NO_LIMIT ? SW_NO_LIMIT : (int64_t)slots;
}

/* O12 */
static void resize_pool(const struct sw_replay *r, struct pool *p)
{
    for (int slot = 0; slot < 2 && p->max_capacity >= 0; slot++) {
        int64_t most = at_least_one((__int128)p->max_capacity * (int64_t)r->slots_now[slot] / MILLION);
        if (!p->max_capacity)
            most = 0;
        p->most[slot] = most < p->max[slot] ? most : p->max[slot];
    }
}

/* O13 */
static void resize_holder(const struct sw_replay *r, struct holder *h)
{
    const struct pool *p = h->pool;
    const __int128 one = (__int128)MILLION * MILLION;
    for (int slot = 0; slot < 2; slot++)
        h->most[slot] = p && p->user_limit < 0 ? SW_NO_LIMIT : p ? at_least_one(((__int128)p->user_limit * p->capacity * (int64_t)r->slots_now[slot] + one - 1) / one)
                          : r->opt.order.task_cap;
}

void limits_resize(struct sw_replay *r)
{
    if (!r->opt.order.part->by_capacity)
        return;
    for (struct pool *p = r->pools; p; p = p->next) {
        resize_pool(r, p);
        for (struct holder *h = p->holders; h; h = h->next) {
            resize_holder(r, h);
            holder_place(r, h, 0);
            holder_place(r, h, 1);
        }
    }
    for (struct pool *p = r->pools; p; p = p->next)
        for (int slot = 0; slot < 2 && !p->has_children; slot++)
            pools_place(r, p, slot);
}

/* ---- holders ------------------------------------------------------------------------------------- */

static struct holder *holder_new(struct sw_replay *r, struct pool *pool)
{
    struct holder *h = xcalloc(1, sizeof *h);
    h->pool = pool;
    for (int slot = 0; slot < 2; slot++) {
        sw_list_init(&h->held[slot], &r->store, NULL);
        h->aside[slot] = (struct aside){ &h->held[slot], NONE, NULL, h };
    }
    resize_holder(r, h);
    return h;
}

static struct holder *holder_of_user(struct sw_replay *r, struct pool *pool, const char *user)
{
    size_t len = strlen(user);
    struct holder *h = sw_names_find(&pool->users, user, len);
    if (h)
        return h;
    h = holder_new(r, pool);
    h->user = xcopy(user, len);
    h->next = pool->holders;
    pool->holders = h;
    if (sw_names_add(&pool->users, h->user, len, h))
        abort();
    return h;
}

static void leave_pool(struct holder *h)
{
    struct holder **at = &h->pool->holders;
    while (*at != h)
        at = &(*at)->next;
    *at = h->next;
    sw_names_remove(&h->pool->users, h->user, strlen(h->user));
}

static void holder_free(struct sw_replay *r, struct holder *h)
{
    if (h->pool)
        leave_pool(h);
    for (int slot = 0; slot < 2; slot++) {
        assert(!h->held[slot].n);
        set_aside(r, &h->aside[slot], slot, false);
    }
    free(h->user);
    free(h);
}

/* At some time, or now: a limit may come while its jobs are in. */
static bool limits_users(const struct sw_replay *r, const struct pool *pool)
{
    const struct sw_pool_list *list = pool->number < (r->pools_declared ? r->pools_declared->n : 0) ? r->pools_declared : NULL;
    for (; list; list = list->next)
        if (list->at[pool->number].user_limit >= 0)
            return true;
    return false;
}

static struct holder *holder_for(struct sw_replay *r, struct job *job)
{
    if (r->opt.order.task_cap < SW_UNLIMITED)
        return holder_new(r, NULL);
    if (r->opt.order.part->by_capacity && limits_users(r, job->pool))
        return holder_of_user(r, job->pool, job->user);
    return NULL;
}

/* To the list in which it belongs now. */
static void move(struct sw_item *item, struct sw_list *to)
{
    sw_list_erase(item);
    sw_list_insert(to, item);
}

static bool move_stages(struct sw_replay *r, struct job *job, int slot)
{
    struct sw_list *to = list_of(r, job, slot);
    bool moved = false;
    for (uint32_t s = 0; s < job->n_stages; s++)
        for (int class = PREF; class <= NOPREF; class++)
            if (job->stage[s].slot == slot && job->stage[s].item[class].leaf) {
                move(&job->stage[s].item[class], to);
                moved = true;
            }
    return moved;
}

/* O13: after what it runs, or may, has changed. The caller sees to the pool's place. */
void holder_place(struct sw_replay *r, struct holder *h, int slot)
{
    bool holds = h->running[slot] >= h->most[slot];
    if (holds == h->holds[slot])
        return;
    h->holds[slot] = holds;
    for (struct job *job = h->jobs; job; job = job->next_held)
        if (move_stages(r, job, slot) && !holds)
            limit_lets_go(r, r->opt.order.part->uses_pools ? job->at_pool : NULL, slot);
    set_aside(r, &h->aside[slot], slot, holds);
    r->acc[slot].idle = false;
}

void limits_count(struct job *job, int slot, int64_t running, int64_t demand)
{
    if (job->queue)
        pools_count(job->queue, slot, running, demand);
    if (job->holder)
        job->holder->running[slot] += running;
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

struct sw_list *list_of(struct sw_replay *r, const struct job *job, int slot)
{
    struct sw_list *own = SELDOM(r->mechanisms.has.queue_of) ? r->mechanisms.on.queue_of[0].call(r, r->mechanisms.on.queue_of[0].own, job, slot) : NULL;
    if (own)
        return own;
    if (job->holder && job->holder->holds[slot])
        return &job->holder->held[slot];
    if (job->queue)
        return &job->queue->list[slot];
    return r->opt.order.part->uses_pools ? &job->at_pool->list[slot] : &r->list[slot];
}

void job_join(struct sw_replay *r, struct job *job)
{
    struct holder *h = holder_for(r, job);
    if (r->queue)
        job->queue = &r->queue[sw_mlq_queue(&r->opt.order, (int64_t)job->tasks)];
    job->holder = h;
    job->limited = job->queue || h;
    if (!h)
        return;
    job->next_held = h->jobs;
    if (h->jobs)
        h->jobs->prev_held = job;
    h->jobs = job;
}

void job_leave(struct sw_replay *r, struct job *job)
{
    struct holder *h = job->holder;
    if (!h)
        return;
    if (job->prev_held)
        job->prev_held->next_held = job->next_held;
    else
        h->jobs = job->next_held;
    if (job->next_held)
        job->next_held->prev_held = job->prev_held;
    if (!h->jobs)
        holder_free(r, h);
}

/* ---- queues ---------------------------------------------------------------------------------------- */

void limits_start(struct sw_replay *r)
{
    const struct sw_order_rule *rule = &r->opt.order;
    if (!rule->n_queues)
        return;
    r->queue = xcalloc(rule->n_queues, sizeof *r->queue);
    for (uint32_t k = 0; k < rule->n_queues; k++) {
        pool_init(r, &r->queue[k]);
        r->queue[k].weight = rule->queue_weight[k];
    }
}

void limits_end(struct sw_replay *r)
{
    free(r->queue);
    free(r->aside[0].at);
    free(r->aside[1].at);
}
