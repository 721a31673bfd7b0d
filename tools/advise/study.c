/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study.c - see study.h. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "tools/advise/prices.h"
#include "tools/advise/redraw.h"
#include "tools/advise/shares.h"
#include "tools/advise/study.h"
#include "tools/advise/waited.h"

static const struct recorded *log_of(const struct study *s)
{
    return &s->back->log.rec;
}

bool study_counts(const struct rec_job *job)
{
    return job->complete && job->end_us > job->submit_us;
}

/* ---- one replay ----------------------------------------------------------------------------------- */

struct replay {                  /* one wait on one day */
    const struct study *s;
    const struct policy *policy;
    uint64_t run;
    double cost_rack, cost_any;
    struct outcome out;
    const char *pool;            /* whose jobs alone are counted in the tally; "": all */
    struct tally *tally;         /* of each class; NULL: not wanted */
    int64_t *response_us;        /* NULL: not wanted */
    struct waited *waited;       /* NULL: not wanted */
    struct sw_load *load;        /* NULL: not wanted */
    bool failed;                 /* out of memory */
    double sum_s;
};

static void add_to(struct tally *t, const struct sw_result *result)
{
    t->sum_s += (double)(result->finish_us - result->submit_us) / (double)SW_US_PER_S;
    t->jobs++;
    t->near += result->node_local;
    t->placed += result->node_local + result->rack_local + result->off_rack;
}

static struct sw_text pool_of(const struct recorded *rec, const struct rec_job *job)
{
    return rec->rows[rec->tasks[job->first_task].first].row.pool;
}

static void tally(struct replay *p, const struct rec_job *job, const struct sw_result *result)
{
    const struct recorded *rec = log_of(p->s);
    struct sw_text pool = pool_of(rec, job);
    if (*p->pool != '\0' && (pool.len != strlen(p->pool) || memcmp(pool.at, p->pool, pool.len) != 0))
        return;
    add_to(&p->tally[STUDY_ALL], result);
    add_to(&p->tally[p->s->size_of[job - rec->jobs]], result);
}

static void take_result(void *context, const struct sw_result *result)
{
    struct replay *p = context;
    const struct recorded *rec = log_of(p->s);
    p->out.placed.node += result->node_local;
    p->out.placed.rack += result->rack_local;
    p->out.placed.any += result->off_rack;
    if (p->load)
        p->failed |= sw_load_add(p->load, (double)result->submit_us / (double)SW_US_PER_S, result->outcome == SW_DONE
            ? (double)(result->finish_us - result->submit_us) / (double)SW_US_PER_S : INFINITY) != SW_OK;
    if (result->outcome != SW_DONE)
        return;
    const struct rec_job *job = sw_names_find(&rec->by_id, result->job_id, strlen(result->job_id));
    if (!job || !study_counts(job))
        return;
    p->sum_s += (double)(result->finish_us - result->submit_us) / (double)SW_US_PER_S;
    p->out.n_done++;
    if (p->tally)
        tally(p, job, result);
    if (p->response_us)
        p->response_us[job - rec->jobs] = result->finish_us - result->submit_us;
}

static void take_attempt(void *context, const struct sw_attempt *a)
{
    struct replay *p = context;
    if (a->kind != SW_REDUCE || p->s->back->log.cl->one_kind)
        waited_add(p->waited, a->ready_us, a->launch_us, a->finish_us);
}

/* As in the summary of slot-replay. */
static int judge_load(struct replay *p, const struct sw_totals *t, struct sw_load_answer *load, struct sw_err *err)
{
    struct sw_load_slots slots[2];
    for (int kind = 0; kind < 2; kind++)
        slots[kind] = (struct sw_load_slots){ (double)t->busy_us[kind] / (double)SW_US_PER_S,
                                              t->slot_us[kind] / (double)SW_US_PER_S };
    return p->failed || sw_load_judge(p->load, slots, 2, p->out.end_s, 2 * t->followers > t->jobs, load) != SW_OK
        ? sw_err_memory(err) : SW_OK;
}

