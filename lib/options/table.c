/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c - each option of a replay, in the order of --print-options. An option is its member and its row. Members
 * that several options share have a row for each. */
#include "lib/base/million.h"
#include "lib/options/special.h"
#include <string.h>

/* Short words for what rows say often. RULE and OWN name the functions of special.c. */
#define AT(member) OPTION_AT(struct sw_options, member)
#define RULE(which) OPTION_RULE, AT(rule_text[which]), .rule = (which), .parse = special_rule
#define OWN(which) .parse = special_##which, .put = special_put_##which
#define CHECK(turn, what) .check = { { turn, together_##what } }
#define ROUNDS OPTION_NOT_IN_ROUNDS
#define CYCLES OPTION_NOT_IN_CYCLES
#define WIDTH OPTION_NOT_WITH_WIDTH
#define QUEUES OPTION_NOT_WITH_QUEUES
#define HADOOP OPTION_NOT_IN_HADOOP
#define DECIDE OPTION_NOT_WITH_DECIDE
#define SUSPEND OPTION_NOT_WITH_SUSPEND
#define MASTERS OPTION_NOT_WITH_MASTERS

const char *const options_table_placements[] = { "uniform", "hdfs", "trace", "redraw", NULL };
static const char *const lc_table_words[] = { "corrected", "printed", NULL };
static const char *const over_min_words[] = { "scale", "keep", NULL };

/* ---- when an option counts, and when it is idle --------------------------------------------------------- */

/* For `counts`: whether the option is in force for those that refuse it. */
static bool waits(const struct option_case *c) { return c->opt->delay.clock != SW_DELAY_NONE; }
static bool redraws(const struct option_case *c) { return c->opt->placement == SW_PLACE_REDRAW; }
static bool limits_room(const struct option_case *c) { return special_room_is_limited(c->opt, c->cl); }
static bool limits_sizes(const struct option_case *c) { return special_sizes_are_limited(c->opt, c->cl); }

/* Why an option has no effect: NULL where it has one. "" needs no warning, since what replaces it is plain. */
#define IDLE(name, unless, why) \
    static const char *name(const struct option_case *c) \
    { \
        return (unless) ? NULL : (why); \
    }

IDLE(under_global, !c->opt->global.policy->decides && !c->opt->decide.n, "")
IDLE(without_decide, c->opt->decide.n, "without --decide")
IDLE(without_moves, c->opt->order.policy->moved, "")
IDLE(without_width, c->opt->gang.width != SW_WIDTH_NONE, "without --width")
IDLE(without_kill, c->opt->preempt.policy->tasks_to_preempt, "without --preempt kill")
IDLE(without_speculate, c->opt->speculate.policy->slow, "without --speculate")
IDLE(without_hosts, c->cl->has_hosts, "without the column host of the cluster")
IDLE(without_network, c->opt->network.node_rate, "without --network")
IDLE(without_masters, c->opt->am_container_us, "without --am-container")
IDLE(without_failures, c->opt->failure_rate > 0, "without --failure-rate")
IDLE(without_limit_of_room, limits_room(c), "without --disk or the column disk_bytes")
IDLE(with_traced_places, c->opt->placement != SW_PLACE_TRACE, "with --placement trace")
IDLE(with_two_kinds, c->cl->one_kind, "on clusters with map and reduce slots")
IDLE(within_one_rack, c->cl->n_racks > 1 && !c->opt->no_rack_level, "where all nodes are in one rack")
IDLE(without_racks, !c->opt->no_rack_level || c->opt->penalty_rack == 1.0, "with --no-rack-level")
IDLE(without_timeline, c->opt->every_us > 0, "without a timeline")
IDLE(without_updates, c->opt->hadoop_1 || !strncmp(c->opt->order.policy->name, "hfs", 3), "without --order hfs")
IDLE(without_weights, c->opt->order.policy->weighs_jobs, "without --order hfs, capacity, quota, usage or drf")
IDLE(without_beats, c->opt->heartbeat_us > 0, "with --heartbeat 0")

