/* SPDX-License-Identifier: GPL-3.0-or-later */
/* validate.c - slot-replay --validate: replays each log under the cluster, the waits and the policy that it recorded,
 * and compares the result with the recording. Each log gives one row; docs/validation.md interprets them. The numbers
 * are those of lib/study/backtest.c, which slot-advise has, too. */
#include <math.h>
#include "tools/replay/replay.h"

/* ---- the row --------------------------------------------------------------------------------- */

/* order and delay are names for the row: what was in force, or was given. */
struct row {
    const char *name, *order, *delay;
    const struct sw_log *log;
    struct sw_backtest b;
    char note[SW_LOG_NOTE];
};

static void put_backtest_header(struct sw_out *out)
{
    static const char *const names[] = { "log", "format", "jobs", "compared", "tasks", "slots", "order", "delay",
        "makespan_s", "replayed_makespan_s", "makespan_error", "p50_response_s", "replayed_p50_response_s", "p05_error",
        "p50_error", "p95_error", "abs_p50_error", "abs_p95_error", "within_5_percent", "wishing_tasks", "hosts_known",
        "share_node", "replayed_share_node", "share_rack", "replayed_share_rack", "share_any", "replayed_share_any",
        "stages", "first_launches_given", "endless_makespan_error", "endless_p05_error", "endless_p50_error",
        "endless_p95_error", "endless_within_5_percent", "sjf_makespan_error", "sjf_p05_error", "sjf_p50_error",
        "sjf_p95_error", "sjf_within_5_percent", "note", NULL };
    sw_out_header(out, names);
}

/* Errors are rounded to a hundredth of a per cent, which is finer than any log. */
static void put_error(double x, struct sw_out *out)
{
    sw_out_real(out, isnan(x) ? x : round(x * 1e4) / 1e4 + 0.0);
}

/* As times of the records are written; empty where nothing was compared. */
static void put_seconds(double s, struct sw_out *out)
{
    if (isnan(s))
        sw_out_empty(out);
    else
        sw_out_time(out, llround(s * (double)SW_US_PER_S));
}

static void put_rounded_share(uint64_t n, uint64_t of, struct sw_out *out)
{
    put_error(of > 0 ? (double)n / (double)of : NAN, out);
}

static void put_both_shares(uint64_t recorded, uint64_t of, uint64_t replayed, uint64_t of_replayed, struct sw_out *out)
{
    put_rounded_share(recorded, of, out);
    put_rounded_share(replayed, of_replayed, out);
}

/* Shares of the tasks that had a level, recorded and replayed. */
static void put_localities(const struct row *c, struct sw_out *out)
{
    const struct sw_located *a = &c->b.recorded, *b = &c->b.replayed;
    uint64_t of = a->node + a->rack + a->any, of_replayed = b->node + b->rack + b->any;
    put_both_shares(a->node, of, b->node, of_replayed, out);
    put_both_shares(a->rack, of, b->rack, of_replayed, out);
    put_both_shares(a->any, of, b->any, of_replayed, out);
}

/* The same errors under a model that knows nothing of the policy. */
static void put_other(const struct sw_fit *f, struct sw_out *out)
{
    const double errors[] = { f->makespan_error, f->p05, f->p50, f->p95, f->within };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        put_error(errors[i], out);
}

static void put_backtest(const struct row *c, struct sw_out *out)
{
    const struct sw_backtest *b = &c->b;
    const struct sw_fit *own = &b->fit[SW_LOG_OWN];
    const double errors[] = { own->p05, own->p50, own->p95, own->abs_p50, own->abs_p95, own->within };
    sw_out_str(out, c->name);
    sw_out_str(out, c->log->format);
    sw_out_u64(out, c->log->n_jobs);
    sw_out_u64(out, b->n_compared);
    sw_out_u64(out, c->log->n_tasks);
    sw_out_u64(out, b->slots);
    sw_out_str(out, c->order);
    sw_out_str(out, c->delay);
    put_seconds(b->makespan_s, out);
    put_seconds(own->makespan_s, out);
    /* Relative errors: replayed over recorded, less 1. */
    put_error(own->makespan_error, out);
    put_seconds(b->response_s, out);
    put_seconds(own->response_s, out);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        put_error(errors[i], out);
    sw_out_u64(out, b->n_wishing);
    sw_out_u64(out, b->n_known);
    put_localities(c, out);
    sw_out_u64(out, c->log->n_launched);
    put_rounded_share(c->log->n_given, c->log->n_launched, out);
    put_other(&b->fit[SW_LOG_ENDLESS], out);
    put_other(&b->fit[SW_LOG_SJF], out);
    sw_out_str(out, c->note);
    sw_out_end_row(out);
}

