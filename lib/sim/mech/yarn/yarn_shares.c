/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yarn_shares.c - shares as YARN's Fair Scheduler knows them (Y13.1 of docs/model.md), for who reserves nodes and for
 * application masters. They are made again when jobs, nodes or pools have changed, and are those of the last update
 * where there are updates. */
#include "lib/sim/mech/yarn/yarn_shares.h"
#include "lib/base/arena.h"
#include "lib/base/grow.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"

/* A job that shares its pool: one that has ended does while its last attempts are not heard of, and then in that
 * heartbeat (Y16.4). `job` is not read. */
struct sharer { const struct job *job; struct pool *pool; double weight; int64_t submit_us, until_us; uint64_t place; };
struct in_pool { double weights; struct sharer first; }; /* first.job NULL: none */
struct yarn_shares {
    struct in_pool *pool;    /* by its number */
    const struct sw_pool_list *pools; /* that shares are of */
    bool stale;              /* shares are those of other jobs or nodes */
    int64_t until_us;        /* they hold up to then */
    struct sharer *ended;
    size_t n_ended, cap_ended;
};

extern const struct mechanism yarn_shares_mechanism;

/* The job as it shares its pool. What is needed of it when it is gone is copied. */
static struct sharer sharer_of(const struct job *job)
{
    return (struct sharer){ job, job->pool, order_job_weight(job), job->submit_us, INT64_MAX, job->place };
}

static bool came_before(const struct sharer *a, const struct sharer *b)
{
    return a->submit_us != b->submit_us ? a->submit_us < b->submit_us : a->place < b->place;
}

/* Its weight in its pool, and whether it is the first there. */
static void add_sharer(struct yarn_shares *k, struct sharer s)
{
    struct in_pool *in = &k->pool[s.pool->number];
    s.pool->tasks_owed = 1; /* it counts */
    in->weights += s.weight;
    if (!in->first.job || came_before(&s, &in->first))
        in->first = s;
}

/* Y16.4: jobs that have ended share up to the heartbeat that reports their last attempt. */
static void add_ended(struct sw_replay *r, struct yarn_shares *k)
{
    size_t n = 0;
    k->until_us = INT64_MAX;
    for (size_t i = 0; i < k->n_ended; i++) {
        if (k->ended[i].until_us < r->now_us)
            continue;
        k->ended[n++] = k->ended[i];
        k->until_us = min_i64(k->until_us, k->ended[i].until_us);
        add_sharer(k, k->ended[i]);
    }
    k->n_ended = n;
}

/* Y13.1: a pool has a share while it has a job. */
static void share_out(struct sw_replay *r, struct yarn_shares *k)
{
    k->pool = xrealloc(k->pool, r->pools.n, sizeof *k->pool);
    for (struct pool *p = r->pools.first; p; p = p->next) {
        p->tasks_owed = 0;
        k->pool[p->number] = (struct in_pool){ 0 };
    }
    for (const struct job *job = r->jobs.first_active; job; job = job->next_active)
        add_sharer(k, sharer_of(job));
    add_ended(r, k);
    shares_of_yarn(r);
    k->stale = false;
    k->pools = r->pools.now;
}

/* Y18.4: where there are updates shares are those of the last. Else they are made again when they are stale. */
static const struct in_pool *shared_out(struct sw_replay *r, const struct pool *p)
{
    struct yarn_shares *k = mechanisms_own(r, &yarn_shares_mechanism);
    if (!r->pools.by_updates && (k->stale || k->pools != r->pools.now || r->now_us > k->until_us))
        share_out(r, k);
    return &k->pool[p->number];
}

double yarn_shares_of_pool(struct sw_replay *r, const struct pool *p)
{
    (void)shared_out(r, p);
    return p->share[0];
}

double yarn_shares_of_job(struct sw_replay *r, const struct job *job)
{
    const struct in_pool *in = shared_out(r, job->pool);
    return !job->pool->fifo       ? job->pool->share[0] * order_job_weight(job) / in->weights
           : in->first.job == job ? job->pool->share[0]
                                  : 0;
}

void yarn_shares_updated(struct sw_replay *r)
{
    struct yarn_shares *k = mechanisms_own(r, &yarn_shares_mechanism);
    if (k)
        share_out(r, k);
}

static void yarn_shares_job_ended(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    struct yarn_shares *k = own;
    k->stale = true;
    PUSH(k->ended, k->n_ended, k->cap_ended, sharer_of(job));
}

/* Its last attempt is over, for the ResourceManager too. */
static void yarn_shares_job_freed(struct sw_replay *r, void *own, struct job *job)
{
    struct yarn_shares *k = own;
    for (size_t i = 0; i < k->n_ended; i++)
        if (k->ended[i].job == job) {
            k->ended[i].until_us = r->now_us;
            k->ended[i].job = NULL;
            k->stale = true;
        }
}

static void yarn_shares_node_changed(struct sw_replay *r UNUSED, void *own, uint32_t node UNUSED)
{
    ((struct yarn_shares *)own)->stale = true;
}

static void yarn_shares_job_entered(struct sw_replay *r UNUSED, void *own, struct job *job UNUSED)
{
    ((struct yarn_shares *)own)->stale = true;
}

static void yarn_shares_reset(struct sw_replay *r UNUSED, void *own)
{
    struct yarn_shares *k = own;
    k->stale = true;
    k->n_ended = 0;
}

const struct mechanism yarn_shares_mechanism = {
    .needs = NEEDS_POOLS, .size = sizeof(struct yarn_shares), .reset = yarn_shares_reset,
    .job_entered = yarn_shares_job_entered, .job_ended = yarn_shares_job_ended, .job_freed = yarn_shares_job_freed,
    .node_changed = yarn_shares_node_changed,
};
