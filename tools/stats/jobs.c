/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jobs.c - the default: a summary of the jobs of each group. Counts, means and quantiles of responses, shares of
 * localities, and what the scheduler did: the columns of the man page. */
#include "lib/base/sw_names.h"
#include "lib/base/grow.h"
#include "tools/stats/stats.h"

/* The jobs of one run in one group. `next` is 1 + the place of the next run of the group, or 0. */
struct run { size_t next; double done, first_s, last_s; struct sw_moments response; };
/* Runs of all groups, each known by its group and the number of its name. */
struct runs { struct sw_keys *names, *keys; size_t n, room; struct run *at; };

/* Responses by submission, and by run. */
struct jobs { struct sw_job_summary sum; struct sw_batches *batches, *by_run; size_t first_run; };

static int runs_start(struct state *s, struct sw_err *err)
{
    struct runs *r = s->extra = calloc(1, sizeof *r);
    return r && (r->names = sw_keys_new()) && (r->keys = sw_keys_new()) ? SW_OK : sw_err_memory(err);
}

static void runs_stop(struct state *s)
{
    struct runs *r = s->extra;
    if (!r)
        return;
    sw_keys_free(r->names);
    sw_keys_free(r->keys);
    free(r->at);
    free(r);
}

/* All columns but response_s may be missing. */
static int jobs_bind(struct state *s, struct sw_err *err)
{
    if (sw_csv_find(s->in, "response_s") == SW_NO_COLUMN)
        return sw_csv_no_column(s->in, "response_s", " (for other columns use --col)", err);
    for (size_t f = 0; f < SW_JF_N; f++)
        if (sw_csv_find_optional(s->in, sw_job_field_names[f], &s->col_at[f], err) != SW_OK)
            return SW_FAIL;
    s->run_at = sw_csv_find(s->in, "run");
    return s->cfg->over_runs ? state_column(s->in, "run", &s->run_at, err) : SW_OK;
}

/* The run of the row within its group. Without a run column all rows are one run. */
static struct run *run_of(struct state *s, size_t group)
{
    struct runs *r = s->extra;
    size_t key[2] = { group }, number;
    if (state_run(s, r->names, &key[1]) != SW_OK || sw_keys_add(r->keys, key, sizeof key, &number, NULL) != SW_OK)
        return NULL;
    if (sw_grow(&r->at, &r->room, number + 1, sizeof *r->at, NULL) != SW_OK)
        return NULL;
    /* A new one: it goes before the others in its group's chain. */
    if (number == r->n) {
        struct jobs *j = state_record(s, group);
        r->at[r->n++] = (struct run){ j->first_run, 0, NAN, NAN, { 0 } };
        j->first_run = r->n;
    }
    return &r->at[number];
}

/* Response times are kept by submission for intervals of one run, and by run for those of several. */
static int jobs_row(struct state *s, struct sw_err *err)
{
    double field[SW_JF_N];
    size_t group;
    bool in_bin;
    for (size_t f = 0; f < SW_JF_N; f++)
        if (state_number(s, s->col_at[f], sw_job_field_names[f], &field[f], err) != SW_OK)
            return SW_FAIL;
    if (state_group(s, &group, &in_bin, err) != SW_OK || !in_bin)
        return in_bin ? SW_FAIL : SW_OK;
    struct run *run = run_of(s, group);
    struct jobs *record = state_record(s, group);
    struct sw_job_summary *j = &record->sum;
    if (!j->response)
        j->response = sw_quantiles_new(SW_QUANTILES_EXACT);
    if (!record->batches)
        record->batches = sw_batches_new();
    if (!run || !j->response || !record->batches || sw_job_summary_add(j, field) != SW_OK
        || sw_batches_add(record->batches, field[SW_JF_SUBMIT], field[SW_JF_RESPONSE]) != SW_OK)
        return sw_err_memory(err);
    /* The place of a run stands for its submission, as sw_batches_quantile() has it. */
    if (s->run_at != SW_NO_COLUMN) {
        const struct runs *r = s->extra;
        if ((!record->by_run && !(record->by_run = sw_batches_new()))
            || sw_batches_add(record->by_run, (double)(run - r->at), field[SW_JF_RESPONSE]) != SW_OK)
            return sw_err_memory(err);
    }
    sw_moments_add(&run->response, field[SW_JF_RESPONSE]);
    /* fmin() and fmax() pass over NaN, with which first_s and last_s begin. */
    run->done += !isnan(field[SW_JF_FINISH]);
    run->first_s = fmin(run->first_s, field[SW_JF_SUBMIT]);
    run->last_s = fmax(run->last_s, field[SW_JF_FINISH]);
    return SW_OK;
}

/* Runs are independent draws, jobs of a run are not. */
static int jobs_done(struct state *s, struct sw_err *err)
{
    const struct runs *r = s->extra;
    (void)err;
    for (size_t i = 0; i < r->n && !s->cfg->over_jobs; i++)
        s->cfg->over_runs |= r->at[i].next > 0;
    return SW_OK;
}

