/* SPDX-License-Identifier: GPL-3.0-or-later */
/* latest.c - the job that was submitted latest goes (TR 5.4): who came first keeps what it has, and ends in time. */
#include "lib/sched/evict/parts.h"

/* A9.2: by submission, ties by place in the trace. */
static bool before(const struct sw_evict_view *a, const struct sw_evict_view *b)
{
    return a->submit_us != b->submit_us ? a->submit_us > b->submit_us : a->place > b->place;
}

const struct sw_evict sw_evict_latest = { .name = "latest", .summary = "the job that was submitted latest",
                                          .before = before };
