/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-replay - replays a trace through the scheduler and reports jobs, attempts and a timeline. */
#include "slotwise/sw_audit.h"
#include "slotwise/sw_cli.h"
#include "slotwise/sw_replay.h"
#include "replay/explain.h"
#include "replay/parts.h"
#include "replay/sense.h"
#include "replay/validate.h"
#include "replay/values.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum {
    OPT_CLUSTER = 1000, OPT_NODES, OPT_RACKS, OPT_MAP_SLOTS, OPT_REDUCE_SLOTS, OPT_SLOTS, OPT_PRESET, OPT_ORDER, OPT_DELAY, OPT_SPARK_RESET, OPT_LC_TABLE, OPT_BALANCE, OPT_PREEMPT_EVERY, OPT_GLOBAL,
    OPT_PREEMPT, OPT_ADMIT, OPT_EVICT, OPT_DISK, OPT_SPECULATE, OPT_POOLS, OPT_REPLICATION, OPT_PLACEMENT, OPT_NO_RACK, OPT_BLOCK, OPT_PENALTY, OPT_SLOWSTART, OPT_STARTUP,
    OPT_HEARTBEAT, OPT_OOB, OPT_PER_HEARTBEAT, OPT_LOAD_CAP, OPT_REVIVE, OPT_COMMIT, OPT_UNTIL, OPT_RUNS, OPT_LOAD, OPT_JITTER, OPT_ALONE, OPT_OVER_MIN,
    OPT_SPECULATE_EVERY, OPT_SPEED_SIGMA, OPT_STRAGGLERS, OPT_FAILURES, OPT_MAX_ATTEMPTS, OPT_EMIT, OPT_ATTEMPTS, OPT_TIMELINE, OPT_DECISIONS, OPT_EXPLAIN, OPT_EVERY, OPT_TIMING, OPT_SORT, OPT_AUDIT, OPT_NETWORK, OPT_LINKS, OPT_VALIDATE, OPT_TOPOLOGY
};

enum emit { EMIT_JOBS, EMIT_ATTEMPTS, EMIT_TIMELINE, EMIT_SUMMARY, EMIT_DECISIONS };
static const char *const emit_words[] = { "jobs", "attempts", "timeline", "summary", "decisions", NULL };
static const char *const spark_reset_words[] = { "launch", "refusal", NULL };
static const char *const lc_table_words[] = { "corrected", "printed", NULL };
static const char *const over_min_words[] = { "scale", "keep", NULL };

struct config {
    const char *cluster_file, *pools_file, *attempts_file, *timeline_file, *decisions_file, *links_file, *audit_file, *topology_file, *explain;
    size_t spark_reset, lc_table;
    uint64_t nodes, racks, map_slots, reduce_slots, slots, runs;
    struct sw_variation vary;
    bool varies;
    bool slots_given, kinds_given, every_given, timing, sort, keep_minimums, over_min_given, placement_given, spark_reset_given, lc_table_given, emit_given;
    const char *preset, *alone_preset;
    bool alone, validate;
    size_t emit;
    struct { int key; const char *arg; } late[64]; /* options that override the preset */
    size_t n_late;
    struct sw_replay_options opt;
};

