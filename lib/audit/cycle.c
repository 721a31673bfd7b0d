/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cycle.c - a cycle of gangs (G3, G4): each waiting job in turn, those that can start now, and reservations for those
 * that are blocked. Each launch has to be the one that follows. */
#include "lib/audit/gangs.h"

enum { MOST_HELD = 16 }; /* rules.c says so: further reservations would take their square */

/* ---- whose turn it is ------------------------------------------------------------------------------------------ */

/* Waiting jobs stand in the order of their pool, pool by pool, or all in one, in which those before `at` are taken. */
static struct gang *next_in_turn(const struct gangs *g, uint32_t *at)
{
    struct gang *best = NULL;
    uint32_t seen = NONE;
    while (!g->a->rules.uses_pools && *at < g->n_waiting && g->waiting[*at]->taken)
        ++*at;
    if (!g->a->rules.uses_pools)
        return *at < g->n_waiting ? g->waiting[*at] : NULL;
    for (uint32_t i = 0; i < g->n_waiting; i++) {
        struct gang *x = g->waiting[i];
        if (x->taken || x->job->pool == seen || !audit_turn_in_queue(g->a, x->st))
            continue;
        seen = x->job->pool;
        if (!best || audit_turn_before(g->a, 0, x->st, best->st))
            best = x;
    }
    return best;
}

struct gang *audit_cycle_oldest(const struct gangs *g)
{
    struct gang *oldest = NULL;
    for (uint32_t i = 0; i < g->n_waiting; i++) {
        const struct job *job = g->waiting[i]->job;
        if (!oldest || job->submit_us < oldest->job->submit_us
            || (job->submit_us == oldest->job->submit_us && job->place < oldest->job->place))
            oldest = g->waiting[i];
    }
    return oldest;
}

/* G11 */
static struct gang *starving(const struct gangs *g)
{
    struct gang *oldest = g->a->rules.max_starve_us < 0 ? NULL : audit_cycle_oldest(g);
    return oldest && g->a->now_us - oldest->job->submit_us > g->a->rules.max_starve_us ? oldest : NULL;
}

/* G3.3 */
static bool is_beyond_maximum(const struct gangs *g, const struct gang *x)
{
    for (uint32_t p = x->job->pool; p != NONE && g->a->rules.uses_pools; p = g->a->pool[p].parent)
        if (g->a->pool[p].max[0] != SW_NO_LIMIT && g->a->pool[p].running[0] + x->n * x->width > g->a->pool[p].max[0])
            return true;
    return false;
}

/* ---- launches -------------------------------------------------------------------------------------------------- */

static void count(struct gangs *g, const struct gang *x, int64_t running, int64_t waiting)
{
    g->a->pool[x->job->pool].waiting[0] += waiting;
    for (uint32_t p = x->job->pool; p != NONE; p = g->a->pool[p].parent)
        g->a->pool[p].running[0] += running;
}

static void list_waiting(struct gangs *g)
{
    struct audit *a = g->a;
    RESERVE(a->waiting[0], g->n_waiting, a->cap_waiting[0]);
    a->n_waiting[0] = g->n_waiting;
    for (uint32_t i = 0; i < g->n_waiting; i++)
        a->waiting[0][i] = g->waiting[i]->st;
}

static void leave_queue(struct gangs *g, const struct gang *x)
{
    uint32_t i = 0;
    while (g->waiting[i] != x)
        i++;
    for (g->n_waiting--; i < g->n_waiting; i++)
        g->waiting[i] = g->waiting[i + 1];
    list_waiting(g);
}

static void take_slots(struct gangs *g, struct gang *x)
{
    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t node = x->node[i];
        if ((g->free[node] -= x->width) < 0) {
            audit_fault(g->a, OF_SLOTS, &g->a->row[g->a->by_task[x->job->first_row + i]], "G5",
                        "launched at %s on '%s', which has fewer than %lld free slots", S(x->launch_us),
                        g->a->cl->node[node].name, (long long)x->width);
            return;
        }
        g->on[g->first_on[node] + g->n_on[node]++] = x;
    }
    g->running[g->n_running++] = x;
    x->runs = x->started = true;
    count(g, x, x->n * x->width, -(int64_t)x->n * x->width);
    leave_queue(g, x);
}

static void leave_node(struct gangs *g, const struct gang *x, uint32_t node)
{
    struct gang **on = &g->on[g->first_on[node]];
    uint32_t i = 0;
    while (on[i] != x)
        i++;
    on[i] = on[--g->n_on[node]];
    g->free[node] += x->width;
}

void audit_cycle_end(struct gangs *g, struct gang *x)
{
    uint32_t i = 0;
    for (uint32_t k = 0; k < x->n; k++)
        leave_node(g, x, x->node[k]);
    while (g->running[i] != x)
        i++;
    g->running[i] = g->running[--g->n_running];
    x->runs = false;
    count(g, x, -(int64_t)x->n * x->width, 0);
}

