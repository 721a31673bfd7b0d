/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launch.c - the launches of a node at an instant, in the order in which they must have been. Each is checked, and then
 * taken into the counts. */
#include "lib/audit/sweep.h"

/* Whether tasks of a stage that has launched all may come back, or be copied. */
static bool may_launch_again(const struct audit *a)
{
    return a->changes || a->rules.limited || a->rules.preempt != PREEMPT_NONE || a->rules.failure_rate > 0
           || a->rules.speculate != SPECULATE_NONE || a->rules.admission.n > 0;
}

static void take(struct sweep *s, struct row *row)
{
    struct audit *a = s->a;
    struct stage *st = stage_of(a, row);
    audit_evict_held_back(s, row);
    audit_disk_take(a, row, !s->late && !s->unsure);
    a->node[row->node].occupied[st->slot_kind]++;
    audit_counts_run(a, row, 1);
    audit_live_add(a, row);
    if (row->original != NONE || !audit_stage_waits(st, row->task))
        return;
    bool failed = bit_get(st->failed, row->task);
    audit_stage_take(st, row->task);
    audit_counts_wait(a, st, -1);
    if (!failed) /* F2: as a task without preference */
        audit_wait_restart(a, row, s->clear);
    if (st->listed == NONE && !may_launch_again(a))
        audit_stage_close(st);
}

static void check_launch(struct sweep *s, const struct row *row, bool alone)
{
    struct audit *a = s->a;
    if (row->original != NONE || !s->clear || !audit_stage_waits(stage_of(a, row), row->task))
        return;
    audit_limit(a, row);
    audit_turn(a, row, alone);
    audit_stage_closest(a, row);
    audit_wait(a, row);
    audit_cpac_start(a, row);
}

/* Of the launches of a heartbeat the next: by turn of the stages, then what failed (F2), then closest first (L2); at
 * last copies (C5). */
static bool goes_before(struct audit *a, int kind, const struct row *x, const struct row *y)
{
    static const int closeness[]
        = { [SW_AT_NODE] = 0, [SW_AT_NONE] = 1, [SW_AT_RACK] = 2, [SW_AT_ANY] = 3, [SW_AT_PROCESS] = 0 };
    const struct stage *sx = stage_of(a, x), *sy = stage_of(a, y);
    if (x->original != NONE || y->original != NONE)
        return x->original == NONE || (y->original != NONE && audit_scan_copied_before(a, x, y));
    if (sx != sy)
        return audit_turn_before(a, kind, sx, sy);
    bool failed = sx->open && bit_get(sx->failed, x->task);
    if (sx->open && failed != bit_get(sx->failed, y->task))
        return failed;
    if (failed)
        return audit_stage_failed_before(sx, x->task, y->task);
    if (x->at != y->at)
        return closeness[x->at] < closeness[y->at];
    return x->task < y->task;
}

static size_t next_launch(struct audit *a, int kind, const struct event *ev, size_t n)
{
    size_t best = n;
    for (size_t i = 0; i < n; i++) {
        const struct row *row = &a->row[ev[i].of];
        if (ev[i].kind == EV_LAUNCH && stage_of(a, row)->slot_kind == kind
            && (best == n || goes_before(a, kind, row, &a->row[ev[best].of])))
            best = i;
    }
    return best;
}

static bool one_job(const struct audit *a, int kind, const struct event *ev, size_t n)
{
    uint32_t job = NONE;
    for (size_t i = 0; i < n; i++) {
        const struct row *row = &a->row[ev[i].of];
        if (stage_of(a, row)->slot_kind != kind)
            continue;
        if (job != NONE && stage_of(a, row)->job != job)
            return false;
        job = stage_of(a, row)->job;
    }
    return true;
}

/* Not yet taken into the counts. */
static int64_t copies_left(const struct audit *a, int kind, const struct event *ev, size_t n)
{
    int64_t copies = 0;
    for (size_t i = 0; i < n; i++) {
        const struct row *row = &a->row[ev[i].of];
        copies += ev[i].kind == EV_LAUNCH && row->original != NONE && stage_of(a, row)->slot_kind == kind;
    }
    return copies;
}

static void check_limit(struct audit *a, const struct node *node, const struct row *row)
{
    uint64_t n = node->launched[stage_of(a, row)->slot_kind];
    if (n > a->rules.per_heartbeat
        && !audit_nodes_hide_copied(a)) /* A4: a further heartbeat at the instant of which no row tells */
        audit_fault(a, OF_TURNS, row, "H4", "launched at %s as number %llu of a heartbeat that may launch %llu",
                    S(row->launch_us), (unsigned long long)n, (unsigned long long)a->rules.per_heartbeat);
}

/* Y4: at locality any, without preference, or of a task that failed; and what only Y3 allows, which is not counted. */
static bool is_off_switch(const struct audit *a, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    return row->at == SW_AT_ANY || row->at == SW_AT_NONE || (st->open && bit_get(st->failed, row->task));
}

