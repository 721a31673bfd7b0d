/* SPDX-License-Identifier: GPL-3.0-or-later */
/* starts.c - when a job can start, and what is reserved for it (G5, G8).
 *
 * What is free now is a count for each width. It refuses most jobs. The plan of what is expected free is made when the
 * first job that it lets pass comes behind one with a reservation. Each reservation is made when a job gets past those
 * before it. */
#include "lib/sim/mech/gang/gang.h"
#include <string.h>

/* ---- the plan -------------------------------------------------------------------------------------------- */

void starts_count(struct sw_replay *r, struct gang *g)
{
    memset(g->at_least, 0, (g->most_slots + 1) * sizeof *g->at_least);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        g->at_least[r->slots.node[i].free[0]]++;
    for (uint64_t w = g->most_slots; w > 0; w--)
        g->at_least[w - 1] += g->at_least[w];
}

void starts_begin(struct sw_replay *r, struct gang *g)
{
    g->planned = false;
    g->n_blocked = g->n_reserved = 0;
    starts_count(r, g);
}

/* G5.1 */
static int64_t expected_end(const struct sw_replay *r, const struct gang_job *j)
{
    int64_t end_us = plan_after(j->launch_us, j->estimate_us);
    return end_us > r->now_us ? end_us : r->now_us + SW_US_PER_S;
}

static void make_plan(struct sw_replay *r, struct gang *g)
{
    plan_clear(&g->plan);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        plan_begin(&g->plan, i, r->now_us, r->slots.node[i].free[0]);
    for (const struct job *job = g->running; job; job = gang_of(g, job)->next) {
        const struct gang_job *j = gang_of(g, job);
        for (uint32_t i = 0; i < j->n; i++)
            plan_add(&g->plan, j->node[i], expected_end(r, j), j->width);
    }
    if (r->opt.gang.whole_reserved)
        whole_begin(r, g);
    g->planned = true;
}

void starts_launched(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    const struct gang_job *j = gang_of(g, st->job);
    for (uint32_t i = 0; i < j->n && g->planned; i++)
        plan_take(&g->plan, j->node[i], r->now_us, expected_end(r, j), j->width);
    starts_count(r, g);
}

/* ---- G5: when -------------------------------------------------------------------------------------------- */

/* Of the racks, that with the most nodes of so many slots, by slots. */
void starts_find_roomiest(const struct sw_replay *r, struct gang *g)
{
    uint32_t *n_at_least = xcalloc(g->most_slots + 1, sizeof *n_at_least);
    g->roomiest = xcalloc(g->most_slots + 1, sizeof *g->roomiest);
    for (uint32_t k = 0; k < choice_n_racks(r); k++) {
        uint32_t n;
        const uint32_t *nodes = choice_nodes_of(r, k, &n);
        memset(n_at_least, 0, (g->most_slots + 1) * sizeof *n_at_least);
        for (uint32_t i = 0; i < n; i++)
            n_at_least[r->cl->node[nodes ? nodes[i] : i].span[0].slots[0]]++;
        for (uint64_t w = g->most_slots; w > 0; w--) {
            g->roomiest[w] = n_at_least[w] > g->roomiest[w] ? n_at_least[w] : g->roomiest[w];
            n_at_least[w - 1] += n_at_least[w];
        }
    }
    xfree(n_at_least);
}

/* G8.4, of a job of several tasks. */
bool starts_fits_rack(const struct sw_replay *r, const struct gang *g, const struct job *job)
{
    const struct gang_job *j = gang_of(g, job);
    const struct sw_partition *p = j->partition;
    uint32_t tasks = job->stage[0].n_tasks, most = 0;
    if (tasks < 2 || j->width > (int64_t)g->most_slots)
        return false;
    if (!p)
        return tasks <= g->roomiest[j->width];
    for (uint32_t k = 0; k < choice_n_racks(r); k++) {
        uint32_t n, has = 0;
        const uint32_t *nodes = choice_nodes_of(r, k, &n);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t node = nodes ? nodes[i] : i;
            has += p->has[node] && r->cl->node[node].span[0].slots[0] >= j->width;
        }
        most = has > most ? has : most;
    }
    return tasks <= most;
}

/* Not before before_us: some time that is not, either. */
static int64_t in_one_rack(const struct sw_replay *r, const struct gang *g, const struct plan_ask *ask,
                           int64_t before_us)
{
    int64_t least_us = before_us;
    for (uint32_t k = 0; k < choice_n_racks(r); k++) {
        uint32_t n;
        const uint32_t *nodes = choice_nodes_of(r, k, &n);
        if (n >= ask->nodes)
            least_us = min_i64(least_us, plan_earliest(&g->plan, nodes, n, r->now_us, ask, g->opens, least_us));
    }
    return least_us;
}

static int64_t anywhere(const struct gang *g, const struct plan_ask *ask, int64_t from_us)
{
    return plan_earliest(&g->plan, NULL, 0, from_us, ask, g->opens, PLAN_NEVER);
}

/* g->opens has when each node opens. *one_rack: it then still waits for one. */
static int64_t start_of(struct sw_replay *r, struct gang *g, const struct stage *st, const struct plan_ask *ask,
                        bool *one_rack)
{
    *one_rack = false;
    if (!gang_waits(r, g, st))
        return anywhere(g, ask, r->now_us);
    int64_t ends_us = gang_stage_of(g, st)->wait_ends_us;
    if (ends_us < 0)
        ends_us = plan_after(anywhere(g, ask, r->now_us), r->opt.gang.switches_us);
    int64_t anywhere_us = ends_us == PLAN_NEVER ? ends_us : anywhere(g, ask, max_i64(r->now_us, ends_us));
    int64_t at_us = in_one_rack(r, g, ask, anywhere_us);
    *one_rack = at_us < ends_us;
    return at_us;
}

