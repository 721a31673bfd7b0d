/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asked.c - see asked.h. First the state at that time, then a trace of it for each draw, then that trace's replay. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/log/log.h"
#include "lib/study/asked.h"
#include "lib/trace/stream/trace_from.h"
#include "lib/base/sw_chance.h"
#include "slotwise/sw_num.h"
#include "slotwise/sw_replay.h"
#include "slotwise/sw_stats.h"

/* A job is compared with so many of its like at most. A kind is near enough where so many of it ended. */
enum { MOST_LIKE = 64, LEAST_LIKE = 8 };
#define AS_LONG_AS_MAY_BE INT64_MAX /* to the limit */
#define AT_ONCE_US (300 * SW_US_PER_S) /* a job that waited no longer waited for the scheduler, not for others */

/* A job of the state. Its like have lasted longer than it has by now: how long they went on. */
struct held {
    const struct sw_log_job *from;
    bool runs;
    int64_t ran_us, left_limit_us;   /* left_limit_us -1: none */
    uint32_t n_like;
    int64_t left_us[MOST_LIKE];
};
/* One question: the state that is asked about, the draw in hand, and what its replay said. */
struct state {
    const struct asked *of;
    struct held *job;
    /* next: the place of the job that the trace gives next; n is that of the job asked for. draw: its number. */
    size_t n, next;
    uint64_t draw;
    /* A job of the trace lasts until the next one, so one id and one stage do for all. */
    char id[SW_NUM_MAX + 2];
    struct sw_stage_spec stage;
    struct asked_answer *to;
    /* start_us, n_late: of the draw in hand. */
    double start_us;
    uint64_t n_late;
    uint32_t n_at_once;              /* how long the latest such jobs waited */
    int64_t at_once_us[MOST_LIKE];
};

/* ---- the log at that time ------------------------------------------------------------------------ */

int64_t asked_start_us(const struct sw_log *log, const struct sw_log_job *job)
{
    int64_t start_us = -1;
    for (uint32_t i = 0; i < job->n_tasks; i++) {
        const struct sw_log_attempt *row = log->tasks[job->first_task + i].last;
        if (row->has_launch && (start_us < 0 || row->launch_us < start_us))
            start_us = row->launch_us;
    }
    return start_us;
}

int64_t asked_end_us(const struct sw_log *log, const struct sw_log_job *job)
{
    int64_t end_us = -1;
    for (uint32_t i = 0; i < job->n_tasks; i++) {
        const struct sw_log_attempt *row = log->tasks[job->first_task + i].last;
        if (!row->has_finish)
            return -1;
        end_us = row->finish_us > end_us ? row->finish_us : end_us;
    }
    return end_us;
}

struct asked_job asked_like(const struct sw_log_job *job)
{
    /* Where the log has no number of nodes each task has one. */
    uint64_t nodes = job->spec.nodes ? job->spec.nodes : job->n_tasks;
    return (struct asked_job){ .nodes = nodes ? nodes : 1, .cpus = job->spec.cpus,
                               .limit_us = job->spec.limit_us, .pool = job->pool, .user = job->spec.user,
                               .priority = job->spec.priority };
}

/* How near two jobs are: user and limit, pool and limit, limit, nothing. */
static int likeness(const struct sw_log_job *a, const struct sw_log_job *b)
{
    if (a->spec.limit_us != b->spec.limit_us)
        return 3;
    return sw_text_same(a->spec.user, b->spec.user) ? 0 : sw_text_same(a->pool, b->pool) ? 1 : 2;
}

/* How long a job like it went on: to its end, or for a job that still runs, so far. */
struct seen { int64_t us; bool ended; };

static int by_time(const void *a, const void *b)
{
    const struct seen *x = a, *y = b;
    return ORDER(x->us, y->us) ?: y->ended - x->ended; /* an end comes before those that go on from then */
}

/* Those that still run have lasted so long at least: without them only the short jobs of a young log would count.
 * Kaplan and Meier's estimate (JASA 53, 1958), as n times of one weight. AS_LONG_AS_MAY_BE: longer than any that
 * ended. */
