/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-orders.c - the orders O10 to O13 and O25 to O29, and the delay D20, for some of the numbers; all from a stream of
 * their own, one draw a statement, so that the compiler's order of evaluation does not matter. */
#include <string.h>
#include "tests/naive/gen.h"

static int below_orders(struct gen *g, int n) { return gen_below(&g->orders, n); }
static const char *one_of_orders(struct gen *g, const char *const *words) { return gen_one_of(&g->orders, words); }

/* O10, O13: around half a second to a few seconds, for the tasks are short; often a young job's boost ends while it
 * runs. */
static void draw_deficit(struct gen *g)
{
    static const char *const every[] = { "500ms", "500ms", "1", "0.7", "2.5s", "0.333333", NULL };
    static const char *const boosts[] = { "3", "1", "0.5", "2", "1.333333", NULL };
    static const char *const ages[] = { "5", "0", "300", "2.5", "12.345678", NULL };
    bool as_usual = below_orders(g, 100) < 15, capped = below_orders(g, 100) < 40;
    const char *interval = one_of_orders(g, every), *boost = one_of_orders(g, boosts), *age = one_of_orders(g, ages);
    int cap = 1 + below_orders(g, 4);
    if (as_usual) snprintf(g->order_text, sizeof g->order_text, "deficit");
    else if (capped) snprintf(g->order_text, sizeof g->order_text, "deficit:%s,%s,%s,%d", interval, boost, age, cap);
    else snprintf(g->order_text, sizeof g->order_text, "deficit:%s,%s,%s", interval, boost, age);
}

/* O11: bounds between the sizes of the jobs. */
static void draw_mlq(struct gen *g)
{
    static const char *const words[] = { "1", "1", "2", "0.5", "0", "3", "0.333333", NULL };
    int queues = 2 + below_orders(g, 3), bound = 0, at = snprintf(g->order_text, sizeof g->order_text, "mlq:");
    bool weighted = below_orders(g, 100) < 75;
    for (int i = 1; i < queues; i++) {
        bound += 1 + below_orders(g, 8);
        at += snprintf(g->order_text + at, sizeof g->order_text - (size_t)at, "%s%d", i > 1 ? "," : "", bound);
    }
    for (int i = 0; i < queues && weighted; i++) {
        const char *weight = one_of_orders(g, words);
        at += snprintf(g->order_text + at, sizeof g->order_text - (size_t)at, "%s%s", i ? "," : ";", weight);
    }
}

/* O25: "for two kinds of slot and pools without children"; not with kill. */
static void draw_modified_fair(struct gen *g)
{
    static const char *const words[] = { "classes", "alloc", "sort", "priority" };
    struct sw_chance c = gen_stream(g, "mechanisms");
    int at = snprintf(g->order_text, sizeof g->order_text, "modified-fair");
    bool some = false, apart = gen_below(&c, 100) < 60;
    for (int i = 0; apart && i < 4; i++)
        if (gen_below(&c, 2)) {
            at += snprintf(g->order_text + at, sizeof g->order_text - (size_t)at, "%s%s", some ? "," : ":", words[i]);
            some = true;
        }
    g->lc_table = below_orders(g, 100) < 50 && (!some || strstr(g->order_text, "priority"));
    g->printed = below_orders(g, 100) < 60;
    g->flat = true;
    g->kills = g->pool_timeouts = false;
}

/* Least and greatest weights, and those that priorities make equal. */
const char *gen_odd_weight(struct gen *g)
{
    static const char *const words[] = { "", "0.000001", "0.000003", "1000000", "2", "4", "0.5", "0.25", NULL };
    return one_of_orders(g, words);
}

/* O12: "none with max_capacity 0". */
bool gen_runs_none(struct gen *g)
{
    return g->order && !strcmp(g->order, "capacity") && below_orders(g, 100) < 4;
}

static void draw_order(struct gen *g)
{
    int rule = below_orders(g, 100);
    if (rule < 30) draw_deficit(g);
    else if (rule < 45) draw_mlq(g);
    else if (rule < 70 || g->one_kind) snprintf(g->order_text, sizeof g->order_text, "capacity");
    else draw_modified_fair(g);
    g->order = g->order_text;
    g->odd_weights = below_orders(g, 100) < 20;
}

void gen_plan_orders(struct gen *g)
{
    g->orders = gen_stream(g, "orders");
    if (g->hod_order[0]) return;
    bool other_order = below_orders(g, 100) < 50;
    g->adaptive = below_orders(g, 100) < 25;
    if (other_order) draw_order(g);
    if (g->adaptive) g->yarn = g->clock = false;
}

/* D20 */
void gen_put_adaptive(struct gen *g)
{
    static const char *const firsts[] = { ":3s", "", ":0", ":1", ":2.5", ":700ms", ":6", NULL };
    const char *first = one_of_orders(g, firsts);
    fprintf(g->options, "--delay adaptive%s ", first);
}

/* O29 */
void gen_put_lc_table(struct gen *g)
{
    if (g->lc_table) fprintf(g->options, "--lc-table %s ", g->printed ? "printed" : "corrected");
}
