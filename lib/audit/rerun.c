/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rerun.c - finished maps that ran again because their job was evicted (A8). No lost node explains it.
 *
 * Reduces that were evicted show when. Where there were none, all that was done by then runs again. It was while
 * nothing ran but reduces that waited, and before the job launched anything more. Of several such times the latest
 * before the first map ran again is taken. The end of the run, or the job's failure, may have cut off what was to run
 * again. Then an earlier time may be right as well, and the log leaves open which of the job's maps were done when. */
#include "lib/audit/audit.h"
#include <stdlib.h>

static struct row *nth(const struct audit *a, const struct job *job, uint32_t i)
{
    return &a->row[a->by_task[job->first_row + i]];
}

/* B11: not of a job that has no reduces to copy it. */
static bool was_lost(const struct audit *a, const struct row *row, int64_t until_us)
{
    const struct job *job = job_of(a, row);
    return job->n_tasks > job->stage[0].n_tasks && audit_nodes_loss_after(a, row->node, row->launch_us) <= until_us;
}

/* The next attempt of its task, if it is of a map that was done and has not been taken. */
static const struct row *ran_again(const struct audit *a, const struct job *job, uint32_t i)
{
    const struct row *row = nth(a, job, i);
    if (row->kind != SW_MAP || row->outcome != SW_DONE || taken_us(row) < NEVER)
        return NULL;
    for (uint32_t k = i + 1;
         k < job->n_rows && nth(a, job, k)->stage_nr == row->stage_nr && nth(a, job, k)->task == row->task; k++)
        if (nth(a, job, k)->launch_us >= row->finish_us)
            return nth(a, job, k);
    return NULL;
}

static int64_t first_again(const struct audit *a, const struct job *job)
{
    int64_t first_us = NEVER;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *again = ran_again(a, job, i);
        if (again && !was_lost(a, nth(a, job, i), again->launch_us) && again->launch_us < first_us)
            first_us = again->launch_us;
    }
    return first_us;
}

/* ---- when nothing ran but reduces that waited ------------------------------------------------------ */

static int by_from(const void *x, const void *y)
{
    const struct spell *a = x, *b = y;
    return (a->from_us > b->from_us) - (a->from_us < b->from_us);
}

/* From when on a row keeps its job from giving way: a reduce while it waits for maps does not. */
static int64_t busy_from(const struct row *row)
{
    return row->kind != SW_REDUCE ? row->launch_us : compute_us(row) >= 0 ? compute_us(row) : NEVER;
}

/* The times between what ran, first and last included. They are few where anything runs at all. */
void audit_rerun_find_quiet(struct audit *a)
{
    int64_t busy_us = 0;
    size_t n = 0;
    a->n_quiet = 0;
    a->quiet = xrealloc(a->quiet, a->n_rows + 1, sizeof *a->quiet);
    struct spell *busy = xcalloc(a->n_rows, sizeof *busy);
    for (size_t i = 0; i < a->n_rows; i++)
        if (busy_from(&a->row[i]) < NEVER)
            busy[n++] = (struct spell){ busy_from(&a->row[i]),
                                        a->row[i].finish_us + (audit_reports(&a->row[i]) ? a->rules.commit_us : 0) };
    if (n)
        qsort(busy, n, sizeof *busy, by_from);
    for (size_t i = 0; i < n; i++) {
        if (busy[i].from_us >= busy_us)
            a->quiet[a->n_quiet++] = (struct spell){ busy_us, busy[i].from_us };
        busy_us = busy[i].to_us > busy_us ? busy[i].to_us : busy_us;
    }
    a->quiet[a->n_quiet++] = (struct spell){ busy_us, NEVER };
    xfree(busy);
}

static bool is_quiet_between(const struct audit *a, int64_t from_us, int64_t to_us)
{
    size_t low = 0, high = a->n_quiet;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (a->quiet[mid].to_us < from_us)
            low = mid + 1;
        else
            high = mid;
    }
    return low < a->n_quiet && a->quiet[low].from_us <= to_us;
}

