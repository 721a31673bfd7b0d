/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jhist_text.c - Hadoop 1: Kind KEY="value" KEY="value" . with backslashes before quotes, dots and more. A record ends
 * with its line unless a quote is open. */
#include <stdio.h>
#include <string.h>
#include "lib/trace/jhist/jhist.h"
#include "lib/base/grow.h"

/* A record of more than 16 MiB has a quote that does not close. */
#define LONGEST ((size_t)1 << 24)

/* kind is the word in front of the pairs. */
struct record { struct sw_text kind, rest; };

/* ---- KEY="value" --------------------------------------------------------------------------------------- */

/* Where the value ends: at a quote without a backslash before it. n: there is none. */
static size_t value_end(const char *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (at[i] == '\\')
            i++;
        else if (at[i] == '"')
            return i;
    }
    return n;
}

/* The next pair; false behind the last, or at what is none. Blanks stand between pairs, and a full stop ends the
 * record. */
static bool next_pair(struct sw_text *rest, struct sw_text *key, struct sw_text *value)
{
    const char *at = rest->at, *end = rest->at + rest->len;
    while (at < end && *at == ' ')
        at++;
    const char *equals = memchr(at, '=', (size_t)(end - at));
    if (!equals || end - equals < 2 || equals[1] != '"')
        return false;
    size_t len = value_end(equals + 2, (size_t)(end - equals - 2));
    *key = (struct sw_text){ at, (size_t)(equals - at) };
    *value = (struct sw_text){ equals + 2, len };
    const char *after = equals + 2 + len + (equals + 2 + len < end);
    *rest = (struct sw_text){ after, (size_t)(end - after) };
    return true;
}

/* The value of the first pair of this name; empty where there is none. Its backslashes are still there:
 * jhist_keep() undoes them. */
static struct sw_text get(const struct record *r, const char *name)
{
    struct sw_text rest = r->rest, key, value;
    while (next_pair(&rest, &key, &value))
        if (sw_text_is(key, name))
            return value;
    return (struct sw_text){ "", 0 };
}

/* What is no count is not known. */
static int64_t to_count(struct sw_text text)
{
    int64_t n;
    return sw_num_i64(text.at, text.len, &n) == SW_OK && n >= 0 ? n : HISTORY_UNKNOWN;
}

static int64_t get_time(const struct record *r, const char *name)
{
    int64_t ms = to_count(get(r, name));
    return ms == HISTORY_UNKNOWN ? ms : history_ms(ms);
}

/* COUNTERS="{(group)(Group)[(HDFS_BYTES_READ)(HDFS_BYTES_READ)(47)]...}": the number in the third parentheses. */
static int64_t counter(struct sw_text counters, const char *name)
{
    char opening[64];
    int n = snprintf(opening, sizeof opening, "[(%s)(", name);
    const char *end = counters.at + counters.len;
    const char *at = counters.len > 0 ? memmem(counters.at, counters.len, opening, (size_t)n) : NULL;
    if (!at || !(at = memmem(at + n, (size_t)(end - at - n), ")(", 2)))
        return HISTORY_UNKNOWN;
    const char *close = memchr(at + 2, ')', (size_t)(end - at - 2));
    return close ? to_count((struct sw_text){ at + 2, (size_t)(close - at - 2) }) : HISTORY_UNKNOWN;
}

/* ---- the job ------------------------------------------------------------------------------------------- */

