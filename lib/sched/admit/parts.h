/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h - the parts of the admission axis, one file each; admits.c lists them. */
#ifndef LIB_SCHED_ADMIT_PARTS_H
#define LIB_SCHED_ADMIT_PARTS_H
#include "slotwise/sw_sched.h"

extern const struct sw_admit sw_admit_slots, sw_admit_cpac;

#endif
