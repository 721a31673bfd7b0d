/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - events: ordered by time, kind, then a number that the rules name (T2). */
#ifndef LIB_SIM_EVENT_TYPES_H
#define LIB_SIM_EVENT_TYPES_H
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum event_kind {
    EV_SHUFFLED, EV_END, EV_ORDER, EV_REPORT, EV_COMMIT, EV_CLUSTER, EV_READ, EV_SUBMIT, EV_READY, EV_POOLS, EV_UPDATE,
    EV_PREEMPT, EV_GIVE_BACK, EV_SCAN, EV_TIME_OUT, EV_REPORT_LATE, EV_EVICT, EV_COMPUTES, EVENT_KINDS
};
struct event { int64_t at_us; uint64_t order; void *of; }; /* order: kind in the top byte, number below */
struct event_heap { struct event *at; size_t n, cap; };
struct event_link { struct event ev; uint32_t next; };
/* events.c; others read n and, when it is not 0, at[0], the next event. */
struct event_queue {
    struct event *at;            /* n_near of them are near: in order or, if heaped, a heap */
    size_t n, n_near;            /* n: all */
    bool heaped;
    uint32_t shift, n_pages;     /* n_pages: a power of two */
    int64_t limit_us, page;      /* all before it are near; the page that begins there */
    uint32_t *first;             /* of each page's chain; 0: there is none */
    uint64_t *some;              /* which pages have any: bits */
    struct event_link *link;
    uint32_t n_links, cap_links, spare;
    size_t n_linked;             /* in chains */
    struct event_heap far;
    struct event *room;          /* of what is near */
    size_t cap, n_taken;         /* n_taken: from pages, since tuned_us */
    int64_t tuned_us;
};
#define EVENTS_FAR (1 << 12) /* from this size on, its events' objects are out of the cache */
/* number: below 2^56. It decides between events of one time and kind (T2). */
static inline struct event event_make(int64_t at_us, enum event_kind kind, uint64_t number, void *of)
{
    assert(!(number >> 56));
    return (struct event){ at_us, (uint64_t)kind << 56 | number, of };
}
static inline uint64_t event_number(const struct event *ev) { return ev->order & ~(UINT64_C(0xff) << 56); }
static inline enum event_kind event_kind(const struct event *ev) { return (enum event_kind)(ev->order >> 56); }
#endif
