/* SPDX-License-Identifier: GPL-3.0-or-later */
/* convert.c - a stream of jobs written as the jobs record or as the tasks record.
 *
 * Rows that already are of that record pass as they stand, unknown columns included. Else
 *   jobs to tasks: task i of a stage lasts what slot-replay would draw for it from the same seed;
 *   tasks to jobs: counts, means, and the standard deviation of the logarithm of the times.
 *
 * Columns of a job that both records have, and write only where they are given, pass in both directions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/base/sw_chance.h"
#include "lib/trace/record/known.h"
#include "lib/trace/record/sw_records.h"
#include "lib/trace/stream/trace_private.h"

/* Into a record of the same sort all pass; into the other, what is carried there. */
static bool extra_passes(const struct sw_trace *t, size_t extra, const struct sw_schema *to)
{
    return t->is_tasks == (to == &sw_schema_tasks) || t->source.extra_carried[extra];
}

bool convert_carries(const struct sw_trace *t, const struct sw_schema *to)
{
    bool any = false;
    for (size_t i = 0; i < t->source.n_extras; i++)
        any |= extra_passes(t, i, to);
    return any;
}

static void end_row(const struct sw_trace *t, const struct sw_job *job, size_t row, const struct sw_schema *to,
                    struct sw_out *out)
{
    for (size_t i = 0; i < job->n_extras; i++)
        if (extra_passes(t, i, to)) {
            const struct sw_text *field = &job->extras[row * job->n_extras + i];
            sw_out_text(out, field->at, field->len);
        }
    sw_out_end_row(out);
}

static void put_names(const struct sw_trace *t, const struct sw_schema *schema, struct sw_out *out)
{
    sw_schema_put_header(schema, out);
    for (size_t i = 0; i < t->source.n_extras; i++)
        if (extra_passes(t, i, schema))
            sw_out_text(out, t->source.extra_names[i].at, t->source.extra_names[i].len);
    sw_out_end_row(out);
}

/* ---- tasks to jobs ------------------------------------------------------------------------------- */

struct sums { uint64_t n, n_positive, bytes; double time_us, copy_us, log, log2; };

/* Kind reduce counts as reduces, everything else as maps. A time of 0 has no logarithm and is left out of sigma
 * alone. */
static void add_to_sums(struct sums *s, const struct sw_task_spec *task)
{
    s->n++;
    s->time_us += (double)task->duration_us;
    s->copy_us += (double)task->copy_us;
    if (__builtin_add_overflow(s->bytes, task->input_bytes, &s->bytes))
        s->bytes = UINT64_MAX;
    if (task->duration_us <= 0)
        return;
    double l = log((double)task->duration_us);
    s->n_positive++; /* Welford: log is the running mean, log2 the sum of squares about it */
    double d = l - s->log;
    s->log += d / (double)s->n_positive;
    s->log2 += d * (l - s->log);
}

/* The sample's own standard deviation (n - 1), in whole millionths so that rounding noise is not printed. */
static double sigma_of(const struct sums *s)
{
    if (s->n_positive < 2)
        return 0;
    return round(sqrt(s->log2 / (double)(s->n_positive - 1)) * 1e6) / 1e6;
}

/* Without a task there is no mean to tell. */
static int64_t mean_of(double sum_us, uint64_t n) { return n > 0 ? llround(sum_us / (double)n) : 0; }

