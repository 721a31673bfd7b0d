/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c - naive-replay: slot-replay's options for the second, naive scheduler. */
#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

enum { O_CLUSTER = 1000, O_NODES, O_RACKS, O_MAP_SLOTS, O_REDUCE_SLOTS, O_SLOTS, O_ORDER, O_DELAY, O_POOLS,
       O_REPLICATION,
       O_PLACEMENT, O_NO_RACK, O_PENALTY, O_SLOWSTART, O_STARTUP, O_HEARTBEAT, O_DRIFT, O_OUT_OF_BAND, O_PER_HEARTBEAT,
       O_REVIVE, O_COMMIT, O_UNTIL, O_LOAD, O_JITTER, O_ATTEMPTS, O_OVER_MIN, O_PREEMPT,
       O_PREEMPT_EVERY, O_ADMIT,
       O_SPECULATE, O_SPECULATE_EVERY, O_LOAD_CAP, O_CORES, O_HOST_CORES, O_FAILURE_RATE, O_MAX_ATTEMPTS,
       O_SPEED_SIGMA, O_STRAGGLERS, O_BALANCE_LONG, O_LC_TABLE, O_DISK, O_EVICT, O_OFFERS, O_OFF_SWITCH, O_GIVE_BACK,
       O_WIDTH, O_BACKFILL, O_SWITCHES, O_MAX_STARVE, O_ADMISSION, O_UPDATE, O_CONTINUOUS, O_RESERVABLE, O_AM_HEARTBEAT,
       O_AM_CONTAINER, O_AM_SHARE, O_PARTITIONS, O_QOS, O_GLOBAL, O_FOLLOW, O_NETWORK, O_BLOCK, O_LINKS, O_NODE_CPUS,
       O_NODE_MEMORY, O_SIZE_WEIGHT, O_SEED };

