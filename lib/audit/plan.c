/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - when a gang can start, as things are expected to go (G5, G8). */
#include "lib/audit/gangs.h"
#include <string.h>

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

/* Whatever is reserved. */
static int64_t unused_at(const struct gangs *g, uint32_t node, int64_t at_us)
{
    int64_t slots = g->free[node];
    for (uint32_t i = 0; i < g->n_on[node]; i++)
        if (expected_end(g, g->on[g->first_on[node] + i]) <= at_us)
            slots += g->on[g->first_on[node] + i]->width;
    return slots;
}

static int64_t free_at(const struct gangs *g, uint32_t node, int64_t at_us)
{
    int64_t slots = unused_at(g, node, at_us);
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

/* Into g->slots and g->in_rack. */
static uint32_t count_serving(struct gangs *g, const struct gang *x, int64_t at_us)
{
    for (uint32_t i = 0; i < g->a->cl->n_nodes; i++)
        g->slots[i] = serves(g, i, x, at_us) ? free_at(g, i, at_us) : 0;
    return audit_choice_count(g);
}

/* ---- the earliest time (G5, G8) -------------------------------------------------------------------------------- */

static bool fits(struct gangs *g, const struct gang *x, int64_t at_us, bool one_rack)
{
    uint32_t n = count_serving(g, x, at_us);
    return (one_rack ? g->in_rack[audit_choice_next_rack(g, x->n)] : n) >= x->n;
}

/* Slots, of what runs and what is reserved. */
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

struct start { int64_t at_us; bool one_rack; };

static struct start start_of(struct gangs *g, const struct gang *x)
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

/* G5.3: what is free now goes last. */
static void choose_later(struct gangs *g, const struct gang *x, struct start start, bool *chosen)
{
    uint32_t n = 0, rack;
    count_serving(g, x, start.at_us);
    rack = audit_choice_next_rack(g, x->n);
    for (int now = 0; now < 2; now++)
        for (uint32_t i = 0; i < g->a->cl->n_nodes && n < x->n; i++) {
            if ((start.one_rack && audit_choice_rack(g->a, i) != rack) || !g->slots[i]
                || serves(g, i, x, g->a->now_us) != (now == 1))
                continue;
            chosen[i] = true;
            n++;
        }
}

/* ---- whole nodes, by tries (G5.4 to G5.7) ------------------------------------------------------------------ */

/* A reservation ends after from_us and begins before to_us. */
static bool is_held(const struct gangs *g, uint32_t node, int64_t from_us, int64_t to_us)
{
    for (size_t i = 0; i < g->n_held; i++)
        if (g->held[i].on[node] && g->held[i].to_us > from_us && g->held[i].from_us < to_us)
            return true;
    return false;
}

static int64_t next_left(const struct gangs *g, int64_t after_us)
{
    int64_t next_us = NEVER;
    for (size_t i = 0; i < g->n_held; i++)
        for (uint32_t node = 0; g->held[i].to_us > after_us && node < g->a->cl->n_nodes; node++)
            if (g->held[i].on[node] && !is_held(g, node, g->held[i].to_us, g->held[i].to_us + 1))
                next_us = min_i64(next_us, g->held[i].to_us);
    return next_us;
}

static bool waits_now(const struct gangs *g, const struct gang *x)
{
    return audit_plan_waits_for_rack(g, x) && audit_plan_wait_ends(g, x) > g->a->now_us;
}

static bool try_fits(struct gangs *g, const struct gang *x, int64_t try_us, int64_t at_us, bool one_rack)
{
    for (uint32_t i = 0; i < g->a->cl->n_nodes; i++) {
        int64_t slots = is_held(g, i, try_us, try_us + x->estimate_us + 1) ? 0 : unused_at(g, i, at_us);
        g->slots[i] = slots >= x->width ? slots : 0;
    }
    uint32_t n = audit_choice_count(g);
    return (one_rack ? g->in_rack[audit_choice_next_rack(g, x->n)] : n) >= x->n;
}

/* Of what runs on the nodes of the try. */
static int64_t next_end(const struct gangs *g, const struct gang *x, int64_t try_us, int64_t after_us)
{
    int64_t next_us = NEVER;
    for (uint32_t node = 0; node < g->a->cl->n_nodes; node++)
        for (uint32_t i = 0; i < g->n_on[node]; i++) {
            int64_t end_us = expected_end(g, g->on[g->first_on[node] + i]);
            if (end_us > after_us && !is_held(g, node, try_us, try_us + x->estimate_us + 1))
                next_us = min_i64(next_us, end_us);
        }
    return next_us;
}

/* t; NEVER. */
static int64_t find_time(struct gangs *g, const struct gang *x, int64_t try_us)
{
    int64_t at_us = g->a->now_us, window_us = 30 * SW_US_PER_S, next_us = next_end(g, x, try_us, at_us);
    int64_t from_us = next_us - next_us % window_us + window_us;
    while (!try_fits(g, x, try_us, at_us, waits_now(g, x))) {
        if (next_us == NEVER)
            return NEVER;
        while (next_us > from_us + window_us)
            window_us *= 2;
        for (; next_us <= from_us + window_us && next_us < NEVER; next_us = next_end(g, x, try_us, at_us))
            at_us = next_us;
    }
    return at_us;
}

/* When it would start, on the chosen nodes; NEVER. */
static int64_t start_by_tries(struct gangs *g, const struct gang *x, bool *chosen)
{
    for (int64_t try_us = g->a->now_us; try_us < NEVER; ) {
        int64_t at_us = find_time(g, x, try_us), next_us = next_left(g, try_us), start_us = max_i64(try_us, at_us);
        if (at_us == NEVER || next_us < start_us) {
            try_us = next_us;
            continue;
        }
        bool overlaps = false;
        memset(chosen, 0, g->a->cl->n_nodes * sizeof *chosen);
        audit_choice_make(g, x->n, chosen);
        for (uint32_t i = 0; i < g->a->cl->n_nodes; i++)
            overlaps |= chosen[i] && is_held(g, i, start_us, start_us + x->estimate_us);
        if (!overlaps)
            return start_us;
        try_us = start_us;
    }
    return NEVER;
}

/* ---- what cycle.c asks ------------------------------------------------------------------------------------- */

static bool fits_now(struct gangs *g, const struct gang *x, bool one_rack)
{
    int64_t now_us = g->a->now_us;
    return g->a->rules.whole_reserved ? try_fits(g, x, now_us, now_us, one_rack) : fits(g, x, now_us, one_rack);
}

bool audit_plan_fits_now(struct gangs *g, const struct gang *x) { return fits_now(g, x, false); }

bool audit_plan_starts_now(struct gangs *g, const struct gang *x) { return fits_now(g, x, waits_now(g, x)); }

void audit_plan_reserve(struct gangs *g, const struct gang *x)
{
    bool *on = xcalloc(g->a->cl->n_nodes + 1, sizeof *on);
    struct start start = { NEVER, false };
    if (g->a->rules.whole_reserved)
        start.at_us = start_by_tries(g, x, on);
    else if ((start = start_of(g, x)).at_us < NEVER)
        choose_later(g, x, start, on);
    if (start.at_us == NEVER)
        memset(on, 0, g->a->cl->n_nodes * sizeof *on);
    RESERVE(g->held, g->n_held + 1, g->cap_held);
    g->held[g->n_held++]
        = (struct held_nodes){ start.at_us, after(start.at_us, x->estimate_us), x->width, on };
}

/* Those that serve it now are at least as many as it needs. */
void audit_plan_choose(struct gangs *g, const struct gang *x)
{
    memset(g->chosen, 0, g->a->cl->n_nodes * sizeof *g->chosen);
    (void)fits_now(g, x, false);
    audit_choice_make(g, x->n, g->chosen);
}
