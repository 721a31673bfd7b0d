/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study.h - what the files of lib/study share: the parts of a study. Each can be another rule without the others. */
#ifndef LIB_STUDY_STUDY_H
#define LIB_STUDY_STUDY_H
#include <math.h>
#include "lib/options/options.h"
#include "slotwise/sw_replay.h"
#include "slotwise/sw_study.h"

static inline double study_seconds(int64_t us) { return (double)us / (double)SW_US_PER_S; }

/* ---- study.c ----------------------------------------------------------------------------------------- */
uint64_t study_tasks(const struct sw_log *log, const struct sw_log_job *job); /* reduces not counted */

/* ---- crew.c: threads that take what there is to do ------------------------------------------------------ */
struct crew;
struct crew_group { size_t n; }; /* how much of it is not done */
struct crew_work {               /* it stays where it is until it has been waited for, as its group does */
    int (*run)(struct crew_work *work, struct sw_err *err);
    struct crew_group *of;
    struct crew_work *next;
};
enum crew_when { CREW_LAST, CREW_NEXT };
SW_USE_RESULT int crew_start(struct crew **out, uint64_t threads, struct sw_err *err);
void crew_end(struct crew *c);   /* all has been waited for; NULL is fine */
size_t crew_size(const struct crew *c);
void crew_add(struct crew *c, struct crew_group *to, struct crew_work *work, enum crew_when when);
void crew_help(struct crew *c);  /* until there is less to take than there are threads */
bool crew_is_done(struct crew *c, const struct crew_group *of);
/* For all of the group; NULL: for all that was added. Fails when any work did: nothing is begun after a failure. */
SW_USE_RESULT int crew_wait(struct crew *c, const struct crew_group *of, struct sw_err *err);

/* ---- backtest.c: its replays, each by itself ------------------------------------------------------------- */
struct backtest {                /* a model */
    struct crew_work work;
    struct sw_backtest *b;
    const struct sw_log *log;
    const struct sw_options *opt; /* of the policy in force */
    const struct sw_pool_list *pools;
    enum sw_model_of_log model;
    double response_s;           /* recorded, of the jobs that it brings to an end; NaN: of none */
};
SW_USE_RESULT int backtest_begin(struct sw_study *s, struct sw_err *err); /* s->back, its replays by the crew */
void backtest_finish(const struct backtest of[SW_LOG_MODELS]); /* when all are done */
/* Whether another model can be told from the own one. */
enum sw_told backtest_tell(const struct sw_backtest *b, const struct sw_log *log, enum sw_model_of_log other);

/* ---- waits.c: which waits are tried ------------------------------------------------------------------ */
/* nodes: of the cluster; task_s: of a task at its data. Waits of a tenth of a second are for tasks below one, and waits
 * of a minute for tasks of half of one. executors: tasks prefer some, so the wait for the process is as the others. */
SW_USE_RESULT int waits_make(struct sw_candidates *list, const struct sw_delay_rule *own, uint64_t nodes, double task_s,
                             enum sw_family system, bool executors, struct sw_err *err);
/* Far tasks that came a wait or two after their stage could have launched: what the log shows of its wait. */
SW_USE_RESULT int waits_count_held(const struct sw_log *log, double wait_s, struct sw_held *out, struct sw_err *err);

/* ---- prices.c: what distance costs ------------------------------------------------------------------- */
/* Sets the prices of run 0, and those of pools that differ. Then what is cached. */
struct measure;
SW_USE_RESULT int prices_set(struct sw_study *s, struct measure *m, struct sw_err *err);
SW_USE_RESULT int prices_draw(struct sw_study *s, struct sw_err *err); /* s->cost */
/* The factor below which a share of what it may be is, given what a log measured of it; NaN in `of`: nothing. */
double prices_quantile(const struct sw_ratio *of, bool cached, double at);

/* ---- days.c: a day that might have been -------------------------------------------------------------- */
/* Jobs that are replayed. Those from `from` on and before `to` count; the others are there when these begin and end. */
struct part { struct sw_log log; size_t from, to; };
bool days_have_parts(const struct sw_log *log, bool goal_is_end);
uint64_t days_most(const struct sw_log *log, bool in_parts);
/* Of more than 100,000 tasks the jobs of the first 50,000; else the log. */
struct sw_log days_beginning(const struct sw_log *log);
struct part days_part(const struct sw_log *log, uint64_t run);
/* A wait on a day of a part: the day that was, times what the part's jobs took longer or shorter than on it. */
SW_USE_RESULT int days_to_whole(const struct part *part, const struct sw_tried *t, struct sw_day_outcome *o,
                                struct sw_err *err);
SW_USE_RESULT int days_start(struct sw_text **hosts, const struct sw_log *log, struct sw_err *err); /* of each task */
void days_draw(struct sw_text *hosts, const struct sw_log *part, uint64_t seed, uint64_t run);
/* A time up to which jobs may come later: the median gap between their submissions, 1 s at least, 60 s at most. */
SW_USE_RESULT int days_jitter(const int64_t *submit_us, size_t stride, size_t n, int64_t *jitter_us,
                              struct sw_err *err);

/* ---- hidden/: hosts that tasks preferred, and that the log does not name ---------------------------------- */
struct hosts;
bool hosts_are_hidden(const struct sw_log *log);
void hosts_end(struct hosts *h); /* also when it failed; NULL is fine */
SW_USE_RESULT int guesses_find(struct sw_study *s, struct sw_err *err); /* s->guess, and the hosts of run 0 */
/* The hosts of a day, of a log or a part of it. Their text is for the caller to free. */
SW_USE_RESULT int guesses_draw(const struct sw_study *s, const struct sw_log *part, uint64_t run, struct sw_text *hosts,
                               char **text, struct sw_err *err);
