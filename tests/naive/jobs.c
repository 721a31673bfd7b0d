/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jobs.c - the whole trace copied into arrays; J3: jitter and load; L3: task times; L8: kinds of slots. */
#include <string.h>
#include "tests/naive/naive.h"

static char *copy_text(struct sw_text t)
{
    return naive_copy(t.at, t.len);
}

/* L3: the row's duration, or drawn from (seed, map time | reduce time, job_id, task). */
static int64_t local_time(const struct run *r, const struct job *j, const struct sw_stage_spec *spec, uint64_t task)
{
    enum sw_purpose purpose = spec->kind == SW_REDUCE ? SW_CHANCE_REDUCE_TIME : SW_CHANCE_MAP_TIME;
    struct sw_chance c = sw_chance_start(r->o.seed, purpose, sw_chance_name(j->id, strlen(j->id)), task);
    if (spec->tasks) return spec->tasks[task].duration_us;
    return sw_chance_lognormal_us(&c, spec->mean_us, spec->sigma);
}

static char *task_number(uint64_t number)
{
    char text[SW_NUM_MAX];
    return naive_copy(text, sw_num_put_u64(text, number));
}

static void copy_task(const struct run *r, const struct job *j, const struct sw_stage_spec *spec, uint64_t i,
                      struct task *t)
{
    t->local_us = local_time(r, j, spec, i);
    t->copy_us = spec->tasks ? spec->tasks[i].copy_us : spec->copy_us;
    t->input_bytes = spec->tasks && spec->tasks[i].input_bytes ? (int64_t)spec->tasks[i].input_bytes : UNSET;
    t->id = spec->tasks ? copy_text(spec->tasks[i].task_id) : task_number(i);
    if (spec->tasks) t->hosts = copy_text(spec->tasks[i].hosts);
    t->recorded = spec->tasks ? spec->tasks[i].recorded : SW_AT_NONE;
    if (t->recorded == SW_AT_PROCESS) t->recorded = SW_AT_NODE; /* L3.1 */
    if (t->recorded == SW_AT_RACK && r->o.no_rack_level) t->recorded = SW_AT_ANY;
}

static void copy_stage(const struct run *r, const struct job *j, const struct sw_stage_spec *spec, struct stage *s)
{
    s->job = j->place;
    s->number = spec->stage;
    s->kind = spec->kind;
    s->slot_kind = r->n_kinds == 2 && spec->kind == SW_REDUCE ? 1 : 0; /* L8 */
    s->setup_us = spec->setup_us;
    s->due_us = NEVER;
    s->n_tasks = (int)spec->n_tasks;
    s->n_parents = (int)spec->n_parents;
    s->parent = naive_alloc(spec->n_parents, sizeof *s->parent);
    for (uint32_t i = 0; i < spec->n_parents; i++) s->parent[i] = (int)spec->parents[i];
    s->task = naive_alloc(spec->n_tasks, sizeof *s->task);
    for (uint64_t i = 0; i < spec->n_tasks; i++) copy_task(r, j, spec, i, &s->task[i]);
    s->passed_us = s->clock_us = UNSET;
}

/* J3: uniform [0, T) from (seed, jitter, job_id). */
static int64_t jitter(const struct run *r, const struct job *j)
{
    struct sw_chance c = sw_chance_start(r->o.seed, SW_CHANCE_JITTER, sw_chance_name(j->id, strlen(j->id)), 0);
    return r->o.jitter_us > 0 ? (int64_t)sw_chance_below(&c, (uint64_t)r->o.jitter_us) : 0;
}

/* Y19.1: "one more stage with one task, without preference, numbered behind its others". */
static void add_master(const struct run *r, struct job *j)
{
    struct sw_stage_spec spec = { .kind = SW_TASK, .n_tasks = 1 };
    for (int s = 0; s < j->n_stages; s++)
        if (j->stage[s].n_tasks > 0 && j->stage[s].number >= spec.stage) spec.stage = j->stage[s].number + 1;
    j->stage = naive_grow(j->stage, (size_t)j->n_stages + 1, sizeof *j->stage);
    memset(&j->stage[j->n_stages], 0, sizeof *j->stage);
    copy_stage(r, j, &spec, &j->stage[j->n_stages]);
    j->stage[j->n_stages++].is_master = true;
}

