/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop.c - attempts that end before their time, and what a lost node takes with it (B9-B11). */
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/drift.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"
#include <assert.h>
#include <math.h>

/* ---- one attempt ------------------------------------------------------------------------------- */

/* What a stop changes for the node, the log and the job's totals (S3, S8). */
static void stop_work(struct sw_replay *r, struct attempt *a, enum sw_outcome outcome)
{
    struct stage *st = a->stage;
    struct job *job = st->job;
    enum phase was = a->phase;
    if (was == SHUFFLING)
        launch_leave_shuffle(a);
    a->phase = OVER;
    if (r->attempts.keep_order)
        attempts_unlink(r, a);
    MECHANISMS_TELL(r, stopped, a, was);
    MECHANISMS_TELL(r, left, a);
    r->liveness.n_killed += outcome == SW_KILLED || outcome == SW_SUSPENDED;
    job->result.killed += outcome == SW_KILLED;
    finish_count_busy(r, st->slot_kind, 1, r->now_us - a->launch_us);
    r->totals.last_end_us = r->now_us;
    if (outcome != SW_SUSPENDED)
        job->result.wasted_us = sum_i64(job->result.wasted_us, r->now_us - a->launch_us);
    if (a->compute_us > r->now_us)
        a->compute_us = -1;
    log_attempt(r, a, outcome);
}

/* B10.1, C6.3: its task is unlaunched again, unless another attempt of it lives. */
static void take_back(struct sw_replay *r, struct attempt *a)
{
    struct stage *st = a->stage;
    struct job *job = st->job;
    bool lives_on = launch_detach_sibling(a) || job->ended; /* in the other attempt (C6) */
    keys_count(r, job, st->slot_kind, -1, !lives_on);
    if (!lives_on)
        stages_return_task(r, st, a->task);
    keys_rekey(r, job, st->slot_kind);
    attempt_free(r, a);
}

/* Ends the attempt as killed, lost or the like: as if it had never started, but for its slot time. Its task is
 * unlaunched again, unless another attempt of it lives. The caller frees the slot. */
void stop_attempt(struct sw_replay *r, struct attempt *a, enum sw_outcome outcome)
{
    if (unlikely(a->is_ordered))
        pool_keys_order(a, -1);
    stop_work(r, a, outcome);
    take_back(r, a);
}

/* K7: its task is pending, and in no queue. The caller frees the slot. */
void stop_suspend(struct sw_replay *r, struct attempt *a)
{
    stop_work(r, a, SW_SUSPENDED);
    keys_recount(r, a->job, a->stage->slot_kind, -1, 1);
    attempt_free(r, a);
}

/* E8.1: the order to kill it has come to its node, whose next heartbeat tells of that. */
void stop_by_order(struct sw_replay *r, struct attempt *a)
{
    a->killed_for = a->ordered_for->name;
    stop_work(r, a, SW_KILLED);
    events_push(&r->events, event_make(drift_of_node(r, a->node, r->now_us + 1), EV_REPORT, a->serial, a));
}

/* E8.1: its node tells that it was killed. */
void stop_report(struct sw_replay *r, struct attempt *a)
{
    if (a->epoch == r->slots.node[a->node].epoch)
        slots_free(r, a->node, a->stage->slot_kind);
    pool_keys_order(a, -1);
    take_back(r, a);
}

/* The attempt's slot is free at once, and its node heartbeats out of band (H2). */
void stop_at_once(struct sw_replay *r, struct attempt *a, enum sw_outcome outcome)
{
    uint32_t node = a->node;
    int kind = a->stage->slot_kind;
    stop_attempt(r, a, outcome);
    slots_free(r, node, kind);
    slots_kick(r, node);
}

/* F3.1, V4.2, A8.4: in the order of launch. */
void stop_attempts_of(struct sw_replay *r, const struct job *job, enum sw_outcome outcome)
{
    for (struct attempt *a = r->attempts.oldest, *newer; a; a = newer) {
        newer = a->newer;
        if (a->job == job)
            stop_at_once(r, a, outcome);
    }
}

/* ---- finished maps whose output is gone (B11) -------------------------------------------------- */

/* B11: it has passed its shuffle. */
static bool has_copied(const struct sw_replay *r, const struct attempt *a)
{
    return a->phase == QUEUED || (a->phase == RUNNING && a->compute_us <= r->now_us);
}

