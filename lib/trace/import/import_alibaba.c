/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_alibaba.c - the batch_task tables of Alibaba's cluster-trace-v2017 and v2018: a line a task, which is what
 * slotwise calls a stage: so many instances alike. Times are seconds.
 *   2017: create, end, job, task, instances, status, cpu, memory
 *   2018: task name, instances, job, type, status, start, end, cpu, memory; M2_1 is task 2 and waits for task 1
 *
 * Lines are in no order, so the table is held in memory (about 100 bytes a line). Its jobs are given in order of
 * submission, each instance as a row. Instances have no times and places of their own here. The number of fields
 * tells the years apart, and where each stands is a struct layout. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/base/sw_names.h"
#include "lib/csv/text.h"
#include "lib/trace/import/held.h"
#include "lib/trace/parse/table.h"
#include "lib/trace/record/known.h"

#define MOST_INSTANCES 1000000 /* of a task; each is a row that is kept until its job is complete */
#define ALIBABA_NONE UINT32_MAX
#define ALIBABA_UNKNOWN INT64_MIN

/* Places of the fields, from 0. named: a task's name says its number and its parents (2018). */
struct layout { size_t n_fields, start, end, job, task, instances, status; bool named; };

struct stage {
    uint32_t job, next;       /* the next one of its job */
    int32_t outcome;          /* -1: it never ran */
    int64_t start_us, end_us; /* ALIBABA_UNKNOWN: not told */
    uint64_t n, number, line;
    size_t parents, n_parents; /* in text, as digits and bars */
};
/* Its stages are a list in the order of the table. */
struct job { struct held_times held; uint32_t first, last; };
struct alibaba {
    struct table table;
    const struct layout *layout;
    struct sw_keys names;      /* of jobs: job i has name i */
    struct job *jobs;
    struct stage *stages;
    char *text;
    size_t n_stages, cap_jobs, cap_stages, n_text, cap_text;
    /* Of the whole table: what stands in where a job has no done task with a time. */
    struct held_times all;
    int64_t origin_us;
    uint32_t *order;           /* not NULL: everything is read, and rows are given */
    size_t n_order, place;
    uint32_t stage;            /* of the next row */
    uint64_t instance;
    char task_id[SW_NUM_MAX];
};

static const struct layout of_2017 = { 8, 0, 1, 2, 3, 4, 5, false };
static const struct layout of_2018 = { 9, 5, 6, 2, 0, 1, 4, true };

/* ---- lines: what a task's name and status say, and which job it belongs to ------------------------------- */

/* -1: it never ran. False: no such status. */
static bool read_outcome(struct sw_text status, int32_t *outcome)
{
    static const struct { const char *word; int32_t outcome; } of[] = {
        { "Terminated", SW_DONE }, { "Failed", SW_FAILED }, { "Running", SW_RUNNING }, { "Waiting", -1 },
        { "Ready", -1 }, { "Cancelled", SW_KILLED }, { "Interrupted", SW_KILLED }, { "Unknown", -1 } };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (sw_text_is(status, of[i].word)) {
            *outcome = of[i].outcome;
            return true;
        }
    return false;
}

/* Republishers add a row of names in front (docs/formats/alibaba.md). */
static bool is_header(const struct sw_text *field)
{
    static const char *const first[] = { "task_create_time", "task_name", "create_timestamp", NULL };
    return text_is_among(field[0], first);
}

/* ---- names: M2_1_3 is task 2, waiting for 1 and 3; merge_task and task_Nzg3... are numbered behind the others ---- */

/* 0: the name has no number. */
static uint64_t own_number(struct sw_text name, size_t *after)
{
    uint64_t number = 0;
    size_t at = 0;
    /* Letters in front of the number are passed over. */
    while (at < name.len && (name.at[at] | 32) >= 'a' && (name.at[at] | 32) <= 'z')
        at++;
    /* Nine digits at most, so that numbers behind the greatest stay in their type. */
    size_t n = text_digits(name, at);
    *after = at + n;
    if (n == 0 || n > 9 || sw_num_u64(name.at + at, n, &number) != SW_OK
        || (*after < name.len && name.at[*after] != '_'))
        return 0;
    return number;
}

