/* SPDX-License-Identifier: GPL-3.0-or-later */
/* most-space.c - the job with the most map output goes. It looks sensible, as it frees the most, and does not work (TR
 * 5.4): the job with the most output is the one about to end, so while new jobs keep coming none ever does. Here to
 * show just that. */
#include "lib/sched/evict/parts.h"

static bool before(const struct sw_evict_view *a, const struct sw_evict_view *b)
{
    return a->bytes != b->bytes ? a->bytes > b->bytes : sw_evict_latest.before(a, b);
}

const struct sw_evict sw_evict_most_space = { .name = "most-space",
    .summary = "the job with the most map output; while jobs keep coming none may ever end", .before = before };
