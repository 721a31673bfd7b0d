/* SPDX-License-Identifier: GPL-3.0-or-later */
/* offer.h - a free slot is offered: heartbeats, rounds, and who launches. */
#ifndef SLOTWISE_SIM_OFFER_OFFER_H
#define SLOTWISE_SIM_OFFER_OFFER_H
#include <assert.h>
#include "lib/sim/ask.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/sim.h"

/* ---- offer ------------------------------------------------------------------------------------------------ */
/* Heartbeats, the offers that they make, and the stages that launch. */
/* A heartbeat of a node, while it lasts; by kind of slot. */
struct beat {
    uint32_t node;
    struct node *nd;
    uint64_t launched[2], refused[2];
    bool stale[2];               /* waiting flags of the heartbeat before are still set (D4) */
};

/* heartbeat.c */
void heartbeat(struct sw_replay *r, uint32_t node);
/* its steps: whether there is work for free slots of the kind; an offer, and whether there may be another; the end */
bool heartbeat_begin(struct sw_replay *r, struct beat *b, int kind);
bool heartbeat_serve(struct sw_replay *r, struct beat *b, int kind);
void heartbeat_end(struct sw_replay *r, struct beat *b);
void heartbeat_launch(struct pick_stage *s, struct sw_queue_entry *entry); /* a task of what was picked */
/* next_beat.c */
int64_t next_beat(const struct sw_replay *r);
/* time of the next heartbeat of a node with a free slot; perhaps INT64_MAX if it is after until_us */
int64_t next_beat_until(struct sw_replay *r, int64_t until_us);
/* next_us of a dispatcher that decides at heartbeats (dispatcher.h); own is not read */
int64_t next_beat_us(struct sw_replay *r, void *own, int64_t until_us);
int64_t next_beat_all_wait_until(const struct sw_replay *r, int kind);
/* round.c */
/* the heartbeats of this instant (T3), each made by `beat` */
void round_heartbeats(struct sw_replay *r, void (*beat)(struct sw_replay *, uint32_t node));
/* R9, M3: n nodes in a drawn order, the same for all that is offered at the instant. `was` is room for n. */
void round_shuffle(const struct sw_replay *r, uint32_t *node, uint32_t *was, uint32_t n);

/* ---- pick.c ----------------------------------------------------------------------------------------------- */
/* Which stage launches at a free slot (pick.c). */
struct pick_stage {
    struct sw_replay *r;
    uint32_t node, rack;
    int slot_kind;
    struct sw_queue_entry *bound; /* it launches if no stage before it has a block here */
    bool in_front;         /* the stage that launches is known to be the first in order */
    uint32_t steps;
    const struct stage *local; /* it has this task's block here */
    uint32_t local_task;
    const struct stage *last; /* Y1: the last that the offer reached */
    bool has_drawn;        /* the scan has chosen the task, too, and how close it is (B6) */
    uint32_t task;
    enum sw_locality at;
    /* Y16.1: of a full node: whether the stage takes it for a launch at that distance */
    bool (*takes)(struct pick_stage *s, struct stage *st, enum sw_locality at);
    void *own;
};

/* The entry is of its stage's tasks without preferred hosts. */
static inline bool is_nopref(const struct sw_queue_entry *entry)
{
    return entry == &((const struct stage *)entry->of)->entry[NOPREF];
}

/* Whether its delay clock has reached that reading. */
static inline bool pick_reached(const struct sw_replay *r, const struct sw_queue_entry *entry, int kind,
                                int64_t allowed_at)
{
    return allowed_at <= (entry->state.waiting ? r->queues.clock[kind].clock_us : 0);
}

static inline bool pick_anywhere(const struct sw_replay *r, const struct sw_queue_entry *entry, int kind)
{
    return is_nopref(entry) || pick_reached(r, entry, kind, entry->state.any_allowed_at);
}

/* D13: it may launch here as near its data. */
static inline bool pick_near(const struct pick_stage *s, const struct stage *st)
{
    return !stage_is_crowded(s->r, st, s->node);
}

/* Its task with a block here, looked for once; NONE. */
static inline uint32_t pick_local(struct pick_stage *s, struct stage *st)
{
    if (s->local != st) {
        s->local = st;
        s->local_task = choose_local(s->r, st, s->node);
        if (st->column && s->local_task == NONE && st->handle)
            node_index_clear(s->r, st, s->node);
    }
    return s->local_task;
}

/* Whether the entry may launch by its place in the order. Where no pool and no limit group is blocked, each queued
 * entry may. */
static inline bool pick_in_order(const struct pick_stage *s, const struct sw_queue_entry *entry)
{
    const struct sw_replay *r = s->r;
    bool held = entry->leaf
                && (!r->queues.blocked[s->slot_kind].n || sw_queue_holds(&r->queues.of_kind[s->slot_kind], entry));
    assert(held == sw_queue_holds(&r->queues.of_kind[s->slot_kind], entry));
    return held;
}

/* the queue whose order holds for the node; NULL: none */
struct sw_queue *pick_queue(struct sw_replay *r, uint32_t node, int kind);
struct sw_queue_entry *pick_stage(struct pick_stage *s); /* the first in order that may launch; NULL: none */
/* which of its tasks, and how close */
enum sw_locality pick_task(struct pick_stage *s, struct sw_queue_entry *entry, uint32_t *task);
#endif
