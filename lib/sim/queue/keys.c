/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys.c - the counts and keys of jobs and pools in the scheduling queues (section 5 of docs/model.md, J4).
 *
 * Every change of a count goes through keys_count(), which carries it up the pools. Stages enter and leave through
 * keys_enqueue() and keys_dequeue(). Keys are updated here and nowhere else, so the queues are always in order. */
#include "lib/sim/queue/queue.h"
#include "lib/sim/locality/locality.h"
#include <math.h>

/* ---- pools ----------------------------------------------------------------------------------- */

/* ---- counts ---------------------------------------------------------------------------------- */

/* Apart, so that counts that are not told are made in line: 0.98 of the instructions of a replay. */
static __attribute__((noinline)) void tell(struct sw_replay *r, struct job *job, int kind, int64_t change)
{
    if (r->pools.shares && change != 0)
        shares_note(r, job, kind, change);
    MECHANISMS_TELL(r, counted, job, kind);
}

static inline void count(struct sw_replay *r, struct job *job, int kind, int64_t running, int64_t unlaunched)
{
    job->running[kind] += (int32_t)running;
    job->unlaunched[kind] += (int32_t)unlaunched;
    r->queues.runnable[kind] += running + unlaunched;
    if (r->pools.counted)
        pool_keys_add(job->at_pool, kind, running, running + unlaunched);
    if (unlikely(r->pools.counts_told))
        tell(r, job, kind, running + unlaunched);
    if (unlikely(job->limited))
        limits_count(job, kind, running, running + unlaunched);
}

