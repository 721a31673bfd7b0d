/* SPDX-License-Identifier: GPL-3.0-or-later */
/* starts.c - when a job can start, and what is reserved for it (G5, G8).
 *
 * What is free now is a count for each width. It refuses most jobs. The plan of what is expected free is made when the
 * first job that it lets pass comes behind one with a reservation. Each reservation is made when a job gets past those
 * before it. */
#include "lib/sim/dispatch/gang/gang.h"
#include <string.h>

/* ---- the plan -------------------------------------------------------------------------------------------- */

static void count_at_least(struct gang *g)
{
    for (uint64_t w = g->most_slots, n = 0; w > 0; w--)
        g->at_least[w] = (uint32_t)(n += g->with[w]);
}

void starts_begin(struct sw_replay *r, struct gang *g)
{
    g->planned = false;
    g->n_blocked = g->n_reserved = 0;
    memset(g->with, 0, (g->most_slots + 1) * sizeof *g->with);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        g->with[g->free[i] = r->slots.node[i].free[0]]++;
    count_at_least(g);
}

/* G5.1, G14.7 */
static int64_t expected_end(const struct sw_replay *r, const struct gang *g, const struct job *job)
{
    const struct gang_job *j = gang_of(g, job);
    int64_t end_us = plan_after(j->launch_us, j->estimate_us);
    if (unlikely(g->preempt) && preempt_ends(g, job) >= 0)
        end_us = min_i64(end_us, preempt_ends(g, job));
    return end_us > r->now_us ? end_us : r->now_us + SW_US_PER_S;
}

/* For the job candidates do not run (G14.10). */
static void make_plan(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    plan_clear(&g->plan);
    for (uint32_t i = 0, n; i < r->cl->n_nodes; i += n) {
        for (n = 1; i + n < r->cl->n_nodes && g->free[i + n] == g->free[i]; )
            n++;
        plan_begin(&g->plan, i, n, r->now_us, g->free[i]);
    }
    for (const struct job *job = g->running; job; job = gang_of(g, job)->next) {
        const struct gang_job *j = gang_of(g, job);
        bool gone = unlikely(g->preempt) && preempt_may(r, g, st->job, job);
        plan_add(&g->plan, j->node, j->n, gone ? r->now_us : expected_end(r, g, job), j->width);
    }
    if (r->opt.gang.whole_reserved && !g->planned)
        whole_begin(r, g);
    g->planned = true;
    g->planned_for = st;
}

void starts_launched(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    const struct gang_job *j = gang_of(g, st->job);
    if (g->planned)
        plan_take(&g->plan, j->node, j->n, r->now_us, expected_end(r, g, st->job), j->width);
    for (uint32_t i = 0; i < j->n; i++) {
        g->with[g->free[j->node[i]]]--;
        g->with[g->free[j->node[i]] -= (uint32_t)j->width]++;
    }
    count_at_least(g);
}

/* ---- G5: when -------------------------------------------------------------------------------------------- */

/* G8.4, of a job of several tasks. */
bool starts_fits_racks(const struct sw_replay *r, struct gang *g, const struct job *job)
{
    const struct gang_job *j = gang_of(g, job);
    const struct sw_partition *p = j->partition;
    if (job->stage[0].n_tasks < 2)
        return false;
    memset(g->now.in_rack, 0, choice_n_racks(r) * sizeof *g->now.in_rack);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        g->now.in_rack[r->opt.no_rack_level ? 0 : r->cl->node[i].rack]
            += r->cl->node[i].span[0].slots[0] >= j->width && (!p || p->has[i]);
    return choice_in_few(r, g, g->now.in_rack, job->stage[0].n_tasks);
}

/* Not before before_us: some time that is not, either. Racks have more nodes only when one of them opens. */
static int64_t in_few_racks(const struct sw_replay *r, struct gang *g, const struct plan_ask *ask, int64_t before_us)
{
    int64_t at_us = r->now_us, next_us;
    memcpy(g->open, g->opens, r->cl->n_nodes * sizeof *g->open);
    for (; at_us < before_us; at_us = next_us) {
        next_us = before_us;
        memset(g->then.in_rack, 0, choice_n_racks(r) * sizeof *g->then.in_rack);
        for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
            if (g->open[i] < at_us)
                g->open[i] = plan_opens(&g->plan, i, at_us, ask);
            if (g->open[i] > at_us)
                next_us = min_i64(next_us, g->open[i]);
            else
                g->then.in_rack[choice_rack_of(r, i)]++;
        }
        if (choice_in_few(r, g, g->then.in_rack, ask->nodes))
            return at_us;
    }
    return before_us;
}

