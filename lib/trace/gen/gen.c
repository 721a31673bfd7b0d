/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen.c - a plan to rows of the jobs record. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/trace/gen/gen.h"
#include "lib/trace/record/sw_records.h"
#include "slotwise/sw_trace.h"

/* The texts of a row. */
struct texts { char job_id[320], after[320], pool[24], user[24]; };

static double drawn(const struct gen_plan *p, const struct gen_dist *d, uint64_t job, enum gen_draw what, double maps)
{
    struct gen_source from = gen_even_source(p, job, what);
    return gen_dist_draw(d, &from, job, maps);
}

static uint64_t as_count(double x)
{
    return x < 0 ? 0 : x > GEN_MAX_TASKS ? (uint64_t)GEN_MAX_TASKS : (uint64_t)llround(x);
}

/* Times end at 1e17 microseconds, which is 3,000 years. */
static int64_t as_time(double us)
{
    return us > 1e17 ? (int64_t)1e17 : llround(us);
}

static struct sw_text numbered(char *buf, size_t cap, const char *prefix, uint64_t n)
{
    int len = snprintf(buf, cap, "%s%llu", prefix, (unsigned long long)n);
    return (struct sw_text){ buf, (size_t)len };
}

/* ---- columns ------------------------------------------------------------------------------------- */

static void fill_reduces(const struct gen_plan *p, uint64_t job, struct sw_job_row *row)
{
    double maps = (double)row->maps, growth = pow(maps > 1 ? maps : 1, p->reduce_growth);
    struct gen_source from = gen_even_source(p, job, GEN_DRAW_MAP_ONLY);
    bool map_only = p->map_only > 0 && gen_dist_uniform(&from) < p->map_only;
    row->reduces = map_only ? 0 : as_count(drawn(p, &p->reduces, job, GEN_DRAW_REDUCES, maps));
    if (row->reduces == 0)
        return;
    row->copy_us = as_time(drawn(p, &p->copy_time, job, GEN_DRAW_COPY_TIME, 0) * growth);
    row->reduce_us = as_time(drawn(p, &p->reduce_time, job, GEN_DRAW_REDUCE_TIME, 0) * growth);
    row->reduce_sigma = p->reduce_sigma;
    row->shuffle_bytes = (uint64_t)((double)row->input_bytes * p->shuffle_ratio);
    row->known |= 1 << SW_JOB_COPY_S | 1 << SW_JOB_REDUCE_S | 1 << SW_JOB_REDUCE_SIGMA | 1 << SW_JOB_SHUFFLE_BYTES;
}

/* The integral of the rate 1 - swing cos(2 pi t / day), which is least at time 0, midnight. */
static double passed_us(double t_us, double swing)
{
    double turn = 2 * M_PI / 86400e6;
    return t_us - swing / turn * sin(turn * t_us);
}

/* The next arrival of a process of this rate: where the integral has grown by an exponential gap. By bisection, as the
 * rate may be 0 at midnight, where Newton's steps run away; the sine moves it by at most a third of a day. */
static int64_t daily_gap_us(int64_t from_us, int64_t gap_us, double swing)
{
    double goal = passed_us((double)from_us, swing) + (double)gap_us;
    size_t high = (size_t)gap_us + (size_t)UINT64_C(86400000000);
    return (int64_t)FIRST_NOT(us, 0, high, passed_us((double)from_us + (double)us, swing) < goal);
}

static int advance(const struct gen_plan *p, uint64_t job, int64_t *now_us, struct sw_err *err)
{
    struct sw_chance c = sw_chance_start(p->seed, SW_CHANCE_ARRIVAL, 0, job);
    int64_t gap_us = 0;
    if (p->arrival == GEN_WINDOW)
        *now_us = p->window_us[job];
    else if (job > 0 && p->arrival == GEN_POISSON)
        gap_us = sw_chance_exponential_us(&c, p->gap_us);
    else if (job > 0 && p->arrival == GEN_DAILY)
        gap_us = daily_gap_us(*now_us, sw_chance_exponential_us(&c, p->gap_us), p->swing);
    else if (job > 0 && p->arrival == GEN_EVERY)
        gap_us = p->gap_us + (int64_t)(sw_chance_uniform(&c) * (double)p->spread_us);
    if (gap_us > SW_TIME_MAX - *now_us)
        return sw_err_set(err, "submit times run past the end of time");
    *now_us += gap_us;
    return SW_OK;
}

static void fill_submit(const struct gen_plan *p, uint64_t job, int64_t now_us, struct sw_job_row *row,
                        struct texts *texts)
{
    row->submit_us = now_us;
    if (p->arrival != GEN_CLOSED || job < p->workers) {
        row->known |= 1 << SW_JOB_SUBMIT;
        return;
    }
    /* A worker's next job is submitted when the one before has ended and it has thought. */
    row->after_job = numbered(texts->after, sizeof texts->after, p->prefix, job - p->workers);
    row->think_us = p->think_us;
    row->known |= 1 << SW_JOB_AFTER | 1 << SW_JOB_THINK;
}

