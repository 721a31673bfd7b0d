/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.c - see measure.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/delay/measure.h"

#define KNOWN(row, column) (((row)->known >> (column) & 1) != 0)

static int grow(void *array_ptr, size_t *cap, size_t need, size_t size, struct sw_err *err)
{
    void **array = array_ptr;
    size_t want = *cap < 64 ? 64 : *cap * 2;
    if (need <= *cap)
        return SW_OK;
    void *grown = want > SIZE_MAX / size ? NULL : realloc(*array, want * size);
    if (!grown)
        return sw_err_memory(err);
    *array = grown;
    *cap = want;
    return SW_OK;
}

static int add_change(struct measure *m, struct measure_change change, struct sw_err *err)
{
    if (grow(&m->changes, &m->cap_changes, m->n_changes + 1, sizeof *m->changes, err) != SW_OK)
        return SW_FAIL;
    m->changes[m->n_changes++] = change;
    return SW_OK;
}

/* ---- attempts -------------------------------------------------------------------------------- */

static int add_attempt(struct measure *m, const struct sw_task_row *row, struct sw_err *err)
{
    if (!KNOWN(row, SW_TASK_LAUNCH))
        return SW_OK;
    size_t number;
    m->n_attempts++;
    if (row->node.len > 0 && sw_keys_add(m->named, row->node.at, row->node.len, &number, NULL) != SW_OK)
        return sw_err_memory(err);
    if (add_change(m, (struct measure_change){ .at_us = row->launch_us, .running = 1 }, err) != SW_OK)
        return SW_FAIL;
    if (!KNOWN(row, SW_TASK_FINISH))
        return SW_OK;
    return add_change(m, (struct measure_change){ .at_us = row->finish_us, .running = -1, .end = true }, err);
}

/* Whether the task reads blocks. One that does not is counted by the reason. */
static bool reads_blocks(struct measure *m, const struct sw_task_row *row, enum measure_level *level)
{
    static const enum measure_level levels[] = {
        [SW_AT_NODE] = MEASURE_NODE, [SW_AT_RACK] = MEASURE_RACK, [SW_AT_ANY] = MEASURE_ANY
    };
    if (row->kind == SW_REDUCE)
        return false;
    if (!KNOWN(row, SW_TASK_LOCALITY))
        return m->n_no_locality++, false;
    if (row->locality == SW_AT_NONE)
        return m->n_no_preference++, false;
    if (row->locality == SW_AT_PROCESS)
        return m->n_process++, false;
    if (KNOWN(row, SW_TASK_INPUT_BYTES) && row->input_bytes == 0)
        return m->n_no_input++, false;
    *level = levels[row->locality];
    return true;
}

