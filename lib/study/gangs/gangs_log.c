/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs_log.c - see gangs_log.h. The jobs are read twice: for what was recorded, and for their ids. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/log/log.h"
#include "lib/study/gangs/gangs_log.h"
#include "lib/trace/stream/sw_stream.h"
#include "slotwise/sw_num.h"

/* ---- what was recorded ------------------------------------------------------------------------------------ */

/* All tasks of a gang start at once, so it runs as long as the longest. */
static int64_t run_of(const struct sw_job *job)
{
    int64_t most_us = 0;
    for (uint32_t i = 0; i < job->n_stages; i++) {
        const struct sw_stage_spec *stage = &job->stages[i];
        for (uint64_t k = 0; k < stage->n_tasks; k++) {
            int64_t us = stage->tasks ? stage->tasks[k].duration_us : stage->mean_us;
            most_us = us > most_us ? us : most_us;
            /* Without times of their own all have the mean. */
            if (!stage->tasks)
                break;
        }
    }
    return most_us;
}

/* Each task is a node. */
static uint64_t nodes_of(const struct sw_job *job)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < job->n_stages; i++)
        n += job->stages[i].n_tasks;
    return n;
}

/* To the last end of its attempts, if each has ended and none was repeated. */
static int64_t response_of_rows(const struct sw_job *job)
{
    int64_t end_us = -1;
    /* One row alone is the job's, whatever its nodes. Otherwise there is one for each. */
    if (job->n_task_rows > 1 && job->n_task_rows != nodes_of(job))
        return -1;
    for (size_t i = 0; i < job->n_task_rows; i++) {
        const struct sw_task_row *row = &job->task_rows[i];
        if (!log_knows(row, SW_TASK_LAUNCH) || !log_knows(row, SW_TASK_FINISH) || row->launch_us < job->submit_us)
            return -1;
        end_us = row->finish_us > end_us ? row->finish_us : end_us;
    }
    return end_us >= job->submit_us ? end_us - job->submit_us : -1;
}

/* From the rows of a log of attempts, else from the column recorded_wait_s. */
static int64_t response_of(const struct sw_job *job, size_t wait_column, int64_t run_us)
{
    int64_t wait_us;
    if (job->n_task_rows > 0)
        return response_of_rows(job);
    /* A job that follows another comes when that one is done, and not at a time recorded. */
    if (job->after_job.len > 0 || wait_column >= job->n_extras)
        return -1;
    struct sw_text text = job->extras[wait_column];
    if (sw_num_time(text.at, text.len, &wait_us) != SW_OK || wait_us < 0 || wait_us > SW_TIME_MAX - run_us)
        return -1;
    return wait_us + run_us;
}

static int add_gang_job(struct gangs_log *l, const struct sw_job *job, size_t wait_column, struct sw_err *err)
{
    if (sw_grow(&l->job, &l->cap, l->n + 1, sizeof *l->job, err) != SW_OK)
        return SW_FAIL;
    int64_t run_us = run_of(job), response_us = response_of(job, wait_column, run_us);
    l->job[l->n++] = (struct gangs_job){ .submit_us = job->submit_us, .run_us = run_us, .response_us = response_us,
                                         .nodes = nodes_of(job) };
    l->n_recorded += response_us >= 0;
    /* One job whose level is known is enough. */
    for (size_t i = 0; i < job->n_task_rows && !l->placed; i++)
        l->placed = log_knows(&job->task_rows[i], SW_TASK_LOCALITY) && job->task_rows[i].locality != SW_AT_NONE;
    return SW_OK;
}

/* The texts are those of the trace that is held, and stay. */
static int index_jobs(struct gangs_log *l, struct sw_err *err)
{
    struct sw_trace *t;
    struct sw_job job;
    size_t i = 0;
    if (sw_trace_share(&t, l->held, err) != SW_OK)
        return SW_FAIL;
    int got, status = SW_OK;
    while ((got = sw_trace_next(t, &job, err)) == 1 && status == SW_OK) {
        struct gangs_job *of = &l->job[i++];
        /* Of jobs with one id the first is found. */
        if (!sw_names_find(&l->by_id, job.job_id.at, job.job_id.len)
            && sw_names_add(&l->by_id, job.job_id.at, job.job_id.len, of) != 0)
            status = sw_err_memory(err);
    }
    sw_trace_free(t);
    return got < 0 ? SW_FAIL : status;
}

static int take_jobs(struct gangs_log *l, struct sw_err *err)
{
    struct sw_trace *t;
    struct sw_job job;
    /* Behind the last column where no such one is there. */
    size_t wait_column = 0;
    while (wait_column < sw_trace_n_extras(l->held)
           && !sw_text_is(sw_trace_extra_name(l->held, wait_column), "recorded_wait_s"))
        wait_column++;
    if (sw_trace_share(&t, l->held, err) != SW_OK)
        return SW_FAIL;
    int got, status = SW_OK;
    while (status == SW_OK && (got = sw_trace_next(t, &job, err)) != 0)
        status = got < 0 ? SW_FAIL : add_gang_job(l, &job, wait_column, err);
    sw_trace_free(t);
    return status == SW_OK ? index_jobs(l, err) : SW_FAIL;
}

/* ---- the log ---------------------------------------------------------------------------------------------- */

int gangs_log_read(struct gangs_log **out, struct sw_trace *trace, struct sw_err *err)
{
    struct gangs_log *l = *out = calloc(1, sizeof *l);
    /* The trace is taken, whatever happens. */
    if (!l) {
        sw_trace_free(trace);
        return sw_err_memory(err);
    }
    l->held = trace;
    sw_trace_gangs(trace);
    sw_trace_keep_rows(trace);
    return sw_trace_hold(trace, err) == SW_OK ? take_jobs(l, err) : SW_FAIL;
}

void gangs_log_free(struct gangs_log *l)
{
    if (!l)
        return;
    sw_trace_free(l->held);
    sw_names_clear(&l->by_id);
    free(l->job);
    free(l);
}
