/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.c - see gangs.h. Here the log is opened and checked, and lib/study/gangs replays it. gangs_words.c and
 * gangs_page.c say what came of it. */
#include "tools/advise/gangs/gangs.h"

/* Cluster, pools and options are as slot-replay would have them. The studied price is that across switches alone, so
 * another one for the rack is refused. */
static int set_up(struct gangs *g, struct sw_cli *cli, struct sw_err *err)
{
    struct config *cfg = cli->config;
    if (setup_cluster(cfg, &g->cl, err) != SW_OK || setup_pools(cfg, g->cl, &g->pools, err) != SW_OK
        || setup_options(cli, g->cl, err) != SW_OK)
        return SW_FAIL;
    setup_fit_pools(cli, g->cl, g->pools);
    if (options_given(cfg, "penalty") && cfg->opt.penalty_rack != 1)
        return sw_err_usage(err, "--penalty: rack: a job within a switch takes the time that it took");
    return SW_OK;
}

/* Switches are the racks of --cluster, and no log has them. Without that file the log cannot tell. */
int gangs_study(struct gangs *g, struct sw_cli *cli, const char *file, uint64_t runs, uint64_t threads,
                struct sw_err *err)
{
    const struct config *cfg = g->cfg = cli->config;
    const char *const files[] = { file, NULL };
    struct sw_cli_progress progress = { .cli = cli, .what = "jobs read" };
    const struct sw_trace_input in = {
        .files = files, .n_files = 1, .rules = SW_IMPORT_RULES_DEFAULT, .tell = sw_cli_tell, .context = &progress
    };
    struct sw_trace *trace;
    if (cfg->topology_file)
        return sw_err_usage(err, "--topology: not with --width, racks are in --cluster");
    if (cfg->slots_given || cfg->kinds_given)
        return sw_err_usage(err, "--cluster: takes the place of the slots");
    if (!cfg->cluster_file) {
        g->lacks = "nodes, slots and racks (switches) are in no such log: give them by --cluster";
        g->answer = (struct sw_gangs_answer){ .advice = SW_ADVICE_CANNOT_TELL, .why = SW_GANGS_LACKS };
        return SW_OK;
    }
    if (set_up(g, cli, err) != SW_OK || sw_trace_open(&trace, &in, err) != SW_OK)
        return SW_FAIL;
    const struct sw_gangs_ask ask = { .cl = g->cl, .pools = g->pools, .opt = &cfg->opt,
        .price_given = options_given(cfg, "penalty"), .n_runs = runs, .threads = threads };
    /* sw_gangs_run() takes the trace, also when it fails. */
    if (sw_gangs_run(&g->study, trace, &ask, err) != SW_OK)
        return SW_FAIL;
    g->lacks = g->study.n_jobs == 0 ? "it has no job" : NULL;
    sw_gangs_decide(&g->study, &g->answer);
    return SW_OK;
}

/* The study borrows the cluster and the pools, so it goes first. */
void gangs_clear(struct gangs *g)
{
    sw_gangs_clear(&g->study);
    sw_pools_free(g->pools);
    sw_cluster_free(g->cl);
}
