/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alibaba.c - lines of the batch_task tables: what a task's name and status say, and which job it belongs to. */
#include <string.h>
#include "lib/trace/import/alibaba.h"
#include "lib/base/grow.h"

#define MOST_INSTANCES 1000000 /* of a task; each is a row that is kept until its job is complete */

int32_t alibaba_outcome(struct sw_text status, bool *known)
{
    static const struct { const char *word; int32_t outcome; } of[] = {
        { "Terminated", SW_DONE }, { "Failed", SW_FAILED }, { "Running", SW_RUNNING }, { "Waiting", -1 },
        { "Ready", -1 }, { "Cancelled", SW_KILLED }, { "Interrupted", SW_KILLED }, { "Unknown", -1 } };
    *known = false;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (sw_text_is(status, of[i].word)) {
            *known = true;
            return of[i].outcome;
        }
    return -1;
}

bool alibaba_is_header(const struct sw_text *field)
{
    static const char *const first[] = { "task_create_time", "task_name", "create_timestamp" };
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (sw_text_is(field[0], first[i]))
            return true;
    return false;
}

/* ---- names: M2_1_3 is task 2, waiting for 1 and 3; merge_task and task_Nzg3... are numbered behind the others ---- */

static size_t digits(struct sw_text text, size_t from)
{
    size_t n = 0;
    while (from + n < text.len && text.at[from + n] >= '0' && text.at[from + n] <= '9')
        n++;
    return n;
}

static bool is_letter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

/* 0: the name has no number. */
static uint64_t own_number(struct sw_text name, size_t *after)
{
    uint64_t number = 0;
    size_t at = 0;
    while (at < name.len && is_letter(name.at[at]))
        at++;
    size_t n = digits(name, at);
    *after = at + n;
    if (n == 0 || n > 9 || sw_num_u64(name.at + at, n, &number) != SW_OK
        || (*after < name.len && name.at[*after] != '_'))
        return 0;
    return number;
}

static int keep_parent(struct alibaba *s, struct stage *to, const char *at, size_t n, struct sw_err *err)
{
    if (sw_grow(&s->text, &s->cap_text, s->n_text + n + 1, 1, err) != SW_OK)
        return SW_FAIL;
    if (to->n_parents > 0) {
        s->text[s->n_text++] = '|';
        to->n_parents++;
    }
    memcpy(s->text + s->n_text, at, n);
    s->n_text += n;
    to->n_parents += n;
    return SW_OK;
}

static int read_name(struct alibaba *s, struct sw_text name, struct stage *to, struct sw_err *err)
{
    size_t at;
    to->number = own_number(name, &at);
    to->parents = s->n_text;
    if (to->number == 0)
        return SW_OK;
    while (at < name.len) { /* at an underline */
        size_t n = digits(name, ++at);
        bool ends = at + n == name.len || name.at[at + n] == '_';
        if (n > 0 && n <= 9 && ends && keep_parent(s, to, name.at + at, n, err) != SW_OK)
            return SW_FAIL;
        while (at < name.len && name.at[at] != '_')
            at++;
    }
    return SW_OK;
}

/* ---- lines ---------------------------------------------------------------------------------------------- */

static int read_time(struct alibaba *s, size_t i, const char *column, int64_t *us, struct sw_err *err)
{
    struct sw_text field = table_field(&s->table, i);
    *us = ALIBABA_UNKNOWN;
    if (field.len == 0 || sw_num_time(field.at, field.len, us) == SW_OK)
        return SW_OK;
    return table_bad(&s->table, column, field, "not a time in seconds", err);
}

static int find_job(struct alibaba *s, struct sw_text name, uint32_t *out, struct sw_err *err)
{
    size_t n = s->names.n;
    if (nameset_add(&s->names, name, out, err) != SW_OK
        || sw_grow(&s->jobs, &s->cap_jobs, s->names.n, sizeof *s->jobs, err) != SW_OK)
        return SW_FAIL;
    if (s->names.n > n)
        s->jobs[n] = (struct job){ .held.submit_us = ALIBABA_UNKNOWN, .first = ALIBABA_NONE, .last = ALIBABA_NONE };
    return SW_OK;
}

