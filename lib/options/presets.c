/* SPDX-License-Identifier: GPL-3.0-or-later */
/* presets.c - named systems: their policies and their heartbeats (docs/man/slot-replay.1). */
#include "lib/options/options.h"
#include <stdio.h>
#include <string.h>

const char *const sw_offers_words[] = { "heartbeat", "spark-2", "spark-3", NULL };
const char *const sw_placement_words[] = { "uniform", "hdfs", "trace", "redraw", NULL };

static void choose(struct sw_replay_options *opt, const char *order, const char *delay)
{
    opt->lc_table = false;
    (void)!sw_replay_rule(opt, SW_RULE_ORDER, order, NULL);
    (void)!sw_replay_rule(opt, SW_RULE_DELAY, delay, NULL);
    (void)!sw_replay_rule(opt, SW_RULE_GLOBAL, "none", NULL);
}

/* The clock of Hadoop 0.19 and 0.20: a heartbeat every 3 s, rarer on clusters above 300 nodes, so that the master hears
 * 100 a second; no out-of-band heartbeats; one map and one reduce a heartbeat. */
static void hadoop_clock(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    int64_t spread_us = (int64_t)cl->n_nodes * SW_US_PER_S / 100;
    opt->heartbeat_us = spread_us > 3 * SW_US_PER_S ? spread_us : 3 * SW_US_PER_S;
    opt->out_of_band = false;
    opt->per_heartbeat = 1;
    opt->commit_pending_us = opt->heartbeat_us;
}

/* That of 1.2: a heartbeat every 300 ms, rarer on clusters above 30 nodes; all free slots up to the node's part of the
 * load. */
static void hadoop_1_2_clock(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    int64_t spread_us = (int64_t)cl->n_nodes * SW_US_PER_S / 100;
    opt->heartbeat_us = spread_us > 3 * SW_US_PER_S / 10 ? spread_us : 3 * SW_US_PER_S / 10;
    opt->out_of_band = false;
    opt->load_cap = 0;
    opt->commit_pending_us = opt->heartbeat_us;
}

static void hadoop_fifo(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    choose(opt, "fifo", "none");
    hadoop_clock(opt, cl);
}

static void naive_fair(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    choose(opt, "fair", "none");
    hadoop_clock(opt, cl);
}

/* CPAC as TR 5.2 has it: as many reducers compute as a node has reduce slots, three times as many may be there (its
 * example has 6 and 2). Of nodes that differ, what the greatest has. */
static void split_reduces(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    uint32_t most = 0;
    char rule[32];
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        for (uint32_t k = 0; k < cl->node[i].n_spans; k++)
            most = cl->node[i].span[k].slots[1] > most ? cl->node[i].span[k].slots[1] : most;
    if (!most)
        return; /* one kind of slot, or nothing but maps */
    snprintf(rule, sizeof rule, "cpac:%u,%u", most < UINT16_MAX / 3 ? 3 * most : UINT16_MAX, most);
    (void)!sw_replay_rule(opt, SW_RULE_ADMIT, rule, NULL);
}

/* All of the TR together (docs/decisions/fair-tr.md): the job farthest below its share first, waits of 6.2.1, killing,
 * CPAC. */
static void fair_tr(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    choose(opt, "fair-gap", "wait:15s,15s,shipped");
    (void)!sw_replay_rule(opt, SW_RULE_PREEMPT, "kill:5m,10m", NULL);
    split_reduces(opt, cl);
    hadoop_clock(opt, cl);
}

/* LATE 4: Hadoop's first scheduler with its speculation replaced. */
static void late(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    hadoop_fifo(opt, cl);
    (void)!sw_replay_rule(opt, SW_RULE_SPECULATE, "late", NULL);
}

/* HOD with nothing said of sizes: each job a tenth of the nodes (docs/decisions/hod.md). */
static void hadoop_hod(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    char rule[32];
    snprintf(rule, sizeof rule, "hod:%u", cl->n_nodes / 10 + (cl->n_nodes % 10 > 0));
    choose(opt, rule, "none");
    hadoop_clock(opt, cl);
}

