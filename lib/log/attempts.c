/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attempts.c - from the rows of a trace to attempts, tasks and jobs. Rows come in the order of the file. The
 * attempts of a job are brought together, those of a task behind one another, and a task has one attempt that
 * counts. */
#include <stdlib.h>
#include "lib/base/minmax.h"
#include "lib/base/grow.h"
#include "lib/log/log.h"
#include "lib/trace/stream/trace_private.h"

/* ---- attempts ------------------------------------------------------------------------------------ */

/* Most texts are those of the attempt before. */
static int keep_text(struct sw_log *log, const char *before, struct sw_text text, const char **to)
{
    const bool again = before && sw_text_same(sw_log_text(before), text);
    *to = again ? before : sw_texts_keep(&log->own->texts, text.at, text.len);
    return *to ? SW_OK : SW_FAIL;
}

static int take_row(void *context, const struct sw_task_row *row, struct sw_err *err)
{
    static const struct sw_log_attempt none;
    struct sw_log *log = context;
    if (sw_grow(&log->attempts, &log->own->cap_attempts, log->n_attempts + 1, sizeof *log->attempts, err) != SW_OK)
        return SW_FAIL;
    struct sw_log_attempt *to = &log->attempts[log->n_attempts];
    const struct sw_log_attempt *before = log->n_attempts > 0 ? to - 1 : &none;
    *to = (struct sw_log_attempt){ .launch_us = row->launch_us, .finish_us = row->finish_us,
        .duration_us = row->duration_us, .copy_us = row->copy_us, .setup_us = row->setup_us, .stage = row->stage,
        .input_bytes = row->input_bytes, .kind = (uint8_t)row->kind, .locality = (uint8_t)row->locality,
        .outcome = (uint8_t)row->outcome, .has_launch = log_knows(row, SW_TASK_LAUNCH),
        .has_finish = log_knows(row, SW_TASK_FINISH), .has_duration = log_knows(row, SW_TASK_DURATION),
        .has_input = log_knows(row, SW_TASK_INPUT_BYTES), .has_locality = log_knows(row, SW_TASK_LOCALITY),
        .has_outcome = log_knows(row, SW_TASK_OUTCOME) };
    if (keep_text(log, before->task_id, row->task_id, &to->task_id) != SW_OK
        || keep_text(log, before->node, row->node, &to->node) != SW_OK
        || keep_text(log, before->rack, row->rack, &to->rack) != SW_OK
        || keep_text(log, before->hosts, row->hosts, &to->hosts) != SW_OK
        || keep_text(log, before->parents, row->parents, &to->parents) != SW_OK)
        return sw_err_memory(err);
    log->n_attempts++;
    return SW_OK;
}

/* By the clock of the sorted trace, which may count from its first job on. */
static void settle_times(struct sw_log *log, bool from_first)
{
    for (size_t i = 0; i < log->n_attempts; i++) {
        struct sw_log_attempt *a = &log->attempts[i];
        if (from_first && a->has_launch)
            trace_origin_move(&a->launch_us, log->trace->origin_us);
        if (from_first && a->has_finish)
            trace_origin_move(&a->finish_us, log->trace->origin_us);
        if (a->has_launch && !a->has_finish && a->has_duration)
            a->finish_us = a->launch_us + a->duration_us; /* still running at the end of the log */
        a->end_us = a->finish_us;
        log->timed |= a->has_launch && a->has_finish;
        log->placed |= sw_log_text(a->node).len > 0;
        log->names_hosts |= sw_log_text(a->hosts).len > 0;
    }
}

/* Stages by number; task ids by length first, so that numbers go by value; attempts of a task by launch. */
static int compare_tasks(const struct sw_log_attempt *x, const struct sw_log_attempt *y)
{
    if (x->stage != y->stage)
        return ORDER(x->stage, y->stage);
    const struct sw_text p = sw_log_text(x->task_id), q = sw_log_text(y->task_id);
    return ORDER(p.len, q.len) ?: log_compare(p, q) ?: ORDER(x->launch_us, y->launch_us); /* numbers by value */
}

static int by_task(const void *a, const void *b, void *attempts)
{
    const uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    const struct sw_log_attempt *of = attempts;
    return compare_tasks(&of[i], &of[k]) ?: ORDER(i, k);
}

/* ---- tasks --------------------------------------------------------------------------------------- */

/* A log without outcomes has attempts that succeeded. */
static bool is_done(const struct sw_log_attempt *a)
{
    return !a->has_outcome || a->outcome == SW_DONE;
}

/* Chooses the last attempt that succeeded, else the last that has times. */
static void choose_last(const struct sw_log *log, struct sw_log_task *task)
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

/* A task without an id has one attempt. */
static bool is_same_task(const struct sw_log_attempt *a, const struct sw_log_attempt *b)
{
    const struct sw_text id = sw_log_text(a->task_id);
    return id.len > 0 && a->stage == b->stage && sw_text_same(id, sw_log_text(b->task_id));
}

