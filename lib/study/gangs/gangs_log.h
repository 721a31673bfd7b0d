/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs_log.h - a log of jobs that start all at once: its jobs, held to be replayed, and how long each took there. */
#ifndef LIB_STUDY_GANGS_LOG_H
#define LIB_STUDY_GANGS_LOG_H
#include "lib/base/sw_names.h"

struct gangs_job {
    int64_t submit_us, run_us;
    int64_t response_us;       /* as recorded; -1: not known, or a task was repeated */
    uint64_t nodes;
};
struct gangs_log {
    struct sw_trace *held;
    struct sw_names by_id;     /* values are jobs */
    struct gangs_job *job;
    size_t n, cap;
    uint64_t n_recorded;       /* jobs whose response is known */
    bool placed;               /* it says of some job whether it ran under one switch (L3.1) */
};
/* Takes the trace, read as slot-replay --width reads one. */
SW_USE_RESULT int gangs_log_read(struct gangs_log **out, struct sw_trace *trace, struct sw_err *err);
void gangs_log_free(struct gangs_log *l); /* NULL is fine */
#endif
