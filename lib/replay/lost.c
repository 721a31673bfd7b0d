/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lost.c - attempts that end before their time, and what a lost node takes with it (B9-B11). */
#include "lib/replay/replay.h"
#include <assert.h>
#include <math.h>

/* ---- one attempt ------------------------------------------------------------------------------- */

void leave_copying(struct attempt *a)
{
    if (a->prev)
        a->prev->next = a->next;
    else
        a->stage->copying = a->next;
    if (a->next)
        a->next->prev = a->prev;
}

/* Ends it as killed, lost or the like: as if it had never started, but for its slot time. Its task is unlaunched again, unless another attempt of it lives. The
 * caller sees to the slot. */
void attempt_stop(struct sw_replay *r, struct attempt *a, enum sw_outcome outcome)
{
    struct stage *st = a->stage;
    struct job *job = st->job;
    enum phase was = a->phase;
    if (was == COPYING)
        leave_copying(a);
    a->phase = OVER;
    if (r->keeps_launches)
        unlink_running(r, a);
    MECHANISMS_TELL(r, stopped, a, was);
    r->n_killed += a->killed_for != NULL;
    r->totals.busy_us[st->slot] += r->now_us - a->launch_us;
    r->totals.last_end_us = r->now_us;
    job->result.wasted_us += r->now_us - a->launch_us;
    if (a->compute_us > r->now_us)
        a->compute_us = -1;
    report_attempt(r, a, outcome);
    bool lives_on = attempt_part(a); /* in the other attempt (C6) */
    job_count(r, job, st->slot, -1, !lives_on);
    if (!lives_on)
        stage_return(r, st, a->task);
    job_rekey(r, job, st->slot);
    attempt_free(r, a);
}

/* All of a job; how many. Their slots are free at once, and their nodes make a heartbeat. */
uint64_t attempts_stop(struct sw_replay *r, const struct job *job, enum sw_outcome outcome)
{
    uint64_t n = 0;
    for (struct attempt *a = r->oldest, *newer; a; a = newer) {
        uint32_t node = a->node;
        int slot = a->stage->slot;
        newer = a->newer;
        if (a->job != job)
            continue;
        attempt_stop(r, a, outcome);
        node_free_slot(r, node, slot);
        node_call(r, node);
        n++;
    }
    return n;
}

/* ---- finished maps whose output is gone (B11) -------------------------------------------------- */

static bool has_copied(const struct sw_replay *r, const struct attempt *a)
{
    return a->phase == QUEUED || (a->phase == RUNNING && a->compute_us <= r->now_us);
}

/* A reduce that runs twice (C6) counts once. */
static bool waits_for_output(const struct sw_replay *r, const struct job *job)
{
    const struct stage *reduces = &job->stage[1];
    uint64_t past = reduces->n_done;
    for (const struct attempt *a = r->oldest; a; a = a->newer)
        past += a->stage == reduces && has_copied(r, a) && !(a->twin && a->twin->serial < a->serial && has_copied(r, a->twin));
    return past < reduces->n_tasks;
}

static void count_back(struct sw_result *res, enum sw_locality at)
{
    res->node_local -= at == SW_AT_NODE;
    res->rack_local -= at == SW_AT_RACK;
    res->off_rack -= at == SW_AT_ANY;
    res->no_preference -= at == SW_AT_NONE;
}

/* A finished map is unlaunched again. */
void output_lost(struct sw_replay *r, struct stage *maps, uint32_t task)
{
    struct job *job = maps->job;
    uint64_t bytes = output_bytes(job, task);
    MECHANISMS_TELL(r, output_lost, maps, task);
    if (maps->n_done-- == maps->n_tasks)
        job->n_stages_done--;
    job->maps_done--;
    job->tasks_done--;
    job->held_bytes -= bytes;
    r->held_bytes -= bytes;
    count_back(&job->result, (enum sw_locality)(maps->done_on[task] >> 29));
    maps->done_on[task] = 0;
    job_count(r, job, maps->slot, 0, 1);
    stage_return(r, maps, task);
}

/* Reduces whose copying was to end later wait for the last map again. */
static void copy_again(struct sw_replay *r, struct stage *reduces)
{
    for (struct attempt *a = r->oldest; a; a = a->newer)
        if (a->stage == reduces && (a->phase == FETCHING || (a->phase == RUNNING && a->compute_us > r->now_us)))
            attempt_wait_for_maps(a);
}

static void outputs_lost(struct sw_replay *r, struct job *job, uint32_t node)
{
    struct stage *maps = &job->stage[0];
    bool any = false;
    if (!job->mapreduce || job->n_stages < 2 || !maps->done_on || !waits_for_output(r, job))
        return;
    for (uint32_t t = 0; t < maps->n_tasks; t++)
        if ((maps->done_on[t] & DONE_ON_NODE) == node + 1) {
            output_lost(r, maps, t);
            any = true;
        }
    if (!any)
        return;
    copy_again(r, &job->stage[1]);
    MECHANISMS_TELL(r, outputs_lost, job, node);
    job_rekey(r, job, maps->slot);
    if (r->opt.order.part->follows_done)
        job_rekey(r, job, job->stage[1].slot);
}

/* ---- a node ------------------------------------------------------------------------------------ */

void node_lost(struct sw_replay *r, uint32_t node)
{
    struct node *nd = &r->node[node];
    MECHANISMS_TELL(r, node_goes, node);
    for (struct attempt *a = r->oldest, *newer; a; a = newer) {
        newer = a->newer;
        if (a->node == node)
            attempt_stop(r, a, SW_LOST);
    }
    for (struct job *job = r->first_job; job; job = job->next)
        outputs_lost(r, job, node);
    MECHANISMS_TELL(r, node_gone, node);
    nd->occupied[0] = nd->occupied[1] = 0;
    nd->epoch++;
}

static int64_t stretch(int64_t left_us, double from, double to)
{
    return rounded_us((double)left_us * from / to);
}

/* B9: what was done is kept, what is left goes at the new speed. Copying does not depend on it (L4). */
void node_slower(struct sw_replay *r, uint32_t node, double from, double to)
{
    for (struct attempt *a = r->oldest; a && from != to; a = a->newer) {
        if (a->node != node || a->phase != RUNNING)
            continue;
        if (a->own_end)
            MECHANISMS_TELL(r, slowed, a, from, to);
        else if (a->compute_us > r->now_us)
            attempt_compute(r, a, a->compute_us);
        else
            attempt_end_at(r, a, r->now_us + stretch(a->end_us - r->now_us, from, to));
    }
}
