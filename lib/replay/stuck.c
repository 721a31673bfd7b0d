/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stuck.c - jobs are in the system and nothing is left to happen (J6). Updates, checks and looks come for as long as jobs
 * are in, so where only they are to come it takes time to see that they change nothing: as long as the last of them may
 * wait before it does something. */
#include "lib/replay/replay.h"

/* ---- how long ------------------------------------------------------------------------------------ */

static int64_t more(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t several(int64_t every_us)
{
    return every_us < SW_TIME_MAX / 4 ? 3 * every_us : SW_TIME_MAX;
}

static int64_t unless_never(int64_t timeout_us)
{
    return timeout_us < SW_TIME_MAX / 4 ? timeout_us : 0;
}

/* K2: the clocks stand still, so whoever is past a timeout is so after the longest. */
static int64_t longest_timeout(const struct sw_replay *r)
{
    int64_t most_us = more(unless_never(r->opt.preempt.min_us), unless_never(r->opt.preempt.fair_us));
    for (const struct pool *p = r->pools; p; p = p->next)
        most_us = more(most_us, more(unless_never(p->min_timeout_us), unless_never(p->fair_timeout_us)));
    return most_us;
}

/* A copy (C5) takes a free slot and gives none, so looks are not waited for. An update goes by what the one before left. */
static int64_t patience(const struct sw_replay *r)
{
    int64_t updates_us = r->ticking[0] ? several(r->opt.order.update_us) : 0;
    int64_t checks_us = r->ticking[1] ? several(r->opt.preempt_every_us) + longest_timeout(r) : 0;
    return more(updates_us, checks_us);
}

/* ---- whether ------------------------------------------------------------------------------------- */

static bool only_ticks_come(struct sw_replay *r)
{
    return r->events.n == (size_t)(r->ticking[0] + r->ticking[1] + r->ticking[2]) && MECHANISMS_LEAST(r, next_us, INT64_MAX, 0) == INT64_MAX;
}

static bool may_launch(void *ctx, struct sw_item *item)
{
    struct sw_replay *r = ctx;
    const struct stage *st = item->of;
    for (uint32_t i = 0; (i = bits_next(&r->any_free, i)) != NONE; i++)
        if (stage_has_slot(r, st, r->node_of[i]))
            return true;
    return false;
}

/* Nodes ask for as long as work waits and they have slots, which may be reduces that A2 lets go nowhere, or only what could be
 * copied. What waits for its data alone will be launched. */
static bool beats_bring_nothing(struct sw_replay *r)
{
    return !r->mechanisms.has.decides && !sw_list_walk(&r->list[0], may_launch, r) && !sw_list_walk(&r->list[1], may_launch, r);
}

/* Of ticks, and of heartbeats that bring nothing, nothing comes but through a kill or a launch. */
bool nothing_left(struct sw_replay *r, int64_t next_us)
{
    uint64_t done = r->totals.launches + r->n_killed;
    if (!r->first_job || r->opt.until_us >= 0 || !only_ticks_come(r) || (next_us != INT64_MAX && !beats_bring_nothing(r)))
        return false;
    if (r->idle_us < 0 || r->idle_done != done) {
        r->idle_us = r->now_us;
        r->idle_done = done;
    }
    return r->at_end = r->now_us - r->idle_us > patience(r);
}

/* Jobs that could run but for one that cannot say less than that one. */
int never_ends(struct sw_replay *r)
{
    const struct job *first = r->first_job;
    char why[200];
    if (MECHANISMS_ANY(r, stuck, 0))
        return SW_FAIL;
    for (const struct job *job = first; job; job = job->next)
        if (job->submitted && never_runs(r, job, why, sizeof why))
            return sw_err_set(r->err, "job '%s' can never run: %s", job->id, why);
    return sw_err_set(r->err, "job '%s' in pool '%s' can never run (%s)", first->id, first->pool->name,
                      r->mechanisms.has.stuck_why ? r->mechanisms.on.stuck_why[0].call(r, r->mechanisms.on.stuck_why[0].own, 0)
                                                  : "others that never end are in its place?");
}
