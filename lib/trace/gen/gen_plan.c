/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_plan.c - settings as text to a plan: defaults, the preset, then what was typed. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/gen/gen.h"
#include "lib/base/grow.h"
#include "lib/base/sw_sort.h"

const char *const sw_gen_names[SW_GEN_N] = {
    "jobs", "arrival", "maps", "map-time", "map-sigma", "map-growth", "reduces", "map-only", "copy-time", "reduce-time",
    "reduce-sigma", "reduce-growth", "pool-names", "users", "block-size", "shuffle-ratio", "input", "prefix", "draws",
    "setup-time", "job-nodes", "limit" };

static const char *const defaults[SW_GEN_N] = {
    [SW_GEN_JOBS] = "100", [SW_GEN_ARRIVAL] = "poisson:30s", [SW_GEN_MAPS] = "10", [SW_GEN_MAP_TIME] = "20s",
    [SW_GEN_MAP_SIGMA] = "0", [SW_GEN_MAP_GROWTH] = "0", [SW_GEN_REDUCES] = "0", [SW_GEN_MAP_ONLY] = "0",
    [SW_GEN_COPY_TIME] = "0s", [SW_GEN_REDUCE_TIME] = "20s", [SW_GEN_REDUCE_SIGMA] = "0", [SW_GEN_REDUCE_GROWTH] = "0",
    [SW_GEN_POOLS] = "", [SW_GEN_USERS] = "0", [SW_GEN_BLOCK_SIZE] = "128M", [SW_GEN_SHUFFLE_RATIO] = "0",
    [SW_GEN_INPUT] = "", [SW_GEN_PREFIX] = "job", [SW_GEN_DRAWS] = "chance",
    [SW_GEN_SETUP_TIME] = "0s", [SW_GEN_WIDTH] = "", [SW_GEN_LIMIT] = "" };

const char *sw_gen_value(const struct sw_gen_config *c, enum sw_gen_setting i)
{
    if (c->value[i])
        return c->value[i];
    return c->preset && c->preset->value[i] ? c->preset->value[i] : defaults[i];
}

static struct gen_setting setting(const struct sw_gen_config *c, enum sw_gen_setting i, struct sw_err *err)
{
    return (struct gen_setting){ sw_gen_names[i], sw_gen_value(c, i), GEN_COUNT, err };
}

static const char *behind(const char *text, const char *prefix)
{
    size_t len = strlen(prefix);
    return strncmp(text, prefix, len) == 0 ? text + len : NULL;
}

/* ---- single values ------------------------------------------------------------------------------- */

static int read_real(struct gen_setting s, double max, double *out)
{
    if (sw_num_real(s.text, strlen(s.text), out) != SW_OK)
        return gen_dist_bad(&s, "not a number");
    return *out >= 0 && *out <= max ? SW_OK : gen_dist_bad(&s, "out of range");
}

static int read_share(struct gen_setting s, double max, double *out)
{
    if (sw_num_fraction(s.text, out) != SW_OK)
        return gen_dist_bad(&s, "not a share (5% or 0.05)");
    return *out >= 0 && *out <= max ? SW_OK : gen_dist_bad(&s, "out of range");
}

static int read_count(struct gen_setting s, const char *text, uint64_t max, uint64_t *out)
{
    if (sw_num_u64(text, strlen(text), out) != SW_OK)
        return gen_dist_bad(&s, "not a count");
    return *out <= max ? SW_OK : gen_dist_bad(&s, "out of range");
}

static int read_block(struct gen_setting s, uint64_t *out)
{
    if (sw_num_size(s.text, out) != SW_OK)
        return gen_dist_bad(&s, "not a size (64K 128M 1G)");
    return *out <= UINT64_C(1) << 40 ? SW_OK : gen_dist_bad(&s, "out of range, at most 1T");
}

/* ---- arrivals ------------------------------------------------------------------------------------ */