static int add_stage(struct alibaba *s, struct stage *stage, struct sw_err *err)
{
    uint32_t at = (uint32_t)s->n_stages;
    if (find_job(s, table_field(&s->table, s->layout->job), &stage->job, err) != SW_OK
        || sw_grow(&s->stages, &s->cap_stages, s->n_stages + 1, sizeof *s->stages, err) != SW_OK)
        return SW_FAIL;
    struct job *job = &s->jobs[stage->job];
    s->stages[s->n_stages++] = *stage;
    if (job->last == ALIBABA_NONE)
        job->first = at;
    else
        s->stages[job->last].next = at;
    job->last = at;
    int64_t *submit_us = &job->held.submit_us;
    if (stage->start_us != ALIBABA_UNKNOWN && (*submit_us == ALIBABA_UNKNOWN || stage->start_us < *submit_us))
        *submit_us = stage->start_us;
    return SW_OK;
}

/* An end of 0 or before the start is no end. */
static void judge_times(struct alibaba *s, struct stage *stage)
{
    bool ended = stage->end_us != ALIBABA_UNKNOWN && stage->end_us != 0;
    if (s->layout->named && stage->start_us == 0)
        stage->start_us = ALIBABA_UNKNOWN;
    if (!ended && (stage->outcome == SW_DONE || stage->outcome == SW_FAILED))
        table_note(&s->table, SW_DAMAGE_NO_END);
    if (ended && stage->start_us != ALIBABA_UNKNOWN && stage->end_us < stage->start_us) {
        table_note(&s->table, SW_DAMAGE_NEGATIVE);
        ended = false;
    }
    if (!ended)
        stage->end_us = ALIBABA_UNKNOWN;
}

static int read_stage(struct alibaba *s, struct stage *stage, struct sw_err *err)
{
    const struct layout *l = s->layout;
    struct sw_text task = table_field(&s->table, l->task), status = table_field(&s->table, l->status);
    int64_t n;
    bool known;
    stage->outcome = alibaba_outcome(status, &known);
    if (!known)
        return table_bad(&s->table, "status", status, "not a status", err);
    if (table_int(&s->table, l->instances, "instances", 0, &n, err) != SW_OK)
        return -1;
    if (n < 0 || n > MOST_INSTANCES)
        return table_bad(&s->table, "instances", table_field(&s->table, l->instances), "out of range", err);
    stage->n = (uint64_t)n;
    if (read_time(s, l->start, "start", &stage->start_us, err) != SW_OK
        || read_time(s, l->end, "end", &stage->end_us, err) != SW_OK)
        return -1;
    if (l->named)
        return read_name(s, task, stage, err) == SW_OK ? SW_OK : -2;
    if (sw_num_u64(task.at, task.len, &stage->number) != SW_OK)
        return table_bad(&s->table, "task id", task, "not a count", err);
    return SW_OK;
}

int alibaba_read_line(void *state, struct sw_err *err)
{
    struct alibaba *s = state;
    struct stage stage = { .next = ALIBABA_NONE, .line = s->table.lines.number };
    if (s->table.n != s->layout->n_fields)
        return table_bad(&s->table, NULL, s->table.lines.line, s->layout->named ? "not 9 fields" : "not 8 fields", err);
    if (s->table.lines.number == 1 + sw_bytes_dropped_lines(s->table.lines.bytes) && alibaba_is_header(s->table.field))
        return 1;
    if (table_field(&s->table, s->layout->job).len == 0)
        return table_bad(&s->table, "job", s->table.lines.line, "no job", err);
    int got = read_stage(s, &stage, err);
    if (got != SW_OK)
        return got;
    judge_times(s, &stage);
    if (stage.n == 0)
        table_note(&s->table, SW_DAMAGE_MISSING);
    return add_stage(s, &stage, err) == SW_OK ? 1 : -2;
}

