/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h - the comparison of a replay with the recording, and its row. A part of slot-replay --validate. */
#ifndef SLOTWISE_TOOLS_REPLAY_COMPARE_H
#define SLOTWISE_TOOLS_REPLAY_COMPARE_H
#include "tools/replay/recorded.h"

struct locality { uint64_t node, rack, any; };
struct compared {
    const char *log, *format, *order, *delay;
    uint64_t slots;
    uint64_t n_jobs, n_compared, n_tasks;
    uint64_t n_wishing, n_known; /* tasks with preferred hosts; those of them whose hosts the log names */
    double makespan_s, replayed_makespan_s;
    double response_s, replayed_response_s;  /* medians */
    double p05, p50, p95, abs_p50, abs_p95, within; /* of the relative errors; within: share of jobs within 5 % */
    struct locality recorded, replayed;
    const char *note;
};
void compared_start(struct compared *c, const char *log);
/* Compares job responses, makespan and recorded locality. */
SW_USE_RESULT int compared_jobs(struct compared *c, const struct recorded *r, const struct sw_totals *totals,
                                struct sw_err *err);
void compared_header(struct sw_out *out);
void compared_put(const struct compared *c, struct sw_out *out);
#endif
