/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choice.c - which nodes a gang takes of those in g->slots, which have what it needs (G6). */
#include "lib/audit/gangs.h"
#include <string.h>

uint32_t audit_choice_rack(const struct audit *a, uint32_t node)
{
    return a->rules.no_rack_level ? 0 : a->cl->node[node].rack;
}

uint32_t audit_choice_n_racks(const struct audit *a)
{
    return a->rules.no_rack_level ? 1 : a->cl->n_racks;
}

uint32_t audit_choice_count(struct gangs *g)
{
    uint32_t n = 0;
    memset(g->in_rack, 0, g->a->cl->n_racks * sizeof *g->in_rack);
    for (uint32_t i = 0; i < g->a->cl->n_nodes; i++)
        if (g->slots[i]) {
            g->in_rack[audit_choice_rack(g->a, i)]++;
            n++;
        }
    return n;
}

/* A has m of what is missing, b n. */
static bool goes_first(int64_t m, int64_t n, int64_t missing)
{
    if (m >= missing && n >= missing)
        return m < n;
    return m > n;
}

/* As they were counted. */
uint32_t audit_choice_next_rack(const struct gangs *g, uint32_t missing)
{
    uint32_t best = g->rack[0];
    for (uint32_t k = 1; k < audit_choice_n_racks(g->a); k++)
        if (goes_first(g->in_rack[g->rack[k]], g->in_rack[best], missing))
            best = g->rack[k];
    return best;
}

static void take(struct gangs *g, uint32_t node, bool *chosen)
{
    chosen[node] = true;
    g->slots[node] = 0;
}

static uint32_t take_rack(struct gangs *g, uint32_t missing, bool *chosen)
{
    uint32_t n = 0, rack = (audit_choice_count(g), audit_choice_next_rack(g, missing));
    for (uint32_t i = 0; i < g->a->cl->n_nodes && n < missing; i++)
        if (g->slots[i] && audit_choice_rack(g->a, i) == rack) {
            take(g, i, chosen);
            n++;
        }
    return n;
}

struct stretch { uint32_t from, to; int64_t slots; };

static struct stretch stretch_from(const struct gangs *g, uint32_t from)
{
    struct stretch s = { from, from, 0 };
    for (; s.to < g->a->cl->n_nodes && g->slots[s.to]; s.to++)
        s.slots += g->slots[s.to];
    return s;
}

/* Better than the best so far. */
static bool is_better(struct stretch s, struct stretch best, uint32_t missing)
{
    bool suffices = s.to - s.from >= missing;
    if (best.from == best.to || suffices != (best.to - best.from >= missing))
        return best.from == best.to || suffices || s.slots > best.slots;
    return suffices ? s.slots < best.slots : s.slots > best.slots;
}

static uint32_t take_stretch(struct gangs *g, uint32_t missing, bool *chosen)
{
    struct stretch best = { 0, 0, 0 };
    for (uint32_t i = 0; i < g->a->cl->n_nodes; i++) {
        struct stretch s = stretch_from(g, i);
        if (s.to > s.from && is_better(s, best, missing))
            best = s;
        i = s.to;
    }
    uint32_t n = 0, least = best.from;
    for (uint32_t i = best.from; i < best.to; i++)
        least = g->slots[i] < g->slots[least] ? i : least;
    if (missing == 1)
        best.from = least;
    for (uint32_t i = best.from; i < best.to && n < missing; i++, n++)
        take(g, i, chosen);
    return n;
}

void audit_choice_make(struct gangs *g, uint32_t n, bool *chosen)
{
    while (n)
        n -= audit_choice_n_racks(g->a) > 1 ? take_rack(g, n, chosen) : take_stretch(g, n, chosen);
}