/* The columns that not every plan has. */
static uint64_t beyond(const struct gen_plan *p)
{
    return (p->sets_up ? UINT64_C(1) << SW_JOB_SETUP : 0) | (p->wide ? UINT64_C(1) << SW_JOB_NODES : 0)
           | (p->limited ? UINT64_C(1) << SW_JOB_LIMIT : 0);
}

static void gen_fill(const struct gen_plan *p, uint64_t job, int64_t now_us, struct sw_job_row *row,
                     struct texts *texts)
{
    *row = (struct sw_job_row){ .job_id = numbered(texts->job_id, sizeof texts->job_id, p->prefix, job) };
    row->known = 1 << SW_JOB_ID | 1 << SW_JOB_MAPS | 1 << SW_JOB_MAP_S | 1 << SW_JOB_MAP_SIGMA | 1 << SW_JOB_REDUCES |
                 1 << SW_JOB_INPUT_BYTES | beyond(p);
    fill_submit(p, job, now_us, row, texts);
    row->maps = as_count(drawn(p, &p->maps, job, GEN_DRAW_MAPS, 0));
    row->job_nodes = p->wide ? as_count(drawn(p, &p->width, job, GEN_DRAW_WIDTH, 0)) : 0;
    uint64_t size = p->wide ? row->job_nodes : row->maps;
    double growth = pow((double)(size > 0 ? size : 1), p->map_growth);
    row->map_us = as_time(drawn(p, &p->map_time, job, GEN_DRAW_MAP_TIME, 0) * growth);
    row->map_sigma = p->map_sigma;
    row->input_bytes = row->maps * p->block_bytes;
    fill_reduces(p, job, row);
    /* An estimate is too long by a drawn factor of up to 1 + badness. */
    struct gen_source from = gen_even_source(p, job, GEN_DRAW_LIMIT);
    double factor = p->badness > 0 ? 1 + p->badness * gen_dist_uniform(&from) : 1;
    row->limit_us = as_time((double)row->map_us * factor);
    /* Jobs take the pools in turn; users are drawn. */
    struct sw_chance c = sw_chance_start(p->seed, SW_CHANCE_SIZE, job + 1, GEN_DRAW_USER);
    if (p->n_pools > 0) {
        row->pool = p->pool ? p->pool[job % p->n_pools]
                            : numbered(texts->pool, sizeof texts->pool, "p", job % p->n_pools + 1);
        row->known |= 1 << SW_JOB_POOL;
    }
    if (p->n_users > 0) {
        row->user = numbered(texts->user, sizeof texts->user, "u", sw_chance_below(&c, p->n_users) + 1);
        row->known |= 1 << SW_JOB_USER;
    }
    row->setup_us = as_time(drawn(p, &p->setup_time, job, GEN_DRAW_SETUP_TIME, 0));
    if (p->input[0] == '\0')
        return;
    row->input_id = (struct sw_text){ p->input, strlen(p->input) };
    row->known |= 1 << SW_JOB_INPUT_ID;
}

/* ---- rows ---------------------------------------------------------------------------------------- */

static int gen_put_row(const struct gen_plan *p, const struct sw_schema *schema, uint64_t job, int64_t now_us,
                       struct sw_out *out, struct sw_err *err)
{
    struct sw_job_row row;
    struct texts texts;
    gen_fill(p, job, now_us, &row, &texts);
    if (row.maps + row.reduces == 0)
        return sw_err_usage(err, "--maps: job '%s' has no tasks", texts.job_id);
    if (p->wide && row.job_nodes == 0)
        return sw_err_usage(err, "--job-nodes: job '%s' has no nodes", texts.job_id);
    sw_schema_put(schema, &row, out);
    sw_out_end_row(out);
    return SW_OK;
}

static int put_rows(const struct gen_plan *p, const struct sw_gen_config *config, struct sw_out *out,
                    struct sw_err *err)
{
    int64_t now_us = 0;
    struct sw_column column[SW_JOB_N_COLUMNS];
    const uint64_t plain = (UINT64_C(1) << SW_JOB_WAIT_NODE) - 1; /* those that each job has */
    const struct sw_schema schema = sw_schema_some(&sw_schema_jobs, plain | beyond(p), column);
    sw_schema_put_header(&schema, out);
    sw_out_end_row(out);
    for (uint64_t job = 0; job < p->n_jobs && !sw_out_failed(out); job++) {
        if (advance(p, job, &now_us, err) != SW_OK || gen_put_row(p, &schema, job, now_us, out, err) != SW_OK)
            return SW_FAIL;
        if (config->tell)
            config->tell(config->context, job + 1);
    }
    return SW_OK;
}

int sw_gen_run(const struct sw_gen_config *config, struct sw_out *out, struct sw_err *err)
{
    struct gen_plan plan;
    int status = gen_plan_read(&plan, config, err);
    if (status == SW_OK && strlen(plan.prefix) >= 256)
        status = sw_err_usage(err, "--prefix: longer than 255 bytes");
    if (status == SW_OK)
        status = put_rows(&plan, config, out, err);
    gen_plan_clear(&plan);
    return status;
}
