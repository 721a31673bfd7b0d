/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - what the replay reports, as CSV (the record types of slotwise-csv(5)). */
#include "lib/stats/sw_results.h"
#include "lib/trace/record/sw_records.h"
#include "slotwise/sw_stats.h"
#include "lib/base/minmax.h"
#include "lib/sim/observe/observe.h"
#include <math.h>
#include <stdlib.h>

struct sw_summary {
    bool failed;               /* out of memory */
    struct sw_moments response_s, slowdown;
    struct sw_quantiles *response;
    struct sw_load *load;
    uint64_t node_local, rack_local, off_rack, killed, speculated;
    int64_t wasted_us;
};

/* ---- rows ------------------------------------------------------------------------------------- */

static void put_run(const struct sw_records *rec, struct sw_out *out)
{
    if (!rec->run)
        return;
    sw_out_u64(out, rec->run);
    sw_out_u64(out, rec->seed);
}

static void sum_job(struct sw_summary *s, const struct sw_result *res)
{
    s->node_local += res->node_local;
    s->rack_local += res->rack_local;
    s->off_rack += res->off_rack;
    s->killed += res->killed;
    s->speculated += res->speculated;
    s->wasted_us = sum_i64(s->wasted_us, res->wasted_us);
    double response_s = res->finish_us < 0 ? INFINITY : (double)job_row_response_us(res) / (double)SW_US_PER_S;
    s->failed |= sw_load_add(s->load, (double)res->submit_us / (double)SW_US_PER_S, response_s) != SW_OK;
    if (res->finish_us < 0)
        return;
    sw_moments_add(&s->response_s, response_s);
    sw_moments_add(&s->slowdown, job_row_slowdown(res));
    s->failed |= sw_quantiles_add(s->response, response_s) != SW_OK;
}

static void on_job(void *ctx, const struct sw_result *res)
{
    struct sw_records *rec = ctx;
    if (rec->jobs) {
        put_run(rec, rec->jobs);
        job_row_put(rec->jobs, res);
    }
    if (rec->summary)
        sum_job(rec->summary, res);
}

static void on_attempt(void *ctx, const struct sw_attempt *a)
{
    struct sw_records *rec = ctx;
    struct sw_out *out = rec->attempts;
    put_run(rec, out);
    sw_out_str(out, a->job_id);
    sw_out_str(out, a->pool);
    sw_out_u64(out, a->stage);
    if (a->task_id)
        sw_out_str(out, a->task_id);
    else
        sw_out_u64(out, a->task);
    sw_out_u64(out, a->attempt);
    sw_out_str(out, sw_kind_words[a->kind]);
    sw_out_str(out, a->node);
    sw_out_str(out, a->rack);
    sw_out_str(out, sw_locality_words[a->locality]);
    job_row_put_time(out, a->ready_us);
    job_row_put_time(out, a->launch_us);
    job_row_put_time(out, a->compute_us);
    job_row_put_time(out, a->finish_us);
    sw_out_str(out, sw_outcome_words[a->outcome]);
    sw_out_str(out, a->killed_for);
    sw_out_end_row(out);
}

static void on_sample(void *ctx, const struct sw_sample *s)
{
    struct sw_records *rec = ctx;
    put_run(rec, rec->timeline);
    sample_row_put(rec->timeline, s, rec->one_kind);
}

static void on_decision(void *ctx, const struct sw_decision *d)
{
    struct sw_records *rec = ctx;
    struct sw_out *out = rec->decisions;
    put_run(rec, out);
    sw_out_time(out, d->time_us);
    sw_out_str(out, d->node);
    sw_out_str(out, d->job_id);
    sw_out_str(out, sw_action_words[d->action]);
    sw_out_str(out, d->reason);
    if (d->level < 0)
        sw_out_empty(out);
    else
        sw_out_i64(out, d->level);
    job_row_put_time(out, d->wait_us);
    sw_out_str(out, d->locality < 0 ? NULL : sw_locality_words[d->locality]);
    sw_out_end_row(out);
}

static double share(int64_t us, int64_t of_us)
{
    return of_us > 0 ? (double)us / (double)of_us : NAN;
}

static void on_link(void *ctx, const struct sw_link *l)
{
    struct sw_records *rec = ctx;
    struct sw_out *out = rec->links;
    put_run(rec, out);
    sw_out_str(out, l->place);
    sw_out_str(out, l->up ? "up" : "down");
    sw_out_u64(out, l->rate);
    sw_out_u64(out, l->bytes);
    sw_out_real(out, share((int64_t)l->bytes, l->makespan_us) * 1e6 / (double)l->rate);
    sw_out_real(out, share(l->busy_us, l->makespan_us));
    sw_out_real(out, share(l->limiting_us, l->makespan_us));
    sw_out_u64(out, l->most_flows);
    sw_out_end_row(out);
}

