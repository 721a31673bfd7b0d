/* SPDX-License-Identifier: GPL-3.0-or-later */
/* admits.c - the list of admission rules. A new rule is a file beside this one and a line here. */
#include "lib/sched/admit/parts.h"
#include "lib/sched/registry.h"

const struct sw_admit *const sw_admits[] = { &sw_admit_slots, &sw_admit_cpac, NULL };

int sw_admit_find(const char *spec, struct sw_admit_rule *out, struct sw_err *err)
{
    static const struct registry registry = { "admit", "rule", sw_admits };
    const char *params;
    const struct sw_admit *policy = registry_find(&registry, spec, &params, err);
    if (!policy)
        return SW_FAIL;
    *out = (struct sw_admit_rule){ .policy = policy };
    return policy->parse ? policy->parse(params, out, err) : registry_no_params(&registry, policy->name, params, err);
}
