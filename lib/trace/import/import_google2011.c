/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_google2011.c - the task_events table of Google's ClusterData 2011-2: a line an event, 13 fields, no header,
 * times in microseconds; the trace begins at 600 s, and 0 stands for any time before.
 *
 * Events of all jobs are mixed, so the table is held in memory (about 100 bytes an attempt). Its jobs are given in
 * order of submission. What still runs at the end is no damage: the table is a window. There are no stages, no bytes
 * and no places a task would like to be. An attempt begins at its SCHEDULE event and ends at the next end of its
 * task. Rows name the line of the task's first event. */
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/trace/import/held.h"
#include "lib/base/sw_chance.h"
#include "lib/trace/parse/table.h"
#include "lib/trace/record/known.h"

#define NONE UINT32_MAX
#define BEGIN_US (600 * SW_US_PER_S)
enum { TIME, MISSING, JOB, INDEX, MACHINE, EVENT, USER, CLASS, PRIORITY, N_NEEDED = 6, N_FIELDS = 13 };
enum { SUBMIT, SCHEDULE, EVICT, FAIL, FINISH, KILL, LOST, UPDATE_PENDING, UPDATE_RUNNING };

/* finish_us -1: it goes on. machine -1: not told. */
struct attempt { uint32_t next; int32_t outcome; int64_t launch_us, finish_us, machine; };
/* open: its last attempt goes on. */
struct task { uint32_t job, next, first, last; int64_t index; uint64_t line; bool open; };
/* priority is that of the first event with a user. Its tasks are a list in order of appearance. */
struct job { struct held_times held; int64_t id, priority; uint32_t user, first, last; };
struct google {
    struct table table;
    struct sw_hash job_index, task_index;
    struct job *jobs;
    struct task *tasks;
    struct attempt *attempts;
    size_t n_jobs, n_tasks, n_attempts, cap_jobs, cap_tasks, cap_attempts;
    struct sw_keys users;
    int64_t last_us;
    struct held_times all;
    uint32_t *order;        /* not NULL: everything is read, and rows are given */
    size_t place;
    uint32_t task, attempt; /* of the next row */
    char job_id[SW_NUM_MAX], task_id[SW_NUM_MAX], node[SW_NUM_MAX];
};

/* Thirteen fields, of which time, job, index, event and priority are whole numbers. The other fields may be empty
 * in any event. */
static bool google2011_sniff(const char *at, size_t n)
{
    static const size_t numbers[] = { TIME, JOB, INDEX, EVENT, PRIORITY };
    struct sw_text field[N_FIELDS];
    int64_t x;
    if (table_split(lines_first(at, n), ',', field, N_FIELDS) != N_FIELDS)
        return false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sw_num_i64(field[numbers[i]].at, field[numbers[i]].len, &x) != SW_OK)
            return false;
    return true;
}

static void google_close(void *state)
{
    struct google *s = state;
    table_clear(&s->table);
    sw_keys_clear(&s->users);
    GROW_FREE(s->jobs, s->tasks, s->attempts, s->order, s->job_index.slot, s->task_index.slot);
}

static int google_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    (void)err;
    return table_start(state, in, rules, ',');
}

/* ---- jobs and tasks ------------------------------------------------------------------------------------- */

/* It is made when it is new. */
static int job_of_id(struct google *s, int64_t id, int64_t us, uint32_t *out, struct sw_err *err)
{
    uint64_t hash = sw_mix64((uint64_t)id);
    uint32_t step = 0;
    while ((*out = sw_hash_next(&s->job_index, hash, &step)) != SW_HASH_NONE)
        if (s->jobs[*out].id == id)
            return SW_OK;
    if (sw_grow(&s->jobs, &s->cap_jobs, s->n_jobs + 1, sizeof *s->jobs, err) != SW_OK)
        return SW_FAIL;
    if (sw_hash_add(&s->job_index, hash, (uint32_t)s->n_jobs))
        return sw_err_memory(err);
    s->jobs[s->n_jobs] = (struct job){ .held.submit_us = us, .id = id, .user = NONE, .first = NONE, .last = NONE };
    *out = (uint32_t)s->n_jobs++;
    return SW_OK;
}

