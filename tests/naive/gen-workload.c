/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-workload.c - from a number a small random workload: gen-workload [--yarn] NUMBER DIRECTORY writes trace.csv (jobs
 * or tasks), cluster.csv and pools.csv where the options ask for them, and `options`, the line that slot-replay and
 * naive-replay are both run with, from inside the directory. Times come from short lists, so that ties are common. What
 * was added later is drawn from streams of its own, so that numbers without it give the workloads they always gave:
 * first yarn, waits by the clock and of pools, nodes that come and go; then preemption, cpac, sjf, srtf, fair-gap; then
 * copies; then load caps and pools that change. With --spark each is one for a release of Spark, with --yarn one with
 * what section 13 of the model adds, with --mesos one with section 15, with --usage one with section 16, with --gangs
 * one with section 17, with --torque one with its G10 and G11, with --condor one with section 18, with --queues one
 * with section 19. One draw a statement: C leaves open in which order arguments and initializers are worked out, and
 * compilers differ. */
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_num.h"
#include "tests/naive/gen.h"

FILE *gen_create(struct gen *g, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", g->dir, name);
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        exit(1);
    }
    return f;
}

/* ---- pools --------------------------------------------------------------------------------------- */

static void put_limit(struct gen *g, FILE *f, int percent, int least, int most)
{
    fputc(',', f);
    if (chance(g, percent)) fprintf(f, "%d", least + below(g, most - least + 1));
}

/* capacity, max_capacity, user_limit, min_user_limit; most orders do not look at them. */
static void put_parts(struct gen *g, FILE *f)
{
    static const char *const words[4][10] = { { "", "", "0.2", "0.5", "0.333333", "0.1", "1", "0.25", "0", "0.7" },
                                              { "", "", "", "0.5", "0.25", "0.9", "0.01", "1", "0.333333", "0.6" },
                                              { "", "", "", "1", "0.5", "2", "0.1", "0.75", "0.333333", "1.5" },
                                              { "", "", "", "", "", "0.5", "0.25", "0.333333", "1", "0" } };
    for (int i = 0; i < 4; i++) {
        const char *word = words[i][sw_chance_below(&g->parts, 10)];
        if (i == 1 && gen_runs_none(g)) word = "0";
        fprintf(f, ",%s", word);
    }
}

/* am_share */
static void put_masters_share(struct gen *g, FILE *f)
{
    static const char *const shares[] = { "", "", "0.5", "0.1", "-1", "1", "0.3", NULL };
    if (g->masters_shares) fprintf(f, ",%s", gen_one_of(&g->masters, shares));
}

#define CAPS_OF(g, ...) gen_one_of(&(g)->caps, ((const char *const[]){ __VA_ARGS__, NULL }))

/* O30: the pool as it is from a time on. */
static void put_later_row(struct gen *g, FILE *f, const char *name, int from)
{
    static const char *const times[] = { "1", "2.5", "4", "7.000001", "10", "13", "18", "25" };
    fprintf(f, "%s,,,%s", name, CAPS_OF(g, "", "1", "2", "0.5", "0", "3", "0.333333"));
    for (int kind = 0; kind < (g->one_kind ? 1 : 2); kind++) {
        fprintf(f, ",%s", CAPS_OF(g, "", "", "1", "2", "4"));
        const char *most = CAPS_OF(g, "", "", "", "1", "2", "3", "5", "0");
        fprintf(f, ",%s", g->flat_usage && g->inner ? "" : most);
    }
    const char *jobs = CAPS_OF(g, "", "", "1", "2", "3");
    fprintf(f, ",%s", g->queues ? "" : jobs);
    for (int i = 0; i < 2 && g->pool_waits; i++) fprintf(f, ",%s", CAPS_OF(g, "", "0", "1.5", "3", "5"));
    for (int i = 0; i < 2 && g->pool_timeouts; i++) fprintf(f, ",%s", CAPS_OF(g, "", "0", "1.5", "3", "6"));
    fprintf(f, ",%s", CAPS_OF(g, "", "0.2", "0.6"));
    fprintf(f, ",%s", CAPS_OF(g, "", "0.5", "0"));
    fprintf(f, ",%s", CAPS_OF(g, "", "", "0.5", "1"));
    fprintf(f, ",%s", gen_one_of(&g->parts, (const char *const[]){ "", "", "0.5", "1", NULL }));
    put_masters_share(g, f);
    fprintf(f, ",%s", times[from]);
    gen_put_quota(g, f);
}