static const struct argp_option option_table[] = {
    { "cluster", O_CLUSTER, "FILE", 0, "nodes" },
    { "nodes", O_NODES, "N", 0, "so many nodes" },
    { "racks", O_RACKS, "K", 0, "in so many racks" },
    { "map-slots", O_MAP_SLOTS, "N", 0, "map slots a node" },
    { "reduce-slots", O_REDUCE_SLOTS, "N", 0, "reduce slots a node" },
    { "slots-per-node", O_SLOTS, "N", 0, "slots a node, of one kind" },
    { "order", O_ORDER, "RULE", 0,
        "fifo, fair, hfs, hfs:lack, hfs:yarn, sjf, srtf, cput, fair-gap, deficit, mlq, capacity, quota, drf, "
        "modified-fair, "
        "hod:n[,per-rack][,job|pool], offers:interval,filter, negotiate:interval,..., usage:half-life,..." },
    { "lc-table", O_LC_TABLE, "corrected|printed", 0, "O29" },
    { "delay", O_DELAY, "RULE", 0,
        "none, skips:D1,D2, yarn:F1,F2, yarn-time:T1,T2, capacity:N[,A[,rack|node]], "
        "wait:W1,W2[,asking|shipped|all|clock], spark:P,N,R, adaptive:T" },
    { "offers", O_OFFERS, "heartbeat|hadoop-1|spark-RELEASE", 0, "who is offered slots, and when: E1, R1" },
    { "update", O_UPDATE, "TIME", 0, "between updates of Hadoop's Fair Scheduler: E7" },
    { "pools", O_POOLS, "FILE", 0, "pools" },
    { "partitions", O_PARTITIONS, "FILE", 0, "partitions, G13" },
    { "qos", O_QOS, "FILE", 0, "qualities of service, G12" },
    { "over-min", O_OVER_MIN, "scale|keep", 0, "minimum shares that do not fit, O8" },
    { "replication", O_REPLICATION, "R", 0, "replicas of a block" },
    { "placement", O_PLACEMENT, "RULE", 0, "uniform, hdfs, trace, redraw" },
    { "no-rack-level", O_NO_RACK, NULL, 0, "what is not node-local is off-rack" },
    { "penalty", O_PENALTY, "rack=X,any=Y", 0, "factors of the task time" },
    { "slowstart", O_SLOWSTART, "F", 0, "share of maps done before reduces launch" },
    { "startup", O_STARTUP, "TIME", 0, "start-up of a task" },
    { "heartbeat", O_HEARTBEAT, "TIME", 0, "interval of a node's heartbeats" },
    { "drift", O_DRIFT, "TIME", 0, "how far heartbeats wander: H1.1" },
    { "out-of-band", O_OUT_OF_BAND, "yes|no", 0, "a heartbeat at the end of an attempt" },
    { "per-heartbeat", O_PER_HEARTBEAT, "N|all|half|one", 0, "tasks of a kind in a heartbeat" },
    { "off-switch", O_OFF_SWITCH, "N|all", 0, "off-switch launches that end a heartbeat, Y4" },
    { "continuous", O_CONTINUOUS, "TIME", 0, "between rounds of offers beside the heartbeats, Y15" },
    { "reservable", O_RESERVABLE, "SHARE", 0, "of the nodes, by a job away from its data, Y16" },
    { "am-container", O_AM_CONTAINER, "TIME", 0, "from the launch of an application master to the first task, Y19" },
    { "am-share", O_AM_SHARE, "SHARE", 0, "of a pool, for application masters, Y20" },
    { "am-heartbeat", O_AM_HEARTBEAT, "TIME", 0, "between heartbeats of application masters, Y17" },
    { "give-back", O_GIVE_BACK, "yes|no", 0, "jobs whose maps starve give reduces back, Y9" },
    { "cores", O_CORES, "C", 0, "B21" },
    { "host-cores", O_HOST_CORES, "H", 0, "B21.4" },
    { "load-cap", O_LOAD_CAP, "X", 0, "H8" },
    { "revive", O_REVIVE, "TIME", 0, "H7" },
    { "commit-pending", O_COMMIT, "TIME", 0, "L7" },
    { "until", O_UNTIL, "TIME", 0, "nothing after it happens" },
    { "load", O_LOAD, "X", 0, "divides submit and think times" },
    { "jitter", O_JITTER, "TIME", 0, "spreads submit times" },
    { "preempt", O_PREEMPT, "RULE", 0, "none, kill:Tmin,Tfair[,half|tr], suspend: the same; partition_prio, qos: G14" },
    { "preempt-every", O_PREEMPT_EVERY, "TIME", 0, "time between looks for starved pools" },
    { "admit", O_ADMIT, "RULE", 0, "slots, cpac:R,C[,cap]" },
    { "speculate", O_SPECULATE, "RULE", 0, "none, hadoop:gap,lag, late:cap,slownode,slowtask,lag" },
    { "size-based-weight", O_SIZE_WEIGHT, NULL, 0, "O5.1" },
    { "node-cpus", O_NODE_CPUS, "N", 0, "CPUs of each node of which the cluster does not say it" },
    { "node-memory", O_NODE_MEMORY, "SIZE", 0, "memory likewise" },
    { "disk", O_DISK, "SIZE", 0, "room for map output of each node of which the cluster does not say it" },
    { "evict", O_EVICT, "RULE", 0, "latest, least-progress, most-space, none" },
    { "speculate-every", O_SPECULATE_EVERY, "TIME", 0, "time between looks for stragglers" },
    { "failure-rate", O_FAILURE_RATE, "SHARE", 0, "share of attempts that fail" },
    { "max-attempts", O_MAX_ATTEMPTS, "N", 0, "failures of a task that end its job" },
    { "speed-sigma", O_SPEED_SIGMA, "X", 0, "spread of the nodes' speeds, B12" },
    { "stragglers", O_STRAGGLERS, "SHARE,SPEED[,FROM,TO]", 0, "nodes that are slow for a while, B13" },
    { "balance-long", O_BALANCE_LONG, "TIME", 0, "D13" },
    { "width", O_WIDTH, "none|slots|nodes", 0, "jobs as gangs, G1" },
    { "backfill", O_BACKFILL, "RULE", 0, "none, skip, easy[:N], conservative, slurm[:N]: G4" },
    { "admission", O_ADMISSION, "QUEUE=N,...;...", 0, "queues of so many jobs, V1" },
    { "switches", O_SWITCHES, "N@TIME[,first]", 0, "the wait for N racks, G8" },
    { "max-starve", O_MAX_STARVE, "TIME[,ITERATION]", 0, "a job that has waited longer goes alone, G11" },
    { "global", O_GLOBAL, "POLICY", 0, "quincy[:WORD,...]: one decision for all nodes, Q1" },
    { "follow", O_FOLLOW, "FILE", 0, "with --global: a log of attempts, whose launches are made, Q5" },
    { "network", O_NETWORK, "node=RATE[,rack=RATE]", 0, "links that reads and shuffles share, N1" },
    { "block-size", O_BLOCK, "SIZE", 0, "with --network: of what is read, N5.1" },
    { "links", O_LINKS, "FILE", 0, "with --network: what each link carried, N9" },
    { "attempts", O_ATTEMPTS, "FILE", 0, "attempts are written here" },
    { "seed", O_SEED, "N", 0, "of all that is drawn" },
    { 0 } };

