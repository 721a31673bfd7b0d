/* SPDX-License-Identifier: GPL-3.0-or-later */
/* admission.c - jobs run only while they have a place in a queue, as queries of a parallel database do: who is
 * admitted, who hops, who ends (section 19 of docs/model.md). */
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include <string.h>

/* A line is in the order in which its jobs came. All of them have the same time-out, so the first is the next that it
 * befalls. */
enum line { BESIDE, RUNS, WAITS, LINES, NOWHERE = LINES }; /* V7: in the order in which time-outs go */
struct queue_line { struct job *first, *last; int64_t n; };
struct admission {
    struct records at;
    struct queue_line line[SW_ADMISSION_QUEUES][LINES];
};
struct admission_job {
    int queue;                 /* -1: no rule of the section holds for it */
    enum line line;
    bool leaves_place;         /* it has ended where it ran in its queue */
    int64_t since_us, limit_us; /* since when it is in its line; limit_us: -1: none */
    struct job *prev, *next;   /* in its line */
};

static struct admission_job *admission_of(const struct admission *a, const struct job *job)
{
    return job_record(job, &a->at);
}

static const struct sw_admission_queue *queue_at(const struct sw_replay *r, int queue)
{
    return &r->opt.admission.queue[queue];
}

/* ---- who runs in a queue, beside it, and who waits there (V1, V5) ---------------------------------------- */

/* To the end of the line, where its time begins again. */
static void join_line(const struct sw_replay *r, struct admission *a, struct job *job, int queue, enum line line)
{
    struct admission_job *it = admission_of(a, job);
    struct queue_line *to = &a->line[queue][line];
    it->queue = queue;
    it->line = line;
    it->since_us = r->now_us;
    it->prev = to->last;
    it->next = NULL;
    if (to->last)
        admission_of(a, to->last)->next = job;
    else
        to->first = job;
    to->last = job;
    to->n++;
}

/* It keeps its queue: a place there may be free then. */
static void leave_line(struct admission *a, struct job *job)
{
    struct admission_job *it = admission_of(a, job);
    struct queue_line *of = &a->line[it->queue][it->line];
    if (it->prev)
        admission_of(a, it->prev)->next = it->next;
    else
        of->first = it->next;
    if (it->next)
        admission_of(a, it->next)->prev = it->prev;
    else
        of->last = it->prev;
    of->n--;
    it->line = NOWHERE;
}

/* When the first of the line has been there for too long; INT64_MAX: never. */
static int64_t due_us(const struct sw_replay *r, const struct admission *a, int queue, enum line line)
{
    const struct sw_admission_queue *q = queue_at(r, queue);
    const struct job *first = a->line[queue][line].first;
    int64_t after_us = line == BESIDE ? q->short_us : line == RUNS ? q->run_us : q->wait_us;
    return !first || after_us < 0 ? INT64_MAX : admission_of(a, first)->since_us + after_us;
}

/* ---- in and out ---------------------------------------------------------------------------------------- */

/* It may end within its admission. */
static void admit(struct sw_replay *r, struct admission *a, struct job *job, int queue, enum line line)
{
    join_line(r, a, job, queue, line);
    admit_job_now(r, job);
}

/* V1.2 */
static void give_places(struct sw_replay *r, struct admission *a, int queue)
{
    struct queue_line *waits = &a->line[queue][WAITS];
    while (waits->first && a->line[queue][RUNS].n < queue_at(r, queue)->places) {
        struct job *job = waits->first;
        leave_line(a, job);
        admit(r, a, job, queue, RUNS);
    }
}

/* V2, V3, V4: it fails where it stands. Counting as an attempt keeps the job until it is abandoned. */
static void fail_job(struct sw_replay *r, struct job *job)
{
    job->n_attempts++;
    abandon_job(r, job);
    if (!--job->n_attempts)
        job_free(r, job);
}

/* V6.1: a job without a limit is below none. */
static bool limit_is_below(const struct admission_job *it, int64_t us)
{
    return it->limit_us >= 0 && it->limit_us < us;
}

/* V1.2, V2; V5 where it comes from outside. */
static void enter_queue(struct sw_replay *r, struct admission *a, struct job *job, int queue, bool submitted)
{
    const struct sw_admission_queue *q = queue_at(r, queue);
    if (a->line[queue][RUNS].n < q->places) {
        admit(r, a, job, queue, RUNS);
    } else if (submitted && limit_is_below(admission_of(a, job), q->short_us)) {
        admit(r, a, job, queue, BESIDE);
    } else if (q->queued >= 0 && a->line[queue][WAITS].n >= q->queued) {
        r->totals.queues.refused++;
        fail_job(r, job);
    } else {
        join_line(r, a, job, queue, WAITS);
        OBSERVERS_SEE(r, SAW_WAITING, .job = job, .queue = q);
    }
}

