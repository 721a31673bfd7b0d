/* SPDX-License-Identifier: GPL-3.0-or-later */
/* task.h - the memory of attempts, how long tasks take, the fifo order of jobs. */
#ifndef LIB_SIM_TASK_TASK_H
#define LIB_SIM_TASK_TASK_H
#include "lib/sim/sim.h"
#include "lib/sim/event/event.h"

/* attempts.c */
struct attempt *attempt_new(struct sw_replay *r, bool full); /* whole: a full record, else its first cache line */
/* Full records, by launch. The caller frees the array. */
struct attempt **attempts_running(const struct sw_replay *r, size_t *n);
void attempts_link(struct sw_replay *r, struct attempt *a);
void attempts_unlink(struct sw_replay *r, struct attempt *a);
/* durations.c */
void durations_draw(struct sw_replay *r, struct stage *st);
void durations_free(struct sw_replay *r, struct stage *st);
int64_t durations_local_us(const struct stage *st, uint32_t task); /* at a node of speed 1 with its data */
int64_t durations_shuffle_us(const struct stage *st, uint32_t task);
/* order.c */
bool order_fifo_before(const struct job *a, const struct job *b);
double order_job_weight(const struct job *job); /* times its priority's factor */

/* Prefetches what a launch and an end read of the job. */
static inline void job_prefetch(const struct job *job)
{
    __builtin_prefetch(job, 1);
    __builtin_prefetch(&job->tasks_done, 1);
}
/* Attempts that end at one instant do so in the order of their launch; under Spark's offers node by node (R5). */
static inline uint64_t attempt_turn(const struct sw_replay *r, const struct attempt *a)
{
    enum { SERIAL_BITS = 56 - DONE_ON_BITS };
    return unlikely(r->attempts.by_node)
               ? (uint64_t)a->node << SERIAL_BITS | (a->serial & ((UINT64_C(1) << SERIAL_BITS) - 1))
               : a->serial;
}
/* The event at a->end_us: its end, or that of its shuffle. */
static inline struct event event_of(const struct sw_replay *r, struct attempt *a, enum event_kind kind)
{
    return event_make(a->end_us, kind, attempt_turn(r, a), a);
}
/* Whether the event still holds: no loss and no change of speed came in between. */
static inline bool attempt_is_due(const struct sw_replay *r, const struct attempt *a, const struct event *ev,
                                  enum phase phase)
{
    return attempt_turn(r, a) == event_number(ev) && a->phase == phase && a->end_us == ev->at_us;
}
/* Else another has its memory. */
static inline bool attempt_is_the(const struct attempt *a, const struct event *ev)
{
    return a->serial == event_number(ev);
}
static inline bool attempt_is_ordered(const struct attempt *a, const struct event *ev)
{
    return attempt_is_the(a, ev) && a->phase != OVER && a->is_ordered;
}
/* Y17: the next heartbeat of the application master, where it has any. */
static COLD int64_t attempt_heard_us(const struct sw_replay *r, const struct attempt *a)
{
    int64_t since_us = a->launch_us - a->job->submit_us, every_us = r->opt.am_us;
    return a->job->submit_us + (since_us + every_us - 1) / every_us * every_us;
}

/* When its task starts. */
static inline int64_t attempt_starts_us(const struct sw_replay *r, const struct attempt *a)
{
    return (unlikely(r->opt.am_us) ? attempt_heard_us(r, a) : a->launch_us) + r->opt.startup_us;
}

static inline bool maps_are_done(const struct job *job) { return job->maps_done == job->result.maps; }
#endif
