/* SPDX-License-Identifier: GPL-3.0-or-later */
/* idle.c - no free slot is left at a heartbeat beside a task that no rule holds back (H4, H5, H6, D1). */
#include "lib/audit/sweep.h"

/* The next launch of the stage shows that it came too late. */
static const struct row *next_of(const struct audit *a, const struct stage *st, int64_t after_us)
{
    const struct job *job = &a->job[st->job];
    const struct row *next = NULL;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = &a->row[a->by_task[job->first_row + i]];
        if (stage_of(a, row) == st && row->original == NONE && row->launch_us > after_us
            && (!next || row->launch_us < next->launch_us))
            next = row;
    }
    return next;
}

static void left_waiting(struct audit *a, struct stage *st, uint32_t node, int64_t at_us)
{
    const struct row *next = next_of(a, st, at_us);
    if (next)
        audit_fault(a, OF_TURNS, next, "H5", "launched at %s, though '%s' had a free slot and a heartbeat at %s",
                    S(next->launch_us), a->cl->node[node].name, S(at_us));
    else
        audit_fault(
            a, OF_TURNS, NULL, "H5",
            "a task of stage %llu of job '%s' is not launched, though '%s' had a free slot and a heartbeat at %s",
            (unsigned long long)st->number, a->job[st->job].id, a->cl->node[node].name, S(at_us));
}

/* C5: the slot was for the first candidate that may be copied there. */
static void left_alone(struct audit *a, const struct row *row, uint32_t node, int64_t at_us)
{
    audit_fault(a, OF_TURNS, row, "C5",
                "has no copy at %s, though it goes slowly and '%s' had a free slot and a heartbeat", S(at_us),
                a->cl->node[node].name);
}

/* By the least that may have been runnable then. */
static bool has_free(const struct audit *a, uint32_t node, int kind)
{
    int64_t fewer = a->n_copies[kind] + (a->rules.gives_back ? a->reduces_waiting[kind] : 0);
    return a->node[node].up && audit_cap(a, node, kind, -fewer) > a->node[node].occupied[kind];
}

static void check_heartbeat(struct sweep *s, uint32_t i)
{
    struct audit *a = s->a;
    const struct node *node = &a->node[i];
    for (int kind = 0; kind < 2; kind++) {
        bool at_limit = node->beat_us == s->now_us
                        && (node->launched[kind] >= a->rules.per_heartbeat
                            || (a->rules.ends_early && node->launched[0] + node->launched[1] > 0));
        struct stage *st = has_free(a, i, kind) && !at_limit ? audit_turn_must_launch(a, kind, i) : NULL;
        const struct row *row = has_free(a, i, kind) && !at_limit && !st ? audit_scan_must_copy(a, kind, i) : NULL;
        if (st)
            left_waiting(a, st, i, s->now_us);
        if (row)
            left_alone(a, row, i, s->now_us);
    }
}

/* Who has to launch on any node; O24, A7: where nodes are private or have room for so much only it depends on the
 * node, and where distance costs (Q2) on the data there. */
static bool depends_on_node(const struct audit *a)
{
    return a->rules.limited || a->rules.order == ORDER_HOD
           || (a->rules.order == ORDER_GLOBAL && a->rules.delay == DELAY_COST);
}

/* H6 (b) */
static void check_all_nodes(struct sweep *s)
{
    struct audit *a = s->a;
    for (int kind = 0; kind < 2; kind++) {
        struct stage *any = audit_turn_must_launch(a, kind, NONE);
        for (uint32_t i = 0; (any || depends_on_node(a)) && i < a->cl->n_nodes; i++) {
            struct stage *st = has_free(a, i, kind) && depends_on_node(a) ? audit_turn_must_launch(a, kind, i) : any;
            if (st && has_free(a, i, kind))
                left_waiting(a, st, i, s->now_us);
        }
        for (uint32_t i = 0; !any && i < a->cl->n_nodes && audit_scan_any_to_copy(a, kind); i++)
            if (has_free(a, i, kind) && audit_scan_must_copy(a, kind, i))
                left_alone(a, audit_scan_must_copy(a, kind, i), i, s->now_us);
    }
}

