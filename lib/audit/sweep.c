/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.c - all rows in order of time (T2, T3): what runs and waits at each launch. That says whose turn it was, which
 * task was closest, and that no free slot was left beside a task that waits.
 *
 * An instant at which an attempt of length 0 ends has several rounds. A log does not say which launch was in which, so
 * such instants are followed and not checked. */
#include "lib/audit/sweep.h"
#include <stdlib.h>
#include <string.h>

/* ---- what happens -------------------------------------------------------------------------------- */

static void ready(struct sweep *s, struct stage *st)
{
    struct audit *a = s->a;
    audit_stage_open(a, st);
    st->level = SW_LEVEL_NODE;
    st->since_us = st->local_us = st->opened_us = s->now_us;
    st->calls = a->calls;
    st->ends = a->ends;
    audit_wait_open(a, st);
    audit_offers_open(a, st);
    audit_negotiate_asks(a);
    audit_filters_revive(a, a->job[st->job].pool);
    st->skips = 0;
    st->skipped_us = -1;
    st->stands = SW_LEVEL_NODE;
    audit_counts_wait(a, st, st->n_tasks);
}

static void change(struct sweep *s, uint32_t i)
{
    struct node *node = &s->a->node[i];
    const struct sw_span *span = audit_nodes_span(s->a, i, s->now_us);
    s->a->nodes_up += !!span - node->up;
    node->up = !!span;
    for (int kind = 0; kind < 2; kind++) {
        int64_t slots = audit_nodes_n_slots(s->a, span, kind);
        s->a->slots_up[kind] += slots - node->slots[kind];
        if (slots > node->slots[kind])
            audit_allocate_grew(s->a, i);
        node->slots[kind] = slots;
        node->occupied[kind] = span ? node->occupied[kind] : 0;
    }
}

static void fail(struct sweep *s, const struct row *row)
{
    struct stage *st = stage_of(s->a, row);
    uint32_t last = job_of(s->a, row)->failed_by;
    if (!audit_counts_may_return(st, row) || (last != NONE && row == &s->a->row[last])) /* F3: it does not come back */
        return;
    s->a->calls++; /* H6 (b) */
    audit_filters_revive(s->a, s->a->job[st->job].pool);
    audit_stage_fail(st, row);
    audit_counts_wait(s->a, st, 1);
}

static void did(struct audit *a, struct row *row)
{
    audit_live_done(a, row);
    row->done_now = row->kind == SW_MAP;
    if (job_of(a, row)->tasks_done == (int64_t)job_of(a, row)->n_tasks)
        audit_evict_job_ended(a, job_of(a, row));
}

/* F3, M7: it calls all nodes as one that returns does, though no task waits then. */
static void killed_with_job(struct audit *a, const struct row *row)
{
    a->calls++;
    a->maybe_calls++;
    audit_filters_revive(a, job_of(a, row)->pool);
}

static void end(struct sweep *s, struct row *row)
{
    s->a->ends++;
    audit_live_remove(s->a, row);
    if (row->outcome != SW_DONE)
        audit_disk_free(s->a, row);
    if (row->outcome == SW_DONE)
        did(s->a, row);
    else if (row->outcome == SW_FAILED)
        fail(s, row);
    else if (row->outcome == SW_KILLED)
        killed_with_job(s->a, row);
}

/* F3: what it has unlaunched is dropped. */
static void drop_job(struct sweep *s, struct job *job)
{
    for (uint32_t i = 0; i < job->n_stages; i++) {
        struct stage *st = &job->stage[i];
        int64_t left = audit_stage_left(st);
        audit_stage_close(st);
        audit_counts_wait(s->a, st, -left);
    }
    audit_evict_job_ended(s->a, job);
}

static bool is_of_row(const struct event *ev)
{
    return ev->kind != EV_CHANGE && ev->kind != EV_READY && ev->kind != EV_SUBMIT && ev->kind != EV_OVER
           && ev->kind != EV_LATE_OVER && ev->kind != EV_SCAN && ev->kind != EV_CUT_OVER
           && ev->kind != EV_CUT_READY && ev->kind != EV_POOLS;
}

/* O30: the list that stands so many places after the first. */
static void change_pools(struct audit *a, uint32_t place)
{
    const struct sw_pool_list *list = a->pools;
    for (; place > 0; place--)
        list = list->next;
    audit_load_set_pools(a, list);
}

