/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys.c - jobs and pools as the lists of order see them: their counts and keys (section 5, J4).
 *
 * Whatever changes a count calls job_count(), which carries it up the pools; whatever changes who is waiting
 * enters or leaves through stage_list_item() and stage_unlist_item(). Keys are brought up to date there and
 * nowhere else, so that the lists are always in order. */
#include "lib/sim/queue/pool_keys.h"
#include "lib/sim/queue/queue.h"
#include <assert.h>

/* ---- pools ----------------------------------------------------------------------------------- */

/* ---- counts ---------------------------------------------------------------------------------- */

static inline void count(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched)
{
    job->running[slot] += running;
    job->unlaunched[slot] += unlaunched;
    r->runnable[slot] += running + unlaunched;
    if (r->counts_pools)
        count_pools(job->at_pool, slot, running, running + unlaunched);
    if (SELDOM(job->limited))
        limits_count(job, slot, running, running + unlaunched);
}

void job_count(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched)
{
    count(r, job, slot, running, unlaunched);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static bool by_fifo(const struct sw_replay *r, const struct job *job)
{
    return r->opt.order.part->uses_pools && job->at_pool->fifo;
}

static void job_key(const struct sw_replay *r, const struct job *job, int slot, struct sw_key *key)
{
    struct sw_job_view view = {
        .running = job->running[slot], .demand = job->running[slot] + job->unlaunched[slot],
        .tasks = (int64_t)job->tasks, .tasks_left = (int64_t)(job->tasks - job->tasks_done),
        .weight = job->weight, .priority = job->priority, .share = job->key_share[slot],
        .deficit = job->due[slot].deficit, .min = job->due[slot].min,
    };
    if (by_fifo(r, job))
        sw_key_fifo(&view, key);
    else
        r->opt.order.part->job_key(&view, key);
    key->tie_us = job->submit_us;
}

/* Within a job its stages by number (O1: the maps of MapReduce are its stage 0); the tasks of a stage without preference before those with one (L2). */
static void key_of_item(struct sw_key *key, const struct stage *st, int class)
{
    key->tie = st->job->place << 20 | (uint64_t)st->number << 1 | (class == PREF);
}

static void above_place(struct sw_replay *r, struct job *job, int slot)
{
    if (r->opt.order.part->uses_pools)
        pools_place(r, job->at_pool, slot);
    else if (SELDOM(r->mechanisms.has.queue_changed) && MECHANISMS_ANY(r, queue_changed, job, slot))
        return;
    else if (job->queue)
        pool_place(r, job->queue, slot);
}

static __attribute__((noinline)) void item_rekey(const struct sw_replay *r, struct stage *st, int class)
{
    struct sw_key key;
    job_key(r, st->job, st->slot, &key);
    key_of_item(&key, st, class);
    sw_list_move(&st->item[class], &key);
}

/* Where running tasks are all that moves in a key, nothing else is made anew. */
static inline void item_follow(const struct sw_replay *r, struct stage *st, int class, int64_t running)
{
    if (!st->n_unlaunched[class] || !st->item[class].leaf) /* where nothing is left the item is far */
        return;
    if (r->opt.order.part->num_is_running)
        sw_list_move_num(&st->item[class], running);
    else
        item_rekey(r, st, class);
}

static inline void stages_follow(const struct sw_replay *r, const struct job *job, int slot)
{
    if (SELDOM(job->at_pool->fifo) && by_fifo(r, job) && r->opt.order.part->num_is_running)
        return;
    for (struct stage *st = job->listed[slot]; st; st = st->next_listed) {
        item_follow(r, st, PREF, job->running[slot]);
        item_follow(r, st, NOPREF, job->running[slot]);
    }
}

/* The job's running tasks changed: its stages may have to move, and so may the pools above. */
void job_recount(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched)
{
    count(r, job, slot, running, unlaunched);
    if (SELDOM(!r->opt.order.part->follows_running))
        return;
    stages_follow(r, job, slot);
    if (SELDOM(job->limited || !r->opt.order.part->uses_pools)) {
        if (job->holder)
            holder_place(r, job->holder, slot); /* which may change who waits */
        above_place(r, job, slot);
        return;
    }
    struct pool *p = job->at_pool;
    while (p && place_again(r, p, slot))
        p = p->parent;
    pools_place(r, p, slot);
}

void job_rekey(struct sw_replay *r, struct job *job, int slot)
{
    job_recount(r, job, slot, 0, 0);
}

void jobs_rekey(struct sw_replay *r, int slot)
{
    for (struct job *job = r->first_job; job; job = job->next)
        if (job->admitted)
            job_rekey(r, job, slot);
}

void stage_list_item(struct sw_replay *r, struct stage *st, int class)
{
    struct sw_item *item = &st->item[class];
    struct job *job = st->job;
    job_key(r, job, st->slot, &item->key);
    key_of_item(&item->key, st, class);
    if (!st->item[!class].leaf) {
        st->next_listed = job->listed[st->slot];
        job->listed[st->slot] = st;
    }
    sw_list_insert(list_of(r, job, st->slot), item);
    r->n_waiting[st->slot]++;
    r->n_nopref[st->slot] += class == NOPREF;
    r->acc[st->slot].idle = false;
    MECHANISMS_TELL(r, saw_limit, st->slot);
    above_place(r, job, st->slot);
}

static void leave_listed(struct stage *st)
{
    struct stage **at = &st->job->listed[st->slot];
    while (*at != st)
        at = &(*at)->next_listed;
    *at = st->next_listed;
}

void stage_unlist_item(struct sw_replay *r, struct stage *st, int class)
{
    sw_list_erase(&st->item[class]);
    if (!st->item[!class].leaf)
        leave_listed(st);
    r->n_waiting[st->slot]--;
    r->n_nopref[st->slot] -= class == NOPREF;
    above_place(r, st->job, st->slot);
}
