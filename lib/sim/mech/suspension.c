/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suspension.c - tasks are suspended in the place of a kill, and resumed on their nodes (rule K7 of docs/model.md). */
#include "lib/base/arena.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/preemption.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"

struct suspended { struct stage *stage; uint64_t serial; int64_t left_us; uint32_t task, node; enum sw_locality at; };
/* By the launch of what was suspended. */
struct suspension { struct suspended *of; size_t n, cap; };

extern const struct mechanism suspension_mechanism;

/* K7.1: its slot is free at once. */
void suspension_add(struct sw_replay *r, struct attempt *a)
{
    struct suspension *s = mechanisms_own(r, &suspension_mechanism);
    const uint32_t node = a->node;
    const int kind = a->stage->slot_kind;
    RESERVE(s->of, s->n + 1, s->cap);
    size_t i = s->n++;
    for (; i > 0 && s->of[i - 1].serial > a->serial; i--)
        s->of[i] = s->of[i - 1];
    s->of[i] = (struct suspended){ a->stage, a->serial, a->end_us - r->now_us, a->task, a->node, a->locality };
    a->job->at_pool->n_suspended[kind]++;
    stop_suspend(r, a);
    slots_free(r, node, kind);
    slots_kick(r, node);
}

/* K7.4: one task more is within the share of its pool and of those above. Shares stand, as what is resumed was
 * pending. */
static bool is_below_share(struct sw_replay *r, const struct pool *p, int kind)
{
    shares_refresh(r, kind);
    for (; p; p = p->parent)
        if ((double)(p->running[kind] + 1) > p->share[kind])
            return false;
    return true;
}

/* K7.4: its node has a free slot and its pool is not at its maximum; before offers its shares must let it, too. */
static bool may_resume(struct sw_replay *r, const struct suspended *it, bool by_shares)
{
    int kind = it->stage->slot_kind;
    const struct pool *p = it->stage->job->at_pool;
    return r->slots.node[it->node].free[kind] && !(r->opt.order.policy->uses_pools && pools_are_full(p, kind))
           && (!by_shares || is_below_share(r, p, kind));
}

/* K7.4: in the order of launch. What may not stays in the list. */
static void resume(struct sw_replay *r, struct suspension *s, bool by_shares)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct suspended *it = &s->of[i];
        if (!may_resume(r, it, by_shares)) {
            s->of[n++] = *it;
            continue;
        }
        it->stage->job->at_pool->n_suspended[it->stage->slot_kind]--;
        launch_resumed(r, it->stage, it->node, it->task, it->at, it->left_us);
        slots_flush_stale(r, it->node);
    }
    s->n = n;
}

static void suspension_before_offers(struct sw_replay *r, void *own)
{
    resume(r, own, true);
}

static bool suspension_instant_ends(struct sw_replay *r, void *own)
{
    resume(r, own, false);
    return true;
}

static void suspension_reset(struct sw_replay *r UNUSED, void *own)
{
    ((struct suspension *)own)->n = 0;
}

const struct mechanism suspension_mechanism = {
    .needs = NEEDS_RETURNS | NEEDS_LAUNCHES | NEEDS_POOLS, .size = sizeof(struct suspension),
    .reset = suspension_reset, .before_offers = suspension_before_offers, .instant_ends = suspension_instant_ends,
};
