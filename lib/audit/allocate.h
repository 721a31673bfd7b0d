/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allocate.h - what the audit keeps of an allocator's offers (section 15), for filters.c, answer.c
 * and allocate.c. */
#ifndef LIB_AUDIT_ALLOCATE_H
#define LIB_AUDIT_ALLOCATE_H
#include "lib/audit/sweep.h"

struct allocator_offer { uint32_t pool, node; int64_t slots; };
struct allocator_filter { uint32_t pool, node; int64_t slots, until_us; }; /* M6 */
struct allocator_pool { int64_t offered; uint64_t n_offers; bool wants; }; /* in the round; so far (M4.2); M4.3 */
struct allocation {
    struct allocator_pool *pool;
    struct allocator_offer *offer; /* of the round */
    size_t n_offers, cap_offers;
    struct allocator_filter *filter;
    size_t n_filters, cap_filters;
    uint32_t *node, *was, *place;  /* of the round; for M3 */
    uint32_t *turn;                /* pools at a node */
    struct stage **queue;          /* of a pool that answers */
    size_t cap_queue;
    bool *grew, revived;           /* M2.3, M2.2: at this instant */
    uint64_t n_launched;           /* so far, of all jobs (M3) */
    int64_t at_us;                 /* of the round */
    int64_t blind_us;              /* from then on the log does not say what was decided from */
    bool blind;
    /* the launches of this instant */
    struct event *launch;
    size_t n_launches, n_expected;
};

/* filters.c */
bool audit_filters_hold(const struct allocation *g, uint32_t pool, uint32_t node, int64_t slots);
void audit_filters_add(const struct rules *rules, struct allocation *g, const struct allocator_offer *offer,
                       int64_t slots);
int64_t audit_filters_first_end(const struct allocation *g); /* of those that hold; NEVER */
/* answer.c: how many of the slots the pool leaves (M5). The log must have what it launches. */
int64_t audit_answer(struct sweep *s, const struct allocator_offer *offer);
#endif