/* G14.2: there are no candidates for any job. Without a file of theirs it is refused. */
static const char *without_candidates(const struct option_case *c)
{
    const enum sw_preempt_by by = c->opt->preempt.policy->gangs;
    bool some = by == SW_PREEMPT_NO_GANGS || (by == SW_PREEMPT_BY_QOS ? !c->cl->n_qos : !c->cl->n_partitions);
    for (uint32_t i = 0; by == SW_PREEMPT_BY_QOS && i < c->cl->n_qos; i++)
        some |= c->cl->qos[i].level > 0;
    for (uint32_t i = 1; by == SW_PREEMPT_BY_PARTITION && i < c->cl->n_partitions; i++)
        some |= c->cl->partition[i].tier != c->cl->partition[0].tier;
    return some                       ? NULL
           : by == SW_PREEMPT_BY_QOS ? "where no QOS names another (column preempt of --qos)"
                                     : "where all partitions have one tier (column tier of --partitions)";
}

/* G14 goes with what other --preempt does not. */
static bool of_tasks(const struct option_case *c)
{
    const struct sw_preempt *preempt = c->opt->preempt.policy;
    return preempt->tasks_to_preempt || preempt->looks;
}

static const char *without_pools(const struct option_case *c)
{
    return !c->pools ? "without --pools" : c->opt->offers ? "" /* R8 */ : NULL;
}

/* R7 and H7: the rules of delay that need further offers under --heartbeat 0. */
static const char *without_counts(const struct option_case *c)
{
    const struct sw_options *opt = c->opt;
    bool counts = opt->delay.clock == SW_COUNT_SKIPS || opt->delay.clock == SW_SINCE_READY
        || opt->delay.clock == SW_COUNT_HEARTBEAT_GAPS
        || (opt->delay.clock == SW_COUNT_OPPORTUNITIES && opt->delay.policy->yarn->revives)
        || (opt->global.policy->decides && !opt->global.fair);
    if (opt->heartbeat_us > 0)
        return "with a heartbeat";
    return counts ? NULL : "without --delay skips, wait, yarn, capacity or spark";
}

static const char *without_waits(const struct option_case *c) /* D13.4 */
{
    return c->opt->delay.clock != SW_DELAY_NONE || c->opt->placement == SW_PLACE_TRACE
               ? NULL
               : "with --delay none, unless --placement trace leaves tasks of a stage without hosts";
}

/* ---- the table ------------------------------------------------------------------------------------------- */

