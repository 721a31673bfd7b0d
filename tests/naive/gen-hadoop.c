/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-hadoop.c - what gen-workload --hadoop draws: the orders and kills of Hadoop's and YARN's Fair Schedulers. All
 * from a stream of their own. */
#include "tests/naive/gen.h"

#define OF(g, ...) gen_one_of(&(g)->hadoop, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_hadoop(struct gen *g)
{
    g->hadoop = gen_stream(g, "hadoop");
    g->by_hadoop = true;
    g->cpac = g->disks = false;
    g->order = OF(g, "hfs", "hfs", "hfs:yarn", "hfs:yarn", "fifo");
    g->kills = gen_below(&g->hadoop, 100) < 50;
}

/* Behind the options that these take the place of. */
void gen_put_hadoop(struct gen *g)
{
    static const char *const timeouts[] = { "0", "1", "2.5s", "4", "6", "never", NULL };
    if (!g->kills || gen_below(&g->hadoop, 100) < 30) return;
    fprintf(g->options, "--preempt kill:%s,", gen_one_of(&g->hadoop, timeouts));
    fprintf(g->options, "%s%s ", gen_one_of(&g->hadoop, timeouts), OF(g, "", ",half", ",tr", ",tr"));
}
