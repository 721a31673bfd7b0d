/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reserve.c - a full node is reserved for a job below its share (Y16 of docs/model.md). YARN's Fair Scheduler does so
 * for containers of two increments and more. The offer of a full node goes through the queue until one takes it. */
#include "lib/sim/mech/reserve.h"
#include "lib/base/arena.h"
#include "lib/base/grow.h"
#include "lib/base/million.h"
#include "lib/sim/ask.h"
#include "lib/sim/dispatch/each.h"
#include "lib/sim/dispatch/yarn/yarn.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"

/* A job that shares its pool: one that has ended does while its last attempts are not heard of, and then in that
 * heartbeat (Y16.4). `job` is not read. */
struct sharer { const struct job *job; struct pool *pool; double weight; int64_t submit_us, until_us; uint64_t place; };
struct in_pool { double weights; struct sharer first; }; /* first.job NULL: none */
struct reserve {
    struct records at;       /* of a job: how many nodes it has reserved */
    struct stage **of;       /* of each node: for which it is reserved; NULL */
    struct in_pool *pool;    /* by its number */
    const struct sw_pool_list *pools; /* that shares are of */
    bool stale;              /* shares are those of other jobs or nodes */
    int64_t until_us;        /* they hold up to then */
    struct sharer *ended;
    size_t n_ended, cap_ended;
};

static uint32_t *n_reserved(const struct reserve *k, const struct job *job)
{
    return job_record(job, &k->at);
}

/* ---- shares (Y13.1) ------------------------------------------------------------------------------------ */

static struct sharer sharer_of(const struct job *job)
{
    return (struct sharer){ job, job->pool, order_job_weight(job), job->submit_us, INT64_MAX, job->place };
}

static bool came_before(const struct sharer *a, const struct sharer *b)
{
    return a->submit_us != b->submit_us ? a->submit_us < b->submit_us : a->place < b->place;
}

static void add_sharer(struct reserve *k, struct sharer s)
{
    struct in_pool *in = &k->pool[s.pool->number];
    s.pool->tasks_owed = 1; /* it counts */
    in->weights += s.weight;
    if (!in->first.job || came_before(&s, &in->first))
        in->first = s;
}

static void add_ended(struct sw_replay *r, struct reserve *k)
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

static void share_out(struct sw_replay *r, struct reserve *k)
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

static bool is_below_share(struct sw_replay *r, struct reserve *k, const struct job *job)
{
    if (!r->pools.by_updates && (k->stale || k->pools != r->pools.now || r->now_us > k->until_us))
        share_out(r, k);
    const struct in_pool *in = &k->pool[job->pool->number];
    double share = !job->pool->fifo ? job->pool->share[0] * order_job_weight(job) / in->weights
                                    : in->first.job == job ? job->pool->share[0] : 0;
    return (double)job->running[0] < share - 1e-6;
}

void reserve_updated(struct sw_replay *r)
{
    struct reserve *k = mechanisms_own(r, &reserve_mechanism);
    if (k)
        share_out(r, k);
}

/* ---- Y16.1 --------------------------------------------------------------------------------------------- */

/* Of the job's, in the rack. */
static uint32_t reserved_in(const struct sw_replay *r, const struct reserve *k, const struct job *job, uint32_t rack)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        n += k->of[i] && k->of[i]->job == job && r->slots.node[i].rack == rack;
    return n;
}

static int64_t nodes_in(const struct sw_replay *r, uint32_t rack)
{
    int64_t n = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        n += r->slots.node[i].up && r->slots.node[i].rack == rack;
    return n;
}

static bool takes(struct pick_stage *s, struct stage *st, enum sw_locality at)
{
    struct reserve *k = s->own;
    struct sw_replay *r = s->r;
    bool in_rack = at == SW_AT_RACK;
    if (!is_below_share(r, k, st->job))
        return false;
    if (at != SW_AT_NODE) {
        int64_t nodes = in_rack ? nodes_in(r, s->rack) : r->slots.n_up;
        uint32_t n = in_rack ? reserved_in(r, k, st->job, s->rack) : *n_reserved(k, st->job);
        if (n >= (r->opt.reservable * nodes + MILLION - 1) / MILLION)
            return false;
    }
    k->of[s->node] = st;
    ++*n_reserved(k, st->job);
    r->offers.n_reserved++;
    return true;
}