const struct option_row options_table[] = {
    { "global", OPTION_SCHEDULER, RULE(RULE_GLOBAL), .initial = "none", .flags = OPTION_UNSAID | OPTION_FIRST,
      .arg = "POLICY", CHECK(3, global),
      .refused = ROUNDS | QUEUES | HADOOP | DECIDE | SUSPEND,
      .help = "decide for all nodes at once, instead of --order and --delay" },
    { "decide", OPTION_SCHEDULER, OPTION_OWN, AT(decide.n), OWN(decide), .initial = "none",
      .flags = OPTION_UNSAID | OPTION_FIRST,
      .arg = "COMMAND", .refused = ROUNDS | WIDTH | QUEUES | HADOOP, CHECK(3, decide),
      .help = "a process decides, instead of --order and --delay: told in lines of JSON what happens, it answers with "
              "launches" },
    { "decide-within", OPTION_SCHEDULER, OPTION_TIME, AT(decide.within_us), 1, .initial = "10s",
      .idle = without_decide, .help = "time that --decide's process has for an answer" },
    { "order", OPTION_SCHEDULER, RULE(RULE_ORDER), .initial = "hfs", .flags = OPTION_SHORT, .idle = under_global,
      .check = { { 9, together_by_request }, { 11, together_order } },
      .help = "which job goes first at a free slot" },
    { "lc-table", OPTION_SCHEDULER, OPTION_WORD, AT(lc_table), .words = lc_table_words, .initial = "corrected",
      .idle = without_moves,
      .help = "table by which --order modified-fair moves priorities: with its misprint corrected (default) or as "
              "printed" },
    { "delay", OPTION_SCHEDULER, RULE(RULE_DELAY), .initial = "none", .flags = OPTION_SHORT, .idle = under_global,
      .counts = waits,
      .because[OPTION_BY_GLOBAL] = "weighs waiting as a cost; no rule of delay goes with it",
      .because[OPTION_BY_HOD] = "%s waits for other nodes to come free; under --order hod a job has its own",
      .because[OPTION_BY_SUSPEND] = "%s follows its job; --preempt suspend does not tell it",
      .because[OPTION_BY_OFFERS] = "under --order offers a framework waits by skips:D1,D2 or wait:W1,W2,clock, "
                                   "not %s",
      .because[OPTION_BY_NEGOTIATE] = "under --order negotiate a task takes the best free slot and waits for none, "
                                      "so not %s",
      .because[OPTION_BY_WIDTH] = "with --width a job waits by --switches, not %s",
      .help = "when a job may launch away from its data" },
    { "balance-long", OPTION_SCHEDULER, OPTION_TIME, AT(balance_us), .least = 1,
      .idle = under_global, .vain = without_waits, .refused = ROUNDS | QUEUES | HADOOP | DECIDE,
      .help = "spread the tasks of jobs whose tasks take TIME or more: a node with more such tasks than the mean does "
              "not count as near their data (ES 3.5.1)" },
    { "offers", OPTION_SCHEDULER, OPTION_OWN, AT(offers), OWN(offers), .initial = "heartbeat",
      .arg = "heartbeat|hadoop-1|spark-RELEASE", .idle = under_global, .refused = QUEUES | SUSPEND, CHECK(2, offers),
      .help = "who is offered free slots, and when: nodes at their heartbeats (default), with all that Hadoop 1 does "
              "otherwise, or executors in the rounds of a release of Spark: spark-2.4, spark-3.0.3, spark-3,legacy" },
    { "update", OPTION_SCHEDULER, OPTION_TIME, AT(update_us), .initial = "0", .flags = OPTION_UNSAID,
      .refused = ROUNDS | WIDTH | QUEUES | SUSPEND, .idle = without_updates, CHECK(10, update),
      .help = "time between the updates at which the Fair Scheduler learns of jobs, or YARN's of demand; 0: it learns "
              "at once (default)" },
    { "width", OPTION_SCHEDULER, OPTION_WORD, AT(gang.width), .words = sw_width_words, .initial = "none",
      .flags = OPTION_UNSAID, .refused = QUEUES | HADOOP | DECIDE | SUSPEND,
      .check = { { 7, together_width }, { 8, together_whole_nodes } },
      .help = "start all tasks of a job at once or none: each takes as many slots of a node as the trace says, or "
              "whole nodes" },
    { "backfill", OPTION_SCHEDULER, OPTION_OWN, AT(gang.reservations), OWN(backfill), .initial = "none",
      .arg = "RULE", .idle = without_width,
      .help = "with --width: what goes before a job that does not fit: none (default), skip, easy[:N], "
              "conservative or slurm[:N]" },
    { "max-starve", OPTION_SCHEDULER, OPTION_OWN, AT(gang.max_starve_us), .none = -1, OWN(max_starve),
      .initial = "none", .flags = OPTION_UNSAID, .arg = "TIME[,ITERATION]", .idle = without_width, CHECK(7, max_starve),
      .help = "with --width: a job that has waited longer than TIME goes next, alone; cycles come each ITERATION "
              "(10m), too" },
    { "switches", OPTION_SCHEDULER, OPTION_OWN, AT(gang.switches_us), OWN(switches), .arg = "N@TIME[,first]",
      .idle = without_width, .vain = within_one_rack,
      .help = "with --width: a job waits up to TIME for nodes of N racks, from when it is ready or first passed "
              "over" },
    { "admission", OPTION_SCHEDULER, OPTION_OWN, AT(admission.n), OWN(admission), .initial = "none",
      .flags = OPTION_UNSAID, .arg = "QUEUE=N[,SETTING...][;...]", .refused = HADOOP | DECIDE | SUSPEND,
      CHECK(6, admission),
      .help = "queues that run N jobs at a time, as databases have: settings run=T[:QUEUE], wait=T, queued=M, short=S, "
              "pass=S" },
    { "admit", OPTION_SCHEDULER, RULE(RULE_ADMIT), .initial = "slots", CHECK(1, admit),
      .refused = ROUNDS | QUEUES | HADOOP | DECIDE | SUSPEND,
      .because[OPTION_BY_GLOBAL] = "does not look at what a node's reduces do",
      .help = "when a reduce may start and when it may compute" },
    { "evict", OPTION_SCHEDULER, RULE(RULE_EVICT), .initial = "latest", .idle = without_limit_of_room,
      .refused = DECIDE,
      .help = "which job's map output is deleted when jobs wait for one another's disk room" },
    { "preempt", OPTION_SCHEDULER, RULE(RULE_PREEMPT), .initial = "none", .refused = ROUNDS | DECIDE,
      .vain = without_candidates, .counts = of_tasks, CHECK(4, preempt),
      .because[OPTION_BY_HOD] = "%s takes slots from others; under --order hod nodes are private",
      .because[OPTION_BY_MODIFIED_FAIR] = "%s restores shares; under --order modified-fair pools have allocations",
      .because[OPTION_BY_SIZE_WEIGHT] = "%s goes by shares of jobs, whose weights do not follow their size",
      .because[OPTION_BY_MOVES] = "--global quincy:preempt=yes kills what costs least",
      .help = "which tasks are killed for a starved pool, or jobs for one that cannot start" },
    { "preempt-every", OPTION_SCHEDULER, OPTION_TIME, AT(preempt_every_us), 1, .initial = "15s", .idle = without_kill,
      .help = "time between checks for starved pools" },
    { "speculate", OPTION_SCHEDULER, RULE(RULE_SPECULATE), .initial = "none",
      .refused = ROUNDS | QUEUES | HADOOP | DECIDE | SUSPEND | MASTERS,
      .because[OPTION_BY_GLOBAL] = "has no slots to offer to copies",
      .help = "which straggler gets a second attempt" },
    { "speculate-every", OPTION_SCHEDULER, OPTION_TIME, AT(speculate_every_us), 1, .initial = "3s",
      .idle = without_speculate, .help = "time between scans for stragglers" },
    { "size-based-weight", OPTION_SCHEDULER, OPTION_FLAG, AT(size_weight), .idle = without_weights,
      .refused = ROUNDS | WIDTH | QUEUES | DECIDE, CHECK(9, size_weight),
      .help = "in fair pools a job's weight is times log2(1 + its demand): the Fair Scheduler's sizebasedweight" },
    { "over-min", OPTION_SCHEDULER, OPTION_WORD, AT(keep_minimums), .words = over_min_words, .initial = "scale",
      .idle = without_pools,
      .help = "scale minimum shares that exceed the cluster down (default), or keep them" },

    { "placement", OPTION_MODEL, OPTION_WORD, AT(placement), .words = options_table_placements, .initial = "uniform",
      .arg = "WORD", .refused = ROUNDS | QUEUES | HADOOP | DECIDE, .counts = redraws, .called = "placement redraw",
      .check = { { 1, together_redraw }, { 2, together_places } },
      .because[OPTION_BY_GLOBAL] = "needs blocks that stay where they are",
      .because[OPTION_BY_HOD] = "redraw assumes offers from all nodes; under --order hod nodes are private",
      .help = "where the replicas of blocks are: uniform (default), hdfs, trace or redraw" },
    { "replication", OPTION_MODEL, OPTION_COUNT, AT(replication), 1, 255, .initial = "3", .idle = with_traced_places,
      .help = "replicas of a block" },
    { "no-rack-level", OPTION_MODEL, OPTION_FLAG, AT(no_rack_level),
      .help = "treat every task that is not node-local as off-rack" },
    { "penalty", OPTION_MODEL, OPTION_OWN, AT(penalty_rack), OWN(penalty), .initial = "rack=1,any=1",
      .arg = "rack=X,any=Y", .vain = without_racks, .called = "penalty rack", .flags = OPTION_SHORT,
      .help = "factors on the time of rack-local and of off-rack tasks (default 1)" },
    { "network", OPTION_MODEL, OPTION_OWN, AT(network.node_rate), OWN(network), .initial = "none",
      .flags = OPTION_UNSAID, .arg = "node=R[,rack=R]", .refused = ROUNDS | QUEUES | HADOOP | SUSPEND | MASTERS,
      .help = "links of R at nodes and racks, shared by reads and shuffle copies; R: 1G (bits a second) or 125MB "
              "(bytes)" },
    { "block-size", OPTION_MODEL, OPTION_SIZE, AT(block_bytes), .most = INT64_C(16) << 40, .initial = "128M",
      .idle = without_network, .help = "with --network: size of a block where the trace gives none" },
    { "disk", OPTION_MODEL, OPTION_SIZE, AT(disk_bytes), .none = -1,
      .refused = ROUNDS | QUEUES | HADOOP | DECIDE | SUSPEND, .counts = limits_room,
      .called = "disk, or the column disk_bytes,",
      .because[OPTION_BY_GLOBAL] = "does not look at the room of nodes, nor at the column disk_bytes",
      .help = "room for map output on each node without disk_bytes in the cluster CSV (default no limit)" },
    { "node-cpus", OPTION_CLUSTER, OPTION_COUNT, AT(node_size[0]), 1, MILLION, -1,
      .refused = ROUNDS | WIDTH | QUEUES | HADOOP | DECIDE | SUSPEND, .counts = limits_sizes,
      .called = "node-cpus, --node-memory or the columns cpus and memory,",
      .because[OPTION_BY_GLOBAL] = "looks at slots alone, not at the CPUs and the memory of nodes",
      .help = "CPUs that the tasks of each node without cpus in the cluster CSV may take, by the column task_cpus "
              "(default no limit)" },
    { "node-memory", OPTION_CLUSTER, OPTION_SIZE, AT(node_size[1]), .most = INT64_C(1) << 50, .none = -1,
      .help = "memory that they may take, by the column task_memory (default no limit)" },
    { "slowstart", OPTION_MODEL, OPTION_MILLIONTHS, AT(slowstart), 0, MILLION, .initial = "0.05",
      .help = "share of a job's maps that finish before its reduces may start" },
    { "give-back", OPTION_MODEL, OPTION_YES_NO, AT(gives_back), .initial = "no", .idle = with_two_kinds,
      .flags = OPTION_MEANT, .refused = CYCLES | WIDTH | QUEUES | HADOOP | DECIDE | SUSPEND,
      .because[OPTION_BY_GLOBAL] = "decides what reduces get",
      .because[OPTION_BY_HOD] = "makes room for a job's maps; under --order hod nodes are private",
      .help = "jobs whose maps find no slot give reduces back, on clusters with one kind of slot" },
    { "startup", OPTION_MODEL, OPTION_TIME, AT(startup_us), .initial = "0", .help = "start-up time of each attempt" },
    { "commit-pending", OPTION_MODEL, OPTION_TIME, AT(commit_pending_us), .initial = "0", .refused = ROUNDS,
      .help = "time for which a finished task still counts as running" },
    { "heartbeat", OPTION_MODEL, OPTION_TIME, AT(heartbeat_us), .initial = "3s", .refused = ROUNDS,
      CHECK(5, heartbeat),
      .help = "time between the heartbeats of a node; 0: offer slots whenever something changes" },
    { "drift", OPTION_MODEL, OPTION_TIME, AT(drift_us), .none_word = "none", .initial = "none", .idle = without_beats,
      .flags = OPTION_MEANT, .help = "how far a node's heartbeats wander in their period; none: they are even" },
    { "revive", OPTION_MODEL, OPTION_TIME, AT(revive_us), 1, .initial = "1s", .idle = without_counts,
      .help = "with --heartbeat 0: time after which refused slots are offered again" },
    { "out-of-band", OPTION_MODEL, OPTION_YES_NO, AT(out_of_band), .initial = "yes", .none = 1, .idle = without_beats,
      .flags = OPTION_MEANT, .called = "out-of-band no",
      .help = "a node also sends a heartbeat when a task ends" },
    { "per-heartbeat", OPTION_MODEL, OPTION_OWN, AT(per_heartbeat), 1, MILLION, -1, OWN(per_heartbeat),
      .initial = "all", .arg = "COUNT|one|half|all", .idle = without_beats, .flags = OPTION_MEANT,
      .refused = ROUNDS | DECIDE,
      .help = "most tasks of a kind launched at one heartbeat; one: one of either kind; half: half of the free slots, "
              "and one" },
    { "off-switch", OPTION_MODEL, OPTION_COUNT, AT(off_switch), 1, MILLION, -1, .none_word = "all", .initial = "all",
      .idle = without_beats, .flags = OPTION_MEANT, .refused = DECIDE,
      .help = "a heartbeat ends with so many launches off their data's rack or without preference" },
    { "continuous", OPTION_MODEL, OPTION_TIME, AT(continuous_us), .initial = "0", .flags = OPTION_UNSAID,
      .refused = ROUNDS | WIDTH | QUEUES | HADOOP | DECIDE | SUSPEND, CHECK(3, continuous),
      .help = "time between rounds of offers beside the heartbeats, as of YARN's continuous scheduling; 0: none "
              "(default)" },
    { "am-heartbeat", OPTION_MODEL, OPTION_TIME, AT(am_us), .initial = "0", .flags = OPTION_UNSAID,
      .refused = ROUNDS | WIDTH | QUEUES | HADOOP | DECIDE, CHECK(4, am_heartbeat),
      .help = "a launched task starts at the next heartbeat of its job's application master, one each TIME from its "
              "submission on; 0: at once (default)" },
    { "am-container", OPTION_MODEL, OPTION_TIME, AT(am_container_us), .initial = "0", .flags = OPTION_UNSAID,
      .refused = ROUNDS | WIDTH | QUEUES | HADOOP | DECIDE | SUSPEND, CHECK(11, am_container),
      .help = "each job's application master takes a slot first, until the job ends; its tasks are ready TIME after "
              "that; 0: none (default)" },
    { "am-share", OPTION_MODEL, OPTION_MILLIONTHS, AT(am_share), 0, MILLION, -1, .idle = without_masters,
      .refused = ROUNDS | WIDTH | QUEUES | HADOOP | DECIDE, CHECK(11, am_share),
      .help = "the part of a pool's share that application masters may have, as YARN's maxAMShare and "
              "maximum-am-resource-percent (default: no limit)" },
    { "reservable", OPTION_MODEL, OPTION_MILLIONTHS, AT(reservable), 0, MILLION, -1,
      .refused = ROUNDS | WIDTH | QUEUES | HADOOP | DECIDE | SUSPEND, CHECK(4, reservable),
      .because[OPTION_BY_SIZE_WEIGHT] = "goes by shares of jobs, whose weights do not follow their size",
      .help = "a full node is reserved for a job below its share, as YARN's Fair Scheduler does for large containers; "
              "a job reserves up to SHARE of the nodes away from its data" },
    { "load-cap", OPTION_MODEL, OPTION_MILLIONTHS, AT(load_cap), 0, MILLION, -1, .refused = ROUNDS | DECIDE | SUSPEND,
      .because[OPTION_BY_GLOBAL] = "fills every slot that it can; no cap goes with it",
      .because[OPTION_BY_HOD] = "goes by the load of the whole cluster; under --order hod nodes are private",
      .help = "limit each node to the cluster's load plus SHARE, times its slots, as Hadoop's load manager does "
              "(default: no limit)" },
    { "cores", OPTION_CLUSTER, OPTION_COUNT, AT(cores), 1, MILLION, .refused = WIDTH | QUEUES | HADOOP | SUSPEND,
      .help = "cores of each node, which its tasks that compute share: more of them than cores go slower (default: no "
              "limit)" },
    { "host-cores", OPTION_CLUSTER, OPTION_COUNT, AT(host_cores), 1, MILLION,
      .refused = WIDTH | QUEUES | HADOOP | SUSPEND,
      .idle = without_hosts, .flags = OPTION_UNSAID,
      .help = "cores of each host, or what else its nodes share so, such as its disks (column host of the cluster; "
              "default: no limit)" },
    { "failure-rate", OPTION_MODEL, OPTION_SHARE, AT(failure_rate), .most_real = 1, .initial = "0",
      .refused = WIDTH | QUEUES | SUSPEND,
      .help = "share of attempts that fail" },
    { "max-attempts", OPTION_MODEL, OPTION_COUNT, AT(max_attempts), 1, MILLION, .initial = "4",
      .idle = without_failures, .help = "number of failures of one task that ends its job" },
    { "load", OPTION_MODEL, OPTION_REAL, AT(load), .least_real = 1e-9, .most_real = 1e9, .initial = "1",
      .flags = OPTION_NOT_RECORDED,
      .help = "divide submit gaps and think times by X" },
    { "jitter", OPTION_MODEL, OPTION_TIME, AT(jitter_us), .initial = "0", .flags = OPTION_NOT_RECORDED,
      .help = "add a random time, uniform in [0,TIME), to each submit time" },
    { "until", OPTION_RUN, OPTION_TIME, AT(until_us), .none = -1, .flags = OPTION_NOT_RECORDED,
      .help = "stop at TIME; unfinished jobs are reported as running" },
    { "every", OPTION_OUTPUT, OPTION_TIME, AT(every_us), 1, .also = "timeline-every", .flags = OPTION_AS_GIVEN,
      .idle = without_timeline, .help = "time step of the timeline (default 10s)" },
    { "seed", OPTION_COMMON, OPTION_COUNT, AT(seed), 0, -1, .initial = "1", .help = "seed of all random streams" },
    { .name = NULL },
};