/* H6 (b); under O25 a job may count for another pool than its own. */
static void limit_lets_go(struct audit *a, const struct row *row)
{
    bool sure = a->rules.order != ORDER_MODIFIED;
    if (sure && !audit_limit_lets_go(a, job_of(a, row), stage_of(a, row)->slot_kind))
        return;
    a->calls++;
    a->maybe_calls += !sure;
}

static void apply(struct sweep *s, const struct event *ev)
{
    struct audit *a = s->a;
    struct row *row = is_of_row(ev) ? row_of(s, ev) : NULL;
    a->calls += ev->kind == EV_CHANGE || ev->kind == EV_SUBMIT || ev->kind == EV_READY
                || ev->kind == EV_CUT_READY
                || ev->kind == EV_POOLS; /* H6 (b) */
    switch ((enum kind)ev->kind) {
    case EV_END: case EV_LATE_END: end(s, row); break;
    case EV_FREE: case EV_LATE_FREE:
        a->node[row->node].occupied[stage_of(a, row)->slot_kind]--;
        audit_negotiate_freed(a, row, false);
        break;
    case EV_COUNT: case EV_LATE_COUNT:
        a->calls += a->rules.commit_us > 0 && audit_reports(row);
        audit_counts_run(a, row, -1);
        limit_lets_go(a, row);
        break;
    case EV_LOST: case EV_KILL: case EV_CUT:
        audit_counts_stop(a, row);
        audit_negotiate_freed(a, row, ev->kind == EV_LOST);
        break;
    case EV_CHANGE: change(s, ev->of); break;
    case EV_OVER: case EV_LATE_OVER: case EV_CUT_OVER: drop_job(s, &a->job[ev->of]); break;
    case EV_SCAN: audit_scan(a); break;
    case EV_TAKEN:
        if (!row->done_now) /* it had been deleted before */
            break;
        audit_disk_free(a, row);
        audit_live_undone(a, row);
        audit_counts_return(a, row);
        break;
    case EV_READY: case EV_CUT_READY: ready(s, &a->job[ev->of].stage[ev->order]); break;
    case EV_POOLS: change_pools(a, ev->of); break;
    case EV_COPIED: case EV_LATE_COPIED: case EV_SUBMIT: case EV_EVICT: case EV_LAUNCH: break;
    }
}

/* ---- instants ------------------------------------------------------------------------------------ */

/* What is killed or superseded gives its node a heartbeat (K5, C6); without out-of-band ones, whether those of other
 * nodes report before or after it is not said. */
static bool reports_elsewhere(const struct audit *a, const struct event *ev, size_t n)
{
    uint32_t node = NONE;
    bool reports = false, several = false;
    for (size_t i = 0; i < n && !a->rules.out_of_band; i++) {
        const struct row *row = is_of_row(&ev[i]) ? &a->row[ev[i].of] : NULL;
        if (!row || (ev[i].kind != EV_FREE && ev[i].kind != EV_KILL && ev[i].kind != EV_CUT && ev[i].kind != EV_LAUNCH))
            continue;
        reports |= ev[i].kind == EV_FREE && audit_reports(row);
        several |= node != NONE && node != row->node;
        node = row->node;
    }
    return reports && several;
}

static bool ends_by_itself(const struct audit *a, const struct event *ev)
{
    return ev->kind == EV_END && audit_reports(&a->row[ev->of]);
}

/* B21.2: one end gives another attempt of the node a greater share, which may leave nothing of it. It then ends in a
 * further round. */
static bool may_speed_to_end(const struct audit *a, const struct event *ev, size_t n)
{
    for (size_t i = 0; i < n && a->rules.cores; i++)
        for (size_t k = 0; k < i && ends_by_itself(a, &ev[i]); k++)
            if (ends_by_itself(a, &ev[k]) && a->row[ev[k].of].node == a->row[ev[i].of].node
                && audit_core_share(a, a->row[ev[i].of].node, ev->at_us) < 1)
                return true;
    return false;
}

/* N7.2, N7.4: a reduce takes the last outputs in hand after T3. Those of its own node may take no time, nor its
 * computing; it then ends in a further round. */
