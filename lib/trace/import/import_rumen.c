/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_rumen.c - Rumen's job traces: JSON objects one behind the other, one a job, with its map and reduce tasks,
 * their preferred hosts and all attempts. A job at a time is in memory. What a job's parts become is history.h's,
 * which Hadoop's own job history shares; only the members' names are here. */
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/jhist/history_json.h"
#include "lib/trace/parse/json.h"

struct rumen {
    struct json_stream in;
    struct history job;
};

static bool rumen_sniff(const char *at, size_t n)
{
    static const char *const members[] = { "\"jobID\"", "\"mapTasks\"", NULL };
    return json_stream_sniff(at, n, members);
}

static void rumen_close(void *state)
{
    struct rumen *s = state;
    json_stream_clear(&s->in);
    history_clear(&s->job);
}

static int rumen_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct rumen *s = state;
    s->in.bytes = in;
    return history_open(&s->job, rules, err);
}

/* ---- attempts ---------------------------------------------------------------------------------------- */

/* Layers are rack and host, in some traces more; the last one is the host. The one before it is the rack. */
static void read_layers(const struct json_node *location, struct sw_text *rack, struct sw_text *host)
{
    *rack = *host = (struct sw_text){ "", 0 };
    JSON_EACH (c, json_get(location, "layers")) {
        *rack = *host;
        *host = json_text(c);
    }
}

/* An attempt that is there twice counts once. */
static int read_attempt(struct rumen *s, uint32_t task, const struct json_node *a, struct sw_err *err)
{
    uint32_t at;
    bool is_new;
    if (history_attempt(&s->job, task, json_text_of(a, "attemptID"), s->in.line, &at, &is_new, err) != SW_OK)
        return SW_FAIL;
    if (!is_new) {
        sw_damage_note(s->job.damage, SW_DAMAGE_REPEATED, sw_bytes_path(s->in.bytes), s->in.line);
        /* The first one's times stay. */
        return SW_OK;
    }
    bool reduce = s->job.tasks[task].kind == SW_REDUCE;
    struct history_attempt *to = &s->job.attempts[at];
    to->launch_us = time_of(a, "startTime");
    to->finish_us = time_of(a, "finishTime");
    to->copied_us = time_of(a, "shuffleFinished");
    to->bytes = count_of(a, reduce ? "reduceShuffleBytes" : "hdfsBytesRead");
    to->outcome = history_outcome(json_text(json_get(a, "result")), -1);
    /* The host's path says its rack; where it does not, the layers do. */
    struct sw_text rack, host, layer_rack, layer_host;
    history_path(json_text_of(a, "hostName"), &rack, &host);
    read_layers(json_get(a, "location"), &layer_rack, &layer_host);
    return history_host(&s->job, at, rack.len > 0 ? rack : layer_rack, host.len > 0 ? host : layer_host, err);
}

/* ---- tasks and jobs ---------------------------------------------------------------------------------- */

/* The hosts that hold a block of the task's input. Reduces have none. */
static int read_split(struct rumen *s, uint32_t task, const struct json_node *t, struct sw_err *err)
{
    struct sw_text rack, host;
    JSON_EACH (c, json_get(t, "preferredLocations")) {
        read_layers(c, &rack, &host);
        if (history_split(&s->job, task, rack, host, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* A task that is there twice is one with the attempts of both. */
static int read_task(struct rumen *s, enum sw_kind kind, const struct json_node *t, struct sw_err *err)
{
    uint32_t task;
    bool is_new;
    if (history_task(&s->job, json_text_of(t, "taskID"), kind, &task, &is_new, err) != SW_OK)
        return SW_FAIL;
    if (!is_new)
        sw_damage_note(s->job.damage, SW_DAMAGE_REPEATED, sw_bytes_path(s->in.bytes), s->in.line);
    s->job.tasks[task].bytes = count_of(t, "inputBytes");
    if (kind == SW_MAP && read_split(s, task, t, err) != SW_OK)
        return SW_FAIL;
    JSON_EACH (c, json_get(t, "attempts"))
        if (read_attempt(s, task, c, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

static int read_tasks(struct rumen *s, const char *key, enum sw_kind kind, struct sw_err *err)
{
    JSON_EACH (c, json_get(s->in.tree.node, key))
        if (read_task(s, kind, c, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* otherTasks are Hadoop's own set-up and clean-up: they have no data to be near. */
static int read_rumen_job(struct rumen *s, struct sw_err *err)
{
    const struct json_node *j = s->in.tree.node;
    struct history *h = &s->job;
    /* What was gathered of the job before is gone from here on. */
    history_start(h, s->in.line);
    h->submit_us = time_of(j, "submitTime");
    history_time(h, time_of(j, "launchTime"));
    history_time(h, time_of(j, "finishTime"));
    /* Told by the job itself, for --check to compare with its tasks. */
    h->told[0] = count_of(j, "totalMaps");
    h->told[1] = count_of(j, "totalReduces");
    history_priority(h, json_text_of(j, "priority"));
    if (history_keep(h, json_text_of(j, "jobID"), &h->job_id, err) != SW_OK
        || history_keep(h, json_text_of(j, "user"), &h->user, err) != SW_OK
        || history_keep(h, json_text_of(j, "queue"), &h->queue, err) != SW_OK)
        return SW_FAIL;
    if (read_tasks(s, "mapTasks", SW_MAP, err) != SW_OK || read_tasks(s, "reduceTasks", SW_REDUCE, err) != SW_OK)
        return SW_FAIL;
    return history_rows_end(h, sw_bytes_path(s->in.bytes), err);
}

/* One object. -1 leaves a damaged one out, and the next call goes on behind it. */
static int next_rumen_job(struct rumen *s, struct sw_err *err)
{
    int got = json_stream_note(&s->in, s->job.damage, err);
    if (got != 1)
        return got;
    if (json_text_of(s->in.tree.node, "jobID").len > 0)
        return read_rumen_job(s, err) == SW_OK ? 1 : -2;
    return sw_damage_bad(s->job.damage, SW_DAMAGE_MISSING, sw_bytes_path(s->in.bytes), s->in.line, "jobID",
                         "no such member: not a job of a Rumen trace", err);
}

static int rumen_next(void *state, void *record, struct sw_err *err)
{
    struct rumen *s = state;
    int got;
    while ((got = history_row(&s->job, record, err)) == 0)
        if ((got = next_rumen_job(s, err)) != 1)
            return got;
    return got;
}

const struct sw_importer sw_import_rumen = { .name = "rumen",
    .summary = "Hadoop Rumen job traces: JSON, an object a job", .is_tasks = true, .sniff = rumen_sniff,
    .size = sizeof(struct rumen), .open = rumen_open, .next = rumen_next, .line = json_stream_line,
    .raw = json_stream_raw, .close = rumen_close, .derived = history_rows_derived, .from_first = true, .is_log = true };
