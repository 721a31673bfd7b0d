/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen-trace.c - trace.csv: jobs, or tasks in stages. */
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_num.h"
#include "tests/naive/gen.h"

static const char *pick_pool(struct gen *g)
{
    if (g->spark_offers && gen_below(&g->offers, 100) < 12) return "elsewhere"; /* R8 */
    if (!g->pools_file) return ONE_OF(g, "", "alice", "bob", "carol");
    return chance(g, 8) ? "" : g->leaf[below(g, g->n_leaves)];
}

static const char *pick_time(struct gen *g)
{
    static const char *const few[] = { "0", "1", "1", "1", "2", NULL };
    if (g->calm) return gen_one_of(&g->times, few);
    if (g->suspends)
        return ONE_OF(g, "2", "3", "5", "5", "7.5", "10", "10", "12.345678", "20", "30");
    return ONE_OF(g, "0", "1", "2", "2", "3", "5", "7.5", "10", "0.3", "12.345678", "4", "1.000001");
}

/* job_id, submit_s, after_job, think_s, pool, user, priority, weight of one job, as text for its rows. */
struct head { char text[512]; };

/* D11 */
static void put_waits(struct gen *g, struct head *h, struct sw_chance *c)
{
    static const char *const waits[] = { "", "", "0", "1", "2.5", "4", "0.7", NULL };
    for (int i = 0; i < 2 && g->job_waits; i++) {
        size_t used = strlen(h->text);
        snprintf(h->text + used, sizeof h->text - used, ",%s", gen_one_of(c, waits));
    }
}

