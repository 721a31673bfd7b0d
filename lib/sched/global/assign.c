/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assign.c - an assignment of what waits to what is free (rule Q2): without a flow where that will do, else by the flow
 * of ways.c, read back. */
#include "lib/base/minmax.h"
#include "lib/sched/global/plain.h"
#include "lib/sched/global/ways.h"
#include <stdlib.h>

/* Those that a task may be launched by. */
static size_t n_task_arcs(const struct sw_assign *p)
{
    size_t n = p->n_alike;
    for (uint32_t g = 0; g < p->n_alike; g++)
        n += p->alike[g].n_nodes + p->alike[g].n_racks;
    return n;
}

/* ---- the flow as an assignment ----------------------------------------------------------------- */

struct reading {
    const struct sw_assign *p;
    const uint32_t *flow;        /* of the next arc, as ways_solve() sets them */
    uint32_t *left, *from;       /* what rack and node share; of each rack, no such node is left below */
    uint32_t *through, rack;     /* what the cluster sends each rack; none is left below */
    struct sw_placing *out;
    size_t n;
};

/* Nothing, where no unit goes there. */
static void place_units(struct reading *r, uint32_t g, uint32_t node, uint32_t n_tasks, enum sw_level at)
{
    if (n_tasks)
        r->out[r->n++] = (struct sw_placing){ g, node, n_tasks, at };
}

/* Units that came to the rack go on to its nodes in order. Which goes to which costs the same. */
static void place_in_rack(struct reading *r, uint32_t g, uint32_t rack, uint32_t n_tasks, enum sw_level at)
{
    while (n_tasks) {
        uint32_t node = r->from[rack];
        uint32_t here = r->p->node[node].rack != rack ? 0 : min_u32(r->left[node], n_tasks);
        if (here) {
            place_units(r, g, node, here, at);
            r->left[node] -= here;
            n_tasks -= here;
        }
        r->from[rack] += n_tasks > 0;
    }
}

/* The cluster's units go to racks in order, as many as the flow sends each. */
static void place_anywhere(struct reading *r, uint32_t g, uint32_t n_tasks)
{
    while (n_tasks) {
        uint32_t here = min_u32(r->through[r->rack], n_tasks);
        place_in_rack(r, g, r->rack, here, SW_LEVEL_ANY);
        r->through[r->rack] -= here;
        n_tasks -= here;
        r->rack += n_tasks > 0;
    }
}

/* Arcs are read in the order in which ways.c makes them. */
static uint32_t next_flow(struct reading *r)
{
    return *r->flow++;
}

/* Nodes, racks, then the cluster, batch by batch. */
static void read_tasks(struct reading *r)
{
    for (uint32_t g = 0; g < r->p->n_alike; g++) {
        const struct sw_alike *a = &r->p->alike[g];
        for (uint32_t i = 0; i < a->n_nodes; i++)
            place_units(r, g, a->node[i], next_flow(r), SW_LEVEL_NODE);
        for (uint32_t i = 0; i < a->n_racks; i++)
            place_in_rack(r, g, a->rack[i], next_flow(r), SW_LEVEL_RACK);
        place_anywhere(r, g, next_flow(r));
    }
}

/* A unit makes one placing at most, and so does an arc beside what splits at nodes and racks. */
static size_t most_placings(const struct sw_assign *p)
{
    size_t slots = 0;
    for (uint32_t i = 0; i < p->n_nodes; i++)
        slots += p->node[i].n_slots;
    return slots;
}

/* Q2: units on arcs become tasks on nodes. */
static int read_back(const struct sw_assign *p, uint32_t *flow, struct sw_placing **out, size_t *n, struct sw_err *err)
{
    size_t task_arcs = n_task_arcs(p);
    struct reading r = { .p = p, .flow = flow, .through = flow + task_arcs, .left = flow + task_arcs + p->n_racks };
    r.from = calloc((size_t)p->n_racks + 1, sizeof *r.from);
    r.out = malloc((most_placings(p) + 1) * sizeof *r.out);
    if (!r.from || !r.out) {
        free(r.from);
        free(r.out);
        return sw_err_memory(err);
    }
    read_tasks(&r);
    free(r.from);
    *out = r.out;
    *n = r.n;
    return SW_OK;
}

/* Arcs of tasks first, then those of racks and of nodes. */
static int solve_flow(const struct sw_assign *p, struct sw_placing **out, size_t *n, struct sw_err *err)
{
    uint32_t *flow = malloc((n_task_arcs(p) + p->n_racks + p->n_nodes + 1) * sizeof *flow);
    if (!flow)
        return sw_err_memory(err);
    int status = ways_solve(p, flow, err);
    if (status == SW_OK)
        status = read_back(p, flow, out, n, err);
    free(flow);
    return status;
}

int sw_assign_solve(const struct sw_assign *p, enum sw_solver solver, struct sw_placing **out, size_t *n,
                    struct sw_err *err)
{
    enum plain found = PLAIN_NOT;
    *out = NULL;
    *n = 0;
    if (solver == SW_SOLVE_PLAIN_FIRST || solver == SW_SOLVE_AT_HOME) {
        found = plain_one_slot(p, out, n);
        if (found == PLAIN_NOT)
            found = plain_at_home(p, out, n);
    }
    if (found == PLAIN_FAILED)
        return sw_err_memory(err);
    if (found == PLAIN_DONE || (found == PLAIN_NONE && solver == SW_SOLVE_AT_HOME))
        return SW_OK;
    return solve_flow(p, out, n, err);
}
