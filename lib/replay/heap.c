/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heap.c - the event queue, a 4-ary heap popped from the bottom up; and a plain one of jobs that wait to be admitted.
 *
 * The hole at the root sinks to a leaf along the least children without looking at the last event, which is
 * then put there and rises a little: it came from a leaf, so it nearly always belongs near one. That saves the
 * comparison with it on each level. Which of four children is the least nobody can predict, so they are compared without
 * branches: time and order as one number of 128 bits (times are not negative), and places chosen by arithmetic. The hole's place
 * is a number of bytes from the front, b: its children begin one event behind 4 b. */
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

static inline struct event *event_at(const struct heap *h, size_t bytes)
{
    return (struct event *)((char *)h->at + bytes);
}

static inline size_t children_of(size_t bytes)
{
    return 4 * bytes + sizeof(struct event);
}

static inline struct event *earlier(struct event *a, struct event *b)
{
    size_t apart = (size_t)((char *)b - (char *)a);
    return (struct event *)((char *)a + (apart & -(size_t)before(b, a)));
}

/* The least child of the place, or NULL at a leaf; bytes: of the events. */
static inline struct event *least_child(const struct heap *h, size_t place, size_t bytes)
{
    size_t first = children_of(place);
    struct event *c = event_at(h, first);
    if (first + 4 * sizeof *c <= bytes)
        return earlier(c + before(&c[1], &c[0]), c + 2 + before(&c[3], &c[2]));
    struct event *least = first < bytes ? c : NULL;
    for (first += sizeof *c; first < bytes; first += sizeof *c)
        if (before(event_at(h, first), least))
            least = event_at(h, first);
    return least;
}

struct event heap_pop(struct heap *h)
{
    const struct heap now = { h->at, --h->n, h->cap }; /* nobody else writes to it */
    struct event top = now.at[0], last = now.at[now.n], *least;
    size_t bytes = now.n * sizeof last, hole = 0;
    bool far = now.n >= HEAP_FAR; /* there the sixteen grandchildren are fetched while the four children are compared */
    while ((least = least_child(&now, hole, bytes))) {
        *event_at(&now, hole) = *least;
        hole = (size_t)((char *)least - (char *)now.at);
        size_t next = children_of(children_of(hole));
        if (far && next + 16 * sizeof last < bytes)
            for (size_t k = 0; k < 16 * sizeof last; k += 2 * sizeof last) /* each line, wherever they begin */
                __builtin_prefetch((char *)now.at + next + k);
    }
    if (now.n)
        rise(h, hole / sizeof last, last);
    return top;
}

/* ---- ticks --------------------------------------------------------------------------------------------- */

/* The next tick of a clock that ticks at 0, every, 2 every, ...; it stands still while nobody is in the system. */
void expect_tick(struct sw_replay *r, enum event_kind kind, int64_t every_us)
{
    int64_t at_us = (r->now_us / every_us + 1) * every_us;
    bool *waiting = &r->ticking[kind - EV_UPDATE];
    if (*waiting || every_us <= 0)
        return;
    *waiting = true;
    heap_push(&r->events, (struct event){ at_us, (uint64_t)kind << 56, NULL });
}

/* The clock has ticked, and goes on while a job is in the system. */
void tick_again(struct sw_replay *r, enum event_kind kind, int64_t every_us)
{
    r->ticking[kind - EV_UPDATE] = false;
    if (r->first_job)
        expect_tick(r, kind, every_us);
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
