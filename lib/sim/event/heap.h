/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heap.h - a heap of events: the least is at[0]. */
#ifndef LIB_SIM_EVENT_HEAP_H
#define LIB_SIM_EVENT_HEAP_H
#include <stdbool.h>
#include "lib/sim/event/types.h"

static inline bool event_is_before(const struct event *a, const struct event *b)
{
    unsigned __int128 x = (unsigned __int128)(uint64_t)a->at_us << 64 | a->order,
                      y = (unsigned __int128)(uint64_t)b->at_us << 64 | b->order;
    return x < y;
}

void heap_push(struct event_heap *h, struct event ev);
struct event heap_pop(struct event_heap *h); /* not empty */
#endif