static int replay(struct replay *p, const struct sw_trace *day, struct sw_load_answer *load, struct sw_err *err)
{
    const struct study *s = p->s;
    struct sw_options opt = s->cfg->opt;
    struct sw_replay_sink sink = { .ctx = p, .job = take_result, .attempt = p->waited ? take_attempt : NULL };
    struct sw_replay *r = NULL;
    struct sw_trace *t;
    opt.delay = p->policy->delay;
    opt.seed += p->run;
    opt.jitter_us = p->run > 0 ? s->jitter_us : 0;
    opt.penalty_rack = p->cost_rack;
    opt.penalty_off = p->cost_any;
    if (sw_trace_share(&t, day, err) != SW_OK)
        return SW_FAIL;
    int status = sw_replay_new(&r, s->back->log.cl, s->back->pools, &opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, t, err);
    if (status == SW_OK) {
        const struct sw_totals *totals = sw_replay_totals(r);
        p->out.end_s = (double)(totals->last_end_us - totals->first_submit_us) / (double)SW_US_PER_S;
        p->out.mean_s = p->sum_s / (double)p->out.n_done;
        if (p->load)
            status = judge_load(p, totals, load, err);
    }
    sw_replay_free(r);
    sw_trace_free(t);
    return status;
}

static double goal_of(const struct study *s, const struct outcome *o)
{
    return s->goal_is_end ? o->end_s : o->mean_s;
}

static size_t place_of(const struct study *s, size_t wait, uint64_t run)
{
    return wait * (s->n_runs + 1) + run;
}

double study_goal(const struct study *s, size_t price, size_t wait, uint64_t run)
{
    return s->price[price].goal_s[place_of(s, wait, run)];
}

struct tally *study_tally(const struct study *s, size_t price, size_t wait, uint64_t run, size_t class)
{
    return &s->price[price].tally[place_of(s, wait, run) * STUDY_CLASSES + class];
}

/* Of the day that was more is kept. */
static int try_recorded(struct replay *p, struct tried *t, struct sw_err *err)
{
    struct study *s = (struct study *)p->s;
    struct waited waited = { 0 };
    p->response_us = t->response_us;
    p->waited = &waited;
    waited_add_slots(&waited, s->back->log.cl);
    if (t == s->tried && !(p->load = sw_load_new()))
        return sw_err_memory(err);
    int status = replay(p, s->day, &s->load, err);
    sw_load_free(p->load);
    if (status == SW_OK)
        status = waited_sum(&waited, &p->out.free_s, &p->out.used_s, err);
    waited_clear(&waited);
    t->recorded = p->out;
    return status;
}

static int try_run(struct study *s, size_t price, size_t i, uint64_t run, const struct sw_trace *day,
                   struct sw_err *err)
{
    const struct price *of = &s->price[price];
    struct replay p = { .s = s, .policy = &s->policies.at[i], .run = run, .cost_rack = of->rack, .cost_any = of->any,
                        .pool = of->pool, .tally = study_tally(s, price, i, run, STUDY_ALL) };
    int status = run == 0 && price == STUDY_MEASURED ? try_recorded(&p, &s->tried[i], err)
                                                     : replay(&p, day, NULL, err);
    of->goal_s[place_of(s, i, run)] = goal_of(s, &p.out);
    if (price == STUDY_MEASURED)
        s->tried[i].run_s[run] = goal_of(s, &p.out);
    return status;
}

/* ---- a day under all waits -------------------------------------------------------------------------- */

struct crew {                    /* threads that take one wait after the other */
    struct study *s;
    const struct sw_trace *day;
    uint64_t run;
    atomic_size_t next;
    atomic_bool failed;
    struct sw_err *err;          /* the first failure's */
};

/* Whether a day is replayed at a price. */
static bool is_wanted(const struct study *s, size_t price, uint64_t run)
{
    return s->price[price].wanted && (run == 0 || (price != STUDY_MOST && price != STUDY_LEAST));
}

static void *work(void *context)
{
    struct crew *c = context;
    struct sw_err err = { 0 };
    size_t i, n = c->s->policies.n;
    while (!c->failed && (i = c->next++) < n * c->s->n_prices)
        if (is_wanted(c->s, i / n, c->run) && try_run(c->s, i / n, i % n, c->run, c->day, &err) != SW_OK
            && !atomic_exchange(&c->failed, true))
            *c->err = err;
    return NULL;
}

