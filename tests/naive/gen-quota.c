/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-quota.c - what gen-workload --quota draws (section 21): mostly one kind of slot, and pools with quotas,
 * priorities and limits. All from a stream of their own. */
#include "tests/naive/gen.h"

#define OF(g, ...) gen_one_of(&(g)->quota, ((const char *const[]){ __VA_ARGS__, NULL }))

void gen_plan_quota(struct gen *g)
{
    g->quotas = true;
    g->quota = gen_stream(g, "quota");
    if (gen_below(&g->quota, 100) < 85) g->one_kind = true;
    if (g->one_kind) g->cpac = false;
    g->order = "quota";
    if (gen_below(&g->quota, 100) < 50) {
        const char *k = OF(g, "0.5", "1", "3"), *half_life = OF(g, "2", "5", "20s", "1h");
        const char *period = OF(g, "1", "1", "0.5", "2.5");
        snprintf(g->order_text, sizeof g->order_text, "quota-usage:%s,%s,%s", k, half_life, period);
        g->order = g->order_text;
    }
    if (gen_below(&g->quota, 100) < 50) g->kills = true;
}

const char *gen_quota_columns(const struct gen *g)
{
    if (g->windows) return ",cap";
    if (!g->quotas) return "";
    return g->one_kind ? ",quota,priority,limit,lending_limit,borrowing_limit" : ",priority";
}

/* The end of a pool's row. */
void gen_put_quota(struct gen *g, FILE *f)
{
    if (g->windows)
        fprintf(f, ",%s", gen_one_of(&g->orders, (const char *const[]){ "", "", "50", "30", "70", "20.5", NULL }));
    if (g->quotas && g->one_kind) fprintf(f, ",%s", OF(g, "", "", "0", "1", "2", "3", "5", "8"));
    if (g->quotas) fprintf(f, ",%s", OF(g, "", "", "", "0", "1", "1", "2", "-1"));
    if (g->quotas && g->one_kind) {
        fprintf(f, ",%s", g->widest ? OF(g, "", "", "", "12", "24") : OF(g, "", "", "", "1", "2", "4", "6"));
        fprintf(f, ",%s", OF(g, "", "", "", "0", "0", "1", "2", "3"));
        fprintf(f, ",%s", OF(g, "", "", "", "0", "1", "2", "5"));
    }
    fputc('\n', f);
}
