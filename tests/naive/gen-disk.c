/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-disk.c - room for map output (A6 to A9): columns of the cluster and of the trace, and options. Its draws are a
 * stream of their own. */
#include <string.h>
#include "tests/naive/gen.h"

#define below_disk(g, n) gen_below(&(g)->disk, n)
#define DISK_OF(g, ...) gen_one_of(&(g)->disk, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_disks(struct gen *g)
{
    g->disk = gen_stream(g, "disks");
    g->disks = below_disk(g, 100) < 45;
}

static const char *pick_disk(struct gen *g)
{
    return DISK_OF(g, "100", "150", "200", "200", "300", "450", "1000", "75");
}

/* "" where the workload has none: the columns of a cluster, and what a node's row says. */
const char *gen_disk_column(const struct gen *g)
{
    return g->disks ? ",disk_bytes" : "";
}

void gen_put_disk(struct gen *g, FILE *f, int node, bool first_row)
{
    if (!g->disks) return;
    if (first_row) snprintf(g->disk_of[node], sizeof g->disk_of[0], "%s", below_disk(g, 100) < 20 ? "" : pick_disk(g));
    fprintf(f, ",%s", first_row || below_disk(g, 2) ? g->disk_of[node] : "");
}

void gen_put_disk_options(struct gen *g)
{
    if (!g->disks) return;
    if (below_disk(g, 100) < 60) fprintf(g->options, "--disk %s ", pick_disk(g));
    if (below_disk(g, 100) < 80)
        fprintf(g->options, "--evict %s ", DISK_OF(g, "latest", "least-progress", "most-space", "most-space", "none"));
}

const char *gen_bytes_column(const struct gen *g)
{
    if (!g->disks && !g->network) return "";
    return g->tasks ? ",input_bytes" : g->network ? ",shuffle_bytes,input_bytes" : ",shuffle_bytes";
}

/* What the maps of a job write; in a file of tasks it is the sum of what its reduces read. */
void gen_put_bytes(struct gen *g, FILE *f, const char *kind)
{
    if (!g->disks && !g->network) return;
    if (!strcmp(kind, "job"))
        fprintf(f, ",%s", DISK_OF(g, "", "0", "100", "237", "300", "450", "600", "999", "1000", "350"));
    else if (strcmp(kind, "reduce") && !g->network) fputs(",0", f);
    else fprintf(f, ",%s", DISK_OF(g, "0", "33", "100", "120", "75", "200"));
    if (g->network && !strcmp(kind, "job")) fprintf(f, ",%s", DISK_OF(g, "", "", "0", "1", "237", "1000", "4001"));
}
