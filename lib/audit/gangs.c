/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.c - jobs that start all at once (section 17): all tasks or none, no slot used twice, the wait for one rack.
 * No job overtakes where none may. The first blocked job keeps its reservation.
 *
 * When a job was blocked follows from who waits, what runs and the estimates. Of orders that follow what runs the log
 * says too little of whose turn it was. At an instant at which a gang of length 0 ran there were several cycles; of it
 * turns and nodes are not checked. */
#include "lib/audit/audit.h"
#include <stdlib.h>
#include <string.h>

#define YEAR_US (INT64_C(365) * 86400 * SW_US_PER_S)

struct gang {
    const struct job *job;
    const struct stage *st;
    const struct row *first;      /* of its rows, by task; NULL: it was not launched */
    uint32_t *node, n;            /* where it ran, in cluster order; tasks */
    int64_t width, estimate_us, launch_us, finish_us, wait_ends_us;
    int64_t promised_us;          /* to the first of the queue; NEVER: nothing */
};
struct gangs {
    struct audit *a;
    struct gang *gang;
    uint32_t n;
    struct gang **by_turn, **by_launch, **by_end; /* of the last two those that were launched */
    uint32_t n_launched, next_launch, next_end;
    int64_t *free;                /* of each node */
    uint32_t *in_rack, *rack;     /* racks in the order of their first node */
    int64_t *instant;
    size_t n_instants;
    bool ordered, estimates_hold;
};

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

static uint32_t rack_of(const struct audit *a, uint32_t node)
{
    return a->rules.no_rack_level ? 0 : a->cl->node[node].rack;
}

static bool waits_for_rack(const struct gangs *g, const struct gang *x)
{
    return g->a->rules.switches_us > 0 && x->n > 1;
}

static int64_t slots_of(const struct audit *a, uint32_t node) { return (int64_t)a->node[node].span[0].slots[0]; }

static void load(struct gangs *g, const struct job *job)
{
    const struct audit *a = g->a;
    struct gang *x = &g->gang[g->n++];
    uint32_t s = 0;
    while (s + 1 < job->n_stages && !job->stage[s].n_tasks)
        s++;
    *x = (struct gang){ .job = job, .st = &job->stage[s], .n = job->stage[s].n_tasks, .promised_us = NEVER };
    x->width = a->rules.whole_nodes ? slots_of(a, 0) : job->width;
    x->estimate_us = job->limit_us < 0 ? YEAR_US : max_i64(job->limit_us, 1);
    x->launch_us = x->finish_us = x->wait_ends_us = NEVER;
    if (waits_for_rack(g, x) && !a->rules.since_first && x->st->ready_us < NEVER)
        x->wait_ends_us = x->st->ready_us + a->rules.switches_us;
    if (!job->n_rows)
        return;
    x->first = nth(a, job, 0);
    x->launch_us = x->first->launch_us;
    x->finish_us = x->first->finish_us;
    x->node = audit_memory_alloc(x->n, sizeof *x->node);
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
    g->estimates_hold &= min_i64(x->finish_us, a->rules.until_us) - x->launch_us <= x->estimate_us;
    if (waits_for_rack(g, x) && nth(a, x->job, 0)->at == SW_AT_ANY && !a->rules.no_rack_level
        && x->launch_us - x->st->ready_us < a->rules.switches_us)
        audit_fault(a, OF_TURNS, x->first, "G8", "not in one rack, %s s after it was ready",
                    S(x->launch_us - x->st->ready_us));
}

/* ---- the order ------------------------------------------------------------------------------------------- */

