/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - a job's attempts as rows of the tasks record.
 *
 * Where a task would have liked to run is not in the log; what it reached is. A task that read input bytes at
 * NODE_LOCAL stood where a block of it is. So that host is one of its `hosts`, of all its attempts. PROCESS_LOCAL is
 * also what Spark writes for a task without any preference. Two things name an executor that held the input
 * (host/executor): up to 1.6 the log says that the input came from memory, and it may tell of blocks (blocks.c).
 * Shuffle stages reach NODE_LOCAL by reduce locality, which is no block. The further column `preference` keeps apart
 * what an empty `hosts` cannot:
 *   known    hosts are given, though perhaps not all
 *   none     PROCESS_LOCAL in a stage that keeps no RDD: there is no preference
 *   shuffle  no input bytes: what preference there is is for map output
 *   unknown  there is one, and where is not known */
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/import/hosts.h"
#include "lib/trace/record/known.h"
#include "lib/trace/spark/spark.h"

const char *const spark_rows_extra_names[]
    = { "executor", "attempt", "stage_attempt", "speculative", "preference", NULL };
enum { EXECUTOR, ATTEMPT, STAGE_ATTEMPT, SPECULATIVE };

/* ---- texts put together ----------------------------------------------------------------------------------- */

/* `text` is one of the buffers of struct spark, whose types are alike. */
static int join_text(void *text, const char *at, size_t len, struct sw_err *err)
{
    struct { char *at; size_t n, cap; } *t = text;
    if (sw_grow(&t->at, &t->cap, t->n + len + 1, 1, err) != SW_OK)
        return SW_FAIL;
    memcpy(t->at + t->n, at, len);
    t->n += len;
    return SW_OK;
}

static int join_number(void *text, int64_t n, struct sw_err *err)
{
    char buf[SW_NUM_MAX];
    return join_text(text, buf, sw_num_put_i64(buf, n), err);
}

/* An empty buffer may have no memory yet. */
#define TEXT(t) ((struct sw_text){ (t).n > 0 ? (t).at : "", (t).n })

/* ---- parents ------------------------------------------------------ */

