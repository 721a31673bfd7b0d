/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_orders.c - the orders and delays that take values of their own: O10, O11, O29, D20. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "slotwise/sw_num.h"
#include "tests/naive/naive.h"

/* O10: 500 ms, 3, 300 s, no cap. */
static int set_deficit(struct options *o, const struct spec *spec, struct sw_err *err)
{
    double boost;
    uint64_t cap;
    if (spec->n == 0) return SW_OK;
    if (spec->n < 3 || spec->n > 4) return sw_err_usage(err, "--order: deficit takes interval,boost,age[,cap]");
    if (sw_opt_duration("--order", spec->param[0], &o->interval_us, err)) return SW_FAIL;
    if (sw_opt_real("--order", spec->param[1], 0, 1e6, &boost, err)) return SW_FAIL;
    o->boost = naive_round(boost * 1e6);
    if (sw_opt_duration("--order", spec->param[2], &o->age_us, err)) return SW_FAIL;
    if (spec->n == 4 && sw_opt_count("--order", spec->param[3], 1, INT32_MAX, &cap, err)) return SW_FAIL;
    if (spec->n == 4) o->job_cap = (int64_t)cap;
    return SW_OK;
}

int set_deficit_order(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    if (spec_read("--order", arg, &spec, err)) return SW_FAIL;
    o->order = &order_deficit;
    int status = strcmp(spec.name, "deficit") ? sw_err_usage(err, "--order: unknown: '%s'", arg)
        : set_deficit(o, &spec, err);
    spec_clear(&spec);
    return status;
}

/* O11: weights in whole millionths (O7), "one weight more than bounds, 1 each unless given". */
static int set_queue_weights(struct options *o, const char *arg, struct sw_err *err)
{
    struct sw_list list;
    if (sw_opt_list("--order", arg, SW_UNIT_REAL, 0, 1e6, &list, err)) return SW_FAIL;
    bool fits = list.n == (size_t)o->n_bounds + 1;
    for (size_t i = 0; i < list.n && fits; i++) o->queue_weight[i] = naive_round(list.at[i] * 1e6);
    free(list.at);
    return fits ? SW_OK : sw_err_usage(err, "--order: mlq: not one weight more than bounds: '%s'", arg);
}

static int set_bounds(struct options *o, const char *arg, struct sw_err *err)
{
    struct sw_list list;
    if (sw_opt_list("--order", arg, SW_UNIT_COUNT, 1, 1e9, &list, err)) return SW_FAIL;
    bool fits = list.n <= MOST_BOUNDS;
    o->n_bounds = (int)list.n;
    for (size_t i = 0; i < list.n && fits; i++) o->bound[i] = (int64_t)list.at[i];
    free(list.at);
    for (int i = 0; i <= o->n_bounds && fits; i++) o->queue_weight[i] = MILLION;
    return fits ? SW_OK : sw_err_usage(err, "--order: mlq: too many bounds: '%s'", arg);
}

int set_mlq_order(struct options *o, const char *arg, struct sw_err *err)
{
    char *copy = naive_copy(arg, strlen(arg)), *weights = strchr(copy, ';');
    if (weights) *weights++ = 0;
    o->order = &order_mlq;
    int status = set_bounds(o, copy, err);
    if (status == SW_OK && weights) status = set_queue_weights(o, weights, err);
    free(copy);
    return status;
}

int set_lc_table(struct options *o, const char *arg, struct sw_err *err)
{
    static const char *const words[] = { "corrected", "printed", NULL };
    size_t word;
    if (sw_opt_word("--lc-table", arg, words, &word, err)) return SW_FAIL;
    o->as_printed = word == 1;
    return SW_OK;
}

/* D20: T, 3 s. */
int set_adaptive(struct options *o, const struct spec *spec, struct sw_err *err)
{
    o->delay = &delay_adaptive;
    if (spec->n > 1) return sw_err_usage(err, "--delay: adaptive takes T");
    return spec->n ? sw_opt_duration("--delay", spec->param[0], &o->adaptive_us, err) : SW_OK;
}
