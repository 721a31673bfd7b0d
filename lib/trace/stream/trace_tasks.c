/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_tasks.c - gathers the rows of a tasks file, which stand together, into one job at a time. The row behind a
 * job's last one has been read when the job is complete. It waits in g->row (`held`) for the next call. Of each row
 * the job's own columns are compared with the first row's, then its stage and its task are found or begun. */
#include "lib/trace/record/known.h"
#include "lib/trace/stream/trace_private.h"
#include "lib/base/grow.h"
#include "lib/base/sw_chance.h"

#define KNOWN(row, column) (((row)->known & BIT(column)) != 0)
/* Columns of which only the first row of a job counts. Most later rows know none of them, which one test tells. */
#define JOB_COLUMNS (BIT(SW_TASK_SUBMIT) | BIT(SW_TASK_POOL) | BIT(SW_TASK_USER) | BIT(SW_TASK_PRIORITY) | \
                     BIT(SW_TASK_WEIGHT) | BIT(SW_TASK_AFTER) | BIT(SW_TASK_THINK) | BIT(SW_TASK_WAIT_NODE) | \
                     BIT(SW_TASK_WAIT_RACK) | BIT(SW_TASK_CPUS) | BIT(SW_TASK_NODES) | BIT(SW_TASK_LIMIT) | \
                     BIT(SW_TASK_PARTITION) | BIT(SW_TASK_QOS) | BIT(SW_TASK_TASK_CPUS) | \
                     BIT(SW_TASK_TASK_MEMORY) | BIT(SW_TASK_REPLICATION))

/* ---- the job's own columns: from its first row; the others may leave them empty or repeat them -------- */

/* The gatherer is emptied, and the row in hand begins the next job. */
static int begin_rows(struct sw_trace *t, struct sw_err *err)
{
    struct gather *g = t->gather;
    const struct sw_task_row *row = &g->row;
    g->n_text = g->n_tasks = g->n_stages = g->n_parents = g->n_rows = 0;
    g->first_sunk = t->sink.n;
    g->last_stage = GATHER_NONE;
    sw_hash_empty(&g->task_index);
    sw_hash_empty(&g->stage_index);
    /* Both of the first row: the job is judged when the source may stand in another file. */
    g->line = source_line(t);
    g->path = t->source.path;
    g->first = *row;
    if (trace_check_common(t, KNOWN(row, SW_TASK_SUBMIT), KNOWN(row, SW_TASK_AFTER), row->submit_us, row->weight, err)
            != SW_OK
        || trace_check_replication(t, KNOWN(row, SW_TASK_REPLICATION), row->replication, err) != SW_OK)
        return SW_FAIL;
    /* The row's texts go with the next row; these last until the job is handed out. */
    return gather_place(g, &g->first.job_id, err) | gather_place(g, &g->first.pool, err) |
           gather_place(g, &g->first.user, err) | gather_place(g, &g->first.after_job, err) |
           gather_place(g, &g->first.partition, err) | gather_place(g, &g->first.qos, err);
}

/* Always SW_FAIL: a later row contradicts the first. */
static int differs(struct sw_trace *t, int column, struct sw_err *err)
{
    return trace_bad(t, SW_FAULT_DIFFERS, sw_schema_tasks.columns[column].name, err,
                     "differs from the job's first row");
}

#define OTHER(column, of) (KNOWN(row, column) && row->of != first->of)
#define OTHER_TEXT(column, of) (KNOWN(row, column) && !sw_text_same(row->of, gather_placed(g, first->of)))
/* Sizes, limits and waits have no default that could stand for them, so the first row must know them, too. */
#define OTHER_OR_NEW(column, of) (OTHER(column, of) || (KNOWN(row, column) && !KNOWN(first, column)))

