/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_from.c - jobs that the caller makes up. What a row of a file could not say is refused here, too. The rules
 * are those of trace_check.c, trace_jobs.c and trace_tasks.c. They are asked of a whole job here, and messages name
 * members of struct sw_job where no column has that name. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/stream/trace_from.h"
#include "lib/trace/stream/trace_private.h"

static int bad_job(struct sw_trace *t, enum sw_fault fault, const struct sw_job *job, const char *column,
                   struct sw_err *err, const char *what)
{
    return trace_bad_at(t, fault, job->line, column, err, "%s", what);
}

/* SW_TIME_MAX is the greatest time that a row could give. */
static bool is_in_time(int64_t us) { return us >= 0 && us <= SW_TIME_MAX; }

/* n_tasks is within bounds before tasks are gone through. */
static int check_tasks(struct sw_trace *t, const struct sw_job *job, const struct sw_stage_spec *st, struct sw_err *err)
{
    if (st->n_tasks > TRACE_MAX_TASKS)
        return bad_job(t, SW_FAULT_RANGE, job, "n_tasks", err, "out of range, at most 100000000");
    if (!is_in_time(st->mean_us) || !is_in_time(st->copy_us) || !is_in_time(st->setup_us))
        return bad_job(t, SW_FAULT_RANGE, job, "stages", err, "a time is negative or out of range");
    if (!(st->sigma >= 0 && st->sigma <= TRACE_MAX_SIGMA))
        return bad_job(t, SW_FAULT_RANGE, job, "sigma", err, "out of range, 0 to 20");
    for (uint64_t i = 0; st->tasks && i < st->n_tasks; i++)
        if (!is_in_time(st->tasks[i].duration_us) || !is_in_time(st->tasks[i].copy_us))
            return bad_job(t, SW_FAULT_RANGE, job, "tasks", err, "a time is negative or out of range");
    return SW_OK;
}

static int check_stages(struct sw_trace *t, const struct sw_job *job, struct sw_err *err)
{
    uint64_t n_tasks = 0;
    /* Of jobs that the replay knows as maps and reduces either may be empty, not both. */
    if (job->mapreduce && (job->n_stages != 2 || job->stages[0].kind != SW_MAP || job->stages[1].kind != SW_REDUCE))
        return bad_job(t, SW_FAULT_PARENTS, job, "mapreduce", err, "needs two stages, maps and reduces");
    for (uint32_t i = 0; i < job->n_stages; i++) {
        /* Parents come first, so no stage waits for itself. */
        const struct sw_stage_spec *st = &job->stages[i];
        if (st->kind != SW_MAP && st->kind != SW_REDUCE)
            return bad_job(t, SW_FAULT_RANGE, job, "kind", err, "neither map nor reduce");
        for (uint32_t k = 0; k < st->n_parents; k++)
            if (st->parents[k] >= i)
                return bad_job(t, SW_FAULT_PARENTS, job, "parents", err, "a parent does not stand before its child");
        if (st->n_tasks == 0 && !job->mapreduce)
            return bad_job(t, SW_FAULT_NO_TASKS, job, "n_tasks", err, "stage has no tasks");
        if (check_tasks(t, job, st, err) != SW_OK)
            return SW_FAIL;
        n_tasks += job->stages[i].n_tasks;
    }
    return n_tasks > 0 ? SW_OK : bad_job(t, SW_FAULT_NO_TASKS, job, "stages", err, "job has no tasks");
}

static int check_given(struct sw_trace *t, const struct sw_job *job, struct sw_err *err)
{
    if (job->job_id.len == 0)
        return bad_job(t, SW_FAULT_MISSING, job, "job_id", err, "is empty");
    if (!is_in_time(job->submit_us) || !is_in_time(job->think_us))
        return bad_job(t, SW_FAULT_RANGE, job, "submit_us", err, "submit_us or think_us is negative or out of range");
    if (job->weight < 1 || job->weight > (int64_t)TRACE_MAX_WEIGHT * SW_WEIGHT_ONE)
        return bad_job(t, SW_FAULT_RANGE, job, "weight", err, "out of range, 1 to 1e15 millionths");
    if ((unsigned)job->priority > SW_VERY_LOW)
        return bad_job(t, SW_FAULT_RANGE, job, "priority", err, "is none");
    for (int i = 0; i < 2; i++)
        if (job->has_wait[i] && !is_in_time(job->wait_us[i]))
            return bad_job(t, SW_FAULT_RANGE, job, "wait_us", err, "negative or out of range");
    return check_stages(t, job, err);
}

/* next() may fill in less than all: what it leaves stays as these defaults. */
int trace_from_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err)
{
    static const char pool[] = "default";
    *job = (struct sw_job){ .pool = { pool, sizeof pool - 1 }, .priority = SW_NORMAL, .weight = SW_WEIGHT_ONE,
                            .limit_us = -1 };
    int got = t->from.next(t->from.ctx, job, err);
    if (got != 1)
        return got == 0 ? 0 : SW_FAIL;
    /* Messages count jobs as lines of the name that the caller gave. A job that was read says itself where it
     * stands. */
    if (!t->from.is_read) {
        job->path = t->source.path;
        job->line = t->place + 1;
    }
    /* No rows stand behind a job that was made up, whatever next() has left there. */
    job->job_row = NULL;
    job->task_rows = NULL;
    job->n_task_rows = 0;
    if (!t->from.is_read && check_given(t, job, err) != SW_OK)
        return SW_FAIL;
    if (job->after_job.len > 0)
        return 1;
    if (!t->any_order && job->submit_us < t->last_submit_us)
        return bad_job(t, SW_FAULT_ORDER, job, "submit_us", err, "jobs are not in order of submission");
    t->last_submit_us = job->submit_us;
    return 1;
}

/* `name` is copied: the caller's may be gone when a job turns out bad. */
int sw_trace_from(struct sw_trace **out, sw_trace_next_job *next, void *ctx, const char *name, struct sw_err *err)
{
    struct sw_trace *t = *out = calloc(1, sizeof *t);
    char *copy = strdup(name);
    if (!t || !copy) {
        free(t);
        free(copy);
        *out = NULL;
        return sw_err_memory(err);
    }
    t->source.path = t->from.name = copy;
    t->from.next = next;
    t->from.ctx = ctx;
    return SW_OK;
}

/* ctx is the trace's from here on, so end() takes it also when there is no trace. */
int trace_from_read(struct sw_trace **out, sw_trace_next_job *next, void (*end)(void *ctx), void *ctx,
                    const char *name, struct sw_err *err)
{
    int status = sw_trace_from(out, next, ctx, name, err);
    if (status != SW_OK) {
        end(ctx);
        return SW_FAIL;
    }
    (*out)->from.end = end;
    (*out)->from.is_read = true;
    return SW_OK;
}

void sw_job_mapreduce(struct sw_job *job, struct sw_stage_spec stage[2], uint64_t maps, int64_t map_us,
                      uint64_t reduces, int64_t reduce_us)
{
    static const uint32_t maps_place = 0;
    stage[0] = (struct sw_stage_spec){ .stage = 0, .kind = SW_MAP, .n_tasks = maps, .mean_us = map_us };
    stage[1] = (struct sw_stage_spec){ .stage = 1, .kind = SW_REDUCE, .n_tasks = reduces, .mean_us = reduce_us,
                                       .parents = &maps_place, .n_parents = 1 };
    job->stages = stage;
    job->n_stages = 2;
    job->mapreduce = true;
}
