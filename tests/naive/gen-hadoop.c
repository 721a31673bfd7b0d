/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-hadoop.c - what gen-workload --hadoop draws: the orders of Hadoop's and YARN's Fair Schedulers. All from a stream
 * of their own. */
#include "tests/naive/gen.h"

#define OF(g, ...) gen_one_of(&(g)->hadoop, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_hadoop(struct gen *g)
{
    g->hadoop = gen_stream(g, "hadoop");
    g->cpac = g->disks = false;
    g->order = OF(g, "hfs", "hfs", "hfs:yarn", "hfs:yarn", "fifo");
}
