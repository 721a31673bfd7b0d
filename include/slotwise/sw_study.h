/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_study.h - what a recorded log would have come to under other rules: numbers in, numbers out. */
#ifndef SLOTWISE_SW_STUDY_H
#define SLOTWISE_SW_STUDY_H
#include "slotwise/sw_log.h"
#include "slotwise/sw_stats.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- back-test: how near a replay of the log comes to what happened ------------------------------- */

/* What is replayed: the policy in force; no scheduler, which is slots without end; another policy than any log's. */
enum sw_model_of_log { SW_LOG_OWN, SW_LOG_ENDLESS, SW_LOG_SJF, SW_LOG_MODELS };
struct sw_located { uint64_t node, rack, any; };    /* tasks with preferred hosts, by where they ran */
/* Errors are relative; within: share of the jobs within 5 %. NaN: nothing to compare. */
struct sw_fit {
    double makespan_s, makespan_error, response_s;  /* response_s: the median */
    double p05, p50, p95, abs_p50, abs_p95, within;
};
/* SW_TOLD_SAME: no response differs by 1 % from that under the policy; SW_TOLD_NEAR: it comes as near to the log. */
enum sw_told { SW_TOLD_APART, SW_TOLD_NEAR, SW_TOLD_SAME };
struct sw_backtest {
    uint64_t slots;                                 /* those that are there at some time */
    uint64_t n_compared;                            /* jobs */
    uint64_t n_wishing, n_known;                    /* tasks with preferred hosts; those whose hosts the log names */
    double makespan_s, response_s;                  /* recorded; response_s: the median */
    struct sw_fit fit[SW_LOG_MODELS];
    enum sw_told told[SW_LOG_MODELS];               /* from the policy */
    struct sw_located recorded, replayed;
    int64_t *response_us[SW_LOG_MODELS];            /* of each job; -1: not done */
};
/* A job whose response can be compared: it finished, and took time. */
bool sw_log_counts(const struct sw_log_job *job);
void sw_backtest_start(struct sw_backtest *b); /* nothing is compared */
/* Under the options, and under the two other models. pools: those of the log, or NULL. */
SW_USE_RESULT int sw_backtest_run(struct sw_backtest *b, const struct sw_log *log, const struct sw_options *opt,
                                  const struct sw_pool_list *pools, struct sw_err *err);
void sw_backtest_clear(struct sw_backtest *b);

/* ---- waits that are tried ------------------------------------------------------------------------- */

/* The rule by which a system waits, and so the unit of its numbers: seconds, of YARN's Fair Scheduler shares of the
 * nodes, of its Capacity Scheduler offers missed. Whatever does not wait at all is tried with the waits of the paper's
 * algorithm 3. */
enum sw_family { SW_FAMILY_WAIT, SW_FAMILY_SPARK, SW_FAMILY_YARN, SW_FAMILY_YARN_TIME, SW_FAMILY_CAPACITY };
enum sw_role {
    SW_ROLE_OWN,           /* the log's own wait */
    SW_ROLE_CANDIDATE,     /* may be advised */
    SW_ROLE_LEVEL,         /* one level's wait alone is dropped: shows what each level costs; may be advised */
    SW_ROLE_SHOWN          /* Spark without any wait: what is cached counts for nothing in a replay; never advised */
};
extern const char *const sw_role_words[]; /* "own" "candidate" "level" "shown" */
struct sw_candidate {
    enum sw_role role;
    double process, node, rack;
    char rule[120];              /* as --delay has it */
    struct sw_delay_rule delay;
};
enum { SW_CANDIDATES = 18 };
struct sw_candidates {
    enum sw_family family;
    size_t n, none;              /* none: the place of no wait, or the last */
    struct sw_candidate at[SW_CANDIDATES]; /* at[0]: the log's */
};
bool sw_family_is_time(enum sw_family family);
enum sw_family sw_family_of(const char *rule, enum sw_family otherwise); /* of a delay rule's text */
double sw_candidate_wait(const struct sw_candidate *w); /* of those for the node and for the rack */

/* ---- a study: one log under its own wait and under others ------------------------------------------ */

/* Run 0 of each wait is the log as it was recorded. In each further run the preferred hosts of a stage's tasks change
 * places among these tasks, and jobs come up to jitter_us later: a day that might have been. All waits meet the same
 * days (common random numbers), and differences are taken day by day. */