static int run_day(struct study *s, uint64_t run, const struct sw_trace *day, struct sw_err *err)
{
    enum { MOST = 64 };
    struct crew c = { .s = s, .day = day, .run = run, .err = err };
    pthread_t other[MOST];
    size_t n = 0;
    while (n < MOST && n + 1 < s->threads && pthread_create(&other[n], NULL, work, &c) == 0)
        n++;
    work(&c);
    for (size_t i = 0; i < n; i++)
        pthread_join(other[i], NULL);
    return c.failed ? SW_FAIL : SW_OK;
}

/* ---- days --------------------------------------------------------------------------------------- */

static int open_day(const struct study *s, uint64_t run, struct sw_trace **day, struct sw_err *err)
{
    struct as_recorded *log = &s->back->log;
    struct sw_csv *in;
    if (run > 0) {
        redraw_hosts(&log->rec, s->cfg->opt.seed, run);
        if (as_recorded_put_tasks(log, err) != SW_OK)
            return SW_FAIL;
    }
    if (sw_csv_open(&in, log->path[AS_TASKS], err) != SW_OK || sw_trace_take(day, in, err) != SW_OK)
        return SW_FAIL;
    if (sw_trace_hold(*day, err) == SW_OK)
        return SW_OK;
    sw_trace_free(*day);
    return SW_FAIL;
}

/* ---- the penalty from which on a wait pays ------------------------------------------------------------ */

size_t study_no_wait(const struct study *s)
{
    size_t i = 0;
    while (i + 1 < s->policies.n && (policies_wait(&s->policies.at[i]) > 0 || s->policies.at[i].role == POLICY_SHOWN))
        i++;
    return i;
}

/* Of the waits that bring tasks nearer than no wait at all does, the log's own, else the shortest; -1: none does. */
static int find_nearer(const struct study *s)
{
    int best = -1;
    for (size_t i = 0; i < s->policies.n; i++) {
        const struct placed *p = &s->tried[i].recorded.placed;
        const struct placed *none = &s->tried[study_no_wait(s)].recorded.placed;
        const struct policy *policy = &s->policies.at[i];
        bool nearer = p->node > none->node || p->any < none->any;
        if (nearer && policies_wait(policy) > 0 && policy->role != POLICY_SHOWN && policy->role != POLICY_LEVEL
            && (best < 0 || (policy->role != POLICY_OWN && s->policies.at[best].role != POLICY_OWN
                             && policies_wait(policy) < policies_wait(&s->policies.at[best]))))
            best = (int)i;
    }
    return best;
}

struct beside { struct replay p; int status; struct sw_err err; };

static void *replay_beside(void *context)
{
    struct beside *b = context;
    b->status = replay(&b->p, b->p.s->day, NULL, &b->err);
    return NULL;
}

static int gain_at(const struct study *s, size_t with, size_t without, double cost, double *gain, struct sw_err *err)
{
    struct replay a = { .s = s, .policy = &s->policies.at[with], .cost_rack = cost, .cost_any = cost };
    struct beside b = { .p = { .s = s, .policy = &s->policies.at[without], .cost_rack = cost, .cost_any = cost } };
    pthread_t other;
    bool beside = s->threads > 1 && pthread_create(&other, NULL, replay_beside, &b) == 0;
    if (!beside)
        replay_beside(&b);
    int status = replay(&a, s->day, NULL, err);
    if (beside)
        pthread_join(other, NULL);
    if (status == SW_OK && b.status != SW_OK) {
        *err = b.err;
        status = SW_FAIL;
    }
    *gain = goal_of(s, &b.p.out) - goal_of(s, &a.out);
    return status;
}

/* Bisection: a factor above 10 is no cost of distance. */
int study_break_even(const struct study *s, size_t with, size_t without, double *factor, struct sw_err *err)
{
    double lo = 1, hi = STUDY_GREATEST, at_lo, at_hi, gain;
    *factor = NAN;
    if (gain_at(s, with, without, lo, &at_lo, err) != SW_OK || gain_at(s, with, without, hi, &at_hi, err) != SW_OK)
        return SW_FAIL;
    if ((at_lo > 0) == (at_hi > 0)) {
        *factor = at_lo > 0 && s->tried[with].recorded.placed.node >= s->tried[without].recorded.placed.node ? 1 : NAN;
        return SW_OK;
    }
    for (int i = 0; i < 8; i++) {
        double mid = sqrt(lo * hi);
        if (gain_at(s, with, without, mid, &gain, err) != SW_OK)
            return SW_FAIL;
        *((gain > 0) == (at_hi > 0) ? &hi : &lo) = mid;
    }
    *factor = at_hi > 0 ? hi : lo;
    return SW_OK;
}

