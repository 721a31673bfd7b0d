/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preempts.c - the list of preemption rules. A new rule is a file beside this one and a line here. */
#include "lib/sched/preempt/parts.h"
#include <string.h>

const struct sw_preempt *const sw_preempts[] = { &sw_preempt_none, &sw_preempt_kill, NULL };

int sw_preempt_find(const char *spec, struct sw_preempt_rule *out, struct sw_err *err)
{
    const char *names[sizeof sw_preempts / sizeof *sw_preempts], *colon = strchr(spec, ':');
    size_t n = 0, len = colon ? (size_t)(colon - spec) : strlen(spec);
    for (; sw_preempts[n]; n++) {
        names[n] = sw_preempts[n]->name;
        if (strlen(names[n]) != len || memcmp(names[n], spec, len))
            continue;
        *out = (struct sw_preempt_rule){ .part = sw_preempts[n] };
        return sw_preempts[n]->parse(colon ? colon + 1 : NULL, out, err);
    }
    char list[512];
    const char *near = sw_err_nearest(spec, names, n);
    return near ? sw_err_usage(err, "--preempt: unknown rule: '%s' (did you mean '%s'?)", spec, near)
                : sw_err_usage(err, "--preempt: unknown rule: '%s' (one of%s)", spec,
                               sw_names_listed(names, n, list, sizeof list));
}
