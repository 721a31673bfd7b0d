/* SPDX-License-Identifier: GPL-3.0-or-later */
/* each.h - offers that ask every stage in order (each.c). */
#ifndef LIB_SIM_DISPATCH_EACH_H
#define LIB_SIM_DISPATCH_EACH_H
#include "lib/sim/offer/offer.h"

/* A callback, `start`: such offers are made, if the dispatcher's waits or the blocks ask for them. */
void each_choose(struct sw_replay *r, void *own);
struct sw_queue_entry *each_of_job(struct pick_stage *s, struct job *job, const struct stage *st);
struct sw_queue_entry *each_for_full(struct pick_stage *s); /* of a full node: the first that `takes` it */
#endif
