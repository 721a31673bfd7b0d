/* SPDX-License-Identifier: GPL-3.0-or-later */
/* events.c - the event queue: a calendar whose next page is sorted.
 *
 * What is near lies at q->at: all events before limit_us, in order, so that popping one is a step of a pointer. What
 * comes later hangs unsorted in chains, a page each of 2^shift microseconds, with some two events a page. When nothing
 * is near, the next page that has any is taken and sorted. What lies more pages ahead than there are waits in a heap.
 *
 * Many events of one instant are of one page. From more than SORTED_MOST on, what is near is a heap until it is used
 * up, as a sorted array is a heap, too. Width and number of the pages follow from what was taken and what waits (tune).
 *
 * The order is that of the keys alone (T2), whatever the pages are. An attempt's end may stand here twice, with one
 * key.
 *
 * tests/bench/floors.c has the nanoseconds of a pop and a push beside those of the heap, which this queue once was. */
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/event/heap.h"
#include <stdlib.h>
#include <string.h>

enum { FEWEST_PAGES = 256, MOST_PAGES = 1 << 22, WIDEST_SHIFT = 40, FIRST_SHIFT = 18 };
enum { EVENTS_A_PAGE = 2, SORTED_MOST = 16, RANKED_MOST = 8, TUNE_EVERY = 4096 };

/* ---- what is near ---------------------------------------------------------------------------------- */

/* Room for n events and a page of RANKED_MOST behind them, from the front of the room on. */
static COLD void near_move(struct event_queue *q, size_t n)
{
    if (q->n_near)
        memmove(q->room, q->at, q->n_near * sizeof *q->at);
    q->at = q->room;
    if (n + RANKED_MOST > q->cap) {
        size_t cap = 2 * n + 64;
        q->at = q->room = xrealloc(q->room, cap, sizeof *q->room);
        q->cap = cap;
    }
}

/* The heap of what is near, and back. */
static void near_heap_push(struct event_queue *q, struct event ev)
{
    struct event_heap h = { q->at, q->n_near, q->n_near + 1 };
    heap_push(&h, ev);
    q->n_near = h.n;
}

static struct event near_heap_pop(struct event_queue *q)
{
    struct event_heap h = { q->at, q->n_near, q->n_near };
    struct event top = heap_pop(&h);
    q->n_near = h.n;
    return top;
}

static inline void near_push(struct event_queue *q, struct event ev)
{
    if (unlikely(q->at + q->n_near + RANKED_MOST >= q->room + q->cap))
        near_move(q, q->n_near + 1);
    q->heaped |= q->n_near >= SORTED_MOST;
    if (unlikely(q->heaped)) {
        near_heap_push(q, ev);
        return;
    }
    size_t i = q->n_near++;
    for (; i > 0 && event_is_before(&ev, &q->at[i - 1]); i--)
        q->at[i] = q->at[i - 1];
    q->at[i] = ev;
}

static inline void near_begin(struct event_queue *q)
{
    q->at = q->room;
    q->n_near = 0;
    q->heaped = false;
}

/* ---- pages ------------------------------------------------------------------------------------------ */

static inline int64_t page_of(const struct event_queue *q, int64_t at_us) { return at_us >> q->shift; }
static inline uint32_t place_of_page(const struct event_queue *q, int64_t page)
{
    return (uint32_t)page & (q->n_pages - 1);
}

/* Link 0 ends every chain. */
static COLD uint32_t link_more(struct event_queue *q)
{
    RESERVE(q->link, q->n_links + 2, q->cap_links);
    if (!q->n_links)
        q->link[q->n_links++] = (struct event_link){ .next = 0 };
    return q->n_links++;
}

static inline void page_add(struct event_queue *q, struct event ev, int64_t page)
{
    uint32_t i = q->spare, place = place_of_page(q, page);
    if (i)
        q->spare = q->link[i].next;
    else
        i = link_more(q);
    q->link[i] = (struct event_link){ ev, q->first[place] };
    q->first[place] = i;
    q->some[place >> 6] |= UINT64_C(1) << (place & 63);
    q->n_linked++;
}

