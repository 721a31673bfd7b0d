/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quincy.h - what the files of a decision for all nodes share.
 *
 *   decide.c   when one is made, and its launches
 *   wants.c    who wants, and how many each may launch
 *   needs.c    under share=fair, who is farthest below its share
 *   ranking.c  under share=none, whose launch saves most
 *   batches.c  the free slots, and the tasks that are alike
 *   moves.c    the same where running tasks may be killed for others, or to run elsewhere */
#ifndef LIB_SIM_MECH_QUINCY_QUINCY_H
#define LIB_SIM_MECH_QUINCY_QUINCY_H
#include "lib/sim/sim.h"
#include "lib/sched/global/sw_assign.h"

enum reach { IN_NODE, IN_RACK, IN_CLUSTER };
struct item {                 /* a stage's tasks with preference, or those without */
    struct stage *stage;
    int class;
    uint32_t wants;           /* its job's */
    struct sw_price price;
    int64_t gain;             /* of launching one at the distance in hand */
    uint32_t launched;        /* by the assignment in hand */
    uint32_t rest;            /* tasks that may go anywhere, beside those with data in a free place */
    uint32_t place;           /* among those that are left, while items are put in order */
    bool used;                /* some of its tasks are in a batch */
};
struct wants {                /* a job that has tasks waiting */
    struct job *job;
    int64_t waiting, gap;     /* gap: share - running - handed, millionths of a slot */
    uint32_t quota, runs;     /* the most that it can launch; what it runs that may be taken from it */
    int64_t least_launched, most_left; /* cost of waiting of those that launch and are left by the assignment in hand */
};
struct found { uint32_t item, task, place; }; /* place: a free node, or n_free + a rack */
struct run { uint32_t task, first, n; };    /* of a task: found[first .. first + n - 1] */
struct batch {                /* tasks alike: task[first ..], at place[place ..], nodes before racks */
    uint32_t item, first, place, launched;
};
/* A stage's tasks of a class, while they are queued: under share=none, in a tree for each distance (ranking.c). */
struct ranked {
    struct stage *stage;
    int class;
    uint32_t item;            /* where its item is, if one has been made: item[] there is of this stage and class */
    struct sw_queue_entry at[IN_CLUSTER + 1];
};
struct quincy_job {
    uint32_t wants;           /* as `item` */
    uint32_t need[2];         /* 1 + its place in the heap of its pool, by kind of slot; 0: it is not there */
};
struct quincy_stage { struct ranked *ranked[2]; }; /* by class; NULL: not queued */
enum { WITHOUT_PREFERENCE = IN_CLUSTER + 1, N_TREES };
struct ranking {
    struct sw_queue_pool tnodes;
    struct sw_queue tree[2][N_TREES]; /* by kind of slot; by distance: of the tasks that may go so far */
};
/* By pool, the jobs that have tasks waiting; shares: those that the gaps are by (needs.c). */
struct needs { struct needs_of_pool *of_pool; uint32_t n_pools; uint64_t n_jobs, shares; };
struct global {
    struct records at;
    struct needs needs[2];
    struct ranking ranking;
    int64_t decided_us;       /* -1: not yet */
    bool due;                 /* something changed since */
    /* of the decision being made */
    int kind;
    bool complete;               /* nothing is left out: the debug build compares */
    bool narrow;              /* only data on the node itself, and few tasks */
    int64_t *prices;          /* those of struct sw_assign */
    uint32_t *sought;         /* NULL: all that can matter; else how many of each item at each place */
    bool lazily;              /* items are made as they are met in the ranking, else all at first */
    bool all_in_order;        /* order[] is complete */
    enum reach reach;         /* of order[] */
    uint64_t waiting;         /* tasks, at least as far as more than four times the free slots */
    uint32_t free_slots, n_free, n_racks;
    uint32_t *free_of, *rack_of; /* a node's and a rack's number among those with a free slot, or NONE */
    uint32_t *free_node, *rack;                     /* those nodes and racks */
    struct sw_free_node *free;
    struct item *item, *old_item;
    uint32_t *order;          /* of items, for a distance */
    struct wants *wants, *old_wants;
    struct found *found;
    struct run *run;
    struct batch *batch;
    struct sw_alike *alike;   /* beside batch[] */
    struct sw_launches *launches;
    uint32_t *task, *place, *some;
    size_t n_items, n_order, n_wants, n_found, n_runs, n_batches, n_tasks, n_places;
    size_t cap_items, cap_old_items, cap_order, cap_wants, cap_old_wants, cap_found, cap_runs, cap_batches, cap_alike,
        cap_launches, cap_tasks, cap_places, cap_some;
};

