/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goals.c - by what a log and its replays are compared: the end of an application, or the mean response of its
 * jobs. The interval of a day, the noise of single runs and the errors of the back-test are made here, too. */
#include <math.h>
#include "lib/log/log.h"
#include "lib/study/study.h"
#include "lib/study/waited.h"

/* The end of an application whose jobs follow others, but for those that begin with it: nothing comes by the clock, so
 * a faster day ends sooner. Where most begin with it they overlap, and each of them is waited for. */
bool goals_is_end(const struct sw_log *log)
{
    size_t n_first = 0;
    if (!log->spark || log->n_users > 0) /* users wait for answers, and for no end */
        return false;
    for (size_t i = 0; i < log->n_jobs; i++) {
        const bool first = log->jobs[i].after == UINT32_MAX;
        /* Of several applications, or with a job that comes by the clock, the end is no goal. */
        if (log->jobs[i].app > 1 || (first && log->jobs[i].submit_us > log->jobs[0].submit_us + SW_US_PER_S))
            return false;
        n_first += first;
    }
    return n_first == 1 || 2 * n_first <= log->n_jobs;
}

/* ---- what the log says --------------------------------------------------------------------------- */

double goals_recorded_s(const struct sw_log *log, bool is_end)
{
    double sum_us = 0, n = 0;
    int64_t end_us = 0;
    for (size_t i = 0; i < log->n_jobs; i++) {
        end_us = log->jobs[i].end_us > end_us ? log->jobs[i].end_us : end_us;
        if (sw_log_counts(&log->jobs[i])) {
            sum_us += (double)(log->jobs[i].end_us - log->jobs[i].submit_us);
            n++;
        }
    }
    /* In seconds: the end counts from the first submission. */
    return is_end ? study_seconds(end_us - log->jobs->submit_us) : sum_us / n / (double)SW_US_PER_S;
}

static int find_p95(const struct sw_log *log, double *p95_s, struct sw_err *err)
{
    struct sw_quantiles *q = sw_quantiles_new(SW_QUANTILES_EXACT);
    bool no_room = !q;
    for (size_t i = 0; i < log->n_jobs && !no_room; i++)
        if (sw_log_counts(&log->jobs[i]))
            no_room = sw_quantiles_add(q, study_seconds(log->jobs[i].end_us - log->jobs[i].submit_us)) != SW_OK;
    if (!no_room)
        *p95_s = sw_quantiles_get(q, 0.95);
    sw_quantiles_free(q);
    return no_room ? sw_err_memory(err) : SW_OK;
}

/* ---- what runs differ by ------------------------------------------------------------------------- */

/* Elsewhere than at its data, as the log has it. */
static bool ran_far(const struct sw_log_task *t)
{
    return t->last->has_locality && (t->last->locality == SW_AT_RACK || t->last->locality == SW_AT_ANY);
}

/* Of the tasks of a stage near their data. A stage's tasks stand together; *next is the place behind them. */
static struct sw_moments times_of_stage(const struct sw_log *log, size_t from, size_t *next)
{
    const struct sw_log_task *first = &log->tasks[from];
    struct sw_moments m = { 0 };
    for (*next = from; *next < log->n_tasks; ++*next) {
        const struct sw_log_task *t = &log->tasks[*next];
        if (t->job != first->job || t->last->stage != first->last->stage || t->last->kind != first->last->kind)
            break;
        if (t->done && !ran_far(t))
            sw_moments_add(&m, study_seconds(t->time_us));
    }
    return m;
}

/* Tasks take other times in another run. A stage ends sooner or later by what one of its tasks varies. */
static double noise_of(const struct sw_study *s)
{
    const struct sw_log *log = s->ask.log;
    double variance = 0, n = 0;
    /* Where the goal is a mean, a stage moves it by an n-th of its own time. */
    for (size_t i = 0; i < log->n_jobs; i++)
        n += sw_log_counts(&log->jobs[i]);
    for (size_t i = 0, next; i < log->n_tasks; i = next) {
        const struct sw_moments m = times_of_stage(log, i, &next);
        if (m.n > 1 && sw_log_counts(&log->jobs[log->tasks[i].job]))
            variance += sw_moments_sd(&m) * sw_moments_sd(&m);
    }
    /* Two runs differ, so the variance counts twice. */
    return sqrt(2 * variance) / (s->recorded_goal_s * (s->goal_is_end ? 1 : n));
}

/* ---- all of it -------------------------------------------------------------------------------------- */

