/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.c - a large log is replayed whole once under each wait. What else is asked of it is asked of a part.
 *
 * A day that might have been differs from the day that was by where data lay, when jobs came and what distance cost. A
 * part shows as well as the whole how much that changes. So the goal of such a day is the one of the day that was,
 * times the part's ratio: which jobs are in the part cancels out (docs/decisions/advise.md, "Large logs"). */
#include <math.h>
#include "lib/log/log.h"
#include "lib/study/study.h"
#include "slotwise/sw_stats.h"

enum { LARGE = 100000, TASKS = 50000, LEAD = TASKS / 10, FEWEST_JOBS = 20 };

struct sw_log parts_beginning(const struct sw_log *log)
{
    return source_beginning(log, log->n_tasks > LARGE ? TASKS : log->n_tasks);
}

/* Where jobs follow others to the end of all, that end has no part. */
bool parts_has(const struct sw_study *s)
{
    const struct sw_log *log = s->ask.log;
    return log->n_tasks > LARGE && !s->goal_is_end && log->n_jobs > (log->n_tasks / TASKS + 1) * FEWEST_JOBS;
}

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
struct part parts_of_day(const struct sw_study *s, uint64_t run)
{
    const struct sw_log *log = s->ask.log;
    const double at = fmod((double)run * 0.7548776662466927, 1) * (double)(log->n_tasks - TASKS);
    struct part part = { *log, first_job_from(log, at), first_job_from(log, at + TASKS) };
    size_t n = 0;
    for (size_t i = part.from; i < part.to; i++)
        n += sw_log_counts(&log->jobs[i]);
    for (; n < FEWEST_JOBS && part.to < log->n_jobs; part.to++)
        n += sw_log_counts(&log->jobs[part.to]);
    for (; n < FEWEST_JOBS && part.from > 0; n += sw_log_counts(&log->jobs[part.from]))
        part.from--;
    part.log.first_job = first_job_from(log, (double)log->jobs[part.from].first_task - LEAD);
    if (part.to < log->n_jobs)
        part.log.n_jobs = first_job_from(log, (double)log->jobs[part.to].first_task + LEAD);
    if (part.log.n_jobs < log->n_jobs)
        part.log.n_tasks = log->jobs[part.log.n_jobs].first_task;
    return part;
}

int parts_to_whole(const struct sw_study *s, size_t wait, const struct part *part, struct sw_day_outcome *o,
                   struct sw_err *err)
{
    const struct sw_tried *t = &s->tried[wait];
    struct sw_quantiles *q = sw_quantiles_new(SW_QUANTILES_EXACT);
    bool no_room = !q;
    double sum_s = 0, n = 0;
    for (size_t i = part->from; i < part->to && !no_room; i++)
        if (sw_log_counts(&s->ask.log->jobs[i]) && t->response_us[i] >= 0) {
            no_room = sw_quantiles_add(q, study_seconds(t->response_us[i])) != SW_OK;
            sum_s += study_seconds(t->response_us[i]);
            n++;
        }
    if (!no_room) {
        o->mean_s *= t->recorded.mean_s / (sum_s / n);
        o->p95_s *= t->recorded.p95_s / sw_quantiles_get(q, 0.95);
    }
    sw_quantiles_free(q);
    return no_room ? sw_err_memory(err) : SW_OK;
}
