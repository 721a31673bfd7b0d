/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.c - the loop over instants: all that happens at one, then the heartbeats of it (T2, T3). */
#include "lib/replay/replay.h"
#include <assert.h>
#include <stdlib.h>

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- one instant ----------------------------------------------------------------------------------- */

static int apply(struct sw_replay *r, const struct event *ev)
{
    switch (event_kind(ev)) {
    case EV_END:
        if (attempt_is_due(ev->of, ev, RUNNING))
            attempt_event(r, ev->of);
        break;
    case EV_CLUSTER:
        r->n_changes--;
        cluster_change(r, (uint32_t)(ev->order & UINT32_MAX));
        break;
    case EV_REPORT: attempt_report(r, ev->of); break;
    case EV_COMMIT: attempt_commit(r, ev->of); break;
    case EV_READ: return feed_more(r);
    case EV_SUBMIT: return job_submit(r, ev->of);
    case EV_READY: stage_is_set_up(r, ev->of); break;
    default: return r->mechanisms.on_event[event_kind(ev)].call(r, r->mechanisms.on_event[event_kind(ev)].own, ev);
    }
    return SW_OK;
}

/* An end of this instant with others behind it has been taken: the next of these is in line, or, if one is already, in the heap. */
static inline void line_up(struct sw_replay *r, struct attempt *a)
{
    struct attempt *behind = a->behind;
    a->behind = NULL;
    r->n_behind--;
    if (SELDOM(r->in_line))
        heap_push(&r->events, event_of(behind, EV_END));
    else
        r->in_line = behind;
}

/* Whether the end in line comes before all in the heap. */
static inline bool line_is_next(const struct sw_replay *r)
{
    const struct event *top = r->events.at;
    return r->in_line && (!r->events.n || top->at_us > r->now_us || top->order > event_of(r->in_line, EV_END).order);
}

/* The end in line. Nothing has overtaken it: else ends at one time are events of their own (`chains`). */
static struct attempt *take_line(struct sw_replay *r)
{
    struct attempt *a = r->in_line;
    r->in_line = NULL;
    if (a->behind)
        line_up(r, a);
    return a;
}

static struct event take_event(struct sw_replay *r)
{
    struct event ev = heap_pop(&r->events);
    if (r->chains && event_kind(&ev) == EV_END && ((struct attempt *)ev.of)->behind)
        line_up(r, ev.of);
    return ev;
}

/* Whether so many run that the attempts of the next events are far. */
static inline bool many_run(const struct sw_replay *r)
{
    return r->events.n + r->n_behind >= HEAP_FAR;
}

/* Most likely the next event is the end of an attempt, launched long ago. Where many run, so is what that end reads. It was among the
 * first four behind the first before, or behind the first itself, so the attempt has been fetched by then. */
static inline void fetch_next(const struct sw_replay *r)
{
    const struct event *top = r->events.at;
    const struct attempt *next = line_is_next(r) ? r->in_line : r->events.n && event_kind(top) == EV_END ? top->of : NULL;
    if (!next)
        return;
    __builtin_prefetch(next);
    if (!many_run(r))
        return;
    attempt_fetch(r, next);
    if (r->chains)
        __builtin_prefetch(next->behind);
}

/* Once an event has left the heap; one in line leaves it as it is. */
static void fetch_top(const struct sw_replay *r)
{
    if (many_run(r) && r->events.n >= 5)
        for (int i = 0; i <= 4; i++)
            __builtin_prefetch(r->events.at[i].of);
}

static int apply_next(struct sw_replay *r)
{
    r->last_end = NULL;
    r->totals.events++;
    if (line_is_next(r)) {
        struct attempt *a = take_line(r);
        fetch_next(r);
        attempt_event(r, a);
        return SW_OK;
    }
    struct event ev = take_event(r);
    fetch_top(r);
    fetch_next(r);
    return apply(r, &ev);
}

