/* SPDX-License-Identifier: GPL-3.0-or-later */
/* none.c - nothing is deleted, as in Hadoop: jobs that wait for one another's room wait for ever (TR 5.4). */
#include "lib/sched/evict/parts.h"

const struct sw_evict sw_evict_none = { .name = "none",
                                        .summary = "no job: what is stuck stays stuck, and ends the replay" };
