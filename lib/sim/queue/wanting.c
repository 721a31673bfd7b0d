/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wanting.c - the jobs that want something, in the order in which shares are computed.
 *
 * They come as they were admitted, which in most pools is fifo order: they are counted and put down by pool, which
 * keeps the order, and only a pool where it is another is sorted. */
#include "lib/base/arena.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>

void wanting_grow(struct wanting *w)
{
    w->cap = 2 * w->cap + 64;
    w->job = xrealloc(w->job, w->cap, sizeof *w->job);
    w->as_added = xrealloc(w->as_added, w->cap, sizeof *w->as_added);
}

static void put_by_pool(struct sw_replay *r, struct wanting *w)
{
    uint32_t n = 0;
    RESERVE(w->next, r->pools.n, w->cap_pools);
    FOR_BUSY_POOLS(r, p)
        w->next[p->number] = 0;
    for (uint32_t i = 0; i < w->n; i++)
        w->next[w->job[i]->pool->number]++;
    FOR_BUSY_POOLS(r, p) {
        uint32_t first = n;
        n += w->next[p->number];
        w->next[p->number] = first;
    }
    struct job **as_added = w->job;
    w->job = w->as_added;
    w->as_added = as_added;
    for (uint32_t i = 0; i < w->n; i++)
        w->job[w->next[as_added[i]->pool->number]++] = as_added[i];
}

static int by_fifo(const void *a, const void *b)
{
    const struct job *x = *(struct job *const *)a, *y = *(struct job *const *)b;
    return order_fifo_before(x, y) ? -1 : 1;
}

void wanting_sort(struct sw_replay *r, struct wanting *w)
{
    if (!w->n)
        return;
    put_by_pool(r, w);
    for (uint32_t i = 0, end; i < w->n; i = end) {
        bool sorted = true;
        for (end = i + 1; end < w->n && w->job[end]->pool == w->job[i]->pool; end++)
            sorted &= order_fifo_before(w->job[end - 1], w->job[end]);
        if (!sorted)
            qsort(w->job + i, end - i, sizeof *w->job, by_fifo);
    }
}