static int read_span(const struct gen_setting *s, const char *text, int64_t *us)
{
    if (sw_num_duration(text, us) != SW_OK || *us < 0)
        return gen_dist_bad(s, "not a time (250ms 3s 5m)");
    return SW_OK;
}

static int read_closed(struct gen_plan *p, const struct gen_setting *s, const char *text)
{
    const char *comma = strchr(text, ',');
    size_t len = comma ? (size_t)(comma - text) : strlen(text);
    p->arrival = GEN_CLOSED;
    if (sw_num_u64(text, len, &p->workers) != SW_OK || p->workers < 1)
        return gen_dist_bad(s, "closed needs a number of workers like closed:10,5s");
    return comma ? read_span(s, comma + 1, &p->think_us) : SW_OK;
}

static int read_daily(struct gen_plan *p, const struct gen_setting *s, const char *text)
{
    const char *comma = strchr(text, ',');
    char gap[64] = "";
    p->arrival = GEN_DAILY;
    if (!comma || (size_t)(comma - text) >= sizeof gap)
        return gen_dist_bad(s, "daily needs a gap and a swing like daily:10s,0.5");
    memcpy(gap, text, (size_t)(comma - text));
    if (sw_num_fraction(comma + 1, &p->swing) != SW_OK || p->swing < 0 || p->swing > 1)
        return gen_dist_bad(s, "not a swing from 0 to 1");
    return read_span(s, gap, &p->gap_us);
}

static int read_uniform(struct gen_plan *p, const struct gen_setting *s, const char *text)
{
    const char *dash = strchr(text, '-');
    char least[64] = "";
    p->arrival = GEN_EVERY;
    if (!dash)
        return read_span(s, text, &p->gap_us);
    if ((size_t)(dash - text) >= sizeof least)
        return gen_dist_bad(s, "not two times like uniform:3s-30s");
    memcpy(least, text, (size_t)(dash - text));
    if (read_span(s, least, &p->gap_us) != SW_OK || read_span(s, dash + 1, &p->spread_us) != SW_OK)
        return SW_FAIL;
    p->spread_us -= p->gap_us;
    return p->spread_us >= 0 ? SW_OK : gen_dist_bad(s, "the second time is the greater one, as in uniform:3s-30s");
}

static int read_arrival(struct gen_plan *p, struct gen_setting s)
{
    static const struct { const char *prefix; enum gen_arrival kind; } kinds[] = {
        { "poisson:", GEN_POISSON }, { "window:", GEN_WINDOW } };
    if (strcmp(s.text, "all-at-once") == 0) {
        p->arrival = GEN_AT_ONCE;
        return SW_OK;
    }
    if (behind(s.text, "closed:"))
        return read_closed(p, &s, behind(s.text, "closed:"));
    if (behind(s.text, "daily:"))
        return read_daily(p, &s, behind(s.text, "daily:"));
    if (behind(s.text, "uniform:"))
        return read_uniform(p, &s, behind(s.text, "uniform:"));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (behind(s.text, kinds[i].prefix)) {
            p->arrival = kinds[i].kind;
            return read_span(&s, behind(s.text, kinds[i].prefix), &p->gap_us);
        }
    return gen_dist_bad(&s, "not one of poisson:GAP daily:GAP,SWING uniform:GAP[-GAP] window:TIME all-at-once "
                   "closed:WORKERS,THINK");
}

/* n submits anywhere in the window, in order. */
static int fill_window(struct gen_plan *p, struct sw_err *err)
{
    if (p->arrival != GEN_WINDOW)
        return SW_OK;
    p->window_us = malloc((p->n_jobs + 1) * sizeof *p->window_us);
    if (!p->window_us)
        return sw_err_memory(err);
    for (uint64_t i = 0; i < p->n_jobs; i++) {
        struct sw_chance c = sw_chance_start(p->seed, SW_CHANCE_ARRIVAL, 0, i);
        p->window_us[i] = (int64_t)(sw_chance_uniform(&c) * (double)p->gap_us);
    }
    sw_sort_signed(p->window_us, p->n_jobs);
    return SW_OK;
}