/* Of a job that waits for racks: g->opens has when each node opens. *in_few: it then still waits for them. */
static int64_t start_of(struct sw_replay *r, struct gang *g, const struct stage *st, const struct plan_ask *ask,
                        bool *in_few)
{
    int64_t ends_us = gang_stage_of(g, st)->wait_ends_us;
    if (ends_us < 0)
        ends_us = plan_after(plan_earliest(&g->plan, r->now_us, ask), r->opt.gang.switches_us);
    int64_t anywhere_us = ends_us == PLAN_NEVER ? ends_us
                                                : plan_earliest(&g->plan, max_i64(r->now_us, ends_us), ask);
    int64_t at_us = in_few_racks(r, g, ask, anywhere_us);
    *in_few = at_us < ends_us;
    return at_us;
}

/* ---- G5.3: reservations ------------------------------------------------------------------------------------ */

static void count_racks(const struct sw_replay *r, struct serving *s)
{
    memset(s->in_rack, 0, choice_n_racks(r) * sizeof *s->in_rack);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        s->in_rack[choice_rack_of(r, i)] += s->free[i] > 0;
}

/* The nodes of the racks that go first then, in cluster order (G8.1). */
static uint32_t find_few(const struct sw_replay *r, struct gang *g, const struct plan_ask *ask, int64_t at_us)
{
    uint32_t n = 0;
    plan_free_all(&g->plan, at_us, ask, g->then.free);
    count_racks(r, &g->then);
    for (uint32_t has = 0; has < ask->nodes; ) {
        uint32_t rack = choice_rack(r, g, &g->then, ask->nodes - has);
        has += g->then.in_rack[rack];
        g->then.in_rack[rack] = 0;
    }
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (!g->then.in_rack[choice_rack_of(r, i)] && g->then.free[i])
            g->few[n++] = i;
    return n;
}

/* From when on. Nodes that do not serve now go first. */
static int64_t reserve_slots(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    struct plan_ask ask = gang_ask(g, st);
    bool in_few;
    if (!gang_waits(r, g, st))
        return plan_reserve_first(&g->plan, r->now_us, &ask);
    plan_opens_all(&g->plan, r->now_us, &ask, g->opens);
    int64_t at_us = start_of(r, g, st, &ask, &in_few);
    if (at_us == PLAN_NEVER)
        return at_us;
    const uint32_t n = in_few ? find_few(r, g, &ask, at_us) : 0;
    plan_reserve(&g->plan, in_few ? g->few : NULL, n, at_us, r->now_us, &ask);
    return at_us;
}

/* That of the first blocked job that has none yet. Of whole nodes g->node has where, if it gets one. Of slots, from
 * when on is returned. */
static int64_t make_reservation(struct sw_replay *r, struct gang *g)
{
    const struct stage *st = g->blocked[g->n_reserved++];
    if (!g->planned || (unlikely(g->preempt) && !preempt_alike(r, g, g->planned_for->job, st->job)))
        make_plan(r, g, st);
    if (r->opt.gang.whole_reserved)
        return whole_reserve(r, g, st), r->now_us;
    return reserve_slots(r, g, st);
}

/* ---- whether now -------------------------------------------------------------------------------------------- */

/* Of whole nodes: g->now, by what reservations leave. */
static void find_whole(const struct sw_replay *r, struct gang *g, const struct stage *st, const struct plan_ask *ask)
{
    g->now.n = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        int64_t free = g->free[i];
        bool serves = free >= ask->width && gang_may_use(g, st, i) && (!g->planned || whole_serves(r, g, st, i));
        g->now.free[i] = serves ? free : 0;
        g->now.n += serves;
    }
}

/* What a reservation has taken serves no more. */
static void drop_reserved(const struct sw_replay *r, struct gang *g, const struct stage *st)
{
    for (uint32_t i = 0; i < g->n_node; i++) {
        uint32_t node = g->node[i];
        if (!g->now.free[node] || whole_serves(r, g, st, node))
            continue;
        g->now.free[node] = 0;
        g->now.n--;
    }
}