static int set_order(struct options *o, const char *arg, struct sw_err *err)
{
    static const struct order_rule *const rules[] = { &order_fifo, &order_fair, &order_hfs, &order_hfs_lack,
                                                      &order_hfs_yarn, &order_sjf, &order_srtf, &order_fair_gap,
                                                      &order_quota, &order_drf, &order_capacity, &order_modified_fair,
                                                      &order_cput };
    if (!strncmp(arg, "hod", 3)) return set_hod(o, arg, err);
    if (!strncmp(arg, "modified-fair:", 14)) { /* O25.6 */
        o->order = &order_modified_fair;
        o->no_classes = !strstr(arg + 14, "classes");
        o->no_alloc = !strstr(arg + 14, "alloc");
        o->no_sort = !strstr(arg + 14, "sort");
        o->no_priority = !strstr(arg + 14, "priority");
        return SW_OK;
    }
    for (int i = 0; i < (int)(sizeof rules / sizeof *rules); i++)
        if (!strcmp(arg, rules[i]->name)) {
            o->order = rules[i];
            return SW_OK;
        }
    if (!strncmp(arg, "multifactor", 11)) return set_multifactor_order(o, arg[11] ? arg + 12 : "", err);
    if (!strncmp(arg, "quota-usage:", 12)) return set_quota_usage_order(o, arg, err);
    if (!strncmp(arg, "usage:", 6)) return set_usage_order(o, arg, err);
    if (!strncmp(arg, "windows:", 8)) return set_windows_order(o, arg, err);
    if (!strncmp(arg, "negotiate", 9)) return set_negotiate_order(o, arg, err);
    if (!strncmp(arg, "offers", 6)) return set_offers_order(o, arg, err);
    if (!strncmp(arg, "mlq:", 4)) return set_mlq_order(o, arg + 4, err);
    return set_deficit_order(o, arg, err);
}

/* D3: "D2 missing: anywhere at D1". */
static int set_skips(struct options *o, const struct spec *spec, struct sw_err *err)
{
    uint64_t d1, d2 = 0;
    o->delay = &delay_skips;
    if (spec->n < 1 || spec->n > 2) return sw_err_usage(err, "--delay: skips takes D1,D2");
    if (sw_opt_count("--delay", spec->param[0], 0, INT32_MAX, &d1, err)) return SW_FAIL;
    if (spec->n > 1 && sw_opt_count("--delay", spec->param[1], 0, INT32_MAX, &d2, err)) return SW_FAIL;
    o->d1 = (int64_t)d1;
    o->d2 = (int64_t)d2;
    return SW_OK;
}

