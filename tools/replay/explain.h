/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.h - --explain JOB: what a job waited for, in sentences, from the decisions about it (S12 of
 * docs/model.md). */
#ifndef SLOTWISE_TOOLS_REPLAY_EXPLAIN_H
#define SLOTWISE_TOOLS_REPLAY_EXPLAIN_H
#include "slotwise/sw_csv.h"
#include "slotwise/sw_replay.h"

/* The state of the job since its last row. The time until its next row counts for that state. */
enum explain_state { EXPLAIN_LAUNCH, EXPLAIN_DATA, EXPLAIN_TURN, EXPLAIN_LIMIT, EXPLAIN_NO_TASK, EXPLAIN_OTHER,
    EXPLAIN_N };
struct explain {
    int64_t held_us[SW_HELD_N];
    const char *job_id;
    int64_t until_us;        /* -1: none */
    struct sw_out *out;
    struct sw_replay_sink inner;
    uint64_t jobs;           /* jobs of that name so far */
    bool begun;              /* the present job has had a row */
    enum explain_state state;
    uint64_t rows[EXPLAIN_N], launches[5], lines, left_out;
    int64_t us[EXPLAIN_N], first_us, last_us;
    /* Launches with no other row between them. */
    struct { uint64_t n, at[5]; int64_t from_us, to_us; char first[1200]; } run;
};
/* Returns a sink that writes the decisions about the job to *out as sentences, and passes all records on to `inner`.
 * *e must outlive the replay. */
struct sw_replay_sink explain_start(struct explain *e, const char *job_id, int64_t until_us, struct sw_out *out,
                                    const struct sw_replay_sink *inner);
/* Fails when the trace had no such job. */
SW_USE_RESULT int explain_finish(struct explain *e, struct sw_err *err);

#endif
