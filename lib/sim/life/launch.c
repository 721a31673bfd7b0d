/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launch.c - attempts are launched (C6): how long they take (L3), the shuffle phase (L4), and what a launch changes of
 * the stage's wait (D3, D4). */
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"
#include <assert.h>
#include <math.h>

/* L3: 1 for node and none. */
static inline double penalty(const struct sw_replay *r, enum sw_locality at)
{
    return at == SW_AT_RACK ? r->opt.penalty_rack : at == SW_AT_ANY ? r->opt.penalty_off : 1.0;
}

double launch_penalty(const struct sw_replay *r, enum sw_locality at)
{
    return penalty(r, at);
}

/* L3.1: the penalty of the distance, over that of the level at which the time was recorded. */
static __attribute__((noinline)) double factor_as_recorded(const struct sw_replay *r, const struct attempt *a)
{
    return penalty(r, a->locality) / penalty(r, a->stage->rows->recorded_at[a->task]);
}

/* L3 */
static inline double factor_of(const struct sw_replay *r, const struct attempt *a)
{
    if (a->stage->kind == SW_REDUCE)
        return 1.0;
    if (unlikely(a->stage->rows && a->stage->rows->recorded_at) && a->locality != SW_AT_NONE)
        return factor_as_recorded(r, a);
    return penalty(r, a->locality);
}

/* L3: the local time times the penalty of the distance, divided by the node's speed. */
static int64_t stretched(int64_t local_us, double factor, double speed)
{
    return factor == speed ? local_us : rounded_us((double)local_us * factor / speed);
}

/* Tasks of equal length that are launched at one instant end at one instant. The first of them stands in the event heap
 * for the chain behind it; engine.c takes each in its turn. */
void launch_end_at(struct sw_replay *r, struct attempt *a, int64_t end_us)
{
    struct attempt *before = r->chain.last;
    a->end_us = end_us;
    if (r->chain.kept)
        r->chain.last = a;
    if (before && before->end_us == end_us && attempt_turn(r, before) < attempt_turn(r, a)) {
        before->after_it = a;
        r->chain.n_after++;
    } else {
        events_push(&r->events, event_of(r, a, EV_END));
    }
}

/* L3, on its node at the present speed. */
static inline int64_t takes_us(const struct sw_replay *r, const struct attempt *a, int64_t local_us)
{
    return stretched(local_us, factor_of(r, a), r->slots.node[a->node].speed);
}

int64_t launch_takes(const struct sw_replay *r, const struct attempt *a, int64_t local_us)
{
    return takes_us(r, a, local_us);
}

/* L4.2. */
void launch_compute(struct sw_replay *r, struct attempt *a, int64_t at_us)
{
    a->phase = RUNNING;
    a->compute_us = at_us;
    launch_end_at(r, a, at_us + takes_us(r, a, a->run_us));
}

/* The end of shuffling is known. Computing follows at once and needs no event, unless computing is admitted by itself
 * (A3). */
void launch_shuffled(struct sw_replay *r, struct attempt *a, int64_t at_us)
{
    if (!unlikely(r->mechanisms.has.copied) || !MECHANISMS_ANY(r, copied, a, at_us))
        launch_compute(r, a, at_us);
}

/* L4: into the stage's list of reduces that shuffle. */
void launch_wait_for_maps(struct attempt *a)
{
    struct stage *st = a->stage;
    a->phase = SHUFFLING;
    a->compute_us = -1;
    a->prev = NULL;
    a->next = st->shuffling;
    if (a->next)
        a->next->prev = a;
    st->shuffling = a;
}

void launch_leave_shuffle(struct attempt *a)
{
    if (a->prev)
        a->prev->next = a->next;
    else
        a->stage->shuffling = a->next;
    if (a->next)
        a->next->prev = a->prev;
}

/* ---- how long it takes ----------------------------------------------------------------------- */

/* L4: a reduce of a job whose maps are not all done. */
static inline bool waits_for_maps(const struct stage *st)
{
    return st->shuffles && !maps_are_done(st->job);
}

/* L4: from the end of the last map on, all output is there to copy. A reduce that was launched before has copied what
 * there was, and still needs the last map's part at least. */
static void start_shuffle(struct sw_replay *r, struct attempt *a)
{
    struct stage *st = a->stage;
    a->shuffle_us = durations_shuffle_us(st, a->task);
    if (unlikely(r->mechanisms.has.runs) && MECHANISMS_ANY(r, runs, a))
        return;
    if (!waits_for_maps(st)) {
        launch_shuffled(r, a, attempt_starts_us(r, a) + a->shuffle_us);
        return;
    }
    launch_wait_for_maps(a);
}

