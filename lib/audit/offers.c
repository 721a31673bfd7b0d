/* SPDX-License-Identifier: GPL-3.0-or-later */
/* offers.c - rounds of Spark's (section 14). A launch needs a round, takes the nearest task of its set, and comes after
 * the waits for what is nearer. A round leaves no slot free beside a task that need not wait.
 *
 * A log does not say in which round of an instant a launch was, nor in which pass. So a launch is held against tasks
 * that waited before the instant and still wait after it: these were there in whichever round it was. */
#include "lib/audit/sweep.h"

enum { LOOKED_AT = 256 }; /* waiting tasks of a set beside each launch: more would take their square */

/* ---- how near -------------------------------------------------------------------------------------------- */

/* PROCESS, NODE, NO_PREF, RACK, ANY. */
static int rank_of(enum sw_locality at)
{
    static const int ranks[] = { [SW_AT_PROCESS] = 0, [SW_AT_NODE] = 1, [SW_AT_NONE] = 2, [SW_AT_RACK] = 3,
                                 [SW_AT_ANY] = 4 };
    return ranks[at];
}

/* ---- R5, R6: was there a round? ---------------------------------------------------------------------- */

static bool is_multiple(const struct audit *a) { return a->now_us % a->rules.revive_us == 0; }

/* Of all executors. */
static bool is_due(const struct audit *a, const struct event *first, const struct event *end)
{
    for (const struct event *ev = first; ev < end; ev++)
        if (ev->kind == EV_READY || ev->kind == EV_CHANGE || ev->kind == EV_TAKEN || ev->kind == EV_LOST
            || ev->kind == EV_KILL
            || ((ev->kind == EV_END || ev->kind == EV_LATE_END) && a->row[ev->of].outcome == SW_FAILED))
            return true;
    return is_multiple(a);
}

/* Launches of a node. */
void audit_offers_called(struct sweep *s, const struct event *ev, size_t n, const struct event *first)
{
    struct audit *a = s->a;
    bool called = s->unsure || !s->clear || is_due(a, first, ev);
    for (; first < ev && !called; first++)
        called = first->kind == EV_FREE && row_of(s, first)->node == ev->order;
    for (size_t i = 0; i < n && !called; i++)
        audit_fault(a, OF_TURNS, row_of(s, &ev[i]), "R6", "launched at %s, when there was no round of offers for '%s'",
                    S(s->now_us), a->cl->node[ev->order].name);
}

/* ---- R10, R11: which task ------------------------------------------------------------------------------ */

static bool is_launch(const struct event *ev) { return ev->kind == EV_LAUNCH; }

/* It waits after the instant, and nothing of its set came back in it. So it was there when another was launched. */
static bool waits_on(const struct audit *a, const struct stage *st, uint32_t task)
{
    return st->open && st->back_us != a->now_us && audit_stage_waits(st, task);
}

static void check_task(struct audit *a, const struct row *row)
{
    struct stage *st = stage_of(a, row);
    int own = rank_of(row->at), looked = 0;
    for (uint32_t t = st->next_waiting; st->open && t < st->n_tasks && looked < LOOKED_AT; t++) {
        if (!waits_on(a, st, t))
            continue;
        looked++;
        int other = rank_of(audit_wishes_distance(a, st, t, row->node));
        if (other > own || (other == own && (t > row->task || st->back_us >= 0 || own == rank_of(SW_AT_RACK))))
            continue; /* which of a rack is R20's matter */
        audit_fault(a, OF_TURNS, row, "R11",
                    "launched at %s with locality %s, though task %u of its stage was there with %s",
                    S(row->launch_us), sw_locality_words[row->at], t,
                    sw_locality_words[audit_wishes_distance(a, st, t, row->node)]);
        return;
    }
}

/* ---- R14 to R16: waits --------------------------------------------------------------------------------- */

/* What a set that stands at a level waits for before it is allowed another, as long as this task waits with it: for
 * the executors, the hosts and the racks that it prefers. All of the cluster are alive. */
static int64_t waits_between(struct audit *a, const struct stage *st, uint32_t task, int from, int to)
{
    const bool has[] = { st->executor_first && st->executor_first[task] < st->executor_first[task + 1] };
    uint32_t n;
    bool known = false;
    int64_t us = from <= 0 && to > 0 && has[0] ? a->rules.process_us : 0;
    const uint32_t *host = audit_place_hosts(a, st, task, &n);
    for (uint32_t i = 0; i < n; i++)
        known |= audit_wishes_rack_known(a, host[i]);
    us += from <= 1 && to > 1 && n ? a->rules.wait[0] : 0;
    return us + (from <= 3 && to > 3 && known ? a->rules.wait[1] : 0);
}

/* The farthest of an instant came first of those that are so far. */
static void check_wait(struct audit *a, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    bool by_launch = a->rules.spark_2;
    if (st->has_none && row->at == SW_AT_NODE) /* in a pass at NO_PREF it is allowed at once */
        return;
    int from = by_launch ? st->rank : st->has_none; /* R16: one launched so may raise the level to NODE */
    int64_t since_us = by_launch ? st->ranked_us : st->ready_us;
    int64_t need_us = waits_between(a, st, row->task, from, rank_of(row->at)), had_us = row->launch_us - since_us;
    if (had_us < need_us)
        audit_fault(a, OF_TURNS, row, "R14", "launched further away than the rule allows: %s after %s s, not %s",
                    sw_locality_words[row->at], S(had_us), S(need_us));
}

