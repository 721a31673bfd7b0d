/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source.c - the jobs of a log as a trace: what a replay reads. A trace of a log is read as often as is wanted, and
 * several at once: each has its own place in it. */
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/log/log.h"
#include "lib/trace/stream/trace_from.h"
#include "slotwise/sw_num.h"

/* ---- stages -------------------------------------------------------------------------------------- */

/* The tasks of a stage stand together. Of maps and reduces one may be absent, and keeps none. */
static void find_tasks(struct sw_log *log, const struct sw_log_job *job)
{
    const uint32_t end = job->first_task + job->n_tasks;
    for (uint32_t i = job->first_task, next; i < end; i = next) {
        const struct sw_log_attempt *last = log->tasks[i].last;
        struct sw_log_stage *stage = &log->stages[job->first_stage];
        for (next = i + 1; next < end && log->tasks[next].last->stage == last->stage;)
            next++;
        while (stage->spec.stage != last->stage)
            stage++;
        stage->first_task = i;
        stage->spec.n_tasks = next - i;
        stage->spec.setup_us = last->setup_us;
    }
}

/* Stages of all jobs stand behind one another; each job knows where its own begin. */
static int find_stages(struct sw_log *log, struct sw_err *err)
{
    size_t n = 0;
    for (size_t j = 0; j < log->n_jobs; j++)
        n += log->jobs[j].spec.n_stages;
    if (!(log->stages = calloc(n + 1, sizeof *log->stages)))
        return sw_err_memory(err);
    for (size_t j = 0; j < log->n_jobs; j++) {
        struct sw_log_job *job = &log->jobs[j];
        job->first_stage = (uint32_t)log->n_stages;
        for (uint32_t i = 0; i < job->spec.n_stages; i++) {
            struct sw_stage_spec *spec = &log->stages[log->n_stages++].spec;
            *spec = job->spec.stages[i];
            spec->tasks = NULL;
        }
        find_tasks(log, job);
    }
    return SW_OK;
}

/* Jobs that follow another stand behind it, before the next that comes by the clock: each tree of followers from its
 * root down. So the job is in the system when they are read (J1). A stack of open jobs: first a job's followers,
 * then the next that follows what it follows. */
static int find_order(struct sw_log *log, struct sw_err *err)
{
    uint32_t *first = calloc(3 * log->n_jobs + 3, sizeof *first), *order;
    size_t n_open = 0;
    if (!first || !(order = log->own->order = calloc(log->n_jobs + 1, sizeof *order))) {
        free(first);
        return sw_err_memory(err);
    }
    /* 1 + the first follower of a job, and the next that follows the same; jobs that are still to come. */
    uint32_t *next = first + log->n_jobs + 1, *open = next + log->n_jobs + 1;
    for (size_t i = log->n_jobs; i-- > 0;) {
        const uint32_t after = log->jobs[i].after;
        if (after == UINT32_MAX)
            continue;
        log->own->chained = true;
        next[i] = first[after];
        first[after] = (uint32_t)i + 1;
    }
    for (uint32_t i = 0; i < log->n_jobs; i++) {
        if (log->jobs[i].after != UINT32_MAX)
            continue;
        for (open[n_open++] = i; n_open > 0;) {
            const uint32_t job = open[--n_open];
            order[log->own->n_order++] = job;
            if (job != i && next[job] > 0)
                open[n_open++] = next[job] - 1;
            if (first[job] > 0)
                open[n_open++] = first[job] - 1;
        }
    }
    free(first);
    return SW_OK;
}

int source_prepare(struct sw_log *log, struct sw_err *err)
{
    if (find_stages(log, err) != SW_OK || columns_prepare(log, err) != SW_OK)
        return SW_FAIL;
    return find_order(log, err);
}

