/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.c - jobs that start all at once (section 17): all tasks or none, no slot used twice, the wait for one rack.
 * Who waits, what runs and the estimates follow from the log, so each cycle is made once more. */
#include "lib/audit/gangs.h"
#include <stdlib.h>
#include <string.h>

#define YEAR_US (INT64_C(365) * 86400 * SW_US_PER_S)

/* ---- loading --------------------------------------------------------------------------------------------- */

static const struct row *nth(const struct audit *a, const struct job *job, uint32_t i)
{
    return &a->row[a->by_task[job->first_row + i]];
}

static int by_number(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

static int64_t slots_of(const struct audit *a, uint32_t node) { return (int64_t)a->node[node].span[0].slots[0]; }

/* G8.4: in the rack that has most of them. Jobs of one width often follow one another. */
static uint32_t most_in_a_rack(struct gangs *g, int64_t width)
{
    const struct audit *a = g->a;
    if (g->room_width == width)
        return g->most_room;
    g->room_width = width;
    g->most_room = 0;
    memset(g->room, 0, a->cl->n_racks * sizeof *g->room);
    for (uint32_t i = 0; i < a->cl->n_nodes; i++) {
        uint32_t rack = audit_choice_rack(a, i);
        g->room[rack] += slots_of(a, i) >= width;
        g->most_room = g->room[rack] > g->most_room ? g->room[rack] : g->most_room;
    }
    return g->most_room;
}

static int64_t asked_cpu_time(const struct job *job, uint32_t tasks)
{
    __int128 us = (__int128)job->limit_us * (job->cpus > tasks ? job->cpus : tasks);
    return job->limit_us < 0 || us > INT64_MAX ? INT64_MAX : (int64_t)us;
}

static void load(struct gangs *g, const struct job *job)
{
    const struct audit *a = g->a;
    struct gang *x = &g->gang[g->n++];
    uint32_t s = 0;
    while (s + 1 < job->n_stages && !job->stage[s].n_tasks)
        s++;
    *x = (struct gang){ .job = job, .st = &job->stage[s], .n = job->stage[s].n_tasks, .tried_us = -1 };
    x->width = a->rules.whole_nodes ? slots_of(a, 0) : job->width;
    x->fits = x->n <= most_in_a_rack(g, x->width);
    x->estimate_us = job->limit_us < 0 ? YEAR_US : max_i64(job->limit_us, 1);
    x->asked_us = asked_cpu_time(job, x->n);
    x->launch_us = x->finish_us = NEVER;
    if (!job->n_rows)
        return;
    x->first = nth(a, job, 0);
    x->launch_us = x->first->launch_us;
    x->finish_us = x->first->finish_us;
    x->node = xcalloc(x->n, sizeof *x->node);
}

/* ---- G1, G7: all or none --------------------------------------------------------------------------------- */

static enum sw_locality level_of(const struct audit *a, const struct gang *x)
{
    for (uint32_t i = 1; i < x->n; i++)
        if (a->rules.no_rack_level || a->cl->node[x->node[i]].rack != a->cl->node[x->node[0]].rack)
            return SW_AT_ANY;
    return x->n > 1 ? SW_AT_RACK : SW_AT_NODE;
}

static void check_nodes(struct audit *a, struct gang *x)
{
    for (uint32_t i = 0; i < x->n; i++) {
        x->node[i] = nth(a, x->job, i)->node;
        if (i && x->node[i] <= x->node[i - 1])
            audit_fault(a, OF_TASKS, nth(a, x->job, i), x->node[i] == x->node[i - 1] ? "G1" : "G6.1",
                        x->node[i] == x->node[i - 1] ? "on the node of another task of its job"
                                                     : "on a node before that of the task before it");
    }
    qsort(x->node, x->n, sizeof *x->node, by_number);
}

static void check_whole(struct audit *a, struct gang *x)
{
    for (uint32_t i = 0; i < x->job->n_rows; i++) {
        const struct row *row = nth(a, x->job, i);
        if (row->launch_us != x->launch_us)
            audit_fault(a, OF_TASKS, row, "G1", "launched at %s, another task of its job at %s", S(row->launch_us),
                        S(x->launch_us));
        else if (row->finish_us != x->finish_us)
            audit_fault(a, OF_TASKS, row, "G7", "ends at %s, another task of its job at %s", S(row->finish_us),
                        S(x->finish_us));
        else if (row->task != i || row->number)
            audit_fault(a, OF_TASKS, row, "G1", "attempt %u of task %u, where task %u has its only one", row->number,
                        row->task, i);
    }
    if (x->job->n_rows != x->n)
        audit_fault(a, OF_TASKS, x->first, "G1", "%u of %u tasks of job '%s' were launched", x->job->n_rows, x->n,
                    x->job->id);
}

static void check_end(struct audit *a, const struct gang *x)
{
    int64_t end_us = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        const struct row *row = nth(a, x->job, i);
        if (row->at != level_of(a, x))
            audit_fault(a, OF_TASKS, row, "G7", "locality is %s, not %s", sw_locality_words[level_of(a, x)],
                        sw_locality_words[row->at]);
        end_us = max_i64(end_us, audit_durations_map_end(a, row, audit_local(a, row), NEVER));
    }
    if (x->finish_us == NEVER ? end_us <= a->rules.until_us : end_us != x->finish_us)
        audit_fault(a, OF_TASKS, x->first, "G7", "the job ends at %s, not %s", S(end_us),
                    x->finish_us == NEVER ? "later" : S(x->finish_us));
}

