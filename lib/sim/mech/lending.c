/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lending.c - slots that pools keep and do not lend (X6 of docs/model.md). */
#include "lib/base/minmax.h"
#include "lib/sim/observe/observe.h"
#include "lib/sim/queue/queue.h"

/* X1.1: what the pool keeps, k. */
static int64_t kept_by(const struct pool *p, int kind)
{
    return max_i64(p->min[kind] - p->lending, 0);
}

static int64_t taken_by(const struct pool *p, int kind);

/* What its jobs run, or the pools below it take. */
static int64_t taken_inside(const struct pool *p, int kind)
{
    int64_t sum = p->has_children ? 0 : p->running[kind];
    for (const struct pool *child = p->first_child; child; child = child->sibling)
        sum += taken_by(child, kind);
    return sum;
}

/* What the pool takes of the slots beside it: that, or what it keeps where that is more. */
static int64_t taken_by(const struct pool *p, int kind)
{
    return max_i64(taken_inside(p, kind), kept_by(p, kind));
}

/* What pools keep and do not run. */
static int64_t unused(const struct sw_replay *r, int kind)
{
    int64_t sum = 0;
    for (const struct pool *p = r->pools.first; p; p = p->next)
        sum += p->parent ? 0 : taken_by(p, kind) - p->running[kind];
    return sum;
}

/* By how much more the pools at the top take if the pool runs so many slots more. */
static int64_t adds(const struct pool *p, int kind, int64_t slots)
{
    for (; p; p = p->parent) {
        int64_t sum = taken_inside(p, kind), kept = kept_by(p, kind);
        slots = max_i64(sum + slots, kept) - max_i64(sum, kept);
    }
    return slots;
}

struct lending { int64_t n_free[2]; }; /* slots, when pools were last held and let go */

/* ---- pools that may not borrow now are not queued ---------------------------------------------------- */

/* X6: pools without children that may not borrow now are held, while no slots beyond the unused are free. */
static void hold_or_let_go(struct sw_replay *r, struct lending *l, int kind)
{
    l->n_free[kind] = r->slots.n_free[kind];
    r->pools.unlent[kind] = unused(r, kind);
    bool lends = r->slots.n_free[kind] > r->pools.unlent[kind];
    for (struct pool *p = r->pools.first; p; p = p->next) {
        bool holds = !p->has_children && !lends && adds(p, kind, 1) > 0;
        if (p->has_children || p->held[kind] == holds)
            continue;
        p->held[kind] = holds;
        p->most[kind] = holds ? 0 : p->max[kind];
        pool_keys_place_up(r, p, kind);
    }
}

static void lending_before_offers(struct sw_replay *r, void *own)
{
    hold_or_let_go(r, own, 0);
    hold_or_let_go(r, own, 1);
}

/* A launch took a slot: others may have to be held from now on. What is let go waits for the end of the events. */
static void lending_counted(struct sw_replay *r, void *own, struct job *job UNUSED, int kind)
{
    if (r->slots.n_free[kind] < ((struct lending *)own)->n_free[kind])
        hold_or_let_go(r, own, kind);
}

static bool lending_stuck(struct sw_replay *r, void *own UNUSED, const char **holds)
{
    for (const struct pool *p = r->pools.first; p; p = p->next)
        if ((p->held[0] && p->blocked[0].place != NONE) || (p->held[1] && p->blocked[1].place != NONE))
            *holds = "other pools keep what it would take: lending_limit";
    return false;
}

const struct mechanism lending_mechanism = {
    .needs = NEEDS_COUNTS | NEEDS_ZEROS, .size = sizeof(struct lending), .counted = lending_counted,
    .before_offers = lending_before_offers, .stuck = lending_stuck,
};

/* ---- X6.1: a job starts whole, or is passed over ------------------------------------------------------ */

/* X6.1: d more slots are taken; so many must be free beside the unused. */
static bool lending_whole_fits(struct sw_replay *r, void *own UNUSED, const struct stage *st, uint32_t node UNUSED)
{
    int64_t more = adds(st->job->at_pool, st->slot_kind, st->at_once);
    return more == 0 || r->slots.n_free[st->slot_kind] >= unused(r, st->slot_kind) + more;
}

static bool lending_whole_says_why(struct sw_replay *r, void *own, const struct stage *st, uint32_t node)
{
    if (lending_whole_fits(r, own, st, node))
        return false;
    reasons_add(r, "no more slots are free than the %lld of quotas that are not lent",
                (long long)unused(r, st->slot_kind));
    return true;
}

static bool lending_whole_stuck(struct sw_replay *r, void *own, const char **holds)
{
    for (const struct job *job = r->jobs.first; job; job = job->next)
        for (const struct stage *st = job->queued_stages[0]; st; st = st->next_queued_stage)
            if (!lending_whole_fits(r, own, st, 0))
                *holds = "other pools keep what it would take: lending_limit";
    return false;
}

const struct mechanism lending_whole_mechanism = {
    .fits = lending_whole_fits, .unfit = SW_HELD_NOT_LENT, .says_why = lending_whole_says_why,
    .stuck = lending_whole_stuck,
};
