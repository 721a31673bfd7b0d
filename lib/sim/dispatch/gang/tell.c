/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tell.c - what observers are told of a cycle: why a job starts, and why it does not (S9.8). */
#include "lib/sim/ask.h"
#include "lib/sim/dispatch/gang/gang.h"

static uint32_t have_slots(const struct sw_replay *r, const struct gang *g, const struct stage *st)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        n += r->slots.node[i].free[0] >= gang_of(g, st->job)->width && gang_may_use(g, st, i);
    return n;
}

static void tell(struct sw_replay *r, const struct gang *g, struct stage *st, struct in_gang of)
{
    of.nodes = st->n_tasks;
    of.width = gang_of(g, st->job)->width;
    of.have = have_slots(r, g, st);
    OBSERVERS_SEE(r, SAW_GANG, .stage = st, .gang = &of);
}

void tell_start(struct sw_replay *r, const struct gang *g, struct stage *st)
{
    for (uint32_t i = 0; i < st->n_tasks; i++)
        tell(r, g, st, (struct in_gang){ .why = GANG_STARTS, .node = g->node[i], .at = members_level(r, g, st->n_tasks),
                                         .other = g->n_blocked ? g->blocked[0]->job : NULL });
}

/* In whole seconds, as all shorter limits do, too. Worked out once: of these rows the first alone is kept. */
static int64_t longest(struct sw_replay *r, struct gang *g, struct stage *st)
{
    if (gang_stage_of(g, st)->told_limit || gang_waits_now(r, g, st) || !stage_fits(r, st, 0))
        return 0;
    gang_stage_of(g, st)->told_limit = true;
    int64_t us = starts_longest(r, g, st);
    return us < gang_of(g, st->job)->estimate_us ? us - us % SW_US_PER_S : 0;
}

void tell_blocked(struct sw_replay *r, struct gang *g, struct stage *st, bool passed)
{
    enum why_gang why = have_slots(r, g, st) < st->n_tasks ? GANG_NODES : passed ? GANG_RACK : GANG_RESERVED;
    tell(r, g, st, (struct in_gang){ .why = why, .node = NONE, .until_us = gang_stage_of(g, st)->wait_ends_us,
                                     .limit_us = why == GANG_RESERVED ? longest(r, g, st) : 0,
                                     .other = g->n_blocked ? g->blocked[0]->job : NULL });
}

void tell_returns(struct sw_replay *r, const struct gang *g, struct stage *st)
{
    tell(r, g, st, (struct in_gang){ .why = GANG_RETURNS, .node = NONE, .until_us = preempt_returns(g, st->job) });
}

void tell_beyond(struct sw_replay *r, const struct gang *g, struct stage *st, const struct pool *pool)
{
    tell(r, g, st, (struct in_gang){ .why = pool ? GANG_POOL : GANG_NOT_LENT, .node = NONE, .pool = pool });
}

struct behind { struct sw_replay *r; const struct gang *g; const struct job *job; };

static bool note(void *ctx, struct sw_queue_entry *entry)
{
    const struct behind *b = ctx;
    if (gang_stage_of(b->g, entry->of)->taken != b->g->cycle)
        tell(b->r, b->g, entry->of, (struct in_gang){ .why = GANG_BEHIND, .node = NONE, .other = b->job });
    return false;
}

void tell_behind(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    struct behind b = { r, g, st->job };
    sw_queue_walk(&r->queues.of_kind[0], note, &b);
}