static void check_gang(struct gangs *g, struct gang *x)
{
    struct audit *a = g->a;
    if (!x->first)
        return;
    check_whole(a, x);
    if (a->group)
        return;
    check_nodes(a, x);
    if (!a->group)
        check_end(a, x);
    if (audit_plan_waits_for_rack(g, x) && nth(a, x->job, 0)->at == SW_AT_ANY && !a->rules.no_rack_level
        && x->launch_us - x->st->ready_us < a->rules.switches_us)
        audit_fault(a, OF_TURNS, x->first, "G8", "not in one rack, %s s after it was ready",
                    S(x->launch_us - x->st->ready_us));
}

/* ---- the order ------------------------------------------------------------------------------------------- */

/* Of jobs that wait none runs anything, so the order of two of a pool stays (O3, O5). Pools stand one after another. */
static bool goes_before(const struct audit *a, const struct gang *x, const struct gang *y)
{
    bool pools = a->rules.uses_pools, fair = pools && !a->pool[x->job->pool].fifo;
    enum order order = a->rules.order;
    if (pools && x->job->pool != y->job->pool)
        return x->job->pool < y->job->pool;
    if ((order == ORDER_SJF || order == ORDER_SRTF) && x->n != y->n)
        return x->n < y->n;
    if ((order == ORDER_FIFO || order == ORDER_CPUT || (pools && !fair)) && x->job->priority != y->job->priority)
        return x->job->priority < y->job->priority;
    if (order == ORDER_CPUT && (x->job->limit_us < 0) != (y->job->limit_us < 0)) /* G10.2 */
        return y->job->limit_us < 0;
    if (order == ORDER_CPUT && x->asked_us != y->asked_us)
        return x->asked_us < y->asked_us;
    if (fair && !x->job->weight != !y->job->weight)
        return x->job->weight > 0;
    if (x->job->submit_us != y->job->submit_us)
        return x->job->submit_us < y->job->submit_us;
    return x->job->place < y->job->place;
}

static int by_ready(const void *x, const void *y)
{
    const struct gang *a = *(struct gang *const *)x, *b = *(struct gang *const *)y;
    return (a->st->ready_us > b->st->ready_us) - (a->st->ready_us < b->st->ready_us);
}

static int by_launch(const void *x, const void *y)
{
    const struct gang *a = *(struct gang *const *)x, *b = *(struct gang *const *)y;
    return (a->launch_us > b->launch_us) - (a->launch_us < b->launch_us);
}

static int by_end(const void *x, const void *y)
{
    const struct gang *a = *(struct gang *const *)x, *b = *(struct gang *const *)y;
    return (a->finish_us > b->finish_us) - (a->finish_us < b->finish_us);
}

static int by_time(const void *x, const void *y)
{
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a > b) - (a < b);
}

static void add_instant(struct gangs *g, int64_t at_us)
{
    if (at_us <= g->a->rules.until_us && at_us < NEVER)
        g->instant[g->n_instants++] = at_us;
}

