/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hod.c - nodes that belong to one job or pool at a time: the virtual clusters of Hadoop On Demand (O20-O24 of
 * docs/model.md).
 *
 * A virtual cluster is a job's, or a pool's, request for nodes, and then the nodes that it has. Its stages are in a
 * queue of its own, which is in the scheduling queue while it is not empty. Only then do its nodes offer slots. Nodes
 * are allocated once an instant, after the instant's events and before its heartbeats. */
#include "lib/base/arena.h"
#include "lib/base/bits.h"
#include "lib/sim/dispatch/yarn/yarn.h"
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/offer/offer.h"
#include <stdlib.h>

struct vcluster {
    const struct pool *pool;   /* NULL: of one job */
    uint32_t wanted, n_nodes, *node;
    uint64_t n_jobs;           /* submitted and not ended */
    struct job *waiting;       /* for nodes; in no order */
    struct sw_queue queue[2];
    struct sw_queue_entry entry[2];
    bool left;                 /* it is in the list of those whose last job ended */
    struct vcluster *next_left, *next;
};

struct hod {
    struct records at;
    struct vcluster **vcluster_of;   /* the virtual cluster of each node; NULL: it is free */
    struct vcluster **pool_vcluster; /* of each pool, by number, or NULL */
    uint32_t n_pool_vclusters;
    struct waiting queue;      /* of jobs; one admitted out of turn stays until it is first */
    struct job *arrived, **last_arrived; /* since the last allocation, by submission */
    struct vcluster *left, *vclusters; /* vclusters: of pools */
    struct bits free;          /* nodes that are up and in no virtual cluster, in cluster order */
    uint32_t *free_in_rack, racks_without;
    bool changed;
    heartbeat_of *beat;
};

struct hod_job { struct vcluster *vcluster; struct job *next_arrived, *next_waiting; };

static struct hod_job *record_of(const struct hod *h, const struct job *job) { return job_record(job, &h->at); }

/* Of a job; NULL: it has ended. */
static struct vcluster **vcluster_of(const struct hod *h, const struct job *job)
{
    return &record_of(h, job)->vcluster;
}

/* ---- free nodes -------------------------------------------------------------------------------- */

/* O21.4: the nodes that are up and without a tenant, by rack, too. */
static void hod_node_changed(struct sw_replay *r, void *own, uint32_t node)
{
    struct hod *h = own;
    uint32_t *in_rack = &h->free_in_rack[r->cl->node[node].rack], before = h->free.count;
    bits_put(&h->free, node, r->slots.node[node].up && !h->vcluster_of[node]);
    h->changed = true;
    if (h->free.count > before)
        h->racks_without -= (*in_rack)++ == 0;
    else if (h->free.count < before)
        h->racks_without += --*in_rack == 0;
}

/* Nodes without a tenant offer nothing. */
static void hod_start(struct sw_replay *r, void *own)
{
    struct hod *h = own;
    h->last_arrived = &h->arrived;
    h->beat = yarn_beat(r);
    h->vcluster_of = xcalloc(r->cl->n_nodes, sizeof *h->vcluster_of);
    h->free_in_rack = xcalloc(r->cl->n_racks, sizeof *h->free_in_rack);
    h->racks_without = r->cl->n_racks;
    bits_start(&h->free, r->cl->n_nodes);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        r->slots.node[i].is_silent[0] = r->slots.node[i].is_silent[1] = true;
}

static void vcluster_free(struct vcluster *c)
{
    xfree(c->node);
    xfree(c);
}

/* ---- the queues -------------------------------------------------------------------------------- */

/* O24: for a node only the stages of its tenant are queued. */
static struct sw_queue *hod_queue(struct sw_replay *r UNUSED, void *own, const struct job *job, uint32_t node, int kind)
{
    struct vcluster *c = job ? *vcluster_of(own, job) : ((struct hod *)own)->vcluster_of[node];
    return c ? &c->queue[kind] : NULL;
}

/* O24 */
static bool hod_admits(struct sw_replay *r UNUSED, void *own, const struct stage *st, uint32_t node)
{
    return ((struct hod *)own)->vcluster_of[node] == *vcluster_of(own, st->job);
}

