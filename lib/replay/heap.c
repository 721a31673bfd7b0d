/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heap.c - the event queue, a 4-ary heap popped from the bottom up; and a plain one of jobs that wait to be admitted.
 *
 * The hole at the root sinks to a leaf along the least children without looking at the last event, which is
 * then put there and rises a little: it came from a leaf, so it nearly always belongs near one. That saves the
 * comparison with it on each level. Which of four children is the least nobody can predict, so they are compared without
 * branches: time and order as one number of 128 bits (times are not negative), and places chosen by arithmetic. */
#include "lib/replay/replay.h"
#include <stdlib.h>

static inline unsigned __int128 key_of(const struct event *ev)
{
    return (unsigned __int128)(uint64_t)ev->at_us << 64 | ev->order;
}

static inline bool before(const struct event *a, const struct event *b)
{
    return key_of(a) < key_of(b);
}

static void rise(struct heap *h, size_t i, struct event ev)
{
    while (i > 0 && before(&ev, &h->at[(i - 1) / 4])) {
        h->at[i] = h->at[(i - 1) / 4];
        i = (i - 1) / 4;
    }
    h->at[i] = ev;
}

void heap_push(struct heap *h, struct event ev)
{
    if (h->n == h->cap) {
        h->cap = h->cap ? 2 * h->cap : 64;
        h->at = xrealloc(h->at, h->cap, sizeof *h->at);
    }
    rise(h, h->n++, ev);
}

static inline size_t least_child(const struct heap *h, size_t i)
{
    size_t first = 4 * i + 1;
    const struct event *c = &h->at[first];
    if (first + 4 <= h->n) {
        size_t a = before(&c[1], &c[0]), b = 2 + (size_t)before(&c[3], &c[2]);
        return first + (a ^ ((a ^ b) & -(size_t)before(&c[b], &c[a])));
    }
    size_t least = first;
    for (size_t k = first + 1; k < h->n; k++)
        if (before(&h->at[k], &h->at[least]))
            least = k;
    return least;
}

struct event heap_pop(struct heap *h)
{
    struct event top = h->at[0], last = h->at[--h->n];
    bool far = h->n >= HEAP_FAR; /* there the sixteen grandchildren are fetched while the four children are compared */
    size_t i = 0;
    while (4 * i + 1 < h->n) {
        if (far && 16 * i + 20 < h->n)
            for (size_t k = 16 * i + 5; k < 16 * i + 21; k += 64 / sizeof *h->at)
                __builtin_prefetch(&h->at[k]);
        size_t least = least_child(h, i);
        h->at[i] = h->at[least];
        i = least;
    }
    if (h->n)
        rise(h, i, last);
    return top;
}

void heap_replace(struct heap *h, struct event ev)
{
    size_t i = 0;
    for (size_t least; 4 * i + 1 < h->n; i = least) {
        least = least_child(h, i);
        if (before(&ev, &h->at[least]))
            break;
        h->at[i] = h->at[least];
    }
    h->at[i] = ev;
}

/* ---- jobs that wait to be admitted, in fifo order ------------------------------------------------- */

void waiting_push(struct waiting *w, struct job *job)
{
    if (w->n == w->cap) {
        w->cap = w->cap ? 2 * w->cap : 8;
        w->at = xrealloc(w->at, w->cap, sizeof *w->at);
    }
    size_t i = w->n++;
    for (; i > 0 && job_fifo_before(job, w->at[(i - 1) / 2]); i = (i - 1) / 2)
        w->at[i] = w->at[(i - 1) / 2];
    w->at[i] = job;
}

struct job *waiting_pop(struct waiting *w)
{
    struct job *top = w->at[0], *last = w->at[--w->n];
    size_t i = 0;
    for (size_t k; (k = 2 * i + 1) < w->n; i = k) {
        if (k + 1 < w->n && job_fifo_before(w->at[k + 1], w->at[k]))
            k++;
        if (!job_fifo_before(w->at[k], last))
            break;
        w->at[i] = w->at[k];
    }
    if (w->n)
        w->at[i] = last;
    return top;
}
