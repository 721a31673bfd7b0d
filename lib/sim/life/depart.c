/* SPDX-License-Identifier: GPL-3.0-or-later */
/* depart.c - jobs end, are reported and leave (J1, J5). */
#include "lib/sim/life/life.h"
#include "lib/sim/queue/queue.h"
#include <stdlib.h>
#include <string.h>

/* It is no longer admitted. */
void depart_from_active(struct sw_replay *r, struct job *job)
{
    if (job->prev_active)
        job->prev_active->next_active = job->next_active;
    else
        r->jobs.first_active = job->next_active;
    if (job->next_active)
        job->next_active->prev_active = job->prev_active;
    else
        r->jobs.last_active = job->prev_active;
    shares_changed(r, job, 0); /* a task of it may still count as running (L7) */
    shares_changed(r, job, 1);
}

/* Its id is free for another (J2). */
static void leave_system(struct sw_replay *r, struct job *job)
{
    if (job->admitted)
        depart_from_active(r, job);
    r->jobs.n_submitted -= job->submitted;
    if (job->prev)
        job->prev->next = job->next; else r->jobs.first = job->next;
    if (job->next)
        job->next->prev = job->prev; else r->jobs.last = job->prev;
    sw_names_remove_hashed(&r->jobs.by_id, job->name, job->id, job->id_len);
}

/* S2, S3, S8: its row. */
void depart_report(struct sw_replay *r, struct job *job, enum sw_outcome outcome)
{
    const struct job_result *own = &job->result;
    struct sw_result res = {
        .job_id = job->id, .place = job->place, .pool = job->pool->name, .user = job_user(job),
        .submit_us = job->submitted ? job->submit_us : -1, .finish_us = outcome == SW_RUNNING ? -1 : r->now_us,
        .alone_us = -1, .first_launch_us = own->first_launch_us, .maps = own->maps, .reduces = own->reduces,
        .map_tasks_run = own->map_tasks_run, .node_local = own->node_local, .rack_local = own->rack_local,
        .off_rack = own->off_rack, .no_preference = own->no_preference, .killed = own->killed,
        .speculated = own->speculated, .wasted_us = own->wasted_us, .waited_us = own->waited_us, .outcome = outcome };
    r->totals.tasks += job->tasks_done;
    MECHANISMS_TELL(r, job_row, job, &res);
    if (r->sink.job)
        r->sink.job(r->sink.ctx, &res);
}

/* The caller holds an attempt of the job, so that the job outlives this. */
void depart_job(struct sw_replay *r, struct job *job, enum sw_outcome outcome)
{
    job->ended = true;
    r->totals.jobs++;
    if (outcome == SW_DONE) {
        r->totals.jobs_done++;
        r->totals.response_us += (double)(r->now_us - job->submit_us);
    }
    r->jobs.held_bytes -= job->held_bytes;
    MECHANISMS_TELL(r, job_ended, job);
    depart_report(r, job, outcome);
    arrive_followers(r, job);
    leave_system(r, job);
    if (job->admitted)
        admit_job_left(r, job);
}