/* The numbers of the parents, once for each stage. */
static int put_parents(struct spark *s, const struct spark_stage *stage, struct sw_err *err)
{
    s->parents.n = 0;
    if (spark_parents_find(s, stage, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < s->n_parent; i++)
        if ((i > 0 && join_text(&s->parents, "|", 1, err) != SW_OK)
            || join_number(&s->parents, s->parent[i]->id, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* ---- preferred hosts ------------------------------------------------------------------------------------------ */

/* It read input bytes where they lie, by the rules above. */
static bool shows_a_host(const struct spark_attempt *a)
{
    bool read = a->has_bytes && a->bytes > 0 && a->has_locality && a->host != NAMESET_NONE;
    return read && (a->locality == SW_AT_NODE || (a->locality == SW_AT_PROCESS && a->from_memory));
}

/* Each host once, and each executor once. */
static bool shown_before(struct spark_attempt *const *group, size_t n, const struct spark_attempt *a)
{
    for (size_t i = 0; i < n; i++)
        if (shows_a_host(group[i]) && group[i]->host == a->host && group[i]->locality == a->locality
            && (a->locality == SW_AT_NODE || group[i]->executor == a->executor))
            return true;
    return false;
}

/* executor NAMESET_NONE: the host alone. */
static int put_host(struct spark *s, uint32_t at_host, uint32_t on, struct sw_err *err)
{
    struct sw_text host = nameset_text(&s->hosts, at_host);
    if ((s->hosts_text.n > 0 && join_text(&s->hosts_text, "|", 1, err) != SW_OK)
        || join_text(&s->hosts_text, host.at, host.len, err) != SW_OK)
        return SW_FAIL;
    if (on == NAMESET_NONE)
        return SW_OK;
    struct sw_text executor = nameset_text(&s->executors, on);
    return join_text(&s->hosts_text, "/", 1, err) == SW_OK ? join_text(&s->hosts_text, executor.at, executor.len, err)
                                                        : SW_FAIL;
}

/* An executor that the attempts show is not named a second time by its blocks. */
static bool shows_executor(struct spark_attempt *const *group, size_t n, uint32_t executor)
{
    for (size_t i = 0; i < n; i++)
        if (shows_a_host(group[i]) && group[i]->locality == SW_AT_PROCESS && group[i]->executor == executor)
            return true;
    return false;
}

/* Only where no host is known: by the rules at the head of this file. */
static const char *preference(struct spark_attempt *const *group, size_t n)
{
    bool process = false, read = false, metrics = false;
    for (size_t i = 0; i < n; i++) {
        process |= group[i]->has_locality && (group[i]->locality == SW_AT_PROCESS || group[i]->locality == SW_AT_NONE);
        metrics |= group[i]->has_bytes;
        read |= group[i]->bytes > 0;
    }
    if (process && !group[0]->stage->persisted)
        return "none";
    return metrics && !read && !process ? "shuffle" : "unknown";
}

/* Of all attempts at the task; blocks are those of its first attempt, launched before the others. */
static int put_preferred(struct spark *s, struct sw_err *err)
{
    struct spark_attempt *const *group = s->order + s->at;
    size_t n = s->group_end - s->at;
    s->hosts_text.n = 0;
    for (size_t i = 0; i < n; i++)
        if (shows_a_host(group[i]) && !shown_before(group, i, group[i])
            && put_host(s, group[i]->host, group[i]->locality == SW_AT_PROCESS ? group[i]->executor : NAMESET_NONE,
                     err) != SW_OK)
            return SW_FAIL;
    for (size_t i = 0; i < group[0]->n_cached; i++)
        if (!shows_executor(group, n, group[0]->cached[i])
            && put_host(s, s->executor[group[0]->cached[i]].host, group[0]->cached[i], err) != SW_OK)
            return SW_FAIL;
    s->preference = s->hosts_text.n > 0 ? "known" : preference(group, n);
    return SW_OK;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* From the trace's zero on; a time before it becomes 0. */
static int64_t us(const struct spark *s, int64_t ms) { return ms > s->zero_ms ? (ms - s->zero_ms) * 1000 : 0; }

/* What the attempts at a task have in common is made once, at the first of them. */
static int begin_task(struct spark *s, struct sw_err *err)
{
    const struct spark_attempt *a = s->order[s->at];
    s->group_end = spark_settle_group_end(s, s->at);
    /* A partition is its task's name in every run of the stage; an index is the name within one run only. */
    size_t len = sw_num_put_i64(s->task_id, a->partition >= 0 ? a->partition : a->index);
    if (a->partition < 0 && a->stage_attempt > 0) {
        s->task_id[len++] = '.';
        len += sw_num_put_i64(s->task_id + len, a->stage_attempt);
    }
    s->task_id[len] = '\0';
    if ((s->at == 0 || s->order[s->at - 1]->stage != a->stage) && put_parents(s, a->stage, err) != SW_OK)
        return SW_FAIL;
    return put_preferred(s, err);
}

/* A job whose end is lost as well goes by its first stage: APPLICATION/stageN. */
static int begin_job(struct spark *s, struct sw_err *err)
{
    const char *app = s->out->app ? s->out->app : "spark";
    s->job_id.n = 0;
    const char *mark = s->out->nameless ? "/stage" : "/";
    if (join_text(&s->job_id, app, strlen(app), err) != SW_OK
        || join_text(&s->job_id, mark, strlen(mark), err) != SW_OK)
        return SW_FAIL;
    return join_number(&s->job_id, s->out->id, err);
}

/* node is the host or, with rules.executors, HOST/EXECUTOR. */
static int fill_where(struct spark *s, const struct spark_attempt *a, struct sw_task_row *row, struct sw_err *err)
{
    if (a->has_locality) {
        row->locality = a->locality;
        row->known |= BIT(SW_TASK_LOCALITY);
    }
    if (a->host == NAMESET_NONE)
        return SW_OK;
    struct sw_text host = nameset_text(&s->hosts, a->host);
    row->node = host;
    row->rack = s->rules->hosts ? hosts_rack(s->rules->hosts, host) : row->rack;
    row->known |= BIT(SW_TASK_NODE) | (row->rack.len > 0 ? BIT(SW_TASK_RACK) : 0);
    return s->rules->executors ? spark_values_node_name(s, host, a->executor, &row->node, err) : SW_OK;
}

static int spark_rows_fill(struct spark *s, const struct spark_attempt *a, struct sw_task_row *row, struct sw_err *err)
{
    *row = *(const struct sw_task_row *)sw_schema_tasks.defaults;
    /* What the job has in each of its rows. */
    const struct spark_job *job = s->out;
    row->job_id = TEXT(s->job_id);
    row->submit_us = us(s, job->submit_ms);
    row->known = BIT(SW_TASK_JOB) | BIT(SW_TASK_SUBMIT) | BIT(SW_TASK_POOL) | BIT(SW_TASK_STAGE) | BIT(SW_TASK_KIND) |
                 BIT(SW_TASK_ID);
    if (job->pool != NAMESET_NONE)
        row->pool = nameset_text(&s->pools, job->pool);
    if (job->user) {
        row->user = (struct sw_text){ job->user, strlen(job->user) };
        row->known |= BIT(SW_TASK_USER);
    }
    row->kind = SW_TASK;
    row->stage = (uint64_t)a->stage->id;
    row->task_id = (struct sw_text){ s->task_id, strlen(s->task_id) };
    row->parents = TEXT(s->parents);
    row->setup_us = a->stage->setup_ms * 1000;
    row->hosts = TEXT(s->hosts_text);
    row->input_bytes = a->bytes;
    row->known |= BIT(SW_TASK_SETUP) | (s->parents.n > 0 ? BIT(SW_TASK_PARENTS) : 0) |
                  (s->hosts_text.n > 0 ? BIT(SW_TASK_HOSTS) : 0) |
                  (a->has_bytes ? BIT(SW_TASK_INPUT_BYTES) : 0);
    /* Of an attempt still running duration_s is what the log has seen of it. */
    int64_t until_ms = a->ended ? a->finish_ms : s->now_ms;
    row->launch_us = us(s, a->launch_ms);
    row->finish_us = us(s, until_ms > a->launch_ms ? until_ms : a->launch_ms);
    row->duration_us = row->finish_us - row->launch_us;
    row->outcome = (int32_t)a->outcome;
    row->known |= BIT(SW_TASK_LAUNCH) | BIT(SW_TASK_DURATION) | BIT(SW_TASK_OUTCOME) |
                  (a->ended ? BIT(SW_TASK_FINISH) : 0);
    s->row = a;
    return fill_where(s, a, row, err);
}

/* s->at is the next attempt, s->group_end the first of the next task. */
int spark_rows_next(struct spark *s, struct sw_task_row *row, struct sw_err *err)
{
    if (s->at >= s->out->n_attempts)
        return 0;
    if ((s->at == 0 && begin_job(s, err) != SW_OK) || (s->at == s->group_end && begin_task(s, err) != SW_OK))
        return -2;
    return spark_rows_fill(s, s->order[s->at++], row, err) == SW_OK ? 1 : -2;
}

/* In the order of spark_rows_extra_names. */
struct sw_text spark_rows_extra(const void *state, size_t i)
{
    struct spark *s = (struct spark *)state; /* buffers for the two numbers */
    const struct spark_attempt *a = s->row;
    switch (i) {
    case EXECUTOR: return nameset_text(&s->executors, a->executor);
    case ATTEMPT: return (struct sw_text){ s->attempt_text, sw_num_put_i64(s->attempt_text, a->number) };
    case STAGE_ATTEMPT:
        return (struct sw_text){ s->stage_attempt_text, sw_num_put_i64(s->stage_attempt_text, a->stage_attempt) };
    case SPECULATIVE: return a->speculative ? (struct sw_text){ "yes", 3 } : (struct sw_text){ "no", 2 };
    default: return (struct sw_text){ s->preference, strlen(s->preference) };
    }
}
