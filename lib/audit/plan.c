/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - when a gang can start, as things are expected to go, and on which nodes (G5, G6, G8). */
#include "lib/audit/gangs.h"
#include <string.h>

uint32_t audit_plan_rack(const struct audit *a, uint32_t node)
{
    return a->rules.no_rack_level ? 0 : a->cl->node[node].rack;
}

/* ---- slots that are expected to be free (G5.1) ----------------------------------------------------------------- */

static int64_t after(int64_t at_us, int64_t for_us)
{
    return at_us > SW_TIME_MAX - for_us ? NEVER : at_us + for_us;
}

static int64_t expected_end(const struct gangs *g, const struct gang *x)
{
    int64_t end_us = after(x->launch_us, x->estimate_us);
    return end_us > g->a->now_us ? end_us : g->a->now_us + SW_US_PER_S;
}

static int64_t free_at(const struct gangs *g, uint32_t node, int64_t at_us)
{
    int64_t slots = g->free[node];
    for (uint32_t i = 0; i < g->n_on[node]; i++)
        if (expected_end(g, g->on[g->first_on[node] + i]) <= at_us)
            slots += g->on[g->first_on[node] + i]->width;
    for (size_t i = 0; i < g->n_held; i++)
        if (g->held[i].on[node] && g->held[i].from_us <= at_us && at_us < g->held[i].to_us)
            slots -= g->held[i].width;
    return slots;
}

/* For all of its estimate: slots become fewer where a reservation begins. */
static bool serves(const struct gangs *g, uint32_t node, const struct gang *x, int64_t at_us)
{
    if (free_at(g, node, at_us) < x->width)
        return false;
    for (size_t i = 0; i < g->n_held; i++)
        if (g->held[i].on[node] && g->held[i].from_us > at_us && g->held[i].from_us < at_us + x->estimate_us
            && free_at(g, node, g->held[i].from_us) < x->width)
            return false;
    return true;
}

/* And of each rack in g->in_rack. */
static uint32_t count_serving(struct gangs *g, const struct gang *x, int64_t at_us)
{
    uint32_t n = 0;
    memset(g->in_rack, 0, g->a->cl->n_racks * sizeof *g->in_rack);
    for (uint32_t i = 0; i < g->a->cl->n_nodes; i++)
        if (serves(g, i, x, at_us)) {
            g->in_rack[audit_plan_rack(g->a, i)]++;
            n++;
        }
    return n;
}

static uint32_t n_racks(const struct audit *a) { return a->rules.no_rack_level ? 1 : a->cl->n_racks; }

/* As they were counted. */
static uint32_t fullest(const struct gangs *g)
{
    uint32_t best = g->rack[0];
    for (uint32_t k = 1; k < n_racks(g->a); k++)
        if (g->in_rack[g->rack[k]] > g->in_rack[best])
            best = g->rack[k];
    return best;
}

/* ---- the earliest time (G5, G8) -------------------------------------------------------------------------------- */

static bool fits(struct gangs *g, const struct gang *x, int64_t at_us, bool one_rack)
{
    uint32_t n = count_serving(g, x, at_us);
    return (one_rack ? g->in_rack[fullest(g)] : n) >= x->n;
}

static int64_t next_free(const struct gangs *g, int64_t after_us)
{
    int64_t next_us = NEVER;
    for (uint32_t i = 0; i < g->n_running; i++)
        if (expected_end(g, g->running[i]) > after_us)
            next_us = min_i64(next_us, expected_end(g, g->running[i]));
    for (size_t i = 0; i < g->n_held; i++)
        if (g->held[i].to_us > after_us)
            next_us = min_i64(next_us, g->held[i].to_us);
    return next_us;
}

static int64_t earliest(struct gangs *g, const struct gang *x, int64_t from_us, bool one_rack)
{
    int64_t at_us = from_us;
    while (at_us < NEVER && !fits(g, x, at_us, one_rack))
        at_us = next_free(g, at_us);
    return at_us;
}

bool audit_plan_waits_for_rack(const struct gangs *g, const struct gang *x)
{
    return g->a->rules.switches_us > 0 && x->n > 1 && x->fits;
}

int64_t audit_plan_wait_ends(const struct gangs *g, const struct gang *x)
{
    if (!g->a->rules.since_first)
        return x->st->ready_us + g->a->rules.switches_us;
    return x->tried_us < 0 ? NEVER : x->tried_us + g->a->rules.switches_us;
}

bool audit_plan_fits_now(struct gangs *g, const struct gang *x)
{
    return fits(g, x, g->a->now_us, false);
}

bool audit_plan_starts_now(struct gangs *g, const struct gang *x)
{
    int64_t now_us = g->a->now_us;
    if (!audit_plan_waits_for_rack(g, x))
        return fits(g, x, now_us, false);
    return fits(g, x, now_us, true) || (audit_plan_wait_ends(g, x) <= now_us && fits(g, x, now_us, false));
}

struct start audit_plan_start(struct gangs *g, const struct gang *x)
{
    int64_t now_us = g->a->now_us, anywhere_us = earliest(g, x, now_us, false), ends_us, at_us;
    if (!audit_plan_waits_for_rack(g, x))
        return (struct start){ anywhere_us, false };
    ends_us = audit_plan_wait_ends(g, x);
    if (ends_us == NEVER)
        ends_us = after(anywhere_us, g->a->rules.switches_us);
    at_us = min_i64(earliest(g, x, now_us, true), earliest(g, x, max_i64(now_us, ends_us), false));
    return (struct start){ at_us, at_us < ends_us };
}

/* ---- which nodes ----------------------------------------------------------------------------------------------- */

/* G5.3: what is free now goes last. */
static void choose_later(struct gangs *g, const struct gang *x, struct start start, bool *chosen)
{
    uint32_t n = 0, rack;
    count_serving(g, x, start.at_us);
    rack = fullest(g);
    for (int now = 0; now < 2; now++)
        for (uint32_t i = 0; i < g->a->cl->n_nodes && n < x->n; i++) {
            if ((start.one_rack && audit_plan_rack(g->a, i) != rack) || !serves(g, i, x, start.at_us)
                || serves(g, i, x, g->a->now_us) != (now == 1))
                continue;
            chosen[i] = true;
            n++;
        }
}

void audit_plan_reserve(struct gangs *g, const struct gang *x, struct start start)
{
    bool *on = xcalloc(g->a->cl->n_nodes + 1, sizeof *on);
    if (start.at_us < NEVER)
        choose_later(g, x, start, on);
    RESERVE(g->held, g->n_held + 1, g->cap_held);
    g->held[g->n_held++]
        = (struct held_nodes){ start.at_us, after(start.at_us, x->estimate_us), x->width, on };
}

static bool choose_next(struct gangs *g, const struct gang *x, uint32_t rack)
{
    for (uint32_t i = 0; i < g->a->cl->n_nodes; i++)
        if (audit_plan_rack(g->a, i) == rack && !g->chosen[i] && serves(g, i, x, g->a->now_us))
            return g->chosen[i] = true;
    return false;
}

/* Those that serve it now are at least as many as it needs. */
void audit_plan_choose(struct gangs *g, const struct gang *x)
{
    uint32_t n = 0;
    memset(g->chosen, 0, g->a->cl->n_nodes * sizeof *g->chosen);
    count_serving(g, x, g->a->now_us);
    uint32_t best = fullest(g);
    bool one = g->in_rack[best] >= x->n;
    while (n < x->n)
        for (uint32_t k = 0; k < n_racks(g->a) && n < x->n; k++)
            n += choose_next(g, x, one ? best : g->rack[k]);
}
