/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks.c - repeating events while a job is in the system: updates of shares, checks for starved pools, straggler
 * scans. */
#include "lib/sim/event/event.h"
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

/* Of each kind there is one at most. */
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

/* All that has happened but such ticks. */
static uint64_t others(const struct sw_replay *r)
{
    return r->totals.events + r->offers.number + r->totals.launches + r->liveness.n_killed - r->quiet.ticks;
}

/* The tick settles: whether anything but such ticks has happened since the last is noted. */
void ticks_again_unless_quiet(struct sw_replay *r, enum event_kind kind, int64_t every_us)
{
    struct quiet *q = &r->quiet;
    q->ticks++;
    q->in_row++;
    if (q->others != others(r)) {
        q->others = others(r);
        q->from_us = r->now_us;
        q->in_row = 0;
    }
    if (kind == EV_PREEMPT) {
        q->checks_each = r->totals.owed.checks - q->checks;
        q->checks = r->totals.owed.checks;
    }
    q->every_us[kind - EV_UPDATE] = every_us;
    ticks_again(r, kind, every_us);
}

/* For longer than that nothing else has happened. */
bool ticks_are_quiet(struct sw_replay *r, int64_t settles_us)
{
    return r->quiet.others == others(r) && r->now_us - r->quiet.from_us > settles_us;
}

int64_t ticks_several_us(const struct sw_replay *r, enum event_kind kind, int64_t every_us)
{
    if (!r->ticking[kind - EV_UPDATE])
        return 0;
    return every_us < SW_TIME_MAX / 4 ? 3 * every_us : SW_TIME_MAX;
}

/* Of the order's updates, or of --update. */
static int64_t update_every_us(const struct sw_replay *r)
{
    return r->opt.order.update_us ? r->opt.order.update_us : r->opt.update_us;
}

void ticks_expect_update(struct sw_replay *r, void *own UNUSED, struct job *job UNUSED)
{
    ticks_expect(r, EV_UPDATE, update_every_us(r));
}

int64_t ticks_update_settles_us(struct sw_replay *r, void *own UNUSED)
{
    return ticks_several_us(r, EV_UPDATE, update_every_us(r));
}

void ticks_leave_none_out(struct sw_replay *r UNUSED, void *own UNUSED, int64_t n UNUSED) {}

/* Of the kinds that repeat themselves. */
static bool is_tick(const struct event *ev)
{
    return event_kind(ev) >= EV_UPDATE && event_kind(ev) <= EV_SCAN;
}

/* Time between those that may be left out; 0: this may not. What an update leaves out it may have to count
 * (updates_repeat). */
static int64_t sleeps(const struct sw_replay *r, const struct event *tick)
{
    unsigned kind = event_kind(tick) - EV_UPDATE;
    if (r->jobs.n_submitted)
        return r->quiet.every_us[kind];
    return kind == 0 && r->mechanisms.has.updates_repeat ? 0 : r->idle_us[kind];
}

/* Ticks that change nothing are counted, and one of each comes at its last time before that. */
void ticks_sleep(struct sw_replay *r, int64_t until_us)
{
    struct event tick[EV_SCAN - EV_UPDATE + 1];
    size_t n = 0;
    int64_t longest_us = 0;
    if (!is_tick(&r->events.at[0])) {
        memset(r->idle_us, 0, sizeof r->idle_us);
        r->quiet.in_row = 0;
        return;
    }
    while (r->events.n && is_tick(&r->events.at[0])) {
        tick[n] = events_pop(&r->events);
        if (r->jobs.n_submitted && !sleeps(r, &tick[n]))
            until_us = min_i64(until_us, tick[n].at_us);
        longest_us = max_i64(longest_us, sleeps(r, &tick[n++]));
    }
    if (r->events.n)
        until_us = min_i64(until_us, r->events.at[0].at_us);
    for (size_t i = 0; i < n; i++) {
        int64_t every_us = sleeps(r, &tick[i]), by_us = until_us;
        if (r->jobs.n_submitted && event_kind(&tick[i]) == EV_UPDATE) /* the last checks read clocks that updates set */
            by_us -= longest_us + every_us;
        if (until_us != INT64_MAX && by_us > tick[i].at_us && every_us) {
            int64_t times = (by_us - 1 - tick[i].at_us) / every_us;
            if (event_kind(&tick[i]) == EV_PREEMPT && r->quiet.turn_us) {
                times -= times % (r->quiet.turn_us / every_us);
                r->quiet.left_out_us += times * every_us;
            }
            tick[i].at_us += times * every_us;
            r->totals.events += (uint64_t)times;
            r->quiet.ticks += (uint64_t)times;
            if (event_kind(&tick[i]) == EV_PREEMPT && r->jobs.n_submitted) {
                r->totals.owed.checks += (uint64_t)times * r->quiet.checks_each;
                r->quiet.checks = r->totals.owed.checks;
            }
        }
        events_push(&r->events, tick[i]);
    }
}

/* What would have to be as it is for the next update to repeat this one. */
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