static void lo_cheng(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    choose(opt, "modified-fair", "adaptive");
    hadoop_1_2_clock(opt, cl);
}

/* Hadoop 0.19 as it comes: no booster of young jobs, no waiting. */
static void hadoop_0_19_fair(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    choose(opt, "deficit:500ms,1,0", "none");
    hadoop_clock(opt, cl);
}

/* ES 4.1; rule D5, `shipped`: Hadoop calls its scheduler at each heartbeat with a free slot of either kind. */
static void hfs(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    choose(opt, "hfs", "wait:5s,5s,shipped");
    hadoop_clock(opt, cl);
}

/* Its application masters give reduces back (Y9). */
static void yarn_clock(struct sw_replay_options *opt, uint64_t per_heartbeat)
{
    opt->heartbeat_us = SW_US_PER_S;
    opt->out_of_band = false;
    opt->per_heartbeat = per_heartbeat;
    opt->gives_back = true;
}

/* YARN's Fair Scheduler 3.x as it comes: a heartbeat a second, one container each, no waiting. */
static void yarn_fair(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    (void)cl;
    choose(opt, "hfs", "yarn:-1,-1");
    yarn_clock(opt, 1);
}

/* YARN's Capacity Scheduler 3.x as it comes: node-locality-delay 40, a heartbeat ends with an off-switch container, or
 * with a hundred (docs/decisions/capacity.md). */
static void capacity(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    (void)cl;
    choose(opt, "capacity", "capacity:40");
    yarn_clock(opt, 100);
    opt->off_switch = 1;
}

/* Spark as it comes: the rounds of its own scheduler, waits of 3 s a level, jobs first come first served. With
 * --offers heartbeat the rule D9 of its release is left. */
static void spark(struct sw_replay_options *opt, enum sw_offers offers)
{
    opt->spark_reset = offers == SW_OFFERS_SPARK_3;
    choose(opt, "fifo", "spark:3s,3s,3s");
    opt->offers = offers;
    opt->heartbeat_us = 0;
    opt->revive_us = SW_US_PER_S;
}

static void spark_2(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    (void)cl;
    spark(opt, SW_OFFERS_SPARK_2);
}

static void spark_3(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    (void)cl;
    spark(opt, SW_OFFERS_SPARK_3);
}

/* Mesos as it comes, its frameworks first come first served. Nexus waits 5 s for data (docs/howto/mesos.md). */
static void mesos(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    (void)cl;
    choose(opt, "offers:1s,5s", "wait:5s,0,clock");
    opt->heartbeat_us = 0;
}

/* HTCondor with the configuration that comes with it (docs/howto/condor.md). */
static void condor(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    (void)cl;
    choose(opt, "negotiate", "none");
    opt->heartbeat_us = 0;
}

/* Dryad's Quincy as its authors ran it without preemption; it has no heartbeats. */
static void quincy(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    (void)cl;
    choose(opt, "fifo", "none");
    (void)!sw_replay_rule(opt, SW_RULE_GLOBAL, "quincy", NULL);
    opt->heartbeat_us = 0;
}

/* Slurm with sched/backfill, select/cons_tres and priority/basic: jobs in the order of submission, a reservation
 * for each of the first 500 that are blocked (bf_max_job_test). */
static void slurm(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    (void)cl;
    choose(opt, "fifo", "none");
    opt->gang.width = SW_WIDTH_SLOTS;
    opt->gang.reservations = 500;
    opt->heartbeat_us = 0;
}

/* Torque's pbs_sched with no_sort and strict_fifo: jobs in the order of submission, and nothing passes one that does
 * not fit (docs/howto/torque.md). */
static void torque_fifo(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    (void)cl;
    choose(opt, "fifo", "none");
    opt->gang.width = SW_WIDTH_SLOTS;
    opt->gang.reservations = SW_BLOCKED_ENDS;
    opt->heartbeat_us = 0;
}

/* With the sched_config that comes with it: shortest_job_first, which is by CPU time asked for, no strict_fifo, and
 * help_starving_jobs after a day. */
static void torque_shipped(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    torque_fifo(opt, cl);
    choose(opt, "cput", "none");
    opt->gang.reservations = 0;
    (void)!sw_starve_find("24h", &opt->gang, NULL);
}

