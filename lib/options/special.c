/* SPDX-License-Identifier: GPL-3.0-or-later */
/* special.c - options whose value is no plain number or word. */
#include "lib/options/special.h"
#include <string.h>

int special_backfill(void *to, const char *arg, struct sw_err *err)
{
    return sw_backfill_find(arg, &((struct sw_replay_options *)to)->gang, err);
}

int special_max_starve(void *to, const char *arg, struct sw_err *err)
{
    return sw_starve_find(arg, &((struct sw_replay_options *)to)->gang, err);
}

int special_switches(void *to, const char *arg, struct sw_err *err)
{
    return sw_switches_find(arg, &((struct sw_replay_options *)to)->gang, err);
}

int special_admission(void *to, const char *arg, struct sw_err *err)
{
    return sw_admission_parse(arg, &((struct sw_replay_options *)to)->admission, err);
}

int special_per_heartbeat(void *to, const char *arg, struct sw_err *err)
{
    struct sw_replay_options *opt = to;
    opt->per_heartbeat = UINT64_MAX;
    opt->half_per_heartbeat = !strcmp(arg, "half");
    if (opt->half_per_heartbeat || !strcmp(arg, "all"))
        return SW_OK;
    return sw_opt_count("--per-heartbeat", arg, 1, 1000000, &opt->per_heartbeat, err);
}

int special_penalty(void *to, const char *arg, struct sw_err *err)
{
    struct sw_replay_options *opt = to;
    char buf[128];
    if (strlen(arg) >= sizeof buf)
        return sw_err_usage(err, "--penalty: too long: '%s'", arg);
    strcpy(buf, arg);
    for (char *save, *item = strtok_r(buf, ",", &save); item; item = strtok_r(NULL, ",", &save)) {
        char *eq = strchr(item, '=');
        if (!eq)
            return sw_err_usage(err, "--penalty: not rack=X or off=Y: '%s'", item);
        *eq = '\0';
        double *factor = !strcmp(item, "rack") ? &opt->penalty_rack : !strcmp(item, "off") ? &opt->penalty_off : NULL;
        if (!factor)
            return sw_err_usage(err, "--penalty: unknown distance: '%s' (rack or off)", item);
        if (sw_opt_real("--penalty", eq + 1, 1e-3, 1e6, factor, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* ---- --network (N1) ---------------------------------------------------------------------------------- */

/* Rates of links are in bits and powers of ten; sizes of memory and files in bytes and powers of two. */
static double bits_factor(char unit)
{
    return unit == 'K' || unit == 'k' ? 1e3 : unit == 'M' ? 1e6 : unit == 'G' ? 1e9 : unit == 'T' ? 1e12 : 0;
}

/* In bytes a second. Any text in the form of a rate is read, even if it is out of range. */
static int read_rate(const char *text, double *rate)
{
    size_t len = strlen(text);
    double factor = len ? bits_factor(text[len - 1]) : 0;
    uint64_t bytes;
    if (len && text[len - 1] == 'B') {
        if (sw_num_size(text, &bytes) != SW_OK)
            return SW_FAIL;
        *rate = (double)bytes;
        return SW_OK;
    }
    if (sw_num_real(text, factor > 0 ? len - 1 : len, rate) != SW_OK)
        return SW_FAIL;
    *rate *= (factor > 0 ? factor : 1) / 8;
    return SW_OK;
}

static int parse_rate(const char *text, uint64_t *to, struct sw_err *err)
{
    double rate;
    if (read_rate(text, &rate) != SW_OK)
        return sw_err_usage(err, "--network: not a rate (1G bits a second, 125MB bytes a second): '%s'", text);
    if (!(rate >= 1 && rate <= (double)SW_LINK_FAST))
        return sw_err_usage(err, "--network: not between a byte and 1TB a second: '%s'", text);
    *to = (uint64_t)rate;
    return SW_OK;
}

static int parse_item(char *item, struct sw_network *out, struct sw_err *err)
{
    char *eq = strchr(item, '=');
    if (!eq)
        return sw_err_usage(err, "--network: not node=RATE or rack=RATE: '%s'", item);
    *eq = '\0';
    uint64_t *to = !strcmp(item, "node") ? &out->node_rate : !strcmp(item, "rack") ? &out->rack_rate : NULL;
    if (!to)
        return sw_err_usage(err, "--network: unknown link: '%s' (node or rack)", item);
    if (*to)
        return sw_err_usage(err, "--network: given twice: '%s'", item);
    return parse_rate(eq + 1, to, err);
}

int special_network(void *to, const char *arg, struct sw_err *err)
{
    struct sw_network *out = &((struct sw_replay_options *)to)->network;
    char buf[128];
    *out = (struct sw_network){ 0 };
    if (!strcmp(arg, "none"))
        return SW_OK;
    if (strlen(arg) >= sizeof buf)
        return sw_err_usage(err, "--network: too long: '%s'", arg);
    strcpy(buf, arg);
    for (char *save, *item = strtok_r(buf, ",", &save); item; item = strtok_r(NULL, ",", &save))
        if (parse_item(item, out, err) != SW_OK)
            return SW_FAIL;
    return out->node_rate ? SW_OK
                          : sw_err_usage(err, "--network: the rate of a node's link is missing (node=1G): '%s'", arg);
}
