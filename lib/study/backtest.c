/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backtest.c - a log replayed under the cluster, the waits and the policy that it recorded, beside two models that
 * know nothing of them: slots without end, and the shortest job first without waits. Each replay is one work of the
 * crew, which compares it with the log, too. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_sort.h"
#include "lib/log/log.h"
#include "lib/study/study.h"

#define BAR 0.05 /* what SimMR reports of its own replays */

void sw_backtest_start(struct sw_backtest *b)
{
    static const struct sw_fit none = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    *b = (struct sw_backtest){ .makespan_s = NAN, .response_s = NAN, .fit = { none, none, none } };
}

/* ---- job responses --------------------------------------------------------------------------- */

/* Of the jobs that count and that the replay finished. */
struct errors { double *error, *recorded_s, *replayed_s; size_t n, n_within; };

bool sw_log_counts(const struct sw_log_job *job) { return job->complete && job->end_us > job->submit_us; }

static void add_response(struct errors *e, const struct sw_log_job *job, int64_t replayed_us)
{
    double recorded_s = study_seconds(job->end_us - job->submit_us), replayed_s = study_seconds(replayed_us);
    /* replayed_us is below 0 where the replay did not bring the job to an end. */
    if (!sw_log_counts(job) || replayed_us < 0)
        return;
    e->recorded_s[e->n] = recorded_s;
    e->replayed_s[e->n] = replayed_s;
    e->error[e->n] = replayed_s / recorded_s - 1;
    e->n_within += fabs(e->error[e->n++]) <= BAR;
}

/* Sorts x. */
static double median(double *x, size_t n)
{
    sw_sort_reals(x, n);
    return sw_quantile_sorted(x, n, 0.5);
}

static void summarize(struct sw_fit *f, struct errors *e)
{
    /* Errors are sorted twice: with their signs, and by their size. */
    f->within = (double)e->n_within / (double)e->n;
    f->response_s = median(e->replayed_s, e->n);
    sw_sort_reals(e->error, e->n);
    f->p05 = sw_quantile_sorted(e->error, e->n, 0.05);
    f->p50 = sw_quantile_sorted(e->error, e->n, 0.5);
    f->p95 = sw_quantile_sorted(e->error, e->n, 0.95);
    for (size_t i = 0; i < e->n; i++)
        e->error[i] = fabs(e->error[i]);
    sw_sort_reals(e->error, e->n);
    f->abs_p50 = sw_quantile_sorted(e->error, e->n, 0.5);
    f->abs_p95 = sw_quantile_sorted(e->error, e->n, 0.95);
}

static int compare_responses(struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log model,
                             double *response_s, struct sw_err *err)
{
    /* + 1: a log without jobs has room, too, as calloc() of nothing may return NULL. */
    double *block = calloc(3 * log->n_jobs + 1, sizeof *block);
    if (!block)
        return sw_err_memory(err);
    struct errors e = { block, block + log->n_jobs, block + 2 * log->n_jobs, 0, 0 };
    for (size_t i = 0; i < log->n_jobs; i++)
        add_response(&e, &log->jobs[i], b->response_us[model][i]);
    if (e.n > 0) {
        summarize(&b->fit[model], &e);
        *response_s = median(e.recorded_s, e.n);
    }
    /* The number that is shown is the policy's. */
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
    const double recorded_s = study_seconds(last_us - first_us);
    f->makespan_s = study_seconds(totals->last_end_us - totals->first_submit_us);
    f->makespan_error = recorded_s > 0 ? f->makespan_s / recorded_s - 1 : NAN;
    return recorded_s;
}

static void count_locality(struct sw_backtest *b, const struct sw_log_task *task)
{
    const struct sw_log_attempt *row = task->last;
    /* Reduces prefer no host. */
    if (row->kind == SW_REDUCE || task->wish == SW_WISH_NONE)
        return;
    b->n_wishing++;
    /* Hosts may be named of a task that never ended. */
    b->n_known += sw_log_text(row->hosts).len > 0;
    if (!task->done || !row->has_locality)
        return;
    b->recorded.node += row->locality == SW_AT_NODE || row->locality == SW_AT_PROCESS;
    b->recorded.rack += row->locality == SW_AT_RACK;
    b->recorded.any += row->locality == SW_AT_ANY;
}

static int fit_jobs(struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log model,
                    const struct sw_totals *totals, double *response_s, struct sw_err *err)
{
    const double makespan_s = compare_makespan(log, &b->fit[model], totals);
    if (model == SW_LOG_OWN)
        b->makespan_s = makespan_s;
    /* What was recorded is the same beside each model, so it is counted once. */
    for (size_t i = 0; i < log->n_tasks && model == SW_LOG_OWN; i++)
        count_locality(b, &log->tasks[i]);
    return compare_responses(b, log, model, response_s, err);
}

/* ---- models ---------------------------------------------------------------------------------- */