/* Parents stand in s->text with bars between. */
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

/* What is no number between underlines names no parent. */
static int read_name(struct alibaba *s, struct sw_text name, struct stage *to, struct sw_err *err)
{
    size_t at;
    to->number = own_number(name, &at);
    to->parents = s->n_text;
    if (to->number == 0)
        return SW_OK;
    while (at < name.len) { /* at an underline */
        size_t n = text_digits(name, ++at);
        bool ends = at + n == name.len || name.at[at + n] == '_';
        if (n > 0 && n <= 9 && ends && keep_parent(s, to, name.at + at, n, err) != SW_OK)
            return SW_FAIL;
        while (at < name.len && name.at[at] != '_')
            at++;
    }
    return SW_OK;
}

/* ---- lines ---------------------------------------------------------------------------------------------- */

/* Empty is not known. Seconds may have a fraction. */
static int read_seconds(struct alibaba *s, size_t i, const char *column, int64_t *us, struct sw_err *err)
{
    struct sw_text field = table_field(&s->table, i);
    *us = ALIBABA_UNKNOWN;
    if (field.len == 0 || sw_num_time(field.at, field.len, us) == SW_OK)
        return SW_OK;
    return table_bad(&s->table, column, field, "not a time in seconds", err);
}

/* A job is made with the first task that names it. */
static int job_named(struct alibaba *s, struct sw_text name, uint32_t *out, struct sw_err *err)
{
    size_t n = s->names.n;
    if (nameset_add(&s->names, name, out, err) != SW_OK
        || sw_grow(&s->jobs, &s->cap_jobs, s->names.n, sizeof *s->jobs, err) != SW_OK)
        return SW_FAIL;
    if (s->names.n > n)
        s->jobs[n] = (struct job){ .held.submit_us = ALIBABA_UNKNOWN, .first = ALIBABA_NONE, .last = ALIBABA_NONE };
    return SW_OK;
}

static int keep_stage(struct alibaba *s, struct stage *stage, struct sw_err *err)
{
    uint32_t at = (uint32_t)s->n_stages;
    if (job_named(s, table_field(&s->table, s->layout->job), &stage->job, err) != SW_OK
        || sw_grow(&s->stages, &s->cap_stages, s->n_stages + 1, sizeof *s->stages, err) != SW_OK)
        return SW_FAIL;
    struct job *job = &s->jobs[stage->job];
    s->stages[s->n_stages++] = *stage;
    /* The last stage of the job, or the job itself, points to this one. */
    *(job->last == ALIBABA_NONE ? &job->first : &s->stages[job->last].next) = at;
    job->last = at;
    /* The job's submission is the earliest start of its tasks, in whatever order they stand. */
    int64_t *submit_us = &job->held.submit_us;
    if (stage->start_us != ALIBABA_UNKNOWN && (*submit_us == ALIBABA_UNKNOWN || stage->start_us < *submit_us))
        *submit_us = stage->start_us;
    return SW_OK;
}

