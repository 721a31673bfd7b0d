/* SPDX-License-Identifier: GPL-3.0-or-later */
/* none.c - no speculation: a straggler is waited for. */
#include "lib/sched/speculate/parts.h"

const struct sw_speculate sw_speculate_none = { .name = "none", .summary = "wait for stragglers" };