#define SAME_RESPONSE 0.01

/* As a share of the response under the policy. */
static bool gives_same_responses(const struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log other)
{
    for (size_t i = 0; i < log->n_jobs; i++) {
        int64_t own_us = b->response_us[SW_LOG_OWN][i], other_us = b->response_us[other][i];
        double own = (double)own_us, differs = (double)other_us - own;
        if (sw_log_counts(&log->jobs[i]) && own_us >= 0 && other_us >= 0 && fabs(differs) > SAME_RESPONSE * own)
            return false;
    }
    return true;
}

enum sw_told backtest_tell(const struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log other)
{
    const struct sw_fit *own = &b->fit[SW_LOG_OWN], *f = &b->fit[other];
    if (gives_same_responses(b, log, other))
        return SW_TOLD_SAME;
    /* Both errors must be as small, at the median and at 95 %. */
    return f->abs_p50 <= own->abs_p50 && f->abs_p95 <= own->abs_p95 ? SW_TOLD_NEAR : SW_TOLD_APART;
}

/* ---- a replay -------------------------------------------------------------------------------- */

static void take_backtest_result(void *context, const struct sw_result *result)
{
    struct backtest *t = context;
    struct sw_backtest *b = t->b;
    /* Jobs that were cut off have no response. */
    const struct sw_log_job *job = sw_log_at(t->log, result->place, result->job_id);
    if (job && result->outcome == SW_DONE)
        b->response_us[t->model][job - t->log->jobs] = result->finish_us - result->submit_us;
    /* Where tasks ran is compared under the policy alone. */
    if (t->model != SW_LOG_OWN)
        return;
    b->replayed.node += result->node_local;
    b->replayed.rack += result->rack_local;
    b->replayed.any += result->off_rack;
}

/* Where the replay draws hosts itself it needs none of the log's. Spark's offers read names. */
static int backtest_open(struct sw_trace **out, const struct backtest *t, const struct sw_options *opt,
                         struct log_columns **columns, struct sw_err *err)
{
    *columns = NULL;
    if (t->log->spark || opt->offers == SW_OFFERS_SPARK || opt->placement == SW_PLACE_TRACE)
        return sw_log_trace(out, t->log, NULL, err);
    return columns_make(columns, t->log, NULL, NULL, err) == SW_OK ? source_columns(out, t->log, *columns, err)
                                                                   : SW_FAIL;
}

static int replay_under(struct backtest *t, const struct sw_cluster *cl, const struct sw_options *opt,
                        struct sw_err *err)
{
    struct sw_replay_sink sink = { .ctx = t, .job = take_backtest_result };
    struct sw_replay *r = NULL;
    struct sw_trace *trace;
    struct log_columns *columns;
    if (backtest_open(&trace, t, opt, &columns, err) != SW_OK) {
        columns_free(columns);
        return SW_FAIL;
    }
    /* The other models know no pools. */
    int status = sw_replay_new(&r, cl, t->model == SW_LOG_OWN ? t->pools : NULL, opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, trace, err);
    if (status == SW_OK)
        status = fit_jobs(t->b, t->log, t->model, sw_replay_totals(r), &t->response_s, err);
    sw_replay_free(r);
    sw_trace_free(trace);
    columns_free(columns);
    return status;
}

/* ---- two other models: what the errors of the first are worth --------------------------------- */

/* Nothing but the model of tasks and the clock is the own policy's. */
static int set_other(struct sw_options *opt, const struct sw_options *own, const char *order,
                     struct sw_err *err)
{
    /* Order, pools, offers and waits are left at their defaults, or are set below. */
    options_defaults(opt);
    opt->seed = own->seed;
    opt->placement = own->placement;
    opt->no_rack_level = own->no_rack_level;
    opt->penalty_rack = own->penalty_rack;
    opt->penalty_off = own->penalty_off;
    opt->slowstart = own->slowstart;
    opt->startup_us = own->startup_us;
    opt->heartbeat_us = own->heartbeat_us;
    opt->out_of_band = own->out_of_band;
    opt->per_heartbeat = own->per_heartbeat;
    if (sw_options_set(opt, "order", order, err) != SW_OK)
        return SW_FAIL;
    return sw_options_set(opt, "delay", "none", err);
}

/* Other offers than Spark's know no executors. */
static const struct sw_cluster *hosts_of(const struct sw_log *log)
{
    return log->hosts_cl ? log->hosts_cl : log->cl;
}

