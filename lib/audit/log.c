/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log.c - the rows of the log: read, found in the trace and the cluster, and checked each by itself. A job's id may
 * come more than once in a trace; such rows are given to their jobs when all rows of a run are there. */
#include "lib/audit/audit.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* One row as the reader fills it in. known has a bit for each column whose field is not empty. */
struct log_row {
    uint64_t known;
    struct sw_text job_id, pool, task_id, node, rack, killed_for;
    uint64_t stage, attempt, run, seed;
    int32_t kind, locality, outcome;
    int64_t ready_us, launch_us, compute_us, finish_us;
};
/* Places in columns[] of those columns that may be empty or absent and whose bit in known is asked. */
enum { COL_COMPUTE = 11, COL_FINISH, COL_OUTCOME, COL_KILLED_FOR, COL_RUN, COL_SEED };
#define COLUMN(name, type, member, flags, words) { name, type, flags, offsetof(struct log_row, member), NULL, words }
static const struct sw_column columns[] = {
    COLUMN("job_id", SW_TEXT, job_id, SW_NEEDED | SW_NOT_EMPTY, NULL),
    COLUMN("pool", SW_TEXT, pool, SW_NEEDED | SW_NOT_EMPTY, NULL),
    COLUMN("stage", SW_COUNT, stage, SW_NEEDED | SW_NOT_EMPTY, NULL),
    COLUMN("task_id", SW_TEXT, task_id, SW_NEEDED, NULL),
    COLUMN("attempt", SW_COUNT, attempt, SW_NEEDED | SW_NOT_EMPTY, NULL),
    COLUMN("kind", SW_WORD, kind, SW_NEEDED | SW_NOT_EMPTY, sw_kind_words),
    COLUMN("node", SW_TEXT, node, SW_NEEDED | SW_NOT_EMPTY, NULL),
    COLUMN("rack", SW_TEXT, rack, SW_NEEDED | SW_NOT_EMPTY, NULL),
    COLUMN("locality", SW_WORD, locality, SW_NEEDED | SW_NOT_EMPTY, sw_locality_words),
    COLUMN("ready_s", SW_TIME, ready_us, SW_NEEDED | SW_NOT_EMPTY | SW_NOT_NEGATIVE, NULL),
    COLUMN("launch_s", SW_TIME, launch_us, SW_NEEDED | SW_NOT_EMPTY | SW_NOT_NEGATIVE, NULL),
    COLUMN("compute_s", SW_TIME, compute_us, SW_NEEDED | SW_NOT_NEGATIVE, NULL),
    COLUMN("finish_s", SW_TIME, finish_us, SW_NEEDED | SW_NOT_NEGATIVE, NULL),
    COLUMN("outcome", SW_WORD, outcome, SW_NEEDED | SW_NOT_EMPTY, sw_outcome_words),
    COLUMN("killed_for", SW_TEXT, killed_for, SW_NEEDED, NULL),
    COLUMN("run", SW_COUNT, run, 0, NULL),
    COLUMN("seed", SW_COUNT, seed, 0, NULL),
};
static const struct sw_schema schema = { .name = "attempts",
                                         .columns = columns,
                                         .n_columns = sizeof columns / sizeof *columns,
                                         .record_size = sizeof(struct log_row) };

/* ---- what a row belongs to ----------------------------------------------------------------------- */

/* By its id where the trace has one for each task, else by its number. */
static uint32_t task_named(const struct stage *st, struct sw_text id)
{
    uint64_t number;
    if (st->task_id)
        return (uint32_t)(uintptr_t)sw_names_find(&st->by_id, id.at, id.len) - 1; /* NONE when it is not there */
    return sw_num_u64(id.at, id.len, &number) == SW_OK && number < st->n_tasks ? (uint32_t)number : NONE;
}

/* No row can be of a stage without tasks. */
static const struct stage *find_stage(const struct job *job, uint64_t number)
{
    for (uint32_t i = 0; i < job->n_stages; i++)
        if (job->stage[i].number == number && job->stage[i].n_tasks)
            return &job->stage[i];
    return NULL;
}

