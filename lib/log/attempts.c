/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attempts.c - from the rows of a trace to attempts, tasks and jobs. */
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/log/log.h"

/* ---- attempts ------------------------------------------------------------------------------------ */

/* Rows and texts are those of the trace, which is sorted and so in memory. */
static int add_attempt(struct sw_log *log, const struct sw_task_row *row, struct sw_err *err)
{
    if (sw_grow(&log->attempts, &log->own->cap_attempts, log->n_attempts + 1, sizeof *log->attempts, err) != SW_OK)
        return SW_FAIL;
    struct sw_log_attempt *to = &log->attempts[log->n_attempts++];
    *to = (struct sw_log_attempt){ .row = row, .node = row->node, .finish_us = row->finish_us,
                                   .setup_us = row->setup_us, .job = (uint32_t)log->n_jobs };
    if (log_knows(row, SW_TASK_LAUNCH) && !log_knows(row, SW_TASK_FINISH) && log_knows(row, SW_TASK_DURATION))
        to->finish_us = row->launch_us + row->duration_us; /* still running at the end of the log */
    to->end_us = to->finish_us;
    log->timed |= log_knows(row, SW_TASK_LAUNCH) && log_knows(row, SW_TASK_FINISH);
    log->placed |= row->node.len > 0;
    return SW_OK;
}

static int by_task(const void *a, const void *b)
{
    const struct sw_log_attempt *x = a, *y = b;
    if (x->row->stage != y->row->stage)
        return x->row->stage < y->row->stage ? -1 : 1;
    if (x->row->task_id.len != y->row->task_id.len) /* numbers by value */
        return x->row->task_id.len < y->row->task_id.len ? -1 : 1;
    int order = log_compare(x->row->task_id, y->row->task_id);
    return order != 0 ? order : (x->row->launch_us > y->row->launch_us) - (x->row->launch_us < y->row->launch_us);
}

/* ---- tasks --------------------------------------------------------------------------------------- */

static bool is_done(const struct sw_log_attempt *a)
{
    return !log_knows(a->row, SW_TASK_OUTCOME) || a->row->outcome == SW_DONE;
}

/* Chooses the last attempt that succeeded, else the last that has times. */
static void choose(const struct sw_log *log, struct sw_log_task *task)
{
    task->last = &log->attempts[task->first];
    for (uint32_t i = task->first; i < task->first + task->n; i++) {
        const struct sw_log_attempt *a = &log->attempts[i];
        bool done = log_has_times(a) && is_done(a);
        if (task->done && !done)
            continue;
        if (done || log_has_times(a))
            task->last = a;
        task->done |= done;
    }
}

static bool is_same_task(const struct sw_task_row *a, const struct sw_task_row *b)
{
    return a->task_id.len > 0 && a->stage == b->stage && log_compare(a->task_id, b->task_id) == 0;
}

static int add_tasks(struct sw_log *log, size_t first, struct sw_err *err)
{
    size_t in_order = first + 1;
    while (in_order < log->n_attempts && by_task(&log->attempts[in_order - 1], &log->attempts[in_order]) <= 0)
        in_order++;
    if (in_order < log->n_attempts)
        qsort(log->attempts + first, log->n_attempts - first, sizeof *log->attempts, by_task);
    for (size_t i = first, next; i < log->n_attempts; i = next) {
        for (next = i + 1; next < log->n_attempts; next++)
            if (!is_same_task(log->attempts[i].row, log->attempts[next].row))
                break;
        if (sw_grow(&log->tasks, &log->own->cap_tasks, log->n_tasks + 1, sizeof *log->tasks, err) != SW_OK)
            return SW_FAIL;
        log->tasks[log->n_tasks++] = (struct sw_log_task){ .job = (uint32_t)log->n_jobs, .first = (uint32_t)i,
                                                           .n = (uint32_t)(next - i) };
    }
    return SW_OK;
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

static int add_job(struct sw_log *log, const struct sw_job *from, struct sw_err *err)
{
    size_t first_attempt = log->n_attempts, first_task = log->n_tasks;
    for (size_t i = 0; i < from->n_task_rows; i++)
        if (add_attempt(log, &from->task_rows[i], err) != SW_OK)
            return SW_FAIL;
    if (sw_grow(&log->jobs, &log->own->cap_jobs, log->n_jobs + 1, sizeof *log->jobs, err) != SW_OK
        || add_tasks(log, first_attempt, err) != SW_OK)
        return SW_FAIL;
    log->jobs[log->n_jobs++] = (struct sw_log_job){ .id = from->job_id, .pool = from->pool,
        .submit_us = from->submit_us, .first_task = (uint32_t)first_task,
        .n_tasks = (uint32_t)(log->n_tasks - first_task), .after = UINT32_MAX, .spec = *from };
    return SW_OK;
}

/* The attempts do not move any more. */
static void settle_job(struct sw_log *log, struct sw_log_job *job)
{
    job->complete = true;
    job->end_us = job->submit_us;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        struct sw_log_task *task = &log->tasks[i];
        choose(log, task);
        job->complete &= task->done;
        if (log_has_times(task->last) && task->last->finish_us > job->end_us)
            job->end_us = task->last->finish_us;
    }
}

static int index_job(struct sw_log *log, struct sw_log_job *job, struct sw_err *err)
{
    if (sw_names_find(&log->own->by_id, job->id.at, job->id.len))
        return sw_err_set(err, "two jobs have one id: '%.*s'", (int)job->id.len, job->id.at);
    return sw_names_add(&log->own->by_id, job->id.at, job->id.len, job) == 0 ? SW_OK : sw_err_memory(err);
}

const struct sw_log_job *sw_log_find(const struct sw_log *log, const char *id, size_t len)
{
    return sw_names_find(&log->own->by_id, id, len);
}

int attempts_read(struct sw_log *log, struct sw_err *err)
{
    struct sw_job job;
    int got;
    if (sw_trace_sort(log->trace, err) != SW_OK)
        return SW_FAIL;
    while ((got = sw_trace_next(log->trace, &job, err)) == 1)
        if (add_job(log, &job, err) != SW_OK)
            return SW_FAIL;
    for (size_t i = 0; got == 0 && i < log->n_jobs; i++) {
        settle_job(log, &log->jobs[i]);
        if (index_job(log, &log->jobs[i], err) != SW_OK)
            return SW_FAIL;
    }
    return got;
}
