/* SPDX-License-Identifier: GPL-3.0-or-later */
/* by_glpk.h - the least cost of an assignment by GLPK, a second solver beside the library's (rules Q2 and Q3).
 *
 *     tasks alike --0--> node                         capacities below a node, a rack and the cluster are the free
 *        |  \--rack--> rack --0--> its nodes --> sink  slots there; a job's vertex of unscheduled tasks lets no fewer
 *        |   \--off--> cluster --0--> racks            and no more through than leave it the launches it may make
 *        \--wait--> unscheduled of the job --> sink
 *
 * The network is not that of ways.c: there only what is launched flows. GLPK holds whole numbers in doubles. */
#ifndef TESTS_UNIT_BY_GLPK_H
#define TESTS_UNIT_BY_GLPK_H
#include <glpk.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include "lib/sched/global/sw_assign.h"

struct by_glpk_vertex { double supply; };
struct by_glpk_edge { double low, cap, cost; };

static void by_glpk_arc(glp_graph *graph, uint32_t from, uint32_t to, uint32_t low, uint32_t cap, int64_t cost)
{
    glp_arc *arc = glp_add_arc(graph, (int)from + 1, (int)to + 1);
    *(struct by_glpk_edge *)arc->data = (struct by_glpk_edge){ low, cap, (double)cost };
}

static void by_glpk_supply(glp_graph *graph, uint32_t vertex, double units)
{
    ((struct by_glpk_vertex *)graph->v[vertex + 1]->data)->supply += units;
}

/* All costs twice, and one more for waiting: where launching costs the same, it is launched (Q3). */
static glp_graph *by_glpk_network(const struct sw_assign *p)
{
    uint32_t node = p->n_alike, rack = node + p->n_nodes, cluster = rack + p->n_racks, job = cluster + 1,
             sink = job + p->n_jobs;
    uint32_t *waiting = calloc(p->n_jobs + 1, sizeof *waiting), *slots = calloc(p->n_racks + 1, sizeof *slots);
    glp_graph *graph = glp_create_graph(sizeof(struct by_glpk_vertex), sizeof(struct by_glpk_edge));
    if (!waiting || !slots)
        abort();
    glp_add_vertices(graph, (int)sink + 1);
    for (uint32_t g = 0; g < p->n_alike; g++) {
        const struct sw_alike *a = &p->alike[g];
        for (uint32_t i = 0; i < a->n_nodes; i++)
            by_glpk_arc(graph, g, node + a->node[i], 0, a->n_tasks, 0);
        for (uint32_t i = 0; i < a->n_racks; i++)
            by_glpk_arc(graph, g, rack + a->rack[i], 0, a->n_tasks, 2 * a->price.rack);
        by_glpk_arc(graph, g, cluster, 0, a->n_tasks, a->prefers ? 2 * a->price.off : 0);
        by_glpk_arc(graph, g, job + a->job, 0, a->n_tasks, 2 * a->price.wait + 1);
        by_glpk_supply(graph, g, a->n_tasks);
        by_glpk_supply(graph, sink, -(double)a->n_tasks);
        waiting[a->job] += a->n_tasks;
    }
    for (uint32_t i = 0; i < p->n_nodes; i++) {
        slots[p->node[i].rack] += p->node[i].n_slots;
        by_glpk_arc(graph, rack + p->node[i].rack, node + i, 0, p->node[i].n_slots, 0);
        by_glpk_arc(graph, node + i, sink, 0, p->node[i].n_slots, 0);
    }
    for (uint32_t k = 0; k < p->n_racks; k++)
        by_glpk_arc(graph, cluster, rack + k, 0, slots[k], 0);
    for (uint32_t j = 0; j < p->n_jobs; j++) {
        uint32_t most = p->job[j].most < waiting[j] ? p->job[j].most : waiting[j];
        by_glpk_arc(graph, job + j, sink, waiting[j] - most, waiting[j] - p->job[j].least, 0);
    }
    free(waiting);
    free(slots);
    return graph;
}

/* By the out-of-kilter algorithm, or by the simplex method on the same network as a linear program. */
static int64_t by_glpk_least_cost(const struct sw_assign *p, bool simplex)
{
    enum { SUPPLY = offsetof(struct by_glpk_vertex, supply), LOW = offsetof(struct by_glpk_edge, low),
           CAP = offsetof(struct by_glpk_edge, cap), COST = offsetof(struct by_glpk_edge, cost) };
    glp_graph *graph = by_glpk_network(p);
    double total = 0;
    int failed;
    glp_term_out(GLP_OFF);
    if (simplex) {
        glp_prob *lp = glp_create_prob();
        glp_mincost_lp(lp, graph, GLP_OFF, SUPPLY, LOW, CAP, COST);
        failed = glp_simplex(lp, NULL) || glp_get_status(lp) != GLP_OPT;
        total = glp_get_obj_val(lp);
        glp_delete_prob(lp);
    } else {
        failed = glp_mincost_okalg(graph, SUPPLY, LOW, CAP, COST, &total, -1, -1);
    }
    glp_delete_graph(graph);
    glp_free_env();
    return failed ? -1 : llround(total);
}

#endif
