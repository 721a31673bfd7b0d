/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waited.h - slot-seconds that were free while tasks waited: what a wait leaves unused, and more.
 *
 * A task waits from the time its stage is ready until its launch. At each time the lesser of the free slots and the
 * waiting tasks counts. On clusters with two kinds of slots it is the maps that count, which are what waits are for. */
#ifndef LIB_STUDY_WAITED_H
#define LIB_STUDY_WAITED_H
#include "slotwise/sw_log.h"
#include "slotwise/sw_replay.h"

struct waited_slots { int64_t at_us, slots; };
struct waited_ready { int64_t at_us; uint64_t n; };
enum { WAITED_RECENT_BITS = 8 };
/* Of tasks. Those of a stage are ready at one time, so what is asked last of a time is kept. */
struct waited {
    int64_t *launches, *ends;    /* launches: twice the time, and 1 of a task that waited */
    struct waited_ready *ready;
    struct waited_slots *slots;
    size_t n_launches, cap_launches, n_ends, cap_ends, n_ready, cap_ready, n_slots;
    uint32_t recent[1 << WAITED_RECENT_BITS]; /* places in `ready` */
    bool one_kind;               /* of slots: reduces count, too */
    bool no_room;                /* out of memory; waited_end() says so */
};
/* With the slots of a cluster, from when they are there until they go. */
struct waited waited_start(const struct sw_cluster *cl);
/* ready_us below 0: not known, and then it did not wait. */
void waited_add(struct waited *w, enum sw_kind kind, int64_t ready_us, int64_t launch_us, int64_t finish_us);
void waited_take(void *waited, const struct sw_use *use); /* the same of a replay */
/* In seconds, and frees what it holds. used_s: slots taken. */
SW_USE_RESULT int waited_end(struct waited *w, double *free_s, double *used_s, struct sw_err *err);
/* The same of what a log recorded. */
SW_USE_RESULT int waited_recorded(const struct sw_log *log, double *free_s, double *used_s, struct sw_err *err);
#endif
