/* SPDX-License-Identifier: GPL-3.0-or-later */
/* room.c - max_jobs: which jobs are let in, and which wait until another ends (J5). */
#include "lib/replay/replay.h"

static bool has_room(const struct pool *p)
{
    for (; p; p = p->parent)
        if (p->n_admitted >= p->max_jobs)
            return false;
    return true;
}

void job_let_in(struct sw_replay *r, struct job *job)
{
    job->admitted = true;
    MECHANISMS_TELL(r, job_entered, job);
    for (struct pool *p = job->pool; p; p = p->parent)
        p->n_admitted++;
    for (uint32_t s = 0; s < job->n_stages && !job->ended; s++)
        if (!job->stage[s].ready && !job->stage[s].parents_left)
            stage_set_up(r, &job->stage[s]);
}

/* Who waits is counted all the way up, so that a search knows where there is nobody. */
static void wait_for_room(struct job *job)
{
    waiting_push(&job->pool->waiting, job);
    for (struct pool *p = job->pool; p; p = p->parent)
        p->n_waiting++;
}

static void let_in_first(struct sw_replay *r, struct pool *own)
{
    for (struct pool *p = own; p; p = p->parent)
        p->n_waiting--;
    job_let_in(r, waiting_pop(&own->waiting));
}

void job_admit(struct sw_replay *r, struct job *job)
{
    const struct sw_order *order = r->opt.order.part;
    if ((order->uses_pools || order->limits_jobs || r->opt.global.fair) && !has_room(job->pool)) {
        wait_for_room(job);
        MECHANISMS_TELL(r, saw_not_admitted, job);
    } else if (!MECHANISMS_ANY(r, job_asks, job)) {
        job_let_in(r, job);
    }
}

/* Of the pools at and below p, those above it having room, the one whose first job that waits is the first of all. */
static struct pool *first_with_room(struct pool *p, struct pool *best)
{
    if (!p->n_waiting || p->n_admitted >= p->max_jobs)
        return best;
    if (p->waiting.n && (!best || job_fifo_before(p->waiting.at[0], best->waiting.at[0])))
        best = p;
    for (struct pool *child = p->first_child; child; child = child->sibling)
        best = first_with_room(child, best);
    return best;
}

/* max_jobs of some pools has changed. */
void jobs_let_in(struct sw_replay *r)
{
    for (struct pool *best; ; let_in_first(r, best)) {
        best = NULL;
        for (struct pool *p = r->pools; p; p = p->next)
            best = p->parent ? best : first_with_room(p, best);
        if (!best)
            return;
    }
}

/* A place in `limited` is free, or several: those below it that wait are let in. */
static void fill(struct sw_replay *r, struct pool *limited)
{
    for (struct pool *p; has_room(limited) && (p = first_with_room(limited, NULL)); )
        let_in_first(r, p);
}

/* An admitted job has ended: its place is taken at once. */
void job_left(struct sw_replay *r, struct job *job)
{
    struct pool *limited = NULL; /* the highest pool that was full */
    MECHANISMS_TELL(r, job_left, job);
    for (struct pool *p = job->pool; p; p = p->parent) {
        limited = p->n_admitted >= p->max_jobs ? p : limited;
        p->n_admitted--;
    }
    if (limited)
        fill(r, limited);
}
