/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-workload.c - from a number a small random workload: gen-workload NUMBER DIRECTORY writes trace.csv (jobs or
 * tasks), cluster.csv and pools.csv where the options ask for them, and `options`, the line that slot-replay and
 * naive-replay are both run with, from inside the directory. Times come from short lists, so that ties are common. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_chance.h"
#include "slotwise/sw_num.h"

struct gen {
    struct sw_chance c;
    const char *dir;
    FILE *options;
    bool one_kind, tasks, reduce_slots, pools_file;
    int n_nodes, n_leaves;
    char leaf[16][16];
};

static int below(struct gen *g, int n) { return (int)sw_chance_below(&g->c, (uint64_t)n); }
static bool chance(struct gen *g, int percent) { return below(g, 100) < percent; }
static const char *one_of(struct gen *g, const char *const *words)
{
    int n = 0;
    while (words[n]) n++;
    return words[below(g, n)];
}
#define ONE_OF(g, ...) one_of(g, (const char *const[]){ __VA_ARGS__, NULL })

static FILE *create(struct gen *g, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", g->dir, name);
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        exit(1);
    }
    return f;
}

/* ---- the cluster --------------------------------------------------------------------------------- */

static void cluster_by_count(struct gen *g)
{
    fprintf(g->options, "--nodes %d --racks %d ", g->n_nodes, 1 + below(g, g->n_nodes < 4 ? g->n_nodes : 4));
    if (g->one_kind) fprintf(g->options, "--slots %d ", 1 + below(g, 4));
    else fprintf(g->options, "--map-slots %d --reduce-slots %d ", 1 + below(g, 4), 1 + below(g, 3));
    g->reduce_slots = true;
}

static void cluster_by_file(struct gen *g)
{
    FILE *f = create(g, "cluster.csv");
    int n_racks = 1 + below(g, 4);
    bool speeds = chance(g, 50);
    fprintf(f, g->one_kind ? "node,rack,slots,speed\n" : "node,rack,map_slots,reduce_slots,speed\n");
    for (int i = 0; i < g->n_nodes; i++) {
        int maps = i == 0 ? 1 + below(g, 3) : below(g, 5), reduces = i == 0 && chance(g, 90) ? 1 + below(g, 3) : below(g, 4);
        fprintf(f, "n%d,r%d,%d", i + 1, 1 + below(g, n_racks), maps);
        if (!g->one_kind) fprintf(f, ",%d", reduces);
        fprintf(f, ",%s\n", speeds ? ONE_OF(g, "1", "1", "2", "0.5", "1.5", "0.7") : "1");
        g->reduce_slots |= reduces > 0;
    }
    fclose(f);
    fprintf(g->options, "--cluster cluster.csv ");
}

/* ---- pools --------------------------------------------------------------------------------------- */

static void put_limit(struct gen *g, FILE *f, int percent, int least, int most)
{
    fputc(',', f);
    if (chance(g, percent)) fprintf(f, "%d", least + below(g, most - least + 1));
}

static void put_pool(struct gen *g, FILE *f, const char *name, const char *parent)
{
    fprintf(f, "%s,%s,%s,%s", name, parent, ONE_OF(g, "fair", "fair", "fifo", ""),
            ONE_OF(g, "", "1", "2", "0.5", "0", "3", "0.333333", "1.25"));
    for (int kind = 0; kind < (g->one_kind ? 1 : 2); kind++) {
        put_limit(g, f, 35, 0, 5);
        put_limit(g, f, 25, chance(g, 5) ? 0 : 1, 5);
    }
    put_limit(g, f, 20, 1, 2);
    fputc('\n', f);
}

static void put_branch(struct gen *g, FILE *f, const char *name, const char *parent, int depth)
{
    int children = depth < 3 && chance(g, 40) ? 1 + below(g, 3) : 0;
    put_pool(g, f, name, parent);
    if (children == 0 && g->n_leaves < 16) snprintf(g->leaf[g->n_leaves++], sizeof g->leaf[0], "%s", name);
    for (int i = 0; i < children; i++) {
        char child[16];
        snprintf(child, sizeof child, "%.8s%c", name, 'a' + i);
        put_branch(g, f, child, name, depth + 1);
    }
}

static void make_pools(struct gen *g)
{
    static const char *const names[] = { "q", "b", "z", "k" };
    int roots = 1 + below(g, 4);
    g->pools_file = chance(g, 65);
    if (!g->pools_file) return;
    FILE *f = create(g, "pools.csv");
    fprintf(f, g->one_kind ? "pool,parent,policy,weight,min_share,max_share,max_jobs\n"
                           : "pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs\n");
    for (int i = 0; i < roots; i++) put_branch(g, f, names[i], "", 1);
    fclose(f);
    fprintf(g->options, "--pools pools.csv ");
}

static const char *pick_pool(struct gen *g)
{
    if (!g->pools_file) return ONE_OF(g, "", "alice", "bob", "carol");
    return chance(g, 8) ? "" : g->leaf[below(g, g->n_leaves)];
}

