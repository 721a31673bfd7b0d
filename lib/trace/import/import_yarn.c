/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_yarn.c - the applications of a YARN cluster as its ResourceManager knows them: the answer of
 * ws/v1/cluster/apps, or the lines of RMAppManager$ApplicationSummary in its log.
 *
 * Tasks are not in either. An application becomes vcoreSeconds / span tasks, alike and as long as gives exactly its
 * vcoreSeconds: the load that it is for others. Its rows come in order of submission, so all applications are held
 * until the last is read (held.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/import/held.h"
#include "lib/trace/jhist/escape.h"
#include "lib/trace/parse/json.h"
#include "lib/trace/stream/trace_private.h"

/* bytes: for messages. json: which of both forms it is. */
struct yarn {
    bool json;
    struct json_stream in;
    struct lines lines;
    struct sw_bytes *bytes;        /* borrowed from either */
    struct held held;
    const struct sw_import_rules *rules;
    struct sw_damage *damage;
    const struct json_node *app, *end; /* of the answer in hand */
    /* n_waiting, n_running and n_unmeasured count applications, for --info. */
    uint64_t line, n_waiting, n_running, n_unmeasured;
    double vcore_h, preempted;
    struct escape escape[3];       /* values without their backslashes */
    bool settled;
};

/* Where the pairs of such a line begin: what stands before them is the log's own layout. NULL: it is another line.
 * The words stand in RMAppManager$ApplicationSummary. */
static const char *find_pairs(const char *at, size_t n)
{
    static const char logger[] = "ApplicationSummary", first[] = "appId=";
    const char *found = n > 0 ? memmem(at, n, logger, sizeof logger - 1) : NULL;
    return found ? memmem(found, n - (size_t)(found - at), first, sizeof first - 1) : NULL;
}

static bool yarn_sniff(const char *at, size_t n)
{
    static const char *const members[] = { "\"apps\"", NULL };
    /* Both names of the answer have to be there. */
    if (json_stream_sniff(at, n, members))
        return memmem(at, n, "\"app\"", 5);
    /* A table's first line is names with commas between; lines of a log have blanks. Those in a table's text are no
     * log. */
    struct sw_text line = lines_first(at, n);
    bool is_table = line.len > 0 && memchr(at, ',', line.len) && !memchr(at, ' ', line.len);
    return !is_table && find_pairs(at, n);
}

static void yarn_close(void *state)
{
    struct yarn *y = state;
    if (y->json)
        json_stream_clear(&y->in);
    else
        lines_clear(&y->lines);
    held_clear(&y->held);
    for (int i = 0; i < 3; i++)
        escape_clear(&y->escape[i]);
}

static int yarn_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct yarn *y = state;
    const char *at = "";
    size_t got = 0, i = 0;
    y->bytes = in;
    y->lines.bytes = in;
    y->rules = rules;
    y->damage = &rules->side->damage;
    if (sw_bytes_peek(in, &at, 4096, &got, err) != SW_OK)
        return SW_FAIL;
    /* JSON or lines: the first byte that is no white space says which. */
    while (i < got && strchr(" \t\r\n", at[i]))
        i++;
    y->json = i < got && at[i] == '{';
    y->in.bytes = y->json ? in : NULL;
    return SW_OK;
}

/* While rows are given, the line of the application that each came from. */
static uint64_t yarn_line(const void *state)
{
    const struct yarn *y = state;
    return y->settled ? y->line : y->json ? y->in.line : y->lines.number;
}
static struct sw_text yarn_raw(const void *state)
{
    const struct yarn *y = state;
    return y->json ? y->in.raw : y->lines.line;
}

static int yarn_bad(struct yarn *y, enum sw_damage_kind kind, const char *column, const char *message,
                    struct sw_err *err)
{
    return sw_damage_bad(y->damage, kind, sw_bytes_path(y->bytes), yarn_line(y), column, message, err);
}

/* ---- an application ---------------------------------------------------------------------------------- */

/* -1: not there. Times are milliseconds since 1970. */
struct app { struct sw_text id, user, queue; int64_t submitted, started, finished, elapsed, vcore_s, preempted; };

