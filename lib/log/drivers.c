/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drivers.c - which job follows the end of another, and which comes by the clock.
 *
 * A driver that waits for a result submits its next job at once. So in a chain, and in several threads that each have
 * one, most jobs start within a tenth of a second after some job ended; of jobs by the clock few do. (Of 47 logs of
 * Spark 3.5.8, by pool: three of four and more, or one of six and fewer.) A driver that does something in between
 * starts its jobs while none is open. Then the time from an end to the next start varies less than that from start to
 * start: one is the driver's, the other has the jobs' own times in it. Pools part a chain from the users beside it.
 * Users who think before they ask again are told by their number (crowd.c). They are no program: one start of five at
 * most comes at once. A job's `after` is all that is found here: UINT32_MAX for jobs by the clock. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/log/log.h"
#include "lib/base/sw_names.h"
#include "slotwise/sw_stats.h"

enum { AT_ONCE_US = 100000, AT_ONCE_OF_USERS = 5 };

/* ---- lanes: the jobs of one application in one pool ------------------------------------------------- */

struct lane { uint32_t *job, *by_end; size_t n; }; /* by_end: the same jobs in order of their ends */

/* What stands before the last slash: the number of the job is behind it. Without one all jobs are of one
 * application. */
static struct sw_text app_of(struct sw_text job_id)
{
    size_t len = job_id.len;
    while (len > 0 && job_id.at[len - 1] != '/')
        len--;
    return (struct sw_text){ job_id.at, len };
}

/* The number of a text, from 1 on; 0: out of memory. */
static uint32_t number_of(struct sw_keys *keys, const void *at, size_t len)
{
    size_t number;
    return sw_keys_add(keys, at, len, &number, NULL) == SW_OK ? (uint32_t)number + 1 : 0;
}

/* Numbers applications (job->app), and fills in the lane of each job. */
static int number_lanes(struct sw_log *log, uint32_t *lane_of, size_t *n_lanes)
{
    struct sw_keys *apps = sw_keys_new(), *pools = sw_keys_new(), *lanes = sw_keys_new();
    bool room = apps && pools && lanes;
    for (size_t i = 0; room && i < log->n_jobs; i++) {
        struct sw_log_job *job = &log->jobs[i];
        const struct sw_text app = app_of(job->id);
        job->app = number_of(apps, app.at, app.len);
        const uint32_t key[2] = { job->app, number_of(pools, job->pool.at, job->pool.len) };
        lane_of[i] = number_of(lanes, key, sizeof key);
        /* Lanes count from 0 in lane_of. */
        room = job->app > 0 && key[1] > 0 && lane_of[i]-- > 0;
    }
    *n_lanes = room ? sw_keys_count(lanes) : 0;
    sw_keys_free(apps);
    sw_keys_free(pools);
    sw_keys_free(lanes);
    return room ? SW_OK : SW_FAIL;
}

/* Jobs that end together go by their place in the log. */
static int by_end(const void *a, const void *b, void *context)
{
    const struct sw_log_job *jobs = context, *x = &jobs[*(const uint32_t *)a], *y = &jobs[*(const uint32_t *)b];
    return ORDER(x->end_us, y->end_us) ?: ORDER(x, y);
}

/* ---- jobs that have ended, and that none follows yet ------------------------------------------------- */

/* at: a stack of jobs. next: the first of by_end that has not ended yet. */
struct ended { uint32_t *at; size_t n, next; };

/* Those that have ended by the submission of the lane's i-th job. */
static void let_end(struct ended *e, const struct sw_log *log, const struct lane *l, size_t i)
{
    const int64_t now_us = log->jobs[l->job[i]].submit_us;
    while (e->next < l->n && log->jobs[l->by_end[e->next]].end_us <= now_us && l->by_end[e->next] < l->job[i])
        e->at[e->n++] = l->by_end[e->next++];
}

/* The last that ended is the one that the job would follow. */
static bool starts_at_once(const struct ended *e, const struct sw_log *log, const struct sw_log_job *job)
{
    return e->n > 0 && job->submit_us - log->jobs[e->at[e->n - 1]].end_us <= AT_ONCE_US;
}

/* Each job that starts at once takes away the end that it follows. room: for l->n jobs. */
static size_t count_at_once(const struct sw_log *log, const struct lane *l, uint32_t *room)
{
    struct ended e = { .at = room };
    size_t n = 0;
    for (size_t i = 1; i < l->n; i++) {
        let_end(&e, log, l, i);
        if (starts_at_once(&e, log, &log->jobs[l->job[i]])) {
            n++;
            e.n--;
        }
    }
    return n;
}

/* Each follows the last that ended and that no other follows. One that starts beside another of the same instant
 * follows what that follows. The first of each thread comes by the clock. */
static void chain(struct sw_log *log, const struct lane *l, uint32_t *room)
{
    struct ended e = { .at = room };
    for (size_t i = 1; i < l->n; i++) {
        struct sw_log_job *job = &log->jobs[l->job[i]];
        const struct sw_log_job *before = &log->jobs[l->job[i - 1]];
        let_end(&e, log, l, i);
        if (!starts_at_once(&e, log, job) && before->end_us > job->submit_us
            && job->submit_us - before->submit_us <= AT_ONCE_US)
            job->after = before->after;
        else if (e.n > 0)
            job->after = e.at[--e.n];
    }
}