/* A row may leave a column empty or repeat it. */
static int check_same_job(struct sw_trace *t, struct sw_err *err)
{
    const struct gather *g = t->gather;
    const struct sw_task_row *row = &g->row, *first = &g->first;
    if ((row->known & JOB_COLUMNS) == 0)
        return SW_OK;
    const int column = OTHER_OR_NEW(SW_TASK_SUBMIT, submit_us)           ? SW_TASK_SUBMIT
                       : OTHER_TEXT(SW_TASK_POOL, pool)                  ? SW_TASK_POOL
                       : OTHER_TEXT(SW_TASK_USER, user)                  ? SW_TASK_USER
                       : OTHER(SW_TASK_PRIORITY, priority)               ? SW_TASK_PRIORITY
                       : OTHER(SW_TASK_WEIGHT, weight)                   ? SW_TASK_WEIGHT
                       : OTHER_TEXT(SW_TASK_AFTER, after_job)            ? SW_TASK_AFTER
                       : OTHER(SW_TASK_THINK, think_us)                  ? SW_TASK_THINK
                       : OTHER(SW_TASK_REPLICATION, replication)         ? SW_TASK_REPLICATION
                       : OTHER_OR_NEW(SW_TASK_TASK_CPUS, task_cpus)      ? SW_TASK_TASK_CPUS
                       : OTHER_OR_NEW(SW_TASK_WAIT_NODE, wait_node_us)   ? SW_TASK_WAIT_NODE
                       : OTHER_OR_NEW(SW_TASK_TASK_MEMORY, task_memory)  ? SW_TASK_TASK_MEMORY
                       : OTHER_OR_NEW(SW_TASK_WAIT_RACK, wait_rack_us)   ? SW_TASK_WAIT_RACK
                       : OTHER_OR_NEW(SW_TASK_CPUS, job_cpus)            ? SW_TASK_CPUS
                       : OTHER_OR_NEW(SW_TASK_NODES, job_nodes)          ? SW_TASK_NODES
                       : OTHER_OR_NEW(SW_TASK_LIMIT, limit_us)           ? SW_TASK_LIMIT
                       : OTHER_TEXT(SW_TASK_PARTITION, partition)        ? SW_TASK_PARTITION
                       : OTHER_TEXT(SW_TASK_QOS, qos)                    ? SW_TASK_QOS
                                                                         : -1;
    return column < 0 ? SW_OK : differs(t, column, err);
}

/* ---- stages ------------------------------------------------------------------------------------ */

/* The first row of a stage says what the stage is. */
static int append_stage(struct sw_trace *t, uint32_t *out, struct sw_err *err)
{
    struct gather *g = t->gather;
    struct gather_stage s = { .number = g->row.stage, .line = source_line(t),
                              .kind = (enum sw_kind)g->row.kind, .setup_us = g->row.setup_us };
    *out = (uint32_t)g->n_stages;
    if (sw_grow(&g->stages, &g->cap_stages, g->n_stages + 1, sizeof *g->stages, err) != SW_OK
        || gather_text(g, g->row.parents, &s.parents, err) != SW_OK)
        return SW_FAIL;
    if (sw_hash_add(&g->stage_index, sw_mix64(s.number), *out))
        return sw_err_memory(err);
    g->stages[g->n_stages++] = s;
    return SW_OK;
}

/* Later rows of a stage leave its columns empty or repeat them. */
static int check_same_stage(struct sw_trace *t, const struct gather_stage *s, struct sw_err *err)
{
    const struct gather *g = t->gather;
    if (KNOWN(&g->row, SW_TASK_KIND) && g->row.kind != (int32_t)s->kind)
        return trace_bad(t, SW_FAULT_DIFFERS, "kind", err, "differs from the stage's first row");
    if (KNOWN(&g->row, SW_TASK_PARENTS) && !sw_text_same(g->row.parents, gather_get(g, s->parents)))
        return trace_bad(t, SW_FAULT_DIFFERS, "parents", err, "differs from the stage's first row");
    if (KNOWN(&g->row, SW_TASK_SETUP) && g->row.setup_us != s->setup_us)
        return trace_bad(t, SW_FAULT_DIFFERS, "setup_s", err, "differs from the stage's first row");
    return SW_OK;
}