static void reserve_full(struct sw_replay *r, void *own, uint32_t node, int kind)
{
    struct pick_stage s = { .r = r, .node = node, .rack = r->slots.node[node].rack, .slot_kind = kind,
                            .takes = takes, .own = own };
    each_for_full(&s);
}

/* ---- Y16.2, Y16.3 -------------------------------------------------------------------------------------- */

static void drop(struct sw_replay *r, struct reserve *k, uint32_t node)
{
    if (!k->of[node])
        return;
    --*n_reserved(k, k->of[node]->job);
    r->offers.n_reserved--;
    k->of[node] = NULL;
}

static bool is_queued(const struct sw_replay *r, struct stage *st)
{
    for (int class = 0; class < 2; class++)
        if (st->entry[class].leaf && sw_queue_holds(&r->queues.of_kind[0], &st->entry[class]))
            return true;
    return false;
}

static bool reserve_kept(struct sw_replay *r, void *own, uint32_t node)
{
    struct reserve *k = own;
    struct stage *st = k->of[node];
    if (!st)
        return false;
    if (!is_queued(r, st)) {
        drop(r, k, node);
        return false;
    }
    if (slots_offered(r, &r->slots.node[node], 0) > 0 && yarn_offer_to(r, node, st->job, st))
        drop(r, k, node);
    return true;
}

static void reserve_job_ended(struct sw_replay *r, void *own, struct job *job)
{
    struct reserve *k = own;
    k->stale = true;
    RESERVE(k->ended, k->n_ended + 1, k->cap_ended);
    k->ended[k->n_ended++] = sharer_of(job);
    for (uint32_t i = 0; i < r->cl->n_nodes && *n_reserved(k, job); i++)
        if (k->of[i] && k->of[i]->job == job)
            drop(r, k, i);
}

/* Its last attempt is over, for the ResourceManager too. */
static void reserve_job_freed(struct sw_replay *r, void *own, struct job *job)
{
    struct reserve *k = own;
    for (size_t i = 0; i < k->n_ended; i++)
        if (k->ended[i].job == job) {
            k->ended[i].until_us = r->now_us;
            k->ended[i].job = NULL;
            k->stale = true;
        }
}

static void reserve_node(struct sw_replay *r, void *own, uint32_t node, enum node_news what)
{
    if (what == NODE_LOST)
        drop(r, own, node);
}

/* ---- */

static void reserve_node_changed(struct sw_replay *r, void *own, uint32_t node)
{
    (void)r, (void)node;
    ((struct reserve *)own)->stale = true;
}

static void reserve_job_entered(struct sw_replay *r, void *own, struct job *job)
{
    (void)r, (void)job;
    ((struct reserve *)own)->stale = true;
}

static int reserve_start(struct sw_replay *r, void *own, struct sw_err *err)
{
    (void)err;
    ((struct reserve *)own)->of = xcalloc(r->cl->n_nodes, sizeof(struct stage *));
    r->offers.full_nodes = true;
    return SW_OK;
}

static void reserve_reset(struct sw_replay *r, void *own)
{
    struct reserve *k = own;
    memset(k->of, 0, r->cl->n_nodes * sizeof *k->of);
    k->stale = true;
    k->n_ended = r->offers.n_reserved = 0;
}

static void reserve_stop(struct sw_replay *r, void *own)
{
    struct reserve *k = own;
    (void)r;
    xfree(k->of);
    xfree(k->pool);
    xfree(k->ended);
}

static bool reserve_wanted(const struct sw_replay *r)
{
    return r->opt.reservable >= 0;
}

const struct mechanism reserve_mechanism = {
    .name = "reserve", .wanted = reserve_wanted, .needs = NEEDS_POOLS, .size = sizeof(struct reserve),
    .job_size = sizeof(uint32_t), .start = reserve_start, .reset = reserve_reset, .stop = reserve_stop,
    .full = reserve_full, .kept = reserve_kept, .job_entered = reserve_job_entered, .job_ended = reserve_job_ended,
    .job_freed = reserve_job_freed,
    .node = reserve_node, .node_changed = reserve_node_changed,
};
