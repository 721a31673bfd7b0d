/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks.c - repeating events while a job is in the system: updates of shares, checks for starved pools, straggler
 * scans. */
#include "lib/sim/event/event.h"
#include <stdlib.h>
#include <string.h>

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
    r->idle_us[kind - EV_UPDATE] = r->jobs.n_submitted ? 0 : every_us;
    if (r->jobs.first)
        ticks_expect(r, kind, every_us);
}

int64_t ticks_several_us(const struct sw_replay *r, enum event_kind kind, int64_t every_us)
{
    if (!r->ticking[kind - EV_UPDATE])
        return 0;
    return every_us < SW_TIME_MAX / 4 ? 3 * every_us : SW_TIME_MAX;
}

static bool is_tick(const struct event *ev)
{
    return event_kind(ev) >= EV_UPDATE && event_kind(ev) <= EV_SCAN;
}

/* What an update leaves out it may have to count (updates_repeat). */
static bool sleeps(const struct sw_replay *r, const struct event *tick)
{
    return r->idle_us[event_kind(tick) - EV_UPDATE]
           && !(event_kind(tick) == EV_UPDATE && r->mechanisms.has.updates_repeat);
}

void ticks_sleep(struct sw_replay *r, int64_t until_us)
{
    struct event tick[EV_SCAN - EV_UPDATE + 1];
    size_t n = 0;
    if (!is_tick(&r->events.at[0])) {
        memset(r->idle_us, 0, sizeof r->idle_us);
        return;
    }
    while (r->events.n && is_tick(&r->events.at[0]))
        tick[n++] = events_pop(&r->events);
    if (r->events.n)
        until_us = min_i64(until_us, r->events.at[0].at_us);
    for (size_t i = 0; i < n; i++) {
        int64_t every_us = r->idle_us[event_kind(&tick[i]) - EV_UPDATE];
        if (until_us != INT64_MAX && until_us > tick[i].at_us && sleeps(r, &tick[i])) {
            int64_t times = (until_us - 1 - tick[i].at_us) / every_us;
            tick[i].at_us += times * every_us;
            r->totals.events += (uint64_t)times;
        }
        events_push(&r->events, tick[i]);
    }
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
