/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study.h - one log under its own wait and under others: what it recorded, what replays of it say, and how far chance
 * moves that.
 *
 * Run 0 of each wait is the log as it was recorded. In each further run the preferred hosts of a stage's tasks change
 * places among these tasks, and jobs come up to study.jitter_us later: a day that might have been. All waits meet the
 * same days (common random numbers), and differences are taken day by day. */
#ifndef SLOTWISE_TOOLS_ADVISE_STUDY_H
#define SLOTWISE_TOOLS_ADVISE_STUDY_H
#include "slotwise/sw_stats.h"
#include "tools/advise/policies.h"
#include "tools/delay/estimate.h"
#include "tools/replay/backtest.h"
#include "tools/replay/prepare.h"

struct placed { uint64_t process, node, rack, any; }; /* tasks with preferred hosts, by where they ran */
struct outcome {
    double end_s;                /* from the first submission to the last end */
    double mean_s;               /* mean response of the jobs that were done */
    uint64_t n_done;
    struct placed placed;
    double free_s, used_s;       /* waited.h; of run 0 alone */
};
struct tried {                   /* a wait, over all runs */
    struct outcome recorded;     /* run 0 */
    int64_t *response_us;        /* of run 0, by job; -1: not done */
    double *run_s;               /* the goal in each run, from 0 on */
    double change;               /* of the goal against the own wait, in run 0: -0.065 is 6.5 % sooner */
    struct sw_interval interval; /* of the change over the runs, widened to hold `change` */
};
struct shares;
struct study {
    struct sw_cli *cli;
    const char *file, *name;     /* name: for readers; standard input is read from a copy */
    struct config *cfg;
    struct backtest *back;
    struct measure measured;
    struct estimate_ratio penalty_rack, penalty_any;
    double cost_rack, cost_any;  /* the factors replayed with: at least 1, and 1 where they cannot be told from it */
    struct policies policies;
    struct tried tried[POLICIES_MOST];
    struct outcome log;          /* as recorded */
    struct sw_trace *day;        /* run 0's */
    uint64_t n_runs;             /* besides run 0 */
    int64_t jitter_us;
    uint64_t threads;
    bool goal_is_end;            /* one application: its end; else the mean response of the jobs */
    /* Back-test of the goal, relative; of no scheduler at all, and of sjf without waits. */
    double error, error_endless, error_sjf;
    double level;                /* of the intervals: 95 % of all of them hold at once */
    /* The factor on tasks off their node from which on `pays_rule` pays; NaN: up to 10 none does. */
    int pays;                    /* place among the policies; -1: no wait moves a task nearer */
    double pays_from;
    double mean_task_s;
    uint64_t n_cached;           /* PROCESS_LOCAL tasks in stages that had others, too */
    double cached_s, uncached_s; /* their median times */
    uint64_t n_uncached;
    struct shares *shares;       /* shares.h; NULL: no pools were given */
    struct sw_load_answer load;  /* S13 of docs/model.md, of the replay of the log as it was */
};
bool study_counts(const struct rec_job *job); /* a job whose response is compared: it finished, and took time */
/* Fails for a log that cannot be read. What cannot be replayed has back->log.lacks. */
SW_USE_RESULT int study_run(struct study *s, struct sw_err *err);
/* On the day that was: the factor on tasks off their node at which a wait and another are even. Above it the one that
 * brings tasks nearer gains. Between 1 and 10; NaN: none of these. */
SW_USE_RESULT int study_break_even(const struct study *s, size_t with, size_t without, double *factor,
                                   struct sw_err *err);
void study_clear(struct study *s);
#endif
