/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shares.c - fair shares at an instant (S1, K2, K4, O9): TR section 3.1 and appendix A, algorithm 2, with the weights
 * of ES 4:
 *     d = min(demand, max)   m = min(min, d)   share = min(d, max(w R, m)), R such that the shares add up to min(slots,
 * sum of d). */
#include <math.h>
#include <stdlib.h>
#include "tests/naive/naive.h"

struct claim { double demand, weight, min, max; };

static double d_of(const struct claim *c) { return fmin(c->demand, c->max); }
static double m_of(const struct claim *c) { return fmin(c->min, d_of(c)); }
static double at_level(const struct claim *c, double level) { return fmin(d_of(c), fmax(c->weight * level, m_of(c))); }

static double sum_at(const struct claim *c, int n, double level)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += at_level(&c[i], level);
    return sum;
}

/* The sum rises with R and bends at m / w and d / w. From the highest bend at which it does not pass the slots it rises
 * by the weights of those that are between their m and their d. */
static double find_level(const struct claim *c, int n, double slots)
{
    double level = 0, rise = 0;
    for (int i = 0; i < 2 * n; i++) {
        const struct claim *it = &c[i / 2];
        double bend = it->weight > 0 ? (i % 2 ? d_of(it) : m_of(it)) / it->weight : 0;
        if (bend > level && sum_at(c, n, bend) <= slots) level = bend;
    }
    for (int i = 0; i < n; i++)
        if (c[i].weight * level >= m_of(&c[i]) - 1e-9 && c[i].weight * level < d_of(&c[i]) - 1e-9) rise += c[i].weight;
    return rise > 0 ? level + (slots - sum_at(c, n, level)) / rise : level;
}

/* What is whole but for rounding is whole. */
static double settle(double share)
{
    return fabs(share - round(share)) < 1e-6 ? round(share) : share;
}

/* ES 4: minimum shares that do not fit are scaled down evenly, unless they are kept. */
static void scale_minimums(const struct run *r, struct claim *c, int n, double slots)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += m_of(&c[i]);
    for (int i = 0; i < n && sum > slots && !r->o.keep_minimums; i++) c[i].min = m_of(&c[i]) * slots / sum;
}

/* Weight 0 gets more than its minimum when all others have their d; then as equals. */
static void divide(const struct run *r, struct claim *c, int n, double slots, double *share)
{
    double left = slots;
    bool all_have = true;
    scale_minimums(r, c, n, slots);
    double level = find_level(c, n, slots);
    for (int i = 0; i < n; i++) {
        share[i] = at_level(&c[i], level);
        if (c[i].weight > 0 && settle(share[i]) < d_of(&c[i])) all_have = false;
        if (c[i].weight > 0) left -= share[i];
    }
    if (!all_have) return;
    for (int i = 0; i < n; i++) {
        if (c[i].weight > 0) c[i].max = c[i].demand = 0;
        else c[i].weight = 1;
    }
    level = find_level(c, n, left);
    for (int i = 0; i < n; i++)
        if (d_of(&c[i]) > 0) share[i] = at_level(&c[i], level);
}

static int64_t slots_now(const struct run *r, int kind)
{
    int64_t sum = 0;
    for (int n = 0; n < r->n_nodes; n++) sum += r->node[n].slots[kind];
    return sum;
}

static struct claim claim_of(const struct run *r, int pool, int kind)
{
    int64_t max = r->pool[pool].max[kind];
    return (struct claim){ (double)pool_demand(r, pool, kind), (double)r->pool[pool].weight / 1e6,
                           (double)pool_minimum(r, pool, kind),
                           max == NO_LIMIT ? INFINITY : (double)max };
}

/* A parent's share is divided among its children by the same rule. */
static void share_below(const struct run *r, int kind, int parent, double slots, double *share)
{
    struct claim *claim = naive_alloc((size_t)r->n_pools, sizeof *claim);
    double *out = naive_alloc((size_t)r->n_pools, sizeof *out);
    int *of = naive_alloc((size_t)r->n_pools, sizeof *of), n = 0;
    for (int p = 0; p < r->n_pools; p++) {
        if (r->pool[p].parent != parent) continue;
        claim[n] = claim_of(r, p, kind);
        of[n++] = p;
    }
    divide(r, claim, n, slots, out);
    for (int i = 0; i < n; i++) {
        share[of[i]] = out[i];
        if (pool_has_children(r, of[i])) share_below(r, kind, of[i], out[i], share);
    }
    free(claim);
    free(out);
    free(of);
}

void pool_shares(const struct run *r, int kind, double *share)
{
    if (by_quota(r)) quota_shares(r, kind, -1, (double)slots_now(r, kind), share);
    else share_below(r, kind, -1, (double)slots_now(r, kind), share);
    for (int p = 0; p < r->n_pools; p++) share[p] = settle(share[p]);
}

/* K4: "in a fifo pool handed out in fifo order". */
static void hand_out(const struct run *r, int kind, int pool, double left, double *share)
{
    bool *had = naive_alloc((size_t)r->n_jobs, sizeof *had);
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (!had[j] && r->job[j].pool == pool && r->job[j].state == SUBMITTED &&
                (first < 0 || fifo_before(&r->job[j], &r->job[first]))) first = j;
        if (first < 0) break;
        double demand = (double)job_demand(r, first, kind);
        had[first] = true;
        share[first] = settle(fmin(demand, left));
        left -= share[first];
    }
    free(had);
}

/* K4: "its pool's share divided among its jobs by weight and priority" (O5's factors), by demand. A job that has ended
 * is none of them, even while a slot of its is not reported (H2) or a commit pends (L7). */
static void share_jobs(const struct run *r, int kind, int pool, double slots, double *share)
{
    static const double factor[] = { 4, 2, 1, 0.5, 0.25 };
    struct claim *claim = naive_alloc((size_t)r->n_jobs, sizeof *claim);
    double *out = naive_alloc((size_t)r->n_jobs, sizeof *out);
    int *of = naive_alloc((size_t)r->n_jobs, sizeof *of), n = 0;
    for (int j = 0; j < r->n_jobs; j++) {
        if (r->job[j].state != SUBMITTED || r->job[j].pool != pool) continue;
        claim[n] = (struct claim){ (double)job_demand(r, j, kind),
                                   (double)r->job[j].weight / 1e6 * factor[r->job[j].priority], 0, INFINITY };
        of[n++] = j;
    }
    divide(r, claim, n, slots, out);
    for (int i = 0; i < n; i++) share[of[i]] = settle(out[i]);
    free(claim);
    free(out);
    free(of);
}

void job_shares(const struct run *r, int kind, const double *pool_share, double *share)
{
    for (int j = 0; j < r->n_jobs; j++) share[j] = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].fifo) hand_out(r, kind, p, pool_share[p], share);
        else share_jobs(r, kind, p, pool_share[p], share);
}
