/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study.c - one log under its own wait and under others, over days that might have been. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "lib/log/measure.h"
#include "lib/study/shares.h"
#include "lib/study/study.h"
#include "lib/study/waited.h"

/* ---- a wait in a run ----------------------------------------------------------------------------- */

/* Of the day that was more is kept. */
static int try_recorded(struct sw_study *s, struct one *p, struct sw_err *err)
{
    struct sw_tried *t = &s->tried[p->wait];
    struct waited waited = waited_start(s->ask.log->cl);
    p->response_us = t->response_us;
    p->attempt = waited_take;
    p->context = &waited;
    p->load = p->wait == 0 ? &s->load : NULL;
    int status = one_run(p, err);
    if (status == SW_OK)
        status = waited_sum(&waited, &p->out.free_s, &p->out.used_s, err);
    waited_clear(&waited);
    t->recorded = p->out;
    return status;
}

/* What is drawn for a day: hosts, and a part of the log, where it is one of a part. NULL: those of the day that was.
 * Pools at prices of their own have a part on that one, too. */
struct drawn { const struct sw_text *hosts; const struct part *part, *of_pools; };

static int try_run(struct sw_study *s, size_t price, size_t wait, uint64_t run, const struct drawn *day, bool *all_near,
                   struct sw_err *err)
{
    struct sw_study_price *of = &s->price[price];
    const struct sw_cost c = price < SW_PRICE_POOLS ? s->cost[run] : (struct sw_cost){ of->rack, of->any };
    struct one p = { .s = s, .wait = wait, .run = run, .rack = c.rack, .any = c.any, .hosts = day->hosts,
                     .part = price >= SW_PRICE_POOLS ? day->of_pools : day->part, .price = &price,
                     .other = price == SW_PRICE_ORDER,
                     .response_us = price == SW_PRICE_ORDER && run == 0 ? s->other.response_us : NULL };
    int status = run == 0 && price == SW_PRICE_MEASURED ? try_recorded(s, &p, err) : one_run(&p, err);
    *all_near = p.out.placed.rack + p.out.placed.any == 0 && !p.out.again;
    if (status == SW_OK && price == SW_PRICE_MEASURED && day->part)
        status = parts_to_whole(s, wait, day->part, &p.out, err);
    if (price == SW_PRICE_MEASURED)
        s->tried[wait].run_s[run] = goals_of(s, &p.out), s->tried[wait].run_p95_s[run] = p.out.p95_s;
    return status;
}

/* ---- a day under all waits ------------------------------------------------------------------------ */

struct crew {                    /* threads that take one wait after the other */
    struct sw_study *s;
    atomic_bool all_near[SW_PRICES][SW_CANDIDATES]; /* it was replayed, and no task ran far from its data */
    struct drawn day;
    uint64_t run;
    atomic_size_t next;
    atomic_bool failed;
    struct sw_err *err;          /* the first failure's */
};

/* The wait that is best for the pool on the day that was. */
static bool is_best_of_pool(const struct sw_study *s, size_t first, size_t wait, size_t none)
{
    for (size_t i = first; i < s->n_prices; i++)
        if (s->price[i].first == first && prices_best_of_pool(s, i, none) == wait)
            return true;
    return false;
}

/* The other order is tried under the own wait. At the price of pools the waits that are best for them, and none. */
static bool is_wanted(const struct sw_study *s, size_t price, size_t wait, uint64_t run)
{
    const size_t none = s->waits.none;
    if (!s->price[price].wanted || s->price[price].first != price)
        return false;
    if (price == SW_PRICE_ORDER)
        return wait == 0;
    if (price >= SW_PRICE_POOLS && run > 0)
        return wait == none || is_best_of_pool(s, price, wait, none);
    return !s->tried[wait].left;
}

static bool prefer_hosts(const struct sw_study *s) { return s->back.n_wishing > 0 || s->hidden; }

/* A wait under which no task ran far from its data leaves nothing to a longer one; and without preferences none does
 * anything. Such a wait that was replayed, or SIZE_MAX. */
static size_t same_as(struct crew *c, size_t price, size_t wait)
{
    const struct sw_study *s = c->s;
    const struct sw_candidate *to = &s->waits.at[wait];
    for (size_t i = 0; i < wait; i++) {
        const struct sw_candidate *of = &s->waits.at[i];
        const bool longer = to->node >= of->node && to->rack >= of->rack && (to->process == of->process || !s->cached);
        if ((longer || !prefer_hosts(s)) && c->all_near[price][i])
            return i;
    }
    return SIZE_MAX;
}

