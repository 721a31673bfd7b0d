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
    if (gen_below(&g->quota, 100) < 50) g->kills = true;
}

const char *gen_quota_columns(const struct gen *g)
{
    if (!g->quotas) return "";
    return g->one_kind ? ",quota,priority,limit,lending_limit,borrowing_limit" : ",priority";
}

/* The end of a pool's row. */
void gen_put_quota(struct gen *g, FILE *f)
{
    if (g->quotas && g->one_kind) fprintf(f, ",%s", OF(g, "", "", "0", "1", "2", "3", "5", "8"));
    if (g->quotas) fprintf(f, ",%s", OF(g, "", "", "", "0", "1", "1", "2", "-1"));
    if (g->quotas && g->one_kind) {
        fprintf(f, ",%s", g->widest ? OF(g, "", "", "", "12", "24") : OF(g, "", "", "", "1", "2", "4", "6"));
        fprintf(f, ",%s", OF(g, "", "", "", "0", "0", "1", "2", "3"));
        fprintf(f, ",%s", OF(g, "", "", "", "0", "1", "2", "5"));
    }
    fputc('\n', f);
}
