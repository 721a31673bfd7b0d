/* SPDX-License-Identifier: GPL-3.0-or-later */
/* abandon.c - a job is given up (F3, V2 to V4), or its work is: it begins again (V4.2). */
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/queue/queue.h"
#include <string.h>

/* ---- the job ---------------------------------------------------------------------------------- */

/* Nothing of it waits any more: no task launches, no stage becomes ready. */
static void drop_waiting(struct sw_replay *r, struct job *job)
{
    stages_withdraw(r, job);
    for (uint32_t s = 0; s < job->n_stages; s++) {
        struct stage *st = &job->stage[s];
        set_up_leave(r, st);
        st->n_unlaunched[PREF] = st->n_unlaunched[NOPREF] = st->n_retry = 0;
    }
}

/* It ends as failed, with all that it has. The caller keeps it alive. */
void abandon_job(struct sw_replay *r, struct job *job)
{
    stop_attempts_of(r, job, SW_KILLED);
    drop_waiting(r, job);
    depart_job(r, job, SW_FAILED);
}

/* ---- its work --------------------------------------------------------------------------------- */

/* V4.2: nothing of it is done, ready or launched. */
static void stage_again(struct sw_replay *r, struct stage *st)
{
    const struct records all = { .job_size = r->mechanisms.job_size, .stage_size = r->mechanisms.stage_size };
    if (st->ready && !st->in_set_up)
        stage_data_forget(r, st);
    set_up_leave(r, st);
    st->ready = false;
    st->n_done = st->n_retry = st->parents_left = 0;
    st->level = SW_LEVEL_NODE;
    MECHANISMS_TELL(r, stage, st, STAGE_RELEASED, 0);
    OBSERVERS_SEE(r, SAW_STAGE_RELEASED, .stage = st);
    if (all.stage_size) /* mechanisms' records of it start as zeros */
        memset(stage_record(st, &all), 0, all.stage_size);
}

/* As jobs.c had them. */
static void parents_again(const struct sw_replay *r, struct job *job)
{
    for (uint32_t s = 0; s < job->n_stages; s++)
        for (uint32_t i = 0; i < job->stage[s].n_children; i++)
            job->stage[job->stage[s].child[i]].parents_left++;
    if (job->mapreduce && job->n_stages == 2 && r->opt.slowstart > 0)
        job->stage[1].parents_left = 1;
}

/* The job is as before its admission, but for what it has cost. Attempts that have ended and still count as running do
 * so until their time (H2, L7). */
void abandon_work(struct sw_replay *r, struct job *job)
{
    struct job_result *res = &job->result;
    stop_attempts_of(r, job, SW_KILLED);
    stages_withdraw(r, job);
    for (uint32_t s = 0; s < job->n_stages; s++)
        stage_again(r, &job->stage[s]);
    parents_again(r, job);
    r->jobs.held_bytes -= job->held_bytes;
    job->held_bytes = 0;
    job->last_map_us = 0;
    job->n_stages_done = job->tasks_done = job->maps_done = 0;
    res->node_local = res->rack_local = res->off_rack = res->no_preference = 0;
    depart_from_active(r, job);
    job->admitted = false;
    job->prev_active = job->next_active = NULL;
    for (struct pool *p = job->pool; p; p = p->parent)
        p->n_admitted--;
}