static void copy_run(struct sw_study *s, size_t price, size_t to, size_t from, uint64_t run)
{
    for (size_t i = price; i < s->n_prices; i++)
        if (s->price[i].wanted && s->price[i].first == price)
            memcpy(s->price[i].tally[to][run], s->price[i].tally[from][run], sizeof s->price[i].tally[to][run]);
    if (price != SW_PRICE_MEASURED)
        return;
    s->tried[to].run_s[run] = s->tried[from].run_s[run];
    s->tried[to].run_p95_s[run] = s->tried[from].run_p95_s[run];
    if (run > 0)
        return;
    s->tried[to].recorded = s->tried[from].recorded;
    memcpy(s->tried[to].response_us, s->tried[from].response_us, s->ask.log->n_jobs * sizeof(int64_t));
}

static int take_wait(struct crew *c, size_t price, size_t wait, struct sw_err *err)
{
    const size_t same = same_as(c, price, wait);
    bool all_near = true;
    if (same != SIZE_MAX)
        copy_run(c->s, price, wait, same, c->run);
    else if (try_run(c->s, price, wait, c->run, &c->day, &all_near, err) != SW_OK)
        return SW_FAIL;
    c->all_near[price][wait] = all_near;
    return SW_OK;
}

static void *work(void *context)
{
    struct crew *c = context;
    struct sw_err err = { 0 };
    size_t i, n = c->s->waits.n;
    while (!c->failed && (i = c->next++) < n * c->s->n_prices)
        if (is_wanted(c->s, i / n, i % n, c->run) && take_wait(c, i / n, i % n, &err) != SW_OK
            && !atomic_exchange(&c->failed, true))
            *c->err = err;
    return NULL;
}

static int run_day(struct sw_study *s, uint64_t run, struct drawn day, struct sw_err *err)
{
    enum { MOST = 64 };
    struct crew c = { .s = s, .day = day, .run = run, .err = err };
    pthread_t other[MOST];
    size_t n = 0;
    while (n < MOST && n + 1 < s->ask.threads && pthread_create(&other[n], NULL, work, &c) == 0)
        n++;
    work(&c);
    for (size_t i = 0; i < n; i++)
        pthread_join(other[i], NULL);
    return c.failed ? SW_FAIL : SW_OK;
}

/* ---- days ---------------------------------------------------------------------------------------- */

/* What follows from the day that was alone. */
static int look_at_recorded(struct sw_study *s, struct sw_err *err)
{
    const struct sw_located *own = &s->tried[0].recorded.placed;
    s->replayed_near = (double)own->node / (double)(own->node + own->rack + own->any);
    if (even_find(s, err) != SW_OK || kept_find(s, err) != SW_OK)
        return SW_FAIL;
    return s->ask.shares ? shares_run(s, &s->shares, err) : SW_OK;
}

struct day { struct drawn drawn; struct part part; };

static int draw_day(struct sw_study *s, struct days *d, uint64_t run, struct day *day, struct sw_err *err)
{
    day->drawn = (struct drawn){ NULL };
    if (s->in_parts) {
        day->part = parts_of_day(s, run);
        day->drawn.of_pools = &day->part;
    }
    if (run == 0)
        return SW_OK;
    day->drawn.part = day->drawn.of_pools;
    const struct sw_log *log = day->drawn.part ? &day->part.log : s->ask.log;
    day->drawn.hosts = d->hosts;
    if (s->hosts && guesses_draw(s, log, run, d->hosts, err) != SW_OK)
        return SW_FAIL;
    days_draw(d, log, s->opt->seed, run);
    return SW_OK;
}

static int run_days(struct sw_study *s, struct days *d, struct sw_err *err)
{
    const struct sw_study_ask *ask = &s->ask;
    struct day day;
    for (uint64_t run = 0; run <= s->most_runs && (run == 0 || !decide_enough(s)); run++) {
        if (ask->tell)
            ask->tell(ask->context, run, s->most_runs);
        if (draw_day(s, d, run, &day, err) != SW_OK || run_day(s, run, day.drawn, err) != SW_OK
            || (run == 0 && look_at_recorded(s, err) != SW_OK))
            return SW_FAIL;
        s->n_runs = run;
        for (size_t i = 0; i < s->waits.n; i++)
            if (!s->tried[i].left)
                s->tried[i].last_run = run;
    }
    if (ask->tell)
        ask->tell(ask->context, s->most_runs + 1, s->most_runs);
    goals_compare(s);
    return SW_OK;
}

/* At most. Fewer days of large logs: the work is that of about 400,000 tasks under each wait, or twelve parts. */
static uint64_t runs_for(const struct sw_study *s)
{
    enum { DAYS_OF_PARTS = 12 };
    const size_t n_tasks = s->ask.log->n_tasks;
    if (!prefer_hosts(s))
        return 1; /* no wait does anything */
    if (s->in_parts)
        return DAYS_OF_PARTS;
    uint64_t n = n_tasks > 0 ? 400000 / n_tasks : 10;
    return n > 24 ? 24 : n < 4 ? 4 : n;
}