static int take_recorded(const struct sw_log *log, struct sw_day_outcome *o, struct sw_err *err)
{
    *o = (struct sw_day_outcome){ 0 };
    for (size_t i = 0; i < log->n_tasks; i++) {
        const struct sw_log_attempt *row = log->tasks[i].last;
        /* Reduces prefer no host. */
        if (row->kind == SW_REDUCE || !log->tasks[i].done || !row->has_locality)
            continue;
        o->n_process += row->locality == SW_AT_PROCESS;
        o->placed.node += row->locality == SW_AT_NODE;
        o->placed.rack += row->locality == SW_AT_RACK;
        o->placed.any += row->locality == SW_AT_ANY;
    }
    return find_p95(log, &o->p95_s, err) == SW_OK ? waited_recorded(log, &o->free_s, &o->used_s, err) : SW_FAIL;
}

int goals_take(struct sw_study *s, struct sw_err *err)
{
    const struct sw_log *log = s->ask.log;
    double work_s = 0;
    /* Attempts that failed took slots, too. */
    for (size_t i = 0; i < log->n_attempts; i++)
        if (log->attempts[i].has_launch && log->attempts[i].end_us > log->attempts[i].launch_us)
            work_s += study_seconds(log->attempts[i].end_us - log->attempts[i].launch_us);
    s->mean_task_s = work_s / (double)log->n_attempts;
    s->recorded_goal_s = goals_recorded_s(log, s->goal_is_end);
    s->noise = noise_of(s);
    return take_recorded(log, &s->recorded, err);
}

/* ---- how far a replay of the log is off ---------------------------------------------------------- */

/* The error of the days' mean beyond what chance explains: twice the spread of days, of which the log is one more. */
static double beyond_chance(const struct sw_study *s, double recorded_s)
{
    struct sw_moments m = { 0 };
    for (uint64_t run = 0; run <= s->n_runs; run++)
        sw_moments_add(&m, s->tried[0].run_s[run]);
    double off_s = m.mean - recorded_s, chance_s = 2 * sw_moments_sd(&m) * sqrt(1 + 1 / (double)m.n);
    return fabs(off_s) > chance_s ? (off_s - copysign(chance_s, off_s)) / recorded_s : isnan(off_s) ? NAN : 0;
}

/* ---- days ---------------------------------------------------------------------------------------- */

/* A ratio by a few tasks hardly tells. */
static bool is_told(const struct sw_ratio *penalty) { return !isnan(penalty->lo) && !penalty->few; }

/* The log measured what distance costs, or the caller said it. */
static bool price_is_told(const struct sw_study *s)
{
    return s->ask.price_given || !isnan(s->ask.remote_cost_s) || is_told(&s->penalty_any) || is_told(&s->penalty_rack);
}

/* A wait that sends tasks elsewhere than the own one does, beyond one in a hundred. */
static bool moves_tasks(const struct sw_study *s, const struct sw_tried *t)
{
    const struct sw_located *own = &s->tried[0].recorded.placed, *p = &t->recorded.placed;
    const double all = (double)(own->node + own->rack + own->any);
    return fabs((double)p->node - (double)own->node) + fabs((double)p->any - (double)own->any) > SW_ADVICE_SAME * all;
}

#define MODEL_SD 0.0025         /* a replay is a model: a change of half a per cent is none, */
#define MODEL_SHARE 0.1         /* and a change is one by so much of its logarithm more or less */

/* Other jobs come on other days: the variance of the ratio of two sums over jobs, as if each were drawn. */
static double jobs_variance(const struct sw_study *s, size_t wait)
{
    const struct sw_log *log = s->ask.log;
    const int64_t *own = s->tried[0].response_us, *to = s->tried[wait].response_us;
    double sum_own = 0, sum_to = 0, squares = 0, n = 0;
    for (size_t i = 0; i < log->n_jobs; i++)
        if (sw_log_counts(&log->jobs[i]) && own[i] > 0 && to[i] >= 0) {
            sum_own += study_seconds(own[i]);
            sum_to += study_seconds(to[i]);
            n++;
        }
    /* One job says nothing of others. */
    if (n < 2 || sum_own <= 0 || sum_to <= 0)
        return 0;
    for (size_t i = 0; i < log->n_jobs; i++)
        if (sw_log_counts(&log->jobs[i]) && own[i] > 0 && to[i] >= 0) {
            /* What is left of the job where its response is changed by the ratio of the sums. */
            const double off = study_seconds(to[i]) - sum_to / sum_own * study_seconds(own[i]);
            squares += off * off;
        }
    return squares * n / (n - 1) / (sum_to * sum_to);
}

/* The log is one day of many, and what it leaves open is drawn for each. So the interval is that of a day, t sd sqrt(1
 * + 1/n), of the logarithm of the ratio: what a wait costs has no upper end. What jobs differ by is added. */
