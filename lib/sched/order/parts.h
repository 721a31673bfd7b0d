/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h - the parts of the order axis, one file each; orders.c lists them. */
#ifndef LIB_SCHED_ORDER_PARTS_H
#define LIB_SCHED_ORDER_PARTS_H
#include "slotwise/sw_sched.h"

extern const struct sw_order sw_order_fifo, sw_order_fair, sw_order_hfs, sw_order_hfs_lack, sw_order_hfs_yarn,
    sw_order_sjf, sw_order_srtf, sw_order_fair_gap, sw_order_deficit, sw_order_mlq, sw_order_capacity,
    sw_order_hod, sw_order_modified_fair, sw_order_offers,
    sw_order_usage, sw_order_windows, sw_order_negotiate, sw_order_cput, sw_order_quota, sw_order_drf,
    sw_order_multifactor, sw_order_quota_usage;

/* Ascending running/weight; weight 0 last, and then by running. */
void sw_key_ratio(int64_t running, int64_t weight, struct sw_key *key);
/* A whole number behind a rank, least first. */
static inline void sw_key_whole(int64_t rank, int64_t number, struct sw_key *key)
{
    key->rank = rank;
    key->num = number;
    key->den = 1;
}
/* Priority doubles or halves a job's weight (Hadoop 1): 4 2 1 1/2 1/4, here in quarters. */
extern const int64_t sw_priority_quarters[];

#endif