/* ---- the trace ----------------------------------------------------------------------------------- */

static const char *pick_time(struct gen *g)
{
    return ONE_OF(g, "0", "1", "2", "2", "3", "5", "7.5", "10", "0.3", "12.345678", "4", "1.000001");
}

/* job_id, submit_s, after_job, think_s, pool, user, priority, weight of one job, as text for its rows. */
struct head { char text[512]; };

static void make_head(struct gen *g, int i, int *named, int64_t *submit_us, struct head *h)
{
    char submit[SW_NUM_MAX + 1] = "", after[16] = "", id[16];
    bool follows = i > 0 && chance(g, 25);
    int64_t gap_us = (int64_t)below(g, 4) * below(g, 3) * 1250000;
    snprintf(id, sizeof id, "%s%d", ONE_OF(g, "j", "job_", "x"), i);
    if (follows) snprintf(after, sizeof after, "@%d", *named + below(g, i - *named));
    else {
        *named = i; /* rows behind it may name it or one another */
        *submit_us += i > 0 && chance(g, 50) ? gap_us : 0;
        submit[sw_num_put_time(submit, *submit_us)] = 0;
    }
    snprintf(h->text, sizeof h->text, "%s,%s,%s,%s,%s,%s,%s,%s", id, submit, after,
             follows ? ONE_OF(g, "", "0", "1", "3.5") : "", pick_pool(g), ONE_OF(g, "", "u1", "u2"),
             chance(g, 50) ? "" : ONE_OF(g, "very_high", "high", "normal", "low", "very_low"),
             chance(g, 70) ? "" : ONE_OF(g, "1", "2", "0.5", "3.25"));
}

static const char *const head_columns = "job_id,submit_s,after_job,think_s,pool,user,priority,weight";

/* "@3" becomes the id of job 3. */
static void name_after(struct head *h, int n)
{
    for (int i = 0; i < n; i++) {
        char *at = strstr(h[i].text, ",@"), rest[512];
        if (!at) continue;
        int named = atoi(at + 2), id_len = (int)strcspn(h[named].text, ",");
        snprintf(rest, sizeof rest, "%s", strchr(at + 1, ','));
        snprintf(at + 1, sizeof h[i].text - (size_t)(at + 1 - h[i].text), "%.*s%s", id_len, h[named].text, rest);
    }
}

static void put_job(struct gen *g, FILE *f, const struct head *h)
{
    int maps = chance(g, 10) ? 0 : 1 + below(g, 12), reduces = chance(g, 35) && maps ? 0 : 1 + below(g, 6);
    fprintf(f, "%s,%d,%s,%s,%d,%s,%s,%s,%s\n", h->text, maps, pick_time(g), ONE_OF(g, "", "", "0.5", "1.5"), reduces,
            ONE_OF(g, "", "0", "1", "5", "0.7"), pick_time(g), ONE_OF(g, "", "", "0.3"), ONE_OF(g, "", "", "f1", "f2"));
}

static void put_hosts(struct gen *g, FILE *f)
{
    int n = chance(g, 15) ? 0 : 1 + below(g, 3);
    for (int i = 0; i < n; i++) {
        if (i) fputc('|', f);
        if (chance(g, 12)) fprintf(f, "elsewhere%d", below(g, 3));
        else fprintf(f, "n%d", 1 + below(g, g->n_nodes));
    }
}

static void put_stage(struct gen *g, FILE *f, const struct head *h, int stage, const char *parents, const char *kind)
{
    int n = 1 + below(g, 8);
    const char *time = pick_time(g);
    bool alike = chance(g, 50);
    for (int t = 0; t < n; t++) {
        fprintf(f, "%s,%d,%s,%s,t%d,%s,%s,", h->text, stage, parents, kind, t, alike ? time : pick_time(g),
                strcmp(kind, "reduce") ? "" : ONE_OF(g, "", "1", "4"));
        put_hosts(g, f);
        fputc('\n', f);
    }
}

/* Stages 0.. with random parents among the earlier ones: map and reduce, tasks only, or a mixture. */
static void put_dag(struct gen *g, FILE *f, const struct head *h)
{
    int style = below(g, 3), n = style == 0 ? 1 + below(g, 2) : 1 + below(g, 4);
    for (int s = 0; s < n; s++) {
        char parents[64] = "";
        for (int p = 0; p < s; p++)
            if (style == 0 || chance(g, 50))
                snprintf(parents + strlen(parents), sizeof parents - strlen(parents), "%s%d", parents[0] ? "|" : "", p);
        put_stage(g, f, h, s, parents,
                  style == 0 ? (s ? "reduce" : "map") : style == 1 ? "task" : ONE_OF(g, "map", "reduce", "task"));
    }
}