static inline int64_t quincy_cost_at(const struct item *it, enum reach reach)
{
    return it->class == NOPREF || reach == IN_NODE ? 0 : reach == IN_RACK ? it->price.rack : it->price.off;
}

/* In the order of the scheduling queue, among the stages of a job. */
static inline uint64_t quincy_tie(const struct stage *st, int class)
{
    return stage_serial(st) << 1 | (class == PREF);
}

/* wants.c */
struct sw_price wants_price(const struct sw_replay *r, const struct stage *st); /* of a task of it, now */
uint32_t wants_of(struct global *g, struct job *job); /* the job's place in wants[], which may be new there */
void wants_gather(struct sw_replay *r, struct global *g);
void wants_sort(struct global *g);
void wants_add_items(struct sw_replay *r, struct global *g, uint32_t j); /* of a job in wants[] */
void wants_hand_out(struct sw_replay *r, struct global *g);
/* needs.c */
int64_t needs_gap(const struct job *job, int kind);
/* A callback: what the job runs or wants has changed. */
void needs_follow(struct sw_replay *r, void *own, struct job *job, int kind);
void needs_refresh(struct sw_replay *r, struct global *g);      /* before the slots of g->kind are handed out */
bool needs_have_room(const struct pool *p, int kind); /* its maximum and those above it, by what was handed out */
/* Of those whose pools have room; NULL: none. */
struct job *needs_first(const struct sw_replay *r, const struct global *g);
/* It gets a slot; all: it can use no more. needs_follow() takes it back. */
void needs_hand(struct global *g, struct job *job, bool all);
/* ranking.c */
void ranking_start(struct global *g);
void ranking_enter(struct sw_replay *r, struct global *g, struct stage *st, int class);
void ranking_leave(struct sw_replay *r, struct global *g, struct stage *st, int class);
bool ranking_is_right(const struct sw_replay *r, const struct global *g); /* none has waited for too long */
/* The items whose tasks may go so far are order[0 ..]. ranking_has(): there are more than k. */
void ranking_begin(struct sw_replay *r, struct global *g, enum reach reach);
bool ranking_goes_on(struct sw_replay *r, struct global *g, size_t k);
static inline bool ranking_has(struct sw_replay *r, struct global *g, size_t k)
{
    return k < g->n_order || (!g->all_in_order && ranking_goes_on(r, g, k));
}
/* Leaves the items with tasks that were found or that may go anywhere, in the order of the queue. */
void ranking_settle(struct global *g);
/* Most that waiting costs of a stage that the assignment in hand does not launch all of; -1: there is none. */
int64_t ranking_most_left(const struct sw_replay *r, const struct global *g);
/* batches.c */
void batches_start_free(const struct sw_replay *r, struct global *g);
void batches_add_free(const struct sw_replay *r, struct global *g, uint32_t node, uint32_t slots);
void batches_gather_free(struct sw_replay *r, struct global *g);
void batches_gather(struct sw_replay *r, struct global *g); /* of the tasks of g->wants */
/* decide.c */
/* the placings, in the run's memory */
size_t decide_solve(struct global *g, size_t n_alike, enum sw_solver solver, bool exactly, struct sw_placing **out);
void decide_launch(struct sw_replay *r, struct global *g, const struct sw_placing *pl);
bool decide_has_work(const struct sw_replay *r); /* something waits, and a slot is free */
bool decide_is_due(struct sw_replay *r, struct global *g, bool has_work); /* it counts as made from here on */
int64_t decide_next_us(const struct sw_replay *r, const struct global *g, bool has_work);
void decide_start(struct sw_replay *r, void *own);
void decide_reset(struct sw_replay *r, void *own);

#endif
