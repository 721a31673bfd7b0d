/* SPDX-License-Identifier: GPL-3.0-or-later */
/* set_up.c - stages that are set up before they become ready (L20). */
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/queue/queue.h"

/* L20. `ready` is set at once, so that it is not set up twice. */
void set_up_stage(struct sw_replay *r, struct stage *st)
{
    MECHANISMS_TELL(r, stage, st, STAGE_SETS_UP, 0);
    if (st->in_set_up)
        return;
    if (!st->setup_us) {
        stages_enter(r, st);
        return;
    }
    st->ready = st->in_set_up = true;
    st->ready_us = r->now_us + st->setup_us;
    st->job->n_attempts++; /* the job lasts until then, even if it fails before */
    r->jobs.n_set_up++;
    events_push(&r->events, event_make(st->ready_us, EV_READY, stage_serial(st), st));
}

/* The stage is set up, its job has failed (F3), or it begins again (V4). */
void set_up_leave(struct sw_replay *r, struct stage *st)
{
    if (st->in_set_up)
        MECHANISMS_TELL(r, stage, st, STAGE_SET_UP, 0);
    r->jobs.n_set_up -= st->in_set_up;
    st->in_set_up = false;
}

/* The event of a set-up that may be over, or another's. */
void set_up_ends(struct sw_replay *r, struct stage *st)
{
    struct job *job = st->job;
    if (!job->ended && st->in_set_up && st->ready_us == r->now_us) { /* else it is an earlier set-up (V4) */
        stages_enter(r, st);
        set_up_leave(r, st);
    }
    if (!--job->n_attempts && job->ended)
        job_free(r, job);
}
