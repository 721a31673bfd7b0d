/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail.c - attempts that fail (F1), and the jobs that end with them (F3). */
#include "lib/audit/audit.h"
#include <math.h>


/* ---- F1 ------------------------------------------------------------------------------------------ */

/* F1.1: the stage by its number in the trace, as the attempts have it. */
static struct sw_chance failure_stream(const struct audit *a, const struct row *row)
{
    uint64_t attempt = row->task + ((uint64_t)row->number << 32) + (stage_of(a, row)->number << 48);
    return sw_chance_start(a->rules.seed, SW_CHANCE_FAILURE, job_of(a, row)->name, attempt);
}

/* A uniform says whether it fails, the next one when. A copy is drawn for as any attempt, by its number. */
void audit_fail_draw(const struct audit *a, struct row *row)
{
    struct sw_chance c = failure_stream(a, row);
    row->fails = a->opt->failure_rate > 0 && sw_chance_uniform(&c) < a->opt->failure_rate;
}

/* F1.2: the second uniform is the part of its local time that has passed when it fails; of a reduce that of its
 * computing. */
int64_t audit_fail_takes(const struct audit *a, const struct row *row)
{
    if (!row->fails)
        return audit_local(a, row);
    struct sw_chance c = failure_stream(a, row);
    (void)sw_chance_uniform(&c);
    return llround(sw_chance_uniform(&c) * (double)audit_local(a, row));
}

/* ---- F3: which failure ends the job -------------------------------------------------------------- */

/* T2.3: of one instant, by launch. */
static bool ended_before(const struct row *x, const struct row *y)
{
    if (x->finish_us != y->finish_us)
        return x->finish_us < y->finish_us;
    return x->launch_us != y->launch_us ? x->launch_us < y->launch_us : x->number < y->number; /* T2 */
}


/* How many attempts of its task have failed with this one. */
static uint64_t count_failures(const struct audit *a, const struct job *job, uint32_t from, uint32_t to,
                               const struct row *row)
{
    uint64_t n = 1;
    for (uint32_t i = from; i < to; i++)
        n += nth(a, job, i)->outcome == SW_FAILED && ended_before(nth(a, job, i), row);
    return n;
}

/* Y9: reduces killed for no pool at a whole second, unless their job failed then. Q7: whatever a decision moves. */
static void find_given_back(struct audit *a, const struct job *job)
{
    int64_t failed_us = audit_fail_at(a, job);
    for (uint32_t i = 0; (a->rules.gives_back || a->opt->global.moves) && i < job->n_rows; i++) {
        struct row *row = nth(a, job, i);
        row->given_back = row->outcome == SW_KILLED && !row->for_pool && row->finish_us != failed_us
                          && (a->opt->global.moves || (row->kind == SW_REDUCE && row->finish_us % SW_US_PER_S == 0));
    }
}

/* F3: the earliest row that is the last failure which --max-attempts allows its task. The rows i to end are those
 * of one task. */
void audit_fail_find(struct audit *a, struct job *job)
{
    job->failed_by = NONE;
    for (uint32_t i = 0, end; i < job->n_rows && a->opt->failure_rate > 0; i = end) {
        for (end = i; end < job->n_rows && same_task(nth(a, job, i), nth(a, job, end)); end++)
            ;
        for (uint32_t k = i; k < end; k++) {
            const struct row *row = nth(a, job, k);
            if (row->outcome == SW_FAILED && count_failures(a, job, i, end, row) == a->opt->max_attempts
                && (job->failed_by == NONE || ended_before(row, &a->row[job->failed_by])))
                job->failed_by = a->by_task[job->first_row + k];
        }
    }
    find_given_back(a, job);
}

int64_t audit_fail_at(const struct audit *a, const struct job *job)
{
    return job->failed_by == NONE ? NEVER : a->row[job->failed_by].finish_us;
}

/* T2: ends come before what else happens at their instant, but for attempts of length 0. */
int64_t audit_fail_after(const struct audit *a, const struct job *job)
{
    int64_t failed_us = audit_fail_at(a, job);
    return failed_us + (failed_us < NEVER && audit_nodes_ended_late(a, &a->row[job->failed_by]));
}

/* ---- F3: what a job that failed leaves behind ---------------------------------------------------- */

/* A reduce that copies until then and computes for no time ends after what ends its copying, whenever it was
 * launched. */
static void check_after(struct audit *a, const struct row *by, const struct row *row)
{
    int64_t failed_us = by->finish_us;
    bool late = audit_nodes_ended_late(a, by);
    if (row->launch_us > failed_us || (row->launch_us == failed_us && !late))
        audit_fault(a, OF_TASKS, row, "F3", "launched at %s, when its job had failed at %s", S(row->launch_us),
                    S(failed_us));
    else if (row->finish_us > failed_us)
        audit_fault(a, OF_TASKS, row, "F3", "goes on after its job failed at %s", S(failed_us));
    else if (row->finish_us == failed_us && row->launch_us > by->launch_us && compute_us(by) != failed_us && !late
             && (row->outcome == SW_DONE || row->outcome == SW_FAILED))
        audit_fault(a, OF_TASKS, row, "F3", "%s at %s, when its job had failed with the attempt of line %llu",
                    sw_outcome_words[row->outcome], S(failed_us), (unsigned long long)by->line);
}

/* What was killed for no pool was killed with its job, at the instant of the job's failure. */
void audit_fail_job(struct audit *a, const struct job *job)
{
    int64_t failed_us = audit_fail_at(a, job);
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i);
        if (audit_ends_with_job(row) && row->finish_us != failed_us)
            audit_fault(a, OF_TASKS, row, "K4, F3", "killed at %s for no pool, and its job did not fail then",
                        S(row->finish_us));
        if (failed_us < NEVER && &a->row[job->failed_by] != row)
            check_after(a, &a->row[job->failed_by], row);
    }
}
