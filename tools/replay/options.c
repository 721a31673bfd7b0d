/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - the options of slot-replay: what --help says of them, and how each is read. */
#include "config.h"
#include "values.h"

static const char *const emit_words[] = { "jobs", "attempts", "timeline", "summary", "decisions", NULL };
static const char *const spark_reset_words[] = { "launch", "refusal", NULL };
static const char *const lc_table_words[] = { "corrected", "printed", NULL };
static const char *const over_min_words[] = { "scale", "keep", NULL };

const struct argp_option replay_options[] = {
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
    { "jobs", 'j', "COUNT", 0, "so many runs at once (default 1)", 4 },
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

/* Parts named apart from the preset, in the order given, but --global first: what does not go with it is told wherever it stands. */
int late_option(struct config *cfg, int key, const char *arg, struct sw_err *err)
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

int replay_option(struct sw_cli *cli, int key, const char *arg, struct sw_err *err)
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
    case 'j': return sw_opt_count("--jobs", arg, 1, 4096, &cfg->jobs, err);
    default: return word_option(cfg, key, arg, err);
    }
}

bool is_given(const struct config *cfg, int key)
{
    for (size_t i = 0; i < cfg->n_late; i++)
        if (cfg->late[i].key == key)
            return true;
    return false;
}
