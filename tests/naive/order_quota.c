/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_quota.c - X1 to X6: pools below their quota first, then what is above quotas by priority and weight; limits on
 * lending and borrowing; shares. */
#include <math.h>
#include <stdlib.h>
#include "tests/naive/naive.h"

bool by_quota(const struct run *r) { return r->o.order == &order_quota || r->o.order == &order_quota_usage; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/* X4: "without quota ... their minimum ... taken"; X2: a parent without a quota has the sum of its children's. */
int64_t quota_of(const struct run *r, int pool, int kind)
{
    int64_t sum = 0;
    if (r->pool[pool].quota[kind] != UNSET) return r->pool[pool].quota[kind];
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == pool) sum += quota_of(r, p, kind);
    return sum;
}

/* X4.1 */
int64_t quota_limit(const struct run *r, int pool, int kind)
{
    const struct pool *p = &r->pool[pool];
    if (p->borrowing == NO_LIMIT) return p->limit[kind];
    return least(p->limit[kind], quota_of(r, pool, kind) + p->borrowing);
}

/* X1.1 */
static int64_t keeps(const struct run *r, int pool, int kind)
{
    int64_t lends = r->pool[pool].lending;
    return lends == NO_LIMIT ? 0 : most(quota_of(r, pool, kind) - lends, 0);
}

/* ---- X6 ------------------------------------------------------------------------------------------- */

/* What the pool takes if so many slots more of pool `with` ran. */
static int64_t takes(const struct run *r, int pool, int kind, int with, int64_t more)
{
    int64_t sum = 0;
    if (!pool_has_children(r, pool)) sum = pool_running(r, pool, kind) + (pool == with ? more : 0);
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == pool) sum += takes(r, p, kind, with, more);
    return most(sum, keeps(r, pool, kind));
}

static int64_t takes_at_top(const struct run *r, int kind, int with, int64_t more)
{
    int64_t sum = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == -1) sum += takes(r, p, kind, with, more);
    return sum;
}

/* "More slots are free than that" by what so many slots more of the pool would add to what pools take; or they add
 * nothing. */
static bool lends(const struct run *r, int pool, int kind, int64_t slots)
{
    int64_t taken = takes_at_top(r, kind, -1, 0), adds = takes_at_top(r, kind, pool, slots) - taken;
    int64_t free_slots = 0, unused = taken;
    if (adds == 0) return true;
    for (int n = 0; n < r->n_nodes; n++)
        if (r->node[n].up) free_slots += most(node_free(r, n, kind), 0);
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == -1) unused -= pool_running(r, p, kind);
    return free_slots >= unused + adds;
}

static bool keeps_some(const struct run *r)
{
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].lending != NO_LIMIT) return true;
    return false;
}

/* "A pool in which one slot more would add to what they take is not queued" */
bool quota_holds_back(const struct run *r, int pool, int kind)
{
    return by_quota(r) && !r->o.width && keeps_some(r) && !lends(r, pool, kind, 1);
}

/* X6.1 */
bool quota_lends(const struct run *r, const struct stage *s)
{
    return !by_quota(r) || lends(r, r->job[s->job].pool, s->slot_kind, s->n_tasks * r->job[s->job].width);
}

/* ---- X1, X2 --------------------------------------------------------------------------------------- */

static double keeps_with_children(const struct run *r, int pool, int kind)
{
    double sum = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == pool) sum += keeps_with_children(r, p, kind);
    return fmax(sum, (double)keeps(r, pool, kind));
}

/* d */
double quota_wants(const struct run *r, int pool, int kind)
{
    int64_t limit = quota_limit(r, pool, kind);
    double sum = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == pool) sum += fmax(quota_wants(r, p, kind), keeps_with_children(r, p, kind));
    if (!pool_has_children(r, pool)) sum = (double)pool_demand(r, pool, kind);
    return limit == NO_LIMIT ? sum : fmin(sum, (double)limit);
}