static void on_held(void *ctx, const struct sw_held_up *h)
{
    struct sw_records *rec = ctx;
    rec->held_s[h->held] += h->task_s;
    put_run(rec, rec->waits);
    sw_out_str(rec->waits, h->job_id);
    sw_out_str(rec->waits, h->pool);
    sw_out_str(rec->waits, h->user);
    sw_out_str(rec->waits, sw_held_by_words[h->held]);
    sw_out_time(rec->waits, h->us);
    sw_out_real(rec->waits, h->task_s);
    sw_out_end_row(rec->waits);
}

static bool on_ask(void *ctx, int64_t now_us, const struct sw_totals *totals)
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
    return (struct sw_replay_sink){ .ctx = rec, .stop = on_ask,
        .job = rec->jobs || rec->summary ? on_job : NULL,
        .attempt = rec->attempts ? on_attempt : NULL, .sample = rec->timeline ? on_sample : NULL,
        .decision = rec->decisions ? on_decision : NULL,
        .link = rec->links ? on_link : NULL, .held = rec->waits ? on_held : NULL };
}

/* ---- headers ---------------------------------------------------------------------------------- */

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

static void put_responses(struct sw_summary *s, struct sw_out *out)
{
    sw_out_real(out, sw_moments_mean(&s->response_s));
    sw_out_real(out, sw_quantiles_get(s->response, 0.5));
    sw_out_real(out, sw_quantiles_get(s->response, 0.95));
    sw_out_real(out, sw_quantiles_get(s->response, 0.99));
    sw_out_real(out, sw_moments_mean(&s->slowdown));
    sw_out_real(out, sw_moments_max(&s->slowdown));
}

/* S13. Submissions that follow others' ends have no rate of their own. */
static int put_load(const struct sw_summary *s, const struct sw_totals *t, int64_t makespan_us, struct sw_out *out)
{
    bool computing = t->computing_slot_us > 0;
    const struct sw_load_slots slots[] = {
        { (double)t->busy_us[0] / (double)SW_US_PER_S, t->slot_us[0] / (double)SW_US_PER_S },
        { (double)(computing ? t->computing_us : t->busy_us[1]) / (double)SW_US_PER_S,
          (computing ? t->computing_slot_us : t->slot_us[1]) / (double)SW_US_PER_S } };
    struct sw_load_answer a;
    if (sw_load_judge(s->load, slots, 2, (double)makespan_us / (double)SW_US_PER_S, 2 * t->followers > t->jobs, &a)
        != SW_OK)
        return SW_FAIL;
    sw_out_real(out, a.offered);
    sw_out_str(out, sw_load_words[a.verdict]);
    return SW_OK;
}

int sw_summary_write(struct sw_records *rec, const struct sw_totals *t, double wall_s, struct sw_out *out,
                     struct sw_err *err)
{
    struct sw_summary *s = rec->summary;
    if (s->failed)
        return sw_err_memory(err);
    int64_t makespan_us = t->last_end_us > t->first_submit_us && t->first_submit_us >= 0
                              ? t->last_end_us - t->first_submit_us
                              : 0;
    put_run(rec, out);
    sw_out_u64(out, t->jobs);
    sw_out_u64(out, t->tasks);
    sw_out_time(out, makespan_us);
    put_responses(s, out);
    double with_hosts = (double)(s->node_local + s->rack_local + s->off_rack);
    sw_out_real(out, ratio((double)s->node_local, with_hosts));
    sw_out_real(out, ratio((double)s->rack_local, with_hosts));
    sw_out_real(out, ratio((double)s->off_rack, with_hosts));
    sw_out_real(out, ratio((double)t->jobs * 3600e6, (double)makespan_us));
    sw_out_real(out, ratio((double)t->busy_us[0], t->slot_us[0]));
    sw_out_real(out, t->computing_slot_us > 0 ? (double)t->computing_us / t->computing_slot_us
                                              : ratio((double)t->busy_us[1], t->slot_us[1]));
    sw_out_u64(out, s->killed);
    sw_out_u64(out, s->speculated);
    sw_out_time(out, s->wasted_us);
    sw_out_u64(out, t->peak_intermediate_bytes);
    sw_out_real(out, sw_moments_jain(&s->slowdown));
    sw_out_u64(out, t->events);
    sw_out_real(out, wall_s > 0 ? (double)t->tasks / wall_s : NAN);
    if (put_load(s, t, makespan_us, out) != SW_OK)
        return sw_err_memory(err);
    sw_out_end_row(out);
    summary_clear(s);
    return summary_start(s) == SW_OK ? SW_OK : sw_err_memory(err);
}
