/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys.c - jobs and pools as the scheduling queues see them: their counts and keys (section 5, J4).
 *
 * Whatever changes a count calls keys_count(), which carries it up the pools; whatever changes who is waiting
 * enters or leaves through keys_enqueue() and keys_dequeue(). Keys are brought up to date there and
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
    r->queues.runnable[slot] += running + unlaunched;
    if (r->pools.counted)
        pool_keys_add(job->at_pool, slot, running, running + unlaunched);
    if (unlikely(job->limited))
        limits_count(job, slot, running, running + unlaunched);
}

void keys_count(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched)
{
    count(r, job, slot, running, unlaunched);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static bool by_fifo(const struct sw_replay *r, const struct job *job)
{
    return r->opt.order.policy->uses_pools && job->at_pool->fifo;
}

static void job_key(const struct sw_replay *r, const struct job *job, int slot, struct sw_key *key)
{
    struct sw_job_view view = {
        .running = job->running[slot], .demand = job->running[slot] + job->unlaunched[slot],
        .tasks = (int64_t)job->tasks, .tasks_left = (int64_t)(job->tasks - job->tasks_done),
        .weight = job->weight, .priority = job->priority, .share = job->key_share[slot],
        .deficit = job->due[slot].deficit - r->queues.deficits_from[slot], .min = job->due[slot].min,
    };
    if (by_fifo(r, job))
        sw_key_fifo(&view, key);
    else
        r->opt.order.policy->job_key(&view, key);
    key->tie_us = job->submit_us;
}

/* Within a job its stages by number (O1: the maps of MapReduce are its stage 0); the tasks of a stage without
 * preference before those with one (L2). */
static void key_of_entry(struct sw_key *key, const struct stage *st, int class)
{
    key->tie = stage_serial(st) << 1 | (class == PREF);
}

static void above_place(struct sw_replay *r, struct job *job, int slot)
{
    if (r->opt.order.policy->uses_pools)
        pool_keys_place_up(r, job->at_pool, slot);
    else if (unlikely(r->mechanisms.has.queue_changed) && MECHANISMS_ANY(r, queue_changed, job, slot))
        return;
    else if (job->mlq)
        pool_keys_place(r, job->mlq, slot);
}

static __attribute__((noinline)) void entry_rekey(const struct sw_replay *r, struct stage *st, int class)
{
    struct sw_key key;
    job_key(r, st->job, st->slot_kind, &key);
    key_of_entry(&key, st, class);
    sw_queue_move(&st->entry[class], &key);
}

/* Where running tasks are all that moves in a key, nothing else is made again. */
static inline void entry_follow(const struct sw_replay *r, struct stage *st, int class, int64_t running)
{
    if (!st->n_unlaunched[class] || !st->entry[class].leaf) /* where nothing is left the item is far */
        return;
    if (r->opt.order.policy->num_is_running)
        sw_queue_move_num(&st->entry[class], running);
    else
        entry_rekey(r, st, class);
}

static inline void stages_follow(const struct sw_replay *r, const struct job *job, int slot)
{
    if (unlikely(job->at_pool->fifo) && by_fifo(r, job) && r->opt.order.policy->num_is_running)
        return;
    for (struct stage *st = job->queued_stages[slot]; st; st = st->next_queued_stage) {
        entry_follow(r, st, PREF, job->running[slot]);
        entry_follow(r, st, NOPREF, job->running[slot]);
    }
}

/* The job's running tasks changed: its stages may have to move, and so may the pools above. */
void keys_recount(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched)
{
    count(r, job, slot, running, unlaunched);
    if (unlikely(!r->opt.order.policy->follows_running))
        return;
    stages_follow(r, job, slot);
    if (unlikely(job->limited || !r->opt.order.policy->uses_pools)) {
        if (job->group)
            limits_place_group(r, job->group, slot); /* which may change who waits */
        above_place(r, job, slot);
        return;
    }
    struct pool *p = job->at_pool;
    while (p && pool_keys_move(r, p, slot))
        p = p->parent;
    pool_keys_place_up(r, p, slot);
}

void keys_rekey(struct sw_replay *r, struct job *job, int slot)
{
    keys_recount(r, job, slot, 0, 0);
}

/* Something else in its key than counts has changed. */
void keys_follow(struct sw_replay *r, struct job *job, int slot)
{
    stages_follow(r, job, slot);
}

void keys_enqueue(struct sw_replay *r, struct stage *st, int class)
{
    struct sw_queue_entry *entry = &st->entry[class];
    struct job *job = st->job;
    job_key(r, job, st->slot_kind, &entry->key);
    key_of_entry(&entry->key, st, class);
    if (!st->entry[!class].leaf) {
        st->prev_queued_stage = NULL;
        st->next_queued_stage = job->queued_stages[st->slot_kind];
        if (st->next_queued_stage)
            st->next_queued_stage->prev_queued_stage = st;
        job->queued_stages[st->slot_kind] = st;
    }
    sw_queue_insert(limits_queue_of(r, job, st->slot_kind), entry);
    r->queues.n_waiting[st->slot_kind]++;
    r->queues.n_nopref[st->slot_kind] += class == NOPREF;
    r->queues.clock[st->slot_kind].idle = false;
    MECHANISMS_TELL(r, saw_limit, st->slot_kind);
    above_place(r, job, st->slot_kind);
}

static void leave_queued(struct stage *st)
{
    if (st->prev_queued_stage)
        st->prev_queued_stage->next_queued_stage = st->next_queued_stage;
    else
        st->job->queued_stages[st->slot_kind] = st->next_queued_stage;
    if (st->next_queued_stage)
        st->next_queued_stage->prev_queued_stage = st->prev_queued_stage;
}

void keys_dequeue(struct sw_replay *r, struct stage *st, int class)
{
    sw_queue_erase(&st->entry[class]);
    if (!st->entry[!class].leaf)
        leave_queued(st);
    r->queues.n_waiting[st->slot_kind]--;
    r->queues.n_nopref[st->slot_kind] -= class == NOPREF;
    above_place(r, st->job, st->slot_kind);
}
