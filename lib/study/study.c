/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study.c - one log under its own wait and under others, over days that might have been. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "lib/log/measure.h"
#include "lib/study/shares.h"
#include "lib/study/study.h"
#include "lib/study/waited.h"

/* ---- a wait in a run ----------------------------------------------------------------------------- */

/* Of the day that was more is kept. */
static int try_recorded(struct sw_study *s, struct one *p, struct sw_err *err)
{
    struct sw_tried *t = &s->tried[p->wait];
    struct waited waited = { 0 };
    p->response_us = t->response_us;
    p->waited = &waited;
    p->load = p->wait == 0 ? &s->load : NULL;
    waited_add_slots(&waited, s->ask.log->cl);
    int status = one_run(p, err);
    if (status == SW_OK)
        status = waited_sum(&waited, &p->out.free_s, &p->out.used_s, err);
    waited_clear(&waited);
    t->recorded = p->out;
    return status;
}

static int try_run(struct sw_study *s, size_t price, size_t wait, uint64_t run, const struct sw_text *hosts,
                   struct sw_err *err)
{
    struct sw_study_price *of = &s->price[price];
    struct one p = { .s = s, .wait = wait, .run = run, .rack = of->rack, .any = of->any, .hosts = hosts,
                     .elsewhere = price == SW_PRICE_ELSEWHERE, .pool = of->pool,
                     .tally = study_tally(s, price, wait, run, SW_CLASS_ALL) };
    int status = run == 0 && price == SW_PRICE_MEASURED ? try_recorded(s, &p, err) : one_run(&p, err);
    of->goal_s[study_place(s, wait, run)] = goals_of(s, &p.out);
    if (price == SW_PRICE_MEASURED)
        s->tried[wait].run_s[run] = goals_of(s, &p.out);
    return status;
}

/* ---- a day under all waits ------------------------------------------------------------------------ */

struct crew {                    /* threads that take one wait after the other */
    struct sw_study *s;
    const struct sw_text *hosts; /* of the day */
    uint64_t run;
    atomic_size_t next;
    atomic_bool failed;
    struct sw_err *err;          /* the first failure's */
};

/* Whether a day is replayed at a price. */
static bool is_wanted(const struct sw_study *s, size_t price, uint64_t run)
{
    return s->price[price].wanted && (run == 0 || price == SW_PRICE_MEASURED || price >= SW_PRICE_POOLS);
}

static void *work(void *context)
{
    struct crew *c = context;
    struct sw_err err = { 0 };
    size_t i, n = c->s->waits.n;
    while (!c->failed && (i = c->next++) < n * c->s->n_prices)
        if (is_wanted(c->s, i / n, c->run) && try_run(c->s, i / n, i % n, c->run, c->hosts, &err) != SW_OK
            && !atomic_exchange(&c->failed, true))
            *c->err = err;
    return NULL;
}

static int run_day(struct sw_study *s, uint64_t run, const struct sw_text *hosts, struct sw_err *err)
{
    enum { MOST = 64 };
    struct crew c = { .s = s, .hosts = hosts, .run = run, .err = err };
    pthread_t other[MOST];
    size_t n = 0;
    while (n < MOST && n + 1 < s->ask.threads && pthread_create(&other[n], NULL, work, &c) == 0)
        n++;
    work(&c);
    for (size_t i = 0; i < n; i++)
        pthread_join(other[i], NULL);
    return c.failed ? SW_FAIL : SW_OK;
}

/* ---- hosts that the log does not name ------------------------------------------------------------- */

static double share_near(const struct sw_located *p) { return (double)p->node / (double)(p->node + p->rack + p->any); }

/* How data may lie, from what brings most tasks near it to what brings fewest: blocks on several hosts; on one; on the
 * hottest hosts more than the tasks that ran near them show, because a hot host is full. */
static const struct lie { uint64_t replicas; double power; } lies[] = {
    { 3, 1 }, { 2, 1 }, { 1, 1 }, { 1, 1.5 }, { 1, 2 }, { 1, 3 }, { 1, 5 }
};

/* The locality that the log's own wait brings then. */
static int replay_near(struct sw_study *s, const struct lie *lie, double *near, struct sw_err *err)
{
    struct one p = { .s = s, .rack = s->price[SW_PRICE_MEASURED].rack, .any = s->price[SW_PRICE_MEASURED].any };
    hosts_sharpen(s->hosts, lie->power);
    if (hosts_draw(s->hosts, lie->replicas, s->opt->seed, 0, s->recorded_hosts, err) != SW_OK
        || one_run(&p, err) != SW_OK)
        return SW_FAIL;
    *near = share_near(&p.out.placed);
    return SW_OK;
}