static void put_later_rows(struct gen *g, FILE *f, const char *name)
{
    int from = gen_below(&g->caps, 5);
    for (; g->pools_change && from < 8 && gen_below(&g->caps, 100) < 60; from += 1 + gen_below(&g->caps, 3))
        put_later_row(g, f, name, from);
}

static void put_pool(struct gen *g, FILE *f, const char *name, const char *parent)
{
    fprintf(f, "%s,%s,%s", name, parent, ONE_OF(g, "fair", "fair", "fifo", ""));
    fprintf(f, ",%s", ONE_OF(g, "", "1", "2", "0.5", "0", "3", "0.333333", "1.25"));
    for (int kind = 0; kind < (g->one_kind ? 1 : 2); kind++) {
        put_limit(g, f, 35, 0, 5);
        if (g->widest) put_limit(g, f, 25, 6, 24); /* most gangs fit below it */
        else put_limit(g, f, g->flat_usage && g->inner ? 0 : 25, chance(g, 5) ? 0 : 1, 5);
    }
    put_limit(g, f, g->queues ? 0 : 20, 1, 2);
    for (int i = 0; i < 2 && g->pool_waits; i++)
        fprintf(f, ",%s", LATER_OF(g, "", "", "0", "1", "2.5", "4", "0.7", "6"));
    for (int i = 0; i < 2 && g->pool_timeouts; i++)
        fprintf(f, ",%s", NEWER_OF(g, "", "", "0", "1", "2.5", "4", "0.7", "8"));
    put_parts(g, f);
    put_masters_share(g, f);
    gen_hod_pool(g, f);
    fputs(g->pools_change ? "," : "", f);
    gen_put_quota(g, f);
    put_later_rows(g, f, name);
}

static void put_branch(struct gen *g, FILE *f, const char *name, const char *parent, int depth)
{
    int children = depth < (g->flat ? 1 : 3) && chance(g, 40) ? 1 + below(g, 3) : 0;
    g->inner = children > 0;
    put_pool(g, f, name, parent);
    if (children == 0 && g->n_leaves < 16) snprintf(g->leaf[g->n_leaves++], sizeof g->leaf[0], "%s", name);
    for (int i = 0; i < children; i++) {
        char child[16];
        snprintf(child, sizeof child, "%.8s%c", name, 'a' + i);
        put_branch(g, f, child, name, depth + 1);
    }
}

static void make_pools(struct gen *g)
{
    static const char *const names[] = { "q", "b", "z", "k" };
    int roots = 1 + below(g, 4);
    g->pools_file = chance(g, g->suspends ? 95 : 65);
    if (!g->pools_file) return;
    FILE *f = gen_create(g, "pools.csv");
    g->masters = gen_stream(g, "shares of masters");
    g->masters_shares = gen_below(&g->masters, 100) < 30;
    fprintf(f, "pool,parent,policy,weight,%s,max_jobs%s%s,capacity,max_capacity,user_limit,min_user_limit%s%s%s\n",
            g->one_kind ? "min_share,max_share" : "min_maps,max_maps,min_reduces,max_reduces",
            g->pool_waits ? ",wait_node_s,wait_rack_s" : "",
            g->pool_timeouts ? ",min_share_timeout_s,fair_share_timeout_s" : "",
            g->masters_shares ? ",am_share" : "",
            g->hod_order[0] ? ",nodes" : g->pools_change ? ",from_s" : "",
            gen_quota_columns(g));
    for (int i = 0; i < roots; i++) put_branch(g, f, names[i], "", 1);
    fclose(f);
    fprintf(g->options, "--pools pools.csv ");
}

