/* SPDX-License-Identifier: GPL-3.0-or-later */
/* starving.c - a job that has waited longer than --max-starve is taken alone, and cycles come by time, too (G11).
 *
 * Jobs that come later were submitted later. So the queue is looked through only when its oldest job may starve.
 * Cycles that would do nothing are left out: with nothing ended or submitted the same jobs are blocked again. */
#include "lib/sim/dispatch/gang/gang.h"

static bool note_older(void *ctx, struct sw_queue_entry *entry)
{
    struct stage **oldest = ctx, *st = entry->of;
    const struct job *a = st->job, *b = *oldest ? (*oldest)->job : NULL;
    if (!b || a->submit_us < b->submit_us || (a->submit_us == b->submit_us && a->place < b->place))
        *oldest = st;
    return false;
}

static bool starves(const struct sw_replay *r, int64_t submit_us)
{
    return r->now_us - submit_us > r->opt.gang.max_starve_us;
}

struct stage *starving_stage(struct sw_replay *r, struct gang *g)
{
    struct stage *oldest = NULL;
    if (r->opt.gang.max_starve_us < 0 || g->oldest_us == INT64_MAX || !starves(r, g->oldest_us))
        return NULL;
    sw_queue_walk(&r->queues.of_kind[0], note_older, &oldest);
    g->oldest_us = oldest ? oldest->job->submit_us : INT64_MAX;
    return oldest && starves(r, g->oldest_us) ? oldest : NULL;
}

/* After a launch of a starving job others may follow. After one that did not fit, only an end helps. Else the next
 * job to starve is the oldest. */
int64_t starving_next(const struct sw_replay *r, const struct gang *g)
{
    int64_t every_us = r->opt.gang.iteration_us;
    if (r->opt.gang.max_starve_us < 0 || !r->queues.of_kind[0].n || g->cycle_us < 0)
        return INT64_MAX;
    if (g->starved)
        return g->launched ? g->cycle_us + every_us : INT64_MAX;
    int64_t left_us = max_i64(g->oldest_us + r->opt.gang.max_starve_us - g->cycle_us, 0);
    return g->cycle_us + (left_us / every_us + 1) * every_us;
}
