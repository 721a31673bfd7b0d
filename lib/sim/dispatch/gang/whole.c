/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whole.c - reservations of whole nodes, sought by tries as Slurm's sched/backfill does (G5.4 to G5.7).
 *
 * g->plan has what runs alone, and g->held one slot for each node, which a reservation takes. So a node's slots only
 * become more, and what a job finds at a time does not depend on the try. */
#include "lib/sim/dispatch/gang/gang.h"
#include <string.h>

void whole_begin(const struct sw_replay *r, struct gang *g)
{
    plan_clear(&g->held);
    plan_begin(&g->held, 0, r->cl->n_nodes, r->now_us, 1);
}

/* What a node must have to be among those of a try: no reservation may begin when the job ends. */
static struct plan_ask try_ask(const struct gang *g, const struct stage *st)
{
    return (struct plan_ask){ st->n_tasks, 1, gang_of(g, st->job)->estimate_us + 1 };
}

bool whole_serves(const struct sw_replay *r, const struct gang *g, const struct stage *st, uint32_t node)
{
    struct plan_ask ask = try_ask(g, st);
    return plan_serves(&g->held, node, r->now_us, &ask);
}

/* g->opens has when each node has the slots. PLAN_NEVER: too few of those in g->then.free ever have. */
static int64_t kth_opening(const struct sw_replay *r, struct gang *g, uint32_t k)
{
    uint32_t n_tried = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (g->then.free[i])
            g->open[n_tried++] = g->opens[i];
    return n_tried < k ? PLAN_NEVER : plan_kth_least(g->open, n_tried, k - 1);
}

/* The same in few racks. */
static int64_t few_opening(const struct sw_replay *r, struct gang *g, uint32_t nodes)
{
    for (int64_t at_us = r->now_us, next_us; at_us != PLAN_NEVER; at_us = next_us) {
        next_us = PLAN_NEVER;
        memset(g->then.in_rack, 0, choice_n_racks(r) * sizeof *g->then.in_rack);
        for (uint32_t i = 0; i < r->cl->n_nodes; i++)
            if (g->then.free[i] && g->opens[i] <= at_us)
                g->then.in_rack[choice_rack_of(r, i)]++;
            else if (g->then.free[i])
                next_us = min_i64(next_us, g->opens[i]);
        if (choice_in_few(r, g, g->then.in_rack, nodes))
            return at_us;
    }
    return PLAN_NEVER;
}

/* The last end of the group that at_us is in, of what runs on the nodes of the try. */
static int64_t group_end(const struct sw_replay *r, const struct gang *g, int64_t at_us)
{
    int64_t window_us = 30 * SW_US_PER_S, first_us = at_us, last_us = at_us;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (g->then.free[i])
            first_us = min_i64(first_us, plan_next_step(&g->plan, i, r->now_us));
    int64_t from_us = first_us - first_us % window_us + window_us;
    while (at_us > from_us + window_us)
        window_us *= 2;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (g->then.free[i])
            last_us = max_i64(last_us, plan_last_step(&g->plan, i, from_us + window_us));
    return last_us;
}

static int64_t find_time(const struct sw_replay *r, struct gang *g, const struct stage *st)
{
    int64_t at_us = gang_waits_now(r, g, st) ? few_opening(r, g, st->n_tasks) : kth_opening(r, g, st->n_tasks);
    return at_us == PLAN_NEVER || at_us == r->now_us ? at_us : group_end(r, g, at_us);
}

/* Into g->node, of those of the try. */
static void choose_at(struct sw_replay *r, struct gang *g, const struct stage *st, int64_t at_us)
{
    memset(g->then.in_rack, 0, choice_n_racks(r) * sizeof *g->then.in_rack);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        bool serves = g->then.free[i] && g->opens[i] <= at_us;
        g->then.free[i] = serves ? plan_free(&g->plan, i, at_us) : 0;
        g->then.in_rack[choice_rack_of(r, i)] += serves;
    }
    choice_make(r, g, &g->then, st->n_tasks);
}

/* What was found for a try before stands for this one while it is not past. */
static int64_t next_unreserved(const struct sw_replay *r, struct gang *g, int64_t after_us)
{
    int64_t least_us = PLAN_NEVER;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        if (g->freed[i] <= after_us)
            g->freed[i] = plan_next_free(&g->held, i, after_us);
        least_us = min_i64(least_us, g->freed[i]);
    }
    return least_us;
}

/* The nodes of a try, into g->then.free. */
static bool find_tried(const struct sw_replay *r, struct gang *g, const struct stage *st, const struct plan_ask *ask,
                       int64_t try_us)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        if (g->left[i] < try_us)
            g->left[i] = plan_opens(&g->held, i, try_us, ask);
        g->then.free[i] = g->left[i] == try_us && gang_may_use(g, st, i);
        n += g->then.free[i] > 0;
    }
    return n >= ask->nodes;
}

static bool overlaps(const struct gang *g, int64_t from_us, int64_t length_us)
{
    struct plan_ask ask = { 1, 1, length_us };
    for (uint32_t i = 0; i < g->n_node; i++)
        if (!plan_serves(&g->held, g->node[i], from_us, &ask))
            return true;
    return false;
}

/* When the job starts, on g->node; PLAN_NEVER. */
static int64_t start_by_tries(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    struct plan_ask ask = try_ask(g, st);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        g->left[i] = g->freed[i] = -1;
    for (int64_t try_us = r->now_us; try_us != PLAN_NEVER; ) {
        if (!find_tried(r, g, st, &ask, try_us)) { /* before so many are left no try finds a time */
            uint32_t n = 0;
            for (uint32_t i = 0; i < r->cl->n_nodes; i++)
                if (gang_may_use(g, st, i))
                    g->open[n++] = g->left[i];
            try_us = plan_kth_least(g->open, n, ask.nodes - 1);
            continue;
        }
        int64_t at_us = find_time(r, g, st), next_us = next_unreserved(r, g, try_us);
        int64_t start_us = max_i64(try_us, at_us);
        if (at_us == PLAN_NEVER || next_us < start_us) {
            try_us = next_us;
            continue;
        }
        choose_at(r, g, st, at_us);
        if (!overlaps(g, start_us, ask.length_us - 1))
            return start_us;
        try_us = start_us;
    }
    return PLAN_NEVER;
}

/* That of a blocked job; g->node has where, if it gets one. */
void whole_reserve(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    struct plan_ask ask = gang_ask(g, st);
    ask.length_us = 1;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        g->opens[i] = plan_opens(&g->plan, i, r->now_us, &ask);
    int64_t at_us = start_by_tries(r, g, st);
    if (at_us == PLAN_NEVER)
        g->n_node = 0;
    plan_take(&g->held, g->node, g->n_node, at_us, plan_after(at_us, gang_of(g, st->job)->estimate_us), 1);
}
