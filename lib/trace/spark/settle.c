/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settle.c - what only all attempts of a job show: which of two successes counts, whether the numbers agree, when the
 * job was submitted.
 *
 * A task is an index of its stage. When a stage runs again for the outputs that were lost, its indices count from 0
 * over what was missing; only logs from 3.3 on name the partition. Without it the tasks of the n-th run are tasks of
 * their own: 4.1 is index 4 of the first rerun. */
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/trace/spark/spark.h"

/* Before 3.3 an index stands for it. */
static int64_t task_number(const struct spark_attempt *a) { return a->partition >= 0 ? a->partition : a->index; }
static int32_t round_of(const struct spark_attempt *a) { return a->partition >= 0 ? 0 : a->stage_attempt; }

/* In a chain of them the first difference decides. */
#define COMPARE(x, y) if ((x) != (y)) return (x) < (y) ? -1 : 1

/* 0: attempts at one task. */
static int compare_tasks(const struct spark_attempt *x, const struct spark_attempt *y)
{
    COMPARE(x->stage->id, y->stage->id);
    COMPARE(task_number(x), task_number(y));
    COMPARE(round_of(x), round_of(y));
    return 0;
}

/* Attempts at a task go by the run of the stage, then by task id. */
static int compare_attempts(const void *a, const void *b)
{
    const struct spark_attempt *x = *(struct spark_attempt *const *)a, *y = *(struct spark_attempt *const *)b;
    int order = compare_tasks(x, y);
    if (order != 0)
        return order;
    COMPARE(x->stage_attempt, y->stage_attempt);
    COMPARE(x->task_id, y->task_id);
    return 0;
}

/* ---- the attempts at one task --------------------------------------------------------------------------- */

/* group: all attempts at one task, in their order. */
static void settle_task(struct spark_attempt **group, size_t n)
{
    struct spark_attempt *done = NULL;
    for (size_t i = 0; i < n; i++) {
        struct spark_attempt *a = group[i];
        if (a->outcome != SW_DONE)
            continue;
        /* n_done counts tasks, so a second success in one run does not. */
        bool first = !done || done->stage_attempt != a->stage_attempt;
        for (size_t k = 0; first && k < a->stage->n_rounds; k++)
            a->stage->rounds[k].n_done += a->stage->rounds[k].attempt == a->stage_attempt;
        if (done) {
            /* Of two successes in one run of the stage the earlier counts; one in an earlier run was lost, else
             * there would be no later. */
            bool rerun = a->stage_attempt != done->stage_attempt, later = a->finish_ms >= done->finish_ms;
            struct spark_attempt *loser = rerun ? done : later ? a : done;
            loser->outcome = rerun ? SW_LOST : SW_SUPERSEDED;
        }
        done = a->outcome == SW_DONE ? a : done;
    }
    for (size_t i = 0; i < n; i++) /* before 2.2 no reason is given */
        if (group[i]->outcome == SW_KILLED && done && n > 1 && done->finish_ms <= group[i]->finish_ms)
            group[i]->outcome = SW_SUPERSEDED;
}

/* At the attempt's own line. */
static void spark_settle_note(struct spark *s, enum sw_damage_kind kind, const struct spark_attempt *a)
{
    sw_damage_note(s->damage, kind, a->path, a->line);
}

static void settle_tasks(struct spark *s)
{
    size_t n = s->out->n_attempts;
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i; next < n && compare_tasks(s->order[i], s->order[next]) == 0; next++) {
            /* What never ended, in a job that did, and what began before its stage. */
            const struct spark_attempt *a = s->order[next];
            if (!a->ended && !a->stage->job->cut)
                spark_settle_note(s, SW_DAMAGE_NO_END, a);
            if (a->stage->submit_ms != SPARK_NO_TIME && a->launch_ms < a->stage->submit_ms)
                spark_settle_note(s, SW_DAMAGE_BEFORE_STAGE, a);
        }
        settle_task(s->order + i, next - i);
    }
}

/* ---- the stages and the job ------------------------------------------------------------------------------ */

/* Unknown is later than any time. */
static void take_earlier(int64_t *at_ms, int64_t ms)
{
    if (ms != SPARK_NO_TIME && (*at_ms == SPARK_NO_TIME || ms < *at_ms))
        *at_ms = ms;
}

/* Logs of early 2015 lack it: then the first stage's, then the first launch. Jobs come in the order that the log
 * starts them in, so a clock that goes back is held. */
