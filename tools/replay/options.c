/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - the options of slot-replay: what --help-all says of them, and how each is read. */
#include "tools/replay/config.h"
#include "tools/replay/values.h"

static const char *const emit_words[] = { "jobs", "attempts", "timeline", "summary", "decisions", NULL };
static const char *const spark_reset_words[] = { "launch", "refusal", NULL };
static const char *const lc_table_words[] = { "corrected", "printed", NULL };
static const char *const over_min_words[] = { "scale", "keep", NULL };

const struct argp_option options_table[] = {
    { 0, 0, 0, 0, "The cluster:", 1 },
    { "cluster", OPT_CLUSTER, "FILE", SW_CLI_SHORT, "read nodes, racks, slots and speeds from a cluster CSV", 1 },
    { "nodes", OPT_NODES, "COUNT", SW_CLI_SHORT, "COUNT identical nodes n1 to nCOUNT, instead of --cluster", 1 },
    { "racks", OPT_RACKS, "COUNT", 0, "spread the nodes of --nodes over COUNT racks (default 1)", 1 },
    { "map-slots", OPT_MAP_SLOTS, "COUNT", 0, "map slots of each node (default 2)", 1 },
    { "reduce-slots", OPT_REDUCE_SLOTS, "COUNT", 0, "reduce slots of each node (default 2)", 1 },
    { "slots", OPT_SLOTS, "COUNT", 0, "slots of each node for tasks of any kind, instead of map and reduce slots", 1 },
    { "cores", OPT_CORES, "COUNT", 0,
      "cores of each node, which its tasks that compute share: more of them than cores go slower (default: no "
      "limit)", 1 },
    { "speed-sigma", OPT_SPEED_SIGMA, "X", 0,
      "vary node speeds log-normally; X: standard deviation of the logarithm (default 0)", 1 },
    { "stragglers", OPT_STRAGGLERS, "SHARE,SPEED[,FROM,TO]", 0,
      "slow down a random SHARE of the nodes to SPEED times their speed, for good or between two times", 1 },
    { 0, 0, 0, 0, "The scheduler:", 2 },
    { "preset", OPT_PRESET, "NAME", SW_CLI_SHORT, "the settings of a named system; options override them", 2 },
    { "order", OPT_ORDER, "RULE", SW_CLI_SHORT, "which job goes first when a slot is free (default hfs)", 2 },
    { "delay", OPT_DELAY, "RULE", SW_CLI_SHORT, "when a job may launch away from its data (default none)", 2 },
    { "offers", OPT_OFFERS, "heartbeat|spark-RELEASE[,legacy][,scala-2.12]", 0,
      "who is offered free slots, and when: nodes at their heartbeats (default), or executors in the rounds of a "
      "release of Spark: 2.4, 3.0.3, 4", 2 },
    { "spark-reset", OPT_SPARK_RESET, "launch|refusal", 0,
      "event that restarts the timer of --delay spark: any launch (Spark up to 3.0), or a full offer without refusal "
      "(default, Spark since 3.1)", 2 },
    { "lc-table", OPT_LC_TABLE, "corrected|printed", 0,
      "table by which --order modified-fair moves priorities: with its misprint corrected (default) or as printed", 2 },
    { "balance-long", OPT_BALANCE, "TIME", 0,
      "spread the tasks of jobs whose tasks take TIME or more: a node with more such tasks than the mean does not "
      "count as near their data (ES 3.5.1)", 2 },
    { "width", OPT_WIDTH, "none|slots|nodes", 0,
      "start all tasks of a job at once or none: each takes as many slots of a node as the trace says, or whole nodes "
      "(default none)", 2 },
    { "backfill", OPT_BACKFILL, "RULE", 0,
      "with --width: what goes before a job that does not fit: none (default), skip, easy[:N] or conservative", 2 },
    { "switches", OPT_SWITCHES, "1@TIME[,first]", 0,
      "with --width: a job waits up to TIME for nodes of one rack, from when it is ready or first passed over", 2 },
    { "max-starve", OPT_MAX_STARVE, "TIME[,ITERATION]", 0,
      "with --width: a job that has waited longer than TIME goes next, alone; cycles come each ITERATION (10m), too "
      "(default none)", 2 },
    { "admission", OPT_ADMISSION, "QUEUE=N[,SETTING...][;...]", 0,
      "queues that run N jobs at a time, as databases have: settings run=T[:QUEUE], wait=T, queued=M, short=S, pass=S "
      "(default none)", 2 },
    { "global", OPT_GLOBAL, "POLICY", 0,
      "decide for all nodes at once, instead of --order and --delay (default none)", 2 },
    { "admit", OPT_ADMIT, "RULE", 0, "when a reduce may start and when it may compute (default slots)", 2 },
    { "evict", OPT_EVICT, "RULE", 0,
      "which job's map output is deleted when jobs wait for one another's disk room (default latest)", 2 },
    { "preempt", OPT_PREEMPT, "RULE", 0, "which tasks are killed for a starved pool (default none)", 2 },
    { "preempt-every", OPT_PREEMPT_EVERY, "TIME", 0, "time between checks for starved pools (default 15s)", 2 },
    { "speculate", OPT_SPECULATE, "RULE", 0, "which straggler gets a second attempt (default none)", 2 },
    { "speculate-every", OPT_SPECULATE_EVERY, "TIME", 0, "time between scans for stragglers (default 3s)", 2 },
    { "pools", OPT_POOLS, "FILE", 0, "read weights, minimum and maximum shares and job limits from a pools CSV", 2 },
    { "over-min", OPT_OVER_MIN, "scale|keep", 0,
      "scale minimum shares that exceed the cluster down (default), or keep them", 2 },
    { 0, 0, 0, 0, "The model:", 3 },
    { "replication", OPT_REPLICATION, "COUNT", 0, "replicas of a block (default 3)", 3 },
    { "placement", OPT_PLACEMENT, "WORD", 0,
      "where the replicas of blocks are: uniform (default), hdfs, trace or redraw", 3 },
    { "no-rack-level", OPT_NO_RACK, 0, 0, "treat every task that is not node-local as off-rack", 3 },
    { "penalty", OPT_PENALTY, "rack=X,off=Y", 0,
      "factors on the time of rack-local and of off-rack tasks (default 1)", 3 },
    { "network", OPT_NETWORK, "node=R[,rack=R]", 0,
      "links of R at nodes and racks, shared by reads and shuffle copies; R: 1G (bits a second) or 125MB (bytes) "
      "(default none)", 3 },
    { "block-size", OPT_BLOCK, "SIZE", 0,
      "with --network: size of a block where the trace gives none (default 128M)", 3 },
    { "disk", OPT_DISK, "SIZE", 0,
      "room for map output on each node without disk_bytes in the cluster CSV (default no limit)", 3 },
    { "slowstart", OPT_SLOWSTART, "SHARE", 0,
      "share of a job's maps that finish before its reduces may start (default 0.05)", 3 },
    { "give-back", OPT_GIVE_BACK, "yes|no", 0,
      "jobs whose maps find no slot give reduces back, on clusters with one kind of slot (default no)", 3 },
    { "startup", OPT_STARTUP, "TIME", 0, "start-up time of each attempt (default 0)", 3 },
    { "commit-pending", OPT_COMMIT, "TIME", 0,
      "time for which a finished task still counts as running (default 0)", 3 },
    { "heartbeat", OPT_HEARTBEAT, "TIME", 0,
      "time between the heartbeats of a node; 0: offer slots whenever something changes (default 3s)", 3 },
    { "out-of-band", OPT_OOB, "yes|no", 0, "a node also sends a heartbeat when a task ends (default yes)", 3 },
    { "per-heartbeat", OPT_PER_HEARTBEAT, "COUNT|half|all", 0,
      "most tasks of a kind launched at one heartbeat; half: half of the free slots, and one (default all)", 3 },
    { "off-switch", OPT_OFF_SWITCH, "COUNT|all", 0,
      "a heartbeat ends with so many launches off their data's rack or without preference (default all)", 3 },
    { "load-cap", OPT_LOAD_CAP, "SHARE", 0,
      "limit each node to the cluster's load plus SHARE, times its slots, as Hadoop's load manager does (default: no "
      "limit)", 3 },
    { "revive", OPT_REVIVE, "TIME", 0,
      "with --heartbeat 0: time after which refused slots are offered again (default 1s)", 3 },
    { "failure-rate", OPT_FAILURES, "SHARE", 0, "share of attempts that fail (default 0)", 3 },
    { "max-attempts", OPT_MAX_ATTEMPTS, "COUNT", 0, "number of failures of one task that ends its job (default 4)", 3 },
    { "load", OPT_LOAD, "X", 0, "divide submit gaps and think times by X (default 1)", 3 },
    { "jitter", OPT_JITTER, "TIME", 0, "add a random time, uniform in [0,TIME), to each submit time (default 0)", 3 },
    { 0, 0, 0, 0, "The run:", 4 },
    { "until", OPT_UNTIL, "TIME", 0, "stop at TIME; unfinished jobs are reported as running", 4 },
    { "runs", OPT_RUNS, "COUNT", 0,
      "repeat COUNT times with seeds SEED, SEED+1, ...; rows begin with run and seed", 4 },
    { "jobs", 'j', "COUNT", 0, "with --runs: replay up to COUNT runs at once, a thread each (default 1)", 4 },
    { "alone", OPT_ALONE, "PRESET", OPTION_ARG_OPTIONAL,
      "fill in alone_s and slowdown: run each job once more, alone on the idle cluster, under these options or a "
      "preset", 4 },
    { "sort", OPT_SORT, 0, 0, "sort the trace by submit_s first", 4 },
    { "audit", OPT_AUDIT, "LOG", 0,
      "replay nothing: check LOG, an attempts record made with these options, against every rule it can show", 4 },
    { "validate", OPT_VALIDATE, 0, SW_CLI_SHORT,
      "replay each recorded log under its own cluster, waits and policy, and compare: one row per log", 4 },
    { "as-recorded", OPT_AS_RECORDED, 0, SW_CLI_SHORT,
      "replay a recorded log under its own cluster, waits and policy; other options replace a part of them", 4 },
    { "topology", OPT_TOPOLOGY, "FILE", 0,
      "with --validate or --as-recorded: racks of the nodes, from a Rumen topology or a nodes file", 4 },
    { 0, 0, 0, 0, "Output:", 5 },
    { "emit", OPT_EMIT, "RECORD", SW_CLI_SHORT,
      "record on standard output: jobs (default), attempts, timeline, summary or decisions", 5 },
    { "attempts", OPT_ATTEMPTS, "FILE", 0, "also write one row per attempt to FILE", 5 },
    { "timeline", OPT_TIMELINE, "FILE", 0, "also write one row per pool and time step to FILE", 5 },
    { "decisions", OPT_DECISIONS, "FILE", 0, "also write to FILE why each job was launched or passed over", 5 },
    { "explain", OPT_EXPLAIN, "JOB", 0, "instead of a record, tell in sentences what JOB waited for", 5 },
    { "links", OPT_LINKS, "FILE", 0, "with --network: also write one row per link, with its traffic, to FILE", 5 },
    { "every", OPT_EVERY, "TIME", 0, "time step of the timeline (default 10s)", 5 },
    { "timeline-every", 0, 0, OPTION_ALIAS, 0, 5 },
    { "timing", OPT_TIMING, 0, 0, "fill in sim_tasks_per_s of the summary, which differs from run to run", 5 },
    { 0 }
};

