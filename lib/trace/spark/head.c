/* SPDX-License-Identifier: GPL-3.0-or-later */
/* head.c - see head.h. Both stop reading early: heads are short, and lines of other events are passed over by name. */
#include <stdio.h>
#include <string.h>
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/parse/json.h"
#include "lib/trace/parse/lines.h"
#include "lib/trace/spark/head.h"
#include "slotwise/sw_import.h"

enum { MOST_LINES = 5000 }; /* before the first job: block managers and executors of a large cluster */

/* Cut where it is longer. */
static void spark_head_keep(char *to, size_t cap, struct sw_text text)
{
    snprintf(to, cap, "%.*s", (int)(text.len < cap ? text.len : cap - 1), text.len > 0 ? text.at : "");
}

/* ---- lines --------------------------------------------------------------------------------------- */

/* One tree for all lines of a log: its memory serves again. */
struct reader { struct lines lines; struct json_tree tree; };

static int open_log(struct reader *r, const char *path, struct sw_err *err)
{
    *r = (struct reader){ .lines.number = 0 };
    return sw_bytes_open(&r->lines.bytes, path, err);
}

static void stop(struct reader *r)
{
    lines_clear(&r->lines);
    json_clear(&r->tree);
}

/* An event's name stands in the first bytes of its line. */
static bool names(struct sw_text line, const char *event)
{
    const size_t n = line.len < 120 ? line.len : 120;
    return memmem(line.at, n, event, strlen(event));
}

/* The line as an object; NULL: it is none. */
static const struct json_node *spark_head_parse(struct reader *r)
{
    char why[80];
    return json_parse(&r->tree, r->lines.line, why, sizeof why) == SW_OK && r->tree.node->kind == JSON_OBJECT
           ? r->tree.node : NULL;
}

/* ---- the head ------------------------------------------------------------------------------------ */

/* What the events before the first job say of the application. The first start counts. */
static void spark_head_take(struct spark_head *h, struct reader *r)
{
    const struct sw_text line = r->lines.line;
    const bool begins = names(line, "SparkListenerApplicationStart");
    const bool environment = names(line, "SparkListenerEnvironmentUpdate");
    const bool version = names(line, "SparkListenerLogStart") || names(line, "DBCEventLoggingListenerMetadata");
    const struct json_node *event = begins || environment || version ? spark_head_parse(r) : NULL;
    if (event && begins && !h->started) {
        struct sw_text attempt = json_text_of(event, "App Attempt ID");
        int64_t ms;
        spark_head_keep(h->id, sizeof h->id, json_text_of(event, "App ID"));
        if (attempt.len > 0 && h->id[0] != '\0' && strlen(h->id) + attempt.len + 2 < sizeof h->id) {
            strcat(h->id, "_");
            strncat(h->id, attempt.at, attempt.len);
        }
        spark_head_keep(h->name, sizeof h->name, json_text_of(event, "App Name"));
        spark_head_keep(h->user, sizeof h->user, json_text_of(event, "User"));
        h->started = true;
        if (json_i64_of(event, "Timestamp", &ms) && ms > 0)
            h->start_ms = ms;
    } else if (event && environment) {
        const struct json_node *properties = json_get(event, "Spark Properties");
        struct sw_text master = json_text(json_get(properties, "spark.master"));
        h->dynamic = json_is(json_get(properties, "spark.dynamicAllocation.enabled"), "true");
        spark_head_keep(h->queue, sizeof h->queue, json_text(json_get(properties, "spark.yarn.queue")));
        /* On YARN an application without a queue is in default. */
        if (h->queue[0] == '\0' && master.len >= 4 && memcmp(master.at, "yarn", 4) == 0)
            spark_head_keep(h->queue, sizeof h->queue, (struct sw_text){ "default", 7 });
    } else if (event && version)
        spark_head_keep(h->version, sizeof h->version, json_text_of(event, "Spark Version"));
}

/* packed: what is inside cannot be read here. */
static bool is_spark(struct sw_bytes *in, bool *packed, struct sw_err *err, int *status)
{
    const char *at;
    size_t got;
    const struct sw_importer *spark = sw_importer_find("spark");
    *status = sw_bytes_skip_comments(in, err);
    if (*status == SW_OK)
        *status = sw_bytes_peek(in, &at, 4096, &got, err);
    if (*status != SW_OK || !spark->sniff(at, got))
        return false;
    *packed = at[0] != '{';
    return true;
}

