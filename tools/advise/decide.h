/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.h - what a study comes to: another wait, the same, or that the log cannot tell. */
#ifndef SLOTWISE_TOOLS_ADVISE_DECIDE_H
#define SLOTWISE_TOOLS_ADVISE_DECIDE_H
#include "tools/advise/study.h"

enum advice { ADVICE_CHANGE, ADVICE_LEAVE, ADVICE_CANNOT_TELL };
extern const char *const decide_words[]; /* "change" "leave" "cannot-tell" */
enum advice_reason {
    WHY_GAIN,           /* change: more than the replay's own error, on each day */
    WHY_BEST,           /* leave: others lose */
    WHY_ALIKE,          /* leave: the waits make no difference */
    WHY_NOT_REPLAYED,   /* cannot tell: the log lacks what a replay needs */
    WHY_NO_JOB,         /* cannot tell: no job finished */
    WHY_NO_PREFERENCE,  /* cannot tell: no task is known to have preferred a host */
    WHY_FEW,            /* cannot tell: fewer tasks than that */
    WHY_POOR,           /* cannot tell: the replay of the log as it was is too far off */
    WHY_ERROR,          /* cannot tell: the gain is below that error */
    WHY_CHANCE,         /* cannot tell: the interval of the gain holds 0 */
    WHY_COST,           /* cannot tell: what distance costs decides, and the log leaves it open */
    WHY_DISTANCE        /* cannot tell: tasks would run farther from their data, and may cost more than is gained */
};
/* Fewer tasks with preferred hosts decide nothing; a smaller change is none; and a replay of the log as it was that
 * misses by more is no witness. */
#define DECIDE_FEWEST_TASKS 30
#define DECIDE_SAME 0.01
#define DECIDE_POOR 0.1
struct answer {
    enum advice advice;
    enum advice_reason why;
    size_t chosen;               /* place among the policies: 0 unless the advice is to change */
    size_t best;                 /* the wait with the best goal, whatever can be told of it */
    double least, most;          /* change of the goal over waits up to `to` */
    double to;
    uint64_t n_preferring;
    /* Where the best wait sends tasks farther from their data: how many; the factor on their time from which on nothing
     * is gained (NaN: none up to 10 is that); the most that the log's measure of it allows (NaN: not measured). */
    uint64_t n_farther;
    double gone_from, may_cost;
    bool gains_at_most;          /* WHY_COST: `best` is the wait that gains this at the most that distance may cost */
    double gain_at_most;
    /* Of the best against the own wait, in the log as it was recorded. */
    uint64_t n_jobs, n_slower;   /* slower by more than 5 % */
    size_t worst, most_gained;   /* jobs; worst: SIZE_MAX if none is slower */
};
SW_USE_RESULT int decide_study(const struct study *s, struct answer *a, struct sw_err *err);
#endif