/* Behind the last task of its job. */
static int append_task(struct google *s, uint32_t job, int64_t index, uint64_t hash, uint32_t *out, struct sw_err *err)
{
    if (sw_grow(&s->tasks, &s->cap_tasks, s->n_tasks + 1, sizeof *s->tasks, err) != SW_OK)
        return SW_FAIL;
    if (sw_hash_add(&s->task_index, hash, (uint32_t)s->n_tasks))
        return sw_err_memory(err);
    *out = (uint32_t)s->n_tasks++;
    s->tasks[*out] = (struct task){ .job = job, .next = NONE, .first = NONE, .last = NONE, .index = index,
                                    .line = s->table.lines.number };
    *(s->jobs[job].last == NONE ? &s->jobs[job].first : &s->tasks[s->jobs[job].last].next) = *out;
    s->jobs[job].last = *out;
    return SW_OK;
}

/* It is made when it is new. The key is the job's place with the index. */
static int task_of_index(struct google *s, uint32_t job, int64_t index, uint32_t *out, struct sw_err *err)
{
    uint64_t hash = sw_mix64(sw_mix64((uint64_t)job) ^ (uint64_t)index);
    uint32_t step = 0;
    while ((*out = sw_hash_next(&s->task_index, hash, &step)) != SW_HASH_NONE)
        if (s->tasks[*out].job == job && s->tasks[*out].index == index)
            return SW_OK;
    return append_task(s, job, index, hash, out, err);
}

/* ---- events --------------------------------------------------------------------------------------------- */

/* A task that runs already and is scheduled again has lost an end. */
static int on_schedule(struct google *s, struct task *task, int64_t us, int64_t machine, struct sw_err *err)
{
    if (task->open)
        table_note(&s->table, SW_DAMAGE_NO_END);
    if (sw_grow(&s->attempts, &s->cap_attempts, s->n_attempts + 1, sizeof *s->attempts, err) != SW_OK)
        return SW_FAIL;
    uint32_t at = (uint32_t)s->n_attempts++;
    s->attempts[at] = (struct attempt){ .next = NONE, .outcome = SW_RUNNING, .launch_us = us, .finish_us = -1,
                                        .machine = machine };
    *(task->last == NONE ? &task->first : &s->attempts[task->last].next) = at;
    task->last = at;
    task->open = true;
    return SW_OK;
}

/* What ends without having been scheduled was waiting; only a kill can end that way. */
static void on_end(struct google *s, struct task *task, int64_t event, int64_t us)
{
    static const int32_t outcomes[] = { [EVICT] = SW_EVICTED, [FAIL] = SW_FAILED, [FINISH] = SW_DONE,
                                        [KILL] = SW_KILLED, [LOST] = SW_LOST };
    if (!task->open) {
        if (event == FINISH || event == EVICT)
            table_note(&s->table, SW_DAMAGE_NO_START);
        return;
    }
    struct attempt *a = &s->attempts[task->last];
    if (us < a->launch_us)
        table_note(&s->table, SW_DAMAGE_NEGATIVE);
    a->finish_us = us;
    a->outcome = outcomes[event];
    task->open = false;
}

/* A job is submitted at its earliest event. The first event that names a user has the job's priority. */
static int take_task_event(struct google *s, int64_t us, int64_t job_id, int64_t index, int64_t machine, int64_t event,
                           int64_t priority, struct sw_err *err)
{
    uint32_t job, task;
    if (us < s->last_us)
        table_note(&s->table, SW_DAMAGE_SKEW);
    /* The latest time is the end of the trace for what goes on. SW_TIME_MAX and more is no time of it. */
    else if (us < SW_TIME_MAX)
        s->last_us = us;
    if (job_of_id(s, job_id, us, &job, err) != SW_OK || task_of_index(s, job, index, &task, err) != SW_OK)
        return SW_FAIL;
    struct job *of = &s->jobs[job];
    struct sw_text user = table_field(&s->table, USER);
    if (of->user == NONE && user.len > 0) {
        if (nameset_add(&s->users, user, &of->user, err) != SW_OK)
            return SW_FAIL;
        of->priority = priority;
    }
    if (us < of->held.submit_us)
        of->held.submit_us = us;
    if (event == SCHEDULE)
        return on_schedule(s, &s->tasks[task], us, machine, err);
    if (event >= EVICT && event <= LOST)
        on_end(s, &s->tasks[task], event, us);
    return SW_OK;
}

