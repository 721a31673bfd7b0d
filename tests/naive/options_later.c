/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_later.c - the options of sections 9 and 3 that take several values. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

static int set_millionths(const char *arg, double most, int64_t *to, struct sw_err *err)
{
    double x;
    if (sw_opt_fraction("--speculate", arg, 0, most, &x, err)) return SW_FAIL;
    *to = naive_round(x * 1e6);
    return SW_OK;
}

/* C3: a gap of 0.2, a lag of a minute. */
static int set_hadoop(struct options *o, const struct spec *spec, struct sw_err *err)
{
    o->gap = 200000;
    o->since_job = spec->n == 3 && !strcmp(spec->param[2], "job"); /* C3.2 */
    if (spec->n > (o->since_job ? 3 : 2)) return sw_err_usage(err, "--speculate: hadoop takes gap,lag,job");
    if (spec->n > 0 && set_millionths(spec->param[0], 1, &o->gap, err)) return SW_FAIL;
    return spec->n > 1 ? sw_opt_duration("--speculate", spec->param[1], &o->lag_us, err) : SW_OK;
}

/* C4: 10 %, 25, 25, a lag of a minute. */
static int set_late(struct options *o, const struct spec *spec, struct sw_err *err)
{
    o->copies = 100000;
    o->slow_node = o->slow_task = 25 * MILLION;
    if (spec->n != 0 && spec->n != 3 && spec->n != 4)
        return sw_err_usage(err, "--speculate: late takes cap,slownode,slowtask,lag");
    if (spec->n > 0 && set_millionths(spec->param[0], 1, &o->copies, err)) return SW_FAIL;
    if (spec->n > 0 && set_millionths(spec->param[1], 100, &o->slow_node, err)) return SW_FAIL;
    if (spec->n > 0 && set_millionths(spec->param[2], 100, &o->slow_task, err)) return SW_FAIL;
    return spec->n > 3 ? sw_opt_duration("--speculate", spec->param[3], &o->lag_us, err) : SW_OK;
}

int set_speculate(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    int status = SW_OK;
    if (spec_read("--speculate", arg, &spec, err)) return SW_FAIL;
    o->lag_us = 60 * SW_US_PER_S;
    o->speculate = NULL;
    if (!strcmp(spec.name, "hadoop")) o->speculate = &speculate_hadoop, status = set_hadoop(o, &spec, err);
    else if (!strcmp(spec.name, "late")) o->speculate = &speculate_late, status = set_late(o, &spec, err);
    else if (strcmp(spec.name, "none")) status = sw_err_usage(err, "--speculate: unknown: '%s'", arg);
    spec_clear(&spec);
    return status;
}

/* B13: "from FROM to TO (from 0 for good)". */
int set_stragglers(struct options *o, const char *arg, struct sw_err *err)
{
    char *copy = naive_copy(arg, strlen(arg)), *save = NULL, *part[5] = { NULL };
    int n = 0, status = SW_FAIL;
    for (char *at = strtok_r(copy, ",", &save); at && n < 5; at = strtok_r(NULL, ",", &save)) part[n++] = at;
    o->slow_from_us = 0;
    o->slow_to_us = NEVER;
    if (n != 2 && n != 4) sw_err_usage(err, "--stragglers: not SHARE,SPEED[,FROM,TO]: '%s'", arg);
    else if (sw_opt_fraction("--stragglers", part[0], 0, 1, &o->stragglers, err) == SW_OK &&
             sw_opt_real("--stragglers", part[1], 1e-6, 1e6, &o->slow_speed, err) == SW_OK) status = SW_OK;
    for (int i = 2; i < n && status == SW_OK; i++)
        status = sw_opt_duration("--stragglers", part[i], i == 2 ? &o->slow_from_us : &o->slow_to_us, err);
    free(copy);
    return status;
}

/* O20 */
int set_hod(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    uint64_t n = 0;
    int status = SW_OK;
    if (spec_read("--order", arg, &spec, err)) return SW_FAIL;
    o->order = &order_hod;
    o->per_rack = o->by_pool = false;
    if (spec.n < 1 || sw_opt_count("--order", spec.param[0], 1, INT32_MAX, &n, err)) status = SW_FAIL;
    for (size_t i = 1; i < spec.n && status == SW_OK; i++) {
        if (!strcmp(spec.param[i], "per-rack")) o->per_rack = true;
        else if (!strcmp(spec.param[i], "pool")) o->by_pool = true;
        else if (strcmp(spec.param[i], "job"))
            status = sw_err_usage(err, "--order: hod takes n,per-rack,job or pool: '%s'", arg);
    }
    o->private_nodes = (int64_t)n;
    spec_clear(&spec);
    return status;
}