void keys_count(struct sw_replay *r, struct job *job, int kind, int64_t running, int64_t unlaunched)
{
    count(r, job, kind, running, unlaunched);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static bool by_fifo(const struct sw_replay *r, const struct job *job)
{
    return r->opt.order.policy->uses_pools && job->at_pool->fifo;
}

/* O5.1 */
static int64_t size_weight(int64_t weight, int64_t demand)
{
    return max_i64((int64_t)floor((double)weight * log2(1 + (double)demand) + 0.5), 1);
}

static inline struct sw_job_view job_view(const struct sw_replay *r, const struct job *job, int kind)
{
    struct sw_job_view view = {
        .running = job->running[kind], .demand = job->running[kind] + job->unlaunched[kind],
        .tasks = (int64_t)job_tasks(job), .tasks_left = (int64_t)(job_tasks(job) - job->tasks_done),
        .weight = job->weight, .priority = job->priority,
    };
    if (unlikely(r->queues.keeps_shares)) {
        const struct job_shares *shares = job_shares(job);
        view.share = shares->key_share[kind];
        view.deficit = shares->deficit[kind].deficit - r->queues.deficits_from[kind];
        view.min = shares->deficit[kind].min;
    }
    if (unlikely(r->opt.order.policy->by_request))
        view.asks = job->asks;
    if (unlikely(r->opt.size_weight))
        view.weight = size_weight(view.weight, view.demand);
    return view;
}

struct sw_job_view keys_job_view(const struct sw_replay *r, const struct job *job, int kind)
{
    return job_view(r, job, kind);
}

static void job_key(const struct sw_replay *r, const struct job *job, int kind, struct sw_key *key)
{
    const struct sw_job_view view = job_view(r, job, kind);
    if (by_fifo(r, job))
        sw_key_fifo(&view, key);
    else
        r->opt.order.policy->job_key(&view, key);
    key->tie_us = job->submit_us;
}

/* Within a job, stages are in the order of their numbers (O1: the maps of MapReduce are stage 0). Within a stage, tasks
 * without preference come first (L2). */
static void key_of_entry(struct sw_key *key, const struct stage *st, int class)
{
    key->tie = stage_serial(st) << 1 | (class == PREF);
}

static void above_place_others(struct sw_replay *r, struct job *job, int kind)
{
    if (job_mlq(job))
        pool_keys_place(r, job_mlq(job), kind);
}

static void above_place(struct sw_replay *r, struct job *job, int kind)
{
    if (r->opt.order.policy->uses_pools)
        pool_keys_place_up(r, job->at_pool, kind);
    else
        above_place_others(r, job, kind);
}

/* A stage came or left, and no counts have changed. */
static inline void above_follow(struct sw_replay *r, struct job *job, int kind)
{
    if (r->opt.order.policy->uses_pools)
        pool_keys_follow_up(r, job->at_pool, kind);
    else
        above_place_others(r, job, kind);
}

static __attribute__((noinline)) void entry_rekey(const struct sw_replay *r, struct stage *st, int class)
{
    struct sw_key key;
    job_key(r, st->job, st->slot_kind, &key);
    key_of_entry(&key, st, class);
    sw_queue_move(&st->entry[class], &key);
}

/* Where a key's only change is the running count, only that is updated. */
static inline void entry_follow(const struct sw_replay *r, struct stage *st, int class, int64_t running)
{
    if (!st->n_unlaunched[class] || !st->entry[class].leaf) /* the count first: the entry is far away */
        return;
    if (r->opt.order.policy->num_is_running)
        sw_queue_move_num(&st->entry[class], running);
    else
        entry_rekey(r, st, class);
}

/* The one entry of a job's many stages: it is in the queue above while some wait. */
static __attribute__((noinline)) void own_place(struct sw_replay *r, struct job *job, int kind)
{
    struct sw_queue_entry *entry = &job->own->entry[kind];
    struct sw_key key;
    if (!job->own->queue[kind].n) {
        if (entry->leaf)
            sw_queue_erase(entry);
        return;
    }
    job_key(r, job, kind, &key);
    sw_queue_earliest(&job->own->queue[kind], &key.tie_us, &key.tie);
    if (entry->leaf) {
        sw_queue_move(entry, &key);
        return;
    }
    sw_queue_insert(limits_queue_of(r, job, kind), entry, &key, NULL);
}

static inline void stages_follow(struct sw_replay *r, struct job *job, int kind)
{
    if (unlikely(job->at_pool->fifo) && by_fifo(r, job) && r->opt.order.policy->num_is_running)
        return;
    if (unlikely(job->has_queue)) {
        own_place(r, job, kind);
        return;
    }
    for (struct stage *st = job->queued_stages[kind]; st; st = st->next_queued_stage) {
        entry_follow(r, st, PREF, job->running[kind]);
        entry_follow(r, st, NOPREF, job->running[kind]);
    }
}

/* The job's running tasks have changed. Its stages may have to move, and so may the pools above. */
void keys_recount(struct sw_replay *r, struct job *job, int kind, int64_t running, int64_t unlaunched)
{
    count(r, job, kind, running, unlaunched);
    if (unlikely(!r->opt.order.policy->follows_running))
        return;
    stages_follow(r, job, kind);
    if (unlikely(job->limited || !r->opt.order.policy->uses_pools)) {
        if (job_group(job))
            limits_place_group(r, job_group(job), kind); /* which may change what waits */
        above_place(r, job, kind);
        return;
    }
    struct pool *p = job->at_pool;
    while (p && pool_keys_move(r, p, kind))
        p = p->parent;
    pool_keys_place_up(r, p, kind);
}

void keys_rekey(struct sw_replay *r, struct job *job, int kind)
{
    keys_recount(r, job, kind, 0, 0);
}

/* Stages have just been enqueued, which placed them and their pools by the counts of now. Where keys follow the running
 * tasks alone, and no pool has a minimum, there is nothing left to update. */
void keys_entered(struct sw_replay *r, struct job *job, int kind)
{
    bool more = job->limited || job->has_queue || !r->opt.order.policy->num_is_running;
    for (const struct pool *p = job->at_pool; p; p = p->parent)
        more |= p->min[kind] > 0;
    if (more)
        keys_rekey(r, job, kind);
}

void keys_reweigh(struct sw_replay *r, struct job *job, int kind)
{
    shares_changed(r, job, kind);
    keys_rekey(r, job, kind);
}

/* Something else in its key than counts has changed. */
void keys_follow(struct sw_replay *r, struct job *job, int kind)
{
    stages_follow(r, job, kind);
}

void keys_enqueue(struct sw_replay *r, struct stage *st, int class)
{
    struct sw_queue_entry *entry = &st->entry[class];
    struct job *job = st->job;
    struct sw_location_filter location;
    const struct sw_location_filter *at = class == PREF && stage_data_location(r, st, &location) ? &location : NULL;
    struct sw_key key = { .den = 1, .tie_us = job->submit_us };
    if (!job->has_queue)
        job_key(r, job, st->slot_kind, &key);
    key_of_entry(&key, st, class);
    if (!st->entry[!class].leaf) {
        st->prev_queued_stage = NULL;
        st->next_queued_stage = job->queued_stages[st->slot_kind];
        if (st->next_queued_stage)
            st->next_queued_stage->prev_queued_stage = st;
        job->queued_stages[st->slot_kind] = st;
    }
    if (unlikely(job->has_queue)) {
        sw_queue_insert(&job->own->queue[st->slot_kind], entry, &key, at);
        own_place(r, job, st->slot_kind);
    } else {
        sw_queue_insert(limits_queue_of(r, job, st->slot_kind), entry, &key, at);
    }
    r->queues.n_waiting[st->slot_kind]++;
    r->queues.n_nopref[st->slot_kind] += class == NOPREF;
    r->queues.clock[st->slot_kind].idle = false;
    MECHANISMS_TELL(r, stage, st, STAGE_QUEUED, class);
    OBSERVERS_SEE(r, SAW_STAGE_QUEUED, .stage = st);
    above_follow(r, job, st->slot_kind);
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
    if (unlikely(st->job->has_queue))
        own_place(r, st->job, st->slot_kind);
    if (!st->entry[!class].leaf)
        leave_queued(st);
    MECHANISMS_TELL(r, stage, st, STAGE_UNQUEUED, class);
    r->queues.n_waiting[st->slot_kind]--;
    r->queues.n_nopref[st->slot_kind] -= class == NOPREF;
    above_follow(r, st->job, st->slot_kind);
}
