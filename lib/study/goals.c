/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goals.c - by what a log and its replays are compared: the end of an application, or the mean response of its jobs. */
#include <math.h>
#include "lib/log/log.h"
#include "lib/study/study.h"
#include "lib/study/waited.h"

/* The end of an application whose jobs all follow others, but for those that begin with it: nothing comes by the clock,
 * so a faster day ends sooner. */
bool goals_is_end(const struct sw_log *log)
{
    if (!log->spark)
        return false;
    for (size_t i = 0; i < log->n_jobs; i++)
        if (log->jobs[i].app > 1 || (log->jobs[i].after == UINT32_MAX
                                     && log->jobs[i].submit_us > log->jobs[0].submit_us + SW_US_PER_S))
            return false;
    return true;
}

double goals_of(const struct sw_study *s, const struct sw_day_outcome *o)
{
    return s->goal_is_end ? o->end_s : o->mean_s;
}

/* ---- what the log says --------------------------------------------------------------------------- */

static double add_attempts(const struct sw_log *log, struct waited *w)
{
    double work_s = 0;
    for (size_t i = 0; i < log->n_attempts; i++) {
        const struct sw_log_attempt *a = &log->attempts[i];
        if (a->end_us <= a->row.launch_us || !log_knows(&a->row, SW_TASK_LAUNCH))
            continue;
        work_s += study_seconds(a->end_us - a->row.launch_us);
        if (a->row.kind != SW_REDUCE || log->cl->one_kind)
            waited_add(w, setups_ready_us(log, a), a->row.launch_us, a->end_us);
    }
    return work_s;
}

int goals_of_log(struct sw_study *s, struct sw_err *err)
{
    const struct sw_log *log = s->ask.log;
    struct sw_day_outcome *o = &s->recorded;
    struct waited waited = { 0 };
    waited_add_slots(&waited, log->cl);
    s->mean_task_s = add_attempts(log, &waited) / (double)log->n_attempts;
    for (size_t i = 0; i < log->n_tasks; i++) {
        const struct sw_task_row *row = &log->tasks[i].last->row;
        if (row->kind == SW_REDUCE || !log->tasks[i].done || !log_knows(row, SW_TASK_LOCALITY))
            continue;
        o->n_process += row->locality == SW_AT_PROCESS;
        o->placed.node += row->locality == SW_AT_NODE;
        o->placed.rack += row->locality == SW_AT_RACK;
        o->placed.any += row->locality == SW_AT_ANY;
    }
    int status = waited_sum(&waited, &o->free_s, &o->used_s, err);
    waited_clear(&waited);
    return status;
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

void goals_compare(struct sw_study *s)
{
    const struct sw_log *log = s->ask.log;
    const struct sw_backtest *back = &s->back;
    double recorded_s = 0, replayed_s[SW_LOG_MODELS] = { 0 };
    uint64_t n = 0;
    for (size_t i = 0; i < log->n_jobs; i++) {
        const struct sw_log_job *job = &log->jobs[i];
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
    if (s->drawn)
        s->error = beyond_chance(s, recorded_s / (double)n / (double)SW_US_PER_S);
    s->error_endless = s->goal_is_end ? back->fit[SW_LOG_ENDLESS].makespan_error
                                      : replayed_s[SW_LOG_ENDLESS] / recorded_s - 1;
    s->error_sjf = s->goal_is_end ? back->fit[SW_LOG_SJF].makespan_error : replayed_s[SW_LOG_SJF] / recorded_s - 1;
}

/* ---- days ---------------------------------------------------------------------------------------- */

bool goals_price_is_told(const struct sw_study *s)
{
    return !isnan(s->ask.remote_cost_s) || s->penalty_any.tells || s->penalty_rack.tells;
}

/* How much a price moves the change, on the day that was. */
static double shift_at(const struct sw_study *s, size_t price, size_t wait)
{
    if (!s->price[price].wanted)
        return 0;
    return study_goal(s, price, wait, 0) / study_goal(s, price, 0, 0)
           - study_goal(s, SW_PRICE_MEASURED, wait, 0) / study_goal(s, SW_PRICE_MEASURED, 0, 0);
}

/* The log is one day of many: what it came to differs from their mean as days differ from each other. So the interval
 * is that of a day, t sd sqrt(1 + 1/n). What is not chance but unknown comes on top: the least and the most that
 * distance may cost, and data on hosts without executors where the log leaves that open. Where nothing measured the
 * cost, there is no interval, but a range between costs of 1 and 2. */
void goals_compare_days(const struct sw_study *s, struct sw_tried *t)
{
    const double *own = s->tried[0].run_s;
    const size_t wait = (size_t)(t - s->tried);
    struct sw_moments m = { 0 };
    const bool drawn = s->drawn || s->hidden;
    for (uint64_t run = drawn ? 0 : 1; run <= s->n_runs; run++)
        sw_moments_add(&m, t->run_s[run] / own[run] - 1);
    t->change = drawn ? m.mean : t->run_s[0] / own[0] - 1;
    const double half = m.n > 1 ? sw_moments_t(0.5 + s->level / 2, (double)(m.n - 1)) * sw_moments_sd(&m)
                                  * sqrt(1 + 1 / (double)m.n) : NAN;
    const double least = shift_at(s, SW_PRICE_LEAST, wait), most = shift_at(s, SW_PRICE_MOST, wait);
    const double elsewhere = shift_at(s, SW_PRICE_ELSEWHERE, wait);
    t->chance = (struct sw_interval){ fmin(t->change, m.mean) - half, fmax(t->change, m.mean) + half };
    /* Chance and the cost are apart, so their squares add up; the place of data is one or the other. */
    const double lower = fmin(0, fmin(least, most)), upper = fmax(0, fmax(least, most));
    t->interval.lo = fmin(t->change, m.mean) - hypot(half, lower) + fmin(0, elsewhere);
    t->interval.hi = fmax(t->change, m.mean) + hypot(half, upper) + fmax(0, elsewhere);
    t->costs_decide = most != 0 && !goals_price_is_told(s);
    if (t->costs_decide)
        t->interval = (struct sw_interval){ NAN, NAN };
}
