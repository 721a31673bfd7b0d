/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.c - jobs that start all at once: replays of their log under several waits for one switch. Rules of the
 * study: docs/decisions/advise.md, "The wait for one switch". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/stats/sw_results.h"
#include "lib/study/gangs/sw_gangs.h"
#include "lib/trace/import/sw_importer.h"
#include "slotwise/sw_num.h"
#include "lib/study/gangs/gangs_log.h"
#include "lib/study/study.h"

static size_t class_of(uint64_t nodes)
{
    if (nodes <= 1)
        return SW_GANGS_ONE_NODE;
    return nodes <= 10 ? SW_GANGS_SIZES : nodes <= 100 ? SW_GANGS_SIZES + 1 : SW_GANGS_SIZES + 2;
}

/* ---- one replay -------------------------------------------------------------------------------------------- */

struct gangs_replay {
    const struct sw_gangs *s;
    struct sw_gangs_tally *tally;   /* of each class; NULL: not wanted */
    struct sw_load *load;        /* NULL: not wanted */
    struct sw_load_answer *judged;
    uint64_t without_limit;      /* jobs */
    double end_s, compared_s;    /* of jobs that recorded a response, the sum of their responses here */
    bool failed;                 /* out of memory */
};

/* A gang's tasks are its nodes. waited_us is the wait for one switch (G8.3). */
static void add_to(struct sw_gangs_tally *t, const struct sw_result *result)
{
    uint64_t nodes = result->maps + result->reduces;
    t->jobs++;
    t->sum_s += study_seconds(result->finish_us - result->submit_us);
    t->several += nodes > 1;
    t->across += nodes > 1 && result->off_rack > 0;
    if (result->waited_us > 0)
        t->waited_s += study_seconds(result->waited_us);
}

static void take_gang_result(void *context, const struct sw_result *result)
{
    struct gangs_replay *p = context;
    double response_s = study_seconds(result->finish_us - result->submit_us);
    if (p->tally) {
        add_to(&p->tally[SW_GANGS_ALL], result);
        add_to(&p->tally[class_of(result->maps + result->reduces)], result);
    }
    if (p->load)
        p->failed |= sw_load_add(p->load, study_seconds(result->submit_us), response_s) != SW_OK;
    const struct gangs_job *job = sw_names_find(&p->s->log->by_id, result->job_id, strlen(result->job_id));
    /* Only jobs whose response was recorded are compared. */
    if (job && job->response_us >= 0)
        p->compared_s += response_s;
}

static int replay_gangs(struct gangs_replay *p, const struct sw_options *opt, struct sw_err *err)
{
    struct sw_replay_sink sink = { .ctx = p, .job = take_gang_result };
    struct sw_replay *r = NULL;
    struct sw_trace *t;
    /* The jobs are held once, and each replay reads them by a trace of its own. */
    if (sw_trace_share(&t, p->s->log->held, err) != SW_OK)
        return SW_FAIL;
    int status = sw_replay_new(&r, p->s->ask.cl, p->s->ask.pools, opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, t, err);
    if (status == SW_OK) {
        const struct sw_totals *totals = sw_replay_totals(r);
        p->end_s = study_seconds(totals->last_end_us - totals->first_submit_us);
        if (p->load) {
            struct sw_load_slots slots = { study_seconds(totals->busy_us[0]),
                                           totals->slot_us[0] / (double)SW_US_PER_S };
            /* As in the summary of slot-replay (S13). */
            const bool follow = 2 * totals->followers > totals->jobs;
            if (p->failed || sw_load_judge(p->load, &slots, 1, p->end_s, follow, p->judged) != SW_OK)
                status = sw_err_memory(err);
        }
        p->without_limit = totals->without_limit;
    }
    sw_replay_free(r);
    sw_trace_free(t);
    return status;
}

static struct sw_gangs_tally *tally_of(const struct sw_gangs *s, size_t price, size_t wait, uint64_t run, size_t class)
{
    /* The class goes round fastest, then run, wait and price. */
    return &s->tally[((price * s->n_waits + wait) * (s->n_runs + 1) + run) * SW_GANGS_CLASSES + class];
}

const struct sw_gangs_tally *sw_gangs_tally_of(const struct sw_gangs *s, size_t price, size_t wait, uint64_t run,
                                               size_t class)
{
    return tally_of(s, price, wait, run, class);
}

double sw_gangs_mean(const struct sw_gangs *s, size_t price, size_t wait, uint64_t run, size_t class)
{
    const struct sw_gangs_tally *t = tally_of(s, price, wait, run, class);
    return t->jobs > 0 ? t->sum_s / (double)t->jobs : NAN;
}

/* ---- all of them -------------------------------------------------------------------------------------------- */

/* A price, a wait and a day, for the crew. */
struct item { struct crew_work work; const struct sw_gangs *s; size_t price, wait; uint64_t run; };

