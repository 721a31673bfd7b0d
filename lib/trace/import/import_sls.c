/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_sls.c - jobs of YARN's Scheduler Load Simulator: JSON objects one behind the other, each with its containers:
 * the host asked for, and when it started and ended where it was recorded. Times are milliseconds from the start.
 *
 * A container asks for one host. Where it ran and at what distance is not told. docs/formats/sls.md has the
 * members. An object gives several rows: copies of the job, of each container so many. */
#include <stdio.h>
#include <string.h>
#include "lib/trace/jhist/history.h"
#include "lib/trace/parse/json.h"
#include "lib/trace/record/known.h"
#include "lib/trace/stream/trace_private.h"

/* More is a typing error. Each copy of a job has a name that is kept, and each container is a row that is kept until
 * its job is complete. */
enum { MOST_COPIES = 1000000, MOST_CONTAINERS = 1000000 };

struct sls {
    struct json_stream in;
    struct sw_hosts *hosts;
    struct sw_damage *damage;
    uint64_t n_jobs;               /* so far */
    const struct json_node *task;  /* of the next row, in in.tree; NULL: the next job comes first */
    uint64_t copies, copy;         /* of the job: job.count, and which one is given */
    bool gave;                     /* a row of this copy; where none can be read no other copy has one */
    uint64_t left;                 /* rows of the task in hand that are still to come */
    uint64_t n_of_kind[3];
    bool has_maps;
    struct jobids *ids;
    struct sw_text job_id;
    char made[300], task_id[SW_NUM_MAX];
};

static bool sls_sniff(const char *at, size_t n)
{
    static const char *const members[] = { "\"job.start.ms\"", "\"job.tasks\"", "\"am.type\"", NULL };
    return json_stream_sniff(at, n, members);
}

static int sls_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct sls *s = state;
    (void)err;
    s->in.bytes = in;
    s->hosts = rules->hosts;
    s->damage = &rules->side->damage;
    s->ids = rules->side->job_ids;
    return SW_OK;
}

/* The row, or the job, is left out and counted. */
static int sls_bad(struct sls *s, enum sw_damage_kind kind, const char *column, const char *message, struct sw_err *err)
{
    return sw_damage_bad(s->damage, kind, sw_bytes_path(s->in.bytes), s->in.line, column, message, err);
}

/* ---- containers ---------------------------------------------------------------------------------------- */

/* Not there, or no number from 1 on: one. */
static uint64_t copies_of(const struct json_node *at, const char *key)
{
    int64_t n;
    return json_i64_of(at, key, &n) && n >= 1 ? (uint64_t)n : 1;
}

/* What is more than the largest trace holds is a typing error. NULL: it is not. */
static const char *too_many(const struct json_node *job)
{
    uint64_t n = 0, copies = copies_of(job, "job.count");
    JSON_EACH (c, json_get(job, "job.tasks"))
        n += n > MOST_CONTAINERS ? 0 : copies_of(c, "count"); /* which may be all that a number can be */
    if (copies > MOST_COPIES)
        return "more than 1000000 copies of a job";
    if (n > MOST_CONTAINERS)
        return "more than 1000000 containers of a job";
    return (n > 0 ? n : 1) * copies > TRACE_MAX_TASKS ? "more than 100000000 tasks" : NULL;
}

/* By its type; where that is not told by its priority, 20 and 10 being Hadoop's for maps and reduces. */
static enum sw_kind kind_of(const struct json_node *task)
{
    const struct json_node *type = json_get(task, "container.type");
    int64_t priority;
    if (json_is(type, "map") || json_is(type, "MAP"))
        return SW_MAP;
    if (json_is(type, "reduce") || json_is(type, "REDUCE"))
        return SW_REDUCE;
    if (!type && json_i64_of(task, "container.priority", &priority) && (priority == 20 || priority == 10))
        return priority == 20 ? SW_MAP : SW_REDUCE;
    return SW_TASK;
}

