/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preempt_suspend.c - K7: tasks that are suspended in the place of a kill, and resumed on their nodes. */
#include <stdlib.h>
#include "tests/naive/naive.h"

static bool is_suspended(const struct run *r, int attempt, int kind)
{
    const struct attempt *a = &r->attempt[attempt];
    return a->outcome == SW_SUSPENDED && !a->resumed && r->job[a->job].stage[a->stage].slot_kind == kind;
}

/* K7.2: "pending in the demand of its job". */
int64_t suspended_of_job(const struct run *r, int job, int kind)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && is_suspended(r, i, kind)) n++;
    return n;
}

/* K7.1: "the attempt ends there as suspended, its slot is free at once, no commit pends". */
void suspend_attempt(struct run *r, int attempt, int pool)
{
    struct attempt *a = &r->attempt[attempt];
    a->left_us = a->due_us - r->now_us;
    a->phase = OVER;
    a->due_us = NEVER;
    a->finish_us = r->now_us;
    a->outcome = SW_SUSPENDED;
    a->killed_for = pool;
    a->freed = a->committed = true;
    r->attempt_order[r->n_attempt_order++] = attempt;
    r->node[a->node].asks = true;
}

/* K7.3: "with the locality of the last"; it "ends when the time that the last one had left has passed". */
static void resume(struct run *r, int attempt)
{
    const struct attempt was = r->attempt[attempt];
    r->attempt[attempt].resumed = true;
    attempt_launch(r, was.node, &r->job[was.job].stage[was.stage], was.task, was.locality);
    r->attempt[r->n_attempts - 1].due_us = r->now_us + was.left_us;
}

/* K7.4: "its pool and those above run at least one task less than their shares". */
static bool below_share(const struct run *r, int pool, int kind, const double *shares)
{
    for (int p = pool; p >= 0; p = r->pool[p].parent)
        if ((double)(pool_running(r, p, kind) + 1) > shares[p]) return false;
    return true;
}

/* K7.4: before the heartbeats by shares; after them whatever slots are left. O6: under orders that look at pools. */
void suspended_resume(struct run *r, bool by_shares)
{
    double *shares = naive_alloc((size_t)r->n_pools, sizeof *shares);
    for (int kind = 0; kind < r->n_kinds && r->o.suspends; kind++) {
        pool_shares(r, kind, shares);
        for (int i = 0; i < r->n_attempts; i++) {
            const struct attempt *a = &r->attempt[i];
            if (is_suspended(r, i, kind) && node_free(r, a->node, kind) > 0 && !order_holds_back(r, a->job, kind)
                && (!by_shares || below_share(r, r->job[a->job].pool, kind, shares)))
                resume(r, i);
        }
    }
    free(shares);
}