static const struct argp_option options[] = {
    { 0, 0, 0, 0, "The cluster:", 1 },
    { "cluster", OPT_CLUSTER, "FILE", 0, "nodes, racks, slots and speeds from a cluster CSV", 1 },
    { "nodes", OPT_NODES, "COUNT", 0, "or so many nodes n1, n2, ... alike", 1 },
    { "racks", OPT_RACKS, "COUNT", 0, "in so many racks (default 1)", 1 },
    { "map-slots", OPT_MAP_SLOTS, "COUNT", 0, "map slots of a node (default 2)", 1 },
    { "reduce-slots", OPT_REDUCE_SLOTS, "COUNT", 0, "reduce slots of a node (default 2)", 1 },
    { "slots", OPT_SLOTS, "COUNT", 0, "one kind of slot for all tasks, so many a node", 1 },
    { "speed-sigma", OPT_SPEED_SIGMA, "X", 0, "speeds spread log-normally around what the cluster says (default 0)", 1 },
    { "stragglers", OPT_STRAGGLERS, "SHARE,SPEED[,FROM,TO]", 0, "so many of the nodes, drawn, go at so much of their speed, for a while", 1 },
    { 0, 0, 0, 0, "The scheduler:", 2 },
    { "preset", OPT_PRESET, "NAME", 0, "a named system with its clock; options override it", 2 },
    { "order", OPT_ORDER, "RULE", 0, "whose turn it is (default hfs)", 2 },
    { "delay", OPT_DELAY, "RULE", 0, "when a job may launch away from its data (default none)", 2 },
    { "spark-reset", OPT_SPARK_RESET, "launch|refusal", 0, "what restarts the timer of --delay spark: any launch (to 3.0) or a full offer without refusal (default, 3.1 and later)", 2 },
    { "lc-table", OPT_LC_TABLE, "corrected|printed", 0, "the table by which --order modified-fair moves priorities: with its misprint corrected (default) or as printed", 2 },
    { "balance-long", OPT_BALANCE, "TIME", 0, "jobs whose tasks take TIME or more do not count as near their data on nodes with more such tasks than the mean (ES 3.5.1)", 2 },
    { "global", OPT_GLOBAL, "POLICY", 0, "one decision for all nodes, in place of order and delay (default none)", 2 },
    { "admit", OPT_ADMIT, "RULE", 0, "when a reduce may start, and go on to compute (default slots)", 2 },
    { "evict", OPT_EVICT, "RULE", 0, "whose map output is deleted when jobs wait for one another's room (default latest)", 2 },
    { "preempt", OPT_PREEMPT, "RULE", 0, "whose task is killed for a starved pool (default none)", 2 },
    { "preempt-every", OPT_PREEMPT_EVERY, "TIME", 0, "time between checks for starved pools (default 15s)", 2 },
    { "speculate", OPT_SPECULATE, "RULE", 0, "which straggler gets a copy (default none)", 2 },
    { "speculate-every", OPT_SPECULATE_EVERY, "TIME", 0, "time between looks for stragglers (default 3s)", 2 },
    { "pools", OPT_POOLS, "FILE", 0, "weights, minimum and maximum shares, job limits from a pools CSV", 2 },
    { "over-min", OPT_OVER_MIN, "scale|keep", 0, "minimum shares that exceed the cluster are scaled down (default) or kept", 2 },
    { 0, 0, 0, 0, "The model:", 3 },
    { "replication", OPT_REPLICATION, "COUNT", 0, "replicas of a block (default 3)", 3 },
    { "placement", OPT_PLACEMENT, "WORD", 0, "uniform (default), hdfs, trace or redraw", 3 },
    { "no-rack-level", OPT_NO_RACK, 0, 0, "all that is not node-local is off-rack", 3 },
    { "penalty", OPT_PENALTY, "rack=X,off=Y", 0, "task time by distance, times local time (default 1)", 3 },
    { "network", OPT_NETWORK, "node=R[,rack=R]", 0, "reads and copies share the links of nodes and racks: 1G bits, 125MB bytes a second (default none)", 3 },
    { "block-size", OPT_BLOCK, "SIZE", 0, "with --network: a block that the trace gives no size of (default 128M)", 3 },
    { "disk", OPT_DISK, "SIZE", 0, "room for map output of each node that the cluster says no disk_bytes of (default no limit)", 3 },
    { "slowstart", OPT_SLOWSTART, "SHARE", 0, "share of a job's maps done before its reduces start (default 0.05)", 3 },
    { "startup", OPT_STARTUP, "TIME", 0, "start-up cost of an attempt (default 0)", 3 },
    { "commit-pending", OPT_COMMIT, "TIME", 0, "a finished task counts as running for so long (default 0)", 3 },
    { "heartbeat", OPT_HEARTBEAT, "TIME", 0, "a node asks for work every so often; 0: whenever something changed (default 3s)", 3 },
    { "out-of-band", OPT_OOB, "yes|no", 0, "and when a task ends (default yes)", 3 },
    { "per-heartbeat", OPT_PER_HEARTBEAT, "COUNT|all", 0, "most tasks of a kind launched in a heartbeat (default all)", 3 },
    { "load-cap", OPT_LOAD_CAP, "SHARE", 0, "a node takes its part of what is runnable and SHARE of its slots more, as Hadoop's load manager has it (default: all)", 3 },
    { "revive", OPT_REVIVE, "TIME", 0, "with --heartbeat 0: refused slots are offered again after (default 1s)", 3 },
    { "failure-rate", OPT_FAILURES, "SHARE", 0, "share of attempts that fail (default 0)", 3 },
    { "max-attempts", OPT_MAX_ATTEMPTS, "COUNT", 0, "failures of a task that end its job (default 4)", 3 },
    { "load", OPT_LOAD, "X", 0, "divide submit gaps and think times by X (default 1)", 3 },
    { "jitter", OPT_JITTER, "TIME", 0, "add uniform [0,TIME) to submit times (default 0)", 3 },
    { 0, 0, 0, 0, "The run:", 4 },
    { "until", OPT_UNTIL, "TIME", 0, "stop then; what is unfinished is reported as running", 4 },
    { "runs", OPT_RUNS, "COUNT", 0, "repeat with seeds SEED, SEED+1, ...; rows begin with run and seed", 4 },
    { "alone", OPT_ALONE, "PRESET", OPTION_ARG_OPTIONAL, "fill in alone_s and slowdown: each job alone on the idle cluster", 4 },
    { "sort", OPT_SORT, 0, 0, "sort the trace by submit_s first", 4 },
    { "audit", OPT_AUDIT, "LOG", 0, "replay nothing; check a log of attempts, made with these options, against every rule it can show", 4 },
    { "validate", OPT_VALIDATE, 0, 0, "replay logs, each under its own recorded cluster, waits and policy: a row a log of how near it comes to what really happened", 4 },
    { "topology", OPT_TOPOLOGY, "FILE", 0, "with --validate: racks of the nodes, a tree as Rumen writes it or a nodes file", 4 },
    { 0, 0, 0, 0, "Output:", 5 },
    { "emit", OPT_EMIT, "RECORD", 0, "what goes to standard output: jobs (default), attempts, timeline, summary or decisions", 5 },
    { "attempts", OPT_ATTEMPTS, "FILE", 0, "also write a row an attempt", 5 },
    { "timeline", OPT_TIMELINE, "FILE", 0, "also write a row a pool every --every", 5 },
    { "decisions", OPT_DECISIONS, "FILE", 0, "also write why each job ran, or did not, at a moment", 5 },
    { "explain", OPT_EXPLAIN, "JOB", 0, "on standard output, in sentences, what this job waited for", 5 },
    { "links", OPT_LINKS, "FILE", 0, "with --network: also write a row a link, with what it carried", 5 },
    { "every", OPT_EVERY, "TIME", 0, "step of the timeline (default 10s)", 5 },
    { "timing", OPT_TIMING, 0, 0, "fill in sim_tasks_per_s of the summary", 5 },
    { 0 }
};

