/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cycle.c - a cycle: waiting jobs are taken one after the other, and start or are blocked (G3, G4). */
#include "lib/sim/ask.h"
#include "lib/sim/dispatch/gang/gang.h"

static bool note(void *ctx, struct sw_queue_entry *entry)
{
    struct gang *g = ctx;
    struct stage *st = entry->of;
    if (gang_stage_of(g, st)->taken == g->cycle)
        return false;
    RESERVE(g->list, g->n_list + 1, g->cap_list);
    g->list[g->n_list++] = st;
    return g->n_list == g->most_list;
}

enum { FEW = 32 };

/* Those that the cycle has not taken yet, as they stand now. Where the first blocked one ends it, a few are enough. */
static void gather(struct sw_replay *r, struct gang *g)
{
    g->n_list = 0;
    g->most_list = r->opt.gang.reservations == SW_BLOCKED_ENDS && !r->cl->n_partitions ? FEW : SIZE_MAX;
    sw_queue_walk(&r->queues.of_kind[0], note, g);
}

/* G3.3 */
static bool beyond_maximum(struct sw_replay *r, const struct gang *g, struct stage *st)
{
    const struct job *job = st->job;
    for (const struct pool *p = job->at_pool; p && r->opt.order.policy->uses_pools; p = p->parent)
        if (p->running[0] + st->at_once > p->most[0]) {
            if (unlikely(r->observers.n))
                tell_beyond(r, g, st, p);
            return true;
        }
    return false;
}

static void block(const struct sw_replay *r, struct gang *g, struct stage *st)
{
    if ((int64_t)g->n_blocked >= r->opt.gang.reservations)
        return;
    RESERVE(g->blocked, g->n_blocked + 1, g->cap_blocked);
    g->blocked[g->n_blocked++] = st;
}

/* G13.2: false: jobs of no other partition are left to try. */
static bool shut(const struct sw_replay *r, struct gang *g, const struct stage *st)
{
    uint32_t p = (uint32_t)(gang_of(g, st->job)->partition - r->cl->partition), n = 0;
    g->shut[p] = g->cycle;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (r->cl->partition[p].has[i])
            g->closed[i] = g->cycle;
    for (uint32_t i = 0; i < r->cl->n_partitions; i++)
        n += g->shut[i] == g->cycle;
    return n < r->cl->n_partitions;
}

static bool is_shut(const struct sw_replay *r, const struct gang *g, const struct stage *st)
{
    return r->cl->n_partitions && g->shut[gang_of(g, st->job)->partition - r->cl->partition] == g->cycle;
}

/* False: the cycle is over. *launched: the order may be another now. */
static bool take(struct sw_replay *r, struct gang *g, struct stage *st, bool *launched)
{
    bool passed;
    gang_stage_of(g, st)->taken = g->cycle;
    *launched = false;
    if (unlikely(g->preempt) && preempt_returns(g, st->job) > r->now_us)
        return tell_returns(r, g, st), true;
    if (is_shut(r, g, st) || beyond_maximum(r, g, st))
        return true;
    if (starts_now(r, g, st, &passed)) {
        if (!stage_fits(r, st, 0)) { /* X6.1 */
            if (unlikely(r->observers.n))
                tell_beyond(r, g, st, NULL);
            return true;
        }
        if (unlikely(r->observers.n))
            tell_start(r, g, st);
        members_launch(r, g, st);
        starts_launched(r, g, st);
        *launched = true;
        return true;
    }
    if (unlikely(g->preempt) && preempt_finds(r, g, st) && starts_try(r, g, st) && preempt_for(r, g, st))
        return false; /* another comes at this instant (G14.9) */
    if (passed && gang_stage_of(g, st)->since_us < 0)
        members_passed(r, g, st, r->now_us);
    if (unlikely(r->observers.n))
        tell_blocked(r, g, st, passed);
    block(r, g, st);
    if (r->opt.gang.reservations == SW_BLOCKED_ENDS && r->cl->n_partitions)
        return shut(r, g, st);
    if (r->opt.gang.reservations == SW_BLOCKED_ENDS && unlikely(r->observers.n))
        tell_behind(r, g, st);
    return r->opt.gang.reservations != SW_BLOCKED_ENDS;
}

void cycle_make(struct sw_replay *r, struct gang *g)
{
    bool launched;
    g->cycle++;
    g->cycle_us = r->now_us;
    g->starved = g->launched = false;
    if (!r->queues.of_kind[0].n)
        return;
    starts_begin(r, g);
    struct stage *starving = starving_stage(r, g);
    if (unlikely(starving)) {
        g->starved = true;
        (void)take(r, g, starving, &g->launched);
        return;
    }
    gather(r, g);
    for (size_t i = 0; i < g->n_list && take(r, g, g->list[i], &launched);) {
        bool moves = r->opt.order.policy->follows_running || r->opt.order.policy->uses_pools;
        i++;
        if ((launched && moves) || i == g->most_list) {
            gather(r, g);
            i = 0;
        }
    }
}