static int find_pays_from(struct study *s, struct sw_err *err)
{
    s->pays_from = NAN;
    s->pays = find_nearer(s);
    return s->pays < 0 ? SW_OK : study_break_even(s, (size_t)s->pays, study_no_wait(s), &s->pays_from, err);
}

/* ---- what the log says --------------------------------------------------------------------------------- */

static int sum_log(struct study *s, struct sw_err *err)
{
    const struct recorded *rec = log_of(s);
    const struct sw_cluster *cl = s->back->log.cl;
    struct waited waited = { 0 };
    double work_s = 0;
    waited_add_slots(&waited, cl);
    for (size_t i = 0; i < rec->n_rows; i++) {
        const struct rec_row *row = &rec->rows[i];
        if (row->end_us <= row->row.launch_us || (row->row.known >> SW_TASK_LAUNCH & 1) == 0)
            continue;
        work_s += (double)(row->end_us - row->row.launch_us) / (double)SW_US_PER_S;
        if (row->row.kind != SW_REDUCE || cl->one_kind)
            waited_add(&waited, recorded_ready_us(rec, row), row->row.launch_us, row->end_us);
    }
    s->mean_task_s = work_s / (double)rec->n_rows;
    for (size_t i = 0; i < rec->n_tasks; i++) {
        const struct sw_task_row *row = &rec->tasks[i].last->row;
        if (row->kind == SW_REDUCE || !rec->tasks[i].done || (row->known >> SW_TASK_LOCALITY & 1) == 0)
            continue;
        s->log.placed.process += row->locality == SW_AT_PROCESS;
        s->log.placed.node += row->locality == SW_AT_NODE;
        s->log.placed.rack += row->locality == SW_AT_RACK;
        s->log.placed.any += row->locality == SW_AT_ANY;
    }
    int status = waited_sum(&waited, &s->log.free_s, &s->log.used_s, err);
    waited_clear(&waited);
    return status;
}

/* The error of the days' mean beyond what chance explains: twice the spread of days, of which the log is one more. */
static double beyond_chance(const struct study *s, double recorded_s)
{
    struct sw_moments m = { 0 };
    for (uint64_t run = 0; run <= s->n_runs; run++)
        sw_moments_add(&m, s->tried[0].run_s[run]);
    double off_s = m.mean - recorded_s, chance_s = 2 * sw_moments_sd(&m) * sqrt(1 + 1 / (double)m.n);
    return fabs(off_s) > chance_s ? (off_s - copysign(chance_s, off_s)) / recorded_s : isnan(off_s) ? NAN : 0;
}

static void compare_goal(struct study *s)
{
    const struct recorded *rec = log_of(s);
    const struct compared *row = &s->back->row;
    double recorded_s = 0, replayed_s[REC_MODELS] = { 0 };
    uint64_t n = 0;
    for (size_t i = 0; i < rec->n_jobs; i++) {
        const struct rec_job *job = &rec->jobs[i];
        if (!study_counts(job) || s->tried[0].response_us[i] < 0 || job->replayed_us[REC_ENDLESS] < 0
            || job->replayed_us[REC_SJF] < 0)
            continue;
        n++;
        recorded_s += (double)(job->end_us - job->submit_us);
        replayed_s[REC_OWN] += (double)s->tried[0].response_us[i];
        replayed_s[REC_ENDLESS] += (double)job->replayed_us[REC_ENDLESS];
        replayed_s[REC_SJF] += (double)job->replayed_us[REC_SJF];
    }
    s->log.end_s = row->makespan_s;
    s->log.n_done = n;
    s->log.mean_s = n > 0 ? recorded_s / (double)n / (double)SW_US_PER_S : NAN;
    s->error = s->goal_is_end ? s->tried[0].recorded.end_s / row->makespan_s - 1 : replayed_s[REC_OWN] / recorded_s - 1;
    if (s->drawn)
        s->error = beyond_chance(s, recorded_s / (double)n / (double)SW_US_PER_S);
    s->error_endless = s->goal_is_end ? row->fit[REC_ENDLESS].makespan_error
                                      : replayed_s[REC_ENDLESS] / recorded_s - 1;
    s->error_sjf = s->goal_is_end ? row->fit[REC_SJF].makespan_error : replayed_s[REC_SJF] / recorded_s - 1;
}