static void estimate(struct seen *seen, uint32_t n, int64_t *left_us)
{
    double survive = 1;
    uint32_t k = 0;
    /* Before a time n - i of them went on. One end among these takes its share of what survives. */
    qsort(seen, n, sizeof *seen, by_time);
    for (uint32_t i = 0; i < n; i++) {
        if (!seen[i].ended)
            continue;
        survive *= 1 - 1 / (double)(n - i);
        /* left_us[k] is the quantile at (k + 1/2) / n. */
        for (; k < n && 1 - ((double)k + 0.5) / (double)n >= survive; k++)
            left_us[k] = seen[i].us;
    }
    /* Where the longest of them still go on the curve does not come down to 0. */
    while (k < n)
        left_us[k++] = AS_LONG_AS_MAY_BE;
}

/* The latest jobs of the nearest kind of which enough lasted longer; `until`: the first job that came later. */
static void find_like(const struct asked *of, struct held *h, size_t until)
{
    struct seen seen[MOST_LIKE];
    uint32_t n_ended = 0;
    /* Each kind holds those before it. */
    for (int kind = 0; kind < 4 && n_ended < LEAST_LIKE; kind++) {
        h->n_like = n_ended = 0;
        for (size_t i = until; i-- > 0 && h->n_like < MOST_LIKE;) {
            const struct sw_log_job *job = &of->log->jobs[i];
            if (job == h->from || likeness(job, h->from) > kind)
                continue;
            int64_t start_us = asked_start_us(of->log, job), end_us = asked_end_us(of->log, job);
            bool ended = end_us >= start_us && end_us <= of->at_us;
            int64_t lasted_us = (ended ? end_us : of->at_us) - start_us;
            /* Those that started later or were over sooner than this job has lasted tell nothing. With `held` the
             * time is behind the log, and how long its last jobs went on is not known. */
            if (start_us < 0 || start_us > of->at_us || lasted_us <= h->ran_us || (!ended && of->held))
                continue;
            seen[h->n_like++] = (struct seen){ lasted_us - h->ran_us, ended };
            n_ended += ended;
        }
    }
    /* None ended: the job lasts to its limit. */
    if (n_ended == 0)
        h->n_like = 0;
    estimate(seen, h->n_like, h->left_us);
}

/* Of an array of jobs that wait each has the like of the one before. */
static bool is_of_array(const struct held *a, const struct held *b)
{
    return !a->runs && !b->runs && likeness(a->from, b->from) == 0 && sw_text_same(a->from->pool, b->from->pool);
}

/* until: the log's jobs before this place may be its like. */
static void add_held(struct state *s, const struct sw_log_job *job, int64_t start_us, size_t until)
{
    bool runs = start_us >= 0 && start_us <= s->of->at_us;
    struct held *h = &s->job[s->n++];
    *h = (struct held){ .from = job, .runs = runs, .ran_us = runs ? s->of->at_us - start_us : 0, .left_limit_us = -1 };
    /* A job that ran over its limit has a second left. */
    if (job->spec.limit_us >= 0)
        h->left_limit_us = job->spec.limit_us > h->ran_us ? job->spec.limit_us - h->ran_us : SW_US_PER_S;
    if (s->n > 1 && is_of_array(h - 1, h)) {
        h->n_like = h[-1].n_like;
        memcpy(h->left_us, h[-1].left_us, sizeof h->left_us);
    } else {
        find_like(s->of, h, until);
    }
    s->to->n_running += runs;
    s->to->n_queued += !runs;
    s->to->n_guessed += h->n_like == 0;
}

/* How long jobs waited that waited for nothing but the scheduler's next look, the latest of them first. */
static void find_at_once(struct state *s, size_t until)
{
    const struct sw_log *log = s->of->log;
    for (size_t i = until; i-- > 0 && s->n_at_once < MOST_LIKE;) {
        int64_t start_us = asked_start_us(log, &log->jobs[i]), wait_us = start_us - log->jobs[i].submit_us;
        if (start_us >= 0 && start_us <= s->of->at_us && wait_us >= 0 && wait_us <= AT_ONCE_US)
            s->at_once_us[s->n_at_once++] = wait_us;
    }
}

