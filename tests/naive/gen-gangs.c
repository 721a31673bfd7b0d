/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-gangs.c - what gen-workload --gangs and --torque draw (section 17): nodes in racks, jobs of several nodes with
 * estimates, and the options that go with --width. Times come from short lists, so that ends and waits meet. */
#include "tests/naive/gen.h"

#define GANGS_OF(g, ...) gen_one_of(&(g)->gangs, ((const char *const[]){ __VA_ARGS__, NULL }))
#define draw(g, n) gen_below(&(g)->gangs, n)
#define PREEMPT_OF(g, ...) gen_one_of(&(g)->preempt, ((const char *const[]){ __VA_ARGS__, NULL }))
#define draw_p(g, n) gen_below(&(g)->preempt, n)
#define draw_f(g, n) gen_below(&(g)->factors, n)
#define FACTOR_OF(g, ...) gen_one_of(&(g)->factors, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_gangs(struct gen *g)
{
    g->gangs = gen_stream(g, g->torque ? "torque" : "gangs");
    g->one_kind = true;
    g->whole_nodes = draw(g, 100) < 20;
    g->kills = g->pool_timeouts = g->cpac = g->copies = g->disks = g->yarn = g->clock = false;
    g->pools_change = g->comes_and_goes = g->let_go = g->set_up = g->pool_waits = false;
    g->order = NULL;
    g->flat_usage = false;
    g->n_partitions = g->n_qos = 0;
    g->factors = gen_stream(g, "factors");
    g->preempt = gen_stream(g, "preempt");
    g->multifactor = !g->torque && gen_below(&g->factors, 100) < 40;
    if (!g->torque && draw(g, 100) < 20) gen_plan_usage(g);
    g->widest = 1 + draw(g, 4);
    if (!g->torque && !g->multifactor && !g->order && draw_f(g, 100) < 30) gen_plan_quota(g);
    g->kills = false;
}

static void put_cluster(struct gen *g)
{
    FILE *f = gen_create(g, "cluster.csv");
    int racks = 1 + draw(g, 4);
    fputs("node,rack,slots,speed\n", f);
    for (int i = 0; i < g->n_nodes; i++) {
        int slots = g->whole_nodes || draw(g, 100) < 60 ? g->widest : 1 + draw(g, g->widest);
        g->slots_of[i] = slots;
        fprintf(f, "n%d,r%d,%d,%s\n", i + 1, draw(g, racks), slots, GANGS_OF(g, "1", "1", "1", "1", "2", "0.7"));
    }
    fclose(f);
    fprintf(g->options, "--cluster cluster.csv ");
}

/* G13: the first holds all nodes, the others some. */
static void put_partitions(struct gen *g)
{
    FILE *f = gen_create(g, "partitions.csv");
    g->n_partitions = 1 + draw_f(g, 3);
    fprintf(f, "partition,nodes,tier,factor%s\n", g->gang_kills ? ",preempt_mode,grace_s" : "");
    for (int i = 0; i < g->n_partitions; i++) {
        int from = 1 + draw_f(g, g->n_nodes), to = from + draw_f(g, g->n_nodes - from + 1);
        if (i == 0 || draw_f(g, 100) < 30) fprintf(f, "p%d,,", i);
        else fprintf(f, "p%d,n[%d-%d],", i, from, to);
        fprintf(f, "%s,%s", FACTOR_OF(g, "", "1", "2", "0", "5"), FACTOR_OF(g, "", "1", "3", "0", "10"));
        if (g->gang_kills)
            fprintf(f, ",%s,%s", PREEMPT_OF(g, "", "", "", "off", "cancel", "requeue"),
                    PREEMPT_OF(g, "", "", "0", "1", "2.5", "6"));
        fputc('\n', f);
    }
    fclose(f);
    fprintf(g->options, "--partitions partitions.csv ");
}

static void put_qos(struct gen *g)
{
    FILE *f = gen_create(g, "qos.csv");
    g->n_qos = 1 + draw_f(g, 3);
    fprintf(f, "qos,priority%s\n", g->gang_kills ? ",preempt_mode,grace_s,exempt_s,preempt" : "");
    for (int i = 0; i < g->n_qos; i++) {
        fprintf(f, "q%d,%s", i, FACTOR_OF(g, "", "0", "1", "3", "10"));
        if (g->gang_kills)
            fprintf(f, ",%s,%s,%s,%s", PREEMPT_OF(g, "", "", "cluster", "cancel", "requeue"),
                    PREEMPT_OF(g, "", "", "0", "1", "2.5", "6"), PREEMPT_OF(g, "", "", "", "0", "1", "4"),
                    i == 0   ? ""
                    : i == 1 ? PREEMPT_OF(g, "", "q0", "q0", "q0")
                             : PREEMPT_OF(g, "q0", "q1", "\"q0,q1\"", "q1"));
        fputc('\n', f);
    }
    fclose(f);
    fprintf(g->options, "--qos qos.csv ");
}