/* The place of the row's stage in stages[], which is new or was there. */
static int enter_stage(struct sw_trace *t, uint32_t *out, struct sw_err *err)
{
    struct gather *g = t->gather;
    uint32_t at = g->last_stage;
    if (at == GATHER_NONE || g->stages[at].number != g->row.stage)
        at = gather_find_stage(g, g->row.stage);
    if (at == GATHER_NONE) {
        if (append_stage(t, &at, err) != SW_OK)
            return SW_FAIL;
    } else if (check_same_stage(t, &g->stages[at], err) != SW_OK)
        return SW_FAIL;
    g->last_stage = *out = at;
    return SW_OK;
}

/* ---- tasks ------------------------------------------------------------------------------------- */

/* duration_s, or finish_s - launch_s where only these are known. */
static int read_duration(struct sw_trace *t, struct gather_task *task, struct sw_err *err)
{
    const struct sw_task_row *row = &t->gather->row;
    bool spanned = KNOWN(row, SW_TASK_LAUNCH) && KNOWN(row, SW_TASK_FINISH);
    if (spanned && row->finish_us < row->launch_us)
        return trace_bad(t, SW_FAULT_BACKWARDS, "finish_s", err, "before launch_s");
    task->timed = KNOWN(row, SW_TASK_DURATION) || spanned;
    task->duration_us = KNOWN(row, SW_TASK_DURATION) || !spanned ? row->duration_us : row->finish_us - row->launch_us;
    if (!task->timed && !task->recorded)
        return trace_bad(t, SW_FAULT_MISSING, "duration_s", err, "is not known, nor launch_s and finish_s");
    return SW_OK;
}

/* Names are unique within a stage alone, so the stage is part of the key. */
static uint32_t task_with_id(const struct gather *g, uint32_t stage, struct sw_text id, uint64_t hash)
{
    uint32_t step = 0, at;
    while ((at = sw_hash_next(&g->task_index, hash, &step)) != GATHER_NONE
           && (g->tasks[at].stage != stage || !sw_text_same(gather_get(g, g->tasks[at].task_id), id)))
        ;
    return at;
}

/* Of the recorded attempts at a task the last done one is replayed, else the last that has a time. */
static int settle_again(struct sw_trace *t, uint32_t at, const struct gather_task *task, struct sw_err *err)
{
    struct gather *g = t->gather;
    struct gather_task *old = &g->tasks[at];
    /* The name stays the first row's text: it is the same one. */
    struct span task_id = old->task_id;
    /* Rows of recorded attempts may repeat a task; in a made trace each task stands once. */
    if (!task->recorded || !old->recorded)
        return trace_bad(t, SW_FAULT_REPEATED_TASK, "task_id", err, "repeated in its stage");
    /* A done attempt yields to a done one only, and one with a time to one with a time only. */
    if ((old->done && !task->done) || (old->timed && !task->timed))
        return SW_OK;
    *old = *task;
    old->task_id = task_id;
    return gather_text(g, g->row.hosts, &old->hosts, err);
}

/* hash is of the id and the stage, as enter_task() makes it. */
static int keep_task(struct sw_trace *t, struct gather_task *task, struct sw_text id, uint64_t hash, struct sw_err *err)
{
    struct gather *g = t->gather;
    if (g->n_tasks >= TRACE_MAX_TASKS)
        return trace_bad(t, SW_FAULT_RANGE, "job_id", err, "job has more than 100000000 tasks");
    if (sw_grow(&g->tasks, &g->cap_tasks, g->n_tasks + 1, sizeof *g->tasks, err) != SW_OK
        || gather_text(g, id, &task->task_id, err) != SW_OK
        || gather_text(g, g->row.hosts, &task->hosts, err) != SW_OK)
        return SW_FAIL;
    if (sw_hash_add(&g->task_index, hash, (uint32_t)g->n_tasks))
        return sw_err_memory(err);
    g->tasks[g->n_tasks++] = *task;
    g->stages[task->stage].n_tasks++;
    return SW_OK;
}

