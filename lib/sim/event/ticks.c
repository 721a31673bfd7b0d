/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks.c - repeating events while a job is in the system: updates of shares, checks for starved pools, straggler
 * scans. */
#include "lib/sim/event/event.h"
#include <stdlib.h>

/* Expects the next tick at a multiple of every_us. There are no ticks while the system is empty. */
void ticks_expect(struct sw_replay *r, enum event_kind kind, int64_t every_us)
{
    bool *waiting = &r->ticking[kind - EV_UPDATE];
    if (*waiting || every_us <= 0)
        return;
    int64_t at_us = (r->now_us / every_us + 1) * every_us;
    *waiting = true;
    events_push(&r->events, event_make(at_us, kind, 0, NULL));
}

size_t ticks_n(const struct sw_replay *r)
{
    size_t n = 0;
    for (int kind = EV_UPDATE; kind <= EV_SCAN; kind++)
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

int64_t ticks_several_us(const struct sw_replay *r, enum event_kind kind, int64_t every_us)
{
    if (!r->ticking[kind - EV_UPDATE])
        return 0;
    return every_us < SW_TIME_MAX / 4 ? 3 * every_us : SW_TIME_MAX;
}

void ticks_settled(struct sw_replay *r, int64_t until_us)
{
    r->settled = (struct settled){ .at_us = r->now_us, .until_us = until_us, .events = r->totals.events,
                                   .launches = r->totals.launches,
                                   .slots = { r->slots.now[0], r->slots.now[1] } };
}

/* What changes something without an event comes with a launch, or changes slots. */
bool ticks_are_settled(const struct sw_replay *r)
{
    const struct settled *s = &r->settled;
    return s->at_us == r->now_us && s->until_us > r->now_us && s->events == r->totals.events
           && s->launches == r->totals.launches && s->slots[0] == r->slots.now[0] && s->slots[1] == r->slots.now[1];
}