static void jobs_header(struct state *s, struct sw_out *out)
{
    static const char *const rest[] = { "max_response_s", "mean_slowdown", "max_slowdown", "share_node", "share_rack",
        "share_any", "map_tasks_run", "killed", "speculated", "wasted_s", "waited_s", "throughput_jobs_per_h" };
    sw_out_str(out, "jobs");
    if (s->cfg->over_runs)
        sw_out_str(out, "runs");
    sw_out_str(out, "n_response");
    sw_out_str(out, "maps");
    sw_out_str(out, "reduces");
    put_mean_names(out, "response_s", &s->cfg->cols);
    sw_out_str(out, "min_response_s");
    for (size_t i = 0; i < s->cfg->quantiles.n; i++)
        put_quantile_names(out, s->cfg->quantiles.at[i], "response_s");
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        sw_out_str(out, rest[i]);
}

/* Jobs finished over the time from first submit to last finish, summed over runs. */
static double throughput_per_h(const struct runs *r, size_t run)
{
    double done = 0, span_s = 0;
    for (; run; run = r->at[run - 1].next)
        if (r->at[run - 1].done > 0) {
            done += r->at[run - 1].done;
            span_s += r->at[run - 1].last_s - r->at[run - 1].first_s;
        }
    return span_s > 0 ? 3600 * done / span_s : NAN;
}

/* One value for each run of the chain. */
static struct sw_moments run_means(const struct runs *r, size_t run)
{
    struct sw_moments m = { 0 };
    for (; run; run = r->at[run - 1].next)
        sw_moments_add(&m, sw_moments_mean(&r->at[run - 1].response));
    return m;
}

/* Over runs each run's mean counts once; over jobs each job does. */
static int put_response(struct state *s, const struct jobs *record, struct sw_out *out, struct sw_err *err)
{
    const struct sw_job_summary *j = &record->sum;
    const struct sw_moments *response = &j->field[SW_JF_RESPONSE];
    struct sw_moments over = run_means(s->extra, record->first_run);
    sw_out_u64(out, j->jobs);
    if (s->cfg->over_runs)
        sw_out_u64(out, over.n);
    sw_out_u64(out, response->n);
    put_sum(out, &j->field[SW_JF_MAPS]);
    put_sum(out, &j->field[SW_JF_REDUCES]);
    if (s->cfg->over_runs)
        put_mean(s, out, &over);
    else
        put_one_run(s, out, sw_moments_mean(response), sw_batches_interval(record->batches, s->cfg->confidence));
    sw_out_real(out, sw_moments_min(response));
    /* Quantiles are of all jobs either way; which draws are independent decides their intervals. */
    struct sw_batches *values = s->cfg->over_runs ? record->by_run : record->batches;
    struct sw_run_interval interval;
    for (size_t i = 0; i < s->cfg->quantiles.n; i++) {
        const double p = s->cfg->quantiles.at[i];
        if (sw_batches_quantile(values, p, s->cfg->over_runs, s->cfg->confidence, &interval) != SW_OK)
            return sw_err_memory(err);
        put_interval(out, sw_quantiles_get(record->sum.response, p), interval.mean);
    }
    sw_out_real(out, sw_moments_max(response));
    return SW_OK;
}

static int jobs_write(struct state *s, size_t group, struct sw_out *out, struct sw_err *err)
{
    static const enum sw_job_field sums[] = { SW_JF_MAP_TASKS_RUN, SW_JF_KILLED, SW_JF_SPECULATED, SW_JF_WASTED,
                                              SW_JF_WAITED };
    const struct jobs *record = state_record(s, group);
    const struct sw_job_summary *j = &record->sum;
    if (put_response(s, record, out, err) != SW_OK)
        return SW_FAIL;
    sw_out_real(out, sw_moments_mean(&j->field[SW_JF_SLOWDOWN]));
    sw_out_real(out, sw_moments_max(&j->field[SW_JF_SLOWDOWN]));
    for (enum sw_job_field f = SW_JF_NODE_LOCAL; f <= SW_JF_OFF_RACK; f++)
        sw_out_real(out, sw_job_summary_locality(j, f));
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        put_sum(out, &j->field[sums[i]]);
    sw_out_real(out, throughput_per_h(s->extra, record->first_run));
    return SW_OK;
}

/* Of a record that no row has touched all are NULL. */
static void jobs_clear(void *record)
{
    sw_quantiles_free(((struct jobs *)record)->sum.response);
    sw_batches_free(((struct jobs *)record)->batches);
    sw_batches_free(((struct jobs *)record)->by_run);
}

const struct mode jobs_mode = { sizeof(struct jobs), runs_start, jobs_bind, jobs_row, jobs_done, jobs_header, false,
                                       jobs_write, jobs_clear, runs_stop };
