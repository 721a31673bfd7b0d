/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jhist_json.c - Hadoop 2 and 3: after a line "Avro-Json" and the schema an event a line, {"type": ..., "event":
 * {"record": {...}}}. Fields that may be null come as {"string": "NODE_LOCAL"} or, in older versions, bare. Events
 * of other types are passed over. Which event has which field is the table below and the function it names. */
#include "lib/trace/jhist/history_json.h"
#include "lib/trace/jhist/jhist.h"

/* counters: {name, groups: [{name, counts: [{name, value}]}]}. HISTORY_UNKNOWN: there is none of that name. */
static int64_t counter(const struct json_node *counters, const char *name)
{
    JSON_EACH (g, json_get(json_inside(counters), "groups")) {
        JSON_EACH (c, json_get(g, "counts"))
            if (json_is(json_get(c, "name"), name))
                return count_of(c, "value");
    }
    return HISTORY_UNKNOWN;
}

/* ---- the job ------------------------------------------------------------------------------------------ */

/* JOB_SUBMITTED begins a job. */
static int on_submitted(struct jhist *s, const struct json_node *e, struct sw_err *err)
{
    s->job.submit_us = time_of(e, "submitTime");
    if (jhist_keep(s, json_text_of(e, "jobid"), &s->job.job_id, err) != SW_OK
        || jhist_keep(s, json_text_of(e, "userName"), &s->job.user, err) != SW_OK)
        return SW_FAIL;
    return jhist_keep(s, json_text_of(e, "jobQueueName"), &s->job.queue, err);
}

/* JOB_INITED has the job's size, and the time from which it could ask for slots. */
static int on_inited(struct jhist *s, const struct json_node *e, struct sw_err *err)
{
    s->job.told[0] = count_of(e, "totalMaps");
    s->job.told[1] = count_of(e, "totalReduces");
    s->job.inited_us = time_of(e, "launchTime");
    history_time(&s->job, s->job.inited_us);
    return s->job.job_id.len == 0 ? jhist_keep(s, json_text_of(e, "jobid"), &s->job.job_id, err) : SW_OK;
}

/* Queue, priority, master or time of submission, whichever is told. Of several masters the first counts: one that
 * failed had asked for slots before. */
static int on_change(struct jhist *s, const struct json_node *e, struct sw_err *err)
{
    history_priority(&s->job, json_text_of(e, "priority"));
    if (s->job.master_us == HISTORY_UNKNOWN)
        s->job.master_us = time_of(e, "startTime");
    if (s->job.submit_us == HISTORY_UNKNOWN)
        s->job.submit_us = time_of(e, "submitTime");
    return jhist_keep(s, json_text_of(e, "jobQueueName"), &s->job.queue, err);
}

/* The counters are those of the whole job: every attempt that was launched. */
static int on_job_end(struct jhist *s, const struct json_node *e, struct sw_err *err)
{
    static const char *const names[] = { "DATA_LOCAL_MAPS", "RACK_LOCAL_MAPS", "OTHER_LOCAL_MAPS" };
    const struct json_node *counters = json_get(e, "totalCounters");
    (void)err;
    s->complete = true;
    history_time(&s->job, time_of(e, "finishTime"));
    s->told_done[0] = count_of(e, "finishedMaps");
    s->told_done[1] = count_of(e, "finishedReduces");
    for (int i = 0; i < 3; i++)
        s->told_local[i] = counter(counters, names[i]);
    return SW_OK;
}

/* ---- tasks -------------------------------------------------------------------------------------------- */

/* TASK_STARTED names the split's hosts. */
static int on_task(struct jhist *s, const struct json_node *e, struct sw_err *err)
{
    uint32_t task;
    int kind;
    bool is_new;
    if (jhist_task(s, json_text_of(e, "taskid"), json_text_of(e, "taskType"), &task, &kind, &is_new, err) != SW_OK)
        return SW_FAIL;
    if (kind >= 0 && !is_new)
        jhist_note(s, SW_DAMAGE_REPEATED);
    return kind == SW_MAP ? jhist_split(s, task, json_text_of(e, "splitLocations"), err) : SW_OK;
}

static int jhist_json_find(struct jhist *s, const struct json_node *e, bool start, uint32_t *at, struct sw_err *err)
{
    return jhist_attempt(s, json_text_of(e, "taskid"), json_text_of(e, "attemptId"), json_text_of(e, "taskType"),
                         start, at, err);
}

