/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timeline.c - --timeline: averages over time of the timeline record, per pool (and run).
 *
 * The values of a row hold until the next time in its run. The last time of a run ends it. A pool without a row at
 * some time counts as zero there. */
#include "lib/base/sw_names.h"
#include "tools/stats/stats.h"

enum { N_LEVELS = 12 };
static const char *const level_names[N_LEVELS] = { "running_maps", "running_reduces", "pending_maps", "pending_reduces",
    "fair_share_maps", "steady_share_maps", "copying_reduces", "intermediate_bytes", "running", "pending", "fair_share",
    "steady_share" };
/* Places in level_names. Slots of one kind have the last four, those of two kinds the others. */
enum { RUNNING_MAPS, RUNNING_REDUCES, PENDING_MAPS, PENDING_REDUCES, FAIR_MAPS, RUNNING = 8, PENDING, FAIR };

/* samples: its rows; sample: the number of the time of its last row. Areas are values times seconds. seen_s: time for
 * which it had a row. */
struct pool {
    uint64_t samples, sample;
    size_t span;
    double now[N_LEVELS], area[N_LEVELS], below_s, idle_s, seen_s;
};
struct span { double first_s, last_s, area[N_LEVELS]; };   /* one per run: its time, and the sums over all its pools */
struct clock {
    struct span *at;
    size_t n;
    char run[64];             /* the run whose rows are being read */
    double now_s;
    uint64_t sample;          /* counts the times */
    bool has[N_LEVELS];
};

static int timeline_start(struct state *s, struct sw_err *err)
{
    s->extra = calloc(1, sizeof(struct clock));
    return s->extra ? SW_OK : sw_err_memory(err);
}

static void timeline_stop(struct state *s)
{
    if (s->extra)
        free(((struct clock *)s->extra)->at);
    free(s->extra);
}

/* id_at has the place of time_s here. */
static int timeline_bind(struct state *s, struct sw_err *err)
{
    struct clock *c = s->extra;
    s->run_at = sw_csv_find(s->in, "run");
    if (state_column(s->in, "time_s", &s->id_at, err) != SW_OK)
        return SW_FAIL;
    if (sw_csv_find(s->in, level_names[RUNNING_MAPS]) == SW_NO_COLUMN
        && sw_csv_find(s->in, level_names[RUNNING]) == SW_NO_COLUMN)
        return sw_csv_no_column(s->in, "running_maps", " or 'running'", err);
    for (size_t i = 0; i < N_LEVELS; i++) {
        if (sw_csv_find_optional(s->in, level_names[i], &s->col_at[i], err) != SW_OK)
            return SW_FAIL;
        c->has[i] |= s->col_at[i] != SW_NO_COLUMN;
    }
    return SW_OK;
}

/* A column that is not there, or empty, counts as zero. */
static double held(double x) { return isnan(x) ? 0 : x; }

/* Whether the pool is a slot or more below its share while work waits. */
static bool runs_below_share(const double *v)
{
    return (held(v[FAIR_MAPS]) - held(v[RUNNING_MAPS]) >= 1 && held(v[PENDING_MAPS]) > 0)
        || (held(v[FAIR]) - held(v[RUNNING]) >= 1 && held(v[PENDING]) > 0);
}

/* Nothing runs in it, and nothing waits. */
static bool is_idle(const double *v)
{
    return held(v[RUNNING_MAPS]) + held(v[RUNNING_REDUCES]) + held(v[RUNNING]) + held(v[PENDING_MAPS])
        + held(v[PENDING_REDUCES]) + held(v[PENDING]) <= 0;
}

/* Adds the values of the last time, which held for `for_s`. */
static void hold(struct state *s, double for_s)
{
    struct clock *c = s->extra;
    for (size_t g = 0; g < sw_keys_count(s->groups); g++) {
        struct pool *p = state_record(s, g);
        /* Without a row at the last time the pool had nothing. */
        if (p->samples == 0 || p->sample != c->sample)
            continue;
        for (size_t i = 0; i < N_LEVELS; i++) {
            p->area[i] += held(p->now[i]) * for_s;
            c->at[c->n - 1].area[i] += held(p->now[i]) * for_s;
        }
        p->seen_s += for_s;
        p->below_s += runs_below_share(p->now) ? for_s : 0;
        p->idle_s += is_idle(p->now) ? for_s : 0;
    }
}

/* A run of a single time holds for one second: its averages are its values. */
static void end_span(struct state *s)
{
    struct clock *c = s->extra;
    if (c->n && c->at[c->n - 1].first_s == c->at[c->n - 1].last_s)
        hold(s, 1);
    c->sample++;
}

