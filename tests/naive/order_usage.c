/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_usage.c - U4 to U6: pools by what they have used over their weight; usage decays with a half-life. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

/* U5.2: "2^(-k PERIOD/HALFLIFE)". */
static double decayed(const struct run *r, int64_t k)
{
    return exp2(-(double)k * (double)r->o.interval_us / (double)r->o.half_life_us);
}

/* U5.2, U5.3: u after the k ticks that have found the same. */
double usage_average(const struct run *r, const struct usage *u)
{
    double now = (double)u->running + (u->before - (double)u->running) * decayed(r, u->ticks);
    return now > r->o.usage_start ? now : r->o.usage_start;
}

/* "In whole millionths, a half rounded up." */
static int64_t millionths(double slots) { return (int64_t)floor(slots * 1e6 + 0.5); }

/* ---- one list (U7 to U9) ---------------------------------------------------------------------------- */

static bool in_one_list(const struct run *r) { return r->o.by_product || r->o.by_halves; }

/* U7: "those of rows and those of which a job has been submitted". */
static bool is_there(const struct run *r, int pool)
{
    if (r->pool[pool].of_row) return true;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state >= SUBMITTED && r->job[j].pool == pool) return true;
    return false;
}

/* "weight / the weights of all pools beside it" */
static double share(const struct run *r, int pool)
{
    int64_t sum = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == r->pool[pool].parent && is_there(r, p)) sum += r->pool[p].weight;
    return sum > 0 && is_there(r, pool) ? (double)r->pool[pool].weight / (double)sum : 0;
}

/* U7.1 */
static double norm(const struct run *r, int pool)
{
    return share(r, pool) * (r->pool[pool].parent < 0 ? 1 : norm(r, r->pool[pool].parent));
}

/* U3.1, of usages in whole millionths. */
static double effective(const struct run *r, int pool, int kind)
{
    double all = 0, u;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent < 0) all += (double)millionths(usage_average(r, &r->pool[p].usage[kind]));
    u = all > 0 ? (double)millionths(usage_average(r, &r->pool[pool].usage[kind])) / all : 0;
    if (r->pool[pool].parent < 0) return u;
    return u + (effective(r, r->pool[pool].parent, kind) - u) * share(r, pool);
}

static int64_t list_key(const struct run *r, int pool, int kind)
{
    double n = norm(r, pool), most = 4e12, key;
    if (!is_there(r, pool)) return 0;
    if (n <= 0) return millionths(most);
    key = (r->o.by_product ? effective(r, pool, kind) : (double)r->pool[pool].slot_s[kind]) / n;
    return millionths(key < most ? key : most);
}

/* U9: "a multiple of HALFLIFE above 0 is before the tick and not before the last one". */
static bool halves_now(const struct run *r)
{
    int64_t h = r->o.half_life_us, last = r->now_us - r->o.interval_us;
    for (int64_t m = h; m < r->now_us; m += h)
        if (m >= last) return true;
    return false;
}

static void grow(struct run *r, int pool, int kind)
{
    int64_t *s = &r->pool[pool].slot_s[kind];
    if (*s < 1) *s = 1;
    *s += pool_running(r, pool, kind) * (r->o.interval_us / SW_US_PER_S);
    if (halves_now(r)) *s = *s / 2 < 1 ? 1 : *s / 2;
}

static void tick_averages(struct run *r);

/* U5: a tick. */
void usage_tick(struct run *r)
{
    for (int p = 0; p < r->n_pools; p++)
        for (int kind = 0; kind < r->n_kinds && r->o.by_halves; kind++) grow(r, p, kind);
    tick_averages(r);
    for (int p = 0; p < r->n_pools; p++)
        for (int kind = 0; kind < r->n_kinds && in_one_list(r); kind++)
            r->pool[p].list_key[kind] = list_key(r, p, kind);
}

void usage_count(const struct run *r, struct usage *u, int64_t running)
{
    if (running != u->running) *u = (struct usage){ usage_average(r, u), running, 0 };
    u->ticks++;
}

static void tick_averages(struct run *r)
{
    for (int p = 0; p < r->n_pools; p++)
        for (int kind = 0; kind < r->n_kinds; kind++)
            usage_count(r, &r->pool[p].usage[kind], pool_running(r, p, kind));
}

/* U4, U6 */
static int64_t used(const struct run *r, int pool, int kind)
{
    const struct usage *u = &r->pool[pool].usage[kind];
    int64_t more = pool_running(r, pool, kind) - u->running;
    int64_t entries = r->o.counts_entries && more > 0 ? more * millionths(1 - decayed(r, 1)) : 0;
    return millionths(usage_average(r, u)) + entries;
}

static bool pool_before(const struct run *r, int kind, int a, int b)
{
    int64_t x = r->pool[a].list_key[kind], y = r->pool[b].list_key[kind];
    int c = in_one_list(r) ? (x > y) - (x < y)
                           : compare_ratio(used(r, a, kind), r->pool[a].weight, used(r, b, kind),
                                           r->pool[b].weight);
    return c ? c < 0 : earlier(&r->job[first_job(r, a, kind)], &r->job[first_job(r, b, kind)]);
}

static bool is_listed(const struct run *r, int kind, int pool, int parent)
{
    return (in_one_list(r) ? !pool_has_children(r, pool) : r->pool[pool].parent == parent)
           && first_job(r, pool, kind) >= 0;
}

static int list_usage(const struct run *r, int kind, struct stage **out)
{
    return list_pools(r, kind, -1, &(struct tree){ .is_listed = is_listed, .pool_before = pool_before }, out);
}

const struct order_rule order_usage = { "usage", true, list_usage, NULL };

/* 5 min, 0. */
int set_usage_order(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    if (spec_read("--order", arg, &spec, err)) return SW_FAIL;
    o->order = &order_usage;
    o->interval_us = 300 * SW_US_PER_S;
    if (spec.n < 1 || spec.n > 4) return sw_err_usage(err, "--order: usage takes HALFLIFE,PERIOD,START,entry");
    if (sw_opt_duration("--order", spec.param[0], &o->half_life_us, err)) return SW_FAIL;
    if (spec.n > 1 && sw_opt_duration("--order", spec.param[1], &o->interval_us, err)) return SW_FAIL;
    if (spec.n > 2 && sw_opt_real("--order", spec.param[2], 0, 1e6, &o->usage_start, err)) return SW_FAIL;
    o->counts_entries = spec.n > 3 && !strcmp(spec.param[3], "entry");
    o->by_product = spec.n > 3 && !strcmp(spec.param[3], "product");
    o->by_halves = spec.n > 3 && !strcmp(spec.param[3], "halves");
    spec_clear(&spec);
    return SW_OK;
}