/* ---- intervals --------------------------------------------------------------------------------------- */

static void compare_days(struct study *s, struct tried *t)
{
    const double *own = s->tried[0].run_s;
    struct sw_moments m = { 0 };
    for (uint64_t run = s->drawn ? 0 : 1; run <= s->n_runs; run++)
        sw_moments_add(&m, t->run_s[run] / own[run] - 1);
    t->change = s->drawn ? m.mean : t->run_s[0] / own[0] - 1;
    t->interval = sw_moments_interval(&m, s->level);
    if (isnan(t->interval.lo))
        return;
    t->interval.lo = fmin(t->interval.lo, t->change);
    t->interval.hi = fmax(t->interval.hi, t->change);
}

/* ---- the study --------------------------------------------------------------------------------------- */

uint64_t study_tasks(const struct study *s, size_t job)
{
    const struct recorded *r = log_of(s);
    uint64_t n = 0;
    for (uint32_t i = r->jobs[job].first_task; i < r->jobs[job].first_task + r->jobs[job].n_tasks; i++)
        n += r->tasks[i].last->row.kind != SW_REDUCE;
    return n;
}

const char study_sizes[] = "10,100,1000";

static int sort_jobs(struct study *s, struct sw_err *err)
{
    const struct recorded *rec = log_of(s);
    struct sw_bins bins;
    if (sw_bins_parse("sizes", study_sizes, &bins, err) != SW_OK)
        return SW_FAIL;
    if (!(s->size_of = calloc(rec->n_jobs + 1, sizeof *s->size_of)))
        return sw_err_memory(err);
    for (size_t i = 0; i < rec->n_jobs; i++)
        s->size_of[i] = (uint8_t)(STUDY_SIZES + sw_bins_of(&bins, (double)study_tasks(s, i)));
    return SW_OK;
}

static int make_room(struct study *s, struct sw_err *err)
{
    const size_t n = s->policies.n * (s->n_runs + 1);
    for (size_t i = 0; i < s->policies.n; i++) {
        s->tried[i].run_s = calloc(s->n_runs + 1, sizeof *s->tried[i].run_s);
        s->tried[i].response_us = calloc(log_of(s)->n_jobs + 1, sizeof *s->tried[i].response_us);
        if (!s->tried[i].run_s || !s->tried[i].response_us)
            return sw_err_memory(err);
        memset(s->tried[i].response_us, -1, log_of(s)->n_jobs * sizeof *s->tried[i].response_us);
    }
    for (size_t i = 0; i < s->n_prices; i++) {
        struct price *of = &s->price[i];
        if (of->wanted && (!(of->goal_s = calloc(n, sizeof *of->goal_s))
                           || !(of->tally = calloc(n * STUDY_CLASSES, sizeof *of->tally))))
            return sw_err_memory(err);
    }
    return sort_jobs(s, err);
}

