/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tasks.c - attempts at tasks: a TaskStart and a TaskEnd of the same task id. Stages are found by their number,
 * attempts by their task id, which is one of the application's. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/spark/spark.h"

/* NULL: it has not been told of. */
static struct spark_attempt *spark_tasks_find(const struct spark *s, int64_t task_id)
{
    return sw_names_find(&s->attempts, (const char *)&task_id, sizeof task_id);
}

/* A word that is none of these leaves the locality unknown. */
static void read_locality(struct spark_attempt *a, const struct json_node *info)
{
    static const struct { const char *word; enum sw_locality level; } words[] = { { "PROCESS_LOCAL", SW_AT_PROCESS },
        { "NODE_LOCAL", SW_AT_NODE }, { "RACK_LOCAL", SW_AT_RACK }, { "ANY", SW_AT_ANY }, { "NO_PREF", SW_AT_NONE } };
    const struct json_node *at = json_get(info, "Locality");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (json_is(at, words[i].word)) {
            a->locality = words[i].level;
            a->has_locality = true;
        }
}

/* 0 where it is not told, or no such count. */
static int32_t small(const struct json_node *object, const char *key)
{
    int64_t n;
    return json_i64_of(object, key, &n) && n >= 0 && n <= INT32_MAX ? (int32_t)n : 0;
}

/* The attempt in its job; NULL when it names no stage. */
static int spark_tasks_add(struct spark *s, const struct json_node *event, const struct json_node *info,
                           int64_t task_id, struct spark_attempt **out, struct sw_err *err)
{
    struct spark_stage *stage;
    int64_t stage_id;
    *out = NULL;
    if (!json_i64_of(event, "Stage ID", &stage_id) || stage_id < 0)
        return spark_values_note(s, SW_DAMAGE_MISSING), SW_OK;
    if (spark_jobs_find_stage(s, stage_id, false, &stage, err) != SW_OK)
        return SW_FAIL;
    struct spark_attempt *a = calloc(1, sizeof *a);
    if (!a)
        return sw_err_memory(err);
    *a = (struct spark_attempt){ .task_id = task_id, .stage = stage, .line = s->lines.number, .path = s->path,
                                 .launch_ms = spark_values_ms(info, "Launch Time"),
                                 .finish_ms = SPARK_NO_TIME, .run_ms = -1,
                                 .partition = -1, .number = small(info, "Attempt"),
                                 .stage_attempt = small(event, "Stage Attempt ID"), .host = NAMESET_NONE,
                                 .executor = NAMESET_NONE, .outcome = SW_RUNNING,
                                 .speculative = spark_values_true(info, "Speculative") };
    /* The task id is no index, but tells tasks apart. */
    if (!json_i64_of(info, "Index", &a->index))
        a->index = task_id;
    if (!json_i64_of(info, "Partition ID", &a->partition))
        a->partition = -1;
    read_locality(a, info);
    *stage->job->last_attempt = a;
    stage->job->last_attempt = &a->next;
    stage->job->n_attempts++;
    stage->job->n_running++;
    stage->has_rows = true;
    s->n_speculative += a->speculative;
    *out = a;
    struct sw_text executor = json_text_of(info, "Executor ID"), host = json_text_of(info, "Host");
    /* Where no executor is named its host is one. */
    if (host.len > 0 && spark_executor(s, executor.len > 0 ? executor : host, host, &a->executor, err) != SW_OK)
        return SW_FAIL;
    if (host.len > 0)
        a->host = s->executor[a->executor].host;
    return sw_names_add(&s->attempts, (const char *)&a->task_id, sizeof a->task_id, a) == 0
        ? SW_OK : sw_err_memory(err);
}

/* The clock, the stage's first launch and the executor are told of it, and then what it prefers. */
int spark_tasks_on_start(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    const struct json_node *info = json_get(event, "Task Info");
    struct spark_attempt *a;
    int64_t task_id;
    if (!json_i64_of(info, "Task ID", &task_id) || spark_values_ms(info, "Launch Time") == SPARK_NO_TIME)
        return spark_values_note(s, SW_DAMAGE_MISSING), SW_OK;
    if (spark_tasks_find(s, task_id))
        return spark_values_note(s, SW_DAMAGE_REPEATED), SW_OK;
    if (spark_tasks_add(s, event, info, task_id, &a, err) != SW_OK)
        return SW_FAIL;
    spark_values_clock(s, spark_values_ms(info, "Launch Time"));
    /* A job that is open has its last sign of life here. */
    if (a && !a->stage->job->ended)
        a->stage->job->end_ms = s->now_ms;
    if (!a || a->executor == NAMESET_NONE)
        return SW_OK;
    spark_jobs_note_launch(s, a);
    spark_executor_busy(s, a->executor, a->launch_ms);
    return spark_blocks_find_cached(s, a, err);
}

