/* SPDX-License-Identifier: GPL-3.0-or-later */
/* meet.c - see sw_meet.h. A matrix of pools by nodes that grows by rows of pools and by pages of nodes. A row has
 * as many entries as the greatest number of a node in it: pools that run on few nodes stay small. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/import/nameset.h"
#include "lib/trace/report/sw_meet.h"
#include "lib/trace/stream/trace_private.h"

enum { MOST_POOLS = 300 }; /* the first ones; a pair is a pass over the nodes */
struct row { uint64_t *tasks, sum; size_t cap, n_nodes; }; /* of a pool: its tasks on each node */
struct sw_meet {
    struct sw_keys pools, nodes;
    struct row *row;
    size_t cap_rows, n_rows;
    uint32_t last;               /* pool: rows of a job stand together */
};

int sw_meet_new(struct sw_meet **out, struct sw_err *err)
{
    *out = calloc(1, sizeof **out);
    return !*out ? sw_err_memory(err) : SW_OK;
}

void sw_meet_free(struct sw_meet *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->n_rows; i++)
        free(m->row[i].tasks);
    free(m->row);
    sw_keys_clear(&m->pools);
    sw_keys_clear(&m->nodes);
    free(m);
}

int sw_meet_add(struct sw_meet *m, struct sw_text pool, struct sw_text node, struct sw_err *err)
{
    /* Rows of a job stand together, so the pool is mostly that of the row before. */
    uint32_t place = m->last, at;
    const bool again = m->pools.n > 0 && sw_text_same(nameset_text(&m->pools, place), pool);
    if ((!again && nameset_add(&m->pools, pool, &place, err) != SW_OK)
        || nameset_add(&m->nodes, node, &at, err) != SW_OK
        /* The first call makes room for the rows of all pools. */
        || sw_grow(&m->row, &m->cap_rows, MOST_POOLS, sizeof *m->row, err) != SW_OK)
        return SW_FAIL;
    while (m->n_rows < m->pools.n && m->n_rows < MOST_POOLS)
        m->row[m->n_rows++] = (struct row){ .tasks = NULL };
    m->last = place;
    /* Pools behind the first 300 are named and not counted. */
    if (place >= MOST_POOLS)
        return SW_OK;
    struct row *row = &m->row[place];
    size_t before = row->cap;
    if (sw_grow(&row->tasks, &row->cap, (size_t)at + 1, sizeof *row->tasks, err) != SW_OK)
        return SW_FAIL;
    /* sw_grow() leaves what it adds as it comes. */
    memset(row->tasks + before, 0, (row->cap - before) * sizeof *row->tasks);
    row->n_nodes += row->tasks[at]++ == 0;
    row->sum++;
    return SW_OK;
}

void sw_trace_watch(struct sw_trace *t, struct sw_meet *m) { t->meet = m; }

/* ---- pairs ----------------------------------------------------------------------------------------- */

/* Tasks of a on nodes where a task of b ran. Nodes behind the end of either row have no task of that pool. */
static uint64_t met(const struct row *a, const struct row *b)
{
    uint64_t n = 0;
    for (size_t i = 0; i < a->cap && i < b->cap; i++)
        n += b->tasks[i] > 0 ? a->tasks[i] : 0;
    return n;
}

/* How many would have met the other if they ran anywhere. Tasks of the pool times the share of the nodes that the
 * other used. */
static double expected(const struct sw_meet_pair *p)
{
    return (double)p->tasks * (double)p->nodes / (double)p->all_nodes;
}

static double share_met(const struct sw_meet_pair *p) { return (double)p->met / expected(p); }

static struct sw_meet_pair pair_of(const struct sw_meet *m, size_t pool, size_t other)
{
    return (struct sw_meet_pair){ nameset_text(&m->pools, pool), nameset_text(&m->pools, other), m->row[pool].sum,
                                  met(&m->row[pool], &m->row[other]), m->row[other].n_nodes, m->nodes.n };
}

/* A tenth of what chance would give, and enough tasks for chance to mean anything (docs/formats/slurm.md, apart_1). */
static bool is_apart(const struct sw_meet_pair *p)
{
    return expected(p) >= SW_MEET_FEWEST && share_met(p) < 0.1;
}

static bool find_pair(const struct sw_meet *m, size_t i, size_t k, struct sw_meet_pair *out)
{
    struct sw_meet_pair one = pair_of(m, i, k), two = pair_of(m, k, i);
    if (one.tasks < SW_MEET_FEWEST || two.tasks < SW_MEET_FEWEST)
        return false;
    if (!is_apart(&one) && !is_apart(&two))
        return false;
    /* Of two sides that are both apart the one that met less, the first at a tie. */
    *out = !is_apart(&two) || (is_apart(&one) && share_met(&one) <= share_met(&two)) ? one : two;
    return true;
}

/* By how many would have met, most first. What comes behind the last is dropped. */
static void insert(struct sw_meet_pair *out, size_t most, size_t n, const struct sw_meet_pair *p)
{
    size_t at = n < most ? n : most;
    for (; at > 0 && expected(&out[at - 1]) < expected(p); at--)
        if (at < most)
            out[at] = out[at - 1];
    if (at < most)
        out[at] = *p;
}

void sw_meet_apart(const struct sw_meet *m, struct sw_meet_pair *out, size_t most, size_t *n)
{
    struct sw_meet_pair p;
    *n = 0;
    for (size_t i = 0; i < m->n_rows; i++)
        for (size_t k = i + 1; k < m->n_rows; k++)
            if (find_pair(m, i, k, &p))
                insert(out, most, (*n)++, &p);
}
