/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reserve.c - a full node is reserved for a job below its share (Y16 of docs/model.md). YARN's Fair Scheduler does so
 * for containers of two increments and more. The offer of a full node goes through the queue until one takes it. */
#include "lib/sim/mech/yarn/yarn_shares.h"
#include "lib/base/arena.h"
#include "lib/base/million.h"
#include "lib/sim/ask.h"
#include "lib/sim/dispatch/each.h"
#include "lib/sim/dispatch/yarn/yarn.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"

struct reserve {
    struct records at;       /* of a job: how many nodes it has reserved */
    struct stage **of;       /* of each node: for which it is reserved; NULL */
};

/* How many nodes the job has reserved. */
static uint32_t *n_reserved(const struct reserve *k, const struct job *job) { return job_record(job, &k->at); }

/* ---- Y16.1 --------------------------------------------------------------------------------------------- */

/* Y16.1: the stage would launch on the full node. Whether it reserves the node. */
static bool reserves(struct pick_stage *s, struct stage *st, enum sw_locality at)
{
    struct reserve *k = s->own;
    struct sw_replay *r = s->r;
    if ((double)st->job->running[0] >= yarn_shares_of_job(r, st->job) - 1e-6)
        return false;
    if (at != SW_AT_NODE) {
        /* A job may reserve so large a part of the rack's nodes, or of all. */
        int64_t nodes = r->slots.n_up, n = *n_reserved(k, st->job);
        if (at == SW_AT_RACK)
            nodes = n = 0;
        for (uint32_t i = 0; i < r->cl->n_nodes && at == SW_AT_RACK; i++)
            if (r->slots.node[i].rack == s->rack) {
                nodes += r->slots.node[i].up;
                n += k->of[i] && k->of[i]->job == st->job;
            }
        if (n >= (r->opt.reservable * nodes + MILLION - 1) / MILLION)
            return false;
    }
    k->of[s->node] = st;
    ++*n_reserved(k, st->job);
    r->offers.n_reserved++;
    return true;
}

/* Y16.1: the offer of a full node goes through the queue until a stage reserves it. */
static void reserve_full(struct sw_replay *r, void *own, uint32_t node, int kind)
{
    struct pick_stage s = { .r = r, .node = node, .rack = r->slots.node[node].rack, .slot_kind = kind,
                            .takes = reserves, .own = own };
    each_for_full(&s);
}

/* ---- Y16.2, Y16.3 -------------------------------------------------------------------------------------- */

/* Nothing, where the node is not reserved. */
static void unreserve(struct sw_replay *r, struct reserve *k, uint32_t node)
{
    if (!k->of[node])
        return;
    --*n_reserved(k, k->of[node]->job);
    r->offers.n_reserved--;
    k->of[node] = NULL;
}

/* Y16.3: some task of it waits, and no limit holds it back. */
static bool is_queued(const struct sw_replay *r, struct stage *st)
{
    for (int class = 0; class < 2; class++)
        if (st->entry[class].leaf && sw_queue_holds(&r->queues.of_kind[0], &st->entry[class]))
            return true;
    return false;
}

/* Y16.2: whether the heartbeat is over: a reserved node offers a free slot to that stage alone. */
static bool reserve_kept(struct sw_replay *r, void *own, uint32_t node)
{
    struct reserve *k = own;
    struct stage *st = k->of[node];
    if (!st)
        return false;
    if (!is_queued(r, st)) {
        unreserve(r, k, node);
        return false;
    }
    if (slots_offered(r, &r->slots.node[node], 0) > 0 && yarn_offer_to(r, node, st->job, st))
        unreserve(r, k, node);
    return true;
}

/* Y16.3. */
static void reserve_job_ended(struct sw_replay *r, void *own, struct job *job)
{
    struct reserve *k = own;
    for (uint32_t i = 0; i < r->cl->n_nodes && *n_reserved(k, job); i++)
        if (k->of[i] && k->of[i]->job == job)
            unreserve(r, k, i);
}

static void reserve_node(struct sw_replay *r, void *own, uint32_t node, enum node_news what)
{
    if (what == NODE_LOST)
        unreserve(r, own, node);
}

/* ---- */

/* Y5: full nodes offer, under no delay, too. */
static void reserve_start(struct sw_replay *r, void *own)
{
    ((struct reserve *)own)->of = xcalloc(r->cl->n_nodes, sizeof(struct stage *));
    r->offers.full_nodes = true;
}

static void reserve_reset(struct sw_replay *r, void *own)
{
    struct reserve *k = own;
    memset(k->of, 0, r->cl->n_nodes * sizeof *k->of);
    r->offers.n_reserved = 0;
}

const struct mechanism reserve_mechanism = {
    .needs = NEEDS_POOLS, .size = sizeof(struct reserve), .job_size = sizeof(uint32_t), .start = reserve_start,
    .reset = reserve_reset, .full = reserve_full, .kept = reserve_kept, .job_ended = reserve_job_ended,
    .node = reserve_node,
};