static int64_t rounded_share(int64_t shuffle_us, uint64_t maps)
{
    return (shuffle_us + (int64_t)(maps / 2)) / (int64_t)maps;
}

/* The end of shuffling (L4). `early` says that the reduce was launched before the job's last map ended. */
int64_t launch_shuffle_end_us(const struct sw_replay *r, const struct attempt *a, bool early)
{
    const struct job *job = a->job;
    int64_t own_us = attempt_starts_us(r, a) + a->shuffle_us;
    int64_t last_us = early ? job->last_map_us + rounded_share(a->shuffle_us, job->result.maps) : own_us;
    return own_us > last_us ? own_us : last_us;
}

/* An attempt of a full record. Mechanisms may say when it ends. */
static void start_full(struct sw_replay *r, struct attempt *a, int64_t local_us)
{
    a->compute_us = -1;
    a->local_us = a->run_us = local_us;
    MECHANISMS_TELL(r, launched, a);
    if (a->stage->kind == SW_REDUCE) {
        start_shuffle(r, a);
        return;
    }
    if (unlikely(r->mechanisms.has.runs) && MECHANISMS_ANY(r, runs, a))
        return;
    launch_end_at(r, a, attempt_starts_us(r, a) + takes_us(r, a, a->run_us));
}

static inline __attribute__((always_inline)) void start_running(struct sw_replay *r, struct attempt *a)
{
    int64_t local_us = durations_local_us(a->stage, a->task);
    a->phase = RUNNING;
    if (a->is_full) {
        start_full(r, a, local_us);
        return;
    }
    /* Nothing but the end of such an attempt is ever asked. */
    int64_t shuffle_us = a->stage->kind == SW_REDUCE ? durations_shuffle_us(a->stage, a->task) : 0;
    launch_end_at(r, a, a->launch_us + r->opt.startup_us + shuffle_us + takes_us(r, a, local_us));
}

/* ---- launching ------------------------------------------------------------------------------- */

/* Sets the stage's delay clock and level after a launch at this distance (D3, D4, D7, D8). Returns whether they
 * changed. */
static bool reset_clock(struct sw_replay *r, struct stage *st, enum sw_locality at)
{
    const struct sw_delay *policy = r->opt.delay.policy;
    struct sw_wait_state *s = &st->entry[PREF].state;
    const struct sw_wait_state before = *s;
    /* no branch: it would be unpredictable */
    const int64_t waited_us = (s->skipped_us >= 0) * (r->now_us - s->skipped_us);
    st->job->result.waited_us += waited_us;
    if (unlikely(policy->learn))
        policy->learn(&r->opt.delay, (enum sw_level)at, waited_us);
    s->skipped_us = -1;
    if (policy->climbs && !st->job->pool->starved[st->slot_kind])
        st->level = waits_level(r, st);
    if (policy->launched(&st->level, (enum sw_level)at))
        waits_restart(r, st);
    return (before.skipped_us >= 0) | (before.waiting != s->waiting) | (before.rack_allowed_at != s->rack_allowed_at)
           | (before.any_allowed_at != s->any_allowed_at);
}

/* Notes the stage for the end of the heartbeat, which clears its waiting flag (heartbeat.c). */
static void note_launched(struct sw_replay *r, struct stage *st)
{
    if (!st->n_unlaunched[PREF] || r->opt.delay.clock != SW_COUNT_HEARTBEAT_GAPS)
        return; /* no offer sets its waiting flag */
    st->launched_offer = r->offers.number;
    if (st->launched_now)
        return;
    st->launched_now = true;
    st->next_launched = r->offers.launched;
    r->offers.launched = st;
}

/* E3.2, E4.2 */
static __attribute__((noinline)) void reset_level(struct sw_replay *r, struct stage *st, enum sw_locality at)
{
    struct sw_queue_entry *entry = &st->entry[PREF];
    if (entry->leaf)
        sw_queue_load(entry);
    if (r->opt.delay.policy->launched(&st->level, at == SW_AT_NONE ? SW_LEVEL_ANY : (enum sw_level)at))
        waits_restart(r, st);
    if (entry->leaf)
        sw_queue_store(entry);
}

