/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots.c - Hadoop's admission: a reduce that has a slot copies and computes as it likes. */
#include "lib/sched/admit/parts.h"

const struct sw_admit sw_admit_slots = { .name = "slots", .summary = "a slot is all a reduce needs" };
