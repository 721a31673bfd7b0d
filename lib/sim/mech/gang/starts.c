/* SPDX-License-Identifier: GPL-3.0-or-later */
/* starts.c - when a job can start, and on which nodes (G5, G6, G8).
 *
 * What is free now is a count for each width. It refuses most jobs. The plan of what is expected free is made when the
 * first job that it lets pass comes behind one with a reservation. */
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
    int64_t end_us = j->launch_us + j->estimate_us;
    return end_us > r->now_us ? end_us : r->now_us + SW_US_PER_S;
}

static void make_plan(struct sw_replay *r, struct gang *g)
{
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        plan_begin(&g->plan, i, r->now_us, r->slots.node[i].free[0]);
    for (const struct job *job = g->running; job; job = gang_of(g, job)->next) {
        const struct gang_job *j = gang_of(g, job);
        for (uint32_t i = 0; i < j->n; i++)
            plan_add(&g->plan, j->node[i], expected_end(r, j), j->width);
    }
    g->planned = true;
}

void starts_launched(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    const struct gang_job *j = gang_of(g, st->job);
    for (uint32_t i = 0; i < j->n && g->planned; i++)
        plan_take(&g->plan, j->node[i], r->now_us, expected_end(r, j), j->width);
    starts_count(r, g);
}

/* ---- racks ----------------------------------------------------------------------------------------------- */

/* G6: with --no-rack-level all nodes are one. */
static uint32_t n_racks(const struct sw_replay *r)
{
    return r->opt.no_rack_level ? 1 : r->cl->n_racks;
}

static uint32_t rack_of(const struct sw_replay *r, uint32_t node)
{
    return r->opt.no_rack_level ? 0 : r->slots.node[node].rack;
}

static const uint32_t *nodes_of(const struct sw_replay *r, uint32_t rack, uint32_t *n)
{
    *n = r->opt.no_rack_level ? r->cl->n_nodes : r->cl->rack_first[rack + 1] - r->cl->rack_first[rack];
    return r->opt.no_rack_level ? NULL : r->cl->rack_node + r->cl->rack_first[rack];
}

/* Which nodes serve the job from then on; how many. */
static uint32_t find_serving(struct sw_replay *r, struct gang *g, const struct plan_ask *ask, int64_t at_us)
{
    uint32_t n = 0;
    memset(g->in_rack, 0, n_racks(r) * sizeof *g->in_rack);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        g->serves[i] = g->planned ? plan_opens(&g->plan, i, at_us, ask) == at_us
                                  : r->slots.node[i].free[0] >= ask->width;
        g->in_rack[rack_of(r, i)] += g->serves[i];
        n += g->serves[i];
    }
    return n;
}

/* The rack with the most nodes that serve; of several the one whose first node is first. */
static uint32_t fullest_rack(const struct sw_replay *r, const struct gang *g)
{
    uint32_t best = g->rack[0];
    for (uint32_t i = 1; i < n_racks(r); i++)
        if (g->in_rack[g->rack[i]] > g->in_rack[best])
            best = g->rack[i];
    return best;
}

/* ---- G5: when -------------------------------------------------------------------------------------------- */

/* G8, G8.4 */
bool starts_waits(const struct sw_replay *r, const struct gang *g, const struct stage *st)
{
    return r->opt.gang.switches_us > 0 && st->n_tasks > 1
           && st->n_tasks <= g->roomiest[gang_of(g, st->job)->width];
}

