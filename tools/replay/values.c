/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.c - the values of the options of slot-replay that take more than one plain number or word. */
#include "tools/replay/values.h"
#include "slotwise/sw_cli.h"
#include <stdio.h>
#include <string.h>

/* ---- plain numbers, in the ranges of the library ------------------------------------------------------- */

struct dashed { char text[32]; };

static struct dashed dashed(const char *option)
{
    struct dashed d;
    snprintf(d.text, sizeof d.text, "--%s", option);
    return d;
}

int values_count(const char *option, const char *arg, uint64_t *out, struct sw_err *err)
{
    const struct sw_range *range = sw_range_of(option);
    return sw_opt_count(dashed(option).text, arg, (uint64_t)range->least, (uint64_t)range->most, out, err);
}

int values_real(const char *option, const char *arg, double *out, struct sw_err *err)
{
    const struct sw_range *range = sw_range_of(option);
    return sw_opt_real(dashed(option).text, arg, range->least_real, range->most_real, out, err);
}

int values_share(const char *option, const char *arg, double *out, struct sw_err *err)
{
    const struct sw_range *range = sw_range_of(option);
    return sw_opt_fraction(dashed(option).text, arg, range->least_real, range->most_real, out, err);
}

/* A share, kept in millionths. */
static int millionths(const char *option, const char *arg, int64_t *out, struct sw_err *err)
{
    const struct sw_range *range = sw_range_of(option);
    double share;
    if (sw_opt_fraction(dashed(option).text, arg, (double)range->least / 1e6, (double)range->most / 1e6, &share, err)
        != SW_OK)
        return SW_FAIL;
    *out = (int64_t)(share * 1e6 + 0.5);
    return SW_OK;
}

/* ---- the others ------------------------------------------------------------------------------------------ */

int values_penalty(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    char buf[128];
    if (strlen(arg) >= sizeof buf)
        return sw_err_usage(err, "--penalty: too long: '%s'", arg);
    strcpy(buf, arg);
    for (char *save, *item = strtok_r(buf, ",", &save); item; item = strtok_r(NULL, ",", &save)) {
        char *eq = strchr(item, '=');
        if (!eq)
            return sw_err_usage(err, "--penalty: not rack=X or off=Y: '%s'", item);
        *eq = '\0';
        double *to = !strcmp(item, "rack") ? &opt->penalty_rack : !strcmp(item, "off") ? &opt->penalty_off : NULL;
        if (!to)
            return sw_err_usage(err, "--penalty: unknown distance: '%s' (rack or off)", item);
        if (values_real("penalty", eq + 1, to, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* SHARE,SPEED[,FROM,TO] */
int values_stragglers(const char *arg, struct sw_variation *vary, struct sw_err *err)
{
    char buf[128], *field[4], *save;
    int n = 0;
    if (strlen(arg) >= sizeof buf)
        return sw_err_usage(err, "--stragglers: too long: '%s'", arg);
    for (char *f = strtok_r(strcpy(buf, arg), ",", &save); f && n < 5; f = strtok_r(NULL, ",", &save), n++)
        if (n < 4)
            field[n] = f;
    if (n != 2 && n != 4)
        return sw_err_usage(err, "--stragglers: not SHARE,SPEED or SHARE,SPEED,FROM,TO: '%s'", arg);
    if (sw_opt_fraction("--stragglers", field[0], 0, 1, &vary->stragglers, err) != SW_OK
        || sw_opt_real("--stragglers", field[1], 1e-6, 1e6, &vary->speed, err) != SW_OK)
        return SW_FAIL;
    if (n == 4 && (sw_opt_duration("--stragglers", field[2], &vary->from_us, err) != SW_OK
                   || sw_opt_duration("--stragglers", field[3], &vary->to_us, err) != SW_OK))
        return SW_FAIL;
    return vary->from_us < vary->to_us ? SW_OK : sw_err_usage(err, "--stragglers: ends before it begins: '%s'", arg);
}

int values_slowstart(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    return millionths("slowstart", arg, &opt->slowstart, err);
}

int values_per_heartbeat(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    opt->per_heartbeat = UINT64_MAX;
    opt->half_per_heartbeat = !strcmp(arg, "half");
    if (opt->half_per_heartbeat || !strcmp(arg, "all"))
        return SW_OK;
    return values_count("per-heartbeat", arg, &opt->per_heartbeat, err);
}

int values_off_switch(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    opt->off_switch = UINT64_MAX;
    return strcmp(arg, "all") ? sw_opt_count("--off-switch", arg, 1, 1000000, &opt->off_switch, err) : SW_OK;
}

int values_load_cap(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    return millionths("load-cap", arg, &opt->load_cap, err);
}

int values_offers(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    return sw_offers_find(arg, opt, err);
}

int values_width(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    size_t i;
    if (sw_opt_word("--width", arg, sw_width_words, &i, err) != SW_OK)
        return SW_FAIL;
    opt->gang.width = (enum sw_width)i;
    return SW_OK;
}

int values_placement(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    size_t i;
    if (sw_opt_word("--placement", arg, sw_placement_words, &i, err) != SW_OK)
        return SW_FAIL;
    opt->placement = (enum sw_placement)i;
    return SW_OK;
}

int values_block_size(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    if (sw_opt_size("--block-size", arg, &opt->block_bytes, err) != SW_OK)
        return SW_FAIL;
    return opt->block_bytes <= UINT64_C(16) << 40 ? SW_OK : sw_err_usage(err, "--block-size: more than 16T: '%s'", arg);
}

int values_step(const char *option, const char *arg, int64_t *us, struct sw_err *err)
{
    if (sw_opt_duration(option, arg, us, err) != SW_OK)
        return SW_FAIL;
    return *us > 0 ? SW_OK : sw_err_usage(err, "%s: not above 0: '%s'", option, arg);
}

int values_balance(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    if (sw_opt_duration("--balance-long", arg, &opt->balance_us, err) != SW_OK)
        return SW_FAIL;
    return opt->balance_us > 0 ? SW_OK : sw_err_usage(err, "--balance-long: not above 0: '%s'", arg);
}

/* --global replaces the order, delay and offers of a preset: jobs are in order of submission, and no delay rule
 * applies. */
int values_global(struct sw_replay_options *opt, const char *arg, struct sw_err *err)
{
    if (sw_replay_rule(opt, SW_RULE_GLOBAL, arg, err) != SW_OK)
        return SW_FAIL;
    if (!opt->global.policy->decides)
        return SW_OK;
    opt->offers = SW_OFFERS_HEARTBEAT;
    if (sw_replay_rule(opt, SW_RULE_ORDER, "fifo", err) != SW_OK)
        return SW_FAIL;
    return sw_replay_rule(opt, SW_RULE_DELAY, "none", err);
}
