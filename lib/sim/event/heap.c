/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heap.c - a heap of events, four children a place, popped from the bottom up. */
#include "lib/base/memory.h"
#include "lib/sim/event/heap.h"

static inline bool comes_before(const struct event *a, const struct event *b)
{
    return event_is_before(a, b);
}

static void rise_from(struct event_heap *h, size_t i, struct event ev)
{
    while (i > 0 && comes_before(&ev, &h->at[(i - 1) / 4])) {
        h->at[i] = h->at[(i - 1) / 4];
        i = (i - 1) / 4;
    }
    h->at[i] = ev;
}

void heap_push(struct event_heap *h, struct event ev)
{
    RESERVE(h->at, h->n + 1, h->cap);
    rise_from(h, h->n++, ev);
}

static inline struct event *event_at(const struct event_heap *h, size_t bytes)
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
    return (struct event *)((char *)a + (apart & -(size_t)comes_before(b, a)));
}

/* The least child of the place, or NULL at a leaf; bytes: of the events. */
static inline struct event *least_child(const struct event_heap *h, size_t place, size_t bytes)
{
    size_t first = children_of(place);
    struct event *c = event_at(h, first);
    if (first + 4 * sizeof *c <= bytes)
        return earlier(c + comes_before(&c[1], &c[0]), c + 2 + comes_before(&c[3], &c[2]));
    struct event *least = first < bytes ? c : NULL;
    for (first += sizeof *c; first < bytes; first += sizeof *c)
        if (comes_before(event_at(h, first), least))
            least = event_at(h, first);
    return least;
}

struct event heap_pop(struct event_heap *h)
{
    const struct event_heap now = { h->at, --h->n, h->cap }; /* a copy that no other pointer reaches */
    struct event top = now.at[0], last = now.at[now.n], *least;
    size_t bytes = now.n * sizeof last, hole = 0;
    bool far = now.n >= EVENTS_FAR; /* then the 16 grandchildren are fetched while the 4 children are compared */
    while ((least = least_child(&now, hole, bytes))) {
        *event_at(&now, hole) = *least;
        hole = (size_t)((char *)least - (char *)now.at);
        size_t next = children_of(children_of(hole));
        if (far && next + 16 * sizeof last < bytes)
            for (size_t k = 0; k < 16 * sizeof last; k += 2 * sizeof last) /* each line, wherever they begin */
                __builtin_prefetch((char *)now.at + next + k);
    }
    if (now.n)
        rise_from(h, hole / sizeof last, last);
    return top;
}
