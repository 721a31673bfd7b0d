/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-network.c - what gen-workload --network draws (section 11): rates and blocks so small that flows are seldom
 * alone, and racks with and without a rate. All from a stream of their own. */
#include "tests/naive/gen.h"

#define OF(c, ...) gen_one_of(&(c), ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_network(struct gen *g)
{
    g->network = true;
    g->redraws = false; /* what was not drawn at the launch is no replica to read from */
    struct sw_chance c = gen_stream(g, "network");
    fprintf(g->options, "--network node=%s", OF(c, "24", "800", "2400", "8000", "100B", "1KB", "40K", "400K"));
    if (gen_below(&c, 100) < 60) fprintf(g->options, ",rack=%s", OF(c, "800", "1600", "1600", "10K", "80K"));
    fprintf(g->options, " --block-size %s ", OF(c, "0", "1", "100", "237", "1000", "5000"));
}
