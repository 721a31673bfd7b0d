/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.c - the loop over instants: all that happens at one, then the heartbeats of it (T2, T3). */
#include "lib/base/arena.h"
#include "lib/sim/engine.h"
#include "lib/sim/event/event.h"
#include "lib/sim/event/types.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mechanism.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/task/task.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- one instant ----------------------------------------------------------------------------------- */

static inline void report(struct sw_replay *r, struct attempt *a)
{
    if (unlikely(a->is_ordered))
        stop_report(r, a);
    else
        finish_report_slot(r, a);
}

/* T2: what one event is. */
static int apply_event(struct sw_replay *r, const struct event *ev)
{
    switch (event_kind(ev)) {
    case EV_END:
        if (attempt_is_due(r, ev->of, ev, RUNNING))
            finish_attempt(r, ev->of);
        break;
    case EV_ORDER:
        if (!r->opt.hadoop_1 && attempt_is_the(ev->of, ev))
            MECHANISMS_TELL(r, attempt, ev->of, &(struct attempt_news){ .what = ATTEMPT_KILL_DUE });
        else if (attempt_is_ordered(ev->of, ev))
            stop_by_order(r, ev->of);
        break;
    case EV_CLUSTER:
        r->n_changes--;
        nodes_change(r, (uint32_t)(ev->order & UINT32_MAX));
        break;
    case EV_REPORT:
    case EV_REPORT_LATE: report(r, ev->of); break;
    case EV_COMMIT: finish_commit(r, ev->of); break;
    case EV_READ: return arrive_more(r);
    case EV_SUBMIT: return arrive_submit(r, ev->of);
    case EV_READY: set_up_ends(r, ev->of); break;
    default: r->mechanisms.on_event[event_kind(ev)].call(r, r->mechanisms.on_event[event_kind(ev)].own, ev); break;
    }
    return SW_OK;
}

/* An end of this instant with others behind it has been taken: the next of these is in line, or, if one is already, in
 * the heap. */
static inline void line_up(struct sw_replay *r, struct attempt *a)
{
    struct attempt *after_it = a->after_it;
    a->after_it = NULL;
    r->chain.n_after--;
    if (unlikely(r->chain.next))
        events_push(&r->events, event_of(r, after_it, EV_END));
    else
        r->chain.next = after_it;
}

/* Whether the end in line comes before all in the heap. */
static inline bool line_is_next(const struct sw_replay *r)
{
    const struct event *top = r->events.at;
    return r->chain.next
           && (!r->events.n || top->at_us > r->now_us || top->order > event_of(r, r->chain.next, EV_END).order);
}

/* The end in line. Nothing has overtaken it: else ends at one time are events of their own (`chains`). */
static struct attempt *take_line(struct sw_replay *r)
{
    struct attempt *a = r->chain.next;
    r->chain.next = NULL;
    if (a->after_it)
        line_up(r, a);
    return a;
}

/* The first of the heap. */
static struct event take_event(struct sw_replay *r)
{
    struct event ev = events_pop(&r->events);
    if (r->chain.kept && event_kind(&ev) == EV_END && ((struct attempt *)ev.of)->after_it)
        line_up(r, ev.of);
    return ev;
}

/* Whether so many run that the attempts of the next events are far. */
static inline bool many_run(const struct sw_replay *r)
{
    return r->events.n + r->chain.n_after >= EVENTS_FAR;
}

/* Most likely the next event is the end of an attempt, launched long ago. Where many run, so is what that end reads. It
 * was among the first four behind the first before, or behind the first itself, so the attempt has been fetched by
 * then. */
static inline void prefetch_next(const struct sw_replay *r)
{
    const struct event *top = r->events.at;
    const struct attempt *next = line_is_next(r)                            ? r->chain.next
                                 : r->events.n && event_kind(top) == EV_END ? top->of
                                                                            : NULL;
    if (!next)
        return;
    __builtin_prefetch(next);
    if (!many_run(r))
        return;
    finish_prefetch(r, next);
    if (r->chain.kept)
        __builtin_prefetch(next->after_it);
}

/* Once an event has left the heap; one in line leaves it as it is. */
static void prefetch_top(const struct sw_replay *r)
{
    if (many_run(r) && r->events.n_near >= 5)
        for (int i = 0; i <= 4; i++)
            __builtin_prefetch(r->events.at[i].of);
}

/* T2: the end in line, or the first of the heap, whichever is before. */
static int apply_next(struct sw_replay *r)
{
    r->chain.last = NULL;
    r->totals.events++;
    if (line_is_next(r)) {
        struct attempt *a = take_line(r);
        prefetch_next(r);
        finish_attempt(r, a);
        return SW_OK;
    }
    struct event ev = take_event(r);
    prefetch_top(r);
    prefetch_next(r);
    return apply_event(r, &ev);
}

