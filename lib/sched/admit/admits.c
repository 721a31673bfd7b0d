/* SPDX-License-Identifier: GPL-3.0-or-later */
/* admits.c - the list of admission rules. A new rule is a file beside this one and a line here. */
#include "lib/sched/admit/parts.h"
#include <string.h>

const struct sw_admit *const sw_admits[] = { &sw_admit_slots, &sw_admit_cpac, NULL };

int sw_admit_find(const char *spec, struct sw_admit_rule *out, struct sw_err *err)
{
    const char *names[sizeof sw_admits / sizeof *sw_admits], *colon = strchr(spec, ':');
    size_t n = 0, len = colon ? (size_t)(colon - spec) : strlen(spec);
    for (; sw_admits[n]; n++) {
        names[n] = sw_admits[n]->name;
        if (strlen(names[n]) != len || memcmp(names[n], spec, len))
            continue;
        *out = (struct sw_admit_rule){ .part = sw_admits[n] };
        return sw_admits[n]->parse(colon ? colon + 1 : NULL, out, err);
    }
    char list[512];
    const char *near = sw_err_nearest(spec, names, n);
    return near ? sw_err_usage(err, "--admit: unknown rule: '%s' (did you mean '%s'?)", spec, near)
                : sw_err_usage(err, "--admit: unknown rule: '%s' (one of%s)", spec,
                               sw_names_listed(names, n, list, sizeof list));
}
