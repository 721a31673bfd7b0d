/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study.c - one log under its own wait and under others, over days that might have been. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/log/measure.h"
#include "lib/study/shares.h"
#include "lib/study/study.h"
#include "lib/study/waited.h"

/* ---- a day -------------------------------------------------------------------------------------- */

struct study;
/* What is drawn for a day: hosts, and a part of the log, where it is one of a part. NULL: those of the day that was.
 * Pools at prices of their own have a part on that one, too. */
struct day {
    struct study *of;
    uint64_t run;
    struct part all;
    struct sw_text *hosts;
    char *text;                  /* of them, where they are drawn */
    struct log_columns *columns; /* in the place of both */
    const struct part *part, *of_pools;
    struct item { struct crew_work work; struct day *day; size_t price, wait, to; } *items; /* waits before `to` */
    size_t n_items;
    atomic_bool all_near[SW_PRICES][SW_CANDIDATES]; /* it was replayed, and no task ran far from its data */
    struct sw_day_outcome out[SW_CANDIDATES]; /* at the measured price */
};

/* What follows from the day that was alone. It sees the study as it was then. */
struct aside {
    struct crew_work work;
    struct sw_study *s, seen;
    struct sw_shares *shares;
};
enum { ASIDE_SHARES, ASIDE_KEPT, ASIDE_EVEN, N_ASIDES };

struct study {
    struct sw_study *s;
    struct backtest back[SW_LOG_MODELS];
    struct sw_text *hosts;       /* of each task, on the day that was drawn last */
    struct day **day;            /* by run; NULL: not drawn, or done */
    uint64_t next, first;        /* to be drawn; of those that are not done */
    struct aside *aside;         /* NULL: the day that was is not done */
};

/* ---- a wait in a run ----------------------------------------------------------------------------- */

/* Of the day that was more is kept. */
static int try_recorded(struct sw_study *s, struct one *p, struct sw_err *err)
{
    struct waited waited = waited_start(s->ask.log->cl);
    p->response_us = s->tried[p->wait].response_us;
    p->used = waited_take;
    p->context = &waited;
    p->load = p->wait == 0 ? &s->load : NULL;
    int status = one_run(p, err);
    if (status == SW_OK)
        status = waited_sum(&waited, &p->out.free_s, &p->out.used_s, err);
    waited_clear(&waited);
    return status;
}

static int try_run(struct day *day, size_t price, size_t wait, struct sw_err *err)
{
    struct sw_study *s = day->of->s;
    struct sw_study_price *of = &s->price[price];
    const struct sw_cost c = price < SW_PRICE_POOLS ? s->cost[day->run] : (struct sw_cost){ of->rack, of->any };
    struct one p = { .s = s, .wait = wait, .run = day->run, .rack = c.rack, .any = c.any, .hosts = day->hosts,
                     .columns = day->columns,
                     .part = price >= SW_PRICE_POOLS ? day->of_pools : day->part, .price = &price,
                     .other = price == SW_PRICE_ORDER,
                     .response_us = price == SW_PRICE_ORDER && day->run == 0 ? s->other.response_us : NULL };
    const bool recorded = day->run == 0 && price == SW_PRICE_MEASURED;
    const int status = recorded ? try_recorded(s, &p, err) : one_run(&p, err);
    day->all_near[price][wait] = p.out.placed.rack + p.out.placed.any == 0 && !p.out.again;
    if (price == SW_PRICE_MEASURED)
        day->out[wait] = p.out;
    return status;
}

/* ---- a day under all waits ------------------------------------------------------------------------ */

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

#define OWN SIZE_MAX             /* no other wait serves */

/* A wait under which no task ran far from its data leaves nothing to a longer one; and without preferences none does
 * anything. Such a wait that was replayed, or OWN. */