/* The finished events have no start, so it is taken here (docs/formats/jhist.md). */
static int on_attempt_start(struct jhist *s, const struct json_node *e, struct sw_err *err)
{
    static const char *const words[] = { "NODE_LOCAL", "RACK_LOCAL", "OFF_SWITCH" };
    struct sw_text locality = json_text_of(e, "locality"), rack, host;
    uint32_t at;
    if (jhist_json_find(s, e, true, &at, err) != SW_OK)
        return SW_FAIL;
    if (at == HISTORY_NONE)
        return SW_OK;
    s->job.attempts[at].launch_us = time_of(e, "startTime");
    /* NODE_LOCAL 0, RACK_LOCAL 1 and OFF_SWITCH 2 are enum sw_locality's node, rack and any. */
    for (int32_t i = 0; i < 3; i++)
        if (sw_text_is(locality, words[i]))
            s->job.attempts[at].locality = i;
    history_path(json_text_of(e, "trackerName"), &rack, &host);
    return history_host(&s->job, at, rack, host, err);
}

/* One event ends an attempt, whatever its outcome; the word for it stands under one of two names. */
static int on_attempt_end(struct jhist *s, const struct json_node *e, struct sw_err *err)
{
    struct sw_text status = json_text_of(e, "taskStatus"), rack, host;
    uint32_t at;
    if (jhist_json_find(s, e, false, &at, err) != SW_OK)
        return SW_FAIL;
    if (at == HISTORY_NONE)
        return SW_OK;
    struct history_attempt *a = &s->job.attempts[at];
    bool reduce = s->job.tasks[a->task].kind == SW_REDUCE;
    jhist_finish(s, at, time_of(e, "finishTime"),
                 history_outcome(status.len > 0 ? status : json_text_of(e, "status"), SW_FAILED));
    jhist_learn(&a->copied_us, time_of(e, "shuffleFinishTime"));
    jhist_learn(&a->bytes, counter(json_get(e, "counters"), reduce ? "REDUCE_SHUFFLE_BYTES" : "HDFS_BYTES_READ"));
    history_path(json_text_of(e, "hostname"), &rack, &host);
    /* rackname goes before a rack in the host's path. */
    struct sw_text rackname = json_text_of(e, "rackname");
    return history_host(&s->job, at, rackname.len > 0 ? rackname : rack, host, err);
}

/* ---- events ------------------------------------------------------------------------------------------- */

static const struct event {
    const char *type;
    int (*read)(struct jhist *, const struct json_node *, struct sw_err *);
} events[] = {
    { "JOB_SUBMITTED", on_submitted }, { "JOB_QUEUE_CHANGED", on_change }, { "JOB_PRIORITY_CHANGED", on_change },
    { "AM_STARTED", on_change }, { "JOB_INITED", on_inited }, { "JOB_INFO_CHANGED", on_change },
    { "JOB_FINISHED", on_job_end }, { "JOB_FAILED", on_job_end },
    { "JOB_KILLED", on_job_end }, { "JOB_ERROR", on_job_end }, { "TASK_STARTED", on_task },
    { "MAP_ATTEMPT_STARTED", on_attempt_start }, { "REDUCE_ATTEMPT_STARTED", on_attempt_start },
    { "MAP_ATTEMPT_FINISHED", on_attempt_end }, { "REDUCE_ATTEMPT_FINISHED", on_attempt_end },
    { "MAP_ATTEMPT_FAILED", on_attempt_end }, { "REDUCE_ATTEMPT_FAILED", on_attempt_end },
    { "MAP_ATTEMPT_KILLED", on_attempt_end }, { "REDUCE_ATTEMPT_KILLED", on_attempt_end } };

/* A file is one job; a second JOB_SUBMITTED begins another, as when files were joined. */
static int take_event(struct jhist *s, const struct json_node *root, struct sw_err *err)
{
    struct sw_text type = json_text_of(root, "type");
    const struct json_node *body = json_inside(json_get(root, "event"));
    bool submitted = sw_text_is(type, "JOB_SUBMITTED");
    if (submitted && s->in_job && s->job.job_id.len > 0)
        return 0;
    if (!s->in_job)
        jhist_begin(s);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (sw_text_is(type, events[i].type))
            return events[i].read(s, body, err) == SW_OK ? 1 : -2;
    return 1;
}

/* The lines in front of the first event are passed over, and so is the schema. */
int jhist_json_line(struct jhist *s, struct sw_err *err)
{
    struct sw_text line = s->lines.line;
    char why[200];
    while (line.len > 0 && (*line.at == ' ' || *line.at == '\t'))
        line = (struct sw_text){ line.at + 1, line.len - 1 };
    if (line.len == 0 || (!s->in_job && *line.at != '{')) /* the word Avro-Json, a licence before it */
        return 1;
    /* Damage in the very last line is a log that was cut short. */
    bool is_last = s->lines.window.ended && s->lines.window.at == s->lines.window.len;
    if (json_parse(&s->tree, line, why, sizeof why) != SW_OK)
        return why[0] == '\0' ? sw_err_memory(err) - 1
                              : jhist_bad(s, is_last ? SW_DAMAGE_CUT_SHORT : SW_DAMAGE_UNREADABLE, err, why);
    return json_get(s->tree.node, "event") ? take_event(s, s->tree.node, err) : 1; /* else the schema */
}
