/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ways.c - the assignment of least cost by successive shortest ways, in whole numbers (rules Q2 and Q3; the primal-dual
 * method: Ahuja, Magnanti, Orlin, Network Flows, section 9.8).
 *
 *     source --0--> job --saved by launching--> tasks alike --0-----> node --> sink
 *                                               |  \--rack--> rack --0--> its nodes
 *                                               \--off--> cluster --0--> racks
 *
 * Only what is launched flows. Units go where the way costs least, all ways of one cost together: few costs differ, so
 * a problem takes a few searches. What a job must launch comes before what it may. On the 2,003 problems of a million
 * tasks that plain.c leaves it takes 0.05 s, where GLPK's out-of-kilter algorithm takes 2.1 (docs/decisions/quincy.md).
 */
#include "lib/sched/global/ways.h"
#include "lib/base/minmax.h"
#include <stdlib.h>
#include <string.h>

/* Above the cost of any way: what may be launched waits for what must. */
#define OPTIONAL (INT64_C(1) << 50)
#define FAR INT64_MAX

/* One direction of an arc. `back` is the other one, whose room is the arc's flow. */
struct half { int64_t cost; uint32_t to, back, room; };
struct line { int64_t cost; uint32_t from, to, cap; };
struct away { int64_t cost; uint32_t vertex; };
struct ways {
    const struct sw_assign *p;
    uint32_t node, rack, cluster, job, source, sink, n;  /* the first vertex of each sort, behind the tasks */
    struct line *line;       /* the arcs as they were made */
    uint32_t *at;            /* and where their forward halves are */
    size_t n_lines;
    struct half *half;       /* by vertex: half[first[v] .. first[v + 1] - 1] */
    uint32_t *first;
    int64_t *height, *cost;  /* a vertex's potential; what it costs to come there beyond that, in a search */
    uint32_t *depth, *next;  /* steps from the source over arcs of no cost; the half to go on with */
    uint32_t *queue;
    struct away *heap;
    size_t n_heap;
    int64_t most_saved;      /* by a launch: added to each, so that no arc costs less than nothing */
};

/* ---- the network ------------------------------------------------------------------------------------ */

/* From a vertex to another, of so much room, at such a cost a unit. */
static void add_arc(struct ways *w, uint32_t from, uint32_t to, uint32_t cap, int64_t cost)
{
    w->line[w->n_lines++] = (struct line){ cost, from, to, cap };
}

/* What a running task loses where it does not stay: twice, and one more, so that it stays where that costs the same. */
static int64_t lost(const struct sw_alike *a)
{
    return a->runs ? 2 * a->kept + 1 : 0;
}

/* Twice, and one more: where launching costs the same it is launched (Q3). */
static int64_t saved(const struct sw_alike *a)
{
    return 2 * a->price.wait + 1 + lost(a);
}

/* Q2.1 to Q2.3. A running task stays at its node for what that costs (Q7.3). */
static void add_task_arcs(struct ways *w)
{
    for (uint32_t g = 0; g < w->p->n_alike; g++) {
        const struct sw_alike *a = &w->p->alike[g];
        for (uint32_t i = 0; i < a->n_nodes; i++)
            add_arc(w, g, w->node + a->node[i], a->n_tasks, a->runs && i == a->home ? 2 * a->here : lost(a));
        for (uint32_t i = 0; i < a->n_racks; i++)
            add_arc(w, g, w->rack + a->rack[i], a->n_tasks, 2 * a->price.rack + lost(a));
        add_arc(w, g, w->cluster, a->n_tasks, (a->prefers ? 2 * a->price.off : 0) + lost(a));
    }
}

/* Q2: a node passes on as many units as it has slots, a rack as many as its nodes. */
static void add_slot_arcs(struct ways *w)
{
    size_t racks = w->n_lines;
    for (uint32_t k = 0; k < w->p->n_racks; k++)
        add_arc(w, w->cluster, w->rack + k, 0, 0);
    for (uint32_t i = 0; i < w->p->n_nodes; i++) {
        w->line[racks + w->p->node[i].rack].cap += w->p->node[i].n_slots;
        add_arc(w, w->rack + w->p->node[i].rack, w->node + i, w->p->node[i].n_slots, 0);
    }
    for (uint32_t i = 0; i < w->p->n_nodes; i++)
        add_arc(w, w->node + i, w->sink, w->p->node[i].n_slots, 0);
}

