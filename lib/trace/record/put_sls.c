/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put_sls.c - a trace as jobs of YARN's Scheduler Load Simulator,
 * so that results can be checked in Hadoop's own program.
 *
 * The simulator knows maps (priority 20) and reduces (10); a stage of a DAG that waits for others is written as
 * reduces, any other as maps. A container asks for one host: the first preferred one, else the one it ran on. */
#include <stdlib.h>
#include <string.h>
#include "lib/csv/sw_output.h"
#include "lib/trace/jhist/escape.h"
#include "lib/trace/import/hosts.h"
#include "lib/base/grow.h"
#include "lib/trace/stream/trace_private.h"

#define KNOWN(row, column) (((row)->known >> (column) & 1) != 0)

/* Of the attempts at a task one is written, by the rule of the stream itself:
 * the last done one, else the last timed. */
struct chosen {
    struct sw_keys tasks;
    const struct sw_task_row **row;
    size_t cap;
    char *key;
    size_t cap_key;
};
/* Nodes by the names that the rows have, which differ from the table's when they are renamed. */
struct racks { const struct sw_hosts *hosts; const struct sw_rename *rename; struct sw_keys renamed; };

/* A task is known by its stage and its id; the ids of two stages may be the same. */
static int task_place(struct chosen *c, const struct sw_task_row *row, uint32_t *at, bool *is_new, struct sw_err *err)
{
    size_t n = c->tasks.n, len;
    if (sw_grow(&c->key, &c->cap_key, row->task_id.len + SW_NUM_MAX, 1, err) != SW_OK)
        return SW_FAIL;
    len = sw_num_put_u64(c->key, row->stage);
    c->key[len++] = ':';
    memcpy(c->key + len, row->task_id.at, row->task_id.len);
    struct sw_text key = { c->key, len + row->task_id.len };
    int status = nameset_add(&c->tasks, key, at, err);
    *is_new = c->tasks.n > n;
    return status;
}

/* A made trace has no outcomes: each of its tasks is done. */
static bool counts_as_done(const struct sw_task_row *row)
{
    return !KNOWN(row, SW_TASK_OUTCOME) || row->outcome == SW_DONE;
}

/* The rows of a job in the order of the file, so that a later attempt of equal worth takes the place. */
static int choose_attempts(struct chosen *c, const struct sw_job *job, struct sw_err *err)
{
    uint32_t at;
    bool is_new;
    sw_keys_clear(&c->tasks);
    for (size_t i = 0; i < job->n_task_rows; i++) {
        const struct sw_task_row *row = &job->task_rows[i];
        /* Attempts at a task are told by its id: a row without one has no place. */
        if (row->task_id.len == 0)
            return sw_err_set(err, "job '%.*s': a task without an id",
                              (int)(job->job_id.len < 100 ? job->job_id.len : 100), job->job_id.at);
        if (task_place(c, row, &at, &is_new, err) != SW_OK
            || sw_grow(&c->row, &c->cap, c->tasks.n, sizeof *c->row, err) != SW_OK)
            return SW_FAIL;
        /* A later row counts if it is done, or if the one before is not and this one has a time. */
        if (is_new || counts_as_done(row) || (!counts_as_done(c->row[at]) && KNOWN(row, SW_TASK_DURATION)))
            c->row[at] = row;
    }
    return SW_OK;
}

/* ---- hosts --------------------------------------------------------------------------------------------- */

/* The table grows while the trace is read, and its names with it. */
static int learn_names(struct racks *r, struct sw_err *err)
{
    char name[SW_RENAMED_MAX];
    while (r->rename && r->renamed.n < r->hosts->nodes.n) {
        size_t n = r->renamed.n;
        struct sw_text node = sw_rename_put(r->rename, SW_NAMED_NODE, nameset_text(&r->hosts->nodes, n), name);
        if (nameset_add(&r->renamed, node, NULL, err) != SW_OK)
            return SW_FAIL;
        /* Renamed names are 64 bits of a hash: two may fall together. */
        if (r->renamed.n == n)
            return sw_err_set(err, "two nodes get the same new name: use another key");
    }
    return SW_OK;
}

/* "/RACK/HOST". A name that was renamed stands where the host's own does. */
static void put_host(const struct racks *r, const struct sw_task_row *row, struct sw_out *out)
{
    char buf[SW_RENAMED_MAX], *path;
    struct sw_text host = row->hosts.len > 0 ? row->hosts : row->node;
    /* Of several preferred hosts the first; the simulator asks for one. */
    const char *bar = host.len > 0 ? memchr(host.at, '|', host.len) : NULL;
    host.len = bar ? (size_t)(bar - host.at) : host.len;
    if (host.len == 0)
        return;
    /* Names of rows are renamed already, so the host is looked for by its new name, and its rack by the place of
     * that. */
    uint32_t node = nameset_find(r->rename ? &r->renamed : &r->hosts->nodes, host);
    struct sw_text rack = hosts_rack(r->hosts, nameset_text(&r->hosts->nodes, node));
    rack = sw_rename_put(r->rename, SW_NAMED_RACK, rack.len > 0 ? rack : (struct sw_text){ "default-rack", 12 }, buf);
    /* Rack names of Hadoop begin with a slash. It is not written twice. */
    size_t slash = rack.len > 0 && rack.at[0] == '/';
    if (!(path = malloc(rack.len + host.len + 2))) {
        sw_out_no_memory(out);
        return;
    }
    size_t len = 0;
    path[len++] = '/';
    memcpy(path + len, rack.at + slash, rack.len - slash);
    len += rack.len - slash;
    path[len++] = '/';
    memcpy(path + len, host.at, host.len);
    sw_out_printf(out, "\"container.host\": ");
    escape_put_json((struct sw_text){ path, len + host.len }, out);
    sw_out_printf(out, ", ");
    free(path);
}

