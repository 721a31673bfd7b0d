/* SPDX-License-Identifier: GPL-3.0-or-later */
/* containers.h - the executors of Spark applications as tasks of the cluster that they share, as YARN's scheduler saw
 * them. */
#ifndef SLOTWISE_CONTAINERS_H
#define SLOTWISE_CONTAINERS_H
#include "lib/trace/record/listed.h"
#include "slotwise/sw_import.h"

/* A container is one slot, from when its executor came until it went. An application is a job, submitted when it began,
 * in the pool that is its queue. Under dynamic allocation no log tells when an executor was asked for: each is a job of
 * its own, submitted when it came. */
struct containers {
    const struct sw_trace *trace;
    struct listed *list;         /* whose users and queues count before those of the logs; NULL: none */
    struct container {
        size_t app;              /* its place among the logs */
        struct sw_text id, host, rack;
        int64_t from_us, to_us;
    } *at;
    size_t n, cap, n_apps, n_dynamic; /* n_dynamic: containers that came by dynamic allocation */
    size_t n_unlisted;           /* applications that the list does not have */
    struct containers_text { struct containers_text *next; char at[]; } *texts;
};
/* Reads the trace to its end; it was opened with rules.apart. list: NULL, or lent. */
SW_USE_RESULT int containers_read(struct containers *c, struct sw_trace *t, struct listed *list, struct sw_err *err);
/* Rows of the tasks record, in order of submission. */
void containers_put(const struct containers *c, struct sw_out *out);
/* Hosts, with as many slots as containers ever were on them at once: what they could hold is in no log. */
void containers_put_cluster(const struct containers *c, struct sw_out *out);
void containers_clear(struct containers *c); /* also after a failure */
#endif
