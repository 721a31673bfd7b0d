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
};

/* The entry is of its stage's tasks without preferred hosts. */
static inline bool is_nopref(const struct sw_queue_entry *entry)
{
    return entry == &((const struct stage *)entry->of)->entry[NOPREF];
}

/* the queue whose order holds for the node; NULL: none */
struct sw_queue *pick_queue(struct sw_replay *r, uint32_t node, int kind);
struct sw_queue_entry *pick_stage(struct pick_stage *s); /* the first in order that may launch; NULL: none */
struct sw_queue_entry *pick_of_job(struct pick_stage *s, struct job *job);
/* which of its tasks, and how close */
enum sw_locality pick_task(struct pick_stage *s, struct sw_queue_entry *entry, uint32_t *task);
#endif
