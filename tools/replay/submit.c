/* SPDX-License-Identifier: GPL-3.0-or-later */
/* submit.c - slot-replay --submit: when a job would start that is submitted at a time of a recorded log. The
 * arithmetic is in lib/study/asked.c. Here the question is read, earlier answers are compared with what happened, and
 * rows are put. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/base/sw_opt.h"
#include "tools/replay/replay.h"

/* ---- the job -------------------------------------------------------------------------------------- */

static const char submit[] = "submit";

/* Texts of pool and user point into `field`, which lasts as long as the question. */
static int read_field(struct asked_job *job, uint64_t *every, char *field, struct sw_err *err)
{
    static const char *const names[] = { "width", "nodes", "limit", "duration", "pool", "user", "every", NULL };
    char *value = strchr(field, '=');
    size_t which = 0;
    if (!value)
        return sw_err_usage(err, "--%s: not NAME=VALUE,...: '%s'", submit, field);
    *value++ = '\0';
    if (sw_opt_word(submit, field, names, &which, err) != SW_OK)
        return SW_FAIL;
    switch (which) {
    case 0: return sw_opt_count(submit, value, 1, UINT32_MAX, &job->cpus, err);
    case 1: return sw_opt_count(submit, value, 1, UINT32_MAX, &job->nodes, err);
    case 2: case 3: return sw_opt_duration(submit, value, &job->limit_us, err);
    case 4: job->pool = (struct sw_text){ value, strlen(value) }; return SW_OK;
    case 5: job->user = (struct sw_text){ value, strlen(value) }; return SW_OK;
    default: return sw_opt_count(submit, value, 1, UINT32_MAX, every, err);
    }
}

