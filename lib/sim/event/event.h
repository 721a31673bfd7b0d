/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event.h - the event queue and the ticks. */
#ifndef LIB_SIM_EVENT_EVENT_H
#define LIB_SIM_EVENT_EVENT_H
#include "lib/sim/sim.h"

void events_push(struct event_queue *q, struct event ev);
struct event events_pop(struct event_queue *q); /* not empty */
void events_clear(struct event_queue *q);
void events_end(struct event_queue *q);
/* ticks.c */
void ticks_expect(struct sw_replay *r, enum event_kind kind, int64_t every_us);
size_t ticks_n(const struct sw_replay *r); /* events that are ticks */
void ticks_again(struct sw_replay *r, enum event_kind kind, int64_t every_us); /* called at the end of a tick's event */
/* How long some ticks take to come; 0: none of the kind is expected. */
int64_t ticks_several_us(const struct sw_replay *r, enum event_kind kind, int64_t every_us);
/* Callbacks of mechanisms with updates: one is expected from a submission on; it goes by what the one before left. */
void ticks_expect_update(struct sw_replay *r, void *own, struct job *job);
int64_t ticks_update_settles_us(struct sw_replay *r, void *own);
/* `updates_repeat` of those whose updates each find something else: none is left out. */
void ticks_leave_none_out(struct sw_replay *r, void *own, int64_t n);
/* The same of a tick that settles: once it has changed nothing for as long as `settles_us` says, it changes nothing
 * until something else happens. */
enum { QUIET_TICKS = 8 }; /* so many in a row before it is asked whether they are quiet */
void ticks_again_unless_quiet(struct sw_replay *r, enum event_kind kind, int64_t every_us);
bool ticks_are_quiet(struct sw_replay *r, int64_t settles_us); /* it has been so for longer than that */
/* While no submitted job is in the system, or ticks are quiet: those that may be left out come once more before that
 * time, or before the next event of another kind. */
void ticks_sleep(struct sw_replay *r, int64_t until_us);
/* What the event of an update ends with that would only repeat itself before then, if nothing else happens. */
void ticks_settled(struct sw_replay *r, int64_t until_us);
bool ticks_are_settled(const struct sw_replay *r); /* nothing has happened since */
#endif
