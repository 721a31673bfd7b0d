/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_assign.h - waiting tasks to free slots at the least total cost (rules Q2 and Q5 of docs/model.md).
 *
 * Pure: a problem in, an assignment out. Tasks of one stage with their data in the same free places are alike: they are
 * one vertex with as many units. That keeps the network small: with one slot free a stage is at most three vertices. */
#ifndef SLOTWISE_SW_ASSIGN_H
#define SLOTWISE_SW_ASSIGN_H
#include "slotwise/sw_sched.h"

struct sw_alike {            /* tasks of one job that are alike */
    uint32_t job, n_tasks;   /* job: below n_jobs */
    bool prefers;            /* else anywhere at no cost */
    struct sw_price price;
    const uint32_t *node, *rack; /* free nodes that hold their data, racks that do; ascending */
    uint32_t n_nodes, n_racks;
    /* A task that runs on node[home] (Q6); to leave it there costs `here` less `kept`. Only SW_SOLVE_WAYS knows it. */
    bool runs;
    uint32_t home;
    int64_t here, kept;
};
struct sw_free_node { uint32_t rack, n_slots; };   /* rack: below n_racks; each rack has a free node */
struct sw_launches { uint32_t least, most; };      /* of a job; what all need at least fits the slots */
struct sw_assign {
    const struct sw_alike *alike;
    const struct sw_free_node *node;
    const struct sw_launches *job;
    uint32_t n_alike, n_nodes, n_racks, n_jobs;
    /* NULL, or room for nodes, racks and jobs: SW_SOLVE_WAYS sets what a unit costs there, twice. Tasks that the
     * problem leaves out can lower the total only where their job's and 2 (distance - waiting) - 1 are below the
     * place's. */
    int64_t *prices;
};
struct sw_placing { uint32_t alike, node, n_tasks; enum sw_level at; };

/* WAYS is by successive shortest ways. PLAIN_FIRST asks it only where neither one free slot nor data on free nodes for
 * all settles the matter; the total is the same. AT_HOME does so, too, but assigns nothing where each job must launch
 * exactly so many and not all of them can be with their data. */
enum sw_solver { SW_SOLVE_WAYS, SW_SOLVE_PLAIN_FIRST, SW_SOLVE_AT_HOME };

/* The caller owns *out and frees it with free(): ascending by alike, closest first, then by node.
 * Fails without memory. */
SW_USE_RESULT int sw_assign_solve(const struct sw_assign *problem, enum sw_solver solver, struct sw_placing **out,
                                  size_t *n, struct sw_err *err);
#endif