/* Q4.1: what a job must launch, and what it may. */
static void add_job_arcs(struct ways *w)
{
    for (uint32_t g = 0; g < w->p->n_alike; g++)
        w->most_saved = max_i64(w->most_saved, saved(&w->p->alike[g]));
    for (uint32_t g = 0; g < w->p->n_alike; g++)
        add_arc(w, w->job + w->p->alike[g].job, g, w->p->alike[g].n_tasks, w->most_saved - saved(&w->p->alike[g]));
    for (uint32_t j = 0; j < w->p->n_jobs; j++) {
        const struct sw_launches *launches = &w->p->job[j];
        if (launches->least)
            add_arc(w, w->source, w->job + j, launches->least, 0);
        if (launches->most > launches->least)
            add_arc(w, w->source, w->job + j, launches->most - launches->least, OPTIONAL);
    }
}

/* Both halves of each arc beside those of the same vertex, in the order in which the arcs were made. */
static void lay_out(struct ways *w)
{
    for (size_t i = 0; i < w->n_lines; i++) {
        w->first[w->line[i].from + 1]++;
        w->first[w->line[i].to + 1]++;
    }
    for (uint32_t v = 0; v < w->n; v++) {
        w->next[v] = w->first[v];
        w->first[v + 1] += w->first[v];
    }
    for (size_t i = 0; i < w->n_lines; i++) {
        const struct line *l = &w->line[i];
        uint32_t there = w->at[i] = w->next[l->from]++, back = w->next[l->to]++;
        w->half[there] = (struct half){ l->cost, l->to, back, l->cap };
        w->half[back] = (struct half){ -l->cost, l->from, there, 0 };
    }
}

/* Tasks, nodes, racks, the cluster, jobs, source and sink. Arcs are counted as they will be made. */
static void count_vertices(struct ways *w)
{
    w->node = w->p->n_alike;
    w->rack = w->node + w->p->n_nodes;
    w->cluster = w->rack + w->p->n_racks;
    w->job = w->cluster + 1;
    w->source = w->job + w->p->n_jobs;
    w->sink = w->source + 1;
    w->n = w->sink + 1;
    w->n_lines = 2 * (size_t)w->p->n_alike + 2 * (size_t)w->p->n_nodes + w->p->n_racks + 2 * (size_t)w->p->n_jobs;
    for (uint32_t g = 0; g < w->p->n_alike; g++)
        w->n_lines += w->p->alike[g].n_nodes + w->p->alike[g].n_racks;
}

static void ways_clear(struct ways *w)
{
    void *const arrays[] = { w->line, w->at, w->half, w->first, w->height, w->heap };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
}

/* The network of the problem. */
static int ways_new(struct ways *w, struct sw_err *err)
{
    count_vertices(w);
    size_t n = w->n;
    w->line = malloc(w->n_lines * sizeof *w->line);
    w->at = malloc(w->n_lines * sizeof *w->at);
    w->half = malloc(2 * w->n_lines * sizeof *w->half);
    w->first = calloc(4 * n + 1, sizeof *w->first);
    w->height = calloc(2 * n, sizeof *w->height);
    w->heap = malloc((2 * w->n_lines + 1) * sizeof *w->heap); /* each half lowers the cost of its end once at most */
    if (!w->line || !w->at || !w->half || !w->first || !w->height || !w->heap)
        return sw_err_memory(err);
    w->next = w->first + n + 1;
    w->depth = w->next + n;
    w->queue = w->depth + n;
    w->cost = w->height + n;
    w->n_lines = 0;
    add_task_arcs(w);
    add_slot_arcs(w);
    add_job_arcs(w);
    lay_out(w);
    return SW_OK;
}

/* ---- what a way costs ------------------------------------------------------------------------------- */

/* A hole rises from the end. */
static void heap_put(struct ways *w, int64_t cost, uint32_t vertex)
{
    size_t i = w->n_heap++;
    for (; i > 0 && w->heap[(i - 1) / 2].cost > cost; i = (i - 1) / 2)
        w->heap[i] = w->heap[(i - 1) / 2];
    w->heap[i] = (struct away){ cost, vertex };
}

/* The least cost; the last sinks from the top. */
static struct away heap_take(struct ways *w)
{
    struct away top = w->heap[0], last = w->heap[--w->n_heap];
    size_t i = 0, child;
    for (; (child = 2 * i + 1) < w->n_heap; i = child) {
        child += child + 1 < w->n_heap && w->heap[child + 1].cost < w->heap[child].cost;
        if (w->heap[child].cost >= last.cost)
            break;
        w->heap[i] = w->heap[child];
    }
    w->heap[i] = last;
    return top;
}

/* Beyond the difference of heights, which is never less than nothing where there is room. */
static int64_t climb(const struct ways *w, uint32_t from, const struct half *h)
{
    return h->cost + w->height[from] - w->height[h->to];
}

