/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.c - two kinds of problem that need no flow, and are nearly all that come up (rules Q2 to Q5).
 *
 * One slot is free, after an end: the batch that saves most takes it, the first of several. Or a job comes to an idle
 * cluster: where all that must launch can be matched to free nodes with their data, nothing costs less. Of the
 * decisions of a million tasks 781,000 are of the first kind (docs/decisions/quincy.md). 1,900 are of the second, and
 * took 17.9 s of 26 s. */
#include "lib/sched/global/plain.h"
#include "lib/base/minmax.h"
#include <stdlib.h>

/* ---- one slot ------------------------------------------------------------------------------------- */

/* Where a task of the batch would go: to the closest free place of its data; anywhere, without preference. */
static enum sw_level nearest_level(const struct sw_alike *a)
{
    return !a->prefers ? SW_LEVEL_ANY : a->n_nodes ? SW_LEVEL_NODE : a->n_racks ? SW_LEVEL_RACK : SW_LEVEL_ANY;
}

/* Over leaving it to wait, twice, and one more: where launching costs the same, it is launched (Q3). */
static int64_t saves(const struct sw_alike *a)
{
    enum sw_level at = nearest_level(a);
    int64_t cost = !a->prefers || at == SW_LEVEL_NODE ? 0 : at == SW_LEVEL_RACK ? a->price.rack : a->price.off;
    return 2 * (a->price.wait - cost) + 1;
}

/* A job that must launch leaves no slot to the others. */
enum plain plain_one_slot(const struct sw_assign *p, struct sw_placing **out, size_t *n)
{
    const struct sw_alike *best = NULL;
    if (p->n_nodes != 1 || p->node[0].n_slots != 1)
        return PLAIN_NOT;
    for (const struct sw_alike *a = p->alike; a < p->alike + p->n_alike; a++) {
        bool must = p->job[a->job].least, best_must = best && p->job[best->job].least;
        if (!p->job[a->job].most || !a->n_tasks || (!must && saves(a) <= 0))
            continue;
        if (!best || must > best_must || (must == best_must && saves(a) > saves(best)))
            best = a;
    }
    if (!(*out = malloc(sizeof **out)))
        return PLAIN_FAILED;
    *n = !!best;
    if (best)
        **out = (struct sw_placing){ (uint32_t)(best - p->alike), 0, 1, nearest_level(best) };
    return PLAIN_DONE;
}

/* ---- at home: a matching of tasks and slots ---------------------------------------------------------
 *
 * A task that finds the nodes of its data full moves another of their tasks to a node of its own, and so on: the
 * shortest way to a free slot is found breadth first. Tasks of a batch are as good as one another. */

enum { NO_SLOT = UINT32_MAX, DEAD = UINT32_MAX };
struct matching {
    const struct sw_assign *p;
    uint32_t *memory;
    uint32_t *first, *used;      /* of each node: its slots, how many of them are taken */
    uint32_t *batch, *node_of;   /* of each slot */
    uint32_t *seen, *queue, stamp; /* of each node, in a search */
    uint32_t *freed;             /* and the slot whose task would come there; NO_SLOT: the new one */
    uint32_t *left, *homes;      /* of each job: how many it is to launch, how many tasks are left to try at home */
    uint32_t *one;               /* and 1 + one of its batches */
};

/* One piece of memory for all arrays. */
static bool matching_start(struct matching *m, const struct sw_assign *p)
{
    size_t n = p->n_nodes, slots = 0;
    for (uint32_t i = 0; i < p->n_nodes; i++)
        slots += p->node[i].n_slots;
    uint32_t *at = calloc(5 * n + 2 * slots + 3 * (size_t)p->n_jobs + 1, sizeof *at);
    if (!at)
        return false;
    *m = (struct matching){ .p = p, .memory = at, .first = at, .used = at + n, .seen = at + 2 * n, .freed = at + 3 * n,
                            .queue = at + 4 * n, .batch = at + 5 * n, .node_of = at + 5 * n + slots,
                            .left = at + 5 * n + 2 * slots, .homes = at + 5 * n + 2 * slots + p->n_jobs,
                            .one = at + 5 * n + 2 * slots + 2 * (size_t)p->n_jobs };
    for (uint32_t i = 0, slot = 0; i < p->n_nodes; i++) {
        m->first[i] = slot;
        for (uint32_t k = 0; k < p->node[i].n_slots; k++)
            m->node_of[slot++] = i;
    }
    return true;
}

