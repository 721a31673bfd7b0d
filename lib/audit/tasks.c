/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tasks.c - the attempts of each task: numbered, until it is done (L6, B10) or its job has failed (F3); finished maps
 * whose output a lost node takes with it (B11). The rows of a job stand behind one another in by_task, and in these
 * the attempts of each task by launch. */
#include "lib/audit/audit.h"
#include <stdlib.h>

/* ---- rows by task -------------------------------------------------------------------------------- */

static int by_task_then_launch(const void *x, const void *y, void *rows)
{
    const struct row *a = (struct row *)rows + *(const uint32_t *)x, *b = (struct row *)rows + *(const uint32_t *)y;
    return ORDER(a->stage_nr, b->stage_nr) ?: ORDER(a->task, b->task) ?: ORDER(a->launch_us, b->launch_us)
        ?: ORDER(a->number, b->number) ?: ORDER(a->line, b->line);
}

/* Places of rows are sorted, not rows: a place takes 4 bytes, a row 80. */
void audit_tasks_sort(struct audit *a)
{
    a->by_task = xrealloc(a->by_task, a->n_rows, sizeof *a->by_task);
    for (size_t i = 0; i < a->n_rows; i++)
        a->by_task[i] = (uint32_t)i;
    qsort_r(a->by_task, a->n_rows, sizeof *a->by_task, by_task_then_launch, a->row);
    for (uint32_t j = 0; j < a->n_jobs; j++)
        a->job[j].n_rows = 0;
    /* Stages stand job by job, so backwards the last row that is seen of a job is its first. */
    for (size_t i = a->n_rows; i-- > 0; ) {
        struct job *job = job_of(a, &a->row[a->by_task[i]]);
        job->first_row = (uint32_t)i;
        job->n_rows++;
    }
}



/* ---- B11 ----------------------------------------------------------------------------------------- */

/* Past its copy phase when the node is lost: it computes, or is done. What is lost with the node at the same instant,
 * or with nodes before it in cluster order, is not. */
static bool is_past_copying(const struct audit *a, const struct job *job, const struct row *row,
                            const struct loss *loss, bool later)
{
    if (row->kind != SW_REDUCE || row->launch_us >= loss->at_us)
        return false;
    int64_t past_us = a->rules.splits       ? audit_durations_copied_at(a, job, row)
                      : compute_us(row) < 0 ? NEVER
                                            : compute_us(row); /* A3: it may wait to compute */
    if (past_us > loss->at_us - later)
        return false;
    if (row->finish_us > loss->at_us || row->outcome == SW_DONE) /* of two attempts the one that ended is done */
        return true;
    return row->finish_us == loss->at_us
           && (row->outcome == SW_LOST ? row->node > loss->node : row->outcome == SW_KILLED);
}

/* Its last map took no time: it was launched in the instant of the loss, and so after it. */
static bool mapped_later(const struct audit *a, const struct job *job, int64_t lost_us)
{
    for (uint32_t i = 0; i < a->n_mapped; i++)
        if (a->mapped[i].from_us == lost_us)
            return audit_nodes_late_map(a, job, lost_us);
    return false;
}

/* B11: whether some reduce of the job has not passed its shuffle when the node is lost. */
static bool some_reduce_waits(struct audit *a, const struct job *job, const struct loss *loss)
{
    uint64_t past = 0, reduces = 0;
    const struct row *counted = NULL;
    audit_times_follow_maps(a, job);
    bool later = mapped_later(a, job, loss->at_us);
    for (uint32_t s = 0; s < job->n_stages; s++)
        reduces += job->stage[s].kind == SW_REDUCE ? job->stage[s].n_tasks : 0;
    /* Attempts of a task stand together, so a task of which two are past counts once. */
    for (uint32_t i = 0; i < job->n_rows; i++) {
        bool is_past = is_past_copying(a, job, nth(a, job, i), loss, later);
        if (is_past && (!counted || !same_task(counted, nth(a, job, i))))
            past++;
        counted = is_past ? nth(a, job, i) : counted;
    }
    return past < reduces;
}

