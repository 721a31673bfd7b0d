/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quincy.h - what the two files of a decision for all nodes share. decide.c says when one is made and how many tasks
 * each job may launch, and launches them. batches.c gathers the free slots and the tasks that are alike. */
#ifndef LIB_SIM_MECH_QUINCY_QUINCY_H
#define LIB_SIM_MECH_QUINCY_QUINCY_H
#include "lib/sim/sim.h"
#include "slotwise/sw_assign.h"

struct item {                 /* a stage's tasks with preference, or those without */
    struct stage *stage;
    int class;
    uint32_t wants;           /* its job's */
    struct sw_price price;
    int64_t gain;             /* of launching one at the distance in hand */
    uint32_t launched;        /* by the assignment in hand */
    uint32_t rest;            /* tasks that may go anywhere, beside those with data in a free place */
};
struct wants {                /* a job that has tasks waiting */
    struct job *job;
    int64_t waiting, gap;     /* gap: share - running - handed, millionths of a slot */
    uint32_t quota;           /* the most that it can launch */
    int64_t least_launched, most_left; /* cost of waiting of those that launch and are left by the assignment in hand */
};
struct found { uint32_t item, task, place; }; /* place: a free node, or n_free + a rack */
struct run { uint32_t task, first, n; };    /* of a task: found[first .. first + n - 1] */
struct batch {                /* tasks alike: task[first ..], at place[place ..], nodes before racks */
    uint32_t item, first, place, launched;
};
struct global {
    int64_t decided_us;       /* -1: not yet */
    bool due;                 /* something changed since */
    /* of the decision being made */
    int kind;
    bool complete;               /* nothing is left out: the debug build compares */
    bool narrow;              /* only data on the node itself, and few tasks */
    uint32_t free_slots, n_free, n_racks;
    uint32_t *free_of, *rack_of; /* a node's and a rack's number among those with a free slot, or NONE */
    uint32_t *free_node, *rack;                     /* those nodes and racks */
    struct sw_free_node *free;
    struct item *item;
    uint32_t *order;          /* of items, for a distance */
    struct wants *wants;
    struct found *found;
    struct run *run;
    struct batch *batch;
    struct sw_alike *alike;   /* beside batch[] */
    struct sw_launches *launches;
    uint32_t *task, *place, *some;
    size_t n_items, n_order, n_wants, n_found, n_runs, n_batches, n_tasks, n_places;
    size_t cap_items, cap_order, cap_wants, cap_found, cap_runs, cap_batches, cap_alike, cap_launches, cap_tasks,
        cap_places, cap_some;
};

/* Makes the array hold n items at least. */
#define RESERVE(array, n, cap)                                                                                         \
    ((n) <= (cap) ? (void)0 : (void)((cap) = 2 * (n) + 64, (array) = xrealloc((array), (cap), sizeof *(array))))

/* batches.c */
void batches_gather_free(struct sw_replay *r, struct global *g);
void batches_gather(struct sw_replay *r, struct global *g); /* of the tasks of g->wants */

#endif
