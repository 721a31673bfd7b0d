/* SPDX-License-Identifier: GPL-3.0-or-later */
/* globals.c - the list of policies that decide for all nodes. A new one is a file beside this one and a line here. */
#include "lib/sched/global/parts.h"
#include "lib/sched/registry.h"

const struct sw_global *const sw_globals[] = { &sw_global_none, &sw_global_quincy, NULL };

int sw_global_find(const char *spec, struct sw_global_rule *out, struct sw_err *err)
{
    static const struct registry registry = { "global", "policy", sw_globals };
    const char *params;
    const struct sw_global *policy = registry_find(&registry, spec, &params, err);
    if (!policy)
        return SW_FAIL;
    *out = (struct sw_global_rule){ .policy = policy };
    return policy->parse ? policy->parse(params, out, err) : registry_no_params(&registry, policy->name, params, err);
}