/* ---- options ------------------------------------------------------------------------------------ */

/* Parts named apart from the preset, in the order given, but --global first: what does not go with it is told wherever it stands. */
static int late_option(struct config *cfg, int key, const char *arg, struct sw_err *err)
{
    struct sw_replay_options *opt = &cfg->opt;
    switch (key) {
    case OPT_ORDER: return sw_order_find(arg, &opt->order, err);
    case OPT_DELAY: return sw_delay_find(arg, &opt->delay, err);
    case OPT_ADMIT: return sw_admit_find(arg, &opt->admit, err);
    case OPT_EVICT: return sw_evict_find(arg, &opt->evict, err);
    case OPT_DISK: return sw_opt_size("--disk", arg, &opt->disk_bytes, err);
    case OPT_BALANCE: return value_balance(arg, opt, err);
    case OPT_GLOBAL: return value_global(opt, arg, err);
    case OPT_PREEMPT: return sw_preempt_find(arg, &opt->preempt, err);
    case OPT_PREEMPT_EVERY: return value_step("--preempt-every", arg, &opt->preempt_every_us, err);
    case OPT_SPECULATE: return sw_speculate_find(arg, &opt->speculate, err);
    case OPT_SPECULATE_EVERY: return value_step("--speculate-every", arg, &opt->speculate_every_us, err);
    case OPT_FAILURES: return sw_opt_fraction("--failure-rate", arg, 0, 1, &opt->failure_rate, err);
    case OPT_MAX_ATTEMPTS: return sw_opt_count("--max-attempts", arg, 1, 1000000, &opt->max_attempts, err);
    case OPT_REPLICATION: return sw_opt_count("--replication", arg, 1, 255, &opt->replication, err);
    case OPT_PLACEMENT: return value_placement(arg, opt, err);
    case OPT_NO_RACK: opt->no_rack_level = true; return SW_OK;
    case OPT_PENALTY: return value_penalty(arg, opt, err);
    case OPT_NETWORK: return sw_network_parse(arg, &opt->network, err);
    case OPT_BLOCK: return value_block_size(arg, opt, err);
    case OPT_SLOWSTART: return value_slowstart(arg, opt, err);
    case OPT_STARTUP: return sw_opt_duration("--startup", arg, &opt->startup_us, err);
    case OPT_COMMIT: return sw_opt_duration("--commit-pending", arg, &opt->commit_pending_us, err);
    case OPT_HEARTBEAT: return sw_opt_duration("--heartbeat", arg, &opt->heartbeat_us, err);
    case OPT_OOB: return sw_opt_yesno("--out-of-band", arg, &opt->out_of_band, err);
    case OPT_PER_HEARTBEAT: return value_per_heartbeat(arg, opt, err);
    case OPT_LOAD_CAP: return value_load_cap(arg, opt, err);
    case OPT_REVIVE: return value_step("--revive", arg, &opt->revive_us, err);
    case OPT_LOAD: return sw_opt_real("--load", arg, 1e-9, 1e9, &opt->load, err);
    case OPT_JITTER: return sw_opt_duration("--jitter", arg, &opt->jitter_us, err);
    default: return sw_opt_duration("--until", arg, &opt->until_us, err);
    }
}

static int keep_for_later(struct config *cfg, int key, const char *arg, struct sw_err *err)
{
    struct config trial = *cfg; /* so that a mistake is told even when something else is wrong too */
    if (cfg->n_late == sizeof cfg->late / sizeof *cfg->late)
        return sw_err_usage(err, "too many options");
    cfg->placement_given |= key == OPT_PLACEMENT;
    cfg->late[cfg->n_late].key = key;
    cfg->late[cfg->n_late++].arg = arg;
    return late_option(&trial, key, arg, err);
}

static int word_option(struct config *cfg, int key, const char *arg, struct sw_err *err)
{
    const struct sw_preset *preset;
    size_t i;
    switch (key) {
    case OPT_PRESET: cfg->preset = arg; return sw_preset_find("--preset", arg, &preset, err);
    case OPT_ALONE: cfg->alone = true; cfg->alone_preset = arg; return arg ? sw_preset_find("--alone", arg, &preset, err) : SW_OK;
    case OPT_EMIT: cfg->emit_given = true; return sw_opt_word("--emit", arg, emit_words, &cfg->emit, err);
    case OPT_SPARK_RESET:
        cfg->spark_reset_given = true;
        return sw_opt_word("--spark-reset", arg, spark_reset_words, &cfg->spark_reset, err);
    case OPT_LC_TABLE:
        cfg->lc_table_given = true;
        return sw_opt_word("--lc-table", arg, lc_table_words, &cfg->lc_table, err);
    case OPT_OVER_MIN:
        if (sw_opt_word("--over-min", arg, over_min_words, &i, err) != SW_OK)
            return SW_FAIL;
        cfg->keep_minimums = i == 1;
        cfg->over_min_given = true;
        return SW_OK;
    case OPT_EVERY:
        cfg->every_given = true;
        return value_step("--every", arg, &cfg->opt.every_us, err);
    default: return keep_for_later(cfg, key, arg, err);
    }
}