/* D4: "W2 missing: equal to W1"; D5: asking is the default. */
static int set_wait(struct options *o, const struct spec *spec, struct sw_err *err)
{
    static const char *const words[] = { "asking", "shipped", "all", "clock", NULL };
    size_t word = ASKING;
    o->delay = &delay_wait;
    if (spec->n < 1 || spec->n > 3) return sw_err_usage(err, "--delay: wait takes W1,W2,accounting");
    if (sw_opt_duration("--delay", spec->param[0], &o->w1_us, err)) return SW_FAIL;
    o->w2_us = o->w1_us;
    if (spec->n > 1 && sw_opt_duration("--delay", spec->param[1], &o->w2_us, err)) return SW_FAIL;
    if (spec->n > 2 && sw_opt_word("--delay", spec->param[2], words, &word, err)) return SW_FAIL;
    o->accounting = (enum accounting)word;
    return SW_OK;
}

/* The rule of CONTRIBUTING.md that sees the job: few:K,W1,W2,accounting. */
static int set_few(struct options *o, struct spec *spec, struct sw_err *err)
{
    uint64_t few;
    if (spec->n < 2) return sw_err_usage(err, "--delay: few takes K,W1,W2,accounting");
    if (sw_opt_count("--delay", spec->param[0], 0, INT32_MAX, &few, err)) return SW_FAIL;
    o->few = (int64_t)few;
    spec->param++, spec->n--;
    int status = set_wait(o, spec, err);
    spec->param--, spec->n++;
    return status;
}

/* R14 */
static int set_spark(struct options *o, const struct spec *spec, struct sw_err *err)
{
    o->delay = &delay_spark;
    if (spec->n != 3) return sw_err_usage(err, "--delay: spark takes P,N,R");
    if (sw_opt_duration("--delay", spec->param[0], &o->p_us, err)) return SW_FAIL;
    if (sw_opt_duration("--delay", spec->param[1], &o->n_us, err)) return SW_FAIL;
    return sw_opt_duration("--delay", spec->param[2], &o->r_us, err);
}

static int set_delay(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    int status;
    if (spec_read("--delay", arg, &spec, err)) return SW_FAIL;
    if (!strcmp(spec.name, "skips")) status = set_skips(o, &spec, err);
    else if (!strcmp(spec.name, "wait")) status = set_wait(o, &spec, err);
    else if (!strcmp(spec.name, "few")) status = set_few(o, &spec, err);
    else if (!strcmp(spec.name, "yarn")) status = set_yarn(o, &spec, err);
    else if (!strcmp(spec.name, "yarn-time")) status = set_yarn_time(o, &spec, err);
    else if (!strcmp(spec.name, "capacity")) status = set_capacity_delay(o, &spec, err);
    else if (!strcmp(spec.name, "spark")) status = set_spark(o, &spec, err);
    else if (!strcmp(spec.name, "adaptive")) status = set_adaptive(o, &spec, err);
    else if (!strcmp(spec.name, "none")) o->delay = &delay_none, status = SW_OK;
    else status = sw_err_usage(err, "--delay: unknown: '%s'", arg);
    spec_clear(&spec);
    return status;
}

static int set_penalty(struct options *o, const char *arg, struct sw_err *err)
{
    char *copy = naive_copy(arg, strlen(arg)), *save = NULL;
    int status = SW_OK;
    for (char *at = strtok_r(copy, ",", &save); at && status == SW_OK; at = strtok_r(NULL, ",", &save)) {
        char *value = strchr(at, '=');
        if (value) *value++ = 0;
        if (!value || (strcmp(at, "rack") && strcmp(at, "any")))
            status = sw_err_usage(err, "--penalty: not rack=X,any=Y: '%s'", arg);
        else status = sw_opt_real("--penalty", value, 0, 1e9, &o->penalty[*at == 'r' ? SW_AT_RACK : SW_AT_ANY], err);
    }
    free(copy);
    return status;
}

