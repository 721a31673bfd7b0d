/* SPDX-License-Identifier: GPL-3.0-or-later */
/* platform.h - many applications as rows, one for each and its settings, and what they add up to.
 *
 * Applications are independent given their executors, so each is studied alone. All that is said of them together
 * follows from these rows, in any order and wherever they were made. */
#ifndef LIB_STUDY_PLATFORM_H
#define LIB_STUDY_PLATFORM_H
#include "slotwise/sw_study.h"

/* A setting of an application. What is of the application stands in each of its rows; its first has the role
 * "recorded", and no setting. What is not known is NaN. */
struct platform_row {
    uint64_t known;
    struct sw_text log, application, user, queue, pool, release, advice, why, note, goal, digest;
    int64_t started_ms;
    double span_s, executor_s, slot_s, idle_slot_s; /* idle: while a task waited, as recorded */
    uint64_t jobs, tasks, faults;
    struct sw_text wait, role, advised;
    double end_s, mean_s, node, rack, off, wait_idle_s;
    double change, chance_lo, chance_hi, lo, hi, error;
    uint64_t slower;             /* jobs by more than 5 % */
    struct sw_text worst_job, gained_job, worst_title, gained_title;
    double worst_own_s, worst_s, gained_own_s, gained_s;
};
extern const struct sw_schema platform_schema;

struct platform {
    struct platform_row *row;    /* after platform_sort(): by start, then log */
    size_t n, cap;
    uint64_t n_repeated;         /* applications that stood in more than one input: they count once */
    uint64_t n_other;            /* of the same id and start, made of other files or otherwise: they count as others */
    struct platform_text { struct platform_text *next; char at[]; } *texts;
};
SW_USE_RESULT int platform_add(struct platform *p, const struct platform_row *row, struct sw_err *err); /* copies */
SW_USE_RESULT int platform_read(struct platform *p, struct sw_csv *in, struct sw_err *err);
void platform_drop(struct platform *p, struct sw_text log, int64_t started_ms); /* the rows of this application */
SW_USE_RESULT int platform_sort(struct platform *p, struct sw_err *err);
void platform_clear(struct platform *p);

/* What is known of an application beside its log's study. */
struct platform_of {
    const char *log, *application, *user, *queue, *release;
    const char *worst, *gained;  /* what the answer's jobs are called; NULL: by their ids */
    int64_t started_ms;
    char digest[20];
};
/* Adds its rows. `note`: what had to be assumed, or why nothing is told. */
SW_USE_RESULT int platform_take(struct platform *p, const struct platform_of *of, const struct sw_study *s,
                                const struct sw_answer *a, struct sw_log *log, const char *note, struct sw_err *err);
/* The row of one that cannot be read or played. */
SW_USE_RESULT int platform_take_failed(struct platform *p, const struct platform_of *of, const char *note,
                                       struct sw_err *err);

/* ---- applications and sums of them ------------------------------------------------------------------ */
struct platform_app {
    const struct platform_row *of, *setting; /* the recorded row; its settings, the own first */
    size_t n;                    /* settings */
    const struct platform_row *best; /* that is advised; else the own; NULL: there are none */
    bool tells;                  /* the advice is to change or to leave */
    bool changes;
};
/* In the order of the rows; the caller frees it. */
SW_USE_RESULT int platform_apps(const struct platform *p, struct platform_app **out, size_t *n, struct sw_err *err);
/* What holds of each application; its user, its queue. */
enum platform_per { PLATFORM_PER_LOG, PLATFORM_PER_USER, PLATFORM_PER_QUEUE, PLATFORM_PER_POOL };
extern const char *const platform_per_words[]; /* "log" "user" "queue" "pool" NULL */
struct sw_text platform_group(const struct platform_app *a, enum platform_per per);

/* A sum over applications under one setting each. Executor-seconds are those of applications that end with their last
 * job, and so hold their executors for less time. */
struct platform_sum {
    size_t n, n_tell, n_change, n_leave, n_unknown_idle;
    size_t n_held;               /* that tell, and hold their executors whatever jobs take */
    double hours, executor_s, slot_s, idle_s, told_executor_s;
    double saved_s, lo_s, hi_s;  /* executor-seconds, with an interval */
    double median, least, most;  /* change of the goal; NaN: of none */
    size_t n_lose;               /* by more than 1 % */
    const struct platform_app *worst;
};
/* chosen: of each application its setting; NULL: none, and it does not count beyond hours and idle time. */
SW_USE_RESULT int platform_sum(struct platform_sum *sum, const struct platform_app *app,
                               const struct platform_row *const *chosen, const size_t *at, size_t n,
                               struct sw_err *err);
double platform_saved(const struct platform_app *a, const struct platform_row *setting); /* executor-seconds */
/* What a setting is called where the first part of it, of the process, is the own: "0s,0s" of "spark:3s,0s,0s". */
struct sw_text platform_setting(const struct platform_row *row);
#endif
