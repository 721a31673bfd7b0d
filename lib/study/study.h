/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study.h - what the files of lib/study share: the parts of a study. Each can be another rule without the others. */
#ifndef LIB_STUDY_STUDY_H
#define LIB_STUDY_STUDY_H
#include "lib/options/options.h"
#include "slotwise/sw_replay.h"
#include "slotwise/sw_study.h"

static inline double study_seconds(int64_t us) { return (double)us / (double)SW_US_PER_S; }
static inline size_t study_place(const struct sw_study *s, size_t wait, uint64_t run)
{
    return wait * (s->n_runs + 1) + run;
}
/* The goal, and a class of jobs, under a price, a wait and in a run. */
static inline double study_goal(const struct sw_study *s, size_t price, size_t wait, uint64_t run)
{
    return s->price[price].goal_s[study_place(s, wait, run)];
}
static inline struct sw_tally *study_tally(const struct sw_study *s, size_t price, size_t wait, uint64_t run,
                                           size_t class)
{
    return &s->price[price].tally[study_place(s, wait, run) * SW_CLASSES + class];
}

/* ---- study.c ----------------------------------------------------------------------------------------- */
uint64_t study_tasks(const struct sw_log *log, const struct sw_log_job *job); /* reduces not counted */

/* ---- waits.c: which waits are tried ------------------------------------------------------------------ */
/* nodes: of the cluster; task_s: of a task at its data. Waits of a tenth of a second are for tasks below one, and waits
 * of a minute for tasks of half of one. */
SW_USE_RESULT int waits_make(struct sw_candidates *list, const struct sw_delay_rule *own, uint64_t nodes, double task_s,
                             struct sw_err *err);
size_t waits_none(const struct sw_candidates *list); /* the place of no wait */

/* ---- prices.c: what distance costs ------------------------------------------------------------------- */
/* Sets the prices: as measured, the most and the least that the log allows, and those of pools that differ. Then what
 * is cached. */
struct measure;
SW_USE_RESULT int prices_set(struct sw_study *s, struct measure *m, struct sw_err *err);

/* ---- days.c: a day that might have been -------------------------------------------------------------- */
/* Whether the log leaves open where all data was. */
bool days_lack_hosts(const struct sw_log *log);
struct days { struct sw_text *hosts; };  /* of each task, on the day that was drawn last */
SW_USE_RESULT int days_start(struct days *d, const struct sw_log *log, struct sw_err *err);
void days_draw(struct days *d, const struct sw_log *log, uint64_t seed, uint64_t run);
void days_end(struct days *d);
/* A time up to which jobs may come later: the median gap between their submissions, 1 s at least, 60 s at most. */
SW_USE_RESULT int days_jitter(const int64_t *submit_us, size_t stride, size_t n, int64_t *jitter_us,
                              struct sw_err *err);

/* ---- hosts.c: what a log of Spark does not name ---------------------------------------------------------- */
/* Whether tasks preferred hosts that the log does not name. */
bool hosts_are_hidden(const struct sw_log *log);
struct hosts;
SW_USE_RESULT int hosts_start(struct hosts **out, const struct sw_log *log, struct sw_err *err);
void hosts_end(struct hosts *h); /* also when it failed; NULL is fine */
/* Hosts are drawn by their weights to this power: more alike below 1, the hottest more often above. */
void hosts_sharpen(struct hosts *h, double power);
/* Those of each task on a day, each block on so many. They last until the next is drawn. */
SW_USE_RESULT int hosts_draw(struct hosts *h, uint64_t replicas, uint64_t seed, uint64_t run, struct sw_text *hosts,
                             struct sw_err *err);
/* Whether the log tells that far tasks preferred executors' hosts that were full, and not hosts without executors. */
bool hosts_are_told(const struct hosts *h);

/* ---- goals.c: by what days are compared ---------------------------------------------------------------- */
bool goals_is_end(const struct sw_log *log);
double goals_of(const struct sw_study *s, const struct sw_day_outcome *o);
bool goals_price_is_told(const struct sw_study *s); /* the log measured what distance costs, or the caller said it */
/* What the log recorded of them. */
SW_USE_RESULT int goals_of_log(struct sw_study *s, struct sw_err *err);
/* How far the replay of the log is off, and replays of other models. */
void goals_compare(struct sw_study *s);
/* Of the goal against the own wait, over the days. */
void goals_compare_days(const struct sw_study *s, struct sw_tried *t);

/* ---- one.c: one replay ------------------------------------------------------------------------------- */
struct one {                     /* one wait on one day */
    const struct sw_study *s;
    size_t wait;
    uint64_t run;
    double rack, any;            /* what distance costs */
    const struct sw_text *hosts; /* the day's; NULL: those of run 0 */
    bool elsewhere;              /* data of far tasks is on hosts without executors, as the log's own replay has it */
    /* Wanted besides; NULL: not. */
    const char *pool;            /* whose jobs alone are counted in the tally; "": all */
    struct sw_tally *tally;      /* of each class */
    int64_t *response_us;        /* of each job */
    struct waited *waited;
    struct sw_load_answer *load;
    struct sw_day_outcome out;       /* what it comes to */
};
SW_USE_RESULT int one_run(struct one *p, struct sw_err *err);

/* ---- even.c: the cost of distance from which on a wait pays -------------------------------------------- */
/* On the day that was: the factor on tasks off their node at which a wait and another are even. Above it the one that
 * brings tasks nearer gains. Between 1 and 10; NaN: none of these. */
SW_USE_RESULT int even_between(const struct sw_study *s, size_t with, size_t without, double *factor,
                               struct sw_err *err);
SW_USE_RESULT int even_find(struct sw_study *s, struct sw_err *err); /* s->pays */
#endif