/* G3, H6 (b): when something ends or comes. */
static void put_in_order(struct gangs *g)
{
    const struct sw_pool_list *list = g->a->pools;
    size_t n_lists = 0;
    for (const struct sw_pool_list *other = list; other; other = other->next)
        n_lists++;
    g->by_ready = xcalloc(g->n, sizeof *g->by_ready);
    g->by_launch = xcalloc(g->n, sizeof *g->by_launch);
    g->by_end = xcalloc(g->n, sizeof *g->by_end);
    g->waiting = xcalloc(g->n, sizeof *g->waiting);
    g->running = xcalloc(g->n, sizeof *g->running);
    g->instant = xcalloc(3 * (size_t)g->n + n_lists, sizeof *g->instant);
    for (uint32_t i = 0; i < g->n; i++) {
        struct gang *x = &g->gang[i];
        g->by_ready[i] = x;
        if (x->first)
            g->by_launch[g->n_launched] = g->by_end[g->n_launched] = x, g->n_launched++;
        add_instant(g, x->job->submit_us);
        add_instant(g, x->st->ready_us);
        if (x->launch_us < x->finish_us)
            add_instant(g, x->finish_us);
    }
    for (list = list ? list->next : NULL; list; list = list->next)
        add_instant(g, list->from_us);
    if (!g->n)
        return;
    qsort(g->by_ready, g->n, sizeof *g->by_ready, by_ready);
    qsort(g->by_launch, g->n_launched, sizeof *g->by_launch, by_launch);
    qsort(g->by_end, g->n_launched, sizeof *g->by_end, by_end);
    qsort(g->instant, g->n_instants, sizeof *g->instant, by_time);
}

/* ---- instants -------------------------------------------------------------------------------------------- */

static void end_gangs(struct gangs *g)
{
    for (; g->next_end < g->n_launched && g->by_end[g->next_end]->finish_us <= g->a->now_us; g->next_end++)
        if (g->by_end[g->next_end]->runs)
            audit_cycle_end(g, g->by_end[g->next_end]);
}

static void set_pools(struct gangs *g)
{
    for (const struct sw_pool_list *list = g->a->pools; list; list = list->next)
        if (list->from_us == g->a->now_us)
            audit_load_set_pools(g->a, list);
}

static void queue_gangs(struct gangs *g)
{
    for (; g->next_ready < g->n && g->by_ready[g->next_ready]->st->ready_us <= g->a->now_us; g->next_ready++) {
        struct gang *x = g->by_ready[g->next_ready];
        uint32_t i = g->n_waiting++;
        for (; i > 0 && goes_before(g->a, x, g->waiting[i - 1]); i--)
            g->waiting[i] = g->waiting[i - 1];
        g->waiting[i] = x;
        audit_cycle_came(g, x);
    }
}

/* What takes no time ends in a later cycle, and what follows it is ready there. */
static bool is_open(const struct gangs *g, uint32_t from, uint32_t to)
{
    bool at_once = false;
    for (uint32_t i = from; i < to; i++)
        at_once |= g->by_launch[i]->finish_us == g->a->now_us;
    for (uint32_t i = 0; i < g->n_waiting && at_once; i++)
        if (g->waiting[i]->st->ready_us == g->a->now_us
            && (g->waiting[i]->job->after != NONE || audit_admit_is_limited(g->a, g->waiting[i]->job)))
            return true;
    return false;
}

static void at_instant(struct gangs *g, bool cycle)
{
    struct audit *a = g->a;
    uint32_t from = g->next_launch;
    audit_usage_until(a, a->now_us);
    end_gangs(g);
    set_pools(g);
    queue_gangs(g);
    audit_usage_until(a, a->now_us + 1);
    while (g->next_launch < g->n_launched && g->by_launch[g->next_launch]->launch_us == a->now_us)
        g->next_launch++;
    g->blind |= a->now_us >= g->blind_us;
    if (!cycle && !g->blind)
        audit_fault(a, OF_TURNS, g->by_launch[from]->first, "G3", "launched at %s, when nothing ended or came",
                    S(a->now_us));
    else
        audit_cycle(g, from, g->next_launch, !g->blind && !is_open(g, from, g->next_launch));
    g->cycle_us = a->now_us;
}

/* G11.2: of the cycles that come by time the next that may do something. That is the one after a job that went alone,
 * or the one at which the oldest starves. */
static int64_t next_by_time(const struct gangs *g)
{
    const struct rules *rules = &g->a->rules;
    if (rules->max_starve_us < 0 || g->blind || g->cycle_us < 0 || !g->n_waiting || (g->alone && !g->others_next))
        return NEVER;
    int64_t after_us = g->cycle_us;
    if (!g->others_next)
        after_us = max_i64(after_us, audit_cycle_oldest(g)->job->submit_us + rules->max_starve_us);
    int64_t next_us = g->cycle_us + ((after_us - g->cycle_us) / rules->iteration_us + 1) * rules->iteration_us;
    return next_us <= rules->until_us ? next_us : NEVER;
}

