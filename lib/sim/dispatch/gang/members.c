/* SPDX-License-Identifier: GPL-3.0-or-later */
/* members.c - which gangs run, and which wait for few racks (G7, G8). */
#include "lib/base/minmax.h"
#include "lib/sim/dispatch/gang/gang.h"
#include "lib/sim/life/life.h"
#include "lib/sim/task/task.h"
#include <string.h>

/* ---- the wait for few racks --------------------------------------------------------------------------- */

/* Waits are equally long, so they end in the order in which they began. */
void members_wait(const struct sw_replay *r, struct gang *g, struct stage *st, int64_t from_us)
{
    struct gang_stage *gs = gang_stage_of(g, st);
    gs->wait_ends_us = from_us + r->opt.gang.switches_us;
    gs->listed = true;
    gs->prev = g->last;
    gs->next = NULL;
    if (g->last)
        gang_stage_of(g, g->last)->next = st;
    else
        g->first = st;
    g->last = st;
}

void members_wait_over(struct gang *g, struct stage *st)
{
    struct gang_stage *gs = gang_stage_of(g, st);
    if (!gs->listed)
        return;
    gs->listed = false;
    if (gs->prev)
        gang_stage_of(g, gs->prev)->next = gs->next;
    else
        g->first = gs->next;
    if (gs->next)
        gang_stage_of(g, gs->next)->prev = gs->prev;
    else
        g->last = gs->prev;
}

void members_passed(struct sw_replay *r, struct gang *g, struct stage *st, int64_t since_us)
{
    gang_stage_of(g, st)->since_us = since_us;
    if (r->opt.gang.since_first)
        members_wait(r, g, st, since_us);
}

/* ---- launches ------------------------------------------------------------------------------------------ */

enum sw_locality members_level(const struct sw_replay *r, const struct gang *g, uint32_t n)
{
    bool one = !r->opt.no_rack_level;
    for (uint32_t i = 1; i < n; i++)
        one &= r->slots.node[g->node[i]].rack == r->slots.node[g->node[0]].rack;
    return n == 1 ? SW_AT_NODE : one ? SW_AT_RACK : SW_AT_ANY;
}

/* All end with the last of them. */
static int64_t end_of(const struct sw_replay *r, const struct gang *g, struct stage *st, enum sw_locality at)
{
    int64_t last_us = 0;
    for (uint32_t i = 0; i < st->n_tasks; i++) {
        struct attempt a = { .stage = st, .job = st->job, .task = i, .node = g->node[i], .locality = at };
        last_us = max_i64(last_us, launch_takes(r, &a, durations_local_us(st, i)));
    }
    return r->now_us + r->opt.startup_us + last_us;
}

static void list_running(struct gang *g, struct job *job)
{
    struct gang_job *j = gang_of(g, job);
    j->prev = NULL;
    j->next = g->running;
    if (g->running)
        gang_of(g, g->running)->prev = job;
    g->running = job;
}

void members_launch(struct sw_replay *r, struct gang *g, struct stage *st)
{
    struct gang_job *j = gang_of(g, st->job);
    struct gang_stage *gs = gang_stage_of(g, st);
    enum sw_locality at = members_level(r, g, st->n_tasks);
    j->n = st->n_tasks;
    j->node = xrealloc(NULL, j->n, sizeof *j->node);
    memcpy(j->node, g->node, j->n * sizeof *j->node);
    j->launch_us = r->now_us;
    j->end_us = end_of(r, g, st, at);
    list_running(g, st->job);
    members_wait_over(g, st);
    if (gs->since_us >= 0)
        st->job->result.waited_us += min_i64(r->now_us, gs->wait_ends_us) - gs->since_us;
    for (uint32_t i = 0; i < j->n; i++)
        launch(r, st, j->node[i], i, NOPREF, at);
}

void members_leave(struct gang *g, struct job *job)
{
    struct gang_job *j = gang_of(g, job);
    if (!j->node)
        return; /* the first of its tasks has */
    if (j->prev)
        gang_of(g, j->prev)->next = j->next;
    else
        g->running = j->next;
    if (j->next)
        gang_of(g, j->next)->prev = j->prev;
    xfree(j->node);
    j->node = NULL;
}
