/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs_log.h - a log of jobs that start all at once: its jobs, held to be replayed, and how long each took there. */
#ifndef SLOTWISE_TOOLS_ADVISE_GANGS_LOG_H
#define SLOTWISE_TOOLS_ADVISE_GANGS_LOG_H
#include "slotwise/sw_cli.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_names.h"
#include "slotwise/sw_trace.h"

struct gangs_job {
    int64_t submit_us, run_us;
    int64_t response_us;       /* as recorded; -1: not known, or a task was repeated */
    uint64_t nodes, width;
};
struct gangs_log {
    char format[24];
    uint64_t n_faults;
    int fd;                    /* of the rows, a file without a name */
    bool is_open;
    char rows[SW_NAMELESS_MAX];
    struct sw_trace *held;
    struct sw_names by_id;     /* values are jobs */
    struct gangs_job *job;
    size_t n, cap;
    uint64_t n_recorded;       /* jobs whose response is known */
    bool placed;               /* it says of some job whether it ran under one switch (L3.1) */
};
/* What slot-trace makes of the log, read as slot-replay --width reads it. */
SW_USE_RESULT int gangs_log_read(struct gangs_log *l, struct sw_cli *cli, const char *file, struct sw_err *err);
void gangs_log_clear(struct gangs_log *l);
#endif