struct sw_day_outcome {
    double end_s;                /* from the first submission to the last end */
    double mean_s, p95_s;        /* responses of the jobs that were done: the mean; 95 % of them take no longer */
    double goal_s;               /* end_s or mean_s */
    uint64_t n_done, n_process;  /* n_process: tasks in a process that held their data; recorded alone */
    bool again;                  /* tasks were launched more than once */
    struct sw_located placed;
    double free_s, used_s;       /* slot-seconds, free while a task waited and taken; of run 0 alone */
};
struct sw_tried {                /* a wait, over all runs */
    struct sw_day_outcome recorded;  /* run 0 */
    int64_t *response_us;        /* of run 0, by job; -1: not done */
    double *run_s, *run_p95_s;   /* the goal in each run, from 0 on, and p95_s */
    uint64_t last_run;           /* that it has */
    bool left;                   /* the last run showed that it is not the wait to have: it has no more */
    double change;               /* of the goal against the own wait, the days' mean: -0.065 is 6.5 % sooner */
    double p95_change;           /* of the days' mean p95_s */
    struct sw_interval interval; /* of the change on a day like these, whatever the log leaves open */
    bool costs_decide;           /* nothing measured what distance costs, and it matters: costs are drawn */
};
/* What distance costs: factors on the time of a task in the rack of its data and beyond it. Each day draws them from
 * what is known of them before any log, and from what this one measured (prices.c). Where two pools differ, all replays
 * are done again for each one's jobs, at what the log measured of it. SW_PRICE_ORDER has the own wait alone, at the
 * days' costs, under the other order. */
enum { SW_PRICE_MEASURED, SW_PRICE_ORDER, SW_PRICE_POOLS, SW_PRICES = SW_PRICE_POOLS + 8 };
struct sw_cost { double rack, any; };
#define SW_PRICE_GREATEST 50.0   /* factor that is drawn */
/* All jobs; those of up to 10 tasks, 100, and so on. */
enum { SW_CLASS_ALL, SW_CLASS_SIZES, SW_CLASSES = SW_CLASS_SIZES + 5 };
extern const char sw_class_sizes[]; /* the bins, for sw_bins_parse */
/* Jobs of a class that were done in a replay, the sum of their responses, and where their tasks ran. */
struct sw_tally { double sum_s; uint64_t jobs, near, placed; };
struct sw_study_price {
    bool wanted;
    char pool[64];               /* of SW_PRICE_POOLS */
    size_t first;                /* the first pool's with the same factors: its replays count this one's jobs, too */
    size_t best;                 /* of a pool: its best wait on the day that was; SIZE_MAX: it has none */
    double rack, any;            /* of run 0; of a pool, of all runs */
    struct sw_tally (*tally[SW_CANDIDATES])[SW_CLASSES]; /* by wait, run and class */
};
struct sw_study_ask {
    const struct sw_log *log;
    const struct sw_options *opt; /* what the log was made under */
    const struct sw_pool_list *pools;    /* NULL: none */
    bool shares;                 /* of these pools: what their shares take from each other */
    enum sw_family system;       /* whose waits are tried where none was in force */
    uint64_t replication;        /* of data that is drawn; 0: 1 to 3 are tried */
    double remote_cost_s;        /* of a task beyond its rack, in place of what the log measured; NaN: as measured */
    bool price_given;            /* distance costs the penalties of opt, whatever the log measured */
    bool by_pool;                /* sw_study_classes() is to tell of pools, each at the cost measured of it */
    uint64_t n_runs, threads;    /* n_runs: besides run 0; 0: as the verdict takes and the log allows */
    void (*on_run)(void *context, uint64_t run, uint64_t n_runs); /* before each run, and behind the last; NULL: none */
    void *context;
};
/* How data may have lain that a log of Spark does not name: copies of a block; how hot the hottest hosts are (1: as the
 * tasks show that ran near their data); the share of data on no executor's host. */
struct sw_guess {
    uint8_t replicas;
    double power, gone;
    double weight;               /* by how well it meets the log */
    double near, far_gone;       /* replayed shares: of near tasks; of the far ones those whose data was there */
};
enum { SW_GUESSES = 40 };
/* Spark's FAIR for a log under FIFO, and the other way round: not where jobs never met, or where all are in a pool that
 * is FIFO inside. */
