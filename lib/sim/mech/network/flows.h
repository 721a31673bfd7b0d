/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flows.h - max-min fair rates of flows over links, in whole bytes a second (rule N3 of docs/model.md).
 *
 * Pure arithmetic: no clock, no cluster. Flows are added and removed. flows_settle() then gives each its rate and lists
 * those whose rate has changed. Rates depend on the present flows, not on the order in which they came. */
#ifndef LIB_SIM_MECH_NETWORK_FLOWS_H
#define LIB_SIM_MECH_NETWORK_FLOWS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FLOW_LINKS = 4 };
#define FLOW_FAST (UINT64_C(1) << 44) /* bytes a second: no greatest rate */

struct flow {
    /* The caller sets these before it adds the flow: its greatest rate, 1 to FLOW_FAST, and its links, no two equal. */
    uint64_t most;
    uint32_t n_links, link[FLOW_LINKS];
    uint64_t rate;           /* since the last flows_settle() */
    uint64_t rate_before;    /* of those in `changed` */
    /* flows.c */
    uint64_t wish;           /* the least of `most` and its links' capacities */
    uint32_t place[FLOW_LINKS], place_added;
    uint64_t seen;
};
struct link {
    uint64_t capacity;
    struct flow **flow;      /* those over it, in no order */
    uint32_t n, cap;
    bool limits;             /* it determines the rate of some flow */
    /* flows.c */
    bool touched, tight;
    uint64_t used, seen, level; /* used: the sum of their rates */
    int64_t left;
    uint32_t n_left;
};
struct flows {
    struct link *link;
    uint32_t n_links;
    struct flow **changed;   /* flows whose rate the last flows_settle() changed */
    uint32_t n_changed;
    uint32_t *touched;       /* links whose flows or limits it may have changed */
    uint32_t n_touched;
    /* flows.c */
    struct flow **added, **of;
    struct rising { uint64_t wish; struct flow *flow; } *rising; /* without a rate, while it is filled */
    uint32_t n_added, cap_added, n_of, cap_of, n_rising, cap_rising, n_unrated;
    struct link **over, **heap, **closing;
    uint32_t n_over, n_heap;
    bool settled;
    uint64_t least_wish;     /* of those without a rate, or less */
    uint64_t lowest;         /* rates below it stay as they are */
    uint64_t stamp;
};

void flows_init(struct flows *fs, uint32_t n_links); /* capacities are the caller's to set */
void flows_clear(struct flows *fs);
void flows_add(struct flows *fs, struct flow *f);
void flows_remove(struct flows *fs, struct flow *f);
static inline bool flows_are_settled(const struct flows *fs) { return fs->settled; }
void flows_settle(struct flows *fs);
bool flows_hold(const struct flows *fs); /* the invariants after flows_settle() */
#endif
