/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study.c - one log under its own wait and under others, over days that might have been. sw_study_run() has the
 * steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/log/measure.h"
#include "lib/study/shares.h"
#include "lib/study/study.h"

/* ---- what the log says ----------------------------------------------------------------------------- */

/* Cached data is in a process: "n3/7" is an executor of n3. */
static bool prefer_executors(const struct sw_log *log)
{
    for (size_t i = 0; i < log->n_tasks; i++)
        if (log->tasks[i].wish == SW_WISH_HOSTS && memchr(log->tasks[i].hosts.at, '/', log->tasks[i].hosts.len))
            return true;
    return false;
}

const char sw_class_sizes[] = "10,100,1000";

uint64_t study_tasks(const struct sw_log *log, const struct sw_log_job *job)
{
    uint64_t n = 0;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
        n += log->tasks[i].last->kind != SW_REDUCE;
    return n;
}

/* By their size: tasks without reduces. */
static int sort_jobs(struct sw_study *s, struct sw_err *err)
{
    const struct sw_log *log = s->ask.log;
    struct sw_bins bins;
    if (sw_bins_parse("sizes", sw_class_sizes, &bins, err) != SW_OK)
        return SW_FAIL;
    if (!(s->class_of = calloc(log->n_jobs + 1, sizeof *s->class_of)))
        return sw_err_memory(err);
    for (size_t i = 0; i < log->n_jobs; i++) {
        const uint64_t n_tasks = study_tasks(log, &log->jobs[i]);
        s->class_of[i] = (uint8_t)(SW_CLASS_SIZES + sw_bins_of(&bins, (double)n_tasks));
    }
    return SW_OK;
}

/* What the log measures decides which waits are tried, and at which prices. */
static int measure(struct sw_study *s, struct sw_err *err)
{
    struct measure m;
    s->cached = prefer_executors(s->ask.log);
    if (sort_jobs(s, err) != SW_OK)
        return SW_FAIL;
    int status = measure_log(&m, s->ask.log, err);
    if (status == SW_OK) {
        /* The rate is of the times when 95 % of the slots were taken. */
        estimate_sweep(&m, 0.95);
        s->release_rate = estimate_rate(&m);
        s->n_nodes = (uint64_t)m.nodes;
        status = prices_set(s, &m, err);
    }
    if (status == SW_OK)
        /* By the time of a task at its data, which prices_set() has found. */
        status = waits_make(&s->waits, &s->opt->delay, s->ask.log->cl->n_nodes, s->local_s,
                            s->ask.system, s->cached, err);
    if (status == SW_OK && s->waits.family == SW_FAMILY_SPARK && s->waits.at[0].node > 0)
        status = waits_count_held(s->ask.log, s->waits.at[0].node, &s->held, err);
    if (status == SW_OK && sw_family_is_time(s->waits.family))
        estimate_short_stages(&m, sw_candidate_wait(&s->waits.at[0]), &s->n_short, &s->n_reading);
    measure_clear(&m);
    return status;
}

/* ---- the study ----------------------------------------------------------------------------------- */

/* Of run 0. What they are made of is not needed then. */
static int take_columns(struct sw_study *s, struct sw_err *err)
{
    struct inside *own = s->inside;
    if (one_columns(s, s->ask.log, own->recorded_hosts, &own->columns, err) != SW_OK)
        return SW_FAIL;
    if (!own->columns)
        return SW_OK;
    free(own->recorded_hosts);
    free(own->recorded_text);
    own->recorded_hosts = NULL;
    own->recorded_text = NULL;
    return SW_OK;
}

/* What is tried on how many days, at which prices of distance, and with which data where the log does not say. */
static int draw(struct sw_study *s, struct sw_err *err)
{
    const struct sw_log *log = s->ask.log;
    s->level = 0.95;
    s->goal_is_end = goals_is_end(log);
    s->hidden = hosts_are_hidden(log);
    /* Where no task prefers a host every wait is the same. */
    s->inside->waits_matter = s->back.n_wishing > 0 || s->hidden;
    s->in_parts = days_have_parts(log, s->goal_is_end);
    s->most_runs = s->ask.n_runs > 0 ? s->ask.n_runs : s->inside->waits_matter ? days_most(log, s->in_parts) : 1;
    if (days_start(&s->inside->drawn, log, err) != SW_OK)
        return SW_FAIL;
    /* What follows an end does not come by chance. */
    if (!s->goal_is_end
        && days_jitter(&log->jobs->submit_us, sizeof *log->jobs, log->n_jobs, &s->jitter_us, err) != SW_OK)
        return SW_FAIL;
    /* Guesses are held against the recorded goal and free slots, so goals_take() comes before them. */
    if (prices_draw(s, err) != SW_OK || goals_take(s, err) != SW_OK)
        return SW_FAIL;
    if ((s->hidden && guesses_find(s, err) != SW_OK) || take_columns(s, err) != SW_OK)
        return SW_FAIL;
    return order_find(s, err);
}

int sw_study_run(struct sw_study *s, const struct sw_study_ask *ask, struct sw_err *err)
{
    *s = (struct sw_study){ .ask = *ask, .opt = malloc(sizeof *s->opt), .inside = calloc(1, sizeof *s->inside) };
    if (!s->opt || !s->inside)
        return sw_err_memory(err);
    *s->opt = *ask->opt;
    if (crew_start(&s->inside->crew, ask->threads, err) != SW_OK)
        return SW_FAIL;
    int status = backtest_begin(s, err); /* it is replayed while the log is measured */
    if (status == SW_OK)
        status = measure(s, err);
    if (status == SW_OK)
        /* draw() reads what the replay under the own policy has counted. */
        status = crew_wait(s->inside->crew, &s->inside->under_own, err);
    if (status == SW_OK)
        status = draw(s, err);
    if (status == SW_OK)
        status = tries_run(s, err);
    return crew_wait(s->inside->crew, NULL, err) == SW_OK ? status : SW_FAIL; /* whatever was begun is done */
}

static void free_inside(struct sw_study *s)
{
    struct inside *own = s->inside;
    if (!own)
        return;
    /* Threads end before what they work on is freed. */
    crew_end(own->crew);
    tries_free(s);
    even_free(&own->even);
    hosts_end(own->hosts);
    free(own->recorded_hosts);
    free(own->recorded_text);
    columns_free(own->columns);
    free(own);
}

void sw_study_clear(struct sw_study *s)
{
    free_inside(s);
    free(s->class_of);
    free(s->cost);
    free(s->opt);
    order_free(&s->other);
    shares_free(s->shares);
    sw_cluster_free(s->racks_cl);
    sw_backtest_clear(&s->back);
    *s = (struct sw_study){ 0 };
}