/* The run before ends with its last time. */
static int begin_span(struct state *s, const char *run, double time_s, struct sw_err *err)
{
    struct clock *c = s->extra;
    end_span(s);
    struct span *more = realloc(c->at, (c->n + 1) * sizeof *more);
    if (!more)
        return sw_err_memory(err);
    c->at = more;
    c->at[c->n++] = (struct span){ time_s, time_s, { 0 } };
    snprintf(c->run, sizeof c->run, "%s", run);
    c->now_s = time_s;
    return SW_OK;
}

/* Rows of one time are one sample. Time goes forward within a run. */
static int advance(struct state *s, double time_s, struct sw_err *err)
{
    struct clock *c = s->extra;
    char run[64] = "";
    if (s->run_at != SW_NO_COLUMN)
        snprintf(run, sizeof run, "%.*s", (int)s->row->field[s->run_at].len, s->row->field[s->run_at].at);
    /* Rows of one run stand together. */
    if (c->n == 0 || strcmp(run, c->run) != 0)
        return begin_span(s, run, time_s, err);
    if (time_s < c->now_s)
        return sw_err_data(err, sw_csv_path(s->in), s->row->line, "time_s", "rows are not in order of time");
    if (time_s == c->now_s)
        return SW_OK;
    hold(s, time_s - c->now_s);
    c->sample++;
    c->now_s = c->at[c->n - 1].last_s = time_s;
    return SW_OK;
}

static int timeline_row(struct state *s, struct sw_err *err)
{
    struct clock *c = s->extra;
    double time_s, now[N_LEVELS];
    size_t group;
    bool in_bin;
    for (size_t i = 0; i < N_LEVELS; i++)
        if (state_number(s, s->col_at[i], level_names[i], &now[i], err) != SW_OK)
            return SW_FAIL;
    if (state_number(s, s->id_at, "time_s", &time_s, err) != SW_OK)
        return SW_FAIL;
    if (isnan(time_s))
        return sw_err_data(err, sw_csv_path(s->in), s->row->line, "time_s", "must not be empty");
    if (advance(s, time_s, err) != SW_OK || state_group(s, &group, &in_bin, err) != SW_OK)
        return SW_FAIL;
    struct pool *p = state_record(s, group);
    if (p->samples && p->sample == c->sample)
        return sw_err_data(err, sw_csv_path(s->in), s->row->line, "pool", "comes twice at this time");
    p->samples++;
    /* Values hold from here on until the next time. */
    p->sample = c->sample;
    p->span = c->n - 1;
    memcpy(p->now, now, sizeof now);
    return SW_OK;
}

static int timeline_done(struct state *s, struct sw_err *err)
{
    (void)err;
    end_span(s);
    return SW_OK;
}

/* Levels that no file has are left out. */
static void timeline_header(struct state *s, struct sw_out *out)
{
    const struct clock *c = s->extra;
    sw_out_str(out, "n_samples");
    sw_out_str(out, "from_s");
    sw_out_str(out, "to_s");
    for (size_t i = 0; i < N_LEVELS; i++)
        if (c->has[i])
            put_name(out, "mean_", level_names[i], "");
    sw_out_str(out, "share_of_running");
    sw_out_str(out, "share_of_fair");
    sw_out_str(out, "share_of_time_below");
    sw_out_str(out, "share_of_time_idle");
}

/* The share of the pool in the slot seconds of all pools. */
static double part_of_pools(const double *area, const double *all, int maps, int one_kind)
{
    double whole = all[maps] + all[one_kind];
    return whole > 0 ? (area[maps] + area[one_kind]) / whole : NAN;
}

/* span_s 1: the run has one time (end_span()). */
static int timeline_write(struct state *s, size_t group, struct sw_out *out, struct sw_err *err)
{
    const struct clock *c = s->extra;
    const struct pool *p = state_record(s, group);
    const struct span *t = &c->at[p->span];
    double span_s = t->last_s > t->first_s ? t->last_s - t->first_s : 1;
    (void)err;
    sw_out_u64(out, p->samples);
    sw_out_real(out, t->first_s);
    sw_out_real(out, t->last_s);
    for (size_t i = 0; i < N_LEVELS; i++)
        if (c->has[i])
            sw_out_real(out, p->area[i] / span_s);
    sw_out_real(out, part_of_pools(p->area, t->area, RUNNING_MAPS, RUNNING));
    sw_out_real(out, part_of_pools(p->area, t->area, FAIR_MAPS, FAIR));
    sw_out_real(out, p->below_s / span_s);
    /* Idle, or without a row. */
    sw_out_real(out, (p->idle_s + span_s - p->seen_s) / span_s);
    return SW_OK;
}

const struct mode timeline_mode = { sizeof(struct pool), timeline_start, timeline_bind, timeline_row, timeline_done,
    timeline_header, false, timeline_write, NULL, timeline_stop };
