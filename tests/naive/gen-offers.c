/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-offers.c - what gen-workload --mesos draws for an allocator's offers (section 15): the order, the delays that go
 * with it, and one kind of slot; and --usage for orders by usage (section 16); --condor for
 * negotiation (section 18). All from streams of their own. */
#include "tests/naive/gen.h"

#define OFFERS_OF(g, ...) gen_one_of(&(g)->offers, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_mesos(struct gen *g)
{
    g->offers = gen_stream(g, "an allocator's offers");
    g->one_kind = true;
    g->kills = g->pool_timeouts = g->cpac = g->copies = g->disks = g->yarn = g->clock = false;
    g->order = NULL;
}

/* Times around those of the tasks, so that a filter ends while a job waits. */
static void put_order(struct gen *g)
{
    int rule = gen_below(&g->offers, 100);
    if (rule < 10) fprintf(g->options, "--order offers ");
    else if (rule < 30) fprintf(g->options, "--order offers:0%s ", OFFERS_OF(g, "", ",0"));
    else {
        fprintf(g->options, "--order offers:%s", OFFERS_OF(g, "1", "1", "0.5", "2s", "0.7", "1.000001", "3"));
        fprintf(g->options, ",%s ", OFFERS_OF(g, "5", "5", "0", "0.3", "2", "3.5", "1", "20"));
    }
}

static void put_wait(struct gen *g)
{
    static const char *const waits[] = { "0", "1", "2.5s", "3s", "5", "700ms", "1.333333", NULL };
    int rule = gen_below(&g->offers, 100);
    if (rule < 15) fprintf(g->options, "--delay none ");
    else if (rule < 45) {
        fprintf(g->options, "--delay skips:%d", gen_below(&g->offers, 5));
        if (gen_below(&g->offers, 100) < 60) fprintf(g->options, ",%d", gen_below(&g->offers, 4));
        fputc(' ', g->options);
    } else {
        fprintf(g->options, "--delay wait:%s,", gen_one_of(&g->offers, waits));
        fprintf(g->options, "%s,clock ", gen_one_of(&g->offers, waits));
    }
}

/* P2, P3, P5: cycles that tasks outlast and claims that they do not, and the other way round. */
static void put_negotiation(struct gen *g)
{
    int more = gen_below(&g->offers, 6);
    fprintf(g->options, "--order negotiate");
    if (more > 0) fprintf(g->options, ":%s", OFFERS_OF(g, "4", "2.5", "1", "10s", "1.000001"));
    if (more > 1) fprintf(g->options, ",%s", OFFERS_OF(g, "1", "0.5", "0", "1"));
    if (more > 2) fprintf(g->options, ",%s", OFFERS_OF(g, "0", "3", "5", "20", "forever"));
    if (more > 3) fprintf(g->options, ",%s", OFFERS_OF(g, "1", "5", "30s", "0.7", "1h"));
    if (more > 4) fprintf(g->options, ",%s", OFFERS_OF(g, "0.5", "1", "0.1", "3"));
    fprintf(g->options, " --delay none ");
}

void gen_put_mesos_options(struct gen *g)
{
    if (g->negotiates) put_negotiation(g);
    else {
        put_order(g);
        put_wait(g);
    }
    const char *rule = g->tasks && gen_below(&g->offers, 100) < 70 ? "trace" : OFFERS_OF(g, "uniform", "hdfs", "trace");
    fprintf(g->options, "--placement %s --replication %s ", rule, OFFERS_OF(g, "1", "1", "2", "3"));
    if (gen_below(&g->offers, 100) < 15) fprintf(g->options, "--no-rack-level ");
    if (gen_below(&g->offers, 100) < 20) fprintf(g->options, "--revive %s ", OFFERS_OF(g, "0.5", "2s", "0.7"));
    if (gen_below(&g->offers, 100) < 50) return;
    fprintf(g->options, "--penalty rack=%s,", OFFERS_OF(g, "1", "1.3", "1.5"));
    fprintf(g->options, "any=%s ", OFFERS_OF(g, "1", "2", "1.7"));
}

#define USAGE_OF(...) gen_one_of(&g->orders, ((const char *const[]){ __VA_ARGS__, NULL }))
/* U7 to U9; a maximum of a pool with children is an error then, which both programs find. */
static void put_list_of_usage(struct gen *g)
{
    const char *half_life = USAGE_OF("2", "3", "7", "20s", "1h"), *period = USAGE_OF("1", "1", "2");
    snprintf(g->order_text, sizeof g->order_text, "usage:%s,%s,0,%s", half_life, period, USAGE_OF("product", "halves"));
    g->flat_usage = true;
}

/* U11: windows about as long as the jobs, and caps that hold pools. */
static void put_windows(struct gen *g)
{
    const char *interval = USAGE_OF("2", "5", "3", "10", "1", "0.7"), *depth = USAGE_OF("1", "2", "3", "4", "24");
    const char *decay = USAGE_OF("0.5", "0.8", "1", "0", "0.333333"), *period = USAGE_OF("1", "0.5", "2.5", "0.7");
    g->flat_usage = false;
    snprintf(g->order_text, sizeof g->order_text, "windows:%s,%s,%s,%s", interval, depth, decay, period);
}

/* U4 to U6: periods and half-lives around the times of the tasks. */
void gen_plan_usage(struct gen *g)
{
    g->orders = gen_stream(g, "usage");
    const char *half_life = USAGE_OF("1", "3", "5", "20s", "0.7", "1h");
    const char *period = USAGE_OF("1", "1", "0.5", "2.5", "0.7"), *start = USAGE_OF("0", "0", "0.5", "1.333333");
    int more = gen_below(&g->orders, 4);
    if (more == 0) snprintf(g->order_text, sizeof g->order_text, "usage:%s", half_life);
    if (more == 1) snprintf(g->order_text, sizeof g->order_text, "usage:%s,%s", half_life, period);
    if (more == 2) snprintf(g->order_text, sizeof g->order_text, "usage:%s,%s,%s", half_life, period, start);
    if (more == 3) snprintf(g->order_text, sizeof g->order_text, "usage:%s,%s,%s,entry", half_life, period, start);
    if (gen_below(&g->orders, 100) < 50) put_list_of_usage(g);
    g->windows = gen_below(&g->orders, 100) < 30 && !g->queues;
    if (g->windows) put_windows(g);
#undef USAGE_OF
    g->order = g->order_text;
    g->lc_table = g->flat = false;
}
