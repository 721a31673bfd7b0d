/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_windows.c - U10, U11: pools by what they have used of windows of time, less their target; a cap holds them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

/* U10: "the sum over its windows of D^i times what it used in window i". */
static double weighed(const struct run *r, int pool, int kind)
{
    double sum = 0, weight = 1;
    for (int i = 0; i < r->o.depth; i++) {
        sum += weight * r->pool[pool].past[kind][i];
        weight *= r->o.decay;
    }
    return sum;
}

static double weighed_of_all(const struct run *r, int kind)
{
    double sum = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent < 0) sum += weighed(r, p, kind);
    return sum;
}

/* U11: "a window begins if a multiple of INTERVAL is after the last tick, and not after this one". */
static void begin_window(struct run *r, int kind)
{
    for (int p = 0; p < r->n_pools; p++) {
        for (int i = 23; i > 0; i--) r->pool[p].past[kind][i] = r->pool[p].past[kind][i - 1];
        r->pool[p].past[kind][0] = 0;
    }
}

static void settle(struct run *r, int kind)
{
    double all = weighed_of_all(r, kind);
    for (int p = 0; p < r->n_pools; p++) {
        struct pool *x = &r->pool[p];
        x->percent[kind] = all > 0 ? (int64_t)floor(100 * weighed(r, p, kind) / all * 1e6 + 0.5) : 0;
        x->held[kind] = x->cap != UNSET && x->percent[kind] > x->cap;
    }
}

void windows_tick(struct run *r)
{
    double period_s = (double)r->o.interval_us / SW_US_PER_S;
    int64_t began = r->now_us / r->o.window_us - r->ticked_us / r->o.window_us;
    for (int kind = 0; kind < N_KINDS; kind++) {
        for (int p = 0; p < r->n_pools; p++)
            r->pool[p].past[kind][0] += (double)(kind < r->n_kinds ? pool_running(r, p, kind) : 0) * period_s;
        for (int64_t i = 0; i < began && i < 24; i++) begin_window(r, kind);
        settle(r, kind);
    }
    r->ticked_us = r->now_us;
}

/* U11.1 */
static bool pool_before(const struct run *r, int kind, int a, int b)
{
    int64_t x = r->pool[a].percent[kind] - r->pool[a].weight, y = r->pool[b].percent[kind] - r->pool[b].weight;
    return x != y ? x < y : earlier(&r->job[first_job(r, a, kind)], &r->job[first_job(r, b, kind)]);
}

static int list_windows(const struct run *r, int kind, struct stage **out)
{
    return list_pools(r, kind, -1, &(struct tree){ .is_listed = pool_is_below, .pool_before = pool_before }, out);
}

const struct order_rule order_windows = { "windows", true, list_windows, NULL };

/* INTERVAL,DEPTH,DECAY[,PERIOD]: 30 s */
int set_windows_order(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    uint64_t depth = 0;
    if (spec_read("--order", arg, &spec, err)) return SW_FAIL;
    o->order = &order_windows;
    o->interval_us = 30 * SW_US_PER_S;
    if (spec.n < 3 || spec.n > 4) return sw_err_usage(err, "--order: windows takes INTERVAL,DEPTH,DECAY[,PERIOD]");
    if (sw_opt_duration("--order", spec.param[0], &o->window_us, err)) return SW_FAIL;
    if (sw_opt_count("--order", spec.param[1], 1, 24, &depth, err)) return SW_FAIL;
    if (sw_opt_real("--order", spec.param[2], 0, 1, &o->decay, err)) return SW_FAIL;
    if (spec.n > 3 && sw_opt_duration("--order", spec.param[3], &o->interval_us, err)) return SW_FAIL;
    o->depth = (int64_t)depth;
    spec_clear(&spec);
    return SW_OK;
}
