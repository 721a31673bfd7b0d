/* SPDX-License-Identifier: GPL-3.0-or-later */
/* validate.c - see validate.h. */
#include <stdlib.h>
#include <string.h>
#include "tools/replay/as_recorded.h"
#include "tools/replay/compare.h"
#include "tools/replay/config.h"
#include "tools/replay/validate.h"

struct one {                  /* log */
    struct sw_cli *cli;
    struct config *cfg;
    const struct as_given *given;
    struct as_recorded log;
    struct compared row;
    struct sw_pool_list *pools;
    enum rec_model model;     /* that is being replayed */
};

/* ---- the policy ------------------------------------------------------------------------------ */

static int set_policy(struct one *o, struct sw_err *err)
{
    struct config *cfg = o->cfg;
    const struct as_recorded *log = &o->log;
    cfg->log = log;
    if (setup_options(o->cli, log->cl, err) != SW_OK)
        return SW_FAIL;
    o->row.order = cfg->opt.order.policy->name;
    o->row.delay = log->delay != NULL && !options_given(cfg, OPT_DELAY) ? log->delay : cfg->opt.delay.policy->name;
    return SW_OK;
}

static int read_pools(struct one *o, struct sw_err *err)
{
    struct sw_csv *in;
    struct sw_min_sum sum[2];
    if (o->log.pools == NULL)
        return SW_OK;
    if (sw_csv_open(&in, o->log.pools, err) != SW_OK
        || sw_pools_read(&o->pools, in, o->log.cl->one_kind, err) != SW_OK)
        return SW_FAIL;
    for (struct sw_pool_list *list = o->cfg->opt.offers ? NULL : o->pools; list; list = list->next) /* R8 */
        sw_pools_fit(list, o->log.cl, &o->cfg->opt.admit, sum);
    return SW_OK;
}

/* ---- the replay ------------------------------------------------------------------------------ */

static void take_result(void *context, const struct sw_result *result)
{
    struct one *o = context;
    struct rec_job *job = sw_names_find(&o->log.rec.by_id, result->job_id, strlen(result->job_id));
    if (job != NULL && result->outcome == SW_DONE)
        job->replayed_us[o->model] = result->finish_us - result->submit_us;
    if (o->model != REC_OWN)
        return;
    o->row.replayed.node += result->node_local;
    o->row.replayed.rack += result->rack_local;
    o->row.replayed.any += result->off_rack;
}

static int replay(struct one *o, enum rec_model model, const struct sw_cluster *cl, const struct sw_replay_options *opt,
                  struct sw_err *err)
{
    struct sw_replay_sink sink = { .ctx = o, .job = take_result };
    struct sw_replay *r = NULL;
    struct sw_trace *t;
    struct sw_csv *in;
    o->model = model;
    if (sw_csv_open(&in, o->log.path[AS_TASKS], err) != SW_OK || sw_trace_take(&t, in, err) != SW_OK)
        return SW_FAIL;
    int status = sw_replay_new(&r, cl, model == REC_OWN ? o->pools : NULL, opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, t, err);
    if (status == SW_OK)
        status = compared_jobs(&o->row, &o->log.rec, model, sw_replay_totals(r), err);
    sw_replay_free(r);
    sw_trace_free(t);
    return status;
}

/* ---- two other models: what the errors of the first are worth --------------------------------- */

/* Nothing but the model of tasks and the clock is the own policy's. */
static int set_other(struct sw_replay_options *opt, const struct sw_replay_options *own, const char *order,
                     struct sw_err *err)
{
    sw_replay_defaults(opt);
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
    return sw_order_find(order, &opt->order, err) == SW_OK ? sw_delay_find("none", &opt->delay, err) : SW_FAIL;
}

/* A slot for every task, at once. */
static int replay_endless(struct one *o, struct sw_err *err)
{
    enum { OF_A_NODE = 65535 };
    struct sw_replay_options opt;
    struct sw_cluster *cl = NULL;
    bool one_kind = o->log.cl->one_kind;
    int status = set_other(&opt, &o->cfg->opt, "fifo", err);
    opt.heartbeat_us = 0;
    opt.per_heartbeat = UINT64_MAX;
    if (status == SW_OK)
        status = sw_cluster_make(&cl, o->log.rec.n_tasks / OF_A_NODE + 1, 1, OF_A_NODE, one_kind ? 0 : OF_A_NODE,
                                 one_kind, err);
    if (status == SW_OK)
        status = replay(o, REC_ENDLESS, cl, &opt, err);
    sw_cluster_free(cl);
    return status;
}

