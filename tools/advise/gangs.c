/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.c - see gangs.h. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_num.h"
#include "slotwise/sw_replay.h"
#include "tools/advise/gangs.h"
#include "tools/replay/option_warnings.h"

const char *const gangs_class_names[GANGS_CLASSES] = { "all", "1 node", "2-10 nodes", "11-100 nodes", ">100 nodes" };

static double seconds(int64_t us)
{
    return (double)us / (double)SW_US_PER_S;
}

static size_t class_of(uint64_t nodes)
{
    return nodes <= 1 ? GANGS_ONE_NODE : nodes <= 10 ? GANGS_SIZES : nodes <= 100 ? GANGS_SIZES + 1 : GANGS_SIZES + 2;
}

/* ---- one replay -------------------------------------------------------------------------------------------- */

struct replay {
    const struct gangs *s;
    struct gangs_tally *tally;   /* of each class; NULL: not wanted */
    struct sw_load *load;        /* NULL: not wanted */
    struct sw_load_answer *judged;
    uint64_t without_limit;      /* jobs */
    double end_s, compared_s;    /* of jobs that recorded a response, the sum of their responses here */
    bool failed;                 /* out of memory */
};

static void add_to(struct gangs_tally *t, const struct sw_result *result)
{
    uint64_t nodes = result->maps + result->reduces;
    t->jobs++;
    t->sum_s += seconds(result->finish_us - result->submit_us);
    t->several += nodes > 1;
    t->across += nodes > 1 && result->off_rack > 0;
    if (result->waited_us > 0)
        t->waited_s += seconds(result->waited_us);
}

static void take_result(void *context, const struct sw_result *result)
{
    struct replay *p = context;
    double response_s = seconds(result->finish_us - result->submit_us);
    if (p->tally) {
        add_to(&p->tally[GANGS_ALL], result);
        add_to(&p->tally[class_of(result->maps + result->reduces)], result);
    }
    if (p->load)
        p->failed |= sw_load_add(p->load, seconds(result->submit_us), response_s) != SW_OK;
    const struct gangs_job *job = sw_names_find(&p->s->log.by_id, result->job_id, strlen(result->job_id));
    if (job && job->response_us >= 0)
        p->compared_s += response_s;
}

static int judge_load(struct replay *p, const struct sw_totals *t, struct sw_err *err)
{
    struct sw_load_slots slots = { seconds(t->busy_us[0]), t->slot_us[0] / (double)SW_US_PER_S };
    return p->failed || sw_load_judge(p->load, &slots, 1, p->end_s, 2 * t->followers > t->jobs, p->judged) != SW_OK
        ? sw_err_memory(err) : SW_OK;
}

static int replay(struct replay *p, const struct sw_options *opt, struct sw_err *err)
{
    struct sw_replay_sink sink = { .ctx = p, .job = take_result };
    struct sw_replay *r = NULL;
    struct sw_trace *t;
    if (sw_trace_share(&t, p->s->log.held, err) != SW_OK)
        return SW_FAIL;
    int status = sw_replay_new(&r, p->s->cl, p->s->pools, opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, t, err);
    if (status == SW_OK) {
        const struct sw_totals *totals = sw_replay_totals(r);
        p->end_s = seconds(totals->last_end_us - totals->first_submit_us);
        if (p->load)
            status = judge_load(p, totals, err);
        p->without_limit = totals->without_limit;
    }
    sw_replay_free(r);
    sw_trace_free(t);
    return status;
}

struct gangs_tally *gangs_tally_of(const struct gangs *s, size_t price, size_t wait, uint64_t run, size_t class)
{
    return &s->tally[((price * s->n_waits + wait) * (s->n_runs + 1) + run) * GANGS_CLASSES + class];
}

double gangs_mean(const struct gangs *s, size_t price, size_t wait, uint64_t run, size_t class)
{
    const struct gangs_tally *t = gangs_tally_of(s, price, wait, run, class);
    return t->jobs > 0 ? t->sum_s / (double)t->jobs : NAN;
}

