/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.c - jobs as gangs (G1): as many tasks as the row names nodes, each so many slots wide. gangs_make() puts
 * the stages of a gang (G1.1) in the place of those that were read. It gives the job its width, in slots for each
 * task. */
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/trace/stream/trace_private.h"

/* With --width: each job that sw_trace_next() gives from here on is a gang. */
void sw_trace_gangs(struct sw_trace *t) { t->gangs = true; }

/* The stage that has the job's tasks; NULL: there is more than one, or they are reduces. */
static const struct sw_stage_spec *only_stage(const struct sw_job *job)
{
    const struct sw_stage_spec *only = NULL;
    for (uint32_t s = 0; s < job->n_stages; s++) {
        if (job->stages[s].n_tasks == 0)
            continue;
        if (only || job->stages[s].kind == SW_REDUCE)
            return NULL;
        only = &job->stages[s];
    }
    return only;
}

/* The longest task of the rows, n times: numbers are their names. Tasks of a gang are alike (G1.1), so each has the
 * longest time that a row gives. */
static int repeat_task(struct sw_trace *t, struct sw_stage_spec *stage, size_t n_tasks, size_t n, struct sw_err *err)
{
    /* Names of the tasks need room of their own, since those of rows belong to one task each. */
    if (sw_grow(&t->gang_task, &t->cap_gang_task, n, sizeof *t->gang_task, err) != SW_OK
        || sw_grow(&t->gang_text, &t->cap_gang_text, n * SW_NUM_MAX, 1, err) != SW_OK)
        return SW_FAIL;
    const struct sw_task_spec *longest = stage->tasks;
    for (size_t i = 1; i < n_tasks; i++)
        longest = stage->tasks[i].duration_us > longest->duration_us ? &stage->tasks[i] : longest;
    for (size_t i = 0; i < n; i++) {
        char *text = t->gang_text + i * SW_NUM_MAX;
        t->gang_task[i] = *longest;
        t->gang_task[i].task_id = (struct sw_text){ text, sw_num_put_u64(text, i) };
    }
    stage->tasks = t->gang_task;
    return SW_OK;
}

static int repeat(struct sw_trace *t, struct sw_job *job, const struct sw_stage_spec *only, uint64_t n,
                  struct sw_err *err)
{
    struct sw_stage_spec *stage = t->gang_stage;
    if (n > TRACE_MAX_TASKS)
        return trace_bad_at(t, SW_FAULT_RANGE, job->line, "job_nodes", err, "out of range, at most 100000000");
    /* A stage of n tasks in the place of the only one. A job of maps and reduces keeps an empty stage of reduces,
     * for job->mapreduce promises two. */
    stage[0] = *only;
    stage[0].n_tasks = n;
    stage[1] = (struct sw_stage_spec){ .stage = only->stage + 1, .kind = SW_REDUCE };
    job->stages = stage;
    job->n_stages = job->mapreduce ? 2 : 1;
    return only->tasks ? repeat_task(t, stage, only->n_tasks, n, err) : SW_OK;
}

int gangs_make(struct sw_trace *t, struct sw_job *job, struct sw_err *err)
{
    const struct sw_stage_spec *only = only_stage(job);
    if (!only)
        return trace_bad_at(t, SW_FAULT_NO_TASKS, job->line, NULL, err,
                            "with --width a job is one stage of maps or tasks");
    /* Rows say how many tasks there are: one for the whole job, one for each node, or one for each core. */
    uint64_t tasks = only->n_tasks, nodes = job->nodes > 0 ? job->nodes : tasks;
    bool processors = tasks == job->cpus;
    if (tasks != 1 && tasks != nodes && !processors)
        return trace_bad_at(t, SW_FAULT_RANGE, job->line, "job_nodes", err,
                            "the job has %llu tasks, not one nor %llu",
                            (unsigned long long)tasks, (unsigned long long)nodes);
    /* Cores are spread evenly over the nodes and rounded up: every task of a gang is as wide (G1.1). */
    job->width = job->cpus > nodes ? job->cpus / nodes + (job->cpus % nodes > 0) : 1;
    return nodes != tasks ? repeat(t, job, only, nodes, err) : SW_OK;
}