/* Where each of them that was read as the i-th stands afterwards is kept: in as_read[i], of all attempts. */
static int sort_attempts(struct sw_log *log, size_t first, size_t n, struct sw_err *err)
{
    struct log_own *own = log->own;
    struct sw_log_attempt *copy = malloc(n * sizeof *copy);
    uint32_t *order = malloc(n * sizeof *order);
    /* The first job that needs it makes it for all attempts, each where it stands. */
    if (!own->as_read && (own->as_read = malloc((log->n_attempts + 1) * sizeof *own->as_read)))
        for (size_t i = 0; i < log->n_attempts; i++)
            own->as_read[i] = (uint32_t)i;
    const bool room = copy && order && own->as_read;
    if (room) {
        for (size_t i = 0; i < n; i++)
            order[i] = (uint32_t)i;
        memcpy(copy, log->attempts + first, n * sizeof *copy);
        qsort_r(order, n, sizeof *order, by_task, copy);
        for (size_t i = 0; i < n; i++) {
            log->attempts[first + i] = copy[order[i]];
            own->as_read[first + order[i]] = (uint32_t)(first + i);
        }
    }
    free(copy);
    free(order);
    return room ? SW_OK : sw_err_memory(err);
}

/* The attempts of the job stand together. */
static int add_tasks(struct sw_log *log, size_t first, size_t end, struct sw_err *err)
{
    /* Most jobs stand in order already. */
    size_t in_order = first + 1;
    while (in_order < end && compare_tasks(&log->attempts[in_order - 1], &log->attempts[in_order]) <= 0)
        in_order++;
    if (in_order < end && sort_attempts(log, first, end - first, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = first, next; i < end; i = next) {
        for (next = i + 1; next < end; next++)
            if (!is_same_task(&log->attempts[i], &log->attempts[next]))
                break;
        if (sw_grow(&log->tasks, &log->own->cap_tasks, log->n_tasks + 1, sizeof *log->tasks, err) != SW_OK)
            return SW_FAIL;
        log->tasks[log->n_tasks++] = (struct sw_log_task){ .job = (uint32_t)log->n_jobs, .first = (uint32_t)i,
                                                           .n = (uint32_t)(next - i) };
    }
    return SW_OK;
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

static int add_log_job(struct sw_log *log, const struct sw_job *from, size_t first, struct sw_err *err)
{
    const size_t first_task = log->n_tasks;
    /* They are not sorted yet: a job's attempts stand together, from `first` on. */
    for (size_t i = 0; i < from->n_task_rows; i++)
        log->attempts[first + i].job = (uint32_t)log->n_jobs;
    if (sw_grow(&log->jobs, &log->own->cap_jobs, log->n_jobs + 1, sizeof *log->jobs, err) != SW_OK
        || add_tasks(log, first, first + from->n_task_rows, err) != SW_OK)
        return SW_FAIL;
    log->jobs[log->n_jobs++] = (struct sw_log_job){ .id = from->job_id, .pool = from->pool,
        .submit_us = from->submit_us, .first_task = (uint32_t)first_task,
        .n_tasks = (uint32_t)(log->n_tasks - first_task), .after = UINT32_MAX, .spec = *from };
    return SW_OK;
}

/* The attempts do not move any more. Pointers to them are good from here on. */
static void settle_job(struct sw_log *log, struct sw_log_job *job)
{
    job->complete = true;
    job->end_us = job->submit_us;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        struct sw_log_task *task = &log->tasks[i];
        choose_last(log, task);
        job->complete &= task->done;
        if (log_has_times(task->last) && task->last->finish_us > job->end_us)
            job->end_us = task->last->finish_us;
    }
}

/* Replays find a job by its id, so none may come twice. */
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

/* Rows come in the order of the file: those of the job are brought to where they stand. */
static int place_rows(struct sw_log *log, const struct sw_job *job, size_t at, struct sw_log_attempt **as_read,
                      struct sw_err *err)
{
    /* Up to the first job whose rows stand elsewhere nothing need be moved. */
    if (!*as_read && job->first_task_row == at)
        return SW_OK;
    if (!*as_read) {
        /* One copy for all jobs, which read_jobs() frees. */
        struct sw_log_attempt *copy = malloc(log->n_attempts * sizeof *copy);
        if (!copy)
            return sw_err_memory(err);
        memcpy(copy, log->attempts, log->n_attempts * sizeof *copy);
        *as_read = copy;
    }
    memcpy(log->attempts + at, *as_read + job->first_task_row, job->n_task_rows * sizeof *log->attempts);
    return SW_OK;
}

static int read_jobs(struct sw_log *log, struct sw_err *err)
{
    struct sw_log_attempt *as_read = NULL;
    struct sw_job job;
    size_t at = 0;
    int got;
    while ((got = sw_trace_next(log->trace, &job, err)) == 1) {
        if (place_rows(log, &job, at, &as_read, err) != SW_OK || add_log_job(log, &job, at, err) != SW_OK) {
            got = SW_FAIL;
            break;
        }
        at += job.n_task_rows;
    }
    free(as_read);
    return got;
}

int attempts_read(struct sw_log *log, struct sw_err *err)
{
    const bool from_first = log->trace->from_first;
    /* The rows of tasks are taken as the trace reads them, so that they are in memory once. */
    log->trace->sink = (struct trace_sink){ take_row, log, 0 };
    if (sw_trace_sort(log->trace, err) != SW_OK)
        return SW_FAIL;
    /* The rows are in, so what finds a text again is freed. The texts stay. */
    sw_texts_forget(&log->own->texts);
    settle_times(log, from_first);
    const int got = read_jobs(log, err);
    for (size_t i = 0; got == 0 && i < log->n_jobs; i++) {
        settle_job(log, &log->jobs[i]);
        if (index_job(log, &log->jobs[i], err) != SW_OK)
            return SW_FAIL;
    }
    return got;
}
