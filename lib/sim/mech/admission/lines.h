/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.h - the jobs of each queue of --admission (section 19 of docs/model.md).
 *
 * A line is in the order in which its jobs came. All of them have the same time-out, so the first is the next that it
 * befalls. */
#ifndef LIB_SIM_MECH_ADMISSION_LINES_H
#define LIB_SIM_MECH_ADMISSION_LINES_H
#include "lib/sim/sim.h"

enum line { BESIDE, RUNS, WAITS, LINES, NOWHERE = LINES }; /* V7: in the order in which time-outs go */
struct queue_line { struct job *first, *last; int64_t n; };
struct admission {
    struct records at;
    struct queue_line line[SW_ADMISSION_QUEUES][LINES];
};
struct admission_job {
    int queue;                 /* -1: no rule of the section holds for it */
    enum line line;
    bool leaves_place;         /* it has ended where it ran in its queue */
    int64_t since_us, limit_us; /* since when it is in its line; limit_us: -1: none */
    struct job *prev, *next;   /* in its line */
};

static inline struct admission_job *admission_of(const struct admission *a, const struct job *job)
{
    return job_record(job, &a->at);
}
void lines_join(const struct sw_replay *r, struct admission *a, struct job *job, int queue, enum line line);
void lines_leave(struct admission *a, struct job *job);
/* When the first of the line has been there for too long; INT64_MAX: never. */
int64_t lines_due_us(const struct sw_replay *r, const struct admission *a, int queue, enum line line);
#endif
