/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-trouble.c - what goes wrong in a workload: attempts that fail (F1..F3). Each from a stream of its own, named by what it is for,
 * so that what is added to one leaves the others as they are. */
#include <string.h>
#include "tests/naive/gen.h"

static struct sw_chance stream(const struct gen *g, const char *purpose)
{
    return sw_chance_start(g->number, SW_CHANCE_OTHER, sw_chance_name(purpose, strlen(purpose)), 0);
}

static void put_failures(struct gen *g)
{
    static const char *const rates[] = { "0.02", "0.1", "0.1", "0.25", "0.5", NULL };
    struct sw_chance c = stream(g, "failures");
    if (gen_below(&c, 100) >= 35 || g->redraws) return; /* F3: with redraw no failures are taken */
    fprintf(g->options, "--failure-rate %s ", gen_one_of(&c, rates));
    if (gen_below(&c, 100) < 60) fprintf(g->options, "--max-attempts %d ", 1 + gen_below(&c, 5));
}

void gen_trouble(struct gen *g)
{
    put_failures(g);
}
