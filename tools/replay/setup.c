/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup.c - what a run needs, from the command line: the cluster, the pools, the options of the replay. */
#include "tools/replay/config.h"
#include "tools/replay/option_warnings.h"
#include "tools/replay/outputs.h"
#include <string.h>

static const struct sw_preset *preset_of(const struct config *cfg)
{
    const struct sw_preset *preset = NULL;
    const char *name = cfg->log ? cfg->log->preset : cfg->preset;
    if (name)
        (void)!sw_preset_find("--preset", name, &preset, NULL);
    return preset;
}

/* A system with one kind of slot uses the sum of the map and reduce slots. */
void setup_slots(struct config *cfg)
{
    const struct sw_preset *preset = preset_of(cfg);
    if (!preset || !preset->one_kind || cfg->slots_given || cfg->cluster_file || cfg->log)
        return;
    cfg->slots = cfg->map_slots + cfg->reduce_slots;
    cfg->slots_given = true;
}

bool setup_asks_for_heartbeats(const struct config *cfg)
{
    const char *mode = cfg->preset;
    for (size_t i = 0; i < cfg->n_late; i++)
        if (cfg->late[i].key == OPT_OFFERS)
            mode = cfg->late[i].arg;
    return mode && strcmp(mode, sw_offers_words[SW_OFFERS_SPARK_2]) && strcmp(mode, sw_offers_words[SW_OFFERS_SPARK_3]);
}

int setup_check_recorded(const struct sw_cli *cli, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    if (cfg->validate)
        return sw_err_usage(err, "--validate: replays as recorded and compares; --as-recorded gives the rows");
    if (cli->n_files > 1)
        return sw_err_usage(err, "one log at a time: '%s'", cli->files[1]);
    if (cfg->nodes || cfg->racks)
        return sw_err_usage(err, "--as-recorded: the nodes are those of the log (or --cluster FILE)");
    if (cfg->cluster_file && (cfg->kinds_given || cfg->slots_given))
        return sw_err_usage(err, "--cluster: takes the place of the slots");
    if (cfg->slots_given && cfg->kinds_given)
        return sw_err_usage(err, "--slots: takes the place of --map-slots and --reduce-slots");
    if (cli->tolerate)
        return sw_err_usage(err, "--rejects and --max-bad: not with --as-recorded (slot-trace --check)");
    return outputs_check_files(cli, err);
}

int setup_cluster(const struct config *cfg, struct sw_cluster **cl, struct sw_err *err)
{
    struct sw_csv *in;
    if (cfg->log && !cfg->cluster_file)
        return sw_log_cluster(cfg->log, cl, err);
    if (cfg->cluster_file && (cfg->nodes || cfg->racks || cfg->kinds_given || cfg->slots_given))
        return sw_err_usage(err, "--cluster: takes the place of --nodes, --racks and the slots");
    if (!cfg->cluster_file && !cfg->nodes)
        return sw_err_usage(err, "--nodes: a cluster is needed (--nodes COUNT or --cluster FILE)");
    if (cfg->slots_given && cfg->kinds_given && !(preset_of(cfg) && preset_of(cfg)->one_kind))
        return sw_err_usage(err, "--slots: takes the place of --map-slots and --reduce-slots");
    if (!cfg->cluster_file)
        return sw_cluster_make(cl, cfg->nodes, cfg->racks ? cfg->racks : 1,
                               cfg->slots_given ? cfg->slots : cfg->map_slots, cfg->slots_given ? 0 : cfg->reduce_slots,
                               cfg->slots_given, err);
    if (sw_csv_open(&in, cfg->cluster_file, err) != SW_OK)
        return SW_FAIL;
    return sw_cluster_read(cl, in, err);
}

/* Whether minimum shares are kept that exceed the cluster (O8). */
static bool keeps_minimums(const struct config *cfg)
{
    const struct sw_preset *preset = preset_of(cfg);
    if (cfg->opt.offers) /* R8 */
        return true;
    return cfg->over_min_given ? cfg->keep_minimums : preset && preset->keeps_minimums;
}

