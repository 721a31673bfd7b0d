/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.c - nodes that belong to one job or pool at a time, Hadoop On Demand's private clusters (O20-O24 of docs/model.md).
 *
 * A claim is what a job, or a pool, asks for and then has. Its stages stand in a list of its own, which stands in the list of order while
 * it is not empty; only then do the claim's nodes ask for work. Nodes change hands once an instant, between what happens at it and its
 * heartbeats. */
#include "lib/replay/replay.h"
#include <stdlib.h>

struct claim {
    struct pool *pool;         /* NULL: of one job */
    uint32_t wanted, n_nodes, *node;
    uint64_t n_jobs;           /* submitted and not ended */
    struct job *waiting;       /* for nodes; in no order */
    struct sw_list list[2];
    struct sw_item item[2];
    bool left;                 /* is in the list of those whose last job ended */
    struct claim *next_left, *next;
};
struct privates {
    struct waiting queue;      /* of jobs; those that were let in out of turn stay until they come up */
    struct job *arrived, **last_arrived; /* since the last hand-out, by submission */
    struct claim *left, *claims; /* claims: of pools */
    struct bits free;          /* nodes that are up and nobody's, in cluster order */
    uint32_t *free_in_rack, racks_without;
    bool changed;
};

/* ---- nodes that are nobody's ------------------------------------------------------------------- */

void private_note_node(struct sw_replay *r, uint32_t node)
{
    struct privates *h = r->privates;
    uint32_t *in_rack = &h->free_in_rack[r->cl->node[node].rack], before = h->free.count;
    bits_put(&h->free, node, r->node[node].up && !r->node[node].claim);
    h->changed = true;
    if (h->free.count > before)
        h->racks_without -= (*in_rack)++ == 0;
    else if (h->free.count < before)
        h->racks_without += --*in_rack == 0;
}

void private_start(struct sw_replay *r)
{
    struct privates *h = r->privates = xcalloc(1, sizeof *h);
    h->last_arrived = &h->arrived;
    h->free_in_rack = xcalloc(r->cl->n_racks, sizeof *h->free_in_rack);
    h->racks_without = r->cl->n_racks;
    bits_start(&h->free, r->cl->n_nodes);
}

static void claim_free(struct claim *c)
{
    free(c->node);
    free(c);
}

/* ---- the lists --------------------------------------------------------------------------------- */

struct sw_list *private_list(const struct sw_replay *r, uint32_t node, int slot)
{
    struct claim *c = r->node[node].claim;
    return c ? &c->list[slot] : NULL;
}

struct sw_list *private_list_of(const struct job *job, int slot)
{
    return &job->claim->list[slot];
}

/* Stragglers may be copied (C5) while nothing waits. */
bool private_wants(const struct sw_replay *r, const struct node *nd, int slot)
{
    return nd->claim && (nd->claim->list[slot].n > 0 || r->speculation);
}

/* A stage entered or left: whether the claim's nodes ask for work may have changed. Its place among the others is of no matter. */
void private_place(struct sw_replay *r, struct job *job, int slot)
{
    struct claim *c = job->claim;
    struct sw_item *item = &c->item[slot];
    if ((c->list[slot].n > 0) == (item->leaf != NULL))
        return;
    if (item->leaf) {
        sw_list_erase(item);
    } else {
        item->key = (struct sw_key){ .den = 1 };
        sw_list_earliest(&c->list[slot], &item->key.tie_us, &item->key.tie);
        sw_list_insert(&r->list[slot], item);
    }
    for (uint32_t i = 0; i < c->n_nodes; i++)
        node_note_free(r, c->node[i]);
}

/* ---- who asks ---------------------------------------------------------------------------------- */

static struct claim *claim_new(struct sw_replay *r, const struct pool *pool)
{
    struct claim *c = xcalloc(1, sizeof *c);
    c->wanted = (uint32_t)(pool->nodes ? pool->nodes : r->opt.order.nodes);
    for (int slot = 0; slot < 2; slot++) {
        c->item[slot] = (struct sw_item){ .inner = &c->list[slot], .of = c };
        sw_list_init(&c->list[slot], &r->store, &c->item[slot]);
    }
    return c;
}

static struct claim *claim_of_pool(struct sw_replay *r, struct pool *pool)
{
    struct privates *h = r->privates;
    if (pool->claim)
        return pool->claim;
    pool->claim = claim_new(r, pool);
    pool->claim->pool = pool;
    pool->claim->next = h->claims;
    return h->claims = pool->claim;
}

/* A job is submitted; what it gets is seen when nodes are handed out. */
void private_ask(struct sw_replay *r, struct job *job)
{
    struct privates *h = r->privates;
    job->claim = r->opt.order.by_pool ? claim_of_pool(r, job->pool) : claim_new(r, job->pool);
    job->claim->n_jobs++;
    job->next_arrived = NULL;
    *h->last_arrived = job;
    h->last_arrived = &job->next_arrived;
    h->changed = true;
}