/* G12: weights of which some are 0, ticks and half-lives about as long as the jobs. */
static void put_factors(struct gen *g)
{
    static const char *const names[] = { "age", "fairshare", "size", "partition", "qos" };
    static const char *const flags[] = { "favor-small", "relative-to-time", "incr-only", "no-fair-tree", "no-limits" };
    fprintf(g->options, "--order multifactor:period=%s", FACTOR_OF(g, "1", "2", "3", "0.7", "5", "300"));
    fprintf(g->options, ",half-life=%s,max-age=%s", FACTOR_OF(g, "0", "1", "3", "10", "20", "1d"),
            FACTOR_OF(g, "2", "5", "10", "20", "7d"));
    for (int i = 0; i < 5; i++)
        if (draw_f(g, 100) < 60)
            fprintf(g->options, ",%s=%s", names[i], FACTOR_OF(g, "1", "10", "100", "1000", "5000", "4294967295"));
    for (int i = 0; i < 5; i++)
        if (draw_f(g, 100) < 20) fprintf(g->options, ",%s", flags[i]);
    fputc(' ', g->options);
}

static const char *pick_pool(struct gen *g)
{
    if (!g->pools_file) return GANGS_OF(g, "", "a", "b");
    return draw(g, 100) < 10 ? "" : g->leaf[draw(g, g->n_leaves)];
}

/* Mostly as wide as so many nodes have room for. */
static int pick_width(struct gen *g, int nodes)
{
    int width = 1 + draw(g, g->widest);
    for (; width > 1; width--) {
        int n = 0;
        for (int i = 0; i < g->n_nodes; i++) n += g->slots_of[i] >= width;
        if (n >= nodes) break;
    }
    return width;
}

/* Submitted at the end of the last job that was not, or ready some time after its submission. */
static void put_rest(struct gen *g, FILE *f, int i)
{
    if (i > 0 && draw(g, 100) < 15) {
        fprintf(f, ",j%d", g->last_at_time);
        fprintf(f, ",%s", GANGS_OF(g, "0", "1", "4"));
    } else {
        fputs(",,", f);
        g->last_at_time = i;
    }
    fprintf(f, ",%s", draw(g, 100) < 90 ? "0" : GANGS_OF(g, "1", "3", "6"));
}

static void put_job(struct gen *g, FILE *f, int i, int *at)
{
    static const char *const times[] = { "0", "1", "2", "2", "3", "5", "7.5", "10", "0.3", "4", "20", NULL };
    int nodes = 1 + (draw(g, 100) < 60 ? draw(g, g->n_nodes) : 0), width = pick_width(g, nodes);
    if (draw(g, 100) < 60) *at += draw(g, 5);
    const char *time = gen_one_of(&g->gangs, times), *limit = time;
    int how = draw(g, 10);
    if (draw(g, 200) == 0) width++; /* too wide, perhaps */
    if (how < 4) limit = gen_one_of(&g->gangs, times);
    if (how == 4) limit = "";
    if (how == 5) limit = GANGS_OF(g, "40", "65", "66", "130"); /* groups of ends (G5.6) */
    if (draw_f(g, 60) == 0) fputs("nowhere,", f);
    else if (g->n_partitions) fprintf(f, "p%d,", draw_f(g, g->n_partitions));
    else fputs(",", f);
    if (g->n_qos) fprintf(f, "q%d,", draw_f(g, g->n_qos + (draw_f(g, 60) == 0)));
    else fputs(",", f);
    fprintf(f, "j%d,%d,%s,%s,", i, *at, pick_pool(g), draw(g, 100) < 70 ? "" : GANGS_OF(g, "high", "low"));
    if (draw(g, 100) < 50) fprintf(f, "1,%s,%s,%d,%d,%s", time, draw(g, 100) < 85 ? "" : "0.5", nodes * width, nodes,
                                   limit);
    else fprintf(f, "%d,%s,%s,%d,,%s", nodes, time, draw(g, 100) < 85 ? "" : "0.5", nodes * width - draw(g, 2),
                 limit);
    if (g->torque) put_rest(g, f, i);
    fputc('\n', f);
}

