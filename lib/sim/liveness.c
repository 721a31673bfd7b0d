/* SPDX-License-Identifier: GPL-3.0-or-later */
/* liveness.c - jobs are in the system and nothing is left to happen (J6). Ticks come for as long as jobs are in. Where
 * only ticks are to come, it takes time to see that they change nothing: as long as the last of them may wait before it
 * does something. */
#include "lib/base/bits.h"
#include "lib/sim/ask.h"
#include "lib/sim/engine.h"
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"

/* A straggler scan settles nothing: a backup (C5) takes a free slot and gives none. */
int64_t liveness_settles_us(struct sw_replay *r)
{
    int64_t most_us = 0;
    for (uint32_t i = 0; i < r->mechanisms.has.settles_us; i++)
        most_us = max_i64(most_us, MECHANISM_CALL(r, settles_us, i));
    return most_us;
}

static bool only_ticks_come(struct sw_replay *r)
{
    return r->events.n == ticks_n(r) && MECHANISMS_LEAST(r, next_us, INT64_MAX) == INT64_MAX;
}

static bool may_launch(void *ctx, struct sw_queue_entry *entry)
{
    struct sw_replay *r = ctx;
    const struct stage *st = entry->of;
    for (uint32_t i = 0; (i = bits_next(&r->slots.any_free, i)) != NONE; i++)
        if (stage_has_slot(r, st, r->slots.node_of[i]) && stage_fits(r, st, r->slots.node_of[i]))
            return true;
    return false;
}

/* Nodes with free slots heartbeat for as long as work waits. That work may be reduces that A2 lets go nowhere, or only
 * attempts that could be copied. What waits for its data alone will be launched. */
static bool beats_bring_nothing(struct sw_replay *r)
{
    return r->dispatch.of->by_heartbeats && !sw_queue_walk(&r->queues.of_kind[0], may_launch, r)
           && !sw_queue_walk(&r->queues.of_kind[1], may_launch, r);
}

/* Of ticks, and of heartbeats that bring nothing, nothing comes but through a kill or a launch. */
bool liveness_is_over(struct sw_replay *r, int64_t next_us)
{
    uint64_t done = r->totals.launches + r->liveness.n_killed;
    if (!r->jobs.first || r->opt.until_us >= 0 || !only_ticks_come(r)
        || (next_us != INT64_MAX && !beats_bring_nothing(r)))
        return false;
    if (r->liveness.idle_us < 0 || r->liveness.idle_done != done) {
        r->liveness.idle_us = r->now_us;
        r->liveness.idle_done = done;
    }
    return r->liveness.at_end = r->now_us - r->liveness.idle_us > liveness_settles_us(r);
}

/* Jobs that could run but for one that cannot say less than that one. */
int liveness_explain(struct sw_replay *r)
{
    const struct job *first = r->jobs.first, *never = NULL; /* each the first that was read */
    const char *holds = "others that never end are in its place?";
    char why[200];
    if (MECHANISMS_ANY(r, stuck, &holds))
        return SW_FAIL;
    for (const struct job *job = first; job; job = job->next) {
        first = job->place < first->place ? job : first;
        if (job->submitted && (!never || job->place < never->place) && infeasible_why(r, job, why, sizeof why))
            never = job;
    }
    if (never && infeasible_why(r, never, why, sizeof why))
        return sw_err_set(r->err, "job '%s' can never run: %s", never->id, why);
    return sw_err_set(r->err, "job '%s' in pool '%s' can never run (%s)", first->id, first->pool->name,
                      holds);
}
