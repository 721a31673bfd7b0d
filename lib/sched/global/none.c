/* SPDX-License-Identifier: GPL-3.0-or-later */
/* none.c - each node chooses for itself, by order and delay. */
#include "lib/sched/global/parts.h"

const struct sw_global sw_global_none = { .name = "none", .summary = "each node chooses, by order and delay" };
