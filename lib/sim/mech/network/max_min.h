/* SPDX-License-Identifier: GPL-3.0-or-later */
/* max_min.h - max-min fair rates of flows over links, in whole bytes a second (rule N3 of docs/model.md).
 *
 * Pure arithmetic on what it is given: no clock, no cluster. Flows are added and removed; flows_settle() then gives
 * each its rate and says whose has changed. The rates follow from the flows there are, not from the order in
 * which they came. */
#ifndef LIB_SIM_MECH_NETWORK_MAX_MIN_H
#define LIB_SIM_MECH_NETWORK_MAX_MIN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FLOW_LINKS = 4 };
#define FLOW_FAST (UINT64_C(1) << 44) /* bytes a second: no greatest rate */

struct flow {
    uint64_t most;           /* its greatest rate, 1 to FLOW_FAST; as long as it is added */
    uint32_t n_links, link[FLOW_LINKS]; /* different ones; likewise */
    uint64_t rate;           /* since the last flows_settle() */
    uint64_t rate_before;    /* of those in `changed` */
    /* max_min.c */
    uint64_t wish;           /* most, or its narrowest link */
    uint32_t place[FLOW_LINKS], place_added;
    uint64_t seen;
};
struct link {
    uint64_t capacity;
    struct flow **flow;      /* those over it, in no order */
    uint32_t n, cap;
    bool limits;             /* it gave some flow its rate */
    /* max_min.c */
    bool touched, tight;
    uint64_t used, seen, level; /* used: the sum of their rates */
    int64_t left;
    uint32_t n_left;
};
struct flows {
    struct link *link;
    uint32_t n_links;
    struct flow **changed;   /* by the last flows_settle(): whose rate is another */
    uint32_t n_changed;
    uint32_t *touched;       /* and the links whose flows or limits may be others */
    uint32_t n_touched;
    /* max_min.c */
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
bool flows_hold(const struct flows *fs); /* what must be so after flows_settle() */
#endif
