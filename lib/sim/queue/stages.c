/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stages.c - stages enter the scheduling queue when they become ready, and return to it (J4, B10). */
#include "lib/sim/locality/locality.h"
#include "lib/sim/queue/queue.h"
#include <stdlib.h>
#include <string.h>

static void start_clock(const struct sw_replay *r, struct stage *st, int class)
{
    struct sw_wait_state *s = &st->entry[class].state;
    *s = (struct sw_wait_state){ .skipped_us = -1,
                                 .rack_allowed_at = SW_ALLOWED_ALWAYS,
                                 .any_allowed_at = SW_ALLOWED_ALWAYS };
    if (class == NOPREF)
        return;
    waits_restart(r, st);
}

void stages_enter(struct sw_replay *r, struct stage *st)
{
    struct job *job = st->job;
    st->ready = true;
    st->ready_us = r->now_us;
    waits_set(r, st);
    for (int class = PREF; class <= NOPREF; class++)
        st->entry[class] = (struct sw_queue_entry){ .of = st };
    stage_data_prepare(r, st);
    keys_count(r, job, st->slot_kind, 0, (int64_t)st->n_tasks);
    for (int class = PREF; class <= NOPREF; class++) {
        start_clock(r, st, class);
        if (st->n_unlaunched[class])
            keys_enqueue(r, st, class);
    }
    keys_entered(r, job, st->slot_kind);
    r->slots.offer_to_all = true;
    MECHANISMS_TELL(r, stage, st, STAGE_READY, 0);
}

/* A stage that had left the queue returns, and its delay clock starts again (B10). */
static void enqueue_again(struct sw_replay *r, struct stage *st, int class)
{
    OFFERS_SEE(r, SAW_RETURN, .stage = st);
    st->entry[class].state.skipped_us = -1;
    if (class == PREF)
        waits_restart(r, st);
    keys_enqueue(r, st, class);
}

/* Puts back what stages_withdraw() took out of the queues (A8). */
void stages_come_back(struct sw_replay *r, struct stage *st)
{
    if (st->withheld)
        return;
    stage_data_index(r, st);
    keys_count(r, st->job, st->slot_kind, 0, (int64_t)st->n_unlaunched[PREF] + st->n_unlaunched[NOPREF]);
    for (int class = PREF; class <= NOPREF; class++)
        if (st->n_unlaunched[class])
            enqueue_again(r, st, class);
    keys_rekey(r, st->job, st->slot_kind);
}

static void widen_location(struct sw_replay *r, struct stage *st)
{
    struct sw_queue_entry *entry = &st->entry[PREF];
    struct sw_location_filter location;
    if (entry->leaf && stage_data_location(r, st, &location))
        sw_queue_set_location(entry, &location);
}

/* F2, E4: the task is the stage's next, wherever there is a slot. */
static void retry(struct sw_replay *r, struct stage *st, uint32_t task)
{
    unlaunched_retry_push(st, task, r->offers.by_hadoop);
    OFFERS_SEE(r, SAW_RETURN, .stage = st);
    if (!st->n_unlaunched[NOPREF]++ && !st->withheld)
        keys_enqueue(r, st, NOPREF);
    if (unlikely(st->withheld))
        keys_count(r, st->job, st->slot_kind, 0, -1);
    r->slots.offer_to_all = true;
    MECHANISMS_TELL(r, task_back, st, task);
}

void stages_retry_task(struct sw_replay *r, struct stage *st, uint32_t task)
{
    keys_count(r, st->job, st->slot_kind, 0, 1);
    retry(r, st, task);
    keys_rekey(r, st->job, st->slot_kind);
}

/* B10: the task is unlaunched again. */
void stages_return_task(struct sw_replay *r, struct stage *st, uint32_t task)
{
    if (unlikely(r->offers.by_hadoop) && st->kind != SW_REDUCE) {
        retry(r, st, task);
        return;
    }
    int class = stage_data_put_back(r, st, task);
    if (!st->n_unlaunched[class]++ && !st->withheld)
        enqueue_again(r, st, class);
    if (unlikely(st->withheld))
        keys_count(r, st->job, st->slot_kind, 0, -1);
    if (class == PREF)
        widen_location(r, st);
    r->slots.offer_to_all = true;
    MECHANISMS_TELL(r, task_back, st, task);
}

/* Y9: what it has unlaunched, and what comes back to it, is in no list and no demand. */
void stages_withhold(struct sw_replay *r, struct stage *st)
{
    st->withheld = true;
    for (int class = PREF; class <= NOPREF; class++)
        if (st->entry[class].leaf)
            keys_dequeue(r, st, class);
    keys_count(r, st->job, st->slot_kind, 0, -(int64_t)st->n_unlaunched[PREF] - st->n_unlaunched[NOPREF]);
    keys_rekey(r, st->job, st->slot_kind);
}

void stages_ask_again(struct sw_replay *r, struct stage *st)
{
    st->withheld = false;
    keys_count(r, st->job, st->slot_kind, 0, (int64_t)st->n_unlaunched[PREF] + st->n_unlaunched[NOPREF]);
    for (int class = PREF; class <= NOPREF; class++)
        if (st->n_unlaunched[class])
            keys_enqueue(r, st, class);
    keys_rekey(r, st->job, st->slot_kind);
    r->slots.offer_to_all = true;
}

/* The job's unlaunched tasks leave the queues, and no longer count as demand. */
void stages_withdraw(struct sw_replay *r, struct job *job)
{
    for (uint32_t s = 0; s < job->n_stages; s++) {
        node_index_leave(r, &job->stage[s]);
        for (int class = PREF; class <= NOPREF; class++)
            if (job->stage[s].entry[class].leaf)
                keys_dequeue(r, &job->stage[s], class);
    }
    for (int kind = 0; kind < 2; kind++) {
        keys_count(r, job, kind, 0, -job->unlaunched[kind]);
        keys_rekey(r, job, kind);
    }
}