/* What a level R of water gives the pool above its quota. */
static double pours(const struct run *r, int pool, int kind, double level)
{
    double d = quota_wants(r, pool, kind), first = fmin(d, (double)quota_of(r, pool, kind));
    return r->pool[pool].weight == 0 ? 0 : fmin(d - first, (double)r->pool[pool].weight / 1e6 * level);
}

static bool stands_in(const struct run *r, int pool, int parent, int64_t priority)
{
    return r->pool[pool].parent == parent && r->pool[pool].priority == priority;
}

static double poured(const struct run *r, int kind, int parent, int64_t priority, double level)
{
    double sum = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (stands_in(r, p, parent, priority)) sum += pours(r, p, kind, level);
    return sum;
}

/* X1.3: R by the bends of the sum, from the highest at which it does not pass what is left. */
static double level_of(const struct run *r, int kind, int parent, int64_t priority, double left)
{
    double level = 0, rise = 0;
    for (int p = 0; p < r->n_pools; p++) {
        if (!stands_in(r, p, parent, priority) || r->pool[p].weight == 0) continue;
        double bend = pours(r, p, kind, INFINITY) / ((double)r->pool[p].weight / 1e6);
        if (bend > level && poured(r, kind, parent, priority, bend) <= left) level = bend;
    }
    for (int p = 0; p < r->n_pools; p++)
        if (stands_in(r, p, parent, priority)
            && (double)r->pool[p].weight / 1e6 * level < pours(r, p, kind, INFINITY) - 1e-9)
            rise += (double)r->pool[p].weight / 1e6;
    return rise > 0 ? level + (left - poured(r, kind, parent, priority, level)) / rise : level;
}

void quota_shares(const struct run *r, int kind, int parent, double slots, double *share)
{
    double left = slots;
    for (int p = 0; p < r->n_pools; p++) {
        if (r->pool[p].parent != parent) continue;
        share[p] = fmin(quota_wants(r, p, kind), (double)quota_of(r, p, kind));
        left -= fmax(share[p], keeps_with_children(r, p, kind));
    }
    for (int64_t below = NO_LIMIT; left > 1e-9;) {
        int64_t priority = INT64_MIN;
        for (int p = 0; p < r->n_pools; p++)
            if (r->pool[p].parent == parent && r->pool[p].priority < below)
                priority = most(priority, r->pool[p].priority);
        if (priority == INT64_MIN) break;
        if (r->o.order == &order_quota_usage) {
            left = quota_surplus(r, kind, parent, priority, left, share);
            below = priority;
            continue;
        }
        double level = level_of(r, kind, parent, priority, left);
        for (int p = 0; p < r->n_pools; p++)
            if (stands_in(r, p, parent, priority)) share[p] += pours(r, p, kind, level);
        left -= poured(r, kind, parent, priority, level);
        below = priority;
    }
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == parent && pool_has_children(r, p)) quota_shares(r, kind, p, share[p], share);
}

/* ---- X5 ------------------------------------------------------------------------------------------- */

static bool pool_before(const struct run *r, int kind, int a, int b)
{
    const struct pool *x = &r->pool[a], *y = &r->pool[b];
    int64_t run_a = pool_running(r, a, kind), run_b = pool_running(r, b, kind);
    int64_t quota_a = quota_of(r, a, kind), quota_b = quota_of(r, b, kind);
    int c;
    if ((run_a < quota_a) != (run_b < quota_b)) return run_a < quota_a;
    if (run_a < quota_a) c = compare_ratio(run_a, quota_a, run_b, quota_b);
    else if (x->priority != y->priority) return x->priority > y->priority;
    else c = compare_ratio(run_a + 1 - quota_a, x->weight, run_b + 1 - quota_b, y->weight);
    return c ? c < 0 : earlier(&r->job[first_job(r, a, kind)], &r->job[first_job(r, b, kind)]);
}

static bool job_before(const struct run *r, int kind, int a, int b)
{
    return fair_in_pool_before(r, kind, r->pool[r->job[a].pool].fifo, a, b);
}

static int list_quota(const struct run *r, int kind, struct stage **out)
{
    return list_tree(r, kind, -1, out, pool_before, job_before);
}

const struct order_rule order_quota = { "quota", true, list_quota };
