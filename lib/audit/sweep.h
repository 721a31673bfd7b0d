/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.h - what happens in order of time, for the sweep over all rows. */
#ifndef LIB_AUDIT_SWEEP_H
#define LIB_AUDIT_SWEEP_H
#include "lib/audit/audit.h"

/* In the order of T2. The late ones are of attempts of length 0, after their launch; `of` is a row, a node, a job. */
enum kind {
    EV_END, EV_COPIED, EV_FREE, EV_COUNT, EV_LOST, EV_CHANGE, EV_TAKEN, EV_SUBMIT, EV_READY, EV_KILL, EV_LAUNCH,
    EV_LATE_END, EV_LATE_COPIED, EV_LATE_FREE, EV_LATE_COUNT
};
struct event { int64_t at_us; uint32_t kind, order, of; };
struct sweep {
    struct audit *a;
    struct event *event;
    size_t n, cap;
    int64_t now_us;
    bool clear;           /* one round */
    uint64_t calls_before;
};

/* events.c */
void audit_expect_all(struct sweep *s);
/* idle.c: free slots beside tasks that wait */
void audit_idle_at(struct sweep *s, const struct event *ev, size_t n); /* after all of the instant */
void audit_idle_between(struct sweep *s, int64_t until_us);            /* the instant and until_us */

static inline const struct row *row_of(const struct sweep *s, const struct event *ev) { return &s->a->row[ev->of]; }
#endif
