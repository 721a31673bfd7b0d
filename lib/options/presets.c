/* SPDX-License-Identifier: GPL-3.0-or-later */
/* presets.c - named systems: their policies and their heartbeats (docs/man/slot-replay.1). A preset is a line of
 * options. What depends on the cluster is set by a function behind it. */
#include "lib/options/special.h"
#include <string.h>

/* ---- what depends on the cluster --------------------------------------------------------------------- */

/* "order=fifo delay=none ..." */
static void set_options(struct sw_options *opt, const char *options)
{
    /* The texts are those below, so all of their values can be read. */
    char text[256], *save;
    strcpy(text, options);
    for (char *name = strtok_r(text, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
        char *value = strchr(name, '=');
        *value++ = '\0';
        (void)!value_parse(value_row(options_table, name), opt, value, NULL);
    }
}

/* A tenth of its period is what a heartbeat wanders (docs/decisions/heartbeats.md). */
static void set_beat(struct sw_options *opt, int64_t us)
{
    opt->heartbeat_us = opt->commit_pending_us = us;
    opt->drift_us = us / 10;
}

/* The master hears at most 100 heartbeats a second. */
static void beat(struct sw_options *opt, const struct sw_cluster *cl, int64_t least_us)
{
    int64_t spread_us = (int64_t)cl->n_nodes * SW_US_PER_S / 100;
    set_beat(opt, spread_us > least_us ? spread_us : least_us);
}

/* Hadoop 0.19 and 0.20: a heartbeat every 3 s, rarer on clusters above 300 nodes. */
static void hadoop(struct sw_options *opt, const struct sw_cluster *cl)
{
    beat(opt, cl, 3 * SW_US_PER_S);
}

/* 0.20 as it comes: a heartbeat every 3 s, or every so many whole seconds. */
static void hadoop_0_20(struct sw_options *opt, const struct sw_cluster *cl)
{
    int64_t seconds = (cl->n_nodes + 99) / 100;
    set_beat(opt, (seconds > 3 ? seconds : 3) * SW_US_PER_S);
}

/* 1.2: a heartbeat every 300 ms, rarer on clusters above 30 nodes. */
static void hadoop_1_2(struct sw_options *opt, const struct sw_cluster *cl)
{
    beat(opt, cl, 3 * SW_US_PER_S / 10);
}

/* Waits of one and a half heartbeats, 15 s at most, for node and rack each. */
static void hadoop_1_2_fair(struct sw_options *opt, const struct sw_cluster *cl)
{
    char delay[80];
    hadoop_1_2(opt, cl);
    int64_t wait_us = opt->heartbeat_us * 3 / 2 < 15 * SW_US_PER_S ? opt->heartbeat_us * 3 / 2 : 15 * SW_US_PER_S;
    snprintf(delay, sizeof delay, "delay=wait:%lldms,%lldms,shipped", (long long)wait_us / 1000,
             (long long)wait_us / 1000);
    set_options(opt, delay);
}

/* CPAC as TR 5.2 has it: as many reducers compute as a node has reduce slots, three times as many may be there (its
 * example has 6 and 2). Of nodes that differ, what the greatest has. */
static void hadoop_cpac(struct sw_options *opt, const struct sw_cluster *cl)
{
    uint32_t most = 0;
    char rule[32];
    hadoop(opt, cl);
    /* Of all spans, since a node may get more slots later. */
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        for (uint32_t k = 0; k < cl->node[i].n_spans; k++)
            most = cl->node[i].span[k].slots[1] > most ? cl->node[i].span[k].slots[1] : most;
    if (!most)
        return; /* one kind of slot, or nothing but maps */
    snprintf(rule, sizeof rule, "admit=cpac:%u,%u", most < UINT16_MAX / 3 ? 3 * most : UINT16_MAX, most);
    set_options(opt, rule);
}

/* With nothing said of sizes: each job a tenth of the nodes (docs/decisions/hod.md). */
static void hadoop_hod(struct sw_options *opt, const struct sw_cluster *cl)
{
    char rule[32];
    snprintf(rule, sizeof rule, "order=hod:%u", cl->n_nodes / 10 + (cl->n_nodes % 10 > 0));
    set_options(opt, rule);
    hadoop(opt, cl);
}

/* ---- the systems ---------------------------------------------------------------------------------------- */

/* No out-of-band heartbeats; one map and one reduce a heartbeat. */
#define HADOOP " out-of-band=no per-heartbeat=1"
/* Its application masters give reduces back (Y9). */
#define YARN " heartbeat=1s drift=0.1s out-of-band=no give-back=yes over-min=keep"
#define SPARK "order=fifo delay=spark:3s,3s,3s heartbeat=0 revive=1s over-min=keep "
/* Jobs in the order of submission. */
#define BATCH "order=fifo delay=none width=slots heartbeat=0 over-min=keep "

/* JobQueueTaskScheduler: maps up to one off the data's rack, and a reduce. */
#define JOB_QUEUE "order=fifo delay=none offers=hadoop-1 out-of-band=no off-switch=1 over-min=keep"

const struct preset presets[] = {
    { "hadoop-0.20", "Hadoop 0.20 as it comes: first come first served, all maps that the load leaves a node", false,
      JOB_QUEUE " load-cap=0", hadoop_0_20 },
    { "hadoop-1.2.1", "Hadoop 1.2.1 with its Fair Scheduler, with its defaults", false,
      "order=hfs offers=hadoop-1 update=0.5s out-of-band=no load-cap=0 over-min=keep", hadoop_1_2_fair },
    { "hadoop-1.2.1-fifo", "Hadoop 1.2.1 as it comes: as hadoop-0.20, with heartbeats of 0.3 s", false,
      JOB_QUEUE " load-cap=0", hadoop_1_2 },
    { "hadoop-fifo", "the papers' Hadoop: first come first served, one map and one reduce a heartbeat (TR 2.1)", false,
      "order=fifo delay=none over-min=keep" HADOOP, hadoop },
    { "hadoop-hod", "private clusters: each job a tenth of the nodes (TR 2.1)", false,
      "delay=none over-min=keep" HADOOP, hadoop_hod },
    /* Hadoop 0.19 as it comes: no booster of young jobs, no waiting. */
    { "hadoop-0.19-fair", "the first Fair Scheduler: deficits (HADOOP-3746)", false,
      "order=deficit:500ms,1,0 delay=none over-min=keep" HADOOP, hadoop },
    { "naive-fair", "fewest running tasks first, no delay (ES algorithm 1)", false,
      "order=fair delay=none over-min=keep" HADOOP, hadoop },
    /* All of the TR together (docs/decisions/fair-tr.md), with the waits of 6.2.1. */
    { "fair-tr", "farthest below its share first, waits of 15 s + 15 s, killing, CPAC (TR 3 to 5)", false,
      "order=fair-gap delay=wait:15s,15s,shipped preempt=kill:5m,10m,tr" HADOOP, hadoop_cpac },
    /* ES 4.1; rule D5, `shipped`: Hadoop calls its scheduler at each heartbeat with a free slot of either kind. */
    { "hfs", "the paper's fair scheduler: pools, minimum shares, waits of 5 s + 5 s (ES 4)", false,
      "order=hfs delay=wait:5s,5s,shipped" HADOOP, hadoop },
    { "late", "hadoop-fifo with LATE: 10 %, 25, 25 (LATE 4)", false,
      "order=fifo delay=none speculate=late over-min=keep" HADOOP, hadoop },
    /* All free slots up to the node's part of the load. */
    { "lo-cheng", "small jobs apart, pools by what they need, waits that adapt (LC 3)", false,
      "order=modified-fair delay=adaptive out-of-band=no load-cap=0 over-min=keep", hadoop_1_2 },
    /* A heartbeat a second, one container each, no waiting. */
    { "yarn-fair", "YARN's Fair Scheduler, 3.x, with its defaults", true,
      "order=hfs:yarn delay=yarn:-1,-1 per-heartbeat=1" YARN, NULL },
    /* node-locality-delay 40; a heartbeat ends with an off-switch container, or with a hundred
     * (docs/decisions/capacity.md). */
    { "capacity", "YARN's Capacity Scheduler, 3.x, with its defaults", true,
      "order=capacity delay=capacity:40 per-heartbeat=100 off-switch=1" YARN, NULL },
    { "spark-2", "spark-3 with waits that each launch restarts, as up to 3.0", true,
      SPARK "offers=spark-2", NULL },
    { "spark-2.4", "Spark 2.4: waits of 3 s, restarted by each launch", true,
      SPARK "offers=spark-2.4", NULL },
    { "spark-3.0", "Spark 3.0: the same", true, SPARK "offers=spark-3.0", NULL },
    { "spark-3.1", "Spark 3.1: waits of 3 s, restarted by a full offer that refused nothing", true,
      SPARK "offers=spark-3.1", NULL },
    { "spark-3", "Spark 3.5: the same, of Scala 2.13", true, SPARK "offers=spark-3", NULL },
    { "spark-4", "Spark 4.1: the same", true, SPARK "offers=spark-4", NULL },
    /* Its frameworks first come first served. Nexus waits 5 s for data (docs/howto/mesos.md). */
    { "mesos", "resource offers: each second to the framework with least, declined for 5 s", true,
      "order=offers:1s,5s delay=wait:5s,0,clock heartbeat=0 over-min=keep", NULL },
    /* sched/backfill, select/cons_tres and priority/basic */
    { "slurm", "jobs that start all at once, by submission, with backfill by their estimates", true,
      BATCH "backfill=slurm", NULL },
    /* no_sort and strict_fifo (docs/howto/torque.md) */
    { "torque-fifo", "pbs_sched of Torque, strict_fifo: nothing passes a job that does not fit", true,
      BATCH "backfill=none", NULL },
    /* shortest_job_first, which is by CPU time asked for, no strict_fifo, help_starving_jobs after a day */
    { "torque-shipped", "pbs_sched as shipped: least CPU time asked for first, skips, helps starving jobs", true,
      BATCH "order=cput backfill=skip max-starve=24h", NULL },
    /* docs/howto/condor.md */
    { "condor", "HTCondor: a cycle a minute, slices by priority, claims kept for 20 min", true,
      "order=negotiate delay=none heartbeat=0 over-min=keep", NULL },
    /* Redshift with manual WLM: each query has an equal part of the cluster (docs/decisions/admission.md). */
    { "db-admission", "a parallel database: five queries at a time, short ones beside them (TR 8)", true,
      "order=fair delay=none admission=*=5,short=20s heartbeat=0 over-min=keep", NULL },
    /* As its authors ran it on Dryad, which has no heartbeats. */
    { "quincy", "min-cost flow to all slots, fair; kills and moves what runs (ES 7)", true,
      "global=quincy:preempt=yes heartbeat=0", NULL },
    { .name = NULL },
};

void preset_apply(const struct preset *preset, struct sw_options *opt, const struct sw_cluster *cl)
{
    set_options(opt, "global=none lc-table=corrected");
    set_options(opt, preset->options);
    if (preset->of_cluster && cl)
        preset->of_cluster(opt, cl);
    special_settle(opt);
}

const struct preset *preset_named(const char *name)
{
    const struct preset *preset = presets;
    while (preset->name && name && strcmp(preset->name, name))
        preset++;
    return preset->name && name ? preset : NULL;
}

int preset_check(const char *option, const char *name, struct sw_err *err)
{
    const char *names[sizeof presets / sizeof *presets];
    size_t n = 0;
    if (preset_named(name))
        return SW_OK;
    for (; presets[n].name; n++)
        names[n] = presets[n].name;
    return sw_err_unknown(err, option, "unknown preset", name, name, names, n);
}