/* Fewer days of large logs: the work is that of about a million tasks under each wait. */
static uint64_t runs_for(size_t n_tasks)
{
    uint64_t n = n_tasks > 0 ? 1000000 / n_tasks : 10;
    return n > 10 ? 10 : n < 4 ? 4 : n;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One line that is written over, on a terminal; with --progress lines, which a file can hold. The time left follows
 * from the days drawn so far, as the first day is replayed for more. */
static void tell_day(struct study *s, uint64_t run)
{
    const bool terminal = isatty(STDERR_FILENO) && !s->cli->quiet;
    char left[48] = "";
    if (!terminal && !s->cli->progress)
        return;
    if (run == 1)
        s->drawn_from_s = now_s();
    if (run > 1)
        snprintf(left, sizeof left, ", %.0f s left",
                 ceil((now_s() - s->drawn_from_s) / (double)(run - 1) * (double)(s->n_runs + 1 - run)));
    if (run > s->n_runs)
        fputs(terminal ? "\r\033[K" : "", stderr);
    else
        fprintf(stderr, "%s%s: day %llu of %llu%s%s", terminal ? "\r" : "", s->cli->tool->name,
                (unsigned long long)run + 1, (unsigned long long)s->n_runs + 1, left, terminal ? "\033[K" : "\n");
}

static int run_days(struct study *s, struct sw_err *err)
{
    struct sw_trace *day;
    for (uint64_t run = 0; run <= s->n_runs; run++) {
        tell_day(s, run);
        if (open_day(s, run, &day, err) != SW_OK)
            return SW_FAIL;
        if (run == 0)
            s->day = day;
        int status = run_day(s, run, day, err);
        if (run > 0)
            sw_trace_free(day);
        if (status == SW_OK && run == 0)
            status = find_pays_from(s, err);
        if (status == SW_OK && run == 0 && s->cfg->pools_file)
            status = shares_run(s, day, &s->shares, err);
        if (status != SW_OK)
            return SW_FAIL;
    }
    tell_day(s, s->n_runs + 1);
    return SW_OK;
}

static int try_all(struct study *s, struct sw_err *err)
{
    const struct as_recorded *log = &s->back->log;
    s->goal_is_end = log->spark && log->rec.jobs[log->rec.n_jobs - 1].app <= 1;
    if (s->n_runs == 0)
        s->n_runs = runs_for(log->rec.n_tasks);
    if (policies_make(&s->policies, &s->cfg->opt.delay, log->cl->n_nodes, s->local_s, err) != SW_OK)
        return SW_FAIL;
    s->level = 1 - 0.05 / (double)(s->policies.n - 1);
    if (make_room(s, err) != SW_OK || redraw_jitter(&log->rec, &s->jitter_us, err) != SW_OK
        || sum_log(s, err) != SW_OK || prices_cached(s, err) != SW_OK || run_days(s, err) != SW_OK)
        return SW_FAIL;
    compare_goal(s);
    for (size_t i = 0; i < s->policies.n; i++)
        compare_days(s, &s->tried[i]);
    return SW_OK;
}

/* Distances, and no host: which nodes held data is not in such a log. Spark's is never so, and a log without distances
 * has nothing to draw for. */
static bool is_drawn(const struct as_recorded *log)
{
    bool distances = false;
    for (size_t i = 0; i < log->rec.n_rows; i++) {
        const struct sw_task_row *row = &log->rec.rows[i].row;
        if (row->hosts.len > 0)
            return false;
        distances |= (row->known >> SW_TASK_LOCALITY & 1) != 0 && row->locality != SW_AT_NONE;
    }
    return distances && !log->spark;
}

static void draw(struct study *s)
{
    struct sw_options *opt = &s->cfg->opt;
    s->drawn = true;
    opt->placement = SW_PLACE_UNIFORM;
    opt->replication = s->replication > 0 ? s->replication : 3;
    as_recorded_note(&s->back->log, "the log does not say where data was: it is drawn, %llu replicas over the nodes",
                     (unsigned long long)opt->replication);
}

int study_run(struct study *s, struct sw_err *err)
{
    if (backtest_run(s->back, s->file, err) != SW_OK)
        return SW_FAIL;
    if (s->back->log.lacks)
        return SW_OK;
    if (is_drawn(&s->back->log))
        draw(s);
    return prices_measure(s, err) == SW_OK ? try_all(s, err) : SW_FAIL;
}

void study_clear(struct study *s)
{
    for (size_t i = 0; i < POLICIES_MOST; i++) {
        free(s->tried[i].run_s);
        free(s->tried[i].response_us);
    }
    for (size_t i = 0; i < STUDY_PRICES; i++) {
        free(s->price[i].goal_s);
        free(s->price[i].tally);
    }
    free(s->size_of);
    measure_clear(&s->measured);
    shares_free(s->shares);
    if (s->day)
        sw_trace_free(s->day);
    backtest_free(s->back); /* NULL is fine */
    s->back = NULL;
}
