/* SPDX-License-Identifier: GPL-3.0-or-later */
/* admit_job.c - max_jobs: which jobs are let in, and which wait until another ends (J5). */
#include "lib/base/arena.h"
#include "lib/sim/life/life.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>

/* Into the heap. */
void admit_job_push(struct waiting *w, struct job *job)
{
    RESERVE(w->at, w->n + 1, w->cap);
    size_t i = w->n++;
    for (; i > 0 && order_fifo_before(job, w->at[(i - 1) / 2]); i = (i - 1) / 2)
        w->at[i] = w->at[(i - 1) / 2];
    w->at[i] = job;
}

/* The first in fifo order. */
struct job *admit_job_pop(struct waiting *w)
{
    struct job *top = w->at[0], *last = w->at[--w->n];
    size_t i = 0;
    for (size_t k; (k = 2 * i + 1) < w->n; i = k) {
        if (k + 1 < w->n && order_fifo_before(w->at[k + 1], w->at[k]))
            k++;
        if (!order_fifo_before(w->at[k], last))
            break;
        w->at[i] = w->at[k];
    }
    if (w->n)
        w->at[i] = last;
    return top;
}

/* J5.1: the pool and every pool above it has room. */
static bool takes_more(const struct pool *p)
{
    for (; p; p = p->parent)
        if (p->n_admitted >= p->max_jobs)
            return false;
    return true;
}

/* Its stages that wait for no others begin. The job may end within this. */
void admit_job_now(struct sw_replay *r, struct job *job)
{
    job->admitted = true;
    job->prev_active = r->jobs.last_active;
    if (r->jobs.last_active)
        r->jobs.last_active->next_active = job;
    else
        r->jobs.first_active = job;
    r->jobs.last_active = job;
    shares_changed(r, job, 0); /* it may have been admitted before, and had shares (V4) */
    shares_changed(r, job, 1);
    MECHANISMS_TELL(r, job_entered, job);
    busy_admit(r, job->pool);
    for (uint32_t s = 0; s < job->n_stages && !job->ended; s++)
        if (!job->stage[s].ready && !job->stage[s].parents_left)
            set_up_stage(r, &job->stage[s]);
}

/* J5.2: the first that waits in the pool. */
static void admit_first(struct sw_replay *r, struct pool *own)
{
    for (struct pool *p = own; p; p = p->parent)
        p->n_waiting--;
    admit_job_now(r, admit_job_pop(&own->waiting));
}

/* J5.1, and what mechanisms admit by themselves (V1, O21). */
void admit_job(struct sw_replay *r, struct job *job)
{
    const struct sw_order *order = r->opt.order.policy;
    if ((r->pools.limited || order->limits_jobs) && !takes_more(job->pool)) {
        admit_job_push(&job->pool->waiting, job);
        /* It counts in all pools above it, so that a search skips pools where none waits. */
        for (struct pool *p = job->pool; p; p = p->parent)
            p->n_waiting++;
        OBSERVERS_SEE(r, SAW_NOT_ADMITTED, .job = job);
    } else if (!MECHANISMS_ANY(r, job_asks, job)) {
        admit_job_now(r, job);
    }
}

/* The pool at or below p, with no full pool between, whose first waiting job came first. `best` is the one so far. */
static struct pool *first_with_place(struct pool *p, struct pool *best)
{
    if (!p->n_waiting || p->n_admitted >= p->max_jobs)
        return best;
    if (p->waiting.n && (!best || order_fifo_before(p->waiting.at[0], best->waiting.at[0])))
        best = p;
    for (struct pool *child = p->first_child; child; child = child->sibling)
        best = first_with_place(child, best);
    return best;
}

/* max_jobs of some pools has changed. */
void admit_job_all(struct sw_replay *r)
{
    for (struct pool *best; ; admit_first(r, best)) {
        best = NULL;
        for (struct pool *p = r->pools.first; p; p = p->next)
            best = p->parent ? best : first_with_place(p, best);
        if (!best)
            return;
    }
}

/* An admitted job has ended: the next takes its place at once. */
void admit_job_left(struct sw_replay *r, struct job *job)
{
    struct pool *limited = NULL; /* the highest pool that was full */
    MECHANISMS_TELL(r, job_left, job);
    for (struct pool *p = job->pool; p; p = p->parent) {
        limited = p->n_admitted >= p->max_jobs ? p : limited;
        p->n_admitted--;
    }
    for (struct pool *p; limited && takes_more(limited) && (p = first_with_place(limited, NULL)); )
        admit_first(r, p);
}