/* MapReduce or not, a job of the record has maps and reduces: stages of a DAG are added up. */
static void fill_means(const struct sw_job *job, struct sw_job_row *row)
{
    struct sums maps, reduces;
    maps = reduces = (struct sums){ 0 };
    for (uint32_t i = 0; i < job->n_stages; i++)
        for (uint64_t k = 0; k < job->stages[i].n_tasks; k++)
            add_to_sums(job->stages[i].kind == SW_REDUCE ? &reduces : &maps, &job->stages[i].tasks[k]);
    row->maps = maps.n;
    row->map_us = mean_of(maps.time_us, maps.n);
    row->map_sigma = sigma_of(&maps);
    row->input_bytes = maps.bytes;
    row->reduces = reduces.n;
    row->reduce_us = mean_of(reduces.time_us, reduces.n);
    row->copy_us = mean_of(reduces.copy_us, reduces.n);
    row->reduce_sigma = sigma_of(&reduces);
    row->shuffle_bytes = reduces.bytes;
    /* A job of reduces alone has maps 0, which the record wants in each row. */
    row->known |= BIT(SW_JOB_MAPS) | BIT(SW_JOB_REDUCES) | BIT(SW_JOB_MAP_S);
    if (maps.n > 0)
        row->known |= BIT(SW_JOB_MAP_SIGMA);
    if (reduces.n > 0)
        row->known |= BIT(SW_JOB_REDUCE_S) | BIT(SW_JOB_COPY_S) | BIT(SW_JOB_REDUCE_SIGMA);
    row->known |= (maps.bytes > 0 ? BIT(SW_JOB_INPUT_BYTES) : 0) | (reduces.bytes > 0 ? BIT(SW_JOB_SHUFFLE_BYTES) : 0);
}

/* From tasks no output_bytes follow, and no input_id: they stay unknown. */
static void job_row(const struct sw_job *job, struct sw_job_row *row)
{
    *row = (struct sw_job_row){ .job_id = job->job_id, .pool = job->pool, .user = job->user,
                                .after_job = job->after_job, .submit_us = job->submit_us, .think_us = job->think_us,
                                .priority = (int32_t)job->priority,
                                .weight = (double)job->weight / (double)SW_WEIGHT_ONE };
    row->known = BIT(SW_JOB_ID) | BIT(SW_JOB_POOL) | BIT(SW_JOB_PRIORITY) | BIT(SW_JOB_WEIGHT);
    row->known |= job->user.len > 0 ? BIT(SW_JOB_USER) : 0;
    /* submit_s counts only where the job follows no other. */
    row->known |= job->after_job.len > 0 ? BIT(SW_JOB_AFTER) | BIT(SW_JOB_THINK) : BIT(SW_JOB_SUBMIT);
    fill_means(job, row);
}

/* Rows of a jobs file are given as they were read, so nothing of them is lost. */
int sw_trace_put_jobs(struct sw_trace *t, struct sw_out *out, struct sw_err *err)
{
    struct sw_job job;
    struct sw_job_row row;
    int got;
    t->keep_extras = true;
    put_names(t, &sw_schema_jobs, out);
    while (!sw_out_failed(out) && (got = sw_trace_next(t, &job, err)) != 0) {
        if (got < 0)
            return SW_FAIL;
        if (t->is_tasks)
            job_row(&job, &row);
        sw_schema_put(&sw_schema_jobs, t->is_tasks ? &row : job.job_row, out);
        end_row(t, &job, 0, &sw_schema_jobs, out);
    }
    return SW_OK;
}

/* ---- jobs to tasks ------------------------------------------------------------------------------- */

/* All tasks of a stage begin with this row. */
static void begin_row(const struct sw_job *job, const struct sw_stage_spec *stage, struct sw_task_row *row)
{
    *row = (struct sw_task_row){ .job_id = job->job_id, .pool = job->pool, .user = job->user,
                                 .after_job = job->after_job, .submit_us = job->submit_us, .think_us = job->think_us,
                                 .priority = (int32_t)job->priority, .kind = (int32_t)stage->kind,
                                 .weight = (double)job->weight / (double)SW_WEIGHT_ONE, .stage = stage->stage,
                                 .copy_us = stage->copy_us, .setup_us = stage->setup_us };
    row->known = BIT(SW_TASK_JOB) | BIT(SW_TASK_POOL) | BIT(SW_TASK_PRIORITY) | BIT(SW_TASK_WEIGHT) |
                 BIT(SW_TASK_STAGE) | BIT(SW_TASK_KIND) | BIT(SW_TASK_ID) | BIT(SW_TASK_DURATION);
    row->known |= job->user.len > 0 ? BIT(SW_TASK_USER) : 0;
    row->known |= job->after_job.len > 0 ? BIT(SW_TASK_AFTER) | BIT(SW_TASK_THINK) : BIT(SW_TASK_SUBMIT);
    row->known |= stage->kind == SW_REDUCE ? BIT(SW_TASK_COPY) : 0;
    row->known |= stage->setup_us ? BIT(SW_TASK_SETUP) : 0;
}

