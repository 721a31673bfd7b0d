/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speculates.c - the list of speculation rules. A new rule is a file beside this one and a line here. */
#include "lib/sched/speculate/parts.h"
#include "lib/sched/registry.h"

const struct sw_speculate *const sw_speculates[] = { &sw_speculate_none, &sw_speculate_hadoop,
    &sw_speculate_late, NULL };

int sw_speculate_find(const char *spec, struct sw_speculate_rule *out, struct sw_err *err)
{
    static const struct registry registry = { "speculate", "rule", sw_speculates };
    const char *params;
    const struct sw_speculate *policy = registry_find(&registry, spec, &params, err);
    if (!policy)
        return SW_FAIL;
    *out = (struct sw_speculate_rule){ .policy = policy };
    return policy->parse ? policy->parse(params, out, err) : registry_no_params(&registry, policy->name, params, err);
}
