/* SPDX-License-Identifier: GPL-3.0-or-later */
/* held.h - jobs of an importer whose input is in no order: all are held, then given by submission. An importer may hold
 * jobs of its own kind, which begin with their times. */
#ifndef SLOTWISE_HELD_H
#define SLOTWISE_HELD_H
#include "lib/trace/import/nameset.h"
#include "slotwise/sw_import.h"

struct held_job {
    uint32_t id, pool, user;       /* places in names; NAMESET_NONE */
    int64_t submit_us, task_us;
    uint64_t tasks, line;
};
struct held {
    struct sw_keys names;
    struct held_job *job;
    size_t n, cap, place;          /* place: the next to be given */
    bool sorted;
};
/* Copies the texts; an empty one is not known. */
SW_USE_RESULT int held_add(struct held *h, const struct held_job *job, struct sw_text id, struct sw_text pool,
                           struct sw_text user, struct sw_err *err);
/* The next row, and its line; 0: there is none. Jobs of one id are told apart (jobids.h). */
SW_USE_RESULT int held_give(struct held *h, const struct sw_import_rules *rules, const char *path,
                            struct sw_job_row *row, uint64_t *line, struct sw_err *err);
void held_clear(struct held *h);

struct held_times { int64_t submit_us, n_done; __int128 done_us; };   /* of its done tasks */
/* Puts n places of jobs of this size in order of submission, which is the int64_t that each begins with; those of one
 * instant in order of place. */
void held_order(uint32_t *place, size_t n, const void *jobs, size_t size);
void held_took(struct held_times *job, struct held_times *all, int64_t us, uint64_t n); /* n tasks, so long each */
/* What stands in where a task's time is not known: the mean of its job, else of all. */
int64_t held_mean(const struct held_times *job, const struct held_times *all);

#endif