/* A slot for every task, at once. */
static int replay_endless(struct backtest *t, struct sw_err *err)
{
    enum { OF_A_NODE = 65535 };
    struct sw_options opt;
    struct sw_cluster *cl = NULL;
    bool one_kind = t->log->cl->one_kind;
    int status = set_other(&opt, t->opt, "fifo", err);
    /* Neither a heartbeat nor a limit of launches holds a task up. */
    opt.heartbeat_us = 0;
    opt.per_heartbeat = UINT64_MAX;
    if (status == SW_OK)
        /* So many nodes have a slot for each task of the log. */
        status = sw_cluster_make(&cl, t->log->n_tasks / OF_A_NODE + 1, 1, OF_A_NODE, one_kind ? 0 : OF_A_NODE,
                                 one_kind, err);
    if (status == SW_OK)
        status = replay_under(t, cl, &opt, err);
    sw_cluster_free(cl);
    return status;
}

/* On the log's hosts, without its pools and its waits. */
static int replay_sjf(struct backtest *t, struct sw_err *err)
{
    struct sw_options opt;
    if (set_other(&opt, t->opt, "sjf", err) != SW_OK)
        return SW_FAIL;
    return replay_under(t, hosts_of(t->log), &opt, err);
}

static int replay_model(struct crew_work *work, struct sw_err *err)
{
    struct backtest *t = (struct backtest *)work;
    switch (t->model) {
    case SW_LOG_ENDLESS: return replay_endless(t, err);
    case SW_LOG_SJF: return replay_sjf(t, err);
    default: return replay_under(t, t->log->cl, t->opt, err);
    }
}

/* ---- a log ----------------------------------------------------------------------------------- */

static void count_slots(struct sw_backtest *b, const struct sw_cluster *cl)
{
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        const struct sw_span *span = cl->node[i].span;
        /* A node that is never there has a span from the end of time. */
        if (span->from_us < SW_TIME_MAX / 2)
            b->slots += span->slots[0] + span->slots[1];
    }
}

static int room_for_responses(struct sw_backtest *b, size_t n_jobs, struct sw_err *err)
{
    for (int model = 0; model < SW_LOG_MODELS; model++) {
        if (!(b->response_us[model] = calloc(n_jobs + 1, sizeof **b->response_us)))
            return sw_err_memory(err);
        for (size_t i = 0; i < n_jobs; i++)
            b->response_us[model][i] = -1;
    }
    return SW_OK;
}

static int backtest_start(struct backtest of[SW_LOG_MODELS], struct sw_backtest *b, const struct sw_log *log,
                          const struct sw_options *opt, const struct sw_pool_list *pools, struct sw_err *err)
{
    sw_backtest_start(b);
    if (room_for_responses(b, log->n_jobs, err) != SW_OK)
        return SW_FAIL;
    count_slots(b, hosts_of(log));
    for (int i = 0; i < SW_LOG_MODELS; i++)
        of[i] = (struct backtest){ .work = { .run = replay_model }, .b = b, .log = log, .opt = opt, .pools = pools,
                                   .model = (enum sw_model_of_log)i, .response_s = NAN };
    return SW_OK;
}

/* The study's next steps hang on the policy's replay, so it has a group of its own. */
int backtest_begin(struct sw_study *s, struct sw_err *err)
{
    struct inside *own = s->inside;
    if (backtest_start(own->back, &s->back, s->ask.log, s->ask.opt, s->ask.pools, err) != SW_OK)
        return SW_FAIL;
    for (int i = 0; i < SW_LOG_MODELS; i++)
        crew_add(own->crew, i == SW_LOG_OWN ? &own->under_own : &own->compared, &own->back[i].work, CREW_LAST);
    return SW_OK;
}

void backtest_finish(const struct backtest of[SW_LOG_MODELS])
{
    struct sw_backtest *b = of->b;
    /* Of the last model that brought any job to an end. */
    for (int i = 0; i < SW_LOG_MODELS; i++)
        b->response_s = isnan(of[i].response_s) ? b->response_s : of[i].response_s;
    if (b->n_compared == 0)
        return;
    b->told[SW_LOG_ENDLESS] = backtest_tell(b, of->log, SW_LOG_ENDLESS);
    /* Beside a log of that order it is no other model. */
    if (strcmp(of->opt->order.policy->name, "sjf") != 0)
        b->told[SW_LOG_SJF] = backtest_tell(b, of->log, SW_LOG_SJF);
}

/* One after the other, in this thread. What b holds is freed by sw_backtest_clear(), also after a failure. */
int sw_backtest_run(struct sw_backtest *b, const struct sw_log *log, const struct sw_options *opt,
                    const struct sw_pool_list *pools, struct sw_err *err)
{
    struct backtest of[SW_LOG_MODELS];
    if (backtest_start(of, b, log, opt, pools, err) != SW_OK)
        return SW_FAIL;
    for (int i = 0; i < SW_LOG_MODELS; i++)
        if (replay_model(&of[i].work, err) != SW_OK)
            return SW_FAIL;
    backtest_finish(of);
    return SW_OK;
}

void sw_backtest_clear(struct sw_backtest *b)
{
    for (int model = 0; model < SW_LOG_MODELS; model++)
        free(b->response_us[model]);
    *b = (struct sw_backtest){ 0 };
}