static void copy_job(struct run *r, const struct sw_job *row, struct job *j)
{
    j->place = r->n_jobs - 1;
    j->id = copy_text(row->job_id);
    j->pool_name = row->pool.len ? copy_text(row->pool) : naive_copy("default", 7);
    j->user = copy_text(row->user);
    j->after = copy_text(row->after_job);
    j->input = copy_text(row->input_id);
    j->partition_name = copy_text(row->partition);
    j->qos_name = copy_text(row->qos);
    j->priority = row->priority;
    j->weight = row->weight;
    j->replication = row->replication ? row->replication : r->o.replication; /* B2 */
    j->mapreduce = row->mapreduce;
    j->shuffle_bytes = (int64_t)row->shuffle_bytes;
    j->input_bytes = (int64_t)row->input_bytes;
    j->width = r->o.width ? (int64_t)row->width : 1;
    j->limit_us = row->limit_us;
    j->cpus = row->cpus < INT64_MAX ? (int64_t)row->cpus : INT64_MAX;
    j->think_us = naive_round((double)row->think_us / r->o.load) + jitter(r, j); /* J3 */
    j->due_us = j->after[0] ? NEVER : row->submit_us;
    j->waits_for = j->pool = j->last_at = -1;
    for (int i = 0; i < 2; i++) j->wait_us[i] = row->has_wait[i] ? row->wait_us[i] : UNSET;
    j->first_launch_us = j->finish_us = UNSET;
    j->n_stages = (int)row->n_stages;
    j->stage = naive_alloc(row->n_stages, sizeof *j->stage);
    for (uint32_t s = 0; s < row->n_stages; s++) copy_stage(r, j, &row->stages[s], &j->stage[s]);
    j->size[0] = row->has_task_size[0] ? (int64_t)row->task_size[0] : 1;
    j->size[1] = (int64_t)row->task_size[1];
    sizes_check(r, j);
    placement_of_job(r, j);
    if (r->o.am_container_us) add_master(r, j);
}

/* J3: submit times are divided by the load from the first row's on. */
static void set_submit_times(struct run *r)
{
    for (int j = r->n_jobs - 1; j >= 0; j--) {
        int64_t first = r->job[0].due_us;
        if (r->job[j].due_us == NEVER) continue;
        r->job[j].due_us = first + naive_round((double)(r->job[j].due_us - first) / r->o.load);
    }
    for (int j = 0; j < r->n_jobs; j++)
        if ((r->job[j].reads_on_us = r->job[j].due_us) != NEVER) r->job[j].due_us += jitter(r, &r->job[j]);
}

static void make_room(struct run *r)
{
    size_t stages = 0;
    for (int j = 0; j < r->n_jobs; j++) stages += (size_t)r->job[j].n_stages;
    r->list = naive_alloc(stages, sizeof(struct stage *));
    r->job_order = naive_alloc((size_t)r->n_jobs, sizeof(int));
}

void jobs_read(struct run *r)
{
    struct sw_err err = { 0 };
    struct sw_csv *in;
    struct sw_trace *trace;
    struct sw_job row;
    int got;
    if (sw_csv_open(&in, r->o.trace, &err)) naive_fail_err(&err);
    if (sw_trace_take(&trace, in, &err)) naive_fail_err(&err);
    if (r->o.width) sw_trace_gangs(trace);
    while ((got = sw_trace_next(trace, &row, &err)) == 1) {
        r->job = naive_grow(r->job, (size_t)r->n_jobs + 1, sizeof *r->job);
        memset(&r->job[r->n_jobs], 0, sizeof *r->job);
        r->n_jobs++;
        copy_job(r, &row, &r->job[r->n_jobs - 1]);
        for (uint32_t s = 0; s < row.n_stages && !r->o.placement_given; s++) /* B5 */
            for (uint64_t i = 0; row.stages[s].tasks && i < row.stages[s].n_tasks; i++)
                if (row.stages[s].tasks[i].hosts.len > 0) r->o.placement = TRACE;
    }
    if (got < 0) naive_fail_err(&err);
    sw_trace_free(trace);
    if (r->n_jobs && r->job[0].after[0]) naive_fail("the first row has after_job: nothing is in the system");
    set_submit_times(r);
    make_room(r);
}
