/* SPDX-License-Identifier: GPL-3.0-or-later */
/* classes.c - what a study comes to for classes of jobs: all, by size, and pools that distance costs differently
 * much. All of it is summed from the tallies of the days; nothing is replayed for it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_sort.h"
#include "lib/stats/sw_results.h"
#include "lib/study/study.h"

static const double NO_ACCOUNT = 0.01; /* a change of the mean response below it */

/* The price under which the class is looked at, and which tally it has there. */
struct sought { enum sw_class_kind kind; size_t number, price, class; };

/* The wait that is set beside none: the one advised, else the best, else one that pays somewhere, else the first. */
static size_t in_question(const struct sw_study *s, const struct sw_answer *a)
{
    const size_t of[] = { a->chosen, a->best, s->pays >= 0 ? (size_t)s->pays : 0 };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (sw_candidate_wait(&s->waits.at[of[i]]) > 0)
            return of[i];
    for (size_t i = 0; i < s->waits.n; i++)
        if (sw_candidate_wait(&s->waits.at[i]) > 0)
            return i;
    return 0;
}

static bool is_in(const struct sw_study *s, const struct sought *c, size_t i)
{
    /* A price without a pool is that of all pools. */
    const struct sw_log_job *job = &s->ask.log->jobs[i];
    const char *pool = s->price[c->price].pool;
    return sw_log_counts(job) && (c->class == SW_CLASS_ALL || s->class_of[i] == c->class)
           && (*pool == '\0' || sw_text_is(job->pool, pool));
}

/* Of its jobs on the day that was. room: for as many numbers as the log has jobs. */
static double median_tasks(const struct sw_study *s, const struct sought *c, double *room)
{
    size_t n = 0;
    for (size_t i = 0; i < s->ask.log->n_jobs; i++)
        if (is_in(s, c, i))
            room[n++] = (double)study_tasks(s->ask.log, &s->ask.log->jobs[i]);
    sw_sort_reals(room, n);
    return n > 0 ? sw_quantile_sorted(room, n, 0.5) : NAN;
}

/* That were done on the day that was. */
static uint64_t count_jobs(const struct sw_study *s, const struct sought *c, size_t wait)
{
    uint64_t n = 0;
    for (size_t i = 0; i < s->ask.log->n_jobs; i++)
        n += is_in(s, c, i) && s->tried[wait].response_us[i] >= 0;
    return n;
}

/* Over the days that both waits have. */
static void sum_class(const struct sw_study *s, const struct sought *c, size_t wait, size_t beside, double *response_s,
                      double *near)
{
    double sum_s = 0, jobs = 0;
    for (uint64_t run = 0; run <= s->n_runs; run++) {
        /* Both waits must have the day, or their means would be of other days. */
        if (s->price[c->price].tally[beside][run][c->class].jobs == 0)
            continue;
        sum_s += s->price[c->price].tally[wait][run][c->class].sum_s;
        jobs += (double)s->price[c->price].tally[wait][run][c->class].jobs;
    }
    /* Where tasks ran is told of the day that was. */
    const struct sw_tally *first = &s->price[c->price].tally[wait][0][c->class];
    *response_s = jobs > 0 ? sum_s / jobs : NAN;
    *near = first->placed > 0 ? (double)first->near / (double)first->placed : NAN;
}

/* Over days: paired, and a ratio of means. */
static struct sw_gains gains_of(const struct sw_study *s, const struct sought *c, size_t none, size_t with)
{
    struct sw_gains g = { 0 };
    for (uint64_t run = 0; run <= s->n_runs; run++) {
        const struct sw_tally *a = &s->price[c->price].tally[none][run][c->class];
        const struct sw_tally *b = &s->price[c->price].tally[with][run][c->class];
        /* A day without a job of the class is no pair. */
        if (a->jobs > 0 && b->jobs > 0)
            sw_gains_add(&g, b->sum_s / (double)b->jobs, a->sum_s / (double)a->jobs);
    }
    return g;
}