/* Reservations only take, and once too few are left those behind need not be made. */
static bool are_left(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    while (g->now.n >= st->n_tasks && g->n_reserved < g->n_blocked) {
        make_reservation(r, g);
        drop_reserved(r, g, st);
    }
    return g->now.n >= st->n_tasks;
}

bool starts_try(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    for (uint32_t i = 0; i < r->cl->n_nodes && g->planned; i++)
        if (g->now.free[i] && !whole_serves(r, g, st, i)) {
            g->now.free[i] = 0;
            g->now.n--;
        }
    const bool enough = are_left(r, g, st);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        bool has = gang_may_use(g, st, i) && (!g->planned || whole_serves(r, g, st, i));
        g->left[i] = has ? (int64_t)g->free[i] : -1;
    }
    return enough;
}

static bool enough_of_partition(const struct sw_replay *r, struct gang *g, const struct stage *st,
                                const struct plan_ask *ask)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        g->now.free[i] = gang_may_use(g, st, i) ? g->now.free[i] : 0;
        n += g->now.free[i] > 0;
    }
    return n >= ask->nodes;
}

/* Courses are counted before it is asked which nodes they are. A reservation that begins when the job would have ended
 * changes no count. */
static bool enough_slots(struct sw_replay *r, struct gang *g, const struct stage *st, const struct plan_ask *ask)
{
    uint32_t n = g->planned ? plan_n_serving(&g->plan, r->now_us, ask) : g->at_least[ask->width];
    while (n >= ask->nodes && g->n_reserved < g->n_blocked)
        if (make_reservation(r, g) - r->now_us < ask->length_us || unlikely(g->preempt))
            n = plan_n_serving(&g->plan, r->now_us, ask);
    if (n < ask->nodes)
        return false;
    if (g->planned)
        plan_free_all(&g->plan, r->now_us, ask, g->now.free);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) { /* as many as it has, whatever reservations leave of them */
        int64_t free = g->free[i];
        g->now.free[i] = (g->planned ? g->now.free[i] > 0 : free >= ask->width) ? free : 0;
    }
    return !gang_of(g, st->job)->partition || enough_of_partition(r, g, st, ask);
}

/* Whether nodes enough serve now for all that those blocked before it reserve. Reservations only take. So once too few
 * serve, those behind need not be made for this job. Nothing has been launched since the first of them was blocked. */
static bool enough_serve(struct sw_replay *r, struct gang *g, const struct stage *st, const struct plan_ask *ask)
{
    if (g->at_least[ask->width] < ask->nodes)
        return false;
    if (!r->opt.gang.whole_reserved)
        return enough_slots(r, g, st, ask);
    find_whole(r, g, st, ask);
    return are_left(r, g, st);
}

bool starts_now(struct sw_replay *r, struct gang *g, struct stage *st, bool *passed)
{
    struct plan_ask ask = gang_ask(g, st);
    *passed = false;
    if (!enough_serve(r, g, st, &ask))
        return false;
    count_racks(r, &g->now);
    *passed = gang_waits_now(r, g, st) && !choice_in_few(r, g, g->now.in_rack, ask.nodes);
    if (!*passed)
        choice_make(r, g, &g->now, ask.nodes);
    return !*passed;
}

/* ---- for how long it could, beside what those before it reserve (S9.8) ----------------------------------- */

/* A reservation of a whole node may not begin when the job ends. */
static int64_t free_for(const struct sw_replay *r, const struct gang *g, const struct stage *st, uint32_t node)
{
    bool whole = r->opt.gang.whole_reserved;
    const struct plan *p = whole ? &g->held : &g->plan;
    int64_t width = gang_of(g, st->job)->width, at_us = r->now_us;
    if (g->free[node] < width || !gang_may_use(g, st, node))
        return 0;
    while (at_us != PLAN_NEVER && plan_free(p, node, at_us) >= (whole ? 1 : width))
        at_us = plan_next_step(p, node, at_us);
    return at_us == PLAN_NEVER ? at_us : max_i64(at_us - r->now_us - whole, 0);
}

int64_t starts_longest(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    uint32_t n = r->cl->n_nodes;
    while (g->n_reserved < g->n_blocked)
        make_reservation(r, g);
    for (uint32_t i = 0; i < n; i++)
        g->open[i] = free_for(r, g, st, i);
    return plan_kth_least(g->open, n, n - st->n_tasks);
}
