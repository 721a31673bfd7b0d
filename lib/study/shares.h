/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shares.h - which minimum share or weight keeps which pool from slots.
 *
 * The replay of the log as it was is looked at 1,000 times. Each time the fair shares of that moment's demands are
 * worked out three times: as the pools file has them, without minimum shares, and with weights of 1. What a pool has
 * less than without minimums, minimums take from it, and those have it that have more by theirs. */
#ifndef LIB_STUDY_SHARES_H
#define LIB_STUDY_SHARES_H
#include "slotwise/sw_fair.h"
#include "slotwise/sw_replay.h"
#include "slotwise/sw_study.h"

enum { SHARES_POOLS = 200 };
struct share {                   /* a pool; slot-seconds of both kinds */
    char name[80];
    uint32_t place;              /* in the pools file; SW_NO_POOL: not there */
    double had_s;                /* slots taken */
    double to_minimums_s, by_minimums_s, to_weights_s; /* lost to, and had by */
    double below_us;             /* time for which it had less than half of its share and wanted more */
    double wanting_us;           /* time for which it had tasks waiting */
    double *taken_s;             /* of to_minimums_s, by the minimum of each other pool */
    struct sw_sample now;
    bool here;                   /* it has a sample of this moment */
};
struct sw_shares {
    const struct sw_study *s;
    size_t n;
    struct share at[SHARES_POOLS];
    double *taken_s;
    int64_t at_us, every_us;
    uint64_t n_more;             /* pools beyond those */
    struct sw_fair_tree tree;
    struct sw_fair_space space;
    struct sw_err err;
    bool failed;
};
SW_USE_RESULT int shares_run(const struct sw_study *s, struct sw_shares **out, struct sw_err *err);
void shares_free(struct sw_shares *h); /* NULL is fine */
/* Places of pools, those that minimums or weights take most from first. */
void shares_sort(const struct sw_shares *h, size_t order[]);
#endif