/* -1: the field is not there. Fields behind the sixth may be missing. */
static int read_event(void *state, struct sw_err *err)
{
    struct google *s = state;
    struct table *t = &s->table;
    int64_t us, job, index, machine, event, priority;
    if (t->n < N_NEEDED)
        return table_bad(t, NULL, t->lines.line, "fewer than 6 fields", err);
    if (table_int(t, TIME, "time", -1, &us, err) != SW_OK || table_int(t, JOB, "job ID", -1, &job, err) != SW_OK
        || table_int(t, INDEX, "task index", -1, &index, err) != SW_OK
        || table_int(t, MACHINE, "machine ID", -1, &machine, err) != SW_OK
        || table_int(t, EVENT, "event type", -1, &event, err) != SW_OK
        || table_int(t, PRIORITY, "priority", 0, &priority, err) != SW_OK)
        return -1;
    if (us < 0 || job < 0 || index < 0)
        return table_bad(t, us < 0 ? "time" : job < 0 ? "job ID" : "task index",
                         table_field(t, us < 0 ? TIME : job < 0 ? JOB : INDEX), "not a count", err);
    if (event < SUBMIT || event > UPDATE_RUNNING)
        return table_bad(t, "event type", table_field(t, EVENT), "not from 0 to 8", err);
    /* Missing info, as the table calls it (docs/formats/google2011.md). */
    if (table_field(t, MISSING).len > 0)
        table_note(t, SW_DAMAGE_MISSING);
    return take_task_event(s, us, job, index, machine, event, priority, err) == SW_OK ? 1 : -2;
}

/* ---- durations ------------------------------------------------------------------------------------------ */

/* What was seen of it: from the beginning of the trace when it began before, up to its last event while it goes on. */
static int64_t seen_us(const struct google *s, const struct attempt *a)
{
    int64_t from = a->launch_us == 0 ? BEGIN_US : a->launch_us;
    int64_t to = a->finish_us >= 0 && a->finish_us < SW_TIME_MAX ? a->finish_us : s->last_us;
    return to > from ? to - from : 0;
}

/* Everything has been read: jobs by submission, then what stands in for tasks that were never scheduled. */
static int start_rows(void *state, struct sw_err *err)
{
    struct google *s = state;
    s->order = malloc((s->n_jobs + 1) * sizeof *s->order);
    if (!s->order)
        return sw_err_memory(err);
    for (uint32_t i = 0; i < s->n_jobs; i++)
        s->order[i] = i;
    held_order(s->order, s->n_jobs, s->jobs, sizeof *s->jobs);
    /* Attempts that were seen from launch to end tell how long tasks take. */
    for (size_t i = 0; i < s->n_tasks; i++)
        for (uint32_t a = s->tasks[i].first; a != NONE; a = s->attempts[a].next)
            if (s->attempts[a].outcome == SW_DONE && s->attempts[a].launch_us > 0)
                held_took(&s->jobs[s->tasks[i].job].held, &s->all, seen_us(s, &s->attempts[a]), 1);
    s->task = s->n_jobs > 0 ? s->jobs[s->order[0]].first : NONE;
    s->attempt = s->task != NONE ? s->tasks[s->task].first : NONE;
    return SW_OK;
}

/* ---- rows ----------------------------------------------------------------------------------------------- */

