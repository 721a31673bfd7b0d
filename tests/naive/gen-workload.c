/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-workload.c - from a number a small random workload: gen-workload NUMBER DIRECTORY writes trace.csv (jobs or
 * tasks), cluster.csv and pools.csv where the options ask for them, and `options`, the line that slot-replay and
 * naive-replay are both run with, from inside the directory. Times come from short lists, so that ties are common.
 * What was added later is drawn from streams of its own, so that numbers without it give the workloads they always gave:
 * first yarn, spark, waits of pools, nodes that come and go; then preemption, cpac, sjf, srtf, fair-gap. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_chance.h"
#include "slotwise/sw_num.h"

struct gen {
    struct sw_chance c, later, newer, parts, latest; /* `later` for what was added later, `newer` for what came then, `parts` for those of the cluster that pools have, `latest` for set-ups and nodes let go */
    const char *dir;
    FILE *options;
    bool one_kind, tasks, reduce_slots, pools_file;
    bool yarn, spark, pool_waits, comes_and_goes, reversed;
    bool kills, pool_timeouts, cpac;
    bool at_once; /* of what is held back: heartbeats above 0, ends reported at once */
    const char *order; /* NULL: as drawn from c */
    bool continuous;
    bool set_up, let_go;
    bool stays; /* a node with slots of each kind is there for ever */
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

static int below_later(struct gen *g, int n) { return (int)sw_chance_below(&g->later, (uint64_t)n); }
static bool chance_later(struct gen *g, int percent) { return below_later(g, 100) < percent; }
static const char *one_of_later(struct gen *g, const char *const *words)
{
    int n = 0;
    while (words[n]) n++;
    return words[below_later(g, n)];
}
#define LATER_OF(g, ...) one_of_later(g, (const char *const[]){ __VA_ARGS__, NULL })

static int below_newer(struct gen *g, int n) { return (int)sw_chance_below(&g->newer, (uint64_t)n); }
static bool chance_newer(struct gen *g, int percent) { return below_newer(g, 100) < percent; }
static const char *one_of_newer(struct gen *g, const char *const *words)
{
    int n = 0;
    while (words[n]) n++;
    return words[below_newer(g, n)];
}
#define NEWER_OF(g, ...) one_of_newer(g, (const char *const[]){ __VA_ARGS__, NULL })

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

/* ---- nodes that come and go ---------------------------------------------------------------------- */

struct times { int n; int64_t from_us[3], to_us[3]; }; /* to -1: for ever */

static int64_t later_by(struct gen *g, int64_t at_us)
{
    static const int64_t odd_us[] = { 0, 0, 0, 500000, 250000, 333333, 700000, 1, 999999, 123457 };
    int64_t step_us = (1 + below_later(g, chance_later(g, 60) ? 6 : 25)) * INT64_C(1000000) + odd_us[below_later(g, 10)];
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
    int maps = node == 0 ? 1 + below_later(g, 3) : below_later(g, 5), reduces = node == 0 ? 1 + below_later(g, 3) : below_later(g, 4);
    if (t->from_us[i] || chance_later(g, 50)) from[sw_num_put_time(from, t->from_us[i])] = 0;
    if (t->to_us[i] >= 0) to[sw_num_put_time(to, t->to_us[i])] = 0;
    fprintf(f, "n%d,r%d,%d", node + 1, rack, maps);
    if (!g->one_kind) fprintf(f, ",%d", reduces);
    fprintf(f, ",%s,%s,%s", LATER_OF(g, "1", "1", "1", "2", "0.5", "1.5", "0.7"), from, to);
    if (g->let_go) fprintf(f, ",%s", (const char *const[]){ "", "lost", "idle", "idle", "idle" }[sw_chance_below(&g->latest, 5)]);
    fputc('\n', f);
    g->stays |= node == 0 && t->to_us[i] < 0;
}

/* Rows node by node, or the first of all nodes, then the second of all. */
static void put_intervals(struct gen *g, FILE *f)
{
    struct times t[8];
    int rack[8], n_racks = 1 + below_later(g, 4);
    bool node_by_node = chance_later(g, 60);
    for (int i = 0; i < g->n_nodes; i++) {
        rack[i] = 1 + below_later(g, n_racks);
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
    FILE *f = create(g, "cluster.csv");
    fprintf(f, "node,rack,%s,speed,from_s,to_s%s\n", g->one_kind ? "slots" : "map_slots,reduce_slots", g->let_go ? ",leaves" : "");
    put_intervals(g, f);
    fclose(f);
    g->reduce_slots = true;
    fprintf(g->options, "--cluster cluster.csv ");
}

/* ---- pools --------------------------------------------------------------------------------------- */

static void put_limit(struct gen *g, FILE *f, int percent, int least, int most)
{
    fputc(',', f);
    if (chance(g, percent)) fprintf(f, "%d", least + below(g, most - least + 1));
}

/* capacity, max_capacity, user_limit; most orders do not look at them. */
static void put_parts(struct gen *g, FILE *f)
{
    static const char *const words[3][10] = { { "", "", "0.2", "0.5", "0.333333", "0.1", "1", "0.25", "0", "0.7" },
                                              { "", "", "", "0.5", "0.25", "0.9", "0.01", "1", "0.333333", "0.6" },
                                              { "", "", "", "1", "0.5", "2", "0.1", "0.75", "0.333333", "1.5" } };
    for (int i = 0; i < 3; i++) fprintf(f, ",%s", words[i][sw_chance_below(&g->parts, 10)]);
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
    for (int i = 0; i < 2 && g->pool_waits; i++) fprintf(f, ",%s", LATER_OF(g, "", "", "0", "1", "2.5", "4", "0.7", "6"));
    for (int i = 0; i < 2 && g->pool_timeouts; i++) fprintf(f, ",%s", NEWER_OF(g, "", "", "0", "1", "2.5", "4", "0.7", "8"));
    put_parts(g, f);
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
    fprintf(f, "pool,parent,policy,weight,%s,max_jobs%s%s,capacity,max_capacity,user_limit\n",
            g->one_kind ? "min_share,max_share" : "min_maps,max_maps,min_reduces,max_reduces",
            g->pool_waits ? ",wait_node_s,wait_rack_s" : "",
            g->pool_timeouts ? ",min_share_timeout_s,fair_share_timeout_s" : "");
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

static const char *pick_setup(struct gen *g)
{
    static const char *const times[] = { "", "", "0", "1", "2.5", "0.3", "7.5", "1.000001" };
    return g->set_up ? times[sw_chance_below(&g->latest, 8)] : "";
}

static void put_stage(struct gen *g, FILE *f, const struct head *h, int stage, const char *parents, const char *kind)
{
    int n = 1 + below(g, 8);
    const char *time = pick_time(g), *setup = pick_setup(g);
    bool alike = chance(g, 50);
    for (int t = 0; t < n; t++) {
        fprintf(f, "%s,%d,%s,%s,t%d,%s,%s,", h->text, stage, parents, kind, t, alike ? time : pick_time(g),
                strcmp(kind, "reduce") ? "" : ONE_OF(g, "", "1", "4"));
        put_hosts(g, f);
        if (g->set_up) fprintf(f, ",%s", setup);
        fputc('\n', f);
    }
}

/* Stages 0.. with random parents among the earlier ones: map and reduce, tasks only, or a mixture. */
static void put_dag(struct gen *g, FILE *f, const struct head *h)
{
    int style = below(g, 3), n = style == 0 ? 1 + below(g, 2) : 1 + below(g, 4);
    bool turned = style == 0 && n == 2 && g->reversed; /* O1: the maps have the higher number */
    for (int s = 0; s < n; s++) {
        char parents[64] = "";
        for (int p = 0; p < s; p++)
            if (style == 0 || chance(g, 50))
                snprintf(parents + strlen(parents), sizeof parents - strlen(parents), "%s%d", parents[0] ? "|" : "", p);
        if (turned && s) snprintf(parents, sizeof parents, "1");
        put_stage(g, f, h, turned ? 1 - s : s, parents,
                  style == 0 ? (s ? "reduce" : "map") : style == 1 ? "task" : ONE_OF(g, "map", "reduce", "task"));
    }
}

static void make_trace(struct gen *g)
{
    struct head h[6];
    int n = 1 + below(g, 6), named = 0;
    int64_t submit_us = below(g, 3) * INT64_C(1500000);
    FILE *f = create(g, "trace.csv");
    fprintf(f, "%s,%s\n", head_columns, g->tasks && g->set_up ? "stage,parents,kind,task_id,duration_s,copy_s,hosts,setup_s"
                                       : g->tasks ? "stage,parents,kind,task_id,duration_s,copy_s,hosts"
                                                 : "maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id");
    for (int i = 0; i < n; i++) make_head(g, i, &named, &submit_us, &h[i]);
    name_after(h, n);
    for (int i = 0; i < n; i++)
        if (g->tasks) put_dag(g, f, &h[i]);
        else put_job(g, f, &h[i]);
    fclose(f);
}

/* ---- options ------------------------------------------------------------------------------------- */

/* F and times around the sizes of the clusters and tasks; a stage often waits, so the waits are short. */
static void put_later_delay(struct gen *g)
{
    static const char *const shares[] = { "0", "0.1", "0.25", "0.333333", "0.5", "0.7", "1", "2", NULL };
    static const char *const waits[] = { "0", "1", "2.5s", "3s", "4", "700ms", "1.333333", NULL };
    if (g->yarn && chance_later(g, 6))
        fprintf(g->options, "--delay yarn:%s,%s ", LATER_OF(g, "-1", "0.5"), LATER_OF(g, "-1", "-0.25"));
    else if (g->yarn) fprintf(g->options, "--delay yarn:%s,%s ", one_of_later(g, shares), one_of_later(g, shares));
    else fprintf(g->options, "--delay spark:%s,%s,%s ", one_of_later(g, waits), one_of_later(g, waits), one_of_later(g, waits));
    if (g->spark && chance_later(g, 70)) fprintf(g->options, "--spark-reset %s ", LATER_OF(g, "launch", "launch", "refusal"));
}

static void put_delay(struct gen *g)
{
    if (g->yarn || g->spark) {
        put_later_delay(g);
        return;
    }
    static const char *const waits[] = { "0", "1", "2.5s", "3s", "5", "700ms", NULL };
    int rule = below(g, 10);
    if (g->pool_waits && g->pools_file && chance_later(g, 70)) rule = 9;
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
    if (g->kills || (g->order && g->pools_file)) all_end = false;
    if (g->comes_and_goes && (!g->stays || g->continuous)) all_end = false;
    if (chance(g, 15)) fprintf(g->options, "--until %s ", ONE_OF(g, "5", "12.5", "20", "31.000001"));
    else if (!all_end || chance(g, 20)) fprintf(g->options, "--until 300 ");
}

static void put_clock(struct gen *g)
{
    bool continuous = chance(g, 35);
    if (g->spark) continuous = chance_later(g, 85);
    if (g->yarn) continuous = chance_later(g, 50);
    if (g->at_once) continuous = false;
    g->continuous = continuous;
    fprintf(g->options, "--heartbeat %s ", continuous ? "0" : ONE_OF(g, "3s", "3s", "1", "2.333333", "0.7", "5s"));
    if (chance(g, 50)) fprintf(g->options, "--out-of-band %s ", g->at_once ? "yes" : ONE_OF(g, "yes", "no", "no"));
    if (chance(g, 50)) fprintf(g->options, "--per-heartbeat %s ", ONE_OF(g, "1", "2", "all"));
    if (chance(g, 10)) fprintf(g->options, "--revive %s ", ONE_OF(g, "0.5", "2s"));
    if (chance(g, 20)) fprintf(g->options, "--commit-pending %s ", ONE_OF(g, "3s", "1", "0.35"));
}

/* Looks come often, for the tasks are short. */
static void put_newer(struct gen *g)
{
    static const char *const timeouts[] = { "0", "1", "2.5s", "4", "6", "700ms", "never", NULL };
    if (g->kills) {
        fprintf(g->options, "--preempt kill:%s,%s%s ", one_of_newer(g, timeouts), one_of_newer(g, timeouts), chance_newer(g, 25) ? ",half" : "");
        if (chance_newer(g, 95)) fprintf(g->options, "--preempt-every %s ", NEWER_OF(g, "1", "1", "2.5", "0.7", "3s", "5s"));
    }
    if (g->cpac && !(g->at_once && g->pools_file)) {
        int computing = 1 + below_newer(g, 3);
        fprintf(g->options, "--admit cpac:%d,%d", computing + below_newer(g, 5), computing);
        if (chance_newer(g, 30)) fprintf(g->options, ",%d", 1 + below_newer(g, 4));
        fputc(' ', g->options);
    }
}

static void put_options(struct gen *g)
{
    const char *order = ONE_OF(g, "fifo", "fair", "hfs", "hfs", "hfs:lack");
    fprintf(g->options, "--order %s ", g->order ? g->order : order);
    put_delay(g);
    put_placement(g);
    put_clock(g);
    if (g->pools_file && !g->at_once && chance(g, 20)) fprintf(g->options, "--over-min %s ", ONE_OF(g, "scale", "keep"));
    if (chance(g, 50)) fprintf(g->options, "--slowstart %s ", ONE_OF(g, "0", "0.5", "1", "0.333333", "0.8"));
    if (chance(g, 25)) fprintf(g->options, "--startup %s ", ONE_OF(g, "1s", "0.25"));
    if (chance(g, 10)) fprintf(g->options, "--load %s ", ONE_OF(g, "2", "0.7", "3"));
    if (chance(g, 10)) fprintf(g->options, "--jitter %s ", ONE_OF(g, "1s", "4"));
    if (chance(g, 50)) fprintf(g->options, "--seed %d ", 1 + below(g, 1000));
    put_newer(g);
    put_until(g, order);
    fprintf(g->options, "trace.csv\n");
}

static void plan_later(struct gen *g)
{
    int rule = below_later(g, 100);
    g->yarn = rule < 15;
    g->spark = !g->yarn && rule < 35;
    g->pool_waits = chance_later(g, 25);
    g->comes_and_goes = chance_later(g, 40);
    g->reversed = chance_later(g, 20);
    g->set_up = sw_chance_below(&g->latest, 100) < 40;
    g->let_go = sw_chance_below(&g->latest, 100) < 50;
    if (g->spark && chance_later(g, 75)) g->one_kind = true;
}

/* What the two programs are known to read differently is held back: preemption with slots that go away, ends that wait for
 * their report, heartbeat 0 or --over-min keep; fair-gap; cpac with minimum shares or heartbeat 0. GEN_ALL=1 draws it too. */
static void hold_back(struct gen *g)
{
    if (getenv("GEN_ALL")) return;
    if (g->comes_and_goes) g->kills = g->pool_timeouts = false;
    if (g->order && !strcmp(g->order, "fair-gap")) g->order = NULL;
    g->at_once = g->kills || g->cpac;
}

static void plan_newer(struct gen *g)
{
    g->kills = chance_newer(g, 35);
    g->pool_timeouts = g->kills && chance_newer(g, 40);
    g->cpac = !g->one_kind && chance_newer(g, 30);
    g->order = chance_newer(g, 40) ? NEWER_OF(g, "sjf", "srtf", "fair-gap", "fair-gap", "fair-gap") : NULL;
    hold_back(g);
}

int main(int argc, char **argv)
{
    uint64_t number;
    if (argc != 3 || sw_num_u64(argv[1], strlen(argv[1]), &number)) {
        fputs("usage: gen-workload NUMBER DIRECTORY\n", stderr);
        return 2;
    }
    struct gen g = { .c = sw_chance_start(number, SW_CHANCE_OTHER, 0, 0), .later = sw_chance_start(number, SW_CHANCE_OTHER, 1, 0),
                     .newer = sw_chance_start(number, SW_CHANCE_OTHER, 2, 0), .parts = sw_chance_start(number, SW_CHANCE_OTHER, 3, 0),
                     .latest = sw_chance_start(number, SW_CHANCE_OTHER, 4, 0), .dir = argv[2] };
    g.options = create(&g, "options");
    g.one_kind = chance(&g, 25);
    g.tasks = chance(&g, 40);
    g.n_nodes = 1 + below(&g, 8);
    plan_later(&g);
    plan_newer(&g);
    if (g.comes_and_goes) cluster_that_changes(&g);
    else if (chance(&g, 30)) cluster_by_count(&g);
    else cluster_by_file(&g);
    make_pools(&g);
    make_trace(&g);
    put_options(&g);
    fclose(g.options);
    return 0;
}