/* The same of jobs that are given. */
static int take_held(struct state *s, struct sw_err *err)
{
    const struct asked *of = s->of;
    s->job = calloc(of->n_held + 1, sizeof *s->job);
    if (!s->job)
        return sw_err_memory(err);
    for (int waits = 0; waits < 2; waits++)
        for (size_t i = 0; i < of->n_held; i++)
            if ((of->held[i].ran_us < 0) == waits)
                add_held(s, &of->held[i].job, waits ? -1 : of->at_us - of->held[i].ran_us, of->log->n_jobs);
    return SW_OK;
}

/* Those that run first, then those that wait, each by submission. */
static int find_state(struct state *s, struct sw_err *err)
{
    const struct sw_log *log = s->of->log;
    size_t until = 0;
    while (until < log->n_jobs && log->jobs[until].submit_us < s->of->at_us)
        until++;
    find_at_once(s, until);
    if (s->of->held)
        return take_held(s, err);
    s->job = calloc(until + 1, sizeof *s->job);
    if (!s->job)
        return sw_err_memory(err);
    for (int waits = 0; waits < 2; waits++)
        for (size_t i = 0; i < until; i++) {
            int64_t start_us = asked_start_us(log, &log->jobs[i]), end_us = asked_end_us(log, &log->jobs[i]);
            bool began = start_us >= 0 && start_us <= s->of->at_us;
            bool over = end_us >= 0 && end_us <= s->of->at_us;
            /* Jobs that the log never starts are left out. */
            if (!over && began != waits && start_us >= 0)
                add_held(s, &log->jobs[i], start_us, until);
        }
    return SW_OK;
}

/* ---- a draw as a trace --------------------------------------------------------------------------- */

/* Without a limit: twice as long as any of its like that ended, or as long again. */
static int64_t longest_us(const struct held *h)
{
    int64_t most_us = h->ran_us;
    for (uint32_t i = 0; i < h->n_like; i++)
        /* The bound is against overflow: twice that is still a time. */
        if (h->left_us[i] != AS_LONG_AS_MAY_BE && h->left_us[i] < INT64_MAX / 4 && 2 * h->left_us[i] > most_us)
            most_us = 2 * h->left_us[i];
    return most_us;
}

/* Its like went on so long; without any, or where they still go on: to the limit. */
static int64_t draw_left_us(const struct state *s, const struct held *h)
{
    /* Each job has numbers of its own in each draw. */
    struct sw_chance c = sw_chance_start(s->of->seed, SW_CHANCE_OTHER, (uint64_t)(h - s->job), s->draw);
    int64_t left_us = h->n_like ? h->left_us[sw_chance_below(&c, h->n_like)] : AS_LONG_AS_MAY_BE;
    if (left_us == AS_LONG_AS_MAY_BE)
        left_us = h->left_limit_us > 0 ? h->left_limit_us : longest_us(h);
    left_us = h->left_limit_us > 0 && left_us > h->left_limit_us ? h->left_limit_us : left_us;
    return left_us > 0 ? left_us : 1;
}

static void fill_asked(struct state *s, struct sw_job *job, const struct asked_job *of, int64_t time_us)
{
    s->stage = (struct sw_stage_spec){ .kind = SW_TASK, .n_tasks = of->nodes ? of->nodes : 1, .mean_us = time_us };
    job->nodes = s->stage.n_tasks;
    job->cpus = of->cpus;
    job->limit_us = of->limit_us;
    if (of->pool.len)
        job->pool = of->pool;
    job->user = of->user;
    job->priority = of->priority;
    job->stages = &s->stage;
    job->n_stages = 1;
    job->place = s->next;
    job->path = "the state";
}

