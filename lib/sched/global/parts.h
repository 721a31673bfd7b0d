/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h - policies that decide for all nodes at once, one file each; globals.c lists them. */
#ifndef LIB_SCHED_GLOBAL_PARTS_H
#define LIB_SCHED_GLOBAL_PARTS_H
#include "slotwise/sw_sched.h"

extern const struct sw_global sw_global_none, sw_global_quincy;

#endif
