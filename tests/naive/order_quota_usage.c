/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_quota_usage.c - X7, X3.3: quotas, where the surplus is shared by weight and by usage, which decays. */
#include <math.h>
#include <stdlib.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

/* ---- X3.3: rounds, uncut ---------------------------------------------------------------------------- */

static bool lacks(const struct run *r, int p, int parent, int64_t priority, int kind, const double *share)
{
    return r->pool[p].parent == parent && r->pool[p].priority == priority && share[p] < quota_wants(r, p, kind);
}

/* P before it is divided by its sum. */
static double part(const struct run *r, int p, int kind, double weights)
{
    double norm = (double)r->pool[p].weight / 1e6 / weights;
    return r->pool[p].weight == 0 ? 0 : fmax(norm + r->o.usage_weight * (norm - r->pool[p].part_used[kind]), 0);
}

double quota_surplus(const struct run *r, int kind, int parent, int64_t priority, double left, double *share)
{
    bool again = true;
    while (again && left > 0) {
        double weights = 0, parts = 0, all = left;
        again = false;
        for (int p = 0; p < r->n_pools; p++)
            if (lacks(r, p, parent, priority, kind, share)) weights += (double)r->pool[p].weight / 1e6;
        for (int p = 0; p < r->n_pools && weights > 0; p++)
            if (lacks(r, p, parent, priority, kind, share)) parts += part(r, p, kind, weights);
        for (int p = 0; p < r->n_pools && parts > 0; p++) {
            if (!lacks(r, p, parent, priority, kind, share)) continue;
            double gets = all * part(r, p, kind, weights) / parts, more = quota_wants(r, p, kind) - share[p];
            if (gets <= 0) continue;
            if (more < gets) again = true;
            left -= fmin(more, gets);
            share[p] = more <= gets ? quota_wants(r, p, kind) : share[p] + gets;
        }
    }
    return fmax(left, 0);
}

/* ---- X7 --------------------------------------------------------------------------------------------- */

void quota_usage_tick(struct run *r)
{
    double *share = naive_alloc((size_t)r->n_pools, sizeof *share);
    for (int kind = 0; kind < r->n_kinds; kind++) {
        usage_count(r, &r->all_slots[kind], slots_up(r, kind));
        double all = usage_average(r, &r->all_slots[kind]);
        for (int p = 0; p < r->n_pools; p++) {
            usage_count(r, &r->pool[p].usage[kind], pool_running(r, p, kind));
            r->pool[p].part_used[kind] = all > 0 ? usage_average(r, &r->pool[p].usage[kind]) / all : 0;
        }
        pool_shares(r, kind, share);
        for (int p = 0; p < r->n_pools; p++) r->pool[p].share[kind] = (int64_t)floor(share[p] * 1e6 + 0.5);
    }
    free(share);
}

/* X7.2 */
static bool pool_before(const struct run *r, int kind, int a, int b)
{
    const struct pool *x = &r->pool[a], *y = &r->pool[b];
    int64_t run_a = pool_running(r, a, kind), run_b = pool_running(r, b, kind);
    int64_t quota_a = quota_of(r, a, kind), quota_b = quota_of(r, b, kind);
    bool over_a = run_a * 1000000 > x->share[kind], over_b = run_b * 1000000 > y->share[kind];
    int c;
    if ((run_a < quota_a) != (run_b < quota_b)) return run_a < quota_a;
    if (run_a < quota_a) c = compare_ratio(run_a, quota_a, run_b, quota_b);
    else if (over_a != over_b) return over_b;
    else if (x->priority != y->priority) return x->priority > y->priority;
    else c = compare_ratio(run_a + 1, x->share[kind], run_b + 1, y->share[kind]);
    return c ? c < 0 : earlier(&r->job[first_job(r, a, kind)], &r->job[first_job(r, b, kind)]);
}

static bool job_before(const struct run *r, int kind, int a, int b)
{
    return fair_in_pool_before(r, kind, r->pool[r->job[a].pool].fifo, a, b);
}

static int list_quota_usage(const struct run *r, int kind, struct stage **out)
{
    return list_tree(r, kind, -1, out, pool_before, job_before);
}

const struct order_rule order_quota_usage = { "quota-usage", true, list_quota_usage };

/* K,HALFLIFE[,PERIOD]: 1 s */
int set_quota_usage_order(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    if (spec_read("--order", arg, &spec, err)) return SW_FAIL;
    o->order = &order_quota_usage;
    o->interval_us = SW_US_PER_S;
    if (spec.n < 2 || spec.n > 3) return sw_err_usage(err, "--order: quota-usage takes K,HALFLIFE[,PERIOD]");
    if (sw_opt_real("--order", spec.param[0], 0, 1e6, &o->usage_weight, err)) return SW_FAIL;
    if (sw_opt_duration("--order", spec.param[1], &o->half_life_us, err)) return SW_FAIL;
    if (spec.n > 2 && sw_opt_duration("--order", spec.param[2], &o->interval_us, err)) return SW_FAIL;
    spec_clear(&spec);
    return SW_OK;
}
