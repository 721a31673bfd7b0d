/* SPDX-License-Identifier: GPL-3.0-or-later */
/* importer.c - Spark's event logs, all versions from 1.2: a JSON object a line, an event each.
 *
 * Only events that rows are made of are parsed; the others are passed over by their name, which Spark writes first. A
 * line that is not JSON is damage and never ends the import. Jobs are given out in order of submission, each when it
 * has ended with all its tasks: it waits for those submitted before it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/spark/spark.h"

#define HOLD_MS (INT64_C(3600) * 1000) /* how long a job that has ended waits for an attempt whose end never comes */

/* ---- is it one? -------------------------------------------------------------------------------------------- */

/* Of formats that no program but Spark knows (docs/formats/spark.md says what to do). */
static const struct { const char *magic; size_t len; const char *what; } packed[] = {
    { "\x82SNAPPY", 7, "compressed in Spark's own snappy framing" },
    { "ZV\x01", 3, "compressed with lzf" }, { "ZV\x00", 3, "compressed with lzf" },
    { "PK\x03\x04", 4, "a ZIP archive" } };

/* NULL: it is not packed in such a way. */
static const char *packed_how(const char *at, size_t n)
{
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (n >= packed[i].len && memcmp(at, packed[i].magic, packed[i].len) == 0)
            return packed[i].what;
    return NULL;
}

/* An object whose first line names an event. A packed log of Spark counts too, so that its message is about its
 * packing. */
static bool spark_sniff(const char *at, size_t n)
{
    const char *end = memchr(at, '\n', n);
    if (packed_how(at, n))
        return true;
    n = end ? (size_t)(end - at) : n;
    return n > 10 && at[0] == '{' && memmem(at, n, "\"Event\":", 8);
}

/* ---- events --------------------------------------------------------------------------------------------------- */

/* What the application before has left open ends with it: jobs, executors and what these held. One state serves all
 * applications of a trace, one behind the other. */
static int begin_application(struct spark *s, struct sw_err *err)
{
    spark_jobs_end(s);
    if (s->log && spark_settings_merge(s, err) != SW_OK)
        return SW_FAIL;
    s->app_started = s->app_ended = s->any_job = false;
    free(s->app);
    free(s->user);
    s->app = s->user = NULL;
    s->settings = (struct spark_settings){ 0 };
    spark_blocks_forget(s);
    return spark_executors_end(s, s->now_ms, err);
}

/* In a log that goes on with another application. */
static int on_log_start(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    if ((s->app_started || s->any_job) && begin_application(s, err) != SW_OK)
        return SW_FAIL;
    spark_values_keep_text(s->settings.version, sizeof s->settings.version, json_text_of(event, "Spark Version"));
    return SW_OK;
}

/* The version of an event that stands behind LogStart, or in its place: LogStart's goes before. */
static int keep_version(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    (void)err;
    if (s->settings.version[0] == '\0')
        spark_values_keep_text(s->settings.version, sizeof s->settings.version, json_text_of(event, "Spark Version"));
    return SW_OK;
}

/* The id with its attempt, as the log's file is called; logs of 1.2 have none, and the file's name stands in. */
static char *application_name(const struct spark *s, const struct json_node *event)
{
    struct sw_text id = json_text_of(event, "App ID"), attempt = json_text_of(event, "App Attempt ID");
    const char *slash = strrchr(s->path, '/'), *file = slash ? slash + 1 : s->path;
    char *name;
    if (id.len == 0)
        id = (struct sw_text){ file, strcspn(file, ".") };
    return asprintf(&name, "%.*s%s%.*s", (int)id.len, id.at, attempt.len > 0 ? "_" : "", (int)attempt.len,
                    attempt.at) < 0 ? NULL : name;
}

/* The first application's start is where times count from, unless several logs share a clock (zero_ms). */
static int on_application_start(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    struct sw_text user = json_text_of(event, "User");
    int64_t at_ms = spark_values_ms(event, "Timestamp");
    if (s->app_started && begin_application(s, err) != SW_OK)
        return SW_FAIL;
    free(s->app);
    free(s->user);
    s->app = s->log ? strdup(s->log) : application_name(s, event);
    s->user = user.len > 0 ? strndup(user.at, user.len) : NULL;
    if (s->n_apps++ == 0 && at_ms != SPARK_NO_TIME && !s->any_job && !s->log)
        s->zero_ms = at_ms;
    s->app_started = true;
    return s->app && (s->user || user.len == 0) ? SW_OK : sw_err_memory(err);
}

/* Behind it nothing is cut short. */
static int on_application_end(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    (void)err;
    spark_values_clock(s, spark_values_ms(event, "Timestamp"));
    s->app_ended = true;
    return SW_OK;
}

