/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jobs.c - the memory of jobs: made from rows of the trace, and freed. */
#include "lib/base/arena.h"
#include "lib/base/minmax.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/queue/queue.h"
#include <stdlib.h>
#include <string.h>

/* L1: with --no-rack-level what was rack-local is not. */
static enum sw_locality recorded_level(const struct sw_replay *r, enum sw_locality recorded)
{
    return recorded == SW_AT_RACK && r->opt.no_rack_level ? SW_AT_ANY : recorded;
}

/* L3.1: recorded levels are kept where some task ran at a level with a penalty. */
static bool keeps_levels(const struct sw_replay *r, const struct stage *st, const struct sw_task_spec *task)
{
    bool any = false;
    for (uint32_t t = 0; t < st->n_tasks && !any; t++)
        any = launch_penalty(r, recorded_level(r, task[t].recorded)) != 1.0;
    return any;
}

/* Counts tasks that had preferred hosts, as a level was recorded, which the trace does not name. */
static void count_missing_hosts(struct sw_replay *r, const struct stage *st, const struct sw_task_spec *task)
{
    if (r->opt.placement != SW_PLACE_TRACE || st->kind == SW_REDUCE)
        return;
    for (uint32_t t = 0; t < st->n_tasks; t++)
        if (!task[t].hosts.len && task[t].recorded <= SW_AT_ANY)
            r->totals.hosts_missing[task[t].recorded]++;
}

/* With an end; where the next begins. */
static char *put_text(char *at, struct sw_text text)
{
    if (text.len)
        memcpy(at, text.at, text.len);
    at[text.len] = '\0';
    return at + text.len + 1;
}

/* One piece of memory holds the columns, and then the texts. */
static void copy_tasks(struct sw_replay *r, struct stage *st, const struct sw_task_spec *task)
{
    const size_t n = st->n_tasks, of_task = 2 * sizeof(int64_t) + 2 * sizeof(char *);
    size_t texts = 0;
    for (uint32_t t = 0; t < n; t++)
        texts += task[t].task_id.len + task[t].hosts.len + 2;
    const bool levels = keeps_levels(r, st, task);
    struct stage_rows *rows = st->rows = xrealloc(NULL, 1, sizeof *rows + n * (of_task + levels) + texts);
    int64_t *times = (int64_t *)(rows + 1);
    char **names = (char **)(times + 2 * n), *at = (char *)(names + 2 * n);
    uint8_t *recorded_at = (uint8_t *)at;
    *rows = (struct stage_rows){ times, times + n, levels ? recorded_at : NULL, names, names + n, NULL, NULL };
    at += levels ? n : 0;
    count_missing_hosts(r, st, task);
    for (uint32_t t = 0; t < n; t++) {
        times[t] = task[t].duration_us;
        times[n + t] = task[t].copy_us;
        rows->id[t] = at;
        at = put_text(at, task[t].task_id);
        rows->hosts[t] = task[t].hosts.len ? at : NULL;
        if (rows->hosts[t])
            at = put_text(at, task[t].hosts);
        if (levels)
            recorded_at[t] = (uint8_t)recorded_level(r, task[t].recorded);
    }
}

static bool any_penalty(const struct sw_replay *r, unsigned levels)
{
    bool any = false;
    for (int at = SW_AT_NODE; levels >> at; at++)
        any |= (levels >> at & 1) && launch_penalty(r, recorded_level(r, (enum sw_locality)at)) != 1.0;
    return any;
}

/* Columns stay where they are. Levels are copied where they count as others here. */
static void borrow_tasks(struct sw_replay *r, struct stage *st, const struct sw_task_columns *of)
{
    const bool levels = any_penalty(r, of->levels);
    const bool copied = levels && r->opt.no_rack_level && (of->levels >> SW_AT_RACK & 1) != 0;
    struct stage_rows *rows = st->rows = xrealloc(NULL, 1, sizeof *rows + (copied ? st->n_tasks : 0));
    uint8_t *recorded_at = (uint8_t *)(rows + 1);
    for (uint32_t t = 0; copied && t < st->n_tasks; t++)
        recorded_at[t] = (uint8_t)recorded_level(r, (enum sw_locality)of->recorded[t]);
    *rows = (struct stage_rows){ of->duration_us, of->copy_us, !levels ? NULL : copied ? recorded_at : of->recorded,
                                 NULL, NULL, of->first, of->host };
}

/* A stage by its row. Its tasks are alike, or rows of their own. */
static void stage_init(struct sw_replay *r, struct job *job, struct stage *st, const struct sw_stage_spec *spec)
{
    st->job = job;
    st->number = (uint32_t)(st - job->stage);
    st->name = spec->stage;
    st->kind = spec->kind;
    st->slot_kind = (uint8_t)(!r->cl->one_kind && spec->kind == SW_REDUCE);
    st->n_tasks = (uint32_t)spec->n_tasks;
    st->mean_us = spec->mean_us;
    st->shuffle_us = spec->copy_us;
    st->setup_us = spec->setup_us;
    st->at_once = 1;
    st->sigma = spec->sigma;
    st->parents_left = spec->n_parents;
    st->has_parents = spec->n_parents > 0;
    st->shuffles = job->mapreduce && spec->kind == SW_REDUCE;
    if (spec->columns)
        borrow_tasks(r, st, spec->columns);
    else if (spec->tasks)
        copy_tasks(r, st, spec->tasks);
    *(spec->kind == SW_REDUCE ? &job->result.reduces : &job->result.maps) += (uint32_t)spec->n_tasks;
}

