/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-queues.c - what gen-workload --queues draws (section 19): orders that go with --admission, its queues, and
 * estimates. All from a stream of their own. */
#include "tests/naive/gen.h"

#define OF(g, ...) gen_one_of(&(g)->queue, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_queues(struct gen *g)
{
    g->queues = true;
    g->queue = gen_stream(g, "queues");
    g->cpac = g->copies = g->disks = g->let_go = false;
    g->yarns_offers = gen_below(&g->queue, 100) < 20;
    if (g->yarns_offers) gen_plan_yarn(g);
    gen_plan_usage(g);
    if (gen_below(&g->queue, 100) < 85)
        g->order = OF(g, "fifo", "fifo", "fair", "fair", "hfs", "hfs", "hfs:lack", "sjf", "srtf", "capacity", "mlq:3",
                      "mlq:2,5;1,2,0");
    if (g->order != g->order_text) g->flat_usage = false;
}

const char *gen_limit_column(const struct gen *g) { return g->queues ? ",limit_s" : ""; }

/* Of a job: of each of its rows the same. */
const char *gen_limit(struct gen *g)
{
    return g->queues ? OF(g, ",", ",0", ",1", ",2", ",2.5", ",4", ",6", ",10", ",30") : "";
}

static void put_settings(struct gen *g, const char *hop)
{
    if (gen_below(&g->queue, 100) < 65) {
        fprintf(g->options, ",run=%s", OF(g, "1", "2", "3s", "2.5", "0.7", "5", "7.5s", "12", "0.000001", "1.000001"));
        if (hop && gen_below(&g->queue, 100) < 85) fprintf(g->options, ":%s", hop);
    }
    if (gen_below(&g->queue, 100) < 40)
        fprintf(g->options, ",wait=%s", OF(g, "1", "2", "3s", "2.5", "0.7", "5", "10s", "20", "0.000001"));
    if (gen_below(&g->queue, 100) < 30) fprintf(g->options, ",queued=%s", OF(g, "0", "1", "1", "2", "3"));
    if (gen_below(&g->queue, 100) < 35)
        fprintf(g->options, ",short=%s", OF(g, "1", "2", "2.5s", "3", "5", "0.7", "20"));
    if (gen_below(&g->queue, 100) < 20) fprintf(g->options, ",pass=%s", OF(g, "1", "2", "0.5", "3"));
}

/* Queues named in turn, so that each hops to one that stands behind it; the last may be of no pool. */
void gen_put_queues(struct gen *g)
{
    const char *name[5];
    int n = 0;
    if (!g->queues) return;
    for (int i = 0; i < (g->pools_file ? g->n_leaves : 3) && n < 3; i++) {
        static const char *const drawn[] = { "alice", "bob", "carol" };
        if (gen_below(&g->queue, 100) < 70) name[n++] = g->pools_file ? g->leaf[i] : drawn[i];
    }
    if (!n || gen_below(&g->queue, 100) < 60) name[n++] = "*";
    if (gen_below(&g->queue, 100) < 50) name[n++] = "over";
    fprintf(g->options, "--admission ");
    for (int i = 0; i < n; i++) {
        fprintf(g->options, "%s%s=%d", i ? ";" : "", name[i], 1 + gen_below(&g->queue, 2));
        put_settings(g, i + 1 < n ? name[i + 1 + gen_below(&g->queue, n - i - 1)] : NULL);
    }
    fputc(' ', g->options);
}