/* Applies an option that overrides the preset. The caller applies --global first, so that an option that does not go
 * with it is refused wherever it stands. */
int options_late(struct config *cfg, int key, const char *arg, struct sw_err *err)
{
    struct sw_replay_options *opt = &cfg->opt;
    switch (key) {
    case OPT_ORDER: return sw_replay_rule(opt, SW_RULE_ORDER, arg, err);
    case OPT_DELAY: return sw_replay_rule(opt, SW_RULE_DELAY, arg, err);
    case OPT_OFFERS: return values_offers(arg, opt, err);
    case OPT_ADMIT: return sw_replay_rule(opt, SW_RULE_ADMIT, arg, err);
    case OPT_EVICT: return sw_evict_find(arg, &opt->evict, err);
    case OPT_DISK: return sw_opt_size("--disk", arg, &opt->disk_bytes, err);
    case OPT_BALANCE: return values_balance(arg, opt, err);
    case OPT_GLOBAL: return values_global(opt, arg, err);
    case OPT_PREEMPT: return sw_replay_rule(opt, SW_RULE_PREEMPT, arg, err);
    case OPT_PREEMPT_EVERY: return values_step("--preempt-every", arg, &opt->preempt_every_us, err);
    case OPT_SPECULATE: return sw_replay_rule(opt, SW_RULE_SPECULATE, arg, err);
    case OPT_SPECULATE_EVERY: return values_step("--speculate-every", arg, &opt->speculate_every_us, err);
    case OPT_FAILURES: return values_share("failure-rate", arg, &opt->failure_rate, err);
    case OPT_MAX_ATTEMPTS: return values_count("max-attempts", arg, &opt->max_attempts, err);
    case OPT_REPLICATION: return values_count("replication", arg, &opt->replication, err);
    case OPT_PLACEMENT: return values_placement(arg, opt, err);
    case OPT_NO_RACK: opt->no_rack_level = true; return SW_OK;
    case OPT_PENALTY: return values_penalty(arg, opt, err);
    case OPT_NETWORK: return sw_network_parse(arg, &opt->network, err);
    case OPT_BLOCK: return values_block_size(arg, opt, err);
    case OPT_SLOWSTART: return values_slowstart(arg, opt, err);
    case OPT_STARTUP: return sw_opt_duration("--startup", arg, &opt->startup_us, err);
    case OPT_COMMIT: return sw_opt_duration("--commit-pending", arg, &opt->commit_pending_us, err);
    case OPT_HEARTBEAT: return sw_opt_duration("--heartbeat", arg, &opt->heartbeat_us, err);
    case OPT_OOB: return sw_opt_yesno("--out-of-band", arg, &opt->out_of_band, err);
    case OPT_PER_HEARTBEAT: return values_per_heartbeat(arg, opt, err);
    case OPT_GIVE_BACK: return sw_opt_yesno("--give-back", arg, &opt->gives_back, err);
    case OPT_OFF_SWITCH: return values_off_switch(arg, opt, err);
    case OPT_WIDTH: return values_width(arg, opt, err);
    case OPT_BACKFILL: return sw_backfill_find(arg, &opt->gang, err);
    case OPT_SWITCHES: return sw_switches_find(arg, &opt->gang, err);
    case OPT_MAX_STARVE: return sw_starve_find(arg, &opt->gang, err);
    case OPT_ADMISSION: return sw_admission_parse(arg, &opt->admission, err);
    case OPT_CORES: return sw_opt_count("--cores", arg, 1, 1000000, &opt->cores, err);
    case OPT_LOAD_CAP: return values_load_cap(arg, opt, err);
    case OPT_REVIVE: return values_step("--revive", arg, &opt->revive_us, err);
    case OPT_LOAD: return values_real("load", arg, &opt->load, err);
    case OPT_JITTER: return sw_opt_duration("--jitter", arg, &opt->jitter_us, err);
    default: return sw_opt_duration("--until", arg, &opt->until_us, err);
    }
}

