/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.c - see measure.h. A trace is read job by job as it comes, a log is in memory. Both become struct seen,
 * and all else is common. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/log/log.h"
#include "lib/log/measure.h"
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/stream/sw_stream.h"
#include "slotwise/sw_num.h"
#include "lib/base/sw_sort.h"

static int add_change(struct measure *m, struct measure_change change, struct sw_err *err)
{
    if (sw_grow(&m->changes, &m->cap_changes, m->n_changes + 1, sizeof *m->changes, err) != SW_OK)
        return SW_FAIL;
    m->changes[m->n_changes++] = change;
    return SW_OK;
}

/* Twice the time, and 1 for an end: sorted by value, launches of an instant come before its ends. */
static int add_use(struct measure *m, int64_t at_us, bool end, struct sw_err *err)
{
    if (sw_grow(&m->uses, &m->cap_uses, m->n_uses + 1, sizeof *m->uses, err) != SW_OK)
        return SW_FAIL;
    m->uses[m->n_uses++] = 2 * at_us + end;
    return SW_OK;
}

/* NULL: the caller wants no quantiles. */
static int note_quantile(struct sw_quantiles *q, double x, struct sw_err *err)
{
    return q && sw_quantiles_add(q, x) != SW_OK ? sw_err_memory(err) : SW_OK;
}

/* ---- attempts -------------------------------------------------------------------------------- */

/* What is looked at of an attempt, which is a row or in a log. */
struct seen {
    int64_t launch_us, finish_us;
    uint64_t stage, input_bytes;
    struct sw_text node, task_id;
    int32_t kind, locality;
    bool has_launch, has_finish, has_locality, has_input, is_done, names_hosts;
};

static struct seen seen_in_row(const struct sw_task_row *row)
{
    return (struct seen){ row->launch_us, row->finish_us, row->stage, row->input_bytes, row->node, row->task_id,
        row->kind, row->locality, log_knows(row, SW_TASK_LAUNCH), log_knows(row, SW_TASK_FINISH),
        log_knows(row, SW_TASK_LOCALITY), log_knows(row, SW_TASK_INPUT_BYTES),
        log_knows(row, SW_TASK_OUTCOME) && row->outcome == SW_DONE, row->hosts.len > 0 };
}

static struct seen seen_in_log(const struct sw_log *log, const struct sw_log_attempt *a)
{
    return (struct seen){ a->launch_us, a->finish_us, a->stage, a->input_bytes, executors_recorded(log, a),
        sw_log_text(a->task_id), a->kind, a->locality, a->has_launch, a->has_finish, a->has_locality, a->has_input,
        a->has_outcome && a->outcome == SW_DONE, sw_log_text(a->hosts).len > 0 };
}

/* node: its number in `named`, or UINT32_MAX. */
static int add_attempt(struct measure *m, const struct seen *row, size_t *node, struct sw_err *err)
{
    *node = UINT32_MAX;
    if (!row->has_launch)
        return SW_OK;
    m->n_attempts++;
    if (row->node.len > 0 && sw_keys_add(m->named, row->node.at, row->node.len, node, NULL) != SW_OK)
        return sw_err_memory(err);
    if (add_use(m, row->launch_us, false, err) != SW_OK)
        return SW_FAIL;
    return row->has_finish ? add_use(m, row->finish_us, true, err) : SW_OK;
}

/* Below that a task at PROCESS_LOCAL has read nothing. */
enum { LEAST_READ_US = 20000 };

/* Whether the task reads blocks. One that does not is counted by the reason. */
static bool reads_blocks(struct measure *m, const struct seen *row, enum measure_level *level)
{
    static const enum measure_level levels[] = {
        [SW_AT_NODE] = MEASURE_NODE, [SW_AT_RACK] = MEASURE_RACK, [SW_AT_ANY] = MEASURE_ANY
    };
    if (row->kind == SW_REDUCE)
        return false;
    if (!row->has_locality)
        /* Counted once each, so that a reader of the numbers sees where tasks went. */
        return m->n_no_locality++, false;
    if (row->locality == SW_AT_NONE)
        return m->n_no_preference++, false;
    /* It preferred an executor. A task of milliseconds had nothing to read. */
    if (row->locality == SW_AT_PROCESS && row->names_hosts && row->finish_us - row->launch_us >= LEAST_READ_US) {
        *level = MEASURE_NODE;
        return true;
    }
    if (row->locality == SW_AT_PROCESS)
        return m->n_process++, false;
    /* Spark's shuffle stages: a NODE_LOCAL of theirs is reduce locality. */
    if (row->has_input && row->input_bytes == 0)
        return m->n_no_input++, false;
    *level = levels[row->locality];
    return true;
}