static int apply_all(struct sw_replay *r)
{
    MECHANISMS_TELL(r, happen, 0);
    while (r->in_line || (r->events.n && r->events.at[0].at_us == r->now_us)) {
        if (apply_next(r) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* ---- the next one ---------------------------------------------------------------------------------- */

static bool work_for_free_slots(const struct sw_replay *r)
{
    return (r->list[0].n && r->free_rank[0].count) || (r->list[1].n && r->free_rank[1].count);
}

/* H6 (c) and H7: without a period, what makes refused slots be offered again. */
static int64_t next_offer(struct sw_replay *r)
{
    int64_t next = INT64_MAX;
    bool timer = r->opt.delay.meter == SW_TIMER, skip = r->opt.delay.meter == SW_PER_SKIP;
    if (SELDOM(r->mechanisms.has.next_offer))
        return MECHANISMS_LEAST(r, next_offer, INT64_MAX, 0);
    if (r->opt.heartbeat_us || !r->store.lazy)
        return next;
    if ((skip || timer) && work_for_free_slots(r))
        next = r->last_round_us + r->opt.revive_us;
    for (int slot = 0; slot < 2; slot++)
        if (!skip && r->list[slot].n && (timer || r->free_rank[slot].count)) /* a slot may free at that very instant */
            next = least(next, sw_list_next_due(&r->list[slot], r->now_us));
    return next >= SW_DUE_NEVER / 2 ? INT64_MAX : next;
}

static int64_t next_instant(struct sw_replay *r)
{
    int64_t event_us = r->events.n ? r->events.at[0].at_us : INT64_MAX;
    if (SELDOM(r->mechanisms.has.next_us))
        event_us = MECHANISMS_LEAST(r, next_us, event_us, 0);
    bool few = r->events.n <= 3; /* it may be that nothing is to come (J6) */
    int64_t beat_us = event_us == r->now_us ? INT64_MAX : clock_next_beat(r, few ? INT64_MAX : event_us);
    int64_t offer_us = next_offer(r);
    if (offer_us <= beat_us && offer_us <= event_us && offer_us != INT64_MAX)
        r->call_all = true;
    int64_t next_us = least(beat_us, offer_us);
    if (SELDOM(few) && nothing_left(r, next_us))
        return INT64_MAX;
    return least(event_us, next_us);
}

/* ---- the run --------------------------------------------------------------------------------------- */

/* Asked every 65,536 events or so. */
static bool told_to_stop(struct sw_replay *r)
{
    if (!r->sink.stop || r->totals.events - r->asked_at < UINT64_C(1) << 16)
        return false;
    r->asked_at = r->totals.events;
    return r->stopped = r->sink.stop(r->sink.ctx, r->now_us, &r->totals);
}

static int engine_loop(struct sw_replay *r)
{
    for (int64_t next_us; (next_us = next_instant(r)) != INT64_MAX; ) {
        if (r->trace_ended && !r->first_job && r->events.n == r->n_changes)
            break; /* all that is left to come are changes of the cluster and of pools */
        if (SELDOM(r->opt.until_us >= 0) && next_us > r->opt.until_us)
            break;
        if (SELDOM(next_us > SW_TIME_MAX || next_us < r->now_us))
            return sw_err_set(r->err, "something would end past the end of time (%lld s)", (long long)(SW_TIME_MAX / SW_US_PER_S));
        if (SELDOM(r->mechanisms.has.time_passes) && next_us > r->now_us)
            MECHANISMS_TELL(r, time_passes, next_us);
        r->now_us = next_us;
        if (apply_all(r) != SW_OK)
            return SW_FAIL;
        MECHANISMS_TELL(r, before_offers, 0);
        clock_round(r);
        MECHANISMS_TELL(r, saw_offers, 0);
        if (SELDOM(r->mechanisms.has.instant_ends) && !MECHANISMS_ALL(r, instant_ends, 0))
            break;
        if (told_to_stop(r))
            break;
#ifndef NDEBUG
        sw_list_check(&r->list[0]);
        sw_list_check(&r->list[1]);
#endif
    }
    return SW_OK;
}

static int by_submission(const void *a, const void *b)
{
    const struct job *x = *(struct job *const *)a, *y = *(struct job *const *)b;
    if (x->submit_us != y->submit_us)
        return x->submit_us < y->submit_us ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* S6: what --until cut off, jobs in order of submission. */
static void report_unfinished(struct sw_replay *r)
{
    size_t n = 0;
    struct job **left = xcalloc(r->jobs_by_id.n, sizeof *left);
    report_running(r);
    for (struct job *job = r->first_job; job; job = job->next)
        if (job->submitted)
            left[n++] = job;
    qsort(left, n, sizeof *left, by_submission);
    for (size_t i = 0; i < n; i++) {
        never_count(r, left[i]);
        job_report(r, left[i], SW_RUNNING);
    }
    free(left);
}

static void begin(struct sw_replay *r)
{
    r->now_us = 0;
    r->scan = r->serial = 0;
    r->trace_ended = false;
    r->first_row_us = -1;
    r->slots_since_us = -1;
    r->events.n = r->n_behind = r->n_changes = r->n_set_up = 0;
    r->last_end = r->in_line = NULL;
    for (struct pool *p = r->pools; p; p = p->next)
        p->starved[0] = p->starved[1] = false;
    r->ticking[0] = r->ticking[1] = r->ticking[2] = r->at_end = false;
    r->idle_us = -1;
    r->n_killed = 0;
    r->acc[0] = r->acc[1] = (struct accounting){ 0 };
    r->runnable[0] = r->runnable[1] = 0;
    r->n_waiting[0] = r->n_waiting[1] = 0;
    r->n_nopref[0] = r->n_nopref[1] = 0;
    r->totals = (struct sw_totals){ .first_submit_us = -1 };
    r->asked_at = 0;
    if (r->opt.delay.part->settle)
        r->opt.delay.part->settle(&r->opt.delay, r->cl->n_nodes);
    r->pools_now = r->pools_declared;
    mechanisms_reset(r);
    clock_reset(r);
}

static int run(struct sw_replay *r, struct sw_trace *trace, struct sw_err *err)
{
    begin(r);
    r->trace = trace;
    r->err = err;
    if (feed_more(r) != SW_OK || engine_loop(r) != SW_OK)
        return SW_FAIL;
    MECHANISMS_TELL(r, time_passes, r->opt.until_us >= 0 ? r->opt.until_us + 1 : r->now_us + 1);
    if (r->opt.until_us >= 0)
        r->now_us = r->opt.until_us;
    if (r->opt.until_us < 0 && r->first_job && !r->stopped)
        return never_ends(r);
    clock_count_slots(r, r->totals.last_end_us);
    mechanisms_report(r);
    report_unfinished(r);
    return SW_OK;
}

int sw_replay_run(struct sw_replay *r, struct sw_trace *trace, struct sw_err *err)
{
    jmp_buf here, *outer = out_of_memory;
    out_of_memory = &here;
    volatile int status = SW_FAIL;
    if (!setjmp(here)) {
        status = run(r, trace, err);
    } else {
        r->failed = true;
        sw_err_memory(err);
    }
    out_of_memory = outer;
    return status;
}

int replay_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us)
{
    begin(r);
    r->trace_ended = true;
    feed_one(r, spec, submit_us);
    return engine_loop(r) == SW_OK && !r->first_job ? SW_OK : SW_FAIL;
}