static int set_timeout(const char *arg, int64_t *us, struct sw_err *err)
{
    *us = NEVER;
    return strcmp(arg, "never") ? sw_opt_duration("--preempt", arg, us, err) : SW_OK;
}

/* K1, K2 */
static int set_preempt(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    if (spec_read("--preempt", arg, &spec, err)) return SW_FAIL;
    o->suspends = !strcmp(spec.name, "suspend");
    o->kills = o->suspends || !strcmp(spec.name, "kill");
    o->tr = spec.n == 3 && !strcmp(spec.param[2], "tr");
    bool half = spec.n == 3 && !strcmp(spec.param[2], "half");
    o->yarn_kills = !strcmp(spec.name, "yarn");
    if (o->yarn_kills && set_preempt_yarn(o, &spec, err)) return SW_FAIL;
    o->capacity_kills = !strcmp(spec.name, "capacity");
    if (o->capacity_kills && set_preempt_capacity(o, &spec, err)) return SW_FAIL;
    if (set_preempt_gangs(o, &spec, err)) return SW_FAIL;
    if (!o->kills && !o->yarn_kills && !o->capacity_kills && !o->gang_kills.by && strcmp(arg, "none"))
        return sw_err_usage(err, "--preempt: unknown: '%s'", arg);
    if (o->kills && spec.n != (o->tr || half ? 3 : 2))
        return sw_err_usage(err, "--preempt: kill takes Tmin,Tfair[,half|tr]");
    for (int i = 0; i < 2 && (o->kills || o->yarn_kills); i++)
        if (set_timeout(spec.param[i], &o->timeout_us[i], err)) return SW_FAIL;
    spec_clear(&spec);
    return SW_OK;
}

/* A1 */
static int set_admit(struct options *o, const char *arg, struct sw_err *err)
{
    int64_t *const to[] = { &o->max_reducers, &o->max_computing, &o->cap };
    struct spec spec;
    if (spec_read("--admit", arg, &spec, err)) return SW_FAIL;
    o->cpac = !strcmp(spec.name, "cpac");
    o->cap = NO_LIMIT;
    if (!o->cpac && strcmp(arg, "slots")) return sw_err_usage(err, "--admit: unknown: '%s'", arg);
    if (o->cpac && (spec.n < 2 || spec.n > 3)) return sw_err_usage(err, "--admit: cpac takes R,C[,cap]");
    for (size_t i = 0; i < spec.n && o->cpac; i++) {
        uint64_t n;
        if (sw_opt_count("--admit", spec.param[i], 1, INT32_MAX, &n, err)) return SW_FAIL;
        *to[i] = (int64_t)n;
    }
    spec_clear(&spec);
    return SW_OK;
}

static int set_placement(struct options *o, const char *arg, struct sw_err *err)
{
    static const char *const words[] = { "uniform", "hdfs", "trace", "redraw", NULL };
    size_t word;
    if (sw_opt_word("--placement", arg, words, &word, err)) return SW_FAIL;
    o->placement = (enum placement)word;
    o->placement_given = true;
    return SW_OK;
}

static int set_over_min(struct options *o, const char *arg, struct sw_err *err)
{
    static const char *const words[] = { "scale", "keep", NULL };
    size_t word;
    if (sw_opt_word("--over-min", arg, words, &word, err)) return SW_FAIL;
    o->keep_minimums = word == 1;
    return SW_OK;
}

static int set_slowstart(struct options *o, const char *arg, struct sw_err *err)
{
    double f;
    if (sw_opt_fraction("--slowstart", arg, 0, 1, &f, err)) return SW_FAIL;
    o->slowstart = naive_round(f * 1e6); /* L5 */
    return SW_OK;
}

static int set_max_attempts(struct options *o, const char *arg, struct sw_err *err)
{
    uint64_t n;
    if (sw_opt_count("--max-attempts", arg, 1, INT32_MAX, &n, err)) return SW_FAIL;
    o->max_attempts = (int64_t)n;
    return SW_OK;
}