/* Whether the node offers slots. Backups of stragglers may launch (C5) while nothing waits. */
static void update_node(struct sw_replay *r, const struct hod *h, uint32_t node)
{
    const struct vcluster *c = h->vcluster_of[node];
    for (int kind = 0; kind < 2; kind++)
        r->slots.node[node].is_silent[kind] = !c || (!c->queue[kind].n && !r->mechanisms.has.spare);
    slots_update(r, node);
}

/* A stage entered or left, so the nodes of the virtual cluster may begin or cease to offer slots. Its place in the
 * scheduling queue does not matter. */
static void hod_stage(struct sw_replay *r, void *own, struct stage *st, enum stage_news what, int class UNUSED)
{
    struct vcluster *c = *vcluster_of(own, st->job);
    int kind = st->slot_kind;
    if (!c || (what != STAGE_QUEUED && what != STAGE_UNQUEUED))
        return;
    struct sw_queue_entry *entry = &c->entry[kind];
    if ((c->queue[kind].n > 0) == !!entry->leaf)
        return;
    if (entry->leaf) {
        sw_queue_erase(entry);
    } else {
        struct sw_key key = { .den = 1 };
        sw_queue_earliest(&c->queue[kind], &key.tie_us, &key.tie);
        sw_queue_insert(&r->queues.of_kind[kind], entry, &key, NULL);
    }
    for (uint32_t i = 0; i < c->n_nodes; i++)
        update_node(r, own, c->node[i]);
}

/* ---- requests ---------------------------------------------------------------------------------- */

/* O20.1: as many nodes as the pool's row says, else as the order does. */
static struct vcluster *vcluster_new(struct sw_replay *r, const struct pool *pool)
{
    struct vcluster *c = xcalloc(1, sizeof *c);
    c->wanted = (uint32_t)(pool->nodes ? pool->nodes : r->opt.order.nodes);
    for (int kind = 0; kind < 2; kind++) {
        c->entry[kind] = (struct sw_queue_entry){ .inner = &c->queue[kind], .of = c };
        sw_queue_init(&c->queue[kind], &r->queues.tnodes, &c->entry[kind]);
    }
    return c;
}

/* O20: with `pool` all jobs of a pool are one tenant. */
static struct vcluster *vcluster_of_pool(struct sw_replay *r, struct hod *h, const struct pool *pool)
{
    REACH(h->pool_vcluster, pool->number, h->n_pool_vclusters);
    struct vcluster **at = &h->pool_vcluster[pool->number];
    if (*at)
        return *at;
    *at = vcluster_new(r, pool);
    (*at)->pool = pool;
    (*at)->next = h->vclusters;
    return h->vclusters = *at;
}

/* A job is submitted. It gets nodes at the next allocation. */
static bool hod_job_asks(struct sw_replay *r, void *own, struct job *job)
{
    struct hod *h = own;
    struct vcluster *c = *vcluster_of(h, job) = r->opt.order.by_pool ? vcluster_of_pool(r, h, job->pool)
                                                               : vcluster_new(r, job->pool);
    c->n_jobs++;
    record_of(h, job)->next_arrived = NULL;
    *h->last_arrived = job;
    h->last_arrived = &record_of(h, job)->next_arrived;
    h->changed = true;
    return true;
}

/* A job ended. */
static void hod_job_left(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    struct hod *h = own;
    struct vcluster *c = *vcluster_of(h, job);
    *vcluster_of(h, job) = NULL;
    h->changed = true;
    if (--c->n_jobs || c->left)
        return;
    c->left = true;
    c->next_left = h->left;
    h->left = c;
}

/* ---- allocation -------------------------------------------------------------------------------- */

/* O21.1: tenants that have no job left give their nodes back. */
static void take_back(struct sw_replay *r, struct hod *h)
{
    for (struct vcluster *c; (c = h->left); ) {
        h->left = c->next_left;
        c->left = false;
        for (uint32_t i = 0; !c->n_jobs && i < c->n_nodes; i++) {
            h->vcluster_of[c->node[i]] = NULL;
            hod_node_changed(r, h, c->node[i]);
            update_node(r, h, c->node[i]);
        }
        if (c->n_jobs)
            continue; /* another came at the same instant */
        c->n_nodes = 0;
        if (!c->pool)
            vcluster_free(c);
    }
}

