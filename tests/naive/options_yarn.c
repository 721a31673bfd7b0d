/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_yarn.c - the options of YARN's two schedulers (D8, Y2, Y4, Y7, Y8). */
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "slotwise/sw_num.h"
#include "tests/naive/naive.h"

/* D8 */
int set_yarn(struct options *o, const struct spec *spec, struct sw_err *err)
{
    double f[2];
    o->delay = &delay_yarn;
    if (spec->n != 2) return sw_err_usage(err, "--delay: yarn takes F1,F2");
    for (int i = 0; i < 2; i++)
        if (sw_num_fraction(spec->param[i], &f[i]))
            return sw_err_usage(err, "--delay: not a fraction: '%s'", spec->param[i]);
    o->f1 = naive_round(f[0] * 1e6);
    o->f2 = naive_round(f[1] * 1e6);
    if (o->f1 < 0 || o->f2 < 0) o->delay = &delay_none; /* "with F1 or F2 negative it is `none`": no offers (Y5, H7) */
    return SW_OK;
}

/* Y7 */
int set_yarn_time(struct options *o, const struct spec *spec, struct sw_err *err)
{
    o->delay = &delay_yarn_time;
    if (spec->n != 2) return sw_err_usage(err, "--delay: yarn-time takes T1,T2");
    for (int i = 0; i < 2; i++)
        if (sw_opt_duration("--delay", spec->param[i], &o->t_us[i], err)) return SW_FAIL;
    return SW_OK;
}

/* Y2: whole numbers from -1 on. */
static int set_count(const char *arg, int64_t *to, struct sw_err *err)
{
    if (sw_num_i64(arg, strlen(arg), to) || *to < -1 || *to > INT32_MAX)
        return sw_err_usage(err, "--delay: not a count, nor -1: '%s'", arg);
    return SW_OK;
}

int set_capacity_delay(struct options *o, const struct spec *spec, struct sw_err *err)
{
    static const char *const words[] = { "rack", "node", NULL };
    size_t word = 0;
    o->delay = &delay_capacity;
    o->rack_delay = -1;
    if (spec->n < 1 || spec->n > 3) return sw_err_usage(err, "--delay: capacity takes N,A,rack|node");
    if (set_count(spec->param[0], &o->node_delay, err)) return SW_FAIL;
    if (spec->n > 1 && set_count(spec->param[1], &o->rack_delay, err)) return SW_FAIL;
    if (spec->n > 2 && sw_opt_word("--delay", spec->param[2], words, &word, err)) return SW_FAIL;
    o->rack_keeps = word == 1;
    return SW_OK;
}

static int set_limit(const char *option, const char *arg, int64_t *to, struct sw_err *err)
{
    uint64_t n;
    *to = NO_LIMIT;
    if (!strcmp(arg, "all")) return SW_OK;
    if (sw_opt_count(option, arg, 1, INT32_MAX, &n, err)) return SW_FAIL;
    *to = (int64_t)n;
    return SW_OK;
}

int set_off_switch(struct options *o, const char *arg, struct sw_err *err)
{
    return set_limit("--off-switch", arg, &o->off_switch, err);
}

/* H4, Y8 */
int set_per_heartbeat(struct options *o, const char *arg, struct sw_err *err)
{
    o->half = !strcmp(arg, "half");
    o->one = !strcmp(arg, "one");
    return set_limit("--per-heartbeat", o->half || o->one ? "all" : arg, &o->per_heartbeat, err);
}
