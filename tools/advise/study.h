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
/* What distance is taken to cost: factors on the time of a task in the rack of its data and beyond it. They are
 *   - what the log measured, and 1 where that cannot be told from it;
 *   - the most and the least that the log allows, on the day that was alone;
 *   - what the log measured of one pool, where two pools differ: then all replays are done again for its jobs. */
enum { STUDY_MEASURED, STUDY_MOST, STUDY_LEAST, STUDY_POOLS, STUDY_PRICES = STUDY_POOLS + 8 };
enum { STUDY_ALL, STUDY_SIZES, STUDY_CLASSES = STUDY_SIZES + 5 }; /* all jobs; those of up to 10 tasks, 100, ... */
extern const char study_sizes[]; /* the bins, for sw_bins_parse */
/* Jobs of a class that were done in a replay, the sum of their responses, and where their tasks ran. */
struct tally { double sum_s; uint64_t jobs, near, placed; };
struct price {
    bool wanted;
    char pool[64];               /* of STUDY_POOLS */
    double rack, any;
    double *goal_s;              /* study_goal() */
    struct tally *tally;         /* study_tally() */
};
#define STUDY_GREATEST 10.0      /* factor that is tried */
struct shares;
struct study {
    struct sw_cli *cli;
    const char *file, *name;     /* name: for readers; standard input is read from a copy */
    struct config *cfg;
    bool cost_given;
    double remote_cost_s;        /* in place of what the log measured */
    uint64_t replication;        /* of data that is drawn; 0: 3 */
    bool is_measured;            /* by the caller */
    struct backtest *back;
    struct measure measured;
    struct estimate_ratio penalty_rack, penalty_any;
    struct price price[STUDY_PRICES];
    size_t n_prices;
    bool drawn;                  /* the log names no hosts, and yet distances: data is drawn over the nodes */
    double local_s;              /* mean time of a task at its node; where there is none, of any */
    uint8_t *size_of;            /* of each job, from STUDY_SIZES on */
    struct policies policies;
    struct tried tried[POLICIES_MOST];
    struct outcome log;          /* as recorded */
    struct sw_trace *day;        /* run 0's */
    uint64_t n_runs;             /* besides run 0 */
    double drawn_from_s;         /* when run 1 began, for the time left */
    int64_t jitter_us;
    uint64_t threads;
    bool goal_is_end;            /* one application: its end; else the mean response of the jobs */
    /* Back-test of the goal, relative; of no scheduler at all, and of sjf without waits. Where data is drawn `error` is
     * the mean of the days', less what they differ by chance. */
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
/* The goal, and a class of jobs, under a price, a wait and on a day. */
double study_goal(const struct study *s, size_t price, size_t wait, uint64_t run);
struct tally *study_tally(const struct study *s, size_t price, size_t wait, uint64_t run, size_t class);
uint64_t study_tasks(const struct study *s, size_t job); /* reduces not counted */
size_t study_no_wait(const struct study *s); /* its place among the policies */
bool study_counts(const struct rec_job *job); /* a job whose response is compared: it finished, and took time */
/* Fails for a log that cannot be read. What cannot be replayed has back->log.lacks. */
SW_USE_RESULT int study_run(struct study *s, struct sw_err *err);
/* On the day that was: the factor on tasks off their node at which a wait and another are even. Above it the one that
 * brings tasks nearer gains. Between 1 and 10; NaN: none of these. */
SW_USE_RESULT int study_break_even(const struct study *s, size_t with, size_t without, double *factor,
                                   struct sw_err *err);
void study_clear(struct study *s);
#endif
