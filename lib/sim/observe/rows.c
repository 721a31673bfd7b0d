/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - what the replay reports, as CSV (the record types of slotwise-csv(5)). */
#include "lib/csv/rows.h"
#include "lib/stats/sw_results.h"
#include "lib/trace/record/sw_records.h"
#include "slotwise/sw_stats.h"
#include "lib/base/minmax.h"
#include "lib/sim/observe/observe.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sw_summary {
    bool failed;               /* out of memory */
    struct sw_moments response_s, slowdown;
    struct sw_quantiles *response;
    struct sw_load *load;
    uint64_t node_local, rack_local, off_rack, killed, speculated;
    int64_t wasted_us;
};

/* ---- values of a row ------------------------------------------------------------------------------ */

struct value {
    enum { TEXT, TIME, COUNT, WHOLE, REAL } kind;
    union { const char *text; uint64_t count; int64_t whole; double real; }; /* text NULL, a time below 0, NaN: empty */
};
static struct value row_text(const char *x) { return (struct value){ TEXT, { .text = x } }; }
static struct value row_time(int64_t us) { return (struct value){ TIME, { .whole = us } }; }
static struct value row_count(uint64_t x) { return (struct value){ COUNT, { .count = x } }; }
static struct value row_whole(int64_t x) { return (struct value){ WHOLE, { .whole = x } }; }
static struct value row_real(double x) { return (struct value){ REAL, { .real = x } }; }

/* A field by itself. */
static void put_one(struct sw_out *out, const struct value *v)
{
    switch (v->kind) {
    case TEXT: sw_out_str(out, v->text); break;
    case TIME: v->whole < 0 ? sw_out_empty(out) : sw_out_time(out, v->whole); break;
    case COUNT: sw_out_u64(out, v->count); break;
    case WHOLE: sw_out_i64(out, v->whole); break;
    case REAL: sw_out_real(out, v->real); break;
    }
}

/* Its end, with a comma. NULL: it has to be put by itself. */
static char *add_value(char *to, const struct value *v)
{
    switch (v->kind) {
    case TEXT: to = out_row_text(to, v->text, v->text ? strlen(v->text) : 0); break;
    case TIME: to += v->whole < 0 ? 0 : sw_num_put_time(to, v->whole); break;
    case COUNT: to += sw_num_put_u64(to, v->count); break;
    case WHOLE: to += sw_num_put_i64(to, v->whole); break;
    case REAL: to += isnan(v->real) ? 0 : sw_num_put_real(to, v->real); break;
    }
    if (to)
        *to++ = ',';
    return to;
}

/* In one piece (lib/csv/rows.h) as far as can be: rows of --timeline take 0.8 of the instructions. */
static void put_values(struct sw_out *out, const struct value *v, size_t n)
{
    for (const struct value *end = v + n; v < end; v++) {
        const struct value *from = v;
        char *to = out_row_begin(out, (size_t)(end - v)), *next = to;
        for (; next && v < end && (next = add_value(to, v)); v++)
            to = next;
        if (v > from)
            out_row_end(out, to, (size_t)(v - from));
        if (v == end)
            break;
        put_one(out, v);
    }
}

/* S7: with several runs each row begins with its run and seed. */
static void put_run(const struct sw_records *rec, struct sw_out *out)
{
    if (!rec->run)
        return;
    sw_out_u64(out, rec->run);
    sw_out_u64(out, rec->seed);
}

static void put_record(const struct sw_records *rec, struct sw_out *out, const struct value *v, size_t n)
{
    put_run(rec, out);
    put_values(out, v, n);
    sw_out_end_row(out);
}
#define N(values) (sizeof(values) / sizeof *(values))

/* ---- a job's row, mostly in one piece: what every field asks is asked once ------------------------------
 *
 * It takes 1,080 instructions instead of 1,890, of the 14,000 of a one-map job. */

/* -1: it has not ended */
static int64_t response_us(const struct sw_result *res)
{
    return res->finish_us < 0 ? -1 : res->finish_us - res->submit_us;
}

/* NaN: not known */
static double slowdown(const struct sw_result *res)
{
    return res->finish_us < 0 || res->alone_us <= 0 ? NAN : (double)response_us(res) / (double)res->alone_us;
}

static inline char *end_field(char *to)
{
    *to = ',';
    return to + 1;
}

/* Most jobs waste nothing, and many do not wait. */
static inline char *add_time(char *to, int64_t us)
{
    *to = '0';
    return end_field(us < 0 ? to : us == 0 ? to + 1 : to + sw_num_put_time(to, us));
}