static int replay_sjf(struct one *o, struct sw_err *err)
{
    struct sw_replay_options opt;
    if (set_other(&opt, &o->cfg->opt, "sjf", err) != SW_OK)
        return SW_FAIL;
    return replay(o, REC_SJF, o->log.cl, &opt, err);
}

static void note_other(struct one *o, enum rec_model other, const char *what)
{
    if (compared_same(&o->log.rec, other))
        as_recorded_note(&o->log, "not told apart from %s: no response differs by 1 %%", what);
    else if (compared_as_near(&o->row, other))
        as_recorded_note(&o->log, "%s comes as near as the policy", what);
}

static int replay_others(struct one *o, struct sw_err *err)
{
    if (replay_endless(o, err) != SW_OK || replay_sjf(o, err) != SW_OK)
        return SW_FAIL;
    if (o->row.n_compared == 0)
        return SW_OK;
    note_other(o, REC_ENDLESS, "no scheduler at all");
    if (strcmp(o->row.order, "sjf") != 0)
        note_other(o, REC_SJF, "sjf without waits");
    return SW_OK;
}

/* ---- a log ----------------------------------------------------------------------------------- */

static void count_slots(struct one *o)
{
    const struct sw_cluster *cl = o->log.cl;
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        const struct sw_span *span = cl->node[i].span;
        if (span->from_us < SW_TIME_MAX / 2)
            o->row.slots += span->slots[0] + span->slots[1];
    }
}

/* Returns SW_OK also for a log that cannot be compared; its row says so. */
static int validate_log(struct one *o, const char *file, struct sw_err *err)
{
    if (as_recorded_open(&o->log, o->given, o->cli, file, err) != SW_OK)
        return SW_FAIL;
    o->row.format = o->log.format;
    o->row.n_jobs = o->log.rec.n_jobs;
    o->row.n_tasks = o->log.rec.n_tasks;
    if (o->log.lacks != NULL) {
        as_recorded_note(&o->log, "cannot tell: %s", o->log.lacks);
        return SW_OK;
    }
    count_slots(o);
    recorded_count_given(&o->log.rec, &o->row.n_stages, &o->row.n_given);
    if (set_policy(o, err) != SW_OK || read_pools(o, err) != SW_OK
        || replay(o, REC_OWN, o->log.cl, &o->cfg->opt, err) != SW_OK || replay_others(o, err) != SW_OK)
        return SW_FAIL;
    if (o->row.n_compared == 0)
        as_recorded_note(&o->log, "cannot tell: no job that finished");
    return SW_OK;
}

static int validate_one(struct sw_cli *cli, const struct as_given *given, const char *file, struct sw_out *out,
                        uint64_t *n_untold, struct sw_err *err)
{
    struct one *o = calloc(1, sizeof *o);
    if (o == NULL)
        return sw_err_memory(err);
    o->cli = cli;
    o->cfg = cli->config;
    o->given = given;
    compared_start(&o->row, file);
    int status = validate_log(o, file, err);
    o->row.note = o->log.note;
    if (status == SW_OK)
        compared_put(&o->row, out);
    *n_untold += o->row.n_compared == 0;
    sw_pools_free(o->pools);
    as_recorded_close(&o->log);
    o->cfg->log = NULL;
    free(o);
    return status;
}

int validate_run(struct sw_cli *cli, struct sw_err *err)
{
    const struct as_given given = setup_given(cli->config);
    struct sw_out *out;
    uint64_t n_untold = 0;
    int status = sw_cli_open(cli, &out, cli->output, err);
    if (status != SW_OK)
        return SW_FAIL;
    compared_header(out);
    for (size_t i = 0; i < cli->n_files && status == SW_OK; i++)
        status = validate_one(cli, &given, cli->files[i], out, &n_untold, err);
    if (status != SW_OK) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    if (sw_out_close(out, err) != SW_OK)
        return SW_FAIL;
    return n_untold == 0 ? SW_OK
                         : sw_err_set(err, "--validate: %llu of %zu logs cannot tell (their note says why)",
                                      (unsigned long long)n_untold, cli->n_files);
}