/* ---- one driver, which does something in between ------------------------------------------------------ */

/* A job that starts while none is open follows the last that ended. So do those that start before all of them have
 * ended again. Returns whether that is how the lane looks: half of its starts are such, and more regular as a
 * driver's. Called twice: first to see whether the lane looks so (is_told false), then to say so in the jobs. */
static bool drive(struct sw_log *log, const struct lane *l, bool is_told)
{
    struct sw_moments from_end = { 0 }, from_start = { 0 };
    uint32_t after = UINT32_MAX, open_until = l->job[0], started = 0;
    size_t n_idle = 0;
    for (size_t i = 1; i < l->n; i++) {
        struct sw_log_job *job = &log->jobs[l->job[i]];
        const struct sw_log_job *last = &log->jobs[open_until];
        /* No job is open: the last to end is what the driver waited for. */
        if (job->submit_us >= last->end_us) {
            n_idle++;
            if (started == i - 1) { /* nothing else began in between */
                sw_moments_add(&from_end, (double)(job->submit_us - last->end_us));
                sw_moments_add(&from_start, (double)(job->submit_us - log->jobs[l->job[i - 1]].submit_us));
            }
            started = (uint32_t)i;
            after = open_until;
            open_until = l->job[i];
        } else if (job->end_us > last->end_us)
            open_until = l->job[i];
        if (is_told)
            job->after = after;
    }
    /* With fewer than three times the spread tells nothing, and half of the starts will do. */
    return 2 * n_idle >= l->n - 1
           && (from_end.n < 3 || sw_moments_sd(&from_end) <= sw_moments_sd(&from_start));
}

/* ---- users who think ---------------------------------------------------------------------------------- */

/* Who asked and who asks next is not told, and users are alike: each start follows the end that has waited longest. */
static void crowd(struct sw_log *log, const struct lane *l, uint32_t *room)
{
    struct ended e = { .at = room };
    size_t first = 0;
    for (size_t i = 1; i < l->n; i++) {
        let_end(&e, log, l, i);
        if (first < e.n)
            log->jobs[l->job[i]].after = e.at[first++];
    }
}

/* A chain is looked for first, for its ends are the plainest; users last, who only numbers tell. */
static int find_in(struct sw_log *log, const struct lane *l, uint32_t *room, struct sw_err *err)
{
    if (l->n < 2)
        return SW_OK;
    const size_t n_at_once = count_at_once(log, l, room);
    if (n_at_once > 0 && 2 * n_at_once >= l->n - 1)
        chain(log, l, room);
    else if (drive(log, l, false))
        drive(log, l, true);
    else if (n_at_once <= (l->n - 1) / AT_ONCE_OF_USERS) {
        const size_t n_users = crowd_count(log, l->job, l->n, err);
        if (n_users == SIZE_MAX)
            return SW_FAIL;
        log->n_users += n_users;
        if (n_users > 0)
            crowd(log, l, room);
    }
    return SW_OK;
}

/* ---- the log ---------------------------------------------------------------------------------------- */

int drivers_find(struct sw_log *log, struct sw_err *err)
{
    /* Four arrays of n_jobs and a bit: lanes, jobs by lane, the same by end, and scratch for find_in(). */
    uint32_t *room = calloc(4 * log->n_jobs + 4, sizeof *room), *lane_of = room;
    size_t n_lanes = 0, *from = NULL;
    for (size_t i = 0; i < log->n_jobs; i++)
        log->jobs[i].after = UINT32_MAX;
    /* Only Spark's logs name the application of a job. */
    if (!log->spark) {
        free(room);
        return SW_OK;
    }
    if (room && number_lanes(log, lane_of, &n_lanes) == SW_OK)
        from = calloc(n_lanes + 2, sizeof *from);
    if (!from) {
        free(room);
        return sw_err_memory(err);
    }
    uint32_t *job = lane_of + log->n_jobs + 1, *ends = job + log->n_jobs + 1, *scratch = ends + log->n_jobs + 1;
    /* A counting sort of jobs by lane, which keeps their order. */
    for (size_t i = 0; i < log->n_jobs; i++)
        from[lane_of[i] + 2]++;
    for (size_t k = 2; k <= n_lanes + 1; k++)
        from[k] += from[k - 1];
    for (size_t i = 0; i < log->n_jobs; i++) /* from[k + 1] moves on to the end of lane k */
        job[from[lane_of[i] + 1]++] = (uint32_t)i;
    int status = SW_OK;
    for (size_t k = 0; k < n_lanes && status == SW_OK; k++) {
        struct lane l = { job + from[k], ends + from[k], from[k + 1] - from[k] };
        memcpy(l.by_end, l.job, l.n * sizeof *l.job);
        qsort_r(l.by_end, l.n, sizeof *l.by_end, by_end, log->jobs);
        status = find_in(log, &l, scratch, err);
    }
    free(from);
    free(room);
    return status;
}