/* L6: stages know those that wait for them. */
static void link_children(struct job *job, const struct sw_job *spec)
{
    for (uint32_t s = 0; s < spec->n_stages; s++)
        for (uint32_t k = 0; k < spec->stages[s].n_parents; k++) {
            struct stage *parent = &job->stage[spec->stages[s].parents[k]];
            parent->child = xrealloc(parent->child, parent->n_children + 1, sizeof *parent->child);
            parent->child[parent->n_children++] = s;
        }
}

/* A MapReduce job is two stages that overlap (L4, L5). An empty one is left out. */
static void add_mapreduce(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    for (uint32_t s = 0; s < spec->n_stages; s++)
        if (spec->stages[s].n_tasks)
            stage_init(r, job, &job->stage[job->n_stages++], &spec->stages[s]);
    for (uint32_t s = 0; s < job->n_stages; s++)
        job->stage[s].parents_left = 0;
    if (job->n_stages == 2 && r->opt.slowstart > 0)
        job->stage[1].parents_left = 1;
    if (job->n_stages == 2)
        job->stage[1].has_parents = true;
}

/* In the order of the row. */
static void add_stages(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    if (spec->mapreduce) {
        add_mapreduce(r, job, spec);
        return;
    }
    for (; job->n_stages < spec->n_stages; job->n_stages++)
        stage_init(r, job, &job->stage[job->n_stages], &spec->stages[job->n_stages]);
    link_children(job, spec);
}

/* Y19: it stands last, is numbered behind the others, and has no blocks (B4). No reduces overlap with it. */
static void add_master(struct sw_replay *r, struct job *job)
{
    struct sw_stage_spec spec = { .kind = SW_TASK, .n_tasks = 1 };
    for (uint32_t s = 0; s < job->n_stages; s++)
        spec.stage = max_u64(spec.stage, job->stage[s].name + 1);
    job->mapreduce &= job->n_stages == 2;
    stage_init(r, job, &job->stage[job->n_stages++], &spec);
    job->stage[job->n_stages - 1].has_parents = true;
    job->result.maps--;
}

uint64_t job_name(struct sw_text text)
{
    return sw_chance_name(text.at, text.len);
}

/* Empty stages of a MapReduce job are left out. */
static size_t count_stages(const struct sw_replay *r, const struct sw_job *spec)
{
    size_t n = 0;
    for (uint32_t s = 0; s < spec->n_stages; s++)
        n += !spec->mapreduce || spec->stages[s].n_tasks;
    return n + (r->opt.am_container_us > 0);
}

/* One piece of memory holds the job, its stages, the mechanisms' records of them, and its texts. */
static struct job *job_alloc(struct sw_replay *r, const struct sw_job *spec)
{
    size_t n_stages = count_stages(r, spec), size = sizeof(struct job) + n_stages * sizeof(struct stage);
    size += r->mechanisms.job_size + n_stages * r->mechanisms.stage_size;
    size += r->queues.keeps_shares ? sizeof(struct job_shares) : 0;
    size_t texts = spec->job_id.len + 1 + spec->user.len + 1;
    struct job *job = arena_alloc(&r->arena, size + texts);
    memset(job, 0, size);
    job->size = (uint32_t)(size + texts);
    job->stage = (struct stage *)(job + 1);
    job->id = (char *)job + size;
    job->id_len = (uint32_t)spec->job_id.len;
    put_text(put_text(job->id, spec->job_id), spec->user);
    return job;
}

/* A job of many stages has a queue of its own in the scheduling queue. */
static void make_queue(struct sw_replay *r, struct job *job)
{
    job->own = xcalloc(1, sizeof *job->own);
    job->has_queue = true;
    for (int kind = 0; kind < 2; kind++) {
        job->own->entry[kind] = (struct sw_queue_entry){ .inner = &job->own->queue[kind], .of = job };
        sw_queue_init(&job->own->queue[kind], &r->queues.tnodes, &job->own->entry[kind]);
    }
}

/* The row of a job, in memory. Its pool is not known yet. */
struct job *job_new(struct sw_replay *r, const struct sw_job *spec)
{
    struct job *job = job_alloc(r, spec);
    job->name = job_name(spec->job_id);
    job->input_name = spec->input_id.len ? job_name(spec->input_id) : job->name;
    job->place = spec->place;
    job->line = spec->line;
    for (int i = 0; i < 2; i++)
        job->wait_us[i] = spec->has_wait[i] ? spec->wait_us[i] : -1;
    job->weight = spec->weight;
    job->priority = spec->priority;
    job->mapreduce = spec->mapreduce;
    job->replication = (uint8_t)min_i64(spec->replication ? (int64_t)spec->replication : (int64_t)r->opt.replication,
                                        r->opt.offers ? (int64_t)r->cl->n_hosts : (int64_t)r->cl->n_nodes);
    job->input_bytes = spec->input_bytes;
    job->shuffle_bytes = spec->shuffle_bytes;
    job->submit_us = -1;
    job->last_at = SW_AT_NONE;
    job->result.first_launch_us = -1;
    add_stages(r, job, spec);
    if (unlikely(r->opt.am_container_us))
        add_master(r, job);
    if (job->n_stages >= STAGES_MANY)
        make_queue(r, job);
    MECHANISMS_TELL(r, job_made, job, spec);
    return job;
}

void job_free(struct sw_replay *r, struct job *job)
{
    limits_leave(r, job);
    MECHANISMS_TELL(r, job_freed, job);
    for (uint32_t s = 0; s < job->n_stages; s++) {
        stage_data_release(r, &job->stage[s]);
        xfree(job->stage[s].child);
        xfree(job->stage[s].rows);
    }
    xfree(job->own);
    arena_free(&r->arena, job, job->size);
}