/* ---- G5.3: reservations ------------------------------------------------------------------------------------ */

/* A node opens then, or has opened before and may have closed. */
static bool serves_then(const struct gang *g, uint32_t node, int64_t at_us, const struct plan_ask *ask)
{
    return g->opens[node] < at_us ? plan_serves(&g->plan, node, at_us, ask) : g->opens[node] == at_us;
}

static void find_serving_then(const struct sw_replay *r, struct gang *g, const struct plan_ask *ask, int64_t at_us)
{
    memset(g->then.in_rack, 0, choice_n_racks(r) * sizeof *g->then.in_rack);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        g->then.free[i] = serves_then(g, i, at_us, ask) ? plan_free(&g->plan, i, at_us) : 0;
        g->then.in_rack[choice_rack_of(r, i)] += g->then.free[i] > 0;
    }
}

/* Nodes that serve then, those first that do not serve now. */
static void choose_busy_first(const struct sw_replay *r, struct gang *g, uint32_t nodes_wanted, bool one_rack)
{
    uint32_t n = r->cl->n_nodes, n_now = 0;
    const uint32_t *nodes
        = one_rack ? choice_nodes_of(r, choice_rack(r, g, &g->then, nodes_wanted), &n) : NULL;
    g->n_node = 0;
    for (uint32_t i = 0; i < n && g->n_node < nodes_wanted; i++) {
        uint32_t node = nodes ? nodes[i] : i;
        if (!g->then.free[node])
            continue;
        if (g->opens[node] == r->now_us)
            g->node_now[n_now++] = node;
        else
            g->node[g->n_node++] = node;
    }
    for (uint32_t i = 0; g->n_node < nodes_wanted; i++)
        g->node[g->n_node++] = g->node_now[i];
}

static void reserve_slots(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    struct plan_ask ask = gang_ask(g, st);
    bool one_rack;
    plan_opens_all(&g->plan, r->now_us, &ask, g->opens);
    g->n_node = 0;
    int64_t at_us = start_of(r, g, st, &ask, &one_rack);
    if (at_us == PLAN_NEVER)
        return;
    find_serving_then(r, g, &ask, at_us);
    choose_busy_first(r, g, ask.nodes, one_rack);
    for (uint32_t i = 0; i < g->n_node; i++)
        plan_take(&g->plan, g->node[i], at_us, plan_after(at_us, ask.length_us), ask.width);
}

/* That of the first blocked job that has none yet; g->node has where, if it gets one. */
static void make_reservation(struct sw_replay *r, struct gang *g)
{
    const struct stage *st = g->blocked[g->n_reserved++];
    if (!g->planned)
        make_plan(r, g);
    if (r->opt.gang.whole_reserved)
        whole_reserve(r, g, st);
    else
        reserve_slots(r, g, st);
}

/* ---- whether now -------------------------------------------------------------------------------------------- */

/* Whether a reservation leaves the node to the job. */
static bool is_left(const struct sw_replay *r, const struct gang *g, const struct stage *st, uint32_t node,
                    const struct plan_ask *ask)
{
    return !g->planned || (r->opt.gang.whole_reserved ? whole_serves(r, g, st, node)
                                                      : plan_serves(&g->plan, node, r->now_us, ask));
}

static void find_serving(const struct sw_replay *r, struct gang *g, const struct stage *st,
                         const struct plan_ask *ask)
{
    g->now.n = 0;
    memset(g->now.in_rack, 0, choice_n_racks(r) * sizeof *g->now.in_rack);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        int64_t free = r->slots.node[i].free[0];
        bool serves = free >= ask->width && gang_may_use(g, st, i) && is_left(r, g, st, i, ask);
        g->now.free[i] = serves ? free : 0;
        g->now.in_rack[choice_rack_of(r, i)] += serves;
        g->now.n += serves;
    }
}

/* What a reservation has taken serves no more. */
static void drop_reserved(const struct sw_replay *r, struct gang *g, const struct stage *st,
                          const struct plan_ask *ask)
{
    for (uint32_t i = 0; i < g->n_node; i++) {
        uint32_t node = g->node[i];
        if (!g->now.free[node] || is_left(r, g, st, node, ask))
            continue;
        g->now.free[node] = 0;
        g->now.in_rack[choice_rack_of(r, node)]--;
        g->now.n--;
    }
}

/* Whether nodes enough serve now for all that those blocked before it reserve. Reservations only take. So once too few
 * serve, those behind need not be made for this job. Nothing has been launched since the first of them was blocked. */
static bool enough_serve(struct sw_replay *r, struct gang *g, const struct stage *st, const struct plan_ask *ask)
{
    if (g->at_least[ask->width] < ask->nodes)
        return false;
    find_serving(r, g, st, ask);
    while (g->now.n >= ask->nodes && g->n_reserved < g->n_blocked) {
        make_reservation(r, g);
        drop_reserved(r, g, st, ask);
    }
    return g->now.n >= ask->nodes;
}

bool starts_now(struct sw_replay *r, struct gang *g, struct stage *st, bool *passed)
{
    struct plan_ask ask = gang_ask(g, st);
    *passed = false;
    if (!enough_serve(r, g, st, &ask))
        return false;
    *passed = g->now.in_rack[choice_rack(r, g, &g->now, ask.nodes)] < ask.nodes && gang_waits_now(r, g, st);
    if (!*passed)
        choice_make(r, g, &g->now, ask.nodes);
    return !*passed;
}