/* Milliseconds become microseconds. */
static bool sls_time(const struct json_node *at, const char *key, int64_t *us)
{
    int64_t ms;
    if (!json_i64_of(at, key, &ms) || ms < 0 || ms > SW_TIME_MAX / 1000)
        return false;
    *us = ms * 1000;
    return true;
}

/* duration.ms goes before the times of start and end, as in the simulator itself. */
static int read_container_times(struct sls *s, struct sw_task_row *row, struct sw_err *err)
{
    bool lasts = sls_time(s->task, "duration.ms", &row->duration_us)
                 || sls_time(s->task, "container.duration.ms", &row->duration_us);
    bool starts = sls_time(s->task, "container.start.ms", &row->launch_us),
        ends = sls_time(s->task, "container.end.ms", &row->finish_us);
    if (starts && ends && row->finish_us < row->launch_us)
        return sls_bad(s, SW_DAMAGE_NEGATIVE, "container.end.ms", "before container.start.ms", err);
    if (!lasts && !(starts && ends))
        return sls_bad(s, SW_DAMAGE_MISSING, "duration.ms", "is not given, nor the container's start and end", err);
    if (!lasts)
        row->duration_us = row->finish_us - row->launch_us;
    /* A duration that is given stays, also where it is not from start to end. */
    row->known |= BIT(SW_TASK_DURATION) | (starts ? BIT(SW_TASK_LAUNCH) : 0) | (ends ? BIT(SW_TASK_FINISH) : 0);
    if (starts && row->launch_us < row->submit_us)
        sw_damage_note(s->damage, SW_DAMAGE_BEFORE_STAGE, sw_bytes_path(s->in.bytes), s->in.line);
    return SW_OK;
}

/* The host that is asked for has the data. A reduce has none to be near, so its host is noted as a node alone. */
static int read_host(struct sls *s, struct sw_task_row *row, struct sw_err *err)
{
    struct sw_text rack, host;
    history_path(json_text_of(s->task, "container.host"), &rack, &host);
    if (s->hosts && hosts_note(s->hosts, host, rack, err) != SW_OK)
        return SW_FAIL;
    if (row->kind == SW_REDUCE || host.len == 0)
        return SW_OK;
    row->hosts = host;
    row->known |= BIT(SW_TASK_HOSTS);
    return SW_OK;
}

/* Tasks are counted by kind in each copy of a job; its reduces wait for its maps. */
static void number(struct sls *s, struct sw_task_row *row)
{
    row->task_id = (struct sw_text){ s->task_id, sw_num_put_u64(s->task_id, s->n_of_kind[row->kind]++) };
    row->stage = (uint64_t)row->kind; /* maps 0, reduces 1, others 2 */
    row->known |= BIT(SW_TASK_ID) | BIT(SW_TASK_STAGE) | BIT(SW_TASK_KIND);
    if (row->kind != SW_REDUCE || !s->has_maps)
        return;
    row->parents = (struct sw_text){ "0", 1 };
    row->known |= BIT(SW_TASK_PARENTS);
}

/* ---- jobs ---------------------------------------------------------------------------------------------- */

/* Copies of a job are told apart: job_1, job_1.2, job_1.3. */
static int name_copy(struct sls *s, struct sw_err *err)
{
    /* A job without an id is named by its place in the file. */
    struct sw_text id = json_text_of(s->in.tree.node, "job.id");
    int len = id.len > 0 ? snprintf(s->made, sizeof s->made, "%.*s", (int)(id.len < 250 ? id.len : 250), id.at)
                         : snprintf(s->made, sizeof s->made, "sls_%llu", (unsigned long long)s->n_jobs);
    if (s->copy > 1)
        len += snprintf(s->made + len, sizeof s->made - (size_t)len, ".%llu", (unsigned long long)s->copy);
    s->job_id = (struct sw_text){ s->made, (size_t)len };
    return jobids_take(s->ids, s->job_id, s->damage, sw_bytes_path(s->in.bytes), s->in.line, &s->job_id, err);
}

