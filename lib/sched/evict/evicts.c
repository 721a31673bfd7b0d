/* SPDX-License-Identifier: GPL-3.0-or-later */
/* evicts.c - the list of eviction rules. A new rule is a file beside this one and a line here. */
#include "lib/sched/evict/parts.h"
#include <string.h>

const struct sw_evict *const sw_evicts[] = { &sw_evict_latest, &sw_evict_least_progress, &sw_evict_most_space,
    &sw_evict_none, NULL };

int sw_evict_find(const char *spec, const struct sw_evict **out, struct sw_err *err)
{
    const char *names[sizeof sw_evicts / sizeof *sw_evicts];
    size_t n = 0;
    for (; sw_evicts[n]; n++) {
        names[n] = sw_evicts[n]->name;
        if (strcmp(names[n], spec))
            continue;
        *out = sw_evicts[n];
        return SW_OK;
    }
    char list[512];
    const char *near = sw_err_nearest(spec, names, n);
    return near ? sw_err_usage(err, "--evict: unknown rule: '%s' (did you mean '%s'?)", spec, near)
                : sw_err_usage(err, "--evict: unknown rule: '%s' (one of%s)", spec,
                               sw_names_listed(names, n, list, sizeof list));
}
