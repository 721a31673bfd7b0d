/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pick.h - which stage launches at a free slot (pick.c). */
#ifndef LIB_SIM_OFFER_PICK_H
#define LIB_SIM_OFFER_PICK_H
#include "lib/sim/sim.h"

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
    uint32_t task;         /* --placement redraw: what was drawn */
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

/* the queue whose order holds for the node; NULL: none */
struct sw_queue *pick_queue(struct sw_replay *r, uint32_t node, int kind);
struct sw_queue_entry *pick_stage(struct pick_stage *s); /* the first in order that may launch; NULL: none */
struct sw_queue_entry *pick_of_job(struct pick_stage *s, struct job *job, const struct stage *st);
struct sw_queue_entry *pick_for_full(struct pick_stage *s); /* of a full node: the first that `takes` it */
/* which of its tasks, and how close */
enum sw_locality pick_task(struct pick_stage *s, struct sw_queue_entry *entry, uint32_t *task);
#endif
