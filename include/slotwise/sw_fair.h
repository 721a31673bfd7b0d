/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_fair.h - weighted max-min shares of identical slots, with minimum and maximum shares, in a
 * hierarchy of any depth; real shares and whole slots.
 *
 * Pure arithmetic on arrays: no input or output, no clock, no chance. The rule (TR section 3.1 and
 * appendix A, algorithm 2; weights and minimums that do not fit: ES section 4), for siblings i that
 * divide S slots:
 *     d_i = min(demand_i, max_i)      m_i = min(min_i, d_i)
 *     share_i = min(d_i, max(w_i R, m_i)),  R such that the shares add up to min(S, sum of d)
 * Where max < min, max wins. A pool of weight 0 gets more than its minimum only when all siblings of
 * positive weight have their d; pools of weight 0 then share as equals. A parent's demand is the sum of
 * its children's d. A child's minimum counts inside its parent only. A parent's share is divided among
 * its children by the same rule.
 *
 * What callers promise (asserted, not reported): demand, min and weight are finite and not negative;
 * max is not negative and may be INFINITY; weights are 0 or within 1e-6..1e9; slots are at most 2^53.
 * Every function that needs room takes it from a struct sw_fair_space, which grows and is kept: who
 * calls often allocates once. */
#ifndef SLOTWISE_SW_FAIR_H
#define SLOTWISE_SW_FAIR_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "slotwise/sw_err.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SW_FAIR_SLOTS_MAX 9007199254740992.0 /* 2^53: whole numbers up to here are exact */
#define SW_FAIR_WEIGHT_MIN 1e-6              /* the least positive weight: one millionth */
#define SW_FAIR_WEIGHT_MAX 1e9
#define SW_FAIR_TOP UINT32_MAX               /* as a parent: none, the pool is at the top */

/* What a pool asks for and is promised. An inner pool's demand_slots is not looked at. */
struct sw_claim { double demand_slots, weight, min_slots, max_slots; };

/* What holds a share where it is: it has all it asks for, or all it may have; its minimum is more than
 * its weight brings; or its weight decides. Demand before max where they are equal. */
enum sw_bound { SW_BOUND_DEMAND, SW_BOUND_MIN, SW_BOUND_MAX, SW_BOUND_WEIGHT };
extern const char *const sw_bound_words[]; /* "demand" "min" "max" "weight", NULL */

/* When the m of siblings add up to more than their slots: SCALE multiplies each by slots / sum of m
 * (ES section 4); KEEP leaves them, so that the shares are the m and add up to more than the slots
 * (what Hadoop's code does). */
enum sw_over_min { SW_OVER_MIN_SCALE, SW_OVER_MIN_KEEP };
extern const char *const sw_over_min_words[]; /* "scale" "keep", NULL */

struct sw_fair_share {
    double share_slots;
    double demand_slots; /* d; an inner pool's from its children */
    double min_slots;    /* m as it counted: scaled if it was scaled */
    enum sw_bound bound;
};
/* How one set of siblings came out. */
struct sw_fair_level {
    double total_slots;  /* S: what there was to divide */
    double demand_slots; /* sum of d */
    double min_slots;    /* sum of m before scaling; more than total_slots: they did not fit */
    double level;        /* R, the highest that solves the equation; INFINITY: all of positive weight have d */
    double zero_level;   /* the same among pools of weight 0, once they take part (0 before) */
};

/* Room for the functions below; all zero is a good start. */
struct sw_turn { int64_t running, limit, weight; uint32_t rank; };
struct sw_fair_space {
    size_t cap;
    double *bend;                /* 2 cap; the block that the others are parts of */
    struct sw_claim *claim;      /* cap each from here on */
    struct sw_fair_share *share;
    struct sw_turn *turn;
    uint32_t *heap;
};
/* Makes room for n pools (what was in it is lost); the other functions do so themselves when needed. */
SW_USE_RESULT int sw_fair_reserve(struct sw_fair_space *space, size_t n, struct sw_err *err);
void sw_fair_space_clear(struct sw_fair_space *space);

/* ---- one set of siblings -------------------------------------------------------------------- */
/* Fills share[0..n-1]; *level may be NULL. Exact but for rounding (some 1e-15 of total_slots): the sum of the
 * shares is a broken line in R, its bends are sorted and the piece that meets total_slots is solved.
 * O(n log n). Fails only for want of memory. */