/* ---- pools --------------------------------------------------------------------------------------- */

/* "20" makes p1 to p20; names stand as they are. */
static int read_pools(struct gen_plan *p, struct gen_setting s)
{
    size_t cap = 0;
    if (s.text[0] == '\0' || sw_num_u64(s.text, strlen(s.text), &p->n_pools) == SW_OK)
        return p->n_pools <= 1000000 ? SW_OK : gen_dist_bad(&s, "out of range, at most a million");
    for (const char *at = s.text;; at++) {
        size_t len = strcspn(at, ",");
        if (len == 0)
            return gen_dist_bad(&s, "a pool without a name");
        if (sw_grow(&p->pool, &cap, p->n_pools + 1, sizeof *p->pool, s.err) != SW_OK)
            return SW_FAIL;
        p->pool[p->n_pools++] = (struct sw_text){ at, len };
        at += len;
        if (*at == '\0')
            return SW_OK;
    }
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static int read_n_jobs(struct gen_plan *p, struct gen_setting s)
{
    const char *tasks = behind(s.text, "tasks:");
    if (!tasks)
        return read_count(s, s.text, GEN_MAX_JOBS, &p->n_jobs);
    if (read_count(s, tasks, GEN_MAX_JOBS, &p->n_tasks) != SW_OK)
        return SW_FAIL;
    if (p->maps.kind != GEN_FIXED || p->maps.a < 1)
        return gen_dist_bad(&s, "tasks: needs a fixed number of maps");
    p->n_jobs = (p->n_tasks + (uint64_t)p->maps.a - 1) / (uint64_t)p->maps.a;
    return SW_OK;
}

static int read_sizes(struct gen_plan *p, const struct sw_gen_config *c, struct sw_err *err)
{
    const struct gen_setting reduces = setting(c, SW_GEN_REDUCES, err);
    if (gen_dist_read(&p->maps, setting(c, SW_GEN_MAPS, err), GEN_COUNT) != SW_OK
        || gen_dist_read(&p->reduces, reduces, GEN_COUNT) != SW_OK
        || read_n_jobs(p, setting(c, SW_GEN_JOBS, err)) != SW_OK
        || read_share(setting(c, SW_GEN_MAP_ONLY, err), 1, &p->map_only) != SW_OK
        || read_block(setting(c, SW_GEN_BLOCK_SIZE, err), &p->block_bytes) != SW_OK)
        return SW_FAIL;
    if (p->reduces.kind == GEN_TABLE)
        return sw_err_usage(reduces.err, "--%s: tables are for --maps: '%s'", reduces.option, reduces.text);
    return read_share(setting(c, SW_GEN_SHUFFLE_RATIO, err), 1000, &p->shuffle_ratio);
}

static int read_task_times(struct gen_plan *p, const struct sw_gen_config *c, struct sw_err *err)
{
    if (gen_dist_read(&p->map_time, setting(c, SW_GEN_MAP_TIME, err), GEN_TIME) != SW_OK
        || gen_dist_read(&p->copy_time, setting(c, SW_GEN_COPY_TIME, err), GEN_TIME) != SW_OK
        || gen_dist_read(&p->reduce_time, setting(c, SW_GEN_REDUCE_TIME, err), GEN_TIME) != SW_OK
        || gen_dist_read(&p->setup_time, setting(c, SW_GEN_SETUP_TIME, err), GEN_TIME) != SW_OK
        || read_real(setting(c, SW_GEN_MAP_SIGMA, err), 20, &p->map_sigma) != SW_OK
        || read_real(setting(c, SW_GEN_REDUCE_SIGMA, err), 20, &p->reduce_sigma) != SW_OK
        || read_real(setting(c, SW_GEN_MAP_GROWTH, err), 3, &p->map_growth) != SW_OK)
        return SW_FAIL;
    return read_real(setting(c, SW_GEN_REDUCE_GROWTH, err), 3, &p->reduce_growth);
}

/* A gang is a task on so many nodes, so it has no maps and reduces of other numbers. */
static int read_width(struct gen_plan *p, const struct sw_gen_config *c, struct sw_err *err)
{
    struct gen_setting s = setting(c, SW_GEN_WIDTH, err);
    p->wide = s.text[0] != '\0';
    if (!p->wide)
        return SW_OK;
    if (c->value[SW_GEN_MAPS])
        return sw_err_usage(err, "--job-nodes: takes the place of --maps");
    if (c->value[SW_GEN_REDUCES] || p->n_tasks > 0)
        return sw_err_usage(err, "--job-nodes: a job is one task on so many nodes, without %s",
                            p->n_tasks > 0 ? "--jobs tasks:COUNT" : "--reduces");
    if (gen_dist_read(&p->width, s, GEN_COUNT) != SW_OK)
        return SW_FAIL;
    if (p->width.kind == GEN_TABLE)
        return sw_err_usage(s.err, "--%s: tables are for --maps: '%s'", s.option, s.text);
    gen_dist_clear(&p->maps);
    gen_dist_clear(&p->reduces);
    p->maps.a = 1;
    return SW_OK;
}

/* The f-model: evenly from the time that a job takes to f + 1 times that (Mu'alem and Feitelson, TPDS 12(6), 2001). */
static int read_limit(struct gen_plan *p, struct gen_setting s)
{
    const char *f = behind(s.text, "f:");
    p->limited = s.text[0] != '\0' && strcmp(s.text, "none") != 0;
    if (!p->limited || strcmp(s.text, "exact") == 0)
        return SW_OK;
    if (!f)
        return gen_dist_bad(&s, "not none, exact or f:X");
    s.text = f;
    return read_real(s, 1e6, &p->badness);
}

static int read_draws(struct gen_plan *p, struct gen_setting s)
{
    p->even = strcmp(s.text, "even") == 0;
    return p->even || strcmp(s.text, "chance") == 0 ? SW_OK : gen_dist_bad(&s, "not chance or even");
}

int gen_plan_read(struct gen_plan *p, const struct sw_gen_config *c, struct sw_err *err)
{
    struct gen_setting users = setting(c, SW_GEN_USERS, err);
    *p = (struct gen_plan){ .seed = c->seed, .input = setting(c, SW_GEN_INPUT, err).text,
                            .prefix = setting(c, SW_GEN_PREFIX, err).text };
    if (read_sizes(p, c, err) != SW_OK || read_task_times(p, c, err) != SW_OK || read_width(p, c, err) != SW_OK
        || read_limit(p, setting(c, SW_GEN_LIMIT, err)) != SW_OK
        || read_arrival(p, setting(c, SW_GEN_ARRIVAL, err)) != SW_OK
        || read_pools(p, setting(c, SW_GEN_POOLS, err)) != SW_OK
        || read_count(users, users.text, 1000000, &p->n_users) != SW_OK
        || read_draws(p, setting(c, SW_GEN_DRAWS, err)) != SW_OK)
        return SW_FAIL;
    if (p->n_jobs >= UINT32_MAX && (p->maps.kind == GEN_TABLE || p->arrival == GEN_WINDOW))
        return sw_err_usage(err, "--jobs: out of range for a table or a window");
    if (gen_table_deal(&p->maps, p->n_jobs, p->even ? GEN_HAND : p->n_jobs, p->seed, err) != SW_OK
        || gen_even_rank(p, err) != SW_OK)
        return SW_FAIL;
    p->sets_up = p->setup_time.kind != GEN_FIXED || p->setup_time.a > 0;
    return fill_window(p, err);
}

void gen_plan_clear(struct gen_plan *p)
{
    struct gen_dist *dists[] = { &p->maps, &p->map_time, &p->reduces, &p->copy_time, &p->reduce_time,
                                 &p->setup_time, &p->width };
    for (size_t i = 0; i < sizeof dists / sizeof *dists; i++)
        gen_dist_clear(dists[i]);
    free(p->pool);
    free(p->window_us);
    free(p->rank_of);
}