/* Settings are those of the last environment told. */
static int on_environment(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    (void)err;
    spark_settings_read(&s->settings, json_get(event, "Spark Properties"),
                        json_get(event, "JVM Information"));
    return SW_OK;
}

typedef int handler(struct spark *, const struct json_node *, struct sw_err *);
/* The most frequent events stand first, as the list is searched from the front. */
static const struct { const char *name; handler *handle; } handlers[] = {
    { "SparkListenerTaskEnd", spark_tasks_on_end }, { "SparkListenerTaskStart", spark_tasks_on_start },
    { "SparkListenerStageSubmitted", spark_jobs_on_stage_submitted },
    { "SparkListenerStageCompleted", spark_jobs_on_stage_completed },
    { "SparkListenerJobStart", spark_jobs_on_start }, { "SparkListenerJobEnd", spark_jobs_on_end },
    { "SparkListenerExecutorAdded", spark_executors_on_added },
    { "SparkListenerExecutorRemoved", spark_executors_on_removed },
    { "SparkListenerExecutorBlacklisted", spark_unplayed_on_excluded },
    { "SparkListenerExecutorExcluded", spark_unplayed_on_excluded },
    { "SparkListenerExecutorBlacklistedForStage", spark_unplayed_on_excluded },
    { "SparkListenerExecutorExcludedForStage", spark_unplayed_on_excluded },
    { "SparkListenerNodeBlacklisted", spark_unplayed_on_excluded },
    { "SparkListenerNodeExcluded", spark_unplayed_on_excluded },
    { "SparkListenerNodeBlacklistedForStage", spark_unplayed_on_excluded },
    { "SparkListenerNodeExcludedForStage", spark_unplayed_on_excluded },
    { "SparkListenerResourceProfileAdded", spark_unplayed_on_profile },
    { "SparkListenerBlockUpdated", spark_blocks_on_updated },
    { "SparkListenerUnpersistRDD", spark_blocks_on_unpersist },
    { "SparkListenerBlockManagerAdded", spark_executors_on_block_manager },
    { "SparkListenerEnvironmentUpdate", on_environment },
    { "SparkListenerLogStart", on_log_start }, { "DBCEventLoggingListenerMetadata", keep_version },
    { "SparkListenerApplicationStart", on_application_start }, { "SparkListenerApplicationEnd", on_application_end } };