static void put_trace(struct gen *g)
{
    FILE *f = gen_create(g, "trace.csv");
    int n = 2 + draw(g, 14), at = draw(g, 3);
    fprintf(f, "partition,qos,job_id,submit_s,pool,priority,maps,map_s,map_sigma,job_cpus,job_nodes,limit_s%s\n",
            g->torque ? ",after_job,think_s,setup_s" : "");
    for (int i = 0; i < n; i++) put_job(g, f, i, &at);
    fclose(f);
}

/* G10, G11: waits about as long as the jobs. */
static void put_torque(struct gen *g)
{
    fprintf(g->options, "--order %s ", GANGS_OF(g, "cput", "cput", "cput", "cput", "fifo", "sjf", "srtf", "fair"));
    fprintf(g->options, "--backfill %s ", GANGS_OF(g, "skip", "skip", "none"));
    if (draw(g, 100) < 85) {
        fprintf(g->options, "--max-starve %s", GANGS_OF(g, "0", "1", "2", "2.5", "4", "7", "10", "12", "700ms", "1d"));
        fprintf(g->options, "%s ", GANGS_OF(g, "", "", ",1", ",3", ",0.7", ",2.5", ",6s", ",20", ",1000"));
    }
}

static void put_order(struct gen *g)
{
    if (g->multifactor) put_factors(g);
    else if (g->order) fprintf(g->options, "--order %s ", g->order);
    else
        fprintf(g->options, "--order %s ",
                GANGS_OF(g, "fifo", "fifo", "sjf", "srtf", "fair", "hfs", "hfs", "hfs:lack"));
    fprintf(g->options, "--backfill %s ", g->n_partitions || g->gang_kills ?
            FACTOR_OF(g, "none", "skip", "slurm", "slurm", "slurm:1") :
            GANGS_OF(g, "none", "skip", "easy", "easy", "easy:2", "easy:3", "conservative", "conservative", "slurm",
                     "slurm", "slurm:1", "slurm:2"));
    if (draw(g, 100) < 60 && !g->gang_kills) {
        fprintf(g->options, "--switches %s@%s", FACTOR_OF(g, "1", "1", "1", "2", "2", "3"),
                GANGS_OF(g, "0", "1", "2", "3s", "5", "1.5", "700ms", "10", "30"));
        fprintf(g->options, "%s ", GANGS_OF(g, "", ",first"));
    }
}

/* G14 */
static void put_preempt(struct gen *g, bool by_qos)
{
    fprintf(g->options, "--preempt %s:%s", by_qos ? "qos" : "partition_prio",
            PREEMPT_OF(g, "requeue", "requeue", "cancel"));
    fprintf(g->options, ",begin=%s,again=%s", PREEMPT_OF(g, "0", "1", "4", "10"),
            PREEMPT_OF(g, "0", "1", "3", "8", "40"));
    if (draw_p(g, 100) < 30) fprintf(g->options, ",youngest");
    if (draw_p(g, 100) < 30) fprintf(g->options, ",strict");
    if (draw_p(g, 100) < 50) fprintf(g->options, ",reorder=%s", PREEMPT_OF(g, "0", "1", "2", "5"));
    if (draw_p(g, 100) < 30) fprintf(g->options, ",exempt=%s", PREEMPT_OF(g, "0", "1", "3", "7.5"));
    fputc(' ', g->options);
}

void gen_gangs(struct gen *g)
{
    put_cluster(g);
    bool parts = g->multifactor && draw_f(g, 100) < 60, by_qos = draw_p(g, 100) < 50;
    g->gang_kills = parts && draw_p(g, 100) < 70;
    if (parts) put_partitions(g);
    bool qos = g->multifactor && draw_f(g, 100) < 60;
    if (qos && !parts) g->gang_kills = draw_p(g, 100) < 70;
    if (qos) put_qos(g);
    put_trace(g);
    if (g->gang_kills) put_preempt(g, qos && (by_qos || !parts));
    fprintf(g->options, "--width %s ", g->whole_nodes ? "nodes" : "slots");
    if (g->torque) put_torque(g);
    else put_order(g);
    if (draw(g, 100) < 12) fprintf(g->options, "--no-rack-level ");
    if (draw(g, 100) < 15) fprintf(g->options, "--startup %s ", GANGS_OF(g, "0.5", "1"));
    if (draw(g, 100) < 15) fprintf(g->options, "--load %s ", GANGS_OF(g, "2", "0.5"));
    if (draw(g, 100) < 10) fprintf(g->options, "--until %s ", GANGS_OF(g, "5", "12", "20"));
    if (draw(g, 100) < 50) {
        fprintf(g->options, "--penalty rack=%s,", GANGS_OF(g, "1", "1.3", "1.5"));
        fprintf(g->options, "any=%s ", GANGS_OF(g, "1", "2", "1.7"));
    }
    fprintf(g->options, "trace.csv\n");
}