/* What is wrong behind the first lines is told by who reads the log. sum is of the lines read, so that copies under
 * other names have the same. */
int spark_head_read(struct spark_head *h, const char *path, struct sw_err *err)
{
    struct reader r;
    struct sw_err passed = { 0 };
    bool packed = false;
    int status;
    *h = (struct spark_head){ .is_spark = false };
    if (open_log(&r, path, err) != SW_OK)
        return SW_FAIL;
    h->is_spark = is_spark(r.lines.bytes, &packed, err, &status);
    const int most = status == SW_OK && h->is_spark && !packed ? MOST_LINES : 0;
    for (int i = 0, got = 1; got != 0 && got != -2 && i < most; i++) {
        got = lines_next(&r.lines, &passed);
        /* Jobs begin here: the rest of the log is for the importer. */
        if (got == 1 && (names(r.lines.line, "SparkListenerJobStart") || names(r.lines.line, "SparkListenerTaskStart")))
            break;
        if (got == 1) {
            spark_head_take(h, &r);
            for (size_t k = 0; k < r.lines.line.len; k++) /* FNV-1a */
                h->sum = (h->sum ^ (unsigned char)r.lines.line.at[k]) * UINT64_C(0x100000001b3);
        }
    }
    h->started |= packed; /* a log of its own, which cannot be read */
    stop(&r);
    return status;
}

/* ---- what a job is called --------------------------------------------------------------------------- */

/* Whatever is there of description, call site and stage, with the query and the group behind it. */
static void put_title(char title[SPARK_HEAD_TITLE], const struct json_node *event)
{
    const struct json_node *p = json_get(event, "Properties");
    struct sw_text text = json_text(json_get(p, "spark.job.description"));
    struct sw_text sql = json_text(json_get(p, "spark.sql.execution.id"));
    struct sw_text group = json_text(json_get(p, "spark.jobGroup.id"));
    if (text.len == 0)
        text = json_text(json_get(p, "callSite.short"));
    if (text.len == 0) {
        /* Of its stages the last with a name. */
        const struct json_node *list = json_get(event, "Stage Infos"), *last = NULL;
        JSON_EACH (c, list)
            last = !last || json_text_of(c, "Stage Name").len > 0 ? c : last;
        text = json_text_of(last, "Stage Name");
    }
    /* Texts of people are cut so that all of them fit. */
    const int n = text.len < 80 ? (int)text.len : 80;
    int at = snprintf(title, SPARK_HEAD_TITLE, "%.*s", n, n > 0 ? text.at : "");
    if (sql.len > 0 || group.len > 0)
        snprintf(title + at, (size_t)(SPARK_HEAD_TITLE - at), "%s(%s%.*s%s%s%.*s)", at > 0 ? " " : "",
                 sql.len > 0 ? "SQL " : "", (int)(sql.len < 12 ? sql.len : 12), sql.len > 0 ? sql.at : "",
                 sql.len > 0 && group.len > 0 ? ", " : "", group.len > 0 ? "group " : "",
                 (int)(group.len < 40 ? group.len : 40), group.len > 0 ? group.at : "");
    /* A title is one line. */
    for (char *c = title; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
}

/* The first JobStart of this number, in one file. */
static bool look_in(char title[SPARK_HEAD_TITLE], const char *path, int64_t job, struct sw_err *err, int *status)
{
    struct reader r;
    struct sw_err passed = { 0 };
    bool found = false;
    *status = open_log(&r, path, err);
    for (int got = 1; *status == SW_OK && !found && got != 0 && got != -2;) {
        int64_t id;
        got = lines_next(&r.lines, &passed);
        const struct json_node *event =
            got == 1 && names(r.lines.line, "SparkListenerJobStart") ? spark_head_parse(&r) : NULL;
        found = event && json_i64_of(event, "Job ID", &id) && id == job;
        if (found)
            put_title(title, event);
    }
    stop(&r);
    return found;
}

/* Files of a rolled log, in their order: a job starts in one of them. */
int spark_head_title(char title[SPARK_HEAD_TITLE], const char *const *paths, size_t n, int64_t job, struct sw_err *err)
{
    int status = SW_OK;
    title[0] = '\0';
    for (size_t i = 0; i < n && status == SW_OK; i++)
        if (look_in(title, paths[i], job, err, &status))
            break;
    return status;
}
