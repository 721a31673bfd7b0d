/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flows.h - max-min fair rates of flows over links, in whole bytes a second (rule N3 of docs/model.md).
 *
 * Pure arithmetic: no clock, no cluster. Flows are added and removed. flows_settle() then gives each its rate. A rate
 * is the flow's own wish, or the level of the link that limits it: so a link's level is the rate of all that it limits,
 * and only a flow whose limiter is another one than before is listed. Rates depend on the present flows, not on the
 * order in which they came. */
#ifndef LIB_SIM_MECH_NETWORK_FLOWS_H
#define LIB_SIM_MECH_NETWORK_FLOWS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FLOW_LINKS = 4 };
#define FLOW_FAST (UINT64_C(1) << 44) /* bytes a second: no greatest rate */
#define FLOW_FREE UINT32_MAX          /* in place of a limiter: its rate is its wish */
#define FLOW_NEW (UINT32_MAX - 1)     /* in place of a limiter: it has no rate yet */

struct flow {
    /* The caller sets these before it adds the flow: its greatest rate, 1 to FLOW_FAST, and its links, no two equal. */
    uint64_t most;
    uint32_t n_links, link[FLOW_LINKS];
    uint32_t number;         /* of its path */
};
/* What filling reads of a flow, half a line of the cache. Links that it lacks are the one behind the last. */
struct path { uint32_t link[FLOW_LINKS]; uint64_t wish; uint32_t limiter, state; };
/* What filling reads of a link. */
struct link {
    uint64_t left;           /* capacity less the rates of its flows, which may be below 0 */
    uint64_t level;          /* the rate of the flows that it limits */
    uint32_t n, n_left;      /* flows over it, and those of them without a rate while rates are made */
    bool limits;             /* it determines the rate of some flow */
    bool tight, touched, closing;
    bool waits;              /* tight, and not reached by the filling that goes on */
};
struct flows {
    struct link *link;
    uint64_t *capacity;
    uint32_t n_links;
    struct flow **flow;      /* by number */
    struct path *path;       /* by number */
    struct over { uint32_t *number, cap; } *over; /* flows over each link, in no order */
    /* The last flows_settle(): flows with another limiter than before, and links whose level may be another. */
    struct reached { uint32_t number, before; uint64_t rate_before; } *changed;
    uint32_t *closed;
    uint32_t n_changed, n_closed;
    uint32_t *touched;       /* links whose flows or limits it may have changed */
    uint32_t n_touched;
    /* flows.c */
    uint32_t (*place)[FLOW_LINKS]; /* by number: where it stands in its links' lists */
    uint32_t *spare, *place_added, n_numbers, n_spare, cap;
    uint32_t *added, n_added;
    struct reached *of;      /* flows whose rates are made */
    struct rising { uint64_t wish; uint32_t number; } *rising; /* those of them without a rate */
    uint32_t n_of, n_rising, n_unrated;
    struct link **heap, **closing;
    uint32_t n_heap;
    bool settled;
    bool has_rising;
    uint64_t least_wish;     /* of those without a rate, or less */
    uint64_t least_of_all;   /* the least wish of all in `of` */
    uint64_t lowest;         /* rates below it stay as they are */
};

void flows_init(struct flows *fs, uint32_t n_links); /* flows_set_capacity() comes next */
void flows_set_capacity(struct flows *fs, uint32_t link, uint64_t capacity);
void flows_clear(struct flows *fs);
void flows_add(struct flows *fs, struct flow *f);
void flows_remove(struct flows *fs, struct flow *f);
static inline bool flows_are_settled(const struct flows *fs) { return fs->settled; }
void flows_settle(struct flows *fs);
bool flows_hold(const struct flows *fs); /* the invariants after flows_settle() */

static inline uint64_t flows_rate_of(const struct flows *fs, const struct path *p)
{
    if (p->limiter < fs->n_links)
        return fs->link[p->limiter].level;
    return p->limiter == FLOW_FREE ? p->wish : 0;
}
/* The flow's rate since the last flows_settle(); 0: it was added after it. */
static inline uint64_t flows_rate(const struct flows *fs, const struct flow *f)
{
    return flows_rate_of(fs, &fs->path[f->number]);
}
#endif