/* ---- a log ----------------------------------------------------------------------------------- */

static int replay_log(struct row *row, struct recorded *r, struct sw_cli *cli, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct sw_pool_list *pools;
    if (recorded_settle(r, cli, &pools, err) != SW_OK)
        return SW_FAIL;
    row->order = cfg->opt.order.policy->name;
    /* The log's own text has the waits, which the policy's name has not. */
    row->delay = row->log->delay && !options_given(cfg, "delay") ? row->log->delay : cfg->opt.delay.policy->name;
    int status = sw_backtest_run(&row->b, row->log, &cfg->opt, pools, err);
    sw_pools_free(pools);
    return status;
}

/* Of several logs one that fails has a row, too. */
static void put_failure(const char *name, const char *why, struct sw_out *out)
{
    /* Of the 40 columns those but log and note. */
    enum { EMPTY = 38 };
    sw_out_str(out, name);
    for (int i = 0; i < EMPTY; i++)
        sw_out_empty(out);
    sw_out_str(out, why);
    sw_out_end_row(out);
}

/* A log that lacks something has a row whose note says what. */
static int validate_one(struct sw_cli *cli, const struct apps_log *of, struct sw_out *out, uint64_t *n_untold,
                        struct sw_err *err)
{
    struct recorded r;
    struct row row = { .name = of->named ? of->named : of->name };
    int status = recorded_read_files(&r, cli, of, err) == SW_OK ? recorded_prepare(&r, cli->config, err) : SW_FAIL;
    sw_backtest_start(&row.b);
    row.log = r.log;
    if (status == SW_OK && !r.log->lacks)
        status = replay_log(&row, &r, cli, err);
    if (status == SW_OK) {
        notes_of_backtest(row.note, r.log, &row.b);
        put_backtest(&row, out);
    }
    /* A log without one job to compare fails the run after all rows. */
    *n_untold += row.b.n_compared == 0;
    sw_backtest_clear(&row.b);
    recorded_close(&r);
    /* It was borrowed; the next log has options of its own. */
    ((struct config *)cli->config)->log = NULL;
    return status;
}

/* A usage error is of the command line, so it ends all; a log that fails has a row. */
static int validate_all(struct sw_cli *cli, const struct apps *a, struct sw_out *out, uint64_t *n_untold,
                        struct sw_err *err)
{
    char passed[400];
    if (apps_passed(a, passed, sizeof passed))
        sw_cli_warn(cli, "%s", passed);
    for (size_t i = 0; i < a->n; i++) {
        struct sw_err why = { 0 };
        if (validate_one(cli, &a->log[i], out, n_untold, &why) == SW_OK)
            continue;
        if (a->n == 1 || why.exit == SW_EXIT_USAGE) {
            *err = why;
            return SW_FAIL;
        }
        put_failure(a->log[i].named ? a->log[i].named : a->log[i].name, why.text, out);
    }
    return SW_OK;
}

int validate_run(struct sw_cli *cli, struct sw_err *err)
{
    struct sw_out *out = NULL;
    struct apps a;
    uint64_t n_untold = 0;
    int status = apps_find(&a, cli->files, cli->n_files, err);
    if (status == SW_OK)
        status = sw_cli_open(cli, &out, cli->output, err);
    if (status == SW_OK) {
        put_backtest_header(out);
        status = validate_all(cli, &a, out, &n_untold, err);
    }
    const size_t n = a.n;
    apps_clear(&a);
    status = sw_out_end(out, status, err);
    if (status != SW_OK || n_untold == 0)
        return status;
    return sw_err_set(err, "--validate: %llu of %zu logs cannot tell (their note says why)",
                      (unsigned long long)n_untold, n);
}