struct sw_interval goals_interval(const struct sw_study *s, size_t wait, double level)
{
    struct sw_moments m = { 0 };
    double least = INFINITY, most = -INFINITY;
    for (uint64_t run = 0; run <= s->tried[wait].last_run; run++) {
        const double ratio = log(s->tried[wait].run_s[run] / s->tried[0].run_s[run]);
        sw_moments_add(&m, ratio);
        least = fmin(least, ratio);
        most = fmax(most, ratio);
    }
    if (m.n < 2)
        return (struct sw_interval){ NAN, NAN };
    const double jobs = jobs_variance(s, wait), days = sw_moments_sd(&m) * sw_moments_sd(&m) * (1 + 1 / (double)m.n);
    const double half = sw_moments_t(0.5 + level / 2, (double)(m.n - 1))
                        * sqrt(days + jobs + MODEL_SD * MODEL_SD + MODEL_SHARE * MODEL_SHARE * m.mean * m.mean);
    /* At the study's own level the interval holds each day that was replayed. */
    if (level < s->level)
        return (struct sw_interval){ expm1(m.mean - half), expm1(m.mean + half) };
    return (struct sw_interval){ expm1(fmin(least, m.mean - half)), expm1(fmax(most, m.mean + half)) };
}

uint64_t sw_study_days_that_gain(const struct sw_study *s, size_t wait)
{
    uint64_t n = 0;
    for (uint64_t run = 0; run <= s->tried[wait].last_run; run++)
        n += s->tried[wait].run_s[run] < s->tried[0].run_s[run];
    return n;
}

/* On nine days of ten and more: by the spread of days and jobs, or counted where there are enough days to count. Then
 * other jobs, too, would have to be more than that share unlike these for it to lose. */
bool goals_gain_mostly(const struct sw_study *s, size_t wait)
{
    return goals_interval(s, wait, 0.8).hi < 0
           || (s->n_runs >= 20 && 10 * sw_study_days_that_gain(s, wait) >= 9 * (s->n_runs + 1)
               && goals_interval(s, wait, 1 - 2 * GOALS_SELDOM).hi < 0);
}

void goals_compare_days(struct sw_study *s, size_t wait)
{
    struct sw_tried *t = &s->tried[wait];
    double own_s = 0, to_s = 0, own_p95_s = 0, to_p95_s = 0;
    for (uint64_t run = 0; run <= s->tried[wait].last_run; run++) {
        own_s += s->tried[0].run_s[run];
        to_s += t->run_s[run];
        /* Both sums are over the same days. */
        own_p95_s += s->tried[0].run_p95_s[run];
        to_p95_s += t->run_p95_s[run];
    }
    t->change = to_s / own_s - 1;
    t->p95_change = to_p95_s / own_p95_s - 1;
    t->costs_decide = !price_is_told(s) && moves_tasks(s, t);
    t->interval = goals_interval(s, wait, s->level);
}

void goals_compare(struct sw_study *s)
{
    const struct sw_log *log = s->ask.log;
    const struct sw_backtest *back = &s->back;
    double recorded_s = 0, replayed_s[SW_LOG_MODELS] = { 0 };
    uint64_t n = 0;
    for (size_t i = 0; i < log->n_jobs; i++) {
        const struct sw_log_job *job = &log->jobs[i];
        /* Only jobs that all three models finish, so that the three errors are of the same jobs. */
        if (!sw_log_counts(job) || s->tried[0].response_us[i] < 0 || back->response_us[SW_LOG_ENDLESS][i] < 0
            || back->response_us[SW_LOG_SJF][i] < 0)
            continue;
        n++;
        recorded_s += (double)(job->end_us - job->submit_us);
        replayed_s[SW_LOG_OWN] += (double)s->tried[0].response_us[i];
        replayed_s[SW_LOG_ENDLESS] += (double)back->response_us[SW_LOG_ENDLESS][i];
        replayed_s[SW_LOG_SJF] += (double)back->response_us[SW_LOG_SJF][i];
    }
    s->recorded.end_s = back->makespan_s;
    s->recorded.n_done = n;
    s->recorded.mean_s = n > 0 ? recorded_s / (double)n / (double)SW_US_PER_S : NAN;
    s->error = s->goal_is_end ? s->tried[0].recorded.end_s / back->makespan_s - 1
                              : replayed_s[SW_LOG_OWN] / recorded_s - 1;
    /* Each day draws its own hosts, so one replay is no witness. */
    if (s->hidden)
        s->error = beyond_chance(s, s->goal_is_end ? s->recorded.end_s : s->recorded.mean_s);
    s->error_endless = s->goal_is_end ? back->fit[SW_LOG_ENDLESS].makespan_error
                                      : replayed_s[SW_LOG_ENDLESS] / recorded_s - 1;
    s->error_sjf = s->goal_is_end ? back->fit[SW_LOG_SJF].makespan_error : replayed_s[SW_LOG_SJF] / recorded_s - 1;
    for (size_t i = 0; i < s->waits.n; i++)
        goals_compare_days(s, i);
}