/* A job ended. */
void private_left(struct sw_replay *r, struct job *job)
{
    struct claim *c = job->claim;
    job->claim = NULL;
    r->privates->changed = true;
    if (--c->n_jobs || c->left)
        return;
    c->left = true;
    c->next_left = r->privates->left;
    r->privates->left = c;
}

/* ---- handing out ------------------------------------------------------------------------------- */

static void take_back(struct sw_replay *r)
{
    for (struct claim *c; (c = r->privates->left); ) {
        r->privates->left = c->next_left;
        c->left = false;
        for (uint32_t i = 0; !c->n_jobs && i < c->n_nodes; i++) {
            r->node[c->node[i]].claim = NULL;
            private_note_node(r, c->node[i]);
            node_note_free(r, c->node[i]);
        }
        if (c->n_jobs)
            continue; /* another came at the same instant */
        c->n_nodes = 0;
        if (!c->pool)
            claim_free(c);
    }
}

/* The queue holds on to its jobs as attempts do: one that was let in with others of its pool may end before it comes up. */
static void enqueue(struct sw_replay *r, struct job *job)
{
    job->n_attempts++;
    waiting_push(&r->privates->queue, job);
    job->next_waiting = job->claim->waiting;
    job->claim->waiting = job;
    if (r->decide)
        decide_queued(r);
}

static void dequeue(struct sw_replay *r)
{
    struct job *job = waiting_pop(&r->privates->queue);
    if (!--job->n_attempts && job->ended)
        job_free(r, job);
}

static void take_arrivals(struct sw_replay *r)
{
    struct privates *h = r->privates;
    for (struct job *job = h->arrived; job; job = job->next_arrived)
        if (job->claim->n_nodes)
            job_let_in(r, job);
        else
            enqueue(r, job);
    h->arrived = NULL;
    h->last_arrived = &h->arrived;
}

static bool can_be_served(const struct sw_replay *r, const struct claim *c)
{
    return r->privates->free.count >= c->wanted && (!r->opt.order.per_rack || !r->privates->racks_without);
}

static void give(struct sw_replay *r, struct claim *c, uint32_t node)
{
    c->node[c->n_nodes++] = node;
    r->node[node].claim = c;
    private_note_node(r, node);
    node_note_free(r, node);
}

/* O22: a node of each rack, then a second one of each that has more. */
static void give_round_racks(struct sw_replay *r, struct claim *c)
{
    const struct sw_cluster *cl = r->cl;
    uint32_t *next = xcalloc(cl->n_racks, sizeof *next);
    for (uint32_t k = 0; k < cl->n_racks; k++)
        next[k] = cl->rack_first[k];
    for (uint32_t rack = 0; c->n_nodes < c->wanted; rack = (rack + 1) % cl->n_racks) {
        uint32_t *at = &next[rack];
        while (*at < cl->rack_first[rack + 1] && !bit_get(r->privates->free.word, cl->rack_node[*at]))
            ++*at;
        if (*at < cl->rack_first[rack + 1])
            give(r, c, cl->rack_node[(*at)++]);
    }
    free(next);
}

static void serve(struct sw_replay *r, struct claim *c)
{
    c->node = xrealloc(c->node, c->wanted, sizeof *c->node);
    if (r->opt.order.per_rack)
        give_round_racks(r, c);
    while (c->n_nodes < c->wanted)
        give(r, c, bits_next(&r->privates->free, 0));
    for (struct job *job; (job = c->waiting); ) {
        c->waiting = job->next_waiting;
        job_let_in(r, job);
    }
}

/* O21 */
void private_hand_out(struct sw_replay *r)
{
    struct privates *h = r->privates;
    if (!h->changed)
        return;
    take_back(r);
    take_arrivals(r);
    while (h->queue.n) {
        struct job *first = h->queue.at[0];
        if (!first->admitted) {
            if (!can_be_served(r, first->claim))
                break;
            serve(r, first->claim);
        }
        dequeue(r);
    }
    h->changed = false;
}

void private_end(struct sw_replay *r)
{
    struct privates *h = r->privates;
    if (!h)
        return;
    while (h->queue.n)
        dequeue(r);
    for (struct job *job = r->first_job; job; job = job->next)
        if (job->claim && !job->claim->pool)
            claim_free(job->claim);
    for (struct claim *c; (c = h->left); ) {
        h->left = c->next_left;
        if (!c->pool)
            claim_free(c);
    }
    for (struct claim *c = h->claims, *next; c; c = next) {
        next = c->next;
        claim_free(c);
    }
    free(h->queue.at);
    free(h->free.word);
    free(h->free.some);
    free(h->free_in_rack);
    free(h);
}