/* The task's time is a sample of its level if it read blocks. */
static int add_done(struct measure *m, const struct seen *row, struct measure_task task, uint64_t *n_readers,
                    struct sw_err *err)
{
    const double s = (double)(row->finish_us - row->launch_us) / (double)SW_US_PER_S;
    m->n_done++;
    sw_moments_add(&m->mean_s, s);
    if (note_quantile(m->done_s, s, err) != SW_OK)
        return SW_FAIL;
    if (!reads_blocks(m, row, &task.level))
        return SW_OK;
    ++*n_readers;
    if (note_quantile(m->level_s[task.level], s, err) != SW_OK)
        return SW_FAIL;
    if (sw_grow(&m->tasks, &m->cap_tasks, m->n_tasks + 1, sizeof *m->tasks, err) != SW_OK)
        return SW_FAIL;
    task.s = s;
    task.log_s = log(s);
    if (row->task_id.len > 0)
        (void)!sw_num_u64(row->task_id.at, row->task_id.len, &task.place); /* as it was: no number */
    m->tasks[m->n_tasks++] = task;
    return SW_OK;
}

/* A row carries the number of its stage. The stages of a job are in order of number in job->stages. */
static uint32_t place_of(const struct sw_job *job, uint64_t stage)
{
    uint32_t place = 0;
    while (place < job->n_stages && job->stages[place].stage != stage)
        place++;
    return place;
}

/* place: of the stage that the last row was of. n_readers: tasks that read blocks. */
struct of_job { uint32_t pool, place; uint64_t n_readers, n_done; };

static int start_measured_job(struct measure *m, const struct sw_job *job, struct of_job *of, struct sw_err *err)
{
    size_t pool;
    if (sw_keys_add(m->pools, job->pool.at, job->pool.len, &pool, NULL) != SW_OK)
        return sw_err_memory(err);
    *of = (struct of_job){ .pool = (uint32_t)pool };
    return SW_OK;
}

/* The i-th of the job. */
static int add_seen(struct measure *m, const struct sw_job *job, struct of_job *of, size_t i, const struct seen *row,
                    struct sw_err *err)
{
    const bool timed = row->has_launch && row->has_finish && row->finish_us > row->launch_us;
    /* Rows of a stage mostly stand together. */
    if (of->place >= job->n_stages || job->stages[of->place].stage != row->stage)
        of->place = place_of(job, row->stage);
    size_t node;
    if (add_attempt(m, row, &node, err) != SW_OK)
        return SW_FAIL;
    /* Only what has both times and succeeded is a time of a task. */
    if (!timed || !row->is_done)
        return SW_OK;
    of->n_done++;
    const struct measure_task task = { .stage = (uint32_t)m->n_stages + of->place, .pool = of->pool,
                                       .node = (uint32_t)node, .place = i };
    return add_done(m, row, task, &of->n_readers, err);
}

static int end_measured_job(struct measure *m, const struct sw_job *job, const struct of_job *of, struct sw_err *err)
{
    m->n_jobs++;
    /* Numbers of stages are unique in all jobs. */
    m->n_stages += job->n_stages;
    if (of->n_done > 0 && note_quantile(m->tasks_per_job, (double)of->n_done, err) != SW_OK)
        return SW_FAIL;
    return of->n_readers > 0 ? note_quantile(m->readers_per_job, (double)of->n_readers, err) : SW_OK;
}