/* T2: what was launched at the instant of the loss was launched after it. */
static bool holds_output(const struct row *row, const struct loss *loss)
{
    return row->kind == SW_MAP && row->outcome == SW_DONE && row->node == loss->node && taken_us(row) == NEVER
           && row->launch_us < loss->at_us && row->finish_us <= loss->at_us;
}

/* Whether the task of row i was launched again, at the loss or later. */
static bool ran_again(const struct audit *a, const struct job *job, uint32_t i, const struct loss *loss)
{
    for (uint32_t k = i + 1; k < job->n_rows && same_task(nth(a, job, i), nth(a, job, k));
         k++) /* a copy that it overtook stands between (C6) */
        if (nth(a, job, k)->launch_us >= loss->at_us)
            return true;
    return false;
}

static bool some_ran_again(const struct audit *a, const struct job *job, const struct loss *loss)
{
    for (uint32_t i = 0; i < job->n_rows; i++)
        if (holds_output(nth(a, job, i), loss) && ran_again(a, job, i, loss))
            return true;
    return false;
}

/* Who had copied all and waited to compute, a log of cpac over a network does not say (N7, A3). It says that a map
 * ran again, if the run did not end before. */
static bool loses_outputs(struct audit *a, struct job *job, const struct loss *loss)
{
    bool open = a->rules.splits && a->opt->network.node_rate;
    if (some_reduce_waits(a, job, loss) || (open && some_ran_again(a, job, loss)))
        return true;
    job->unsure |= open && a->rules.until_us < NEVER;
    if (job->unsure)
        audit_fault_open(a, "whether map output of job '%s' was lost at %s (B11)", job->id, S(loss->at_us));
    return false;
}

/* Where the job loses them, the outputs that the node held are gone with it. */
static void take_outputs(struct audit *a, struct job *job, const struct loss *loss)
{
    bool any = false;
    for (uint32_t i = 0; i < job->n_rows && !any; i++)
        any = holds_output(nth(a, job, i), loss);
    if (!any || !loses_outputs(a, job, loss))
        return;
    for (uint32_t i = 0; i < job->n_rows; i++)
        if (holds_output(nth(a, job, i), loss))
            nth(a, job, i)->own_us = loss->at_us;
}

/* Losses from its first launch to its last end; in a log that is cut, up to the cut. */
static void lose_outputs(struct audit *a, struct job *job)
{
    int64_t first_us = NEVER, last_us = 0, failed_us = audit_fail_after(a, job);
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i);
        first_us = row->launch_us < first_us ? row->launch_us : first_us;
        last_us = row->finish_us > last_us ? row->finish_us : last_us;
    }
    for (uint32_t k = 0; k < a->n_losses && job->mapreduce; k++)
        if (a->loss[k].at_us >= first_us && (a->loss[k].at_us <= last_us || a->rules.until_us < NEVER)
            && a->loss[k].at_us <= a->rules.until_us && a->loss[k].at_us < failed_us)
            take_outputs(a, job, &a->loss[k]);
}

/* ---- A8 ------------------------------------------------------------------------------------------ */

/* A job that gave way does its maps again, and no row says when it did. So no rule can be broken by when they count as
 * done; that is left open. */
static void find_deleted(struct audit *a, struct job *job)
{
    for (uint32_t i = 0; i < job->n_rows && job->mapreduce; i++) {
        struct row *row = nth(a, job, i);
        job->unsure |= row->outcome == SW_EVICTED;
        for (uint32_t k = i + 1; k < job->n_rows && same_task(row, nth(a, job, k)) && taken_us(row) == NEVER; k++)
            if (row->kind == SW_MAP && row->outcome == SW_DONE && nth(a, job, k)->launch_us >= row->finish_us) {
                row->own_us = nth(a, job, k)->launch_us;
                job->unsure = true;
            }
    }
    if (job->unsure)
        audit_fault_open(a, "since when the output of job '%s' had been deleted (A8)", job->id);
}

