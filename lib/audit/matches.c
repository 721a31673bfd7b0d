/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matches.c - what negotiation goes by (section 18): claims, usage and next tasks; and the launch that the log must
 * have for a decision. */
#include "lib/audit/negotiate.h"
#include <math.h>

/* ---- claims and usage -------------------------------------------------------------------------------------- */

int64_t *audit_matches_claim(const struct negotiation *g, uint32_t node, uint32_t number)
{
    return &g->claimed_us[g->first[node] + number];
}

double audit_matches_usage(const struct audit *a, uint32_t pool, int64_t at_us)
{
    const struct negotiator_pool *p = &a->negotiation->pool[pool];
    double claims = (double)p->claims,
           now = claims + (p->before - claims) * exp2(-(double)(at_us - p->since_us) / (double)a->rules.half_life_us);
    return now < a->rules.usage_start ? a->rules.usage_start : now;
}

/* ---- the next task (P4) ---------------------------------------------------------------------------------- */

static bool is_held_back(const struct audit *a, uint32_t pool)
{
    while (pool != NONE && a->pool[pool].running[0] < a->pool[pool].max[0])
        pool = a->pool[pool].parent;
    return pool != NONE;
}

bool audit_matches_next(struct audit *a, uint32_t pool, struct stage **st, uint32_t *task)
{
    *st = NULL;
    for (uint32_t i = 0; i < a->n_waiting[0]; i++) {
        struct stage *other = a->waiting[0][i];
        if (a->job[other->job].pool == pool && (!*st || audit_turn_before(a, 0, other, *st)))
            *st = other;
    }
    if (!*st || is_held_back(a, pool))
        return false;
    *task = (*st)->n_failed ? (*st)->failure[0].task : audit_stage_lowest(*st);
    return true;
}

/* Of two that failed at once the log does not say which was the first. */
static bool is_open(const struct stage *st)
{
    return st->n_failed > 1 && st->failure[0].at_us == st->failure[1].at_us;
}

/* ---- what the log must have ------------------------------------------------------------------------------- */

static struct event *find_launch(const struct sweep *s, const struct stage *st, uint32_t task, uint32_t node)
{
    struct negotiation *g = s->a->negotiation;
    for (size_t i = g->n_expected; i < g->n_launches; i++) {
        const struct row *row = row_of(s, &g->launch[i]);
        if (stage_of(s->a, row) == st && row->task == task && row->node == node && row->original == NONE)
            return &g->launch[i];
    }
    return NULL;
}

static void say_not_there(struct sweep *s, const struct stage *st, uint32_t task, uint32_t node, const char *rule)
{
    struct audit *a = s->a;
    const struct negotiation *g = a->negotiation;
    const struct row *row = g->n_expected < g->n_launches ? row_of(s, &g->launch[g->n_expected]) : NULL;
    audit_fault(a, OF_TURNS, row, rule,
                "%s at %s, though task %u of stage %llu of job '%s' was next for a slot of '%s'",
                row ? "launched" : "nothing is launched", S(s->now_us), task, (unsigned long long)st->number,
                a->job[st->job].id, a->cl->node[node].name);
}

/* Those that were expected stand before the others. */
bool audit_matches_expect(struct sweep *s, uint32_t pool, uint32_t node, uint32_t number, const char *rule)
{
    struct audit *a = s->a;
    struct negotiation *g = a->negotiation;
    struct stage *st;
    uint32_t task;
    if (!audit_matches_next(a, pool, &st, &task))
        return false;
    struct event *ev = find_launch(s, st, task, node), was;
    if (!ev || is_open(st)) {
        if (!is_open(st))
            say_not_there(s, st, task, node, rule);
        g->blind = true;
        return false;
    }
    was = g->launch[g->n_expected];
    g->launch[g->n_expected] = *ev;
    *ev = was;
    g->number_of[g->launch[g->n_expected].of] = number;
    if (*audit_matches_claim(g, node, number) < 0)
        *audit_matches_claim(g, node, number) = s->now_us;
    audit_launch_on_node(s, &g->launch[g->n_expected++], 1);
    return true;
}
