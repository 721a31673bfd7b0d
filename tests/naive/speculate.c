/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speculate.c - C1, C5, C6: looks for stragglers, slots offered to them, and copies. */
#include "tests/naive/naive.h"

static struct stage *stage_of(const struct run *r, const struct attempt *a)
{
    return &r->job[a->job].stage[a->stage];
}

bool same_task(const struct attempt *a, const struct attempt *b)
{
    return a->job == b->job && a->stage == b->stage && a->task == b->task;
}

/* C6: a live attempt of the same task besides this one; -1: none. */
int other_attempt(const struct run *r, int attempt)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (i != attempt && r->attempt[i].phase != OVER && same_task(&r->attempt[i], &r->attempt[attempt])) return i;
    return -1;
}

/* C1: "the only one of their task and at least the rule's lag past their launch". */
static bool is_straggler(const struct run *r, int i)
{
    const struct attempt *a = &r->attempt[i];
    int64_t since_us = r->o.since_job ? r->job[a->job].submit_us : a->launch_us; /* C3.2 */
    if (a->phase == OVER || r->now_us - since_us < r->o.lag_us) return false;
    return other_attempt(r, i) < 0 && r->o.speculate->slow(r, stage_of(r, a), a);
}

void speculate_look(struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        a->candidate = false;
        if (a->phase == OVER) continue;
        a->score = score_of(r, a);
        a->since_us = r->now_us - a->launch_us;
        a->priority = r->job[a->job].priority;
    }
    if (r->o.speculate->look) r->o.speculate->look(r);
    for (int i = 0; i < r->n_attempts; i++)
        /* C5: "a look that finds some makes a round" */
        if ((r->attempt[i].candidate = is_straggler(r, i))) r->work_came = true;
}

static bool is_candidate(const struct run *r, int i, int kind)
{
    const struct attempt *a = &r->attempt[i];
    return a->candidate && a->phase != OVER && stage_of(r, a)->slot_kind == kind && other_attempt(r, i) < 0;
}

/* C5: "not where its task runs, nor at a pool at its maximum (O6 ...), nor against A2 or A7"; O13: "nor are tasks of
 * theirs copied". */
static bool may_copy(const struct run *r, const struct attempt *a, int node, int kind)
{
    if (a->node == node || !hod_may_use(r, &r->job[a->job], node) || order_holds_back(r, a->job, kind)) return false;
    if (!room_may_start(r, stage_of(r, a), node) || !sizes_fit(r, stage_of(r, a), node)) return false; /* Z3 */
    return stage_of(r, a)->kind != SW_REDUCE || cpac_may_start(r, a->job, node);
}

/* "Candidates are work that waits (H5) while the rule's cap lets one more copy be", those in a pool at its maximum
 * included. */
bool copies_wait(const struct run *r, int kind)
{
    if (!r->o.speculate || (r->o.speculate->one_more && !r->o.speculate->one_more(r, kind))) return false;
    for (int i = 0; i < r->n_attempts; i++)
        if (is_candidate(r, i, kind) && (r->asking < 0 || hod_may_use(r, &r->job[r->attempt[i].job], r->asking)))
            return true;
    return false;
}

/* C6: the task's next attempt; "adds no wait and changes no level". */
static void copy_it(struct run *r, struct attempt *a, int node)
{
    struct stage *s = stage_of(r, a);
    int task = a->task;
    enum sw_locality at = locality_of(r, &s->task[task], node);
    if (at == SW_AT_ANY || at == SW_AT_NONE) r->n_off_switch++; /* Y4 */
    a->candidate = false;
    r->job[a->job].speculated++;
    attempt_launch(r, node, s, task, at);
    r->attempt[r->n_attempts - 1].copy = true;
    delay_few_launched(r, s->job, s->slot_kind);
}

bool speculate_offer(struct run *r, int node, int kind)
{
    int first = -1;
    if (!r->o.speculate || (r->o.speculate->one_more && !r->o.speculate->one_more(r, kind))) return false;
    if (r->o.speculate->refuses && r->o.speculate->refuses(r, node)) return false;
    for (int i = 0; i < r->n_attempts; i++)
        if (is_candidate(r, i, kind) && may_copy(r, &r->attempt[i], node, kind) &&
            (first < 0 || r->o.speculate->before(r, node, &r->attempt[i], &r->attempt[first]))) first = i;
    if (first >= 0) copy_it(r, &r->attempt[first], node);
    return first >= 0;
}

/* C6: "the other ends at that instant, `superseded`: its slot is free at once and its node makes a heartbeat". */
void supersede_others(struct run *r, int attempt)
{
    int other = other_attempt(r, attempt);
    if (other < 0) return;
    bool computed = r->attempt[other].phase == COMPUTES;
    attempt_stop(r, other, SW_SUPERSEDED);
    r->node[r->attempt[other].node].asks = true;
    if (computed) cpac_one_computes_less(r, r->attempt[other].node);
}