/* Sets the cost of the ends of v's arcs. Those that cost no more than v itself go into the queue. */
static uint32_t reach(struct ways *w, uint32_t v, uint32_t n_queue)
{
    for (const struct half *h = w->half + w->first[v], *end = w->half + w->first[v + 1]; h < end; h++) {
        if (!h->room)
            continue;
        int64_t step = climb(w, v, h), cost = w->cost[v] + step;
        if (cost >= w->cost[h->to])
            continue;
        w->cost[h->to] = cost;
        if (step)
            heap_put(w, cost, h->to);
        else
            w->queue[n_queue++] = h->to;
    }
    return n_queue;
}

/* Costs from the source, by Dijkstra's method, as far as the sink's. Most arcs cost nothing here and pass the heap by.
 * Each vertex is looked at once: what the queue holds costs the same. The heap's older costs of a vertex are left. */
static void find_costs(struct ways *w)
{
    for (uint32_t v = 0; v < w->n; v++)
        w->cost[v] = FAR;
    w->cost[w->source] = 0;
    w->n_heap = 0;
    heap_put(w, 0, w->source);
    while (w->n_heap) {
        struct away a = heap_take(w);
        if (a.cost >= w->cost[w->sink])
            break;
        if (a.cost > w->cost[a.vertex])
            continue;
        uint32_t n_queue = 1;
        w->queue[0] = a.vertex;
        for (uint32_t i = 0; i < n_queue; i++)
            n_queue = reach(w, w->queue[i], n_queue);
    }
}

/* ---- all ways of the least cost: a flow that blocks, by steps (Dinic's method) ------------------------ */

/* Steps from the source along arcs of no climb, as far as the sink's. */
static bool find_depths(struct ways *w)
{
    uint32_t n_queue = 1;
    memset(w->depth, 0xff, w->n * sizeof *w->depth);
    w->depth[w->source] = 0;
    w->queue[0] = w->source;
    for (uint32_t i = 0; i < n_queue && w->depth[w->sink] == UINT32_MAX; i++) {
        uint32_t v = w->queue[i];
        for (const struct half *h = w->half + w->first[v], *end = w->half + w->first[v + 1]; h < end; h++)
            if (h->room && w->depth[h->to] == UINT32_MAX && climb(w, v, h) == 0) {
                w->depth[h->to] = w->depth[v] + 1;
                w->queue[n_queue++] = h->to;
            }
    }
    return w->depth[w->sink] != UINT32_MAX;
}

/* The half by which v goes on, one step deeper; NULL: none is left. */
static struct half *next_half(struct ways *w, uint32_t v)
{
    for (; w->next[v] < w->first[v + 1]; w->next[v]++) {
        struct half *h = &w->half[w->next[v]];
        if (h->room && w->depth[h->to] == w->depth[v] + 1 && climb(w, v, h) == 0)
            return h;
    }
    return NULL;
}

/* Sends what the way, half by half in queue[], has room for. Returns the first step that is then full. */
static uint32_t send(struct ways *w, uint32_t n)
{
    uint32_t room = UINT32_MAX, full = n;
    for (uint32_t i = 0; i < n; i++)
        room = min_u32(room, w->half[w->queue[i]].room);
    for (uint32_t i = n; i-- > 0;) {
        struct half *h = &w->half[w->queue[i]];
        w->half[h->back].room += room;
        if (!(h->room -= room))
            full = i;
    }
    return full;
}

/* From the source as deep as it goes, and back where it goes no farther. */
static void block(struct ways *w)
{
    uint32_t v = w->source, n = 0;
    memcpy(w->next, w->first, w->n * sizeof *w->next);
    for (;;) {
        struct half *h = v == w->sink ? NULL : next_half(w, v);
        if (h) {
            w->queue[n++] = (uint32_t)(h - w->half);
            v = h->to;
        } else if (v == w->sink) {
            n = send(w, n);
            v = w->half[w->half[w->queue[n]].back].to;
        } else if (n) {
            v = w->half[w->half[w->queue[--n]].back].to;
            w->next[v]++;
        } else
            return;
    }
}

/* ---- where tasks run already: from them on, by cycles that cost less than nothing (Klein's method) ------
 *
 * Nearly all stay, and what they ran makes their costs differ: one search for each would be the most of the work. */

/* n units flow over the arc. */
static void fill_arc(struct ways *w, uint32_t from, uint32_t to, uint32_t n)
{
    struct half *h = w->half + w->first[from];
    while (h->to != to || h->room < n)
        h++;
    h->room -= n;
    w->half[h->back].room += n;
}