static int keep_for_later(struct config *cfg, int key, const char *arg, struct sw_err *err)
{
    struct config trial = *cfg; /* a mistake is reported at once, before other errors */
    if (cfg->n_late == sizeof cfg->late / sizeof *cfg->late)
        return sw_err_usage(err, "too many options");
    cfg->placement_given |= key == OPT_PLACEMENT;
    cfg->late[cfg->n_late].key = key;
    cfg->late[cfg->n_late++].arg = arg;
    return options_late(&trial, key, arg, err);
}

static int word_option(struct config *cfg, int key, const char *arg, struct sw_err *err)
{
    const struct sw_preset *preset;
    size_t i;
    switch (key) {
    case OPT_PRESET: cfg->preset = arg; return sw_preset_find("--preset", arg, &preset, err);
    case OPT_ALONE:
        cfg->alone = true;
        cfg->alone_preset = arg;
        return arg ? sw_preset_find("--alone", arg, &preset, err) : SW_OK;
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
        return values_step("--every", arg, &cfg->opt.every_us, err);
    default: return keep_for_later(cfg, key, arg, err);
    }
}

int options_read(struct sw_cli *cli, int key, const char *arg, struct sw_err *err)
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
    case OPT_AS_RECORDED: cfg->as_recorded = true; return SW_OK;
    case OPT_TOPOLOGY: cfg->topology_file = arg; return SW_OK;
    case OPT_NODES: return sw_opt_count("--nodes", arg, 1, 10000000, &cfg->nodes, err);
    case OPT_RACKS: return sw_opt_count("--racks", arg, 1, 10000000, &cfg->racks, err);
    case OPT_MAP_SLOTS:
        cfg->kinds_given = true;
        return sw_opt_count("--map-slots", arg, 0, 65535, &cfg->map_slots, err);
    case OPT_REDUCE_SLOTS:
        cfg->kinds_given = true;
        return sw_opt_count("--reduce-slots", arg, 0, 65535, &cfg->reduce_slots, err);
    case OPT_SLOTS: cfg->slots_given = true; return sw_opt_count("--slots", arg, 0, 65535, &cfg->slots, err);
    case OPT_SPEED_SIGMA: cfg->varies = true; return sw_opt_real("--speed-sigma", arg, 0, 10, &cfg->vary.sigma, err);
    case OPT_STRAGGLERS: cfg->varies = true; return values_stragglers(arg, &cfg->vary, err);
    case OPT_RUNS: return sw_opt_count("--runs", arg, 1, 1000000000, &cfg->runs, err);
    case 'j': return sw_opt_count("--jobs", arg, 1, 4096, &cfg->jobs, err);
    default: return word_option(cfg, key, arg, err);
    }
}

bool options_given(const struct config *cfg, int key)
{
    for (size_t i = 0; i < cfg->n_late; i++)
        if (cfg->late[i].key == key)
            return true;
    return false;
}
