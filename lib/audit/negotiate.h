/* SPDX-License-Identifier: GPL-3.0-or-later */
/* negotiate.h - what the audit keeps of negotiation (section 18), for matches.c, pie.c and negotiate.c. */
#ifndef LIB_AUDIT_NEGOTIATE_H
#define LIB_AUDIT_NEGOTIATE_H
#include "lib/audit/sweep.h"

struct negotiator_freed { uint32_t node, number, pool; };
struct negotiator_pool { double before; int64_t claims, since_us; }; /* P5.1 */
struct negotiation {
    uint64_t *first;          /* of the slots of each node in claimed_us */
    int64_t *claimed_us;      /* -1: no claim */
    uint32_t *number_of;      /* rows: their slots */
    struct negotiator_pool *pool;
    struct negotiator_freed *freed; /* at this instant */
    size_t n_freed, cap_freed;
    int64_t last_us, asked_us; /* P2; -1: none */
    int64_t blind_us;         /* from then on the log does not say what was decided from */
    bool blind;
    /* the launches of this instant */
    struct event *launch;
    size_t n_launches, n_expected;
};

/* matches.c: -1: there is none */
int64_t *audit_matches_claim(const struct negotiation *g, uint32_t node, uint32_t number);
double audit_matches_usage(const struct audit *a, uint32_t pool, int64_t at_us); /* P5 */
/* The next task of the pool (P4). False: it has none. */
bool audit_matches_next(struct audit *a, uint32_t pool, struct stage **st, uint32_t *task);
/* The log must have it launched there now; false: it has not. */
bool audit_matches_expect(struct sweep *s, uint32_t pool, uint32_t node, uint32_t number, const char *rule);
/* pie.c */
void audit_pie(struct sweep *s); /* a cycle (P6, P7) */
#endif