/* ---- options ------------------------------------------------------------------------------------- */

/* F and times around the sizes of the clusters and tasks; a stage often waits, so the waits are short. */
static void put_later_delay(struct gen *g)
{
    static const char *const shares[] = { "0", "0.1", "0.25", "0.333333", "0.5", "0.7", "1", "2", NULL };
    static const char *const waits[] = { "0", "1", "2.5s", "3s", "4", "700ms", "1.333333", NULL };
    fprintf(g->options, "--delay %s", g->yarn ? "yarn:" : "wait:");
    if (g->yarn && chance_later(g, 6)) {
        fprintf(g->options, "%s,", LATER_OF(g, "-1", "0.5"));
        fprintf(g->options, "%s ", LATER_OF(g, "-1", "-0.25"));
    } else {
        fprintf(g->options, "%s,", one_of_later(g, g->yarn ? shares : waits));
        fprintf(g->options, "%s%s ", one_of_later(g, g->yarn ? shares : waits), g->yarn ? "" : ",clock");
    }
}

static void put_delay(struct gen *g)
{
    if (g->yarns_offers) {
        gen_put_yarn_delay(g);
        return;
    }
    if (g->adaptive) {
        gen_put_adaptive(g);
        return;
    }
    if (g->yarn || g->clock) {
        put_later_delay(g);
        return;
    }
    static const char *const waits[] = { "0", "1", "2.5s", "3s", "5", "700ms", NULL };
    int rule = g->hod_order[0] ? 0 : below(g, 10);
    if (!g->hod_order[0] && g->pool_waits && g->pools_file && chance_later(g, 70)) rule = 9;
    if (rule < 2) fprintf(g->options, "--delay none ");
    else if (rule < 5 && chance(g, 40)) fprintf(g->options, "--delay skips:%d ", below(g, 6));
    else if (rule < 5) {
        fprintf(g->options, "--delay skips:%d,", below(g, 5));
        fprintf(g->options, "%d ", below(g, 4));
    } else if (chance(g, 20)) fprintf(g->options, "--delay wait:%s ", one_of(g, waits));
    else {
        fprintf(g->options, "--delay wait:%s,", one_of(g, waits));
        fprintf(g->options, "%s", one_of(g, waits));
        fprintf(g->options, "%s ", ONE_OF(g, "", ",asking", ",shipped", ",all", ",clock"));
    }
}

static void put_placement(struct gen *g)
{
    const char *rule = g->tasks && chance(g, 60) ? "trace"
                                                 : ONE_OF(g, "uniform", "hdfs", "redraw", "uniform", "hdfs", "trace");
    if ((g->hod_order[0] || g->by_capacity || g->queues) && !strcmp(rule, "redraw")) rule = "uniform";
    g->redraws = !strcmp(rule, "redraw");
    fprintf(g->options, "--placement %s --replication %s ", rule, ONE_OF(g, "1", "1", "2", "3", "4"));
    if (chance(g, 15)) fprintf(g->options, "--no-rack-level ");
    if (!chance(g, 50)) return;
    fprintf(g->options, "--penalty rack=%s,", ONE_OF(g, "1", "1.3", "1.5"));
    fprintf(g->options, "any=%s ", ONE_OF(g, "1", "2", "1.7"));
}

/* Where every job can end, the end of the run may be left to itself. */
static void put_until(struct gen *g, const char *order)
{
    bool all_end = !g->one_kind && g->reduce_slots && (order[0] == 'f' || !g->pools_file);
    if (g->queues || g->kills || (g->order && g->pools_file) || g->hod_order[0]) all_end = false;
    if (g->comes_and_goes && (!g->stays || g->continuous)) all_end = false;
    if (chance(g, 15)) fprintf(g->options, "--until %s ", ONE_OF(g, "5", "12.5", "20", "31.000001"));
    else if (!all_end || chance(g, 20)) fprintf(g->options, "--until 300 ");
}

