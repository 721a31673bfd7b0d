/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preempts.c - the list of preemption rules. A new rule is a file beside this one and a line here. */
#include "lib/sched/preempt/parts.h"
#include "lib/sched/registry.h"

const struct sw_preempt *const sw_preempts[] = {
    &sw_preempt_none, &sw_preempt_kill, &sw_preempt_suspend, &sw_preempt_yarn, &sw_preempt_capacity,
    &sw_preempt_partition_prio, &sw_preempt_qos, NULL
};

int sw_preempt_find(const char *spec, struct sw_preempt_rule *out, struct sw_err *err)
{
    static const struct registry registry = { "preempt", "rule", sw_preempts };
    const char *params;
    const struct sw_preempt *policy = registry_find(&registry, spec, &params, err);
    if (!policy)
        return SW_FAIL;
    *out = (struct sw_preempt_rule){ .policy = policy };
    return policy->parse ? policy->parse(params, out, err) : registry_no_params(&registry, policy->name, params, err);
}
