/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.c - one decision for all nodes: when it is made, and the launches (rules Q1, Q5). */
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/dispatch/quincy/quincy.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- launching --------------------------------------------------------------------------------------- */

/* Of a launch at that level. */
static int64_t cost_at_level(const struct item *it, enum sw_level at)
{
    return quincy_cost_at(it, at == SW_LEVEL_NODE ? IN_NODE : at == SW_LEVEL_RACK ? IN_RACK : IN_CLUSTER);
}

/* Q5.2. */
static void launch_one(struct sw_replay *r, const struct item *it, uint32_t task, uint32_t node, enum sw_level level)
{
    struct stage *st = it->stage;
    enum sw_locality at = choose_distance(r, st, task, node);
    if (it->class == NOPREF && st->n_retry)
        unlaunched_retry_pop(st); /* it is this one (F2) */
    /* No task goes closer than was counted, or the assignment would have cost less. */
    assert(it->class == NOPREF || (int)at == (int)level || (r->cl->n_racks == 1 && at == SW_AT_RACK));
    OBSERVERS_SEE(r, SAW_ASSIGNMENT, .stage = st, .node = node, .at = at, .cost = cost_at_level(it, level),
                  .waiting = it->price.wait);
    launch(r, st, node, task, it->class, at);
    OBSERVERS_SEE(r, SAW_LAUNCH, .stage = st, .node = node);
}

/* Tasks of a batch go in its order. */
void decide_launch(struct sw_replay *r, struct global *g, const struct sw_placing *pl)
{
    struct batch *b = &g->batch[pl->alike];
    for (uint32_t i = 0; i < pl->n_tasks; i++)
        launch_one(r, &g->item[b->item], g->task[b->first + b->launched++], g->free_node[pl->node], pl->at);
}

/* ---- what it is about ---------------------------------------------------------------------------------- */

/* Under share=none the ranking makes items as they are met, as long as no wait is cut (Q3.3). */
static void gather_wants(struct sw_replay *r, struct global *g)
{
    g->lazily = !r->opt.global.fair && !g->complete && ranking_is_right(r, g);
    wants_gather(r, g);
}

/* ---- the assignment ------------------------------------------------------------------------------------ */

/* The solver fails for want of memory only: a flow always exists. */
size_t decide_solve(struct global *g, size_t n_alike, enum sw_solver solver, bool exactly, struct sw_placing **out)
{
    struct sw_placing *solved;
    size_t n = 0;
    RESERVE(g->launches, g->n_wants, g->cap_launches);
    for (size_t j = 0; j < g->n_wants; j++)
        g->launches[j] = (struct sw_launches){ exactly ? g->wants[j].quota : 0, g->wants[j].quota };
    struct sw_assign p = { g->alike,  g->free,    g->launches,         (uint32_t)n_alike,
                           g->n_free, g->n_racks, (uint32_t)g->n_wants, g->prices };
    *out = NULL;
    if (!n_alike)
        return 0;
    if (sw_assign_solve(&p, solver, &solved, &n, NULL) != SW_OK)
        memory_out();
    *out = xtry(n, sizeof **out); /* of the run's memory, which a launch may exhaust */
    if (*out && n)
        memcpy(*out, solved, n * sizeof *solved);
    free(solved);
    if (!*out)
        memory_out();
    return n;
}

/* Q5: one problem for the solver. */
static size_t assign(struct sw_replay *r, struct global *g, struct sw_placing **out)
{
    enum sw_solver solver = g->complete ? SW_SOLVE_WAYS /* to compare with */
                            : g->narrow ? SW_SOLVE_AT_HOME
                                        : SW_SOLVE_PLAIN_FIRST;
    batches_gather(r, g);
    return decide_solve(g, g->n_batches, solver, r->opt.global.fair, out);
}

/* All launches are with their data, or of tasks without preference. It counts what each item launches. */
static bool costs_nothing(struct global *g, const struct sw_placing *pl, size_t n)
{
    for (size_t i = 0; i < g->n_items; i++)
        g->item[i].launched = 0;
    for (; n > 0; n--, pl++) {
        struct item *it = &g->item[g->batch[pl->alike].item];
        if (it->class == PREF && pl->at != SW_LEVEL_NODE)
            return false;
        it->launched += pl->n_tasks;
    }
    return true;
}

/* All launches are on the nodes of their data, and there are as many as there can be. No task that is left has waited
 * longer. */
static bool cannot_cost_less(struct sw_replay *r, struct global *g, const struct sw_placing *pl, size_t n)
{
    uint32_t launched = 0, quota = 0;
    if (!costs_nothing(g, pl, n))
        return false;
    for (size_t i = 0; i < g->n_wants; i++) {
        struct wants *w = &g->wants[i];
        w->least_launched = INT64_MAX;
        w->most_left = -1;
        quota = w->quota < g->free_slots - quota ? quota + w->quota : g->free_slots;
    }
    if (g->lazily) {
        if (g->n_wants)
            g->wants->most_left = ranking_most_left(r, g);
        quota = g->waiting < g->free_slots ? (uint32_t)g->waiting : g->free_slots;
    }
    for (size_t i = 0; i < g->n_items; i++) {
        const struct item *it = &g->item[i];
        /* The group whose tasks can take each other's slots. Under share=fair it is the job, as each must launch its
         * number; else it is all jobs. */
        struct wants *w = &g->wants[r->opt.global.fair ? it->wants : 0];
        launched += it->launched;
        if (it->launched && it->price.wait < w->least_launched)
            w->least_launched = it->price.wait;
        if (it->launched < it->stage->n_unlaunched[it->class] && it->price.wait > w->most_left)
            w->most_left = it->price.wait;
        if (w->most_left > w->least_launched)
            return false;
    }
    return launched == quota;
}

