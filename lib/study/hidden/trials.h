/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trials.h - guesses of how data lay as they are tried: which is next, and which are left. */
#ifndef LIB_STUDY_TRIALS_H
#define LIB_STUDY_TRIALS_H
#include "lib/study/study.h"

struct trial {                   /* a guess, and its days so far */
    struct sw_guess *guess;
    struct course course;        /* of all its days */
    double goal_s, free_s;       /* sums over them */
    uint64_t far, gone, n_days;
    double apart;                /* from what was recorded; before any day, at least */
};
struct trials { struct trial at[SW_GUESSES]; size_t n; double near; }; /* near: the recorded share */

/* The next to be tried: of those without a day the one that may come nearest. `passed`: not these; NULL: any. NULL: the
 * rest is ruled out. */
struct trial *trials_next(struct trials *all, const bool *passed);
/* Those that are ruled out, and those without a day. The others stay in order. */
void trials_leave_out(struct trials *all);
/* The weights of the guesses by how far they are apart. Those that weigh next to nothing then are left out. */
void trials_weigh(struct trials *all);
#endif
