/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-cluster.c - cluster.csv, or the options that count nodes. */
#include "slotwise/sw_num.h"
#include "tests/naive/gen.h"

static void cluster_by_count(struct gen *g)
{
    g->n_racks = 1 + below(g, g->n_nodes < 4 ? g->n_nodes : 4);
    fprintf(g->options, "--nodes %d --racks %d ", g->n_nodes, g->n_racks);
    if (g->one_kind) fprintf(g->options, "--slots-per-node %d ", 1 + below(g, 4));
    else {
        fprintf(g->options, "--map-slots %d ", 1 + below(g, 4));
        fprintf(g->options, "--reduce-slots %d ", 1 + below(g, 3));
    }
    g->reduce_slots = true;
}

static void cluster_by_file(struct gen *g)
{
    FILE *f = gen_create(g, "cluster.csv");
    g->n_racks = 1 + below(g, 4);
    bool speeds = chance(g, 50);
    fprintf(f, "node,rack,%s,speed%s%s%s\n", g->one_kind ? "slots" : "map_slots,reduce_slots", gen_disk_column(g),
            gen_host_column(g), gen_node_size_columns(g));
    for (int i = 0; i < g->n_nodes; i++) {
        int maps = i == 0 ? 1 + below(g, 3) : below(g, 5), reduces = i == 0 && chance(g, 90) ? 1 + below(g, 3)
            : below(g, 4);
        fprintf(f, "n%d,", i + 1);
        gen_put_rack(g, f, i, 1 + below(g, g->n_racks));
        fprintf(f, ",%d", maps);
        if (!g->one_kind) fprintf(f, ",%d", reduces);
        fprintf(f, ",%s", speeds ? ONE_OF(g, "1", "1", "2", "0.5", "1.5", "0.7") : "1");
        gen_put_disk(g, f, i, true);
        gen_put_host(g, f, i);
        gen_put_node_sizes(g, f, i, true);
        fputc('\n', f);
        g->reduce_slots |= reduces > 0;
    }
    fclose(f);
    fprintf(g->options, "--cluster cluster.csv ");
}

/* ---- nodes that come and go ---------------------------------------------------------------------- */

struct times { int n; int64_t from_us[3], to_us[3]; }; /* to -1: for ever */

static int64_t later_by(struct gen *g, int64_t at_us)
{
    static const int64_t odd_us[] = { 0, 0, 0, 500000, 250000, 333333, 700000, 1, 999999, 123457 };
    int64_t step_us = (1 + below_later(g, chance_later(g, 60) ? 6 : 25)) * INT64_C(1000000);
    step_us += odd_us[below_later(g, 10)];
    return (chance_later(g, 50) ? at_us : at_us / 1000000 * 1000000) + step_us;
}

/* Rows that touch, gaps, and ends; the first node mostly stays. */
static void make_times(struct gen *g, int node, struct times *t)
{
    int64_t at_us = chance_later(g, 75) ? 0 : later_by(g, 0);
    t->n = 1 + below_later(g, 3);
    for (int i = 0; i < t->n; i++) {
        t->from_us[i] = at_us;
        t->to_us[i] = later_by(g, at_us);
        at_us = chance_later(g, 35) ? t->to_us[i] : later_by(g, t->to_us[i]);
    }
    if (chance_later(g, node == 0 ? 85 : 50)) t->to_us[t->n - 1] = -1;
}

static void put_interval(struct gen *g, FILE *f, int node, int rack, const struct times *t, int i)
{
    char from[SW_NUM_MAX + 1] = "", to[SW_NUM_MAX + 1] = "";
    int maps = node == 0 ? 1 + below_later(g, 3) : below_later(g, 5), reduces = node == 0 ? 1 + below_later(g, 3)
        : below_later(g, 4);
    if (t->from_us[i] || chance_later(g, 50)) from[sw_num_put_time(from, t->from_us[i])] = 0;
    if (t->to_us[i] >= 0) to[sw_num_put_time(to, t->to_us[i])] = 0;
    fprintf(f, "n%d,", node + 1);
    gen_put_rack(g, f, node, rack);
    fprintf(f, ",%d", maps);
    if (!g->one_kind) fprintf(f, ",%d", reduces);
    fprintf(f, ",%s,%s,%s", LATER_OF(g, "1", "1", "1", "2", "0.5", "1.5", "0.7"), from, to);
    if (g->let_go)
        fprintf(f, ",%s", (const char *const[]){ "", "lost", "idle", "idle", "idle" }[sw_chance_below(&g->latest, 5)]);
    gen_put_disk(g, f, node, i == 0);
    gen_put_host(g, f, node);
    gen_put_node_sizes(g, f, node, i == 0);
    fputc('\n', f);
    g->stays |= node == 0 && t->to_us[i] < 0;
}

/* Rows node by node, or the first of all nodes, then the second of all. */
static void put_intervals(struct gen *g, FILE *f)
{
    struct times t[8];
    int rack[8];
    g->n_racks = 1 + below_later(g, 4);
    bool node_by_node = chance_later(g, 60);
    for (int i = 0; i < g->n_nodes; i++) {
        rack[i] = 1 + below_later(g, g->n_racks);
        make_times(g, i, &t[i]);
        if (chance_later(g, 30)) t[i] = (struct times){ .n = 1, .from_us = { 0 }, .to_us = { -1 } };
    }
    for (int k = 0; k < (node_by_node ? 1 : 3); k++)
        for (int i = 0; i < g->n_nodes; i++)
            for (int row = node_by_node ? 0 : k; row < (node_by_node ? t[i].n : k + 1); row++)
                if (row < t[i].n) put_interval(g, f, i, rack[i], &t[i], row);
}

static void cluster_that_changes(struct gen *g)
{
    FILE *f = gen_create(g, "cluster.csv");
    fprintf(f, "node,rack,%s,speed,from_s,to_s%s%s%s%s\n", g->one_kind ? "slots" : "map_slots,reduce_slots",
            g->let_go ? ",leaves" : "", gen_disk_column(g), gen_host_column(g), gen_node_size_columns(g));
    put_intervals(g, f);
    fclose(f);
    g->reduce_slots = true;
    fprintf(g->options, "--cluster cluster.csv ");
}

void gen_cluster(struct gen *g)
{
    if (g->comes_and_goes) cluster_that_changes(g);
    else if (chance(g, 30) && !g->hosts) cluster_by_count(g);
    else cluster_by_file(g);
}