SW_USE_RESULT int sw_fair_shares(const struct sw_claim *claim, size_t n, double total_slots, enum sw_over_min over,
                                 struct sw_fair_space *space, struct sw_fair_share *share,
                                 struct sw_fair_level *level, struct sw_err *err);

/* ---- hierarchy ------------------------------------------------------------------------------ */
/* Who is whose child, worked out once; demands may then change from call to call. All zero is a good
 * start. Children of pool p are order[first[p]] .. order[first[p] + n_children[p] - 1], in input order;
 * p = n stands for the top. */
struct sw_fair_tree {
    size_t n, cap;
    uint32_t *order;      /* the pools, parents before children, siblings together */
    uint32_t *first, *n_children, *next;
};
/* parent[i]: the place of i's parent, or SW_FAIR_TOP. A pool among its own ancestors: SW_FAIL and *looped
 * is the first such pool (SW_FAIR_TOP when it failed for want of memory). n < UINT32_MAX. */
SW_USE_RESULT int sw_fair_tree_set(struct sw_fair_tree *tree, const uint32_t *parent, size_t n, uint32_t *looped,
                                   struct sw_err *err);
void sw_fair_tree_clear(struct sw_fair_tree *tree);
/* share[0..n-1] by pool; level[0..n] (may be NULL) by parent, level[n] for the top. */
SW_USE_RESULT int sw_fair_tree_shares(const struct sw_fair_tree *tree, const struct sw_claim *claim,
                                      double total_slots, enum sw_over_min over, struct sw_fair_space *space,
                                      struct sw_fair_share *share, struct sw_fair_level *level, struct sw_err *err);

/* ---- whole slots ---------------------------------------------------------------------------- */
/* Largest remainder: each pool gets the whole part of its real share; the slots left go one each to the
 * largest fractions, in input order where fractions are equal (nearer than 2^-46 of total_slots counts as
 * equal: that is rounding). From the top down: a parent's whole slots are divided among its children. Each
 * pool is less than one slot from its real share. Everything in the claims that made `share` is whole. */
SW_USE_RESULT int sw_fair_largest_remainder(const struct sw_fair_tree *tree, const struct sw_fair_share *share,
                                            double total_slots, struct sw_fair_space *space, int64_t *whole_slots,
                                            struct sw_err *err);
/* In turn: total_slots handed out one at a time as Hadoop's fair scheduler would on an empty cluster (docs/model.md
 * O4). At each level, from the top down, children below e = min(min, d) come first: the next slot goes to the one
 * with the least running / max(e, 1). Else it goes to the child below d with the least running / weight. Weights are
 * whole millionths; ties go by rank (rank NULL: input order). O(n log n) whatever total_slots is: most turns are
 * counted, not taken. All claims whole; minimums are never scaled; `share` gives d. */
SW_USE_RESULT int sw_fair_in_turn(const struct sw_fair_tree *tree, const struct sw_claim *claim,
                                  const struct sw_fair_share *share, const uint32_t *rank, double total_slots,
                                  struct sw_fair_space *space, int64_t *whole_slots, struct sw_err *err);

/* ---- the shares that YARN's pages show (docs/model.md, section 13) ---------------------------- */
/* Demands say only who asks: a pool without demand, and a parent of none but such pools, gets nothing; with `steady`
 * all ask. R is such that the shares of those that ask, weight R within minimum and maximum, add up to the slots. A
 * maximum below the minimum is raised to it, and weight 0 gets the minimum. A parent's share is not cut to what its
 * children may have. Where demand would bind, bound is SW_BOUND_WEIGHT or another. */
SW_USE_RESULT int sw_fair_yarn_shares(const struct sw_fair_tree *tree, const struct sw_claim *claim, bool steady,
                                      double total_slots, struct sw_fair_space *space, struct sw_fair_share *share,
                                      struct sw_err *err);

/* ---- quota and surplus (docs/model.md, section 21) ---------------------------------------------- */
/* Limits are INFINITY where there is none. quota_slots NAN: of an inner pool, the sum of its children's; of a leaf 0.
 * weight: its part of the surplus of its priority, 0: none. An inner pool's demand_slots is not looked at. */
