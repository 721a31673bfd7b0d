/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launch.c - attempts from launch to commit: task times, the copy phase, what an end means (L3-L7, H2, H3, C6). */
#include "lib/replay/replay.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

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

static void expect_end(struct sw_replay *r, struct attempt *a, enum event_kind of, int64_t end_us)
{
    a->end_us = end_us;
    heap_push(&r->events, (struct event){ end_us, (uint64_t)of << 56 | a->serial, a });
}

void attempt_end_at(struct sw_replay *r, struct attempt *a, int64_t end_us)
{
    expect_end(r, a, EV_END, end_us);
}

bool attempt_is_due(const struct attempt *a, const struct event *ev)
{
    return a->serial == (ev->order & ~(UINT64_C(0xff) << 56)) && a->phase == (event_kind(ev) == EV_COPIED ? FETCHING : RUNNING)
           && a->end_us == ev->at_us;
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
    if (!SELDOM(r->opt.admit.part->splits)) {
        attempt_compute(r, a, at_us);
        return;
    }
    a->phase = FETCHING;
    expect_end(r, a, EV_COPIED, at_us);
}

bool maps_are_done(const struct job *job)
{
    return job->maps_done == job->result.maps;
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

/* L4: all is there to copy from the end of the last map on; a reduce that was launched before then has copied
 * what there was, and needs the last map's part at least. */
static void start_copying(struct sw_replay *r, struct attempt *a)
{
    struct stage *st = a->stage;
    a->copy_us = stage_copy_us(st, a->task);
    if (SELDOM(r->network) && fetch_copies(r, a))
        return;
    if (!st->copies || maps_are_done(st->job)) {
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

static void last_map_ended(struct sw_replay *r, struct job *job)
{
    job->last_map_us = r->now_us;
    for (uint32_t s = 0; s < job->n_stages; s++)
        for (struct attempt *a = job->stage[s].copying, *next; a; a = next) {
            next = a->next;
            if (a->net)
                continue; /* it ends when it has copied all (N7) */
            leave_copying(a);
            attempt_copied(r, a, attempt_copy_us(r, a, true));
        }
}

static void start_running(struct sw_replay *r, struct attempt *a)
{
    int64_t local_us = stage_local_us(a->stage, a->task);
    a->phase = RUNNING;
    if (!r->whole && a->stage->kind != SW_REDUCE) { /* when it ends is all that anybody will ask */
        attempt_end_at(r, a, a->launch_us + r->opt.startup_us + takes(r, a, local_us));
        return;
    }
    if (SELDOM(r->balance))
        balance_starts(r, a);
    a->compute_us = -1;
    a->local_us = a->run_us = local_us;
    if (SELDOM(r->opt.failure_rate > 0))
        fail_draw(r, a);
    if (a->stage->kind == SW_REDUCE) {
        if (SELDOM(r->opt.admit.part->splits))
            admit_arrives(r, a);
        start_copying(r, a);
        return;
    }
    if (SELDOM(r->network) && fetch_reads(r, a))
        return;
    attempt_end_at(r, a, a->launch_us + r->opt.startup_us + takes(r, a, a->run_us));
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
    if (s->skipped_us >= 0)
        st->job->result.waited_us += r->now_us - s->skipped_us;
    if (part->learn)
        part->learn(&r->opt.delay, (enum sw_level)at, s->skipped_us >= 0 ? r->now_us - s->skipped_us : 0);
    s->skipped_us = -1;
    if (r->opt.delay.reset_on_refusal) {
        note_in_round(r, st, (enum sw_level)at);
        return before.skipped_us >= 0;
    }
    if (part->climbs && !st->job->pool->starved[st->slot])
        st->level = stage_level(r, st);
    if (part->launched(&st->level, (enum sw_level)at))
        stage_set_due(r, st);
    return before.skipped_us >= 0 || before.marked != s->marked || before.due_rack != s->due_rack || before.due_any != s->due_any;
}

static void note_launched(struct sw_replay *r, struct stage *st)
{
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

static void follow_launch(struct sw_replay *r, struct attempt *a)
{
    if (r->keeps_launches)
        link_newest(r, a);
    if (r->room)
        room_launched(r, a);
}

static inline struct attempt *attempt_on(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, enum sw_locality at)
{
    struct attempt *a = attempt_new(r, r->whole || st->kind == SW_REDUCE);
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
    if (SELDOM(r->followed))
        follow_launch(r, a);
    r->acc[st->slot].idle = false;
    node_take_slot(r, node, st->slot);
    count_launch(r, a);
    return a;
}

void launch(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, int class, enum sw_locality at)
{
    struct attempt *a = attempt_on(r, st, node, task, at);
    take(r, st, task, class, SELDOM(r->balance) && balance_crowds(r, st, node) ? SW_AT_ANY : at);
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

/* ---- ending ---------------------------------------------------------------------------------- */

void report_attempt(struct sw_replay *r, const struct attempt *a, enum sw_outcome outcome)
{
    const struct stage *st = a->stage;
    if (!r->sink.attempt)
        return;
    const struct sw_node *nd = &r->cl->node[a->node];
    r->sink.attempt(r->sink.ctx, &(struct sw_attempt){
        .job_id = st->job->id, .pool = st->job->pool->name, .stage = st->name, .task = a->task,
        .task_id = st->task_id ? st->task_id[a->task] : NULL, .attempt = a->number, .kind = st->kind,
        .node = nd->name, .rack = r->cl->rack_name[nd->rack], .locality = a->locality, .ready_us = st->ready_us,
        .launch_us = a->launch_us, .compute_us = a->compute_us,
        .killed_for = a->killed_for,
        .finish_us = outcome == SW_RUNNING ? -1 : r->now_us, .outcome = outcome });
}

static void count_locality(struct sw_result *res, enum sw_locality at)
{
    res->node_local += at == SW_AT_NODE;
    res->rack_local += at == SW_AT_RACK;
    res->off_rack += at == SW_AT_ANY;
    res->no_preference += at == SW_AT_NONE;
}

/* S4: a map's output stays until its job ends. */
static void hold_output(struct sw_replay *r, struct job *job, uint32_t task)
{
    uint64_t bytes = output_bytes(job, task);
    job->held_bytes += bytes;
    r->held_bytes += bytes;
    if (r->held_bytes > r->totals.peak_intermediate_bytes)
        r->totals.peak_intermediate_bytes = r->held_bytes;
}

/* L5: max(1, ceil(f * maps)) maps, f in millionths. */
uint64_t maps_before_reduces(const struct sw_replay *r, uint64_t maps)
{
    uint64_t n = (maps * (uint64_t)r->opt.slowstart + 999999) / 1000000;
    return n > 1 ? n : 1;
}

static void map_ended(struct sw_replay *r, struct job *job, uint32_t task, uint32_t node)
{
    job->maps_done++;
    hold_output(r, job, task);
    if (!job->mapreduce || job->n_stages < 2)
        return;
    if (maps_are_done(job))
        last_map_ended(r, job);
    if (SELDOM(r->network))
        fetch_map_ended(r, job, node);
    struct stage *reduces = &job->stage[1];
    if (!reduces->ready && job->maps_done >= maps_before_reduces(r, job->result.maps))
        stage_set_up(r, reduces);
}

static void stage_ended(struct sw_replay *r, struct stage *st)
{
    struct job *job = st->job;
    job->n_stages_done++;
    for (uint32_t i = 0; i < st->n_children; i++) {
        struct stage *child = &job->stage[st->child[i]];
        if (!--child->parents_left && !child->ready)
            stage_set_up(r, child);
    }
    if (!r->tasks_return)
        stage_release(r, st);
}

static void task_done(struct sw_replay *r, struct attempt *a)
{
    struct stage *st = a->stage;
    struct job *job = a->job;
    if (SELDOM(r->balance))
        balance_done(r, st, a->end_us - a->launch_us);
    job->tasks_done++;
    if (st->kind != SW_REDUCE)
        count_locality(&job->result, a->locality);
    if (SELDOM(r->tasks_return))
        st->done_on[a->task] = (a->node + 1) | (uint32_t)a->locality << 29;
    if (st->kind == SW_MAP)
        map_ended(r, job, a->task, a->node);
    if (++st->n_done == st->n_tasks)
        stage_ended(r, st);
    for (int slot = 0; r->opt.order.part->follows_done && slot < 2; slot++)
        job_rekey(r, job, slot);
    if (job->n_stages_done == job->n_stages)
        job_end(r, job, SW_DONE);
}

/* H2: when the slot is free and the job knows it. */
static void schedule_report(struct sw_replay *r, struct attempt *a)
{
    if (r->opt.out_of_band || !r->opt.heartbeat_us) {
        node_call(r, a->node);
        attempt_report(r, a);
        return;
    }
    int64_t at_us = clock_node_beat(r, a->node);
    heap_push(&r->events, (struct event){ at_us, (uint64_t)EV_REPORT << 56 | a->serial, a });
}

/* C6: the attempt that did not end first. */
static void supersede(struct sw_replay *r, struct attempt *a)
{
    uint32_t node = a->node;
    int slot = a->stage->slot;
    attempt_stop(r, a, SW_SUPERSEDED);
    node_free_slot(r, node, slot);
    node_call(r, node);
}

static void attempt_ended(struct sw_replay *r, struct attempt *a)
{
    struct attempt *twin = a->twin;
    if (SELDOM(a->fails)) {
        report_attempt(r, a, SW_FAILED);
        fail_ends(r, a);
        return;
    }
    report_attempt(r, a, SW_DONE);
    if (SELDOM(r->speculation))
        speculation_note_done(r, a);
    if (SELDOM(twin))
        supersede(r, twin);
    task_done(r, a);
}

static void follow_end(struct sw_replay *r, struct attempt *a)
{
    if (r->keeps_launches)
        unlink_running(r, a);
    if (r->balance)
        balance_leaves(r, a);
    if (r->opt.admit.part->splits && a->stage->kind == SW_REDUCE)
        admit_leaves(r, a, RUNNING);
    if (r->speculation)
        speculation_leaves(r, a);
    if (r->room)
        room_ended(r, a);
}

/* All that its end reads and that may be far; node and list are for the heartbeat. */
void attempt_fetch(const struct sw_replay *r, const struct attempt *a)
{
    __builtin_prefetch(a->stage, 1);
    job_fetch(a->job);
    __builtin_prefetch(&r->node[a->node], 1);
    __builtin_prefetch(&r->here[a->node]);
}

void attempt_event(struct sw_replay *r, struct attempt *a)
{
    __builtin_prefetch(&r->node[a->node]); /* for the heartbeat, as is what node_call() fetches */
    __builtin_prefetch(&r->here[a->node]);
    a->phase = OVER;
    if (SELDOM(r->followed))
        follow_end(r, a);
    r->totals.busy_us[a->stage->slot] += a->end_us - a->launch_us;
    r->totals.last_end_us = r->now_us;
    attempt_ended(r, a);
    schedule_report(r, a);
}

void attempt_report(struct sw_replay *r, struct attempt *a)
{
    if (a->epoch == r->node[a->node].epoch) /* else the node was lost in between */
        node_free_slot(r, a->node, a->stage->slot);
    if (SELDOM(r->opt.commit_pending_us > 0))
        heap_push(&r->events, (struct event){ r->now_us + r->opt.commit_pending_us, (uint64_t)EV_COMMIT << 56 | a->serial, a });
    else
        attempt_commit(r, a);
}

/* L7: from here on it no longer counts as running for its job and pool. */
void attempt_commit(struct sw_replay *r, struct attempt *a)
{
    struct job *job = a->job;
    r->call_all |= r->opt.commit_pending_us > 0; /* H6 (b) */
    if (SELDOM(r->room))
        room_committed(r);
    job_recount(r, job, a->stage->slot, -1, 0);
    attempt_free(r, a);
}

/* S6 */
void report_running(struct sw_replay *r)
{
    attempts_keep_launches(r);
    for (struct attempt *a = r->oldest; a; a = a->newer) {
        if (r->whole && a->compute_us > r->opt.until_us)
            a->compute_us = -1; /* not yet */
        report_attempt(r, a, SW_RUNNING);
    }
}