static size_t same_as(const struct day *day, size_t price, size_t wait)
{
    const struct sw_study *s = day->of->s;
    const struct sw_candidate *to = &s->waits.at[wait];
    for (size_t i = 0; i < wait; i++) {
        const struct sw_candidate *of = &s->waits.at[i];
        const bool longer = to->node >= of->node && to->rack >= of->rack && (to->process == of->process || !s->cached);
        if ((longer || !prefer_hosts(s)) && day->all_near[price][i])
            return i;
    }
    return OWN;
}

static int run_item(struct crew_work *work, struct sw_err *err)
{
    const struct item *item = (const struct item *)work;
    struct day *day = item->day;
    for (size_t wait = item->wait; wait < item->to; wait++) {
        if (!is_wanted(day->of->s, item->price, wait, day->run))
            continue;
        if (same_as(day, item->price, wait) == OWN && try_run(day, item->price, wait, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* Where one wait tells of all they are one after the other. */
static void add_items(struct day *day, size_t from_price, size_t to_price)
{
    struct sw_study *s = day->of->s;
    const size_t step = prefer_hosts(s) ? 1 : s->waits.n;
    for (size_t price = from_price; price < to_price; price++)
        for (size_t wait = 0; wait < s->waits.n; wait += step) {
            if (step == 1 && !is_wanted(s, price, wait, day->run))
                continue;
            struct item *item = &day->items[day->n_items++];
            *item = (struct item){ { .run = run_item }, day, price, wait, wait + step };
            crew_add(s->inside->crew, &item->work, CREW_LAST);
        }
}

static void copy_run(struct sw_study *s, size_t price, size_t to, size_t from, uint64_t run)
{
    for (size_t i = price; i < s->n_prices; i++)
        if (s->price[i].wanted && s->price[i].first == price)
            memcpy(s->price[i].tally[to][run], s->price[i].tally[from][run], sizeof s->price[i].tally[to][run]);
    if (price == SW_PRICE_MEASURED && run == 0)
        memcpy(s->tried[to].response_us, s->tried[from].response_us, s->ask.log->n_jobs * sizeof(int64_t));
}

/* A wait's goal on the day. Whatever serves for it stands before it. */
static int take_goal(struct day *day, size_t wait, size_t same, struct sw_err *err)
{
    struct sw_study *s = day->of->s;
    struct sw_day_outcome *o = &day->out[wait];
    if (same != OWN)
        *o = day->out[same];
    else if (day->part && parts_to_whole(s, wait, day->part, o, err) != SW_OK)
        return SW_FAIL;
    if (day->run == 0)
        s->tried[wait].recorded = *o;
    s->tried[wait].run_s[day->run] = goals_of(s, o);
    s->tried[wait].run_p95_s[day->run] = o->p95_s;
    return SW_OK;
}

static void day_free(struct day *day)
{
    free(day->hosts);
    free(day->text);
    columns_free(day->columns);
    free(day->items);
    free(day);
}

static bool is_done(const struct day *day)
{
    for (size_t i = 0; i < day->n_items; i++)
        if (!crew_is_done(day->of->s->inside->crew, &day->items[i].work))
            return false;
    return true;
}

/* The first of those that are not done. */
static int finish_day(struct study *of, struct sw_err *err)
{
    struct sw_study *s = of->s;
    struct day *day = of->day[of->first];
    int status = SW_OK;
    for (size_t i = 0; i < day->n_items; i++)
        if (crew_wait(s->inside->crew, &day->items[i].work, err) != SW_OK)
            status = SW_FAIL;
    for (size_t k = 0; k < day->n_items * s->waits.n && status == SW_OK; k++) {
        const struct item *item = &day->items[k / s->waits.n];
        const size_t wait = k % s->waits.n;
        if (wait < item->wait || wait >= item->to || !is_wanted(s, item->price, wait, day->run))
            continue;
        const size_t same = same_as(day, item->price, wait); /* the first that serves, whichever were done first */
        if (same != OWN)
            copy_run(s, item->price, wait, same, day->run);
        if (item->price == SW_PRICE_MEASURED)
            status = take_goal(day, wait, same, err);
    }
    of->day[of->first++] = NULL;
    day_free(day);
    return status;
}

/* ---- days ---------------------------------------------------------------------------------------- */

static int run_even(struct crew_work *work, struct sw_err *err)
{
    return even_find(&((struct aside *)work)->seen, err);
}

static int run_kept(struct crew_work *work, struct sw_err *err)
{
    return kept_find(&((struct aside *)work)->seen, err);
}

static int run_shares(struct crew_work *work, struct sw_err *err)
{
    struct aside *a = (struct aside *)work;
    return a->s->ask.shares ? shares_run(a->s, &a->shares, err) : SW_OK;
}

/* What follows from the day that was alone, and what other days wait for. */
static int look_at_recorded(struct study *of, struct sw_err *err)
{
    static int (*const run[])(struct crew_work *work, struct sw_err *err)
        = { [ASIDE_SHARES] = run_shares, [ASIDE_KEPT] = run_kept, [ASIDE_EVEN] = run_even };
    struct sw_study *s = of->s;
    if (finish_day(of, err) != SW_OK)
        return SW_FAIL;
    if (!(of->aside = calloc(N_ASIDES, sizeof *of->aside)))
        return sw_err_memory(err);
    const struct sw_located *own = &s->tried[0].recorded.placed;
    s->replayed_near = (double)own->node / (double)(own->node + own->rack + own->any);
    for (size_t i = 0; i < N_ASIDES; i++) {
        of->aside[i] = (struct aside){ { .run = run[i] }, s, *s, NULL };
        crew_add(s->inside->crew, &of->aside[i].work, CREW_NEXT);
    }
    for (uint64_t at = of->first; at < of->next; at++)
        add_items(of->day[at], SW_PRICE_POOLS, s->n_prices);
    return SW_OK;
}

/* Of a study that failed, too. */
static int take_asides(struct study *of, struct sw_err *err)
{
    struct sw_study *s = of->s;
    int status = SW_OK;
    for (size_t i = 0; of->aside && i < N_ASIDES; i++)
        if (crew_wait(s->inside->crew, &of->aside[i].work, err) != SW_OK)
            status = SW_FAIL;
    if (of->aside) {
        s->pays = of->aside[ASIDE_EVEN].seen.pays;
        s->pays_from = of->aside[ASIDE_EVEN].seen.pays_from;
        s->shares = of->aside[ASIDE_SHARES].shares;
    }
    return status;
}

/* By the days that were replayed. */
static int compare_days(struct study *of, struct sw_err *err)
{
    struct sw_study *s = of->s;
    for (size_t i = 0; i < SW_LOG_MODELS; i++)
        if (crew_wait(s->inside->crew, &of->back[i].work, err) != SW_OK)
            return SW_FAIL;
    if (crew_wait(s->inside->crew, &of->aside[ASIDE_KEPT].work, err) != SW_OK)
        return SW_FAIL;
    s->kept = of->aside[ASIDE_KEPT].seen.kept;
    backtest_finish(of->back);
    goals_compare(s);
    return SW_OK;
}

/* The day's own hosts, as those that were drawn last move on. */
static int keep_hosts(struct study *of, struct day *day, const struct sw_log *log, struct sw_err *err)
{
    const struct task_range tasks = tasks_of(log);
    if (one_columns(of->s, log, of->hosts, &day->columns, err) != SW_OK)
        return SW_FAIL;
    if (day->columns)
        return SW_OK;
    if (!(day->hosts = calloc(of->s->ask.log->n_tasks + 1, sizeof *day->hosts)))
        return sw_err_memory(err);
    memcpy(day->hosts + tasks.from, of->hosts + tasks.from, (tasks.to - tasks.from) * sizeof *day->hosts);
    day->text = of->s->inside->hosts ? hosts_take(of->s->inside->hosts) : NULL;
    return SW_OK;
}

static int draw_day(struct study *of, struct sw_err *err)
{
    struct sw_study *s = of->s;
    struct day *day = of->day[of->next] = calloc(1, sizeof *day);
    if (!day || !(day->items = calloc(s->n_prices * s->waits.n, sizeof *day->items)))
        return sw_err_memory(err);
    day->of = of;
    day->run = of->next++;
    if (s->in_parts) {
        day->all = parts_of_day(s, day->run);
        day->of_pools = &day->all;
    }
    if (day->run == 0)
        return SW_OK;
    day->part = day->of_pools;
    const struct sw_log *log = day->part ? &day->all.log : s->ask.log;
    if (s->inside->hosts && guesses_draw(s, log, day->run, of->hosts, err) != SW_OK)
        return SW_FAIL;
    days_draw(of->hosts, log, s->opt->seed, day->run);
    return keep_hosts(of, day, log, err);
}

/* All days that have been drawn. */
static int finish_days(struct study *of, struct sw_err *err)
{
    if (!of->aside && look_at_recorded(of, err) != SW_OK)
        return SW_FAIL;
    while (of->first < of->next)
        if (finish_day(of, err) != SW_OK)
            return SW_FAIL;
    of->s->n_runs = of->next - 1;
    for (size_t i = 0; i < of->s->waits.n; i++)
        if (!of->s->tried[i].left)
            of->s->tried[i].last_run = of->s->n_runs;
    return compare_days(of, err);
}

/* The next day, while others are replayed. It does not wait for the day that was; pools on it do. */
static int begin_day(struct study *of, struct sw_err *err)
{
    struct sw_study *s = of->s;
    const struct sw_study_ask *ask = &s->ask;
    crew_help(s->inside->crew);
    if (of->next > 0 && !of->aside && is_done(of->day[0]) && look_at_recorded(of, err) != SW_OK)
        return SW_FAIL;
    crew_help(s->inside->crew);
    while (of->aside && of->first < of->next && is_done(of->day[of->first]))
        if (finish_day(of, err) != SW_OK)
            return SW_FAIL;
    if (ask->tell)
        ask->tell(ask->context, of->next, s->most_runs);
    if (draw_day(of, err) != SW_OK)
        return SW_FAIL;
    add_items(of->day[of->next - 1], 0, of->aside || of->next == 1 ? s->n_prices : SW_PRICE_POOLS);
    return SW_OK;
}

static int run_days(struct study *of, struct sw_err *err)
{
    struct sw_study *s = of->s;
    const struct sw_study_ask *ask = &s->ask;
    while (of->next <= s->most_runs) {
        if (begin_day(of, err) != SW_OK)
            return SW_FAIL;
        if (ask->n_runs > 0 || !decide_is_look(of->next - 1, s->most_runs))
            continue;
        if (finish_days(of, err) != SW_OK)
            return SW_FAIL;
        if (decide_enough(s))
            break;
    }
    if (ask->tell)
        ask->tell(ask->context, s->most_runs + 1, s->most_runs);
    return finish_days(of, err);
}

/* What is left of days when the study has failed. */
static void leave_days(struct study *of)
{
    struct sw_err unsaid;
    for (uint64_t run = 0; of->day && run <= of->s->most_runs; run++)
        if (of->day[run]) {
            for (size_t i = 0; i < of->day[run]->n_items; i++)
                (void)!crew_wait(of->s->inside->crew, &of->day[run]->items[i].work, &unsaid);
            day_free(of->day[run]);
        }
    free(of->day);
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

/* Of run 0. What they are made of is not needed then. */
static int take_columns(struct sw_study *s, struct sw_err *err)
{
    struct inside *own = s->inside;
    if (one_columns(s, s->ask.log, own->recorded_hosts, &own->columns, err) != SW_OK)
        return SW_FAIL;
    if (!own->columns)
        return SW_OK;
    free(own->recorded_hosts);
    free(own->recorded_text);
    own->recorded_hosts = NULL;
    own->recorded_text = NULL;
    return SW_OK;
}

static int try_all(struct study *of, struct sw_err *err)
{
    struct sw_study *s = of->s;
    const struct sw_log *log = s->ask.log;
    s->goal_is_end = goals_is_end(log);
    s->hidden = hosts_are_hidden(log);
    s->in_parts = parts_has(s);
    s->most_runs = s->ask.n_runs > 0 ? s->ask.n_runs : runs_for(s);
    s->level = 0.95;
    if (prices_draw(s, err) != SW_OK || goals_of_log(s, err) != SW_OK || guesses_find(s, err) != SW_OK
        || take_columns(s, err) != SW_OK || order_find(s, err) != SW_OK || make_room(s, err) != SW_OK)
        return SW_FAIL;
    /* What follows an end does not come by chance. */
    if (!s->goal_is_end
        && days_jitter(&log->jobs->submit_us, sizeof *log->jobs, log->n_jobs, &s->jitter_us, err) != SW_OK)
        return SW_FAIL;
    if (days_start(&of->hosts, log, err) != SW_OK)
        return SW_FAIL;
    if (!(of->day = calloc(s->most_runs + 1, sizeof(struct day *))))
        return sw_err_memory(err);
    return run_days(of, err);
}

static int test_back(struct study *of, struct sw_err *err)
{
    struct sw_study *s = of->s;
    if (backtest_start(&s->back, s->ask.log, err) != SW_OK)
        return SW_FAIL;
    for (int i = 0; i < SW_LOG_MODELS; i++) {
        of->back[i] = (struct backtest){ .work = { .run = backtest_replay }, .b = &s->back, .log = s->ask.log,
            .opt = s->ask.opt, .pools = s->ask.pools, .model = (enum sw_model_of_log)i };
        crew_add(s->inside->crew, &of->back[i].work, CREW_LAST);
    }
    return SW_OK;
}

/* Whatever was begun is done when it returns. */
static int run_study(struct study *of, struct sw_err *err)
{
    struct sw_study *s = of->s;
    if (test_back(of, err) != SW_OK)
        return SW_FAIL;
    int status = measure(s, err);
    if (crew_wait(s->inside->crew, &of->back[SW_LOG_OWN].work, err) != SW_OK)
        status = SW_FAIL;
    if (status == SW_OK)
        status = try_all(of, err);
    if (take_asides(of, err) != SW_OK)
        status = SW_FAIL;
    for (int i = 0; i < SW_LOG_MODELS; i++)
        if (crew_wait(s->inside->crew, &of->back[i].work, err) != SW_OK)
            status = SW_FAIL;
    leave_days(of);
    free(of->hosts);
    free(of->aside);
    return status;
}

int sw_study_run(struct sw_study *s, const struct sw_study_ask *ask, struct sw_err *err)
{
    struct study of = { .s = s };
    *s = (struct sw_study){ .ask = *ask, .opt = malloc(sizeof *s->opt), .inside = calloc(1, sizeof *s->inside) };
    if (!s->opt || !s->inside)
        return sw_err_memory(err);
    *s->opt = *ask->opt;
    return crew_start(&s->inside->crew, ask->threads, err) == SW_OK ? run_study(&of, err) : SW_FAIL;
}

static void free_inside(struct inside *own)
{
    if (!own)
        return;
    crew_end(own->crew);
    even_free(&own->even);
    hosts_end(own->hosts);
    free(own->recorded_hosts);
    free(own->recorded_text);
    columns_free(own->columns);
    free(own);
}

void sw_study_clear(struct sw_study *s)
{
    free_inside(s->inside);
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
    sw_cluster_free(s->racks_cl);
    sw_backtest_clear(&s->back);
    *s = (struct sw_study){ 0 };
}
