/* SPDX-License-Identifier: GPL-3.0-or-later */
/* admit.c - J5: pools that limit how many jobs are in at once. The log says when each job was admitted (times.c);
 * whether max_jobs lets that be is checked here, when all times are known. */
#include "lib/audit/audit.h"
#include <stdlib.h>

/* A pool counts as below itself. */
static bool is_pool_below(const struct audit *a, uint32_t pool, uint32_t above)
{
    for (; pool != NONE; pool = a->pool[pool].parent)
        if (pool == above)
            return true;
    return false;
}

/* O31: what max_jobs was at a time; where it changes at that instant, the greater. */
static int64_t most_jobs(const struct audit *a, uint32_t pool, int64_t at_us)
{
    const struct sw_pool_list *list = a->pools && pool < a->pools->n ? a->pools : NULL;
    int64_t most = list ? list->at[pool].max_jobs : a->pool[pool].max_jobs;
    while (list && (list = list->next) && list->from_us <= at_us)
        most = list->from_us == at_us && most > list->at[pool].max_jobs ? most : list->at[pool].max_jobs;
    return most;
}

/* O30: whether rows of the pools file take effect at that instant. Those of time 0 are no change. */
static bool changes_at(const struct audit *a, int64_t at_us)
{
    const struct sw_pool_list *list = a->pools ? a->pools->next : NULL;
    while (list && list->from_us != at_us)
        list = list->next;
    return list;
}

/* At some time. */
static bool is_limited(const struct audit *a, uint32_t pool)
{
    const struct sw_pool_list *list = a->pools && pool < a->pools->n ? a->pools : NULL;
    for (; list; list = list->next)
        if (list->at[pool].max_jobs < SW_NO_LIMIT)
            return true;
    return false;
}

/* O2, O3: orders that do not look at pools do not look at their limits. */
bool audit_admit_is_limited(const struct audit *a, const struct job *job)
{
    for (uint32_t p = job->pool; p != NONE && a->rules.limits_jobs; p = a->pool[p].parent)
        if (is_limited(a, p))
            return true;
    return false;
}

/* What shows a fault of the job: its first row in the log. */
static const struct row *first_row(const struct audit *a, const struct job *job)
{
    const struct row *first = NULL;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i);
        if (!first || row->line < first->line)
            first = row;
    }
    return first;
}

/* ---- never more than max_jobs -------------------------------------------------------------------- */

/* A job is admitted (by 1) or ends (-1). */
struct step { int64_t at_us; int by; const struct job *job; };

static int by_time_leaving_first(const void *x, const void *y)
{
    const struct step *a = x, *b = y;
    return ORDER(a->at_us, b->at_us) ?: ORDER(a->by, b->by);
}

/* J5.2: a job that ends makes room for those that are admitted at its instant. */
static void check_room(struct audit *a, uint32_t pool)
{
    struct step *step = xcalloc(2 * (size_t)a->n_jobs, sizeof *step);
    size_t n = 0;
    int64_t in = 0;
    for (uint32_t j = 0; j < a->n_jobs; j++) {
        const struct job *job = &a->job[j];
        if (!is_pool_below(a, job->pool, pool) || job->admit_us == NEVER || job->admit_us == job->end_us)
            continue;
        step[n++] = (struct step){ job->admit_us, 1, job };
        step[n++] = (struct step){ job->end_us, -1, job };
    }
    if (n)
        qsort(step, n, sizeof *step, by_time_leaving_first);
    /* O31.4: jobs stay admitted when max_jobs falls, so the number is compared only where a job is admitted. */
    for (size_t i = 0; i < n; i++)
        if ((in += step[i].by) > most_jobs(a, pool, step[i].at_us) && step[i].by > 0)
            audit_fault(a, OF_TIMES, first_row(a, step[i].job), "J5",
                        "job '%s' let in at %s, though pool '%s' has %lld in already", step[i].job->id,
                        S(step[i].at_us), a->pool[pool].name, (long long)in - 1);
    xfree(step);
}

/* ---- who waits, and for what --------------------------------------------------------------------- */

/* O2. */
static bool fifo_before(const struct job *x, const struct job *y)
{
    if (x->priority != y->priority)
        return x->priority < y->priority;
    if (x->submit_us != y->submit_us)
        return x->submit_us < y->submit_us;
    return x->place < y->place;
}

/* A job that waited is let in when another below a limited pool above it ends, or at a change of pools. */
static bool somebody_left(const struct audit *a, const struct job *job)
{
    if (changes_at(a, job->admit_us))
        return true;
    for (uint32_t p = job->pool; p != NONE; p = a->pool[p].parent)
        for (uint32_t j = 0; j < a->n_jobs && is_limited(a, p); j++)
            if (a->job[j].end_us == job->admit_us && &a->job[j] != job && is_pool_below(a, a->job[j].pool, p))
                return true;
    return false;
}

/* J5.1, J5.2: at the submission, or when another job has made room. */
static void check_waited(struct audit *a, const struct job *job)
{
    if (job->admit_us < job->submit_us)
        audit_fault(a, OF_TIMES, first_row(a, job), "J5", "job '%s' let in at %s, before it was submitted at %s",
                    job->id, S(job->admit_us), S(job->submit_us));
    else if (job->admit_us > job->submit_us && !somebody_left(a, job))
        audit_fault(a, OF_TIMES, first_row(a, job), "J5", "job '%s' let in at %s, when no job made room for it",
                    job->id, S(job->admit_us));
}

/* Of two that wait in one pool the first in fifo order is let in first. */
static void check_overtaken(struct audit *a, const struct job *job)
{
    for (uint32_t j = 0; j < a->n_jobs && job->admit_us > job->submit_us; j++) {
        const struct job *other = &a->job[j];
        if (other->pool == job->pool && other->admit_us < job->admit_us && other->admit_us > job->submit_us
            && other->admit_us > other->submit_us && fifo_before(job, other))
            audit_fault(a, OF_TIMES, first_row(a, other), "J5", "job '%s' let in at %s, though '%s' waited before it",
                        other->id, S(other->admit_us), job->id);
    }
}

/* audit_times() has set the times of submission, admission and end of all jobs. */
void audit_admit(struct audit *a)
{
    for (uint32_t p = 0; p < a->n_pools && a->rules.limits_jobs; p++)
        if (is_limited(a, p))
            check_room(a, p);
    for (uint32_t j = 0; j < a->n_jobs; j++) {
        const struct job *job = &a->job[j];
        /* What the log does not tell of a job cannot be wrong. */
        if (!audit_admit_is_limited(a, job) || job->admit_us == NEVER || job->submit_us == NEVER)
            continue;
        check_waited(a, job);
        check_overtaken(a, job);
    }
}
