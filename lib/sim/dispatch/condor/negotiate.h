/* SPDX-License-Identifier: GPL-3.0-or-later */
/* negotiate.h - what the files of negotiation share. match.c has tasks and the slots that they take (P4, P7). spins.c
 * is one cycle (P6). negotiate.c lets claims go on and says when cycles come (P2, P3, P5). */
#ifndef LIB_SIM_MECH_NEGOTIATE_NEGOTIATE_H
#define LIB_SIM_MECH_NEGOTIATE_NEGOTIATE_H
#include "lib/sched/sw_arithmetic.h"
#include "lib/sim/mechanism.h"
#include "lib/sim/sim.h"

struct slot { uint32_t node, number; };
/* Free slots in the order in which they are taken, of the cluster or of a rack. */
struct slot_list { struct slot *at; size_t n, next; };
struct freed { struct pool *pool; uint32_t node, number; };
struct submitter {
    struct pool *pool;
    struct sw_slice slice;
    double ratio;            /* P6.2: claims / (claims + limit) */
    bool left;               /* it takes part no more */
};
struct negotiate_attempt { uint32_t number; };
struct negotiate {
    struct records at;
    /* claims, by slots of each node: those of node i begin at first[i] */
    uint64_t *first;
    int64_t *since_us;       /* -1: there is none */
    uint32_t number;         /* of the slot of the launch that is being made */
    struct freed *freed;     /* at this instant */
    size_t n_freed, cap_freed;
    bool losing;             /* a node with its attempts */
    /* cycles */
    int64_t last_us, asked_us; /* -1: none yet */
    struct pool *negotiating; /* whose queue is asked; NULL: none */
    struct submitter *submitter; /* by name */
    struct submitter **turn;
    size_t n, cap;
    double pie;
    /* match.c */
    struct slot_list all, *rack;
    struct slot *slots;      /* room for all lists */
    uint64_t most_slots;     /* of a node */
    uint32_t *n_of_number;   /* while they are sorted */
    int64_t n_free;          /* slots left of this cycle */
};

/* Since when there is a claim to the slot; -1: there is none. */
static inline int64_t *negotiate_since(const struct negotiate *g, uint32_t node, uint32_t number)
{
    return &g->since_us[g->first[node] + number];
}
/* What the pool had when cycles ended. */
static inline struct sw_claimed *negotiate_claimed(const struct negotiate *g, const struct pool *p)
{
    return pool_record(p, &g->at);
}
/* spins.c */
void spins_make(struct sw_replay *r, struct negotiate *g);
/* match.c: whether the pool has a next task; it is launched in that slot; a cycle's free slots; it is launched in the
 * best of them */
bool match_has_next(const struct pool *p);
void match_launch(struct sw_replay *r, struct negotiate *g, struct pool *p, uint32_t node, uint32_t number);
void match_gather(struct sw_replay *r, struct negotiate *g);
void match_best(struct sw_replay *r, struct negotiate *g, struct pool *p);
void match_start(struct sw_replay *r, struct negotiate *g);
#endif