/* A job stands behind the one that it follows, so the part has that one, too. */
struct sw_log source_beginning(const struct sw_log *log, size_t n_tasks)
{
    struct sw_log part = *log;
    for (part.n_jobs = part.n_tasks = 0; part.n_jobs < log->n_jobs && part.n_tasks < n_tasks; part.n_jobs++)
        part.n_tasks += log->jobs[part.n_jobs].n_tasks;
    const struct sw_log_task *last = part.n_tasks > 0 ? &log->tasks[part.n_tasks - 1] : NULL;
    part.n_attempts = last ? last->first + last->n : 0;
    return part;
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

/* What a trace of the log keeps while it is read. Tasks and names last until the next job. */
struct source {
    const struct sw_log *log;
    const struct sw_text *hosts;      /* of each task; NULL: the log's */
    const struct log_columns *columns; /* NULL: tasks are given one by one */
    size_t next;
    struct sw_stage_spec *stages;     /* of the job in hand */
    struct sw_task_spec *tasks;
    char (*names)[SW_NUM_MAX];
    size_t cap_stages, cap_tasks, cap_names;
};

/* A task without an id is counted from 0 in its stage. */
static int name_task(struct source *s, uint64_t place, size_t at, struct sw_text *id, struct sw_err *err)
{
    if (id->len > 0)
        return SW_OK;
    /* All names have room at once, so none moves while the job is in hand. */
    if (sw_grow(&s->names, &s->cap_names, s->cap_tasks, sizeof *s->names, err) != SW_OK)
        return SW_FAIL;
    *id = (struct sw_text){ s->names[at], sw_num_put_u64(s->names[at], place) };
    return SW_OK;
}

/* s->hosts go before the log's own: another day's, say. */
static int fill_tasks(struct source *s, const struct sw_log_stage *of, struct sw_task_spec *to, struct sw_err *err)
{
    const struct sw_log *log = s->log;
    for (uint64_t i = 0; i < of->spec.n_tasks; i++) {
        const struct sw_log_task *task = &log->tasks[of->first_task + i];
        const struct sw_log_attempt *row = task->last;
        to[i] = (struct sw_task_spec){ .task_id = sw_log_text(row->task_id), .duration_us = task->time_us,
            .copy_us = row->copy_us, .input_bytes = row->input_bytes,
            .hosts = s->hosts ? s->hosts[of->first_task + i] : task->hosts,
            .recorded = row->has_locality ? (enum sw_locality)row->locality : SW_AT_NONE };
        if (name_task(s, i, (size_t)(&to[i] - s->tasks), &to[i].task_id, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

static int fill_stages(struct source *s, const struct sw_log_job *from, struct sw_job *job, struct sw_err *err)
{
    if (sw_grow(&s->stages, &s->cap_stages, job->n_stages, sizeof *s->stages, err) != SW_OK
        || sw_grow(&s->tasks, &s->cap_tasks, from->n_tasks, sizeof *s->tasks, err) != SW_OK)
        return SW_FAIL;
    job->stages = s->stages;
    for (uint32_t i = 0, n = 0; i < job->n_stages; i++) {
        const struct sw_log_stage *of = &s->log->stages[from->first_stage + i];
        s->stages[i] = of->spec;
        s->stages[i].tasks = s->tasks + n;
        if (fill_tasks(s, of, s->tasks + n, err) != SW_OK)
            return SW_FAIL;
        n += (uint32_t)of->spec.n_tasks;
    }
    return SW_OK;
}

/* Tasks stay where they are: columns are lent. */
static int lend_stages(struct source *s, const struct sw_log_job *from, struct sw_job *job, struct sw_err *err)
{
    if (sw_grow(&s->stages, &s->cap_stages, job->n_stages, sizeof *s->stages, err) != SW_OK)
        return SW_FAIL;
    job->stages = s->stages;
    for (uint32_t i = 0; i < job->n_stages; i++) {
        const size_t at = from->first_stage + i;
        s->stages[i] = s->log->stages[at].spec;
        s->stages[i].columns = &s->columns->of[at - s->columns->first_stage];
    }
    return SW_OK;
}

/* Whether the job is in the part. */
static bool is_of(const struct sw_log *log, uint32_t job) { return log->first_job <= job && job < log->n_jobs; }

static int next_job(void *context, struct sw_job *job, struct sw_err *err)
{
    static const struct sw_text nothing = { "", 0 };
    struct source *s = context;
    const struct log_own *own = s->log->own;
    /* The order is the whole log's, and a part skips what is not its own. */
    while (s->next < own->n_order && !is_of(s->log, own->order[s->next]))
        s->next++;
    if (s->next == own->n_order)
        return 0;
    const struct sw_log_job *from = &s->log->jobs[own->order[s->next++]];
    *job = from->spec;
    job->after_job = nothing;
    job->submit_us = from->submit_us;
    job->think_us = 0;
    job->input_bytes = own->bytes[from - s->log->jobs].input;
    job->shuffle_bytes = own->bytes[from - s->log->jobs].shuffle;
    /* J1.2: what follows a job of another part comes by the clock. */
    if (from->after != UINT32_MAX && is_of(s->log, from->after)) {
        const struct sw_log_job *before = &s->log->jobs[from->after];
        job->after_job = before->id;
        job->think_us = from->submit_us - before->end_us;
        job->submit_us = 0;
    }
    return (s->columns ? lend_stages : fill_stages)(s, from, job, err) == SW_OK ? 1 : SW_FAIL;
}

/* place: in the order of the trace that sw_log_trace() gives. */
const struct sw_log_job *sw_log_at(const struct sw_log *log, uint64_t place, const char *id)
{
    if (!log->own->chained)
        return &log->jobs[log->first_job + place];
    return log->n_jobs - log->first_job == log->own->n_order ? &log->jobs[log->own->order[place]]
                                                             : sw_log_find(log, id, strlen(id));
}

static void end(void *context)
{
    struct source *s = context;
    free(s->stages);
    free(s->tasks);
    free(s->names);
    free(s);
}

/* `of` is copied; end() frees it with the trace. */
static int open(struct sw_trace **out, struct source of, struct sw_err *err)
{
    struct source *s = malloc(sizeof *s);
    *out = NULL;
    if (!s)
        return sw_err_memory(err);
    *s = of;
    return trace_from_read(out, next_job, end, s, s->log->n_jobs > 0 ? s->log->jobs->spec.path : "the log", err);
}

int sw_log_trace(struct sw_trace **out, const struct sw_log *log, const struct sw_text *hosts, struct sw_err *err)
{
    return open(out, (struct source){ .log = log, .hosts = hosts }, err);
}

int source_columns(struct sw_trace **out, const struct sw_log *part, const struct log_columns *columns,
                   struct sw_err *err)
{
    return open(out, (struct source){ .log = part, .columns = columns }, err);
}