/* The end of a task of length 0 may let a job back in the instant in which it gave way. */
static bool some_ends_at_once(const struct audit *a, int64_t at_us)
{
    for (size_t i = 0; i < a->n_rows; i++)
        if (a->row[i].launch_us == at_us && a->row[i].finish_us == at_us && a->row[i].outcome != SW_EVICTED)
            return true;
    return false;
}

static int64_t next_launch(const struct audit *a, const struct job *job, int64_t after_us)
{
    int64_t next_us = NEVER;
    for (uint32_t i = 0; i < job->n_rows; i++)
        if (nth(a, job, i)->launch_us > after_us && nth(a, job, i)->launch_us < next_us)
            next_us = nth(a, job, i)->launch_us;
    return next_us;
}

/* ---- evictions that no reduce shows ------------------------------------------------------------------ */

/* No map of the job ran after it, and all that had been done by then ran again; cut: or had no time to, before the
 * end of the run. */
static bool may_have_been_at(const struct audit *a, const struct job *job, int64_t at_us, bool cut)
{
    bool once = some_ends_at_once(a, at_us); /* then it may be back by the end of the instant */
    int64_t next_us = next_launch(a, job, at_us);
    if (!is_quiet_between(a, at_us, next_us - !some_ends_at_once(a, next_us)))
        return false;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i), *again = ran_again(a, job, i);
        if (row->kind == SW_MAP && row->launch_us <= at_us - once && row->finish_us > at_us)
            return false;
        if (row->kind == SW_MAP && row->outcome == SW_DONE && taken_us(row) == NEVER && row->finish_us <= at_us
            && !was_lost(a, row, at_us) && (again ? again->launch_us < at_us : !cut))
            return false;
    }
    return true;
}

/* NEVER: at no time. */
static int64_t evicted_at(const struct audit *a, const struct job *job, int64_t before_us, bool cut)
{
    int64_t last_us = NEVER;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        int64_t at_us = nth(a, job, i)->finish_us;
        if (at_us <= before_us && nth(a, job, i)->launch_us < before_us && (last_us == NEVER || at_us > last_us)
            && may_have_been_at(a, job, at_us, cut))
            last_us = at_us;
    }
    return last_us;
}

/* Whether there was any. */
static bool delete_outputs(struct audit *a, const struct job *job, int64_t at_us)
{
    bool any = false;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        struct row *row = nth(a, job, i);
        if (row->kind != SW_MAP || row->outcome != SW_DONE || taken_us(row) < NEVER || row->finish_us > at_us
            || was_lost(a, row, at_us))
            continue;
        row->own_us = at_us;
        any = row->evicted = true;
    }
    return any;
}

/* The next after a time that its reduces show. */
static int64_t next_shown(const struct audit *a, const struct job *job, int64_t after_us)
{
    int64_t next_us = NEVER;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i);
        if (row->outcome == SW_EVICTED && row->finish_us > after_us && row->finish_us < next_us)
            next_us = row->finish_us;
    }
    return next_us;
}

/* In order of time: one that is not shown came before what ran again before the next that is. */
void audit_rerun_find_evictions(struct audit *a, struct job *job)
{
    int64_t shown_us = next_shown(a, job, -1);
    for (int64_t again_us, at_us; job->mapreduce && ((again_us = first_again(a, job)) < NEVER || shown_us < NEVER); ) {
        if (again_us >= shown_us) {
            delete_outputs(a, job, shown_us);
            shown_us = next_shown(a, job, shown_us);
            continue;
        }
        at_us = evicted_at(a, job, again_us, a->rules.until_us < NEVER || audit_fail_at(a, job) < NEVER);
        job->unsure |= at_us < NEVER && evicted_at(a, job, again_us, false) != at_us;
        if (at_us == NEVER || !delete_outputs(a, job, at_us))
            break;
    }
}
