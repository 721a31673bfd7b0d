/* SPDX-License-Identifier: GPL-3.0-or-later */
/* info.c - a trace in what,value rows: how much, how fast, how large, and what in it was derived.
 *
 * slot_s are what a cluster must give: the sum of all task times (of reduces with their copying), so the load on S
 * slots is slot_s / (S * span_s). */
#include <stdio.h>
#include <stdlib.h>
#include "lib/trace/report/info_recorded.h"
#include "lib/trace/import/nameset.h"
#include "lib/trace/report/spread.h"
#include "lib/trace/stream/trace_private.h"

/* Sums over all jobs. The sum of so many times may pass the end of 64 bits. */
struct info {
    uint64_t n_jobs, n_after, n_rows, maps, reduces;
    uint64_t input_bytes, shuffle_bytes, output_bytes;
    uint64_t outcomes[SW_SUSPENDED + 1], localities[SW_AT_PROCESS + 1];
    bool submitted, recorded;
    int64_t first_us, last_us;
    unsigned __int128 map_slot_us, reduce_slot_us;
    struct numbers gaps_us, maps_per_job, reduces_per_job;
    struct spread map_us, reduce_us, copy_us;
    struct sw_keys pools, users;
    struct recorded happened;
    struct sw_meet *meet;
};

/* Bytes that pass the end of their type stay there: a size is told, not computed with. */
static void add_up_to_most(uint64_t *sum, uint64_t bytes)
{
    if (__builtin_add_overflow(*sum, bytes, sum))
        *sum = UINT64_MAX;
}

/* Gaps are between submissions in the order of the trace. A job that follows another has none of its own. */
static int add_submit(struct info *f, const struct sw_job *job, struct sw_err *err)
{
    if (job->after_job.len > 0) {
        f->n_after++;
        return SW_OK;
    }
    if (f->submitted && spread_numbers_add(&f->gaps_us, (double)(job->submit_us - f->last_us), err) != SW_OK)
        return SW_FAIL;
    if (!f->submitted)
        f->first_us = job->submit_us;
    f->submitted = true;
    f->last_us = job->submit_us;
    return SW_OK;
}

/* Whatever is not a reduce counts as a map. */
static int add_times(struct info *f, bool reduce, int64_t time_us, int64_t copy_us, double sigma, uint64_t n,
                     struct sw_err *err)
{
    *(reduce ? &f->reduces : &f->maps) += n;
    *(reduce ? &f->reduce_slot_us : &f->map_slot_us) += (unsigned __int128)(uint64_t)(time_us + copy_us) * n;
    if (spread_add(reduce ? &f->reduce_us : &f->map_us, time_us, sigma, n, err) != SW_OK)
        return SW_FAIL;
    return reduce ? spread_add(&f->copy_us, copy_us, 0, n, err) : SW_OK;
}

