/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.c - pools by what they have used, which decays with a half-life: HTCondor's user priorities, Slurm's Fair Tree,
 * Kueue's admission fair sharing (U4 to U6 of docs/model.md). */
#include "lib/sched/order/parts.h"
#include "lib/sched/params.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_num.h"
#include <math.h>
#include <string.h>

/* ---- arithmetic ---------------------------------------------------------------------------------- */

/* U5.3: usage is never below START. */
static double above(const struct sw_order_rule *rule, double slots)
{
    return slots > rule->usage_start ? slots : rule->usage_start;
}

/* U5: β to the power of so many ticks. */
static double left_after(const struct sw_order_rule *rule, int64_t ticks)
{
    return exp2(-(double)ticks * (double)rule->update_us / (double)rule->half_life_us);
}

/* U9: the first tick behind this one that halves. */
static int64_t next_halving(const struct sw_order_rule *rule, int64_t tick)
{
    __int128 at_us = (__int128)tick * rule->update_us;
    __int128 m = (at_us + rule->half_life_us - 1) / rule->half_life_us;
    return (int64_t)((m > 0 ? m : 1) * rule->half_life_us / rule->update_us) + 1;
}

/* U9: whole slot seconds, which halve at the end of each half-life, and are never below one. */
static double halved_at(const struct sw_order_rule *rule, const struct sw_usage *u, int64_t tick)
{
    int64_t seconds = u->slots > 1 ? (int64_t)u->slots : 1, period_s = rule->update_us / SW_US_PER_S;
    for (int64_t at = u->tick, to; at < tick && (u->running || seconds > 1); at = to) {
        int64_t halving = next_halving(rule, at);
        to = halving < tick ? halving : tick;
        seconds += (to - at) * u->running * period_s;
        if (to == halving)
            seconds = seconds / 2 > 1 ? seconds / 2 : 1;
    }
    return (double)seconds;
}

/* U5.2: as of that tick, with what the pool has run since the last change. */
double sw_usage_at(const struct sw_order_rule *rule, const struct sw_usage *u, int64_t tick)
{
    if (rule->usage_halves)
        return halved_at(rule, u, tick);
    double running = (double)u->running;
    return above(rule, running + (u->slots - running) * left_after(rule, tick - u->tick));
}

/* U5.2: ticks at which the pool runs what it did are one. */
void sw_usage_tick(const struct sw_order_rule *rule, struct sw_usage *u, int64_t tick, int64_t running)
{
    if (running == u->running)
        return;
    u->slots = sw_usage_at(rule, u, tick - 1);
    u->tick = tick - 1;
    u->running = running;
}

/* U5.3: a half is rounded up. */
int64_t sw_usage_millionths(double slots)
{
    return (int64_t)floor(slots * 1e6 + 0.5);
}

/* ---- one list of all pools (U7 to U9) --------------------------------------------------------------- */

/* A pool's parent comes before it, or has been worked out. */
static void descend(struct sw_usage_claimant *c, size_t i, const int64_t *sum, size_t n, double all)
{
    struct sw_usage_claimant *own = &c[i], *above = own->parent == SW_USAGE_TOP ? NULL : &c[own->parent];
    int64_t beside = sum[above ? own->parent : n];
    double share = beside > 0 ? (double)own->weight / (double)beside : 0, used = all > 0 ? own->used / all : 0;
    if (own->norm >= 0)
        return;
    if (above)
        descend(c, own->parent, sum, n, all);
    own->norm = share * (above ? above->norm : 1);
    own->effective = above ? used + (above->effective - used) * share : used;
}

/* sum: room for n + 1. `used` of `product` is cut to whole millionths. */
void sw_usage_keys(const struct sw_order_rule *rule, struct sw_usage_claimant *c, size_t n, int64_t *sum)
{
    double all = 0;
    for (size_t i = 0; i <= n; i++)
        sum[i] = 0;
    for (size_t i = 0; i < n; i++) {
        c[i].norm = -1;
        if (rule->usage_product)
            c[i].used = (double)sw_usage_millionths(c[i].used);
        sum[c[i].parent == SW_USAGE_TOP ? n : c[i].parent] += c[i].weight;
        all += c[i].parent == SW_USAGE_TOP ? c[i].used : 0;
    }
    for (size_t i = 0; i < n; i++)
        descend(c, i, sum, n, all);
    for (size_t i = 0; i < n; i++) {
        double by = rule->usage_product ? c[i].effective : c[i].used, key = c[i].norm > 0 ? by / c[i].norm : 4e12;
        c[i].key = sw_usage_millionths(key < 4e12 ? key : 4e12);
    }
}

/* ---- the rule ------------------------------------------------------------------------------------ */

/* U5.3. */
static int parse_start(const char *text, struct sw_order_rule *rule, struct sw_err *err)
{
    if (sw_num_real(text, strlen(text), &rule->usage_start) != SW_OK || !(rule->usage_start >= 0)
        || rule->usage_start > 1e6)
        return sw_err_usage(err, "--order: usage: not a number of slots up to 1000000: '%s'", text);
    return SW_OK;
}

/* U6, U8, U9. */
static int parse_list_word(const char *word, struct sw_order_rule *rule, struct sw_err *err)
{
    if (!strcmp(word, "entry"))
        rule->usage_of_entry = sw_usage_millionths(1 - left_after(rule, 1));
    else if (!strcmp(word, "product"))
        rule->usage_product = true;
    else if (!strcmp(word, "halves"))
        rule->usage_halves = true;
    else
        return sw_err_usage(err, "--order: usage: unknown word: '%s' (one of entry, product, halves)", word);
    return SW_OK;
}

/* U7.2, U9.1 */
static int check_list(const char *params, const struct sw_order_rule *rule, struct sw_err *err)
{
    if (rule->usage_start > 0)
        return sw_err_usage(err, "--order: usage: with product or halves the start is 0: '%s'", params);
    if (rule->usage_halves && (rule->update_us % SW_US_PER_S || rule->update_us > rule->half_life_us))
        return sw_err_usage(err,
                            "--order: usage: with halves the period is of whole seconds, up to the half-life: '%s'",
                            params);
    return SW_OK;
}

/* U4: a period of five minutes, and START 0. */
static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    char buf[128], *field[4] = { NULL };
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 4) : 0;
    if (n < 1)
        return sw_err_usage(err, "--order: usage takes HALFLIFE[,PERIOD[,START[,entry|product|halves]]]: '%s'",
                            params ? params : "");
    if (sw_params_time("order: usage", field[0], 1, &rule->half_life_us, err) != SW_OK
        || (n > 1 && sw_params_time("order: usage", field[1], 1, &rule->update_us, err) != SW_OK)
        || (n > 2 && parse_start(field[2], rule, err) != SW_OK)
        || (n > 3 && parse_list_word(field[3], rule, err) != SW_OK))
        return SW_FAIL;
    return rule->usage_product || rule->usage_halves ? check_list(params, rule, err) : SW_OK;
}

/* U4: usage over weight. */
static void least_used(const struct sw_pool_view *pool, struct sw_key *key)
{
    sw_key_ratio(pool->usage, pool->weight, key);
}

const struct sw_order sw_order_usage = {
    .name = "usage", .summary = "the pool that has used least for its weight, by usage that decays",
    .params = "HALFLIFE[,PERIOD[,START[,entry|product|halves]]]",
    .uses_pools = true, .weighs_jobs = true, .by_usage = true, .follows_running = true,
    .stands_by = SW_BY_USAGE, .update_us = 300 * SW_US_PER_S, .parse = parse, .job_key = sw_key_fair_weighted,
    .pool_key = least_used,
};