/* ---- the attempts of a task ---------------------------------------------------------------------- */

/* An attempt has done it, and no loss took its output. */
static bool was_done(const struct audit *a, const uint32_t *at, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a->row[at[i]].outcome == SW_DONE && taken_us(&a->row[at[i]]) == NEVER)
            return true;
    return false;
}

/* In a log that was cut, or of a job that failed, a task may be left undone. */
static void check_last(struct audit *a, const uint32_t *at, uint32_t n)
{
    const struct row *last = &a->row[at[n - 1]];
    if (a->rules.until_us == NEVER && job_of(a, last)->failed_by == NONE && !was_done(a, at, n))
        audit_fault(a, OF_TASKS, last,
                    last->outcome == SW_DONE      ? "B11"
                    : last->outcome == SW_FAILED  ? "F2"
                    : last->outcome == SW_EVICTED ? "A8"
                                                  : "B10",
                    "%s, and no later attempt does the task",
                    last->outcome == SW_DONE ? "its output was lost with the node" : sw_outcome_words[last->outcome]);
}

/* B10.1: attempts of a task are numbered in the order of their launch. */
static void check_task(struct audit *a, const uint32_t *at, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a->row[at[i]].number != i)
            audit_fault(a, OF_TASKS, &a->row[at[i]], "B10", "is attempt %u of its task, not %u", i,
                        a->row[at[i]].number);
    audit_copies_pairs(a, at, n);
    check_last(a, at, n);
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

/* The row of a job that stands last in the log: after it something was to come. */
static const struct row *last_in_log(const struct audit *a, const struct job *job)
{
    const struct row *last = NULL;
    for (uint32_t i = 0; i < job->n_rows; i++)
        if (!last || nth(a, job, i)->line > last->line)
            last = nth(a, job, i);
    return last;
}

/* L6: a job is done when all its tasks are. */
static void missing_task(struct audit *a, const struct job *job)
{
    uint32_t i = 0;
    if (!job->n_rows) {
        audit_fault(a, OF_TASKS, NULL, "L6", "no attempt of job '%s', line %llu of the trace", job->id,
                    (unsigned long long)job->line);
        return;
    }
    /* Rows and tasks are both in order, so the first task that has no row at its turn is the missing one. */
    for (uint32_t s = 0; s < job->n_stages; s++)
        for (uint32_t t = 0; t < job->stage[s].n_tasks; t++) {
            const struct row *row = i < job->n_rows ? nth(a, job, i) : NULL;
            if (!row || stage_of(a, row) != &job->stage[s] || row->task != t) {
                audit_fault(a, OF_TASKS, last_in_log(a, job), "L6",
                            "the last attempt of job '%s', but task %u of its stage %llu was never launched", job->id,
                            t, (unsigned long long)job->stage[s].number);
                return;
            }
            while (i < job->n_rows && stage_of(a, nth(a, job, i)) == &job->stage[s] && nth(a, job, i)->task == t)
                i++;
        }
}

static void check_job_tasks(struct audit *a, const struct job *job)
{
    uint64_t tasks = 0;
    for (uint32_t i = 0, end; i < job->n_rows; i = end) {
        for (end = i; end < job->n_rows && same_task(nth(a, job, i), nth(a, job, end)); end++)
            ;
        check_task(a, &a->by_task[job->first_row + i], end - i);
        tasks++;
    }
    audit_fail_job(a, job);
    if (tasks < job->n_tasks && a->rules.until_us == NEVER && job->failed_by == NONE)
        missing_task(a, job);
}

/* V1: which admission of its job an attempt is of, rows do not say. */
void audit_tasks(struct audit *a)
{
    audit_tasks_sort(a);
    for (uint32_t j = 0; j < a->n_jobs && !a->rules.queues; j++) {
        a->job[j].unsure = false;
        audit_fail_find(a, &a->job[j]);
        if (a->rules.limited && a->rules.evicts)
            find_deleted(a, &a->job[j]);
        lose_outputs(a, &a->job[j]);
        check_job_tasks(a, &a->job[j]);
    }
}
