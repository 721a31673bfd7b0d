/* SPDX-License-Identifier: GPL-3.0-or-later */
/* evicts.c - the list of eviction rules. A new rule is a file beside this one and a line here. */
#include "lib/sched/evict/parts.h"
#include "lib/sched/registry.h"
#include <string.h>

const struct sw_evict *const sw_evicts[] = { &sw_evict_latest, &sw_evict_least_progress, &sw_evict_most_space,
    &sw_evict_none, NULL };

int sw_evict_find(const char *spec, const struct sw_evict **out, struct sw_err *err)
{
    static const struct registry registry = { "evict", "rule", sw_evicts };
    const struct sw_evict *policy = registry_named(&registry, spec, strlen(spec));
    if (!policy)
        return registry_unknown(&registry, spec, spec, err);
    *out = policy;
    return SW_OK;
}