void audit_cycle_came(struct gangs *g, struct gang *x)
{
    count(g, x, 0, x->n * x->width);
    list_waiting(g);
}

static void check_nodes(struct gangs *g, const struct gang *x)
{
    audit_plan_choose(g, x);
    for (uint32_t i = 0; i < x->n; i++)
        if (!g->chosen[x->node[i]])
            audit_fault(g->a, OF_TURNS, &g->a->row[g->a->by_task[x->job->first_row + i]], "G6",
                        "launched on '%s', which is not among the nodes to take", g->a->cl->node[x->node[i]].name);
}

/* ---- a cycle --------------------------------------------------------------------------------------------------- */

static void start_now(struct gangs *g, struct gang *x)
{
    struct audit *a = g->a;
    if (x->launch_us != a->now_us) {
        audit_fault(a, OF_TURNS, x->first, "G3.2", "job '%s' waits at %s, though it could start on %u nodes",
                    x->job->id, S(a->now_us), x->n);
        return;
    }
    check_nodes(g, x);
    take_slots(g, x);
}

/* Whether those behind it are taken, too. */
static bool is_passed(struct gangs *g, struct gang *x)
{
    struct audit *a = g->a;
    if (audit_plan_waits_for_rack(g, x) && x->tried_us < 0 && audit_plan_fits_now(g, x))
        x->tried_us = a->now_us;
    if (a->rules.reservations != SW_BLOCKED_ENDS && (int64_t)g->n_held < a->rules.reservations)
        audit_plan_reserve(g, x);
    return a->rules.reservations != SW_BLOCKED_ENDS && g->n_held <= MOST_HELD;
}

/* False: it has more reservations than are followed. */
static bool take_in_turn(struct gangs *g)
{
    struct gang *x;
    uint32_t at = 0;
    for (uint32_t i = 0; i < g->n_waiting; i++)
        g->waiting[i]->taken = g->waiting[i]->tried = false;
    g->others_next = false;
    if ((g->alone = starving(g))) {
        g->alone->tried = true;
        if ((g->others_next = audit_plan_starts_now(g, g->alone)))
            start_now(g, g->alone);
        return true;
    }
    while (!g->a->group && (x = next_in_turn(g, &at))) {
        x->taken = true;
        if (is_beyond_maximum(g, x))
            continue;
        x->tried = true;
        if (audit_plan_starts_now(g, x))
            start_now(g, x);
        else if (!is_passed(g, x))
            break;
    }
    return g->n_held <= MOST_HELD;
}

static void release(struct gangs *g)
{
    for (size_t i = 0; i < g->n_held; i++)
        xfree(g->held[i].on);
    g->n_held = 0;
}

/* What takes no time has ended then, and its slots are free for a further cycle of the instant. */
static bool end_at_once(struct gangs *g)
{
    bool any = false;
    for (uint32_t i = g->n_running; i-- > 0; )
        if (g->running[i]->finish_us == g->a->now_us) {
            audit_cycle_end(g, g->running[i]);
            any = true;
        }
    return any;
}

static void say_why_not(struct gangs *g, const struct gang *x)
{
    struct audit *a = g->a;
    if (is_beyond_maximum(g, x))
        audit_fault(a, OF_TURNS, x->first, "G3.3", "launched at %s, though its pool would be beyond its maximum",
                    S(a->now_us));
    else if (g->alone && !x->tried)
        audit_fault(a, OF_TURNS, x->first, "G11.1", "launched at %s, when job '%s' was taken alone", S(a->now_us),
                    g->alone->job->id);
    else if (x->tried)
        audit_fault(a, OF_TURNS, x->first, "G5", "launched at %s, when it could not start", S(a->now_us));
    else
        audit_fault(a, OF_TURNS, x->first, "G4.1", "launched at %s, behind a job that waits", S(a->now_us));
}

/* Those that no cycle took. What takes no time leaves nothing behind. */
static void take_others(struct gangs *g, uint32_t from, uint32_t to, bool known)
{
    for (uint32_t i = from; i < to && !g->a->group; i++) {
        struct gang *x = g->by_launch[i];
        if (x->started)
            continue;
        if (known)
            say_why_not(g, x);
        else if (x->finish_us > g->a->now_us)
            take_slots(g, x);
        else {
            count(g, x, 0, -(int64_t)x->n * x->width);
            leave_queue(g, x);
        }
    }
}

void audit_cycle(struct gangs *g, uint32_t from, uint32_t to, bool known)
{
    for (bool again = known; again && !g->a->group; ) {
        known = take_in_turn(g);
        release(g);
        again = known && !g->a->group && end_at_once(g);
    }
    g->others_next |= !known; /* G11.1: who went alone is not known */
    g->blind |= !known && g->a->rules.since_first; /* G8.2: some wait may have begun */
    take_others(g, from, to, known);
    for (uint32_t i = from; i < to; i++)
        g->by_launch[i]->started = true;
}
