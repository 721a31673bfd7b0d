/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-hadoop.c - what gen-workload --hadoop draws: the orders and kills of Hadoop's and YARN's Fair Schedulers, and
 * Hadoop 1's JobTracker (section 20). All from a stream of their own. */
#include <string.h>
#include "tests/naive/gen.h"

#define OF(g, ...) gen_one_of(&(g)->hadoop, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_hadoop(struct gen *g)
{
    g->hadoop = gen_stream(g, "hadoop");
    g->by_hadoop = true;
    g->by_tracker = gen_below(&g->hadoop, 100) < 70;
    g->cpac = g->disks = g->yarn = g->clock = g->adaptive = false;
    g->order = g->by_tracker ? OF(g, "hfs", "hfs", "hfs", "fifo")
                             : OF(g, "hfs", "hfs:yarn", "hfs:yarn", "capacity", "capacity");
    g->kills = gen_below(&g->hadoop, 100) < 50;
    g->pool_timeouts = gen_below(&g->hadoop, 100) < 40;
    if (!g->by_tracker) g->one_kind = gen_below(&g->hadoop, 100) < 70;
    if (g->by_tracker) g->copies = g->let_go = false;
}

static void put_kills(struct gen *g)
{
    static const char *const timeouts[] = { "0", "1", "2.5s", "4", "6", "never", NULL };
    if (!g->kills || gen_below(&g->hadoop, 100) < 30) return;
    if (!g->by_tracker && g->one_kind)
        fprintf(g->options, "--delay %s ", OF(g, "none", "none", "yarn:0.5,0.5", "yarn:1,0.25", "yarn-time:1,2.5s",
                                              "yarn:0.1,0.7"));
    if (!g->by_tracker && g->one_kind && !strcmp(g->order, "capacity")) {
        fprintf(g->options, "--preempt capacity%s ", OF(g, "", ":0", ":1", ":3", ":2.5s", ":6"));
        return;
    }
    if (!g->by_tracker && g->one_kind) {
        g->looks = true;
        fprintf(g->options, "--preempt yarn:%s,", gen_one_of(&g->hadoop, timeouts));
        fprintf(g->options, "%s,%s,%s ", gen_one_of(&g->hadoop, timeouts), OF(g, "0.5", "0.5", "1", "0.8", "0.25"),
                OF(g, "0", "1", "2.5s", "0.7", "4"));
        return;
    }
    fprintf(g->options, "--preempt kill:%s,", gen_one_of(&g->hadoop, timeouts));
    fprintf(g->options, "%s%s ", gen_one_of(&g->hadoop, timeouts), OF(g, "", ",half", ",tr", ",tr"));
}

/* Y15 */
static void put_continuous(struct gen *g)
{
    struct sw_chance rounds = gen_stream(g, "rounds of offers");
    if (!g->one_kind || gen_below(&rounds, 100) >= 40) return;
#define ROUNDS_OF(...) gen_one_of(&rounds, ((const char *const[]){ __VA_ARGS__, NULL }))
    if (g->redraws) fprintf(g->options, "--placement uniform ");
    fprintf(g->options, "--heartbeat %s --continuous %s ", ROUNDS_OF("1", "1", "3s", "2.333333"),
            ROUNDS_OF("5ms", "0.1", "0.1", "0.5", "0.7", "1"));
    fprintf(g->options, "--delay %s ", ROUNDS_OF("none", "yarn-time:0,0", "yarn-time:1,0.5", "yarn-time:2.5s,700ms",
                                                  "yarn-time:0.3,1"));
    fprintf(g->options, "--commit-pending %s ", ROUNDS_OF("0", "0", "1", "0.35", "3s"));
}

/* Y16: it needs hfs, and no preemption. */
static void put_reservable(struct gen *g)
{
    struct sw_chance nodes = gen_stream(g, "reserved nodes");
    if (!g->one_kind || strncmp(g->order, "hfs", 3) || gen_below(&nodes, 100) >= 50) return;
#define NODES_OF(...) gen_one_of(&nodes, ((const char *const[]){ __VA_ARGS__, NULL }))
    if (g->redraws) fprintf(g->options, "--placement uniform ");
    g->looks = false;
    fprintf(g->options, "--preempt none --heartbeat %s ", NODES_OF("1", "1", "3s", "2.333333"));
    fprintf(g->options, "--reservable %s ", NODES_OF("0.05", "0.05", "0.5", "1", "0.25", "0"));
    fprintf(g->options, "--delay %s ", NODES_OF("none", "yarn:0.5,0.5", "yarn:1,0.25", "yarn:0.1,0.7",
                                                 "yarn-time:1,0.5"));
}

