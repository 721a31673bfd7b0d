/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-hod.c - private clusters (O20..O24): the order, and how many nodes pools ask for. */
#include "tests/naive/gen.h"

/* After the cluster is made: none asks for more nodes than there are, nor with per-rack for fewer than there are
 * racks. */
void gen_hod(struct gen *g)
{
    g->hod = gen_stream(g, "hod");
    if (gen_below(&g->hod, 100) >= 12) return;
    int n = 1 + gen_below(&g->hod, g->n_nodes);
    int most_racks = g->hosts && g->n_racks < 3 ? 3 : g->n_racks; /* hosts have one of three */
    bool per_rack = n >= most_racks && gen_below(&g->hod, 100) < 40;
    bool by_pool = gen_below(&g->hod, 100) < 50;
    g->fewest_nodes = per_rack ? most_racks : 1;
    snprintf(g->hod_order, sizeof g->hod_order, "hod:%d%s%s", n, per_rack ? ",per-rack" : "", by_pool ? ",pool" : "");
    g->order = g->hod_order;
    /* nodes are private: nobody waits for others' or has them taken */
    g->yarn = g->clock = g->kills = g->pools_change = false;
}

/* The column `nodes`. */
void gen_hod_pool(struct gen *g, FILE *f)
{
    if (!g->hod_order[0]) return;
    fputc(',', f);
    if (gen_below(&g->hod, 100) < 40)
        fprintf(f, "%d", g->fewest_nodes + gen_below(&g->hod, g->n_nodes - g->fewest_nodes + 1));
}
