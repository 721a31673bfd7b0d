/* SPDX-License-Identifier: GPL-3.0-or-later */
/* enter.c - stages enter the scheduling queue when they become ready, and come back to it (J4, B10). */
#include "lib/sim/locality/locality.h"
#include "lib/sim/queue/queue.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void start_meter(const struct sw_replay *r, struct stage *st, int class)
{
    struct sw_item_state *s = &st->item[class].state;
    *s = (struct sw_item_state){ .skipped_us = -1, .due_rack = SW_DUE_ALWAYS, .due_any = SW_DUE_ALWAYS };
    if (class == NOPREF)
        return;
    stage_set_due(r, st);
}

void stage_enter(struct sw_replay *r, struct stage *st)
{
    struct job *job = st->job;
    st->ready = true;
    st->ready_us = r->now_us;
    stage_set_waits(r, st);
    for (int class = PREF; class <= NOPREF; class++)
        st->item[class] = (struct sw_item){ .of = st };
    stage_prepare(r, st);
    job_count(r, job, st->slot, 0, (int64_t)st->n_tasks);
    for (int class = PREF; class <= NOPREF; class++) {
        start_meter(r, st, class);
        if (st->n_unlaunched[class])
            stage_list_item(r, st, class);
    }
    job_rekey(r, job, st->slot);
    r->call_all = true;
}

/* A stage that had left the list comes back with its meter starting anew (B10). */
static void list_anew(struct sw_replay *r, struct stage *st, int class)
{
    MECHANISMS_TELL(r, saw_return, st);
    st->item[class].state.skipped_us = -1;
    st->item[class].state.passed = 0;
    if (class == PREF)
        stage_set_due(r, st);
    stage_list_item(r, st, class);
}

/* What job_withdraw() took out of the lists (A8). */
void stage_comes_back(struct sw_replay *r, struct stage *st)
{
    stage_look_for(r, st);
    job_count(r, st->job, st->slot, 0, (int64_t)st->n_unlaunched[PREF] + st->n_unlaunched[NOPREF]);
    for (int class = PREF; class <= NOPREF; class++)
        if (st->n_unlaunched[class])
            list_anew(r, st, class);
    job_rekey(r, st->job, st->slot);
}

static void widen_near(struct sw_replay *r, struct stage *st)
{
    struct sw_item *item = &st->item[PREF];
    if (!r->store.lazy || st->column)
        return;
    if (item->leaf)
        sw_list_look(item);
    stage_note_near(st);
    if (item->leaf)
        sw_list_put(item);
}

/* B10: the task is unlaunched again. */
void stage_return(struct sw_replay *r, struct stage *st, uint32_t task)
{
    int class = stage_put_back(r, st, task);
    if (!st->n_unlaunched[class]++)
        list_anew(r, st, class);
    if (class == PREF)
        widen_near(r, st);
    r->call_all = true;
}

/* What it has unlaunched leaves the lists and is no demand any more. */
void job_withdraw(struct sw_replay *r, struct job *job)
{
    for (uint32_t s = 0; s < job->n_stages; s++) {
        here_leave(r, &job->stage[s]);
        for (int class = PREF; class <= NOPREF; class++)
            if (job->stage[s].item[class].leaf)
                stage_unlist_item(r, &job->stage[s], class);
    }
    for (int slot = 0; slot < 2; slot++) {
        job_count(r, job, slot, 0, -job->unlaunched[slot]);
        job_rekey(r, job, slot);
    }
}