static inline char *add_count(char *to, uint64_t n)
{
    *to = (char)('0' + n);
    return end_field(to + (n < 10 ? 1 : sw_num_put_u64(to, n)));
}

/* NULL: a text is long or needs quotes. */
static char *add_texts(char *to, const struct sw_result *res)
{
    const char *const texts[] = { res->job_id, res->pool, res->user };
    for (size_t i = 0; to && i < sizeof texts / sizeof *texts; i++) {
        to = out_row_text(to, texts[i], texts[i] ? strlen(texts[i]) : 0);
        to = to ? end_field(to) : NULL;
    }
    return to;
}

static char *add_numbers(char *to, const struct sw_result *res)
{
    const int64_t times[] = { res->submit_us, res->first_launch_us, res->finish_us, response_us(res),
                              res->alone_us };
    const uint64_t counts[] = { res->maps, res->reduces, res->map_tasks_run, res->node_local, res->rack_local,
                                res->off_rack, res->no_preference, res->killed, res->speculated };
    const double slow = slowdown(res);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        to = add_time(to, times[i]);
    to = end_field(isnan(slow) ? to : to + sw_num_put_real(to, slow));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        to = add_count(to, counts[i]);
    return add_time(add_time(to, res->wasted_us), res->waited_us);
}

enum { JOB_FIELDS = 21 };

/* False: the fields have to be put one by one. */
static bool put_job_in_one(struct sw_out *out, const struct sw_result *res)
{
    char *to = out_row_begin(out, JOB_FIELDS);
    to = to ? add_texts(to, res) : NULL;
    if (!to)
        return false;
    const char *outcome = sw_outcome_words[res->outcome];
    to = out_row_text(add_numbers(to, res), outcome, strlen(outcome));
    if (!to)
        return false;
    out_row_end(out, end_field(to), JOB_FIELDS);
    sw_out_end_row(out);
    return true;
}

static void put_job_row(struct sw_out *out, const struct sw_result *res)
{
    if (put_job_in_one(out, res))
        return;
    const struct value v[] = {
        row_text(res->job_id), row_text(res->pool), row_text(res->user), row_time(res->submit_us),
        row_time(res->first_launch_us), row_time(res->finish_us), row_time(response_us(res)), row_time(res->alone_us),
        row_real(slowdown(res)), row_count(res->maps), row_count(res->reduces), row_count(res->map_tasks_run),
        row_count(res->node_local), row_count(res->rack_local), row_count(res->off_rack),
        row_count(res->no_preference), row_count(res->killed), row_count(res->speculated), row_time(res->wasted_us),
        row_time(res->waited_us), row_text(sw_outcome_words[res->outcome]) };
    put_values(out, v, N(v));
    sw_out_end_row(out);
}

/* ---- rows ------------------------------------------------------------------------------------- */

/* A job that has not ended counts for the load (S13) alone. */
static void sum_job(struct sw_summary *s, const struct sw_result *res)
{
    s->node_local += res->node_local;
    s->rack_local += res->rack_local;
    s->off_rack += res->off_rack;
    s->killed += res->killed;
    s->speculated += res->speculated;
    s->wasted_us = sum_i64(s->wasted_us, res->wasted_us);
    double response_s = res->finish_us < 0 ? INFINITY : (double)response_us(res) / (double)SW_US_PER_S;
    s->failed |= sw_load_add(s->load, (double)res->submit_us / (double)SW_US_PER_S, response_s) != SW_OK;
    if (res->finish_us < 0)
        return;
    sw_moments_add(&s->response_s, response_s);
    sw_moments_add(&s->slowdown, slowdown(res));
    s->failed |= sw_quantiles_add(s->response, response_s) != SW_OK;
}

static void records_job(void *ctx, const struct sw_result *res)
{
    struct sw_records *rec = ctx;
    if (rec->jobs) {
        put_run(rec, rec->jobs);
        put_job_row(rec->jobs, res);
    }
    if (rec->summary)
        sum_job(rec->summary, res);
}

static void records_attempt(void *ctx, const struct sw_attempt *a)
{
    const struct sw_records *rec = ctx;
    const struct value v[] = {
        row_text(a->job_id), row_text(a->pool), row_count(a->stage),
        a->task_id ? row_text(a->task_id) : row_count(a->task), row_count(a->attempt),
        row_text(sw_kind_words[a->kind]), row_text(a->node), row_text(a->rack),
        row_text(sw_locality_words[a->locality]), row_time(a->ready_us), row_time(a->launch_us),
        row_time(a->compute_us), row_time(a->finish_us), row_text(sw_outcome_words[a->outcome]),
        row_text(a->killed_for) };
    put_record(rec, rec->attempts, v, N(v));
}

