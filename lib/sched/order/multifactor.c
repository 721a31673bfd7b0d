/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multifactor.c - Slurm's priority/multifactor: tier of the partition, then points of age, fair share, size, partition
 * and QOS (G12 of docs/model.md). lib/sim/mech/multifactor.c works them out. */
#include "lib/sched/order/parts.h"
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum kind { WEIGHT, TIME, FLAG };
#define OF_FACTORS(member) (offsetof(struct sw_order_rule, factors) + offsetof(struct sw_multifactor, member))
static const struct word { const char *name; enum kind kind; size_t at; int64_t least; } words[] = {
    { "age", WEIGHT, OF_FACTORS(age), 0 },
    { "fairshare", WEIGHT, OF_FACTORS(fair_share), 0 },
    { "size", WEIGHT, OF_FACTORS(size), 0 },
    { "partition", WEIGHT, OF_FACTORS(partition), 0 },
    { "qos", WEIGHT, OF_FACTORS(qos), 0 },
    { "max-age", TIME, OF_FACTORS(max_age_us), 1 },
    { "half-life", TIME, offsetof(struct sw_order_rule, half_life_us), 0 },
    { "period", TIME, offsetof(struct sw_order_rule, update_us), 1 },
    { "favor-small", FLAG, OF_FACTORS(favor_small), 0 },
    { "relative-to-time", FLAG, OF_FACTORS(relative_to_time), 0 },
    { "incr-only", FLAG, OF_FACTORS(incr_only), 0 },
    { "no-fair-tree", FLAG, OF_FACTORS(no_fair_tree), 0 },
    { "no-limits", FLAG, OF_FACTORS(no_limits), 0 },
};
enum { N_WORDS = sizeof words / sizeof *words };

/* NULL: there is no such word. */
static const struct word *find_word(const char *name, size_t len)
{
    for (size_t i = 0; i < N_WORDS; i++)
        if (strlen(words[i].name) == len && !memcmp(words[i].name, name, len))
            return &words[i];
    return NULL;
}

/* "a word of age=N, ..., favor-small" */
static int unknown(const char *field, struct sw_err *err)
{
    char list[256];
    size_t n = 0;
    for (size_t i = 0; i < N_WORDS; i++)
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%s%s", i ? ", " : "", words[i].name,
                              words[i].kind == FLAG ? "" : "=");
    return sw_err_usage(err, "--order: multifactor: unknown word: '%s' (one of %s)", field, list);
}

/* As many as Slurm's uint32_t has. */
static int read_points(const struct word *w, const char *value, double *to, struct sw_err *err)
{
    uint64_t n;
    if (sw_num_u64(value, strlen(value), &n) != SW_OK || n > UINT32_MAX)
        return sw_err_usage(err, "--order: multifactor: %s: not a weight, 0 to 4294967295: '%s'", w->name, value);
    *to = (double)n;
    return SW_OK;
}

/* A flag stands alone; other words have a value. */
static int read_factor_word(const char *field, struct sw_order_rule *rule, struct sw_err *err)
{
    const char *equals = strchr(field, '=');
    const struct word *w = find_word(field, equals ? (size_t)(equals - field) : strlen(field));
    if (!w || (w->kind == FLAG) == !!equals)
        return unknown(field, err);
    void *to = (char *)rule + w->at;
    if (w->kind == WEIGHT)
        return read_points(w, equals + 1, to, err);
    if (w->kind == TIME)
        return sw_params_time("order: multifactor", equals + 1, w->least, to, err);
    *(bool *)to = true;
    return SW_OK;
}

/* Slurm's PriorityMaxAge and PriorityDecayHalfLife are a week unless given. */
static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    char buf[512], *field[N_WORDS] = { NULL };
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, N_WORDS) : 0;
    if (n < 0)
        return sw_err_usage(err, "--order: multifactor: more words than there are: '%s'", params);
    rule->half_life_us = rule->factors.max_age_us = INT64_C(7) * 86400 * SW_US_PER_S;
    for (int i = 0; i < n; i++)
        if (read_factor_word(field[i], rule, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* G12: points, and above them the tier (lib/sim/mech/multifactor.c). */
static void most_points(const struct sw_job_view *job, struct sw_key *key)
{
    sw_key_whole(0, -job->asks, key);
}

const struct sw_order sw_order_multifactor = {
    .name = "multifactor", .summary = "with --width: the job with the most points, as Slurm's multifactor has them",
    .params = "[:age=N,fairshare=N,...]",
    .by_request = true, .by_points = true, .update_us = 300 * SW_US_PER_S, .parse = parse, .job_key = most_points,
};
