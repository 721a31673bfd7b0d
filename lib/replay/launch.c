/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launch.c - attempts are launched: how long they take, the copy phase, what a launch means to the stage's wait (L3, L4, D3, D4, C6). */
#include "lib/replay/replay.h"

/* ---- how long it takes ----------------------------------------------------------------------- */

static double penalty(const struct sw_replay *r, enum sw_locality at)
{
    return at == SW_AT_RACK ? r->opt.penalty_rack : at == SW_AT_ANY ? r->opt.penalty_off : 1.0;
}

/* L3: local time by the penalty of the distance, over the node's speed. */
static int64_t stretched(int64_t local_us, double factor, double speed)
{
    return factor == speed ? local_us : rounded_us((double)local_us * factor / speed);
}

/* Where tasks take the same time, many that are launched at one instant end at one. The first of them stands in the heap for those behind it,
 * each of which comes when its turn does (engine.c). */
void attempt_end_at(struct sw_replay *r, struct attempt *a, int64_t end_us)
{
    struct attempt *before = r->last_end;
    a->end_us = end_us;
    if (r->chains)
        r->last_end = a;
    if (before && before->end_us == end_us && before->serial < a->serial) {
        before->behind = a;
        r->n_behind++;
    } else {
        heap_push(&r->events, event_of(a, EV_END));
    }
}

static inline int64_t takes(const struct sw_replay *r, const struct attempt *a, int64_t local_us)
{
    return stretched(local_us, a->stage->kind == SW_REDUCE ? 1.0 : penalty(r, a->locality), r->node[a->node].speed);
}

int64_t attempt_takes(const struct sw_replay *r, const struct attempt *a, int64_t local_us)
{
    return takes(r, a, local_us);
}

void attempt_compute(struct sw_replay *r, struct attempt *a, int64_t at_us)
{
    a->phase = RUNNING;
    a->compute_us = at_us;
    attempt_end_at(r, a, at_us + takes(r, a, a->run_us));
}

/* The end of copying is known. Without admission of its own, computing follows at once and needs no event. */
void attempt_copied(struct sw_replay *r, struct attempt *a, int64_t at_us)
{
    if (!SELDOM(r->mechanisms.has.copied) || !MECHANISMS_ANY(r, copied, a, at_us))
        attempt_compute(r, a, at_us);
}

void attempt_wait_for_maps(struct attempt *a)
{
    struct stage *st = a->stage;
    a->phase = COPYING;
    a->compute_us = -1;
    a->prev = NULL;
    a->next = st->copying;
    if (a->next)
        a->next->prev = a;
    st->copying = a;
}

static inline bool waits_for_maps(const struct stage *st)
{
    return st->copies && !maps_are_done(st->job);
}

/* L4: all is there to copy from the end of the last map on; a reduce that was launched before then has copied
 * what there was, and needs the last map's part at least. */
static void start_copying(struct sw_replay *r, struct attempt *a)
{
    struct stage *st = a->stage;
    a->copy_us = stage_copy_us(st, a->task);
    if (SELDOM(r->mechanisms.has.runs) && MECHANISMS_ANY(r, runs, a))
        return;
    if (!waits_for_maps(st)) {
        attempt_copied(r, a, a->launch_us + r->opt.startup_us + a->copy_us);
        return;
    }
    attempt_wait_for_maps(a);
}

static int64_t rounded_share(int64_t copy_us, uint64_t maps)
{
    return (copy_us + (int64_t)(maps / 2)) / (int64_t)maps;
}

/* early: it was launched before the job's last map ended. */
int64_t attempt_copy_us(const struct sw_replay *r, const struct attempt *a, bool early)
{
    const struct job *job = a->job;
    int64_t own_us = a->launch_us + r->opt.startup_us + a->copy_us;
    int64_t last_us = early ? job->last_map_us + rounded_share(a->copy_us, job->result.maps) : own_us;
    return own_us > last_us ? own_us : last_us;
}

static void start_whole(struct sw_replay *r, struct attempt *a, int64_t local_us)
{
    a->compute_us = -1;
    a->local_us = a->run_us = local_us;
    MECHANISMS_TELL(r, launched, a);
    if (a->stage->kind == SW_REDUCE) {
        start_copying(r, a);
        return;
    }
    if (SELDOM(r->mechanisms.has.runs) && MECHANISMS_ANY(r, runs, a))
        return;
    attempt_end_at(r, a, a->launch_us + r->opt.startup_us + takes(r, a, a->run_us));
}

static inline void start_running(struct sw_replay *r, struct attempt *a)
{
    int64_t local_us = stage_local_us(a->stage, a->task);
    a->phase = RUNNING;
    if (a->is_whole) {
        start_whole(r, a, local_us);
        return;
    }
    /* When it ends is all that anybody will ask. */
    int64_t copy_us = a->stage->kind == SW_REDUCE ? stage_copy_us(a->stage, a->task) : 0;
    attempt_end_at(r, a, a->launch_us + r->opt.startup_us + copy_us + takes(r, a, local_us));
}

/* ---- launching ------------------------------------------------------------------------------- */

/* The level that the meter has brought the stage to (item->state is up to date). */
enum sw_level stage_level(const struct sw_replay *r, const struct stage *st)
{
    const struct sw_item_state *s = &st->item[PREF].state;
    int64_t meter = s->marked ? r->acc[st->slot].clock_us : 0;
    return s->due_any <= meter ? SW_LEVEL_ANY : s->due_rack <= meter ? SW_LEVEL_RACK : SW_LEVEL_NODE;
}