static bool may_copy_to_end(const struct audit *a, const struct event *ev, size_t n)
{
    for (size_t i = 0; i < n && a->rules.network.node_rate; i++)
        if (ends_by_itself(a, &ev[i]) && a->row[ev[i].of].kind == SW_REDUCE
            && compute_us(&a->row[ev[i].of]) == ev->at_us)
            return true;
    return false;
}

static bool has_one_round(const struct audit *a, const struct event *ev, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ev[i].kind == EV_LATE_END || ev[i].kind == EV_LATE_COPIED
            || ((ev[i].kind == EV_KILL || ev[i].kind == EV_CUT) && !a->rules.out_of_band))
            return false;
    return !reports_elsewhere(a, ev, n) && !may_speed_to_end(a, ev, n) && !may_copy_to_end(a, ev, n);
}

static bool has_late(const struct event *ev, size_t n)
{
    return n && ev[n - 1].kind > EV_LAUNCH;
}

static void instant(struct sweep *s, struct event *ev, size_t n)
{
    struct audit *a = s->a;
    size_t i = 0, end_of;
    s->unsure |= a->lost_track;
    s->calls_before = a->calls;
    s->sure_before = a->calls - a->maybe_calls;
    s->clear = !s->unsure && has_one_round(a, ev, n);
    for (; i < n && ev[i].kind < EV_KILL; i++)
        apply(s, &ev[i]);
    audit_deficit_at(a, s->clear);
    audit_usage_at(a, s->clear);
    for (size_t k = i; k < n && ev[k].kind == EV_KILL && !s->unsure; k++)
        if (a->row[ev[k].of].for_pool)
            audit_kill(a, &a->row[ev[k].of]);
    for (; i < n && ev[i].kind < EV_EVICT; i++)
        apply(s, &ev[i]);
    s->late = s->rounds = has_late(ev, n);
    s->clear &= !audit_evict(s, &ev[i], n - i, false); /* A8: T2 and T3 are repeated */
    for (; i < n && ev[i].kind == EV_EVICT; i++)
        ;
    for (end_of = i; end_of < n && ev[end_of].kind == EV_LAUNCH; end_of++)
        ;
    bool decided = a->negotiation;
    if (a->negotiation)
        audit_negotiate_at(s, &ev[i], end_of - i, ev + n);
    if (a->allocation)
        decided = audit_allocate_at(s, &ev[i], end_of - i, ev + n);
    for (i = decided ? end_of : i; i < n && ev[i].kind == EV_LAUNCH; i = end_of) {
        for (end_of = i; end_of < n && ev[end_of].kind == EV_LAUNCH && ev[end_of].order == ev[i].order; end_of++)
            ;
        if (a->rules.offers)
            audit_offers_called(s, &ev[i], end_of - i, ev);
        else
            audit_launch_check_called(s, &ev[i], end_of - i, ev);
        audit_launch_on_node(s, &ev[i], end_of - i);
    }
    for (; i < n; i++)
        apply(s, &ev[i]);
    s->late = false;
    s->clear &= !audit_evict(s, ev, n, true);
    if (a->rules.offers)
        audit_offers_at(s, ev, n);
    else
        audit_idle_at(s, ev, n);
}

/* ---- a run --------------------------------------------------------------------------------------- */

/* For D20: before them there was nothing to take an average of. */
static void find_first_launches(struct audit *a)
{
    a->first_us[0] = a->first_us[1] = NEVER;
    for (size_t i = 0; i < a->n_rows; i++) {
        const struct row *row = &a->row[i];
        if ((row->at == SW_AT_NODE || row->at == SW_AT_RACK) && row->launch_us < a->first_us[row->at == SW_AT_RACK])
            a->first_us[row->at == SW_AT_RACK] = row->launch_us;
    }
}

/* From when on the log does not say of some job whether it is in. */
static void find_blind(struct audit *a)
{
    a->blind_us = NEVER;
    for (uint32_t j = 0; j < a->n_jobs && !a->rules.admission.n; j++)
        if (a->job[j].admit_us == NEVER && a->job[j].submit_us < a->blind_us)
            a->blind_us = a->job[j].submit_us;
}

