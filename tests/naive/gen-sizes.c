/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-sizes.c - what gen-workload --sizes draws: replicas of a job's blocks (B2). All from a stream of their own. */
#include <string.h>
#include "tests/naive/gen.h"

#define SIZE_OF(g, ...) gen_one_of(&(g)->size, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_sizes(struct gen *g)
{
    g->sizes = true;
    g->size = gen_stream(g, "sizes");
}

const char *gen_size_columns(const struct gen *g)
{
    return g->sizes ? ",replication" : "";
}

void gen_put_sizes(struct gen *g, char *text, size_t size)
{
    size_t used = strlen(text);
    if (!g->sizes) return;
    snprintf(text + used, size - used, ",%s", SIZE_OF(g, "", "1", "2", "3", "4", "5", "9", "255"));
}