/* Y19, Y20: behind all that they do not go with. */
static void put_masters(struct gen *g)
{
    static const char *const orders[] = { "fifo", "fair", "hfs", "capacity" };
    struct sw_chance masters = gen_stream(g, "containers of masters");
    bool ordered = false;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        ordered |= !strncmp(g->order, orders[i], strlen(orders[i]));
    if (!g->one_kind || !ordered || !strcmp(g->order, "fair-gap") || gen_below(&masters, 100) >= 50) return;
    fprintf(g->options, "--speculate none --preempt none --failure-rate 0 --am-container %s ",
            gen_one_of(&masters, (const char *const[]){ "1", "0.5", "2.5s", "0.1", NULL }));
    if (!strcmp(g->order, "capacity"))
        fprintf(g->options, "--continuous 0 --heartbeat %s ",
                gen_one_of(&masters, (const char *const[]){ "1", "1", "3s", "0.7", NULL }));
    else if (strncmp(g->order, "hfs", 3))
        return;
    if (gen_below(&masters, 100) < 60)
        fprintf(g->options, "--am-share %s ",
                gen_one_of(&masters, (const char *const[]){ "0.5", "0.5", "1", "0.8", "0.1", NULL }));
}

/* Y18 */
static void put_updates(struct gen *g)
{
    struct sw_chance updates = gen_stream(g, "updates of demand");
    if (strncmp(g->order, "hfs", 3) || gen_below(&updates, 100) >= 50) return;
    fprintf(g->options, "--speculate none %s", g->looks ? "" : "--preempt none ");
    fprintf(g->options, "--heartbeat %s --update %s ",
            gen_one_of(&updates, (const char *const[]){ "1", "1", "3s", "2.333333", NULL }),
            gen_one_of(&updates, (const char *const[]){ "500ms", "500ms", "1", "0.3", "2.5", NULL }));
}

/* Behind the options that these take the place of. */
void gen_put_hadoop(struct gen *g)
{
    static const char *const times[] = { "0", "1", "2.5s", "3s", "5", "700ms", NULL };
    put_kills(g);
    if (!g->by_tracker && gen_below(&g->hadoop, 100) < 40)
        fprintf(g->options, "--placement uniform --speculate hadoop:%s,%s,job --speculate-every %s ",
                OF(g, "0", "0.1", "0.2"), OF(g, "0", "3", "8", "15s"), OF(g, "1", "2.5"));
    if (!g->by_tracker) {
        struct sw_chance masters = gen_stream(g, "application masters");
        if (gen_below(&masters, 100) < 30)
            fprintf(g->options, "--speculate none --am-heartbeat %s ",
                    gen_one_of(&masters, (const char *const[]){ "1", "1", "0.7", "3", "2.5s", NULL }));
        put_reservable(g);
        put_continuous(g);
        put_updates(g);
        put_masters(g);
        return;
    }
    fprintf(g->options, "--offers hadoop-1 --heartbeat %s ", OF(g, "3s", "1", "1", "2.333333", "0.7"));
    fprintf(g->options, "--out-of-band %s --placement %s ", OF(g, "no", "no", "no", "yes"),
            OF(g, "trace", "trace", "uniform", "hdfs"));
    if (gen_below(&g->hadoop, 100) < 60) {
        fprintf(g->options, "--delay wait:%s,", gen_one_of(&g->hadoop, times));
        fprintf(g->options, "%s%s ", gen_one_of(&g->hadoop, times),
                OF(g, "", ",shipped", ",shipped", ",all", ",clock"));
    } else
        fprintf(g->options, "--delay none ");
    if (gen_below(&g->hadoop, 100) < 60) fprintf(g->options, "--update %s ", OF(g, "500ms", "500ms", "1", "0.3"));
    if (gen_below(&g->hadoop, 100) < 50)
        fprintf(g->options, "--per-heartbeat %s ", OF(g, "one", "one", "all", "2"));
    if (gen_below(&g->hadoop, 100) < 40) fprintf(g->options, "--off-switch %s ", OF(g, "1", "1", "2", "all"));
    if (gen_below(&g->hadoop, 100) < 30) fprintf(g->options, "--load-cap %s ", OF(g, "0", "0", "0.1", "0.5"));
    if (gen_below(&g->hadoop, 100) < 35)
        fprintf(g->options, "--failure-rate %s --max-attempts %s ", OF(g, "0.1", "0.3"), OF(g, "2", "4", "9"));
    else
        fprintf(g->options, "--failure-rate 0 ");
}
