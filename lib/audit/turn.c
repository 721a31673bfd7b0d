/* SPDX-License-Identifier: GPL-3.0-or-later */
/* turn.c - whose turn it was: the rules of order (section 5), over the counts that the sweep keeps. */
#include "lib/audit/audit.h"
#include <string.h>

static int compare(int64_t x, int64_t y) { return (x > y) - (x < y); }

/* O7: a/b against c/d; nothing is divided by 0: those come last, by what is above the line. */
static int compare_ratio(int64_t a, int64_t b, int64_t c, int64_t d)
{
    if (!b || !d)
        return b ? -1 : d ? 1 : compare(a, c);
    __int128 left = (__int128)a * d, right = (__int128)c * b;
    return (left > right) - (left < right);
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

static int by_submission(const struct job *x, const struct job *y)
{
    int c = compare(x->submit_us, y->submit_us);
    return c ? c : compare((int64_t)x->place, (int64_t)y->place);
}

static int by_priority(const struct job *x, const struct job *y)
{
    return compare(x->priority, y->priority);
}

/* O5: factors 4 2 1 1/2 1/4, here in quarters. */
static int64_t weight_of(const struct job *job)
{
    static const int64_t quarters[] = { 16, 8, 4, 2, 1 };
    return job->weight * quarters[job->priority];
}

/* O10 */
static int by_deficit(int kind, const struct job *x, const struct job *y)
{
    int c = compare(x->running[kind] >= x->min[kind], y->running[kind] >= y->min[kind]);
    return c ? c : compare(y->deficit[kind], x->deficit[kind]);
}

static int64_t runs(const struct audit *a, const struct job *job, int kind) { return a->job[job->whole].running[kind]; }

static int compare_jobs(const struct audit *a, int kind, const struct job *x, const struct job *y)
{
    int c = 0;
    switch (a->rules.order) {
    case ORDER_FIFO: case ORDER_HOD: c = by_priority(x, y); break;                                      /* O2, O24 */
    case ORDER_FAIR: c = compare(runs(a, x, kind), runs(a, y, kind)); break;                            /* O3 */
    case ORDER_SJF: c = compare((int64_t)x->n_tasks, (int64_t)y->n_tasks); break;                       /* O9 */
    case ORDER_SRTF: c = compare((int64_t)x->n_tasks - x->tasks_done, (int64_t)y->n_tasks - y->tasks_done); break;
    case ORDER_DEFICIT: c = by_deficit(kind, x, y); break;
    case ORDER_MLQ: c = by_priority(x, y); break;                                                       /* O11 */
    default:                                                                                            /* O5 */
        c = a->pool[x->pool].fifo ? by_priority(x, y)
                                  : compare_ratio(runs(a, x, kind), weight_of(x), runs(a, y, kind), weight_of(y));
    }
    return c ? c : by_submission(x, y);
}

/* ---- pools --------------------------------------------------------------------------------------- */

static bool has_room(const struct audit *a, const struct job *job, int kind)
{
    struct held why;
    return audit_limit_may_run_more(a, job, kind, &why);
}

bool audit_turn_in_queue(const struct audit *a, const struct stage *st)
{
    return has_room(a, &a->job[st->job], st->slot_kind);
}

static bool is_below(const struct audit *a, uint32_t pool, uint32_t above)
{
    while (pool != NONE && pool != above)
        pool = a->pool[pool].parent;
    return pool == above;
}

/* O4: running + ready unlaunched tasks cut to the maximum; of a parent the sum of its children's, cut to its own. */
static int64_t demand(const struct audit *a, uint32_t pool, int kind)
{
    const struct pool *p = &a->pool[pool];
    int64_t sum = p->has_children ? 0 : p->running[kind] + p->waiting[kind];
    for (uint32_t i = 0; i < a->n_pools && p->has_children; i++)
        if (a->pool[i].parent == pool)
            sum += demand(a, i, kind);
    return sum < p->max[kind] ? sum : p->max[kind];
}

static int64_t entitled(const struct audit *a, uint32_t pool, int kind)
{
    int64_t min = a->pool[pool].min[kind], wanted = min > a->pool[pool].running[kind] ? demand(a, pool, kind) : 0;
    return min < wanted ? min : wanted;
}

/* Below a pool, or with mlq in a queue. */
static const struct job *earliest(const struct audit *a, uint32_t pool, int kind)
{
    const struct job *first = NULL;
    for (uint32_t i = 0; i < a->n_waiting[kind]; i++) {
        const struct job *job = &a->job[a->waiting[kind][i]->job];
        bool within = a->rules.order == ORDER_MLQ ? job->queue == pool : is_below(a, job->pool, pool);
        if ((!first || by_submission(job, first) < 0) && within && has_room(a, job, kind))
            first = job;
    }
    return first;
}

/* O1: by name; by capacity, and as the pools file has them; else by the earliest job in the list, then by name. */
static int break_tie(const struct audit *a, int kind, uint32_t x, uint32_t y)
{
    if (a->rules.order == ORDER_HFS || a->rules.order == ORDER_YARN)
        return strcmp(a->pool[x].name, a->pool[y].name);
    if (a->rules.by_capacity)
        return a->pool[x].capacity != a->pool[y].capacity ? compare(a->pool[y].capacity, a->pool[x].capacity)
                                                          : compare(x, y);
    const struct job *of_x = earliest(a, x, kind), *of_y = earliest(a, y, kind);
    int c = of_x && of_y ? by_submission(of_x, of_y) : 0;
    if (a->rules.order == ORDER_MLQ)
        return c;
    return c ? c : strcmp(a->pool[x].name, a->pool[y].name);
}

/* O11 */
static int compare_queues(const struct audit *a, int kind, uint32_t x, uint32_t y)
{
    int c = compare_ratio(a->queue_running[x][kind], a->rules.queue_weight[x], a->queue_running[y][kind],
                          a->rules.queue_weight[y]);
    return c ? c : break_tie(a, kind, x, y);
}

/* O12 */
static int compare_guaranteed(const struct audit *a, int kind, uint32_t x, uint32_t y)
{
    int c = compare_ratio(a->pool[x].running[kind], a->pool[x].capacity, a->pool[y].running[kind], a->pool[y].capacity);
    return c ? c : break_tie(a, kind, x, y);
}

/* U7 */
static int compare_in_list(const struct audit *a, int kind, uint32_t x, uint32_t y)
{
    int c = compare(a->pool[x].list_key[kind], a->pool[y].list_key[kind]);
    return c ? c : break_tie(a, kind, x, y);
}

/* U4 */
static int compare_usages(const struct audit *a, int kind, uint32_t x, uint32_t y)
{
    int c = compare_ratio(audit_usage_of(a, x, kind), a->pool[x].weight, audit_usage_of(a, y, kind), a->pool[y].weight);
    return c ? c : break_tie(a, kind, x, y);
}

static int compare_pools(const struct audit *a, int kind, uint32_t x, uint32_t y)
{
    if (a->rules.by_capacity)
        return compare_guaranteed(a, kind, x, y);
    if (a->rules.order == ORDER_USAGE)
        return compare_usages(a, kind, x, y);
    const struct pool *px = &a->pool[x], *py = &a->pool[y];
    int64_t run_x = px->running[kind], run_y = py->running[kind], e_x = entitled(a, x, kind),
            e_y = entitled(a, y, kind);
    bool needy_x = run_x < e_x, needy_y = run_y < e_y;
    int c;
    if (needy_x != needy_y)
        return needy_x ? -1 : 1;
    if (needy_x)
        c = a->rules.order == ORDER_LACK ? compare(e_y - run_y, e_x - run_x) : compare_ratio(run_x, e_x, run_y, e_y);
    else
        c = compare_ratio(run_x, px->weight, run_y, py->weight);
    if (!c && needy_x && a->rules.order == ORDER_YARN) /* O4.4; ratios that differ are doubles that differ */
        c = compare_ratio(run_x, px->weight, run_y, py->weight);
    return c ? c : break_tie(a, kind, x, y);
}

static int depth(const struct audit *a, uint32_t pool)
{
    int n = 0;
    for (; pool != NONE; pool = a->pool[pool].parent)
        n++;
    return n;
}

/* Two pools that take jobs, as the pools above them that stand side by side. */
static int compare_branches(const struct audit *a, int kind, uint32_t x, uint32_t y)
{
    int dx = depth(a, x), dy = depth(a, y);
    if (a->rules.by_product || a->rules.by_halves)
        return compare_in_list(a, kind, x, y);
    for (; dx > dy; dx--)
        x = a->pool[x].parent;
    for (; dy > dx; dy--)
        y = a->pool[y].parent;
    while (a->pool[x].parent != a->pool[y].parent) {
        x = a->pool[x].parent;
        y = a->pool[y].parent;
    }
    return compare_pools(a, kind, x, y);
}

/* ---- stages -------------------------------------------------------------------------------------- */

bool audit_turn_before(const struct audit *a, int kind, const struct stage *x, const struct stage *y)
{
    const struct job *jx = &a->job[x->job], *jy = &a->job[y->job];
    if (jx == jy)
        return x->place < y->place;
    if (a->rules.uses_pools && jx->pool != jy->pool)
        return compare_branches(a, kind, jx->pool, jy->pool) < 0;
    if (a->rules.order == ORDER_MLQ && jx->queue != jy->queue)
        return compare_queues(a, kind, jx->queue, jy->queue) < 0;
    return compare_jobs(a, kind, jx, jy) < 0;
}

/* Tasks that no rule of delay holds back: D1, D2, F2, and those with a block on the node. A2 may. */
static bool may_not_pass(const struct audit *a, struct stage *st, uint32_t node)
{
    if (a->rules.delay == DELAY_OTHER || (a->rules.gives_back && st->kind == SW_REDUCE)
        || !audit_cpac_may_start(a, st, node))
        return false;
    if (a->rules.order == ORDER_HOD && (node == NONE || !audit_claims_has_node(a, &a->job[st->job], node, a->now_us)))
        return false;
    return a->rules.delay == DELAY_NONE || st->n_left[1] || st->n_failed
           || (node != NONE && audit_stage_has_block_at(a, st, node));
}

/* Which slots are used is not known; M6: or a filter keeps some from those who could use them. */
static bool leaves_slots(const struct audit *a)
{
    return a->rules.order == ORDER_OTHER || a->rules.negotiates || (a->rules.allocates && a->rules.offer_us);
}

struct stage *audit_turn_must_launch(struct audit *a, int kind, uint32_t node)
{
    for (uint32_t i = 0; i < a->n_waiting[kind] && !leaves_slots(a); i++)
        if (may_not_pass(a, a->waiting[kind][i], node) && audit_turn_in_queue(a, a->waiting[kind][i]))
            return a->waiting[kind][i];
    return NULL;
}

static const char *order_rule(const struct audit *a)
{
    static const char *const rules[] = {
        "O2", "O3", "O4", "O4", "O4", "O9", "O9", "G10", "O24", "O10", "O11", "O12", "U4"
    };
    return a->rules.order < ORDER_GAP ? rules[a->rules.order] : "H5";
}

static bool may_be_pushed_aside(const struct audit *a, const struct stage *x, const struct stage *st, bool alone)
{
    bool fixed = a->rules.order == ORDER_FIFO || a->rules.order == ORDER_HOD || a->rules.order == ORDER_SJF
                 || a->rules.order == ORDER_SRTF;
    return x != st && (alone || fixed || a->rules.delay == DELAY_NONE);
}

/* H5: no stage before it in the queue had to launch. alone: no other job launches in the same heartbeat, so that the
 * counts were these when the list was gone through. */
void audit_turn(struct audit *a, const struct row *row, bool alone)
{
    struct stage *st = stage_of(a, row);
    if ((a->rules.order == ORDER_DEFICIT || a->rules.order == ORDER_USAGE) && row->launch_us >= a->blind_us)
        return;
    for (uint32_t i = 0; i < a->n_waiting[st->slot_kind] && a->rules.order < ORDER_GAP; i++) {
        struct stage *x = a->waiting[st->slot_kind][i];
        if (!may_be_pushed_aside(a, x, st, alone) || !may_not_pass(a, x, row->node) || !audit_turn_in_queue(a, x)
            || !audit_turn_before(a, st->slot_kind, x, st))
            continue;
        audit_fault(a, OF_TURNS, row, order_rule(a),
                    "launched at %s, though stage %llu of job '%s' came first and had a task for '%s'",
                    S(row->launch_us), (unsigned long long)x->number, a->job[x->job].id, a->cl->node[row->node].name);
        return;
    }
}
