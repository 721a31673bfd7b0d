/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.h - what happens in order of time, for the sweep over all rows. */
#ifndef LIB_AUDIT_SWEEP_H
#define LIB_AUDIT_SWEEP_H
#include "lib/audit/audit.h"

/* In the order of T2. The late ones are of attempts of length 0, after their launch; over: a job failed (F3); cut: by
 * time-outs of queues, as is what they admit (V7); `of` is a row, a node, a job, a list of pools. */
enum kind {
    EV_END,
    EV_OVER,
    EV_COPIED,
    EV_FREE,
    EV_COUNT,
    EV_LOST,
    EV_CHANGE,
    EV_TAKEN,
    EV_SUBMIT,
    EV_READY,
    EV_POOLS,
    EV_KILL,
    EV_SCAN,
    EV_CUT,
    EV_CUT_OVER,
    EV_CUT_READY,
    EV_EVICT,
    EV_LAUNCH,
    EV_LATE_END,
    EV_LATE_OVER,
    EV_LATE_COPIED,
    EV_LATE_FREE,
    EV_LATE_COUNT
};
struct event { int64_t at_us; uint32_t kind, order, of; };
struct sweep {
    struct audit *a;
    struct event *event;
    size_t n, cap;
    uint32_t *by_launch;  /* rows */
    int64_t *until_us;    /* ends of windows: events before it are in window 0, 1, ... */
    size_t n_windows;
    int64_t from_us, to_us; /* the window in event[] */
    int64_t now_us;
    bool clear;           /* one round */
    bool late;            /* something ends after the launches of the instant */
    bool rounds;          /* late was set in the instant: what was launched in it may have been so after an eviction */
    bool unsure;          /* the log fits several states from here on: they are followed and not checked */
    uint64_t calls_before, sure_before;
};

/* counts.c: by how many more; ended by something else, its slot free and its task unlaunched; unlaunched again */
void audit_counts_run(struct audit *a, const struct row *row, int64_t by);
void audit_counts_wait(struct audit *a, struct stage *st, int64_t by);
void audit_counts_stop(struct audit *a, struct row *row);
void audit_counts_return(struct audit *a, const struct row *row);
bool audit_counts_may_return(const struct stage *st, const struct row *row);
/* evict.c */
bool audit_evict(struct sweep *s, const struct event *ev, size_t n,
                 bool over); /* whether there were any, or may have been */
void audit_evict_held_back(struct sweep *s, const struct row *row);
/* allocate.c */
bool audit_allocate_at(struct sweep *s, struct event *ev, size_t n, const struct event *end);
void audit_allocate_until(struct sweep *s, int64_t until_us);
/* launch.c: those that stand at ev, of one node at one instant, which begins with `first` */
void audit_launch_on_node(struct sweep *s, struct event *ev, size_t n);
void audit_launch_check_called(struct sweep *s, const struct event *ev, size_t n, const struct event *first);
/* offers.c: launches of a node, the whole instant, the time between two */
void audit_offers_called(struct sweep *s, const struct event *ev, size_t n, const struct event *first);
void audit_offers_at(struct sweep *s, const struct event *ev, size_t n);
void audit_offers_between(struct sweep *s, int64_t until_us);
/* negotiate.c: the launches of the instant; cycles before a time */
void audit_negotiate_at(struct sweep *s, struct event *ev, size_t n, const struct event *end);
void audit_negotiate_until(struct sweep *s, int64_t at_us);
/* events.c: windows of time, so that not all events are there at once */
void audit_events_expect_windows(struct sweep *s);
void audit_events_expect(struct sweep *s, size_t window);
/* idle.c: free slots beside tasks that wait */
void audit_idle_at(struct sweep *s, const struct event *ev, size_t n); /* after all of the instant */
void audit_idle_between(struct sweep *s, int64_t until_us);            /* the instant and until_us */

static inline struct row *row_of(const struct sweep *s, const struct event *ev) { return &s->a->row[ev->of]; }
#endif