static int64_t beat_time(const struct audit *a, uint64_t beat)
{
    uint64_t n = a->cl->n_nodes, h = (uint64_t)a->rules.heartbeat_us;
    return (int64_t)(beat / n * h + h * (beat % n) / n);
}

/* The first heartbeat of any node not before a time: of rank r when floor(H r / n) is not before the time in the
 * cycle. */
static uint64_t beat_from(const struct audit *a, int64_t at_us)
{
    uint64_t n = a->cl->n_nodes, h = (uint64_t)a->rules.heartbeat_us, t = (uint64_t)at_us;
    return t / h * n + (t % h * n + h - 1) / h;
}

/* Q1: one slot that frees is a decision for all. */
static bool decides_by_end(const struct audit *a, const struct event *ev, size_t n)
{
    for (size_t i = 0; i < n && a->rules.decides; i++)
        if (ev[i].kind == EV_FREE)
            return true;
    return false;
}

static bool gives_heartbeat(const struct sweep *s, const struct event *ev)
{
    if (ev->kind == EV_FREE)
        return s->a->rules.out_of_band || !audit_reports(row_of(s, ev)); /* H2, K5, C6 */
    return ev->kind == EV_LAUNCH || ev->kind == EV_KILL || ev->kind == EV_COPIED;
}

void audit_idle_at(struct sweep *s, const struct event *ev, size_t n)
{
    struct audit *a = s->a;
    if (!s->clear)
        return;
    for (size_t i = 0; i < n; i++)
        if (gives_heartbeat(s, &ev[i]))
            check_heartbeat(s, row_of(s, &ev[i])->node);
    if (!a->rules.heartbeat_us && (a->calls - a->maybe_calls != s->sure_before || decides_by_end(a, ev, n)))
        check_all_nodes(s);
    if (!a->rules.heartbeat_us || a->rules.drift_us)
        return;
    uint64_t beat = beat_from(a, s->now_us);
    if (beat_time(a, beat) == s->now_us)
        check_heartbeat(s, a->node_of_rank[beat % a->cl->n_nodes]);
}

static bool check_beat(struct audit *a, int kind, struct stage *st, uint32_t node, int64_t at_us)
{
    const struct row *row = has_free(a, node, kind) && !st ? audit_scan_must_copy(a, kind, node) : NULL;
    if (row)
        left_alone(a, row, node, at_us);
    if (!st || !has_free(a, node, kind))
        return !row;
    left_waiting(a, st, node, at_us);
    return false;
}

/* Periodic heartbeats before until_us; nothing changes between instants, so once around is enough. */
static void check_round(struct sweep *s, int kind, int64_t until_us)
{
    struct audit *a = s->a;
    struct stage *any = audit_turn_must_launch(a, kind, NONE);
    uint64_t beat = beat_from(a, s->now_us + 1), last = beat + a->cl->n_nodes;
    bool copies = audit_scan_any_to_copy(a, kind), goes_on = any || copies || depends_on_node(a);
    for (; goes_on && beat < last && beat_time(a, beat) < until_us; beat++) {
        uint32_t node = a->node_of_rank[beat % a->cl->n_nodes];
        goes_on = !has_free(a, node, kind)
                  || check_beat(a, kind, depends_on_node(a) ? audit_turn_must_launch(a, kind, node) : any, node,
                                beat_time(a, beat));
    }
}

void audit_idle_between(struct sweep *s, int64_t until_us)
{
    for (int kind = 0; kind < 2 && s->a->rules.heartbeat_us && !s->a->rules.drift_us && !s->unsure; kind++)
        check_round(s, kind, until_us);
}
