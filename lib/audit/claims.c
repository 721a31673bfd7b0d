/* SPDX-License-Identifier: GPL-3.0-or-later */
/* claims.c - whose node it was, under --order hod (O20 to O24). When jobs are submitted and when they end follows from
 * the log. From that follows who asked for nodes when, and who was given which.
 *
 * A job may end at the instant at which one of its tasks was launched. Then it ends in a later round of the instant
 * (T3), and a log does not say in which. From there on nothing is said of nodes. */
#include "lib/audit/audit.h"
#include <stdlib.h>
#include <string.h>

enum { JOB_ENDS, NODE_CHANGES, JOB_COMES };
struct step { int64_t at_us; int kind; uint32_t of; };
struct claims {
    struct audit *a;
    bool *up;
    uint32_t *holder;         /* of each node: a claimant, or NONE */
    uint32_t *in, *n_nodes;   /* of each claimant: jobs that are in; nodes */
    uint32_t *queue, n_queue; /* jobs */
};

static uint32_t claimant(const struct audit *a, const struct job *job)
{
    return a->rules.hod_by_pool ? job->pool : (uint32_t)(job - a->job);
}

static uint32_t n_claimants(const struct audit *a)
{
    return a->rules.hod_by_pool ? a->n_pools : a->n_jobs;
}

static uint32_t asked(const struct audit *a, const struct job *job)
{
    uint64_t own = a->pool[job->pool].nodes;
    return (uint32_t)(own ? own : a->rules.hod_nodes);
}

/* ---- who has which ----------------------------------------------------------------------------- */

static void change_hands(struct claims *c, uint32_t node, uint32_t to, int64_t at_us)
{
    struct node *nd = &c->a->node[node];
    if (c->holder[node] != NONE) {
        nd->tenure[nd->n_tenures - 1].to_us = at_us;
        c->n_nodes[c->holder[node]]--;
    }
    c->holder[node] = to;
    if (to == NONE)
        return;
    nd->tenure = xrealloc(nd->tenure, nd->n_tenures + 1, sizeof *nd->tenure);
    nd->tenure[nd->n_tenures++] = (struct tenure){ at_us, NEVER, to };
    c->n_nodes[to]++;
}

static bool is_free(const struct claims *c, uint32_t node) { return c->up[node] && c->holder[node] == NONE; }

static uint32_t free_in_rack(const struct claims *c, uint32_t rack)
{
    const struct sw_cluster *cl = c->a->cl;
    uint32_t n = 0;
    for (uint32_t k = cl->rack_first[rack]; k < cl->rack_first[rack + 1]; k++)
        n += is_free(c, cl->rack_node[k]);
    return n;
}

static bool can_be_served(const struct claims *c, const struct job *job)
{
    uint32_t n = 0;
    for (uint32_t rack = 0; rack < c->a->cl->n_racks; rack++) {
        uint32_t here = free_in_rack(c, rack);
        if (!here && c->a->rules.hod_per_rack)
            return false;
        n += here;
    }
    return n >= asked(c->a, job);
}

/* O22: of the rack, or of all. */
static bool take_one(struct claims *c, uint32_t rack, uint32_t to, int64_t at_us)
{
    for (uint32_t i = 0; i < c->a->cl->n_nodes; i++)
        if (is_free(c, i) && (rack == NONE || c->a->cl->node[i].rack == rack)) {
            change_hands(c, i, to, at_us);
            return true;
        }
    return false;
}

static void serve(struct claims *c, const struct job *job, int64_t at_us)
{
    uint32_t left = asked(c->a, job), racks = c->a->cl->n_racks;
    for (uint32_t k = 0; left > 0; k++)
        left -= take_one(c, c->a->rules.hod_per_rack ? k % racks : NONE, claimant(c->a, job), at_us);
}

/* ---- an instant -------------------------------------------------------------------------------- */

static bool fifo_before(const struct job *x, const struct job *y)
{
    if (x->priority != y->priority)
        return x->priority < y->priority;
    if (x->submit_us != y->submit_us)
        return x->submit_us < y->submit_us;
    return x->place < y->place;
}

static struct job *first_in_queue(const struct claims *c)
{
    struct job *first = NULL;
    for (uint32_t i = 0; i < c->n_queue; i++)
        if (!first || fifo_before(&c->a->job[c->queue[i]], first))
            first = &c->a->job[c->queue[i]];
    return first;
}

/* Those whose claimant has nodes are in. */
static void admit(struct claims *c, int64_t at_us)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < c->n_queue; i++) {
        struct job *job = &c->a->job[c->queue[i]];
        if (c->n_nodes[claimant(c->a, job)])
            job->given_us = at_us;
        else
            c->queue[left++] = c->queue[i];
    }
    c->n_queue = left;
}

static void hand_out(struct claims *c, int64_t at_us)
{
    for (uint32_t i = 0; i < c->a->cl->n_nodes; i++)
        if (c->holder[i] != NONE && !c->in[c->holder[i]])
            change_hands(c, i, NONE, at_us);
    admit(c, at_us);
    for (const struct job *job; (job = first_in_queue(c)) && can_be_served(c, job); admit(c, at_us))
        serve(c, job, at_us);
}