static int try_one(const struct gangs *s, size_t price, size_t wait, uint64_t run, struct sw_err *err)
{
    struct replay p = { .s = s, .tally = gangs_tally_of(s, price, wait, run, GANGS_ALL) };
    struct sw_options opt = s->cfg->opt;
    opt.gang.switches_us = s->wait[wait].us;
    opt.penalty_off = s->price[price];
    opt.seed += run;
    opt.jitter_us = run > 0 ? s->jitter_us : 0;
    return replay(&p, &opt, err);
}

/* ---- all of them -------------------------------------------------------------------------------------------- */

struct crew {                    /* threads that take one replay after the other */
    struct gangs *s;
    atomic_size_t next;
    atomic_bool failed;
    struct sw_err *err;          /* the first failure's */
};

static void *work(void *context)
{
    struct crew *c = context;
    const struct gangs *s = c->s;
    const size_t runs = s->n_runs + 1, n = s->n_prices * s->n_waits * runs;
    struct sw_err err = { 0 };
    size_t i;
    while (!c->failed && (i = c->next++) < n)
        if (try_one(s, i / runs / s->n_waits, i / runs % s->n_waits, i % runs, &err) != SW_OK
            && !atomic_exchange(&c->failed, true))
            *c->err = err;
    return NULL;
}

static int try_all(struct gangs *s, struct sw_err *err)
{
    enum { MOST = 64 };
    struct crew c = { .s = s, .err = err };
    pthread_t other[MOST];
    size_t n = 0;
    s->tally = calloc(s->n_prices * s->n_waits * (s->n_runs + 1) * GANGS_CLASSES, sizeof *s->tally);
    if (!s->tally)
        return sw_err_memory(err);
    while (n < MOST && n + 1 < s->threads && pthread_create(&other[n], NULL, work, &c) == 0)
        n++;
    work(&c);
    for (size_t i = 0; i < n; i++)
        pthread_join(other[i], NULL);
    return c.failed ? SW_FAIL : SW_OK;
}

/* ---- what is tried ------------------------------------------------------------------------------------------ */

static void add_wait(struct gangs *s, int64_t us)
{
    char time[SW_NUM_MAX + 1];
    for (size_t i = 0; i < s->n_waits; i++)
        if (s->wait[i].us == us)
            return;
    struct gangs_wait *wait = &s->wait[s->n_waits++];
    wait->us = us;
    time[sw_num_put_time(time, us)] = '\0';
    snprintf(wait->text, sizeof wait->text, us > 0 ? "1@%ss%s" : "none", time,
             s->cfg->opt.gang.since_first ? ",first" : "");
}

static void make_waits(struct gangs *s)
{
    static const int64_t tried_s[] = { 0, 300, 1200, 3600, 14400 };
    add_wait(s, s->cfg->opt.gang.switches_us);
    for (size_t i = 0; i < sizeof tried_s / sizeof *tried_s; i++)
        add_wait(s, tried_s[i] * SW_US_PER_S);
    while (s->wait[s->none].us > 0)
        s->none++;
}

/* No log tells what crossing switches costs. Without a price several are tried, from none to twice the time. */
static void make_prices(struct gangs *s)
{
    static const double tried[] = { 1, 1.1, 1.2, 1.5, 2 };
    if (s->price_given) {
        s->price[s->n_prices++] = s->cfg->opt.penalty_off;
        return;
    }
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
        s->price[s->n_prices++] = tried[i];
}

/* The median gap between submissions, 1 s at least, 60 s at most; as for tasks (redraw.c). */
static int make_jitter(struct gangs *s, struct sw_err *err)
{
    const size_t n = s->log.n;
    double *at_s = calloc(n + 1, sizeof *at_s), gap_s = 0;
    if (!at_s)
        return sw_err_memory(err);
    for (size_t i = 0; i < n; i++)
        at_s[i] = seconds(s->log.job[i].submit_us);
    sw_sort(at_s, n);
    for (size_t i = 0; i + 1 < n; i++)
        at_s[i] = at_s[i + 1] - at_s[i];
    if (n > 1) {
        sw_sort(at_s, n - 1);
        gap_s = sw_quantile_sorted(at_s, n - 1, 0.5);
    }
    free(at_s);
    s->jitter_us = (int64_t)(fmin(60, fmax(1, gap_s)) * (double)SW_US_PER_S);
    return SW_OK;
}

