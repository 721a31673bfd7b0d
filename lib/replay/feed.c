/* SPDX-License-Identifier: GPL-3.0-or-later */
/* feed.c - jobs come into the system as their time comes, and leave it (J1-J4). */
#include "lib/replay/replay.h"
#include <stdlib.h>
#include <string.h>

/* Times that leave the range end the run when they come up (engine.c). */
int64_t rounded_us(double us)
{
    return us < (double)(SW_TIME_MAX + 1) ? sw_num_round(us) : SW_TIME_MAX + 1;
}

/* ---- from the trace's description to a job ----------------------------------------------------- */

static void copy_tasks(struct stage *st, const struct sw_task_spec *task)
{
    st->duration_us = xrealloc(NULL, st->n_tasks, sizeof *st->duration_us);
    st->task_copy_us = xrealloc(NULL, st->n_tasks, sizeof *st->task_copy_us);
    st->task_id = xrealloc(NULL, st->n_tasks, sizeof *st->task_id);
    st->task_hosts = xcalloc(st->n_tasks, sizeof *st->task_hosts);
    for (uint32_t t = 0; t < st->n_tasks; t++) {
        st->duration_us[t] = task[t].duration_us;
        st->task_copy_us[t] = task[t].copy_us;
        st->task_id[t] = xcopy(task[t].task_id.at, task[t].task_id.len);
        if (task[t].hosts.len)
            st->task_hosts[t] = xcopy(task[t].hosts.at, task[t].hosts.len);
    }
}

static void stage_init(struct sw_replay *r, struct job *job, struct stage *st, const struct sw_stage_spec *spec)
{
    st->job = job;
    st->number = (uint32_t)(st - job->stage);
    st->name = spec->stage;
    st->kind = spec->kind;
    st->slot = !r->cl->one_kind && spec->kind == SW_REDUCE;
    st->n_tasks = (uint32_t)spec->n_tasks;
    st->mean_us = spec->mean_us;
    st->copy_us = spec->copy_us;
    st->setup_us = spec->setup_us;
    st->sigma = spec->sigma;
    st->parents_left = spec->n_parents;
    st->has_parents = spec->n_parents > 0;
    st->copies = job->mapreduce && spec->kind == SW_REDUCE;
    if (spec->tasks)
        copy_tasks(st, spec->tasks);
    job->tasks += spec->n_tasks;
    *(spec->kind == SW_REDUCE ? &job->result.reduces : &job->result.maps) += spec->n_tasks;
}

static void link_children(struct job *job, const struct sw_job *spec)
{
    for (uint32_t s = 0; s < spec->n_stages; s++)
        for (uint32_t k = 0; k < spec->stages[s].n_parents; k++) {
            struct stage *parent = &job->stage[spec->stages[s].parents[k]];
            parent->child = xrealloc(parent->child, parent->n_children + 1, sizeof *parent->child);
            parent->child[parent->n_children++] = s;
        }
}

/* MapReduce is two stages with an overlap of their own (L4, L5); one that is empty is left out. */
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

static uint64_t name_of(struct sw_text text)
{
    return sw_chance_name(text.at, text.len);
}

/* Of MapReduce those that are empty are left out. */
static size_t count_stages(const struct sw_job *spec)
{
    size_t n = 0;
    for (uint32_t s = 0; s < spec->n_stages; s++)
        n += !spec->mapreduce || spec->stages[s].n_tasks;
    return n;
}

static char *put_text(char *at, struct sw_text text)
{
    if (text.len)
        memcpy(at, text.at, text.len);
    at[text.len] = '\0';
    return at + text.len + 1;
}

/* In one piece: the job, its stages, what mechanisms keep of them, its texts. */
static struct job *job_alloc(struct sw_replay *r, const struct sw_job *spec)
{
    size_t n_stages = count_stages(spec), size = sizeof(struct job) + n_stages * sizeof(struct stage);
    size += r->mechanisms.job_size + n_stages * r->mechanisms.stage_size;
    size_t texts = spec->job_id.len + 1 + spec->user.len + 1;
    struct job *job = piece_new(&r->pieces, size + texts);
    memset(job, 0, size);
    job->size = size + texts;
    job->stage = (struct stage *)(job + 1);
    job->id = (char *)job + size;
    job->id_len = spec->job_id.len;
    job->user = put_text(job->id, spec->job_id);
    put_text(job->user, spec->user);
    return job;
}

