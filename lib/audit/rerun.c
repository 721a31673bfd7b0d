/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rerun.c - finished maps that ran again because their job was evicted (A8), by what the log shows: no lost node
 * explains it.
 *
 * Reduces that were evicted say when. Where there were none: all that was done by then runs again. It was at a time
 * when no map of the job ran: at the latest such time before the first of them was launched again after which all that
 * had been done was. The very moment matters to nobody here: no reduce of the job ran on. */
#include "lib/audit/audit.h"

static struct row *nth(const struct audit *a, const struct job *job, uint32_t i)
{
    return &a->row[a->by_task[job->first_row + i]];
}

/* B11: not of a job that has no reduces to copy it. */
static bool was_lost(const struct audit *a, const struct row *row, int64_t until_us)
{
    const struct job *job = job_of(a, row);
    return job->n_tasks > job->stage[0].n_tasks && audit_loss_after(a, row->node, row->launch_us) <= until_us;
}

/* The next attempt of its task, if it is of a map that was done and has not been taken. */
static const struct row *ran_again(const struct audit *a, const struct job *job, uint32_t i)
{
    const struct row *row = nth(a, job, i);
    if (row->kind != SW_MAP || row->outcome != SW_DONE || row->taken_us < NEVER)
        return NULL;
    for (uint32_t k = i + 1;
         k < job->n_rows && nth(a, job, k)->stage == row->stage && nth(a, job, k)->task == row->task; k++)
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

/* No map of the job ran after it, and all that had been done by then ran again. */
static bool may_have_been_at(const struct audit *a, const struct job *job, int64_t at_us)
{
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i), *again = ran_again(a, job, i);
        if (row->kind == SW_MAP && row->launch_us <= at_us && row->finish_us > at_us)
            return false;
        if (row->kind == SW_MAP && row->outcome == SW_DONE && row->taken_us == NEVER && row->finish_us <= at_us
            && !was_lost(a, row, at_us) && (again ? again->launch_us < at_us : a->rules.until_us == NEVER))
            return false;
    }
    return true;
}

/* NEVER: at no time. */
static int64_t evicted_at(const struct audit *a, const struct job *job, int64_t before_us)
{
    int64_t last_us = NEVER;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        int64_t at_us = nth(a, job, i)->finish_us;
        if (at_us <= before_us && (last_us == NEVER || at_us > last_us) && may_have_been_at(a, job, at_us))
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
        if (row->kind != SW_MAP || row->outcome != SW_DONE || row->taken_us < NEVER || row->finish_us > at_us
            || was_lost(a, row, at_us))
            continue;
        row->taken_us = at_us;
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
void audit_find_evictions(struct audit *a, const struct job *job)
{
    int64_t shown_us = next_shown(a, job, -1);
    for (int64_t again_us, at_us; job->mapreduce && ((again_us = first_again(a, job)) < NEVER || shown_us < NEVER); ) {
        if (again_us >= shown_us) {
            delete_outputs(a, job, shown_us);
            shown_us = next_shown(a, job, shown_us);
        } else if ((at_us = evicted_at(a, job, again_us)) == NEVER || !delete_outputs(a, job, at_us)) {
            break;
        }
    }
}
