/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deficit.c - the first Fair Scheduler (HADOOP-3746, Hadoop 0.19): jobs below their minimum first, then the one that
 * was wronged most, its deficit being the slot time it should have had and has not.
 * Rule O10 numbers the steps of an update. */
#include "lib/base/million.h"
#include "lib/base/minmax.h"
#include "lib/sched/order/parts.h"
#include "lib/sched/params.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_num.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* O10.1: jobs below their minimum go first, then the largest deficit. */
static void needy_then_deficit(const struct sw_job_view *job, struct sw_key *key)
{
    sw_key_whole(job->running < job->min ? 0 : 1, -job->deficit, key);
}

/* ---- steps 1 and 2: what was missed, and weights ------------------------------------------------- */

/* Deficits stop growing at 2^61 slot microseconds: ten thousand slots for seven years. */
static int64_t limited(__int128 deficit)
{
    const __int128 most = (__int128)1 << 61;
    return (int64_t)(deficit > most ? most : deficit < -most ? -most : deficit);
}

/* Divisions of numbers above 2^63 take ten times as long, and hardly ever come up. */
static __int128 divided(__int128 x, int64_t by)
{
    return x == (int64_t)x ? (int64_t)x / by : x / by;
}

/* O10.6. */
void sw_deficit_add(struct sw_deficit *state, int64_t running, int64_t interval_us, int64_t times)
{
    __int128 missed = ((__int128)state->share - (__int128)running * MILLION) * interval_us;
    __int128 whole = divided(missed, MILLION);
    whole -= whole * MILLION > missed; /* towards minus infinity */
    state->deficit = limited(state->deficit + whole * times);
}

/* O10.7: in millionths, a half rounded up, at least one. */
int64_t sw_deficit_weight(const struct sw_order_rule *rule, int64_t weight, enum sw_priority priority, int64_t age_us)
{
    int64_t boost = age_us < rule->age_us ? rule->boost : MILLION;
    __int128 boosted = (__int128)weight * sw_priority_quarters[priority] * boost;
    int64_t rounded = (int64_t)divided(boosted + 2 * MILLION, 4 * MILLION);
    return max_i64(rounded, 1);
}

/* ---- step 3: a pool's minimum share among its jobs ------------------------------------------------- */

struct giving { const struct sw_deficit_claim **to; size_t n; int64_t left, old; __int128 weights; };

/* O10.9: no more than the job lacks of its demand, nor than is left. */
static void give_slots(struct giving *g, const struct sw_deficit_claim *c, int64_t slots)
{
    slots = min_i64(slots, min_i64(c->demand - c->state->min, g->left));
    c->state->min += slots;
    g->left -= slots;
}

/* O10.8: who is still below its demand, and the sum of their weights. */
static void choose_claims(struct giving *g, const struct sw_deficit_claim *claim, size_t n)
{
    g->n = 0;
    g->weights = 0;
    g->old = g->left;
    for (size_t i = 0; i < n; i++)
        if (claim[i].state->min < claim[i].demand) {
            g->to[g->n++] = &claim[i];
            g->weights += claim[i].weight;
        }
}

/* Claims stand in fifo order, and so do pointers to them. */
static int by_weight_then_deficit(const void *x, const void *y)
{
    const struct sw_deficit_claim *a = *(const struct sw_deficit_claim *const *)x,
                                  *b = *(const struct sw_deficit_claim *const *)y;
    return ORDER(b->weight, a->weight) ?: ORDER(b->state->deficit, a->state->deficit) ?: ORDER(a, b);
}

/* Whether it went by deficits. */
static bool give_round(struct giving *g)
{
    for (size_t i = 0; i < g->n; i++)
        give_slots(g, g->to[i], (int64_t)((__int128)g->old * g->to[i]->weight / g->weights));
    if (g->left < g->old)
        return false;
    qsort(g->to, g->n, sizeof *g->to, by_weight_then_deficit);
    for (size_t i = 0; i < g->n; i++)
        give_slots(g, g->to[i], (int64_t)(((__int128)g->old * g->to[i]->weight + g->weights - 1) / g->weights));
    return true;
}

/* O10.8: rounds, while something is left and someone wants it. */
bool sw_deficit_minimums(const struct sw_deficit_claim *claim, size_t n, int64_t min_slots,
                         const struct sw_deficit_claim **sorted)
{
    struct giving g = { .to = sorted, .left = min_slots };
    bool by_deficits = false;
    for (choose_claims(&g, claim, n); g.left > 0 && g.n; choose_claims(&g, claim, n))
        by_deficits |= give_round(&g);
    return by_deficits;
}