static void apply(struct claims *c, const struct step *s)
{
    if (s->kind == NODE_CHANGES) {
        c->up[s->of] = audit_nodes_span(c->a, s->of, s->at_us);
        return;
    }
    c->in[claimant(c->a, &c->a->job[s->of])] += s->kind == JOB_COMES ? 1 : -1U;
    if (s->kind == JOB_COMES)
        c->queue[c->n_queue++] = s->of;
}

/* ---- all of them ------------------------------------------------------------------------------- */

static int by_time_and_kind(const void *x, const void *y)
{
    const struct step *a = x, *b = y;
    if (a->at_us != b->at_us)
        return a->at_us < b->at_us ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind - b->kind;
    return (a->of > b->of) - (a->of < b->of);
}

static size_t list_steps(const struct audit *a, struct step *to)
{
    size_t n = 0;
    for (uint32_t j = 0; j < a->n_jobs; j++) {
        if (a->job[j].submit_us < NEVER)
            to[n++] = (struct step){ a->job[j].submit_us, JOB_COMES, j };
        if (a->job[j].submit_us < NEVER && a->job[j].end_us < NEVER)
            to[n++] = (struct step){ a->job[j].end_us, JOB_ENDS, j };
    }
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        for (uint32_t k = 0; k < a->node[i].n_spells; k++) {
            to[n++] = (struct step){ a->node[i].spell[k].from_us, NODE_CHANGES, i };
            if (a->node[i].spell[k].to_us < NEVER)
                to[n++] = (struct step){ a->node[i].spell[k].to_us, NODE_CHANGES, i };
        }
    if (n)
        qsort(to, n, sizeof *to, by_time_and_kind);
    return n;
}

static size_t n_steps(const struct audit *a)
{
    size_t n = 2 * (size_t)a->n_jobs;
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        n += 2 * (size_t)a->node[i].n_spells;
    return n;
}

/* A launch at the instant of the job's end is an attempt of length 0. */
static bool ends_late(const struct audit *a, const struct job *job)
{
    for (uint32_t i = 0; i < job->n_rows; i++)
        if (a->row[a->by_task[job->first_row + i]].launch_us == job->end_us)
            return true;
    return false;
}

static void follow(struct claims *c, const struct step *step, size_t n)
{
    struct audit *a = c->a;
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i; next < n && step[next].at_us == step[i].at_us; next++) {
            if (step[next].kind == JOB_ENDS && ends_late(a, &a->job[step[next].of])) {
                a->claims_until_us = step[i].at_us < a->claims_until_us ? step[i].at_us : a->claims_until_us;
                return;
            }
            apply(c, &step[next]);
        }
        hand_out(c, step[i].at_us);
    }
}

void audit_claims(struct audit *a)
{
    uint32_t nodes = a->cl->n_nodes, claimants = n_claimants(a) + 1;
    struct claims c = { .a = a,
                        .up = xcalloc(nodes, sizeof *c.up),
                        .holder = xcalloc(nodes, sizeof *c.holder),
                        .in = xcalloc(claimants, sizeof *c.in),
                        .n_nodes = xcalloc(claimants, sizeof *c.n_nodes),
                        .queue = xcalloc(a->n_jobs + 1, sizeof *c.queue) };
    struct step *step = xcalloc(n_steps(a) + 1, sizeof *step);
    a->claims_until_us = NEVER;
    for (uint32_t j = 0; j < a->n_jobs; j++)
        a->job[j].given_us = NEVER;
    for (uint32_t i = 0; i < nodes; i++) {
        c.holder[i] = NONE;
        a->node[i].n_tenures = 0;
    }
    follow(&c, step, list_steps(a, step));
    xfree(step);
    xfree(c.up);
    xfree(c.holder);
    xfree(c.in);
    xfree(c.n_nodes);
    xfree(c.queue);
}

/* ---- what is asked of them --------------------------------------------------------------------- */

static uint32_t holder_at(const struct audit *a, uint32_t node, int64_t at_us)
{
    const struct node *nd = &a->node[node];
    uint32_t lo = 0, hi = nd->n_tenures;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (nd->tenure[mid].to_us <= at_us)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < nd->n_tenures && nd->tenure[lo].from_us <= at_us ? nd->tenure[lo].of : NONE;
}

bool audit_claims_has_node(const struct audit *a, const struct job *job, uint32_t node, int64_t at_us)
{
    return at_us < a->claims_until_us && holder_at(a, node, at_us) == claimant(a, job);
}

void audit_claims_own_node(struct audit *a, const struct row *row)
{
    const struct job *job = job_of(a, row);
    if (row->launch_us >= a->claims_until_us || audit_claims_has_node(a, job, row->node, row->launch_us))
        return;
    uint32_t other = holder_at(a, row->node, row->launch_us);
    if (other == NONE)
        audit_fault(a, OF_TIMES, row, "O24", "launched at %s on '%s', which belonged to no job", S(row->launch_us),
                    a->cl->node[row->node].name);
    else
        audit_fault(a, OF_TIMES, row, "O24", "launched at %s on '%s', which was that of %s '%s'", S(row->launch_us),
                    a->cl->node[row->node].name, a->rules.hod_by_pool ? "pool" : "job",
                    a->rules.hod_by_pool ? a->pool[other].name : a->job[other].id);
}