static int set_option(struct options *o, int key, const char *arg, struct sw_err *err)
{
    switch (key) {
    case O_CLUSTER: o->cluster = arg; return SW_OK;
    case O_POOLS: o->pools = arg; return SW_OK;
    case O_PARTITIONS: o->partitions = arg; return SW_OK;
    case O_QOS: o->qos = arg; return SW_OK;
    case O_ATTEMPTS: o->attempts = arg; return SW_OK;
    case O_NO_RACK: o->no_rack_level = true; return SW_OK;
    case O_NODES: return sw_opt_count("--nodes", arg, 1, INT32_MAX, &o->nodes, err);
    case O_RACKS: return sw_opt_count("--racks", arg, 1, INT32_MAX, &o->racks, err);
    case O_MAP_SLOTS: o->map_slots_given = true;
        return sw_opt_count("--map-slots", arg, 0, INT32_MAX, &o->map_slots, err);
    case O_REDUCE_SLOTS: o->map_slots_given = true;
        return sw_opt_count("--reduce-slots", arg, 0, INT32_MAX, &o->reduce_slots, err);
    case O_SLOTS: o->slots_given = true; return sw_opt_count("--slots-per-node", arg, 0, INT32_MAX, &o->slots, err);
    case O_ORDER: return set_order(o, arg, err);
    case O_DELAY: return set_delay(o, arg, err);
    case O_PREEMPT: return set_preempt(o, arg, err);
    case O_PREEMPT_EVERY: return sw_opt_duration("--preempt-every", arg, &o->preempt_every_us, err);
    case O_ADMIT: return set_admit(o, arg, err);
    case O_SPECULATE: return set_speculate(o, arg, err);
    case O_SIZE_WEIGHT: o->size_weight = true; return 0;
    case O_NODE_CPUS: return sw_opt_count("--node-cpus", arg, 0, INT64_MAX, (uint64_t *)&o->node_size[0], err);
    case O_NODE_MEMORY: return sw_opt_count("--node-memory", arg, 0, INT64_MAX, (uint64_t *)&o->node_size[1], err);
    case O_DISK: return sw_opt_count("--disk", arg, 0, INT64_MAX, (uint64_t *)&o->disk, err);
    case O_EVICT: return set_evict(o, arg, err);
    case O_SPECULATE_EVERY: return sw_opt_duration("--speculate-every", arg, &o->speculate_every_us, err);
    case O_FAILURE_RATE: return sw_opt_fraction("--failure-rate", arg, 0, 1, &o->failure_rate, err);
    case O_MAX_ATTEMPTS: return set_max_attempts(o, arg, err);
    case O_SPEED_SIGMA: return sw_opt_real("--speed-sigma", arg, 0, 10, &o->speed_sigma, err);
    case O_STRAGGLERS: return set_stragglers(o, arg, err);
    case O_BALANCE_LONG: return sw_opt_duration("--balance-long", arg, &o->long_us, err);
    case O_LC_TABLE: return set_lc_table(o, arg, err);
    case O_OFFERS: return set_offers(o, arg, err);
    case O_UPDATE: return set_update(o, arg, err);
    case O_GLOBAL: return set_global(o, arg, err);
    case O_FOLLOW: o->follow = arg; return SW_OK;
    case O_LINKS: o->links = arg; return SW_OK;
    case O_NETWORK: return set_network(o, arg, err);
    case O_BLOCK: return sw_opt_size("--block-size", arg, (uint64_t *)&o->block_bytes, err);
    case O_REPLICATION: return sw_opt_count("--replication", arg, 0, INT32_MAX, &o->replication, err);
    case O_PLACEMENT: return set_placement(o, arg, err);
    case O_OVER_MIN: return set_over_min(o, arg, err);
    case O_PENALTY: return set_penalty(o, arg, err);
    case O_SLOWSTART: return set_slowstart(o, arg, err);
    case O_STARTUP: return sw_opt_duration("--startup", arg, &o->startup_us, err);
    case O_HEARTBEAT: return sw_opt_duration("--heartbeat", arg, &o->heartbeat_us, err);
    case O_DRIFT: return sw_opt_duration("--drift", arg, &o->drift_us, err);
    case O_OUT_OF_BAND: return sw_opt_yesno("--out-of-band", arg, &o->out_of_band, err);
    case O_PER_HEARTBEAT: return set_per_heartbeat(o, arg, err);
    case O_WIDTH: return set_width(o, arg, err);
    case O_BACKFILL: return set_backfill(o, arg, err);
    case O_ADMISSION: return set_admission(o, arg, err);
    case O_SWITCHES: return set_switches(o, arg, err);
    case O_MAX_STARVE: return set_max_starve(o, arg, err);
    case O_OFF_SWITCH: return set_off_switch(o, arg, err);
    case O_CONTINUOUS: return set_continuous(o, arg, err);
    case O_RESERVABLE: return set_reservable(o, arg, err);
    case O_AM_CONTAINER: return sw_opt_duration("--am-container", arg, &o->am_container_us, err);
    case O_AM_SHARE: return set_am_share(o, arg, err);
    case O_AM_HEARTBEAT: return sw_opt_duration("--am-heartbeat", arg, &o->am_us, err);
    case O_GIVE_BACK: return sw_opt_yesno("--give-back", arg, &o->gives_back, err);
    case O_CORES: return sw_opt_count("--cores", arg, 1, MILLION, &o->cores, err);
    case O_HOST_CORES: return sw_opt_count("--host-cores", arg, 1, MILLION, &o->host_cores, err);
    case O_LOAD_CAP: return set_load_cap(o, arg, err);
    case O_REVIVE: return sw_opt_duration("--revive", arg, &o->revive_us, err);
    case O_COMMIT: return sw_opt_duration("--commit-pending", arg, &o->commit_us, err);
    case O_UNTIL: return sw_opt_duration("--until", arg, &o->until_us, err);
    case O_SEED: return sw_opt_count("--seed", arg, 0, UINT64_MAX, &o->seed, err);
    case O_LOAD: return sw_opt_real("--load", arg, 1e-9, 1e9, &o->load, err);
    case O_JITTER: return sw_opt_duration("--jitter", arg, &o->jitter_us, err);
    }
    return sw_err_usage(err, "unknown option");
}

