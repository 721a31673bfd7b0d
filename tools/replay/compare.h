/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h - the comparison of a replay with the recording, and its row. A part of slot-replay --validate. */
#ifndef SLOTWISE_TOOLS_REPLAY_COMPARE_H
#define SLOTWISE_TOOLS_REPLAY_COMPARE_H
#include "tools/replay/recorded.h"

struct locality { uint64_t node, rack, any; };
/* How near a replay came. Errors are relative; within: share of the jobs within 5 %. */
struct fit {
    double makespan_s, makespan_error, response_s; /* response_s: the median */
    double p05, p50, p95, abs_p50, abs_p95, within;
};
struct compared {
    const char *log, *format, *order, *delay;
    uint64_t slots;
    uint64_t n_jobs, n_compared, n_tasks;
    uint64_t n_wishing, n_known; /* tasks with preferred hosts; those of them whose hosts the log names */
    uint64_t n_stages, n_given;  /* stages that have a first launch; those whose first launch the log gave (set-up) */
    double makespan_s, response_s;               /* recorded; response_s: the median */
    struct fit fit[REC_MODELS];
    struct locality recorded, replayed;
    const char *note;
};
void compare_start(struct compared *c, const char *log);
/* Compares job responses and makespan under a model, of the own model recorded locality, too. */
SW_USE_RESULT int compare_jobs(struct compared *c, const struct recorded *r, enum rec_model model,
                               const struct sw_totals *totals, struct sw_err *err);
/* Whether no job that can be compared has a response under the other model that differs by more than 1 %. */
bool compare_same(const struct recorded *r, enum rec_model other);
/* Whether the other model comes as near as the own one. */
bool compare_as_near(const struct compared *c, enum rec_model other);
void compare_header(struct sw_out *out);
void compare_put(const struct compared *c, struct sw_out *out);
#endif