static int option(struct sw_cli *cli, int key, const char *arg, struct sw_err *err)
{
    struct config *cfg = cli->config;
    switch (key) {
    case OPT_CLUSTER: cfg->cluster_file = arg; return SW_OK;
    case OPT_POOLS: cfg->pools_file = arg; return SW_OK;
    case OPT_ATTEMPTS: cfg->attempts_file = arg; return SW_OK;
    case OPT_TIMELINE: cfg->timeline_file = arg; return SW_OK;
    case OPT_DECISIONS: cfg->decisions_file = arg; return SW_OK;
    case OPT_EXPLAIN: cfg->explain = arg; return SW_OK;
    case OPT_LINKS: cfg->links_file = arg; return SW_OK;
    case OPT_TIMING: cfg->timing = true; return SW_OK;
    case OPT_SORT: cfg->sort = true; return SW_OK;
    case OPT_AUDIT: cfg->audit_file = arg; return SW_OK;
    case OPT_VALIDATE: cfg->validate = true; return SW_OK;
    case OPT_TOPOLOGY: cfg->topology_file = arg; return SW_OK;
    case OPT_NODES: return sw_opt_count("--nodes", arg, 1, 10000000, &cfg->nodes, err);
    case OPT_RACKS: return sw_opt_count("--racks", arg, 1, 10000000, &cfg->racks, err);
    case OPT_MAP_SLOTS: cfg->kinds_given = true; return sw_opt_count("--map-slots", arg, 0, 65535, &cfg->map_slots, err);
    case OPT_REDUCE_SLOTS: cfg->kinds_given = true; return sw_opt_count("--reduce-slots", arg, 0, 65535, &cfg->reduce_slots, err);
    case OPT_SLOTS: cfg->slots_given = true; return sw_opt_count("--slots", arg, 0, 65535, &cfg->slots, err);
    case OPT_SPEED_SIGMA: cfg->varies = true; return sw_opt_real("--speed-sigma", arg, 0, 10, &cfg->vary.sigma, err);
    case OPT_STRAGGLERS: cfg->varies = true; return value_stragglers(arg, &cfg->vary, err);
    case OPT_RUNS: return sw_opt_count("--runs", arg, 1, 1000000000, &cfg->runs, err);
    default: return word_option(cfg, key, arg, err);
    }
}

/* ---- the parts of a run ------------------------------------------------------------------------- */

static const struct sw_preset *preset_of(const struct config *cfg)
{
    const struct sw_preset *preset = NULL;
    if (cfg->preset)
        (void)!sw_preset_find("--preset", cfg->preset, &preset, NULL);
    return preset;
}

/* Systems of one kind of slot use the sum of the map and reduce slots they are given. */
static void add_up_slots(struct config *cfg)
{
    const struct sw_preset *preset = preset_of(cfg);
    if (!preset || !preset->one_kind || cfg->slots_given || cfg->cluster_file)
        return;
    cfg->slots = cfg->map_slots + cfg->reduce_slots;
    cfg->slots_given = true;
}

static int get_cluster(const struct config *cfg, struct sw_cluster **cl, struct sw_err *err)
{
    struct sw_csv *in;
    if (cfg->cluster_file && (cfg->nodes || cfg->racks || cfg->kinds_given || cfg->slots_given))
        return sw_err_usage(err, "--cluster: takes the place of --nodes, --racks and the slots");
    if (!cfg->cluster_file && !cfg->nodes)
        return sw_err_usage(err, "--nodes: a cluster is needed (--nodes COUNT or --cluster FILE)");
    if (cfg->slots_given && cfg->kinds_given && !(preset_of(cfg) && preset_of(cfg)->one_kind))
        return sw_err_usage(err, "--slots: takes the place of --map-slots and --reduce-slots");
    if (!cfg->cluster_file)
        return sw_cluster_make(cl, cfg->nodes, cfg->racks ? cfg->racks : 1, cfg->slots_given ? cfg->slots : cfg->map_slots,
                               cfg->slots_given ? 0 : cfg->reduce_slots, cfg->slots_given, err);
    if (sw_csv_open(&in, cfg->cluster_file, err) != SW_OK)
        return SW_FAIL;
    return sw_cluster_read(cl, in, err);
}

/* O8 */
static bool keeps_minimums(const struct config *cfg)
{
    const struct sw_preset *preset = preset_of(cfg);
    return cfg->over_min_given ? cfg->keep_minimums : preset && preset->keeps_minimums;
}

static int get_pools(const struct config *cfg, const struct sw_cluster *cl, struct sw_pool_list **pools, struct sw_err *err)
{
    struct sw_csv *in;
    *pools = NULL;
    if (!cfg->pools_file)
        return SW_OK;
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
    for (int slot = 0; slot < 2; slot++)
        if (sum[slot].over)
            sw_cli_warn(cli, "%s: %sthe minimum shares add up to %lld of %lld %sslots and are scaled down", cfg->pools_file, from,
                        (long long)sum[slot].over, (long long)sum[slot].slots, cl->one_kind ? "" : kinds[slot]);
}

/* O8, once it is known what reduces are admitted to. */
static void fit_pools(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_pool_list *pools)
{
    for (; pools && !keeps_minimums(cli->config); pools = pools->next)
        fit_minimums(cli, cl, pools);
}

