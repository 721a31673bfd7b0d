/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backtest.c - see backtest.h. */
#include <stdlib.h>
#include <string.h>
#include "tools/replay/backtest.h"

/* ---- the policy ------------------------------------------------------------------------------ */

static int set_policy(struct backtest *b, struct sw_err *err)
{
    struct config *cfg = b->cfg;
    const struct as_recorded *log = &b->log;
    cfg->log = log;
    if (setup_options(b->cli, log->cl, err) != SW_OK)
        return SW_FAIL;
    b->row.order = cfg->opt.order.policy->name;
    b->row.delay = log->delay && !options_given(cfg, "delay") ? log->delay : cfg->opt.delay.policy->name;
    return SW_OK;
}

static int read_pools(struct backtest *b, struct sw_err *err)
{
    struct sw_csv *in;
    struct sw_min_sum sum[2];
    if (!b->log.pools)
        return SW_OK;
    if (sw_csv_open(&in, b->log.pools, err) != SW_OK
        || sw_pools_read(&b->pools, in, b->log.cl->one_kind, err) != SW_OK)
        return SW_FAIL;
    for (struct sw_pool_list *list = b->cfg->opt.offers ? NULL : b->pools; list; list = list->next) /* R8 */
        sw_pools_fit(list, b->log.cl, &b->cfg->opt.admit, sum);
    return SW_OK;
}

/* ---- the replay ------------------------------------------------------------------------------ */

static void take_result(void *context, const struct sw_result *result)
{
    struct backtest *b = context;
    struct rec_job *job = sw_names_find(&b->log.rec.by_id, result->job_id, strlen(result->job_id));
    if (job && result->outcome == SW_DONE)
        job->replayed_us[b->model] = result->finish_us - result->submit_us;
    if (b->model != REC_OWN)
        return;
    b->row.replayed.node += result->node_local;
    b->row.replayed.rack += result->rack_local;
    b->row.replayed.any += result->off_rack;
}

static int replay(struct backtest *b, enum rec_model model, const struct sw_cluster *cl,
                  const struct sw_options *opt, struct sw_err *err)
{
    struct sw_replay_sink sink = { .ctx = b, .job = take_result };
    struct sw_replay *r = NULL;
    struct sw_trace *t;
    struct sw_csv *in;
    b->model = model;
    if (sw_csv_open(&in, b->log.path[AS_TASKS], err) != SW_OK || sw_trace_take(&t, in, err) != SW_OK)
        return SW_FAIL;
    int status = sw_replay_new(&r, cl, model == REC_OWN ? b->pools : NULL, opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, t, err);
    if (status == SW_OK)
        status = compare_jobs(&b->row, &b->log.rec, model, sw_replay_totals(r), err);
    sw_replay_free(r);
    sw_trace_free(t);
    return status;
}

/* ---- two other models: what the errors of the first are worth --------------------------------- */

/* Nothing but the model of tasks and the clock is the own policy's. */
static int set_other(struct sw_options *opt, const struct sw_options *own, const char *order,
                     struct sw_err *err)
{
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
static const struct sw_cluster *hosts_of(const struct backtest *b)
{
    return b->log.hosts_cl ? b->log.hosts_cl : b->log.cl;
}

/* A slot for every task, at once. */
static int replay_endless(struct backtest *b, struct sw_err *err)
{
    enum { OF_A_NODE = 65535 };
    struct sw_options opt;
    struct sw_cluster *cl = NULL;
    bool one_kind = b->log.cl->one_kind;
    int status = set_other(&opt, &b->cfg->opt, "fifo", err);
    opt.heartbeat_us = 0;
    opt.per_heartbeat = UINT64_MAX;
    if (status == SW_OK)
        status = sw_cluster_make(&cl, b->log.rec.n_tasks / OF_A_NODE + 1, 1, OF_A_NODE, one_kind ? 0 : OF_A_NODE,
                                 one_kind, err);
    if (status == SW_OK)
        status = replay(b, REC_ENDLESS, cl, &opt, err);
    sw_cluster_free(cl);
    return status;
}

static int replay_sjf(struct backtest *b, struct sw_err *err)
{
    struct sw_options opt;
    if (set_other(&opt, &b->cfg->opt, "sjf", err) != SW_OK)
        return SW_FAIL;
    return replay(b, REC_SJF, hosts_of(b), &opt, err);
}

static void note_other(struct backtest *b, enum rec_model other, const char *what)
{
    if (compare_same(&b->log.rec, other))
        as_recorded_note(&b->log, "not told apart from %s: no response differs by 1 %%", what);
    else if (compare_as_near(&b->row, other))
        as_recorded_note(&b->log, "%s comes as near as the policy", what);
}

static int replay_others(struct backtest *b, struct sw_err *err)
{
    if (replay_endless(b, err) != SW_OK || replay_sjf(b, err) != SW_OK)
        return SW_FAIL;
    if (b->row.n_compared == 0)
        return SW_OK;
    note_other(b, REC_ENDLESS, "no scheduler at all");
    if (strcmp(b->row.order, "sjf") != 0)
        note_other(b, REC_SJF, "sjf without waits");
    return SW_OK;
}

/* ---- a log ----------------------------------------------------------------------------------- */

static void count_slots(struct backtest *b)
{
    const struct sw_cluster *cl = hosts_of(b);
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        const struct sw_span *span = cl->node[i].span;
        if (span->from_us < SW_TIME_MAX / 2)
            b->row.slots += span->slots[0] + span->slots[1];
    }
}

int backtest_run(struct backtest *b, const char *file, struct sw_err *err)
{
    if (as_recorded_open(&b->log, b->given, b->cli, file, err) != SW_OK)
        return SW_FAIL;
    b->row.format = b->log.format;
    b->row.n_jobs = b->log.rec.n_jobs;
    b->row.n_tasks = b->log.rec.n_tasks;
    if (b->log.lacks) {
        as_recorded_note(&b->log, "cannot tell: %s", b->log.lacks);
        return SW_OK;
    }
    count_slots(b);
    recorded_count_given(&b->log.rec, &b->row.n_stages, &b->row.n_given);
    if (set_policy(b, err) != SW_OK || read_pools(b, err) != SW_OK
        || replay(b, REC_OWN, b->log.cl, &b->cfg->opt, err) != SW_OK || replay_others(b, err) != SW_OK)
        return SW_FAIL;
    if (b->row.n_compared == 0)
        as_recorded_note(&b->log, "cannot tell: no job that finished");
    return SW_OK;
}

struct backtest *backtest_new(struct sw_cli *cli, struct config *cfg, const struct as_given *given, const char *file)
{
    struct backtest *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->cli = cli;
    b->cfg = cfg;
    b->given = given;
    compare_start(&b->row, file);
    return b;
}

void backtest_free(struct backtest *b)
{
    if (!b)
        return;
    sw_pools_free(b->pools);
    as_recorded_close(&b->log);
    b->cfg->log = NULL;
    free(b);
}
