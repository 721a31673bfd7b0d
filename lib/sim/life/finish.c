/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finish.c - attempts end (L4 to L7, C6): what changes for the task, the stage and the job, when the slot is free, and
 * when the job learns of it (H2, H3). */
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/beats.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>

/* S4: the output of map i of M is floor(S(i+1)/M) - floor(S i/M), so that all together are S. With S = qM + r that is q
 * or q + 1. */
uint64_t finish_output_bytes(const struct job *job, uint32_t task)
{
    uint64_t maps = job->result.maps, q = job->shuffle_bytes / maps, r = job->shuffle_bytes % maps;
    return r ? q + r * (task + UINT64_C(1)) / maps - r * task / maps : q;
}

/* S4: a map's output stays until its job ends. */
static void hold_output(struct sw_replay *r, struct job *job, uint32_t task)
{
    uint64_t bytes = finish_output_bytes(job, task);
    job->held_bytes += bytes;
    r->jobs.held_bytes += bytes;
    if (r->jobs.held_bytes > r->totals.peak_intermediate_bytes)
        r->totals.peak_intermediate_bytes = r->jobs.held_bytes;
}

/* L5: max(1, ceil(f * maps)) maps, f in millionths. */
uint64_t finish_maps_before_reduces(const struct sw_replay *r, uint64_t maps)
{
    uint64_t n = (maps * (uint64_t)r->opt.slowstart + 999999) / 1000000;
    return n > 1 ? n : 1;
}

/* L4: the end of shuffling is known now for the reduces that waited for the last map. */
static void last_map_ended(struct sw_replay *r, struct job *job)
{
    job->last_map_us = r->now_us;
    for (uint32_t s = 0; s < job->n_stages; s++)
        for (struct attempt *a = job->stage[s].shuffling, *next; a; a = next) {
            next = a->next;
            if (a->own_end)
                continue; /* its shuffling ends with its last transfer (N7) */
            launch_leave_shuffle(a);
            launch_shuffled(r, a, launch_shuffle_end_us(r, a, true));
        }
}

/* L4, L5: the last map lets reduces finish their shuffle, as many as slow-start asks for let them begin. */
static void map_ended(struct sw_replay *r, struct job *job, uint32_t task, uint32_t node)
{
    job->maps_done++;
    if (job->shuffle_bytes)
        hold_output(r, job, task);
    if (!job->mapreduce || job->n_stages < 2)
        return;
    if (maps_are_done(job))
        last_map_ended(r, job);
    MECHANISMS_TELL(r, output, &job->stage[0], OUTPUT_MADE, node);
    struct stage *reduces = &job->stage[1];
    if (!reduces->ready && job->maps_done >= finish_maps_before_reduces(r, job->result.maps))
        set_up_stage(r, reduces);
}

/* L6: stages behind it are ready when all their parents are done. */
static void stage_ended(struct sw_replay *r, struct stage *st)
{
    struct job *job = st->job;
    job->n_stages_done++;
    for (uint32_t i = 0; i < st->n_children; i++) {
        struct stage *child = &job->stage[st->child[i]];
        if (!--child->parents_left && !child->ready)
            set_up_stage(r, child);
    }
    if (!r->attempts.can_rerun)
        stage_data_release(r, st);
}

/* H3: what the end of a task means to its stage and job. */
static void task_done(struct sw_replay *r, struct attempt *a)
{
    struct stage *st = a->stage;
    struct job *job = a->job;
    job->tasks_done++;
    if (st->kind != SW_REDUCE)
        finish_count_locality(&job->result, a->locality, 1);
    if (st->kind == SW_MAP)
        map_ended(r, job, a->task, a->node);
    if (++st->n_done == st->n_tasks)
        stage_ended(r, st);
    for (int kind = 0; r->queues.follows_done && kind < 2; kind++)
        keys_rekey(r, job, kind);
    if (job->n_stages_done == job->n_stages)
        depart_job(r, job, SW_DONE);
}

/* L7: from here on the attempt no longer counts as running for its job and pool. */
static inline void commit(struct sw_replay *r, struct attempt *a)
{
    struct job *job = a->job;
    MECHANISMS_TELL(r, attempt, a, &(struct attempt_news){ .what = ATTEMPT_COMMITTED });
    keys_recount(r, job, a->stage->slot_kind, -1, 0);
    attempt_free(r, a);
}

