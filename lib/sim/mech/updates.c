/* SPDX-License-Identifier: GPL-3.0-or-later */
/* updates.c - Hadoop 1's Fair Scheduler learns of jobs and stages at updates: at multiples of --update, and at each
 * submission (E7). */
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/preemption.h"

/* A stage that waits for updates is being set up until then. */
struct waiting_stage {
    struct stage *prev, *next;
    int64_t from_us;         /* nothing else holds it back from then on */
    uint32_t updates;        /* so many it still needs */
};
struct updates { struct records at; struct stage *first; };

static struct waiting_stage *waiting_of(const struct updates *u, const struct stage *st)
{
    return stage_record(st, &u->at);
}

/* It is ready, or its job has failed. */
static void leave_list(struct updates *u, struct stage *st)
{
    struct waiting_stage *w = waiting_of(u, st);
    if (w->prev)
        waiting_of(u, w->prev)->next = w->next;
    else
        u->first = w->next;
    if (w->next)
        waiting_of(u, w->next)->prev = w->prev;
    w->updates = 0;
}

/* The multiple of --update at which it would be ready, if there were no more submissions. */
static void expect(struct sw_replay *r, struct stage *st, const struct waiting_stage *w)
{
    int64_t every_us = r->opt.update_us, first_us = max_i64(r->now_us, w->from_us + 1);
    st->ready_us = ((first_us - 1) / every_us + (int64_t)w->updates) * every_us;
    st->job->n_attempts++;
    events_push(&r->events, event_make(st->ready_us, EV_READY, stage_serial(st), st));
}

/* E7.1 */
static void hold_stage(struct sw_replay *r, struct updates *u, struct stage *st)
{
    struct waiting_stage *w = waiting_of(u, st);
    bool late = st->job->result.first_launch_us < 0 && st->job->submit_us < r->now_us;
    *w = (struct waiting_stage){ .next = u->first, .from_us = r->now_us + st->setup_us, .updates = late ? 2 : 1 };
    if (u->first)
        waiting_of(u, u->first)->prev = st;
    u->first = st;
    st->ready = st->in_set_up = true;
    r->jobs.n_set_up++;
    expect(r, st, w);
}

static void updates_stage(struct sw_replay *r, void *own, struct stage *st, enum stage_news what, int class UNUSED)
{
    if (what == STAGE_SETS_UP)
        hold_stage(r, own, st);
    else if (what == STAGE_SET_UP && waiting_of(own, st)->updates)
        leave_list(own, st);
}

/* E7: a submission is an update, too. Stages that it makes ready enter before it. */
static void updates_job_submitted(struct sw_replay *r, void *own, struct job *job UNUSED)
{
    struct updates *u = own;
    int64_t every_us = r->opt.update_us;
    for (struct stage *st = u->first, *next; st; st = next) {
        struct waiting_stage *w = waiting_of(u, st);
        next = w->next;
        if (w->from_us > r->now_us || (w->from_us == r->now_us && st->setup_us))
            continue;
        if (w->updates > 1 && (r->now_us - 1) / every_us <= w->from_us / every_us) { /* no multiple was between */
            w->updates--;
            expect(r, st, w);
            continue;
        }
        stages_enter(r, st);
        set_up_leave(r, st);
    }
    if (preemption_updated(r))
        ticks_expect(r, EV_UPDATE, r->opt.update_us);
}

/* E7.2: an update sets the clocks of starved pools. Stages become ready by events of their own. */
static void updates_event(struct sw_replay *r, void *own UNUSED, const struct event *ev UNUSED)
{
    preemption_updated(r);
    ticks_again_unless_quiet(r, EV_UPDATE, r->opt.update_us);
}

const struct mechanism updates_mechanism = {
    .needs = NEEDS_ZEROS, .size = sizeof(struct updates), .stage_size = sizeof(struct waiting_stage),
    .stage = updates_stage, .job_submitted = updates_job_submitted, .event_kind = EV_UPDATE, .event = updates_event,
    .settles_us = ticks_update_settles_us,
};
