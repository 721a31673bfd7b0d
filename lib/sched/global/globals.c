/* SPDX-License-Identifier: GPL-3.0-or-later */
/* globals.c - the list of policies that decide for all nodes. A new one is a file beside this one and a line here. */
#include "lib/sched/global/parts.h"
#include <string.h>

const struct sw_global *const sw_globals[] = { &sw_global_none, &sw_global_quincy, NULL };

int sw_global_find(const char *spec, struct sw_global_rule *out, struct sw_err *err)
{
    const char *names[sizeof sw_globals / sizeof *sw_globals], *colon = strchr(spec, ':');
    size_t n = 0, len = colon ? (size_t)(colon - spec) : strlen(spec);
    for (; sw_globals[n]; n++) {
        names[n] = sw_globals[n]->name;
        if (strlen(names[n]) != len || memcmp(names[n], spec, len))
            continue;
        *out = (struct sw_global_rule){ .part = sw_globals[n] };
        return sw_globals[n]->parse(colon ? colon + 1 : NULL, out, err);
    }
    char list[512];
    const char *near = sw_err_nearest(spec, names, n);
    return near ? sw_err_usage(err, "--global: unknown policy: '%s' (did you mean '%s'?)", spec, near)
                : sw_err_usage(err, "--global: unknown policy: '%s' (one of%s)", spec,
                               sw_names_listed(names, n, list, sizeof list));
}