/* Each copy of a job goes through the same tree of tasks again. */
static int start_copy(struct sls *s, struct sw_err *err)
{
    const struct json_node *tasks = json_get(s->in.tree.node, "job.tasks");
    s->copy++;
    if (name_copy(s, err) != SW_OK)
        return -2;
    memset(s->n_of_kind, 0, sizeof s->n_of_kind);
    s->gave = s->has_maps = false;
    JSON_EACH (c, tasks)
        s->has_maps |= kind_of(c) == SW_MAP;
    s->task = json_count(tasks) > 0 ? json_first(tasks) : NULL;
    s->left = s->task ? copies_of(s->task, "count") : 0;
    return SW_OK;
}

static int next_sls_job(struct sls *s, struct sw_err *err)
{
    const struct json_node *root;
    int got = json_stream_note(&s->in, s->damage, err);
    if (got != 1)
        return got;
    root = s->in.tree.node;
    if (json_get(root, "workloads") || json_get(root, "job_classes"))
        return sw_err_data(err, sw_bytes_path(s->in.bytes), s->in.line, NULL,
                           "a synthetic workload is a recipe, not a trace") - 1;
    /* An object that only says the size of the cluster is none of a job. */
    if (json_get(root, "num.nodes") && !json_get(root, "job.tasks"))
        return 1;
    s->n_jobs++;
    s->copies = copies_of(root, "job.count");
    s->copy = 0;
    if (!json_get(root, "job.tasks"))
        return sls_bad(s, SW_DAMAGE_MISSING, "job.tasks", "no such member: not a job of the load simulator", err);
    const char *why = too_many(root);
    if (why)
        return sls_bad(s, SW_DAMAGE_UNREADABLE, "job.count", why, err);
    return start_copy(s, err) == SW_OK ? 1 : -2;
}

/* Copies of a container, then the next container, then the next copy of the job. */
static int next_container(struct sls *s, struct sw_err *err)
{
    const struct json_node *tasks = json_get(s->in.tree.node, "job.tasks");
    if (--s->left > 0)
        return SW_OK;
    s->task = json_after(s->task);
    if (s->task != json_end(tasks))
        s->left = copies_of(s->task, "count");
    else if (s->gave && s->copy < s->copies)
        return start_copy(s, err);
    else
        s->task = NULL;
    return SW_OK;
}

/* -1 leaves the container out, in all of its copies: they are all alike. */
static int read_row(struct sls *s, struct sw_task_row *row, struct sw_err *err)
{
    const struct json_node *job = s->in.tree.node;
    *row = *(const struct sw_task_row *)sw_schema_tasks.defaults;
    if (!sls_time(job, "job.start.ms", &row->submit_us))
        row->submit_us = 0;
    row->known |= BIT(SW_TASK_SUBMIT);
    known_text(row, SW_TASK_JOB, &row->job_id, s->job_id);
    known_text(row, SW_TASK_POOL, &row->pool, json_text_of(job, "job.queue.name"));
    known_text(row, SW_TASK_USER, &row->user, json_text_of(job, "job.user"));
    row->kind = (int32_t)kind_of(s->task);
    int got = read_container_times(s, row, err);
    if (got == SW_OK && read_host(s, row, err) != SW_OK)
        return -2;
    /* Numbered also where the row is bad, so that names of others do not depend on it. */
    number(s, row);
    if (got == SW_OK)
        s->gave = true;
    else { /* as unreadable in each of its copies */
        s->n_of_kind[row->kind] += s->left - 1;
        s->left = 1;
    }
    if (next_container(s, err) != SW_OK)
        return -2;
    return got == SW_OK ? 1 : got;
}

static int sls_next(void *state, void *record, struct sw_err *err)
{
    struct sls *s = state;
    int got;
    while (!s->task)
        if ((got = next_sls_job(s, err)) != 1)
            return got;
    return read_row(s, record, err);
}

const struct sw_importer sw_import_sls = { .name = "sls",
    .summary = "jobs of YARN's Scheduler Load Simulator: JSON, one host a container", .is_tasks = true,
    .sniff = sls_sniff, .size = sizeof(struct sls), .open = sls_open, .next = sls_next, .line = json_stream_line,
    .raw = json_stream_raw, .close = json_stream_close, .is_log = true };
