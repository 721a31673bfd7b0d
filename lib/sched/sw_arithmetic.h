/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_arithmetic.h - the arithmetic of the policies of sw_sched.h, which the replay calls and tests know. */
#ifndef SLOTWISE_SW_ARITHMETIC_H
#define SLOTWISE_SW_ARITHMETIC_H
#include "slotwise/sw_sched.h"

/* ---- order: whose turn is it? --------------------------------------------------------------- */

/* The rules of a fifo pool and of a fair one, whatever the order above them. */
void sw_key_fifo(const struct sw_job_view *, struct sw_key *);
void sw_key_fair_weighted(const struct sw_job_view *, struct sw_key *);
/* What modified-fair does at each look (LC 3.1, 3.2; O25, O26): whether small jobs have a pool of their own, its slots,
 * another pool's. */
bool sw_lc_shares(int64_t small, int64_t jobs, int64_t map_slots, int64_t nodes);
int64_t sw_lc_shared_slots(int64_t tasks, int64_t slots);
int64_t sw_lc_pool_slots(int64_t slots, int64_t pending, int64_t all_pending, int64_t max);
/* mlq: the queue of a job of so many tasks. */
uint32_t sw_mlq_queue(const struct sw_order_rule *, int64_t tasks);

/* The arithmetic of deficits (O10), per kind of slot: what the replay keeps of a job between updates,
 * and what it wants. */
struct sw_deficit { int64_t share, deficit, min; };  /* millionths of a slot, slot microseconds, slots */
struct sw_deficit_claim { int64_t weight, demand; struct sw_deficit *state; };
int64_t sw_deficit_weight(const struct sw_order_rule *, int64_t weight, enum sw_priority priority, int64_t age_us);
/* So many updates that find the same share and as many running. */
void sw_deficit_add(struct sw_deficit *state, int64_t running, int64_t interval_us, int64_t times);
/* Claims of one pool, in fifo order and with demand; `sorted`: n places. Adds up to min_slots to their minimums;
 * whether deficits decided where. */
bool sw_deficit_minimums(const struct sw_deficit_claim *claim, size_t n, int64_t min_slots,
                         const struct sw_deficit_claim **sorted);
/* All claims of the kind that have demand. */
void sw_deficit_shares(const struct sw_deficit_claim *claim, size_t n, int64_t slots,
                       const struct sw_deficit_claim **sorted);

/* The arithmetic of decayed usage (U5): since a tick, numbered by its multiple of the period, each found so many
 * running. All zero is the start. */
struct sw_usage { double slots; int64_t running, tick; };
double sw_usage_at(const struct sw_order_rule *, const struct sw_usage *, int64_t tick);
void sw_usage_tick(const struct sw_order_rule *, struct sw_usage *, int64_t tick, int64_t running);
int64_t sw_usage_millionths(double slots);
/* U7 to U9: the keys of pools in one list. parent: of each pool, or SW_USAGE_TOP. */
#define SW_USAGE_TOP SIZE_MAX
struct sw_usage_claimant { size_t parent; int64_t weight; double used, norm, effective; int64_t key; };
void sw_usage_keys(const struct sw_order_rule *, struct sw_usage_claimant *claimant, size_t n, int64_t *sum);

/* The arithmetic of negotiation. Usage (P5): since a cycle, each ended with so many claims. All zero is the start. */
struct sw_claimed { double slots; int64_t claims, since_us; };
double sw_negotiate_usage(const struct sw_order_rule *, const struct sw_claimed *, int64_t at_us);
void sw_negotiate_cycle_ends(const struct sw_order_rule *, struct sw_claimed *, int64_t at_us, int64_t claims);
double sw_negotiate_priority(double usage, int64_t weight);
/* P6.1: sets the limits of pools, which stand by name; the pie. */
struct sw_slice { double priority, limit; int64_t claims; };
double sw_negotiate_pie(struct sw_slice *slice, size_t n, int64_t slots);
bool sw_negotiate_permits(double limit, double pie, int64_t made); /* P6.3: another match */

/* ---- speculate: which straggler gets a copy, and on which node? -------------------------------- */

/* Whether a progresses more slowly than b; a rate over no time is above all others. */
bool sw_progress_slower(const struct sw_progress *a, const struct sw_progress *b);
/* Where the percentile stands among n ordered values, n > 0: ceil((n - 1) share), share in millionths. */
uint64_t sw_percentile_place(uint64_t n, int64_t share);
#endif