static error_t take_argument(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    struct sw_err err = { 0 };
    char text[sizeof err.text];
    if (key == ARGP_KEY_ARG)
        o->trace = arg;
    else if (key < O_CLUSTER || key > O_SEED)
        return ARGP_ERR_UNKNOWN;
    else if (set_option(o, key, arg, &err))
        argp_error(state, "%s", sw_err_for_command_line(&err, text, sizeof text));
    return 0;
}

static const struct argp command_line = { option_table, take_argument, "[TRACE]",
    "replay a trace through the naive scheduler\v"
    "Examples:\n"
    "  naive-replay --nodes 4 --racks 2 --map-slots 2 --reduce-slots 1 jobs.csv\n"
    "  naive-replay --cluster cluster.csv --order fair --delay wait:5s,5s jobs.csv\n"
    "  naive-replay --nodes 4 --slots-per-node 2 --attempts attempts.csv tasks.csv\n" };
static const struct sw_tool tool = { .name = "naive-replay", .summary = "what argp does not do" };

/* INTERFACES 3, slot-replay, "without a preset". */
static const struct options defaults = {
    .trace = "-", .seed = 1,
    .racks = 1, .order = &order_hfs, .delay = &delay_none, .placement = UNIFORM, .replication = 3, .out_of_band = true,
    .penalty = { 1, 1, 1, 1, 1 }, .slowstart = 50000, .heartbeat_us = 3 * SW_US_PER_S, .revive_us = SW_US_PER_S,
    .preempt_every_us = 15 * SW_US_PER_S, .speculate_every_us = 3 * SW_US_PER_S, .max_attempts = 4, .long_us = UNSET,
    .until_us = NEVER, .disk = NO_LIMIT, .node_size = { NO_LIMIT, NO_LIMIT }, .block_bytes = 128 << 20,
    .reservations = UNSET, .reservable = UNSET, .am_share = UNSET, .starve_us = UNSET,
    .per_heartbeat = NO_LIMIT, .off_switch = NO_LIMIT, .load_cap = UNSET, .load = 1,
    .adaptive_us = 3 * SW_US_PER_S, .interval_us = SW_US_PER_S / 2, .boost = 3 * MILLION, .age_us = 300 * SW_US_PER_S,
    .job_cap = NO_LIMIT, .few = NO_LIMIT };