/* Of the racks, that with the most nodes of so many slots, by slots. */
void starts_find_roomiest(const struct sw_replay *r, struct gang *g)
{
    uint32_t *n_at_least = xcalloc(g->most_slots + 1, sizeof *n_at_least);
    g->roomiest = xcalloc(g->most_slots + 1, sizeof *g->roomiest);
    for (uint32_t k = 0; k < n_racks(r); k++) {
        uint32_t n;
        const uint32_t *nodes = nodes_of(r, k, &n);
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

static int64_t in_one_rack(const struct sw_replay *r, const struct gang *g, const struct plan_ask *ask)
{
    int64_t least_us = PLAN_NEVER;
    for (uint32_t k = 0; k < n_racks(r); k++) {
        uint32_t n;
        const uint32_t *nodes = nodes_of(r, k, &n);
        if (n >= ask->nodes)
            least_us = min_i64(least_us, plan_earliest(&g->plan, nodes, n, r->now_us, ask));
    }
    return least_us;
}

/* *one_rack: it then still waits for one. */
static int64_t start_of(struct sw_replay *r, struct gang *g, const struct stage *st, const struct plan_ask *ask,
                        bool *one_rack)
{
    *one_rack = false;
    if (!starts_waits(r, g, st))
        return plan_earliest(&g->plan, NULL, 0, r->now_us, ask);
    int64_t ends_us = gang_stage_of(g, st)->wait_ends_us;
    if (ends_us < 0) {
        ends_us = plan_earliest(&g->plan, NULL, 0, r->now_us, ask);
        ends_us = ends_us == PLAN_NEVER ? ends_us : ends_us + r->opt.gang.switches_us;
    }
    int64_t anywhere_us = ends_us == PLAN_NEVER
                              ? ends_us
                              : plan_earliest(&g->plan, NULL, 0, max_i64(r->now_us, ends_us), ask);
    int64_t at_us = min_i64(in_one_rack(r, g, ask), anywhere_us);
    *one_rack = at_us < ends_us;
    return at_us;
}

/* ---- G5.3: reservations ---------------------------------------------------------------------------------- */

/* Nodes that serve at at_us, those first that do not serve now. */
static void reserve_on(struct sw_replay *r, struct gang *g, const struct plan_ask *ask, int64_t at_us,
                       bool one_rack)
{
    uint32_t n = 0;
    find_serving(r, g, ask, at_us);
    uint32_t rack = one_rack ? fullest_rack(r, g) : 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        g->chosen[i] = g->serves[i] && (!one_rack || rack_of(r, i) == rack);
    for (int now = 0; now < 2; now++)
        for (uint32_t i = 0; i < r->cl->n_nodes && n < ask->nodes; i++) {
            if (!g->chosen[i] || (plan_opens(&g->plan, i, r->now_us, ask) == r->now_us) != now)
                continue;
            g->node[n++] = i;
        }
    for (uint32_t i = 0; i < n; i++)
        plan_take(&g->plan, g->node[i], at_us, at_us + ask->length_us, ask->width);
}

/* Those of blocked jobs that are not made yet. Nothing has been launched since the first of them was blocked. */
static void make_reservations(struct sw_replay *r, struct gang *g)
{
    if (g->n_reserved < g->n_blocked && !g->planned)
        make_plan(r, g);
    for (; g->n_reserved < g->n_blocked; g->n_reserved++) {
        const struct stage *st = g->blocked[g->n_reserved];
        struct plan_ask ask = gang_ask(g, st);
        bool one_rack;
        int64_t at_us = start_of(r, g, st, &ask, &one_rack);
        if (at_us != PLAN_NEVER)
            reserve_on(r, g, &ask, at_us, one_rack);
    }
}

/* ---- G6: where ------------------------------------------------------------------------------------------- */

static bool choose_in(struct sw_replay *r, struct gang *g, uint32_t rack)
{
    uint32_t n;
    const uint32_t *nodes = nodes_of(r, rack, &n);
    while (g->cursor[rack] < n) {
        uint32_t node = nodes ? nodes[g->cursor[rack]] : g->cursor[rack];
        g->cursor[rack]++;
        if (!g->serves[node])
            continue;
        g->node[g->n_node++] = node;
        return true;
    }
    return false;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void choose(struct sw_replay *r, struct gang *g, uint32_t n)
{
    uint32_t fullest = fullest_rack(r, g);
    memset(g->cursor, 0, n_racks(r) * sizeof *g->cursor);
    g->n_node = 0;
    if (g->in_rack[fullest] >= n)
        while (g->n_node < n)
            (void)choose_in(r, g, fullest);
    while (g->n_node < n)
        for (uint32_t k = 0; k < n_racks(r) && g->n_node < n; k++)
            (void)choose_in(r, g, g->rack[k]);
    qsort(g->node, n, sizeof *g->node, by_number);
}

bool starts_now(struct sw_replay *r, struct gang *g, struct stage *st, bool *passed)
{
    struct plan_ask ask = gang_ask(g, st);
    *passed = false;
    if (g->at_least[ask.width] < ask.nodes)
        return false;
    make_reservations(r, g);
    if (find_serving(r, g, &ask, r->now_us) < ask.nodes)
        return false;
    if (starts_waits(r, g, st) && g->in_rack[fullest_rack(r, g)] < ask.nodes) {
        int64_t ends_us = gang_stage_of(g, st)->wait_ends_us;
        *passed = ends_us < 0 || ends_us > r->now_us;
    }
    if (!*passed)
        choose(r, g, ask.nodes);
    return !*passed;
}