int setup_pools(const struct config *cfg, const struct sw_cluster *cl, struct sw_pool_list **pools, struct sw_err *err)
{
    struct sw_csv *in;
    *pools = NULL;
    if (!cfg->pools_file)
        return cfg->log ? sw_log_pools(cfg->log, pools, err) : SW_OK;
    if (sw_csv_open(&in, cfg->pools_file, err) != SW_OK)
        return SW_FAIL;
    return sw_pools_read(pools, in, cl->one_kind, err);
}

static void fit_minimums(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_pool_list *pools)
{
    static const char *const kinds[] = { "map ", "reduce " };
    const struct config *cfg = cli->config;
    char from[SW_NUM_MAX + 16] = "", text[SW_NUM_MAX + 1] = "";
    struct sw_min_sum sum[2];
    text[sw_num_put_time(text, pools->from_us)] = '\0';
    if (pools->from_us)
        snprintf(from, sizeof from, "from %s s on ", text);
    sw_pools_fit(pools, cl, &cfg->opt.admit, sum);
    for (int kind = 0; kind < 2; kind++)
        if (sum[kind].over)
            sw_cli_warn(cli, "%s: %sthe minimum shares add up to %lld of %lld %sslots and are scaled down",
                        cfg->pools_file, from, (long long)sum[kind].over, (long long)sum[kind].slots,
                        cl->one_kind ? "" : kinds[kind]);
}

/* O8. The slots for reduces depend on --admit, so this comes after the options are set. */
void setup_fit_pools(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_pool_list *pools)
{
    for (; pools && !keeps_minimums(cli->config); pools = pools->next)
        fit_minimums(cli, cl, pools);
}

static int apply_late(struct config *cfg, bool global, struct sw_err *err)
{
    for (size_t i = 0; i < cfg->n_late; i++) {
        if ((cfg->late[i].key == OPT_GLOBAL) == global
            && options_late(cfg, cfg->late[i].key, cfg->late[i].arg, err) != SW_OK)
            return SW_FAIL;
        if (!global && cfg->late[i].key == OPT_ORDER && cfg->opt.global.policy->decides)
            return sw_err_usage(err, "--order: --global %s decides who launches; no order goes with it",
                                cfg->opt.global.policy->name);
    }
    return SW_OK;
}

/* R1: what cannot be told from its default is refused where it is given. */
/* G2 */
static int setup_gangs(struct config *cfg, struct sw_err *err)
{
    if (cfg->opt.gang.width == SW_WIDTH_NONE)
        return SW_OK;
    if (cfg->decisions_file || cfg->explain || cfg->emit == EMIT_DECISIONS)
        return sw_err_usage(err, "--width: --decisions and --explain do not go with it");
    if (!options_given(cfg, OPT_HEARTBEAT))
        cfg->opt.heartbeat_us = 0;
    return SW_OK;
}

int setup_offers(struct config *cfg, struct sw_err *err)
{
    const char *mode = sw_offers_words[cfg->opt.offers];
    bool in_rounds = cfg->opt.order.policy->offers_nodes || cfg->opt.order.policy->negotiates; /* M1, P1 */
    if (in_rounds && options_given(cfg, OPT_OOB))
        return sw_err_usage(err, "--order: --out-of-band does not go with %s", cfg->opt.order.policy->name);
    if (in_rounds && !options_given(cfg, OPT_HEARTBEAT))
        cfg->opt.heartbeat_us = 0;
    if (setup_gangs(cfg, err) != SW_OK)
        return SW_FAIL;
    if (!cfg->opt.offers)
        return SW_OK;
    if (cfg->spark_reset_given)
        return sw_err_usage(err, "--offers: --spark-reset does not go with %s, which has a rule of its own", mode);
    if (options_given(cfg, OPT_OOB))
        return sw_err_usage(err, "--offers: --out-of-band does not go with %s", mode);
    if (!options_given(cfg, OPT_HEARTBEAT))
        cfg->opt.heartbeat_us = 0;
    return SW_OK;
}