/* S1. Without reduce slots there is one number for both kinds. */
static void records_sample(void *ctx, const struct sw_sample *s)
{
    const struct sw_records *rec = ctx;
    struct value v[10] = { row_time(s->time_us), row_text(s->pool) };
    size_t n = 2;
    for (int kind = 0; kind < 2 - rec->one_kind; kind++)
        v[n++] = row_whole(s->running[kind]);
    for (int kind = 0; kind < 2 - rec->one_kind; kind++)
        v[n++] = row_whole(s->pending[kind]);
    v[n++] = row_real(s->fair_share[0]);
    v[n++] = row_real(s->steady_share[0]);
    v[n++] = row_whole(s->shuffling);
    v[n++] = row_count(s->intermediate_bytes);
    put_record(rec, rec->timeline, v, n);
}

static void records_decision(void *ctx, const struct sw_decision *d)
{
    const struct sw_records *rec = ctx;
    const struct value v[] = {
        row_time(d->time_us), row_text(d->node), row_text(d->job_id), row_text(sw_action_words[d->action]),
        row_text(d->reason), d->level < 0 ? row_text(NULL) : row_whole(d->level), row_time(d->wait_us),
        row_text(d->locality < 0 ? NULL : sw_locality_words[d->locality]) };
    put_record(rec, rec->decisions, v, N(v));
}

static double share(int64_t us, int64_t of_us)
{
    return of_us > 0 ? (double)us / (double)of_us : NAN;
}

static void records_link(void *ctx, const struct sw_link *l)
{
    const struct sw_records *rec = ctx;
    const struct value v[] = {
        row_text(l->place), row_text(l->up ? "up" : "down"), row_count(l->rate), row_count(l->bytes),
        row_real(share((int64_t)l->bytes, l->makespan_us) * 1e6 / (double)l->rate),
        row_real(share(l->busy_us, l->makespan_us)), row_real(share(l->limiting_us, l->makespan_us)),
        row_count(l->most_flows) };
    put_record(rec, rec->links, v, N(v));
}

static void records_held(void *ctx, const struct sw_held_up *h)
{
    struct sw_records *rec = ctx;
    const struct value v[] = {
        row_text(h->job_id), row_text(h->pool), row_text(h->user), row_text(sw_held_by_words[h->held]),
        row_time(h->us), row_real(h->task_s) };
    rec->held_s[h->held] += h->task_s;
    put_record(rec, rec->waits, v, N(v));
}

/* Asked now and then: whether a file cannot be written any more. */
static bool records_ask(void *ctx, int64_t now_us, const struct sw_totals *totals)
{
    const struct sw_records *rec = ctx;
    if (rec->progress)
        rec->progress(rec, now_us, totals);
    return (rec->jobs && sw_out_failed(rec->jobs)) || (rec->attempts && sw_out_failed(rec->attempts))
           || (rec->timeline && sw_out_failed(rec->timeline)) || (rec->decisions && sw_out_failed(rec->decisions))
           || (rec->links && sw_out_failed(rec->links)) || (rec->waits && sw_out_failed(rec->waits));
}

struct sw_replay_sink sw_records_sink(struct sw_records *rec)
{
    return (struct sw_replay_sink){ .ctx = rec, .stop = records_ask,
        .job = rec->jobs || rec->summary ? records_job : NULL,
        .attempt = rec->attempts ? records_attempt : NULL, .sample = rec->timeline ? records_sample : NULL,
        .decision = rec->decisions ? records_decision : NULL,
        .link = rec->links ? records_link : NULL, .held = rec->waits ? records_held : NULL };
}

/* ---- headers ---------------------------------------------------------------------------------- */

/* The columns, and before them run and seed. */
static void header(const struct sw_records *rec, struct sw_out *out, const struct sw_schema *schema)
{
    if (!out)
        return;
    if (rec->run) {
        sw_out_str(out, "run");
        sw_out_str(out, "seed");
    }
    for (size_t i = 0; i < schema->n_columns; i++)
        sw_out_str(out, schema->columns[i].name);
    sw_out_end_row(out);
}

