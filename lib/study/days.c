/* SPDX-License-Identifier: GPL-3.0-or-later */
/* days.c - a log as it might have come: other tasks of a stage have its preferred hosts, and jobs come later. Of a
 * large log a day is of a part. */
#include <math.h>
#include <stdlib.h>
#include "lib/base/sw_sort.h"
#include "lib/log/log.h"
#include "lib/study/study.h"
#include "lib/base/sw_chance.h"
#include "slotwise/sw_stats.h"

/* The hosts as the log has them. Each draw goes on from the one before. */
int days_start(struct sw_text **hosts, const struct sw_log *log, struct sw_err *err)
{
    if (!(*hosts = calloc(log->n_tasks + 1, sizeof **hosts)))
        return sw_err_memory(err);
    for (size_t i = 0; i < log->n_tasks; i++)
        (*hosts)[i] = log->tasks[i].hosts;
    return SW_OK;
}

/* A random permutation within each stage (Fisher and Yates), of the day before. How many tasks prefer which host stays
 * as it was. */
void days_draw(struct sw_text *hosts, const struct sw_log *part, uint64_t seed, uint64_t run)
{
    const struct task_range tasks = tasks_of(part);
    for (size_t i = tasks.from, next; i < tasks.to; i = next) {
        uint64_t stage = part->tasks[i].last->stage;
        /* The place of the stage's first task is its number among the chances. */
        struct sw_chance c = sw_chance_start(seed, SW_CHANCE_OTHER, run, i);
        for (next = i + 1; next < tasks.to && part->tasks[next].job == part->tasks[i].job
                           && part->tasks[next].last->stage == stage; next++)
            ;
        for (size_t n = next - i; n > 1; n--) {
            struct sw_text *a = &hosts[i + n - 1], *b = &hosts[i + sw_chance_below(&c, n)], kept = *a;
            *a = *b;
            *b = kept;
        }
    }
}

/* ---- jobs come later ------------------------------------------------------------------------------ */

/* submit_us: the first of n, each `stride` bytes behind the one before. */
int days_jitter(const int64_t *submit_us, size_t stride, size_t n, int64_t *jitter_us, struct sw_err *err)
{
    double *at_s = calloc(n + 1, sizeof *at_s), gap_s = 0;
    if (!at_s)
        return sw_err_memory(err);
    for (size_t i = 0; i < n; i++)
        at_s[i] = study_seconds(*(const int64_t *)((const char *)submit_us + i * stride));
    sw_sort_reals(at_s, n);
    /* From here on they are gaps, in place. */
    for (size_t i = 0; i + 1 < n; i++)
        at_s[i] = at_s[i + 1] - at_s[i];
    if (n > 1) {
        sw_sort_reals(at_s, n - 1);
        gap_s = sw_quantile_sorted(at_s, n - 1, 0.5);
    }
    free(at_s);
    /* A job alone has no gap, and counts as one of 0. */
    gap_s = gap_s < 1 ? 1 : gap_s > 60 ? 60 : gap_s;
    *jitter_us = (int64_t)(gap_s * (double)SW_US_PER_S);
    return SW_OK;
}

/* ---- parts of a large log ---------------------------------------------------------------------------- */

/* A large log is replayed whole once under each wait. What else is asked of it is asked of a part. A day that might
 * have been differs from the day that was by where data lay, when jobs came and what distance cost. A part shows as
 * well as the whole how much that changes. So the goal of such a day is the one of the day that was, times the part's
 * ratio: which jobs are in the part cancels out (docs/decisions/advise.md, "Large logs"). */
enum { LARGE = 100000, TASKS = 50000, LEAD = TASKS / 10, FEWEST_JOBS = 20 };

struct sw_log days_beginning(const struct sw_log *log)
{
    return source_beginning(log, log->n_tasks > LARGE ? TASKS : log->n_tasks);
}

/* Where jobs follow others to the end of all, that end has no part. */
bool days_have_parts(const struct sw_log *log, bool goal_is_end)
{
    /* Without enough jobs each part would hold nearly the same ones. */
    return log->n_tasks > LARGE && !goal_is_end && log->n_jobs > (log->n_tasks / TASKS + 1) * FEWEST_JOBS;
}

/* The first job whose tasks begin there or later. Tasks stand in the order of their jobs. */
static size_t first_job_from(const struct sw_log *log, double task)
{
    size_t lo = 0, hi = log->n_jobs;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if ((double)log->jobs[mid].first_task < task)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Parts lie evenly, at multiples of another irrational number than the costs. */
struct part days_part(const struct sw_log *log, uint64_t run)
{
    /* No part ends behind the log. */
    const double at = fmod((double)run * 0.7548776662466927, 1) * (double)(log->n_tasks - TASKS);
    struct part part = { *log, first_job_from(log, at), first_job_from(log, at + TASKS) };
    size_t n = 0;
    for (size_t i = part.from; i < part.to; i++)
        n += sw_log_counts(&log->jobs[i]);
    /* Where jobs are large a part has few. It grows towards the end first, then towards the beginning. */
    for (; n < FEWEST_JOBS && part.to < log->n_jobs; part.to++)
        n += sw_log_counts(&log->jobs[part.to]);
    for (; n < FEWEST_JOBS && part.from > 0; n += sw_log_counts(&log->jobs[part.from]))
        part.from--;
    /* A lead before and one behind are replayed and do not count. */
    part.log.first_job = first_job_from(log, (double)log->jobs[part.from].first_task - LEAD);
    if (part.to < log->n_jobs)
        part.log.n_jobs = first_job_from(log, (double)log->jobs[part.to].first_task + LEAD);
    if (part.log.n_jobs < log->n_jobs)
        part.log.n_tasks = log->jobs[part.log.n_jobs].first_task;
    return part;
}

/* t->recorded: this wait on the day that was, of the whole log. */
int days_to_whole(const struct part *part, const struct sw_tried *t, struct sw_day_outcome *o, struct sw_err *err)
{
    struct sw_quantiles *q = sw_quantiles_new(SW_QUANTILES_EXACT);
    bool no_room = !q;
    double sum_s = 0, n = 0;
    for (size_t i = part->from; i < part->to && !no_room; i++)
        if (sw_log_counts(&part->log.jobs[i]) && t->response_us[i] >= 0) {
            no_room = sw_quantiles_add(q, study_seconds(t->response_us[i])) != SW_OK;
            sum_s += study_seconds(t->response_us[i]);
            n++;
        }
    if (!no_room) {
        /* sum_s / n is what the part's jobs took on that day. So the quotient is the part's ratio to itself. */
        o->mean_s *= t->recorded.mean_s / (sum_s / n);
        o->goal_s = o->mean_s; /* no end of all has parts */
        o->p95_s *= t->recorded.p95_s / sw_quantiles_get(q, 0.95);
    }
    sw_quantiles_free(q);
    return no_room ? sw_err_memory(err) : SW_OK;
}

/* ---- how many ------------------------------------------------------------------------------------------ */

/* Fewer of large logs: the work is that of about 400,000 tasks under each wait, or twelve parts. */
uint64_t days_most(const struct sw_log *log, bool in_parts)
{
    enum { OF_PARTS = 12 };
    const uint64_t n = log->n_tasks > 0 ? 400000 / log->n_tasks : 10;
    return in_parts ? OF_PARTS : n > 24 ? 24 : n < 4 ? 4 : n;
}