/* Those that meet the recorded locality as well as the best does may each be the true one: days take turns. */
static void keep_lies(struct sw_study *s, const double near[], size_t n)
{
    double best = INFINITY;
    for (size_t i = 0; i < n; i++)
        best = fmin(best, fabs(near[i] - s->near)); /* NaN: not tried */
    for (size_t i = 0; i < n; i++)
        if (fabs(near[i] - s->near) <= best + SW_STUDY_AS_NEAR)
            s->lies[s->n_lies++] = (uint8_t)i;
    const size_t middle = s->lies[s->n_lies / 2];
    s->replicas = lies[middle].replicas;
    s->replayed_near = near[middle];
}

/* The hosts of a day. */
static int draw_hosts(struct sw_study *s, uint64_t run, struct sw_text *hosts, struct sw_err *err)
{
    const struct lie *lie = &lies[s->lies[(s->n_lies / 2 + run) % s->n_lies]];
    hosts_sharpen(s->hosts, lie->power);
    return hosts_draw(s->hosts, lie->replicas, s->opt->seed, run, hosts, err);
}

static int find_hosts(struct sw_study *s, struct sw_err *err)
{
    enum { N = sizeof lies / sizeof *lies };
    const struct sw_log *log = s->ask.log;
    double near[N];
    if (!(s->hidden = hosts_are_hidden(log)))
        return SW_OK;
    if (hosts_start(&s->hosts, log, err) != SW_OK)
        return SW_FAIL;
    if (!(s->recorded_hosts = calloc(log->n_tasks + 1, sizeof *s->recorded_hosts)))
        return sw_err_memory(err);
    s->told = hosts_are_told(s->hosts);
    s->near = share_near(&s->back.recorded);
    for (size_t i = 0; i < N; i++) {
        near[i] = NAN;
        if ((s->ask.replication == 0 || lies[i].replicas == s->ask.replication)
            && replay_near(s, &lies[i], &near[i], err) != SW_OK)
            return SW_FAIL;
    }
    keep_lies(s, near, N);
    if (draw_hosts(s, 0, s->recorded_hosts, err) != SW_OK)
        return SW_FAIL;
    struct sw_study_price *elsewhere = &s->price[SW_PRICE_ELSEWHERE];
    *elsewhere = (struct sw_study_price){ .wanted = !s->told, .rack = s->price->rack, .any = s->price->any };
    if (s->n_prices <= SW_PRICE_ELSEWHERE)
        s->n_prices = SW_PRICE_ELSEWHERE + 1;
    return SW_OK;
}

/* ---- days ---------------------------------------------------------------------------------------- */

/* What follows from the day that was alone. */
static int look_at_recorded(struct sw_study *s, struct sw_err *err)
{
    if (even_find(s, err) != SW_OK)
        return SW_FAIL;
    return s->ask.shares ? shares_run(s, &s->shares, err) : SW_OK;
}

static int run_days(struct sw_study *s, struct days *d, struct sw_err *err)
{
    const struct sw_study_ask *ask = &s->ask;
    for (uint64_t run = 0; run <= s->n_runs; run++) {
        if (ask->tell)
            ask->tell(ask->context, run, s->n_runs);
        if (run > 0 && s->hosts && draw_hosts(s, run, d->hosts, err) != SW_OK)
            return SW_FAIL;
        if (run > 0)
            days_draw(d, ask->log, s->opt->seed, run);
        if (run_day(s, run, run > 0 ? d->hosts : NULL, err) != SW_OK
            || (run == 0 && look_at_recorded(s, err) != SW_OK))
            return SW_FAIL;
    }
    if (ask->tell)
        ask->tell(ask->context, s->n_runs + 1, s->n_runs);
    return SW_OK;
}

/* Fewer days of large logs: the work is that of about a million tasks under each wait. */
static uint64_t runs_for(size_t n_tasks)
{
    uint64_t n = n_tasks > 0 ? 1000000 / n_tasks : 10;
    return n > 10 ? 10 : n < 4 ? 4 : n;
}

/* ---- what is tried ------------------------------------------------------------------------------- */

static void draw(struct sw_study *s)
{
    s->drawn = true;
    s->opt->placement = SW_PLACE_UNIFORM;
    s->opt->replication = s->ask.replication > 0 ? s->ask.replication : 3;
}

/* What the log measures decides which waits are tried, and at which prices. */
static int measure(struct sw_study *s, struct sw_err *err)
{
    struct measure m;
    int status = measure_log(&m, s->ask.log, err);
    if (status == SW_OK) {
        estimate_sweep(&m, 0.95);
        s->release_rate = estimate_rate(&m);
        s->n_nodes = (uint64_t)m.nodes;
        status = prices_set(s, &m, err);
    }
    if (status == SW_OK)
        status = waits_make(&s->waits, &s->opt->delay, s->ask.log->cl->n_nodes, s->local_s, err);
    if (status == SW_OK && sw_family_is_time(s->waits.family))
        estimate_short_stages(&m, sw_candidate_wait(&s->waits.at[0]), &s->n_short, &s->n_reading);
    measure_clear(&m);
    return status;
}

