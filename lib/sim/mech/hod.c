/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hod.c - nodes that belong to one job or pool at a time, Hadoop On Demand's private clusters (O20-O24 of
 * docs/model.md).
 *
 * A claim is what a job, or a pool, asks for and then has. Its stages stand in a list of its own, which stands in the
 * scheduling queue while it is not empty; only then do the claim's nodes ask for work. Nodes change hands once an
 * instant, between what happens at it and its heartbeats. */
#include "lib/base/arena.h"
#include "lib/base/bitset.h"
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/nodes.h"
#include <stdlib.h>
#include <string.h>

struct claim {
    const struct pool *pool;   /* NULL: of one job */
    uint32_t wanted, n_nodes, *node;
    uint64_t n_jobs;           /* submitted and not ended */
    struct job *waiting;       /* for nodes; in no order */
    struct sw_queue queue[2];
    struct sw_queue_entry entry[2];
    bool left;                 /* is in the list of those whose last job ended */
    struct claim *next_left, *next;
};

struct hod {
    struct records at;
    struct claim **claim_of;   /* whose each node is; NULL: free */
    struct claim **pool_claim; /* of each pool, by number, or NULL */
    uint32_t n_pool_claims;
    struct waiting queue;      /* of jobs; those that were let in out of turn stay until they come up */
    struct job *arrived, **last_arrived; /* since the last hand-out, by submission */
    struct claim *left, *claims; /* claims: of pools */
    struct bits free;          /* nodes that are up and nobody's, in cluster order */
    uint32_t *free_in_rack, racks_without;
    bool changed;
};

struct hod_job { struct claim *claim; };

static struct claim **claim_of(const struct hod *h, const struct job *job)
{
    return &((struct hod_job *)job_record(job, &h->at))->claim;
}

/* ---- nodes that are nobody's ------------------------------------------------------------------- */

static void hod_node_changed(struct sw_replay *r, void *own, uint32_t node)
{
    struct hod *h = own;
    uint32_t *in_rack = &h->free_in_rack[r->cl->node[node].rack], before = h->free.count;
    bits_put(&h->free, node, r->slots.node[node].up && !h->claim_of[node]);
    h->changed = true;
    if (h->free.count > before)
        h->racks_without -= (*in_rack)++ == 0;
    else if (h->free.count < before)
        h->racks_without += --*in_rack == 0;
}

static int hod_start(struct sw_replay *r, void *own, struct sw_err *err)
{
    struct hod *h = own;
    (void)err;
    h->last_arrived = &h->arrived;
    h->claim_of = xcalloc(r->cl->n_nodes, sizeof *h->claim_of);
    h->free_in_rack = xcalloc(r->cl->n_racks, sizeof *h->free_in_rack);
    h->racks_without = r->cl->n_racks;
    bits_start(&h->free, r->cl->n_nodes);
    return SW_OK;
}

static void claim_free(struct claim *c)
{
    xfree(c->node);
    xfree(c);
}

/* ---- the lists --------------------------------------------------------------------------------- */

static struct sw_queue *hod_queue_for(struct sw_replay *r, void *own, uint32_t node, int slot)
{
    struct claim *c = ((struct hod *)own)->claim_of[node];
    (void)r;
    return c ? &c->queue[slot] : NULL;
}

static struct sw_queue *hod_queue_of(struct sw_replay *r, void *own, const struct job *job, int slot)
{
    (void)r;
    return &(*claim_of(own, job))->queue[slot];
}

/* Stragglers may be copied (C5) while nothing waits. */
static bool hod_asks(struct sw_replay *r, void *own, const struct node *nd, int slot)
{
    const struct claim *c = ((struct hod *)own)->claim_of[nd - r->slots.node];
    return c && (c->queue[slot].n > 0 || r->mechanisms.has.waits);
}

/* O24 */
static bool hod_admits(struct sw_replay *r, void *own, const struct stage *st, uint32_t node)
{
    (void)r;
    return ((struct hod *)own)->claim_of[node] == *claim_of(own, st->job);
}

/* A stage entered or left: whether the claim's nodes ask for work may have changed. Its place among the others is of no
 * matter. */