void sw_records_headers(const struct sw_records *rec)
{
    header(rec, rec->jobs, &sw_schema_results);
    header(rec, rec->attempts, &sw_schema_attempts);
    header(rec, rec->decisions, &sw_schema_decisions);
    header(rec, rec->links, &sw_schema_links);
    header(rec, rec->waits, &sw_schema_waits);
    header(rec, rec->timeline, rec->one_kind ? &sw_schema_timeline_slots : &sw_schema_timeline);
}

void sw_summary_header(const struct sw_records *rec, struct sw_out *out)
{
    header(rec, out, &sw_schema_summary);
}

/* ---- the summary ------------------------------------------------------------------------------ */

/* Empty, for the first run or the next. */
static int summary_start(struct sw_summary *s)
{
    *s = (struct sw_summary){ .response = sw_quantiles_new(SW_QUANTILES_EXACT), .load = sw_load_new() };
    return s->response && s->load ? SW_OK : SW_FAIL;
}

static void summary_clear(struct sw_summary *s)
{
    sw_quantiles_free(s->response);
    sw_load_free(s->load);
}

int sw_summary_new(struct sw_summary **out, struct sw_err *err)
{
    struct sw_summary *s = malloc(sizeof *s);
    *out = s && summary_start(s) == SW_OK ? s : NULL;
    if (*out)
        return SW_OK;
    sw_summary_free(s);
    return sw_err_memory(err);
}

void sw_summary_free(struct sw_summary *s)
{
    if (s)
        summary_clear(s);
    free(s);
}

static double ratio(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

/* S13. Submissions that follow others' ends have no rate of their own. */
static int judge_load(const struct sw_summary *s, const struct sw_totals *t, int64_t makespan_us,
                      struct sw_load_answer *out)
{
    bool computing = t->computing_slot_us > 0;
    const struct sw_load_slots slots[] = {
        { (double)t->busy_us[0] / (double)SW_US_PER_S, t->slot_us[0] / (double)SW_US_PER_S },
        { (double)(computing ? t->computing_us : t->busy_us[1]) / (double)SW_US_PER_S,
          (computing ? t->computing_slot_us : t->slot_us[1]) / (double)SW_US_PER_S } };
    return sw_load_judge(s->load, slots, 2, (double)makespan_us / (double)SW_US_PER_S, 2 * t->followers > t->jobs, out);
}

int sw_summary_write(struct sw_records *rec, const struct sw_totals *t, double wall_s, struct sw_out *out,
                     struct sw_err *err)
{
    struct sw_summary *s = rec->summary;
    struct sw_load_answer load;
    if (s->failed)
        return sw_err_memory(err);
    int64_t makespan_us = t->last_end_us > t->first_submit_us && t->first_submit_us >= 0
                              ? t->last_end_us - t->first_submit_us
                              : 0;
    if (judge_load(s, t, makespan_us, &load) != SW_OK)
        return sw_err_memory(err);
    double with_hosts = (double)(s->node_local + s->rack_local + s->off_rack);
    const struct value v[] = {
        row_count(t->jobs), row_count(t->tasks), row_time(makespan_us), row_real(sw_moments_mean(&s->response_s)),
        row_real(sw_quantiles_get(s->response, 0.5)), row_real(sw_quantiles_get(s->response, 0.95)),
        row_real(sw_quantiles_get(s->response, 0.99)), row_real(sw_moments_mean(&s->slowdown)),
        row_real(sw_moments_max(&s->slowdown)), row_real(ratio((double)s->node_local, with_hosts)),
        row_real(ratio((double)s->rack_local, with_hosts)), row_real(ratio((double)s->off_rack, with_hosts)),
        row_real(ratio((double)t->jobs * 3600e6, (double)makespan_us)),
        row_real(ratio((double)t->busy_us[0], t->slot_us[0])),
        row_real(t->computing_slot_us > 0 ? (double)t->computing_us / t->computing_slot_us
                                          : ratio((double)t->busy_us[1], t->slot_us[1])),
        row_count(s->killed), row_count(s->speculated), row_time(s->wasted_us), row_count(t->peak_intermediate_bytes),
        row_real(sw_moments_jain(&s->slowdown)), row_count(t->events),
        row_real(wall_s > 0 ? (double)t->tasks / wall_s : NAN), row_real(load.offered),
        row_text(sw_load_words[load.verdict]) };
    put_record(rec, out, v, N(v));
    summary_clear(s);
    return summary_start(s) == SW_OK ? SW_OK : sw_err_memory(err);
}
