/* SPDX-License-Identifier: GPL-3.0-or-later */
/* least-progress.c - the job with the smallest share of its tasks done goes (TR 5.4):
 * the most advanced one only advances. */
#include "lib/sched/evict/parts.h"

/* A9.2: the quotients compare exactly. */
static bool before(const struct sw_evict_view *a, const struct sw_evict_view *b)
{
    __int128 l = (__int128)a->tasks_done * b->tasks, r = (__int128)b->tasks_done * a->tasks;
    return l != r ? l < r : sw_evict_latest.before(a, b);
}

const struct sw_evict sw_evict_least_progress = { .name = "least-progress",
    .summary = "the job with the smallest share of its tasks done", .before = before };