int setup_options(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_err *err)
{
    struct config *cfg = cli->config;
    const struct sw_preset *preset = preset_of(cfg);
    int64_t every_us = cfg->every_given ? cfg->opt.every_us : 10 * SW_US_PER_S;
    sw_replay_defaults(&cfg->opt);
    if (preset)
        preset->apply(&cfg->opt, cl);
    bool of_preset = !cfg->spark_reset_given && cfg->opt.delay.clock == SW_SINCE_READY;
    bool by_refusal = of_preset ? cfg->opt.delay.reset_on_refusal : cfg->spark_reset == 1;
    if (cfg->log && sw_log_policy(cfg->log, &cfg->opt, err) != SW_OK) /* the command line takes the place of both */
        return SW_FAIL;
    if (apply_late(cfg, true, err) != SW_OK || apply_late(cfg, false, err) != SW_OK)
        return SW_FAIL;
    cfg->opt.delay.reset_on_refusal = cfg->opt.delay.clock == SW_SINCE_READY && by_refusal;
    if (setup_offers(cfg, err) != SW_OK)
        return SW_FAIL;
    if (cfg->lc_table_given && !cfg->opt.order.policy->moved)
        return sw_err_usage(err, "--lc-table: --order %s moves no priorities", cfg->opt.order.policy->name);
    cfg->opt.order.lc_table_printed = cfg->lc_table == 1;
    if (cfg->links_file && !cfg->opt.network.node_rate)
        return sw_err_usage(err, "--links: only with --network");
    cfg->opt.seed = cli->seed;
    cfg->opt.alone = cfg->alone;
    cfg->opt.every_us = cfg->timeline_file || cfg->emit == EMIT_TIMELINE ? every_us : 0;
    cfg->opt.keep_minimums = keeps_minimums(cfg);
    cfg->alone_opt = cfg->opt;
    if (cfg->alone_preset && sw_preset_find("--alone", cfg->alone_preset, &preset, err) == SW_OK) {
        preset->apply(&cfg->alone_opt, cl);
        cfg->opt.alone_opt = &cfg->alone_opt;
    }
    return SW_OK;
}

void setup_warn(const struct sw_cli *cli, const struct sw_cluster *cl, const struct sw_pool_list *pools)
{
    const struct config *cfg = cli->config;
    option_warnings_put(&(struct option_warnings){
        .cli = cli, .opt = &cfg->opt, .cl = cl, .pools = cfg->pools_file ? pools : NULL,
        .pools_file = cfg->pools_file,
        .timeline = cfg->opt.every_us > 0, .summary = cfg->emit == EMIT_SUMMARY,
        .jobs = cfg->emit == EMIT_JOBS && !cfg->explain, .spark_reset = cfg->spark_reset_given,
        .every = cfg->every_given, .over_min = cfg->over_min_given, .timing = cfg->timing, .alone = cfg->alone,
        .preempt_every = options_given(cfg, OPT_PREEMPT_EVERY),
        .revive = options_given(cfg, OPT_REVIVE),
        .per_heartbeat = options_given(cfg, OPT_PER_HEARTBEAT),
        .off_switch = options_given(cfg, OPT_OFF_SWITCH),
        .give_back = options_given(cfg, OPT_GIVE_BACK),
        .out_of_band = options_given(cfg, OPT_OOB),
        .replication = options_given(cfg, OPT_REPLICATION),
        .speculate_every = options_given(cfg, OPT_SPECULATE_EVERY),
        .max_attempts = options_given(cfg, OPT_MAX_ATTEMPTS),
        .balance = options_given(cfg, OPT_BALANCE),
        .penalty = options_given(cfg, OPT_PENALTY),
        .block_size = options_given(cfg, OPT_BLOCK),
        .evict = options_given(cfg, OPT_EVICT),
        .backfill = options_given(cfg, OPT_BACKFILL),
        .switches = options_given(cfg, OPT_SWITCHES),
        .max_starve = options_given(cfg, OPT_MAX_STARVE) });
}