/* H1.1: some nodes, all, or so few that none wander. */
static void put_drift(struct gen *g)
{
    static const char *const drifts[] = { "0.3", "1", "1.5s", "5s", NULL };
    struct sw_chance c = gen_stream(g, "drift");
    if (gen_below(&c, 100) < 40) fprintf(g->options, "--drift %s ", gen_one_of(&c, drifts));
}

static void put_clock(struct gen *g)
{
    bool continuous = chance(g, 35);
    if (g->clock) continuous = chance_later(g, 85);
    if (g->yarn) continuous = chance_later(g, 50);
    if (g->yarns_offers) continuous = gen_yarn_is_continuous(g);
    g->continuous = continuous;
    fprintf(g->options, "--heartbeat %s ", continuous ? "0" : ONE_OF(g, "3s", "3s", "1", "2.333333", "0.7", "5s"));
    if (chance(g, 50)) fprintf(g->options, "--out-of-band %s ", ONE_OF(g, "yes", "no", "no"));
    if (chance(g, 50)) fprintf(g->options, "--per-heartbeat %s ", ONE_OF(g, "1", "2", "all"));
    if (g->yarns_offers) gen_put_yarn_heartbeat(g);
    if (!continuous) put_drift(g);
    if (chance(g, 10)) fprintf(g->options, "--revive %s ", ONE_OF(g, "0.5", "2s"));
    if (chance(g, 20)) fprintf(g->options, "--commit-pending %s ", ONE_OF(g, "3s", "1", "0.35"));
}

/* Looks come often, for the tasks are short. */
static void put_newer(struct gen *g)
{
    static const char *const timeouts[] = { "0", "1", "2.5s", "4", "6", "700ms", "never", NULL };
    static const char *const soon[] = { "0", "1", "2.5s", "700ms", NULL };
    if (g->kills) {
        fprintf(g->options, "--preempt %s:%s,", g->suspends ? "suspend" : "kill", one_of_newer(g, timeouts));
        fprintf(g->options, "%s", one_of_newer(g, g->suspends ? soon : timeouts));
        fprintf(g->options, "%s ", chance_newer(g, 25) ? ",half" : g->suspends && chance_newer(g, 40) ? ",tr" : "");
        if (chance_newer(g, 95))
            fprintf(g->options, "--preempt-every %s ", NEWER_OF(g, "1", "1", "2.5", "0.7", "3s", "5s"));
    }
    if (g->cpac) {
        int computing = 1 + below_newer(g, 3);
        fprintf(g->options, "--admit cpac:%d,%d", computing + below_newer(g, 5), computing);
        if (chance_newer(g, 30)) fprintf(g->options, ",%d", 1 + below_newer(g, 4));
        fputc(' ', g->options);
    }
}

/* C1, C3, C4: lags of a second or two, for the tasks are short. */
static void put_copies(struct gen *g)
{
    static const char *const lags[] = { "0", "1", "2s", "0.5", "3.3", NULL };
    if (!g->copies || g->redraws) return;
    if (chance_newest(g, 50))
        fprintf(g->options, "--speculate hadoop:%s,", NEWEST_OF(g, "0.2", "0", "0.05", "0.333333", "0.5"));
    else {
        fprintf(g->options, "--speculate late:%s,", NEWEST_OF(g, "10%", "0.5", "1", "0.25", "0.333333"));
        fprintf(g->options, "%s,", NEWEST_OF(g, "25", "0", "50", "100", "33.3"));
        fprintf(g->options, "%s,", NEWEST_OF(g, "25", "50", "75", "100", "66.7"));
    }
    fprintf(g->options, "%s ", one_of_newest(g, lags));
    if (chance_newest(g, 85))
        fprintf(g->options, "--speculate-every %s ", NEWEST_OF(g, "1", "0.5", "2.5", "0.7", "1.25"));
}