static int apply_late(struct config *cfg, bool global, struct sw_err *err)
{
    for (size_t i = 0; i < cfg->n_late; i++) {
        if ((cfg->late[i].key == OPT_GLOBAL) == global && late_option(cfg, cfg->late[i].key, cfg->late[i].arg, err) != SW_OK)
            return SW_FAIL;
        if (!global && cfg->late[i].key == OPT_ORDER && cfg->opt.global.part->decides)
            return sw_err_usage(err, "--order: --global %s decides who launches; no order goes with it", cfg->opt.global.part->name);
    }
    return SW_OK;
}

static int set_options(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_replay_options *alone, struct sw_err *err)
{
    struct config *cfg = cli->config;
    const struct sw_preset *preset;
    int64_t every_us = cfg->every_given ? cfg->opt.every_us : 10 * SW_US_PER_S;
    sw_replay_defaults(&cfg->opt);
    if (cfg->preset && sw_preset_find("--preset", cfg->preset, &preset, err) == SW_OK)
        preset->apply(&cfg->opt, cl);
    bool of_preset = !cfg->spark_reset_given && cfg->opt.delay.meter == SW_TIMER;
    bool by_refusal = of_preset ? cfg->opt.delay.reset_on_refusal : cfg->spark_reset == 1;
    if (apply_late(cfg, true, err) != SW_OK || apply_late(cfg, false, err) != SW_OK)
        return SW_FAIL;
    cfg->opt.delay.reset_on_refusal = cfg->opt.delay.meter == SW_TIMER && by_refusal;
    if (cfg->lc_table_given && !cfg->opt.order.part->moved)
        return sw_err_usage(err, "--lc-table: --order %s moves no priorities", cfg->opt.order.part->name);
    cfg->opt.order.lc_table_printed = cfg->lc_table == 1;
    if (cfg->links_file && !cfg->opt.network.node_rate)
        return sw_err_usage(err, "--links: there are links with --network only");
    cfg->opt.seed = cli->seed;
    cfg->opt.alone = cfg->alone;
    cfg->opt.every_us = cfg->timeline_file || cfg->emit == EMIT_TIMELINE ? every_us : 0;
    cfg->opt.keep_minimums = keeps_minimums(cfg);
    *alone = cfg->opt;
    if (cfg->alone_preset && sw_preset_find("--alone", cfg->alone_preset, &preset, err) == SW_OK) {
        preset->apply(alone, cl);
        cfg->opt.alone_opt = alone;
    }
    return SW_OK;
}

static bool is_given(const struct config *cfg, int key)
{
    for (size_t i = 0; i < cfg->n_late; i++)
        if (cfg->late[i].key == key)
            return true;
    return false;
}

static void check_sense(const struct sw_cli *cli, const struct sw_cluster *cl, const struct sw_pool_list *pools)
{
    const struct config *cfg = cli->config;
    sense_check(&(struct sense){
        .cli = cli, .opt = &cfg->opt, .cl = cl, .pools = pools, .pools_file = cfg->pools_file, .timeline = cfg->opt.every_us > 0,
        .summary = cfg->emit == EMIT_SUMMARY, .jobs = cfg->emit == EMIT_JOBS && !cfg->explain, .spark_reset = cfg->spark_reset_given,
        .preempt_every = is_given(cfg, OPT_PREEMPT_EVERY), .every = cfg->every_given, .revive = is_given(cfg, OPT_REVIVE),
        .per_heartbeat = is_given(cfg, OPT_PER_HEARTBEAT), .out_of_band = is_given(cfg, OPT_OOB), .over_min = cfg->over_min_given,
        .replication = is_given(cfg, OPT_REPLICATION), .speculate_every = is_given(cfg, OPT_SPECULATE_EVERY),
        .max_attempts = is_given(cfg, OPT_MAX_ATTEMPTS), .timing = cfg->timing, .alone = cfg->alone,
        .balance = is_given(cfg, OPT_BALANCE), .penalty = is_given(cfg, OPT_PENALTY), .block_size = is_given(cfg, OPT_BLOCK), .evict = is_given(cfg, OPT_EVICT) });
}

struct outputs { struct sw_out *main, *attempts, *timeline, *decisions, *links; };

static int open_outputs(struct sw_cli *cli, struct outputs *o, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    if (sw_out_open(&o->main, cli->output, err) != SW_OK)
        return SW_FAIL;
    if (cfg->attempts_file && sw_out_open(&o->attempts, cfg->attempts_file, err) != SW_OK)
        return SW_FAIL;
    if (cfg->decisions_file && sw_out_open(&o->decisions, cfg->decisions_file, err) != SW_OK)
        return SW_FAIL;
    if (cfg->links_file && sw_out_open(&o->links, cfg->links_file, err) != SW_OK)
        return SW_FAIL;
    return cfg->timeline_file ? sw_out_open(&o->timeline, cfg->timeline_file, err) : SW_OK;
}

static int close_one(struct sw_out *out, int status, struct sw_err *err)
{
    if (!out)
        return status;
    if (status == SW_OK)
        return sw_out_close(out, err);
    sw_out_abandon(out);
    return SW_FAIL;
}

/* What was already written to standard output is let out: rows of jobs that ended are true. */
static int close_outputs(struct outputs *o, int status, struct sw_err *err)
{
    status = close_one(o->attempts, status, err);
    status = close_one(o->timeline, status, err);
    status = close_one(o->decisions, status, err);
    status = close_one(o->links, status, err);
    return close_one(o->main, status, err);
}