enum sw_order_none { SW_ORDER_TRIED, SW_ORDER_NOT_ASKED, SW_ORDER_NEVER_MET, SW_ORDER_ONE_POOL };
struct sw_other_order {
    enum sw_order_none none;
    bool wanted, fair;           /* wanted: it is tried; fair: it is FAIR */
    struct sw_options *opt;
    struct sw_pool_list *pools;
    int64_t *response_us;        /* of run 0, by job; -1: not done */
};
struct sw_gained { uint64_t jobs; double response_s[2], change; struct sw_interval interval; }; /* own order, other */
/* Far tasks launched one wait or two after their stage could have launched any, and for how long in all. */
struct sw_held { uint64_t n; double seconds; };
/* Executors that dynamic allocation let go while tasks waited. Where they stay to the end the best wait is that one.
 * Its change is against the own wait with executors as they were, on the day that was. */
struct sw_kept { uint64_t n; size_t wait; double change; };
struct sw_shares;
struct inside;
struct sw_study {
    struct sw_study_ask ask;
    struct sw_options *opt;      /* its own copy, and how data is drawn */
    struct sw_backtest back;
    /* What the log says. */
    struct sw_day_outcome recorded;
    struct sw_ratio penalty_rack, penalty_any;
    struct sw_held held;         /* Spark, under its own wait */
    double local_s;              /* mean time of a task at its node; where there is none, of any */
    double mean_task_s;          /* of all attempts */
    double release_rate;         /* slots released a second; NaN: not known */
    uint64_t n_nodes;            /* of its cluster, the most at once */
    uint64_t n_short, n_reading; /* stages that read data; of them those whose mean task is below its own wait */
    uint64_t n_cached, n_uncached; /* PROCESS_LOCAL tasks in stages that had others, too; those others */
    bool cached;                 /* tasks prefer executors, which hold their data */
    double cached_s, uncached_s; /* their median times */
    uint8_t *class_of;           /* of each job, from SW_CLASS_SIZES on */
    /* What is tried. */
    /* Spark's log does not name the hosts that tasks preferred: they are drawn from what it allows, each block on so
     * many `replicas` that a replay meets the recorded locality as near as it can. NaN: no task preferred a host. */
    bool hidden;
    uint64_t replicas;           /* of run 0 */
    double near, replayed_near;
    struct sw_cluster *racks_cl; /* of a log that names no racks, with racks drawn; NULL: none */
    uint64_t n_racks;            /* of it */
    struct sw_guess guess[SW_GUESSES]; /* of which days take turns */
    size_t n_guesses;
    bool in_parts;               /* days are of parts of the log */
    bool goal_is_end;            /* one application: its end; else the mean response of the jobs */
    double recorded_goal_s;      /* by the log */
    struct sw_candidates waits;
    struct sw_study_price price[SW_PRICES];
    struct sw_cost *cost;        /* of distance, by run */
    size_t n_prices;
    uint64_t n_runs, most_runs;  /* those that were replayed; for how many there is room */
    int64_t jitter_us;
    /* What it came to. */
    struct sw_tried tried[SW_CANDIDATES];
    double level;                /* of each interval */
    /* Two runs of these jobs under one wait: the deviation of the logarithm of the ratio of their goals. No interval
     * holds it. NaN: no job to compare. */
    double noise;
    /* Back-test of the goal, relative; of no scheduler at all, and of sjf without waits. Where data is drawn `error` is
     * the mean of the days', less what they differ by chance. */
    double error, error_endless, error_sjf;
    int pays;                    /* place among the waits; -1: no wait moves a task nearer */
    /* The factor on tasks off their node from which on that one pays; NaN: up to 10 it does not (even.c). */
    double pays_from;
    struct sw_other_order other;
    struct sw_kept kept;
    struct sw_shares *shares;    /* lib/study/shares.h; NULL: not asked for */
    struct sw_load_answer load;  /* S13 of docs/model.md, of the replay of the log as it was */
    struct inside *inside;       /* lib/study/study.h: what it works with */
};
/* Of a log that lacks nothing. */
SW_USE_RESULT int sw_study_run(struct sw_study *s, const struct sw_study_ask *ask, struct sw_err *err);
void sw_study_clear(struct sw_study *s);

/* ---- the decision --------------------------------------------------------------------------------- */