static void reset(struct sweep *s)
{
    struct audit *a = s->a;
    a->lost_track = false;
    find_first_launches(a);
    find_blind(a);
    if (a->pools)
        audit_load_set_pools(a, a->pools);
    for (uint32_t j = 0; j < a->n_jobs; j++)
        for (int kind = 0; kind < 2; kind++)
            a->job[j].running[kind] = a->job[j].waiting[kind] = a->job[j].tasks_done = a->job[j].maps_done = 0;
    for (uint32_t p = 0; p < a->n_pools; p++)
        for (int kind = 0; kind < 2; kind++)
            a->pool[p].running[kind] = a->pool[p].waiting[kind] = 0;
    for (uint32_t u = 0; u < a->n_users; u++)
        a->user[u].running[0] = a->user[u].running[1] = 0;
    memset(a->queue_running, 0, sizeof a->queue_running);
    audit_deficit_start(a);
    audit_usage_start(a);
    audit_negotiate_start(a);
    a->nodes_up = a->slots_up[0] = a->slots_up[1] = a->runnable[0] = a->runnable[1] = 0;
    a->n_waiting[0] = a->n_waiting[1] = a->n_live = 0;
    a->n_copies[0] = a->n_copies[1] = a->reduces_waiting[0] = a->reduces_waiting[1] = 0;
    a->candidate[0].n = a->candidate[1].n = 0;
    a->scan_us = -1;
    for (size_t i = 0; i < a->n_rows; i++)
        a->row[i].live = NONE, a->row[i].done_now = false;
    audit_disk_reset(a);
    a->most_slots[0] = a->most_slots[1] = 0;
    for (uint32_t i = 0; i < a->cl->n_nodes; i++) {
        a->node[i].beat_us = -1;
        a->node[i].score = 0;
        for (int kind = 0; kind < 2; kind++)
            for (uint32_t k = 0; k < a->node[i].n_spans; k++)
                if (a->node[i].span[k].slots[kind] > a->most_slots[kind])
                    a->most_slots[kind] = a->node[i].span[k].slots[kind];
        a->node[i].occupied[0] = a->node[i].occupied[1] = 0;
        a->node[i].slots[0] = a->node[i].slots[1] = 0;
        a->node[i].up = false;
        change(s, i);
    }
    audit_allocate_start(a);
}

static void close_stages(struct audit *a)
{
    for (uint32_t j = 0; j < a->n_jobs; j++)
        for (uint32_t i = 0; i < a->job[j].n_stages; i++) {
            audit_stage_close(&a->job[j].stage[i]);
            a->job[j].stage[i].listed = NONE;
        }
}

/* Those of a window: an instant lies in one. */
static void follow_events(struct sweep *s)
{
    for (size_t i = 0, next; i < s->n; i = next) {
        for (next = i; next < s->n && s->event[next].at_us == s->event[i].at_us; next++)
            ;
        if (s->a->rules.offers)
            audit_offers_between(s, s->event[i].at_us);
        else
            audit_idle_between(s, s->event[i].at_us);
        audit_deficit_until(s->a, s->event[i].at_us);
        audit_usage_until(s->a, s->event[i].at_us);
        audit_negotiate_until(s, s->event[i].at_us);
        audit_allocate_until(s, s->event[i].at_us);
        s->now_us = s->a->now_us = s->event[i].at_us;
        instant(s, &s->event[i], next - i);
    }
}

void audit_sweep(struct audit *a)
{
    struct sweep s = { .a = a };
    reset(&s);
    for (uint32_t j = 0; j < a->n_jobs; j++)
        s.unsure |= a->job[j].unsure;
    audit_events_expect_windows(&s);
    s.now_us = -1;
    for (size_t window = 0; window < s.n_windows; window++) {
        audit_events_expect(&s, window);
        follow_events(&s);
    }
    if (a->rules.until_us < NEVER && a->rules.offers)
        audit_offers_between(&s, a->rules.until_us + 1);
    else if (a->rules.until_us < NEVER)
        audit_idle_between(&s, a->rules.until_us + 1);
    if (a->rules.until_us < NEVER) {
        audit_negotiate_until(&s, a->rules.until_us + 1);
        audit_allocate_until(&s, a->rules.until_us + 1);
    }
    audit_negotiate_end(a);
    audit_allocate_end(a);
    close_stages(a);
    xfree(s.event);
    xfree(s.by_launch);
    xfree(s.until_us);
}