/* Sets the stage and the task of the row. False: there are none such, and it has been told. */
static bool find_in_job(struct audit *a, const struct job *job, struct row *row, struct sw_text task)
{
    const struct stage *st = find_stage(job, row->stage_number);
    if (!st) {
        audit_fault(a, OF_ROWS, row, "L6", "job '%s' has no stage %llu", job->id,
                    (unsigned long long)row->stage_number);
        return false;
    }
    row->stage_nr = job->first_stage + st->place;
    row->task = task_named(st, task);
    if (row->task != NONE)
        return true;
    audit_fault(a, OF_ROWS, row, "L6", "stage %llu of job '%s' has no task '%.*s'",
                (unsigned long long)row->stage_number, job->id, (int)task.len, task.at);
    return false;
}

/* An id may come again (J2): which job of that id a row belongs to is found out when all rows are there. */
static bool find_job_of_row(struct audit *a, struct row *row, const struct log_row *in)
{
    uintptr_t found = (uintptr_t)sw_names_find(&a->jobs_by_id, in->job_id.at, in->job_id.len);
    uint32_t job = (uint32_t)found - 1;
    if (!found) {
        audit_fault(a, OF_ROWS, row, "J1", "no such job in the trace: '%.*s'", (int)in->job_id.len, in->job_id.at);
        return false;
    }
    /* Until then row->task is the first job of that id, and task_text the task. */
    if (a->job[job].again == NONE)
        return find_in_job(a, &a->job[job], row, in->task_id);
    row->task = job;
    row->task_text = xcopy(in->task_id.at, in->task_id.len);
    return true;
}

static bool find_node(struct audit *a, struct row *row, const struct log_row *in)
{
    uintptr_t found = (uintptr_t)sw_names_find(&a->nodes_by_name, in->node.at, in->node.len);
    row->node = (uint32_t)found - 1;
    if (!found) {
        audit_fault(a, OF_ROWS, row, "B1", "no such node in the cluster: '%.*s'", (int)in->node.len, in->node.at);
        return false;
    }
    const char *rack = a->cl->rack_name[a->cl->node[row->node].rack];
    if (!sw_text_is(in->rack, rack))
        audit_fault(a, OF_ROWS, row, "B1", "node '%.*s' is in rack '%s', not '%.*s'", (int)in->node.len, in->node.at,
                    rack, (int)in->rack.len, in->rack.at);
    return true;
}

/* row->pool shares its place with row->original, which copies.c sets when the pool has been checked. */
static void find_pools(struct audit *a, struct row *row, const struct log_row *in)
{
    uint32_t killed_for = in->killed_for.len ? audit_load_pool(a, in->killed_for) : NONE;
    row->pool = audit_load_pool(a, in->pool);
    if (killed_for != NONE) {
        row->for_pool = true;
        RESERVE(a->killed, a->n_killed + 1, a->cap_killed);
        a->killed[a->n_killed++] = (struct killed){ row->line, killed_for };
    }
    if (row->pool == NONE)
        audit_fault(a, OF_ROWS, row, "J4", "no such pool: '%.*s'", (int)in->pool.len, in->pool.at);
    if (in->killed_for.len && (killed_for == NONE || a->pool[killed_for].has_children))
        audit_fault(a, OF_ROWS, row, "K4", "no pool that takes jobs: '%.*s'", (int)in->killed_for.len,
                    in->killed_for.at);
    if (in->killed_for.len && in->outcome != SW_KILLED)
        audit_fault(a, OF_ROWS, row, "K4", "killed for a pool, but %s", sw_outcome_words[in->outcome]);
    /* What may end an attempt but a pool: its job's failure (F3), Y9 and Q7, or the limits of a queue (V4). */
    if (!in->killed_for.len && in->outcome == SW_KILLED && a->opt->failure_rate <= 0 && !a->rules.gives_back
        && !a->opt->global.moves && !a->rules.queues)
        audit_fault(a, OF_ROWS, row, "K4", "killed for no pool");
}

