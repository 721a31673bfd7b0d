/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delays.c - the list of delay rules. A new rule is a file beside this one and a line here. */
#include "lib/sched/delay/parts.h"
#include <string.h>

const struct sw_delay *const sw_delays[] = {
    &sw_delay_none,
    &sw_delay_skips,
    &sw_delay_wait,
    &sw_delay_yarn,
    &sw_delay_yarn_time,
    &sw_delay_capacity,
    &sw_delay_spark,
    &sw_delay_adaptive,
    NULL,
};

static int unknown(const char *name, struct sw_err *err)
{
    const char *names[sizeof sw_delays / sizeof *sw_delays];
    size_t n = 0;
    for (; sw_delays[n]; n++)
        names[n] = sw_delays[n]->name;
    char list[512];
    const char *near = sw_err_nearest(name, names, n);
    return near ? sw_err_usage(err, "--delay: unknown rule: '%s' (did you mean '%s'?)", name, near)
                : sw_err_usage(err, "--delay: unknown rule: '%s' (one of%s)", name,
                               sw_names_listed(names, n, list, sizeof list));
}

int sw_delay_find(const char *spec, struct sw_delay_rule *out, struct sw_err *err)
{
    char name[64];
    const char *colon = strchr(spec, ':');
    size_t len = colon ? (size_t)(colon - spec) : strlen(spec);
    if (len >= sizeof name)
        return sw_err_usage(err, "--delay: unknown rule: '%s'", spec);
    memcpy(name, spec, len);
    name[len] = '\0';
    for (size_t i = 0; sw_delays[i]; i++) {
        if (strcmp(sw_delays[i]->name, name))
            continue;
        *out = (struct sw_delay_rule){ .policy = sw_delays[i], .clock = sw_delays[i]->clock };
        return sw_delays[i]->parse(colon ? colon + 1 : NULL, out, err);
    }
    return unknown(name, err);
}
