/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup.c - what a run needs, from the command line: the cluster, the pools, the options of the replay. slot-advise,
 * slot-fair and slot-sweep go through these, too, with a config of their own. */
#include "lib/base/sw_shown.h"
#include "lib/options/special.h"
#include "tools/replay/replay.h"
#include <string.h>

/* A log's own preset is what was given or what its format means. */
static const struct preset *preset_of(const struct config *cfg)
{
    return preset_named(cfg->log ? cfg->log->preset : cfg->preset);
}

/* Before the options are set: by the preset, or by a delay of Spark's. */
static bool has_one_kind(const struct config *cfg)
{
    const struct preset *preset = preset_of(cfg);
    const char *delay = options_given(cfg, "delay");
    return (preset && preset->one_kind) || (delay && !strncmp(delay, "spark:", strlen("spark:")));
}

/* A system with one kind of slot uses the sum of the map and reduce slots. */
void setup_slots(struct config *cfg)
{
    if (!has_one_kind(cfg) || cfg->slots_given || cfg->cluster_file || cfg->log)
        return;
    cfg->slots = cfg->map_slots + cfg->reduce_slots;
    cfg->slots_given = true;
}

/* There is no cluster yet, and what presets say of width does not depend on it. All values were read before. */
bool setup_has_width(const struct config *cfg)
{
    struct sw_options opt;
    options_defaults(&opt);
    if (cfg->preset)
        preset_apply(preset_named(cfg->preset), &opt, NULL);
    for (size_t i = 0; i < cfg->n_given; i++)
        if (cfg->given[i].late)
            /* Each value was checked where it was read. */
            (void)!value_parse(cfg->given[i].late, &opt, cfg->given[i].arg, NULL);
    return opt.gang.width != SW_WIDTH_NONE;
}

/* Modes and presets of Spark alone begin with "spark-". Any other is taken to mean nodes that heartbeat. */
bool setup_asks_for_heartbeats(const struct config *cfg)
{
    const char *offers = options_given(cfg, "offers"), *mode = offers ? offers : cfg->preset;
    return mode && strncmp(mode, "spark-", strlen("spark-")) != 0;
}

static int check_slots(const struct config *cfg, struct sw_err *err)
{
    return cfg->slots_given && cfg->kinds_given
               ? sw_err_usage(err, "--slots-per-node: takes the place of --map-slots and --reduce-slots")
               : SW_OK;
}

int setup_check_log(const struct sw_cli *cli, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    const char *mode = cfg->validate ? "validate" : "as-recorded";
    /* The options of a cluster of equal nodes. */
    if (cfg->nodes || cfg->racks)
        return sw_err_usage(err, "--%s: the nodes are those of the log (or --cluster FILE)", mode);
    if (cfg->cluster_file && (cfg->kinds_given || cfg->slots_given))
        return sw_err_usage(err, "--cluster: takes the place of the slots");
    if (check_slots(cfg, err) != SW_OK)
        return SW_FAIL;
    for (const struct option_row *row = options_table; cfg->validate && row->name; row++)
        if (row->flags & OPTION_NOT_RECORDED && options_given(cfg, row->name))
            return sw_err_usage(err, "--%s: not with --validate, which replays what was recorded", row->name);
    /* A row set aside would be a task that did not run. */
    if (cli->tolerate)
        return sw_err_usage(err, "--rejects and --max-bad: not with --%s (slot-trace --check)", mode);
    return SW_OK;
}

int setup_check_recorded(const struct sw_cli *cli, struct sw_err *err)
{
    if (((const struct config *)cli->config)->validate)
        return sw_err_usage(err, "--validate: replays as recorded and compares; --as-recorded gives the rows");
    return setup_check_log(cli, err);
}