/* Where far more tasks wait than can be launched, few of them mostly do. An assignment may launch all it can and cost
 * nothing but the waiting of the tasks that waited least. Then no other assignment costs less. */
static size_t assign_all(struct sw_replay *r, struct global *g, struct sw_placing **out)
{
    g->narrow = g->waiting > 4 * (uint64_t)g->free_slots;
    size_t n = assign(r, g, out);
    if (!g->narrow || cannot_cost_less(r, g, *out, n))
        return n;
    xfree(*out);
    g->narrow = false;
    return assign(r, g, out);
}

#ifndef NDEBUG
/* What launching saves over leaving all to wait, as the solver counts it. */
static int64_t saved(const struct global *g, const struct sw_placing *pl, size_t n)
{
    int64_t sum = 0;
    for (; n > 0; n--, pl++) {
        const struct item *it = &g->item[g->batch[pl->alike].item];
        sum += pl->n_tasks * (2 * (it->price.wait - cost_at_level(it, pl->at)) + 1);
    }
    return sum;
}

/* Debug build: what was left out of the network made no difference. */
static void check_least(struct sw_replay *r, struct global *g, int64_t got)
{
    struct sw_placing *out;
    g->complete = true;
    g->narrow = false;
    gather_wants(r, g);
    size_t n = assign(r, g, &out);
    assert(saved(g, out, n) == got);
    g->complete = false;
    xfree(out);
}
#endif

/* Q1: one decision of a kind. The debug build compares it with that of the whole network. */
static void decide_kind(struct sw_replay *r, struct global *g, int kind)
{
    struct sw_placing *out;
    if (!r->queues.of_kind[kind].n || !r->slots.free_rank[kind].count)
        return;
    g->kind = kind;
    batches_gather_free(r, g);
    gather_wants(r, g);
    size_t n = assign_all(r, g, &out);
#ifndef NDEBUG
    int64_t got = saved(g, out, n);
    xfree(out);
    check_least(r, g, got);
    gather_wants(r, g);
    n = assign_all(r, g, &out);
    assert(saved(g, out, n) == got);
#endif
    for (size_t i = 0; i < n; i++)
        decide_launch(r, g, &out[i]);
    xfree(out);
}

/* ---- when (Q1) ----------------------------------------------------------------------------------------- */

/* Q1: something waits, and a slot of its kind is free. */
bool decide_has_work(const struct sw_replay *r)
{
    return (r->queues.of_kind[0].n && r->slots.free_rank[0].count)
           || (r->queues.of_kind[1].n && r->slots.free_rank[1].count);
}

/* Where nothing can be decided nothing is, so that the next decision need not wait for --global quincy:every. */
bool decide_is_due(struct sw_replay *r, struct global *g, bool has_work)
{
    g->due = (slots_answer(r) || g->due) && has_work;
    if (!g->due || (g->decided_us >= 0 && r->now_us < g->decided_us + r->opt.global.every_us))
        return false;
    g->due = false;
    g->decided_us = r->now_us;
    return true;
}

/* Q1.1: under share=none waiting alone may make another decision another. Q1.2: not before `every` has passed. */
int64_t decide_next_us(const struct sw_replay *r, const struct global *g, bool has_work)
{
    int64_t every_us = r->opt.global.every_us;
    if (!has_work)
        return INT64_MAX;
    if (g->due)
        return g->decided_us + every_us;
    bool waits = !r->opt.global.fair && r->queues.of_kind[0].n + r->queues.of_kind[1].n > 0;
    return waits ? g->decided_us + max_i64(every_us, r->opt.revive_us) : INT64_MAX;
}

/* Q1: maps first. */
static void quincy_round(struct sw_replay *r, void *own)
{
    if (!decide_is_due(r, own, decide_has_work(r)))
        return;
    decide_kind(r, own, 0);
    decide_kind(r, own, 1);
}

static int64_t quincy_next_us(struct sw_replay *r, void *own, int64_t until_us UNUSED)
{
    return decide_next_us(r, own, decide_has_work(r));
}

/* ---- making and freeing --------------------------------------------------------------------------------- */

void decide_reset(struct sw_replay *r UNUSED, void *own)
{
    struct global *g = own;
    g->decided_us = -1;
    g->due = false;
}

/* Q4: under share=fair the limits of pools hold. */
void decide_start(struct sw_replay *r, void *own)
{
    ranking_start(own);
    r->pools.limited |= r->opt.global.fair;
    if (r->opt.global.fair)
        shares_start(r);
}

/* Under share=none the ranking has what is queued. */
static void quincy_stage(struct sw_replay *r, void *own, struct stage *st, enum stage_news what, int class)
{
    if (r->opt.global.fair)
        return;
    if (what == STAGE_QUEUED)
        ranking_enter(r, own, st, class);
    else if (what == STAGE_UNQUEUED)
        ranking_leave(r, own, st, class);
}

const struct dispatcher quincy_dispatcher = {
    .told = { .needs = NEEDS_POOLS | NEEDS_HOSTS | NEEDS_SHARES, .size = sizeof(struct global),
              .job_size = sizeof(struct quincy_job), .stage_size = sizeof(struct quincy_stage), .stage = quincy_stage,
              .counted = needs_follow, .start = decide_start, .reset = decide_reset },
    .round = quincy_round, .next_us = quincy_next_us,
};
