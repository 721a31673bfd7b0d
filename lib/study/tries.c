/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tries.c - the waits on the days: each day is drawn, replayed under all waits that are wanted on it, and taken into
 * the study in its turn. Replays are in one list that threads take from, so days overlap. What a day comes to does not
 * depend on which replay was done first. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/study/shares.h"
#include "lib/study/study.h"
#include "lib/study/waited.h"

/* What is drawn for a day: hosts, and a part of the log, where it is one of a part. NULL: those of the day that was.
 * Pools at prices of their own have a part on that one, too. */
struct day {
    struct sw_study *s;
    uint64_t run;
    struct part all;
    struct sw_text *hosts;
    char *text;                  /* of them, where they are drawn */
    struct log_columns *columns; /* in the place of both */
    const struct part *part, *of_pools;
    struct crew_group begun;
    struct item { struct crew_work work; struct day *day; size_t price, wait, to; } *items; /* waits before `to` */
    size_t n_items;
    atomic_bool all_near[SW_PRICES][SW_CANDIDATES]; /* it was replayed, and no task ran far from its data */
    struct sw_day_outcome out[SW_CANDIDATES]; /* at the measured price */
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
    const int status = one_run(p, err);
    return waited_end(&waited, &p->out.free_s, &p->out.used_s, err) == SW_OK ? status : SW_FAIL;
}