static inline void put_later(struct event_queue *q, struct event ev)
{
    int64_t page = page_of(q, ev.at_us);
    if (page - q->page < (int64_t)q->n_pages)
        page_add(q, ev, page);
    else
        heap_push(&q->far, ev);
}

/* A few events in order: the place of each is the number of those before it. */
static inline void near_rank(struct event_queue *q, const struct event *in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t rank = 0;
        for (size_t k = 0; k < n; k++)
            rank += k < i ? !event_is_before(&in[i], &in[k]) : event_is_before(&in[k], &in[i]);
        q->at[rank] = in[i];
    }
    q->n_near = n;
}

/* Nothing is near. */
static void page_take(struct event_queue *q, uint32_t place)
{
    struct event in[RANKED_MOST];
    size_t n = 0;
    uint32_t first = q->first[place], last = first;
    near_begin(q);
    for (uint32_t i = first; i; i = q->link[i].next) {
        if (n < RANKED_MOST)
            in[n] = q->link[i].ev;
        else
            near_push(q, q->link[i].ev);
        n++;
        last = i;
    }
    if (n <= RANKED_MOST)
        near_rank(q, in, n);
    else
        for (size_t i = 0; i < RANKED_MOST; i++)
            near_push(q, in[i]);
    q->first[place] = 0;
    q->some[place >> 6] &= ~(UINT64_C(1) << (place & 63));
    q->link[last].next = q->spare;
    q->spare = first;
    q->n_linked -= n;
    q->n_taken += n;
}

/* The next page from q->page on that has any; one has. */
static inline int64_t page_next(const struct event_queue *q)
{
    uint32_t from = place_of_page(q, q->page), word = from >> 6, words = q->n_pages / 64;
    uint64_t left = q->some[word] & ~UINT64_C(0) << (from & 63);
    while (!left)
        left = q->some[word = (word + 1) & (words - 1)];
    uint32_t place = (word << 6) + (uint32_t)__builtin_ctzll(left);
    return q->page + ((place - from) & (q->n_pages - 1));
}

/* Those of the far ones that come next, when none in the pages comes before. */
static COLD void far_approach(struct event_queue *q)
{
    q->page = page_of(q, q->far.at[0].at_us);
    while (q->far.n && page_of(q, q->far.at[0].at_us) - q->page < (int64_t)q->n_pages / 2) {
        struct event ev = heap_pop(&q->far);
        page_add(q, ev, page_of(q, ev.at_us));
    }
}

/* ---- width and number of pages -------------------------------------------------------------------- */

static COLD void pages_clear(struct event_queue *q)
{
    memset(q->first, 0, q->n_pages * sizeof *q->first);
    memset(q->some, 0, q->n_pages / 8);
    q->n_links = q->spare = 0;
    q->n_linked = 0;
}

static COLD void pages_make(struct event_queue *q, uint32_t n_pages)
{
    q->n_pages = 0;
    q->first = xrealloc(q->first, n_pages, sizeof *q->first);
    q->some = xrealloc(q->some, n_pages / 64, sizeof *q->some);
    q->n_pages = n_pages;
    pages_clear(q);
}

/* All that is not near moves to its new page. */
static COLD void rebuild(struct event_queue *q, uint32_t n_pages, uint32_t shift)
{
    size_t n = 0;
    struct event *all = xrealloc(NULL, q->n_linked + q->far.n + 1, sizeof *all);
    for (uint32_t place = 0; place < q->n_pages; place++)
        for (uint32_t i = q->first[place]; i; i = q->link[i].next)
            all[n++] = q->link[i].ev;
    for (size_t i = 0; i < q->far.n; i++)
        all[n++] = q->far.at[i];
    q->far.n = 0;
    if (n_pages != q->n_pages)
        pages_make(q, n_pages);
    else
        pages_clear(q);
    q->shift = shift;
    q->page = page_of(q, q->limit_us); /* what of it is before the limit is near */
    for (size_t i = 0; i < n; i++)
        put_later(q, all[i]);
    xfree(all);
}

