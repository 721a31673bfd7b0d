/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks.c - clocks that tick every so often while a job is in the system: updates, checks for starved pools, straggler
 * scans. */
#include "lib/sim/event/event.h"
#include <stdlib.h>

/* The next tick of a clock that ticks at 0, every, 2 every, ...; it stands still while nobody is in the system. */
void ticks_expect(struct sw_replay *r, enum event_kind kind, int64_t every_us)
{
    int64_t at_us = (r->now_us / every_us + 1) * every_us;
    bool *waiting = &r->ticking[kind - EV_UPDATE];
    if (*waiting || every_us <= 0)
        return;
    *waiting = true;
    events_push(&r->events, (struct event){ at_us, (uint64_t)kind << 56, NULL });
}

size_t ticks_n(const struct sw_replay *r)
{
    size_t n = 0;
    for (int kind = EV_UPDATE; kind <= EV_LOOK; kind++)
        n += r->ticking[kind - EV_UPDATE];
    return n;
}

/* The clock has ticked, and goes on while a job is in the system. */
void ticks_again(struct sw_replay *r, enum event_kind kind, int64_t every_us)
{
    r->ticking[kind - EV_UPDATE] = false;
    if (r->jobs.first)
        ticks_expect(r, kind, every_us);
}