static int try_run(struct day *day, size_t price, size_t wait, struct sw_err *err)
{
    struct sw_study *s = day->s;
    struct sw_study_price *of = &s->price[price];
    /* Pools and their prices are the same on all days; other costs are the day's. */
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

/* ---- which waits are tried on a day ----------------------------------------------------------------- */

/* At the price measured of the pool, on the day that was. Spark without any wait is never advised. */
static size_t best_of_pool(const struct sw_study *s, size_t price)
{
    size_t best = SIZE_MAX;
    double least = INFINITY;
    for (size_t i = 0; i < s->waits.n; i++) {
        if (s->waits.at[i].role == SW_ROLE_SHOWN || sw_candidate_wait(&s->waits.at[i]) == 0)
            continue;
        const double sum_s = s->price[price].tally[i][0][SW_CLASS_ALL].sum_s;
        if (sum_s < least) {
            least = sum_s;
            best = i;
        }
    }
    return best;
}

static bool is_best_of_pool(const struct sw_study *s, size_t first, size_t wait)
{
    for (size_t i = first; i < s->n_prices; i++)
        if (s->price[i].first == first && s->price[i].best == wait)
            return true;
    return false;
}

/* The other order is tried under the own wait. At the price of pools the waits that are best for them, and none. */
static bool is_wanted(const struct sw_study *s, size_t price, size_t wait, uint64_t run)
{
    if (!s->price[price].wanted || s->price[price].first != price)
        return false;
    if (price == SW_PRICE_ORDER)
        return wait == 0;
    if (price >= SW_PRICE_POOLS && run > 0)
        return wait == s->waits.none || is_best_of_pool(s, price, wait);
    return !s->tried[wait].left;
}

#define OWN SIZE_MAX             /* no other wait serves */

/* A wait under which no task ran far from its data leaves nothing to a longer one; and without preferences none does
 * anything. Such a wait that was replayed, or OWN. */
static size_t same_as(const struct day *day, size_t price, size_t wait)
{
    const struct sw_study *s = day->s;
    const struct sw_candidate *to = &s->waits.at[wait];
    for (size_t i = 0; i < wait; i++) {
        const struct sw_candidate *of = &s->waits.at[i];
        /* The wait for the process counts where tasks prefer executors. */
        const bool longer = to->node >= of->node && to->rack >= of->rack && (to->process == of->process || !s->cached);
        if ((longer || !s->inside->waits_matter) && day->all_near[price][i])
            return i;
    }
    return OWN;
}

static int run_item(struct crew_work *work, struct sw_err *err)
{
    const struct item *item = (const struct item *)work;
    struct day *day = item->day;
    for (size_t wait = item->wait; wait < item->to; wait++) {
        if (!is_wanted(day->s, item->price, wait, day->run))
            continue;
        /* What another wait serves for is not replayed. */
        if (same_as(day, item->price, wait) == OWN && try_run(day, item->price, wait, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* Where one wait tells of all they are one after the other. */
static void add_items(struct day *day, size_t from_price, size_t to_price)
{
    struct sw_study *s = day->s;
    const size_t step = s->inside->waits_matter ? 1 : s->waits.n;
    for (size_t price = from_price; price < to_price; price++)
        for (size_t wait = 0; wait < s->waits.n; wait += step) {
            if (step == 1 && !is_wanted(s, price, wait, day->run))
                continue;
            struct item *item = &day->items[day->n_items++];
            *item = (struct item){ { .run = run_item }, day, price, wait, wait + step };
            crew_add(s->inside->crew, &day->begun, &item->work, CREW_LAST);
        }
}

/* ---- a day is drawn ---------------------------------------------------------------------------------- */

/* Hosts and a part of the log; the day that was has its own. */
static int draw_day(struct sw_study *s, struct sw_err *err)
{
    struct inside *own = s->inside;
    struct day *day = own->day[own->next] = calloc(1, sizeof *day);
    /* All prices and waits, whether they are wanted or not. */
    if (!day || !(day->items = calloc(s->n_prices * s->waits.n, sizeof *day->items)))
        return sw_err_memory(err);
    day->s = s;
    day->run = own->next++;
    if (s->in_parts) {
        day->all = days_part(s->ask.log, day->run);
        day->of_pools = &day->all;
    }
    if (day->run == 0)
        return SW_OK;
    day->part = day->of_pools;
    const struct sw_log *log = day->part ? &day->all.log : s->ask.log;
    if (own->hosts && guesses_draw(s, log, day->run, own->drawn, &day->text, err) != SW_OK)
        return SW_FAIL;
    /* Within a stage they change places, as they were on the day before or as they were just drawn. */
    days_draw(own->drawn, log, s->opt->seed, day->run);
    if (one_columns(s, log, own->drawn, &day->columns, err) != SW_OK)
        return SW_FAIL;
    /* Columns hold what was drawn. */
    if (day->columns) {
        free(day->text);
        day->text = NULL;
        return SW_OK;
    }
    if (!(day->hosts = calloc(s->ask.log->n_tasks + 1, sizeof *day->hosts)))
        return sw_err_memory(err);
    const struct task_range tasks = tasks_of(log); /* those that are drawn next move on from these */
    memcpy(day->hosts + tasks.from, own->drawn + tasks.from, (tasks.to - tasks.from) * sizeof *day->hosts);
    return SW_OK;
}

/* ---- a day is taken ---------------------------------------------------------------------------------- */

static void copy_run(struct sw_study *s, size_t price, size_t to, size_t from, uint64_t run)
{
    /* Pools with the same factors are counted by the same replays. */
    for (size_t i = price; i < s->n_prices; i++)
        if (s->price[i].wanted && s->price[i].first == price)
            memcpy(s->price[i].tally[to][run], s->price[i].tally[from][run], sizeof s->price[i].tally[to][run]);
    if (price == SW_PRICE_MEASURED && run == 0)
        memcpy(s->tried[to].response_us, s->tried[from].response_us, s->ask.log->n_jobs * sizeof(int64_t));
}

/* A wait's goal on the day. Whatever serves for it stands before it. */
static int take_goal(struct day *day, size_t wait, size_t same, struct sw_err *err)
{
    struct sw_tried *t = &day->s->tried[wait];
    struct sw_day_outcome *o = &day->out[wait];
    if (same != OWN)
        *o = day->out[same];
    /* What a part came to says what the whole would. */
    else if (day->part && days_to_whole(day->part, t, o, err) != SW_OK)
        return SW_FAIL;
    if (day->run == 0)
        t->recorded = *o;
    t->run_s[day->run] = o->goal_s;
    t->run_p95_s[day->run] = o->p95_s;
    return SW_OK;
}

static void day_free(struct day *day)
{
    if (!day)
        return;
    free(day->hosts);
    free(day->text);
    columns_free(day->columns);
    free(day->items);
    free(day);
}

/* The first of those that are not taken, which is done. */
static int take_results(struct sw_study *s, struct sw_err *err)
{
    struct day *day = s->inside->day[s->inside->first];
    int status = SW_OK;
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
    s->inside->day[s->inside->first++] = NULL;
    day_free(day);
    return status;
}

/* ---- what follows from the day that was alone --------------------------------------------------------- */

static int run_even(struct crew_work *work, struct sw_err *err) { return even_find(((struct aside *)work)->s, err); }
static int run_kept(struct crew_work *work, struct sw_err *err) { return kept_find(((struct aside *)work)->s, err); }
static int run_shares(struct crew_work *work, struct sw_err *err)
{
    struct sw_study *s = ((struct aside *)work)->s;
    return s->ask.shares ? shares_run(s, &s->shares, err) : SW_OK;
}

/* Other days wait for it with their pools, and the comparison with executors that stayed. */
static void look_at_recorded(struct sw_study *s)
{
    static int (*const runs[N_ASIDES])(struct crew_work *, struct sw_err *) = { run_shares, run_kept, run_even };
    struct inside *own = s->inside;
    const struct sw_located *placed = &s->tried[0].recorded.placed;
    /* NaN where no task prefers a host. */
    s->replayed_near = (double)placed->node / (double)(placed->node + placed->rack + placed->any);
    for (size_t i = SW_PRICE_POOLS; i < s->n_prices; i++)
        if (s->price[i].wanted)
            s->price[i].best = best_of_pool(s, i);
    /* Days that were drawn ahead get their pools' replays now. */
    for (uint64_t at = own->first; at < own->next; at++)
        add_items(own->day[at], SW_PRICE_POOLS, s->n_prices);
    for (size_t i = 0; i < N_ASIDES; i++) {
        own->aside[i] = (struct aside){ { .run = runs[i] }, s };
        crew_add(own->crew, runs[i] == run_kept ? &own->compared : NULL, &own->aside[i].work, CREW_NEXT);
    }
}

/* ---- days ---------------------------------------------------------------------------------------- */

/* Those that are done, in their order; or all, which are waited for. */
static int take_days(struct sw_study *s, bool all, struct sw_err *err)
{
    struct inside *own = s->inside;
    /* Work that is there is done before more is drawn. */
    crew_help(own->crew);
    while (own->first < own->next) {
        const struct crew_group *begun = &own->day[own->first]->begun;
        if (!all && !crew_is_done(own->crew, begun))
            return SW_OK;
        if (crew_wait(own->crew, begun, err) != SW_OK || take_results(s, err) != SW_OK)
            return SW_FAIL;
        /* The day that was has just been taken. */
        if (own->first == 1)
            look_at_recorded(s);
    }
    return SW_OK;
}

/* The next day, while others are replayed. It does not wait for the day that was; pools on it do. */
static int begin_day(struct sw_study *s, struct sw_err *err)
{
    struct inside *own = s->inside;
    if (take_days(s, false, err) != SW_OK)
        return SW_FAIL;
    if (s->ask.on_run)
        s->ask.on_run(s->ask.context, own->next, s->most_runs);
    if (draw_day(s, err) != SW_OK)
        return SW_FAIL;
    /* On the day that was pools are tried under all waits. On others only once that day has told which. */
    add_items(own->day[own->next - 1], 0, own->first > 0 || own->next == 1 ? s->n_prices : SW_PRICE_POOLS);
    return SW_OK;
}

/* All days that have been drawn, and what they come to. */
static int finish_days(struct sw_study *s, struct sw_err *err)
{
    if (take_days(s, true, err) != SW_OK)
        return SW_FAIL;
    s->n_runs = s->inside->next - 1;
    /* A wait that was left has the days that it had. */
    for (size_t i = 0; i < s->waits.n; i++)
        if (!s->tried[i].left)
            s->tried[i].last_run = s->n_runs;
    if (crew_wait(s->inside->crew, &s->inside->compared, err) != SW_OK)
        return SW_FAIL;
    backtest_finish(s->inside->back);
    goals_compare(s);
    return SW_OK;
}

static int room_for_tries(struct sw_study *s, struct sw_err *err)
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
    s->inside->day = calloc(s->most_runs + 1, sizeof(struct day *));
    return s->inside->day ? SW_OK : sw_err_memory(err);
}

/* docs/decisions/advise.md, "As many days as the verdict takes": after six days, twelve and so on. */
bool tries_is_look(uint64_t run, uint64_t most)
{
    uint64_t look = 6;
    while (look < run)
        look *= 2;
    return run == look && run < most;
}

/* As many days as the verdict takes, or as are asked for. */
int tries_run(struct sw_study *s, struct sw_err *err)
{
    struct inside *own = s->inside;
    bool over = false;
    if (room_for_tries(s, err) != SW_OK)
        return SW_FAIL;
    while (!over) {
        if (begin_day(s, err) != SW_OK)
            return SW_FAIL;
        over = own->next > s->most_runs;
        if (!over && (s->ask.n_runs > 0 || !tries_is_look(own->next - 1, s->most_runs)))
            continue;
        if (finish_days(s, err) != SW_OK)
            return SW_FAIL;
        over = over || decide_enough(s);
    }
    if (s->ask.on_run)
        s->ask.on_run(s->ask.context, s->most_runs + 1, s->most_runs);
    return SW_OK;
}

void tries_free(struct sw_study *s)
{
    struct inside *own = s->inside;
    for (uint64_t run = 0; own->day && run <= s->most_runs; run++)
        day_free(own->day[run]);
    free(own->day);
    free(own->drawn);
    for (size_t i = 0; i < SW_CANDIDATES; i++) {
        free(s->tried[i].run_s);
        free(s->tried[i].run_p95_s);
        free(s->tried[i].response_us);
        for (size_t k = 0; k < SW_PRICES; k++)
            free(s->price[k].tally[i]);
    }
}