/* A row whose job or node is not there is told of and dropped: no other check could use it. */
static void take_log_row(struct audit *a, const struct log_row *in, uint64_t line)
{
    struct row row = { .line = (uint32_t)line,
                       .run = in->run < UINT32_MAX ? (uint32_t)in->run : UINT32_MAX,
                       .stage_number = in->stage,
                       .number = (uint32_t)in->attempt,
                       .kind = (uint8_t)in->kind,
                       .at = (uint8_t)in->locality,
                       .outcome = (uint8_t)in->outcome,
                       .ready_us = in->ready_us,
                       .launch_us = in->launch_us,
                       .finish_us = in->known >> COL_FINISH & 1 ? in->finish_us : NEVER,
                       .own_us = in->kind != SW_REDUCE             ? NEVER
                                 : in->known >> COL_COMPUTE & 1 ? in->compute_us
                                                                : -1 };
    /* Each run has the seed behind that of the run before. */
    if ((in->known >> COL_SEED & 1) && in->seed != a->opt->seed + (row.run ? row.run - 1 : 0))
        audit_fault(a, OF_ROWS, &row, "S7", "run %llu has seed %llu, not %llu", (unsigned long long)row.run,
                    (unsigned long long)(a->opt->seed + (row.run ? row.run - 1 : 0)), (unsigned long long)in->seed);
    find_pools(a, &row, in);
    if (!find_job_of_row(a, &row, in) || !find_node(a, &row, in)) {
        xfree(row.task_text);
        return;
    }
    if (in->known >> COL_COMPUTE & 1 && row.kind != SW_REDUCE && (row.task_text || row.kind == stage_of(a, &row)->kind))
        audit_fault(a, OF_ROWS, &row, "L4", "has compute_s and is no reduce");
    RESERVE(a->all_rows, a->n_all_rows + 1, a->cap_rows);
    a->all_rows[a->n_all_rows++] = row;
}

/* More than one run is sorted by run. */
static int by_run_then_line(const void *x, const void *y)
{
    const struct row *a = x, *b = y;
    return ORDER(a->run, b->run) ?: ORDER(a->line, b->line);
}

/* A sort takes as much again as what it sorts. */
static bool is_sorted(const struct audit *a)
{
    for (size_t i = 1; i < a->n_all_rows; i++)
        if (by_run_then_line(&a->all_rows[i - 1], &a->all_rows[i]) > 0)
            return false;
    return true;
}

int audit_log_read(struct audit *a, struct sw_csv *log, struct sw_err *err)
{
    struct log_row in;
    int got = sw_csv_bind(log, &schema, err);
    if (got != SW_OK)
        return SW_FAIL;
    while ((got = sw_csv_read(log, &in, err)) == 1)
        take_log_row(a, &in, sw_csv_row(log)->line);
    if (!is_sorted(a))
        qsort(a->all_rows, a->n_all_rows, sizeof *a->all_rows, by_run_then_line);
    return got;
}

/* ---- jobs that share an id ----------------------------------------------------------------------- */

/* Rows of one id by launch: one belongs to the next job of it when all tasks of the one before have been done, or one
 * has failed too often (F3). failures are of each task of the job. seen has a bit for each task that is done, of which
 * left are missing; last_us is when the last one was done. */
struct sharing { uint32_t job, *failures; uint64_t left; int64_t last_us, failed_us; uint64_t *seen; };

static void begin_sharing(struct audit *a, struct sharing *s, uint32_t job)
{
    xfree(s->seen);
    xfree(s->failures);
    *s = (struct sharing){ .job = job, .left = a->job[job].n_tasks, .failed_us = NEVER,
                           .seen = xcalloc(a->job[job].n_tasks / 64 + 1, sizeof *s->seen),
                           .failures = xcalloc(a->job[job].n_tasks, sizeof *s->failures) };
}

