/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h - the parts of the speculation axis, one file each; speculates.c lists them. */
#ifndef LIB_SCHED_SPECULATE_PARTS_H
#define LIB_SCHED_SPECULATE_PARTS_H
#include "slotwise/sw_sched.h"

extern const struct sw_speculate sw_speculate_none, sw_speculate_hadoop, sw_speculate_late;

#endif