static COLD void tune(struct event_queue *q)
{
    int64_t took_us = q->at->at_us - q->tuned_us;
    uint64_t width_us = took_us > 0 ? (uint64_t)took_us / q->n_taken * EVENTS_A_PAGE : 0;
    uint32_t shift = 0, n_pages = FEWEST_PAGES;
    q->tuned_us = q->at->at_us;
    q->n_taken = 0;
    while (shift < WIDEST_SHIFT && UINT64_C(3) << shift <= 2 * width_us)
        shift++;
    if (took_us <= 0)
        shift = q->shift;
    while (n_pages < q->n && n_pages < MOST_PAGES)
        n_pages *= 2;
    if (n_pages < q->n_pages && 2 * n_pages >= q->n_pages)
        n_pages = q->n_pages;
    if (shift > q->shift + 1 || shift + 1 < q->shift || n_pages != q->n_pages)
        rebuild(q, n_pages, shift);
}

/* ---- the queue ------------------------------------------------------------------------------------- */

/* The chains of the pages to come, and where very many wait also what their events are of. */
static inline void fetch_pages(const struct event_queue *q)
{
    const uint32_t *first = q->first;
    uint32_t next = first[place_of_page(q, q->page)], second = first[place_of_page(q, q->page + 1)];
    if (q->n >= EVENTS_FAR) {
        uint32_t i = next;
        for (int k = 0; k < 4; k++, i = q->link[i].next)
            __builtin_prefetch(q->link[i].ev.of);
        i = second;
        for (int k = 0; k < 3; k++, i = q->link[i].next)
            __builtin_prefetch(q->link[i].ev.of);
    }
    __builtin_prefetch(&q->link[first[place_of_page(q, q->page + 2)]]);
    __builtin_prefetch(&q->link[q->link[second].next]);
    __builtin_prefetch(&q->link[q->link[q->link[next].next].next]);
}

/* Nothing is near, and something waits. */
static __attribute__((noinline)) void refill(struct event_queue *q)
{
    int64_t next = q->n_linked ? page_next(q) : INT64_MAX;
    if (unlikely(q->far.n && page_of(q, q->far.at[0].at_us) <= next)) {
        far_approach(q);
        next = page_next(q);
    }
    page_take(q, place_of_page(q, next));
    q->page = next + 1;
    q->limit_us = q->page << q->shift;
    fetch_pages(q);
    if (unlikely(q->n_taken >= TUNE_EVERY || q->n > 4 * (size_t)q->n_pages))
        tune(q);
}

/* The only one. */
static COLD void push_first(struct event_queue *q, struct event ev)
{
    if (!q->n_pages) {
        near_move(q, 64);
        pages_make(q, FEWEST_PAGES);
        q->shift = FIRST_SHIFT;
        link_more(q);
        q->n_links = 1;
    }
    near_begin(q);
    if (ev.at_us >= q->limit_us) {
        q->page = page_of(q, ev.at_us) + 1;
        q->limit_us = q->page << q->shift;
    }
    near_push(q, ev);
}

void events_push(struct event_queue *q, struct event ev)
{
    if (unlikely(!q->n++))
        push_first(q, ev);
    else if (ev.at_us >= q->limit_us)
        put_later(q, ev);
    else
        near_push(q, ev);
}

struct event events_pop(struct event_queue *q)
{
    struct event top;
    if (unlikely(q->heaped)) {
        top = near_heap_pop(q);
    } else {
        top = *q->at++;
        q->n_near--;
    }
    if (--q->n && !q->n_near)
        refill(q);
    return top;
}

void events_clear(struct event_queue *q)
{
    if (q->n_linked)
        pages_clear(q);
    near_begin(q);
    q->n = q->far.n = 0;
    q->limit_us = q->page = q->tuned_us = 0;
    q->n_taken = 0;
}

void events_end(struct event_queue *q)
{
    xfree(q->room);
    xfree(q->first);
    xfree(q->some);
    xfree(q->link);
    xfree(q->far.at);
}
