/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lending.c - slots that pools keep and do not lend (X6 of docs/model.md). */
#include "lib/base/minmax.h"
#include "lib/sim/observe/observe.h"
#include "lib/sim/sim.h"

static int64_t kept_by(const struct pool *p, int kind)
{
    return max_i64(p->min[kind] - p->lending, 0);
}

/* What the pool takes of the slots beside it: what it runs, or keeps where that is more. */
static int64_t taken_by(const struct pool *p, int kind)
{
    int64_t sum = p->running[kind];
    if (p->has_children) {
        sum = 0;
        for (const struct pool *child = p->first_child; child; child = child->sibling)
            sum += taken_by(child, kind);
    }
    return max_i64(sum, kept_by(p, kind));
}

/* What pools keep and do not run. */
static int64_t unused(const struct sw_replay *r, int kind)
{
    int64_t sum = 0;
    for (const struct pool *p = r->pools.first; p; p = p->next)
        sum += p->parent ? 0 : taken_by(p, kind) - p->running[kind];
    return sum;
}

/* Mostly what runs leaves so many for sure, and no node is asked. */
static bool more_are_free(const struct sw_replay *r, int kind, int64_t than)
{
    int64_t left = (int64_t)r->slots.now[kind];
    for (const struct pool *p = r->pools.first; p; p = p->next)
        left -= p->parent ? 0 : p->running[kind];
    if (left > than)
        return true;
    left = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes && left <= than; i++)
        left += r->slots.node[i].free[kind];
    return left > than;
}

/* By how much more the pools at the top take if the pool runs so many slots more. */
static int64_t adds(const struct pool *p, int kind, int64_t slots)
{
    int64_t sum = p->running[kind];
    for (; p; p = p->parent) {
        if (p->has_children) {
            sum = 0;
            for (const struct pool *child = p->first_child; child; child = child->sibling)
                sum += taken_by(child, kind);
        }
        slots = max_i64(sum + slots, kept_by(p, kind)) - max_i64(sum, kept_by(p, kind));
    }
    return slots;
}

static bool lending_fits(struct sw_replay *r, void *own UNUSED, const struct stage *st, uint32_t node UNUSED)
{
    int64_t more = adds(st->job->at_pool, st->slot_kind, st->at_once);
    return more == 0 || more_are_free(r, st->slot_kind, unused(r, st->slot_kind) + more - 1);
}

static bool lending_says_why(struct sw_replay *r, void *own, const struct stage *st, uint32_t node)
{
    if (lending_fits(r, own, st, node))
        return false;
    reasons_add(r, "no more slots are free than the %lld of quotas that are not lent",
                (long long)unused(r, st->slot_kind));
    return true;
}

static bool lending_stuck(struct sw_replay *r, void *own, const char **holds)
{
    for (const struct job *job = r->jobs.first; job; job = job->next)
        for (const struct stage *st = job->queued_stages[0]; st; st = st->next_queued_stage)
            if (!lending_fits(r, own, st, 0))
                *holds = "other pools keep what it would take: lending_limit";
    return false;
}

static bool lending_wanted(const struct sw_replay *r)
{
    for (const struct sw_pool_list *list = r->opt.order.policy->by_quota ? r->pools.declared : NULL; list;
         list = list->next)
        for (uint32_t i = 0; i < list->n; i++)
            if (list->at[i].lending < SW_NO_LIMIT)
                return true;
    return false;
}

const struct mechanism lending_mechanism = {
    .name = "lending", .wanted = lending_wanted, .fits = lending_fits, .unfit = SW_HELD_NOT_LENT,
    .says_why = lending_says_why, .stuck = lending_stuck,
};