static int by_turn(const void *x, const void *y, void *rules)
{
    const struct gang *a = *(struct gang *const *)x, *b = *(struct gang *const *)y;
    if (((struct rules *)rules)->order == ORDER_SJF) {
        if (a->n != b->n) return a->n < b->n ? -1 : 1;
    } else if (a->job->priority != b->job->priority) {
        return a->job->priority < b->job->priority ? -1 : 1;
    }
    if (a->job->submit_us != b->job->submit_us) return a->job->submit_us < b->job->submit_us ? -1 : 1;
    return a->job->place < b->job->place ? -1 : 1;
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

static void put_in_order(struct gangs *g)
{
    g->by_turn = audit_memory_alloc(g->n, sizeof *g->by_turn);
    g->by_launch = audit_memory_alloc(g->n, sizeof *g->by_launch);
    g->by_end = audit_memory_alloc(g->n, sizeof *g->by_end);
    g->instant = audit_memory_alloc(4 * (size_t)g->n, sizeof *g->instant);
    for (uint32_t i = 0; i < g->n; i++) {
        struct gang *x = &g->gang[i];
        const int64_t times[] = { x->launch_us, x->finish_us, x->st->ready_us, x->wait_ends_us };
        g->by_turn[i] = x;
        if (x->first)
            g->by_launch[g->n_launched] = g->by_end[g->n_launched] = x, g->n_launched++;
        for (int k = 0; k < 4; k++)
            if (times[k] <= g->a->rules.until_us && times[k] < NEVER)
                g->instant[g->n_instants++] = times[k];
    }
    if (!g->n)
        return;
    qsort_r(g->by_turn, g->n, sizeof *g->by_turn, by_turn, &g->a->rules);
    qsort(g->by_launch, g->n_launched, sizeof *g->by_launch, by_launch);
    qsort(g->by_end, g->n_launched, sizeof *g->by_end, by_end);
    qsort(g->instant, g->n_instants, sizeof *g->instant, by_time);
}

/* ---- who could start, and when --------------------------------------------------------------------------- */

static bool waits(const struct gang *x, int64_t at_us)
{
    return x->st->ready_us <= at_us && x->launch_us > at_us;
}

/* Nodes that have the slots; in a->in_rack how many of each rack. */
static uint32_t count_free(struct gangs *g, const struct gang *x)
{
    uint32_t n = 0;
    memset(g->in_rack, 0, g->a->cl->n_racks * sizeof *g->in_rack);
    for (uint32_t i = 0; i < g->a->cl->n_nodes; i++)
        if (g->free[i] >= x->width) {
            g->in_rack[rack_of(g->a, i)]++;
            n++;
        }
    return n;
}

static uint32_t n_racks(const struct audit *a) { return a->rules.no_rack_level ? 1 : a->cl->n_racks; }

static uint32_t fullest(const struct gangs *g)
{
    uint32_t best = g->rack[0];
    for (uint32_t k = 1; k < n_racks(g->a); k++)
        if (g->in_rack[g->rack[k]] > g->in_rack[best])
            best = g->rack[k];
    return best;
}

/* With what is free, at that time. */
static bool can_start(struct gangs *g, const struct gang *x, int64_t at_us)
{
    if (count_free(g, x) < x->n)
        return false;
    return !waits_for_rack(g, x) || g->in_rack[fullest(g)] >= x->n || (x->wait_ends_us <= at_us);
}

/* G5, of the first in the queue: when what runs has ended as expected. NEVER: not known. */
static int64_t shadow(struct gangs *g, const struct gang *x)
{
    struct audit *a = g->a;
    uint32_t n = 0;
    struct { int64_t at_us; const struct gang *of; } *ends = audit_memory_alloc(g->n_launched, sizeof *ends);
    int64_t at_us = a->now_us, *kept = audit_memory_alloc(a->cl->n_nodes, sizeof *kept);
    memcpy(kept, g->free, a->cl->n_nodes * sizeof *kept);
    for (uint32_t i = 0; i < g->next_launch; i++) {
        const struct gang *y = g->by_launch[i];
        int64_t end_us = y->launch_us + y->estimate_us;
        if (y->finish_us > a->now_us) {
            ends[n].at_us = end_us > a->now_us ? end_us : a->now_us + SW_US_PER_S;
            ends[n++].of = y;
        }
    }
    if (n)
        qsort(ends, n, sizeof *ends, by_time);
    for (uint32_t i = 0; !can_start(g, x, at_us); ) {
        int64_t wait_us = waits_for_rack(g, x) && x->wait_ends_us > at_us ? x->wait_ends_us : NEVER;
        if (i == n && wait_us == NEVER) {
            at_us = NEVER;
            break;
        }
        at_us = i < n && ends[i].at_us <= wait_us ? ends[i].at_us : wait_us;
        for (; i < n && ends[i].at_us == at_us; i++)
            for (uint32_t k = 0; k < ends[i].of->n; k++)
                g->free[ends[i].of->node[k]] += ends[i].of->width;
    }
    memcpy(g->free, kept, a->cl->n_nodes * sizeof *kept);
    audit_memory_free(kept);
    audit_memory_free(ends);
    return at_us;
}

/* ---- an instant ------------------------------------------------------------------------------------------ */

/* G6, where no reservation stands before it: the nodes that the launch must take. */
static void check_choice(struct gangs *g, const struct gang *x)
{
    struct audit *a = g->a;
    uint32_t left = x->n, *cursor = audit_memory_alloc(a->cl->n_racks, sizeof *cursor);
    count_free(g, x);
    uint32_t best = fullest(g);
    bool fits = g->in_rack[best] >= x->n, *chosen = audit_memory_alloc(a->cl->n_nodes, sizeof *chosen);
    while (left) {
        uint32_t before = left;
        for (uint32_t k = 0; k < n_racks(a) && left; k++) {
            uint32_t rack = fits ? best : g->rack[k], *at = &cursor[rack];
            while (*at < a->cl->n_nodes && (rack_of(a, *at) != rack || g->free[*at] < x->width))
                ++*at;
            if (*at == a->cl->n_nodes)
                continue;
            chosen[(*at)++] = true;
            left--;
        }
        if (left == before)
            break; /* another check says that it did not fit */
    }
    for (uint32_t i = 0; i < x->n && !left; i++)
        if (!chosen[x->node[i]])
            audit_fault(a, OF_TURNS, nth(a, x->job, i), "G6", "launched on '%s', which is not among the nodes to take",
                        a->cl->node[x->node[i]].name);
    audit_memory_free(cursor);
    audit_memory_free(chosen);
}

static void take_slots(struct gangs *g, const struct gang *x)
{
    for (uint32_t i = 0; i < x->n; i++)
        if ((g->free[x->node[i]] -= x->width) < 0)
            audit_fault(g->a, OF_SLOTS, nth(g->a, x->job, i), "G5",
                        "launched at %s on '%s', which has no %lld free slots", S(x->launch_us),
                        g->a->cl->node[x->node[i]].name, (long long)x->width);
}

/* Those of the instant in turn, with what stands before them. */
static void launch_in_turn(struct gangs *g, bool clear)
{
    struct audit *a = g->a;
    const struct gang *blocked = NULL;
    for (uint32_t i = 0; i < g->n; i++) {
        struct gang *x = g->by_turn[i];
        if (!blocked && waits(x, a->now_us))
            blocked = x;
        if (x->launch_us != a->now_us || x->launch_us == x->finish_us)
            continue;
        if (clear && g->ordered && blocked && a->rules.reservations == SW_BLOCKED_ENDS)
            audit_fault(a, OF_TURNS, x->first, "G4.1", "launched at %s before job '%s', which waits", S(x->launch_us),
                        blocked->job->id);
        if (clear && g->ordered && (!blocked || a->rules.reservations <= 0))
            check_choice(g, x);
        take_slots(g, x);
    }
}

static void free_slots(struct gangs *g)
{
    for (; g->next_end < g->n_launched && g->by_end[g->next_end]->finish_us <= g->a->now_us; g->next_end++) {
        const struct gang *x = g->by_end[g->next_end];
        for (uint32_t i = 0; i < x->n && x->launch_us != x->finish_us; i++)
            g->free[x->node[i]] += x->width;
    }
}

/* The state after all launches: the first that waits cannot start, nor can any under skip. */
static void check_waiting(struct gangs *g)
{
    struct audit *a = g->a;
    struct gang *head = NULL;
    for (uint32_t i = 0; i < g->n; i++) {
        struct gang *x = g->by_turn[i];
        if (!waits(x, a->now_us))
            continue;
        if ((!head && g->ordered) || (a->rules.reservations == 0 && !a->rules.uses_pools))
            if (can_start(g, x, a->now_us))
                audit_fault(a, OF_TURNS, x->first, "G3.2", "job '%s' waits at %s, though %u nodes have %lld free slots",
                            x->job->id, S(a->now_us), x->n, (long long)x->width);
        if (head)
            x->promised_us = NEVER; /* another stands before it */
        head = head ? head : x;
    }
    if (!head || !g->ordered || a->rules.reservations <= 0 || !g->estimates_hold)
        return;
    if (head->promised_us < NEVER && head->promised_us < a->now_us)
        audit_fault(a, OF_TURNS, head->first, "G4.3", "job '%s' waits at %s, though it had a reservation from %s on",
                    head->job->id, S(a->now_us), S(head->promised_us));
    head->promised_us = min_i64(head->promised_us, shadow(g, head));
}

static void check_promise(struct gangs *g, const struct gang *x)
{
    if (x->promised_us < x->launch_us)
        audit_fault(g->a, OF_TURNS, x->first, "G4.3", "launched at %s, though it had a reservation from %s on",
                    S(x->launch_us), S(x->promised_us));
}

/* A job that comes now stands before those behind it, whatever was promised to them. */
static void forget_promises(struct gangs *g)
{
    bool came = false;
    for (uint32_t i = 0; i < g->n; i++) {
        if (came)
            g->by_turn[i]->promised_us = NEVER;
        came |= g->by_turn[i]->st->ready_us == g->a->now_us;
    }
}

static void at_instant(struct gangs *g, bool cycle)
{
    struct audit *a = g->a;
    bool clear = true;
    uint32_t from = g->next_launch;
    free_slots(g);
    forget_promises(g);
    for (; g->next_launch < g->n_launched && g->by_launch[g->next_launch]->launch_us == a->now_us; g->next_launch++) {
        const struct gang *x = g->by_launch[g->next_launch];
        clear &= x->launch_us != x->finish_us;
        if (!cycle && clear && !a->rules.since_first)
            audit_fault(a, OF_TURNS, x->first, "G3", "launched at %s, when nothing ended or came", S(x->launch_us));
        check_promise(g, x);
    }
    if (from < g->next_launch)
        launch_in_turn(g, clear);
    check_waiting(g);
}

/* ---- all ------------------------------------------------------------------------------------------------- */

static bool is_cycle(const struct gangs *g, size_t from, size_t to, uint32_t launches)
{
    (void)g;
    return to - from > launches; /* besides launches an end, a job that is ready, the end of a wait */
}

static void sweep(struct gangs *g)
{
    for (size_t i = 0, end; i < g->n_instants && !g->a->group; i = end) {
        uint32_t launches = 0;
        g->a->now_us = g->instant[i];
        for (end = i; end < g->n_instants && g->instant[end] == g->a->now_us; end++)
            ;
        while (g->next_launch + launches < g->n_launched
               && g->by_launch[g->next_launch + launches]->launch_us == g->a->now_us)
            launches++;
        at_instant(g, is_cycle(g, i, end, launches));
    }
}

static void find_racks(struct gangs *g)
{
    const struct audit *a = g->a;
    uint32_t n = 0;
    bool *seen = audit_memory_alloc(a->cl->n_racks, sizeof *seen);
    g->in_rack = audit_memory_alloc(a->cl->n_racks, sizeof *g->in_rack);
    g->rack = audit_memory_alloc(a->cl->n_racks, sizeof *g->rack);
    g->free = audit_memory_alloc(a->cl->n_nodes, sizeof *g->free);
    for (uint32_t i = 0; i < a->cl->n_nodes; i++) {
        g->free[i] = slots_of(a, i);
        if (seen[rack_of(a, i)])
            continue;
        seen[rack_of(a, i)] = true;
        g->rack[n++] = rack_of(a, i);
    }
    audit_memory_free(seen);
}

static void forget(struct gangs *g)
{
    void *const arrays[] = { g->by_turn, g->by_launch, g->by_end, g->free, g->in_rack, g->rack, g->instant };
    for (uint32_t i = 0; i < g->n; i++)
        audit_memory_free(g->gang[i].node);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        audit_memory_free(arrays[i]);
    audit_memory_free(g->gang);
}

void audit_gangs(struct audit *a)
{
    struct gangs g = { .a = a, .estimates_hold = true,
                       .ordered = a->rules.order == ORDER_FIFO || a->rules.order == ORDER_SJF };
    g.gang = audit_memory_alloc(a->n_jobs, sizeof *g.gang);
    for (uint32_t j = 0; j < a->n_jobs; j++)
        load(&g, &a->job[j]);
    for (uint32_t i = 0; i < g.n && !a->group; i++)
        check_gang(&g, &g.gang[i]);
    if (!a->group) {
        put_in_order(&g);
        find_racks(&g);
        sweep(&g);
    }
    forget(&g);
}