/* As many of each job as it must launch. Whether there are any. */
static bool leave_running(struct ways *w)
{
    uint32_t *left = w->depth;
    bool any = false;
    for (uint32_t j = 0; j < w->p->n_jobs; j++)
        left[j] = w->p->job[j].least;
    for (uint32_t g = 0; g < w->p->n_alike; g++) {
        const struct sw_alike *a = &w->p->alike[g];
        if (!a->runs || !left[a->job])
            continue;
        any = true;
        left[a->job]--;
        fill_arc(w, w->source, w->job + a->job, 1);
        fill_arc(w, w->job + a->job, g, 1);
        fill_arc(w, g, w->node + a->node[a->home], 1);
        fill_arc(w, w->node + a->node[a->home], w->sink, 1);
    }
    return any;
}

/* Where the half leads from by which v was reached. */
static uint32_t vertex_before(const struct ways *w, uint32_t v)
{
    return w->half[w->half[w->depth[v]].back].to;
}

/* As much as there is room for flows round the cycle of v. */
static void turn_cycle(struct ways *w, uint32_t v)
{
    uint32_t n = 0, u = v;
    do {
        w->queue[n++] = w->depth[u];
        u = vertex_before(w, u);
    } while (u != v);
    send(w, n);
}

/* depth[] has the half by which each vertex was reached, if one was. Cycles of these cost less than nothing. */
static bool turn_cycles(struct ways *w)
{
    bool any = false;
    for (uint32_t v = 0; v < w->n; v++)
        w->height[v] = -1;
    for (uint32_t v = 0; v < w->n; v++) {
        uint32_t u = v;
        for (; w->height[u] < 0 && w->depth[u] != UINT32_MAX; u = vertex_before(w, u))
            w->height[u] = v;
        if (w->height[u] != v || w->depth[u] == UINT32_MAX)
            continue;
        turn_cycle(w, u);
        any = true;
    }
    return any;
}

/* Costs from anywhere, by Bellman's and Ford's method. False: a cycle was found, and is gone. */
static bool find_heights(struct ways *w)
{
    uint32_t head = 0, n_queue = w->n, looked = 0;
    for (uint32_t v = 0; v < w->n; v++) {
        w->cost[v] = 0;
        w->depth[v] = UINT32_MAX;
        w->next[v] = true;
        w->queue[v] = v;
    }
    for (; n_queue; n_queue--) {
        uint32_t v = w->queue[head];
        head = head + 1 == w->n ? 0 : head + 1;
        w->next[v] = false;
        for (uint32_t i = w->first[v]; i < w->first[v + 1]; i++) {
            const struct half *h = &w->half[i];
            if (!h->room || w->cost[v] + h->cost >= w->cost[h->to])
                continue;
            w->cost[h->to] = w->cost[v] + h->cost;
            w->depth[h->to] = i;
            if (w->next[h->to])
                continue;
            w->next[h->to] = true;
            w->queue[(head + n_queue++ - 1) % w->n] = h->to;
        }
        if (++looked % w->n == 0 && turn_cycles(w))
            return false;
    }
    memcpy(w->height, w->cost, w->n * sizeof *w->height);
    return true;
}

/* Ways of least cost, all of one cost together, until none is worth taking. */
int ways_solve(const struct sw_assign *p, uint32_t *flow, struct sw_err *err)
{
    struct ways w = { .p = p };
    if (ways_new(&w, err) != SW_OK) {
        ways_clear(&w);
        return SW_FAIL;
    }
    if (leave_running(&w))
        while (!find_heights(&w))
            ;
    for (;;) {
        find_costs(&w);
        int64_t most = min_i64(w.cost[w.sink], 4 * OPTIONAL); /* no way leads there: it is dearer than all */
        for (uint32_t v = 0; v < w.n; v++)
            w.height[v] += min_i64(w.cost[v], most);
        /* A way that leaves a task waiting which may wait and costs more to launch is none: its length is odd. */
        int64_t cost = w.height[w.sink] - w.height[w.source];
        if (cost >= OPTIONAL && cost - OPTIONAL >= w.most_saved)
            break;
        while (find_depths(&w))
            block(&w);
    }
    for (size_t i = 0; w.line[i].to != w.sink; i++) /* of tasks, to racks and to nodes */
        flow[i] = w.half[w.half[w.at[i]].back].room;
    int64_t *out = w.p->prices;
    for (uint32_t v = w.node; out && v < w.cluster; v++)
        *out++ = w.height[v];
    for (uint32_t j = 0; out && j < w.p->n_jobs; j++)
        *out++ = w.height[w.job + j] + w.most_saved;
    ways_clear(&w);
    return SW_OK;
}
