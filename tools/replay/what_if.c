/* SPDX-License-Identifier: GPL-3.0-or-later */
/* what_if.c - see what_if.h. The log is read and held once; each thread takes the next case. */
#include "tools/replay/what_if.h"
#include "tools/replay/runs.h"
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool names_hosts(const struct recorded *r)
{
    for (size_t i = 0; i < r->n_rows; i++)
        if (r->rows[i].row.hosts.len > 0)
            return true;
    return false;
}

static int hold(struct what_if *w, struct sw_err *err)
{
    struct sw_csv *in;
    if (sw_csv_open(&in, w->log.path[AS_TASKS], err) != SW_OK || sw_trace_take(&w->held, in, err) != SW_OK)
        return SW_FAIL;
    return sw_trace_hold(w->held, err);
}

int what_if_open(struct what_if *w, const struct sw_cli *cli, const struct what_if_ask *ask, const char *file,
                 struct sw_err *err)
{
    *w = (struct what_if){ .cli = *cli, .cfg = runs_config };
    w->cfg.preset = ask->preset;
    w->cfg.cluster_file = ask->cluster;
    w->cfg.pools_file = ask->pools;
    w->cli.config = &w->cfg;
    w->given = setup_given(&w->cfg);
    if (ask->order != NULL && options_read(&w->cli, OPT_ORDER, ask->order, err) != SW_OK)
        return SW_FAIL;
    if (as_recorded_open(&w->log, &w->given, &w->cli, file, err) != SW_OK)
        return SW_FAIL;
    if (w->log.lacks != NULL)
        return SW_OK;
    w->cfg.log = &w->log;
    w->drawn = !w->log.spark && !names_hosts(&w->log.rec);
    if (setup_options(&w->cli, w->log.cl, err) != SW_OK || setup_pools(&w->cfg, w->log.cl, &w->pools, err) != SW_OK)
        return SW_FAIL;
    setup_fit_pools(&w->cli, w->log.cl, w->pools);
    if (w->drawn) {
        w->cfg.opt.placement = SW_PLACE_UNIFORM;
        w->cfg.opt.replication = ask->replication;
        as_recorded_note(&w->log, "the log does not say where data was: it is drawn, %llu replicas over the nodes",
                         (unsigned long long)ask->replication);
    }
    return hold(w, err);
}

void what_if_close(struct what_if *w)
{
    sw_trace_free(w->held);
    sw_pools_free(w->pools);
    as_recorded_close(&w->log);
}

/* ---- a replay -------------------------------------------------------------------------------- */

static int set_wait(const struct what_if *w, const struct what_if_case *c, struct sw_replay_options *opt,
                    struct sw_err *err)
{
    char node[SW_NUM_MAX + 1], rack[SW_NUM_MAX + 1], process[SW_NUM_MAX + 1], rule[4 * SW_NUM_MAX];
    bool refusal = opt->delay.reset_on_refusal;
    if (c->own)
        return SW_OK;
    node[sw_num_put_time(node, c->node_us)] = '\0';
    rack[sw_num_put_time(rack, c->rack_us)] = '\0';
    process[sw_num_put_time(process, opt->delay.process_us)] = '\0';
    if (w->log.spark)
        snprintf(rule, sizeof rule, "spark:%ss,%ss,%ss", process, node, rack);
    else if (c->node_us == 0 && c->rack_us == 0)
        snprintf(rule, sizeof rule, "none");
    else
        snprintf(rule, sizeof rule, "wait:%ss,%ss", node, rack);
    if (sw_delay_find(rule, &opt->delay, err) != SW_OK)
        return SW_FAIL;
    opt->delay.reset_on_refusal = w->log.spark && refusal;
    return SW_OK;
}

struct one { const struct what_if *w; struct what_if_job *job; };

static void take_result(void *context, const struct sw_result *result)
{
    const struct one *o = context;
    const struct rec_job *job = sw_names_find(&o->w->log.rec.by_id, result->job_id, strlen(result->job_id));
    if (job == NULL)
        return;
    struct what_if_job *to = &o->job[job - o->w->log.rec.jobs];
    to->response_s = result->outcome == SW_DONE
        ? (double)(result->finish_us - result->submit_us) / (double)SW_US_PER_S : NAN;
    to->near = (uint32_t)result->node_local;
    to->placed = (uint32_t)(result->node_local + result->rack_local + result->off_rack);
}

static int replay(const struct what_if *w, const struct what_if_case *c, struct what_if_result *result,
                  struct sw_err *err)
{
    size_t n = w->log.rec.n_jobs;
    struct sw_replay_options opt = w->cfg.opt;
    struct one o = { w, result->job = calloc(n + 1, sizeof *result->job) };
    struct sw_replay_sink sink = { .ctx = &o, .job = take_result };
    struct sw_replay *r = NULL;
    struct sw_trace *t = NULL;
    if (o.job == NULL)
        return sw_err_memory(err);
    for (size_t i = 0; i < n; i++)
        o.job[i].response_s = NAN;
    opt.seed = c->seed;
    opt.jitter_us = c->jitter_us;
    opt.penalty_rack = c->penalty_rack;
    opt.penalty_off = c->penalty_off;
    int status = set_wait(w, c, &opt, err);
    if (status == SW_OK)
        status = sw_trace_share(&t, w->held, err);
    if (status == SW_OK)
        status = sw_replay_new(&r, w->log.cl, w->pools, &opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, t, err);
    sw_replay_free(r);
    sw_trace_free(t);
    return status;
}

/* ---- several at once ------------------------------------------------------------------------- */

struct crew {
    const struct what_if *w;
    const struct what_if_case *cases;
    struct what_if_result *result;
    size_t n;
    atomic_size_t next;
    atomic_bool failed;
    pthread_mutex_t lock;
    struct sw_err *err;     /* of the first to fail */
};

static void *work(void *context)
{
    struct crew *crew = context;
    size_t i;
    while (!crew->failed && (i = crew->next++) < crew->n) {
        struct sw_err err = { SW_EXIT_OK, "" };
        if (replay(crew->w, &crew->cases[i], &crew->result[i], &err) == SW_OK)
            continue;
        pthread_mutex_lock(&crew->lock);
        if (!crew->failed)
            *crew->err = err;
        crew->failed = true;
        pthread_mutex_unlock(&crew->lock);
    }
    return NULL;
}

int what_if_replay(const struct what_if *w, const struct what_if_case *cases, struct what_if_result *result, size_t n,
                   struct sw_err *err)
{
    enum { MOST = 16 };
    struct crew crew = { .w = w, .cases = cases, .result = result, .n = n, .lock = PTHREAD_MUTEX_INITIALIZER,
                         .err = err };
    pthread_t thread[MOST];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t wanted = cores < 1 ? 1 : cores > MOST ? MOST : (size_t)cores, started = 0;
    for (size_t i = 0; i < n; i++)
        result[i] = (struct what_if_result){ NULL };
    while (started + 1 < wanted && started + 1 < n && pthread_create(&thread[started], NULL, work, &crew) == 0)
        started++;
    work(&crew);
    for (size_t i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    return crew.failed ? SW_FAIL : SW_OK;
}