/* T2: all that happens at this instant. */
static int apply_all(struct sw_replay *r)
{
    MECHANISMS_TELL(r, happen);
    while (r->chain.next || (r->events.n && r->events.at[0].at_us == r->now_us)) {
        if (apply_next(r) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* ---- the next one ---------------------------------------------------------------------------------- */

/* The next update comes before all else, and would repeat the last: it waits for what comes next. It goes on ticking
 * by itself where only ticks are to come, which liveness.c counts. */
static COLD void leave_out_updates(struct sw_replay *r)
{
    int64_t every_us = r->opt.order.update_us;
    if (event_kind(&r->events.at[0]) != EV_UPDATE || !ticks_are_settled(r)
        || r->events.n <= ticks_n(r))
        return;
    struct event tick = events_pop(&r->events);
    int64_t until_us = min_i64(r->events.at[0].at_us, r->settled.until_us);
    until_us = MECHANISMS_LEAST(r, next_us, until_us);
    if (r->opt.until_us >= 0)
        until_us = min_i64(until_us, r->opt.until_us + 1);
    if (until_us > tick.at_us) /* else the heartbeat need not be looked for */
        until_us = min_i64(until_us, DISPATCH(r, next_us, until_us));
    if (until_us > tick.at_us) {
        int64_t n = (until_us - tick.at_us + every_us - 1) / every_us;
        MECHANISMS_TELL(r, updates_repeat, n);
        tick.at_us += n * every_us;
        r->totals.events += (uint64_t)n;
        r->quiet.ticks += (uint64_t)n;
    }
    events_push(&r->events, tick);
}

/* No job is in the system, or for so long there was nothing but ticks that those to come change nothing: each comes
 * once more before the next thing happens. */
static COLD void leave_out_ticks(struct sw_replay *r)
{
    int64_t until_us = MECHANISMS_LEAST(r, next_us, INT64_MAX);
    if (r->jobs.n_submitted) {
        if (until_us != INT64_MAX) /* it may change what ticks see, and says nothing of it */
            r->quiet.from_us = r->now_us;
        until_us = min_i64(until_us, r->quiet.look_us);
        if (!ticks_are_quiet(r, liveness_settles_us(r)) || DISPATCH(r, next_us, until_us) < until_us)
            return;
    }
    if (r->opt.until_us >= 0)
        until_us = min_i64(until_us, r->opt.until_us + 1);
    ticks_sleep(r, until_us);
}

/* The next time at which something happens, or a round may change something; INT64_MAX: none. */
static int64_t next_instant(struct sw_replay *r)
{
    if (unlikely(!r->jobs.n_submitted || r->quiet.in_row >= QUIET_TICKS) && ticks_n(r))
        leave_out_ticks(r);
    if (unlikely(r->ticking[0]))
        leave_out_updates(r);
    int64_t event_us = r->events.n ? r->events.at[0].at_us : INT64_MAX;
    if (unlikely(r->mechanisms.has.next_us))
        event_us = MECHANISMS_LEAST(r, next_us, event_us);
    bool few = r->events.n <= EV_SCAN - EV_UPDATE + 1; /* it may be that nothing is to come (J6) */
    int64_t next_us = DISPATCH(r, next_us, few && event_us > r->now_us ? INT64_MAX : event_us);
    if (next_us <= event_us && next_us != INT64_MAX)
        r->slots.offer_to_all = true;
    if (unlikely(few) && liveness_is_over(r, next_us))
        return INT64_MAX;
    return min_i64(event_us, next_us);
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

/* T2, then T3, instant by instant. */
static int engine_loop(struct sw_replay *r)
{
    for (int64_t next_us; (next_us = next_instant(r)) != INT64_MAX; ) {
        if (r->source.ended && !r->jobs.first && r->events.n == r->n_changes)
            break; /* all that is left to come are changes of the cluster and of pools */
        if (unlikely(r->opt.until_us >= 0) && next_us > r->opt.until_us)
            break;
        if (unlikely(next_us > SW_TIME_MAX || next_us < r->now_us))
            return sw_err_set(r->err, "something would end past the end of time (%lld s)",
                              (long long)(SW_TIME_MAX / SW_US_PER_S));
        if (unlikely(r->mechanisms.has.time_passes) && next_us > r->now_us)
            MECHANISMS_TELL(r, time_passes, next_us);
        r->now_us = next_us;
        if (apply_all(r) != SW_OK)
            return SW_FAIL;
        MECHANISMS_TELL(r, before_offers);
        DISPATCH(r, round);
        OBSERVERS_SEE(r, SAW_OFFERS);
        if (unlikely(r->mechanisms.has.instant_ends) && !MECHANISMS_ALL(r, instant_ends))
            break;
        if (unlikely(r->broken) || told_to_stop(r))
            break;
#ifndef NDEBUG
        sw_queue_check(&r->queues.of_kind[0]);
        sw_queue_check(&r->queues.of_kind[1]);
#endif
    }
    return r->broken ? SW_FAIL : SW_OK;
}

static int by_submission(const void *a, const void *b)
{
    const struct job *x = *(struct job *const *)a, *y = *(struct job *const *)b;
    return ORDER(x->submit_us, y->submit_us) ?: ORDER(x->place, y->place);
}

/* S6: what --until cut off, jobs in order of submission. */
static void report_unfinished(struct sw_replay *r)
{
    size_t n = 0;
    struct job **left = xcalloc(r->jobs.by_id.index.n, sizeof *left);
    log_running(r);
    for (struct job *job = r->jobs.first; job; job = job->next)
        if (job->submitted)
            left[n++] = job;
    qsort(left, n, sizeof *left, by_submission);
    r->totals.cut_off = n;
    for (size_t i = 0; i < n; i++) {
        infeasible_count(r, left[i]);
        depart_report(r, left[i], SW_RUNNING);
    }
    xfree(left);
}

/* Nothing has happened, and all is as at time 0. */
static void begin_run(struct sw_replay *r)
{
    r->now_us = 0;
    r->offers.number = r->attempts.serial = 0;
    r->source.ended = false;
    r->source.first_row_us = r->source.more_us = -1;
    r->slots.since_us = -1;
    events_clear(&r->events);
    r->chain.n_after = r->n_changes = r->jobs.n_set_up = 0;
    r->chain.last = r->chain.next = NULL;
    pools_reset(r);
    memset(r->ticking, 0, sizeof r->ticking);
    memset(r->idle_us, 0, sizeof r->idle_us);
    r->jobs.n_submitted = 0;
    r->liveness.at_end = false;
    r->liveness.idle_us = -1;
    r->settled.at_us = -1;
    r->quiet = (struct quiet){ .look_us = INT64_MAX };
    r->liveness.n_killed = 0;
    r->queues.clock[0] = r->queues.clock[1] = (struct accounting){ 0 };
    r->queues.runnable[0] = r->queues.runnable[1] = 0;
    r->queues.n_waiting[0] = r->queues.n_waiting[1] = 0;
    r->queues.n_nopref[0] = r->queues.n_nopref[1] = 0;
    r->totals = (struct sw_totals){ .first_submit_us = -1 };
    r->asked_at = 0;
    if (r->opt.delay.policy->settle)
        r->opt.delay.policy->settle(&r->opt.delay, r->cl->n_nodes);
    r->pools.now = r->pools.declared;
    mechanisms_reset(r);
    slots_reset(r);
    nodes_begin(r);
}

/* The replay of a trace, and what it reports in the end. */
static int run_trace(struct sw_replay *r, struct sw_trace *trace, struct sw_err *err)
{
    r->source.trace = trace;
    begin_run(r);
    r->err = err;
    if (arrive_more(r) != SW_OK || engine_loop(r) != SW_OK)
        return SW_FAIL;
    MECHANISMS_TELL(r, time_passes, r->opt.until_us >= 0 ? r->opt.until_us + 1 : r->now_us + 1);
    if (r->opt.until_us >= 0)
        r->now_us = r->opt.until_us;
    if (r->opt.until_us < 0 && r->jobs.first && !r->stopped)
        return liveness_explain(r);
    if (r->totals.busy_us[0] == INT64_MAX || r->totals.busy_us[1] == INT64_MAX)
        return sw_err_set(r->err, "the attempts take more slot time than can be counted (%lld s)",
                          (long long)(INT64_MAX / SW_US_PER_S));
    slots_count_time(r, r->totals.last_end_us);
    MECHANISMS_TELL(r, report);
    if (r->broken)
        return SW_FAIL;
    report_unfinished(r);
    return SW_OK;
}

struct running { struct sw_replay *r; struct sw_trace *trace; struct sw_err *err; };

static int run_guarded(void *running)
{
    const struct running *of = running;
    return run_trace(of->r, of->trace, of->err);
}

int sw_replay_run(struct sw_replay *r, struct sw_trace *trace, struct sw_err *err)
{
    return memory_guard(r->memory, run_guarded, &(struct running){ r, trace, err }, err);
}

/* S5: one job on the idle cluster. */
int engine_run_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us)
{
    begin_run(r);
    r->source.ended = true;
    arrive_one(r, spec, submit_us);
    return engine_loop(r) == SW_OK && !r->jobs.first ? SW_OK : SW_FAIL;
}