static struct job *job_new(struct sw_replay *r, const struct sw_job *spec)
{
    struct job *job = job_alloc(r, spec);
    job->name = name_of(spec->job_id);
    job->input_name = spec->input_id.len ? name_of(spec->input_id) : job->name;
    job->place = spec->place;
    job->line = spec->line;
    job->think_us = r->opt.load == 1.0 ? spec->think_us : rounded_us((double)spec->think_us / r->opt.load);
    for (int i = 0; i < 2; i++)
        job->wait_us[i] = spec->has_wait[i] ? spec->wait_us[i] : -1;
    job->weight = spec->weight;
    job->priority = spec->priority;
    job->mapreduce = spec->mapreduce;
    job->input_bytes = spec->input_bytes;
    job->shuffle_bytes = spec->shuffle_bytes;
    job->submit_us = -1;
    job->last_at = SW_AT_NONE;
    job->result = (struct sw_result){ .first_launch_us = -1, .alone_us = -1 };
    add_stages(r, job, spec);
    MECHANISMS_TELL(r, job_made, job, spec);
    return job;
}

static void stage_drop(struct stage *st)
{
    for (uint32_t t = 0; st->task_id && t < st->n_tasks; t++) {
        free(st->task_id[t]);
        free(st->task_hosts[t]);
    }
    free(st->task_id);
    free(st->task_hosts);
    free(st->duration_us);
    free(st->task_copy_us);
    free(st->child);
}

void job_free(struct sw_replay *r, struct job *job)
{
    job_leave(r, job);
    MECHANISMS_TELL(r, job_freed, job);
    for (uint32_t s = 0; s < job->n_stages; s++) {
        stage_release(r, &job->stage[s]);
        stage_drop(&job->stage[s]);
    }
    piece_free(&r->pieces, job, job->size);
}

/* ---- into the system ----------------------------------------------------------------------------- */

static int check_kinds(struct sw_replay *r, const struct job *job, const struct sw_job *spec)
{
    static const char *const kind[] = { "map", "reduce" };
    for (uint32_t s = 0; s < job->n_stages; s++)
        if (!r->cl->total_slots[job->stage[s].slot])
            return sw_trace_err(r->trace, spec, NULL, r->err, "the job needs %s slots and the cluster has none",
                                r->cl->one_kind ? "some" : kind[job->stage[s].slot]);
    return SW_OK;
}

static int check_job(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    return MECHANISMS_ANY(r, job_check, job, spec) ? SW_FAIL : SW_OK;
}

static int find_pool(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    job->pool = job->at_pool = pool_get(r, spec->pool);
    if (job->pool->has_children)
        return sw_trace_err(r->trace, spec, "pool", r->err, "has pools below it and takes no jobs: '%s'", job->pool->name);
    if (r->pools_declared && !job->pool->declared && strcmp(job->pool->name, "default"))
        return sw_trace_err(r->trace, spec, "pool", r->err, "not in the pools file: '%s'", job->pool->name);
    job_join(r, job);
    return SW_OK;
}

static int follow(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    struct job *before = sw_names_find(&r->jobs_by_id, spec->after_job.at, spec->after_job.len);
    if (!before)
        return sw_trace_err(r->trace, spec, "after_job", r->err, "no such job in the system: '%.*s'",
                            (int)spec->after_job.len, spec->after_job.at);
    job->next_follower = before->followers;
    before->followers = job;
    return SW_OK;
}

static void submit_at(struct sw_replay *r, struct job *job, int64_t at_us)
{
    heap_push(&r->events, (struct event){ at_us, (uint64_t)EV_SUBMIT << 56 | job->place, job });
}

static int64_t jittered(const struct sw_replay *r, const struct job *job, int64_t at_us)
{
    struct sw_chance c = sw_chance_start(r->opt.seed, SW_CHANCE_JITTER, job->name, 0);
    return r->opt.jitter_us ? at_us + (int64_t)sw_chance_below(&c, (uint64_t)r->opt.jitter_us) : at_us;
}

