/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-yarn.c - workloads of gen-workload --yarn: the delay rules of D8, Y2, Y7, heartbeats of Y4, Y8, and Y9, mostly on
 * one kind of slot. All from a stream of their own: numbers without --yarn give the workloads they always gave. */
#include <string.h>
#include "tests/naive/gen.h"

#define below_yarn(g, n) gen_below(&(g)->offers, n)
#define one_of_yarn(g, ...) gen_one_of(&(g)->offers, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_yarn(struct gen *g)
{
    g->offers = gen_stream(g, "yarn's offers");
    g->one_kind = below_yarn(g, 100) < 75;
    if (g->one_kind) g->cpac = false;
    int rule = below_yarn(g, 100);
    g->by_capacity = rule < 45;
    g->by_time = rule >= 85;
    g->adaptive = g->clock = g->yarn = false;
}

/* Counts and thresholds around the number of nodes, 1 to 8. */
void gen_put_yarn_delay(struct gen *g)
{
    if (g->by_capacity) {
        fprintf(g->options, "--delay capacity:%s", one_of_yarn(g, "40", "40", "-1", "0", "1", "2", "3", "5"));
        if (below_yarn(g, 100) < 60) fprintf(g->options, ",%s", one_of_yarn(g, "-1", "-1", "-1", "0", "1", "2", "4"));
        else if (below_yarn(g, 100) < 50) fprintf(g->options, ",-1,%s", one_of_yarn(g, "node", "node", "rack"));
    } else if (g->by_time) {
        fprintf(g->options, "--delay yarn-time:%s", one_of_yarn(g, "0", "1", "2.5s", "700ms", "2.999", "4"));
        fprintf(g->options, ",%s", one_of_yarn(g, "0", "0.999", "2.5s", "700ms", "3"));
    } else {
        fprintf(g->options, "--delay yarn:%s", one_of_yarn(g, "0", "0.1", "0.25", "0.333333", "0.5", "0.7", "1", "2"));
        fprintf(g->options, ",%s", one_of_yarn(g, "0", "0.1", "0.25", "0.5", "1"));
    }
    fputc(' ', g->options);
}

bool gen_yarn_is_continuous(struct gen *g)
{
    return below_yarn(g, 100) < (g->by_time ? 70 : 25);
}

void gen_put_yarn_heartbeat(struct gen *g)
{
    if (below_yarn(g, 100) < 50)
        fprintf(g->options, "--off-switch %s ", one_of_yarn(g, "1", "1", "1", "2", "3", "all"));
    if (below_yarn(g, 100) < 35) fprintf(g->options, "--per-heartbeat half ");
    if (below_yarn(g, 100) < 65 && !g->queues && !g->hod_order[0]) fprintf(g->options, "--give-back yes ");
}