/* No class is told more boldly than all jobs are. */
static enum sw_pays judge(const struct sw_study *s, const struct sw_answer *a, const struct sw_class *of)
{
    if (a->advice == SW_ADVICE_CANNOT_TELL)
        return SW_PAYS_UNSURE;
    /* It pays: the interval and the mean gain, by what counts and by more than the replay is off. */
    if (of->interval.hi < 0 && of->change <= -NO_ACCOUNT && -of->change > fabs(s->error))
        return SW_PAYS;
    /* It does not: the mean gains less than what counts, and its interval less than twice that. */
    return of->change > -NO_ACCOUNT && of->interval.lo > -2 * NO_ACCOUNT ? SW_PAYS_NOT : SW_PAYS_UNSURE;
}

struct listing { const struct sw_study *s; const struct sw_answer *a; struct sw_class *out; size_t n; double *room; };

static void add_class(struct listing *l, const struct sought *c)
{
    const struct sw_study *s = l->s;
    size_t none = s->waits.none, with = in_question(s, l->a);
    if (s->price[c->price].tally[none][0][c->class].jobs == 0 || l->n == SW_CLASSES_MOST)
        return;
    /* A pool is looked at under the wait that is best for it. */
    if (c->kind == SW_CLASS_OF_POOL && s->price[c->price].best != SIZE_MAX)
        with = s->price[c->price].best;
    const struct sw_gains g = gains_of(s, c, none, with);
    const struct sw_interval i = sw_gains_total_interval(&g, 0.95);
    struct sw_class *of = &l->out[l->n++];
    *of = (struct sw_class){ .kind = c->kind, .number = c->number, .wait = with,
        .jobs = count_jobs(s, c, none), .tasks = median_tasks(s, c, l->room),
        .days = g.diff.n, .change = sw_gains_total(&g) - 1, .interval = { i.lo - 1, i.hi - 1 } };
    sum_class(s, c, none, with, &of->response_s[0], &of->near[0]);
    sum_class(s, c, with, none, &of->response_s[1], &of->near[1]);
    of->pays = judge(s, l->a, of);
}

int sw_study_classes(const struct sw_study *s, const struct sw_answer *a, struct sw_class out[SW_CLASSES_MOST],
                     size_t *n, struct sw_err *err)
{
    const uint64_t all = s->price[SW_PRICE_MEASURED].tally[0][0][SW_CLASS_ALL].jobs;
    struct listing l = { s, a, out, 0, calloc(s->ask.log->n_jobs + 1, sizeof *l.room) };
    *n = 0;
    if (!l.room)
        return sw_err_memory(err);
    add_class(&l, &(struct sought){ SW_CLASS_OF_ALL, 0, SW_PRICE_MEASURED, SW_CLASS_ALL });
    /* A size that all jobs have would be the class of all once more. */
    for (size_t bin = 0; bin < SW_CLASSES - SW_CLASS_SIZES; bin++)
        if (s->price[SW_PRICE_MEASURED].tally[0][0][SW_CLASS_SIZES + bin].jobs != all)
            add_class(&l, &(struct sought){ SW_CLASS_OF_SIZE, bin, SW_PRICE_MEASURED, SW_CLASS_SIZES + bin });
    for (size_t i = SW_PRICE_POOLS; i < s->n_prices; i++)
        if (s->price[i].wanted)
            add_class(&l, &(struct sought){ SW_CLASS_OF_POOL, i, i, SW_CLASS_ALL });
    free(l.room);
    *n = l.n;
    return SW_OK;
}

/* Of the mean response, at the measured cost: below 0 the own wait is better than none. */
double sw_study_own_change(const struct sw_study *s)
{
    const struct sought all = { SW_CLASS_OF_ALL, 0, SW_PRICE_MEASURED, SW_CLASS_ALL };
    const struct sw_gains g = gains_of(s, &all, s->waits.none, 0);
    return sw_gains_total(&g) - 1;
}