/* Each row without an id is a task of its own, also where rows are attempts. */
static int enter_task(struct sw_trace *t, uint32_t stage, struct gather_task *task, struct sw_err *err)
{
    struct gather *g = t->gather;
    char buf[SW_NUM_MAX];
    uint64_t number = g->stages[stage].n_rows++; /* a task without an id is counted from 0 in its stage */
    struct sw_text id = g->row.task_id.len > 0 ? g->row.task_id : (struct sw_text){ buf, sw_num_put_u64(buf, number) };
    uint64_t hash = sw_mix64(sw_chance_name(id.at, id.len) ^ stage);
    uint32_t at = task_with_id(g, stage, id, hash);
    task->stage = stage;
    return at == GATHER_NONE ? keep_task(t, task, id, hash, err) : settle_again(t, at, task, err);
}

/* Everything that a row says beside its job: its task, what it tells of nodes, and the copies that callers asked
 * for. */
static int enter_row(struct sw_trace *t, struct sw_err *err)
{
    const struct sw_task_row *row = &t->gather->row;
    struct gather_task task = { .copy_us = row->copy_us, .input_bytes = row->input_bytes,
                                .locality = KNOWN(row, SW_TASK_LOCALITY) ? (enum sw_locality)row->locality : SW_AT_NONE,
                                .line = source_line(t), .recorded = KNOWN(row, SW_TASK_OUTCOME),
                                .done = KNOWN(row, SW_TASK_OUTCOME) && row->outcome == SW_DONE };
    uint32_t stage;
    if (t->check && trace_check_fields(t, row, err) != SW_OK)
        return SW_FAIL;
    if (read_duration(t, &task, err) != SW_OK || enter_stage(t, &stage, err) != SW_OK)
        return SW_FAIL;
    if (enter_task(t, stage, &task, err) != SW_OK)
        return SW_FAIL;
    /* sw_trace_watch(): which pools shared a node in the record. */
    if (t->meet && task.recorded && row->node.len > 0
        && sw_meet_add(t->meet, gather_placed(t->gather, t->gather->first.pool), row->node, err) != SW_OK)
        return SW_FAIL;
    /* A caller that takes rows one by one gets each good row, in the order of the file. */
    if (t->sink.take && t->sink.take(t->sink.context, row, err) != SW_OK)
        return SW_FAIL;
    t->sink.n++;
    return t->keep_rows || (t->keep_extras && t->gather->n_rows == 0) ? gather_rows_keep(t, err) : SW_OK;
}

/* ---- rows to jobs ------------------------------------------------------------------------------- */

/* A row that was held back is the next one. Behind the end the source is not asked again. */
static int read_row(struct sw_trace *t, struct sw_err *err)
{
    struct gather *g = t->gather;
    int got = g->held ? 1 : g->ended ? 0 : source_read(t, &g->row, err);
    g->held = false;
    g->ended = got == 0;
    return got;
}

/* The first good row of the next job. */
static int start_job(struct sw_trace *t, struct sw_err *err)
{
    int got;
    while ((got = read_row(t, err)) == 1) {
        if (begin_rows(t, err) == SW_OK && enter_row(t, err) == SW_OK)
            return 1;
        if (source_reject(t, err) != 0)
            return SW_FAIL;
    }
    return got;
}

/* Rows up to the next job's first, which is held back. Bad ones are set aside, and the job goes on without them. */
static int gather_rest(struct sw_trace *t, struct sw_err *err)
{
    struct gather *g = t->gather;
    int got;
    while ((got = read_row(t, err)) == 1) {
        if (!sw_text_same(g->row.job_id, gather_placed(g, g->first.job_id))) {
            g->held = true;
            return SW_OK;
        }
        if ((check_same_job(t, err) != SW_OK || enter_row(t, err) != SW_OK) && source_reject(t, err) != 0)
            return SW_FAIL;
    }
    return got;
}

int trace_tasks_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err)
{
    int got = start_job(t, err);
    if (got != 1)
        return got;
    if (gather_rest(t, err) != SW_OK)
        return SW_FAIL;
    return gather_job(t, job, err) == SW_OK ? 1 : SW_FAIL;
}