/* NULL: an event that no row is made of. */
static handler *handler_of(struct sw_text name)
{
    /* Events without a format of their own are written by Jackson, with their package. */
    static const char package[] = "org.apache.spark.scheduler.";
    size_t n = sizeof package - 1;
    bool has = name.len > n && memcmp(name.at, package, n) == 0;
    name = has ? (struct sw_text){ name.at + n, name.len - n } : name;
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
        if (sw_text_is(name, handlers[i].name))
            return handlers[i].handle;
    return NULL;
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* False: the line must be parsed. Spark writes {"Event":"..." first and without spaces. */
static bool is_passed_over(const struct spark *s)
{
    static const char head[] = "{\"Event\":\"";
    size_t n = sizeof head - 1;
    struct sw_text line = s->lines.line;
    if (line.len == 0)
        return true;
    /* A check parses every line, since what is no JSON is damage wherever it stands. */
    if (s->rules->side->check)
        return false;
    if (line.len < n || memcmp(line.at, head, n) != 0)
        return false;
    const char *quote = memchr(line.at + n, '"', line.len - n);
    return quote && !handler_of((struct sw_text){ line.at + n, (size_t)(quote - line.at) - n });
}

/* A last line without its end was cut off: the log is short, and no line of it wrong. */
static int bad_line(struct spark *s, const char *why, struct sw_err *err)
{
    bool cut = s->lines.window.ended && s->lines.window.at == s->lines.window.len
           && s->lines.window.buf[s->lines.window.at - 1] != '\n';
    spark_values_note(s, cut ? SW_DAMAGE_CUT_SHORT : SW_DAMAGE_UNREADABLE);
    s->cut |= cut;
    sw_err_data(err, sw_bytes_path(s->lines.bytes), s->lines.number, NULL, "not JSON: %s", why);
    return -1;
}

#define TEXT(t) { t, sizeof t - 1 }
/* Members that no row is made of: most bytes of a log. A check reads them. */
static const struct sw_text unread[] = { TEXT("Accumulables"), TEXT("Accumulator Updates"),
    TEXT("Task Executor Metrics"), TEXT("Shuffle Read Metrics"), TEXT("Shuffle Write Metrics"), TEXT("Output Metrics"),
    TEXT("Details"), TEXT("Scope"), TEXT("Callsite"), TEXT("Stack Trace"), TEXT("Full Stack Trace"),
    TEXT("spark.rdd.scope"), TEXT("callSite.long"), { NULL, 0 } };

/* SW_OK, -1 for a bad line, -2 for good. A line of an event that is not needed is SW_OK. */
static int read_event_line(struct spark *s, struct sw_err *err)
{
    bool check = s->rules->side->check;
    char why[200];
    if (is_passed_over(s))
        return SW_OK;
    if (json_parse_without(&s->tree, s->lines.line, check ? NULL : unread, why, sizeof why) != SW_OK)
        return why[0] != '\0' ? bad_line(s, why, err) : (sw_err_memory(err), -2);
    if (s->tree.node->kind != JSON_OBJECT)
        return bad_line(s, "no object", err);
    handler *handle = handler_of(json_text_of(s->tree.node, "Event"));
    return !handle || handle(s, s->tree.node, err) == SW_OK ? SW_OK : -2;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Paths are kept, as attempts and damage name theirs to the end. */
static int take_file(struct spark *s, struct sw_bytes *in, struct sw_err *err)
{
    const char *at, *path = sw_bytes_path(in);
    size_t got;
    uint32_t place;
    s->lines = (struct lines){ .bytes = in, .window = { .buf = s->lines.window.buf, .cap = s->lines.window.cap } };
    if (nameset_add(&s->paths, (struct sw_text){ path, strlen(path) + 1 }, &place, err) != SW_OK)
        return SW_FAIL;
    s->path = nameset_text(&s->paths, place).at;
    /* events_2_ID.compact, also with the suffix of its packing: Spark left out jobs that had ended. */
    const char *slash = strrchr(path, '/');
    if (strstr(slash ? slash : path, ".compact"))
        sw_damage_note(s->damage, SW_DAMAGE_COMPACTED, path, 1);
    if (sw_bytes_peek(in, &at, 16, &got, err) != SW_OK)
        return SW_FAIL;
    if (!packed_how(at, got))
        return SW_OK;
    return sw_err_data(err, path, 0, NULL, "is %s; unpack it first (docs/formats/spark.md says how)",
                       packed_how(at, got));
}

/* The next file is another application's, whose clock and executors have nothing to do with those before. A log
 * without ApplicationEnd was cut short, unless its last line has said so. */
static int begin_log(struct spark *s, struct sw_err *err)
{
    if (!s->app_ended && !s->cut)
        spark_values_note(s, SW_DAMAGE_CUT_SHORT);
    if (begin_application(s, err) != SW_OK)
        return SW_FAIL;
    s->cut = false;
    s->now_ms = s->last_submit_ms = SPARK_NO_TIME;
    s->log = s->rules->side->log;
    s->app = strdup(s->log); /* a log that is cut may have no start */
    return s->app ? SW_OK : sw_err_memory(err);
}

/* The bytes of the file that has ended are closed first. 0: there is no other file. */
static int next_file(struct spark *s, struct sw_err *err)
{
    struct sw_import_side *side = s->rules->side;
    struct sw_bytes *in = NULL;
    sw_bytes_close(s->lines.bytes);
    s->lines.bytes = NULL;
    int got = side->next_file(side->context, &in, err);
    if (got != 1)
        return got == 0 ? 0 : -2;
    if (side->begins && begin_log(s, err) != SW_OK) {
        sw_bytes_close(in);
        return -2;
    }
    return take_file(s, in, err) == SW_OK ? 1 : -2;
}

/* At the end of the last file. Executors of several logs end with theirs; one log's stay. */
static int end_log(struct spark *s, struct sw_err *err)
{
    if (!s->app_ended && !s->cut)
        spark_values_note(s, SW_DAMAGE_CUT_SHORT);
    spark_jobs_end(s);
    s->ended = true;
    if (s->log && spark_settings_merge(s, err) != SW_OK)
        return -2;
    return spark_executors_end(s, s->log ? s->now_ms : SPARK_NO_TIME, err) == SW_OK ? SW_OK : -2;
}

/* A log that is still written, or whose writer was killed, may end inside its compressed data. */
static bool ended_early(struct spark *s, struct sw_err *err)
{
    if (!sw_bytes_ended_early(s->lines.bytes))
        return false;
    spark_values_note(s, SW_DAMAGE_CUT_SHORT);
    s->cut = true;
    *err = (struct sw_err){ SW_EXIT_OK, "" };
    return true;
}

/* A line, or where the file ends the next file. -1 leaves the line out. */
static int read_some(struct spark *s, struct sw_err *err)
{
    int got = lines_next(&s->lines, err);
    if (got == 1)
        return read_event_line(s, err);
    if (got == -1) {
        spark_values_note(s, SW_DAMAGE_UNREADABLE);
        return -1;
    }
    if (got == -2 && !ended_early(s, err))
        return -2;
    got = next_file(s, err);
    return got == 0 ? end_log(s, err) : got == 1 ? SW_OK : -2;
}

/* ---- the importer ------------------------------------------------------------------------------------------------ */

/* Jobs that were never given out are freed here. */
static void spark_close(void *state)
{
    struct spark *s = state;
    if (s->out)
        spark_jobs_free_one(s, s->out);
    for (struct spark_job *job = s->jobs, *next; job; job = next) {
        next = job->next;
        spark_jobs_free_one(s, job);
    }
    sw_names_clear(&s->stages);
    sw_names_clear(&s->attempts);
    sw_names_clear(&s->job_ids);
    lines_clear(&s->lines);
    json_clear(&s->tree);
    spark_blocks_free(s);
    struct sw_keys *sets[] = { &s->paths, &s->hosts, &s->executors, &s->pools };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        sw_keys_clear(sets[i]);
    GROW_FREE(s->app, s->user, s->facts, s->executor, s->spans, s->order, s->by_id, s->parent, s->job_id.at,
              s->parents.at, s->hosts_text.at, s->node_text.at);
}

/* rules is the caller's, and is copied. */
static int spark_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct spark *s = state;
    s->own_rules = *rules;
    s->rules = &s->own_rules;
    s->damage = &rules->side->damage;
    s->zero_ms = s->now_ms = s->last_submit_ms = SPARK_NO_TIME;
    s->last_job = &s->jobs;
    s->last_open = &s->open;
    if (rules->side->log) {
        s->log = rules->side->log;
        s->zero_ms = rules->side->zero_ms > 0 ? rules->side->zero_ms : SPARK_NO_TIME;
        if (!(s->app = strdup(s->log))) {
            sw_bytes_close(in);
            return sw_err_memory(err);
        }
    }
    return take_file(s, in, err);
}

/* Its end has come, and nothing of it runs, or so long ago that no more will be told of it. A job whose start is
 * lost waits for its end, or for HOLD_MS without a sign of it. */
static bool is_ready(const struct spark *s, const struct spark_job *job)
{
    if (!job || !(job->ended || job->startless))
        return false;
    return (job->ended && job->n_running == 0) || (job->end_ms != SPARK_NO_TIME && s->now_ms > job->end_ms + HOLD_MS);
}

/* The job at the front, which is not open any more. Jobs outside of --from and --to are read and not given. */
static int take_job(struct spark *s, struct sw_err *err)
{
    s->out = s->jobs;
    spark_jobs_end_one(s, s->out);
    s->jobs = s->out->next;
    if (!s->jobs)
        s->last_job = &s->jobs;
    if (spark_settle_rows(s, err) != SW_OK)
        return -2;
    const int64_t ms = s->out->submit_ms, from_ms = s->rules->from_ms, to_ms = s->rules->to_ms;
    if (!(from_ms > 0 && ms < from_ms) && !(to_ms > 0 && ms >= to_ms))
        return SW_OK;
    /* An empty job is none that was left out. */
    s->rules->side->n_outside += s->out->n_attempts > 0 ? 1 : 0;
    spark_jobs_free_one(s, s->out);
    s->out = NULL;
    return SW_OK;
}

/* Rows of the job in hand, else the next job that is ready, else a line more of the log. */
static int spark_next(void *state, void *record, struct sw_err *err)
{
    struct spark *s = state;
    for (;;) {
        int got = s->out ? spark_rows_next(s, record, err) : 0;
        if (got != 0)
            return got;
        if (s->out)
            spark_jobs_free_one(s, s->out);
        s->out = NULL;
        if (!is_ready(s, s->jobs) && s->ended)
            return 0;
        got = is_ready(s, s->jobs) ? take_job(s, err) : read_some(s, err);
        if (got != SW_OK)
            return got;
    }
}

/* Of the row that was given; between jobs, of the line in hand. */
static uint64_t spark_line(const void *state)
{
    const struct spark *s = state;
    return s->out ? s->row->line : s->lines.number;
}

static struct sw_text spark_raw(const void *state) { return ((const struct spark *)state)->lines.line; }

const struct sw_importer sw_import_spark = { .name = "spark", .summary = "Spark's event logs, from 1.2 on",
    .is_tasks = true, .sniff = spark_sniff, .size = sizeof(struct spark), .open = spark_open, .next = spark_next,
    .line = spark_line, .raw = spark_raw, .close = spark_close, .facts = spark_settings_facts,
    .nodes = spark_executors_nodes, .node_columns = SPARK_EXECUTORS_COLUMNS, .extra_names = spark_rows_extra_names,
    .extra = spark_rows_extra, .is_log = true };
