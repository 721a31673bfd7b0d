/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit.c - see fit.h. */
#include <math.h>
#include <stdlib.h>
#include "lib/base/sw_sort.h"
#include "lib/log/log.h"
#include "lib/study/fit.h"
#include "slotwise/sw_stats.h"

#define BAR 0.05 /* what SimMR reports of its own replays */

void sw_backtest_start(struct sw_backtest *b)
{
    static const struct sw_fit none = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    *b = (struct sw_backtest){ .makespan_s = NAN, .response_s = NAN, .fit = { none, none, none } };
}

/* ---- job responses --------------------------------------------------------------------------- */

struct errors { double *error, *recorded_s, *replayed_s; size_t n, n_within; };

bool sw_log_counts(const struct sw_log_job *job) { return job->complete && job->end_us > job->submit_us; }

static void add_job(struct errors *e, const struct sw_log_job *job, int64_t replayed_us)
{
    double recorded_s = (double)(job->end_us - job->submit_us) / (double)SW_US_PER_S;
    double replayed_s = (double)replayed_us / (double)SW_US_PER_S;
    if (!sw_log_counts(job) || replayed_us < 0)
        return;
    e->recorded_s[e->n] = recorded_s;
    e->replayed_s[e->n] = replayed_s;
    e->error[e->n] = replayed_s / recorded_s - 1;
    e->n_within += fabs(e->error[e->n++]) <= BAR;
}

static double median(double *x, size_t n)
{
    sw_sort(x, n);
    return sw_quantile_sorted(x, n, 0.5);
}

static void summarize(struct sw_fit *f, struct errors *e)
{
    f->within = (double)e->n_within / (double)e->n;
    f->response_s = median(e->replayed_s, e->n);
    sw_sort(e->error, e->n);
    f->p05 = sw_quantile_sorted(e->error, e->n, 0.05);
    f->p50 = sw_quantile_sorted(e->error, e->n, 0.5);
    f->p95 = sw_quantile_sorted(e->error, e->n, 0.95);
    for (size_t i = 0; i < e->n; i++)
        e->error[i] = fabs(e->error[i]);
    sw_sort(e->error, e->n);
    f->abs_p50 = sw_quantile_sorted(e->error, e->n, 0.5);
    f->abs_p95 = sw_quantile_sorted(e->error, e->n, 0.95);
}

static int compare_responses(struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log model,
                             double *response_s, struct sw_err *err)
{
    double *block = calloc(3 * log->n_jobs + 1, sizeof *block);
    if (!block)
        return sw_err_memory(err);
    struct errors e = { block, block + log->n_jobs, block + 2 * log->n_jobs, 0, 0 };
    for (size_t i = 0; i < log->n_jobs; i++)
        add_job(&e, &log->jobs[i], b->response_us[model][i]);
    if (e.n > 0) {
        summarize(&b->fit[model], &e);
        *response_s = median(e.recorded_s, e.n);
    }
    if (model == SW_LOG_OWN)
        b->n_compared = e.n;
    free(block);
    return SW_OK;
}

/* ---- makespan, locality ---------------------------------------------------------------------- */

/* Returns the recorded one. */
static double compare_makespan(const struct sw_log *log, struct sw_fit *f, const struct sw_totals *totals)
{
    int64_t first_us = INT64_MAX, last_us = 0;
    for (size_t i = 0; i < log->n_jobs; i++) {
        first_us = log->jobs[i].submit_us < first_us ? log->jobs[i].submit_us : first_us;
        last_us = log->jobs[i].end_us > last_us ? log->jobs[i].end_us : last_us;
    }
    const double recorded_s = (double)(last_us - first_us) / (double)SW_US_PER_S;
    f->makespan_s = (double)(totals->last_end_us - totals->first_submit_us) / (double)SW_US_PER_S;
    f->makespan_error = recorded_s > 0 ? f->makespan_s / recorded_s - 1 : NAN;
    return recorded_s;
}

static void count_locality(struct sw_backtest *b, const struct sw_log_task *task)
{
    const struct sw_log_attempt *row = task->last;
    if (row->kind == SW_REDUCE || task->wish == SW_WISH_NONE)
        return;
    b->n_wishing++;
    b->n_known += sw_log_text(row->hosts).len > 0;
    if (!task->done || !row->has_locality)
        return;
    b->recorded.node += row->locality == SW_AT_NODE || row->locality == SW_AT_PROCESS;
    b->recorded.rack += row->locality == SW_AT_RACK;
    b->recorded.any += row->locality == SW_AT_ANY;
}

int fit_jobs(struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log model,
             const struct sw_totals *totals, double *response_s, struct sw_err *err)
{
    const double makespan_s = compare_makespan(log, &b->fit[model], totals);
    if (model == SW_LOG_OWN)
        b->makespan_s = makespan_s;
    for (size_t i = 0; i < log->n_tasks && model == SW_LOG_OWN; i++)
        count_locality(b, &log->tasks[i]);
    return compare_responses(b, log, model, response_s, err);
}

/* ---- models ---------------------------------------------------------------------------------- */

#define SAME_RESPONSE 0.01

static bool is_same(const struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log other)
{
    for (size_t i = 0; i < log->n_jobs; i++) {
        int64_t own_us = b->response_us[SW_LOG_OWN][i], other_us = b->response_us[other][i];
        double own = (double)own_us, differs = (double)other_us - own;
        if (sw_log_counts(&log->jobs[i]) && own_us >= 0 && other_us >= 0 && fabs(differs) > SAME_RESPONSE * own)
            return false;
    }
    return true;
}

enum sw_told fit_tell(const struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log other)
{
    const struct sw_fit *own = &b->fit[SW_LOG_OWN], *f = &b->fit[other];
    if (is_same(b, log, other))
        return SW_TOLD_SAME;
    return f->abs_p50 <= own->abs_p50 && f->abs_p95 <= own->abs_p95 ? SW_TOLD_NEAR : SW_TOLD_APART;
}