/* --cluster goes before the log's own nodes. A file, the log's nodes, or so many equal nodes n1, n2 and on. */
static int make_cluster(const struct config *cfg, struct sw_cluster **cl, struct sw_err *err)
{
    struct sw_csv *in;
    if (cfg->log && !cfg->cluster_file)
        return sw_log_cluster(cfg->log, cl, err);
    if (cfg->cluster_file && (cfg->nodes || cfg->racks || cfg->kinds_given || cfg->slots_given))
        return sw_err_usage(err, "--cluster: takes the place of --nodes, --racks and the slots");
    if (!cfg->cluster_file && !cfg->nodes)
        return sw_err_usage(err, "--nodes: a cluster is needed (--nodes COUNT or --cluster FILE)");
    if (!has_one_kind(cfg) && check_slots(cfg, err) != SW_OK)
        return SW_FAIL;
    if (!cfg->cluster_file)
        return sw_cluster_make(cl, cfg->nodes, cfg->racks ? cfg->racks : 1,
                               cfg->slots_given ? cfg->slots : cfg->map_slots, cfg->slots_given ? 0 : cfg->reduce_slots,
                               cfg->slots_given, err);
    return sw_csv_open(&in, cfg->cluster_file, err) == SW_OK ? sw_cluster_read(cl, in, err) : SW_FAIL;
}

/* Both are tables of the multifactor order, and stand with the cluster. */
int setup_site(const struct config *cfg, struct sw_cluster *cl, struct sw_err *err)
{
    struct sw_csv *in;
    if (cfg->partitions_file && (sw_csv_open(&in, cfg->partitions_file, err) != SW_OK
                                 || sw_cluster_read_partitions(cl, in, err) != SW_OK))
        return SW_FAIL;
    if (!cfg->qos_file)
        return SW_OK;
    return sw_csv_open(&in, cfg->qos_file, err) == SW_OK ? sw_cluster_read_qos(cl, in, err) : SW_FAIL;
}

int setup_cluster(const struct config *cfg, struct sw_cluster **cl, struct sw_err *err)
{
    if (make_cluster(cfg, cl, err) != SW_OK)
        return SW_FAIL;
    if (setup_site(cfg, *cl, err) == SW_OK)
        return SW_OK;
    sw_cluster_free(*cl);
    /* So that the caller may free it in any case. */
    *cl = NULL;
    return SW_FAIL;
}

/* A file goes before what the log tells of its pools. */
int setup_pools(const struct config *cfg, const struct sw_cluster *cl, struct sw_pool_list **pools, struct sw_err *err)
{
    struct sw_csv *in;
    *pools = NULL;
    if (!cfg->pools_file)
        return cfg->log ? sw_log_pools(cfg->log, pools, err) : SW_OK;
    return sw_csv_open(&in, cfg->pools_file, err) == SW_OK ? sw_pools_read(pools, in, cl->one_kind, err) : SW_FAIL;
}

/* O8: what adds up to more than the slots is scaled down, and said. */
static void fit_minimums(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_pool_list *pools)
{
    static const char *const kinds[] = { "map ", "reduce " };
    const struct config *cfg = cli->config;
    char from[SW_NUM_MAX + 16] = "";
    struct sw_min_sum sum[2];
    /* O30: a list of pools holds from a time on; the first from 0. */
    if (pools->from_us)
        snprintf(from, sizeof from, "from %s s on ", shown_time(pools->from_us).text);
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
    const struct config *cfg = cli->config;
    for (; pools && !cfg->opt.keep_minimums && !cfg->opt.order.policy->by_quota; pools = pools->next)
        fit_minimums(cli, cl, pools);
}

/* Who decides comes first, so that an option that does not go with it is refused wherever it stands. first: those
 * with OPTION_FIRST alone, or all others. */
