/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quincy.c - what Quincy's min-cost flow charges (Isard et al., SOSP 2009): for data that cross a rack's switch, for
 * data that cross the core, and for a task that is left waiting; rules Q3 and Q4 of docs/model.md.
 *
 * Where its data are a task costs nothing, so it goes there at once if there is a slot; farther away, under share=none,
 * once it has waited long enough for the waiting to cost as much: 0.25 off the rack for 128 M at 2 a gigabyte is half a
 * second at 0.5 a second. */
#include "lib/base/million.h"
#include "lib/base/renamed.h"
#include "lib/sched/global/parts.h"
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"
#include <math.h>
#include <string.h>

/* The solver counts in 32 bits and wants room above them. Waiting in the end costs more than any distance. */
#define MOST_FOR_DATA INT64_C(12500000)
#define MOST_FOR_WAITING INT64_C(25000000)
#define USUAL_BLOCK (UINT64_C(1) << 27)
#define GIGABYTE (UINT64_C(1) << 30)

/* A number of at most a million, in millionths. */
static int parse_cost(const char *key, const char *value, double least, int64_t *out, struct sw_err *err)
{
    double x;
    if (sw_num_real(value, strlen(value), &x) != SW_OK || x < least || x > 1e6)
        return sw_err_usage(err, "--global: quincy: %s: not between %g and 1e6: '%s'", key, least, value);
    *out = llround(x * 1e6);
    return SW_OK;
}

/* One of two words. */
static int parse_either(const char *key, const char *value, const char *yes, const char *no, bool *out,
                        struct sw_err *err)
{
    *out = !strcmp(value, yes);
    if (!*out && strcmp(value, no))
        return sw_err_usage(err, "--global: quincy: %s: not %s or %s: '%s'", key, yes, no, value);
    return SW_OK;
}

/* Without a cost of waiting a task might wait for ever. */
static int parse_field(char *field, struct sw_global_rule *rule, struct sw_err *err)
{
    char *value = strchr(field, '=');
    if (!value)
        return sw_err_usage(err, "--global: quincy: not rack=, any=, wait=, run=, share=, preempt= or every=: '%s'",
                            field);
    *value++ = '\0';
    if (!strcmp(field, "rack"))
        return parse_cost(field, value, 0, &rule->rack, err);
    if (renamed_word("--global: quincy", field, "any"))
        return parse_cost(field, value, 0, &rule->off, err);
    if (!strcmp(field, "wait"))
        return parse_cost(field, value, 0.001, &rule->wait, err);
    if (!strcmp(field, "share"))
        return parse_either(field, value, "fair", "none", &rule->fair, err);
    if (!strcmp(field, "preempt"))
        return parse_either(field, value, "yes", "no", &rule->moves, err);
    if (!strcmp(field, "run"))
        return parse_cost(field, value, 0, &rule->run, err);
    if (!strcmp(field, "every"))
        return sw_params_time("global: quincy: every", value, 0, &rule->every_us, err);
    return sw_err_usage(err, "--global: quincy: not rack, any, wait, run, share, preempt or every: '%s'", field);
}

/* Q3: 1, 2 and 0.5 unless given; Q7.3: run=1. */
static int parse(const char *params, struct sw_global_rule *rule, struct sw_err *err)
{
    char buf[256];
    size_t len = params ? strlen(params) : 0;
    rule->rack = MILLION;
    rule->off = 2 * MILLION;
    rule->wait = MILLION / 2;
    rule->run = MILLION;
    rule->fair = true;
    if (!params)
        return SW_OK;
    if (!len || len >= sizeof buf)
        return sw_err_usage(err, "--global: quincy takes rack=, any=, wait=, run=, share=, preempt=, every=: '%s'",
                            params);
    memcpy(buf, params, len + 1);
    for (char *at = buf, *next; at; at = next) {
        if ((next = strchr(at, ',')))
            *next++ = '\0';
        if (parse_field(at, rule, err) != SW_OK)
            return SW_FAIL;
    }
    if (rule->off < rule->rack)
        return sw_err_usage(err, "--global: quincy: off costs less than rack: '%s'", params);
    return SW_OK;
}

/* Of n at a cost in millionths for each `one`, in thousandths, rounded. */
static int64_t cost_of_amount(uint64_t n, int64_t cost, uint64_t one)
{
    unsigned __int128 unit = (unsigned __int128)one * 1000,
        whole = ((unsigned __int128)n * (uint64_t)cost + unit / 2) / unit;
    return whole > (uint64_t)MOST_FOR_WAITING ? MOST_FOR_WAITING : (int64_t)whole;
}

/* Q3.3: costs are cut. */
static int64_t within(int64_t x, int64_t least, int64_t most)
{
    return x < least ? least : x > most ? most : x;
}

/* Q3.1, Q3.2: in thousandths. */
static struct sw_price price(const struct sw_global_rule *rule, uint64_t bytes, int64_t waited_us)
{
    uint64_t data = bytes ? bytes : USUAL_BLOCK;
    int64_t rack = within(cost_of_amount(data, rule->rack, GIGABYTE), 1, MOST_FOR_DATA);
    return (struct sw_price){ .rack = rack,
                              .off = within(cost_of_amount(data, rule->off, GIGABYTE), rack + 1, MOST_FOR_DATA + 1),
                              .wait = cost_of_amount((uint64_t)waited_us, rule->wait, (uint64_t)SW_US_PER_S) };
}

/* Whole seconds: the fewer costs differ, the fewer searches a flow takes. */
static int64_t kept(const struct sw_global_rule *rule, int64_t ran_us)
{
    return cost_of_amount((uint64_t)(ran_us / SW_US_PER_S), rule->run, 1);
}

/* A wait of w us costs floor((w W + half) / unit), so it saves floor((t W - (ready W + cost unit) + half) / unit) at t.
 * The mark is what is subtracted, over W. */
#define UNIT (SW_US_PER_S * INT64_C(1000))
static struct sw_mark mark(const struct sw_global_rule *rule, int64_t ready_us, int64_t cost)
{
    return (struct sw_mark){ ready_us + cost * UNIT / rule->wait, cost * UNIT % rule->wait };
}

/* The longest wait whose cost is not cut (Q3.3). */
static int64_t longest_us(const struct sw_global_rule *rule)
{
    return (int64_t)(((__int128)MOST_FOR_WAITING * UNIT + UNIT / 2 - 1) / rule->wait);
}

const struct sw_global sw_global_quincy = {
    .name = "quincy",
    .summary = "min-cost flow of waiting tasks to free slots, for data to be moved and time spent waiting",
    .params = "[:rack=R,any=X,wait=W,run=B,share=fair|none,preempt=yes|no,every=T]", .decides = true, .parse = parse,
    .price = price, .kept = kept, .mark = mark, .longest_us = longest_us,
};
