/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-spark.c - what gen-workload --spark draws for Spark's offers: executors that share hosts, wishes for either,
 * numbers of jobs that are not those of their submission, and the options that go with the mode (R1). */
#include <string.h>
#include "tests/naive/gen.h"

#define OFFERS_OF(g, ...) gen_one_of(&(g)->offers, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_spark(struct gen *g)
{
    g->offers = gen_stream(g, "spark's offers");
    if (!g->spark_offers) return;
    g->one_kind = true;
    g->kills = g->pool_timeouts = g->cpac = g->copies = g->disks = g->yarn = g->clock = false;
    g->order = NULL;
    bool shared = gen_below(&g->offers, 100) < 60;
    g->no_racks = gen_below(&g->offers, 100) < 35;
    int n_racks = 1 + gen_below(&g->offers, 3);
    for (int i = 0; i < 9; i++) g->rack_of_host[i] = 1 + gen_below(&g->offers, n_racks);
    for (int i = 0; i < 8; i++)
        g->host_of[i] = shared && gen_below(&g->offers, 100) < 75 ? 1 + gen_below(&g->offers, 3) : 0;
}

/* B21.4, N1: machines of one host, in other modes than Spark's. */
void gen_plan_hosts(struct gen *g)
{
    static const char *const cores[] = { "1", "2", "3", "3", "5", NULL };
    struct sw_chance c = gen_stream(g, "hosts");
    g->hosts = true;
    for (int i = 0; i < 9; i++) g->rack_of_host[i] = 1 + gen_below(&c, 3);
    for (int i = 0; i < 8; i++) g->host_of[i] = gen_below(&c, 100) < 75 ? 1 + gen_below(&c, 3) : 0;
    if (gen_below(&c, 100) < 40) gen_plan_network(g);
    if (!g->network || gen_below(&c, 100) < 50) fprintf(g->options, "--host-cores %s ", gen_one_of(&c, cores));
}

/* R2: "nodes of one host have one rack". */
void gen_put_rack(struct gen *g, FILE *f, int node, int rack)
{
    if (g->spark_offers && g->no_racks) return;
    fprintf(f, "r%d", g->host_of[node] ? g->rack_of_host[g->host_of[node]] : rack);
}

const char *gen_host_column(const struct gen *g)
{
    return g->spark_offers || g->hosts ? ",host" : "";
}

void gen_put_host(struct gen *g, FILE *f, int node)
{
    if (g->spark_offers || g->hosts) fputc(',', f);
    if (g->host_of[node]) fprintf(f, "m%d", g->host_of[node]);
}

/* Hosts, executors that the cluster does not have, and (false) the wishes of all workloads. */
bool gen_put_spark_wish(struct gen *g, FILE *f)
{
    int kind = g->spark_offers ? gen_below(&g->offers, 100) : 100;
    if (kind < 4) fprintf(f, "far%d", gen_below(&g->offers, 40)); /* R20: many keys */
    else if (kind < 25) fprintf(f, "m%d", 1 + gen_below(&g->offers, 3));
    else if (kind < 32) fprintf(f, "m%d/9", 1 + gen_below(&g->offers, 4));
    return kind < 32;
}

/* R7 */
bool gen_put_spark_id(struct gen *g, int job, char *id, size_t size)
{
    if (!g->spark_offers || gen_below(&g->offers, 100) < 30) return false;
    int number = gen_below(&g->offers, 3);
    snprintf(id, size, "%s/%d%d", OFFERS_OF(g, "a", "app"), number, job);
    return true;
}

static void put_order(struct gen *g)
{
    static const char *const waits[] = { "0", "0", "1", "2", "3", "0.7", "2.5s", "700ms", "1.333333", "5", NULL };
    fprintf(g->options, "--order %s ", OFFERS_OF(g, "fifo", "hfs", "hfs"));
    fprintf(g->options, "--offers %s --delay spark:", OFFERS_OF(g, "spark-2", "spark-3", "spark-3", "spark-3.0",
            "spark-2.4", "spark-3.1.3", "spark-3.5.8,legacy", "spark-4,scala-2.12", "spark-2.0.2"));
    for (int i = 0; i < 3; i++) fprintf(g->options, "%s%c", gen_one_of(&g->offers, waits), i < 2 ? ',' : ' ');
    fprintf(g->options, "--heartbeat 0 ");
    if (gen_below(&g->offers, 100) >= 30) return;
    fprintf(g->options, "--revive %s ", OFFERS_OF(g, "0.5", "2s", "0.7", "1.000001"));
}

void gen_put_spark_options(struct gen *g)
{
    put_order(g);
    const char *rule = g->tasks && gen_below(&g->offers, 100) < 80 ? "trace" : OFFERS_OF(g, "uniform", "hdfs", "trace");
    fprintf(g->options, "--placement %s --replication %s ", rule, OFFERS_OF(g, "1", "1", "2", "3", "4"));
    if (gen_below(&g->offers, 100) < 12) fprintf(g->options, "--no-rack-level ");
    if (gen_below(&g->offers, 100) < 50) return;
    fprintf(g->options, "--penalty rack=%s,", OFFERS_OF(g, "1", "1.3", "1.5"));
    fprintf(g->options, "any=%s ", OFFERS_OF(g, "1", "2", "1.7"));
}
