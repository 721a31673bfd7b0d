/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paired.h - the applications of two days, paired by what they are called. */
#ifndef LIB_STUDY_PAIRED_H
#define LIB_STUDY_PAIRED_H
#include "lib/study/platform/platform.h"

enum { PAIRED_BEFORE, PAIRED_AFTER, PAIRED_DAYS };
/* Of one application on one day, the mean of its runs. */
struct paired_day {
    size_t n;                        /* runs */
    double span_s, executor_s, tasks, idle_s;
    struct sw_text wait, release;    /* of the last run */
};
struct paired { struct sw_text name; struct paired_day day[PAIRED_DAYS]; };
/* By name; each has been read and has run on one of the days at least. The caller frees them. */
SW_USE_RESULT int paired_find(const struct platform_app *const app[PAIRED_DAYS], const size_t n_apps[PAIRED_DAYS],
                              struct paired **out, size_t *n, struct sw_err *err);
/* Of those of both days: the mean change as a ratio - 1, geometric, with the 95 % interval of Student's t over their
 * logarithms. */
enum paired_of { PAIRED_SPAN, PAIRED_EXECUTORS, PAIRED_TASKS, PAIRED_IDLE };
struct paired_change { size_t n; double mean, lo, hi; }; /* NaN: of none, of one */
double paired_value(const struct paired_day *d, enum paired_of of);
/* alike: those alone whose tasks a run differ by less than a tenth. */
struct paired_change paired_compare(const struct paired *p, size_t n, enum paired_of of, bool alike);
bool paired_on_both(const struct paired *p);
bool paired_is_alike(const struct paired *p);
#endif
