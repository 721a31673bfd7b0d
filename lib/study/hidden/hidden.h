/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hidden.h - hosts that a log does not name: what it allows, and guesses of how data lay. */
#ifndef LIB_STUDY_HIDDEN_H
#define LIB_STUDY_HIDDEN_H
#include "lib/study/study.h"

/* ---- hosts.c: what a log of Spark does not name ---------------------------------------------------------- */
bool hosts_are_lacking(const struct sw_log *log); /* the log leaves open where all data was */
/* free_asked: hosts_count() will be asked for n_nowhere and n_free. */
SW_USE_RESULT int hosts_start(struct hosts **out, const struct sw_log *log, bool free_asked, struct sw_err *err);
/* One that draws the same for itself, while h is there and has its racks. It is freed by hosts_end(), too. */
SW_USE_RESULT int hosts_beside(struct hosts **out, const struct hosts *h, struct sw_err *err);
/* Those of each task on a day, by a guess and as where it ran allows. Of a part of the log its tasks alone have them.
 * Their text is for the caller to free. */
SW_USE_RESULT int hosts_draw(struct hosts *h, const struct sw_guess *guess, const struct sw_log *part, uint64_t seed,
                             uint64_t run, struct sw_text *hosts, char **text, struct sw_err *err);
/* Tasks: launched far from their data; of those that, and of all with preferences, while no host was full. */
struct hosts_count { uint32_t n_hosts; uint64_t n_far, n_nowhere, n_free; };
struct hosts_count hosts_count(const struct hosts *h);
void hosts_set_racks(struct hosts *h, uint32_t *rack_of); /* takes them */
uint32_t hosts_number(const struct hosts *h, struct sw_text node);
/* The same of each node of a cluster, for the caller to free. */
SW_USE_RESULT int hosts_of_nodes(const struct hosts *h, const struct sw_cluster *cl, uint32_t **out,
                                 struct sw_err *err);
/* Of each host, whether it is one of the fewest that half of the near tasks ran on. */
SW_USE_RESULT int hosts_mark_hot(const struct hosts *h, bool **hot, struct sw_err *err);
/* The same by the guess alone, wherever tasks ran. n_gone: of how many the data is on no executor's host. */
SW_USE_RESULT int hosts_draw_all(struct hosts *h, const struct sw_guess *guess, uint64_t seed, uint64_t run,
                                 struct sw_text *hosts, char **text, uint64_t *n_gone, struct sw_err *err);

/* ---- guesses.c: how that data may have lain --------------------------------------------------------------- */
/* How locality changes over the launches of a stage. Launches of tasks with preferences: how many there were, and how
 * many near their data, in each quarter of those of a stage; `hot` are the near ones on the hosts that had half of the
 * log's. */
enum { QUARTERS = 4 };
struct launch { uint64_t stage; int64_t at_us; bool near; uint32_t host; }; /* stage: of all jobs */
struct course {
    struct launch *at;
    size_t n_at, cap;
    bool no_room;
    uint64_t n[QUARTERS], near[QUARTERS], hot;
};
/* Squares of the differences of shares over their variances, added up. */
double guesses_course_distance(const struct course *recorded, const struct course *replayed);
struct trial {                   /* a guess, and its days so far */
    struct sw_guess *guess;
    struct course course;        /* of all its days */
    double goal_s, free_s;       /* sums over them */
    uint64_t far, gone, n_days;
    double apart_free;           /* the part of it that no day changes: guesses_free_distance() */
    double apart;                /* from what was recorded; before any day, at least */
};
struct trials { struct trial at[SW_GUESSES]; size_t n; double near; }; /* near: the recorded share */

/* The next to be tried: of those without a day the one that may come nearest. `passed`: not these; NULL: any. NULL: the
 * rest is ruled out. */
struct trial *guesses_next(struct trials *all, const bool *passed);
/* Those that are ruled out, and those without a day. The others stay in order. */
void guesses_leave_out(struct trials *all);
/* The weights of the guesses by how far they are apart. Those that weigh next to nothing then are left out. */
void guesses_weigh(struct trials *all);
/* All of them, before any has been tried. */
void guesses_list(struct sw_study *s, bool may_be_gone);
/* While no host was full, only a task goes far whose data is on no executor's host: the square of how far the share of
 * such tasks is off, over its variance. */
double guesses_free_distance(const struct hosts_count *of, double share);
/* How far goal and free slot-seconds are from the recorded ones, as squares over variances; near: a recorded share. */
double guesses_distance(double goal_s, double recorded_goal_s, double near, double free_s,
                        const struct sw_day_outcome *recorded);
#endif