/* G8: of a job that then waits. */
static int64_t next_wait_end(const struct gangs *g)
{
    int64_t next_us = NEVER;
    for (uint32_t i = 0; i < g->n_waiting; i++)
        if (audit_plan_waits_for_rack(g, g->waiting[i]) && audit_plan_wait_ends(g, g->waiting[i]) > g->a->now_us)
            next_us = min_i64(next_us, audit_plan_wait_ends(g, g->waiting[i]));
    return next_us <= g->a->rules.until_us ? next_us : NEVER;
}

static void sweep(struct gangs *g)
{
    g->a->now_us = -1;
    for (size_t i = 0; !g->a->group; ) {
        int64_t next_us = min_i64(i < g->n_instants ? g->instant[i] : NEVER, next_wait_end(g));
        next_us = min_i64(next_us, next_by_time(g));
        int64_t launch_us = g->next_launch < g->n_launched ? g->by_launch[g->next_launch]->launch_us : NEVER;
        g->a->now_us = min_i64(next_us, launch_us);
        if (g->a->now_us == NEVER)
            break;
        while (i < g->n_instants && g->instant[i] == g->a->now_us)
            i++;
        at_instant(g, next_us <= launch_us);
    }
}

/* ---- all ------------------------------------------------------------------------------------------------- */

static void find_nodes(struct gangs *g)
{
    const struct audit *a = g->a;
    uint32_t n = 0, nodes = a->cl->n_nodes;
    bool *seen = xcalloc(a->cl->n_racks, sizeof *seen);
    g->in_rack = xcalloc(a->cl->n_racks, sizeof *g->in_rack);
    g->rack = xcalloc(a->cl->n_racks, sizeof *g->rack);
    g->free = xcalloc(nodes, sizeof *g->free);
    g->slots = xcalloc(nodes, sizeof *g->slots);
    g->chosen = xcalloc(nodes, sizeof *g->chosen);
    g->n_on = xcalloc(nodes, sizeof *g->n_on);
    g->first_on = xcalloc(nodes + 1, sizeof *g->first_on);
    for (uint32_t i = 0; i < nodes; i++) {
        g->free[i] = slots_of(a, i);
        g->first_on[i + 1] = g->first_on[i] + (uint32_t)slots_of(a, i);
        if (seen[audit_choice_rack(a, i)])
            continue;
        seen[audit_choice_rack(a, i)] = true;
        g->rack[n++] = audit_choice_rack(a, i);
    }
    g->on = xcalloc(g->first_on[nodes], sizeof *g->on);
    xfree(seen);
}

/* A job that was not let in, or of which no row tells, may have been there. */
static int64_t blind_from(const struct audit *a)
{
    int64_t blind_us = audit_times_hidden_from(a);
    for (uint32_t j = 0; j < a->n_jobs; j++)
        if (a->job[j].admit_us == NEVER)
            blind_us = min_i64(blind_us, a->job[j].submit_us);
    return blind_us;
}

static void reset(struct gangs *g)
{
    struct audit *a = g->a;
    if (a->pools)
        audit_load_set_pools(a, a->pools);
    for (uint32_t p = 0; p < a->n_pools; p++)
        a->pool[p].running[0] = a->pool[p].waiting[0] = 0;
    for (uint32_t j = 0; j < a->n_jobs; j++)
        a->job[j].running[0] = 0;
    a->n_waiting[0] = 0;
    g->blind_us = blind_from(a);
    audit_usage_start(a);
}

static void forget(struct gangs *g)
{
    void *const arrays[] = { g->by_ready, g->by_launch, g->by_end, g->waiting, g->running, g->free, g->slots,
                             g->in_rack, g->room, g->rack, g->instant, g->held, g->chosen, g->n_on, g->first_on,
                             g->on };
    for (uint32_t i = 0; i < g->n; i++)
        xfree(g->gang[i].node);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        xfree(arrays[i]);
    xfree(g->gang);
}

void audit_gangs(struct audit *a)
{
    struct gangs g = { .a = a, .room_width = -1, .cycle_us = -1 };
    g.room = xcalloc(a->cl->n_racks, sizeof *g.room);
    g.gang = xcalloc(a->n_jobs, sizeof *g.gang);
    for (uint32_t j = 0; j < a->n_jobs; j++)
        load(&g, &a->job[j]);
    for (uint32_t i = 0; i < g.n && !a->group; i++)
        check_gang(&g, &g.gang[i]);
    if (!a->group) {
        reset(&g);
        put_in_order(&g);
        find_nodes(&g);
        sweep(&g);
    }
    forget(&g);
}