static int send_records(const struct config *cfg, const struct outputs *o, struct sw_records *rec, struct sw_err *err)
{
    rec->attempts = o->attempts;
    rec->timeline = o->timeline;
    rec->links = o->links;
    rec->decisions = o->decisions;
    if (cfg->explain)
        return SW_OK;
    switch ((enum emit)cfg->emit) {
    case EMIT_JOBS: rec->jobs = o->main; break;
    case EMIT_ATTEMPTS: rec->attempts = o->main; break;
    case EMIT_TIMELINE: rec->timeline = o->main; break;
    case EMIT_DECISIONS: rec->decisions = o->main; break;
    case EMIT_SUMMARY: return sw_summary_new(&rec->summary, err);
    }
    return SW_OK;
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (!a || !b)
        return false;
    if (!strcmp(a, b))
        return true;
    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino && S_ISREG(x.st_mode);
}

/* No file may be written twice, nor be read and written. */
static int check_files(const struct sw_cli *cli, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    const char *written[] = { cli->output, cfg->attempts_file, cfg->timeline_file, cfg->decisions_file, cfg->links_file };
    const char *read[] = { cli->n_named ? cli->files[0] : NULL, cfg->cluster_file, cfg->pools_file };
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++) {
            if (k < i && same_file(written[i], written[k]))
                return sw_err_usage(err, "two outputs have one file: '%s'", written[i]);
            if (k < 3 && same_file(written[i], read[k]))
                return sw_err_usage(err, "would overwrite its own input: '%s'", written[i]);
        }
    return SW_OK;
}

