/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assign.c - Quincy's network for what waits and what is free, and its flow read back as an assignment (rule Q2). The
 * network here is for GLPK's solvers, which are there to compare with; ways.c has its own.
 *
 *     tasks alike --0--> node                         capacities below a node, a rack and the cluster are the free
 *        |  \--rack--> rack --0--> its nodes --> sink  slots there; a job's vertex of unscheduled tasks lets no fewer
 *        |   \--off--> cluster --0--> racks            and no more through than leave it the launches it may make
 *        \--wait--> unscheduled of the job --> sink
 */
#include "lib/base/minmax.h"
#include "lib/sched/global/flow.h"
#include "lib/sched/global/plain.h"
#include "lib/sched/global/ways.h"
#include <stdlib.h>

/* Vertices: tasks alike, nodes, racks, the cluster, jobs, the sink. */
struct layout { uint32_t node, rack, cluster, job, sink, n; };

static struct layout layout_of(const struct sw_assign *p)
{
    uint32_t node = p->n_alike, rack = node + p->n_nodes, cluster = rack + p->n_racks, job = cluster + 1,
        sink = job + p->n_jobs;
    return (struct layout){ node, rack, cluster, job, sink, sink + 1 };
}

/* Those that a task may be launched by. */
static size_t n_task_arcs(const struct sw_assign *p)
{
    size_t n = p->n_alike;
    for (uint32_t g = 0; g < p->n_alike; g++)
        n += p->alike[g].n_nodes + p->alike[g].n_racks;
    return n;
}

static int net_new(struct net *net, const struct sw_assign *p, const struct layout *at, struct sw_err *err)
{
    size_t arcs = n_task_arcs(p) + p->n_alike + 2 * (size_t)p->n_nodes + p->n_racks + p->n_jobs;
    *net = (struct net){ .n_vertices = at->n, .cap_arcs = arcs, .arc = malloc(arcs * sizeof *net->arc),
                         .supply = calloc(at->n, sizeof *net->supply) };
    return net->arc && net->supply ? SW_OK : sw_err_memory(err);
}

static void net_clear(struct net *net)
{
    free(net->arc);
    free(net->supply);
}

static void add(struct net *net, uint32_t from, uint32_t to, uint32_t low, uint32_t cap, int64_t cost)
{
    net->arc[net->n_arcs++] = (struct arc){ from, to, (int32_t)low, (int32_t)cap, (int32_t)cost, 0 };
}

/* ---- the network ----------------------------------------------------------------------------- */

/* All costs twice, and one more for waiting: where launching costs the same, it is launched (Q3). */
static void add_tasks(struct net *net, const struct sw_assign *p, const struct layout *at)
{
    for (uint32_t g = 0; g < p->n_alike; g++) {
        const struct sw_alike *a = &p->alike[g];
        for (uint32_t i = 0; i < a->n_nodes; i++)
            add(net, g, at->node + a->node[i], 0, a->n_tasks, 0);
        for (uint32_t i = 0; i < a->n_racks; i++)
            add(net, g, at->rack + a->rack[i], 0, a->n_tasks, 2 * a->price.rack);
        add(net, g, at->cluster, 0, a->n_tasks, a->prefers ? 2 * a->price.off : 0);
        add(net, g, at->job + a->job, 0, a->n_tasks, 2 * a->price.wait + 1);
        net->supply[g] = (int32_t)a->n_tasks;
        net->supply[at->sink] -= (int32_t)a->n_tasks;
    }
}

static void add_slots(struct net *net, const struct sw_assign *p, const struct layout *at)
{
    size_t racks = net->n_arcs;
    for (uint32_t k = 0; k < p->n_racks; k++)
        add(net, at->cluster, at->rack + k, 0, 0, 0);
    for (uint32_t i = 0; i < p->n_nodes; i++) {
        const struct sw_free_node *node = &p->node[i];
        net->arc[racks + node->rack].cap += (int32_t)node->n_slots;
        add(net, at->rack + node->rack, at->node + i, 0, node->n_slots, 0);
        add(net, at->node + i, at->sink, 0, node->n_slots, 0);
    }
}

static int add_jobs(struct net *net, const struct sw_assign *p, const struct layout *at, struct sw_err *err)
{
    uint32_t *waiting = calloc(p->n_jobs, sizeof *waiting);
    if (!waiting)
        return sw_err_memory(err);
    for (uint32_t g = 0; g < p->n_alike; g++)
        waiting[p->alike[g].job] += p->alike[g].n_tasks;
    for (uint32_t j = 0; j < p->n_jobs; j++) {
        uint32_t most = min_u32(p->job[j].most, waiting[j]);
        add(net, at->job + j, at->sink, waiting[j] - most, waiting[j] - p->job[j].least, 0);
    }
    free(waiting);
    return SW_OK;
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

static void place(struct reading *r, uint32_t g, uint32_t node, uint32_t n_tasks, enum sw_level at)
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
            place(r, g, node, here, at);
            r->left[node] -= here;
            n_tasks -= here;
        }
        r->from[rack] += n_tasks > 0;
    }
}

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

static uint32_t next_flow(struct reading *r)
{
    return *r->flow++;
}

static void read_tasks(struct reading *r)
{
    for (uint32_t g = 0; g < r->p->n_alike; g++) {
        const struct sw_alike *a = &r->p->alike[g];
        for (uint32_t i = 0; i < a->n_nodes; i++)
            place(r, g, a->node[i], next_flow(r), SW_LEVEL_NODE);
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

/* What GLPK's network has besides goes: arcs to unscheduled tasks, and from nodes and jobs to the sink. */
static void flow_of_net(const struct sw_assign *p, const struct net *net, uint32_t *flow)
{
    const struct arc *arc = net->arc;
    for (uint32_t g = 0; g < p->n_alike; g++, arc++)
        for (uint32_t i = p->alike[g].n_nodes + p->alike[g].n_racks + 1; i > 0; i--)
            *flow++ = (uint32_t)arc++->flow;
    for (uint32_t k = 0; k < p->n_racks; k++)
        *flow++ = (uint32_t)arc++->flow;
    for (uint32_t i = 0; i < p->n_nodes; i++, arc += 2)
        *flow++ = (uint32_t)arc->flow;
}

static int solve_by_glpk(const struct sw_assign *p, enum sw_solver solver, uint32_t *flow, struct sw_err *err)
{
    struct layout at = layout_of(p);
    struct net net;
    int status = net_new(&net, p, &at, err);
    if (status == SW_OK) {
        add_tasks(&net, p, &at);
        add_slots(&net, p, &at);
        status = add_jobs(&net, p, &at, err);
    }
    if (status == SW_OK)
        status = flow_solve(&net, solver, err);
    if (status == SW_OK)
        flow_of_net(p, &net, flow);
    net_clear(&net);
    return status;
}

static int solve_flow(const struct sw_assign *p, enum sw_solver solver, struct sw_placing **out, size_t *n,
                      struct sw_err *err)
{
    bool glpk = solver == SW_SOLVE_OUT_OF_KILTER || solver == SW_SOLVE_SIMPLEX;
    uint32_t *flow = malloc((n_task_arcs(p) + p->n_racks + p->n_nodes + 1) * sizeof *flow);
    if (!flow)
        return sw_err_memory(err);
    int status = glpk ? solve_by_glpk(p, solver, flow, err) : ways_solve(p, flow, err);
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
    return solve_flow(p, solver, out, n, err);
}
