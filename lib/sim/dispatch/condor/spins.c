/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spins.c - a cycle of negotiation: who takes part, and how the slots are divided in spins of the pie (P6). */
#include "lib/base/memory.h"
#include "lib/base/minmax.h"
#include "lib/sim/dispatch/condor/negotiate.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

/* P6.2: what decides in the end, in bytes. */
static int by_pool_name(const void *a, const void *b)
{
    const struct submitter *x = a, *y = b;
    return strcmp(x->pool->name, y->pool->name);
}

/* P6.2 */
static int by_turn(const void *a, const void *b)
{
    const struct submitter *x = *(struct submitter *const *)a, *y = *(struct submitter *const *)b;
    return ORDER(x->slice.priority, y->slice.priority) ?: ORDER(x->ratio, y->ratio) ?: by_pool_name(x, y);
}

/* P6: pools with a next task. P5.2: their priorities. */
static void gather_submitters(struct sw_replay *r, struct negotiate *g)
{
    g->n = 0;
    for (struct pool *p = r->pools.first; p; p = p->next) {
        if (p->has_children || !match_has_next(p))
            continue;
        if (g->n == g->cap) {
            g->cap = 2 * g->cap + 16;
            g->submitter = xrealloc(g->submitter, g->cap, sizeof *g->submitter);
            g->turn = xrealloc(g->turn, g->cap, sizeof(struct submitter *));
        }
        double usage = sw_negotiate_usage(&r->opt.order, negotiate_claimed(g, p), r->now_us);
        g->submitter[g->n++]
            = (struct submitter){ .pool = p, .slice.priority = sw_negotiate_priority(usage, p->weight) };
    }
    if (g->n)
        qsort(g->submitter, g->n, sizeof *g->submitter, by_pool_name);
}

/* P6.1: of those left. The pie. */
static double cut_pie(struct sw_replay *r, struct negotiate *g)
{
    struct sw_slice *slice = xcalloc(g->n, sizeof *slice);
    size_t n = 0;
    for (size_t i = 0; i < g->n; i++)
        if (!g->submitter[i].left) {
            g->submitter[i].slice.claims = g->submitter[i].pool->running[0];
            slice[n++] = g->submitter[i].slice;
        }
    double pie = sw_negotiate_pie(slice, n, (int64_t)r->slots.now[0]);
    n = 0;
    for (size_t i = 0; i < g->n; i++)
        if (!g->submitter[i].left)
            g->submitter[i].slice = slice[n++];
    xfree(slice);
    return pie;
}

/* P6.2: the order of all spins is that of the first. */
static void set_turns(struct negotiate *g)
{
    for (size_t i = 0; i < g->n; i++) {
        struct submitter *s = &g->submitter[i];
        double sum = (double)s->slice.claims + s->slice.limit;
        s->ratio = sum > 0 ? (double)s->slice.claims / sum : DBL_MAX;
        g->turn[i] = s;
    }
    qsort(g->turn, g->n, sizeof(struct submitter *), by_turn);
}

/* P6.3 to P6.5: how many matches it makes. */
static int64_t take_turn(struct sw_replay *r, struct negotiate *g, struct submitter *s, bool first)
{
    double limit = s->slice.limit < g->pie ? s->slice.limit : g->pie;
    int64_t made = 0;
    if (!first && (limit < 1 || g->pie < 1))
        return 0;
    while (match_has_next(s->pool) && g->n_free && sw_negotiate_permits(limit, g->pie, made)) {
        match_best(r, g, s->pool);
        g->pie--;
        made++;
    }
    s->left = (double)made < limit && (!match_has_next(s->pool) || !g->n_free);
    return made;
}

/* Whether there is another. */
static bool spin(struct sw_replay *r, struct negotiate *g, bool first)
{
    int64_t made = 0;
    size_t n_left = 0, n_gone = 0;
    g->pie = cut_pie(r, g);
    if (!(g->pie > 0))
        return false;
    if (first)
        set_turns(g);
    for (size_t i = 0; i < g->n; i++) {
        if (g->turn[i]->left)
            continue;
        made += take_turn(r, g, g->turn[i], first);
        n_gone += g->turn[i]->left;
        n_left += !g->turn[i]->left;
    }
    return (made || n_gone) && n_left && g->n_free;
}

/* P6.6: spins, as long as one changes something and something is left. */
void spins_make(struct sw_replay *r, struct negotiate *g)
{
    bool first = true;
    gather_submitters(r, g);
    if (!g->n || !r->slots.free_rank[0].count)
        return;
    match_gather(r, g);
    while (spin(r, g, first))
        first = false;
}