const char sw_class_sizes[] = "10,100,1000";

uint64_t study_tasks(const struct sw_log *log, const struct sw_log_job *job)
{
    uint64_t n = 0;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
        n += log->tasks[i].last->row.kind != SW_REDUCE;
    return n;
}

static int sort_jobs(struct sw_study *s, struct sw_err *err)
{
    const struct sw_log *log = s->ask.log;
    struct sw_bins bins;
    if (sw_bins_parse("sizes", sw_class_sizes, &bins, err) != SW_OK)
        return SW_FAIL;
    if (!(s->class_of = calloc(log->n_jobs + 1, sizeof *s->class_of)))
        return sw_err_memory(err);
    for (size_t i = 0; i < log->n_jobs; i++)
        s->class_of[i] = (uint8_t)(SW_CLASS_SIZES + sw_bins_of(&bins, (double)study_tasks(log, &log->jobs[i])));
    return SW_OK;
}

static int make_room(struct sw_study *s, struct sw_err *err)
{
    const size_t n = s->waits.n * (s->n_runs + 1), n_jobs = s->ask.log->n_jobs;
    for (size_t i = 0; i < s->waits.n; i++) {
        struct sw_tried *t = &s->tried[i];
        t->run_s = calloc(s->n_runs + 1, sizeof *t->run_s);
        t->response_us = calloc(n_jobs + 1, sizeof *t->response_us);
        if (!t->run_s || !t->response_us)
            return sw_err_memory(err);
        for (size_t j = 0; j < n_jobs; j++)
            t->response_us[j] = -1;
    }
    for (size_t i = 0; i < s->n_prices; i++) {
        struct sw_study_price *of = &s->price[i];
        if (of->wanted && (!(of->goal_s = calloc(n, sizeof *of->goal_s))
                           || !(of->tally = calloc(n * SW_CLASSES, sizeof *of->tally))))
            return sw_err_memory(err);
    }
    return sort_jobs(s, err);
}

/* ---- the study ----------------------------------------------------------------------------------- */

static int try_all(struct sw_study *s, struct sw_err *err)
{
    const struct sw_log *log = s->ask.log;
    struct days d = { NULL };
    s->goal_is_end = goals_is_end(log);
    s->n_runs = s->ask.n_runs > 0 ? s->ask.n_runs : runs_for(log->n_tasks);
    s->level = 0.95;
    int status = find_hosts(s, err);
    if (status == SW_OK)
        status = make_room(s, err);
    if (status == SW_OK && !s->goal_is_end) /* what follows an end does not come by chance */
        status = days_jitter(&log->jobs->submit_us, sizeof *log->jobs, log->n_jobs, &s->jitter_us, err);
    if (status == SW_OK)
        status = goals_of_log(s, err);
    if (status == SW_OK)
        status = days_start(&d, log, err);
    if (status == SW_OK)
        status = run_days(s, &d, err);
    days_end(&d);
    if (status != SW_OK)
        return SW_FAIL;
    goals_compare(s);
    for (size_t i = 0; i < s->waits.n; i++)
        goals_compare_days(s, &s->tried[i]);
    return SW_OK;
}

int sw_study_run(struct sw_study *s, const struct sw_study_ask *ask, struct sw_err *err)
{
    *s = (struct sw_study){ .ask = *ask, .opt = malloc(sizeof *s->opt) };
    if (!s->opt)
        return sw_err_memory(err);
    *s->opt = *ask->opt;
    if (sw_backtest_run(&s->back, ask->log, s->opt, ask->pools, err) != SW_OK)
        return SW_FAIL;
    if (days_lack_hosts(ask->log))
        draw(s);
    return measure(s, err) == SW_OK ? try_all(s, err) : SW_FAIL;
}

void sw_study_clear(struct sw_study *s)
{
    for (size_t i = 0; i < SW_CANDIDATES; i++) {
        free(s->tried[i].run_s);
        free(s->tried[i].response_us);
    }
    for (size_t i = 0; i < SW_PRICES; i++) {
        free(s->price[i].goal_s);
        free(s->price[i].tally);
    }
    free(s->class_of);
    free(s->opt);
    shares_free(s->shares);
    hosts_end(s->hosts);
    free(s->recorded_hosts);
    sw_backtest_clear(&s->back);
    *s = (struct sw_study){ 0 };
}