/* The number of its task among those of all stages of the job. */
static uint64_t task_in_job(const struct job *job, const struct row *row)
{
    uint64_t n = row->task;
    for (uint32_t s = 0; s < row->stage_nr - job->first_stage; s++)
        n += job->stage[s].n_tasks;
    return n;
}

static void share_row(struct audit *a, struct sharing *s, struct row *row)
{
    /* F3: a job that failed is over at that instant, whatever it has left undone. */
    bool over = (s->left == 0 && row->launch_us >= s->last_us) || row->launch_us >= s->failed_us;
    if (over && a->job[s->job].again != NONE)
        begin_sharing(a, s, a->job[s->job].again);
    if (!find_in_job(a, &a->job[s->job], row, (struct sw_text){ row->task_text, strlen(row->task_text) }))
        return;
    uint64_t n = task_in_job(&a->job[s->job], row), bit = UINT64_C(1) << (n & 63);
    if (row->outcome == SW_FAILED && ++s->failures[n] >= a->opt->max_attempts && row->finish_us < s->failed_us)
        s->failed_us = row->finish_us;
    if (row->outcome != SW_DONE)
        return;
    s->left -= !(s->seen[n >> 6] & bit);
    s->seen[n >> 6] |= bit;
    if (row->finish_us > s->last_us)
        s->last_us = row->finish_us;
}

static int by_job_then_launch(const void *x, const void *y)
{
    const struct row *a = *(struct row *const *)x, *b = *(struct row *const *)y;
    /* a job as yet */
    return ORDER(a->task, b->task) ?: ORDER(a->launch_us, b->launch_us) ?: ORDER(a->line, b->line);
}

/* row->task is no job any more once share_row() has found the task, so the id's first job is kept in `first`. */
static void share_rows(struct audit *a)
{
    struct row **shared = xcalloc(a->n_rows, sizeof *shared);
    struct sharing s = { .job = NONE };
    size_t n = 0;
    uint32_t first = NONE; /* the job as yet of those that share an id */
    for (size_t i = 0; i < a->n_rows; i++)
        if (a->row[i].task_text)
            shared[n++] = &a->row[i];
    qsort(shared, n, sizeof *shared, by_job_then_launch);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || shared[i]->task != first)
            begin_sharing(a, &s, first = shared[i]->task);
        share_row(a, &s, shared[i]);
    }
    xfree(s.seen);
    xfree(s.failures);
    xfree(shared);
}

/* ---- each row by itself -------------------------------------------------------------------------- */

/* The row has the kind of its stage (L8) and the pool of its job (J4). */
static void check_kind(struct audit *a, const struct row *row)
{
    const struct job *job = job_of(a, row);
    const struct stage *st = stage_of(a, row);
    if (row->kind != st->kind)
        audit_fault(a, OF_ROWS, row, "L8", "stage %llu of job '%s' is of kind %s, not %s",
                    (unsigned long long)st->number, job->id, sw_kind_words[st->kind], sw_kind_words[row->kind]);
    if (row->pool != job->pool)
        audit_fault(a, OF_ROWS, row, "J4", "job '%s' is in pool '%s', not '%s'", job->id, a->pool[job->pool].name,
                    row->pool == NONE ? "?" : a->pool[row->pool].name);
}

static void check_locality(struct audit *a, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    uint32_t n;
    if (a->rules.offers) {
        enum sw_locality near = audit_wishes_distance(a, st, row->task, row->node);
        if (near != row->at)
            audit_fault(a, OF_ROWS, row, "R11", "locality is %s, not %s", sw_locality_words[near],
                        sw_locality_words[row->at]);
        return;
    }
    if (a->opt->placement == SW_PLACE_REDRAW
        && st->has_blocks) { /* B6: nothing to compare with, but some distance it has */
        if (row->at == SW_AT_NONE || row->at == SW_AT_PROCESS)
            audit_fault(a, OF_ROWS, row, "L1", "locality is %s, but the task has preferred nodes",
                        sw_locality_words[row->at]);
        return;
    }
    const uint32_t *host = audit_place_hosts(a, st, row->task, &n);
    enum sw_locality at = audit_place_distance(a, host, n, row->node);
    if (at != row->at)
        audit_fault(a, OF_ROWS, row, "L1", "locality is %s, not %s", sw_locality_words[at], sw_locality_words[row->at]);
}