/* Takes the task out of the stage, and the stage out of the scheduling queue when it was the last. */
static void take_task(struct sw_replay *r, struct stage *st, uint32_t task, int class, enum sw_locality at)
{
    bool changed = false;
    if (r->queues.delay_clocks) { /* the offer has just loaded the entry (sw_queue_skip) */
        changed = class == PREF && reset_clock(r, st, at);
        if (unlikely(r->offers.by_hadoop) && class == NOPREF)
            reset_level(r, st, at);
        note_launched(r, st);
    }
    stage_data_take(r, st, task, class);
    if (!st->n_unlaunched[class])
        keys_dequeue(r, st, class);
    else if (changed)
        sw_queue_store(&st->entry[class]);
}

/* O29: the job may have to move in the queues of both kinds of slot. */
static void move_priority(struct sw_replay *r, struct job *job, enum sw_locality at)
{
    enum sw_priority before = job->priority;
    if (at == SW_AT_NONE)
        return;
    if (job->last_at != SW_AT_NONE)
        job->priority = r->opt.order.policy->moved(&r->opt.order, before, (enum sw_level)job->last_at,
                                                   (enum sw_level)at);
    job->last_at = at;
    for (int kind = 0; kind < 2 && job->priority != before; kind++)
        keys_reweigh(r, job, kind);
}

/* S2, and the job's first launch. */
static void count_launch(struct sw_replay *r, struct attempt *a)
{
    struct job *job = a->job;
    job->n_attempts++;
    if (job->result.first_launch_us < 0)
        job->result.first_launch_us = r->now_us;
    if (a->stage->kind != SW_REDUCE)
        job->result.map_tasks_run++;
    r->totals.launches++;
}

/* Inline in launch(), though gcc takes it for too long. Else each launch would save and restore all its arguments once
 * more. */
static inline __attribute__((always_inline)) struct attempt *
attempt_on(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, enum sw_locality at)
{
    struct attempt *a = attempt_new(r, r->attempts.full_records || waits_for_maps(st));
    a->serial = ++r->attempts.serial;
    a->stage = st;
    a->job = st->job;
    a->task = task;
    a->node = node;
    a->locality = at;
    a->launch_us = r->now_us;
    a->epoch = r->slots.node[node].epoch;
    if (unlikely(r->attempts.can_rerun))
        a->number = st->reruns->tries[task]++;
    if (unlikely(r->attempts.keep_order))
        attempts_link(r, a);
    r->queues.clock[st->slot_kind].idle = false;
    slots_take(r, node, st->slot_kind);
    count_launch(r, a);
    return a;
}

/* A task gets a free slot of a node (H5, L2). */
void launch(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, int class, enum sw_locality at)
{
    if (st->rows)
        __builtin_prefetch(&st->rows->duration_us[task]); /* start_running() reads it */
    struct attempt *a = attempt_on(r, st, node, task, at);
    take_task(r, st, task, class,
         unlikely(r->mechanisms.has.crowds) && MECHANISMS_ANY(r, crowds, st, node) ? SW_AT_ANY : at);
    keys_recount(r, st->job, st->slot_kind, 1, -1);
    if (unlikely(r->opt.order.policy->moved))
        move_priority(r, st->job, at);
    start_running(r, a);
}

/* C6: a second attempt beside the first. */
void launch_backup(struct sw_replay *r, struct attempt *of, uint32_t node)
{
    struct stage *st = of->stage;
    struct attempt *a = attempt_on(r, st, node, of->task, choose_distance(r, st, of->task, node));
    a->is_backup = true;
    a->sibling = of;
    of->sibling = a;
    st->job->result.speculated++;
    keys_recount(r, st->job, st->slot_kind, 1, 0);
    start_running(r, a);
}

/* K7.3: a map or task goes on where it was suspended. */
void launch_resumed(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, enum sw_locality at,
                    int64_t left_us)
{
    struct attempt *a = attempt_on(r, st, node, task, at);
    keys_recount(r, st->job, st->slot_kind, 1, -1);
    a->phase = RUNNING;
    a->compute_us = -1;
    a->local_us = a->run_us = durations_local_us(st, task);
    MECHANISMS_TELL(r, launched, a);
    launch_end_at(r, a, r->now_us + left_us);
    OBSERVERS_SEE(r, SAW_RESUME, .attempt = a);
}

/* C6.3. */
bool launch_detach_sibling(struct attempt *a)
{
    bool other = a->sibling;
    if (other)
        a->sibling->sibling = NULL;
    a->sibling = NULL;
    return other;
}