/* Job records come several times, each with other keys. */
static int on_job_record(struct jhist *s, const struct record *r, struct sw_err *err)
{
    struct history *h = &s->job;
    jhist_learn(&h->submit_us, get_time(r, "SUBMIT_TIME"));
    /* In Hadoop 1 setup_s counts from the submission (docs/formats/jhist.md). */
    h->master_us = h->submit_us;
    jhist_learn(&h->inited_us, get_time(r, "LAUNCH_TIME"));
    history_time(h, get_time(r, "LAUNCH_TIME"));
    history_time(h, get_time(r, "FINISH_TIME"));
    jhist_learn(&h->told[0], to_count(get(r, "TOTAL_MAPS")));
    jhist_learn(&h->told[1], to_count(get(r, "TOTAL_REDUCES")));
    jhist_learn(&s->told_done[0], to_count(get(r, "FINISHED_MAPS")));
    jhist_learn(&s->told_done[1], to_count(get(r, "FINISHED_REDUCES")));
    s->complete |= get(r, "FINISH_TIME").len > 0;
    if (get(r, "JOB_PRIORITY").len > 0)
        history_priority(h, get(r, "JOB_PRIORITY"));
    if (jhist_keep(s, get(r, "JOBID"), &h->job_id, err) != SW_OK
        || jhist_keep(s, get(r, "USER"), &h->user, err) != SW_OK)
        return SW_FAIL;
    return jhist_keep(s, get(r, "JOB_QUEUE"), &h->queue, err);
}

/* ---- tasks --------------------------------------------------------------------------------------------- */

/* A task has a line when it starts and one when it ends; the first has its split. */
static int on_task(struct jhist *s, const struct record *r, struct sw_err *err)
{
    uint32_t task;
    int kind;
    bool is_new;
    if (jhist_task(s, get(r, "TASKID"), get(r, "TASK_TYPE"), &task, &kind, &is_new, err) != SW_OK)
        return SW_FAIL;
    return is_new && kind == SW_MAP ? jhist_split(s, task, get(r, "SPLITS"), err) : SW_OK;
}

/* tracker_node1\.example\.com:localhost/127\.0\.0\.1:54153, or the name alone. */
static struct sw_text tracker_host(struct sw_text name)
{
    size_t from = name.len > 8 && memcmp(name.at, "tracker_", 8) == 0 ? 8 : 0, len = 0;
    while (from + len < name.len && !strchr(":/", name.at[from + len]))
        len++;
    return (struct sw_text){ name.at + from, len };
}

/* The tracker of the start is a node's name; the host of the end may have its rack in front. */
static int end_attempt(struct jhist *s, const struct record *r, uint32_t at, struct sw_err *err)
{
    struct sw_text status = get(r, "TASK_STATUS"), rack, host, counters = get(r, "COUNTERS");
    struct history_attempt *a = &s->job.attempts[at];
    bool reduce = s->job.tasks[a->task].kind == SW_REDUCE;
    jhist_finish(s, at, get_time(r, "FINISH_TIME"),
                 sw_text_is(status, "SUCCESS") ? SW_DONE : sw_text_is(status, "KILLED") ? SW_KILLED : SW_FAILED);
    jhist_learn(&a->copied_us, get_time(r, "SHUFFLE_FINISHED"));
    jhist_learn(&a->bytes, counter(counters, reduce ? "REDUCE_SHUFFLE_BYTES" : "HDFS_BYTES_READ"));
    history_path(get(r, "HOSTNAME"), &rack, &host);
    return history_host(&s->job, at, rack, host, err);
}

/* One line at its start, where its tracker is its node, and one at its end, where a host is named. */
static int on_attempt_record(struct jhist *s, const struct record *r, struct sw_err *err)
{
    bool start = get(r, "START_TIME").len > 0;
    uint32_t at;
    if (jhist_attempt(s, get(r, "TASKID"), get(r, "TASK_ATTEMPT_ID"), get(r, "TASK_TYPE"), start, &at, err) != SW_OK)
        return SW_FAIL;
    if (at == HISTORY_NONE)
        return SW_OK;
    if (start) {
        struct sw_text tracker = tracker_host(get(r, "TRACKER_NAME"));
        s->job.attempts[at].launch_us = get_time(r, "START_TIME");
        if (history_host(&s->job, at, (struct sw_text){ "", 0 }, tracker, err) != SW_OK)
            return SW_FAIL;
    }
    return get(r, "TASK_STATUS").len > 0 ? end_attempt(s, r, at, err) : SW_OK;
}

/* ---- records ------------------------------------------------------------------------------------------- */

/* Does a quote stay open in the pairs of a line? rest begins outside of quotes. */
static bool leaves_open(struct sw_text rest)
{
    struct sw_text key, value;
    const char *end = rest.at + rest.len;
    bool open = false;
    while (next_pair(&rest, &key, &value))
        open = value.at + value.len == end; /* no quote behind the last value */
    return open;
}

