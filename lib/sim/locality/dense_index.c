/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dense_index.c - the host indexes of large stages, side by side: a row for each node, a column for each of up to 128
 * stages.
 *
 * An offer reads the node's record of several stages. Here these lie together. A stage in the table has at most 2^15
 * tasks and replicas, so its record takes half the bytes of struct host_tasks. What a replay of a hundred such stages
 * reads over and over then stays in the cache. Larger and smaller stages, and those for which no column is left, have a
 * host index of their own (host_index.c).
 *
 * A cell holds the first task that may be left at its node, and the second, if that is the last. With three or more
 * tasks, those behind the first are a cell again, in the column's `rest`. Few nodes have so many. */
#include "lib/base/arena.h"
#include "lib/base/bits.h"
#include "lib/sim/locality/locality.h"
#include <assert.h>
#include <string.h>

/* Makes rows eight times as long, or the first ones. */
static void widen_rows(struct sw_replay *r)
{
    struct dense_index *t = &r->locality.dense;
    uint32_t n = r->cl->n_nodes, width = t->width ? DENSE_COLUMNS : DENSE_CELLS_A_LINE;
    struct dense_cell *wide = xalloc_aligned((size_t)n * width * sizeof *wide);
    for (uint32_t i = 0; i < n && t->width; i++)
        memcpy(wide + (size_t)i * width, t->at + (size_t)i * t->width, t->width * sizeof *wide);
    xfree_aligned(t->at);
    t->at = wide;
    t->width = width;
    if (t->fresh)
        return;
    t->fresh = xalloc_aligned(n * sizeof *t->fresh);
    t->rest = xalloc_aligned(DENSE_NONE * sizeof *t->rest);
}

/* The number of a free column + 1; 0: all are taken. */
static uint8_t take_column(struct sw_replay *r)
{
    struct dense_index *t = &r->locality.dense;
    uint32_t c = 0;
    while (c < DENSE_COLUMNS && bit_get(t->taken, c))
        c++;
    if (c == DENSE_COLUMNS)
        return 0;
    if (c == t->width)
        widen_rows(r);
    bit_set(t->taken, c);
    return (uint8_t)(c + 1);
}

/* Puts the task before those in the cell. If these are more than one, they become rest[k]. Returns whether they do. It
 * is unpredictable, so the code has no branches. */
static inline bool put_first(struct dense_cell *at, uint32_t task, struct dense_cell *rest, uint32_t k)
{
    uint16_t second = at->next | DENSE_IS_TASK;
    bool more = at->then != DENSE_ALONE;
    rest[k] = *at;
    *at = (struct dense_cell){ (uint16_t)task, more ? (uint16_t)k : second };
    return more;
}

/* Fills the cells of all nodes, side by side. Returns how many places of `rest` are used. */
static uint32_t make_cells(struct sw_replay *r, const struct stage *st)
{
    struct dense_cell *at = r->locality.dense.fresh, *rest = r->locality.dense.rest;
    const uint32_t *host = st->replicas.host + replicas_in_all(st);
    uint32_t n_rest = 0;
    memset(at, 0xff, r->cl->n_nodes * sizeof *at);
    for (uint32_t i = st->n_tasks; i-- > 0; )
        for (uint32_t k = replicas_n(st, i); k-- > 0; )
            n_rest += put_first(&at[*--host], i, rest, n_rest);
    return n_rest;
}

/* False: the stage is too large or too small, or no column is left. */
bool dense_index_enter(struct sw_replay *r, struct stage *st)
{
    size_t n = replicas_in_all(st);
    if (!host_index_is_full(n, r->cl->n_nodes) || n > DENSE_NONE || st->n_tasks > DENSE_NONE
        || !(st->column = take_column(r)))
        return false;
    struct dense_index *t = &r->locality.dense;
    uint32_t n_rest = make_cells(r, st);
    struct dense_column *c = &t->column[st->column - 1];
    *c = (struct dense_column){ st, arena_alloc(&r->arena, n_rest * sizeof *c->rest), (uint16_t)n_rest, DENSE_ALONE };
    memcpy(c->rest, t->rest, n_rest * sizeof *c->rest);
    struct dense_cell *at = t->at + st->column - 1;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++, at += t->width)
        *at = t->fresh[i];
    return true;
}

/* The last column to leave frees the table. */
void dense_index_leave(struct sw_replay *r, struct stage *st)
{
    struct dense_index *t = &r->locality.dense;
    uint32_t c = st->column - 1U;
    arena_free(&r->arena, t->column[c].rest, t->column[c].n_rest * sizeof *t->column[c].rest);
    t->taken[c >> 6] &= ~(UINT64_C(1) << (c & 63));
    st->column = 0;
    if (t->taken[0] | t->taken[1])
        return;
    xfree_aligned(t->at);
    t->at = NULL;
    t->width = 0;
}

/* Removes the cell's first task, which is launched. The place in `rest` that comes into the cell is kept for tasks that
 * return. */
static inline void drop_first(struct dense_column *c, struct dense_cell *at)
{
    uint16_t then = at->then;
    if (then & DENSE_IS_TASK) {
        *at = (struct dense_cell){ then & DENSE_NONE, DENSE_ALONE };
        return;
    }
    *at = c->rest[then];
    c->rest[then].then = c->spare;
    c->spare = then;
}

/* The first that is left at the node. Launched ones are dropped as they are met. */
uint32_t dense_index_task(struct sw_replay *r, const struct stage *st, uint32_t node)
{
    struct dense_cell *at = dense_cell(r, st, node);
    while (at->next < DENSE_NONE && bit_get(st->launched, at->next))
        drop_first(&r->locality.dense.column[st->column - 1], at);
    return at->next < DENSE_NONE ? at->next : NONE;
}

/* A spare place in `rest`. */
static inline uint16_t take_rest(struct dense_column *c)
{
    uint16_t k = c->spare;
    assert(k != DENSE_ALONE); /* the cell's tasks had that place before */
    c->spare = c->rest[k].then;
    return k;
}

/* Puts the task back, in order, among the cell's tasks. It may still be there. */
static void put_back(struct dense_column *c, struct dense_cell *at, uint16_t task)
{
    while (at->next < task && !(at->then & DENSE_IS_TASK))
        at = &c->rest[at->then];
    uint16_t last = at->then & DENSE_NONE;
    if (at->next == task || at->then == (task | DENSE_IS_TASK))
        return;
    if (at->next > task && at->then == DENSE_ALONE) {
        *at = (struct dense_cell){ task, at->next | DENSE_IS_TASK };
    } else if (at->next > task) {
        put_first(at, task, c->rest, take_rest(c));
    } else if (at->then == DENSE_ALONE) {
        at->then = task | DENSE_IS_TASK;
    } else {
        uint16_t k = take_rest(c);
        c->rest[k] = last < task ? (struct dense_cell){ last, task | DENSE_IS_TASK }
                                 : (struct dense_cell){ task, last | DENSE_IS_TASK };
        at->then = k;
    }
}

/* Whether none was left there. */
bool dense_index_put_back(struct sw_replay *r, const struct stage *st, uint32_t node, uint32_t task)
{
    struct dense_cell *at = dense_cell(r, st, node);
    bool none = at->next >= DENSE_NONE;
    put_back(&r->locality.dense.column[st->column - 1], at, (uint16_t)task);
    return none;
}