static void make_head(struct gen *g, int i, int *named, int64_t *submit_us, struct head *h)
{
    char submit[SW_NUM_MAX + 1] = "", after[16] = "", id[16];
    bool follows = i > 0 && chance(g, 25);
    int64_t gap_us = below(g, 4) * INT64_C(1250000);
    gap_us *= below(g, 3);
    const char *letters = ONE_OF(g, "j", "job_", "x");
    if (!gen_put_spark_id(g, i, id, sizeof id)) snprintf(id, sizeof id, "%s%d", letters, i);
    if (follows) snprintf(after, sizeof after, "@%d", *named + below(g, i - *named));
    else {
        *named = i; /* rows behind it may name it or one another */
        *submit_us += i > 0 && chance(g, 50) ? gap_us : 0;
        submit[sw_num_put_time(submit, *submit_us)] = 0;
    }
    const char *think = follows ? ONE_OF(g, "", "0", "1", "3.5") : "";
    const char *pool = pick_pool(g);
    const char *user = ONE_OF(g, "", "u1", "u2");
    const char *priority = chance(g, 50) ? "" : ONE_OF(g, "very_high", "high", "normal", "low", "very_low");
    const char *weight = chance(g, 70) ? "" : ONE_OF(g, "1", "2", "0.5", "3.25");
    if (g->odd_weights) weight = gen_odd_weight(g);
    snprintf(h->text, sizeof h->text, "%s,%s,%s,%s,%s,%s,%s,%s", id, submit, after, think, pool, user, priority,
             weight);
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

static const char *pick_setup(struct gen *g)
{
    static const char *const times[] = { "", "", "0", "1", "2.5", "0.3", "7.5", "1.000001" };
    return g->set_up ? times[sw_chance_below(&g->latest, 8)] : "";
}

static void put_job(struct gen *g, FILE *f, const struct head *h)
{
    int maps = chance(g, 10) ? 0 : 1 + below(g, 12), reduces = chance(g, 35) && maps ? 0 : 1 + below(g, 6);
    fprintf(f, "%s,%d,%s", h->text, maps, pick_time(g));
    fprintf(f, ",%s,%d", g->calm ? "" : ONE_OF(g, "", "", "0.5", "1.5"), reduces);
    fprintf(f, ",%s", ONE_OF(g, "", "0", "1", "5", "0.7"));
    fprintf(f, ",%s", pick_time(g));
    fprintf(f, ",%s", g->calm ? "" : ONE_OF(g, "", "", "0.3"));
    fprintf(f, ",%s", ONE_OF(g, "", "", "f1", "f2"));
    if (g->set_up) fprintf(f, ",%s", pick_setup(g));
    fputs(gen_limit(g), f);
    gen_put_bytes(g, f, "job");
    fputc('\n', f);
}

static void put_hosts(struct gen *g, FILE *f)
{
    int n = chance(g, 15) ? 0 : 1 + below(g, 3);
    for (int i = 0; i < n; i++) {
        if (i) fputc('|', f);
        if (gen_put_spark_wish(g, f)) continue;
        if (chance(g, 12)) fprintf(f, "elsewhere%d", below(g, 3));
        else fprintf(f, "n%d", 1 + below(g, g->n_nodes));
    }
}

/* L3.1 */
static const char *pick_recorded(struct gen *g)
{
    static const char *const levels[] = { "", "node", "rack", "any", "any", "none", "process" };
    return levels[sw_chance_below(&g->recorded, 7)];
}

static void put_stage(struct gen *g, FILE *f, const struct head *h, int stage, const char *parents, const char *kind,
                      const char *limit)
{
    int n = 1 + below(g, 8);
    const char *time = pick_time(g);
    const char *setup = pick_setup(g);
    bool alike = chance(g, 50);
    for (int t = 0; t < n; t++) {
        fprintf(f, "%s,%d,%s,%s,t%d,%s,", h->text, stage, parents, kind, t, alike ? time : pick_time(g));
        fprintf(f, "%s,", strcmp(kind, "reduce") ? "" : ONE_OF(g, "", "1", "4"));
        put_hosts(g, f);
        if (g->set_up) fprintf(f, ",%s", setup);
        fputs(limit, f);
        gen_put_bytes(g, f, kind);
        if (g->levels) fprintf(f, ",%s", pick_recorded(g));
        fputc('\n', f);
    }
}

/* Stages 0.. with random parents among the earlier ones: map and reduce, tasks only, or a mixture. */
static void put_dag(struct gen *g, FILE *f, const struct head *h)
{
    int style = below(g, 3), n = style == 0 ? 1 + below(g, 2) : 1 + below(g, 4);
    const char *limit = gen_limit(g);
    bool turned = style == 0 && n == 2 && g->reversed; /* O1: the maps have the higher number */
    for (int s = 0; s < n; s++) {
        char parents[64] = "";
        for (int p = 0; p < s; p++)
            if (style == 0 || chance(g, 50))
                snprintf(parents + strlen(parents), sizeof parents - strlen(parents), "%s%d", parents[0] ? "|" : "", p);
        if (turned && s) snprintf(parents, sizeof parents, "1");
        put_stage(g, f, h, turned ? 1 - s : s, parents,
                  style == 0 ? (s ? "reduce" : "map") : style == 1 ? "task" : ONE_OF(g, "map", "reduce", "task"),
                  limit);
    }
}

void gen_trace(struct gen *g)
{
    struct head h[6];
    struct sw_chance waits = gen_stream(g, "waits of jobs");
    int n = g->suspends ? 3 + below(g, 4) : 1 + below(g, 6), named = 0;
    int64_t submit_us = below(g, 3) * INT64_C(1500000);
    FILE *f = gen_create(g, "trace.csv");
    g->job_waits = gen_below(&waits, 100) < 30;
    g->recorded = gen_stream(g, "recorded levels");
    g->levels = g->tasks && gen_below(&g->recorded, 100) < 30;
    fprintf(f, "%s%s%s,%s%s%s%s%s\n", head_columns, g->job_waits ? ",wait_node_s,wait_rack_s" : "", gen_size_columns(g),
            g->tasks ? "stage,parents,kind,task_id,duration_s,copy_s,hosts"
                     : "maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id",
            g->set_up ? ",setup_s" : "", gen_limit_column(g), gen_bytes_column(g), g->levels ? ",locality" : "");
    for (int i = 0; i < n; i++) make_head(g, i, &named, &submit_us, &h[i]);
    name_after(h, n);
    for (int i = 0; i < n; i++) {
        put_waits(g, &h[i], &waits);
        gen_put_sizes(g, h[i].text, sizeof h[i].text);
    }
    for (int i = 0; i < n; i++)
        if (g->tasks) put_dag(g, f, &h[i]);
        else put_job(g, f, &h[i]);
    fclose(f);
}