/* Redshift as it comes with manual WLM: five queries at a time, the short ones beside them; each query has an equal
 * part of the cluster (docs/decisions/admission.md). */
static void db_admission(struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    (void)cl;
    choose(opt, "fair", "none");
    (void)!sw_admission_parse("*=5,short=20s", &opt->admission, NULL);
    opt->heartbeat_us = 0;
}

static const struct sw_preset presets[] = {
    { "hadoop-fifo", "Hadoop's first scheduler (TR 2.1)", false, true, hadoop_fifo },
    { "hadoop-hod", "private clusters: each job a tenth of the nodes (TR 2.1)", false, true, hadoop_hod },
    { "hadoop-0.19-fair", "the first Fair Scheduler: deficits (HADOOP-3746)", false, true, hadoop_0_19_fair },
    { "naive-fair", "fewest running tasks first, no delay (ES algorithm 1)", false, true, naive_fair },
    { "fair-tr", "farthest below its share first, waits of 15 s + 15 s, killing, CPAC (TR 3 to 5)", false, false,
      fair_tr },
    { "hfs", "pools, minimum shares, waits of 5 s + 5 s (ES 4)", false, false, hfs },
    { "late", "hadoop-fifo with LATE: 10 %, 25, 25 (LATE 4)", false, true, late },
    { "lo-cheng", "small jobs apart, pools by what they need, waits that adapt (LC 3)", false, true, lo_cheng },
    { "yarn-fair", "YARN's Fair Scheduler, 3.x, with its defaults", true, true, yarn_fair },
    { "capacity", "YARN's Capacity Scheduler, 3.x, with its defaults", true, true, capacity },
    { "spark-2", "Spark up to 3.0: waits of 3 s, restarted by each launch", true, true, spark_2 },
    { "spark-3", "Spark since 3.1: waits of 3 s, restarted by a full offer that refused nothing", true, true, spark_3 },
    { "mesos", "resource offers: each second to the framework with least, declined for 5 s", true, true, mesos },
    { "slurm", "jobs that start all at once, by submission, with backfill by their estimates", true, true, slurm },
    { "torque-fifo", "pbs_sched of Torque, strict_fifo: nothing passes a job that does not fit", true, true,
      torque_fifo },
    { "torque-shipped", "pbs_sched as shipped: least CPU time asked for first, skips, helps starving jobs", true, true,
      torque_shipped },
    { "condor", "HTCondor: a cycle a minute, slices by priority, claims kept for 20 min", true, true, condor },
    { "db-admission", "a parallel database: five queries at a time, short ones beside them (TR 8)", true, true,
      db_admission },
    { "quincy", "min-cost flow of all tasks to all free slots, fair, without preemption (ES 7)", true, false, quincy },
};

const struct sw_preset *const sw_presets[] = { &presets[0],  &presets[1],  &presets[2],  &presets[3], &presets[4],
                                               &presets[5],  &presets[6],  &presets[7],  &presets[8], &presets[9],
                                               &presets[10], &presets[11], &presets[12], &presets[13],
                                               &presets[14], &presets[15], &presets[16], &presets[17],
                                               &presets[18], NULL };

_Static_assert(sizeof sw_presets / sizeof *sw_presets == sizeof presets / sizeof *presets + 1, "each preset is in it");

int sw_preset_find(const char *option, const char *name, const struct sw_preset **out, struct sw_err *err)
{
    const char *names[sizeof sw_presets / sizeof *sw_presets];
    size_t n = 0;
    for (; sw_presets[n]; n++) {
        names[n] = sw_presets[n]->name;
        if (!strcmp(names[n], name)) {
            *out = sw_presets[n];
            return SW_OK;
        }
    }
    char list[512];
    const char *near = sw_err_nearest(name, names, n);
    return near ? sw_err_usage(err, "%s: unknown preset: '%s' (did you mean '%s'?)", option, name, near)
                : sw_err_usage(err, "%s: unknown preset: '%s' (one of%s)", option, name,
                               sw_names_listed(names, n, list, sizeof list));
}
