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

enum { FLOW_LINKS = 4, FLOW_QUEUES = 1024 };
#define FLOW_FAST (UINT64_C(1) << 44) /* bytes a second: no greatest rate */
#define FLOW_FREE UINT32_MAX          /* in place of a limiter: its rate is its wish */
#define FLOW_NEW (UINT32_MAX - 1)     /* in place of a limiter: it has no rate yet */
#define FLOW_NO_LEVEL UINT64_MAX      /* of a link that limits none */

struct flow {
    /* The caller sets these before it adds the flow: its greatest rate, 1 to FLOW_FAST, and its links, no two equal. */
    uint64_t most;
    uint32_t n_links, link[FLOW_LINKS];
    uint32_t number;         /* of its path */
};
/* Half a line of the cache. Links that it lacks are the one behind the last. `changed` is its place among those that
 * changed, from 1 on, while rates are made. */
struct path { uint32_t link[FLOW_LINKS]; uint64_t wish; uint32_t limiter, changed; };
struct pull { uint32_t link, n; };
/* A line of the cache. What a loose link (paths.c) has of it are the flows and the level. */
struct link {
    int64_t left;            /* capacity less the rates of the flows limited elsewhere, which may be below 0 */
    uint64_t level;          /* the rate of the flows that it limits */
    uint64_t most_elsewhere; /* of the rates of the flows limited elsewhere, or more */
    uint64_t reach;          /* up to it no flow that it limits gets its wish, or makes a loose link another */
    struct pull *pull;       /* other links that are not loose: how many of the flows that it limits go over them */
    uint32_t n_pull, cap_pull;
    uint32_t n, n_here;      /* flows over it, and those that it limits */
    uint32_t next;           /* of those in doubt with such a level */
    bool watched;            /* not loose */
    bool limits;             /* it determines the rate of some flow */
    bool touched, noted;
};
struct flows {
    struct link *link;
    uint64_t *capacity;
    int64_t *room;           /* of each link: capacity less the wishes of its flows */
    uint32_t n_links;
    struct flow **flow;      /* by number */
    struct path *path;       /* by number */
    struct over { uint32_t *number, cap; } *over; /* flows over each link, those that it limits first */
    /* The last flows_settle(): flows with another limiter than before; links whose level may be another, or the flows
     * that they limit. */
    struct reached { uint32_t number, before; } *changed;
    uint32_t *noted;
    uint32_t n_changed, n_noted;
    uint32_t *touched;       /* links over which a flow came or went */
    uint32_t n_touched;
    /* flows.c, paths.c */
    uint32_t (*place)[FLOW_LINKS]; /* by number: where it stands in its links' lists */
    uint32_t *spare, *place_added, n_numbers, n_spare, cap;
    uint32_t *added, n_added;
    uint64_t *rate;          /* of the flows of one link that are limited elsewhere */
    uint32_t queue[FLOW_QUEUES]; /* links in doubt, by their level */
    uint64_t queued[FLOW_QUEUES / 64], words;
    bool settled;
};

void flows_init(struct flows *fs, uint32_t n_links); /* flows_set_capacity() comes next */
void flows_set_capacity(struct flows *fs, uint32_t link, uint64_t capacity);
void flows_clear(struct flows *fs);
void flows_add(struct flows *fs, struct flow *f);
void flows_remove(struct flows *fs, struct flow *f);
static inline bool flows_are_settled(const struct flows *fs) { return fs->settled; }
void flows_settle(struct flows *fs);
bool flows_hold(const struct flows *fs); /* the invariants after flows_settle(), and that the rates are those of N3 */

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
