/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-sizes.c - what gen-workload --sizes draws: replicas of a job's blocks (B2), CPUs and memory of nodes and of
 * tasks, order drf (section 23). All from a stream of their own. */
#include <string.h>
#include "tests/naive/gen.h"

#define SIZE_OF(g, ...) gen_one_of(&(g)->size, ((const char *const[]){ __VA_ARGS__, NULL }))

/* The first node has always room for every task. */
void gen_plan_sizes(struct gen *g)
{
    g->sizes = true;
    g->size = gen_stream(g, "sizes");
    if (gen_below(&g->size, 100) < 60) g->one_kind = true;
    g->cpac &= !g->one_kind;
    if (g->one_kind && gen_below(&g->size, 100) < 80) g->order = "drf";
}

const char *gen_size_columns(const struct gen *g) { return g->sizes ? ",replication,task_cpus,task_memory" : ""; }

void gen_put_sizes(struct gen *g, char *text, size_t size)
{
    size_t used = strlen(text);
    if (!g->sizes) return;
    used += (size_t)snprintf(text + used, size - used, ",%s", SIZE_OF(g, "", "1", "2", "3", "4", "5", "9", "255"));
    used += (size_t)snprintf(text + used, size - used, ",%s", SIZE_OF(g, "", "1", "2", "3", "0"));
    snprintf(text + used, size - used, ",%s", SIZE_OF(g, "", "100", "200", "333", "500"));
}

const char *gen_node_size_columns(const struct gen *g) { return g->sizes ? ",cpus,memory" : ""; }

void gen_put_node_sizes(struct gen *g, FILE *f, int node, bool first_row)
{
    if (!g->sizes) return;
    bool says = first_row && gen_below(&g->size, 100) < 60;
    fprintf(f, ",%s", !says ? "" : node ? SIZE_OF(g, "1", "2", "3", "4", "6") : "5");
    fprintf(f, ",%s", !says ? "" : node ? SIZE_OF(g, "100", "400", "500", "900", "1500") : "700");
}

void gen_put_size_options(struct gen *g)
{
    if (!g->sizes) return;
    if (g->order || gen_below(&g->size, 100) < 70) fprintf(g->options, "--node-cpus %s ", SIZE_OF(g, "3", "4", "6"));
    if (gen_below(&g->size, 100) < 70) fprintf(g->options, "--node-memory %s ", SIZE_OF(g, "500", "600", "1000"));
}