/* J3: the trace's clock, compressed. */
static int64_t loaded(struct sw_replay *r, int64_t submit_us)
{
    if (r->first_row_us < 0)
        r->first_row_us = submit_us;
    if (r->opt.load == 1.0)
        return submit_us;
    return r->first_row_us + rounded_us((double)(submit_us - r->first_row_us) / r->opt.load);
}

static void enter_system(struct sw_replay *r, struct job *job)
{
    job->prev = r->last_job;
    if (r->last_job)
        r->last_job->next = job;
    else
        r->first_job = job;
    r->last_job = job;
    if (sw_names_add(&r->jobs_by_id, job->id, job->id_len, job))
        abort();
}

static int take_in(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    if (check_kinds(r, job, spec) != SW_OK || check_job(r, job, spec) != SW_OK || find_pool(r, job, spec) != SW_OK)
        return SW_FAIL;
    if (sw_names_find(&r->jobs_by_id, job->id, job->id_len))
        return sw_trace_err(r->trace, spec, "job_id", r->err, "already in the system: '%s'", job->id);
    if (spec->after_job.len)
        return follow(r, job, spec);
    int64_t at_us = loaded(r, spec->submit_us);
    submit_at(r, job, jittered(r, job, at_us));
    heap_push(&r->events, (struct event){ at_us, (uint64_t)EV_READ << 56 | job->place, NULL });
    return SW_OK;
}

/* Reads rows up to and with the next one that has a submit_s (J1). */
int feed_more(struct sw_replay *r)
{
    struct sw_job spec;
    int got = 1;
    while (!r->trace_ended && (got = sw_trace_next(r->trace, &spec, r->err)) == 1) {
        struct job *job = job_new(r, &spec);
        if (take_in(r, job, &spec) != SW_OK) {
            job_free(r, job);
            return SW_FAIL;
        }
        enter_system(r, job);
        if (!spec.after_job.len)
            return SW_OK;
    }
    r->trace_ended = true;
    return got < 0 ? SW_FAIL : SW_OK;
}

void feed_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us)
{
    struct job *job = job_new(r, spec);
    job->pool = job->at_pool = pool_get(r, spec->pool);
    job_join(r, job);
    enter_system(r, job);
    submit_at(r, job, submit_us);
}

int job_submit(struct sw_replay *r, struct job *job)
{
    job->submit_us = r->now_us;
    job->submitted = true;
    r->call_all = true; /* H6 (b) */
    MECHANISMS_TELL(r, job_submitted, job);
    if (r->totals.first_submit_us < 0)
        r->totals.first_submit_us = r->slots_since_us = r->now_us;
    r->totals.with_output += job->shuffle_bytes > 0 && job->mapreduce;
    if (never_check(r, job) != SW_OK)
        return SW_FAIL;
    job_admit(r, job);
    return SW_OK;
}

/* ---- out of it ----------------------------------------------------------------------------------- */

static void leave_system(struct sw_replay *r, struct job *job)
{
    if (job->prev) job->prev->next = job->next; else r->first_job = job->next;
    if (job->next) job->next->prev = job->prev; else r->last_job = job->prev;
    sw_names_remove(&r->jobs_by_id, job->id, job->id_len);
}

void job_report(struct sw_replay *r, struct job *job, enum sw_outcome outcome)
{
    struct sw_result *res = &job->result;
    res->job_id = job->id;
    res->pool = job->pool->name;
    res->user = job->user;
    res->submit_us = job->submitted ? job->submit_us : -1;
    res->finish_us = outcome == SW_RUNNING ? -1 : r->now_us;
    res->outcome = outcome;
    r->totals.tasks += job->tasks_done;
    MECHANISMS_TELL(r, job_row, job, outcome);
    if (r->sink.job)
        r->sink.job(r->sink.ctx, res);
}

/* The caller holds an attempt of the job, so that the job outlives this. */
void job_end(struct sw_replay *r, struct job *job, enum sw_outcome outcome)
{
    job->ended = true;
    r->totals.jobs++;
    r->held_bytes -= job->held_bytes;
    MECHANISMS_TELL(r, job_ended, job);
    job_report(r, job, outcome);
    for (struct job *f = job->followers; f; f = f->next_follower)
        submit_at(r, f, jittered(r, f, r->now_us + f->think_us));
    leave_system(r, job);
    job_left(r, job);
}