/* An end of 0 or before the start is no end. */
static void judge_times(struct alibaba *s, struct stage *stage)
{
    bool ended = stage->end_us != ALIBABA_UNKNOWN && stage->end_us != 0;
    /* In 2018 a start of 0 is one that is not known. */
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

/* -1 is a damaged line, which is left out; -2 ends the run. */
static int read_stage(struct alibaba *s, struct stage *stage, struct sw_err *err)
{
    const struct layout *l = s->layout;
    struct sw_text task = table_field(&s->table, l->task), status = table_field(&s->table, l->status);
    int64_t n;
    if (!read_outcome(status, &stage->outcome))
        return table_bad(&s->table, "status", status, "not a status", err);
    if (table_int(&s->table, l->instances, "instances", 0, &n, err) != SW_OK)
        return -1;
    if (n < 0 || n > MOST_INSTANCES)
        return table_bad(&s->table, "instances", table_field(&s->table, l->instances), "out of range", err);
    stage->n = (uint64_t)n;
    if (read_seconds(s, l->start, "start", &stage->start_us, err) != SW_OK
        || read_seconds(s, l->end, "end", &stage->end_us, err) != SW_OK)
        return -1;
    if (l->named)
        return read_name(s, task, stage, err) == SW_OK ? SW_OK : -2;
    if (sw_num_u64(task.at, task.len, &stage->number) != SW_OK)
        return table_bad(&s->table, "task id", task, "not a count", err);
    return SW_OK;
}

static int read_task_line(void *state, struct sw_err *err)
{
    struct alibaba *s = state;
    struct stage stage = { .next = ALIBABA_NONE, .line = s->table.lines.number };
    if (s->table.n != s->layout->n_fields)
        return table_bad(&s->table, NULL, s->table.lines.line, s->layout->named ? "not 9 fields" : "not 8 fields", err);
    /* A header counts only as the first line of a file. */
    if (s->table.lines.number == 1 + sw_bytes_dropped_lines(s->table.lines.bytes) && is_header(s->table.field))
        return 1;
    if (table_field(&s->table, s->layout->job).len == 0)
        return table_bad(&s->table, "job", s->table.lines.line, "no job", err);
    int got = read_stage(s, &stage, err);
    if (got != SW_OK)
        return got;
    judge_times(s, &stage);
    if (stage.n == 0)
        table_note(&s->table, SW_DAMAGE_MISSING);
    return keep_stage(s, &stage, err) == SW_OK ? 1 : -2;
}

/* ---- recognising ---------------------------------------------------------------------------------------- */

/* Told by the number of fields, and by a header, or a status and a count in their places. */
static bool is_of_layout(const struct layout *l, const char *at, size_t n)
{
    struct sw_text field[9];
    int32_t outcome;
    if (table_split(lines_first(at, n), ',', field, 9) != l->n_fields)
        return false;
    if (is_header(field))
        return true;
    return read_outcome(field[l->status], &outcome)
           && sw_num_is_number(field[l->instances].at, field[l->instances].len);
}

static bool sniff_2017(const char *at, size_t n) { return is_of_layout(&of_2017, at, n); }
static bool sniff_2018(const char *at, size_t n) { return is_of_layout(&of_2018, at, n); }

static void alibaba_close(void *state)
{
    struct alibaba *s = state;
    table_clear(&s->table);
    sw_keys_clear(&s->names);
    GROW_FREE(s->jobs, s->stages, s->text, s->order);
}

static int open_2017(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    (void)err;
    ((struct alibaba *)state)->layout = &of_2017;
    return table_start(state, in, rules, ',');
}

static int open_2018(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    (void)err;
    ((struct alibaba *)state)->layout = &of_2018;
    return table_start(state, in, rules, ',');
}

/* ---- stages of a job ------------------------------------------------------------------------------------- */

/* Tasks without a number, and those whose number is taken, are numbered behind the highest. numbers: from each
 * number to its stage, for drop_strangers(). */
static int number_stages(struct alibaba *s, const struct job *job, struct sw_names *numbers, struct sw_err *err)
{
    uint64_t next = 1;
    for (uint32_t i = job->first; i != ALIBABA_NONE; i = s->stages[i].next)
        if (s->stages[i].number >= next)
            next = s->stages[i].number + 1;
    for (uint32_t i = job->first; i != ALIBABA_NONE; i = s->stages[i].next) {
        struct stage *stage = &s->stages[i];
        bool taken = sw_names_find(numbers, (const char *)&stage->number, sizeof stage->number);
        if (taken && stage->number > 0)
            sw_damage_note(s->table.damage, SW_DAMAGE_REPEATED, sw_bytes_path(s->table.lines.bytes), stage->line);
        if (taken || (stage->number == 0 && s->layout->named))
            stage->number = next++;
        if (sw_names_add(numbers, (const char *)&stage->number, sizeof stage->number, stage) != 0)
            return sw_err_memory(err);
    }
    return SW_OK;
}

/* What it waits for must be there: the window of the trace cuts jobs. A stage without instances has no rows, so it
 * is as one that is not there. */
static void drop_strangers(struct alibaba *s, const struct sw_names *numbers, struct stage *stage)
{
    if (stage->n_parents == 0)
        return;
    char *text = s->text + stage->parents;
    struct sw_text rest = { text, stage->n_parents }, one;
    /* The list is written over itself, which only gets shorter. */
    size_t kept = 0;
    while (text_cut(&rest, '|', &one)) {
        uint64_t number;
        const struct stage *from = sw_num_u64(one.at, one.len, &number) == SW_OK && number != stage->number
                                       ? sw_names_find(numbers, (const char *)&number, sizeof number) : NULL;
        bool known = from && from->n > 0;
        if (!known)
            sw_damage_note(s->table.damage, SW_DAMAGE_MISSING, sw_bytes_path(s->table.lines.bytes), stage->line);
        if (known && kept > 0)
            text[kept++] = '|';
        if (known) {
            memmove(text + kept, one.at, one.len);
            kept += one.len;
        }
    }
    stage->n_parents = kept;
}

/* Of what never ran the times are those of the table. */
static int64_t duration(const struct stage *stage)
{
    return stage->outcome >= 0 && stage->start_us != ALIBABA_UNKNOWN && stage->end_us != ALIBABA_UNKNOWN
        ? stage->end_us - stage->start_us : ALIBABA_UNKNOWN;
}

/* ---- jobs in order --------------------------------------------------------------------------------------- */

/* Stages of no instances have no rows. */
static void skip_empty(struct alibaba *s)
{
    while (s->stage != ALIBABA_NONE && s->stages[s->stage].n == 0)
        s->stage = s->stages[s->stage].next;
}

/* The first job from s->place on that has a row. */
static void open_job(struct alibaba *s)
{
    for (s->stage = ALIBABA_NONE; s->stage == ALIBABA_NONE && s->place < s->n_order;
         s->place += s->stage == ALIBABA_NONE) {
        s->stage = s->jobs[s->order[s->place]].first;
        skip_empty(s);
    }
    s->instance = 0;
}

/* Numbers come first, as parents are looked up by them. */
static int settle_stages(struct alibaba *s, const struct job *job, struct sw_err *err)
{
    struct sw_names numbers = { 0 };
    int status = number_stages(s, job, &numbers, err);
    for (uint32_t k = job->first; status == SW_OK && k != ALIBABA_NONE; k = s->stages[k].next)
        drop_strangers(s, &numbers, &s->stages[k]);
    sw_names_clear(&numbers);
    return status;
}

/* A job whose submission is not known cannot be replayed. It is told as damage, once, at its first task's line. */
static int start_rows(void *state, struct sw_err *err)
{
    struct alibaba *s = state;
    s->order = malloc((s->names.n + 1) * sizeof *s->order);
    if (!s->order)
        return sw_err_memory(err);
    for (uint32_t i = 0; i < s->names.n; i++) {
        if (settle_stages(s, &s->jobs[i], err) != SW_OK)
            return SW_FAIL;
        if (s->jobs[i].held.submit_us != ALIBABA_UNKNOWN)
            s->order[s->n_order++] = i;
        else
            sw_damage_note(s->table.damage, SW_DAMAGE_MISSING, sw_bytes_path(s->table.lines.bytes),
                           s->stages[s->jobs[i].first].line);
    }
    held_order(s->order, s->n_order, s->jobs, sizeof *s->jobs);
    s->origin_us = s->n_order > 0 ? s->jobs[s->order[0]].held.submit_us : 0;
    for (size_t i = 0; i < s->n_stages; i++) {
        const struct stage *stage = &s->stages[i];
        struct job *job = &s->jobs[stage->job];
        if (stage->outcome != SW_DONE || duration(stage) == ALIBABA_UNKNOWN)
            continue;
        /* Each instance counts, so that a stage of many weighs as many. */
        held_took(&job->held, &s->all, duration(stage), stage->n);
    }
    open_job(s);
    return SW_OK;
}

/* The next instance of the stage, else the next stage that has any, else the next job. So the place of the next row
 * is three numbers: job, stage of it, instance of that. */
static void next_instance(struct alibaba *s)
{
    if (++s->instance < s->stages[s->stage].n)
        return;
    s->instance = 0;
    s->stage = s->stages[s->stage].next;
    skip_empty(s);
    if (s->stage != ALIBABA_NONE)
        return;
    s->place++;
    open_job(s);
}

static int give_instance(struct alibaba *s, struct sw_task_row *row)
{
    if (s->stage == ALIBABA_NONE)
        return 0;
    const struct stage *stage = &s->stages[s->stage];
    const struct job *job = &s->jobs[stage->job];
    *row = *(const struct sw_task_row *)sw_schema_tasks.defaults;
    row->job_id = nameset_text(&s->names, stage->job);
    row->submit_us = job->held.submit_us - s->origin_us;
    row->stage = stage->number;
    row->parents = (struct sw_text){ stage->n_parents > 0 ? s->text + stage->parents : "", stage->n_parents };
    row->task_id = (struct sw_text){ s->task_id, sw_num_put_u64(s->task_id, s->instance) };
    row->duration_us = duration(stage) != ALIBABA_UNKNOWN ? duration(stage) : held_mean(&job->held, &s->all);
    row->known = BIT(SW_TASK_JOB) | BIT(SW_TASK_SUBMIT) | BIT(SW_TASK_STAGE) | BIT(SW_TASK_KIND) | BIT(SW_TASK_ID) |
                 BIT(SW_TASK_DURATION) | (stage->n_parents > 0 ? BIT(SW_TASK_PARENTS) : 0) |
                 (stage->outcome >= 0 ? BIT(SW_TASK_OUTCOME) : 0);
    row->outcome = stage->outcome >= 0 ? stage->outcome : 0;
    s->table.lines.of_row = stage->line;
    next_instance(s);
    return 1;
}

static int alibaba_next(void *state, void *record, struct sw_err *err)
{
    struct alibaba *s = state;
    int got = s->order ? 1 : table_gather(&s->table, read_task_line, start_rows, s, err);
    return got == 1 ? give_instance(s, record) : got;
}

/* Said by --info for each column that the table does not have. */
static const char *const derived[][2] = {
    { "submit_s", "the earliest start of the job's tasks, from the first job's on" },
    { "duration_s",
      "end - start of the task for each of its instances; where that is not known the job's mean, else the "
      "trace's" }, { NULL, NULL } };

const struct sw_importer sw_import_alibaba2017 = { .name = "alibaba2017",
    .summary = "Alibaba cluster-trace-v2017, table batch_task", .is_tasks = true, .sniff = sniff_2017,
    .size = sizeof(struct alibaba), .open = open_2017, .next = alibaba_next, .line = lines_number, .raw = lines_raw,
    .close = alibaba_close, .derived = derived, .no_locality = true, .is_log = true };
const struct sw_importer sw_import_alibaba2018 = { .name = "alibaba2018",
    .summary = "Alibaba cluster-trace-v2018, table batch_task, with DAGs", .is_tasks = true, .sniff = sniff_2018,
    .size = sizeof(struct alibaba), .open = open_2018, .next = alibaba_next, .line = lines_number, .raw = lines_raw,
    .close = alibaba_close, .derived = derived, .no_locality = true, .is_log = true };