/* The end of --commit-pending. */
void finish_commit(struct sw_replay *r, struct attempt *a)
{
    r->slots.offer_to_all = true; /* H6 (b) */
    commit(r, a);
}

/* H2: its slot is free. L7: it counts as running a little longer. */
static inline void report(struct sw_replay *r, struct attempt *a)
{
    if (a->epoch == r->slots.node[a->node].epoch) /* else the node was lost in between */
        slots_free(r, a->node, a->stage->slot_kind);
    if (unlikely(r->opt.commit_pending_us > 0))
        events_push(&r->events, event_make(r->now_us + r->opt.commit_pending_us, EV_COMMIT, a->serial, a));
    else
        commit(r, a);
}

static void tell_job(struct sw_replay *r, struct attempt *a);

/* H2.2, E2: the node tells of the end. */
void finish_report_slot(struct sw_replay *r, struct attempt *a)
{
    if (unlikely(r->attempts.told_late) && !a->job->ended)
        tell_job(r, a);
    report(r, a);
}

/* H2: says when the slot is free and the job learns of the end. */
static inline void schedule_report(struct sw_replay *r, struct attempt *a)
{
    if (r->opt.out_of_band || !r->opt.heartbeat_us) {
        if (slots_kick(r, a->node))
            node_index_prefetch(r, a->node);
        report(r, a);
        return;
    }
    int64_t at_us = beats_of_node(r, a->node);
    events_push(&r->events, event_make(at_us, r->attempts.reported_by, a->serial, a));
}

/* What the end means to its job (H3, E2). */
static void tell_job(struct sw_replay *r, struct attempt *a)
{
    if (unlikely(a->fails)) {
        MECHANISMS_TELL(r, attempt, a, &(struct attempt_news){ .what = ATTEMPT_FAILED });
        return;
    }
    if (unlikely(r->attempts.has_hooks)) {
        MECHANISMS_TELL(r, attempt, a, &(struct attempt_news){ .what = ATTEMPT_DONE });
        if (r->attempts.can_rerun) /* B11: its output is there */
            a->stage->reruns->done_on[a->task] = done_on_make(a->node, a->locality);
    }
    task_done(r, a);
}

/* What a replay keeps only where attempts may be stopped or followed. */
static void follow_end(struct sw_replay *r, struct attempt *a)
{
    if (r->attempts.keep_order)
        attempts_unlink(r, a);
    MECHANISMS_TELL(r, ended, a);
    MECHANISMS_TELL(r, left, a);
    if (unlikely(a->is_ordered))
        pool_keys_order(a, -1);
}

/* Prefetches what the attempt's end will read. Node and queue are for the heartbeat that follows. */
void finish_prefetch(const struct sw_replay *r, const struct attempt *a)
{
    __builtin_prefetch(a->stage, 1);
    job_prefetch(a->job);
    __builtin_prefetch(&r->slots.node[a->node], 1);
    __builtin_prefetch(&r->locality.of_node[a->node]);
    if (unlikely(r->attempts.has_hooks)) { /* mechanisms read the whole record */
        __builtin_prefetch(&a->compute_us, 1);
        __builtin_prefetch((const char *)a + 2 * CACHE_LINE, 1);
    }
}

/* H3, F2: the end of an attempt, done or failed. Under E2 the job hears of it later. */
void finish_attempt(struct sw_replay *r, struct attempt *a)
{
    __builtin_prefetch(&r->slots.node[a->node]); /* for the heartbeat, as is what slots_kick() fetches */
    __builtin_prefetch(&r->locality.of_node[a->node]);
    a->phase = OVER;
    if (unlikely(r->attempts.has_hooks))
        follow_end(r, a);
    finish_count_busy(r, a->stage->slot_kind, 1, a->end_us - a->launch_us);
    r->totals.last_end_us = r->now_us;
    log_attempt(r, a, a->fails ? SW_FAILED : SW_DONE);
    if (!unlikely(r->attempts.told_late)) /* E2 */
        tell_job(r, a);
    schedule_report(r, a);
}