/* ---- jobs ---------------------------------------------------------------------------------------------- */

/* To the nearest millisecond. */
static long long to_ms(int64_t us) { return (long long)((us + 500) / 1000); }

/* A task that was never launched starts with its job. */
static int64_t start_of(const struct sw_job *job, const struct sw_task_row *row)
{
    return KNOWN(row, SW_TASK_LAUNCH) ? row->launch_us : job->submit_us;
}

/* Where it is not recorded: a launch, then the task's time with its copying. */
static int64_t end_us_of(const struct sw_job *job, const struct sw_task_row *row)
{
    if (KNOWN(row, SW_TASK_LAUNCH) && KNOWN(row, SW_TASK_FINISH) && row->finish_us >= row->launch_us)
        return row->finish_us;
    return start_of(job, row) + row->duration_us + row->copy_us;
}

static void put_container(const struct racks *r, const struct sw_job *job, const struct sw_task_row *row,
                          struct sw_out *out)
{
    /* A task with parents is written as a reduce, as the simulator has no stages. */
    bool reduce = row->kind == SW_REDUCE || (row->kind == SW_TASK && row->parents.len > 0);
    sw_out_printf(out, "    {");
    put_host(r, row, out);
    sw_out_printf(out, "\"container.start.ms\": %lld, \"container.end.ms\": %lld, \"container.priority\": %d, "
                       "\"container.type\": \"%s\"}",
                  to_ms(start_of(job, row)), to_ms(end_us_of(job, row)), reduce ? 10 : 20, reduce ? "reduce" : "map");
}

static void put_sls_put_text(const char *key, struct sw_text text, struct sw_out *out)
{
    sw_out_printf(out, "  \"%s\": ", key);
    escape_put_json(text, out);
    sw_out_printf(out, ",\n");
}

static void put_sls_job(const struct racks *r, const struct chosen *c, const struct sw_job *job, struct sw_out *out)
{
    int64_t end_us = job->submit_us;
    for (size_t i = 0; i < c->tasks.n; i++)
        if (end_us_of(job, c->row[i]) > end_us)
            end_us = end_us_of(job, c->row[i]);
    sw_out_printf(out, "{\n  \"am.type\": \"mapreduce\",\n  \"job.start.ms\": %lld,\n  \"job.end.ms\": %lld,\n",
                  to_ms(job->submit_us), to_ms(end_us));
    put_sls_put_text("job.queue.name", job->pool, out);
    put_sls_put_text("job.id", job->job_id, out);
    /* The simulator wants a user of each job. */
    put_sls_put_text("job.user", job->user.len > 0 ? job->user : (struct sw_text){ "default", 7 }, out);
    sw_out_printf(out, "  \"job.tasks\": [\n");
    for (size_t i = 0; i < c->tasks.n; i++) {
        put_container(r, job, c->row[i], out);
        sw_out_printf(out, i + 1 < c->tasks.n ? ",\n" : "\n");
    }
    sw_out_printf(out, "  ]\n}\n");
}

int sw_trace_put_sls(struct sw_trace *t, const struct sw_hosts *hosts, const struct sw_rename *rename,
                     struct sw_out *out, struct sw_err *err)
{
    struct racks racks = { .hosts = hosts, .rename = rename };
    struct chosen c = { .row = NULL };
    struct sw_job job;
    int got = 0, status = SW_OK;
    if (!t->is_tasks)
        return sw_err_set(err, "--record sls: a jobs file has no tasks yet (slot-trace --record tasks makes them)");
    while (status == SW_OK && !sw_out_failed(out) && (got = sw_trace_next(t, &job, err)) != 0) {
        status = got < 0 ? SW_FAIL : SW_OK;
        if (got > 0 && job.after_job.len > 0)
            /* A job that is submitted when another ends has no time of its own to write. */
            status = sw_trace_err(t, &job, "after_job", err, "cannot be told to the simulator");
        if (status == SW_OK && (status = learn_names(&racks, err)) == SW_OK
            && (status = choose_attempts(&c, &job, err)) == SW_OK)
            put_sls_job(&racks, &c, &job, out);
    }
    sw_keys_clear(&racks.renamed);
    sw_keys_clear(&c.tasks);
    free(c.row);
    free(c.key);
    return status;
}