const struct sw_guess *guesses_of_day(const struct sw_study *s, uint64_t run);
/* On days whose far tasks have their data where no executor is, or on all others, the wait does not gain. */
bool guesses_decide(const struct sw_study *s, size_t wait);

/* ---- goals.c: by what days are compared ---------------------------------------------------------------- */
bool goals_is_end(const struct sw_log *log);
/* What the log recorded. */
double goals_recorded_s(const struct sw_log *log, bool is_end);
SW_USE_RESULT int goals_take(struct sw_study *s, struct sw_err *err); /* s->recorded, s->recorded_goal_s, s->noise */
/* By the days that were replayed: how far the replay of the log is off, and replays of other models. Then each wait. */
void goals_compare(struct sw_study *s);
/* Of the goal against the own wait, over the days. */
void goals_compare_days(struct sw_study *s, size_t wait);
struct sw_interval goals_interval(const struct sw_study *s, size_t wait, double level);
#define GOALS_SELDOM 0.16        /* beyond a standard deviation, on one side */
bool goals_gain_mostly(const struct sw_study *s, size_t wait); /* on nine days of ten and more */

/* ---- decide.c: what a study comes to ------------------------------------------------------------------- */
/* The jobs of a wait beside the own one, on the day that was: how many there are, who loses and who gains. */
void decide_jobs(const struct sw_study *s, size_t wait, struct sw_answer *a);
bool decide_may_advise(const struct sw_study *s, size_t wait);
void decide_verdict(const struct sw_study *s, struct sw_answer *a); /* sw_study_decide() without further replays */

/* Whether the days so far are enough, which have been compared. Waits that others surely beat are left. */
bool decide_enough(struct sw_study *s);
/* Whether more days would say nothing else; of a wait that others are better, surely. */
bool decide_is_enough(const struct sw_study *s, const struct sw_answer *a);
bool decide_is_enough_of(const struct sw_study *s, const struct sw_answer *a, size_t wait);

/* ---- kept.c: executors that left while tasks waited ---------------------------------------------------- */
SW_USE_RESULT int kept_find(struct sw_study *s, struct sw_err *err); /* s->kept */

/* ---- order.c: Spark's other order --------------------------------------------------------------------- */
SW_USE_RESULT int order_find(struct sw_study *s, struct sw_err *err); /* s->other, and its price */
void order_free(struct sw_other_order *o);

/* ---- one.c: one replay ------------------------------------------------------------------------------- */
struct one {                     /* one wait on one day */
    const struct sw_study *s;
    size_t wait;
    uint64_t run;
    double rack, any;            /* what distance costs */
    const struct sw_text *hosts; /* the day's; NULL: those of run 0 */
    const struct log_columns *columns; /* the day's, in the place of `hosts` */
    const struct part *part;     /* NULL: the log */
    const struct sw_cluster *cl; /* NULL: the study's */
    bool other;                  /* under the other order */
    /* Wanted besides; NULL: not. */
    const size_t *price;         /* whose jobs are counted in its tally, and in those of pools with the same factors */
    int64_t *response_us;        /* of each job */
    void (*used)(void *context, const struct sw_use *use);
    void *context;
    struct sw_load_answer *load;
    struct sw_day_outcome out;       /* what it comes to */
};
SW_USE_RESULT int one_run(struct one *p, struct sw_err *err);
/* The columns of a day, for its replays; none where they need the names of hosts. hosts: as in columns_make(). */
SW_USE_RESULT int one_columns(const struct sw_study *s, const struct sw_log *part, const struct sw_text *hosts,
                              struct log_columns **out, struct sw_err *err);

/* ---- even.c: the cost of distance from which on a wait pays -------------------------------------------- */
struct even { struct even_at **at; size_t n, cap; struct crew_group begun; }; /* replays, each of which is made once */
/* On the day that was: the factor on tasks off their node at which a wait and another are even. Above it the one that
 * brings tasks nearer gains. Between 1 and 10; NaN: none of these. */
SW_USE_RESULT int even_between(const struct sw_study *s, size_t with, size_t without, double *factor,
                               struct sw_err *err);
SW_USE_RESULT int even_find(struct sw_study *s, struct sw_err *err); /* s->pays */
void even_free(struct even *e);

/* ---- tries.c: the waits on the days --------------------------------------------------------------------- */
bool tries_is_look(uint64_t run, uint64_t most); /* the study looks after this day, one of so many at most */
SW_USE_RESULT int tries_run(struct sw_study *s, struct sw_err *err); /* s->tried, by as many days as it takes */
void tries_free(struct sw_study *s);

/* ---- what a study works with --------------------------------------------------------------------------- */
enum { N_ASIDES = 3 };
struct inside {
    struct crew *crew;
    struct backtest back[SW_LOG_MODELS];
    struct crew_group under_own; /* the back-test's replay under the policy in force */
    struct crew_group compared;  /* what waits are compared by, besides their days */
    bool waits_matter;           /* tasks prefer hosts: else no wait does anything */
    struct hosts *hosts;         /* NULL: none are hidden */
    struct sw_text *recorded_hosts; /* of each task, in run 0; NULL: as the log has them */
    char *recorded_text;         /* of them, where they are drawn */
    struct log_columns *columns; /* of run 0, in the place of both; NULL: executors are told apart */
    struct sw_text *drawn;       /* hosts of each task, on the day that was drawn last */
    struct day **day;            /* by run; NULL: not drawn, or done */
    uint64_t next, first;        /* to be drawn; of those that are not done */
    struct aside { struct crew_work work; struct sw_study *s; } aside[N_ASIDES]; /* from the day that was */
    struct even even;
};
#endif