static int next_job(void *context, struct sw_job *job, struct sw_err *err)
{
    struct state *s = context;
    (void)err;
    if (s->next > s->n)
        return 0;
    const struct held *h = s->next < s->n ? &s->job[s->next] : NULL;
    /* The first letter is what on_job() reads: it runs (r), waits in the queue (q), or is asked for (a). */
    size_t len = (size_t)snprintf(s->id, sizeof s->id, "%c%zu", !h ? 'a' : h->runs ? 'r' : 'q', s->next);
    if (!h)
        /* How long the asked job runs does not move its own start. Its limit is what backfill plans with. */
        fill_asked(s, job, &s->of->job, s->of->job.limit_us > 0 ? s->of->job.limit_us : SW_US_PER_S);
    else {
        struct asked_job like = asked_like(h->from);
        /* Of a limit only what is left counts by now. */
        like.limit_us = h->left_limit_us;
        if (h->runs)
            /* It has its nodes already, so it goes before all that wait. */
            like.priority = SW_VERY_HIGH;
        fill_asked(s, job, &like, draw_left_us(s, h));
    }
    job->job_id = (struct sw_text){ s->id, len };
    s->next++;
    return 1;
}

/* The state outlives its traces. */
static void keep(void *context) { (void)context; }

static void on_job(void *context, const struct sw_result *res)
{
    struct state *s = context;
    /* Without a launch it can never run. */
    if (res->job_id[0] == 'a')
        s->start_us = res->first_launch_us >= 0 ? (double)res->first_launch_us : NAN;
    s->n_late += res->job_id[0] == 'r' && res->first_launch_us != 0;
}

static int replay_state(struct state *s, struct sw_err *err)
{
    struct sw_replay_sink sink = { .ctx = s, .job = on_job };
    struct sw_trace *trace = NULL;
    struct sw_replay *r = NULL;
    s->next = 0;
    s->n_late = 0;
    s->start_us = NAN;
    if (trace_from_read(&trace, next_job, keep, s, "the state", err) != SW_OK)
        return SW_FAIL;
    /* All nodes of a job start at once. */
    sw_trace_gangs(trace);
    int status = sw_replay_new(&r, s->of->log->cl, s->of->pools, s->of->opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, trace, err);
    sw_replay_free(r);
    sw_trace_free(trace);
    return status;
}

/* Schedulers look at their queues now and then, and the log shows how often. */
static int64_t draw_at_once_us(const struct state *s)
{
    /* No job has this number. */
    struct sw_chance c = sw_chance_start(s->of->seed, SW_CHANCE_OTHER, UINT64_MAX, s->draw);
    return s->n_at_once ? s->at_once_us[sw_chance_below(&c, s->n_at_once)] : 0;
}

static int draw_all(struct state *s, struct sw_err *err)
{
    struct sw_quantiles *q = sw_quantiles_new(SW_QUANTILES_EXACT);
    int status = q ? SW_OK : sw_err_memory(err);
    for (s->draw = 0; s->draw < s->of->draws && status == SW_OK; s->draw++) {
        status = replay_state(s, err);
        s->to->n_late = s->n_late > s->to->n_late ? s->n_late : s->to->n_late;
        s->to->n_never += isnan(s->start_us) ? 1 : 0;
        /* Quantiles leave INFINITY out: they are of the draws in which it starts, and NaN if there are none. */
        double wait_us = isnan(s->start_us) ? INFINITY : s->start_us + (double)draw_at_once_us(s);
        if (status == SW_OK && sw_quantiles_add(q, wait_us) != SW_OK)
            status = sw_err_memory(err);
    }
    if (status == SW_OK) {
        s->to->lo_us = sw_quantiles_get(q, 0.1);
        s->to->median_us = sw_quantiles_get(q, 0.5);
        s->to->hi_us = sw_quantiles_get(q, 0.9);
    }
    sw_quantiles_free(q);
    return status;
}

int asked_answer(const struct asked *of, struct asked_answer *to, struct sw_err *err)
{
    struct state s = { .of = of, .to = to };
    *to = (struct asked_answer){ .lo_us = NAN, .median_us = NAN, .hi_us = NAN };
    int status = find_state(&s, err);
    if (status == SW_OK)
        status = draw_all(&s, err);
    free(s.job);
    return status;
}
