/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choice.c - which nodes a gang takes of those that serve it, as Slurm's select plugin does (G6). */
#include "lib/sim/dispatch/gang/gang.h"
#include <string.h>

/* ---- racks: with --no-rack-level all nodes are one --------------------------------------------------------- */

uint32_t choice_n_racks(const struct sw_replay *r)
{
    return r->opt.no_rack_level ? 1 : r->cl->n_racks;
}

static const uint32_t *nodes_of(const struct sw_replay *r, uint32_t rack, uint32_t *n)
{
    *n = r->opt.no_rack_level ? r->cl->n_nodes : r->cl->rack_first[rack + 1] - r->cl->rack_first[rack];
    return r->opt.no_rack_level ? NULL : r->cl->rack_node + r->cl->rack_first[rack];
}

/* G8: whether so few racks as a job waits for have so many of them. */
bool choice_in_few(const struct sw_replay *r, struct gang *g, const uint32_t *in_rack, uint32_t nodes)
{
    uint32_t racks = choice_n_racks(r), has = 0;
    memcpy(g->left_in_rack, in_rack, racks * sizeof *in_rack);
    for (uint32_t i = 0; i < r->opt.gang.switches && i < racks && has < nodes; i++) {
        uint32_t most = 0;
        for (uint32_t k = 1; k < racks; k++)
            most = g->left_in_rack[k] > g->left_in_rack[most] ? k : most;
        has += g->left_in_rack[most];
        g->left_in_rack[most] = 0;
    }
    return has >= nodes;
}

/* G6.2: the rack that goes first when so many nodes are missing. */
uint32_t choice_rack(const struct sw_replay *r, const struct gang *g, const struct serving *s, uint32_t missing)
{
    uint32_t best = g->rack[0];
    for (uint32_t k = 1; k < choice_n_racks(r); k++) {
        uint32_t n = s->in_rack[g->rack[k]], most = s->in_rack[best];
        bool has = n >= missing, best_has = most >= missing;
        if (has != best_has ? has : has ? n < most : n > most)
            best = g->rack[k];
    }
    return best;
}

static void choose_by_rack(const struct sw_replay *r, struct gang *g, struct serving *s, uint32_t n)
{
    while (g->n_node < n) {
        uint32_t rack = choice_rack(r, g, s, n - g->n_node), n_nodes;
        const uint32_t *nodes = nodes_of(r, rack, &n_nodes);
        for (uint32_t i = 0; i < n_nodes && g->n_node < n; i++)
            if (s->free[nodes[i]])
                g->node[g->n_node++] = nodes[i];
        s->in_rack[rack] = 0;
    }
}

/* ---- runs of neighbours -------------------------------------------------------------------------------------- */

static void find_runs(const struct sw_replay *r, struct gang *g, const struct serving *s)
{
    g->n_runs = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        if (!s->free[i])
            continue;
        if (!i || !s->free[i - 1]) {
            RESERVE(g->run, g->n_runs + 1, g->cap_runs);
            g->run[g->n_runs++] = (struct node_run){ i, 0, 0 };
        }
        g->run[g->n_runs - 1].n++;
        g->run[g->n_runs - 1].free += s->free[i];
    }
}

/* Those that are used up have no nodes. */
static struct node_run *next_run(struct gang *g, uint32_t missing)
{
    struct node_run *best = NULL;
    for (uint32_t i = 0; i < g->n_runs; i++) {
        struct node_run *run = &g->run[i];
        bool has = run->n >= missing, best_has = best && best->n >= missing;
        if (run->n && (!best || (has ? !best_has || run->free < best->free : run->free > best->free)))
            best = run;
    }
    return best;
}

static uint32_t tightest_node(const struct serving *s, const struct node_run *run)
{
    uint32_t best = run->first;
    for (uint32_t i = run->first + 1; i < run->first + run->n; i++)
        if (s->free[i] < s->free[best])
            best = i;
    return best;
}

static void choose_by_run(const struct sw_replay *r, struct gang *g, const struct serving *s, uint32_t n)
{
    find_runs(r, g, s);
    while (g->n_node < n) {
        struct node_run *run = next_run(g, n - g->n_node);
        if (g->n_node + 1 == n)
            g->node[g->n_node++] = tightest_node(s, run);
        for (uint32_t i = 0; i < run->n && g->n_node < n; i++)
            g->node[g->n_node++] = run->first + i;
        run->n = 0;
    }
}

/* ---- all ------------------------------------------------------------------------------------------------------- */

void choice_make(struct sw_replay *r, struct gang *g, struct serving *s, uint32_t n)
{
    g->n_node = 0;
    if (choice_n_racks(r) > 1)
        choose_by_rack(r, g, s, n);
    else
        choose_by_run(r, g, s, n);
    for (uint32_t i = 0; i < n; i++)
        s->free[g->node[i]] = -1;
    for (uint32_t i = 0, k = 0; k < n; i++)
        if (s->free[i] < 0)
            g->node[k++] = i;
}

void choice_start(struct sw_replay *r, struct gang *g)
{
    uint32_t n = r->cl->n_nodes, racks = r->cl->n_racks;
    bool *seen = xcalloc(racks, sizeof *seen);
    struct serving *const all[] = { &g->now, &g->then };
    for (int i = 0; i < 2; i++) {
        all[i]->free = xcalloc(n, sizeof *all[i]->free);
        all[i]->in_rack = xcalloc(racks, sizeof *all[i]->in_rack);
    }
    g->node = xcalloc(n, sizeof *g->node);
    g->few = xcalloc(n, sizeof *g->few);
    g->left_in_rack = xcalloc(racks, sizeof *g->left_in_rack);
    g->rack = xcalloc(racks, sizeof *g->rack);
    for (uint32_t i = 0, k = 0; i < n && !r->opt.no_rack_level; i++) /* in the order of their first node */
        if (!seen[r->cl->node[i].rack]) {
            seen[r->cl->node[i].rack] = true;
            g->rack[k++] = r->cl->node[i].rack;
        }
    xfree(seen);
}