/* Ready, launch, end of the shuffle and finish must not go back in time. */
static void check_order_of_times(struct audit *a, const struct row *row)
{
    if (row->launch_us < row->ready_us)
        audit_fault(a, OF_ROWS, row, "H5", "launched at %s before it was ready at %s", S(row->launch_us),
                    S(row->ready_us));
    if (compute_us(row) >= 0 && compute_us(row) < row->launch_us)
        audit_fault(a, OF_ROWS, row, "L4", "computed at %s before its launch at %s", S(compute_us(row)),
                    S(row->launch_us));
    if (row->finish_us < row->launch_us || row->finish_us < compute_us(row))
        audit_fault(a, OF_ROWS, row, row->kind == SW_REDUCE ? "L4" : "L3", "ended at %s before it began",
                    S(row->finish_us));
}

/* Each outcome needs an option, or a loss, that can bring it about. */
static void check_outcome(struct audit *a, const struct row *row)
{
    int64_t until_us = a->rules.until_us, last_us = row->finish_us == NEVER ? row->launch_us : row->finish_us;
    if ((row->outcome == SW_RUNNING) != (row->finish_us == NEVER))
        audit_fault(a, OF_ROWS, row, "S6",
                    row->finish_us == NEVER ? "has no finish_s, but is %s" : "has finish_s, but is %s",
                    sw_outcome_words[row->outcome]);
    if (row->outcome == SW_RUNNING && until_us == NEVER)
        audit_fault(a, OF_ROWS, row, "S6", "still running, though nothing ended the run (--until)");
    if (last_us > until_us)
        audit_fault(a, OF_ROWS, row, "S6", "is at %s after the end of the run at %s", S(last_us), S(until_us));
    if (row->outcome == SW_EVICTED && (!a->rules.limited || !a->rules.evicts))
        audit_fault(a, OF_ROWS, row, "A8",
                    a->rules.limited ? "evicted, though no job is (--evict none)"
                                     : "evicted, though no node lacks room (--disk)");
    else if (row->outcome == SW_EVICTED && row->kind != SW_REDUCE)
        audit_fault(a, OF_ROWS, row, "A8",
                    "evicted while it ran: of what runs that befalls reduces that wait for maps");
    if (row->outcome == SW_FAILED && a->opt->failure_rate <= 0)
        audit_fault(a, OF_ROWS, row, "F1", "failed, though no attempt does (--failure-rate)");
    if (row->outcome == SW_SUPERSEDED && !a->rules.copies)
        audit_fault(a, OF_ROWS, row, "C6", "superseded, though there are no copies (--speculate)");
    if (row->for_pool && !a->rules.kills)
        audit_fault(a, OF_ROWS, row, "K1", "killed, though there is no preemption");
    if (row->outcome == SW_LOST && !a->n_losses)
        audit_fault(a, OF_ROWS, row, "B10", "lost, though no node is");
}

void audit_log_rows(struct audit *a)
{
    share_rows(a);
    audit_cores(a);
    /* A fault of an earlier row has been told, and rows behind that one cannot be told any more. */
    for (size_t i = 0; i < a->n_rows && (!a->group || a->row[i].line < a->fault_line); i++) {
        check_kind(a, &a->row[i]);
        if (!a->rules.gangs)
            check_locality(a, &a->row[i]);
        check_order_of_times(a, &a->row[i]);
        check_outcome(a, &a->row[i]);
        audit_durations_draw(a, &a->row[i]);
        if (!a->rules.gangs)
            audit_durations_map(a, &a->row[i]);
    }
}