static int add_app(struct yarn *y, const struct app *a, struct sw_err *err)
{
    struct held_job job = { .line = yarn_line(y) };
    int64_t begun = a->submitted > 0 ? a->submitted : a->started;
    if (a->id.len == 0)
        return yarn_bad(y, SW_DAMAGE_MISSING, "id", "is not given", err);
    if (begun <= 0)
        return yarn_bad(y, SW_DAMAGE_MISSING, "startedTime", "is not given", err);
    /* Times in microseconds, and sums of a few, have to stay below SW_TIME_MAX. */
    if (begun > SW_TIME_MAX / 4000 || a->finished > SW_TIME_MAX / 4000 || a->elapsed > SW_TIME_MAX / 4000
        || a->vcore_s > SW_TIME_MAX / (4 * SW_US_PER_S))
        return yarn_bad(y, SW_DAMAGE_UNREADABLE, "finishedTime", "out of range", err);
    if (a->finished > 0 && a->finished < begun)
        return yarn_bad(y, SW_DAMAGE_NEGATIVE, "finishedTime", "before startedTime", err);
    job.submit_us = begun * 1000;
    int64_t span_us = (a->finished > 0 ? a->finished - begun : a->elapsed > 0 ? a->elapsed : 0) * 1000;
    /* Of one that still runs what it has used so far counts. */
    y->n_running += a->finished <= 0 && a->vcore_s > 0;
    if (a->vcore_s == 0 || (a->finished <= 0 && a->vcore_s < 0)) {
        y->n_waiting++;
        return SW_OK; /* never had a container */
    }
    y->n_unmeasured += a->vcore_s < 0; /* before Hadoop 2.5: one task is all that is known */
    /* Tasks as many as ran at once in the mean, but at least one. */
    int64_t vcore_us = a->vcore_s > 0 ? a->vcore_s * SW_US_PER_S : span_us;
    /* Rounded to the nearest. */
    int64_t n = span_us > 0 ? (vcore_us + span_us / 2) / span_us : 1;
    job.tasks = n > 0 ? (uint64_t)n : 1;
    job.task_us = vcore_us / (int64_t)job.tasks;
    y->vcore_h += a->vcore_s > 0 ? (double)a->vcore_s / 3600 : 0;
    y->preempted += a->preempted > 0 ? (double)a->preempted : 0;
    return held_add(&y->held, &job, a->id, a->queue, a->user, err) == SW_OK ? SW_OK : -2;
}

static int64_t app_number(const struct json_node *app, const char *key)
{
    int64_t x;
    return json_i64_of(app, key, &x) ? x : -1;
}

static int add_json(struct yarn *y, const struct json_node *app, struct sw_err *err)
{
    struct app a = { json_text_of(app, "id"), json_text_of(app, "user"), json_text_of(app, "queue"), -1,
                     app_number(app, "startedTime"), app_number(app, "finishedTime"), app_number(app, "elapsedTime"),
                     app_number(app, "vcoreSeconds"), app_number(app, "preemptedResourceVCores") };
    return add_app(y, &a, err);
}

/* 1: an application was taken, whether or not it gives a row. -1: it was damaged, and the next call goes on behind
 * it. */
static int next_json(struct yarn *y, struct sw_err *err)
{
    while (y->app == y->end) {
        int got = json_stream_note(&y->in, y->damage, err);
        if (got != 1)
            return got;
        /* The REST answer is {"apps": {"app": [...]}}. */
        const struct json_node *list = json_get(json_get(y->in.tree.node, "apps"), "app");
        if (!list && json_get(y->in.tree.node, "id")) /* an application by itself */
            return add_json(y, y->in.tree.node, err) == SW_OK ? 1 : -1;
        y->app = json_first(list);
        y->end = json_end(list);
    }
    const struct json_node *app = y->app;
    y->app = json_after(app);
    int got = add_json(y, app, err);
    return got == SW_OK ? 1 : got;
}

/* ---- lines of the log --------------------------------------------------------------------------------- */

/* The value of "key=" up to the next comma that no backslash hides. So a comma in a value is no end of it. "" where
 * the key is not there. */