struct sw_quota_claim {
    double demand_slots, quota_slots, weight, limit_slots;
    double lending_limit;    /* slots of its quota that others may have while it does not use them */
    double borrowing_limit;  /* slots that it may have above its quota */
    int32_t priority;        /* of the surplus: the greater goes first */
    double usage;            /* X3.3: part of the cluster that it has used of late */
    double usage_weight;     /* k, the same of all; 0: usage does not count */
};
struct sw_quota_share {
    double share_slots;
    double asked_slots, demand_slots, quota_slots, most_slots; /* d of X1.1; the most it may have */
    double kept_slots;       /* k */
    double part_slots;       /* X3: of a slot, what its last round did not give */
    enum sw_bound bound;     /* SW_BOUND_MIN: its quota, as no surplus came to it */
};
extern const char *const sw_quota_bound_words[]; /* "demand" "quota" "limit" "weight", NULL */
/* X1, X2; with `rounds` whole slots by X3, where demands, quotas and limits are whole. Fails for want of memory. */
SW_USE_RESULT int sw_fair_quota_shares(const struct sw_fair_tree *tree, const struct sw_quota_claim *claim,
                                       double total_slots, bool rounds, struct sw_fair_space *space,
                                       struct sw_quota_share *share, struct sw_err *err);

/* ---- what usage leaves of shares (docs/model.md, section 16) ---------------------------------- */
/* U10: what was used in each window of time, the present one first; cap: per cent, INFINITY for none. */
#define SW_FAIR_WINDOWS 24 /* Maui's MAX_MFSDEPTH */
struct sw_windows_claim { double used[SW_FAIR_WINDOWS], cap; };
/* percent[i]: of what all have used, each window by decay to the power of its number. 0 where nothing was used. */
void sw_fair_windows(const struct sw_windows_claim *claim, size_t n, double decay, double *percent);
struct sw_usage_claim {
    double shares, usage;
    bool from_parent;    /* Slurm's Fairshare=parent: it has no shares of its own */
};
struct sw_usage_share {
    uint32_t level;      /* the pool in whose level it stands; SW_FAIR_TOP */
    double level_shares, level_usage; /* sums over that level */
    double usage;        /* an account's from its users */
    double norm_shares;  /* fair-tree: of the level's; usage: of all */
    double usage_share;  /* fair-tree: of the level's; usage: the effective usage */
    double level_fs;     /* fair-tree; INFINITY; NAN: an account that has no level_fs */
    double fairshare;    /* NAN: an account's in fair-tree */
    uint32_t place, n_tied; /* fair-tree: a user's, from 1 on, and how many users have it */
};
/* U1, U2. Fails for want of memory only. tree as sw_fair_tree_set() made it of parent. */
SW_USE_RESULT int sw_fair_usage_tree(const struct sw_fair_tree *tree, const uint32_t *parent,
                                     const struct sw_usage_claim *claim, struct sw_usage_share *share,
                                     struct sw_err *err);
/* U1, U3 */
SW_USE_RESULT int sw_fair_usage_classic(const struct sw_fair_tree *tree, const uint32_t *parent,
                                        const struct sw_usage_claim *claim, struct sw_usage_share *share,
                                        struct sw_err *err);

/* ---- two resources (DRF: Ghodsi and others, NSDI 2011, section 4) ------------------------------ */
/* Tasks of a pool are alike: each takes so many slots and so much memory. Its dominant share is the greater of its
 * parts of the two totals. Dominant shares over weight rise together; a pool stops at its demand, or when something
 * that it needs runs out (algorithm 1 with tasks that can be divided). Totals and weights are above 0. O(n k) for k
 * pools that stop at their demand. Errors: rounding, some 1e-12 of a total. */
enum { SW_DOMINANT_SLOTS, SW_DOMINANT_MEMORY, SW_DOMINANT_DEMAND };
extern const char *const sw_dominant_bounds[]; /* "slots" "memory" "demand", NULL */
struct sw_dominant_claim { double demand_tasks, weight, each[2]; };
struct sw_dominant_share {
    double tasks, dominant; /* dominant: a part of the total, 0 to 1 */
    int bound;              /* what holds it: SW_DOMINANT_DEMAND, or what ran out */
};
void sw_fair_dominant(const struct sw_dominant_claim *claim, size_t n, const double total[2],
                      struct sw_dominant_share *share);

#ifdef __cplusplus
}
#endif
#endif
