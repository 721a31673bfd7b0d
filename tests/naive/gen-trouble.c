/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-trouble.c - what goes wrong in a workload: attempts that fail (F1..F3), nodes that are slow (B12, B13), nodes
 * crowded with long tasks (D13). Each from a stream of its own, named by what it is for, so that what is added to one
 * leaves the others as they are. */
#include <string.h>
#include "tests/naive/gen.h"

struct sw_chance gen_stream(const struct gen *g, const char *purpose)
{
    return sw_chance_start(g->number, SW_CHANCE_OTHER, sw_chance_name(purpose, strlen(purpose)), 0);
}

static void put_failures(struct gen *g)
{
    static const char *const rates[] = { "0.02", "0.1", "0.1", "0.25", "0.5", NULL };
    struct sw_chance c = gen_stream(g, "failures");
    if (gen_below(&c, 100) >= 35 || g->redraws || g->calm) return; /* F3: with redraw no failures are taken */
    fprintf(g->options, "--failure-rate %s ", gen_one_of(&c, rates));
    if (gen_below(&c, 100) < 60) fprintf(g->options, "--max-attempts %d ", 1 + gen_below(&c, 5));
}

/* B21 */
static void put_cores(struct gen *g)
{
    static const char *const cores[] = { "1", "1", "2", "3", NULL };
    struct sw_chance c = gen_stream(g, "cores");
    if (gen_below(&c, 100) < 30) fprintf(g->options, "--cores %s ", gen_one_of(&c, cores));
}

/* Speeds, and ends of slow times, that make ties with others as often as not. */
static void put_speeds(struct gen *g)
{
    static const char *const sigmas[] = { "0.1", "0.4", "1", "2.5", NULL },
        *const shares[] = { "0.2", "50%", "0.34", "1", "0", NULL };
    static const char *const speeds[] = { "0.5", "0.1", "0.7", "3", "1", NULL },
        *const froms[] = { "0", "2", "3.5", "7", NULL };
    static const char *const tos[] = { "8", "7.5", "12.333333", "40", NULL };
    struct sw_chance c = gen_stream(g, "speeds");
    if (gen_below(&c, 100) < 25) fprintf(g->options, "--speed-sigma %s ", gen_one_of(&c, sigmas));
    if (gen_below(&c, 100) >= 25 || g->calm) return;
    fprintf(g->options, "--stragglers %s,", gen_one_of(&c, shares));
    fprintf(g->options, "%s", gen_one_of(&c, speeds));
    bool for_good = gen_below(&c, 100) < 30;
    if (!for_good) fprintf(g->options, ",%s", gen_one_of(&c, froms));
    if (!for_good) fprintf(g->options, ",%s", gen_one_of(&c, tos));
    fputc(' ', g->options);
}

static void put_balance(struct gen *g)
{
    static const char *const times[] = { "0.5", "2", "4", "7.5s", "10", "1h", NULL };
    struct sw_chance c = gen_stream(g, "balance");
    if (gen_below(&c, 100) < 25) fprintf(g->options, "--balance-long %s ", gen_one_of(&c, times));
}

/* R1: balancing does not go with Spark's offers. */
void gen_spark_trouble(struct gen *g)
{
    put_failures(g);
    put_cores(g);
    put_speeds(g);
}

void gen_trouble(struct gen *g)
{
    if (g->suspends) { /* K7.6 */
        put_balance(g);
        return;
    }
    if (g->queues || g->by_tracker) {
        put_speeds(g);
        return;
    }
    put_failures(g);
    put_cores(g);
    put_speeds(g);
    put_balance(g);
}