static int add_measured_job(struct measure *m, const struct sw_job *job, struct sw_err *err)
{
    struct of_job of;
    if (start_measured_job(m, job, &of, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < job->n_task_rows; i++) {
        const struct seen row = seen_in_row(&job->task_rows[i]);
        if (add_seen(m, job, &of, i, &row, err) != SW_OK)
            return SW_FAIL;
    }
    return end_measured_job(m, job, &of, err);
}

/* In the order in which they were read. seen_in_log() takes nodes as they were read, too. */
static int add_job_of_log(struct measure *m, const struct sw_log *log, size_t first, const struct sw_job *job,
                          struct sw_err *err)
{
    const uint32_t *as_read = log->own->as_read;
    struct of_job of;
    if (start_measured_job(m, job, &of, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < job->n_task_rows; i++) {
        const struct seen row = seen_in_log(log, &log->attempts[as_read ? as_read[first + i] : first + i]);
        if (add_seen(m, job, &of, i, &row, err) != SW_OK)
            return SW_FAIL;
    }
    return end_measured_job(m, job, &of, err);
}

/* ---- the cluster ----------------------------------------------------------------------------- */

/* A node of a cluster for a time. SW_TIME_MAX: for good. */
static int add_slots(struct measure *m, int64_t slots, int64_t from_us, int64_t to_us, struct sw_err *err)
{
    struct measure_change comes = { .at_us = from_us, .slots = slots, .nodes = 1 };
    struct measure_change goes = { .at_us = to_us, .slots = -slots, .nodes = -1 };
    m->has_cluster = true;
    if (add_change(m, comes, err) != SW_OK)
        return SW_FAIL;
    return to_us < SW_TIME_MAX ? add_change(m, goes, err) : SW_OK;
}

static int add_node(void *context, const struct sw_node_row *row, struct sw_err *err)
{
    int64_t slots = (int64_t)(row->slots + row->map_slots + row->reduce_slots);
    return add_slots(context, slots, row->from_us, row->to_us, err);
}

static int add_nodes(struct measure *m, struct sw_csv *in, struct sw_err *err)
{
    struct sw_node_row row;
    int got;
    while ((got = sw_csv_read(in, &row, err)) == 1) {
        if (row.slots > INT32_MAX || row.map_slots > INT32_MAX || row.reduce_slots > INT32_MAX)
            return sw_err_data(err, sw_csv_path(in), sw_csv_row(in)->line, "slots", "out of range");
        if (add_node(m, &row, err) != SW_OK)
            return SW_FAIL;
    }
    /* A file without rows is a cluster, too. */
    m->has_cluster = true;
    return got;
}

static int read_cluster(struct measure *m, const char *path, struct sw_err *err)
{
    struct sw_csv *in;
    if (sw_csv_open(&in, path, err) != SW_OK)
        return SW_FAIL;
    int status = sw_csv_bind(in, &sw_schema_cluster, err) == SW_OK ? add_nodes(m, in, err) : SW_FAIL;
    sw_csv_close(in);
    return status;
}

static int add_cluster(struct measure *m, const struct sw_cluster *cl, struct sw_err *err)
{
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        for (uint32_t k = 0; k < cl->node[i].n_spans; k++) {
            const struct sw_span *span = &cl->node[i].span[k];
            if (add_slots(m, (int64_t)span->slots[0] + span->slots[1], span->from_us, span->to_us, err) != SW_OK)
                return SW_FAIL;
        }
    return SW_OK;
}

/* Returns SW_OK also where neither a cluster is given nor the trace recorded one: has_cluster tells. */
static int take_nodes(struct measure *m, struct sw_trace *t, const char *path, const struct sw_cluster *cl,
                      struct sw_err *err)
{
    int got = path ? read_cluster(m, path, err) : cl ? add_cluster(m, cl, err)
                                                     : sw_trace_nodes(t, false, add_node, m, err);
    m->has_cluster |= got == 1;
    if (got >= 0 && sw_sort_records_signed(m->changes, m->n_changes, sizeof *m->changes,
                                           offsetof(struct measure_change, at_us)) != SW_OK)
        return sw_err_memory(err);
    if (got >= 0 && sw_sort_records_signed(m->uses, m->n_uses, sizeof *m->uses, 0) != SW_OK)
        return sw_err_memory(err);
    return got < 0 ? SW_FAIL : SW_OK;
}

int measure_nodes(struct measure *m, struct sw_trace *t, const char *cluster, struct sw_err *err)
{
    return take_nodes(m, t, cluster, NULL, err);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* measure_log() needs no quantiles, so they are made in measure_start() alone. */
static int start(struct measure *m, struct sw_err *err)
{
    *m = (struct measure){ .wait_s = NAN };
    return (m->named = sw_keys_new()) && (m->pools = sw_keys_new()) ? SW_OK : sw_err_memory(err);
}

int measure_start(struct measure *m, struct sw_err *err)
{
    struct sw_quantiles **all[] = { &m->done_s, &m->level_s[0], &m->level_s[1], &m->level_s[2], &m->tasks_per_job,
        &m->readers_per_job };
    if (start(m, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!(*all[i] = sw_quantiles_new(SW_QUANTILES_EXACT)))
            return sw_err_memory(err);
    return SW_OK;
}

/* NAN: the log does not say. */
static void read_wait(struct measure *m, const struct sw_trace *t)
{
    char text[64];
    m->wait_s = NAN;
    if (sw_trace_fact(t, "locality_wait_node_s", text, sizeof text)
        && sw_num_real(text, strlen(text), &m->wait_s) != SW_OK)
        m->wait_s = NAN;
}

static int read_jobs(struct measure *m, struct sw_trace *t, struct sw_err *err)
{
    struct sw_job job;
    int got;
    while ((got = sw_trace_next(t, &job, err)) == 1)
        if (add_measured_job(m, &job, err) != SW_OK)
            return SW_FAIL;
    return got == 0 ? speeds_find(m, err) : SW_FAIL;
}

static int end_reading(struct measure *m, const struct sw_trace *facts, const char *file, struct sw_err *err)
{
    if (m->n_attempts == 0)
        return sw_err_data(err, file, 0, NULL, "no launch_s in it: nothing to measure");
    read_wait(m, facts);
    return SW_OK;
}

int measure_read(struct measure *m, struct sw_trace *t, const struct sw_trace *facts, const char *file,
                 struct sw_err *err)
{
    if (!sw_trace_is_tasks(t))
        return sw_err_data(err, file, 0, NULL, "jobs without recorded tasks: nothing to measure");
    return read_jobs(m, t, err) == SW_OK ? end_reading(m, facts, file, err) : SW_FAIL;
}

static int read_log(struct measure *m, const struct sw_log *log, struct sw_err *err)
{
    /* Attempts of a job stand where they were put when the log was read. */
    for (size_t i = 0, first = 0; i < log->n_jobs; i++) {
        if (add_job_of_log(m, log, first, &log->jobs[i].spec, err) != SW_OK)
            return SW_FAIL;
        first += log->jobs[i].spec.n_task_rows;
    }
    return speeds_find(m, err);
}

int measure_read_log(struct measure *m, const struct sw_log *log, const char *file, struct sw_err *err)
{
    return read_log(m, log, err) == SW_OK ? end_reading(m, log->trace, file, err) : SW_FAIL;
}

int measure_log(struct measure *m, const struct sw_log *log, struct sw_err *err)
{
    const int status = start(m, err) == SW_OK ? read_log(m, log, err) : SW_FAIL;
    read_wait(m, log->trace);
    return status == SW_OK ? take_nodes(m, log->trace, NULL, log->given_cluster ? log->cl : NULL, err) : SW_FAIL;
}

/* After all that has been read. */
double measure_mean_s(const struct measure *m, bool at_node)
{
    struct sw_moments s = { 0 };
    for (size_t i = 0; i < m->n_tasks; i++)
        if (!at_node || m->tasks[i].level == MEASURE_NODE)
            sw_moments_add(&s, m->tasks[i].s);
    return sw_moments_mean(&s);
}

void measure_clear(struct measure *m)
{
    struct sw_quantiles *all[] = { m->done_s, m->level_s[0], m->level_s[1], m->level_s[2], m->tasks_per_job,
        m->readers_per_job };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        sw_quantiles_free(all[i]);
    sw_keys_free(m->named);
    sw_keys_free(m->pools);
    free(m->tasks);
    free(m->changes);
    free(m->uses);
}