static void make_trace(struct gen *g)
{
    struct head h[6];
    int n = 1 + below(g, 6), named = 0;
    int64_t submit_us = below(g, 3) * INT64_C(1500000);
    FILE *f = create(g, "trace.csv");
    fprintf(f, "%s,%s\n", head_columns, g->tasks ? "stage,parents,kind,task_id,duration_s,copy_s,hosts"
                                                 : "maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id");
    for (int i = 0; i < n; i++) make_head(g, i, &named, &submit_us, &h[i]);
    name_after(h, n);
    for (int i = 0; i < n; i++)
        if (g->tasks) put_dag(g, f, &h[i]);
        else put_job(g, f, &h[i]);
    fclose(f);
}

/* ---- options ------------------------------------------------------------------------------------- */

static void put_delay(struct gen *g)
{
    static const char *const waits[] = { "0", "1", "2.5s", "3s", "5", "700ms", NULL };
    int rule = below(g, 10);
    if (rule < 2) fprintf(g->options, "--delay none ");
    else if (rule < 5 && chance(g, 40)) fprintf(g->options, "--delay skips:%d ", below(g, 6));
    else if (rule < 5) fprintf(g->options, "--delay skips:%d,%d ", below(g, 5), below(g, 4));
    else if (chance(g, 20)) fprintf(g->options, "--delay wait:%s ", one_of(g, waits));
    else fprintf(g->options, "--delay wait:%s,%s%s ", one_of(g, waits), one_of(g, waits), ONE_OF(g, "", ",asking", ",shipped", ",all", ",clock"));
}

static void put_placement(struct gen *g)
{
    const char *rule = g->tasks && chance(g, 60) ? "trace" : ONE_OF(g, "uniform", "hdfs", "redraw", "uniform", "hdfs", "trace");
    fprintf(g->options, "--placement %s --replication %s ", rule, ONE_OF(g, "1", "1", "2", "3", "4"));
    if (chance(g, 15)) fprintf(g->options, "--no-rack-level ");
    if (chance(g, 50)) fprintf(g->options, "--penalty rack=%s,off=%s ", ONE_OF(g, "1", "1.3", "1.5"), ONE_OF(g, "1", "2", "1.7"));
}

/* Where every job can end, the end of the run may be left to itself. */
static void put_until(struct gen *g, const char *order)
{
    bool all_end = !g->one_kind && g->reduce_slots && (order[0] == 'f' || !g->pools_file);
    if (chance(g, 15)) fprintf(g->options, "--until %s ", ONE_OF(g, "5", "12.5", "20", "31.000001"));
    else if (!all_end || chance(g, 20)) fprintf(g->options, "--until 300 ");
}

static void put_clock(struct gen *g)
{
    bool continuous = chance(g, 35);
    fprintf(g->options, "--heartbeat %s ", continuous ? "0" : ONE_OF(g, "3s", "3s", "1", "2.333333", "0.7", "5s"));
    if (chance(g, 50)) fprintf(g->options, "--out-of-band %s ", ONE_OF(g, "yes", "no", "no"));
    if (chance(g, 50)) fprintf(g->options, "--per-heartbeat %s ", ONE_OF(g, "1", "2", "all"));
    if (chance(g, 10)) fprintf(g->options, "--revive %s ", ONE_OF(g, "0.5", "2s"));
    if (chance(g, 20)) fprintf(g->options, "--commit-pending %s ", ONE_OF(g, "3s", "1", "0.35"));
}

static void put_options(struct gen *g)
{
    const char *order = ONE_OF(g, "fifo", "fair", "hfs", "hfs", "hfs:lack");
    fprintf(g->options, "--order %s ", order);
    put_delay(g);
    put_placement(g);
    put_clock(g);
    if (g->pools_file && chance(g, 20)) fprintf(g->options, "--over-min %s ", ONE_OF(g, "scale", "keep"));
    if (chance(g, 50)) fprintf(g->options, "--slowstart %s ", ONE_OF(g, "0", "0.5", "1", "0.333333", "0.8"));
    if (chance(g, 25)) fprintf(g->options, "--startup %s ", ONE_OF(g, "1s", "0.25"));
    if (chance(g, 10)) fprintf(g->options, "--load %s ", ONE_OF(g, "2", "0.7", "3"));
    if (chance(g, 10)) fprintf(g->options, "--jitter %s ", ONE_OF(g, "1s", "4"));
    if (chance(g, 50)) fprintf(g->options, "--seed %d ", 1 + below(g, 1000));
    put_until(g, order);
    fprintf(g->options, "trace.csv\n");
}

int main(int argc, char **argv)
{
    uint64_t number;
    if (argc != 3 || sw_num_u64(argv[1], strlen(argv[1]), &number)) {
        fputs("usage: gen-workload NUMBER DIRECTORY\n", stderr);
        return 2;
    }
    struct gen g = { .c = sw_chance_start(number, SW_CHANCE_OTHER, 0, 0), .dir = argv[2] };
    g.options = create(&g, "options");
    g.one_kind = chance(&g, 25);
    g.tasks = chance(&g, 40);
    g.n_nodes = 1 + below(&g, 8);
    if (chance(&g, 30)) cluster_by_count(&g);
    else cluster_by_file(&g);
    make_pools(&g);
    make_trace(&g);
    put_options(&g);
    fclose(g.options);
    return 0;
}