static int run_item(struct crew_work *work, struct sw_err *err)
{
    const struct item *of = (const struct item *)work;
    const struct sw_gangs *s = of->s;
    struct gangs_replay p = { .s = s, .tally = tally_of(s, of->price, of->wait, of->run, SW_GANGS_ALL) };
    struct sw_options opt = *s->ask.opt;
    /* Only waits for one switch are weighed; G8 knows of more. */
    opt.gang.switches = 1;
    opt.gang.switches_us = s->wait[of->wait].us;
    opt.penalty_off = s->price[of->price];
    /* The seed is the day's, so all waits and prices meet the same. */
    opt.seed += of->run;
    opt.jitter_us = of->run > 0 ? s->jitter_us : 0;
    return replay_gangs(&p, &opt, err);
}

static int run_items(struct item *of, size_t n, uint64_t threads, struct sw_err *err)
{
    /* This thread works with the others, which is why `threads` counts it. */
    struct crew *crew;
    if (crew_start(&crew, threads, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++)
        crew_add(crew, NULL, &of[i].work, CREW_LAST);
    const int status = crew_wait(crew, NULL, err);
    crew_end(crew);
    return status;
}

static int try_all(struct sw_gangs *s, struct sw_err *err)
{
    const size_t runs = s->n_runs + 1, n = s->n_prices * s->n_waits * runs;
    struct item *of = calloc(n, sizeof *of);
    s->tally = calloc(n * SW_GANGS_CLASSES, sizeof *s->tally);
    for (size_t i = 0; of && i < n; i++)
        /* Runs go round fastest, then waits, then prices. */
        of[i] = (struct item){ { .run = run_item }, s, i / runs / s->n_waits, i / runs % s->n_waits, i % runs };
    const int status = of && s->tally ? run_items(of, n, s->ask.threads, err) : sw_err_memory(err);
    free(of);
    return status;
}

/* ---- what is tried ------------------------------------------------------------------------------------------ */

static void add_wait(struct sw_gangs *s, int64_t us)
{
    char time[SW_NUM_MAX + 1];
    /* A wait that is there already is not there twice. */
    for (size_t i = 0; i < s->n_waits; i++)
        if (s->wait[i].us == us)
            return;
    struct sw_gangs_wait *wait = &s->wait[s->n_waits++];
    wait->us = us;
    time[sw_num_put_time(time, us)] = '\0';
    snprintf(wait->text, sizeof wait->text, us > 0 ? "1@%ss%s" : "none", time,
             s->ask.opt->gang.since_first ? ",first" : "");
}

/* No log tells what crossing switches costs. Without a price several are tried, from none to twice the time. */
static void make_prices(struct sw_gangs *s)
{
    static const double tried[] = { 1, 1.1, 1.2, 1.5, 2 };
    if (s->ask.price_given) {
        s->price[s->n_prices++] = s->ask.opt->penalty_off;
        return;
    }
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
        s->price[s->n_prices++] = tried[i];
}

/* Fewer days of large logs: a day is replayed under each wait at each price. */
static uint64_t runs_for(size_t n_jobs)
{
    uint64_t n = n_jobs > 0 ? 50000 / n_jobs : 10;
    return n > 10 ? 10 : n < 4 ? 4 : n;
}

/* ---- the witness of the log ---------------------------------------------------------------------------------- */

static double relative(double replayed_s, double recorded_s)
{
    return recorded_s > 0 ? replayed_s / recorded_s - 1 : NAN;
}

/* The log as it was: what its jobs took there holds what crossing switches cost them. */
static int back_test(struct sw_gangs *s, struct sw_err *err)
{
    struct sw_options opt = *s->ask.opt;
    struct gangs_replay own = { .s = s, .load = sw_load_new(), .judged = &s->load }, sjf = { .s = s };
    double recorded_s = 0, run_s = 0;
    for (size_t i = 0; i < s->log->n; i++)
        if (s->log->job[i].response_us >= 0) {
            recorded_s += study_seconds(s->log->job[i].response_us);
            run_s += study_seconds(s->log->job[i].run_us);
        }
    opt.penalty_off = opt.penalty_rack = 1;
    int status = !own.load ? sw_err_memory(err) : replay_gangs(&own, &opt, err);
    sw_load_free(own.load);
    opt.gang.switches_us = 0;
    opt.gang.reservations = SW_BLOCKED_ENDS;
    if (status == SW_OK)
        status = sw_options_set(&opt, "order", "sjf", err);
    if (status == SW_OK)
        status = replay_gangs(&sjf, &opt, err);
    /* Only plans of backfill read limits. */
    s->n_without_limit = s->ask.opt->gang.reservations > 0 ? own.without_limit : 0;
    s->recorded_s = s->log->n_recorded > 0 ? recorded_s / (double)s->log->n_recorded : NAN;
    s->error = relative(own.compared_s, recorded_s);
    s->error_endless = relative(run_s, recorded_s);
    s->error_sjf = relative(sjf.compared_s, recorded_s);
    return status;
}

/* ---- differences ---------------------------------------------------------------------------------------------- */

struct sw_gangs_change sw_gangs_compare(const struct sw_gangs *s, size_t price, size_t wait, size_t other, size_t class,
                                  double level)
{
    struct sw_moments m = { 0 };
    struct sw_gangs_change c;
    for (uint64_t run = 0; run <= s->n_runs; run++)
        /* Both waits of a pair have the same day. */
        sw_moments_add(&m, sw_gangs_mean(s, price, wait, run, class) / sw_gangs_mean(s, price, other, run, class) - 1);
    c.mean = m.mean;
    c.interval = sw_moments_interval(&m, level);
    double recorded = sw_gangs_mean(s, price, wait, 0, class) / sw_gangs_mean(s, price, other, 0, class) - 1;
    /* One day alone has no interval. */
    if (isnan(c.interval.lo) || isnan(recorded))
        return c;
    c.interval.lo = fmin(c.interval.lo, recorded); /* the day that was is one of them */
    c.interval.hi = fmax(c.interval.hi, recorded);
    return c;
}

/* ---- the study ------------------------------------------------------------------------------------------------ */

static int look_at_log(struct sw_gangs *s, struct sw_trace *trace, struct sw_err *err)
{
    snprintf(s->format, sizeof s->format, "%s", sw_trace_format(trace)->name);
    if (gangs_log_read(&s->log, trace, err) != SW_OK)
        return SW_FAIL;
    s->n_faults = sw_damage_total(sw_trace_damage(trace));
    s->n_jobs = s->log->n;
    s->n_recorded = s->log->n_recorded;
    s->placed = s->log->placed;
    s->largest_rack = 0;
    for (uint32_t r = 0; r < s->ask.cl->n_racks; r++) {
        uint64_t n = s->ask.cl->rack_first[r + 1] - s->ask.cl->rack_first[r];
        s->largest_rack = n > s->largest_rack ? n : s->largest_rack;
    }
    for (size_t i = 0; i < s->log->n; i++) {
        s->n_several += s->log->job[i].nodes > 1;
        s->n_too_wide += s->log->job[i].nodes > s->largest_rack;
    }
    return SW_OK;
}

static int replay_all(struct sw_gangs *s, struct sw_err *err)
{
    const struct gangs_log *log = s->log;
    /* The wait in force first, then others; one of them is none. */
    static const int64_t tried_s[] = { 0, 300, 1200, 3600, 14400 };
    add_wait(s, s->ask.opt->gang.switches_us);
    for (size_t i = 0; i < sizeof tried_s / sizeof *tried_s; i++)
        add_wait(s, tried_s[i] * SW_US_PER_S);
    /* It ends, for a wait of 0 is among those that are tried. */
    while (s->wait[s->none].us > 0)
        s->none++;
    make_prices(s);
    /* Bonferroni's: one interval for each other wait at each price. */
    s->level = 1 - 0.05 / (double)((s->n_waits - 1) * s->n_prices);
    s->n_runs = s->ask.n_runs > 0 ? s->ask.n_runs : runs_for(log->n);
    if (days_jitter(&log->job->submit_us, sizeof *log->job, log->n, &s->jitter_us, err) != SW_OK
        || back_test(s, err) != SW_OK)
        return SW_FAIL;
    return try_all(s, err);
}

int sw_gangs_run(struct sw_gangs *s, struct sw_trace *trace, const struct sw_gangs_ask *ask, struct sw_err *err)
{
    *s = (struct sw_gangs){ .ask = *ask };
    if (ask->opt->gang.switches_us && ask->opt->gang.switches > 1) {
        sw_trace_free(trace);
        return sw_err_usage(err, "--switches: waits for one rack are weighed, not for %u", ask->opt->gang.switches);
    }
    if (look_at_log(s, trace, err) != SW_OK)
        return SW_FAIL;
    /* sw_gangs_decide() says which of these it was. A job that is too wide has several nodes, as racks have two and
     * more here. */
    if (s->n_jobs == 0 || ask->cl->n_racks == 1 || s->largest_rack == 1
        || s->n_several - s->n_too_wide < SW_GANGS_FEWEST)
        return SW_OK;
    /* Jobs that fit under a switch, and in the log's own replay without a wait ran across several. */
    struct sw_gangs_tally tally[SW_GANGS_CLASSES] = { { 0 } };
    struct sw_options opt = *s->ask.opt;
    struct gangs_replay p = { .s = s, .tally = tally };
    opt.gang.switches_us = 0;
    opt.penalty_off = opt.penalty_rack = 1;
    if (replay_gangs(&p, &opt, err) != SW_OK)
        return SW_FAIL;
    s->n_across = tally->across > s->n_too_wide ? tally->across - s->n_too_wide : 0;
    return s->n_across < SW_GANGS_FEWEST ? SW_OK : replay_all(s, err);
}

void sw_gangs_clear(struct sw_gangs *s)
{
    free(s->tally);
    gangs_log_free(s->log);
    *s = (struct sw_gangs){ .ask = { NULL } };
}
