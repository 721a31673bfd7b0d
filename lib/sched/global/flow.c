/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow.c - minimum cost flow by GLPK: its out-of-kilter algorithm (docs/decisions/quincy.md says why), or its simplex
 * method to compare with.
 *
 * The first counts in whole numbers, so the same network gives the same flow on any machine. GLPK takes and gives
 * them as doubles, which hold them exactly. */
#include "lib/sched/global/flow.h"
#include <glpk.h>
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>

struct vertex { double supply; };
struct edge { double low, cap, cost, flow; };

static glp_graph *graph_of(const struct net *net)
{
    glp_graph *graph = glp_create_graph(sizeof(struct vertex), sizeof(struct edge));
    glp_add_vertices(graph, (int)net->n_vertices);
    for (uint32_t i = 0; i < net->n_vertices; i++)
        ((struct vertex *)graph->v[i + 1]->data)->supply = net->supply[i];
    return graph;
}

static void add_arcs(glp_graph *graph, const struct net *net, glp_arc **arc)
{
    for (size_t i = 0; i < net->n_arcs; i++) {
        const struct arc *a = &net->arc[i];
        arc[i] = glp_add_arc(graph, (int)a->from + 1, (int)a->to + 1);
        *(struct edge *)arc[i]->data = (struct edge){ a->low, a->cap, a->cost, 0 };
    }
}

enum { SUPPLY = offsetof(struct vertex, supply), LOW = offsetof(struct edge, low), CAP = offsetof(struct edge, cap),
       COST = offsetof(struct edge, cost), FLOW = offsetof(struct edge, flow) };

static int by_kilter(glp_graph *graph, glp_arc **arc, struct net *net)
{
    double total;
    int failed = glp_mincost_okalg(graph, SUPPLY, LOW, CAP, COST, &total, FLOW, -1);
    for (size_t i = 0; i < net->n_arcs; i++)
        net->arc[i].flow = (int32_t)((struct edge *)arc[i]->data)->flow;
    return failed;
}

/* glp_mincost_lp() makes a column of each arc, by vertices, and of a vertex's arcs the last made first. */
static int by_simplex(glp_graph *graph, glp_arc **arc, struct net *net)
{
    glp_prob *lp = glp_create_prob();
    glp_mincost_lp(lp, graph, GLP_OFF, SUPPLY, LOW, CAP, COST);
    int failed = glp_simplex(lp, NULL), column = 0;
    for (int v = 1; v <= graph->nv; v++)
        for (glp_arc *a = graph->v[v]->out; a; a = a->t_next)
            ((struct edge *)a->data)->flow = glp_get_col_prim(lp, ++column);
    for (size_t i = 0; i < net->n_arcs; i++)
        net->arc[i].flow = (int32_t)lround(((struct edge *)arc[i]->data)->flow);
    failed |= glp_get_status(lp) != GLP_OPT;
    glp_delete_prob(lp);
    return failed;
}

/* GLPK knows no errors but its own mistakes and a want of memory. It would print them and end the process. */
static void leave(void *out)
{
    longjmp(*(jmp_buf *)out, 1);
}

static int hush(void *info, const char *text)
{
    (void)info;
    (void)text;
    return 1;
}

int flow_solve(struct net *net, enum sw_solver solver, struct sw_err *err)
{
    glp_arc **const arc = malloc((net->n_arcs + 1) * sizeof *arc);
    if (!arc)
        return sw_err_memory(err);
    jmp_buf out;
    if (glp_init_env() > 1 || setjmp(out)) {
        glp_free_env(); /* with all that was made in it, and the hooks */
        free(arc);
        return sw_err_memory(err);
    }
    glp_error_hook(leave, &out);
    glp_term_hook(hush, NULL);
    int spoke = glp_term_out(GLP_OFF);
    glp_graph *graph = graph_of(net);
    add_arcs(graph, net, arc);
    int failed = solver == SW_SOLVE_SIMPLEX ? by_simplex(graph, arc, net) : by_kilter(graph, arc, net);
    glp_delete_graph(graph);
    glp_term_out(spoke);
    glp_term_hook(NULL, NULL);
    glp_error_hook(NULL, NULL);
    free(arc);
    return failed ? sw_err_set(err, "the min-cost flow could not be solved (GLPK says %d)", failed) : SW_OK;
}