/* A jobs file has two stages: place 0 the maps, place 1 the reduces. */
static void put_stage(const struct sw_trace *t, const struct sw_job *job, uint32_t place, uint64_t seed,
                      struct sw_out *out)
{
    const struct sw_stage_spec *stage = &job->stages[place];
    /* The stream of L3: (seed, map time or reduce time, job_id, task). So a replay with this seed has the same
     * times. */
    uint64_t name = sw_chance_name(job->job_id.at, job->job_id.len);
    uint64_t bytes = place == 0 ? job->input_bytes : job->shuffle_bytes;
    char id[SW_NUM_MAX];
    struct sw_task_row row;
    begin_row(job, stage, &row);
    /* Reduces alone wait for no stage. */
    if (place == 1 && job->stages[0].n_tasks > 0) {
        row.parents = (struct sw_text){ "0", 1 };
        row.known |= BIT(SW_TASK_PARENTS);
    }
    row.known |= bytes > 0 ? BIT(SW_TASK_INPUT_BYTES) : 0;
    for (uint64_t i = 0; i < stage->n_tasks && !sw_out_failed(out); i++) {
        struct sw_chance c = sw_chance_start(seed, place == 0 ? SW_CHANCE_MAP_TIME : SW_CHANCE_REDUCE_TIME, name, i);
        row.duration_us = sw_chance_lognormal_us(&c, stage->mean_us, stage->sigma);
        row.task_id = (struct sw_text){ id, sw_num_put_u64(id, i) };
        /* Bytes are shared evenly, the first tasks taking one more where they do not divide. */
        row.input_bytes = bytes / stage->n_tasks + (i < bytes % stage->n_tasks);
        sw_schema_put(&sw_schema_tasks, &row, out);
        end_row(t, job, 0, &sw_schema_tasks, out);
    }
}

/* The rows of a job stand together, so two jobs of one name in succession would read back as one. */
struct last_id { char *at; size_t len, cap; };

static int check_id(struct last_id *last, const struct sw_trace *t, const struct sw_job *job, struct sw_err *err)
{
    if (job->place > 0 && job->job_id.len == last->len && memcmp(job->job_id.at, last->at, last->len) == 0)
        return sw_trace_err(t, job, "job_id", err, "is that of the job before, so their tasks would run together");
    if (sw_grow(&last->at, &last->cap, job->job_id.len + 1, 1, err) != SW_OK)
        return SW_FAIL;
    memcpy(last->at, job->job_id.at, job->job_id.len);
    last->len = job->job_id.len;
    return SW_OK;
}

/* The tasks record of a tasks file has its rows as they were read, all attempts included. */
int sw_trace_put_tasks(struct sw_trace *t, uint64_t seed, struct sw_out *out, struct sw_err *err)
{
    struct last_id last = { NULL, 0, 0 };
    struct sw_job job;
    int got, status = SW_OK;
    put_names(t, &sw_schema_tasks, out);
    while (!sw_out_failed(out) && (got = sw_trace_next(t, &job, err)) != 0) {
        status = got < 0 ? SW_FAIL : check_id(&last, t, &job, err);
        if (status != SW_OK)
            break;
        if (t->is_tasks) {
            for (size_t i = 0; i < job.n_task_rows; i++) {
                sw_schema_put(&sw_schema_tasks, &job.task_rows[i], out);
                end_row(t, &job, i, &sw_schema_tasks, out);
            }
        } else
            for (uint32_t i = 0; i < job.n_stages; i++)
                put_stage(t, &job, i, seed, out);
    }
    free(last.at);
    return status;
}