static bool hod_queue_changed(struct sw_replay *r, void *own, struct job *job, int slot)
{
    struct claim *c = *claim_of(own, job);
    if (!c)
        return false;
    struct sw_queue_entry *entry = &c->entry[slot];
    if ((c->queue[slot].n > 0) == (entry->leaf != NULL))
        return true;
    if (entry->leaf) {
        sw_queue_erase(entry);
    } else {
        entry->key = (struct sw_key){ .den = 1 };
        sw_queue_earliest(&c->queue[slot], &entry->key.tie_us, &entry->key.tie);
        sw_queue_insert(&r->queues.of_kind[slot], entry);
    }
    for (uint32_t i = 0; i < c->n_nodes; i++)
        slots_update(r, c->node[i]);
    return true;
}

/* ---- who asks ---------------------------------------------------------------------------------- */

static struct claim *claim_new(struct sw_replay *r, const struct pool *pool)
{
    struct claim *c = xcalloc(1, sizeof *c);
    c->wanted = (uint32_t)(pool->nodes ? pool->nodes : r->opt.order.nodes);
    for (int slot = 0; slot < 2; slot++) {
        c->entry[slot] = (struct sw_queue_entry){ .inner = &c->queue[slot], .of = c };
        sw_queue_init(&c->queue[slot], &r->queues.tnodes, &c->entry[slot]);
    }
    return c;
}

static struct claim *claim_of_pool(struct sw_replay *r, struct hod *h, const struct pool *pool)
{
    if (pool->number >= h->n_pool_claims) {
        uint32_t n = 2 * pool->number + 8;
        h->pool_claim = xrealloc(h->pool_claim, n, sizeof *h->pool_claim);
        memset(h->pool_claim + h->n_pool_claims, 0, (n - h->n_pool_claims) * sizeof *h->pool_claim);
        h->n_pool_claims = n;
    }
    struct claim **at = &h->pool_claim[pool->number];
    if (*at)
        return *at;
    *at = claim_new(r, pool);
    (*at)->pool = pool;
    (*at)->next = h->claims;
    return h->claims = *at;
}

/* A job is submitted; what it gets is seen when nodes are handed out. */
static bool hod_job_asks(struct sw_replay *r, void *own, struct job *job)
{
    struct hod *h = own;
    struct claim *c = *claim_of(h, job) = r->opt.order.by_pool ? claim_of_pool(r, h, job->pool)
                                                               : claim_new(r, job->pool);
    c->n_jobs++;
    job->next_arrived = NULL;
    *h->last_arrived = job;
    h->last_arrived = &job->next_arrived;
    h->changed = true;
    return true;
}

/* A job ended. */
static void hod_job_left(struct sw_replay *r, void *own, struct job *job)
{
    struct hod *h = own;
    struct claim *c = *claim_of(h, job);
    (void)r;
    *claim_of(h, job) = NULL;
    h->changed = true;
    if (--c->n_jobs || c->left)
        return;
    c->left = true;
    c->next_left = h->left;
    h->left = c;
}

/* ---- handing out ------------------------------------------------------------------------------- */

static void take_back(struct sw_replay *r, struct hod *h)
{
    for (struct claim *c; (c = h->left); ) {
        h->left = c->next_left;
        c->left = false;
        for (uint32_t i = 0; !c->n_jobs && i < c->n_nodes; i++) {
            h->claim_of[c->node[i]] = NULL;
            hod_node_changed(r, h, c->node[i]);
            slots_update(r, c->node[i]);
        }
        if (c->n_jobs)
            continue; /* another came at the same instant */
        c->n_nodes = 0;
        if (!c->pool)
            claim_free(c);
    }
}

/* The queue holds on to its jobs as attempts do: one that was let in with others of its pool may end before it comes
 * up. */
static void enqueue(struct sw_replay *r, struct hod *h, struct job *job)
{
    struct claim *c = *claim_of(h, job);
    job->n_attempts++;
    admit_job_push(&h->queue, job);
    job->next_waiting = c->waiting;
    c->waiting = job;
    MECHANISMS_TELL(r, saw_queued, job);
}