/* R1 */
static int check_offers(struct options *o, struct sw_err *err)
{
    bool others = o->heartbeat_us != defaults.heartbeat_us && o->heartbeat_us != 0;
    if (o->offers == BY_HEARTBEAT && o->delay == &delay_spark && set_offers(o, "spark-3", err)) return SW_FAIL;
    if (o->offers == BY_HEARTBEAT) return SW_OK;
    if (o->delay != &delay_spark || (o->order != &order_fifo && o->order != &order_hfs))
        return sw_err_usage(err, "--offers: takes --delay spark, and --order fifo or hfs");
    others |= o->kills || o->cpac || o->speculate || o->commit_us || o->placement == REDRAW;
    others |= o->load_cap != UNSET || o->long_us != UNSET || o->disk != NO_LIMIT || o->per_heartbeat != NO_LIMIT;
    o->heartbeat_us = 0;
    return others ? sw_err_usage(err, "--offers: another option does not go with it") : SW_OK;
}

int main(int argc, char **argv)
{
    struct sw_err err = { 0 };
    struct sw_cli cli;
    struct run r = { .o = defaults };
    argp_err_exit_status = SW_EXIT_USAGE;
    argp_parse(&command_line, argc, argv, 0, NULL, &r.o);
    sw_cli_start(&cli, &tool, NULL, 1, argv);
    if (!r.o.cluster && !r.o.nodes)
        return sw_cli_finish(&cli, sw_err_usage(&err, "--cluster: or --nodes is needed"), &err);
    if (check_offers(&r.o, &err)) return sw_cli_finish(&cli, SW_FAIL, &err);
    if (check_offers_order(&r.o, &err) || check_negotiate_order(&r.o, &err))
        return sw_cli_finish(&cli, SW_FAIL, &err);
    if (check_admission(&r.o, &err)) return sw_cli_finish(&cli, SW_FAIL, &err);
    if (check_hadoop(&r.o, &err)) return sw_cli_finish(&cli, SW_FAIL, &err);
    if (check_gangs(&r.o, &err)) return sw_cli_finish(&cli, SW_FAIL, &err);
    if (r.o.delay == &delay_capacity && r.o.placement == REDRAW) /* Y2 */
        return sw_cli_finish(&cli, sw_err_usage(&err, "--delay: capacity does not go with redraw"), &err);
    if (r.o.gives_back && r.o.order == &order_hod) /* Y9 */
        return sw_cli_finish(&cli, sw_err_usage(&err, "--give-back: does not go with hod"), &err);
    cluster_read(&r);
    if (check_preempt_yarn(&r.o, &r, &err) || check_continuous(&r.o, &r, &err)
        || check_reservable(&r.o, &r, &err) || check_masters(&r.o, &r, &err))
        return sw_cli_finish(&cli, SW_FAIL, &err);
    pools_read(&r);
    multifactor_read(&r);
    jobs_read(&r);
    global_read_log(&r);
    clock_run(&r);
    output_write(&r);
    run_free(&r);
    return sw_cli_finish(&cli, SW_OK, &err);
}