/* H8 */
static void put_load_cap(struct gen *g)
{
    static const char *const shares[] = { "0", "0", "0.1", "0.25", "0.333333", "0.7", NULL };
    if (sw_chance_below(&g->caps, 100) < 25 && !g->hod_order[0] && !g->suspends)
        fprintf(g->options, "--load-cap %s ", gen_one_of(&g->caps, shares));
}

static void put_times(struct gen *g)
{
    if (chance(g, 50)) fprintf(g->options, "--slowstart %s ", ONE_OF(g, "0", "0.5", "1", "0.333333", "0.8"));
    if (chance(g, 25)) fprintf(g->options, "--startup %s ", ONE_OF(g, "1s", "0.25"));
    if (chance(g, 10)) fprintf(g->options, "--load %s ", ONE_OF(g, "2", "0.7", "3"));
    if (chance(g, 10)) fprintf(g->options, "--jitter %s ", ONE_OF(g, "1s", "4"));
    if (chance(g, 50)) fprintf(g->options, "--seed %d ", 1 + below(g, 1000));
}

static void put_options_of_rounds(struct gen *g, bool mesos)
{
    if (mesos) gen_put_mesos_options(g);
    else gen_put_spark_options(g);
    put_times(g);
    gen_spark_trouble(g);
    put_until(g, "hfs");
    fprintf(g->options, "trace.csv\n");
}

static void put_options(struct gen *g)
{
    const char *order = ONE_OF(g, "fifo", "fair", "hfs", "hfs", "hfs:lack");
    fprintf(g->options, "--order %s ", g->order ? g->order : order);
    gen_put_lc_table(g);
    put_delay(g);
    put_placement(g);
    put_clock(g);
    if (g->pools_file && chance(g, 20)) fprintf(g->options, "--over-min %s ", ONE_OF(g, "scale", "keep"));
    put_times(g);
    put_newer(g);
    put_copies(g);
    put_load_cap(g);
    gen_trouble(g);
    gen_put_queues(g);
    gen_put_disk_options(g);
    gen_put_size_options(g);
    put_until(g, order);
    if (g->by_hadoop) gen_put_hadoop(g);
    fprintf(g->options, "trace.csv\n");
}

static void plan_later(struct gen *g)
{
    int rule = below_later(g, 100);
    g->yarn = rule < 15;
    g->clock = !g->yarn && rule < 35;
    g->pool_waits = chance_later(g, 25);
    g->comes_and_goes = chance_later(g, 40);
    g->reversed = chance_later(g, 20);
    g->set_up = sw_chance_below(&g->latest, 100) < 40;
    g->let_go = sw_chance_below(&g->latest, 100) < 50;
    if (g->clock && chance_later(g, 75)) g->one_kind = true;
}

static void plan_newer(struct gen *g)
{
    g->kills = chance_newer(g, 35);
    g->pool_timeouts = g->kills && chance_newer(g, 40);
    g->cpac = !g->one_kind && chance_newer(g, 30);
    g->order = chance_newer(g, 40) ? NEWER_OF(g, "sjf", "srtf", "fair-gap", "fair-gap", "fair-gap") : NULL;
    g->copies = chance_newest(g, 50);
}

static void plan_calm(struct gen *g)
{
    g->times = gen_stream(g, "few times");
    g->calm = gen_below(&g->times, 100) < 20;
    if (g->calm)
        g->comes_and_goes = g->let_go = g->kills = g->pool_timeouts = g->cpac = g->copies = g->disks = false;
}

/* K7.6 */
static void plan_suspend(struct gen *g)
{
    g->suspends = g->kills = true;
    g->n_nodes = (g->n_nodes + 1) / 2;
    g->comes_and_goes = g->let_go = g->cpac = g->copies = g->disks = g->yarn = false;
    g->pool_timeouts = chance_newer(g, 40);
    if (g->order && !strcmp(g->order, "fair-gap")) g->order = NULL;
}