/* Whether some reduce still needs the maps' output. A reduce that runs twice (C6) counts once. */
static bool waits_for_output(const struct sw_replay *r, const struct job *job)
{
    const struct stage *reduces = &job->stage[1];
    uint64_t past = reduces->n_done;
    for (const struct attempt *a = r->attempts.oldest; a; a = a->newer)
        past += a->stage == reduces && has_copied(r, a)
                && !(a->sibling && a->sibling->serial < a->serial && has_copied(r, a->sibling));
    return past < reduces->n_tasks;
}

/* A finished map is unlaunched again. */
void stop_output_lost(struct sw_replay *r, struct stage *maps, uint32_t task)
{
    struct job *job = maps->job;
    uint64_t bytes = finish_output_bytes(job, task);
    MECHANISMS_TELL(r, output, maps, OUTPUT_LOST, task);
    if (maps->n_done-- == maps->n_tasks)
        job->n_stages_done--;
    job->maps_done--;
    job->tasks_done--;
    job->held_bytes -= bytes;
    r->jobs.held_bytes -= bytes;
    finish_count_locality(&job->result, done_on_locality(maps->reruns->done_on[task]), -1U);
    maps->reruns->done_on[task] = 0;
    keys_count(r, job, maps->slot_kind, 0, 1);
    stages_return_task(r, maps, task);
}

/* Reduces whose shuffling was to end later wait for the last map again. */
static void copy_again(struct sw_replay *r, struct stage *reduces)
{
    for (struct attempt *a = r->attempts.oldest; a; a = a->newer)
        if (a->stage == reduces && (a->phase == SHUFFLE_ENDS || (a->phase == RUNNING && a->compute_us > r->now_us)))
            launch_wait_for_maps(a);
}

/* B11, B11.1: of a job of which some reduce has not passed its shuffle. */
static void outputs_lost(struct sw_replay *r, struct job *job, uint32_t node)
{
    struct stage *maps = &job->stage[0];
    bool any = false;
    if (!job->mapreduce || job->n_stages < 2 || !maps->reruns || !waits_for_output(r, job))
        return;
    for (uint32_t t = 0; t < maps->n_tasks; t++)
        if (maps->reruns->done_on[t] && done_on_node(maps->reruns->done_on[t]) == node) {
            stop_output_lost(r, maps, t);
            any = true;
        }
    if (!any)
        return;
    copy_again(r, &job->stage[1]);
    MECHANISMS_TELL(r, output, maps, OUTPUTS_LOST, node);
    keys_rekey(r, job, maps->slot_kind);
    if (r->queues.follows_done)
        keys_rekey(r, job, job->stage[1].slot_kind);
}

/* ---- a node ------------------------------------------------------------------------------------ */

/* B10, B11: a loss. */
void stop_node(struct sw_replay *r, uint32_t node)
{
    struct node *nd = &r->slots.node[node];
    MECHANISMS_TELL(r, node, node, NODE_LOSES);
    for (struct attempt *a = r->attempts.oldest, *newer; a; a = newer) {
        newer = a->newer;
        if (a->node == node)
            stop_attempt(r, a, SW_LOST);
    }
    for (struct job *job = r->jobs.first; job; job = job->next)
        outputs_lost(r, job, node);
    MECHANISMS_TELL(r, node, node, NODE_LOST);
    nd->occupied[0] = nd->occupied[1] = 0;
    nd->epoch++;
}

/* B9: what was done is kept, and the rest goes at the new speed. Shuffling does not depend on the speed (L4). */
void stop_stretch(struct sw_replay *r, struct attempt *a, double from, double to)
{
    if (a->phase != RUNNING)
        return;
    if (a->own_end)
        MECHANISMS_TELL(r, attempt, a, &(struct attempt_news){ ATTEMPT_SLOWED, from, to });
    else if (a->compute_us > r->now_us)
        launch_compute(r, a, a->compute_us);
    else
        launch_end_at(r, a, r->now_us + rounded_us((double)(a->end_us - r->now_us) * from / to));
}

/* Nothing, where the speed stays. */
void stop_stretch_node(struct sw_replay *r, uint32_t node, double from, double to)
{
    for (struct attempt *a = r->attempts.oldest; a && from != to; a = a->newer)
        if (a->node == node)
            stop_stretch(r, a, from, to);
}