/* Fewer days of large logs: a day is replayed under each wait at each price. */
static uint64_t runs_for(size_t n_jobs)
{
    uint64_t n = n_jobs > 0 ? 50000 / n_jobs : 10;
    return n > 10 ? 10 : n < 4 ? 4 : n;
}

static void count_jobs(struct gangs *s)
{
    s->largest_rack = 0;
    for (uint32_t r = 0; r < s->cl->n_racks; r++) {
        uint64_t n = s->cl->rack_first[r + 1] - s->cl->rack_first[r];
        s->largest_rack = n > s->largest_rack ? n : s->largest_rack;
    }
    for (size_t i = 0; i < s->log.n; i++) {
        s->n_several += s->log.job[i].nodes > 1;
        s->n_too_wide += s->log.job[i].nodes > s->largest_rack;
    }
}

/* ---- the witness of the log ---------------------------------------------------------------------------------- */

static double relative(double replayed_s, double recorded_s)
{
    return recorded_s > 0 ? replayed_s / recorded_s - 1 : NAN;
}

/* The log as it was: what its jobs took there holds what crossing switches cost them. */
static int back_test(struct gangs *s, struct sw_err *err)
{
    struct sw_options opt = s->cfg->opt;
    struct replay own = { .s = s, .load = sw_load_new(), .judged = &s->load }, sjf = { .s = s };
    double recorded_s = 0, run_s = 0;
    for (size_t i = 0; i < s->log.n; i++)
        if (s->log.job[i].response_us >= 0) {
            recorded_s += seconds(s->log.job[i].response_us);
            run_s += seconds(s->log.job[i].run_us);
        }
    opt.penalty_off = opt.penalty_rack = 1;
    int status = !own.load ? sw_err_memory(err) : replay(&own, &opt, err);
    sw_load_free(own.load);
    opt.gang.switches_us = 0;
    opt.gang.reservations = SW_BLOCKED_ENDS;
    if (status == SW_OK)
        status = sw_options_set(&opt, "order", "sjf", err);
    if (status == SW_OK)
        status = replay(&sjf, &opt, err);
    s->n_without_limit = s->cfg->opt.gang.reservations > 0 ? own.without_limit : 0;
    s->recorded_s = s->log.n_recorded > 0 ? recorded_s / (double)s->log.n_recorded : NAN;
    s->error = relative(own.compared_s, recorded_s);
    s->error_endless = relative(run_s, recorded_s);
    s->error_sjf = relative(sjf.compared_s, recorded_s);
    return status;
}

/* Jobs that fit under a switch, and in the log's own replay without a wait ran across several. */
static int count_across(struct gangs *s, struct sw_err *err)
{
    struct gangs_tally tally[GANGS_CLASSES] = { { 0 } };
    struct sw_options opt = s->cfg->opt;
    struct replay p = { .s = s, .tally = tally };
    opt.gang.switches_us = 0;
    opt.penalty_off = opt.penalty_rack = 1;
    if (replay(&p, &opt, err) != SW_OK)
        return SW_FAIL;
    s->n_across = tally->across > s->n_too_wide ? tally->across - s->n_too_wide : 0;
    return SW_OK;
}

/* ---- differences ---------------------------------------------------------------------------------------------- */

struct gangs_change gangs_compare(const struct gangs *s, size_t price, size_t wait, size_t other, size_t class,
                                  double level)
{
    struct sw_moments m = { 0 };
    struct gangs_change c;
    for (uint64_t run = 0; run <= s->n_runs; run++)
        sw_moments_add(&m, gangs_mean(s, price, wait, run, class) / gangs_mean(s, price, other, run, class) - 1);
    c.mean = m.mean;
    c.interval = sw_moments_interval(&m, level);
    double recorded = gangs_mean(s, price, wait, 0, class) / gangs_mean(s, price, other, 0, class) - 1;
    if (isnan(c.interval.lo) || isnan(recorded))
        return c;
    c.interval.lo = fmin(c.interval.lo, recorded); /* the day that was is one of them */
    c.interval.hi = fmax(c.interval.hi, recorded);
    return c;
}

