/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speculates.c - the list of speculation rules. A new rule is a file beside this one and a line here. */
#include "lib/sched/speculate/parts.h"
#include <string.h>

const struct sw_speculate *const sw_speculates[] = { &sw_speculate_none, &sw_speculate_hadoop,
    &sw_speculate_late, NULL };

int sw_speculate_find(const char *spec, struct sw_speculate_rule *out, struct sw_err *err)
{
    const char *names[sizeof sw_speculates / sizeof *sw_speculates], *colon = strchr(spec, ':');
    size_t n = 0, len = colon ? (size_t)(colon - spec) : strlen(spec);
    for (; sw_speculates[n]; n++) {
        names[n] = sw_speculates[n]->name;
        if (strlen(names[n]) != len || memcmp(names[n], spec, len))
            continue;
        *out = (struct sw_speculate_rule){ .part = sw_speculates[n] };
        return sw_speculates[n]->parse(colon ? colon + 1 : NULL, out, err);
    }
    char list[512];
    const char *near = sw_err_nearest(spec, names, n);
    return near ? sw_err_usage(err, "--speculate: unknown rule: '%s' (did you mean '%s'?)", spec, near)
                : sw_err_usage(err, "--speculate: unknown rule: '%s' (one of%s)", spec,
                               sw_names_listed(names, n, list, sizeof list));
}