/* ---- step 4: shares by weight, minimums first ------------------------------------------------------ */

/* By minimum/weight, largest first. Who stands before one that is lifted to its minimum is lifted, too: L/W falls with
 * each that is. So one pass in this order finds the same jobs as going round and round. */
static int by_minimum_over_weight(const void *x, const void *y)
{
    const struct sw_deficit_claim *a = *(const struct sw_deficit_claim *const *)x,
                                  *b = *(const struct sw_deficit_claim *const *)y;
    return ORDER((__int128)b->state->min * a->weight, (__int128)a->state->min * b->weight) ?: ORDER(a, b);
}

/* O10.11: the jobs that may be lifted to their minimum, in the order in which they are. */
static size_t with_minimum(const struct sw_deficit_claim *claim, size_t n, const struct sw_deficit_claim **sorted)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        if (claim[i].state->min > 0)
            sorted[k++] = &claim[i];
    if (k)
        qsort(sorted, k, sizeof *sorted, by_minimum_over_weight);
    return k;
}

/* O10.10 to O10.11: minimums first, the rest by weight. */
void sw_deficit_shares(const struct sw_deficit_claim *claim, size_t n, int64_t slots,
                       const struct sw_deficit_claim **sorted)
{
    __int128 left = (__int128)slots * MILLION, weights = 0;
    size_t lifted = 0, k = with_minimum(claim, n, sorted);
    for (size_t i = 0; i < n; i++) {
        weights += claim[i].weight;
        claim[i].state->share = -1;
    }
    for (; lifted < k; lifted++) {
        const struct sw_deficit_claim *c = sorted[lifted];
        if (left > 0 && c->state->min * MILLION <= left * c->weight / weights)
            break;
        left -= c->state->share = c->state->min * MILLION;
        weights -= c->weight;
    }
    int64_t weight = 0, share = 0; /* of the one before: most weigh the same */
    for (size_t i = 0; i < n; i++) {
        if (claim[i].state->share >= 0)
            continue;
        if (claim[i].weight != weight) {
            weight = claim[i].weight;
            share = left > 0 ? (int64_t)(left * weight / weights) : 0;
        }
        claim[i].state->share = share;
    }
}

/* ---- parameters -------------------------------------------------------------------------------------- */

/* O10.7: the factor of young jobs, and how long a job is young. */
static int parse_boost(const char *boost, const char *age, struct sw_order_rule *rule, struct sw_err *err)
{
    double factor;
    if (sw_num_real(boost, strlen(boost), &factor) != SW_OK || !(factor >= 1e-6 && factor <= 1000))
        return sw_err_usage(err, "--order: deficit: a boost is between 0.000001 and 1000: '%s'", boost);
    rule->boost = llround(factor * 1e6);
    return sw_params_time("order: deficit", age, 0, &rule->age_us, err);
}

/* O13.2. */
static int parse_cap(const char *text, struct sw_order_rule *rule, struct sw_err *err)
{
    uint64_t cap;
    if (sw_num_u64(text, strlen(text), &cap) != SW_OK || !cap || cap >= (uint64_t)SW_UNLIMITED)
        return sw_err_usage(err, "--order: deficit: not a count of tasks above 0: '%s'", text);
    rule->task_cap = (int64_t)cap;
    return SW_OK;
}

static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    char buf[128], *field[4];
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 4) : 0;
    rule->boost = 3 * MILLION;
    rule->age_us = 300 * SW_US_PER_S;
    if (!params)
        return SW_OK;
    if (n != 3 && n != 4)
        return sw_err_usage(err, "--order: deficit takes INTERVAL,BOOST,AGE[,CAP]: '%s'", params);
    if (sw_params_time("order: deficit", field[0], 1, &rule->update_us, err) != SW_OK
        || parse_boost(field[1], field[2], rule, err) != SW_OK)
        return SW_FAIL;
    return n == 4 ? parse_cap(field[3], rule, err) : SW_OK;
}

const struct sw_order sw_order_deficit = {
    .name = "deficit", .summary = "jobs below their minimum, then those that missed most of their share",
    .params = "[:INTERVAL,BOOST,AGE[,CAP]]",
    .limits_jobs = true, .follows_running = true, .update_us = 500000, .share = SW_SHARE_BY_WEIGHT,
    .parse = parse, .job_key = needy_then_deficit,
};
