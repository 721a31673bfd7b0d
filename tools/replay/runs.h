/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs.h - replays of one trace, as the command line of slot-replay has it: one, or --runs of them. Also for
 * slot-sweep, which has several such command lines at once, each in a thread. */
#ifndef SLOTWISE_TOOLS_REPLAY_RUNS_H
#define SLOTWISE_TOOLS_REPLAY_RUNS_H
#include "lib/csv/sw_bytes.h"
#include "lib/trace/report/sw_meet.h"
#include "slotwise/sw_stats.h"
#include "tools/replay/outputs.h"

const struct sw_tool *runs_tool(void);     /* the program */
extern const struct config runs_config;    /* before the first option */

struct runs_source {
    struct sw_cli *cli;
    char spool[32];              /* a copy of standard input; "": none was made */
    char spooled[64];            /* what it is a copy of, for messages */
    struct sw_bytes *bytes;      /* the trace, opened and looked at; NULL: it is still to be opened */
    struct sw_out *rejects;
    struct sw_meet *meet;        /* which pools met, of the first reading; NULL: not wanted */
    bool watched;
    bool takes_sizes;            /* tasks take CPUs or memory (Z1) */
    const struct sw_trace *held; /* read before, borrowed; NULL: the file is read by each run */
};
SW_USE_RESULT int runs_open_trace(struct runs_source *src, struct sw_trace **trace, struct sw_err *err);

struct runs {
    struct runs_source src;
    struct sw_cluster *cl;
    struct sw_pool_list *pools;  /* NULL: none */
    double mean_s;               /* response of the run that was replayed last; NaN: no job was done */
    struct sw_moments means;     /* of the runs that were noted */
};
/* Makes the cluster, pools and options; warns of options without effect. */
SW_USE_RESULT int runs_setup(struct runs *r, struct sw_err *err);
void runs_clear(struct runs *r);
double runs_now_s(void); /* of a clock that only goes forward */
/* Prepares run number `run`: its number and seed. runs_one() replays it. */
void runs_seed(struct runs *r, struct sw_records *rec, uint64_t run);
SW_USE_RESULT int runs_one(struct runs *r, struct sw_records *rec, const struct outputs *o, struct sw_err *err);
/* Notes the mean response of one more run. Whether they are as precise as --until-precise asks; at least five are. */
bool runs_are_precise(struct runs *r, double mean_s);
void runs_warn_of_precision(const struct runs *r); /* all runs are done */
#endif