/* D9, refusal: what a round of all free nodes gave the stage is looked at when the round is over. */
static void note_in_round(struct sw_replay *r, struct stage *st, enum sw_level at)
{
    if (!(r->round & 1))
        return;
    if (st->round != r->round) {
        st->round = r->round;
        st->closest = at;
        st->next_in_round = r->round_stages;
        r->round_stages = st;
    }
    if (at < st->closest)
        st->closest = at;
}

/* The stage's meter and level after a launch at this distance (D3, D4, D7-D9). Whether they are others than before. */
static bool reset_meter(struct sw_replay *r, struct stage *st, enum sw_locality at)
{
    const struct sw_delay *part = r->opt.delay.part;
    struct sw_item_state *s = &st->item[PREF].state;
    const struct sw_item_state before = *s;
    const int64_t waited_us = (s->skipped_us >= 0) * (r->now_us - s->skipped_us); /* no branch: nobody could foresee it */
    st->job->result.waited_us += waited_us;
    if (SELDOM(part->learn))
        part->learn(&r->opt.delay, (enum sw_level)at, waited_us);
    s->skipped_us = -1;
    if (r->opt.delay.reset_on_refusal) {
        note_in_round(r, st, (enum sw_level)at);
        return before.skipped_us >= 0;
    }
    if (part->climbs && !st->job->pool->starved[st->slot])
        st->level = stage_level(r, st);
    if (part->launched(&st->level, (enum sw_level)at))
        stage_set_due(r, st);
    return (before.skipped_us >= 0) | (before.marked != s->marked) | (before.due_rack != s->due_rack) | (before.due_any != s->due_any);
}

/* For the end of the heartbeat, which takes its mark off (scan.c). */
static void note_launched(struct sw_replay *r, struct stage *st)
{
    if (!st->n_unlaunched[PREF] || r->opt.delay.meter != SW_PER_GAP)
        return; /* nobody marks it */
    st->launched_scan = r->scan;
    if (st->launched_now)
        return;
    st->launched_now = true;
    st->next_launched = r->launched_stages;
    r->launched_stages = st;
}

/* Takes the task out of the stage, and the stage out of the list when it was the last. */
static void take(struct sw_replay *r, struct stage *st, uint32_t task, int class, enum sw_locality at)
{
    bool changed = false;
    if (r->store.lazy) { /* the scan has just looked at the item (sw_list_pass) */
        changed = class == PREF && reset_meter(r, st, at);
        note_launched(r, st);
    }
    changed |= stage_take(r, st, task, class);
    if (!st->n_unlaunched[class])
        stage_unlist_item(r, st, class);
    else if (changed)
        sw_list_put(&st->item[class]);
    else if (r->store.lazy)
        sw_list_keep(&st->item[class]);
}

/* O29. The job may have to move in the lists of both kinds of slot. */
static void move_priority(struct sw_replay *r, struct job *job, enum sw_locality at)
{
    enum sw_priority before = job->priority;
    if (at == SW_AT_NONE)
        return;
    if (job->last_at != SW_AT_NONE)
        job->priority = r->opt.order.part->moved(&r->opt.order, before, (enum sw_level)job->last_at, (enum sw_level)at);
    job->last_at = at;
    for (int slot = 0; slot < 2 && job->priority != before; slot++)
        job_rekey(r, job, slot);
}

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

/* Within launch(), for which gcc takes it for too long: else all that it is given would be saved and put back once more at each. */
static inline __attribute__((always_inline)) struct attempt *attempt_on(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task,
                                                                        enum sw_locality at)
{
    struct attempt *a = attempt_new(r, r->whole || waits_for_maps(st));
    a->serial = ++r->serial;
    a->stage = st;
    a->job = st->job;
    a->task = task;
    a->node = node;
    a->locality = at;
    a->launch_us = r->now_us;
    a->epoch = r->node[node].epoch;
    if (SELDOM(r->tasks_return))
        a->number = st->tries[task]++;
    if (SELDOM(r->keeps_launches))
        link_newest(r, a);
    r->acc[st->slot].idle = false;
    node_take_slot(r, node, st->slot);
    count_launch(r, a);
    return a;
}

void launch(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, int class, enum sw_locality at)
{
    struct attempt *a = attempt_on(r, st, node, task, at);
    take(r, st, task, class, SELDOM(r->mechanisms.has.crowds) && MECHANISMS_ANY(r, crowds, st, node) ? SW_AT_ANY : at);
    job_recount(r, st->job, st->slot, 1, -1);
    if (SELDOM(r->opt.order.part->moved))
        move_priority(r, st->job, at);
    start_running(r, a);
}

/* C6: a second attempt beside the first. */
void launch_copy(struct sw_replay *r, struct attempt *of, uint32_t node)
{
    struct stage *st = of->stage;
    struct attempt *a = attempt_on(r, st, node, of->task, stage_distance(r, st, of->task, node));
    a->is_copy = true;
    a->twin = of;
    of->twin = a;
    st->job->result.speculated++;
    job_recount(r, st->job, st->slot, 1, 0);
    start_running(r, a);
}

bool attempt_part(struct attempt *a)
{
    bool other = a->twin != NULL;
    if (other)
        a->twin->twin = NULL;
    a->twin = NULL;
    return other;
}