static int farthest_of(struct sweep *s, const struct stage *st, const struct event *ev, const struct event *end)
{
    int most = -1;
    for (; ev < end; ev++)
        if (is_launch(ev) && stage_of(s->a, row_of(s, ev)) == st && row_of(s, ev)->at != SW_AT_NONE
            && rank_of(row_of(s, ev)->at) > most)
            most = rank_of(row_of(s, ev)->at);
    return most;
}

void audit_offers_open(struct audit *a, struct stage *st)
{
    st->rank = 0;
    st->ranked_us = a->now_us;
    st->back_us = -1;
    st->next_waiting = 0;
    st->has_none = st->n_left[1] > 0;
}

/* R15: the order in the instant is not known, so the set may stand where its farthest launch put it. A pass at NO_PREF
 * sets nothing, so where there may have been one, it may stand where it stood, too. */
static void move_set(struct sweep *s, struct stage *st, const struct event *ev, const struct event *end)
{
    int most = farthest_of(s, st, ev, end);
    while (st->open && st->next_waiting < st->n_tasks && st->back_us < 0 && !audit_stage_waits(st, st->next_waiting))
        st->next_waiting++;
    if (most < 0 || st->ranked_us == s->now_us)
        return;
    st->rank = st->has_none && st->rank > most ? st->rank : most;
    st->ranked_us = st->has_none ? st->ranked_us : s->now_us;
}

/* ---- free slots ------------------------------------------------------------------------------------------ */

/* A task that an executor's offer may not leave: it prefers the executor, or nothing; or no wait holds any back. */
static uint32_t must_go(const struct stage *st, uint32_t node, bool any)
{
    int looked = 0;
    for (uint32_t t = st->next_waiting; t < st->n_tasks && looked < LOOKED_AT; t++) {
        if (!audit_stage_waits(st, t))
            continue;
        looked++;
        if (any || !audit_wishes_prefers(st, t) || audit_wishes_executor(st, t, node))
            return t;
    }
    return NONE;
}

/* P, N and R; and a round more where R14 sets the timer to now. */
static int64_t longest_us(const struct audit *a)
{
    int64_t waits_us = a->rules.process_us + a->rules.wait[0] + a->rules.wait[1];
    return waits_us ? waits_us + 4 * a->rules.revive_us : 0;
}

/* all: of all sets that are ready now; else of those that waited before the instant. */
static void check_free(struct audit *a, uint32_t node, bool all, bool any)
{
    if (!a->node[node].up || a->node[node].slots[0] <= a->node[node].occupied[0] || a->changes)
        return;
    for (uint32_t i = 0; i < a->n_waiting[0]; i++) {
        const struct stage *st = a->waiting[0][i];
        if (!all && (st->opened_us == a->now_us || st->back_us == a->now_us))
            continue;
        if (!audit_turn_in_queue(a, st) || must_go(st, node, any) == NONE)
            continue;
        audit_fault(a, OF_TURNS, NULL, "R10",
                    "task %u of stage %llu of job '%s' waits at %s, though '%s' had a free slot in a round",
                    must_go(st, node, any), (unsigned long long)st->number, a->job[st->job].id, S(a->now_us),
                    a->cl->node[node].name);
        return;
    }
}

/* After an instant with its launches. */
void audit_offers_at(struct sweep *s, const struct event *ev, size_t n)
{
    struct audit *a = s->a;
    const struct event *end = ev + n;
    for (const struct event *it = ev; it < end && s->clear; it++) {
        const struct row *row = is_launch(it) ? row_of(s, it) : NULL;
        if (!row)
            continue;
        check_task(a, row);
        const struct stage *st = stage_of(a, row);
        bool returned = st->open && bit_get(st->returned, row->task); /* it may not have waited all the time */
        if (!a->changes && !returned && row->at != SW_AT_NONE && rank_of(row->at) == farthest_of(s, st, ev, end))
            check_wait(a, row);
    }
    for (const struct event *it = ev; it < end; it++)
        if (is_launch(it))
            move_set(s, stage_of(a, row_of(s, it)), ev, end);
    bool all = is_due(a, ev, end);
    for (uint32_t i = 0; i < a->cl->n_nodes && all && s->clear; i++)
        check_free(a, i, true, !longest_us(a));
    for (const struct event *it = ev; it < end && !all && s->clear; it++)
        if (it->kind == EV_FREE)
            check_free(a, row_of(s, it)->node, false, !longest_us(a));
}

/* A round at a multiple of the time between instants, at which nothing changes. Slots that are free for longer than
 * all waits take any task. */
void audit_offers_between(struct sweep *s, int64_t until_us)
{
    struct audit *a = s->a;
    if (s->unsure || s->now_us < 0 || (s->now_us / a->rules.revive_us + 1) * a->rules.revive_us >= until_us)
        return;
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        check_free(a, i, true, until_us - s->now_us > longest_us(a));
}