static int read_asked_job(struct asked_job *job, uint64_t *every, char *text, struct sw_err *err)
{
    char *save, *field = strtok_r(text, ",", &save);
    *job = (struct asked_job){ .nodes = 1, .limit_us = -1, .priority = SW_NORMAL };
    for (; field; field = strtok_r(NULL, ",", &save))
        if (read_field(job, every, field, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* ---- how far off answers were ------------------------------------------------------------------------ */

/* What is answered, and of questions asked before what was: a minute is added to waits, so that short ones count for
 * little. */
enum { LOW, MEDIAN, HIGH, OF_ANSWER };
/* ASKED_BEFORE: jobs that are asked before one question. LEAST_KNOWN: answers that came true, below which no range is
 * told. MOST_KNOWN: the latest that count. */
enum { ASKED_BEFORE = 20, LEAST_KNOWN = 8, MOST_KNOWN = 200 };
#define SLACK_US (60.0 * (double)SW_US_PER_S)
struct known { int64_t at_us, start_us; double us[OF_ANSWER], lo_us, hi_us; }; /* lo_us, hi_us: what was told */
struct errors { struct known *at; size_t n; };
struct error { double ratio; bool ended; };

static int by_ratio(const void *a, const void *b)
{
    const struct error *x = a, *y = b;
    return ORDER(x->ratio, y->ratio) ?: ORDER(y->ended, x->ended);
}

/* How often over what was answered the wait was, of the latest jobs asked before. One that still waits has waited so
 * long at least: jobs that start soon are known first, and they alone would make every range too short. */
static size_t find_errors(const struct errors *e, const struct asked *of, int which, struct error *error)
{
    size_t n = 0;
    for (size_t i = e->n; i-- > 0 && n < MOST_KNOWN;) {
        const struct known *k = &e->at[i];
        /* Known at the time of the question: a later start is not used. */
        bool ended = k->start_us <= of->at_us;
        int64_t wait_us = (ended ? k->start_us : of->at_us) - k->at_us;
        error[n++] = (struct error){ ((double)wait_us + SLACK_US) / (k->us[which] + SLACK_US), ended };
    }
    qsort(error, n, sizeof *error, by_ratio);
    return n;
}

/* Beyond which so many in ten of n + 1 are, at least; of the first sort as few as are known not to be more.
 * Those that wait still count by Kaplan and Meier's estimate. Below all that are known: 0. Above them: INFINITY. */
static double quantile(const struct error *error, size_t n, bool low, double part)
{
    double survive = 1, last = 0;
    for (size_t i = 0; i < n; i++) {
        /* One that waits still adds no step. n - i, the number at risk, no longer holds it. */
        if (!error[i].ended)
            continue;
        survive *= 1 - 1 / (double)(n - i + !low);
        if (low && (1 - survive) * (double)n / (double)(n + 1) > part + 1e-12)
            return last;
        if (!low && 1 - survive >= part - 1e-12)
            return error[i].ratio;
        last = error[i].ratio;
    }
    return low ? last : INFINITY;
}

/* What part is to lie beyond either end: a tenth, and where more did so before, less (adaptive conformal inference with
 * its step of 0.005: Gibbs and Candes, NeurIPS 2021). */
static void find_parts(const struct errors *e, const struct asked *of, double part[OF_ANSWER])
{
    double below = 0.1, above = 0.1;
    for (size_t i = 0; i < e->n; i++) {
        const struct known *k = &e->at[i];
        bool ended = k->start_us <= of->at_us;
        double wait_us = (double)((ended ? k->start_us : of->at_us) - k->at_us);
        /* An answer without a range tells nothing. One that still waits tells that it is above its end, or nothing
         * yet. */
        if (isnan(k->lo_us) || (!ended && !(wait_us > k->hi_us)))
            continue;
        below += ended ? 0.005 * (0.1 - (wait_us < k->lo_us)) : 0;
        above += 0.005 * (0.1 - (wait_us > k->hi_us));
    }
    part[LOW] = fmax(0, fmin(0.5, below));
    part[MEDIAN] = 0.5;
    part[HIGH] = 1 - fmax(0, fmin(0.5, above));
}

/* The range, as far off at either end as the latest answers were: one in ten lies below, one in ten above, and half
 * above the middle (conformalized quantile regression: Romano, Patterson, Candes, NeurIPS 2019). Without enough
 * answers that have come true it cannot be told, and is NaN. */
static void widen_by_errors(const struct errors *e, const struct asked *of, struct asked_answer *a)
{
    double us[OF_ANSWER] = { a->lo_us, a->median_us, a->hi_us };
    double part[OF_ANSWER];
    struct error error[MOST_KNOWN];
    find_parts(e, of, part);
    for (int which = 0; which < OF_ANSWER; which++) {
        /* Each end has errors of its own, as a low end is off by other factors than a high one. */
        size_t n = find_errors(e, of, which, error), ended = 0;
        for (size_t i = 0; i < n; i++)
            ended += error[i].ended;
        if (ended < LEAST_KNOWN) {
            a->lo_us = a->hi_us = NAN;
            return;
        }
        if (isfinite(us[which])) /* else it never starts in so many draws */
            us[which] = fmax(0, (us[which] + SLACK_US) * quantile(error, n, which == LOW, part[which]) - SLACK_US);
    }
    a->median_us = us[MEDIAN];
    a->lo_us = fmin(us[LOW], us[MEDIAN]);
    a->hi_us = fmax(us[HIGH], us[MEDIAN]);
}

/* ---- rows ----------------------------------------------------------------------------------------- */

/* NaN is not known, and infinity is never: both are empty fields. */
static void put_time_or_empty(struct sw_out *out, double us)
{
    if (isfinite(us))
        sw_out_time(out, llround(us));
    else
        sw_out_empty(out);
}

/* recorded_us -1: not known. With --state the time is now, and its field is empty. */
static void put_answer(struct sw_out *out, const char *id, size_t len, const struct asked *of,
                       const struct asked_answer *a, int64_t recorded_us)
{
    sw_out_text(out, id, len);
    put_time_or_empty(out, of->held ? NAN : (double)of->at_us);
    sw_out_u64(out, a->n_running);
    sw_out_u64(out, a->n_queued);
    put_time_or_empty(out, a->lo_us);
    put_time_or_empty(out, a->median_us);
    put_time_or_empty(out, a->hi_us);
    put_time_or_empty(out, recorded_us < 0 ? NAN : (double)recorded_us);
    if (recorded_us < 0 || isnan(a->lo_us))
        sw_out_empty(out);
    else
        sw_out_str(out, (double)recorded_us >= a->lo_us && !((double)recorded_us > a->hi_us) ? "yes" : "no");
    sw_out_end_row(out);
}

/* Each comparison with NaN fails, so what cannot be told is not warned of twice. */
static void warn(const struct sw_cli *cli, const struct asked_answer *a)
{
    if (isnan(a->lo_us))
        sw_cli_warn(cli, "--%s: no range can be told: fewer than %d jobs of the log can be asked before", submit,
                    LEAST_KNOWN);
    if (a->lo_us >= 0 && !isfinite(a->hi_us) && !a->n_never)
        sw_cli_warn(cli, "--%s: no upper end can be told: too many of the jobs asked before still wait", submit);
    if (a->n_late)
        sw_cli_warn(cli, "--%s: %llu of the %llu jobs that run then find no place at once in the replay: they are "
                    "started as soon as there is one", submit, (unsigned long long)a->n_late,
                    (unsigned long long)a->n_running);
    if (a->n_guessed)
        sw_cli_warn(cli, "--%s: %llu of %llu jobs have no like that lasted so long in the log: they are taken to "
                    "go on to their limit, or as long again", submit, (unsigned long long)a->n_guessed,
                    (unsigned long long)(a->n_running + a->n_queued));
    if (a->n_never)
        sw_cli_warn(cli, "--%s: it can never run in %llu draws", submit, (unsigned long long)a->n_never);
}

/* Asks for a job of the log at its submission; *start_us -1: it never started, and nothing is asked. */
static int ask_again(struct asked of, const struct sw_log_job *job, struct errors *e, struct asked *used,
                     struct asked_answer *a, int64_t *start_us, struct sw_err *err)
{
    *start_us = asked_start_us(of.log, job);
    if (*start_us < job->submit_us) {
        *start_us = -1;
        return SW_OK;
    }
    /* Of the log, also where the question is of now. */
    of.held = NULL;
    of.at_us = job->submit_us;
    of.job = asked_like(job);
    *used = of;
    if (asked_answer(&of, a, err) != SW_OK)
        return SW_FAIL;
    /* Errors are of the plain answers: widened ones would be corrected twice. */
    struct asked_answer plain = *a;
    widen_by_errors(e, &of, a);
    if (isfinite(plain.hi_us))
        e->at[e->n++] = (struct known){ of.at_us, *start_us, { plain.lo_us, plain.median_us, plain.hi_us }, a->lo_us,
                                        a->hi_us };
    return SW_OK;
}

/* Each n-th job of the log is asked at its submission, and what happened stands beside the answer. */
static int ask_log(const struct asked *of, uint64_t every, const struct sw_cli *cli, struct errors *e,
                   struct sw_out *out, struct sw_err *err)
{
    const struct sw_log *log = of->log;
    uint64_t n_asked = 0, n = 0, within = 0, open = 0;
    for (size_t i = every - 1; i < log->n_jobs; i += every) {
        struct asked used;
        struct asked_answer a;
        int64_t start_us;
        if (ask_again(*of, &log->jobs[i], e, &used, &a, &start_us, err) != SW_OK)
            return SW_FAIL;
        if (start_us < 0)
            continue;
        int64_t wait_us = start_us - used.at_us;
        put_answer(out, log->jobs[i].id.at, log->jobs[i].id.len, &used, &a, wait_us);
        n_asked++;
        /* Answers that have a range; `within` counts those that hold what happened. */
        n += !isnan(a.lo_us);
        within += (double)wait_us >= a.lo_us && (double)wait_us <= a.hi_us;
        open += a.lo_us >= 0 && !isfinite(a.hi_us);
    }
    if (n)
        sw_cli_say(cli, "of %llu jobs asked at their submission that have a range %llu (%.3g %%) started within it",
                   (unsigned long long)n, (unsigned long long)within, 100.0 * (double)within / (double)n);
    if (open)
        sw_cli_say(cli, "%llu of these ranges have no upper end: too many of the jobs asked before still waited",
                   (unsigned long long)open);
    if (n_asked > n)
        sw_cli_say(cli, "of %llu jobs asked no range can be told: fewer than %d earlier answers had come true by then",
                   (unsigned long long)(n_asked - n), LEAST_KNOWN);
    return SW_OK;
}

/* Some of the jobs that started before are asked first. */
static int ask_before(const struct asked *of, struct errors *e, struct sw_err *err)
{
    /* Jobs submitted before the time in question, in order: evenly spread ones are asked. */
    size_t until = 0;
    while (until < of->log->n_jobs && of->log->jobs[until].submit_us < of->at_us)
        until++;
    for (size_t k = 1; k <= ASKED_BEFORE && until >= ASKED_BEFORE; k++) {
        struct asked used;
        struct asked_answer a;
        int64_t start_us;
        const struct sw_log_job *job = &of->log->jobs[until * k / (ASKED_BEFORE + 1)];
        if (ask_again(*of, job, e, &used, &a, &start_us, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* One job, or with every=N jobs of the log. */
static int ask(struct asked *of, uint64_t every, struct runs *r, struct errors *e, struct sw_out *out,
               struct sw_err *err)
{
    static const char *const header[] = { "job_id", "at_s", "running", "queued", "wait_lo_s", "wait_median_s",
                                          "wait_hi_s", "recorded_wait_s", "within", NULL };
    struct asked_answer a;
    sw_out_header(out, header);
    if (every)
        return ask_log(of, every, r->src.cli, e, out, err);
    if (ask_before(of, e, err) != SW_OK || asked_answer(of, &a, err) != SW_OK)
        return SW_FAIL;
    widen_by_errors(e, of, &a);
    warn(r->src.cli, &a);
    int64_t end_us = 0;
    for (size_t i = 0; i < of->log->n_jobs; i++)
        end_us = max_i64(end_us, max_i64(of->log->jobs[i].submit_us, of->log->jobs[i].end_us));
    if (of->at_us > end_us && of->at_us != ASKED_NOW)
        sw_cli_warn(r->src.cli, "--%s: the log ends at %.7g s: what came behind that is not in it", submit,
                    (double)end_us / (double)SW_US_PER_S);
    put_answer(out, "", 0, of, &a, -1);
    return SW_OK;
}

/* What runs and waits now, in place of a time of the log. */
static int take_state(struct asked *of, struct state_file *state, const struct config *cfg, const struct sw_cli *cli,
                      struct sw_err *err)
{
    if (state_read(state, cfg->state_file, cfg->resource, err) != SW_OK)
        return SW_FAIL;
    static const struct asked_held none;
    of->held = state->held ? state->held : &none;
    of->n_held = state->n;
    of->at_us = ASKED_NOW;
    if (state->n_ended)
        sw_cli_warn(cli, "%s: %llu jobs had ended, and are no part of the state", cfg->state_file,
                    (unsigned long long)state->n_ended);
    if (state->n_cut)
        sw_cli_warn(cli, "%s: of arrays that wait the first 1000 are taken, %llu are left out", cfg->state_file,
                    (unsigned long long)state->n_cut);
    return SW_OK;
}

int submit_run(struct runs *r, struct sw_err *err)
{
    const struct sw_cli *cli = r->src.cli;
    const struct config *cfg = cli->config;
    struct asked of = { .log = cfg->log, .opt = &cfg->opt, .pools = r->pools, .draws = cfg->draws ? cfg->draws : 40,
                        .seed = cli->seed };
    struct errors e = { 0 };
    struct state_file state = { 0 };
    struct sw_out *out = NULL;
    uint64_t every = 0;
    if (!cfg->log || cfg->opt.gang.width == SW_WIDTH_NONE)
        return sw_err_usage(err, "--%s: needs --as-recorded and a log of jobs that start all at once "
                            "(sacct, or another with --preset slurm)", submit);
    /* The question is cut at its commas. */
    char *text = strdup(cfg->submit);
    if (!text)
        return sw_err_memory(err);
    int status = read_asked_job(&of.job, &every, text, err);
    of.at_us = cfg->at_us;
    if (status == SW_OK && !cfg->at_given && !every && !cfg->state_file)
        status = sw_err_usage(err, "--%s: needs --at, a time of the log, --state, or every=N", submit);
    if (status == SW_OK && cfg->state_file && (cfg->at_given || every))
        status = sw_err_usage(err, "--state: is now: not with --at and every=N");
    if (status == SW_OK && cfg->state_file)
        status = take_state(&of, &state, cfg, cli, err);
    if (status == SW_OK && cfg->at_given && every)
        status = sw_err_usage(err, "--at: with every=N each job is asked at its own time");
    if (status == SW_OK)
        status = sw_cli_open((struct sw_cli *)cli, &out, cli->output, err);
    if (status == SW_OK)
        status = (e.at = calloc(of.log->n_jobs + ASKED_BEFORE, sizeof *e.at)) ? ask(&of, every, r, &e, out, err)
                                                                             : sw_err_memory(err);
    free(e.at);
    free(text);
    state_clear(&state);
    return sw_out_end(out, status, err);
}