static int apply_late(struct config *cfg, bool first, struct sw_err *err)
{
    for (size_t i = 0; i < cfg->n_given; i++) {
        const struct option_row *row = cfg->given[i].late;
        if (row && !!(row->flags & OPTION_FIRST) == first
            && value_parse(row, &cfg->opt, cfg->given[i].arg, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* What cannot be told from its default is refused where it is given. Where no node heartbeats, none is asked to. */
static int settle_rounds(struct config *cfg, struct sw_err *err)
{
    const struct sw_order *order = cfg->opt.order.policy;
    const char *mode = special_offers_text(&cfg->opt);
    bool in_rounds = order->offers_nodes || order->negotiates;                /* M1, P1 */
    bool gangs = cfg->opt.gang.width != SW_WIDTH_NONE, spark = cfg->opt.offers; /* G2, R1 */
    const char *out_of_band = options_given(cfg, "out-of-band"), *offers = options_given(cfg, "offers");
    if (in_rounds && out_of_band)
        return sw_err_usage(err, "--order: --out-of-band does not go with %s", order->name);
    if (spark && offers && !strcmp(offers, "heartbeat"))
        return sw_err_usage(err, "--offers: heartbeat does not go with --delay spark, which has rounds of its own");
    if (spark && out_of_band)
        return sw_err_usage(err, "--offers: --out-of-band does not go with %s", mode);
    if ((in_rounds || gangs || spark) && !options_given(cfg, "heartbeat"))
        cfg->opt.heartbeat_us = 0;
    return SW_OK;
}

/* Defaults, then the preset, then what the log recorded, then the command line: who decides before the rest. */
int setup_options(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_err *err)
{
    struct config *cfg = cli->config;
    const struct preset *preset = preset_of(cfg);
    const char *order = options_given(cfg, "order"), *delay = options_given(cfg, "delay");
    options_defaults(&cfg->opt);
    if (preset)
        preset_apply(preset, &cfg->opt, cl);
    if (cfg->log && sw_log_policy(cfg->log, &cfg->opt, err) != SW_OK) /* the command line takes the place of both */
        return SW_FAIL;
    if (apply_late(cfg, true, err) != SW_OK)
        return SW_FAIL;
    /* --global and --decide take the place of an order. An order that was given would be passed over in silence. */
    if (cfg->opt.global.policy->decides && order)
        return sw_err_usage(err, "--order: --global %s decides who launches; no order goes with it",
                            cfg->opt.global.policy->name);
    if (cfg->opt.decide.n && (order || delay))
        return sw_err_usage(err, "--%s: does not go with --decide, which decides who launches",
                            order ? "order" : "delay");
    if (apply_late(cfg, false, err) != SW_OK)
        return SW_FAIL;
    /* Data lies on the hosts that the trace names, unless the command line says otherwise. */
    if (cfg->named_hosts && !options_given(cfg, "placement"))
        cfg->opt.placement = SW_PLACE_TRACE;
    special_settle(&cfg->opt);
    if (settle_rounds(cfg, err) != SW_OK)
        return SW_FAIL;
    if (options_given(cfg, "lc-table") && !cfg->opt.order.policy->moved)
        return sw_err_usage(err, "--lc-table: --order %s moves no priorities", cfg->opt.order.policy->name);
    if (cfg->file[OUT_LINKS] && !cfg->opt.network.node_rate)
        return sw_err_usage(err, "--links: only with --network");
    cfg->opt.seed = cli->seed;
    cfg->opt.alone = cfg->alone;
    /* Samples cost time, and are taken where a timeline is written: each 10 s unless --every says otherwise. */
    if (!cfg->file[OUT_TIMELINE] && cfg->emit != EMIT_TIMELINE)
        cfg->opt.every_us = 0;
    else if (!cfg->opt.every_us)
        cfg->opt.every_us = 10 * SW_US_PER_S;
    cfg->opt.keep_minimums |= cfg->opt.offers != SW_OFFERS_HEARTBEAT; /* R8 */
    /* A job alone runs under the same options. The program of --decide would be asked of another cluster, so it is
     * left out. */
    cfg->alone_opt = cfg->opt;
    cfg->alone_opt.decide.n = 0;
    if (cfg->alone_preset) {
        preset_apply(preset_named(cfg->alone_preset), &cfg->alone_opt, cl);
        cfg->alone_opt.keep_minimums = cfg->opt.keep_minimums; /* the pools are the same */
        cfg->opt.alone_opt = &cfg->alone_opt;
    }
    return SW_OK;
}