/* Tasks that are named count one by one. Others are n of a mean time with a spread. */
static int add_stage_times(struct info *f, const struct sw_stage_spec *s, struct sw_err *err)
{
    bool reduce = s->kind == SW_REDUCE;
    if (!s->tasks)
        return add_times(f, reduce, s->mean_us, s->copy_us, s->sigma, s->n_tasks, err);
    /* copy_us is the reduces' alone. */
    for (uint64_t i = 0; i < s->n_tasks; i++)
        if (add_times(f, reduce, s->tasks[i].duration_us, reduce ? s->tasks[i].copy_us : 0, 0, 1, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* What a job has is the difference that it makes to the sums. */
static int add_stages(struct info *f, const struct sw_job *job, struct sw_err *err)
{
    uint64_t maps = f->maps, reduces = f->reduces;
    for (uint32_t i = 0; i < job->n_stages; i++)
        if (job->stages[i].n_tasks > 0 && add_stage_times(f, &job->stages[i], err) != SW_OK)
            return SW_FAIL;
    if (spread_numbers_add(&f->maps_per_job, (double)(f->maps - maps), err) != SW_OK)
        return SW_FAIL;
    return spread_numbers_add(&f->reduces_per_job, (double)(f->reduces - reduces), err);
}

/* Pools meet on nodes where attempts ran: a row without an outcome says of none that it did. */
static int add_rows(struct info *f, const struct sw_job *job, struct sw_err *err)
{
    f->n_rows += job->n_task_rows;
    info_recorded_add(&f->happened, job);
    for (size_t i = 0; i < job->n_task_rows; i++) {
        const struct sw_task_row *row = &job->task_rows[i];
        f->recorded |= row->known >> SW_TASK_OUTCOME & 1;
        if (row->known >> SW_TASK_OUTCOME & 1)
            f->outcomes[row->outcome]++;
        if (row->known >> SW_TASK_LOCALITY & 1)
            f->localities[row->locality]++;
        if ((row->known >> SW_TASK_OUTCOME & 1) && row->node.len > 0
            && sw_meet_add(f->meet, job->pool, row->node, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

static int info_add_job(struct info *f, const struct sw_job *job, struct sw_err *err)
{
    f->n_jobs++;
    add_up_to_most(&f->input_bytes, job->input_bytes);
    add_up_to_most(&f->shuffle_bytes, job->shuffle_bytes);
    add_up_to_most(&f->output_bytes, job->output_bytes);
    if (add_rows(f, job, err) != SW_OK || add_submit(f, job, err) != SW_OK || add_stages(f, job, err) != SW_OK
        || nameset_add(&f->pools, job->pool, NULL, err) != SW_OK)
        return SW_FAIL;
    return job->user.len > 0 ? nameset_add(&f->users, job->user, NULL, err) : SW_OK;
}

/* ---- rows ---------------------------------------------------------------------------------------- */

/* Each row is a key and a value; the header is what,value. */
static void put_time_row(struct sw_out *out, const char *key, int64_t us)
{
    sw_out_str(out, key);
    sw_out_time(out, us);
    sw_out_end_row(out);
}

/* A sum of times may pass the end of time. */
static void put_sum(struct sw_out *out, const char *key, unsigned __int128 us)
{
    put_time_row(out, key, us > SW_TIME_MAX ? SW_TIME_MAX : (int64_t)us);
}

static void put_real_row(struct sw_out *out, const char *key, double x)
{
    sw_out_str(out, key);
    sw_out_real(out, x);
    sw_out_end_row(out);
}

/* max has no place among the quantiles of a drawn time: a log-normal has no greatest. */
static const struct { const char *name; double q; } quantiles[] = {
    { "p50", 0.5 }, { "p75", 0.75 }, { "p90", 0.9 }, { "p95", 0.95 }, { "p99", 0.99 }, { "max", 1 } };
#define N_QUANTILES (sizeof quantiles / sizeof *quantiles)

/* Rounded to whole microseconds. There is no gap of a single job. */
static void put_gaps(struct sw_out *out, struct numbers *gaps_us)
{
    char key[64];
    if (gaps_us->n == 0)
        return;
    put_time_row(out, "gap_mean_s", (int64_t)(spread_numbers_mean(gaps_us) + 0.5));
    for (size_t i = 0; i < N_QUANTILES; i++) {
        snprintf(key, sizeof key, "gap_%s_s", quantiles[i].name);
        put_time_row(out, key, (int64_t)(spread_numbers_quantile(gaps_us, quantiles[i].q) + 0.5));
    }
}

/* Counts, so each quantile is one of the numbers. */
static void put_numbers(struct sw_out *out, const char *what, struct numbers *x)
{
    char key[64];
    for (size_t i = 0; i < N_QUANTILES; i++) {
        snprintf(key, sizeof key, "%s_%s", what, quantiles[i].name);
        put_real_row(out, key, spread_numbers_quantile(x, quantiles[i].q));
    }
}

/* A kind of task that the trace does not have has no rows at all. */
static void put_spread(struct sw_out *out, const char *what, struct spread *s)
{
    char key[64];
    if (s->n_tasks == 0)
        return;
    snprintf(key, sizeof key, "%s_mean_s", what);
    put_time_row(out, key, spread_mean(s));
    for (size_t i = 0; i + 1 < N_QUANTILES; i++) {
        snprintf(key, sizeof key, "%s_%s_s", what, quantiles[i].name);
        put_time_row(out, key, spread_quantile(s, quantiles[i].q));
    }
}

/* One row for each word, also with 0. */
static void put_word_counts(struct sw_out *out, const char *what, const char *const *words, const uint64_t *count)
{
    char key[64];
    for (size_t i = 0; words[i]; i++) {
        snprintf(key, sizeof key, "%s_%s", what, words[i]);
        info_recorded_put_count(out, key, count[i]);
    }
}

/* What is not in the source, and by which rule of the importer it was made. */
static void put_rule(struct sw_out *out, const char *column, const char *rule)
{
    char key[64];
    snprintf(key, sizeof key, "derived_%s", column);
    info_recorded_put_word(out, key, rule);
}

static void put_amounts(const struct info *f, struct sw_out *out)
{
    info_recorded_put_count(out, "jobs", f->n_jobs);
    info_recorded_put_count(out, "jobs_after_another", f->n_after);
    info_recorded_put_count(out, "tasks", f->maps + f->reduces);
    info_recorded_put_count(out, "maps", f->maps);
    info_recorded_put_count(out, "reduces", f->reduces);
    if (f->submitted) {
        int64_t span_us = f->last_us - f->first_us;
        put_time_row(out, "first_submit_s", f->first_us);
        put_time_row(out, "last_submit_s", f->last_us);
        put_time_row(out, "span_s", span_us);
        /* Jobs that all came at one instant have no rate. */
        if (span_us > 0)
            put_real_row(out, "jobs_per_h", (double)f->n_jobs / ((double)span_us / (3600.0 * (double)SW_US_PER_S)));
    }
    info_recorded_put_count(out, "pools", f->pools.n);
    info_recorded_put_count(out, "users", f->users.n);
    info_recorded_put_count(out, "input_bytes", f->input_bytes);
    info_recorded_put_count(out, "shuffle_bytes", f->shuffle_bytes);
    info_recorded_put_count(out, "output_bytes", f->output_bytes);
    put_sum(out, "map_slot_s", f->map_slot_us);
    put_sum(out, "reduce_slot_s", f->reduce_slot_us);
}

static void info_put_all(const struct sw_trace *t, struct info *f, const struct sw_import_rules *rules,
                         struct sw_out *out)
{
    static const char *const header[] = { "what", "value", NULL };
    sw_out_header(out, header);
    info_recorded_put_word(out, "format", t->source.format->name);
    put_amounts(f, out);
    put_gaps(out, &f->gaps_us);
    if (f->n_jobs > 0) {
        put_numbers(out, "maps_per_job", &f->maps_per_job);
        put_numbers(out, "reduces_per_job", &f->reduces_per_job);
    }
    put_spread(out, "map", &f->map_us);
    put_spread(out, "copy", &f->copy_us);
    put_spread(out, "reduce", &f->reduce_us);
    if (f->recorded) {
        info_recorded_put_count(out, "recorded_rows", f->n_rows);
        put_word_counts(out, "recorded", sw_outcome_words, f->outcomes);
        put_word_counts(out, "recorded_locality", sw_locality_words, f->localities);
    }
    info_recorded_put(&f->happened, f->recorded, out);
    info_recorded_put_apart(f->meet, out);
    facts_put(t, out);
    info_recorded_put_source(t->source.format, rules->hosts, t->has_origin, t->origin_us, out);
    info_recorded_put_count(out, "rejected_rows", sw_trace_n_rejected(t));
    /* Rules that are always the same stand in a table. Those that depend on options are made into words. */
    const struct sw_importer *format = t->source.format;
    const char *column;
    char rule[200];
    for (size_t i = 0; format->derived && format->derived[i][0]; i++)
        put_rule(out, format->derived[i][0], format->derived[i][1]);
    for (size_t i = 0; format->derived_as && format->derived_as(rules, i, &column, rule, sizeof rule); i++)
        put_rule(out, column, rule);
    /* Columns that nothing reads, one row for each. */
    const struct source *s = &t->source;
    for (size_t i = 0; (i = source_next_unknown(t, i)) < s->n_extras; i++) {
        sw_out_str(out, "unknown_column");
        sw_out_text(out, s->extra_names[i].at, s->extra_names[i].len);
        sw_out_end_row(out);
    }
}

int sw_trace_put_info(struct sw_trace *t, const struct sw_import_rules *rules, struct sw_out *out, struct sw_err *err)
{
    struct info f = { 0 };
    struct sw_job job;
    int got, status = sw_meet_new(&f.meet, err);
    while (status == SW_OK && (got = sw_trace_next(t, &job, err)) != 0)
        status = got == 1 ? info_add_job(&f, &job, err) : SW_FAIL;
    if (status == SW_OK)
        info_put_all(t, &f, rules, out);
    /* What was gathered is freed also when the reading failed. */
    struct numbers *numbers[] = { &f.gaps_us, &f.maps_per_job, &f.reduces_per_job };
    struct spread *spreads[] = { &f.map_us, &f.reduce_us, &f.copy_us };
    for (size_t i = 0; i < 3; i++) {
        free(numbers[i]->x);
        free(spreads[i]->at);
    }
    sw_keys_clear(&f.pools);
    sw_keys_clear(&f.users);
    sw_meet_free(f.meet);
    return status;
}
