/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alone.c - a job's response alone on the idle cluster, at the same time under the same options (S5).
 *
 * A second replay runs one job at a time. It is idle after each, so its clock can be set back. */
#include "lib/base/arena.h"
#include "lib/sim/engine.h"
#include <string.h>

struct alone { struct records at; struct sw_replay *replay; };
struct alone_job { struct solo_spec *spec; };
struct solo_spec { struct sw_job job; size_t n_texts; char *text[]; };

/* Texts of a row last as long as the row: a job's copy keeps its own. */
static struct sw_text solo_text(struct solo_spec *s, struct sw_text t)
{
    s->text[s->n_texts] = xcopy(t.at, t.len);
    return (struct sw_text){ s->text[s->n_texts++], t.len };
}

static void keep_stage(struct solo_spec *s, struct sw_stage_spec *st)
{
    uint32_t *parents = xrealloc(NULL, st->n_parents, sizeof *parents);
    if (st->n_parents)
        memcpy(parents, st->parents, st->n_parents * sizeof *parents);
    st->parents = parents;
    if (!st->tasks)
        return;
    struct sw_task_spec *tasks = xrealloc(NULL, st->n_tasks, sizeof *tasks);
    memcpy(tasks, st->tasks, st->n_tasks * sizeof *tasks);
    for (uint64_t t = 0; t < st->n_tasks; t++) {
        tasks[t].task_id = solo_text(s, tasks[t].task_id);
        tasks[t].hosts = solo_text(s, tasks[t].hosts);
    }
    st->tasks = tasks;
}

/* The row of a job, with all that it points to: it is replayed when the job has ended. */
static struct solo_spec *keep_job(const struct sw_job *job)
{
    size_t n_texts = 5;
    for (uint32_t i = 0; i < job->n_stages; i++)
        n_texts += job->stages[i].tasks ? 2 * job->stages[i].n_tasks : 0;
    struct solo_spec *s = xcalloc(1, sizeof *s + n_texts * sizeof *s->text);
    s->job = *job;
    s->job.job_id = solo_text(s, job->job_id);
    s->job.pool = solo_text(s, job->pool);
    s->job.user = solo_text(s, job->user);
    s->job.input_id = solo_text(s, job->input_id);
    s->job.after_job = (struct sw_text){ 0 };
    struct sw_stage_spec *stages = xrealloc(NULL, job->n_stages, sizeof *stages);
    memcpy(stages, job->stages, job->n_stages * sizeof *stages);
    for (uint32_t i = 0; i < job->n_stages; i++)
        keep_stage(s, &stages[i]);
    s->job.stages = stages;
    return s;
}

/* NULL: nothing was kept. */
static void drop_job(struct solo_spec *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n_texts; i++)
        xfree(s->text[i]);
    for (uint32_t i = 0; i < s->job.n_stages; i++) {
        xfree((void *)s->job.stages[i].parents);
        xfree((void *)s->job.stages[i].tasks);
    }
    xfree((void *)s->job.stages);
    xfree(s);
}

static void take_response(void *ctx, const struct sw_result *res)
{
    *(int64_t *)ctx = res->finish_us - res->submit_us;
}

/* The second replay has the same options or those given, the trace's own load, and no end. */
static void alone_start(struct sw_replay *r, void *own)
{
    struct alone *s = own;
    struct sw_options opt = r->opt.alone_opt ? *r->opt.alone_opt : r->opt;
    if (!r->opt.alone_opt)
        opt.delay.clock = r->given_clock;
    opt.alone = false;
    opt.until_us = -1;
    opt.every_us = opt.jitter_us = 0;
    opt.load = 1.0;
    struct making solo = { NULL, r->mechanisms.choose, r->cl, r->pools.declared, &opt, NULL, r->err };
    r->broken = run_make(&solo) != SW_OK;
    s->replay = solo.r;
}

static struct solo_spec **spec_of(void *own, const struct job *job)
{
    return &((struct alone_job *)job_record(job, own))->spec;
}

static void alone_job_made(struct sw_replay *r UNUSED, void *own, struct job *job, const struct sw_job *spec)
{
    *spec_of(own, job) = keep_job(spec);
}

static void alone_job_freed(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    drop_job(*spec_of(own, job));
}

/* Only a job that is done has a response to compare with. */
static void alone_job_row(struct sw_replay *r UNUSED, void *own, const struct job *job, struct sw_result *res)
{
    struct sw_replay *solo = ((struct alone *)own)->replay;
    int64_t response_us = -1;
    if (res->outcome != SW_DONE)
        return;
    solo->sink = (struct sw_replay_sink){ .ctx = &response_us, .job = take_response };
    res->alone_us = engine_run_one(solo, &(*spec_of(own, job))->job, job->submit_us) == SW_OK ? response_us : -1;
}

const struct mechanism alone_mechanism = {
    .size = sizeof(struct alone), .job_size = sizeof(struct alone_job), .start = alone_start,
    .job_made = alone_job_made, .job_freed = alone_job_freed, .job_row = alone_job_row,
};