static void settle_submit(struct spark *s)
{
    struct spark_job *job = s->out;
    bool unknown = job->submit_ms == SPARK_NO_TIME;
    for (const struct spark_stage *stage = job->stages; unknown && stage; stage = stage->next)
        take_earlier(&job->submit_ms, stage->submit_ms);
    if (job->submit_ms == SPARK_NO_TIME)
        for (size_t i = 0; i < job->n_attempts; i++)
            take_earlier(&job->submit_ms, s->order[i]->launch_ms);
    if (job->submit_ms < s->last_submit_ms)
        job->submit_ms = s->last_submit_ms;
    s->last_submit_ms = job->submit_ms;
    if (s->zero_ms == SPARK_NO_TIME)
        s->zero_ms = job->submit_ms;
}

/* The driver's time for a stage: from the end of its parents, else from the submission of the job, until its tasks
 * could be launched. 0 for a stage that was submitted before them, as when they run again for lost output. */
static int settle_setup(struct spark *s, const struct spark_job *job, struct sw_err *err)
{
    for (struct spark_stage *stage = job->stages; stage; stage = stage->next) {
        int64_t from_ms = job->submit_ms;
        if (spark_parents_find(s, stage, err) != SW_OK)
            return SW_FAIL;
        for (size_t i = 0; i < s->n_parent; i++)
            if (s->parent[i]->done_ms > from_ms)
                from_ms = s->parent[i]->done_ms;
        /* When the driver was ready for the stage: when it next launched anything, if a slot that would have done
         * for the stage was free all the time from its submission on. For a task without preference any slot does. A
         * task near its data may have waited while others were free, so there the slot is one of its host. */
        bool near = stage->first_at == SW_AT_NODE || (stage->first_at == SW_AT_PROCESS && stage->first_cached);
        bool anywhere = stage->first_at == SW_AT_NONE || (stage->first_at == SW_AT_PROCESS && !stage->first_cached);
        bool was_free = near ? stage->was_free.near : anywhere && stage->was_free.any;
        int64_t until_ms = was_free && stage->ready_ms > stage->submit_ms ? stage->ready_ms : stage->submit_ms;
        /* a job without tasks may have no time */
        bool known = from_ms != SPARK_NO_TIME && stage->submit_ms != SPARK_NO_TIME;
        stage->setup_ms = known && until_ms > from_ms ? until_ms - from_ms : 0;
    }
    return SW_OK;
}

/* Of each stage its first launch, and the end of its last task that was done. */
static void find_times(const struct spark_job *job)
{
    for (struct spark_stage *stage = job->stages; stage; stage = stage->next)
        stage->done_ms = stage->first_ms = SPARK_NO_TIME;
    for (const struct spark_attempt *a = job->attempts; a; a = a->next) {
        struct spark_stage *stage = a->stage;
        if (a->outcome == SW_DONE && a->finish_ms > stage->done_ms)
            stage->done_ms = a->finish_ms;
        if (stage->first_ms != SPARK_NO_TIME && a->launch_ms >= stage->first_ms)
            continue;
        stage->first_ms = a->launch_ms;
        stage->first_at = a->locality;
        stage->first_cached = a->n_cached > 0 || a->from_memory;
    }
}

/* Once for each job, before its first row. */
int spark_settle_rows(struct spark *s, struct sw_err *err)
{
    struct spark_job *job = s->out;
    size_t n = 0, n_stages = 0;
    s->at = s->group_end = 0;
    for (const struct spark_stage *stage = job->stages; stage; stage = stage->next)
        n_stages++;
    /* Stages that are listed and never ran were skipped: their output was there. */
    s->n_skipped += job->n_stage_ids > n_stages ? job->n_stage_ids - n_stages : 0;
    if (sw_grow(&s->order, &s->cap_order, job->n_attempts + 1, sizeof *s->order, err) != SW_OK)
        return SW_FAIL;
    for (struct spark_attempt *a = job->attempts; a; a = a->next)
        s->order[n++] = a;
    if (spark_parents_index_stages(s, err) != SW_OK)
        return SW_FAIL;
    qsort(s->order, n, sizeof *s->order, compare_attempts);
    settle_tasks(s);
    /* A round that was completed has as many done tasks as it said. */
    for (const struct spark_stage *stage = s->out->stages; stage; stage = stage->next)
        for (size_t i = 0; i < stage->n_rounds; i++) {
            const struct spark_round *r = &stage->rounds[i];
            if (r->completed && !r->failed && r->n_tasks != UINT64_MAX && r->n_done != r->n_tasks)
                sw_damage_note(s->damage, SW_DAMAGE_COUNT, r->path, r->line);
        }
    if (n == 0)
        s->n_without_rows++;
    else
        settle_submit(s);
    find_times(job);
    return settle_setup(s, job, err);
}

/* Attempts at one task stand together in s->order. */
size_t spark_settle_group_end(const struct spark *s, size_t at)
{
    size_t end = at;
    while (end < s->out->n_attempts && compare_tasks(s->order[at], s->order[end]) == 0)
        end++;
    return end;
}