static int check_outputs(const struct config *cfg, struct sw_err *err)
{
    if (cfg->audit_file && (cfg->attempts_file || cfg->timeline_file || cfg->decisions_file || cfg->links_file || cfg->explain || cfg->emit != EMIT_JOBS))
        return sw_err_usage(err, "--audit: replays nothing, so there is nothing to write");
    if (cfg->emit == EMIT_ATTEMPTS && cfg->attempts_file)
        return sw_err_usage(err, "--attempts: --emit attempts writes them to standard output already");
    if (cfg->attempts_file && !strcmp(cfg->attempts_file, "-"))
        return sw_err_usage(err, "--attempts: names a file; --emit attempts writes them to standard output");
    if (cfg->timeline_file && !strcmp(cfg->timeline_file, "-"))
        return sw_err_usage(err, "--timeline: names a file; --emit timeline writes it to standard output");
    if (cfg->links_file && !strcmp(cfg->links_file, "-"))
        return sw_err_usage(err, "--links: names a file");
    if (cfg->emit == EMIT_TIMELINE && cfg->timeline_file)
        return sw_err_usage(err, "--timeline: --emit timeline writes it to standard output already");
    if (cfg->emit == EMIT_DECISIONS && cfg->decisions_file)
        return sw_err_usage(err, "--decisions: --emit decisions writes them to standard output already");
    if (cfg->decisions_file && !strcmp(cfg->decisions_file, "-"))
        return sw_err_usage(err, "--decisions: names a file; --emit decisions writes them to standard output");
    if (cfg->explain && cfg->emit_given)
        return sw_err_usage(err, "--explain: takes the place of --emit");
    if (cfg->explain && cfg->runs)
        return sw_err_usage(err, "--explain: explains one run, not --runs");
    return SW_OK;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* At most once a second, and not in the first two. */
static void tell_progress(const struct sw_records *rec, int64_t now_us, const struct sw_totals *totals)
{
    static double told_s;
    double at_s = now_s();
    if (told_s == 0)
        told_s = at_s + 1;
    if (at_s - told_s < 1)
        return;
    told_s = at_s;
    if (rec->run)
        fprintf(stderr, "slot-replay: run %llu: ", (unsigned long long)rec->run);
    else
        fprintf(stderr, "slot-replay: ");
    fprintf(stderr, "at %.0f s: %llu jobs done, %llu tasks launched\n", (double)now_us / (double)SW_US_PER_S,
            (unsigned long long)totals->jobs, (unsigned long long)totals->launches);
}

/* ---- runs --------------------------------------------------------------------------------------- */

struct job_source { struct sw_cli *cli; char *spool; struct sw_out *rejects; };

/* Standard input can be read once; several runs read a copy of it. */
static int spool_stdin(struct job_source *src, struct sw_err *err)
{
    static char name[] = "/tmp/slot-replay.XXXXXX";
    struct sw_bytes *in;
    char buf[1 << 16];
    size_t got = 1;
    int fd = mkstemp(name), status = sw_bytes_open(&in, src->cli->files[0], err);
    FILE *copy = fd < 0 ? NULL : fdopen(fd, "w+");
    if (!copy)
        return sw_err_io(err, name, "cannot make a copy of standard input");
    while (status == SW_OK && (status = sw_bytes_read(in, buf, sizeof buf, &got, err)) == SW_OK && got)
        fwrite(buf, 1, got, copy);
    sw_bytes_close(in);
    if (status == SW_OK && (fflush(copy) || ferror(copy)))
        status = sw_err_io(err, name, "cannot make a copy of standard input");
    src->spool = strdup("/dev/fd/XXXXXXXXXXX");
    snprintf(src->spool, 20, "/dev/fd/%d", fileno(copy));
    remove(name);
    return status;
}

static int open_trace(struct job_source *src, struct sw_trace **trace, struct sw_err *err)
{
    struct config *cfg = src->cli->config;
    struct sw_csv *in;
    if (src->cli->n_files > 1)
        return sw_err_usage(err, "one trace at a time: '%s'", src->cli->files[1]);
    if (sw_csv_open(&in, src->spool ? src->spool : src->cli->files[0], err) != SW_OK)
        return SW_FAIL;
    if (!src->rejects && sw_cli_tolerate(src->cli, in, &src->rejects, err) != SW_OK)
        return SW_FAIL;
    if (sw_trace_take(trace, in, err) != SW_OK)
        return SW_FAIL;
    if (cfg->sort && sw_trace_sort(*trace, err) != SW_OK) {
        sw_trace_free(*trace);
        return SW_FAIL;
    }
    return SW_OK;
}

static int one_run(struct job_source *src, struct sw_cluster *cl, const struct sw_pool_list *pools,
                   struct sw_records *rec, const struct outputs *o, struct sw_err *err)
{
    struct config *cfg = src->cli->config;
    struct sw_replay_sink sink = sw_records_sink(rec);
    struct sw_trace *trace;
    struct sw_replay *r = NULL;
    struct explain why;
    double start_s = now_s();
    if (cfg->explain)
        sink = explain_start(&why, cfg->explain, cfg->opt.until_us, o->main, &sink);
    if (open_trace(src, &trace, err) != SW_OK)
        return SW_FAIL;
    if (cfg->varies)
        sw_cluster_vary(cl, &cfg->vary, cfg->opt.seed);
    int status = sw_replay_new(&r, cl, pools, &cfg->opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, trace, err);
    if (status == SW_OK && rec->summary)
        sw_summary_write(rec, sw_replay_totals(r), cfg->timing ? now_s() - start_s : 0, o->main);
    if (status == SW_OK && cfg->explain)
        status = explain_finish(&why, err);
    if (status == SW_OK && is_given(cfg, OPT_DELAY) && cfg->opt.delay.meter != SW_PER_NOTHING && sw_replay_totals(r)->launches
        && !sw_replay_totals(r)->with_preference)
        sw_cli_warn(src->cli, "--delay %s has no effect: no task has a preferred host", cfg->opt.delay.part->name);
    if (status == SW_OK && is_given(cfg, OPT_DISK) && sw_replay_totals(r)->launches && !sw_replay_totals(r)->with_output)
        sw_cli_warn(src->cli, "--disk has no effect: no job has map output (shuffle_bytes)");
    if (status == SW_OK && sw_replay_totals(r)->hosts_unknown)
        sw_cli_warn(src->cli, "%llu preferred hosts are not in the cluster and were ignored",
                    (unsigned long long)sw_replay_totals(r)->hosts_unknown);
    if (status == SW_OK && sw_replay_totals(r)->never_run)
        sw_cli_warn(src->cli, "%llu unfinished %s never run, first %s", (unsigned long long)sw_replay_totals(r)->never_run,
                    sw_replay_totals(r)->never_run == 1 ? "job can" : "jobs can", sw_replay_totals(r)->never_why);
    uint64_t bad = sw_trace_n_rejected(trace);
    if (bad)
        sw_cli_warn(src->cli, "%llu bad %s set aside", (unsigned long long)bad, bad == 1 ? "row" : "rows");
    sw_replay_free(r);
    sw_trace_free(trace);
    return status;
}

static int all_runs(struct sw_cli *cli, struct sw_cluster *cl, const struct sw_pool_list *pools, struct outputs *o,
                    struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct job_source src = { .cli = cli };
    struct sw_records rec = { .one_kind = cl->one_kind, .run = cfg->runs ? 1 : 0,
                              .progress = cli->progress ? tell_progress : NULL };
    int status = send_records(cfg, o, &rec, err);
    bool piped = cfg->runs > 1 && (!strcmp(cli->files[0], "-") || !strcmp(cli->files[0], "/dev/stdin")
                                   || !strncmp(cli->files[0], "/dev/fd/", 8));
    if (status == SW_OK && piped)
        status = spool_stdin(&src, err);
    sw_records_headers(&rec);
    if (rec.summary)
        sw_summary_header(&rec, o->main);
    for (uint64_t run = 1; status == SW_OK && run <= (cfg->runs ? cfg->runs : 1); run++) {
        rec.run = cfg->runs ? run : 0;
        rec.seed = cfg->opt.seed = cli->seed + run - 1;
        if (cfg->opt.alone_opt)
            ((struct sw_replay_options *)cfg->opt.alone_opt)->seed = rec.seed;
        status = one_run(&src, cl, pools, &rec, o, err);
    }
    sw_summary_free(rec.summary);
    free(src.spool);
    return close_one(src.rejects, status, err);
}

static int audit(struct sw_cli *cli, struct sw_cluster *cl, const struct sw_pool_list *pools, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct job_source src = { .cli = cli };
    struct sw_audit_input in = { .cluster = cl, .pools = pools, .opt = &cfg->opt, .vary = cfg->varies ? &cfg->vary : NULL };
    struct sw_csv *log;
    const char *unchecked = NULL;
    if (sw_csv_open(&log, cfg->audit_file, err) != SW_OK)
        return SW_FAIL;
    if (open_trace(&src, &in.trace, err) != SW_OK) {
        sw_csv_close(log);
        return SW_FAIL;
    }
    int status = sw_audit_log(&in, log, &unchecked, err);
    if (unchecked)
        sw_cli_warn(cli, "--audit: not checked: %s", unchecked);
    sw_trace_free(in.trace);
    return close_one(src.rejects, status, err);
}

/* ---- --validate ------------------------------------------------------------------------------------ */

static int override(void *context, struct sw_err *err)
{
    struct config *cfg = context;
    for (size_t i = 0; i < cfg->n_late; i++)
        if (late_option(cfg, cfg->late[i].key, cfg->late[i].arg, err) != SW_OK)
            return SW_FAIL;
    if (cfg->spark_reset_given)
        cfg->opt.delay.reset_on_refusal = cfg->opt.delay.meter == SW_TIMER && cfg->spark_reset == 1;
    return SW_OK;
}

/* What would replay something else than what was recorded has no place beside it. */
static int check_validate(const struct sw_cli *cli, struct sw_err *err)
{
    static const struct { int key; const char *name; } strangers[] = { { OPT_LOAD, "load" }, { OPT_JITTER, "jitter" }, { OPT_UNTIL, "until" } };
    const struct config *cfg = cli->config;
    if (cfg->audit_file || cfg->attempts_file || cfg->timeline_file || cfg->decisions_file || cfg->links_file || cfg->explain || cfg->emit_given || cfg->runs || cfg->alone || cfg->timing)
        return sw_err_usage(err, "--validate: gives a row a log and nothing else");
    if (cfg->nodes || cfg->racks)
        return sw_err_usage(err, "--validate: the nodes are those of the log (or --cluster FILE)");
    if (cfg->cluster_file && (cfg->kinds_given || cfg->slots_given))
        return sw_err_usage(err, "--cluster: takes the place of the slots");
    if (cfg->slots_given && cfg->kinds_given)
        return sw_err_usage(err, "--slots: takes the place of --map-slots and --reduce-slots");
    for (size_t i = 0; i < cfg->n_late; i++)
        for (size_t k = 0; k < sizeof strangers / sizeof *strangers; k++)
            if (cfg->late[i].key == strangers[k].key)
                return sw_err_usage(err, "--%s: not with --validate, which replays what was recorded", strangers[k].name);
    return cli->tolerate ? sw_err_usage(err, "--rejects and --max-bad: not with --validate (slot-trace --check)") : SW_OK;
}

static int validate(struct sw_cli *cli, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct validate v = { .cluster = cfg->cluster_file, .pools = cfg->pools_file, .topology = cfg->topology_file, .preset = cfg->preset,
                          .map_slots = cfg->map_slots, .reduce_slots = cfg->reduce_slots, .slots = cfg->slots,
                          .kinds_given = cfg->kinds_given, .slots_given = cfg->slots_given, .opt = &cfg->opt,
                          .override = override, .context = cfg };
    return check_validate(cli, err) == SW_OK ? validate_run(&v, cli, err) : SW_FAIL;
}

static int run(struct sw_cli *cli, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct sw_replay_options alone;
    struct sw_cluster *cl = NULL;
    struct sw_pool_list *pools = NULL;
    struct outputs o = { 0 };
    if (cfg->validate)
        return validate(cli, err);
    if (cfg->topology_file)
        return sw_err_usage(err, "--topology: only with --validate");
    int status = check_outputs(cfg, err);
    add_up_slots(cfg);
    if (status == SW_OK)
        status = check_files(cli, err);
    if (status == SW_OK)
        status = get_cluster(cfg, &cl, err);
    if (status == SW_OK)
        status = get_pools(cfg, cl, &pools, err);
    if (status == SW_OK)
        status = set_options(cli, cl, &alone, err);
    if (status == SW_OK)
        fit_pools(cli, cl, pools);
    if (status == SW_OK && !cfg->audit_file)
        check_sense(cli, cl, pools);
    if (status == SW_OK && cfg->audit_file)
        status = audit(cli, cl, pools, err);
    else if (status == SW_OK && (status = open_outputs(cli, &o, err)) == SW_OK)
        status = all_runs(cli, cl, pools, &o, err);
    status = close_outputs(&o, status, err);
    sw_pools_free(pools);
    sw_cluster_free(cl);
    return status;
}

int main(int argc, char **argv)
{
    static const struct sw_tool tool = {
        .name = "slot-replay", .summary = "replay a trace through a scheduler with locality waits and fair shares",
        .args = "[TRACE]", .options = options, .option = option,
        .common = SW_CLI_OUTPUT | SW_CLI_SEED | SW_CLI_PROGRESS | SW_CLI_REJECTS,
        .lists = parts_put,
        .after = "Examples:\n"
                 "  slot-replay --nodes 600 --racks 30 --map-slots 5 --reduce-slots 2 --delay wait:5s jobs.csv\n"
                 "  slot-gen --preset tr-bm | slot-replay --nodes 100 --preset hfs --emit summary\n"
                 "  slot-replay --cluster cluster.csv --pools pools.csv --timeline t.csv --every 30s jobs.csv > results.csv\n"
                 "  slot-replay --nodes 100 --preset hfs --explain job_17 jobs.csv\n",
    };
    struct config cfg = { .map_slots = 2, .reduce_slots = 2, .spark_reset = 1, .vary = { .speed = 1, .to_us = SW_TIME_MAX } };
    struct sw_cli cli;
    struct sw_err err = { 0 };
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    return sw_cli_finish(&cli, run(&cli, &err), &err);
}
