/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail.c - attempts that fail, by a drawn rate, and what becomes of their tasks and jobs (rules F1-F3 of docs/model.md). */
#include "lib/replay/replay.h"
#include <math.h>
#include <stdlib.h>

/* F1: whether the attempt fails, and then after which part of its work. */
void fail_draw(struct sw_replay *r, struct attempt *a)
{
    const struct stage *st = a->stage;
    struct sw_chance c = sw_chance_start(r->opt.seed, SW_CHANCE_FAILURE, st->job->name,
                                         a->task + ((uint64_t)a->number << 32) + (st->name << 48));
    if (sw_chance_uniform(&c) >= r->opt.failure_rate)
        return;
    a->fails = true;
    a->run_us = rounded_us(sw_chance_uniform(&c) * (double)a->local_us);
}

/* ---- the task comes back, first of its stage (F2) ------------------------------------------------------ */

static void retry_push(struct stage *st, uint32_t task)
{
    if (st->n_retry == st->cap_retry) {
        st->cap_retry = 2 * st->cap_retry + 4;
        st->retry = xrealloc(st->retry, st->cap_retry, sizeof *st->retry);
    }
    st->retry[st->n_retry++] = task;
}

/* The stage's first failed task, taken off its list. Failed tasks are few. */
uint32_t fail_next(struct stage *st)
{
    uint32_t task = st->retry[0];
    st->n_retry--;
    for (uint32_t i = 0; i < st->n_retry; i++)
        st->retry[i] = st->retry[i + 1];
    return task;
}

static void try_again(struct sw_replay *r, struct stage *st, uint32_t task)
{
    retry_push(st, task);
    job_count(r, st->job, st->slot, 0, 1);
    st->told = 0;
    if (!st->n_unlaunched[NOPREF]++)
        stage_list_item(r, st, NOPREF);
    job_rekey(r, st->job, st->slot);
    r->call_all = true;
}

/* ---- the job fails (F3) ---------------------------------------------------------------------------------- */

static void drop_waiting(struct sw_replay *r, struct job *job)
{
    job_withdraw(r, job);
    for (uint32_t s = 0; s < job->n_stages; s++) {
        struct stage *st = &job->stage[s];
        stage_leave_set_up(r, st);
        st->n_unlaunched[PREF] = st->n_unlaunched[NOPREF] = st->n_retry = 0;
    }
}

/* An attempt has failed; the caller holds it. */
void fail_ends(struct sw_replay *r, struct attempt *a)
{
    struct stage *st = a->stage;
    struct job *job = st->job;
    job->result.wasted_us += a->end_us - a->launch_us;
    if (!st->fails)
        st->fails = xcalloc(st->n_tasks, sizeof *st->fails);
    if (++st->fails[a->task] >= r->opt.max_attempts) {
        attempt_part(a);
        job->result.killed += attempts_stop(r, job, SW_KILLED);
        drop_waiting(r, job);
        job_end(r, job, SW_FAILED);
        return;
    }
    if (!attempt_part(a))
        try_again(r, st, a->task);
}