/* The queue keeps its jobs alive, as attempts do: a job admitted with others of its pool may end before it is first. */
static void enqueue(struct sw_replay *r, struct hod *h, struct job *job)
{
    struct vcluster *c = *vcluster_of(h, job);
    job->n_attempts++;
    admit_job_push(&h->queue, job);
    record_of(h, job)->next_waiting = c->waiting;
    c->waiting = job;
    OBSERVERS_SEE(r, SAW_QUEUED, .job = job);
}

/* O21.2: a job whose tenant has nodes is admitted at once. */
static void take_arrivals(struct sw_replay *r, struct hod *h)
{
    for (struct job *job = h->arrived; job; job = record_of(h, job)->next_arrived)
        if ((*vcluster_of(h, job))->n_nodes)
            admit_job_now(r, job);
        else
            enqueue(r, h, job);
    h->arrived = NULL;
    h->last_arrived = &h->arrived;
}

/* O22.2: until it gives them back. */
static void hod_give(struct sw_replay *r, struct hod *h, struct vcluster *c, uint32_t node)
{
    c->node[c->n_nodes++] = node;
    h->vcluster_of[node] = c;
    hod_node_changed(r, h, node);
    update_node(r, h, node);
}

/* O22: a node of each rack, then a second one of each that has more. */
static void give_round_racks(struct sw_replay *r, struct hod *h, struct vcluster *c)
{
    const struct sw_cluster *cl = r->cl;
    uint32_t *next = xcalloc(cl->n_racks, sizeof *next);
    for (uint32_t k = 0; k < cl->n_racks; k++)
        next[k] = cl->rack_first[k];
    for (uint32_t rack = 0; c->n_nodes < c->wanted; rack = (rack + 1) % cl->n_racks) {
        uint32_t *at = &next[rack];
        while (*at < cl->rack_first[rack + 1] && !bit_get(h->free.word, cl->rack_node[*at]))
            ++*at;
        if (*at < cl->rack_first[rack + 1])
            hod_give(r, h, c, cl->rack_node[(*at)++]);
    }
    xfree(next);
}

/* O21.3: the tenant gets its nodes, and all its jobs are admitted. */
static void serve(struct sw_replay *r, struct hod *h, struct vcluster *c)
{
    c->node = xrealloc(c->node, c->wanted, sizeof *c->node);
    if (r->opt.order.per_rack)
        give_round_racks(r, h, c);
    while (c->n_nodes < c->wanted)
        hod_give(r, h, c, bits_next(&h->free, 0));
    for (struct job *job; (job = c->waiting); ) {
        c->waiting = record_of(h, job)->next_waiting;
        admit_job_now(r, job);
    }
}

/* O21 */
static void allocate(struct sw_replay *r, struct hod *h)
{
    if (!h->changed)
        return;
    take_back(r, h);
    take_arrivals(r, h);
    while (h->queue.n) {
        struct job *first = h->queue.at[0];
        if (!first->admitted) {
            struct vcluster *c = *vcluster_of(h, first);
            if (h->free.count < c->wanted || (r->opt.order.per_rack && h->racks_without))
                break;
            serve(r, h, c);
        }
        /* It leaves the queue; one that has ended meanwhile is freed. */
        struct job *job = admit_job_pop(&h->queue);
        if (!--job->n_attempts && job->ended)
            job_free(r, job);
    }
    h->changed = false;
}

static void hod_round(struct sw_replay *r, void *own)
{
    struct hod *h = own;
    allocate(r, h);
    round_heartbeats(r, h->beat);
}

static bool hod_stuck(struct sw_replay *r UNUSED, void *own UNUSED, const char **why)
{
    *why = "too few nodes for it, or none of its own left?";
    return false;
}

/* A job that ends in the middle of a run. */
static void hod_job_freed(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    struct vcluster *c = *vcluster_of(own, job);
    if (c && !c->pool)
        vcluster_free(c);
}

const struct dispatcher hod_dispatcher = {
    .told = { .size = sizeof(struct hod), .job_size = sizeof(struct hod_job), .start = hod_start,
              .job_asks = hod_job_asks, .job_left = hod_job_left, .node_changed = hod_node_changed,
              .job_freed = hod_job_freed, .admits = hod_admits, .stage = hod_stage, .stuck = hod_stuck },
    .round = hod_round, .next_us = next_beat_us, .queue = hod_queue, .by_heartbeats = true,
};