enum sw_advice { SW_ADVICE_CHANGE, SW_ADVICE_LEAVE, SW_ADVICE_CANNOT_TELL };
extern const char *const sw_advice_words[]; /* "change" "leave" "cannot-tell" NULL */
enum sw_why {
    SW_WHY_GAIN,           /* change: more than the replay's own error, on each day */
    SW_WHY_BEST,           /* leave: others lose */
    SW_WHY_ALIKE,          /* leave: the waits make no difference */
    SW_WHY_NOT_REPLAYED,   /* cannot tell: the log lacks what a replay needs; for callers, as nothing is studied then */
    SW_WHY_NO_JOB,         /* cannot tell: no job finished */
    SW_WHY_NO_PREFERENCE,  /* cannot tell: no task is known to have preferred a host */
    SW_WHY_FEW,            /* cannot tell: fewer tasks than that */
    SW_WHY_POOR,           /* cannot tell: the replay of the log as it was is too far off */
    SW_WHY_ERROR,          /* cannot tell: the gain is below that error */
    SW_WHY_CHANCE,         /* cannot tell: the interval of the gain holds 0 */
    SW_WHY_DISTANCE,       /* cannot tell: tasks would run farther from their data, and may cost more than is gained */
    SW_WHY_LOCALITY,       /* cannot tell: no drawing of hidden hosts meets the locality that was recorded */
    SW_WHY_HIDDEN,         /* cannot tell: with far tasks' data on hosts without executors the answer is another */
    SW_WHY_EXECUTORS       /* cannot tell: had executors stayed that a wait kept idle, another one gains */
};
/* Fewer tasks with preferred hosts decide nothing; a smaller change is none; and a replay of the log as it was that
 * misses by more is no witness. */
#define SW_ADVICE_FEWEST_TASKS 30
#define SW_ADVICE_SAME 0.01
#define SW_ADVICE_MUCH 0.03       /* that one day of six gains: worth a doubt, whatever the mean */
#define SW_ADVICE_P95 0.05        /* of the slowest jobs: a change that is worth a word */
#define SW_ADVICE_POOR 0.1
#define SW_ADVICE_NEAR 0.1        /* of the locality that it recorded */
struct sw_answer {
    enum sw_advice advice;
    enum sw_why why;
    size_t chosen;               /* place among the waits: 0 unless the advice is to change */
    size_t best;                 /* the wait with the best goal, whatever can be told of it */
    double least, most;          /* change of the goal over waits up to `to` */
    double to;
    uint64_t n_preferring;
    /* Where the best wait sends tasks farther from their data: how many; the factor on their time from which on nothing
     * is gained (NaN: none up to 10 is that). */
    uint64_t n_farther;
    double gone_from;
    /* Of the best against the own wait, in the log as it was recorded. */
    uint64_t n_jobs, n_slower;   /* slower by more than 5 % */
    size_t worst, most_gained;   /* jobs; worst: SIZE_MAX if none is slower */
};
uint64_t sw_study_days_that_gain(const struct sw_study *s, size_t wait); /* of n_runs + 1 */
SW_USE_RESULT int sw_study_decide(const struct sw_study *s, struct sw_answer *a, struct sw_err *err);

/* Classes of jobs beside no wait: all, by size, and pools that distance costs differently much. */
enum sw_class_kind { SW_CLASS_OF_ALL, SW_CLASS_OF_SIZE, SW_CLASS_OF_POOL };
enum { SW_CLASSES_MOST = 24 };
struct sw_class {
    enum sw_class_kind kind;
    size_t number;               /* of the bin, or the place of the pool's price */
    size_t wait;                 /* place of the wait in question */
    uint64_t jobs, days;         /* days: on which it was replayed as well as no wait */
    double tasks;                /* the median job's, reduces not counted */
    double response_s[2], near[2]; /* without a wait, with that one */
    double change;               /* of the mean response, by the wait */
    struct sw_interval interval;
    enum sw_pays { SW_PAYS, SW_PAYS_NOT, SW_PAYS_UNSURE } pays; /* no class is told more boldly than all jobs are */
};
SW_USE_RESULT int sw_study_classes(const struct sw_study *s, const struct sw_answer *a,
                                   struct sw_class out[SW_CLASSES_MOST], size_t *n, struct sw_err *err);
/* Of all jobs, of a bin of sizes, and of pools that jobs name, the last on the day that was (no interval); 0 of one
 * pool. */
struct sw_gained sw_study_gained(const struct sw_study *s);
struct sw_gained sw_study_gained_of_size(const struct sw_study *s, size_t bin);
size_t sw_study_gained_of_pools(const struct sw_study *s, struct sw_gained *out, struct sw_text *pool, size_t most);
double sw_study_own_change(const struct sw_study *s); /* of the mean response, by the log's own wait against none */

#ifdef __cplusplus
}
#endif
#endif