/* The nodes of a batch that the search has not seen yet. */
static uint32_t see_nodes(struct matching *m, const struct sw_alike *a, uint32_t from_slot, uint32_t n_queue)
{
    for (uint32_t i = 0; i < a->n_nodes; i++) {
        uint32_t node = a->node[i];
        if (m->seen[node] == m->stamp || m->seen[node] == DEAD)
            continue;
        m->seen[node] = m->stamp;
        m->freed[node] = from_slot;
        m->queue[n_queue++] = node;
    }
    return n_queue;
}

/* Each task on the way moves on, the last one first. */
static void move_along(struct matching *m, uint32_t node, uint32_t batch)
{
    uint32_t to = m->first[node] + m->used[node]++, from = m->freed[node];
    for (; from != NO_SLOT; from = m->freed[m->node_of[to]]) {
        m->batch[to] = m->batch[from];
        to = from;
    }
    m->batch[to] = batch;
}

/* Nodes from which no free slot is reached stay so: no later way leads through them. */
static bool match_one(struct matching *m, uint32_t batch)
{
    m->stamp++;
    uint32_t n_queue = see_nodes(m, &m->p->alike[batch], NO_SLOT, 0);
    for (uint32_t i = 0; i < n_queue; i++) {
        uint32_t node = m->queue[i];
        if (m->used[node] < m->p->node[node].n_slots) {
            move_along(m, node, batch);
            return true;
        }
        for (uint32_t k = m->first[node], end = k + m->used[node]; k < end; k++)
            n_queue = see_nodes(m, &m->p->alike[m->batch[k]], k, n_queue);
    }
    for (uint32_t i = 0; i < n_queue; i++)
        m->seen[m->queue[i]] = DEAD;
    return false;
}

/* Whether the jobs have tasks enough; a batch that finds no place is out for good. */
static bool match_all(struct matching *m)
{
    const struct sw_assign *p = m->p;
    for (uint32_t g = 0; g < p->n_alike; g++) {
        const struct sw_alike *a = &p->alike[g];
        uint32_t *left = &m->left[a->job], got = 0;
        while (got < a->n_tasks && *left && match_one(m, g)) {
            got++;
            --*left;
        }
        m->homes[a->job] -= a->n_nodes ? a->n_tasks : 0;
        if (*left > m->homes[a->job])
            return false;
    }
    return true;
}

/* In the order of placings. */
static int by_batch(const void *x, const void *y)
{
    const struct sw_placing *a = x, *b = y;
    return ORDER(a->alike, b->alike) ?: ORDER(a->node, b->node);
}

/* Slots of a node that tasks of one batch have are one placing. */
static enum plain read_matching(const struct matching *m, struct sw_placing **out, size_t *n, uint32_t launches)
{
    size_t units = 0, placings = 0;
    struct sw_placing *to = *out = malloc(((size_t)launches + 1) * sizeof *to);
    if (!to)
        return PLAIN_FAILED;
    for (uint32_t i = 0; i < m->p->n_nodes; i++)
        for (uint32_t k = 0; k < m->used[i]; k++)
            to[units++] = (struct sw_placing){ m->batch[m->first[i] + k], i, 1, SW_LEVEL_NODE };
    if (units)
        qsort(to, units, sizeof *to, by_batch);
    for (size_t i = 0; i < units; i++)
        if (placings && by_batch(&to[placings - 1], &to[i]) == 0)
            to[placings - 1].n_tasks++;
        else
            to[placings++] = to[i];
    *n = placings;
    return PLAIN_DONE;
}

/* Whether the problem is of the kind. Tasks without preference are left to the flow. */
static bool is_exact(struct matching *m, uint32_t *launches)
{
    const struct sw_assign *p = m->p;
    *launches = 0;
    for (uint32_t j = 0; j < p->n_jobs; j++) {
        if (p->job[j].least != p->job[j].most)
            return false;
        *launches += m->left[j] = p->job[j].most;
    }
    for (uint32_t g = 0; g < p->n_alike; g++) {
        const struct sw_alike *a = &p->alike[g];
        uint32_t *one = &m->one[a->job];
        *one = *one ? *one : g + 1;
        if (!a->prefers || a->price.wait != p->alike[*one - 1].price.wait)
            return false;
        m->homes[a->job] += a->n_nodes ? a->n_tasks : 0;
    }
    return true;
}

/* A matching that launches all costs nothing for distance; waiting costs the same whichever wait. */
enum plain plain_at_home(const struct sw_assign *p, struct sw_placing **out, size_t *n)
{
    struct matching m;
    uint32_t launches;
    enum plain found = PLAIN_NONE;
    if (!matching_start(&m, p))
        return PLAIN_FAILED;
    if (!is_exact(&m, &launches))
        found = PLAIN_NOT;
    else if (match_all(&m))
        found = read_matching(&m, out, n, launches);
    free(m.memory);
    return found;
}
