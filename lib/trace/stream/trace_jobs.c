/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_jobs.c - a row of a jobs file as a job of two stages, 0 the maps and 1 the reduces. Tasks of a stage are n
 * alike, with a mean time and sigma; the replay draws the times of each. */
#include "lib/base/grow.h"
#include "lib/trace/stream/trace_private.h"

#define KNOWN(row, column) ((row)->known >> (column) & 1)

/* Bounds that a single row can break. Times and counts were checked as fields, by the flags of the schema. */
static int check_job_row(struct sw_trace *t, const struct sw_job_row *row, struct sw_err *err)
{
    if (t->check && trace_check_fields(t, row, err) != SW_OK)
        return SW_FAIL;
    if (row->maps > TRACE_MAX_TASKS)
        return trace_bad(t, SW_FAULT_RANGE, "maps", err, "out of range, at most 100000000");
    if (row->reduces > TRACE_MAX_TASKS)
        return trace_bad(t, SW_FAULT_RANGE, "reduces", err, "out of range, at most 100000000");
    if (row->maps + row->reduces == 0)
        return trace_bad(t, SW_FAULT_NO_TASKS, "maps", err, "job has no tasks");
    if (trace_check_replication(t, KNOWN(row, SW_JOB_REPLICATION), row->replication, err) != SW_OK)
        return SW_FAIL;
    if (row->maps > 0 && !KNOWN(row, SW_JOB_MAP_S))
        return trace_bad(t, SW_FAULT_MISSING, "map_s", err, "is empty");
    if (row->map_sigma > TRACE_MAX_SIGMA)
        return trace_bad(t, SW_FAULT_RANGE, "map_sigma", err, "out of range, at most 20");
    if (row->reduce_sigma > TRACE_MAX_SIGMA)
        return trace_bad(t, SW_FAULT_RANGE, "reduce_sigma", err, "out of range, at most 20");
    return trace_check_common(t, KNOWN(row, SW_JOB_SUBMIT), KNOWN(row, SW_JOB_AFTER), row->submit_us, row->weight, err);
}

/* Also of rows that were kept packed (trace_sort.c): nothing here may depend on the row before. */
void trace_jobs_fill(struct sw_trace *t, const struct sw_job_row *row, struct sw_job *job)
{
    static const uint32_t maps_place = 0;
    t->stage[0] = (struct sw_stage_spec){ .stage = 0, .kind = SW_MAP, .n_tasks = row->maps, .mean_us = row->map_us,
                                          .sigma = row->map_sigma };
    t->stage[1] = (struct sw_stage_spec){ .stage = 1, .kind = SW_REDUCE, .n_tasks = row->reduces,
                                          .mean_us = row->reduce_us, .copy_us = row->copy_us,
                                          .sigma = row->reduce_sigma, .parents = &maps_place, .n_parents = 1 };
    /* The set-up delays the first stage that has tasks. */
    t->stage[row->maps == 0].setup_us = row->setup_us;
    *job = (struct sw_job){ .job_id = row->job_id, .pool = row->pool, .user = row->user,
                            .after_job = row->after_job, .input_id = row->input_id,
                            .submit_us = row->submit_us, .think_us = row->think_us,
                            .priority = (enum sw_priority)row->priority, .weight = trace_check_weight(row->weight),
                            .input_bytes = row->input_bytes, .shuffle_bytes = row->shuffle_bytes,
                            .output_bytes = row->output_bytes,
                            .has_wait = { row->known >> SW_JOB_WAIT_NODE & 1, row->known >> SW_JOB_WAIT_RACK & 1 },
                            .wait_us = { row->wait_node_us, row->wait_rack_us },
                            .cpus = row->job_cpus, .nodes = row->job_nodes,
                            .limit_us = KNOWN(row, SW_JOB_LIMIT) ? row->limit_us : -1,
                            .partition = row->partition, .qos = row->qos, .replication = row->replication,
                            .has_task_size = { KNOWN(row, SW_JOB_TASK_CPUS), KNOWN(row, SW_JOB_TASK_MEMORY) },
                            .task_size = { row->task_cpus, row->task_memory },
                            .stages = t->stage, .n_stages = 2, .mapreduce = true };
}

/* The extras of the row just read are the job's. */
static int keep_row(struct sw_trace *t, struct sw_job *job, struct sw_err *err)
{
    size_t n = t->source.n_extras;
    job->job_row = &t->job_row;
    if (sw_grow(&t->extras, &t->cap_extras, n, sizeof *t->extras, err) != SW_OK)
        return SW_FAIL;
    for (size_t k = 0; k < n; k++)
        t->extras[k] = source_extra(t, k);
    return 1;
}

int trace_jobs_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err)
{
    int got;
    /* Rows that are set aside are passed over here, so that callers see good jobs only. */
    while ((got = source_read(t, &t->job_row, err)) == 1) {
        if (check_job_row(t, &t->job_row, err) == SW_OK) {
            trace_jobs_fill(t, &t->job_row, job);
            job->line = source_line(t);
            job->path = t->source.path;
            return t->keep_rows ? keep_row(t, job, err) : 1;
        }
        if (source_reject(t, err) != 0)
            return SW_FAIL;
    }
    return got;
}