/* ---- the study ------------------------------------------------------------------------------------------------ */

/* Presets are applied to a cluster, and what they say of width does not depend on it. */
int gangs_wanted(const struct config *cfg, bool *wanted, struct sw_err *err)
{
    struct sw_options opt;
    const struct preset *preset = NULL;
    options_defaults(&opt);
    if (cfg->preset) {
        struct sw_cluster *cl;
        if (preset_find("preset", cfg->preset, &preset, err) != SW_OK
            || sw_cluster_make(&cl, 1, 1, 1, 0, true, err) != SW_OK)
            return SW_FAIL;
        preset_apply(preset, &opt, cl);
        sw_cluster_free(cl);
    }
    for (size_t i = 0; i < cfg->n_given; i++)
        if (!strcmp(cfg->given[i].name, "width"))
            opt.gang.width = strcmp(cfg->given[i].arg, sw_width_words[SW_WIDTH_NONE]) != 0 ? SW_WIDTH_SLOTS
                                                                                         : SW_WIDTH_NONE;
    *wanted = opt.gang.width != SW_WIDTH_NONE;
    return SW_OK;
}

static int check_given(const struct config *cfg, struct sw_err *err)
{
    if (cfg->topology_file)
        return sw_err_usage(err, "--topology: not with --width, racks are in --cluster");
    if (cfg->slots_given || cfg->kinds_given)
        return sw_err_usage(err, "--cluster: takes the place of the slots");
    return SW_OK;
}

static int set_up(struct gangs *s, struct sw_err *err)
{
    struct config *cfg = s->cfg;
    if (setup_cluster(cfg, &s->cl, err) != SW_OK || setup_pools(cfg, s->cl, &s->pools, err) != SW_OK
        || setup_options(s->cli, s->cl, err) != SW_OK)
        return SW_FAIL;
    setup_fit_pools(s->cli, s->cl, s->pools);
    s->price_given = options_given(cfg, "penalty");
    if (s->price_given && cfg->opt.penalty_rack != 1)
        return sw_err_usage(err, "--penalty: rack: a job within a switch takes the time that it took");
    return SW_OK;
}

static int look_at_log(struct gangs *s, struct sw_err *err)
{
    if (!s->cfg->cluster_file) {
        snprintf(s->lacks, sizeof s->lacks, "nodes, slots and racks (switches) are in no such log: give them by "
                                            "--cluster");
        return SW_OK;
    }
    if (set_up(s, err) != SW_OK || gangs_log_read(&s->log, s->cli, s->file, err) != SW_OK)
        return SW_FAIL;
    count_jobs(s);
    if (s->log.n == 0)
        snprintf(s->lacks, sizeof s->lacks, "it has no job");
    return SW_OK;
}

int gangs_run(struct gangs *s, struct sw_err *err)
{
    if (check_given(s->cfg, err) != SW_OK || look_at_log(s, err) != SW_OK)
        return SW_FAIL;
    if (s->lacks[0] != '\0')
        return SW_OK;
    if (s->cl->n_racks == 1 || s->largest_rack == 1 || s->n_several - s->n_too_wide < GANGS_FEWEST)
        return SW_OK;
    if (count_across(s, err) != SW_OK)
        return SW_FAIL;
    if (s->n_across < GANGS_FEWEST)
        return SW_OK;
    make_waits(s);
    make_prices(s);
    s->level = 1 - 0.05 / (double)((s->n_waits - 1) * s->n_prices);
    if (s->n_runs == 0)
        s->n_runs = runs_for(s->log.n);
    if (make_jitter(s, err) != SW_OK || back_test(s, err) != SW_OK)
        return SW_FAIL;
    return try_all(s, err);
}

void gangs_clear(struct gangs *s)
{
    free(s->tally);
    gangs_log_clear(&s->log);
    sw_pools_free(s->pools);
    sw_cluster_free(s->cl);
    s->tally = NULL;
    s->pools = NULL;
    s->cl = NULL;
}
