/* SPDX-License-Identifier: GPL-3.0-or-later */
/* negotiate.c - negotiation (section 18): claims that go on, cycles, usage. All is decided once more from the state of
 * the sweep, and each launch has to be the one that is decided. What follows a difference is not looked at. */
#include "lib/audit/negotiate.h"
#include <stdlib.h>
#include <string.h>

/* ---- claims -------------------------------------------------------------------------------------------- */

void audit_negotiate_freed(struct audit *a, const struct row *row, bool lost)
{
    struct negotiation *g = a->negotiation;
    uint32_t number = g && !g->blind ? g->number_of[row - a->row] : 0;
    if (!g || g->blind)
        return;
    if (lost) {
        *audit_matches_claim(g, row->node, number) = -1;
        return;
    }
    RESERVE(g->freed, g->n_freed + 1, g->cap_freed);
    g->freed[g->n_freed++] = (struct negotiator_freed){ row->node, number, job_of(a, row)->pool };
}

void audit_negotiate_asks(struct audit *a)
{
    if (a->negotiation && a->negotiation->asked_us < 0)
        a->negotiation->asked_us = a->now_us;
}

/* ---- claims that go on (P3) -------------------------------------------------------------------------------- */

static int by_slot(const void *a, const void *b)
{
    const struct negotiator_freed *x = a, *y = b;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool goes_on(struct audit *a, const struct negotiator_freed *f)
{
    const struct node *node = &a->node[f->node];
    int64_t claimed_us = *audit_matches_claim(a->negotiation, f->node, f->number);
    struct stage *st;
    uint32_t task;
    return claimed_us >= 0 && a->now_us - claimed_us <= a->rules.claim_us && node->up
           && node->slots[0] > node->occupied[0] && audit_matches_next(a, f->pool, &st, &task);
}

static void keep_claims(struct sweep *s)
{
    struct negotiation *g = s->a->negotiation;
    if (g->n_freed > 1)
        qsort(g->freed, g->n_freed, sizeof *g->freed, by_slot);
    for (size_t i = 0; i < g->n_freed && !g->blind; i++) {
        const struct negotiator_freed f = g->freed[i];
        if (!goes_on(s->a, &f))
            *audit_matches_claim(g, f.node, f.number) = -1;
        else
            (void)audit_matches_expect(s, f.pool, f.node, f.number, "P3");
    }
    g->n_freed = 0;
}

/* ---- cycles (P2, P5) ---------------------------------------------------------------------------------------- */

static int64_t next_cycle(const struct audit *a)
{
    const struct negotiation *g = a->negotiation;
    int64_t asked_us = g->asked_us < 0 ? NEVER : g->asked_us;
    if (g->last_us < 0)
        return asked_us;
    if (g->asked_us >= 0 && asked_us < g->last_us + a->rules.cycle_delay_us)
        asked_us = g->last_us + a->rules.cycle_delay_us;
    return min_i64(asked_us, g->last_us + a->rules.cycle_us);
}

static void end_cycle(struct audit *a, int64_t at_us)
{
    struct negotiation *g = a->negotiation;
    for (uint32_t p = 0; p < a->n_pools; p++)
        if (g->pool[p].claims != a->pool[p].running[0])
            g->pool[p] = (struct negotiator_pool){ audit_matches_usage(a, p, at_us), a->pool[p].running[0], at_us };
    g->last_us = at_us;
    g->asked_us = -1;
}

/* While a node runs more than it has slots (B8.2), claims may be as many as all slots, and the pie nothing. */
static bool some_are_given_up(const struct audit *a)
{
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        if (a->node[i].occupied[0] > a->node[i].slots[0])
            return true;
    return false;
}

static void check_nothing_waits(struct audit *a, int64_t at_us)
{
    struct stage *st;
    uint32_t task, node = some_are_given_up(a) ? a->cl->n_nodes : 0;
    while (node < a->cl->n_nodes && (!a->node[node].up || a->node[node].slots[0] <= a->node[node].occupied[0]))
        node++;
    for (uint32_t p = 0; p < a->n_pools && node < a->cl->n_nodes; p++)
        if (!a->pool[p].has_children && audit_matches_next(a, p, &st, &task)) {
            audit_fault(a, OF_TURNS, NULL, "P6",
                        "task %u of stage %llu of job '%s' waits in the cycle at %s, though '%s' had a free slot", task,
                        (unsigned long long)st->number, a->job[st->job].id, S(at_us), a->cl->node[node].name);
            return;
        }
}

/* Cycles before at_us, between which nothing changes. */
void audit_negotiate_until(struct sweep *s, int64_t at_us)
{
    struct audit *a = s->a;
    struct negotiation *g = a->negotiation;
    if (!g || g->blind)
        return;
    while (next_cycle(a) < at_us && next_cycle(a) < g->blind_us) {
        if (!s->unsure)
            check_nothing_waits(a, next_cycle(a));
        end_cycle(a, next_cycle(a));
    }
    if (g->last_us >= 0 && g->last_us + a->rules.cycle_us < at_us)
        g->last_us += (at_us - 1 - g->last_us) / a->rules.cycle_us * a->rules.cycle_us;
}

/* ---- an instant ---------------------------------------------------------------------------------------------- */

static void take_all(struct sweep *s, struct event *ev, size_t n)
{
    for (size_t i = 0; i < n; i++)
        audit_launch_on_node(s, &ev[i], 1);
}

static void decide(struct sweep *s)
{
    struct audit *a = s->a;
    struct negotiation *g = a->negotiation;
    keep_claims(s);
    if (!g->blind && next_cycle(a) == s->now_us) {
        audit_pie(s);
        end_cycle(a, s->now_us);
    }
    if (!g->blind && g->n_expected < g->n_launches) {
        audit_fault(a, OF_TURNS, row_of(s, &g->launch[g->n_expected]), "P2",
                    "launched at %s, when neither a claim nor a cycle gave it a slot", S(s->now_us));
        g->blind = true;
    }
}

/* Whether what was launched in the instant ends in it, so that there were several rounds (T3). */
static bool has_rounds(const struct event *ev, const struct event *end)
{
    for (; ev < end; ev++)
        if (ev->kind == EV_LATE_END)
            return true;
    return false;
}

/* ev: n launches; `end`: where the events of the instant end. */
void audit_negotiate_at(struct sweep *s, struct event *ev, size_t n, const struct event *end)
{
    struct negotiation *g = s->a->negotiation;
    g->blind |= has_rounds(ev, end) || s->unsure || s->now_us >= g->blind_us || s->now_us >= s->a->blind_us;
    g->launch = ev;
    g->n_launches = n;
    g->n_expected = 0;
    if (!g->blind)
        decide(s);
    take_all(s, ev + g->n_expected, n - g->n_expected);
}

/* ---- a run ------------------------------------------------------------------------------------------------ */

void audit_negotiate_start(struct audit *a)
{
    struct negotiation *g;
    uint32_t n = a->cl->n_nodes;
    if (!a->rules.negotiates)
        return;
    a->negotiation = g = xcalloc(1, sizeof *g);
    g->first = xcalloc(n + 1, sizeof *g->first);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t most = 0;
        for (uint32_t k = 0; k < a->node[i].n_spans; k++)
            most = a->node[i].span[k].slots[0] > most ? a->node[i].span[k].slots[0] : most;
        g->first[i + 1] = g->first[i] + most;
    }
    g->claimed_us = xcalloc(g->first[n] + 1, sizeof *g->claimed_us);
    memset(g->claimed_us, 0xff, (g->first[n] + 1) * sizeof *g->claimed_us);
    g->number_of = xcalloc(a->n_rows + 1, sizeof *g->number_of);
    g->pool = xcalloc(a->n_pools + 1, sizeof *g->pool);
    g->last_us = g->asked_us = -1;
    g->blind_us = audit_times_hidden_from(a);
}

void audit_negotiate_end(struct audit *a)
{
    struct negotiation *g = a->negotiation;
    if (!g)
        return;
    xfree(g->first);
    xfree(g->claimed_us);
    xfree(g->number_of);
    xfree(g->pool);
    xfree(g->freed);
    xfree(g);
    a->negotiation = NULL;
}
