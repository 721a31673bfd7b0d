/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h - the rules of eviction, one file each; evicts.c lists them. */
#ifndef LIB_SCHED_EVICT_PARTS_H
#define LIB_SCHED_EVICT_PARTS_H
#include "slotwise/sw_sched.h"

extern const struct sw_evict sw_evict_latest, sw_evict_least_progress, sw_evict_most_space, sw_evict_none;

#endif
