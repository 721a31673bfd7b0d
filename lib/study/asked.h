/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asked.h - when would a job start that is submitted at a time of a log? The jobs that run and wait then are replayed
 * with it, many times. How long each lasts is drawn from jobs like it that had ended. */
#ifndef LIB_STUDY_ASKED_H
#define LIB_STUDY_ASKED_H
#include "slotwise/sw_log.h"

struct asked_job {
    uint64_t nodes, cpus;        /* cpus: in all; 0: one a node */
    int64_t limit_us;            /* -1: none */
    struct sw_text pool, user;
    enum sw_priority priority;
};
/* A job that runs, or waits, and is in no log. */
struct asked_held {
    struct sw_log_job job;       /* its id, pool and spec */
    int64_t ran_us;              /* so far; -1: it waits */
};
struct asked {
    const struct sw_log *log;    /* prepared, of jobs that start all at once */
    const struct sw_options *opt;
    const struct sw_pool_list *pools;
    int64_t at_us;
    uint64_t draws, seed;
    struct asked_job job;
    const struct asked_held *held; /* not NULL: what runs and waits now, and all that ended in the log is like it */
    size_t n_held;
};
#define ASKED_NOW (INT64_MAX / 4)  /* at_us with `held`: behind all of the log */
struct asked_answer {
    uint64_t n_running, n_queued;
    uint64_t n_late;             /* of those that run, how many a replay could not start at once, at most */
    uint64_t n_guessed;          /* of all, how many have no like that lasted so long: they last to their limit */
    uint64_t n_never;            /* draws in which it cannot run */
    double lo_us, median_us, hi_us; /* from then to its start: 10, 50, 90 of 100 draws that have one; NaN: none has */
};
SW_USE_RESULT int asked_answer(const struct asked *of, struct asked_answer *to, struct sw_err *err);
/* When the job's first task started and the last ended; -1: not known. */
int64_t asked_start_us(const struct sw_log *log, const struct sw_log_job *job);
int64_t asked_end_us(const struct sw_log *log, const struct sw_log_job *job);
/* What a job of the log would be, asked for. */
struct asked_job asked_like(const struct sw_log_job *job);
#endif