/* V4 */
static void hop(struct sw_replay *r, struct admission *a, struct job *job, int to)
{
    int from = admission_of(a, job)->queue;
    bool ran = admission_of(a, job)->line == RUNS;
    leave_line(a, job);
    r->totals.queues.hops++;
    /* V4.1: it goes on with what it has done. V4.2: else it begins again. */
    if (a->line[to][RUNS].n < queue_at(r, to)->places) {
        join_line(r, a, job, to, RUNS);
    } else {
        r->totals.queues.restarts++;
        abandon_work(r, job);
        enter_queue(r, a, job, to, false);
    }
    if (ran)
        give_places(r, a, from);
}

/* ---- time-outs (V7) ------------------------------------------------------------------------------------- */

/* V5: what has run beside the queue hops into it. V4: what has run in it hops, or fails. V3: what has waited fails. */
static void time_out(struct sw_replay *r, struct admission *a, int queue, enum line line)
{
    struct job *job = a->line[queue][line].first;
    int to = queue_at(r, queue)->hop;
    if (line == BESIDE) {
        hop(r, a, job, queue);
    } else if (line == RUNS && to != SW_ADMISSION_ENDS) {
        hop(r, a, job, to);
    } else {
        *(line == RUNS ? &r->totals.queues.ran_out : &r->totals.queues.waited_out) += 1;
        fail_job(r, job);
    }
}

/* The first time-out of all lines. */
static int64_t admission_next_us(struct sw_replay *r, void *own)
{
    int64_t next_us = INT64_MAX;
    for (int q = 0; q < (int)r->opt.admission.n; q++)
        for (enum line line = BESIDE; line < LINES; line++)
            next_us = min_i64(next_us, due_us(r, own, q, line));
    return next_us;
}

/* V7: time-outs have a place of their own among the events of an instant (T2). */
static void admission_happen(struct sw_replay *r, void *own)
{
    if (admission_next_us(r, own) <= r->now_us)
        events_push(&r->events, event_make(r->now_us, EV_TIME_OUT, 0, NULL));
}

static void admission_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    for (int q = 0; q < (int)r->opt.admission.n; q++)
        for (enum line line = BESIDE; line < LINES; line++)
            while (due_us(r, own, q, line) <= r->now_us)
                time_out(r, own, q, line);
}

/* ---- jobs ------------------------------------------------------------------------------------------------ */

static void admission_job_made(struct sw_replay *r, void *own, struct job *job, const struct sw_job *spec)
{
    struct admission_job *it = admission_of(own, job);
    const char *pool = spec->pool.len ? spec->pool.at : "default";
    it->queue = sw_admission_queue_of(&r->opt.admission, pool, spec->pool.len ? spec->pool.len : strlen(pool));
    it->line = NOWHERE;
    it->limit_us = spec->limit_us;
    if (it->queue >= 0)
        r->totals.queues.named |= 1U << it->queue;
    if (it->queue >= 0 && it->limit_us < 0)
        r->totals.without_limit += queue_at(r, it->queue)->short_us >= 0 || queue_at(r, it->queue)->pass_us >= 0;
}

/* V6: a job that passes, or whose pool has no queue, is admitted by the core. */
static bool admission_job_asks(struct sw_replay *r, void *own, struct job *job)
{
    struct admission_job *it = admission_of(own, job);
    if (it->queue < 0 || limit_is_below(it, queue_at(r, it->queue)->pass_us))
        return false;
    enter_queue(r, own, job, it->queue, true);
    return true;
}

static void admission_job_ended(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    struct admission_job *it = admission_of(own, job);
    it->leaves_place = it->line == RUNS;
    if (it->line != NOWHERE)
        leave_line(own, job);
}

/* V1.2: its place is given when it has been reported. */
static void admission_job_left(struct sw_replay *r, void *own, struct job *job)
{
    if (admission_of(own, job)->leaves_place)
        give_places(r, own, admission_of(own, job)->queue);
}

static bool admission_stuck(struct sw_replay *r UNUSED, void *own UNUSED, const char **why)
{
    *why = "others that never end have the places of its queue?";
    return false;
}

const struct mechanism admission_mechanism = {
    .needs = NEEDS_RETURNS | NEEDS_LAUNCHES | NEEDS_ZEROS, .size = sizeof(struct admission),
    .job_size = sizeof(struct admission_job), .event_kind = EV_TIME_OUT,
    .job_made = admission_job_made, .job_asks = admission_job_asks, .job_ended = admission_job_ended,
    .job_left = admission_job_left, .next_us = admission_next_us, .happen = admission_happen,
    .event = admission_event, .stuck = admission_stuck,
};