int main(int argc, char **argv)
{
    uint64_t number;
    bool spark_offers = argc == 4 && !strcmp(argv[1], "--spark"), yarn = argc == 4 && !strcmp(argv[1], "--yarn");
    bool mesos = argc == 4 && !strcmp(argv[1], "--mesos"), usage = argc == 4 && !strcmp(argv[1], "--usage");
    bool gangs = argc == 4 && !strcmp(argv[1], "--gangs"), condor = argc == 4 && !strcmp(argv[1], "--condor");
    bool torque = argc == 4 && !strcmp(argv[1], "--torque");
    gangs |= torque;
    mesos |= condor;
    bool queues = argc == 4 && !strcmp(argv[1], "--queues");
    bool hadoop = argc == 4 && !strcmp(argv[1], "--hadoop"), quota = argc == 4 && !strcmp(argv[1], "--quota");
    bool network = argc == 4 && !strcmp(argv[1], "--network");
    bool sizes = argc == 4 && !strcmp(argv[1], "--sizes"), hosts = argc == 4 && !strcmp(argv[1], "--hosts");
    bool suspend = argc == 4 && !strcmp(argv[1], "--suspend");
    if (suspend || hosts || sizes || network || quota || spark_offers || yarn || mesos || usage || gangs || queues
        || hadoop)
        argc--, argv++;
    if (argc != 3 || sw_num_u64(argv[1], strlen(argv[1]), &number)) {
        fputs("usage: gen-workload [--spark|--yarn|--mesos|--usage|--gangs|--torque|--condor|--queues|--hadoop"
              "|--quota|--network|--sizes|--hosts|--suspend] NUMBER DIRECTORY\n",
              stderr);
        return 2;
    }
    struct gen g = { .c = sw_chance_start(number, SW_CHANCE_OTHER, 0, 0),
                     .later = sw_chance_start(number, SW_CHANCE_OTHER, 1, 0),
                     .newer = sw_chance_start(number, SW_CHANCE_OTHER, 2, 0),
                     .parts = sw_chance_start(number, SW_CHANCE_OTHER, 3, 0),
                     .latest = sw_chance_start(number, SW_CHANCE_OTHER, 4, 0),
                     .newest = sw_chance_start(number, SW_CHANCE_OTHER, 5, 0),
                     .caps = sw_chance_start(number, SW_CHANCE_OTHER, 6, 0), .number = number, .dir = argv[2],
                     .yarns_offers = yarn, .negotiates = condor, .torque = torque };
    g.options = gen_create(&g, "options");
    g.one_kind = chance(&g, 25);
    g.tasks = chance(&g, 40);
    g.n_nodes = 1 + below(&g, 8);
    plan_later(&g);
    plan_newer(&g);
    g.pools_change = gen_below(&g.caps, 100) < 40;
    gen_plan_disks(&g);
    plan_calm(&g);
    g.spark_offers = spark_offers;
    gen_plan_spark(&g);
    if (yarn) gen_plan_yarn(&g);
    if (mesos) gen_plan_mesos(&g);
    if (gangs) {
        gen_plan_gangs(&g);
        make_pools(&g);
        gen_gangs(&g);
        fclose(g.options);
        return 0;
    }
    if (queues) gen_plan_queues(&g);
    if (hadoop) gen_plan_hadoop(&g);
    if (quota) gen_plan_quota(&g);
    if (network) gen_plan_network(&g);
    if (sizes) gen_plan_sizes(&g);
    if (hosts) gen_plan_hosts(&g);
    if (suspend) plan_suspend(&g);
    gen_cluster(&g);
    bool rounds = spark_offers || mesos, with_order = queues || hadoop || quota || suspend || (sizes && g.order);
    if (!rounds && !with_order && !yarn && !usage) gen_hod(&g); /* nodes of its own, and so no delay */
    if (!rounds && !with_order) gen_plan_orders(&g);
    if (usage) gen_plan_usage(&g);
    make_pools(&g);
    gen_trace(&g);
    if (rounds) put_options_of_rounds(&g, mesos);
    else put_options(&g);
    fclose(g.options);
    return 0;
}