static int add_done(struct measure *m, const struct sw_task_row *row, uint32_t stage, uint32_t pool,
                    uint64_t *n_readers, struct sw_err *err)
{
    double s = (double)(row->finish_us - row->launch_us) / (double)SW_US_PER_S;
    enum measure_level level;
    m->n_done++;
    sw_moments_add(&m->mean_s, s);
    if (sw_quantiles_add(m->done_s, s) != SW_OK)
        return sw_err_memory(err);
    if (!reads_blocks(m, row, &level))
        return SW_OK;
    ++*n_readers;
    if (sw_quantiles_add(m->level_s[level], s) != SW_OK)
        return sw_err_memory(err);
    if (grow(&m->tasks, &m->cap_tasks, m->n_tasks + 1, sizeof *m->tasks, err) != SW_OK)
        return SW_FAIL;
    m->tasks[m->n_tasks++] = (struct measure_task){ stage, pool, level, s };
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

static int add_job(struct measure *m, const struct sw_job *job, struct sw_err *err)
{
    uint64_t n_readers = 0, n_done = 0;
    uint32_t place = 0;
    size_t pool;
    if (sw_keys_add(m->pools, job->pool.at, job->pool.len, &pool, NULL) != SW_OK)
        return sw_err_memory(err);
    for (size_t i = 0; i < job->n_task_rows; i++) {
        const struct sw_task_row *row = &job->task_rows[i];
        bool timed = KNOWN(row, SW_TASK_LAUNCH) && KNOWN(row, SW_TASK_FINISH) && row->finish_us > row->launch_us;
        if (place >= job->n_stages || job->stages[place].stage != row->stage)
            place = place_of(job, row->stage);
        if (add_attempt(m, row, err) != SW_OK)
            return SW_FAIL;
        if (!timed || !KNOWN(row, SW_TASK_OUTCOME) || row->outcome != SW_DONE)
            continue;
        n_done++;
        if (add_done(m, row, (uint32_t)m->n_stages + place, (uint32_t)pool, &n_readers, err) != SW_OK)
            return SW_FAIL;
    }
    m->n_jobs++;
    m->n_stages += job->n_stages;
    if ((n_done > 0 && sw_quantiles_add(m->tasks_per_job, (double)n_done) != SW_OK)
        || (n_readers > 0 && sw_quantiles_add(m->readers_per_job, (double)n_readers) != SW_OK))
        return sw_err_memory(err);
    return SW_OK;
}

/* ---- the cluster ----------------------------------------------------------------------------- */

static int add_nodes(struct measure *m, struct sw_csv *in, struct sw_err *err)
{
    struct sw_node_row row;
    int got;
    while ((got = sw_csv_read(in, &row, err)) == 1) {
        int64_t slots = (int64_t)(row.slots + row.map_slots + row.reduce_slots);
        if (row.slots > INT32_MAX || row.map_slots > INT32_MAX || row.reduce_slots > INT32_MAX)
            return sw_err_data(err, sw_csv_path(in), sw_csv_row(in)->line, "slots", "out of range");
        struct measure_change comes = { .at_us = row.from_us, .slots = slots, .nodes = 1 };
        struct measure_change goes = { .at_us = row.to_us, .slots = -slots, .nodes = -1 };
        if (add_change(m, comes, err) != SW_OK || (KNOWN(&row, SW_NODE_TO) && add_change(m, goes, err) != SW_OK))
            return SW_FAIL;
    }
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

/* The cluster that the log recorded is written to a file and read back, as between two programs. */
static int put_recorded(struct sw_trace *t, const char *path, struct sw_err *err)
{
    struct sw_out *out;
    if (sw_out_open(&out, path, err) != SW_OK)
        return SW_FAIL;
    int got = sw_trace_put_cluster(t, false, out, err);
    if (got <= 0) {
        sw_out_abandon(out);
        return got;
    }
    return sw_out_close(out, err) == SW_OK ? 1 : SW_FAIL;
}

static int read_recorded(struct measure *m, struct sw_trace *t, struct sw_err *err)
{
    char path[SW_NAMELESS_MAX];
    int fd;
    if (sw_out_nameless(&fd, path, err) != SW_OK)
        return SW_FAIL;
    int got = put_recorded(t, path, err);
    if (got == 1)
        got = read_cluster(m, path, err);
    close(fd);
    return got < 0 ? SW_FAIL : SW_OK;
}

/* ---- reading --------------------------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
    const struct measure_change *x = a, *y = b;
    return (x->at_us > y->at_us) - (x->at_us < y->at_us);
}

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
    sw_trace_any_order(t);
    sw_trace_keep_rows(t);
    while ((got = sw_trace_next(t, &job, err)) == 1)
        if (add_job(m, &job, err) != SW_OK)
            return SW_FAIL;
    return got;
}

static int read_trace(struct measure *m, struct sw_trace *t, const struct measure_input *in, const struct sw_cli *cli,
                      struct sw_err *err)
{
    if (!sw_trace_is_tasks(t))
        return sw_err_data(err, in->files[0], 0, NULL, "jobs without recorded tasks: nothing to measure");
    if (read_jobs(m, t, err) != SW_OK)
        return SW_FAIL;
    if (m->n_attempts == 0)
        return sw_err_data(err, in->files[0], 0, NULL, "no launch_s in it: nothing to measure");
    if (sw_damage_total(sw_trace_damage(t)) > 0)
        sw_cli_warn(cli, "the log is damaged (slot-trace --check tells where)");
    read_wait(m, t);
    return in->cluster ? read_cluster(m, in->cluster, err) : read_recorded(m, t, err);
}

int measure_read(struct measure *m, const struct measure_input *in, const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_cli_progress progress = { .cli = cli, .what = "jobs read" };
    struct sw_trace_input input = { .files = in->files, .n_files = in->n_files, .rules = SW_IMPORT_RULES_DEFAULT,
                                    .tell = sw_cli_tell, .context = &progress };
    struct sw_trace *t;
    struct sw_quantiles **all[] = { &m->done_s, &m->level_s[0], &m->level_s[1], &m->level_s[2], &m->tasks_per_job,
        &m->readers_per_job };
    *m = (struct measure){ .wait_s = NAN };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!(*all[i] = sw_quantiles_new(SW_QUANTILES_EXACT)))
            return sw_err_memory(err);
    if (!(m->named = sw_keys_new()) || !(m->pools = sw_keys_new()))
        return sw_err_memory(err);
    if (sw_trace_open(&t, &input, err) != SW_OK)
        return SW_FAIL;
    int status = read_trace(m, t, in, cli, err);
    sw_trace_free(t);
    if (status == SW_OK && m->n_changes > 0)
        qsort(m->changes, m->n_changes, sizeof *m->changes, by_time);
    return status;
}

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
}