static struct sw_text value_of(struct sw_text pairs, const char *key)
{
    size_t len = strlen(key);
    for (size_t at = 0, end; at < pairs.len; at = end + 1) {
        for (end = at; end < pairs.len && pairs.at[end] != ',';)
            end += pairs.at[end] == '\\' && end + 1 < pairs.len ? 2 : 1;
        if (pairs.len - at > len && memcmp(pairs.at + at, key, len) == 0 && pairs.at[at + len] == '=')
            return (struct sw_text){ pairs.at + at + len + 1, end - at - len - 1 };
    }
    return (struct sw_text){ "", 0 };
}

static int64_t long_of(struct sw_text pairs, const char *key)
{
    int64_t x;
    struct sw_text text = value_of(pairs, key);
    return sw_num_i64(text.at, text.len, &x) == SW_OK ? x : -1;
}

/* Lines of the log that are no summary of an application are passed over. */
static int next_line(struct yarn *y, struct sw_err *err)
{
    for (;;) {
        int got = lines_next(&y->lines, err);
        if (got == -1)
            sw_damage_note(y->damage, SW_DAMAGE_UNREADABLE, sw_bytes_path(y->bytes), y->lines.number);
        if (got != 1)
            return got;
        struct sw_text line = y->lines.line;
        const char *found = find_pairs(line.at, line.len);
        if (!found)
            continue;
        struct sw_text pairs = { found, line.len - (size_t)(found - line.at) };
        struct app a = { .submitted = long_of(pairs, "submitTime"), .started = long_of(pairs, "startTime"),
                         .finished = long_of(pairs, "finishTime"), .elapsed = -1,
                         .vcore_s = long_of(pairs, "vcoreSeconds"),
                         .preempted = long_of(pairs, "preemptedNonAMContainers") };
        if (escape_undo(&y->escape[0], value_of(pairs, "appId"), &a.id, err) != SW_OK
            || escape_undo(&y->escape[1], value_of(pairs, "user"), &a.user, err) != SW_OK
            || escape_undo(&y->escape[2], value_of(pairs, "queue"), &a.queue, err) != SW_OK)
            return -2;
        got = add_app(y, &a, err);
        return got == SW_OK ? 1 : got;
    }
}

/* ---- rows ----------------------------------------------------------------------------------------------- */

/* All applications, then the first row. A bad one gives -1 between, and the next call goes on. */
static int yarn_next(void *state, void *record, struct sw_err *err)
{
    struct yarn *y = state;
    int got = 1;
    while (!y->settled && got == 1)
        got = y->json ? next_json(y, err) : next_line(y, err);
    if (got < 0)
        return got;
    y->settled = true;
    return held_give(&y->held, y->rules, sw_bytes_path(y->bytes), record, &y->line, err);
}

/* The sum of all applications, by which a replay's load can be checked. */
static void yarn_facts(const void *state, struct sw_facts *to)
{
    const struct yarn *y = state;
    sw_facts_add(to, "vcore_h", "%.2f", y->vcore_h);
    sw_facts_add(to, "applications_waiting", "%llu", (unsigned long long)y->n_waiting);
    sw_facts_add(to, "applications_running", "%llu", (unsigned long long)y->n_running);
    sw_facts_add(to, "applications_unmeasured", "%llu", (unsigned long long)y->n_unmeasured);
    sw_facts_add(to, "preempted", "%.0f", y->preempted);
    sw_facts_add(to, "tasks_of_applications", "not in the list: load for other jobs, and no more");
}

static const char *const derived[][2] = {
    { "maps", "vcoreSeconds / (finish - submission), rounded, at least 1" },
    { "map_s", "vcoreSeconds / maps" }, { "pool", "the queue" }, { NULL, NULL } };

const struct sw_importer sw_import_yarn = { .name = "yarn",
    .summary = "applications of YARN's ResourceManager: ws/v1/cluster/apps or lines of ApplicationSummary",
    .sniff = yarn_sniff, .size = sizeof(struct yarn), .open = yarn_open, .next = yarn_next, .line = yarn_line,
    .raw = yarn_raw, .close = yarn_close, .derived = derived, .facts = yarn_facts, .from_first = true,
    .no_locality = true, .is_log = true };