/* Y4, Y8: what a heartbeat has launched ends it. */
static void check_end(struct audit *a, const struct node *node, const struct row *row)
{
    int kind = stage_of(a, row)->slot_kind;
    if (audit_nodes_hide_copied(a))
        return;
    if (node->off_switch > a->rules.off_switch)
        audit_fault(a, OF_TURNS, row, "Y4",
                    "launched at %s as off-switch launch %llu of a heartbeat that ends with %llu",
                    S(row->launch_us), (unsigned long long)node->off_switch, (unsigned long long)a->rules.off_switch);
    if (a->rules.half && (int64_t)node->launched[kind] > node->most[kind])
        audit_fault(a, OF_TURNS, row, "Y8", "launched at %s as number %llu of a heartbeat that may launch %lld",
                    S(row->launch_us), (unsigned long long)node->launched[kind], (long long)node->most[kind]);
}

/* Y8: the most that a heartbeat may give that begins now. What load allows (H8) is not known once a job without a row
 * may be in. */
static int64_t most_given(const struct audit *a, uint32_t node, int kind, int64_t copies)
{
    int64_t cap = a->now_us < a->blind_us ? audit_cap(a, node, kind, copies) : (int64_t)a->node[node].slots[kind];
    return (cap - a->node[node].occupied[kind]) / 2 + 1;
}

/* Those of one node at one instant. */
void audit_launch_on_node(struct sweep *s, struct event *ev, size_t n)
{
    struct audit *a = s->a;
    struct node *node = &a->node[ev->order];
    node->beat_us = s->now_us;
    node->launched[0] = node->launched[1] = node->off_switch = node->used_now = 0;
    for (int kind = 0; kind < 2; kind++)
        node->most[kind] = most_given(a, ev->order, kind, copies_left(a, kind, ev, n));
    for (int kind = 0; kind < 2; kind++) {
        bool alone = one_job(a, kind, ev, n);
        for (size_t i; (i = next_launch(a, kind, ev, n)) < n; ev[i].kind = EV_SUBMIT) {
            struct row *row = &a->row[ev[i].of];
            node->launched[kind]++;
            node->off_switch += is_off_switch(a, row);
            check_launch(s, row, alone);
            if (row->original != NONE && !s->unsure)
                audit_scan_copy(a, row, s->clear);
            if (s->clear) {
                check_limit(a, node, row);
                check_end(a, node, row);
                audit_cap_check(a, row, copies_left(a, kind, ev, n));
            }
            take(s, row);
        }
    }
    for (size_t i = 0; i < n; i++)
        ev[i].kind = EV_LAUNCH;
}

/* ---- an allocator's rounds (M2), where what they offer is not known ---------------------------------- */

/* A stage of which no row tells may have become ready at any time. */
static bool hides_ready(const struct audit *a)
{
    for (uint32_t j = 0; j < a->n_jobs; j++)
        for (uint32_t i = 0; i < a->job[j].n_stages; i++)
            if (a->job[j].stage[i].ready_us == NEVER)
                return true;
    return false;
}

static void check_round(struct sweep *s, const struct event *ev, size_t n, const struct event *first)
{
    struct audit *a = s->a;
    bool calls = s->unsure || a->calls != s->calls_before || (!s->clear && first->kind < EV_LAUNCH);
    for (const struct event *over = first; over < ev; over++)
        calls |= over->kind == EV_OVER; /* F3 */
    if (!a->rules.allocates || !a->rules.offer_us)
        return;
    calls = calls || s->now_us % a->rules.offer_us == 0 || hides_ready(a);
    for (size_t i = 0; i < n && !calls; i++)
        audit_fault(a, OF_TURNS, &a->row[ev[i].of], "M2", "launched at %s, between two rounds of offers",
                    S(s->now_us));
}

/* H6: with --heartbeat 0 and no delay, only what frees a slot of the node, or calls all nodes. */
void audit_launch_check_called(struct sweep *s, const struct event *ev, size_t n, const struct event *first)
{
    struct audit *a = s->a;
    check_round(s, ev, n, first);
    bool called = a->rules.negotiates || (a->rules.allocates && a->rules.offer_us) || s->unsure
                  || audit_nodes_hide_copied(a)
                  || a->calls != s->calls_before
                  || (!s->clear && first->kind < EV_LAUNCH)
                  || (a->rules.speculate == SPECULATE_OTHER
                      && s->now_us % a->rules.scan_every_us == 0) /* C5: a look that may find some */
                  || (a->rules.order == ORDER_MODIFIED
                      && s->now_us % (SW_US_PER_S / 2) == 0) /* O25: a look that moves a job */
                  || a->rules.preempt > PREEMPT_KILL
                  || (a->rules.preempt == PREEMPT_KILL
                      && s->now_us % a->rules.preempt_every_us == 0); /* D12: a check from which a pool starves */
    for (; first < ev && !called; first++)
        called = (first->kind == EV_FREE || first->kind == EV_COPIED)
                 && (a->rules.decides || row_of(s, first)->node == ev->order);
    if (!called && !a->rules.heartbeat_us && a->rules.delay == DELAY_NONE && !a->rules.decide_every_us)
        for (size_t i = 0; i < n; i++)
            audit_fault(a, OF_TURNS, &a->row[ev[i].of], "H6", "launched at %s, when nothing had changed", S(s->now_us));
}