/* ---- ends -------------------------------------------------------------------------------------------- */

/* TaskEndReason.scala; a task killed because another attempt at it was faster is superseded. Any other reason is a
 * failure. */
static void read_outcome(struct spark_attempt *a, const struct json_node *reason, const struct json_node *info)
{
    static const struct { const char *word; enum sw_outcome outcome; } words[] = { { "Success", SW_DONE },
        { "ExecutorLostFailure", SW_LOST }, { "TaskResultLost", SW_LOST }, { "TaskKilled", SW_KILLED } };
    /* Without a reason the task's own flag decides. */
    const struct json_node *word = json_get(reason, "Reason");
    a->outcome = !word && !spark_values_true(info, "Failed") ? SW_DONE : SW_FAILED;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (json_is(word, words[i].word))
            a->outcome = words[i].outcome;
    struct sw_text why = json_text_of(reason, "Kill Reason");
    a->other_won = why.len > 0 && memmem(why.at, why.len, "another attempt", strlen("another attempt"));
    if (a->outcome == SW_KILLED && a->other_won)
        a->outcome = SW_SUPERSEDED;
}

/* The run time is with that of reading the task in, which took the slot, too. */
static void read_metrics(struct spark_attempt *a, const struct json_node *metrics)
{
    const struct json_node *input = json_get(metrics, "Input Metrics");
    int64_t bytes = 0, run_ms, more_ms = 0;
    if (!metrics || metrics->kind != JSON_OBJECT)
        return;
    a->has_bytes = true;
    a->bytes = json_i64_of(input, "Bytes Read", &bytes) && bytes > 0 ? (uint64_t)bytes : 0;
    a->from_memory = json_is(json_get(input, "Data Read Method"), "Memory");
    if (!json_i64_of(metrics, "Executor Deserialize Time", &more_ms) || more_ms < 0)
        more_ms = 0;
    if (json_i64_of(metrics, "Executor Run Time", &run_ms) && run_ms >= 0 && run_ms < INT64_C(1) << 40
        && more_ms < INT64_C(1) << 40)
        a->run_ms = run_ms + more_ms;
}

/* A span that goes backwards is damage; what the executor measured stands in for it. */
static void take_end(struct spark *s, struct spark_attempt *a, const struct json_node *event,
                     const struct json_node *info)
{
    read_outcome(a, json_get(event, "Task End Reason"), info);
    read_metrics(a, json_get(event, "Task Metrics"));
    a->finish_ms = spark_values_ms(info, "Finish Time");
    a->ended = true;
    a->line = s->lines.number;
    a->path = s->path;
    a->stage->job->n_running--;
    if (a->executor != NAMESET_NONE)
        spark_executor_idle(s, a->executor, spark_values_ms(info, "Finish Time"));
    if (a->finish_ms == SPARK_NO_TIME)
        spark_values_note(s, SW_DAMAGE_MISSING);
    else if (a->finish_ms < a->launch_ms)
        spark_values_note(s, SW_DAMAGE_NEGATIVE);
    else {
        spark_values_clock(s, a->finish_ms);
        if (!a->stage->job->ended)
            a->stage->job->end_ms = s->now_ms;
        return;
    }
    a->finish_ms = a->launch_ms + (a->run_ms > 0 ? a->run_ms : 0);
}

/* An end without a start makes an attempt all the same (docs/formats/spark.md, Damage). */
int spark_tasks_on_end(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    const struct json_node *info = json_get(event, "Task Info");
    int64_t task_id;
    if (!json_i64_of(info, "Task ID", &task_id) || spark_values_ms(info, "Launch Time") == SPARK_NO_TIME)
        return spark_values_note(s, SW_DAMAGE_MISSING), SW_OK;
    struct spark_attempt *a = spark_tasks_find(s, task_id);
    if (json_is(json_get(json_get(event, "Task End Reason"), "Reason"), "Resubmitted")) {
        /* The end of an attempt that succeeded, told again because its output went with its executor. */
        if (!a || !a->ended)
            spark_values_note(s, SW_DAMAGE_NO_START);
        else
            a->outcome = SW_LOST;
        return SW_OK;
    }
    if (a && a->ended)
        return spark_values_note(s, SW_DAMAGE_REPEATED), SW_OK;
    bool started = a;
    if (!started && spark_tasks_add(s, event, info, task_id, &a, err) != SW_OK)
        return SW_FAIL;
    if (a && !started)
        spark_values_note(s, SW_DAMAGE_NO_START);
    if (!a)
        return SW_OK;
    take_end(s, a, event, info);
    /* What it made counts from its end on. */
    return spark_blocks_take(s, a, json_get(event, "Task Metrics"), err);
}