/* ---- what is tried ------------------------------------------------------------------------------- */

/* Cached data is in a process: "n3/7" is an executor of n3. */
static bool prefer_executors(const struct sw_log *log)
{
    for (size_t i = 0; i < log->n_tasks; i++)
        if (log->tasks[i].wish == SW_WISH_HOSTS && memchr(log->tasks[i].hosts.at, '/', log->tasks[i].hosts.len))
            return true;
    return false;
}

/* What the log measures decides which waits are tried, and at which prices. */
static int measure(struct sw_study *s, struct sw_err *err)
{
    struct measure m;
    int status = measure_log(&m, s->ask.log, err);
    s->cached = prefer_executors(s->ask.log);
    if (status == SW_OK) {
        estimate_sweep(&m, 0.95);
        s->release_rate = estimate_rate(&m);
        s->n_nodes = (uint64_t)m.nodes;
        status = prices_set(s, &m, err);
    }
    if (status == SW_OK)
        status = waits_make(&s->waits, &s->opt->delay, s->ask.log->cl->n_nodes, s->local_s,
                            s->ask.system, s->cached, err);
    if (status == SW_OK && s->waits.family == SW_FAMILY_SPARK && s->waits.at[0].node > 0)
        status = held_count(s->ask.log, s->waits.at[0].node, &s->held, err);
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
        n += log->tasks[i].last->kind != SW_REDUCE;
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
    const size_t n_jobs = s->ask.log->n_jobs;
    for (size_t i = 0; i < s->waits.n; i++) {
        struct sw_tried *t = &s->tried[i];
        t->run_s = calloc(s->most_runs + 1, sizeof *t->run_s);
        t->run_p95_s = calloc(s->most_runs + 1, sizeof *t->run_p95_s);
        t->response_us = calloc(n_jobs + 1, sizeof *t->response_us);
        if (!t->run_s || !t->run_p95_s || !t->response_us)
            return sw_err_memory(err);
        for (size_t j = 0; j < n_jobs; j++)
            t->response_us[j] = -1;
    }
    for (size_t i = 0; i < s->n_prices; i++) {
        struct sw_study_price *of = &s->price[i];
        for (size_t k = 0; of->wanted && k < s->waits.n; k++)
            if (!(of->tally[k] = calloc(s->most_runs + 1, sizeof *of->tally[k])))
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
    s->hidden = hosts_are_hidden(log);
    s->in_parts = parts_has(s);
    s->most_runs = s->ask.n_runs > 0 ? s->ask.n_runs : runs_for(s);
    s->level = 0.95;
    if (prices_draw(s, err) != SW_OK || goals_of_log(s, err) != SW_OK || guesses_find(s, err) != SW_OK
        || order_find(s, err) != SW_OK || make_room(s, err) != SW_OK)
        return SW_FAIL;
    /* What follows an end does not come by chance. */
    if (!s->goal_is_end
        && days_jitter(&log->jobs->submit_us, sizeof *log->jobs, log->n_jobs, &s->jitter_us, err) != SW_OK)
        return SW_FAIL;
    const int status = days_start(&d, log, err) == SW_OK ? run_days(s, &d, err) : SW_FAIL;
    days_end(&d);
    return status;
}

int sw_study_run(struct sw_study *s, const struct sw_study_ask *ask, struct sw_err *err)
{
    *s = (struct sw_study){ .ask = *ask, .opt = malloc(sizeof *s->opt) };
    if (!s->opt)
        return sw_err_memory(err);
    *s->opt = *ask->opt;
    if (sw_backtest_run(&s->back, ask->log, s->opt, ask->pools, err) != SW_OK)
        return SW_FAIL;
    return measure(s, err) == SW_OK ? try_all(s, err) : SW_FAIL;
}

void sw_study_clear(struct sw_study *s)
{
    for (size_t i = 0; i < SW_CANDIDATES; i++) {
        free(s->tried[i].run_s);
        free(s->tried[i].run_p95_s);
        free(s->tried[i].response_us);
        for (size_t k = 0; k < SW_PRICES; k++)
            free(s->price[k].tally[i]);
    }
    free(s->class_of);
    free(s->cost);
    free(s->opt);
    order_free(&s->other);
    shares_free(s->shares);
    hosts_end(s->hosts);
    sw_cluster_free(s->racks_cl);
    free(s->recorded_hosts);
    sw_backtest_clear(&s->back);
    *s = (struct sw_study){ 0 };
}
