/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c - see compare.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_stats.h"
#include "tools/replay/compare.h"

#define BAR 0.05 /* what SimMR reports of its own replays */

void compare_start(struct compared *c, const char *log)
{
    static const struct fit none = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    *c = (struct compared){ .log = log, .makespan_s = NAN, .response_s = NAN, .fit = { none, none, none } };
}

/* ---- job responses --------------------------------------------------------------------------- */

struct errors { double *error, *recorded_s, *replayed_s; size_t n, n_within; };

static bool can_compare(const struct rec_job *job, enum rec_model model)
{
    return job->complete && job->replayed_us[model] >= 0 && job->end_us > job->submit_us;
}

static void add_job(struct errors *e, const struct rec_job *job, enum rec_model model)
{
    double recorded_s = (double)(job->end_us - job->submit_us) / (double)SW_US_PER_S;
    double replayed_s = (double)job->replayed_us[model] / (double)SW_US_PER_S;
    if (!can_compare(job, model))
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

static void summarize(struct fit *f, struct errors *e)
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

static int compare_responses(struct compared *c, const struct recorded *r, enum rec_model model, struct sw_err *err)
{
    double *block = calloc(3 * r->n_jobs + 1, sizeof *block);
    if (!block)
        return sw_err_memory(err);
    struct errors e = { block, block + r->n_jobs, block + 2 * r->n_jobs, 0, 0 };
    for (size_t i = 0; i < r->n_jobs; i++)
        add_job(&e, &r->jobs[i], model);
    if (e.n > 0) {
        summarize(&c->fit[model], &e);
        c->response_s = median(e.recorded_s, e.n);
    }
    if (model == REC_OWN)
        c->n_compared = e.n;
    free(block);
    return SW_OK;
}

#define SAME_RESPONSE 0.01

bool compare_same(const struct recorded *r, enum rec_model other)
{
    for (size_t i = 0; i < r->n_jobs; i++) {
        const struct rec_job *job = &r->jobs[i];
        double own = (double)job->replayed_us[REC_OWN], differs = (double)job->replayed_us[other] - own;
        if (can_compare(job, REC_OWN) && can_compare(job, other) && fabs(differs) > SAME_RESPONSE * own)
            return false;
    }
    return true;
}

bool compare_as_near(const struct compared *c, enum rec_model other)
{
    const struct fit *own = &c->fit[REC_OWN], *f = &c->fit[other];
    return f->abs_p50 <= own->abs_p50 && f->abs_p95 <= own->abs_p95;
}

/* ---- makespan, locality ---------------------------------------------------------------------- */

static void compare_makespan(struct compared *c, const struct recorded *r, struct fit *f,
                             const struct sw_totals *totals)
{
    int64_t first_us = INT64_MAX, last_us = 0;
    for (size_t i = 0; i < r->n_jobs; i++) {
        first_us = r->jobs[i].submit_us < first_us ? r->jobs[i].submit_us : first_us;
        last_us = r->jobs[i].end_us > last_us ? r->jobs[i].end_us : last_us;
    }
    c->makespan_s = (double)(last_us - first_us) / (double)SW_US_PER_S;
    f->makespan_s = (double)(totals->last_end_us - totals->first_submit_us) / (double)SW_US_PER_S;
    f->makespan_error = c->makespan_s > 0 ? f->makespan_s / c->makespan_s - 1 : NAN;
}

static void count_locality(struct compared *c, const struct rec_task *task)
{
    const struct sw_task_row *row = &task->last->row;
    if (row->kind == SW_REDUCE || task->wish == REC_NONE)
        return;
    c->n_wishing++;
    c->n_known += row->hosts.len > 0;
    if (!task->done || (row->known >> SW_TASK_LOCALITY & 1) == 0)
        return;
    c->recorded.node += row->locality == SW_AT_NODE || row->locality == SW_AT_PROCESS;
    c->recorded.rack += row->locality == SW_AT_RACK;
    c->recorded.any += row->locality == SW_AT_ANY;
}

int compare_jobs(struct compared *c, const struct recorded *r, enum rec_model model, const struct sw_totals *totals,
                 struct sw_err *err)
{
    compare_makespan(c, r, &c->fit[model], totals);
    for (size_t i = 0; i < r->n_tasks && model == REC_OWN; i++)
        count_locality(c, &r->tasks[i]);
    return compare_responses(c, r, model, err);
}

/* ---- the row --------------------------------------------------------------------------------- */

void compare_header(struct sw_out *out)
{
    static const char *const names[] = { "log", "format", "jobs", "compared", "tasks", "slots", "order", "delay",
        "makespan_s", "replayed_makespan_s", "makespan_error", "p50_response_s", "replayed_p50_response_s", "error_p05",
        "error_p50", "error_p95", "abs_error_p50", "abs_error_p95", "within_5_percent", "wishing_tasks", "hosts_known",
        "node_local", "replayed_node_local", "rack_local", "replayed_rack_local", "off_rack", "replayed_off_rack",
        "stages", "first_launches_given", "endless_makespan_error", "endless_error_p05", "endless_error_p50",
        "endless_error_p95", "endless_within_5_percent", "sjf_makespan_error", "sjf_error_p05", "sjf_error_p50",
        "sjf_error_p95", "sjf_within_5_percent", "note", NULL };
    sw_out_header(out, names);
}

/* Errors are rounded to a hundredth of a per cent, which is finer than any log. */
static void put_error(double x, struct sw_out *out)
{
    sw_out_real(out, isnan(x) ? x : round(x * 1e4) / 1e4 + 0.0);
}

static void put_seconds(double s, struct sw_out *out)
{
    if (isnan(s))
        sw_out_empty(out);
    else
        sw_out_time(out, llround(s * (double)SW_US_PER_S));
}

static void put_share(uint64_t n, uint64_t of, struct sw_out *out)
{
    put_error(of > 0 ? (double)n / (double)of : NAN, out);
}

static void put_pair(uint64_t recorded, uint64_t of, uint64_t replayed, uint64_t of_replayed, struct sw_out *out)
{
    put_share(recorded, of, out);
    put_share(replayed, of_replayed, out);
}

static void put_localities(const struct compared *c, struct sw_out *out)
{
    const struct locality *a = &c->recorded, *b = &c->replayed;
    uint64_t of = a->node + a->rack + a->any, of_replayed = b->node + b->rack + b->any;
    put_pair(a->node, of, b->node, of_replayed, out);
    put_pair(a->rack, of, b->rack, of_replayed, out);
    put_pair(a->any, of, b->any, of_replayed, out);
}

static void put_other(const struct fit *f, struct sw_out *out)
{
    const double errors[] = { f->makespan_error, f->p05, f->p50, f->p95, f->within };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        put_error(errors[i], out);
}

void compare_put(const struct compared *c, struct sw_out *out)
{
    const struct fit *own = &c->fit[REC_OWN];
    const double errors[] = { own->p05, own->p50, own->p95, own->abs_p50, own->abs_p95, own->within };
    sw_out_str(out, c->log);
    sw_out_str(out, c->format);
    sw_out_u64(out, c->n_jobs);
    sw_out_u64(out, c->n_compared);
    sw_out_u64(out, c->n_tasks);
    sw_out_u64(out, c->slots);
    sw_out_str(out, c->order);
    sw_out_str(out, c->delay);
    put_seconds(c->makespan_s, out);
    put_seconds(own->makespan_s, out);
    put_error(own->makespan_error, out);
    put_seconds(c->response_s, out);
    put_seconds(own->response_s, out);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        put_error(errors[i], out);
    sw_out_u64(out, c->n_wishing);
    sw_out_u64(out, c->n_known);
    put_localities(c, out);
    sw_out_u64(out, c->n_stages);
    put_share(c->n_given, c->n_stages, out);
    put_other(&c->fit[REC_ENDLESS], out);
    put_other(&c->fit[REC_SJF], out);
    sw_out_str(out, c->note);
    sw_out_end_row(out);
}