static void dequeue(struct sw_replay *r, struct hod *h)
{
    struct job *job = admit_job_pop(&h->queue);
    if (!--job->n_attempts && job->ended)
        job_free(r, job);
}

static void take_arrivals(struct sw_replay *r, struct hod *h)
{
    for (struct job *job = h->arrived; job; job = job->next_arrived)
        if ((*claim_of(h, job))->n_nodes)
            admit_job_now(r, job);
        else
            enqueue(r, h, job);
    h->arrived = NULL;
    h->last_arrived = &h->arrived;
}

static bool can_be_served(const struct sw_replay *r, const struct hod *h, const struct claim *c)
{
    return h->free.count >= c->wanted && (!r->opt.order.per_rack || !h->racks_without);
}

static void give(struct sw_replay *r, struct hod *h, struct claim *c, uint32_t node)
{
    c->node[c->n_nodes++] = node;
    h->claim_of[node] = c;
    hod_node_changed(r, h, node);
    slots_update(r, node);
}

/* O22: a node of each rack, then a second one of each that has more. */
static void give_round_racks(struct sw_replay *r, struct hod *h, struct claim *c)
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
            give(r, h, c, cl->rack_node[(*at)++]);
    }
    xfree(next);
}

static void serve(struct sw_replay *r, struct hod *h, struct claim *c)
{
    c->node = xrealloc(c->node, c->wanted, sizeof *c->node);
    if (r->opt.order.per_rack)
        give_round_racks(r, h, c);
    while (c->n_nodes < c->wanted)
        give(r, h, c, bits_next(&h->free, 0));
    for (struct job *job; (job = c->waiting); ) {
        c->waiting = job->next_waiting;
        admit_job_now(r, job);
    }
}

/* O21 */
static void hod_before_offers(struct sw_replay *r, void *own, int unused)
{
    struct hod *h = own;
    (void)unused;
    if (!h->changed)
        return;
    take_back(r, h);
    take_arrivals(r, h);
    while (h->queue.n) {
        struct job *first = h->queue.at[0];
        if (!first->admitted) {
            if (!can_be_served(r, h, *claim_of(h, first)))
                break;
            serve(r, h, *claim_of(h, first));
        }
        dequeue(r, h);
    }
    h->changed = false;
}

static const char *hod_stuck_why(struct sw_replay *r, void *own, int unused)
{
    (void)r;
    (void)own;
    (void)unused;
    return "too few nodes for it, or none of its own left?";
}

static void hod_release(struct sw_replay *r, void *own)
{
    struct hod *h = own;
    while (h->queue.n)
        dequeue(r, h);
    for (struct job *job = r->jobs.first; job; job = job->next) {
        struct claim *c = *claim_of(h, job);
        if (c && !c->pool)
            claim_free(c);
    }
}

static void hod_stop(struct sw_replay *r, void *own)
{
    struct hod *h = own;
    (void)r;
    for (struct claim *c; (c = h->left); ) {
        h->left = c->next_left;
        if (!c->pool)
            claim_free(c);
    }
    for (struct claim *c = h->claims, *next; c; c = next) {
        next = c->next;
        claim_free(c);
    }
    xfree(h->queue.at);
    xfree(h->free.word);
    xfree(h->free.some);
    xfree(h->free_in_rack);
    xfree(h->claim_of);
    xfree(h->pool_claim);
}

static bool hod_wanted(const struct sw_replay *r)
{
    return r->opt.order.policy->private_nodes;
}

const struct mechanism hod_mechanism = {
    .name = "hod", .wanted = hod_wanted, .size = sizeof(struct hod), .job_size = sizeof(struct hod_job), .start =
    hod_start, .release = hod_release, .stop = hod_stop, .job_asks = hod_job_asks, .job_left = hod_job_left,
    .node_changed = hod_node_changed, .admits = hod_admits, .asks = hod_asks, .queue_of = hod_queue_of, .queue_for
    = hod_queue_for, .queue_changed = hod_queue_changed, .before_offers = hod_before_offers, .stuck_why =
    hod_stuck_why
};