/* As the line stands, with an end. */
static int append_line(struct jhist *s, struct sw_text line, struct sw_err *err)
{
    if (s->n_long + line.len > LONGEST)
        return jhist_bad(s, SW_DAMAGE_UNREADABLE, err, "quote that does not close");
    if (sw_grow(&s->long_line, &s->cap_long, s->n_long + line.len + 1, 1, err) != SW_OK)
        return -2;
    memcpy(s->long_line + s->n_long, line.at, line.len);
    s->n_long += line.len;
    s->long_line[s->n_long++] = '\n';
    return 1;
}

/* Joins the lines of a record whose quote is open. *line is the whole record, in s->long_line where it has several
 * lines. */
static int whole_record(struct jhist *s, struct sw_text *line, struct sw_err *err)
{
    int got = 1;
    *line = s->lines.line;
    const char *space = memchr(line->at, ' ', line->len);
    bool open = space && leaves_open((struct sw_text){ space + 1, line->len - (size_t)(space + 1 - line->at) });
    if (!open)
        return 1;
    s->n_long = 0;
    while ((got = append_line(s, s->lines.line, err)) == 1) {
        *line = (struct sw_text){ s->long_line, s->n_long - 1 };
        if (!open)
            return 1;
        got = lines_next(&s->lines, err);
        if (got == 0)
            return jhist_bad(s, SW_DAMAGE_CUT_SHORT, err, "input ends inside a record");
        if (got != 1)
            return got;
        /* The same of a line that begins inside quotes. What stood before it is not looked at again. */
        size_t len = value_end(s->lines.line.at, s->lines.line.len);
        open = len == s->lines.line.len
               || leaves_open((struct sw_text){ s->lines.line.at + len + 1, s->lines.line.len - len - 1 });
    }
    return got;
}

/* One line, which may begin a record of several. */
int jhist_text_line(struct jhist *s, struct sw_err *err)
{
    struct sw_text line = s->lines.line;
    if (line.len > 0 && *line.at == '\f') /* as a line printer wanted it between two files */
        line = s->lines.line = (struct sw_text){ line.at + 1, line.len - 1 };
    if (line.len > 7 && memcmp(line.at, "!!FILE=", 7) == 0) {
        /* !!FILE=name!! stands before each of several files joined to one; what is not a history among them is
         * passed over. */
        if (s->in_job)
            return 0;
        s->skipping = memmem(line.at, line.len, ".xml", 4);
        return 1;
    }
    if (s->skipping || line.len == 0)
        return 1;
    /* Meta stands in front of each history: within a job it ends that. */
    if (line.len > 5 && memcmp(line.at, "Meta ", 5) == 0)
        return s->in_job ? 0 : 1;
    int got = whole_record(s, &line, err);
    if (got != 1)
        return got;
    /* The kind stands before the first blank. */
    const char *space = memchr(line.at, ' ', line.len);
    size_t len = space ? (size_t)(space - line.at) : line.len;
    struct record r = { { line.at, len }, { line.at + len, line.len - len } };
    bool job = sw_text_is(r.kind, "Job"), task = sw_text_is(r.kind, "Task"),
         attempt = sw_text_is(r.kind, "MapAttempt") || sw_text_is(r.kind, "ReduceAttempt");
    /* Job lines repeat the id; another id is another job. */
    struct sw_text id = job ? get(&r, "JOBID") : (struct sw_text){ "", 0 }, now = history_get(&s->job, s->job.job_id);
    if (s->in_job && id.len > 0 && now.len > 0 && !sw_text_same(id, now))
        return 0;
    if (!job && !task && !attempt)
        return jhist_bad(s, SW_DAMAGE_UNREADABLE, err, "not a Job, Task, MapAttempt or ReduceAttempt record");
    if (!s->in_job)
        jhist_begin(s);
    int status = job ? on_job_record(s, &r, err) : task ? on_task(s, &r, err) : on_attempt_record(s, &r, err);
    return status == SW_OK ? 1 : -2;
}