static void fill_job(struct google *s, const struct job *job, struct sw_task_row *row)
{
    *row = *(const struct sw_task_row *)sw_schema_tasks.defaults;
    row->job_id = (struct sw_text){ s->job_id, sw_num_put_i64(s->job_id, job->id) };
    /* Not from the first job on: the trace has a clock of its own, which begins at 600 s. */
    row->submit_us = job->held.submit_us;
    /* Google's own bands: 0 and 1 free, 2 to 8 what lies between, 9 production, 10 monitoring and 11 infrastructure. */
    row->priority = job->priority <= 1 ? SW_VERY_LOW : job->priority <= 8 ? SW_NORMAL
        : job->priority == 9 ? SW_HIGH : SW_VERY_HIGH;
    row->known = BIT(SW_TASK_JOB) | BIT(SW_TASK_SUBMIT) | BIT(SW_TASK_PRIORITY) | BIT(SW_TASK_KIND) |
                 BIT(SW_TASK_STAGE) | BIT(SW_TASK_DURATION);
    if (job->user == NONE)
        return;
    row->user = row->pool = nameset_text(&s->users, job->user);
    row->known |= BIT(SW_TASK_USER) | BIT(SW_TASK_POOL);
}

/* A launch of 0 was before the trace, so its time is not known. */
static void fill_attempt(struct google *s, const struct attempt *a, struct sw_task_row *row)
{
    row->duration_us = seen_us(s, a);
    row->outcome = a->outcome;
    row->known |= BIT(SW_TASK_OUTCOME);
    known_time(row, SW_TASK_LAUNCH, &row->launch_us, a->launch_us > 0 ? a->launch_us : KNOWN_NO_TIME);
    if (a->finish_us >= a->launch_us && a->finish_us < SW_TIME_MAX)
        known_time(row, SW_TASK_FINISH, &row->finish_us, a->finish_us);
    if (a->machine < 0)
        return;
    row->node = (struct sw_text){ s->node, sw_num_put_i64(s->node, a->machine) };
    row->known |= BIT(SW_TASK_NODE);
}

/* The next attempt, else the next task, else the next job's first. */
static void next_attempt(struct google *s)
{
    if (s->attempt != NONE)
        s->attempt = s->attempts[s->attempt].next;
    if (s->attempt != NONE)
        return;
    s->task = s->tasks[s->task].next;
    if (s->task == NONE && ++s->place < s->n_jobs)
        s->task = s->jobs[s->order[s->place]].first;
    s->attempt = s->task != NONE ? s->tasks[s->task].first : NONE;
}

/* A task without an attempt was never scheduled: its row has no outcome, and lasts as long as others did. */
static int give_attempt(struct google *s, struct sw_task_row *row)
{
    if (s->task == NONE)
        return 0;
    const struct task *task = &s->tasks[s->task];
    const struct job *job = &s->jobs[task->job];
    fill_job(s, job, row);
    row->task_id = (struct sw_text){ s->task_id, sw_num_put_i64(s->task_id, task->index) };
    row->known |= BIT(SW_TASK_ID);
    s->table.lines.of_row = task->line;
    if (s->attempt != NONE)
        fill_attempt(s, &s->attempts[s->attempt], row);
    else
        row->duration_us = held_mean(&job->held, &s->all);
    next_attempt(s);
    return 1;
}

static int google_next(void *state, void *record, struct sw_err *err)
{
    struct google *s = state;
    int got = s->order ? 1 : table_gather(&s->table, read_event, start_rows, s, err);
    return got == 1 ? give_attempt(s, record) : got;
}

static const char *const derived[][2] = {
    { "pool", "the user" },
    { "priority", "0-1 very_low, 2-8 normal, 9 high, 10-11 very_high" },
    { "duration_s",
      "finish - launch, as far as the trace shows it; of tasks never scheduled the job's mean, else the "
      "trace's" }, { NULL, NULL } };

const struct sw_importer sw_import_google2011 = { .name = "google2011",
    .summary = "Google ClusterData 2011-2, table task_events", .is_tasks = true, .sniff = google2011_sniff,
    .size = sizeof(struct google), .open = google_open, .next = google_next, .line = lines_number, .raw = lines_raw,
    .close = google_close, .derived = derived, .no_locality = true, .is_log = true };
